"""What happened to the decks, and the custody that follows from it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.engine.event import Event
from croupier.room.custody.orders import NewDeck
from croupier.room.custody.state import Custody, Deck, with_deck
from croupier.room.logbook import Entry

if TYPE_CHECKING:
    from croupier.room.table.decide import TableLife


class DecksReceived(Event, frozen=True, kw_only=True):
    """Decks came to the table."""

    decks: tuple[NewDeck, ...]


class DeckInspected(Event, frozen=True, kw_only=True):
    """The dealer opened a deck, sorted and inspected it: it is complete."""

    deck: str


class DeckVerified(Event, frozen=True, kw_only=True):
    """The floorperson verified the inspection, or the seal of a pre-shuffled deck."""

    deck: str


class DeckSpread(Event, frozen=True, kw_only=True):
    """A deck lies spread on the table; at the opening by suit and in sequence."""

    deck: str
    face: Literal["up", "down"]
    in_sequence: bool


class InspectionOffered(Event, frozen=True, kw_only=True):
    """Players were invited to look at the spread decks."""

    players: tuple[str, ...]


class DecksLookedAt(Event, frozen=True, kw_only=True):
    """A player looked at the spread decks."""

    player: str


class DeckStored(Event, frozen=True, kw_only=True):
    """A deck was put away unwashed after the inspection."""

    deck: str


class DeckWashed(Event, frozen=True, kw_only=True):
    """A deck was turned face down, washed and stacked."""

    deck: str


class ShufflerLoaded(Event, frozen=True, kw_only=True):
    """A deck went into the automated shuffler."""

    deck: str


class DeckShuffled(Event, frozen=True, kw_only=True):
    """A deck was shuffled into one stack."""

    deck: str
    how: Literal["hand", "device"]


class DeckPutInPlay(Event, frozen=True, kw_only=True):
    """A deck lies in front of the dealer; no other one does."""

    deck: str


class CutMade(Event, frozen=True, kw_only=True):
    """The deck was cut: so many cards went under; then where the cover card is."""

    deck: str
    count: int
    cover: Literal["under the deck", "discard rack"]
    colour: str
    reason: str = ""  # of a recut


class DeckSorted(Event, frozen=True, kw_only=True):
    """A deck was put in suit and sequence."""

    deck: str


class DeckCounted(Event, frozen=True, kw_only=True):
    """Cards were counted: the deck, the stub, or the deck by the shuffler."""

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


class StubRacked(Event, frozen=True, kw_only=True):
    """The stub went into the discard rack, and no card of it was seen."""

    deck: str
    left: int


class HandsCounted(Event, frozen=True, kw_only=True):
    """Returned hands were counted; `wrong` are the seats whose hand is not complete."""

    hands: dict[int, int]
    wrong: tuple[int, ...] = ()


class DeckDealt(Event, frozen=True, kw_only=True):
    """The round that opens now is dealt from this deck."""

    deck: str
    stacks: dict[int, Chips]  # and the meter: should a wrong count void the round later
    meter: Chips


class HandsVoided(Event, frozen=True, kw_only=True):
    """A wrong count voided a round that was settled: everybody has what he or she came with."""

    moves: tuple[Move, ...]


class DeckRemoved(Event, frozen=True, kw_only=True):
    """A deck left the table."""

    deck: str
    reason: str


class HandPaused(Event, frozen=True, kw_only=True):
    """The deck was set down, a marker on it."""

    reason: str


class HandResumed(Event, frozen=True, kw_only=True):
    """The marker was taken off the deck."""


class ShufflerJammed(Event, frozen=True, kw_only=True):
    """The shuffler failed; the cards in it are shuffled again."""

    deck: str  # in the device; empty: none
    reason: str


class ShufflerCleared(Event, frozen=True, kw_only=True):
    """The shuffler works again."""

    procedure: str


class ShufflerRemoved(Event, frozen=True, kw_only=True):
    """The shuffler left the table."""

    deck: str  # that was in it; empty: none
    reason: str


class ShufflerInstalled(Event, frozen=True, kw_only=True):
    """A shuffler is back on the table."""


Fact = (
    DecksReceived
    | DeckInspected
    | DeckVerified
    | DeckSpread
    | InspectionOffered
    | DecksLookedAt
    | DeckStored
    | DeckWashed
    | ShufflerLoaded
    | DeckShuffled
    | DeckPutInPlay
    | CutMade
    | DeckSorted
    | DeckCounted
    | StubRacked
    | HandsCounted
    | DeckDealt
    | HandsVoided
    | DeckRemoved
    | HandPaused
    | HandResumed
    | ShufflerJammed
    | ShufflerCleared
    | ShufflerRemoved
    | ShufflerInstalled
)


def evolve(life: "TableLife", entry: Entry) -> "TableLife":
    """The table after one more fact about its decks."""
    return replace(life, custody=_EVOLVE[type(entry.fact)](life.custody, entry))


def _received(custody: Custody, entry: Entry) -> Custody:
    new = {
        deck.name: Deck(deck.name, deck.design, deck.colour, deck.pre_shuffled)
        for deck in entry.fact.decks
    }
    return replace(custody, decks=custody.decks | new, known=(*custody.known, *new))


def _inspected(custody: Custody, entry: Entry) -> Custody:
    at = entry.at
    return with_deck(custody, entry.fact.deck, status="inspected", opened=at, counted=at)


def _verified(custody: Custody, entry: Entry) -> Custody:
    name = entry.fact.deck
    if custody.decks[name].pre_shuffled:
        ready: Any = {"status": "shuffled", "shuffled_by": "house", "opened": entry.at}
        return with_deck(custody, name, **ready)
    return with_deck(custody, name, status="verified")


def _spread(custody: Custody, entry: Entry) -> Custody:
    fact: DeckSpread = entry.fact
    deck = custody.decks[fact.deck]
    kept = entry.at if fact.in_sequence else deck.sorted
    after = with_deck(custody, fact.deck, status="spread", face=fact.face, sorted=kept)
    live = "" if custody.live == fact.deck else custody.live
    return replace(after, live=live, offered={}, looked=())


def _offered(custody: Custody, entry: Entry) -> Custody:
    invited = dict.fromkeys(entry.fact.players, entry.at)
    return replace(custody, offered=invited | custody.offered)


def _looked(custody: Custody, entry: Entry) -> Custody:
    return replace(custody, looked=(*custody.looked, entry.fact.player))


def _stored(custody: Custody, entry: Entry) -> Custody:
    return with_deck(custody, entry.fact.deck, status="stored")


def _washed(custody: Custody, entry: Entry) -> Custody:
    return with_deck(custody, entry.fact.deck, status="washed", shuffled_by="")


def _loaded(custody: Custody, entry: Entry) -> Custody:
    return with_deck(custody, entry.fact.deck, status="shuffling", shuffled_by="")


def _shuffled(custody: Custody, entry: Entry) -> Custody:
    return with_deck(custody, entry.fact.deck, status="shuffled", shuffled_by=entry.fact.how)


def _put_in_play(custody: Custody, entry: Entry) -> Custody:
    before = custody.decks.get(custody.live)
    if before and before.status in ("shuffled", "cut"):  # its cover card goes to the other deck
        custody = with_deck(custody, before.name, status="shuffled")
    return replace(custody, live=entry.fact.deck, cut=0)


def _cut(custody: Custody, entry: Entry) -> Custody:
    after = with_deck(custody, entry.fact.deck, status="cut")
    return replace(after, cut=entry.fact.count)


def _sorted(custody: Custody, entry: Entry) -> Custody:
    return with_deck(custody, entry.fact.deck, status="loose", sorted=entry.at, shuffled_by="")


def _counted(custody: Custody, entry: Entry) -> Custody:
    fact: DeckCounted = entry.fact
    if fact.right:
        custody = with_deck(custody, fact.deck, counted=entry.at)
        if fact.deck == custody.dealt:
            custody = replace(custody, alert="", alerted=None)
    if fact.what == "deck" and custody.decks[fact.deck].status != "received":
        custody = with_deck(custody, fact.deck, status="loose", shuffled_by="")
    if fact.what == "stub" or fact.waives:
        custody = replace(custody, uncounted=0)
    return custody


def _racked(custody: Custody, entry: Entry) -> Custody:
    return replace(custody, racked=True)


def _hands_counted(custody: Custody, entry: Entry) -> Custody:
    fact: HandsCounted = entry.fact
    after = replace(custody, returned=(*custody.returned, *fact.hands))
    if not fact.wrong:
        return after
    seats = " and ".join(str(seat) for seat in fact.wrong)
    why = f"the hand of seat {seats} came back with a wrong number of cards"
    return replace(after, alert=why, alerted=entry.at)


def _dealt(custody: Custody, entry: Entry) -> Custody:
    name = entry.fact.deck
    first = custody.decks[name].used or entry.at
    return replace(
        with_deck(custody, name, status="dealt", used=first),
        dealt=name,
        dealt_at=entry.at,
        uncounted=custody.uncounted + 1,
        racked=False,
        returned=(),
        cut=0,
        before=entry.fact.stacks,
        meter_before=entry.fact.meter,
    )


def _voided(custody: Custody, entry: Entry) -> Custody:
    return replace(custody, before={})


def _removed(custody: Custody, entry: Entry) -> Custody:
    name = entry.fact.deck
    decks = {deck.name: deck for deck in custody.others(name)}
    live = "" if custody.live == name else custody.live
    alert, alerted = custody.alert, custody.alerted
    if name == custody.dealt:
        alert, alerted = "", None
    return replace(custody, decks=decks, live=live, alert=alert, alerted=alerted)


def _paused(custody: Custody, entry: Entry) -> Custody:
    return replace(custody, paused=entry.fact.reason, paused_at=entry.at)


def _resumed(custody: Custody, entry: Entry) -> Custody:
    return replace(custody, paused="", paused_at=None)


def _out_of_device(custody: Custody, entry: Entry) -> Custody:
    name = entry.fact.deck
    return with_deck(custody, name, status="loose") if name else custody


def _jammed(custody: Custody, entry: Entry) -> Custody:
    return replace(_out_of_device(custody, entry), device="jammed")


def _device_removed(custody: Custody, entry: Entry) -> Custody:
    return replace(_out_of_device(custody, entry), device="removed")


def _device_ok(custody: Custody, entry: Entry) -> Custody:
    return replace(custody, device="ok")


_EVOLVE: dict[type, Callable[[Custody, Entry], Custody]] = {
    DecksReceived: _received,
    DeckInspected: _inspected,
    DeckVerified: _verified,
    DeckSpread: _spread,
    InspectionOffered: _offered,
    DecksLookedAt: _looked,
    DeckStored: _stored,
    DeckWashed: _washed,
    ShufflerLoaded: _loaded,
    DeckShuffled: _shuffled,
    DeckPutInPlay: _put_in_play,
    CutMade: _cut,
    DeckSorted: _sorted,
    DeckCounted: _counted,
    StubRacked: _racked,
    HandsCounted: _hands_counted,
    DeckDealt: _dealt,
    HandsVoided: _voided,
    DeckRemoved: _removed,
    HandPaused: _paused,
    HandResumed: _resumed,
    ShufflerJammed: _jammed,
    ShufflerCleared: _device_ok,
    ShufflerRemoved: _device_removed,
    ShufflerInstalled: _device_ok,
}
EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = dict.fromkeys(_EVOLVE, evolve)
