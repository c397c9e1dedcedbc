"""Bad beat funds in a room in service: patrons receive every cent that left the pots (POKER 19).

Bots play at two tables of two funds while the dealers deal and the bookkeeper books. Boxes go to
the cage at random, counts are short or long, beats are verified and paid. In between the room
crashes, with a box and verified beats on their way, and once more it restarts in peace. At the end
the funds are stopped, and what is left goes to patrons.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.custody.state import Procedures
from croupier.room.funds.box import CountBox, OfferBadBeat, SendBox, VerifyBadBeat, WithdrawBadBeat
from croupier.room.funds.facts import (
    BadBeatVerified,
    BoxCounted,
    BoxesReceived,
    BoxSent,
    FundDistributed,
    PayoutMade,
)
from croupier.room.funds.intake import CloseIncident, ReceiveBoxes
from croupier.room.funds.orders import (
    CloseFund,
    DesignateTable,
    DistributeFund,
    PostFund,
    RecordFundApproval,
    ReturnReserve,
    StopFund,
    SubmitFund,
)
from croupier.room.funds.payouts import AdjustDisplays, HandOver, PreparePayout
from croupier.room.funds.state import fund_account, reserve_account
from croupier.room.house import evolve as house_log
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor
from croupier.room.house.state import balance_of
from croupier.room.logbook import Entry, Order
from croupier.room.table import evolve as table_log
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.server.demonstration.demo import Guests, places
from croupier.server.service import Service
from croupier.server.store.lines import HOUSE, stream_of
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import book, made
from tests.clause import clause
from tests.room.jackpots import DISPLAYS, ENDING
from tests.server.rooms import FAST, PATIENCE, served
from tests.server.week import RULES

SUE = Actor("Sue", "poker_shift_supervisor")
PAM = Actor("Pam", "poker_supervisor")
ACE = Actor("Ace", "accounting")
KIM = Actor("Kim", "cage_cashier")
SAL = Actor("Sal", "security")
DEE = Actor("Dee", "dealer")
FUNDS = {"main": "1", "small": "2"}
CONFIG = replace(FAST, think=0.0, turn=30.0, pause=0.0, showdown="show")


class Cardroom:
    """A room in service, and the people who look after its funds."""

    def __init__(self, service: Service, chance: Random) -> None:
        self.service, self.chance = service, chance
        self.bots: list[asyncio.Task[None]] = []

    def invite(self) -> None:
        """Let bots sit down at both tables."""
        for table in FUNDS.values():
            guests = Guests(self.service, self.service.desk(table), Random(table))
            self.bots.append(asyncio.create_task(guests.run()))

    async def house(self, by: Actor, says: Any) -> None:
        await self.service.house.ask(Order(self.service.clock(), by, says))

    async def at(self, table: str, by: Actor, says: Any) -> None:
        await self.service.desk(table).ask(Order(self.service.clock(), by, says))

    async def set_up(self) -> None:
        """Two funds, approved and posted, each with a table; and a third table, closed."""
        for name in (*FUNDS.values(), "9"):
            game = game_of("holdem")
            sign = replace(game.sign, seats=places(game))
            says = SetUpTable(name=name, sign=sign, procedures=Procedures(inspection_seconds=1))
            await self.service.set_up(Order(self.service.clock(), SUE, says), game)
        for fund, table in FUNDS.items():
            await self.house(ACE, SubmitFund(name=fund, rules=RULES, ending=ENDING))
            await self.house(ACE, RecordFundApproval(name=fund, reference="MGC 26-7"))
            posted = PostFund(name=fund, place="at the desk", percent=90, displays=DISPLAYS)
            await self.house(SUE, posted)
            await self.house(SUE, DesignateTable(name=fund, table=table))
            await self.at(table, SUE, OfferBadBeat(fund=fund, notice="a pair beaten wins"))
            await self.at(table, SUE, OpenTable())

    async def rounds(self, table: str, more: int) -> None:
        """Wait for so many more rounds."""
        desk = self.service.desk(table)
        goal = desk.state.rounds + more
        async with asyncio.timeout(PATIENCE):
            while desk.state.rounds < goal:
                await desk.changed.wait()

    async def between(self, table: str, by: Actor, says: Any) -> None:
        """Give an order as soon as no round stands in its way."""
        desk = self.service.desk(table)
        async with asyncio.timeout(PATIENCE):
            while True:
                changed = desk.changed
                try:
                    return await self.at(table, by, says)
                except Refused as refusal:
                    if "round of play is open" not in refusal.why:
                        raise
                await changed.wait()

    async def carry(self, table: str) -> None:
        """Count the box at the closed table, or send it to the cage; counts may be wrong."""
        notice = Notice("Ira", self.service.clock())
        chips = self.service.desk(table).state.accounts.get(BOX, Chips(0))
        if self.chance.random() < 0.5:
            sent: Any = SendBox(place="cage", container="lock 77", security=SAL, notice=notice)
            await self.between(table, PAM, sent)
        else:
            sent = CountBox(
                table="9",
                counted=chips,
                supervisor=PAM,
                surveillance="camera 4",
                container="lock 77",
                security=SAL,
                notice=notice,
            )
            try:
                await self.between(table, DEE, sent)
            except Refused:  # a pot fed the box meanwhile
                return
        await self.receive()

    async def receive(self) -> None:
        """The cashiers count the boxes that have come, not always rightly."""
        for slip in self.service.house.pending_slips.boxes():
            wrong = self.chance.choice((0, 0, -1_00, -2_00, 1_00))
            counted = Chips(max(0, slip.total + wrong))
            await self.house(KIM, ReceiveBoxes(slips=(slip,), counts=(counted,)))

    async def verify(self) -> None:
        """Verify what was won."""
        for table in FUNDS.values():
            desk = self.service.desk(table)
            while found := desk.state.box.found:
                verify = VerifyBadBeat(round=found[0].round, notified=SAL)
                await self.between(table, SUE, verify)

    async def pay(self) -> None:
        """Verify what was won, prepare it and hand it over."""
        await self.verify()
        await self.handed_in()
        for won in self.service.house.state.funds.payouts:
            if won.form is None:
                await self.house(ACE, PreparePayout(number=won.number, form="chips"))
            for person in won.shares.keys() - set(won.handed):
                await self.house(SAL, HandOver(number=won.number, person=person))
        for fund in FUNDS:
            house = self.service.house.state
            if house.funds.named[fund].status in ("offered", "stopped"):
                shown = dict.fromkeys(DISPLAYS, balance_of(house, fund_account(fund)))
                says = AdjustDisplays(name=fund, readings=shown, supervisor=PAM)
                await self.house(ACE, says)

    async def handed_in(self) -> None:
        """Wait until the house has the slip of every verified beat."""
        tables, _ = await self.logs()
        facts = [entry.fact for log in tables for entry in log]
        slips = {fact.slip.key for fact in facts if isinstance(fact, BadBeatVerified)}
        async with asyncio.timeout(PATIENCE):
            while not slips <= set(self.service.house.state.funds.slips):
                await asyncio.sleep(0.01)

    async def end(self) -> None:
        """Stop both funds, and give what is left of them to patrons."""
        for fund, table in FUNDS.items():
            await self.between(table, SUE, WithdrawBadBeat(reason="the season ends"))
            await self.pay()
            await self.carry_all(table)
            await self.pay()
            for found in self.service.house.state.funds.incidents:
                if found.open:
                    finding = "the cashier miscounted"
                    await self.house(ACE, CloseIncident(number=found.number, finding=finding))
            await self.house(SUE, StopFund(name=fund, reason="the season ends"))
            held = balance_of(self.service.house.state, reserve_account(fund))
            if held:
                await self.house(ACE, ReturnReserve(name=fund, chips=held))
            left = balance_of(self.service.house.state, fund_account(fund))
            if left:
                says = DistributeFund(name=fund, payments={"Ana": left}, supervisor=PAM)
                await self.house(ACE, says)
            await self.house(ACE, CloseFund(name=fund))

    async def carry_all(self, table: str) -> None:
        while self.service.desk(table).state.accounts.get(BOX, 0):
            await self.carry(table)

    async def logs(self) -> tuple[list[list[Entry]], list[Entry]]:
        """The logs of the tables and of the house, from the disk."""
        read = self.service.store.read
        tables = [
            [table_log.read_entry(line) async for _, line in read(stream_of(name))]
            for name in (*FUNDS.values(), "9")
        ]
        return tables, [house_log.read_entry(line) async for _, line in read(HOUSE)]


@asynccontextmanager
async def opened(url: str, chance: Random) -> AsyncIterator[Cardroom]:
    async with served(url, CONFIG) as service:
        room = Cardroom(service, chance)
        try:
            yield room
        finally:
            for task in room.bots:
                task.cancel()
            await asyncio.gather(*room.bots, return_exceptions=True)


def disk(folder: Path, crash: int) -> str:
    """What the disk holds at this moment, in the middle of whatever the room does."""
    before, after = (sqlite3.connect(folder / f"{crash + more}.db") for more in (0, 1))
    with closing(before), closing(after):
        before.backup(after)
    return f"sqlite:///{folder}/{crash + 1}.db"


async def evening(folder: Path, seed: int) -> tuple[list[list[Entry]], list[Entry]]:
    chance, url = Random(seed), f"sqlite:///{folder}/0.db"
    for crash in range(2):
        async with opened(url, chance) as room:
            if not crash:
                await room.set_up()
            room.invite()
            await room.receive()  # the boxes that came before the crash
            for table in FUNDS.values():
                await room.rounds(table, 3)
                await room.carry(table)
            await room.pay()
            for table in FUNDS.values():
                await room.rounds(table, 2)
            notice = Notice("Ira", room.service.clock())
            sent = SendBox(place="cage", container="lock 9", security=SAL, notice=notice)
            await room.between("1", PAM, sent)
            await room.verify()
            url = disk(folder, crash)  # it crashes here: what comes later is lost
    async with opened(url, chance) as room:  # the room restarts, in the middle of a round
        await room.receive()
        room.invite()
        for table in FUNDS.values():
            await room.rounds(table, 3)
        await room.pay()
        await room.end()
        return await room.logs()


SOAKED = [pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 7)]


@clause("POKER-19i", "POKER-19i-owed")
@pytest.mark.parametrize("seed", [19, *SOAKED])
def test_patrons_receive_every_cent_that_left_the_pots(tmp_path: Path, seed: int) -> None:
    tables, house = asyncio.run(evening(tmp_path, seed))
    from_pots = sum(
        move.chips
        for log in tables
        for entry in log
        for move in getattr(entry.fact, "moves", ())
        if move.target == BOX
    )
    facts = [entry.fact for entry in house]
    paying = [fact for fact in facts if isinstance(fact, PayoutMade | FundDistributed)]
    paid = [move.chips for fact in paying for move in fact.moves]
    assert from_pots > 0
    assert sum(paid) == from_pots
    counted = [e for log in tables for e in log if isinstance(e.fact, BoxCounted | BoxSent)]
    assert {(type(e.fact), e.by) for e in counted} <= {(BoxCounted, DEE), (BoxSent, PAM)}
    assert {e.by for e in house if isinstance(e.fact, BoxesReceived)} == {KIM}
    report = made(REPORTS["funds"], book(*tables, house=house), ())
    assert report.totals["collected"] == from_pots
