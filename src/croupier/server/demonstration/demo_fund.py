"""The bad beat fund of a demonstration room, run by the room itself (POKER 19).

It is submitted, approved, posted and offered like any fund, and starts empty: only players'
contributions feed it. The box goes to the cage whenever it is worth the walk, so that the
display grows before a visitor's eyes.
"""

import asyncio
from contextlib import suppress
from datetime import timedelta

from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.refused import Refused
from croupier.room.custody.chores import HOUSE_SHIFT
from croupier.room.funds.box import OfferBadBeat, SendBox, VerifyBadBeat
from croupier.room.funds.box import due as box_due
from croupier.room.funds.decide import due as displays_due
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.orders import DesignateTable, PostFund, RecordFundApproval, SubmitFund
from croupier.room.funds.payouts import AdjustDisplays, HandOver, PreparePayout
from croupier.room.funds.state import BoxSlip, Ending, fund_account
from croupier.room.house.notices import Notice
from croupier.room.house.people import AUTOMATED, Actor, automated
from croupier.room.house.state import balance_of
from croupier.room.logbook import Command, Order
from croupier.rules.revenue import BadBeat, Increments, Shares
from croupier.server.service import Service
from croupier.server.tables.deliveries import HOUSE_CASHIER
from croupier.server.tables.desk import Desk

FUND = "Bad beat"
RULES = BadBeat(
    least="JcJdJhJs2c",
    shares=Shares(loser=50, winner=25, table=25),
    contribution=Increments(((Chips(10_00), Chips(1_00)),)),
    contribution_max=Chips(1_00),
    min_pot=Chips(10_00),
    reserve_percent=10,
    held_returned="it joins the next payout",
    jackpot_percent=90,
)
ENDING = Ending(
    stopping="the sign is taken down between two rounds",
    transferring="what is left joins the next payout",
    disclosing="the amount withheld is posted for a week",
)
ACCOUNTANT = automated("accounting")
SUPERVISOR = automated("poker_supervisor")
SECURITY = automated("security")
WALK = Chips(2_00)  # what a box must hold to be carried to the cage
GLANCE = 1.0  # seconds between two looks: an award reaches the house without the table's knowledge


async def found(service: Service, table: str) -> None:
    """Have the fund approved and posted, and this table designated for it, once."""
    if FUND in service.house.state.funds.named:
        return
    for by, says in (
        (ACCOUNTANT, SubmitFund(name=FUND, rules=RULES, ending=ENDING)),
        (ACCOUNTANT, RecordFundApproval(name=FUND, reference="demonstration")),
        (HOUSE_SHIFT, PostFund(name=FUND, place="lobby", percent=90, displays=("lobby",))),
        (HOUSE_SHIFT, DesignateTable(name=FUND, table=table)),
    ):
        await service.house.ask(Order(service.clock(), by, says))
    notice = "Four jacks or better, beaten, win it; every player dealt in takes part."
    order = Order(service.clock(), HOUSE_SHIFT, OfferBadBeat(fund=FUND, notice=notice))
    await service.desk(table).ask(order)


class Keeper:
    """The attendant of one table's box, displays and payouts."""

    def __init__(self, service: Service, desk: Desk) -> None:
        """Look after the box of this table."""
        self.service, self.desk = service, desk

    async def run(self) -> None:
        """Do what is due whenever the table changes, and when it waits for a payout."""
        while True:
            changed = self.desk.changed
            with suppress(Refused):  # a round has begun meanwhile: after it, then
                await self._look()
            with suppress(TimeoutError):
                async with asyncio.timeout(GLANCE):
                    await changed.wait()

    async def _look(self) -> None:
        for slip in self.service.house.pending_slips.boxes():
            if slip.table == self.desk.state.name:
                await self._count(slip)
        await self._pay()
        now, house = self.service.clock(), self.service.house.state
        soon = now + timedelta(minutes=5)
        if any(one.by <= soon for one in displays_due(house, now)):
            await self._display()
        life = self.desk.state
        if life.playing:
            return
        for beat in life.box.found:
            await self._at(HOUSE_SHIFT, VerifyBadBeat(round=beat.round, notified=SECURITY))
        overdue = any(one.by <= soon for one in box_due(life, now, house))
        if overdue or life.accounts.get(BOX, 0) >= WALK:
            notice = Notice(AUTOMATED, now)
            box = SendBox(place="cage", container="locked", security=SECURITY, notice=notice)
            await self._at(SUPERVISOR, box)

    async def _count(self, slip: BoxSlip) -> None:
        await self._house(HOUSE_CASHIER, ReceiveBoxes(slips=(slip,), counts=(slip.total,)))
        await self._display()

    async def _pay(self) -> None:
        """Hand over what was won; then adjust the displays."""
        for won in self.service.house.state.funds.payouts:
            if won.form is None:
                await self._house(ACCOUNTANT, PreparePayout(number=won.number, form="chips"))
            for person in won.shares.keys() - set(won.handed):
                await self._house(SECURITY, HandOver(number=won.number, person=person))
        if self.service.house.state.funds.named[FUND].pending:
            await self._display()

    async def _display(self) -> None:
        house = self.service.house.state
        shown = dict.fromkeys(
            house.funds.named[FUND].displays, balance_of(house, fund_account(FUND))
        )
        says = AdjustDisplays(name=FUND, readings=shown, supervisor=SUPERVISOR)
        await self._house(ACCOUNTANT, says)

    async def _at(self, by: Actor, says: Command) -> None:
        await self.desk.ask(Order(self.service.clock(), by, says))

    async def _house(self, by: Actor, says: Command) -> None:
        await self.service.house.ask(Order(self.service.clock(), by, says))
