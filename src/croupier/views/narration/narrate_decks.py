"""The decks of a table in words, from the day's distribution to their removal."""

from collections.abc import Callable
from typing import Any

from croupier.room.custody import facts
from croupier.room.custody.facts import CutNamed, DecksDistributed, DeckSealed
from croupier.views.narration.wording import counted, listed, seats


def _received(fact: facts.DecksReceived) -> str:
    decks = (f"{deck.name} ({deck.colour} {deck.design})" for deck in fact.decks)
    return f"{counted(len(fact.decks), 'deck')} received: {listed(decks)}"


def _spread(fact: facts.DeckSpread) -> str:
    order = ", by suit and in sequence" if fact.in_sequence else ""
    return f"deck {fact.deck} is spread face {fact.face}{order}"


def _counted(fact: facts.DeckCounted) -> str:
    what = {"deck": "deck", "stub": "stub of deck", "device": "deck in the shuffler,"}[fact.what]
    end = "" if fact.right else f" where {fact.expected} should be"
    return f"the {what} {fact.deck} is counted: {fact.counted} cards{end}"


def _hands(fact: facts.HandsCounted) -> str:
    if fact.wrong:
        return f"returned hands are counted, and {seats(fact.wrong)} lacks cards or has too many"
    return f"{counted(len(fact.hands), 'returned hand')} counted and complete"


def _distributed(fact: DecksDistributed) -> str:
    backs = listed(f"{colour} {design}" for design, colour in fact.allotment.backs)
    return f"table {fact.table} gets {backs} for {fact.allotment.day}"


def _cut(fact: facts.CutMade) -> str:
    again = f" again ({fact.reason})" if fact.reason else ""
    deep = f"{fact.count} cards deep" if fact.count else "ten cards deep or more"
    return f"deck {fact.deck} is cut{again}, {deep}"


def _sealed(fact: DeckSealed) -> str:
    again = ", shuffled again," if fact.shuffle else ""
    return f"deck {fact.deck}{again} is sealed, {fact.size} cards, and its root published"


SAY: dict[type, Callable[[Any], str]] = {
    DecksDistributed: _distributed,
    facts.DecksReceived: _received,
    facts.DeckInspected: lambda fact: f"deck {fact.deck} is opened, sorted and complete",
    facts.DeckVerified: lambda fact: f"the inspection of deck {fact.deck} is verified",
    facts.DeckSpread: _spread,
    facts.InspectionOffered: lambda fact: f"{listed(fact.players)} may look at the cards",
    facts.DecksLookedAt: lambda fact: f"{fact.player} looks at the cards",
    facts.DeckStored: lambda fact: f"deck {fact.deck} is put away unwashed",
    facts.DeckWashed: lambda fact: f"deck {fact.deck} is washed and stacked",
    facts.ShufflerLoaded: lambda fact: f"deck {fact.deck} goes into the shuffler",
    facts.DeckShuffled: lambda fact: (
        f"deck {fact.deck} is shuffled by {'hand' if fact.how == 'hand' else 'the shuffler'}"
    ),
    facts.DeckPutInPlay: lambda fact: f"deck {fact.deck} is put in play",
    DeckSealed: _sealed,
    CutNamed: lambda fact: f"{fact.person} names the number of the cut: {fact.count}",
    facts.CutMade: _cut,
    facts.DeckSorted: lambda fact: f"deck {fact.deck} is put in suit and sequence",
    facts.DeckCounted: _counted,
    facts.StubRacked: lambda fact: f"the stub of deck {fact.deck} goes into the discard rack",
    facts.HandsCounted: _hands,
    facts.DeckDealt: lambda fact: f"the round is dealt from deck {fact.deck}",
    facts.HandsVoided: lambda fact: "a wrong count voids the round: all chips go back",
    facts.DeckRemoved: lambda fact: f"deck {fact.deck} is removed ({fact.reason})",
    facts.HandPaused: lambda fact: f"the deck is set down under a marker ({fact.reason})",
    facts.HandResumed: lambda fact: "the marker is taken off the deck",
    facts.ShufflerJammed: lambda fact: f"the shuffler fails ({fact.reason})",
    facts.ShufflerCleared: lambda fact: f"the shuffler works again ({fact.procedure})",
    facts.ShufflerRemoved: lambda fact: f"the shuffler leaves the table ({fact.reason})",
    facts.ShufflerInstalled: lambda fact: "a shuffler is back on the table",
}
