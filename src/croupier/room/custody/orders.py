"""Orders from the arrival of a deck to its cut: inspect, spread, wash, shuffle, cut, sort.

POKER 2, 4 and 5; THB, FLOP and TCJ 2 to 4; BBC decks, open and shuffle.
"""

from datetime import datetime

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.custody.cards_there import amiss, cards_of, spread_view
from croupier.room.custody.counting import OfDeck, remove, wrong_count
from croupier.room.custody.decide import (
    check_decks,
    check_gathered,
    had_opportunity,
    inspectors,
    machine_clause,
    present,
    shuffler,
)
from croupier.room.custody.distribution import allotted
from croupier.room.custody.facts import (
    CutMade,
    DeckCounted,
    DeckInspected,
    DeckPutInPlay,
    DeckShuffled,
    DecksLookedAt,
    DeckSorted,
    DeckSpread,
    DecksReceived,
    DeckStored,
    DeckVerified,
    DeckWashed,
    InspectionOffered,
)
from croupier.room.custody.state import UNREADY, Deck, NewDeck
from croupier.room.house.people import DEALER, FLOOR, PLAYER, SUPERVISORS, TABLE_STAFF
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.shuffle import check_cut, random_cut
from croupier.room.table.state import Table, TableDeciders


@given_by(TABLE_STAFF, "POKER 4(a)", "receive decks", by_room=True)
class ReceiveDecks(Command, frozen=True, kw_only=True):
    """Receive decks at the table: at the opening, or for decks that were removed."""

    decks: tuple[NewDeck, ...]


@given_by(DEALER, "POKER 4(a)", "inspect a deck", by_room=True)
class InspectDeck(OfDeck, frozen=True, kw_only=True):
    """Record that the dealer sorted, inspected and counted a deck."""

    count: int


@given_by(FLOOR, "POKER 4(a)", "verify a deck")
class VerifyDeck(OfDeck, frozen=True, kw_only=True):
    """Record that the floorperson verified the inspection, or the seal of a pre-shuffled deck."""


@given_by(DEALER, "POKER 4(b)", "spread a deck", by_room=True)
class SpreadDeck(OfDeck, frozen=True, kw_only=True):
    """Spread a deck face up, by suit and in sequence."""


@given_by(DEALER, "POKER 4(b)", "offer the cards for inspection", by_room=True)
class OfferInspection(Command, frozen=True, kw_only=True):
    """Invite the players who sit there to look at the spread decks; their time runs from now."""


@given_by(PLAYER, "POKER 4(b)", "inspect the cards at the opening")
class LookAtDecks(Command, frozen=True, kw_only=True):
    """Record that a player has looked at the spread decks."""


@given_by(DEALER, "POKER 4(c)(1)", "store a deck", by_room=True)
class StoreDeck(OfDeck, frozen=True, kw_only=True):
    """Store the deck that is not used yet; it must be washed when it is rotated in."""


@given_by(DEALER, "POKER 4(c)", "wash a deck", by_room=True)
class WashDeck(OfDeck, frozen=True, kw_only=True):
    """Turn a deck face down, wash and stack it."""


@given_by(DEALER, "POKER 5(a)", "shuffle a deck", by_room=True)
class ShuffleDeck(OfDeck, frozen=True, kw_only=True):
    """Shuffle a deck by hand into one stack."""


@given_by(DEALER, "POKER 2(b)", "rotate the decks", by_room=True)
class PutInPlay(OfDeck, frozen=True, kw_only=True):
    """Rotate a deck in: it is in front of the dealer, and the other one is stored."""


@given_by(DEALER, "POKER 5(b)", "cut the cards", by_room=True)
class CutDeck(Command, frozen=True, kw_only=True):
    """Cut the deck in front of the dealer: `count` cards from the top go to the bottom."""

    count: int  # 0: real cards, of which the dealer takes ten or more without counting them


