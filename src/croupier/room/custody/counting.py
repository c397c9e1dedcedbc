"""Orders that count cards or take a deck out of service, and the marker on a deck.

POKER 6(e)(1), (5), (8); THB, FLOP and TCJ 7(e)-(g), 8(d)-(f), 9(d)-(f).
"""

from croupier.engine import commands as spoken
from croupier.engine.accounts import BANK, METER, Move, stack
from croupier.engine.event import Event
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.custody.cards_there import gathered
from croupier.room.custody.decide import (
    all_dealt,
    check_gathered,
    count_clause,
    count_due,
    counts_stub,
    rack_clause,
    uncounted_hands,
)
from croupier.room.custody.facts import (
    DeckCounted,
    DeckRemoved,
    HandPaused,
    HandResumed,
    HandsCounted,
    HandsVoided,
    StubRacked,
)
from croupier.room.custody.returned import misdealt
from croupier.room.custody.state import UNREADY
from croupier.room.house.people import DEALER, TABLE_STAFF
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, TableFact, given_by
from croupier.room.table.facts import ClockStarted, ClockStopped
from croupier.room.table.pace import READING, is_asking
from croupier.room.table.state import Decided, Table, TableDeciders
from croupier.rules.irregular import Reported


class OfDeck(Command, frozen=True, kw_only=True):
    """An order that concerns one deck."""

    deck: str


@given_by(DEALER, "POKER 6(e)(5)", "count a deck", by_room=True)
class CountDeck(OfDeck, frozen=True, kw_only=True):
    """Record the dealer's count of an entire deck."""

    count: int


@given_by(DEALER, "POKER 6(e)(5)", "count the stub", by_room=True)
class CountStub(Command, frozen=True, kw_only=True):
    """Record the dealer's count of the stub; if it is wrong, whether cards were misdealt."""

    count: int
    misdealt: bool = False  # a hand has too many or too few, and the deck is complete


@given_by(DEALER, "THB 7(e)", "put the stub away", by_room=True)
class RackStub(Command, frozen=True, kw_only=True):
    """Put the stub in the discard rack without exposing a card."""


@given_by(DEALER, "POKER 6(e)(8)", "count returned hands", by_room=True)
class CountReturned(Command, frozen=True, kw_only=True):
    """Record the dealer's count of returned hands: how many cards from each seat."""

    hands: dict[int, int]


@given_by(TABLE_STAFF, "POKER 2(b)", "remove a deck")
class RemoveDeck(OfDeck, frozen=True, kw_only=True):
    """Take a deck from the table: its time is over, or something is wrong with it."""

    reason: str


@given_by(TABLE_STAFF, "POKER 6(e)(1)", "set the deck down")
class PauseHand(Command, frozen=True, kw_only=True):
    """Set the deck down under a marker: for a transaction in a hand, or on the floor's order."""

    reason: str


@given_by(TABLE_STAFF, "POKER 6(e)(1)", "take the deck up again")
class ResumeHand(Command, frozen=True, kw_only=True):
    """Take the marker off the deck: the transaction is complete."""


def _round(table: Table, clause: str) -> Round:
    """The round whose cards are on the table, not gathered yet."""
    dealt = table.custody.decks.get(table.custody.dealt)
    if table.round is None or dealt is None or dealt.status != "dealt":
        raise Refused(clause, "the cards of the last round have already been gathered")
    return table.round


def wrong_count(fact: DeckCounted) -> str:
    """Say that the cards of a deck were counted wrong, for the alert at the table."""
    return f"{fact.counted} cards were counted where {fact.expected} should be"


def remove(table: Table, name: str, reason: str) -> DeckRemoved:
    """The fact that takes a deck out of service after a wrong count."""
    return DeckRemoved(clause=count_clause(table), deck=name, reason=reason)


def _count_deck(table: Table, order: Order[CountDeck], house: House) -> list[Event]:
    says = order.says
    deck, clause = table.custody.deck(says.deck), count_clause(table)
    if table.game.banked:
        raise Refused(clause, "only the stub is counted at this table")
    if deck.status in (*UNREADY, "spread", "stored", "shuffling"):
        raise Refused(clause, f"deck {deck.name} is {deck.status}: it cannot be counted now")
    check_gathered(table, deck)
    count = DeckCounted(
        clause=clause,
        deck=deck.name,
        what="deck",
        expected=table.game.deck,
        counted=says.count,
    )
    return [count] if count.right else [count, remove(table, deck.name, wrong_count(count))]


def _count_stub(table: Table, order: Order[CountStub], house: House) -> list[Event]:
    says = order.says
    clause = count_clause(table)
    if not counts_stub(table.game):
        raise Refused(clause, f"in {table.game.title} the entire deck must be counted")
    state = _round(table, clause)
    if not all_dealt(state):
        raise Refused(clause, "the stub can be counted only when all cards are dealt")
    if table.custody.racked:
        raise Refused(clause, "the stub is in the discard rack")
    outside = len(gathered(state)) - state.left
    outside -= misdealt(state) if table.game.banked else 0
    count = DeckCounted(
        clause=clause,
        deck=table.custody.dealt,
        what="stub",
        expected=table.game.deck - outside,
        counted=says.count,
        misdealt=says.misdealt and table.game.banked,
    )
    if count.right:
        return [count, *_rack_facts(table, state)]
    if count.misdealt:
        return [count, *_all_void(table), *_rack_facts(table, state)]
    return [count, remove(table, count.deck, wrong_count(count)), *_all_void(table)]


def _rack_facts(table: Table, state: Round) -> list[StubRacked]:
    if not table.game.banked:
        return []
    clause = table.game.cite("7(f)(1)")
    return [StubRacked(clause=clause, deck=table.custody.dealt, left=state.left)]


