"""Facts about the decks of a table."""

from collections.abc import Collection
from typing import Literal, Self

from msgspec import field
from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.room.custody.state import Allotment, NewDeck
from croupier.room.logbook import HouseFact, TableFact


class DecksReceived(TableFact, frozen=True, kw_only=True):
    """The table received decks."""

    visibility = "public"
    decks: tuple[NewDeck, ...]


class DeckInspected(TableFact, frozen=True, kw_only=True):
    """The dealer opened a deck, sorted and inspected it: it is complete."""

    visibility = "public"
    deck: str


class DeckVerified(TableFact, frozen=True, kw_only=True):
    """The floorperson verified the inspection, or the seal of a pre-shuffled deck."""

    visibility = "public"
    deck: str


class DeckSpread(TableFact, frozen=True, kw_only=True):
    """A deck was spread on the table; at the opening by suit and in sequence."""

    visibility = "public"
    deck: str
    face: Literal["up", "down"]
    in_sequence: bool


class InspectionOffered(TableFact, frozen=True, kw_only=True):
    """Players were invited to look at the spread decks."""

    visibility = "public"
    players: tuple[str, ...]


class DecksLookedAt(TableFact, frozen=True, kw_only=True):
    """A player looked at the spread decks."""

    visibility = "public"
    player: str


class DeckStored(TableFact, frozen=True, kw_only=True):
    """A deck was put away unwashed after the inspection."""

    visibility = "public"
    deck: str


class DeckWashed(TableFact, frozen=True, kw_only=True):
    """A deck was turned face down, washed and stacked."""

    visibility = "public"
    deck: str


class ShufflerLoaded(TableFact, frozen=True, kw_only=True):
    """A deck went into the automated shuffler."""

    visibility = "public"
    deck: str


class DeckShuffled(TableFact, frozen=True, kw_only=True):
    """A deck was shuffled into one stack."""

    visibility = "public"
    deck: str
    how: Literal["hand", "device"]


class DeckPutInPlay(TableFact, frozen=True, kw_only=True):
    """A deck was put in play, in front of the dealer."""

    visibility = "public"
    deck: str


class CutMade(TableFact, frozen=True, kw_only=True):
    """The deck was cut: how many cards went under, and where the cover card is."""

    visibility = "public"
    deck: str
    count: int  # 0: ten or more real cards, which nobody counted
    cover: Literal["under the deck", "discard rack"]
    colour: str
    reason: str = ""  # of a recut


class DeckSorted(TableFact, frozen=True, kw_only=True):
    """A deck was put in suit and sequence."""

    visibility = "public"
    deck: str


class DeckCounted(TableFact, frozen=True, kw_only=True):
    """Cards were counted: the deck, the stub, or the deck by the shuffler."""

    visibility = "public"
    deck: str
    what: Literal["deck", "stub", "device"]
    expected: int
    counted: int
    misdealt: bool = False  # wrong, because a hand has too many or too few
    waives: bool = False  # the shuffler's count stands for that of the stub

    @property
    def right(self) -> bool:
        """Whether no card is missing and none is too many."""
        return self.counted == self.expected


class StubRacked(TableFact, frozen=True, kw_only=True):
    """The stub went into the discard rack unseen."""

    visibility = "public"
    deck: str
    left: int


class HandsCounted(TableFact, frozen=True, kw_only=True):
    """Returned hands were counted; `wrong` are the seats whose hand is not complete."""

    visibility = "public"
    hands: dict[int, int]
    wrong: tuple[int, ...] = ()


class DeckDealt(TableFact, frozen=True, kw_only=True):
    """The round that opens now is dealt from this deck."""

    visibility = "public"
    deck: str
    stacks: dict[int, Chips]  # and the meter: should a wrong count void the round later
    meter: Chips


class HandsVoided(TableFact, frozen=True, kw_only=True):
    """A wrong count voided a round that was settled: all players have what they came with.

    Those who have left, by the seats they had, are paid at the cage.
    """

    visibility = "public"
    people: dict[int, str] = field(default_factory=dict)
    moves: tuple[Move, ...]


class DeckRemoved(TableFact, frozen=True, kw_only=True):
    """A deck left the table."""

    visibility = "public"
    deck: str
    reason: str


class HandPaused(TableFact, frozen=True, kw_only=True):
    """The deck was set down, a marker on it."""

    visibility = "public"
    reason: str


class HandResumed(TableFact, frozen=True, kw_only=True):
    """The marker was taken off the deck."""

    visibility = "public"


class ShufflerJammed(TableFact, frozen=True, kw_only=True):
    """The shuffler failed; the cards in it are shuffled again."""

    visibility = "public"
    deck: str  # in the device; empty: none
    reason: str


class ShufflerCleared(TableFact, frozen=True, kw_only=True):
    """The shuffler works again."""

    visibility = "public"
    procedure: str


class ShufflerRemoved(TableFact, frozen=True, kw_only=True):
    """The shuffler left the table."""

    visibility = "public"
    deck: str  # that was in it; empty: none
    reason: str


class ShufflerInstalled(TableFact, frozen=True, kw_only=True):
    """A shuffler is back on the table."""

    visibility = "public"


class DeckSealed(TableFact, frozen=True, kw_only=True, omit_defaults=True):
    """The order of a deck is fixed: the root is public, cards and salts are hidden."""

    visibility = "veiled"
    ends_preview = True
    deck: str
    root: str
    size: int
    shuffle: int = 0  # of the round: 0 before the deal, then one for every reshuffle
    order: tuple[Card, ...] = ()
    salts: bytes = b""

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the cards and salts; the root is public."""
        return replace(self, order=(), salts=b"")


class CutNamed(TableFact, frozen=True, kw_only=True):
    """A player named the number of the cut."""

    visibility = "public"
    seat: int
    person: str
    count: int


class DecksDistributed(HouseFact, frozen=True, kw_only=True):
    """Decks were distributed to a table for a gaming day."""

    visibility = "public"
    table: str
    allotment: Allotment