@given_by(SUPERVISORS, "POKER 5(c)", "require a recut")
class Recut(Command, frozen=True, kw_only=True):
    """Have the cards cut again, before the first card is dealt."""

    reason: str
    count: int = 0  # 0: the room draws the number; of real cards it is not counted


@given_by(TABLE_STAFF, "POKER 2(b)", "put a deck in suit and sequence", by_room=True)
class SortDeck(OfDeck, frozen=True, kw_only=True):
    """Put a deck in suit and sequence, which finds a card that is missing, doubled or foreign."""


@given_by(DEALER, "POKER 5(d)", "spread the decks of an idle table", by_room=True)
class GoIdle(Command, frozen=True, kw_only=True):
    """Spread every deck of a table without play."""


@given_by(DEALER, "POKER 5(d)", "turn the decks face up", by_room=True)
class TurnUpDecks(Command, frozen=True, kw_only=True):
    """Turn spread decks face up, because players have come."""


def _receive(table: Table, order: Order[ReceiveDecks], house: House) -> list[Event]:
    says = order.says
    clause = table.game.own(says.clause)
    table.check_between(says.clause)
    for deck in says.decks:
        if not (deck.name.strip() and deck.design.strip() and deck.colour.strip()):
            raise Refused("FIELD decks", "each deck must have a name, a design and a color")
        if deck.name in table.custody.known:
            raise Refused(
                "FIELD decks", f"deck {deck.name} was at this table before: use a new name"
            )
    if not says.decks:
        raise Refused("FIELD decks", "`decks` must name at least one deck")
    check_decks(table, (*table.custody.decks.values(), *says.decks))
    if table.game.document.distributes_decks:
        record = allotted(house, table.name, order.at)
        for deck in says.decks:
            if (deck.design, deck.colour) not in record.backs:
                why = f"{deck.colour} {deck.design} was not distributed to this table today"
                raise Refused("POKER 2(c)", why)
    return [DecksReceived(clause=clause, decks=says.decks)]


def _inspect(table: Table, order: Order[InspectDeck], house: House) -> list[Event]:
    says = order.says
    deck = _at(table, says.deck, says.clause, "received")
    if deck.pre_shuffled:
        raise Refused(
            table.game.own(says.clause), "a pre-shuffled deck must not be opened for inspection"
        )
    clause = table.game.own(says.clause)
    count = DeckCounted(
        clause=table.game.own("POKER 2(a)"),
        deck=deck.name,
        what="deck",
        expected=table.game.deck,
        counted=says.count,
    )
    wrong = amiss(table.game, cards_of(table, deck)) if count.right else wrong_count(count)
    if wrong:
        return [count, remove(table, deck.name, wrong)]
    return [count, DeckInspected(clause=clause, deck=deck.name)]


def _verify(table: Table, order: Order[VerifyDeck], house: House) -> list[Event]:
    says = order.says
    pre = table.custody.deck(says.deck).pre_shuffled
    deck = _at(table, says.deck, says.clause, "received" if pre else "inspected")
    return [DeckVerified(clause=table.game.own(says.clause), deck=deck.name)]


def _spread(table: Table, order: Order[SpreadDeck], house: House) -> list[Event]:
    says = order.says
    before = "verified" if table.game.document.verifies_decks else "inspected"
    deck = _at(table, says.deck, says.clause, before)
    clause = table.game.own(says.clause)
    return [DeckSpread(clause=clause, deck=deck.name, face="up", in_sequence=True)]


def _at(table: Table, name: str, clause: str, *status: str) -> Deck:
    """A deck in one of these states, or a refusal."""
    deck = table.custody.deck(name)
    if deck.status not in status:
        why = f"deck {name} is {deck.status}: it must be {' or '.join(status)} for this"
        raise Refused(table.game.own(clause), why)
    return deck


def _check_face_up(table: Table, clause: str) -> None:
    cited = table.game.own(clause)
    early = any(deck.status in UNREADY for deck in table.custody.decks.values())
    if early or not spread_view(table):
        raise Refused(cited, "the decks must first be spread face up on the table")
    if any(d.status == "spread" and d.face == "down" for d in table.custody.decks.values()):
        raise Refused(cited, "the decks must first be turned face up")


