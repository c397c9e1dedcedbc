"""Days at a table with a jumping clock: whatever the staff does, no procedure is ever skipped.

People give any order about the decks at any time. The oracle knows nothing of `Custody`: it reads
the log as an inspector would, and asks of every round that was dealt whether it might have been.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from croupier.refused import Refused
from croupier.room.custody import counting as say_counting
from croupier.room.custody import device as say_device
from croupier.room.custody import orders as say
from croupier.room.custody.decide import place, rack, uncounted_hands
from croupier.room.house.people import Actor, Role
from croupier.room.logbook import Entry
from croupier.room.table.duties import overdue
from croupier.room.table.orders import CloseTable, OpenTable
from croupier.room.table.rounds import DealRound
from tests.room import decks
from tests.room.tables import Scene

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
SEATS = 3
MOST = 12


# --- the inspector -------------------------------------------------------------------------------


def kind(entry: Entry) -> str:
    return type(entry.fact).__name__


class Inspector:
    """Reads a log from the last opening of the table and judges the rounds that were dealt."""

    def __init__(self, at: Scene, log: list[Entry]) -> None:
        closed = [n for n, entry in enumerate(log) if kind(entry) == "TableClosed"]
        self.log = log[closed[-1] :] if closed else log
        self.at = at

    def of(self, deck: str) -> list[Entry]:
        return [entry for entry in self.log if getattr(entry.fact, "deck", "") == deck]

    def last(self, deck: str, *kinds: str) -> datetime | None:
        times = [entry.at for entry in self.of(deck) if kind(entry) in kinds]
        return max(times, default=None)

    def here(self) -> list[str]:
        came = [d.name for e in self.log if kind(e) == "DecksReceived" for d in e.fact.decks]
        return [name for name in came if not self.last(name, "DeckRemoved")]

    def dealt(self) -> list[Entry]:
        return [entry for entry in self.log if kind(entry) == "DeckDealt"]

    def shuffler(self) -> str:
        gone = [kind(e) for e in self.at.log if kind(e) in ("ShufflerRemoved", "ShufflerInstalled")]
        return "none" if gone[-1:] == ["ShufflerRemoved"] else self.at.life.sign.shuffler

    def faults(self, deck: str, now: datetime) -> Iterator[str]:
        """What was wrong with a round that was dealt now from this deck."""
        yield from self.readiness(deck)
        if self.at.life.game.banked:
            yield from self.rounds()
        else:
            yield from self.pair()
        if self.at.life.game.document.name == "POKER":
            yield from self.clocks(deck, now)
        if self.shuffler() != "none" and len(self.here()) == 2:
            yield from self.alternation(deck)

    def readiness(self, deck: str) -> Iterator[str]:
        alerts = [n for n, e in enumerate(self.log) if kind(e) == "HandsCounted" and e.fact.wrong]
        for entry in alerts[-1:]:
            of = [e.fact.deck for e in self.log[:entry] if kind(e) == "DeckDealt"][-1]
            checked = [e for e in self.log[entry:] if kind(e) in ("DeckCounted", "DeckRemoved")]
            if not any(e.fact.deck == of for e in checked):
                yield f"a hand of deck {of} was not complete, and nobody counted the deck"
        steps = [kind(e) for e in self.of(deck) if kind(e) not in ("DeckPutInPlay", "StubRacked")]
        counted = [e for e in self.of(deck) if kind(e) == "DeckCounted"]
        if any(not entry.fact.right and not entry.fact.misdealt for entry in counted):
            yield "the deck was not complete"
        while steps[-1:] == ["CutMade"] and steps[-2:-1] == ["CutMade"]:
            steps.pop()  # a recut
        machine = [e.fact.how for e in self.of(deck) if kind(e) == "DeckShuffled"][-1:] == [
            "device"
        ]
        if self.at.life.game.banked and machine:
            tail = steps[-2:] if steps[-1] == "DeckCounted" else steps[-1:]
            if tail[0] != "DeckShuffled" or "CutMade" in tail:
                yield f"not fresh from the shuffler: {steps}"
        elif steps[-1] != "CutMade" or "DeckShuffled" not in steps[-3:-1]:
            yield f"not shuffled and cut: {steps[-4:]}"
        yield from self.looked(deck)

    def looked(self, deck: str) -> Iterator[str]:
        """The players between the last spread on the table and the wash of this deck."""
        washes = (n for n, e in enumerate(self.log) if kind(e) == "DeckWashed")
        wash = max(n for n in washes if self.log[n].fact.deck == deck)
        spread = max(n for n, e in enumerate(self.log[:wash]) if kind(e) == "DeckSpread")
        while kind(self.log[spread - 1]) == "DeckSpread":
            spread -= 1
        seen = set()
        for entry in self.log[spread:wash]:
            if kind(entry) == "DecksLookedAt":
                seen.add(entry.fact.player)
            if kind(entry) == "InspectionOffered" and self.log[wash].at - entry.at >= MINUTE:
                seen |= set(entry.fact.players)
        least = {"POKER": 2, "BBC": 0}.get(self.at.life.game.document.name, 1)
        if len(seen) < least:
            yield f"only {seen} could inspect the cards"

    def pair(self) -> Iterator[str]:
        if len(self.here()) != 2:
            yield f"decks {self.here()}"

    def clocks(self, deck: str, now: datetime) -> Iterator[str]:
        uses = [entry.at for entry in self.dealt() if entry.fact.deck == deck]
        for name in self.here():
            opened = self.last(name, "DeckInspected")
            if opened is None or now - opened > 6 * HOUR:
                yield f"{name} was opened at {opened}"
        if uses:
            sequence = [e.at for e in self.of(deck) if getattr(e.fact, "in_sequence", False)]
            sequence += [e.at for e in self.of(deck) if kind(e) == "DeckSorted"]
            if now - max([uses[0], *sequence]) > 3 * HOUR:
                yield f"in use since {uses[0]}, in sequence at {sequence}"
            counts = [e.at for e in self.of(deck) if kind(e) == "DeckCounted" and e.fact.right]
            if self.shuffler() != "counting" and now - max([uses[0], *counts]) > 15 * MINUTE:
                yield f"counted at {counts}"
        days = {(e.at - 6 * HOUR).date() for e in self.at.house_log if e.at <= now}
        if (now - 6 * HOUR).date() not in days:
            yield "no distribution on this gaming day"

    def rounds(self) -> Iterator[str]:
        """The stub, or where the document lets it the shuffler, is counted in five rounds."""
        life = self.at.life
        ways = {"stub"}
        if life.game.document.name == "THB" or life.sign.deal_method == "automated_shoe":
            ways.add("device")
        counts = [n for n, e in enumerate(self.log) if kind(e) == "DeckCounted"]
        valid = [n for n in counts if self.log[n].fact.what in ways]
        since = self.log[valid[-1] if valid else 0 :]
        if sum(kind(entry) == "DeckDealt" for entry in since) >= 5:
            yield "five rounds without a count"

    def alternation(self, deck: str) -> Iterator[str]:
        before = [entry.fact.deck for entry in self.dealt()]
        if before and before[-1] == deck:
            yield f"{deck} twice in a row"
        (other,) = [name for name in self.here() if name != deck]
        moves = ("ShufflerLoaded", "DeckShuffled", "DeckDealt", "DeckSpread", "CutMade")
        own = [kind(entry) for entry in self.of(other) if kind(entry) in moves]
        if own[-1] not in ("ShufflerLoaded", "DeckShuffled", "CutMade"):
            yield f"{other} is not in the shuffler: {own[-2:]}"


# --- the days ------------------------------------------------------------------------------------

OF_DECK: list[tuple[Role, Any]] = [
    ("floorperson", say.VerifyDeck),
    *[("dealer", one) for one in (say.SpreadDeck, say.StoreDeck, say.WashDeck, say.ShuffleDeck)],
    *[("dealer", one) for one in (say_device.LoadShuffler, say.PutInPlay, say.SortDeck)],
]
PLAIN: list[tuple[Role, Any]] = [
    ("dealer", say.GoIdle()),
    ("dealer", say.TurnUpDecks()),
    ("dealer", say.OfferInspection()),
    ("dealer", say_counting.RackStub()),
    ("dealer", say_counting.PauseHand(reason="change")),
    ("dealer", say_counting.ResumeHand()),
    ("dealer", say_device.ReportJam(reason="jam")),
    ("floorperson", say_device.ClearShuffler(procedure="7")),
    ("floorperson", say_device.RemoveShuffler(reason="jam")),
    ("floorperson", say_device.InstallShuffler()),
    ("floorperson", OpenTable()),
]


class Days(RuleBasedStateMachine):
    """Staff and players at one table; subclasses say which."""

    key = "holdem"
    posted: dict[str, Any] = {}  # noqa: RUF012  # read only

    def __init__(self) -> None:
        super().__init__()
        self.at = decks.scene(self.key, **self.posted)
        self.at.open()
        decks.sit(self.at, *range(1, SEATS + 1))

    def attempt(self, by: Actor | Role, command: Any) -> bool:
        """Give an order; a refusal changes nothing."""
        before = self.at.life
        try:
            self.at.do(by, command)
        except Refused:
            assert self.at.life is before
            return False
        return True

    @rule(seconds=st.sampled_from([1, 30, 60, 299, 301, 899, 901, 3_600, 10_799, 10_801, 21_601]))
    def jump(self, seconds: int) -> None:
        self.at.later(seconds=seconds)

    @rule(order=st.sampled_from(OF_DECK), pick=st.integers(0, 2))
    def of_a_deck(self, order: tuple[Role, Any], pick: int) -> None:
        role, command = order
        self.attempt(role, command(deck=self.name(pick)))

    def name(self, pick: int) -> str:
        names = list(self.at.life.custody.decks)
        return names[pick % len(names)] if names else "Z"

    @rule(order=st.sampled_from(PLAIN))
    def plain(self, order: tuple[Role, Any]) -> None:
        self.attempt(*order)

    @rule(seat=st.integers(1, SEATS))
    def look(self, seat: int) -> None:
        self.attempt(decks.player(seat), say.LookAtDecks())

    @rule(pick=st.integers(0, 1), off=st.sampled_from([0, 0, 0, -1]))
    def count(self, pick: int, off: int) -> None:
        whole = self.at.life.game.deck
        if self.at.life.round is not None:
            self.attempt("dealer", say_counting.CountStub(count=self.at.life.round.left))
        self.attempt("dealer", say_counting.CountDeck(deck=self.name(pick), count=whole + off))
        counting = self.at.life.sign.shuffler == "counting"
        count = whole + off if counting else -1
        self.attempt("dealer", say_device.FinishShuffle(deck=self.name(pick), count=count))

    @rule(off=st.sampled_from([0, 0, -1]))
    def hands(self, off: int) -> None:
        due = {seat: cards + off for seat, cards in uncounted_hands(self.at.life).items()}
        if due:
            self.attempt("dealer", say_counting.CountReturned(hands=due))

    @rule(size=st.sampled_from([9, 10, 26]))
    def cut(self, size: int) -> None:
        self.attempt("dealer", say.CutDeck(count=size))
        self.attempt("casino_supervisor", say.Recut(count=size, reason="again"))

    @precondition(lambda self: self.at.now.minute % 7 == 0)
    @rule(pick=st.integers(0, 1))
    def take_away(self, pick: int) -> None:
        self.attempt("floorperson", say_counting.RemoveDeck(deck=self.name(pick), reason="bent"))

    @precondition(lambda self: self.at.now.minute % 7 == 1)
    @rule()
    def close(self) -> None:
        self.attempt("floorperson", CloseTable())

    @rule()
    def house_works(self) -> None:
        """The automated staff leaves nothing overdue that a player or the clock need not do."""
        self.at.attend()

    @rule()
    def deal(self) -> None:
        """Deal from whatever lies there; the inspector looks at the log before and at the deck."""
        before = list(self.at.log)
        if self.attempt("dealer", DealRound(order=self.at.shuffled())):
            fact = self.at.log[len(before)].fact
            faults = list(Inspector(self.at, before).faults(fact.deck, self.at.now))
            assert faults == []
            assert not list(overdue(self.at.life, self.at.now, self.at.house))
            self.play()

    @rule()
    def served(self) -> None:
        """With the house's people at work and players who look, a round can always be dealt."""
        if self.at.life.custody.paused:
            self.attempt("dealer", say_counting.ResumeHand())
        self.at.attend()
        if self.at.life.status == "closed":
            self.at.do("floorperson", OpenTable())
        if not self.at.life.seats:  # everybody went home when the table closed
            decks.sit(self.at, 1, 2, 3)
        self.at.prepare()
        self.at.deal()
        self.play()

    def play(self) -> None:
        self.at.play_out()

    @invariant()
    def one_deck_is_live(self) -> None:
        life = self.at.life
        places = [place(life, deck) for deck in life.custody.decks.values()]
        assert places.count("live") <= 1
        assert places.count("shuffling") <= 1
        assert len(places) <= 2
        assert len(rack(life)) <= 1
        if life.playing:
            assert life.custody.dealt in life.custody.decks

    def teardown(self) -> None:
        self.at.check()


class WithPlainShuffler(Days):
    """Hold'em with a shuffler: the decks alternate."""

    posted = {"shuffler": "plain"}  # noqa: RUF012  # read only


class WithCountingShuffler(Days):
    """Hold'em with a shuffler that counts."""

    posted = {"shuffler": "counting"}  # noqa: RUF012  # read only


class Club(Days):
    """The club's table: no clocks."""

    key = "bbc-omaha"


class Banked(Days):
    """A house-banked table with one deck or two."""

    key = decks.FLOP

    def play(self) -> None:
        decks.bank_on(self.at, SEATS)


class BankedWithShuffler(Banked):
    """Two decks and a shuffler whose count waives the dealer's."""

    key = decks.THB
    posted = {"shuffler": "counting"}  # noqa: RUF012  # read only


@pytest.mark.parametrize(
    "days", [Days, WithPlainShuffler, WithCountingShuffler, Club, Banked, BankedWithShuffler]
)
def test_no_procedure_is_ever_skipped(days: type[Days]) -> None:
    case = days.TestCase
    case.settings = settings(settings.get_profile("ci"), max_examples=MOST, stateful_step_count=40)
    case().runTest()
