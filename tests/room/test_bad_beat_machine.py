"""Days of a room with two tables and two funds, in any order: the money is always somewhere.

The oracle keeps its own books in plain numbers and knows nothing of the code's state.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from inspect import signature
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import INVENTORY, RAKE
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.cage.charges import AssessTime, VerifyTime
from croupier.room.funds.box import OfferBadBeat, VerifyBadBeat, WithdrawBadBeat
from croupier.room.funds.decide import totals
from croupier.room.funds.intake import CloseIncident
from croupier.room.funds.orders import (
    CloseFund,
    DesignateTable,
    DistributeFund,
    ReturnReserve,
    StopFund,
    TransferFund,
)
from croupier.room.funds.payouts import AwardBadBeat, HandOver, PreparePayout
from croupier.room.funds.state import BeatSlip, BoxSlip
from croupier.room.house.state import RakeRules
from croupier.room.table import evolve as life
from croupier.room.table.duties import overdue
from croupier.rules.time_charge import Hourly, TimeCharge
from tests.room.jackpots import (
    SECURITY,
    SUPERVISOR,
    adjust,
    count,
    found_fund,
    holds,
    in_box,
    play,
    receive,
    send,
)
from tests.room.tables import NOON, Scene, seat_players
from tests.room.test_submissions import approved

CLOCK = TimeCharge(hourly=(Hourly((Chips(2_00), Chips(4_00)), Chips(12_00)),))
FEE, PLAYERS, PERIOD = 6_00, 3, timedelta(minutes=30)
FUNDS = ("main", "other")
TABLES = st.sampled_from((0, 1))


def gaming_day(at: datetime) -> int:
    """Days that begin at six, numbered."""
    return (at - datetime(2026, 1, 1, 6, tzinfo=at.tzinfo)).days


@dataclass
class Books:
    """What the oracle knows of a fund."""

    fund: int = 0
    held: int = 0
    payable: int = 0
    collected: int = 0
    paid: int = 0
    out: int = 0
    stopped: bool = False
    closed: bool = False
    feeding: set[int] = field(default_factory=set)


@dataclass
class Desk:
    """What the oracle knows of a table."""

    fund: str
    offered: bool
    needs: int  # the gaming day on which the box is counted next
    charged: datetime
    box: int = 0
    area: int = 0
    inventory: int = 0
    waiting: int = 0  # bad beats that nobody has verified


STEPS = (
    *("time_passes", "a_round", "the_clock_is_charged", "time_is_verified"),
    *("the_clock_is_caught_up", "a_busy_hour", "a_box_leaves", "a_box_arrives"),
    *("the_drop_of_the_day", "a_bad_beat_is_awarded", "a_payout_is_handed_over"),
    *("displays_are_set", "money_is_transferred", "what_is_held_goes_back"),
    *("a_fund_is_stopped", "a_table_withdraws", "what_is_left_is_distributed"),
    *("a_fund_ends", "a_fund_is_wound_up", "differences_are_explained"),
    *("time_passes", "a_busy_hour", "a_busy_hour", "a_bad_beat_is_awarded"),  # more often
)


class MoneyMachine(RuleBasedStateMachine):
    @rule(
        what=st.sampled_from(STEPS),
        at=TABLES,
        minutes=st.sampled_from((1, 29, 30, 31, 1080, 1440, 1440)),
        number=st.integers(1, 4),
        off=st.sampled_from((0, 0, 0, 0, -7, 5)),
        yes=st.booleans(),
    )
    def something_happens(
        self, what: str, at: int, minutes: int, number: int, off: int, yes: bool
    ) -> None:
        """One rule for all steps, so that none is left out of a run."""
        known = {"at": at, "minutes": minutes, "name": FUNDS[at], "number": number}
        known |= {"off": off, "beat": yes, "counted_here": yes}
        step = getattr(self, what)
        step(**{key: known[key] for key in signature(step).parameters})

    @initialize()
    def open_the_room(self) -> None:
        sign = replace(game_of("holdem").sign, time_charge=CLOCK)
        self.rooms = [Scene(sign=sign, name=str(name)) for name in (1, 2)]
        self.books = {name: Books() for name in FUNDS}
        for name in FUNDS:
            found_fund(self.rooms[0], name)
        approved(self.rooms[0], RakeRules(types=("time",), time_charges=(CLOCK,)))
        self.desks = []
        self.out: list[list[BoxSlip]] = [[], []]
        self.beats: list[tuple[int, int]] = []
        self.payouts: list[tuple[str, int, dict[str, int]]] = []
        for at, name in enumerate(FUNDS):
            self.house(DesignateTable(name=name, table=str(at + 1)), "poker_shift_supervisor")
            self.share()
            offer = OfferBadBeat(fund=name, notice="quads beaten win")
            self.rooms[at].do("poker_shift_supervisor", offer)
            self.rooms[at].open()
            seat_players(self.rooms[at], PLAYERS, 50_000_00)
            self.desks.append(Desk(name, offered=True, needs=gaming_day(NOON), charged=NOON))
            self.books[name].feeding.add(at)

    def share(self) -> None:
        """One house for both tables."""
        first, second = self.rooms
        second.office, second.now = first.office, first.now

    def house(self, order: Any, by: Any) -> list[Any]:
        facts = self.rooms[0].ask_house(by, order)
        self.share()
        return facts

    @property
    def now(self) -> datetime:
        return self.rooms[0].now

    def fails(self, does: Any, *args: Any) -> str:
        with pytest.raises(Refused) as refusal:
            does(*args)
        return refusal.value.clause

    # --- the clock, rounds and time charges

    def time_passes(self, minutes: int) -> None:
        self.rooms[0].later(minutes=minutes)
        self.share()

    def blocks(self, at: int) -> set[str]:
        """Why no round may be dealt at a table now."""
        desk, found = self.desks[at], set()
        if desk.offered and self.books[desk.fund].stopped:
            found.add("POKER 19(c)")
        if desk.fund and gaming_day(self.now) > desk.needs:
            found.add("POKER 19(d)")
        if self.now > desk.charged + PERIOD:
            found.add("POKER 14(b)(3)(iii)")
        return found

    def a_round(self, at: int, beat: bool) -> None:
        scene, desk, why = self.rooms[at], self.desks[at], self.blocks(at)
        if why:
            assert self.fails(lambda: play(scene, beat=beat)) in why
            return
        play(scene, beat=beat)
        desk.box += 1_00 if desk.offered else 0
        if beat and desk.offered:
            desk.waiting += 1
            self.beats.append((at, scene.life.rounds))

    def the_clock_is_charged(self, at: int) -> None:
        scene, desk = self.rooms[at], self.desks[at]
        if desk.area or self.now < desk.charged + PERIOD:
            clause = self.fails(lambda: scene.do("dealer", AssessTime()))
            assert clause == ("POKER 14(b)(3)(v)" if desk.area else "POKER 14(b)(3)(iii)")
            return
        scene.do("dealer", AssessTime())
        desk.area, desk.charged = FEE * PLAYERS, desk.charged + PERIOD

    def time_is_verified(self, at: int, off: int) -> None:
        scene, desk = self.rooms[at], self.desks[at]
        order = VerifyTime(counted=Chips(desk.area + off))
        if off or not desk.area:
            clause = self.fails(lambda: scene.do("floorperson", order))
            assert clause == "POKER 14(b)(3)(v)"
            return
        scene.do("floorperson", order)
        desk.inventory, desk.area = desk.inventory + desk.area, 0

    def the_clock_is_caught_up(self, at: int) -> None:
        if self.desks[at].area:
            self.time_is_verified(at, 0)
        while self.now >= self.desks[at].charged + PERIOD:
            self.the_clock_is_charged(at)
            self.time_is_verified(at, 0)

    def a_busy_hour(self, at: int, number: int, beat: bool) -> None:
        """Everything that is due is done, and play goes on."""
        self.the_clock_is_caught_up(at)
        if "POKER 19(d)" in self.blocks(at) and (self.desks[at].offered or not self.out[at]):
            self.a_box_leaves(at, counted_here=True)
        for _ in range(number):
            self.a_round(at, beat=False)
        self.a_round(at, beat=beat)

    def the_drop_of_the_day(self, at: int, off: int) -> None:
        """The box goes to the cage and is counted, with all that are on the way."""
        self.a_box_leaves(at, counted_here=False)
        while self.out[at]:
            self.a_box_arrives(at, 0, off)

    # --- boxes

    def a_box_leaves(self, at: int, counted_here: bool) -> None:
        scene, desk = self.rooms[at], self.desks[at]
        take = count if counted_here else send
        last_blocked = not desk.offered and desk.waiting
        if not desk.fund or last_blocked:
            assert self.fails(take, scene) == ("POKER 19(f)" if desk.fund else "POKER 19(d)")
            return
        slip = take(scene)
        assert (slip.total, slip.final, slip.fund) == (desk.box, not desk.offered, desk.fund)
        desk.box = 0
        if counted_here:
            desk.needs = gaming_day(self.now) + 1
        if slip.final:
            desk.fund = ""
        self.out[at].append(slip)

    def a_box_arrives(self, at: int, number: int, off: int) -> None:
        if not self.out[at]:
            return
        slip = self.out[at][number % len(self.out[at])]
        books, counted = self.books[slip.fund], max(0, slip.total + off)
        if slip.final and len(self.out[at]) > 1:  # the last one is the last
            assert self.fails(receive, self.rooms[0], slip, counted) == "POKER 19(e)"
            return
        self.out[at].remove(slip)
        facts = receive(self.rooms[0], slip, counted)
        self.share()
        assert len(facts) == 1 + (counted != slip.total)
        assert self.fails(receive, self.rooms[0], slip, counted) == "POKER 19(e)"
        books.collected += slip.total  # a miscount is the house's
        books.held += slip.total // 10
        books.fund += slip.total - slip.total // 10
        if self.desks[at].fund:
            self.desks[at].needs = max(self.desks[at].needs, gaming_day(self.now) + 1)
        if slip.final:
            books.feeding.discard(at)

    # --- payouts

    def a_bad_beat_is_awarded(self) -> None:
        if not self.beats:
            return
        at, number = self.beats.pop()
        order = VerifyBadBeat(round=number, notified=SECURITY)
        [verified] = self.rooms[at].do("poker_shift_supervisor", order)
        slip: BeatSlip = verified.slip
        self.desks[at].waiting -= 1
        books = self.books[slip.fund]
        award = AwardBadBeat(slip=slip)
        [fact] = self.house(award, "poker_shift_supervisor")
        assert self.fails(self.house, award, "poker_shift_supervisor") == "POKER 19(f)"
        assert sum(fact.shares.values()) == books.fund
        books.payable, books.fund = books.payable + books.fund, 0
        self.payouts.append((slip.fund, fact.number, fact.shares))

    def a_payout_is_handed_over(self) -> None:
        if not self.payouts:
            return
        name, number, shares = self.payouts.pop()
        books = self.books[name]
        for person in shares:
            order = HandOver(number=number, person=person)
            assert self.fails(self.house, order, "security") == "POKER 19(g)"
        self.house(PreparePayout(number=number, form="cash"), "accounting")
        for person, chips in shares.items():
            self.house(HandOver(number=number, person=person), "security")
            books.paid, books.payable = books.paid + chips, books.payable - chips

    def displays_are_set(self, name: str, off: int) -> None:
        if self.books[name].closed:
            return
        off = max(0, off)
        adjust(self.rooms[0], name, self.books[name].fund + off)
        self.share()
        shown = self.rooms[0].house.funds.named[name].displays.values()
        assert set(shown) == {self.books[name].fund + off}
        assert bool(self.rooms[0].house.funds.incidents) >= bool(off)

    # --- transfers, and the end

    def money_is_transferred(self, name: str, number: int) -> None:
        other = FUNDS[1 - FUNDS.index(name)]
        source, target = self.books[name], self.books[other]
        chips = source.fund // number
        order = TransferFund(name=name, target=other, chips=Chips(chips), supervisor=SUPERVISOR)
        if not chips or target.stopped:
            clause = self.fails(self.house, order, "accounting")
            assert clause == ("POKER 19(i)" if target.stopped else "FIELD chips")
            return
        self.house(order, "accounting")
        source.fund, source.out = source.fund - chips, source.out + chips
        target.fund, target.out = target.fund + chips, target.out - chips

    def what_is_held_goes_back(self, name: str) -> None:
        books = self.books[name]
        order = ReturnReserve(name=name, chips=Chips(books.held))
        if not books.held:
            assert self.fails(self.house, order, "accounting") == "FIELD chips"
            return
        self.house(order, "accounting")
        books.fund, books.held = books.fund + books.held, 0

    def a_fund_is_stopped(self, name: str) -> None:
        if self.now < NOON + timedelta(days=1):
            return
        order = StopFund(name=name, reason="amended rules")
        if self.books[name].stopped:
            assert self.fails(self.house, order, "poker_shift_supervisor") == "POKER 19(c)"
            return
        self.house(order, "poker_shift_supervisor")
        self.books[name].stopped = True

    def a_table_withdraws(self, at: int) -> None:
        desk, order = self.desks[at], WithdrawBadBeat(reason="it ends")
        if not any(books.stopped for books in self.books.values()):
            return
        if not desk.offered:
            does = self.rooms[at].do
            assert self.fails(does, "poker_shift_supervisor", order) == "POKER 19(c)"
            return
        self.rooms[at].do("poker_shift_supervisor", order)
        desk.offered = False

    def what_is_left_is_distributed(self, name: str) -> None:
        books = self.books[name]
        order = DistributeFund(
            name=name, payments={"Zoe": Chips(books.fund)}, supervisor=SUPERVISOR
        )
        if not books.stopped or books.closed or not books.fund:
            assert self.fails(self.house, order, "accounting") in ("POKER 19(i)", "FIELD chips")
            return
        self.house(order, "accounting")
        books.paid, books.fund = books.paid + books.fund, 0

    def differences_are_explained(self, name: str) -> None:
        for one in self.rooms[0].house.funds.incidents:
            if not one.open or one.fund != name:
                continue
            self.house(CloseIncident(number=one.number, finding="found"), "accounting")

    def a_fund_ends(self, name: str) -> None:
        books = self.books[name]
        funds = self.rooms[0].house.funds
        differs = any(one.open for one in funds.incidents if one.fund == name)
        left = books.fund + books.held + books.payable
        if not books.stopped or books.closed or books.feeding or left or differs:
            assert self.fails(self.house, CloseFund(name=name), "accounting") == "POKER 19(i)"
            return
        self.house(CloseFund(name=name), "accounting")
        books.closed = True

    def a_fund_is_wound_up(self, name: str) -> None:
        """As far as it can be at this moment."""
        if not self.books[name].stopped:
            return
        for at in sorted(self.books[name].feeding):
            self.a_table_withdraws(at)
            self.a_box_leaves(at, counted_here=False)
            while self.out[at]:
                self.a_box_arrives(at, 0, 0)
        self.differences_are_explained(name)
        self.what_is_held_goes_back(name)
        self.what_is_left_is_distributed(name)
        self.a_fund_ends(name)

    # --- what always holds

    @invariant()
    def the_books_agree(self) -> None:
        house = self.rooms[0].house
        for name, books in self.books.items():
            assert holds(house, name) == (books.fund, books.held, books.payable)
            found = totals(house, name)
            balance = books.fund + books.payable
            assert (found.collected, found.paid) == (books.collected, books.paid)
            assert (found.transferred, found.held) == (books.out, books.held)
            assert found.balance == balance
            assert found.collected == found.paid + found.transferred + found.held + balance
        assert sum(house.accounts.values()) == 0

    @invariant()
    def the_tables_agree(self) -> None:
        for scene, desk in zip(self.rooms, self.desks, strict=True):
            accounts = scene.life.accounts
            assert in_box(scene) == desk.box
            assert accounts.get(RAKE, 0) == desk.area
            assert accounts.get(INVENTORY, 0) == desk.inventory
            assert sum(accounts.values()) == 0
            due = {one.what for one in overdue(scene.life, self.now, scene.house)}
            assert ("box count" in due) == (bool(desk.fund) and gaming_day(self.now) > desk.needs)

    def teardown(self) -> None:
        for scene in getattr(self, "rooms", ()):
            scene.check()
            assert life.replay(scene.log, game_of) == scene.life


TestMoney = MoneyMachine.TestCase
TestMoney.settings = settings(max_examples=30, stateful_step_count=60, deadline=None)
