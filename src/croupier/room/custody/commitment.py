"""The deck is sealed before the first card, and a player may name the number of the cut.

A shuffled deck is committed to: its root goes to everybody, its order and its salts stay in the
log, where nobody reads them. What is dealt then is the deck that was sealed, or the room refuses.
The same before every reshuffle inside a round. Old logs, and decks of real cards, have no seal.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec.structs import replace

from croupier.cards import Card
from croupier.engine.deal import renewal
from croupier.engine.dues import in_order
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.custody.preparation import cut_made
from croupier.room.custody.state import with_deck
from croupier.room.house.people import DEALER, PLAYER, NotYours, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.sealed import Seal, fresh_salts, root_of
from croupier.room.seating.lineup import next_deal
from croupier.room.shuffle import cut, shuffle

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

READING = "A-03"


class SealDeck(Command, frozen=True, kw_only=True):
    """Shuffle the deck in front of the dealer, or the pile that renews it, and commit to its order.

    The order is drawn here, from the chance that the room's dealer brings: no command carries it.
    """

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 5(a)"
    what: ClassVar[str] = "seal the deck"
    by_room: ClassVar[bool] = True


class NameCut(Command, frozen=True, kw_only=True):
    """The last to be dealt in says how many cards the cut takes, where the sign has it so."""

    count: int
    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 5(b)"
    what: ClassVar[str] = "name the number of the cut"


class DeckSealed(Event, frozen=True, kw_only=True, omit_defaults=True):
    """The order of a deck is fixed: everybody knows the root, and nobody the cards or salts."""

    visibility = "veiled"
    ends_preview = True
    deck: str
    root: str
    size: int
    shuffle: int = 0  # of the round: 0 before the deal, then one for every reshuffle
    order: tuple[Card, ...] = ()
    salts: bytes = b""

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the cards and salts from everybody; the root is public."""
        return replace(self, order=(), salts=b"")


class CutNamed(Event, frozen=True, kw_only=True):
    """A player named the number of the cut."""

    seat: int
    person: str
    count: int


Fact = DeckSealed | CutNamed


# --- the seal --------------------------------------------------------------------------------


def _seal(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: SealDeck = order.says
    name, cards, count = _mixed(life)
    clause = life.game.own(says.clause)
    if life.custody.decks[name].seal is not None:
        raise Refused(clause, f"deck {name} is sealed already")
    if order.chance is None:
        raise NotYours(clause, "only the room's own dealer can seal a deck")
    entropy = order.chance()
    drawn, salts = shuffle(cards, entropy), fresh_salts(len(cards), entropy)
    return [
        DeckSealed(
            clause=clause,
            deck=name,
            root=root_of(drawn, salts).hex(),
            size=len(cards),
            shuffle=count,
            order=drawn,
            salts=b"".join(salts),
        )
    ]


def _mixed(life: "TableLife") -> tuple[str, tuple[Card, ...], int]:
    """The deck that lies shuffled, its cards, and which shuffle of its round this is."""
    custody, clause = life.custody, life.game.own("POKER 5(a)")
    if life.playing:
        assert life.round is not None
        asked = any(turn.option("reshuffle") for turn in life.round.turns)
        if not asked or custody.dealt not in custody.decks:
            raise Refused(clause, "no deck is shuffled while a round of play is open")
        return custody.dealt, renewal(life.round), custody.decks[custody.dealt].shuffle + 1
    live = custody.decks.get(custody.live)
    if live is None or live.status != "shuffled":
        raise Refused(clause, "a deck is sealed when it is shuffled, and before it is cut")
    return live.name, whole_deck(life), 0


def whole_deck(life: "TableLife") -> tuple[Card, ...]:
    """Every card of a deck of this table's game."""
    return life.game.cards


def seal_due(life: "TableLife") -> tuple[Card, ...]:
    """The cards that lie shuffled before the dealer and are not sealed yet, or none."""
    try:
        name, cards, _ = _mixed(life)
    except Refused:
        return ()
    return () if life.custody.decks[name].seal else cards


def deck_to_deal(life: "TableLife", name: str, said: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a deck as it was sealed; without a seal, as the dealer says they lie."""
    deck, clause = life.custody.decks.get(name), life.game.own("POKER 5(a)")
    if deck is None or deck.seal is None:
        if not said:
            raise Refused(clause, f"deck {name} must be sealed before it is dealt")
        return tuple(said)
    cards = as_sealed(life, deck.seal)
    if said and tuple(said) != cards:
        raise Refused(clause, f"these are not the cards of deck {name} in the order it was sealed")
    return cards


def as_sealed(life: "TableLife", seal: Seal) -> tuple[Card, ...]:
    """The order in which a sealed deck is dealt: after its cut, if it had one."""
    taken = 0 if life.playing else life.custody.cut
    return cut(seal.order, taken) if taken else seal.order


def unsealed(life: "TableLife") -> "TableLife":
    """The table once its renewed deck is in use."""
    name = life.custody.dealt
    if name not in life.custody.decks:
        return life
    return replace(life, custody=with_deck(life.custody, name, seal=None))


# --- the number of the cut -------------------------------------------------------------------


def cutter(life: "TableLife") -> int:
    """The seat that is to name the number of the cut now; 0: nobody, the dealer cuts."""
    live = life.custody.decks.get(life.custody.live)
    if life.sign.cut_number != "player" or life.playing or live is None:
        return 0
    machine = life.game.banked and live.shuffled_by == "device"
    if live.status != "shuffled" or live.seal is None or machine:
        return 0
    deal = next_deal(life)
    return in_order(list(deal.stacks), deal.button)[-1] if deal.stacks else 0


def _name_cut(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: NameCut = order.says
    if life.sign.cut_number != "player":
        raise Refused("SIGN cut_number", "the dealer cuts here: no player names the number")
    seat = cutter(life)
    if not seat:
        raise Refused(READING, "the number is named when the deck is sealed, and before it is cut")
    if life.seats[seat].person != order.by.name:
        raise Refused(READING, f"seat {seat} is the last to be dealt in, and names the number")
    made = cut_made(life, says.count)
    return [CutNamed(clause=READING, seat=seat, person=order.by.name, count=says.count), made]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    SealDeck: _seal,
    NameCut: _name_cut,
}


def _sealed(life: "TableLife", entry: Entry) -> "TableLife":
    fact: DeckSealed = entry.fact
    seal = Seal(fact.order, fact.salts, fact.root, entry.at)
    custody = with_deck(life.custody, fact.deck, seal=seal, shuffle=fact.shuffle)
    return replace(life, custody=custody)


def _cut_named(life: "TableLife", entry: Entry) -> "TableLife":
    return life  # the cut itself is told by `CutMade`


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    DeckSealed: _sealed,
    CutNamed: _cut_named,
}
