"""How facts change the decks of a table, and their distribution among the tables."""

from msgspec.structs import replace

from croupier.room.custody.facts import (
    CutMade,
    DeckCounted,
    DeckDealt,
    DeckInspected,
    DeckPutInPlay,
    DeckRemoved,
    DecksDistributed,
    DeckSealed,
    DeckShuffled,
    DecksLookedAt,
    DeckSorted,
    DeckSpread,
    DecksReceived,
    DeckStored,
    DeckVerified,
    DeckWashed,
    HandPaused,
    HandResumed,
    HandsCounted,
    HandsVoided,
    InspectionOffered,
    ShufflerCleared,
    ShufflerInstalled,
    ShufflerJammed,
    ShufflerLoaded,
    ShufflerRemoved,
    StubRacked,
)
from croupier.room.custody.state import Allotment, Custody, Deck, with_deck
from croupier.room.logbook import Entry, Evolvers
from croupier.room.sealed import Seal


def _sealed(custody: Custody, entry: Entry[DeckSealed]) -> Custody:
    fact = entry.fact
    seal = Seal(fact.order, fact.salts, fact.root, entry.at)
    return with_deck(custody, fact.deck, seal=seal, shuffle=fact.shuffle)


def unsealed(custody: Custody) -> Custody:
    """The custody once a renewed deck is in use."""
    name = custody.dealt
    return with_deck(custody, name, seal=None) if name in custody.decks else custody


def _received(custody: Custody, entry: Entry[DecksReceived]) -> Custody:
    new = {
        deck.name: Deck(deck.name, deck.design, deck.colour, deck.pre_shuffled)
        for deck in entry.fact.decks
    }
    return replace(custody, decks=custody.decks | new, known=(*custody.known, *new))


def _inspected(custody: Custody, entry: Entry[DeckInspected]) -> Custody:
    at = entry.at
    return with_deck(custody, entry.fact.deck, status="inspected", opened=at, counted=at)


def _verified(custody: Custody, entry: Entry[DeckVerified]) -> Custody:
    name = entry.fact.deck
    if custody.decks[name].pre_shuffled:
        return with_deck(custody, name, status="shuffled", shuffled_by="house", opened=entry.at)
    return with_deck(custody, name, status="verified")


def _spread(custody: Custody, entry: Entry[DeckSpread]) -> Custody:
    fact = entry.fact
    deck = custody.decks[fact.deck]
    kept = entry.at if fact.in_sequence else deck.sorted
    after = with_deck(custody, fact.deck, status="spread", face=fact.face, sorted=kept)
    live = "" if custody.live == fact.deck else custody.live
    return replace(after, live=live, offered={}, looked=())


def _offered(custody: Custody, entry: Entry[InspectionOffered]) -> Custody:
    invited = dict.fromkeys(entry.fact.players, entry.at)
    return replace(custody, offered=invited | custody.offered)


def _looked(custody: Custody, entry: Entry[DecksLookedAt]) -> Custody:
    return replace(custody, looked=(*custody.looked, entry.fact.player))


def _stored(custody: Custody, entry: Entry[DeckStored]) -> Custody:
    return with_deck(custody, entry.fact.deck, status="stored")


def _washed(custody: Custody, entry: Entry[DeckWashed]) -> Custody:
    return with_deck(custody, entry.fact.deck, status="washed", shuffled_by="")


def _loaded(custody: Custody, entry: Entry[ShufflerLoaded]) -> Custody:
    return with_deck(custody, entry.fact.deck, status="shuffling", shuffled_by="")


def _shuffled(custody: Custody, entry: Entry[DeckShuffled]) -> Custody:
    return with_deck(custody, entry.fact.deck, status="shuffled", shuffled_by=entry.fact.how)


def _put_in_play(custody: Custody, entry: Entry[DeckPutInPlay]) -> Custody:
    before = custody.decks.get(custody.live)
    if before and before.status in ("shuffled", "cut"):  # its cover card goes to the other deck
        custody = with_deck(custody, before.name, status="shuffled")
    return replace(custody, live=entry.fact.deck, cut=0)


def _cut(custody: Custody, entry: Entry[CutMade]) -> Custody:
    after = with_deck(custody, entry.fact.deck, status="cut")
    return replace(after, cut=entry.fact.count)


def _sorted(custody: Custody, entry: Entry[DeckSorted]) -> Custody:
    return with_deck(custody, entry.fact.deck, status="loose", sorted=entry.at, shuffled_by="")


def _counted(custody: Custody, entry: Entry[DeckCounted]) -> Custody:
    fact = entry.fact
    if fact.right:
        custody = with_deck(custody, fact.deck, counted=entry.at)
        if fact.deck == custody.dealt:
            custody = replace(custody, alert="", alerted=None)
    if fact.what == "deck" and custody.decks[fact.deck].status != "received":
        custody = with_deck(custody, fact.deck, status="loose", shuffled_by="")
    if fact.what == "stub" or fact.waives:
        custody = replace(custody, uncounted=0)
    return custody


def _racked(custody: Custody, entry: Entry[StubRacked]) -> Custody:
    return replace(custody, racked=True)


def _hands_counted(custody: Custody, entry: Entry[HandsCounted]) -> Custody:
    fact = entry.fact
    after = replace(custody, returned=(*custody.returned, *fact.hands))
    if not fact.wrong:
        return after
    seats = " and ".join(str(seat) for seat in fact.wrong)
    why = f"the hand of seat {seats} came back with a wrong number of cards"
    return replace(after, alert=why, alerted=entry.at)


def _dealt(custody: Custody, entry: Entry[DeckDealt]) -> Custody:
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


def _voided(custody: Custody, entry: Entry[HandsVoided]) -> Custody:
    return replace(custody, before={})


def _removed(custody: Custody, entry: Entry[DeckRemoved]) -> Custody:
    name = entry.fact.deck
    decks = {deck.name: deck for deck in custody.others(name)}
    live = "" if custody.live == name else custody.live
    alert, alerted = custody.alert, custody.alerted
    if name == custody.dealt:
        alert, alerted = "", None
    return replace(custody, decks=decks, live=live, alert=alert, alerted=alerted)


def _paused(custody: Custody, entry: Entry[HandPaused]) -> Custody:
    return replace(custody, paused=entry.fact.reason, paused_at=entry.at)


def _resumed(custody: Custody, entry: Entry[HandResumed]) -> Custody:
    return replace(custody, paused="", paused_at=None)


def _out_of_device(
    custody: Custody, entry: Entry[ShufflerJammed] | Entry[ShufflerRemoved]
) -> Custody:
    name = entry.fact.deck
    return with_deck(custody, name, status="loose") if name else custody


def _jammed(custody: Custody, entry: Entry[ShufflerJammed]) -> Custody:
    return replace(_out_of_device(custody, entry), device="jammed")


def _device_removed(custody: Custody, entry: Entry[ShufflerRemoved]) -> Custody:
    return replace(_out_of_device(custody, entry), device="removed")


def _device_ok(
    custody: Custody, entry: Entry[ShufflerCleared] | Entry[ShufflerInstalled]
) -> Custody:
    return replace(custody, device="ok")


EVOLVE: Evolvers[Custody] = {
    DeckSealed: _sealed,
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


def _distributed(
    allotments: dict[str, Allotment], entry: Entry[DecksDistributed]
) -> dict[str, Allotment]:
    return allotments | {entry.fact.table: entry.fact.allotment}


DISTRIBUTION: Evolvers[dict[str, Allotment]] = {DecksDistributed: _distributed}