def _offer(table: Table, order: Order[OfferInspection], house: House) -> list[Event]:
    _check_face_up(table, order.says.clause)
    clause = table.game.own(order.says.clause)
    players = tuple(name for name in present(table) if name not in table.custody.offered)
    if not players:
        raise Refused(clause, "every player at the table has already been invited")
    return [InspectionOffered(clause=clause, players=players)]


def _look(table: Table, order: Order[LookAtDecks], house: House) -> list[Event]:
    _check_face_up(table, order.says.clause)
    clause, name = table.game.own(order.says.clause), order.by.name
    if name not in present(table):
        raise Refused(clause, "only players at the table can inspect the cards")
    if name in table.custody.looked:
        raise Refused(clause, f"{name} has already looked")
    return [DecksLookedAt(clause=clause, player=name)]


def _wash(table: Table, order: Order[WashDeck], house: House) -> list[Event]:
    says = order.says
    deck = _at(table, says.deck, says.clause, "spread", "stored")
    if deck.status == "spread":
        _check_inspected(table, order.at, says.clause)
    return [DeckWashed(clause=table.game.own(says.clause), deck=deck.name)]


def _check_inspected(table: Table, at: datetime, clause: str) -> None:
    table.check_open()
    _check_face_up(table, clause)
    wanted = inspectors(table)
    if had_opportunity(table, at) < wanted:
        who = "one player must have" if wanted == 1 else f"{wanted} players must have"
        why = f"{who} the opportunity to inspect the cards first"
        raise Refused(table.game.own("POKER 4(c)"), why)


def _store(table: Table, order: Order[StoreDeck], house: House) -> list[Event]:
    says = order.says
    clause = table.game.own(says.clause)
    if shuffler(table) != "none" or table.custody.procedures.prepare_both_decks:
        raise Refused(clause, "both decks must be washed and shuffled before play")
    deck = _at(table, says.deck, says.clause, "spread")
    _check_inspected(table, order.at, says.clause)
    return [DeckStored(clause=clause, deck=deck.name)]


def shufflable(table: Table, name: str, clause: str) -> Deck:
    """A deck that can be shuffled now: washed, or gathered after its round."""
    deck = _at(table, name, clause, "washed", "loose", "shuffled", "cut", "dealt")
    check_gathered(table, deck)
    return deck


def _shuffle(table: Table, order: Order[ShuffleDeck], house: House) -> list[Event]:
    says = order.says
    if shuffler(table) != "none":
        clause = machine_clause(table.game, "(q)", "(g)")
        raise Refused(clause, "the shuffler must be removed before the cards are shuffled by hand")
    deck = shufflable(table, says.deck, says.clause)
    return [DeckShuffled(clause=table.game.own(says.clause), deck=deck.name, how="hand")]


def _put_in_play(table: Table, order: Order[PutInPlay], house: House) -> list[Event]:
    says = order.says
    deck = table.custody.deck(says.deck)
    clause = table.game.own(says.clause)
    table.check_between(says.clause)
    if table.custody.live == deck.name:
        raise Refused(clause, f"deck {deck.name} is already in play")
    if deck.status in (*UNREADY, "spread"):
        raise Refused(table.game.own("POKER 4(c)"), f"deck {deck.name} is only {deck.status}")
    return [DeckPutInPlay(clause=clause, deck=deck.name)]


def _cut(table: Table, order: Order[CutDeck], house: House) -> list[Event]:
    return [cut_made(table, order.says.count)]


def cut_made(table: Table, count: int) -> CutMade:
    """The cut of the deck in front of the dealer, or a refusal."""
    deck = _live(table, "POKER 5(b)")
    if deck.status == "cut":
        raise Refused(
            table.game.own("POKER 5(c)"),
            "the cards are already cut: only a supervisor can order a recut",
        )
    if deck.status != "shuffled":
        raise Refused(table.game.own("POKER 5(a)"), f"deck {deck.name} is not shuffled")
    if table.game.banked and deck.shuffled_by == "device":
        raise Refused(
            table.game.cite("4(b)(1)"), "cards from a shuffler must be dealt without a cut"
        )
    return _cut_of(table, deck, count, table.game.own("POKER 5(b)"))


