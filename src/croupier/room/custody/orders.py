"""What dealers, floorpersons, supervisors and players may say of the decks."""

from typing import ClassVar

from msgspec import Struct

from croupier.room.house.people import DEALER, FLOOR, PLAYER, SUPERVISORS, TABLE_STAFF, Role
from croupier.room.logbook import Command


class NewDeck(Struct, frozen=True):
    """A deck as it comes to a table: a name of its own, and what its back looks like."""

    name: str
    design: str
    colour: str
    pre_shuffled: bool = False  # pre-inspected and pre-shuffled


class OfDeck(Command, frozen=True, kw_only=True):
    """An order that concerns one deck."""

    deck: str


class ReceiveDecks(Command, frozen=True, kw_only=True):
    """Take decks in at the table: at the opening, or for those that were removed."""

    decks: tuple[NewDeck, ...]
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 4(a)"
    what: ClassVar[str] = "receive decks"
    by_room: ClassVar[bool] = True


class InspectDeck(OfDeck, frozen=True, kw_only=True):
    """The dealer has sorted and inspected a deck, and counted it."""

    count: int
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 4(a)"
    what: ClassVar[str] = "inspect a deck"
    by_room: ClassVar[bool] = True


class VerifyDeck(OfDeck, frozen=True, kw_only=True):
    """The floorperson has verified the inspection, or the seal of a pre-shuffled deck."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 4(a)"
    what: ClassVar[str] = "verify a deck"


class SpreadDeck(OfDeck, frozen=True, kw_only=True):
    """Spread a deck face up, by suit and in sequence."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 4(b)"
    what: ClassVar[str] = "spread a deck"
    by_room: ClassVar[bool] = True


class OfferInspection(Command, frozen=True, kw_only=True):
    """Invite the players who sit there to look at the spread decks; their time runs from now."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 4(b)"
    what: ClassVar[str] = "offer the cards for inspection"
    by_room: ClassVar[bool] = True


class LookAtDecks(Command, frozen=True, kw_only=True):
    """A player has looked at the spread decks and lets the dealer go on."""

    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 4(b)"
    what: ClassVar[str] = "inspect the cards at the opening"


class StoreDeck(OfDeck, frozen=True, kw_only=True):
    """Put the deck away that is not used yet: it is washed when it is rotated in."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 4(c)(1)"
    what: ClassVar[str] = "store a deck"
    by_room: ClassVar[bool] = True


class WashDeck(OfDeck, frozen=True, kw_only=True):
    """Turn a deck face down, wash and stack it."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 4(c)"
    what: ClassVar[str] = "wash a deck"
    by_room: ClassVar[bool] = True


class ShuffleDeck(OfDeck, frozen=True, kw_only=True):
    """Shuffle a deck by hand into one stack."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 5(a)"
    what: ClassVar[str] = "shuffle a deck"
    by_room: ClassVar[bool] = True


class LoadShuffler(OfDeck, frozen=True, kw_only=True):
    """Put a deck into the automated shuffler."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 5(a)"
    what: ClassVar[str] = "load the shuffler"
    by_room: ClassVar[bool] = True


class FinishShuffle(OfDeck, frozen=True, kw_only=True):
    """The automated shuffler is done; one that counts says how many cards it found."""

    count: int = -1  # -1: the device does not count
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 5(a)"
    what: ClassVar[str] = "take a deck from the shuffler"
    by_room: ClassVar[bool] = True


class PutInPlay(OfDeck, frozen=True, kw_only=True):
    """Rotate a deck in: it lies before the dealer, and the other one is stored."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 2(b)"
    what: ClassVar[str] = "rotate the decks"
    by_room: ClassVar[bool] = True


class CutDeck(Command, frozen=True, kw_only=True):
    """Cut the deck in front of the dealer: so many cards from the top go to the bottom."""

    count: int
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 5(b)"
    what: ClassVar[str] = "cut the cards"
    by_room: ClassVar[bool] = True


class Recut(Command, frozen=True, kw_only=True):
    """Have the cards cut again, before the first of them is dealt."""

    reason: str
    count: int = 0  # 0: the room draws the number, as it always does at an automated table
    roles: ClassVar[frozenset[Role]] = SUPERVISORS
    clause: ClassVar[str] = "POKER 5(c)"
    what: ClassVar[str] = "require a recut"


class SortDeck(OfDeck, frozen=True, kw_only=True):
    """Put a deck in suit and sequence."""

    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 2(b)"
    what: ClassVar[str] = "put a deck in suit and sequence"
    by_room: ClassVar[bool] = True


class CountDeck(OfDeck, frozen=True, kw_only=True):
    """The dealer has counted an entire deck."""

    count: int
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 6(e)(5)"
    what: ClassVar[str] = "count a deck"
    by_room: ClassVar[bool] = True


class CountStub(Command, frozen=True, kw_only=True):
    """The dealer has counted the stub, face down; if it is wrong, whether cards were misdealt."""

    count: int
    misdealt: bool = False  # a hand has too many or too few, and the deck is complete
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 6(e)(5)"
    what: ClassVar[str] = "count the stub"
    by_room: ClassVar[bool] = True


class RackStub(Command, frozen=True, kw_only=True):
    """Put the stub in the discard rack without exposing a card."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "THB 7(e)"
    what: ClassVar[str] = "put the stub away"
    by_room: ClassVar[bool] = True


class CountReturned(Command, frozen=True, kw_only=True):
    """The dealer has counted hands that came back: how many cards from each seat."""

    hands: dict[int, int]
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 6(e)(8)"
    what: ClassVar[str] = "count returned hands"
    by_room: ClassVar[bool] = True


class RemoveDeck(OfDeck, frozen=True, kw_only=True):
    """Take a deck from the table: its time is over, or something is wrong with it."""

    reason: str
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 2(b)"
    what: ClassVar[str] = "remove a deck"


class GoIdle(Command, frozen=True, kw_only=True):
    """Spread every deck, because nobody plays."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 5(d)"
    what: ClassVar[str] = "spread the decks of an idle table"
    by_room: ClassVar[bool] = True


class TurnUpDecks(Command, frozen=True, kw_only=True):
    """Turn spread decks face up, because players have come."""

    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 5(d)"
    what: ClassVar[str] = "turn the decks face up"
    by_room: ClassVar[bool] = True


class PauseHand(Command, frozen=True, kw_only=True):
    """Set the deck down under a marker: for a transaction in a hand, or because the floor says."""

    reason: str
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 6(e)(1)"
    what: ClassVar[str] = "set the deck down"


class ResumeHand(Command, frozen=True, kw_only=True):
    """Take the marker off the deck: the transaction is complete."""

    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 6(e)(1)"
    what: ClassVar[str] = "take the deck up again"


class ReportJam(Command, frozen=True, kw_only=True):
    """The shuffler jams, stops, or does not complete its cycle."""

    reason: str
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 15(p)"
    what: ClassVar[str] = "report a failing shuffler"


class ClearShuffler(Command, frozen=True, kw_only=True):
    """The shuffler works again, by the approved procedure that is named."""

    procedure: str
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 15(p)"
    what: ClassVar[str] = "clear the shuffler"


class RemoveShuffler(Command, frozen=True, kw_only=True):
    """Take the shuffler off the table: from now on the cards are shuffled by hand."""

    reason: str
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 15(q)"
    what: ClassVar[str] = "remove the shuffler"


class InstallShuffler(Command, frozen=True, kw_only=True):
    """Put a working shuffler back on the table."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 15(q)"
    what: ClassVar[str] = "install a shuffler"
