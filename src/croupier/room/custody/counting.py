"""Cards that are counted: decks, stubs, returned hands; and a deck that is removed.

POKER 6(e)(1), (5), (8); THB, FLOP and TCJ 7(e)-(g), 8(d)-(f), 9(d)-(f).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.engine import commands as spoken
from croupier.engine.accounts import BANK, METER, Move, stack
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.cage.ledger import transfer
from croupier.room.custody import facts as told
from croupier.room.custody import orders as say
from croupier.room.custody.state import UNREADY, Deck, by_method, count_clause, counts_stub, waived
from croupier.room.logbook import Order
from croupier.room.table.pace import READING, ClockStarted, ClockStopped, is_asking
from croupier.rules.banked import Deliver
from croupier.rules.steps import Board, Burn, Deal, Draw

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


def _round(life: "TableLife", clause: str) -> Round:
    """The round whose cards lie on the table, still apart."""
    dealt = life.custody.decks.get(life.custody.dealt)
    if life.round is None or dealt is None or dealt.status != "dealt":
        raise Refused(clause, "no round lies on the table: its cards are gathered")
    return life.round


def all_dealt(state: Round) -> bool:
    """Whether no card of this round is still to come, so that the rest is the stub (POKER 1)."""
    takes = (Deal, Board, Burn, Draw, Deliver)
    return state.done or not any(isinstance(step, takes) for step in state.script[state.at :])


def count_due(life: "TableLife") -> bool:
    """Whether the stub of the last round of five has not been counted (THB 7(f))."""
    custody = life.custody
    return (
        life.game.banked
        and not waived(life)
        and custody.uncounted >= custody.procedures.count_rounds
    )


def uncounted_hands(life: "TableLife") -> dict[int, int]:
    """The hands that came back and were not counted yet, with what each should hold."""
    dealt = life.custody.decks.get(life.custody.dealt)
    if life.round is None or dealt is None or dealt.status != "dealt" or life.game.banked:
        return {}
    whole = (pile for pile in life.round.discards if pile.draw == 0)
    hands = {pile.seat: len(pile.cards) for pile in whole}
    return {seat: cards for seat, cards in hands.items() if seat not in life.custody.returned}


def check_gathered(life: "TableLife", deck: Deck) -> None:
    """Refuse to disturb a deck whose round is not over, or not counted as it must be."""
    if deck.status != "dealt":
        return
    life.check_between("POKER 1 round of play")
    if life.game.document.counts_returned_hands and uncounted_hands(life):
        seats = ", ".join(str(seat) for seat in uncounted_hands(life))
        raise Refused("POKER 6(e)(8)", f"the returned hands are counted first: seat {seats}")
    if count_due(life):
        raise Refused(count_clause(life), "the stub is counted first: this was the last round")
    if life.game.banked and not life.custody.racked:
        raise Refused(_racks(life), "the stub goes into the discard rack first")


def _racks(life: "TableLife") -> str:
    return by_method(life, "7(e)", "8(d)", "9(d)")


def wrong_count(fact: told.DeckCounted) -> str:
    """Say what a count found."""
    return f"{fact.counted} cards were counted where {fact.expected} should be"


def remove(life: "TableLife", name: str, reason: str) -> told.DeckRemoved:
    """Take a deck out of service because a count was wrong."""
    return told.DeckRemoved(clause=count_clause(life), deck=name, reason=reason)


def _count_deck(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.CountDeck = order.says
    deck, clause = life.custody.deck(says.deck), count_clause(life)
    if life.game.banked:
        raise Refused(clause, "the stub is counted at this table")
    if deck.status in (*UNREADY, "spread", "stored", "shuffling"):
        raise Refused(clause, f"deck {deck.name} is {deck.status}: it cannot be counted now")
    check_gathered(life, deck)
    count = told.DeckCounted(
        clause=clause,
        deck=deck.name,
        what="deck",
        expected=life.game.deck,
        counted=says.count,
    )
    return [count] if count.right else [count, remove(life, deck.name, wrong_count(count))]


def _count_stub(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.CountStub = order.says
    clause = count_clause(life)
    if not counts_stub(life.game):
        raise Refused(clause, f"in {life.game.title} the entire deck is counted")
    state = _round(life, clause)
    if not all_dealt(state):
        raise Refused(clause, "the stub is what is left when all cards are dealt")
    if life.custody.racked:
        raise Refused(clause, "the stub lies in the discard rack")
    count = told.DeckCounted(
        clause=clause,
        deck=life.custody.dealt,
        what="stub",
        expected=state.left,
        counted=says.count,
        misdealt=says.misdealt and life.game.banked,
    )
    if count.right:
        return [count, *_rack_facts(life, state)]
    if count.misdealt:
        return [count, *_all_void(life), *_rack_facts(life, state)]
    return [count, remove(life, count.deck, wrong_count(count)), *_all_void(life)]


def _rack_facts(life: "TableLife", state: Round) -> list[told.StubRacked]:
    if not life.game.banked:
        return []
    clause = life.game.cite("7(f)(1)")
    return [told.StubRacked(clause=clause, deck=life.custody.dealt, left=state.left)]


def _all_void(life: "TableLife") -> list[Any]:
    """A wrong count voids all hands: by the round's own rules, or afterwards (THB 7(f)(2))."""
    assert life.round is not None
    if not life.playing:
        return _undo(life, life.round) if life.game.banked else []
    kind: Any = "house_wrong_number" if life.game.banked else "missing_cards"
    try:
        return list(play(life.round, spoken.Report(kind))[1])
    except Refused:  # the floor calls it dead, and until then nobody plays on
        return []


