"""A cage and three tables, in any order: what was issued is what there is.

The oracle keeps its own plain numbers: who has what in the pocket, what was paid in and out.
"""

from contextlib import suppress
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

from croupier.chips import Chips
from croupier.engine.accounts import Move, stack
from croupier.refused import Refused
from croupier.room.cage.closing import CloseDay, CorrectBooks, CountDrop
from croupier.room.cage.fills import (
    CancelSlip,
    PrepareFill,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
)
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.orders import CashOut, IssueChips, MoveCash, SellChips
from croupier.room.cage.state import CASH
from croupier.room.cage.trays import (
    AdjustInventory,
    CountInventory,
    RemoveDrop,
    SendCredit,
    TakeFill,
    inventory,
    tray,
)
from croupier.room.house import evolve as houses
from croupier.room.house.days import day_of
from croupier.room.logbook import Entry
from croupier.room.seating.orders import Buy, Leave, Sit
from croupier.room.table import evolve as life
from croupier.room.table.facts import SignPosted
from croupier.room.table.orders import CloseTable
from tests.room.cages import ABE, KAY, SAM, SUE, adds_up, book, count, on, stock
from tests.room.tables import STAFF, Scene, player

NAMES = ("Ada", "Bob", "Cyd")
GAMES = ("holdem", "two-card-joker", "seven-card-stud")
AMOUNTS = st.sampled_from((1_00, 20_00, 35_00, 150_00, 400_00, 20_000_00))
DEE, FLO = STAFF["dealer"], STAFF["floorperson"]
AT, WHO, SLIP = st.integers(0, 2), st.sampled_from(NAMES), st.integers(1, 6)