def _all_void(table: Table) -> list[Event]:
    """A wrong count voids all hands: by the rules of the round, or afterward (THB 7(f)(2))."""
    assert table.round is not None
    if not table.playing:
        return _undo(table, table.round) if table.game.banked else []
    kind: Reported = "house_wrong_number" if table.game.banked else "missing_cards"
    try:
        return [*play(table.round, spoken.Report(kind))[1]]
    except Refused:  # the floor must call it dead, and play rests until then
        return []


def _undo(table: Table, state: Round) -> list[Event]:
    """Undo what a settled round moved: at the table, and for players who have left at the cage."""
    moves: list[Move] = []
    people: dict[int, str] = {}
    for seat, chips in table.custody.before.items():
        won = state.stacks.get(seat, chips) - chips
        if _sits_there_still(table, seat):
            moves += transfer(stack(seat), BANK, min(max(won, 0), table.stacks[seat]))
            moves += transfer(BANK, stack(seat), max(-won, 0))
        elif won < 0 and (person := _who_left(table, seat)):
            moves += transfer(BANK, CAGE, -won)
            people[seat] = person
    if METER in table.accounts:
        before = table.custody.meter_before
        grown = state.accounts.get(METER, before) - before
        moves += transfer(METER, BANK, min(max(grown, 0), table.accounts[METER]))
        moves += transfer(BANK, METER, max(-grown, 0))
    clause = table.game.cite("7(f)(2)")
    return [HandsVoided(clause=clause, people=people, moves=tuple(moves))]


def _sits_there_still(table: Table, seat: int) -> bool:
    """Whether a seat has the player to whom the last round was dealt."""
    held, dealt_at = table.seats.get(seat), table.custody.dealt_at
    if held is None or held.since is None or dealt_at is None:
        return held is not None
    return held.since <= dealt_at


def _who_left(table: Table, seat: int) -> str:
    """The first player to give up the seat since the last round was dealt; empty if nobody did."""
    dealt_at = table.custody.dealt_at
    gone = {
        left.at: person
        for person, left in table.seating.left.items()
        if left.seat == seat and dealt_at is not None and left.at >= dealt_at
    }
    return gone[min(gone)] if gone else ""


def _rack_stub(table: Table, order: Order[RackStub], house: House) -> list[Event]:
    clause = rack_clause(table) if table.game.banked else "FIELD stub"
    if not table.game.banked:
        raise Refused(clause, "a poker table has no discard rack")
    state = _round(table, clause)
    if not all_dealt(state):
        raise Refused(clause, "the stub can be put away only when all cards are dealt")
    if table.custody.racked:
        raise Refused(clause, "the stub is already in the discard rack")
    if count_due(table):
        raise Refused(count_clause(table), "the stub must be counted before it is put away")
    return [StubRacked(clause=clause, deck=table.custody.dealt, left=state.left)]


def _count_returned(table: Table, order: Order[CountReturned], house: House) -> list[Event]:
    says, clause = order.says, table.game.own(order.says.clause)
    due = uncounted_hands(table)
    for seat in says.hands:
        if seat not in due:
            raise Refused(clause, f"seat {seat} returned no hand that must still be counted")
    if not says.hands:
        raise Refused("FIELD hands", "`hands` must name at least one hand")
    wrong = tuple(sorted(seat for seat, cards in says.hands.items() if cards != due[seat]))
    return [HandsCounted(clause=clause, hands=says.hands, wrong=wrong)]


def _remove(table: Table, order: Order[RemoveDeck], house: House) -> list[Event]:
    says = order.says
    deck = table.custody.deck(says.deck)
    if not says.reason.strip():
        raise Refused("FIELD reason", "`reason` must say why the deck is removed")
    if table.playing and deck.name == table.custody.dealt:
        table.check_between("POKER 1 round of play")
    if deck.status == "dealt" and count_due(table):
        raise Refused(
            count_clause(table),
            "the stub must be counted first: this was the last round without a count",
        )
    clause = table.game.own(says.clause)
    return [DeckRemoved(clause=clause, deck=deck.name, reason=says.reason)]


def _pause(table: Table, order: Order[PauseHand], house: House) -> list[Event]:
    clause = table.game.own(order.says.clause)
    table.check_open()
    if not table.playing and order.by.role == "dealer":
        raise Refused(clause, "only the floor can stop play between rounds")
    if table.custody.paused:
        raise Refused(clause, "a marker is already on the deck")
    if not order.says.reason.strip():
        raise Refused("FIELD reason", "`reason` must say why the deck is set down")
    running = is_asking(table) and not table.pace.stopped
    stopped = [ClockStopped(clause=READING)] if running else []
    return [HandPaused(clause=clause, reason=order.says.reason), *stopped]


def marker_off(table: Table) -> list[TableFact]:
    """Facts that take the marker off the deck, if there is one, and let the clock run on."""
    if not table.custody.paused:
        return []
    facts: list[TableFact] = [HandResumed(clause=table.game.own("POKER 6(e)(1)"))]
    if table.pace.stopped:
        facts.append(ClockStarted(clause=READING, ran=table.pace.ran))
    return facts


def _resume(table: Table, order: Order[ResumeHand], house: House) -> Decided:
    clause = table.game.own(order.says.clause)
    if not table.custody.paused:
        raise Refused(clause, "there is no marker on the deck")
    return marker_off(table)


DECIDE: TableDeciders = {
    CountDeck: _count_deck,
    CountStub: _count_stub,
    RackStub: _rack_stub,
    CountReturned: _count_returned,
    RemoveDeck: _remove,
    PauseHand: _pause,
    ResumeHand: _resume,
}
