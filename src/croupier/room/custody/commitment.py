"""Seal a deck before its first card, and let a player name the number of the cut.

A shuffled deck is committed to: its root is public, its order and its salts stay hidden in
the log. Only the sealed deck can then be dealt.
A reshuffle inside a round is sealed too. Old logs and decks of real cards have no seal.
"""

from collections.abc import Sequence

from croupier.cards import Card
from croupier.engine.deal import renewal
from croupier.engine.dues import in_order
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.custody.cards_there import cards_of
from croupier.room.custody.facts import CutNamed, DeckSealed
from croupier.room.custody.orders import cut_made
from croupier.room.house.people import DEALER, PLAYER, NotYours
from croupier.room.house.state import House
from croupier.room.logbook import ByDealer, Command, Order, given_by
from croupier.room.sealed import Seal, fresh_salts, root_of
from croupier.room.seating.lineup import next_deal
from croupier.room.shuffle import cut, shuffle
from croupier.room.table.state import Decided, Table, TableDeciders

READING = "A-03"


@given_by(DEALER, "POKER 5(a)", "seal the deck", by_room=True)
class SealDeck(Command, frozen=True, kw_only=True):
    """Shuffle the deck in front of the dealer, or the pile that renews it, and commit to its order.

    The order is drawn here, from the chance that the room's dealer brings: no command carries it.
    """


@given_by(PLAYER, "POKER 5(b)", "name the number of the cut")
class NameCut(Command, frozen=True, kw_only=True):
    """Name how many cards the cut takes: the last player to be dealt in, if the sign says so."""

    count: int


def _seal(table: Table, order: Order[SealDeck], house: House) -> list[Event]:
    says = order.says
    name, cards, count = _mixed(table)
    clause = table.game.own(says.clause)
    if table.custody.decks[name].seal is not None:
        raise Refused(clause, f"deck {name} is already sealed")
    if order.chance is None:
        raise NotYours(clause, "only the room's own dealer can seal a deck")
    entropy = order.chance()
    drawn = shuffle(cards, entropy)
    salts = fresh_salts(len(drawn), entropy)
    return [
        DeckSealed(
            clause=clause,
            deck=name,
            root=root_of(drawn, salts).hex(),
            size=len(drawn),
            shuffle=count,
            order=drawn,
            salts=b"".join(salts),
        )
    ]


def _mixed(table: Table) -> tuple[str, tuple[Card, ...], int]:
    """The shuffled deck, its cards, and which shuffle of its round this is."""
    custody, clause = table.custody, table.game.own("POKER 5(a)")
    if table.playing:
        assert table.round is not None
        asked = any(turn.option("reshuffle") for turn in table.round.turns)
        if not asked or custody.dealt not in custody.decks:
            raise Refused(clause, "a deck cannot be shuffled while a round of play is open")
        return custody.dealt, renewal(table.round), custody.decks[custody.dealt].shuffle + 1
    live = custody.decks.get(custody.live)
    if live is None or live.status != "shuffled":
        raise Refused(clause, "a deck can be sealed only after its shuffle and before its cut")
    return live.name, cards_of(table, live), 0


def seal_due(table: Table) -> tuple[Card, ...]:
    """The cards that are shuffled and must be sealed next, or none."""
    try:
        name, cards, _ = _mixed(table)
    except Refused:
        return ()
    return () if table.custody.decks[name].seal else cards


def deck_to_deal(table: Table, name: str, said: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a deck as it was sealed; without a seal, as the dealer names them."""
    deck, clause = table.custody.decks.get(name), table.game.own("POKER 5(a)")
    if deck is None or deck.seal is None:
        if not said:
            raise Refused(clause, f"deck {name} must be sealed before it is dealt")
        return tuple(said)
    cards = as_sealed(table, deck.seal)
    if said and tuple(said) != cards:
        raise Refused(clause, f"these are not the cards of deck {name} in the order it was sealed")
    return cards


def as_sealed(table: Table, seal: Seal) -> tuple[Card, ...]:
    """The order in which a sealed deck is dealt: after its cut, if it had one."""
    taken = 0 if table.playing else table.custody.cut
    return cut(seal.order, taken) if taken else seal.order


def cutter(table: Table) -> int:
    """The seat that must name the number of the cut now; 0: none, the dealer cuts."""
    live = table.custody.decks.get(table.custody.live)
    if table.sign.cut_number != "player" or table.playing or live is None:
        return 0
    machine = table.game.banked and live.shuffled_by == "device"
    if live.status != "shuffled" or live.seal is None or machine:
        return 0
    deal = next_deal(table)
    return in_order(list(deal.stacks), deal.button)[-1] if deal.stacks else 0


def _name_cut(table: Table, order: Order[NameCut], house: House) -> Decided:
    says = order.says
    if table.sign.cut_number != "player":
        raise Refused("SIGN cut_number", "only the dealer cuts at this table")
    seat = cutter(table)
    if not seat:
        raise Refused(
            READING, "the number can be named only after the deck is sealed and before it is cut"
        )
    if table.seats[seat].person != order.by.name:
        raise Refused(READING, f"only seat {seat}, the last to be dealt in, can name the number")
    named = CutNamed(clause=READING, seat=seat, person=order.by.name, count=says.count)
    return [named, ByDealer(cut_made(table, says.count))]


DECIDE: TableDeciders = {
    SealDeck: _seal,
    NameCut: _name_cut,
}