class CageMachine(RuleBasedStateMachine):
    @initialize()
    def open_the_room(self) -> None:
        self.scenes = [Scene(key, name=str(at)) for at, key in enumerate(GAMES, 1)]
        for scene in self.scenes[1:]:
            scene.office = self.scenes[0].office
        self.first = stock(self.scenes[0], 10_000_00, 1_000_00)
        for scene in self.scenes:
            scene.open()
        self.pocket = dict.fromkeys(NAMES, 0)
        self.issued, self.drawer, self.boxes = 10_000_00, 1_000_00, [0, 0, 0]

    def tells(self, scene: Scene, by: Any, command: Any) -> list[Any] | None:
        """Give an order to a table; a refusal changes nothing."""
        before = scene.life, len(scene.log)
        try:
            return scene.do(by, command)
        except Refused:
            assert before == (scene.life, len(scene.log))
            return None

    def asks(self, by: Any, command: Any) -> list[Any] | None:
        before = self.first.house, len(self.first.house_log)
        try:
            return self.first.ask_house(by, command)
        except Refused:
            assert before == (self.first.house, len(self.first.house_log))
            return None

    def home(self, person: str, chips: int) -> None:
        self.pocket[person] += chips

    def sits_with(self, person: str, chips: int, form: str, at: int) -> None:
        """The player's own chips first; the rest is sold; currency goes into the box."""
        if form == "currency":
            self.boxes[at] += chips
            return
        own = min(self.pocket[person], chips)
        self.pocket[person] -= own
        self.drawer += chips - own

    @rule(at=AT, who=WHO, chips=AMOUNTS, form=st.sampled_from(("chips", "chips", "currency")))
    def somebody_sits_down(self, at: int, who: str, chips: int, form: Any) -> None:
        seat = NAMES.index(who) + 1
        sits = Sit(seat=seat, chips=Chips(chips), form=form)
        if self.tells(self.scenes[at], player(who), sits) is not None:
            self.sits_with(who, chips, form, at)

    @rule(at=AT, who=WHO, chips=AMOUNTS)
    def somebody_buys_more(self, at: int, who: str, chips: int) -> None:
        if self.tells(self.scenes[at], player(who), Buy(chips=Chips(chips))) is not None:
            self.sits_with(who, chips, "chips", at)

    @rule(at=AT, who=WHO)
    def somebody_leaves(self, at: int, who: str) -> None:
        scene = self.scenes[at]
        there = scene.stacks.get(who, 0)
        if self.tells(scene, player(who), Leave()) is not None:
            self.home(who, there)

    @rule(at=AT)
    def a_table_closes(self, at: int) -> None:
        scene = self.scenes[at]
        stakes = scene.stacks
        if self.tells(scene, FLO, CloseTable()) is not None:
            for who, chips in stakes.items():
                self.home(who, chips)
            scene.open()

    @rule(at=AT, seat=st.integers(1, 3), wins=st.booleans(), chips=AMOUNTS)
    def the_house_wins_or_pays(self, at: int, seat: int, wins: bool, chips: int) -> None:
        """Chips between a stack and the inventory, as a rake or a settlement moves them."""
        scene = self.scenes[at]
        place = tray(scene.life)
        has = scene.life.stacks.get(seat, 0) if wins else inventory(scene.life)
        if seat not in scene.life.seats or (wins and has < chips):
            return
        if not wins and not scene.life.game.banked and has < chips:
            return
        ends = (stack(seat), place) if wins else (place, stack(seat))
        move = Move(*ends, Chips(chips))
        fact = SignPosted(clause="A-96", sign=scene.life.sign, moves=(move,))  # any fact will do
        scene.log.append(Entry(scene.now, ABE, fact))
        scene.life = life.evolve(scene.life, scene.log[-1])

    @rule(who=WHO, chips=AMOUNTS)
    def chips_are_sold(self, who: str, chips: int) -> None:
        book(*self.scenes)
        if self.asks(KAY, SellChips(person=who, chips=Chips(chips))) is not None:
            self.home(who, chips)
            self.drawer += chips

    @rule(who=WHO, chips=AMOUNTS)
    def chips_are_cashed(self, who: str, chips: int) -> None:
        book(*self.scenes)
        may = chips <= min(self.pocket[who], self.drawer)
        done = self.asks(KAY, CashOut(person=who, chips=Chips(chips))) is not None
        assert may == done
        if done:
            self.pocket[who] -= chips
            self.drawer -= chips

    @rule(chips=AMOUNTS, cash=st.booleans(), out=st.booleans())
    def accounting_brings_or_takes(self, chips: int, cash: bool, out: bool) -> None:
        book(*self.scenes)
        amount = Chips(-chips if out else chips)
        if cash and self.asks(ABE, MoveCash(cash=amount, reason="bank", witness=KAY)) is not None:
            self.drawer += amount
        if not cash and self.asks(ABE, IssueChips(chips=amount, witness=KAY)) is not None:
            self.issued += amount

    @rule(at=AT, chips=AMOUNTS, credit=st.booleans())
    def a_slip_is_asked_for(self, at: int, chips: int, credit: bool) -> None:
        kind = RequestCredit if credit else RequestFill
        self.asks(FLO, kind(table=str(at + 1), chips=Chips(chips)))

    @rule(number=SLIP, at=AT, off=st.sampled_from((0, 0, 0, 1_00)))
    def a_slip_goes_on(self, number: int, at: int, off: int) -> None:
        """Whatever is next for it; an amount that is off is never signed."""
        book(*self.scenes)
        self.asks(KAY, PrepareFill(number=number, witness=SAM))
        slips = {slip.number: slip for slip in self.first.house.cage.slips}
        chips = Chips(slips[number].chips + off) if number in slips else Chips(1)
        fill = TakeFill(number=number, counted=chips, supervisor=FLO)
        taken = self.tells(self.scenes[at], DEE, fill)
        assert not (taken and off)
        self.tells(self.scenes[at], DEE, SendCredit(number=number, supervisor=FLO))

    @rule(number=SLIP, off=st.sampled_from((0, 0, 1_00)))
    def a_credit_arrives(self, number: int, off: int) -> None:
        book(*self.scenes)
        slips = {slip.number: slip for slip in self.first.house.cage.slips}
        chips = Chips(slips[number].chips + off) if number in slips else Chips(1)
        order = ReceiveCredit(number=number, counted=chips, witness=SAM)
        assert not (self.asks(KAY, order) and off)

    @rule(number=SLIP)
    def a_slip_is_cancelled(self, number: int) -> None:
        self.asks(KAY, CancelSlip(number=number, reason="not needed"))

    @rule(at=AT, off=st.sampled_from((0, 0, -3_00, 5_00)))
    def an_inventory_is_counted(self, at: int, off: int) -> None:
        scene = self.scenes[at]
        counted = Chips(inventory(scene.life) + off)
        self.tells(scene, DEE, CountInventory(when="shift", counted=counted, supervisor=FLO))

    @rule(at=AT)
    def an_inventory_is_corrected(self, at: int) -> None:
        scene = self.scenes[at]
        off = scene.life.tray.off
        order = AdjustInventory(reason="found", supervisor=SUE)
        if self.tells(scene, ABE, order) is not None:
            self.issued += off

    @rule(at=AT, off=st.sampled_from((0, 0, -3_00, 5_00)))
    def a_drop_is_taken_and_counted(self, at: int, off: int) -> None:
        scene = self.scenes[at]
        if self.tells(scene, FLO, RemoveDrop(security=SAM)) is None:
            return
        book(scene)
        drop = scene.house.cage.drops[-1]
        assert (drop.cash, drop.chips) == (self.boxes[at], 0)
        counted = Chips(max(drop.cash + off, 0))
        order = CountDrop(
            table=drop.table, number=drop.number, cash=counted, chips=Chips(0), witness=KAY
        )
        assert self.asks(ABE, order) is not None
        self.drawer += min(counted, drop.cash)
        self.boxes[at] = 0

    @rule(off=st.sampled_from((0, 0, -1_00, 4_00)), cash=st.booleans())
    def the_cage_is_counted(self, off: int, cash: bool) -> None:
        book(*self.scenes)
        with suppress(Refused):
            count(self.first, CASH if cash else CAGE, off)

    @rule(number=SLIP)
    def a_difference_is_explained(self, number: int) -> None:
        book(*self.scenes)
        found = [one for one in self.first.house.cage.differences if one.number == number]
        order = CorrectBooks(number=number, reason="found", witness=SUE)
        if self.asks(ABE, order) is None:
            return
        one = found[0]
        if one.account == CAGE:
            self.issued += one.found
        elif one.account == CASH or one.found > 0:  # what was too much in a box is in the drawer
            self.drawer += one.found

    @rule(minutes=st.sampled_from((1, 61, 600, 1440)))
    def time_passes(self, minutes: int) -> None:
        for scene in self.scenes:
            scene.later(minutes=minutes)

    @rule()
    def the_day_is_closed(self) -> None:
        """It closes exactly when everything was counted, is in, and agrees."""
        book(*self.scenes)
        day = day_of(self.first.house.day_starts, self.first.now)
        cage = self.first.house.cage
        agrees = not any(one.open for one in cage.differences)
        fresh = {account for account, found in cage.counts.items()} == {CAGE, CASH} and all(
            (self.first.now - found.at).total_seconds() <= 3600 for found in cage.counts.values()
        )
        nothing_out = not (on(self.first, "transit") or sum(self.boxes) or cage.drops)
        may = agrees and fresh and nothing_out and day > cage.closed
        assert may == (self.asks(ABE, CloseDay(day=day, witness=SUE)) is not None)

    @invariant()
    def it_adds_up(self) -> None:
        if not hasattr(self, "first"):
            return
        book(*self.scenes)
        adds_up(*self.scenes)
        assert {name: on(self.first, f"purse:{name}") for name in NAMES} == self.pocket
        assert (-on(self.first, "issued"), on(self.first, "cash")) == (self.issued, self.drawer)
        assert [on(self.first, f"dropbox:{at}") for at in (1, 2, 3)] == self.boxes

    def teardown(self) -> None:
        if hasattr(self, "first"):
            papers = [houses.read_entry(houses.write_entry(e)) for e in self.first.house_log]
            assert houses.replay(papers) == self.first.house


TestCageMachine = CageMachine.TestCase
TestCageMachine.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)


@pytest.mark.soak
def test_the_cage_for_long() -> None:
    run_state_machine_as_test(
        CageMachine, settings=settings(max_examples=600, stateful_step_count=80, deadline=None)
    )