def _recut(table: Table, order: Order[Recut], house: House) -> list[Event]:
    says = order.says
    clause = table.game.own(says.clause)
    if not says.reason.strip():
        raise Refused("FIELD reason", "`reason` must say why the cards are cut again")
    deck = table.custody.decks.get(table.custody.live)
    if deck is None or deck.status != "cut":
        raise Refused(clause, "a recut is possible only after the cut and before the first card")
    count = says.count or (random_cut(table.game.deck) if deck.seal else 0)
    return [_cut_of(table, deck, count, clause, says.reason)]


def _live(table: Table, clause: str) -> Deck:
    if not table.custody.live:
        raise Refused(table.game.own(clause), "a deck must be put in play first")
    return table.custody.decks[table.custody.live]


def _cut_of(table: Table, deck: Deck, count: int, clause: str, reason: str = "") -> CutMade:
    least = table.game.cite("4(c)(1)(ii)") if table.game.banked else table.game.own("POKER 5(b)(2)")
    if count or deck.seal:
        check_cut(count, table.game.deck, least)
    return CutMade(
        clause=clause,
        deck=deck.name,
        count=count,
        cover="discard rack" if table.game.banked else "under the deck",
        colour=table.custody.procedures.cover,
        reason=reason,
    )


def _sort(table: Table, order: Order[SortDeck], house: House) -> list[Event]:
    says = order.says
    deck = _at(table, says.deck, says.clause, "washed", "loose", "shuffled", "cut", "dealt")
    check_gathered(table, deck)
    if wrong := amiss(table.game, cards_of(table, deck)):
        return [remove(table, deck.name, wrong)]
    return [DeckSorted(clause=table.game.own(says.clause), deck=deck.name)]


def _idle(table: Table, order: Order[GoIdle], house: House) -> list[Event]:
    table.check_open()
    table.check_between(order.says.clause)
    clause = table.game.own(order.says.clause)
    face = table.custody.procedures.idle_spread
    facts: list[Event] = []
    for deck in table.custody.decks.values():
        if deck.status in UNREADY:
            raise Refused(clause, f"deck {deck.name} is only {deck.status}")
        if deck.status == "shuffling":
            raise Refused(clause, f"deck {deck.name} is in the shuffler")
        if deck.status != "spread":
            check_gathered(table, deck)
            fact = DeckSpread(clause=clause, deck=deck.name, face=face, in_sequence=False)
            facts.append(fact)
    if not facts:
        raise Refused(clause, "the decks are already spread")
    return facts


def _turn_up(table: Table, order: Order[TurnUpDecks], house: House) -> list[Event]:
    clause = table.game.own(order.says.clause)
    decks = table.custody.decks.values()
    down = [deck for deck in decks if deck.status == "spread" and deck.face == "down"]
    if not down:
        raise Refused(clause, "no deck is face down")
    wanted = max(1, inspectors(table))
    if len(present(table)) < wanted:
        raise Refused(
            clause, f"the decks can be turned up only when {wanted} players are at the table"
        )
    return [
        DeckSpread(clause=clause, deck=deck.name, face="up", in_sequence=False) for deck in down
    ]


DECIDE: TableDeciders = {
    ReceiveDecks: _receive,
    InspectDeck: _inspect,
    VerifyDeck: _verify,
    SpreadDeck: _spread,
    OfferInspection: _offer,
    LookAtDecks: _look,
    WashDeck: _wash,
    StoreDeck: _store,
    ShuffleDeck: _shuffle,
    PutInPlay: _put_in_play,
    CutDeck: _cut,
    Recut: _recut,
    SortDeck: _sort,
    GoIdle: _idle,
    TurnUpDecks: _turn_up,
}
