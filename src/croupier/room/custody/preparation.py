"""Decks come to a table, are inspected, shown to players, washed, shuffled and cut.

POKER 2, 4 and 5; THB, FLOP and TCJ 2 to 4; BBC decks, open and shuffle.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from croupier.refused import Refused
from croupier.room.custody import facts as told
from croupier.room.custody import orders as say
from croupier.room.custody.counting import check_gathered, remove, wrong_count
from croupier.room.custody.distribution import allotted
from croupier.room.custody.state import (
    UNREADY,
    Deck,
    inspectors,
    machine_clause,
    shuffler,
    spread_view,
)
from croupier.room.logbook import Order
from croupier.room.shuffle import check_cut, random_cut

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


def check_decks(life: "TableLife", decks: Sequence[say.NewDeck | Deck]) -> None:
    """Refuse decks that may not lie at this table together."""
    game, own = life.game, life.game.own
    device = shuffler(life) != "none"
    if game.banked:
        if len(decks) == 2 and not device:
            raise Refused(game.cite("2(b)"), "a second deck is used only with a shuffler")
        if not 1 <= len(decks) <= 2:
            raise Refused(game.cite("2(a)"), f"one deck is used here, not {len(decks)}")
    elif len(decks) != 2:
        raise Refused(own("POKER 2(a)"), f"a table has two decks, not {len(decks)}")
    backs = {(deck.design, deck.colour) for deck in decks}
    if len({deck.name for deck in decks}) < len(decks) or len(backs) < len(decks):
        raise Refused(own("POKER 2(a)"), "the two decks look alike")
    if device and len({deck.colour for deck in decks}) < len(decks):
        raise Refused(own("POKER 2(d)(1)"), "with a shuffler the backs have different colours")
    if life.custody.procedures.cover in {deck.colour for deck in decks}:
        raise Refused(own("POKER 2(a)"), "the cover card has another colour than the backs")


def _receive(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.ReceiveDecks = order.says
    clause = life.game.own(says.clause)
    life.check_between(says.clause)
    for deck in says.decks:
        if not (deck.name.strip() and deck.design.strip() and deck.colour.strip()):
            raise Refused("FIELD decks", "a deck has a name, a design and a colour")
        if deck.name in life.custody.known:
            raise Refused("FIELD decks", f"deck {deck.name} was at this table before")
    if not says.decks:
        raise Refused("FIELD decks", "no deck is named")
    check_decks(life, (*life.custody.decks.values(), *says.decks))
    if life.game.document.distributes_decks:
        record = allotted(house, life.name, order.at)
        for deck in says.decks:
            if (deck.design, deck.colour) not in record.backs:
                why = f"{deck.colour} {deck.design} was not distributed to this table today"
                raise Refused("POKER 2(c)", why)
    return [told.DecksReceived(clause=clause, decks=says.decks)]


def _inspect(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.InspectDeck = order.says
    deck = _at(life, says.deck, says.clause, "received")
    if deck.pre_shuffled:
        raise Refused(life.game.own(says.clause), "a pre-shuffled deck stays as it is")
    clause = life.game.own(says.clause)
    count = told.DeckCounted(
        clause=life.game.own("POKER 2(a)"),
        deck=deck.name,
        what="deck",
        expected=life.game.deck,
        counted=says.count,
    )
    if not count.right:
        return [count, remove(life, deck.name, wrong_count(count))]
    return [count, told.DeckInspected(clause=clause, deck=deck.name)]


def _verify(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.VerifyDeck = order.says
    pre = life.custody.deck(says.deck).pre_shuffled
    deck = _at(life, says.deck, says.clause, "received" if pre else "inspected")
    return [told.DeckVerified(clause=life.game.own(says.clause), deck=deck.name)]


def _spread(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.SpreadDeck = order.says
    before = "verified" if life.game.document.verifies_decks else "inspected"
    deck = _at(life, says.deck, says.clause, before)
    clause = life.game.own(says.clause)
    return [told.DeckSpread(clause=clause, deck=deck.name, face="up", in_sequence=True)]


def _at(life: "TableLife", name: str, clause: str, *status: str) -> Deck:
    """A deck that has got exactly this far."""
    deck = life.custody.deck(name)
    if deck.status not in status:
        why = f"deck {name} is {deck.status}: this is done when it is {' or '.join(status)}"
        raise Refused(life.game.own(clause), why)
    return deck


# --- the inspection by players ---------------------------------------------------------------


def present(life: "TableLife") -> list[str]:
    """The players who sit at the table and are there."""
    return sorted({seat.person for seat in life.seats.values() if not seat.away})


def had_opportunity(life: "TableLife", at: datetime) -> int:
    """How many players have looked at the spread decks, or had the time to."""
    custody = life.custody
    time = timedelta(seconds=custody.procedures.inspection_seconds)
    waited = {player for player, since in custody.offered.items() if since + time <= at}
    return len(waited | set(custody.looked))


def _check_face_up(life: "TableLife", clause: str) -> None:
    cited = life.game.own(clause)
    early = any(deck.status in UNREADY for deck in life.custody.decks.values())
    if early or not spread_view(life):
        raise Refused(cited, "the decks do not lie face up on the table")
    if any(d.status == "spread" and d.face == "down" for d in life.custody.decks.values()):
        raise Refused(cited, "the decks lie face down")


def _offer(life: "TableLife", order: Order, house: "House") -> list[Any]:
    _check_face_up(life, order.says.clause)
    clause = life.game.own(order.says.clause)
    players = tuple(name for name in present(life) if name not in life.custody.offered)
    if not players:
        raise Refused(clause, "nobody sits here who was not invited already")
    return [told.InspectionOffered(clause=clause, players=players)]


def _look(life: "TableLife", order: Order, house: "House") -> list[Any]:
    _check_face_up(life, order.says.clause)
    clause, name = life.game.own(order.says.clause), order.by.name
    if name not in present(life):
        raise Refused(clause, "the players who sit at the table inspect the cards")
    if name in life.custody.looked:
        raise Refused(clause, f"{name} has looked already")
    return [told.DecksLookedAt(clause=clause, player=name)]


def _wash(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.WashDeck = order.says
    deck = _at(life, says.deck, says.clause, "spread", "stored")
    if deck.status == "spread":
        _check_inspected(life, order.at, says.clause)
    return [told.DeckWashed(clause=life.game.own(says.clause), deck=deck.name)]


def _check_inspected(life: "TableLife", at: datetime, clause: str) -> None:
    life.check_open()
    _check_face_up(life, clause)
    wanted = inspectors(life)
    if had_opportunity(life, at) < wanted:
        who = "one player has" if wanted == 1 else f"{wanted} players have"
        why = f"first {who} the opportunity to inspect the cards"
        raise Refused(life.game.own("POKER 4(c)"), why)


def _store(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.StoreDeck = order.says
    clause = life.game.own(says.clause)
    if shuffler(life) != "none" or life.custody.procedures.prepare_both_decks:
        raise Refused(clause, "both decks are washed and shuffled before play")
    deck = _at(life, says.deck, says.clause, "spread")
    _check_inspected(life, order.at, says.clause)
    return [told.DeckStored(clause=clause, deck=deck.name)]


# --- shuffle, rotation and cut ---------------------------------------------------------------


def shufflable(life: "TableLife", name: str, clause: str) -> Deck:
    """A deck that may be shuffled now: washed, or gathered after its round."""
    deck = _at(life, name, clause, "washed", "loose", "shuffled", "cut", "dealt")
    check_gathered(life, deck)
    return deck


def _shuffle(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.ShuffleDeck = order.says
    if shuffler(life) != "none":
        clause = machine_clause(life.game, "(q)", "(g)")
        raise Refused(clause, "the shuffler is removed before the cards are shuffled by hand")
    deck = shufflable(life, says.deck, says.clause)
    return [told.DeckShuffled(clause=life.game.own(says.clause), deck=deck.name, how="hand")]


def _put_in_play(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.PutInPlay = order.says
    deck = life.custody.deck(says.deck)
    clause = life.game.own(says.clause)
    life.check_between(says.clause)
    if life.custody.live == deck.name:
        raise Refused(clause, f"deck {deck.name} is in play already")
    if deck.status in (*UNREADY, "spread"):
        raise Refused(life.game.own("POKER 4(c)"), f"deck {deck.name} is only {deck.status}")
    return [told.DeckPutInPlay(clause=clause, deck=deck.name)]


def _cut(life: "TableLife", order: Order, house: "House") -> list[Any]:
    return [cut_made(life, order.says.count)]


def cut_made(life: "TableLife", count: int) -> told.CutMade:
    """The cut of the deck in front of the dealer, or a refusal."""
    deck = _live(life, "POKER 5(b)")
    if deck.status == "cut":
        raise Refused(life.game.own("POKER 5(c)"), "the cards are cut: a supervisor orders a recut")
    if deck.status != "shuffled":
        raise Refused(life.game.own("POKER 5(a)"), f"deck {deck.name} is not shuffled")
    if life.game.banked and deck.shuffled_by == "device":
        raise Refused(life.game.cite("4(b)(1)"), "cards from a shuffler are dealt without a cut")
    return _cut_of(life, deck, count, life.game.own("POKER 5(b)"))


def _recut(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.Recut = order.says
    clause = life.game.own(says.clause)
    if not says.reason.strip():
        raise Refused("FIELD reason", "a recut has a reason")
    deck = life.custody.decks.get(life.custody.live)
    if deck is None or deck.status != "cut":
        raise Refused(clause, "a recut comes after the cut and before the first card")
    count = says.count or random_cut(life.game.deck)
    return [_cut_of(life, deck, count, clause, says.reason)]


def _live(life: "TableLife", clause: str) -> Deck:
    if not life.custody.live:
        raise Refused(life.game.own(clause), "no deck lies in front of the dealer")
    return life.custody.decks[life.custody.live]


def _cut_of(
    life: "TableLife", deck: Deck, count: int, clause: str, reason: str = ""
) -> told.CutMade:
    least = life.game.cite("4(c)(1)(ii)") if life.game.banked else "POKER 5(b)(2)"
    check_cut(count, life.game.deck, least)
    return told.CutMade(
        clause=clause,
        deck=deck.name,
        count=count,
        cover="discard rack" if life.game.banked else "under the deck",
        colour=life.custody.procedures.cover,
        reason=reason,
    )


def _sort(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.SortDeck = order.says
    deck = _at(life, says.deck, says.clause, "washed", "loose", "shuffled", "cut", "dealt")
    check_gathered(life, deck)
    return [told.DeckSorted(clause=life.game.own(says.clause), deck=deck.name)]


# --- no gaming activity ----------------------------------------------------------------------


def _idle(life: "TableLife", order: Order, house: "House") -> list[Any]:
    life.check_open()
    life.check_between(order.says.clause)
    clause = life.game.own(order.says.clause)
    face = life.custody.procedures.idle_spread
    facts: list[Any] = []
    for deck in life.custody.decks.values():
        if deck.status in UNREADY:
            raise Refused(clause, f"deck {deck.name} is only {deck.status}")
        if deck.status == "shuffling":
            raise Refused(clause, f"deck {deck.name} is in the shuffler")
        if deck.status != "spread":
            check_gathered(life, deck)
            fact = told.DeckSpread(clause=clause, deck=deck.name, face=face, in_sequence=False)
            facts.append(fact)
    if not facts:
        raise Refused(clause, "the decks are spread already")
    return facts


def _turn_up(life: "TableLife", order: Order, house: "House") -> list[Any]:
    clause = life.game.own(order.says.clause)
    decks = life.custody.decks.values()
    down = [deck for deck in decks if deck.status == "spread" and deck.face == "down"]
    if not down:
        raise Refused(clause, "no deck lies face down")
    wanted = max(1, inspectors(life))
    if len(present(life)) < wanted:
        raise Refused(clause, f"the decks are turned up when {wanted} have come to the table")
    return [
        told.DeckSpread(clause=clause, deck=deck.name, face="up", in_sequence=False)
        for deck in down
    ]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    say.ReceiveDecks: _receive,
    say.InspectDeck: _inspect,
    say.VerifyDeck: _verify,
    say.SpreadDeck: _spread,
    say.OfferInspection: _offer,
    say.LookAtDecks: _look,
    say.StoreDeck: _store,
    say.WashDeck: _wash,
    say.ShuffleDeck: _shuffle,
    say.PutInPlay: _put_in_play,
    say.CutDeck: _cut,
    say.Recut: _recut,
    say.SortDeck: _sort,
    say.GoIdle: _idle,
    say.TurnUpDecks: _turn_up,
}
