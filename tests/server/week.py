"""A week of a whole room in service: tables of all games, bots, staff, trouble and restarts.

Everything runs as it does in a room that is open: the dealers deal, bots answer, the floor rules
at random moments, the cage books by itself. Only the clock is the test's, and it jumps.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.engine.commands import Report
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.cage.closing import CloseDay, CountAccount, CountDrop
from croupier.room.cage.fills import PrepareFill, ReceiveCredit, RequestFill
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.orders import IssueChips, MoveCash
from croupier.room.cage.state import CASH
from croupier.room.cage.trays import RemoveDrop
from croupier.room.conduct.orders import NotifyOfRemoval, RemovePlayer, RuleDispute
from croupier.room.custody.state import Procedures
from croupier.room.funds.box import OfferBadBeat, VerifyBadBeat
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.orders import DesignateTable, PostFund, RecordFundApproval, SubmitFund
from croupier.room.funds.payouts import AdjustDisplays, HandOver, PreparePayout
from croupier.room.funds.state import fund_account
from croupier.room.house import evolve as house_life
from croupier.room.house.days import day_of
from croupier.room.house.notices import Notice
from croupier.room.house.orders import LiftExclusion, RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import Actor
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Entry, Order
from croupier.room.table import evolve as table_life
from croupier.room.table.orders import CloseTable, OpenTable, SetUpTable
from croupier.room.table.rounds import Play
from croupier.rules.revenue import BadBeat, Increments, Shares
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.server.config import Config
from croupier.server.demonstration.demo import Guests, places
from croupier.server.service import Service
from croupier.server.store.database import Store, make_engine
from croupier.server.store.keys import Keys
from croupier.server.store.lines import HOUSE
from croupier.server.store.migrate import migrate
from croupier.server.tables.desk import Desk
from croupier.sim.bots import bot
from tests import banked_rounds
from tests.room.jackpots import DISPLAYS, ENDING, count_order
from tests.room.tables import STAFF
from tests.room.test_days_machine import LEVELS, METER, POKER_KINDS
from tests.server.rooms import KEYS, PATIENCE

MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)
CONFIG = Config(
    play_chips=True, pause=0.2, turn=36_000.0, bets=1.0, inspection=1, think=0.0, misses=0
)
KIM = Actor("Kim", "cage_cashier")
RULES = BadBeat(  # a pair that loses wins: some hand of every few
    least="2c2d5h4s3c",
    shares=Shares(loser=50, winner=25, table=25),
    contribution=Increments(((Chips(4_00), Chips(1_00)),)),
    contribution_max=Chips(1_00),
    min_pot=Chips(4_00),
    reserve_percent=10,
    held_returned="it joins the next payout",
    jackpot_percent=90,
)
LIMITS = game_of("seven-card-stud").sign.limits
CLOCK = TimeCharge(hourly=(Hourly(LIMITS, Chips(12_00)),))
RAKED = {"rake": LEVELS, "rake_max": Chips(4_00)}
POSTED: dict[str, dict[str, Any]] = {
    "holdem": RAKED,
    "seven-card-stud": {"time_charge": CLOCK},
    "bbc-omaha": {**RAKED, "promo_drop": Chips(1_00)},
    "texas-holdem-bonus": METER,
    "omaha": RAKED,
    "badugi": RAKED,
}
QUIET = 500  # glances at a table that deals nothing, until it is closed
FIRST = ("holdem", "seven-card-stud", "bbc-omaha")  # tables 1 to 3
KEYS_OF_GAMES = (*FIRST, *(key for key in GAMES if key not in FIRST))


class Week:
    """The room, its clock, and its people."""

    def __init__(
        self,
        url: str,
        seed: int,
        rounds: int,
        games: Sequence[str] = KEYS_OF_GAMES,
        glance: timedelta = timedelta(seconds=15),
        keys: Keys = KEYS,
    ) -> None:
        self.url, self.chance, self.rounds = url, Random(seed), rounds
        self.games, self.glance, self.keys = games, glance, keys
        self.now = MONDAY
        self.service: Service
        self.bots: list[asyncio.Task[None]] = []
        self.happened: Counter[str] = Counter()
        self.goals: dict[str, int] = {}
        self.quiet: dict[str, tuple[int, int]] = {}  # rounds of a table, and glances since

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """The room in service, as after a start or a restart."""
        engine = make_engine(self.url)
        await migrate(engine)
        self.service = Service(Store(engine, self.keys), CONFIG, lambda: self.now)
        await self.service.start()
        for desk in self.desks:
            self._invite(desk)
        try:
            yield
        finally:
            for task in self.bots:
                task.cancel()
            await asyncio.gather(*self.bots, return_exceptions=True)
            self.bots = []
            await self.service.stop()

    @property
    def desks(self) -> list[Desk]:
        return list(self.service.desks.values())

    def _invite(self, desk: Desk) -> None:
        guests = Guests(self.service, desk, Random(desk.state.name))
        for seat, (actor, _) in guests.bots.items():  # quick ones: they are not the point
            guests.bots[seat] = actor, bot(("calling", "random")[seat % 2], f"{seat}")
        self.bots.append(asyncio.create_task(guests.run()))

    # --- orders ----------------------------------------------------------------------------------

    async def house(self, role: Any, *commands: Any) -> None:
        """Give the house orders."""
        for says in commands:
            await self.service.house.ask(Order(self.now, STAFF[role], says))

    async def at(self, desk: Desk, role: Any, says: Any) -> bool:
        """Give a table an order, if it takes it."""
        with suppress(Refused):
            await desk.ask(Order(self.now, STAFF[role], says))
            self.happened[type(says).__name__] += 1
            return True
        return False

    async def house_log(self) -> list[Entry]:
        lines = self.service.store.read(HOUSE)
        return [house_life.read_entry(line) async for _, line in lines]

    async def log(self, desk: Desk) -> list[Entry]:
        lines = self.service.store.read(desk.stream)
        return [table_life.read_entry(line) async for _, line in lines]

    # --- the first day ---------------------------------------------------------------------------

    async def furnish(self) -> None:
        """Chips for the cage, approvals, a fund, and a table of every game."""
        kay = STAFF["cage_cashier"]
        await self.house(
            "accounting",
            IssueChips(chips=Chips(250_000_00), witness=kay),
            MoveCash(cash=Chips(50_000_00), reason="float", witness=kay),
            SubmitRakeRules(
                rules=RakeRules(
                    types=("increments", "time"),
                    methods=(LEVELS,),
                    time_charges=(CLOCK,),
                    maximum=Chips(4_00),
                )
            ),
            RecordRakeApproval(number=1, reference="MGC 26-1"),
            SubmitFund(name="main", rules=RULES, ending=ENDING),
            RecordFundApproval(name="main", reference="MGC 26-7"),
        )
        await self.house(
            "poker_shift_supervisor",
            PostFund(name="main", place="at the desk", percent=90, displays=DISPLAYS),
            DesignateTable(name="main", table="1"),
        )
        for number, key in enumerate(self.games, 1):
            await self._set_up(str(number), key)
        bank = next(d.state.name for d in self.desks if d.state.game.banked)
        await self.house("floorperson", RequestFill(table=bank, chips=Chips(1_000_00)))
        offer = OfferBadBeat(fund="main", notice="a pair beaten wins")
        assert await self.at(self.service.desk("1"), "poker_shift_supervisor", offer)

    async def _set_up(self, name: str, key: str) -> None:
        game = game_of(key)
        sign = replace(game.sign, seats=places(game), **POSTED.get(key, {}))
        procedures = Procedures(inspection_seconds=1, shoe_approval="file 12")
        says = SetUpTable(name=name, sign=sign, procedures=procedures)
        order = Order(self.now, STAFF["poker_shift_supervisor"], says)
        await self.service.set_up(order, game)
        self._invite(self.service.desk(name))

    # --- a day -----------------------------------------------------------------------------------

    async def open_tables(self) -> None:
        """The tables open, and each has so many rounds before it."""
        self.goals = {desk.state.name: desk.state.rounds + self.rounds for desk in self.desks}
        self.quiet = {}
        for desk in self.desks:
            await desk.ask(Order(self.now, STAFF["poker_shift_supervisor"], OpenTable()))

    async def play(self, glances: int = 0) -> None:
        """Rounds among all kinds of trouble until every table is closed, or the staff looked so
        many times.
        """
        looked, until = 0, time.monotonic() + 10 * PATIENCE
        while any(desk.state.status == "open" for desk in self.desks):
            assert time.monotonic() < until, [desk.state.status for desk in self.desks]
            for desk in self.desks:
                if desk.state.status == "open":
                    await self._trouble(desk)
                if self._has_played(desk) and not self._awaits(desk):
                    await self.at(desk, "floorperson", CloseTable())
            await self._slips()
            await self._notify()
            await self._forgive()
            self.now += self.glance
            looked += 1
            if looked == glances:
                return
            await asyncio.sleep(0.02)

    def _has_played(self, desk: Desk) -> bool:
        """Whether a table has dealt its rounds, or nobody can buy in there any more (BBC)."""
        life = desk.state
        rounds, quiet = self.quiet.get(life.name, (life.rounds, 0))
        quiet = 0 if life.playing or rounds != life.rounds else quiet + 1
        self.quiet[life.name] = life.rounds, quiet
        return life.rounds >= self.goals[life.name] or quiet > QUIET

    def _awaits(self, desk: Desk) -> bool:
        """Whether a fill or a credit is under way."""
        slips = self.service.house.state.cage.slips
        return any(slip.table == desk.state.name and slip.is_open for slip in slips)

    async def _trouble(self, desk: Desk) -> None:
        """Now and then something goes wrong, and the floor rules."""
        if desk.state.playing and self.chance.random() < 0.03:
            kinds: Any = banked_rounds.IRREGULAR if desk.state.game.banked else POKER_KINDS
            seat = self.chance.choice([0, *desk.state.seats])
            report = Report(self.chance.choice(kinds), seat=seat)
            await self.at(desk, "floorperson", Play(command=report))
        elif self.chance.random() < 0.01:
            ruling = RuleDispute(dispute="a hand", ruling="it stands", reason="seen")
            await self.at(desk, "poker_shift_supervisor", ruling)
        elif desk.state.seats and self.chance.random() < 0.005:
            await self._eject(desk, self.chance.choice([*desk.state.seats]))

    async def _eject(self, desk: Desk, seat: int) -> None:
        notice = None if desk.state.game.document.name == "BBC" else Notice("Ian", self.now)
        says = RemovePlayer(seat=seat, cause="abuse", notice=notice)
        await self.at(desk, "floorperson", says)  # the room keeps the player out by itself

    async def _notify(self) -> None:
        """Tell the IEB of removals that followed from another table: play waits for that."""
        for desk in self.desks:
            owes = desk.state.game.document.notifies_of_removals
            for person, removal in desk.state.conduct.removed.items():
                if owes and removal.notice is None:
                    says = NotifyOfRemoval(person=person, notice=Notice("Ian", self.now))
                    assert await self.at(desk, "floorperson", says)

    async def _forgive(self) -> None:
        for person in self.service.house.state.exclusions.out:
            self.now += timedelta(seconds=1)  # after every removal: one of the same time stays
            lift = LiftExclusion(person=person, reason="said sorry")
            await self.house("poker_shift_supervisor", lift)
            for desk in self.desks:  # its bots look again whether they may sit down
                desk.changed.set()
                desk.changed = asyncio.Event()

    async def _last_slip(self, desk: Desk) -> Any:
        """The paper of the last order that made one."""
        log = await self.log(desk)
        return next(e.fact.slip for e in reversed(log) if hasattr(e.fact, "slip"))

    async def close_day(self) -> None:
        """Jackpots are paid, boxes and drops counted, fills and credits done, the day closed."""
        await self._jackpots(self.service.desk("1"))
        await self._box(self.service.desk("1"))
        await self._drops()
        house = self.service.house.state
        readings = dict.fromkeys(DISPLAYS, house.accounts.get(fund_account("main"), Chips(0)))
        supervisor = STAFF["poker_supervisor"]
        await self.house(
            "accounting", AdjustDisplays(name="main", readings=readings, supervisor=supervisor)
        )
        for account in (CAGE, CASH):
            counted = self.service.house.state.accounts.get(account, Chips(0))
            await self.house(
                "cage_cashier", CountAccount(account=account, counted=counted, witness=KIM)
            )
        day = day_of(house.day_starts, self.now)
        shift = STAFF["poker_shift_supervisor"]
        await self.house("accounting", CloseDay(day=day, witness=shift))

    async def _jackpots(self, desk: Desk) -> None:
        """The shift supervisor verifies; the room awards by itself, and all is handed over."""
        for found in desk.state.box.found:
            verify = VerifyBadBeat(round=found.round, notified=STAFF["security"])
            await self.at(desk, "poker_shift_supervisor", verify)
        until = time.monotonic() + PATIENCE
        while len(self.service.house.state.funds.payouts) < self.happened["VerifyBadBeat"]:
            assert time.monotonic() < until, "the room did not award what was verified"
            await asyncio.sleep(0.01)
        for won in self.service.house.state.funds.payouts:
            if won.form is None:
                await self.house("accounting", PreparePayout(number=won.number, form="cash"))
                for person in won.shares:
                    await self.house("security", HandOver(number=won.number, person=person))
                self.happened["jackpot"] += 1

    async def _box(self, desk: Desk) -> None:
        chips = desk.state.accounts.get(BOX, Chips(0))
        box, here = _Box(desk), desk.state.name  # closed for the night
        count = replace(count_order(box, table=here), notice=Notice("Ian", self.now))  # type: ignore[arg-type]  # it reads a life
        assert await self.at(desk, "dealer", count)
        slip = await self._last_slip(desk)
        await self.house("cage_cashier", ReceiveBoxes(slips=(slip,), counts=(chips,)))

    async def _slips(self) -> None:
        """The cage prepares fills and takes credits in; the tables' dealers sign theirs."""
        security = STAFF["security"]
        for slip in self.service.house.state.cage.slips:
            if slip.kind == "fill" and slip.status == "requested":
                await self.house("cage_cashier", PrepareFill(number=slip.number, witness=security))
                self.happened["fill"] += 1
            elif slip.kind == "credit" and slip.status == "on the way":
                receive = ReceiveCredit(number=slip.number, counted=slip.chips, witness=security)
                await self.house("cage_cashier", receive)
                self.happened["credit"] += 1

    async def _drops(self) -> None:
        for desk in self.desks:
            await self.at(desk, "floorperson", RemoveDrop(security=STAFF["security"]))
        for drop in self.service.house.state.cage.drops:
            says = CountDrop(
                table=drop.table,
                number=drop.number,
                cash=drop.cash,
                chips=drop.chips,
                witness=STAFF["cage_cashier"],
            )
            await self.house("accounting", says)

    def next_day(self) -> None:
        self.now = (self.now + timedelta(days=1)).replace(hour=12, minute=0, second=0)


class _Box:
    """A table as `count_order` looks at it."""

    def __init__(self, desk: Desk) -> None:
        self.life = desk.state