def _undo(life: "TableLife", state: Round) -> list[told.HandsVoided]:
    """Give back what a settled round moved; chips that have left the table are not there."""
    moves: list[Move] = []
    came = {stack(seat): chips for seat, chips in life.custody.before.items()}
    came |= {METER: life.custody.meter_before} if METER in life.accounts else {}
    for account, chips in came.items():
        won = state.accounts.get(account, chips) - chips
        moves += transfer(account, BANK, min(max(won, 0), life.accounts.get(account, 0)))
        moves += transfer(BANK, account, max(-won, 0))
    return [told.HandsVoided(clause=life.game.cite("7(f)(2)"), moves=tuple(moves))]


def _rack_stub(life: "TableLife", order: Order, house: "House") -> list[Any]:
    clause = _racks(life) if life.game.banked else "FIELD stub"
    if not life.game.banked:
        raise Refused(clause, "a poker table has no discard rack")
    state = _round(life, clause)
    if not all_dealt(state):
        raise Refused(clause, "cards are still to be dealt")
    if life.custody.racked:
        raise Refused(clause, "the stub lies in the discard rack already")
    if count_due(life):
        raise Refused(count_clause(life), "the stub is counted before it is put away")
    return [told.StubRacked(clause=clause, deck=life.custody.dealt, left=state.left)]


def _count_returned(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.CountReturned = order.says
    due = uncounted_hands(life)
    for seat in says.hands:
        if seat not in due:
            raise Refused("POKER 6(e)(8)", f"no uncounted hand came back from seat {seat}")
    if not says.hands:
        raise Refused("FIELD hands", "no hand is named")
    wrong = tuple(sorted(seat for seat, cards in says.hands.items() if cards != due[seat]))
    return [told.HandsCounted(clause="POKER 6(e)(8)", hands=says.hands, wrong=wrong)]


def _remove(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.RemoveDeck = order.says
    deck = life.custody.deck(says.deck)
    if not says.reason.strip():
        raise Refused("FIELD reason", "a deck is removed for a reason")
    if life.playing and deck.name == life.custody.dealt:
        life.check_between("POKER 1 round of play")
    if deck.status == "dealt" and count_due(life):
        raise Refused(count_clause(life), "the stub is counted first: this was the last round")
    clause = life.game.own(says.clause)
    return [told.DeckRemoved(clause=clause, deck=deck.name, reason=says.reason)]


def _pause(life: "TableLife", order: Order, house: "House") -> list[Any]:
    clause = life.game.own(order.says.clause)
    life.check_open()
    if not life.playing and order.by.role == "dealer":
        raise Refused(clause, "no round of play is open: between rounds the floor has play stopped")
    if life.custody.paused:
        raise Refused(clause, "a marker lies on the deck already")
    if not order.says.reason.strip():
        raise Refused("FIELD reason", "the deck is set down for a reason")
    running = is_asking(life) and not life.pace.stopped
    stopped = [ClockStopped(clause=READING)] if running else []
    return [told.HandPaused(clause=clause, reason=order.says.reason), *stopped]


def marker_off(life: "TableLife") -> list[Any]:
    """The marker is taken off the deck, if one lies there, and the time of who is asked runs on."""
    if not life.custody.paused:
        return []
    started = [ClockStarted(clause=READING, ran=life.pace.ran)] if life.pace.stopped else []
    return [told.HandResumed(clause=life.game.own("POKER 6(e)(1)")), *started]


def _resume(life: "TableLife", order: Order, house: "House") -> list[Any]:
    clause = life.game.own(order.says.clause)
    if not life.custody.paused:
        raise Refused(clause, "no marker lies on the deck")
    return marker_off(life)


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    say.CountDeck: _count_deck,
    say.CountStub: _count_stub,
    say.RackStub: _rack_stub,
    say.CountReturned: _count_returned,
    say.RemoveDeck: _remove,
    say.PauseHand: _pause,
    say.ResumeHand: _resume,
}
