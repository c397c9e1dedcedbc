"""Hours at a table: people come, buy, leave, return, sit out and change limits, round after round.

The model below keeps its own book of who sits where with what, by rules written down once more and
in other words; it must foresee every seat and purchase that is granted or refused.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from croupier.cards import DECK_52
from croupier.chips import Chips
from croupier.clauses import is_citation
from croupier.engine.events import RoundOpened
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.people import Actor, Role
from croupier.room.seating.decide import kind_of
from croupier.room.seating.limits import AnswerLimits, ProposeLimits
from croupier.room.seating.orders import (
    Buy,
    FreeSeat,
    HoldStake,
    Leave,
    RestoreStake,
    Sit,
    SitIn,
    SitOut,
    StepAway,
)
from croupier.room.seating.waiting import AnnounceSeats, CallNext, JoinList
from croupier.room.table.orders import CloseTable
from tests.room.tables import Scene, player
from tests.strategies import Seeded, legal_command

PEOPLE = ("Ada", "Bob", "Cyd", "Dot", "Eve", "Fay", "Gus")
SEATS = (1, 2, 3, 4, 5)
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "record": ("holdem", {"reentry_minutes": 60, "missed_blinds": "post"}),
    "cover": ("holdem", {"absence": "cover", "structure": "no_limit", "limits": (Chips(2_00),)}),
    "stud": ("seven-card-stud", {"ante": Chips(50), "reentry_minutes": 30}),
    "kill": ("omaha-hilo-8", {"kill": "full", "kill_pot": Chips(8_00), "missed_blinds": "post"}),
    "draw": ("badugi", {"announce": "waiting"}),
    "bbc": ("bbc-omaha", {"purchase_limit": "each", "max_total_purchase": Chips(600_00)}),
}
shorts = st.sampled_from([0, 0, 0, 1_00, -1_00])
people, seats = st.sampled_from(PEOPLE), st.sampled_from(SEATS)
amounts = st.sampled_from([-1_00, 0, 50, 75, 1_00, 2_00, 3_00, 5_00, 40_00, 150_00, 200_00, 900_00])


class Book:
    """The seats and stacks, kept without looking at the table."""

    def __init__(self) -> None:
        self.seat: dict[str, int] = {}
        self.stack: dict[str, int] = {}
        self.waits: dict[str, list[tuple[int, int]]] = {}  # asked for in the round; carried back
        self.spent: dict[str, int] = {}
        self.idle: set[str] = set()
        self.kept: dict[str, int | None] = {}  # away; the stake once it is held
        self.back: set[str] = set()  # of them, who wait for the stake
        self.going: list[str] = []
        self.took: dict[str, tuple[datetime, int]] = {}

    def down(self, who: str, seat: int) -> None:
        self.seat[who], self.stack[who], self.waits[who] = seat, 0, []
        self.took.pop(who, None)

    def up(self, who: str, at: datetime, recorded: bool) -> None:
        stake = self.stack.pop(who) + ((self.kept.get(who) or 0) if recorded else 0)
        self.took[who] = (at, stake)
        for book in (self.seat, self.waits, self.kept):
            book.pop(who, None)
        self.idle.discard(who)
        self.back.discard(who)


class Hours(RuleBasedStateMachine):
    """One table, seven people, a clock."""

    @initialize(kind=st.sampled_from(sorted(TABLES)), seed=st.integers(0, 1 << 16))
    def begin(self, kind: str, seed: int) -> None:
        key, posted = TABLES[kind]
        self.scene = Scene(key, replace(game_of(key).sign, seats=5, **posted)).open()
        self.chance, self.book = Seeded(seed), Book()
        self.bbc = key == "bbc-omaha"
        self.cage = 0
        for seat, who in enumerate(PEOPLE[:3], 1):
            self.sit(who, seat, 150_00)

    # --- asking ------------------------------------------------------------------------------

    def ask(self, by: Actor | Role, command: Any) -> list[Any] | None:
        """The events, or None where a named rule refuses."""
        return self._asked(self.scene.do, by, command)

    def ask_house(self, by: Actor | Role, command: Any) -> list[Any] | None:
        return self._asked(self.scene.ask_house, by, command)

    def _asked(self, of: Callable[..., list[Any]], *order: Any) -> list[Any] | None:
        clause = ""
        try:
            return of(*order)
        except Refused as refused:
            clause = refused.clause
        assert is_citation(clause)
        return None

    @property
    def playing(self) -> bool:
        return self.scene.life.playing

    @property
    def recording(self) -> bool:
        return not self.bbc and self.scene.life.sign.absence == "record"

    def brings(self, who: str) -> int:
        """The stake that a player must bring back."""
        at, stake = self.book.took.get(who, (self.scene.now, 0))
        posted = self.scene.life.sign.reentry_minutes
        minutes = 60 if posted is None else posted
        return stake if self.scene.now - at < timedelta(minutes=minutes) else 0

    def may_buy(self, who: str, chips: int, carried: int = 0) -> bool:
        if chips <= 0 or chips % 1_00:
            return False
        fresh, waits = chips - carried, self.book.waits.get(who, ())
        if not self.bbc or fresh <= 0:
            return True
        has = self.scene.stacks.get(who, 0) + sum(asked for asked, _ in waits)
        spent = self.book.spent.get(who, 0) + sum(asked - back for asked, back in waits)
        return fresh <= 150_00 and has + chips <= 1_000_00 and spent + fresh <= 600_00

    def pay_in(self, who: str, chips: int, carried: int = 0) -> None:
        if self.playing:
            self.book.waits[who].append((chips, carried))
        else:
            self.book.stack[who] += chips
            self.book.spent[who] = self.book.spent.get(who, 0) + chips - carried
            self.cage -= chips

    # --- people ------------------------------------------------------------------------------

    @rule(who=people, seat=seats, chips=amounts)
    def sit(self, who: str, seat: int, chips: int) -> None:
        book, carried = self.book, self.brings(who)
        free = who not in book.seat and seat not in book.seat.values()
        line = self.scene.house.waiting
        due = bool(line.line or line.calls)  # distinguished in test_waiting
        events = self.ask(player(who), Sit(seat=seat, chips=Chips(chips)))
        granted = free and chips >= carried and self.may_buy(who, chips, carried)
        if events is None:
            assert not granted or due
            return
        assert granted
        book.down(who, seat)
        self.pay_in(who, chips, carried)

    @rule(who=people, chips=amounts)
    def buy(self, who: str, chips: int) -> None:
        book = self.book
        here = who in book.seat and who not in book.kept and who not in book.going
        granted = here and self.may_buy(who, chips)
        events = self.ask(player(who), Buy(chips=Chips(chips)))
        assert (events is not None) == granted
        if events is not None:
            self.pay_in(who, chips)

    def leave(self, who: str) -> None:
        granted = who in self.book.seat and who not in self.book.going
        events = self.ask(player(who), Leave())
        assert (events is not None) == granted
        if events is not None and self.playing:
            self.book.going.append(who)
        elif events is not None:
            self.cage += self.book.stack[who]
            self.book.up(who, self.scene.now, self.recording)

    def sit_out(self, who: str) -> None:
        events = self.ask(player(who), SitOut())
        book = self.book
        assert (events is not None) == (who in set(book.seat) - book.idle - set(book.kept))
        if events is not None:
            book.idle.add(who)

    def sit_in(self, who: str) -> None:
        book = self.book
        asked = who in book.kept and book.kept[who] is None
        granted = who in book.seat and (asked or (who in book.idle and who not in book.kept))
        returns = book.kept.get(who) is not None and who not in book.back
        events = self.ask(player(who), SitIn())
        assert (events is not None) == (granted or returns)
        if events is not None and returns:  # and waits for the supervisor
            book.back.add(who)
        elif events is not None:
            book.idle.discard(who)
            book.kept.pop(who, None)

    @rule(who=people, does=st.sampled_from(["leave", "sit_out", "sit_in", "step_away"]))
    def move(self, who: str, does: str) -> None:
        getattr(self, does)(who)

    # --- absence -----------------------------------------------------------------------------

    def step_away(self, who: str) -> None:
        book = self.book
        granted = who in book.seat and who not in book.kept and who not in book.going
        assert (self.ask(player(who), StepAway()) is not None) == granted
        if granted:
            book.kept[who] = None

    @rule(seat=seats, short=shorts, kept=st.booleans())
    def stake(self, seat: int, short: int, kept: bool) -> None:
        """The shift supervisor comes to a seat, most often one that is kept."""
        seat = next((self.book.seat[who] for who in self.book.kept if kept), seat)
        self.hold(seat)
        self.restore(seat, short)

    @rule(seat=seats)
    def free(self, seat: int) -> None:
        """The dealer keeps a seat no longer for an idle player."""
        book = self.book
        who = next((name for name, place in book.seat.items() if place == seat), "")
        away = who in {*book.kept, *book.idle} - book.back
        events = self.ask("dealer", FreeSeat(seat=seat))
        assert (events is not None) == (away and not self.playing)
        if events is not None:
            self.cage += book.stack[who]
            book.up(who, self.scene.now, self.recording)

    def hold(self, seat: int) -> None:
        who = next((name for name, place in self.book.seat.items() if place == seat), "")
        granted = not self.playing and who in self.book.kept and self.book.kept[who] is None
        events = self.ask("poker_shift_supervisor", HoldStake(seat=seat))
        assert (events is not None) == granted
        if events is not None:
            stake = self.book.stack[who]
            self.book.kept[who] = stake
            if self.recording:
                self.book.stack[who] = 0
                self.cage += stake

    def restore(self, seat: int, short: int) -> None:
        who = next((name for name, place in self.book.seat.items() if place == seat), "")
        stake = self.book.kept.get(who)
        brings = max(0, (stake or 0) - short) if self.recording else max(0, short)
        right = brings == (stake if self.recording else 0)
        granted = not self.playing and stake is not None and right
        events = self.ask("casino_supervisor", RestoreStake(seat=seat, chips=Chips(brings)))
        assert (events is not None) == granted
        if events is not None:
            del self.book.kept[who]
            self.book.idle.discard(who)
            self.book.back.discard(who)
            self.book.stack[who] += brings
            self.cage -= brings

    # --- the house ---------------------------------------------------------------------------

    @rule(minutes=st.sampled_from([1, 29, 31, 61]))
    def wait(self, minutes: int) -> None:
        self.scene.later(minutes=minutes)

    @rule(who=people, seat=seats, does=st.sampled_from(["join", "call", "announce", "propose"]))
    def floor(self, who: str, seat: int, does: str) -> None:
        match does:
            case "join":
                self.join(who)
            case "call":
                self.call(seat)
            case "announce":
                self.announce()
            case _:
                self.propose()

    def join(self, who: str) -> None:
        self.ask_house(player(who), JoinList(kind=kind_of(self.scene.life)))

    def call(self, seat: int) -> None:
        command = CallNext(kind=kind_of(self.scene.life), table="1", seat=seat)
        for called in self.ask_house("floorperson", command) or ():
            self.sit(called.person, seat, max(100_00, self.brings(called.person)))

    def announce(self) -> None:
        events = self.ask("floorperson", AnnounceSeats())
        free = 5 - len(self.book.seat)
        assert events is None or 1 <= events[0].seats <= free

    def propose(self) -> None:
        sign = self.scene.life.sign
        higher = tuple(Chips(limit + 1_00) for limit in sign.limits)
        events = self.ask("floorperson", ProposeLimits(sign=replace(sign, limits=higher)))
        assert (events is not None) == bool(self.book.seat)

    @rule(firm=st.sampled_from([*PEOPLE, "", ""]))
    def answers(self, firm: str) -> None:
        """Everybody is asked; one may be firm."""
        for who in PEOPLE:
            self.answer(who, who != firm)

    def answer(self, who: str, agree: bool) -> None:
        before = self.scene.life.sign
        events = self.ask(player(who), AnswerLimits(agree=agree))
        if self.scene.life.sign != before:
            assert events is not None
            assert set(events[-1].agreed) == set(self.book.seat)
            assert not self.playing

    @rule(chance=st.integers(0, 9))
    def close(self, chance: int) -> None:
        if chance < 9:  # a table closes seldom
            return
        events = self.ask("floorperson", CloseTable())
        assert (events is not None) == (not self.playing)
        if events is not None:
            self.scene.open()
            self.cage += sum(self.book.stack.values())
            self.book = Book()

    # --- rounds ------------------------------------------------------------------------------

    def deal(self, seed: int) -> None:
        deck = tuple(Random(seed).sample(DECK_52, 52))
        events = self._asked(self.scene.deal, deck)
        book, sign = self.book, self.scene.life.sign
        here = {
            seat: book.stack[who]
            for who, seat in book.seat.items()
            if book.stack[who] and who not in book.idle and who not in book.kept
        }
        most = sign.ante + 3 * max(sign.lower, *sign.blinds, sign.forced_bet) + sum(sign.blinds)
        sure = {seat for seat, chips in here.items() if chips >= most}
        if events is None:
            assert len(sure) < 2
            return
        opened = next(fact for fact in events if isinstance(fact, RoundOpened))
        assert sure <= set(opened.stacks) <= set(here)
        for seat, chips in opened.stacks.items():
            assert chips == here[seat]
            owed = sum(due.chips for due in opened.dues if due.seat == seat)
            stud = sign.forced_bet if self.scene.life.game.key == "seven-card-stud" else 0
            assert chips >= owed + (0 if self.bbc else stud + sign.lower)
        assert opened.button == 0 or opened.button in opened.stacks
        self.settle()

    @rule(seed=st.integers(0, 1 << 16), times=st.integers(1, 6))
    def play(self, seed: int, times: int) -> None:
        """Deal where no round is open, and go on for a while."""
        if not self.playing:
            self.deal(seed)
        for _ in range(times):
            if self.playing:
                assert self.scene.life.round is not None
                self.scene.say(legal_command(self.scene.life.round, self.chance))
                self.settle()

    @rule(seed=st.integers(0, 1 << 16))
    def finish(self, seed: int) -> None:
        """Play the round out, or a whole one."""
        self.play(seed, 200)
        assert not self.playing

    def settle(self) -> None:
        """Write the end of a round into the book."""
        if self.playing:
            return
        book, state = self.book, self.scene.life.round
        assert state is not None
        for who, seat in book.seat.items():
            if seat in state.hands:
                book.stack[who] = state.stacks[seat]
        for who in sorted(book.going, key=lambda name: book.seat[name]):
            self.cage += book.stack[who]
            book.up(who, self.scene.now, self.recording)
        book.going = []
        for who in book.seat:
            waits, book.waits[who] = book.waits[who], []
            for chips, carried in waits:
                if not self.bbc or chips == carried or book.stack[who] + chips <= 1_000_00:
                    self.pay_in(who, chips, carried)

    # --- always ------------------------------------------------------------------------------

    @invariant()
    def the_book_is_right(self) -> None:
        if not hasattr(self, "book"):
            return
        life = self.scene.life
        assert {held.person: seat for seat, held in life.seats.items()} == self.book.seat
        assert len(set(self.book.seat.values())) == len(self.book.seat)
        assert sum(life.accounts.values()) == 0
        assert life.accounts.get("cage", 0) == self.cage  # type: ignore[call-overload]  # an account
        if not self.playing:
            assert self.scene.stacks == self.book.stack

    def teardown(self) -> None:
        if hasattr(self, "scene"):
            self.scene.check()


def test_hours_at_a_table() -> None:
    run_state_machine_as_test(Hours)


@pytest.mark.soak
def test_days_at_a_table() -> None:
    run_state_machine_as_test(Hours, settings=settings(max_examples=600, stateful_step_count=80))
