"""A demonstration room: a table of every game, and bots that keep a seat free for a visitor.

Bots sit nowhere else: a room that is not marked as a demonstration has none.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.turns import DEALER
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.cage.ledger import ISSUED
from croupier.room.cage.orders import IssueChips, MoveCash
from croupier.room.custody.chores import HOUSE_SHIFT
from croupier.room.custody.orders import LookAtDecks
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import HOUSE_DEALER, Actor, automated
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Command, Order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Buy, FreeSeat, Sit, SitIn
from croupier.room.seating.wishes import AnswerBombPot, undecided
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.room.table.rounds import Play
from croupier.room.table.state import Table
from croupier.rules.game import Game
from croupier.rules.offers import BombPot, RunTwice, Straddle
from croupier.rules.poker_sign import Structure
from croupier.rules.revenue import Increments, Percentage
from croupier.rules.seating_sign import LONGEST
from croupier.rules.sign import TableSign
from croupier.server.demonstration.demo_fund import Keeper, found
from croupier.server.desks.sign_desk import usual_sign
from croupier.server.monitoring.server_log import LOG
from croupier.server.service import Service
from croupier.server.tables.deliveries import HOUSE_CASHIER
from croupier.server.tables.desk import Desk
from croupier.server.tables.room_view import kept
from croupier.sim.bots import Bot, bot
from croupier.views.screen.buying import buys
from croupier.views.screen.naming import BOT, is_bot
from croupier.views.seat import hide

NAMES = ("Ana", "Bram", "Chidi", "Dana", "Emeka", "Freya", "Goro", "Hana", "Ines", "Jun")
SUPERVISOR = HOUSE_SHIFT
ACCOUNTANT = automated("accounting")
CHIPS, CASH = Chips(250_000_00), Chips(50_000_00)  # what the cage begins with
PLACES = 6  # small enough to show every seat, also on a phone
SEATS = (2, 3, 5, 6)  # the bots': a free one on either side of the dealer for visitors
THINKS = (0.4, 1.6)
LOOKS = 1.5  # seconds that a bot looks at the spread decks, times the same factor
AGREES = 0.75  # how often a bot agrees to a bomb pot
MOST = 5  # tables of one game
GONE = 60.0  # seconds after which the seat of a visitor without a connection is free again
JACKPOT = "holdem"  # the table that feeds the bad beat fund
FIRST: dict[str, tuple[str, Structure]] = {  # what most visitors look for, by the table's name
    "no-limit-holdem": ("holdem", "no_limit"),
    "pot-limit-omaha": ("omaha", "pot_limit"),
}
RAKE = Percentage(Decimal(5))
STEPS = Increments(tuple((Chips(pot), Chips(1_00)) for pot in (10_00, 20_00, 40_00)))  # at BBC
RAKE_MAX = Chips(3_00)
UNHURRIED = "-unhurried"  # what the name of a table without a clock ends with
METER = Chips(10_000_00)  # where the progressive meter begins


class Guests:
    """The bots of one table."""

    def __init__(self, service: Service, desk: Desk, chance: Random) -> None:
        """Take the seats that are not kept for visitors."""
        self.service, self.desk, self.chance = service, desk, chance
        self.bots: dict[int, tuple[Actor, Bot]] = {}
        self._gone: dict[str, datetime] = {}  # visitors without a connection, since when
        seats = [seat for seat in SEATS if seat <= places(desk.state.game)]
        for seat, name in zip(seats, chance.sample(NAMES, len(seats)), strict=True):
            actor = Actor(name + BOT, "player")
            self.bots[seat] = actor, bot("sensible", chance.random().hex())

    async def run(self) -> None:
        """Sit down, and answer every turn after a moment's thought."""
        while True:
            changed = self.desk.changed
            try:
                await self._see_off()
                await self._sit()
                await self._answer()
            except Refused:
                pass  # a turn that ended meanwhile
            except Exception:  # a table without bots would stop forever
                LOG.exception("bots of %s", self.desk.stream)
            with suppress(TimeoutError):
                async with asyncio.timeout(GONE):  # which loses no cancellation, as wait_for may
                    await changed.wait()

    async def _see_off(self) -> None:
        """Free the seats of visitors who closed the page and did not come back."""
        seats = self.desk.state.seats
        here = {held.person: seat for seat, held in seats.items() if not held.leaving}
        away = {name for name in here.keys() - self._names() if not self.desk.is_here(name)}
        now = self.service.clock()
        self._gone = {name: self._gone.get(name, now) for name in away}
        for name, since in self._gone.items():
            if now >= since + timedelta(seconds=GONE):
                await self._say(HOUSE_DEALER, FreeSeat(seat=here[name], gone=True))

    def _names(self) -> set[str]:
        return {actor.name for actor, _ in self.bots.values()}

    async def _sit(self) -> None:
        life = self.desk.state
        if life.playing or life.status != "open":
            return
        for seat, (actor, _) in self.bots.items():
            with suppress(Refused):  # a removed visitor does not keep the seat
                await self._settle(seat, actor)

    async def _settle(self, seat: int, actor: Actor) -> None:
        """Take the seat, buy what is missing, and look at the cards that lie spread."""
        life = self.desk.state
        if seat not in life.seats:
            await self._say(actor, Sit(seat=seat, chips=stake(life)))
        elif life.seats[seat].out and life.seats[seat].person == actor.name:
            await self._say(actor, SitIn())  # time passed in which no one could play
        elif seat not in dealt_in(life) and life.seats[seat].person == actor.name:
            await self._say(actor, Buy(chips=stake(life)))
        if self._looks(actor.name):
            await asyncio.sleep(self.service.config.think * LOOKS)
            if self._looks(actor.name):
                await self._say(actor, LookAtDecks())
        if seat in undecided(self.desk.state):
            await self._say(actor, AnswerBombPot(yes=self.chance.random() < AGREES))

    def _looks(self, name: str) -> bool:
        """Whether this bot looks at the spread decks now: not before a visitor can too."""
        life = self.desk.state
        return bool(self.desk.watchers) and _spread(life) and name not in life.custody.looked

    async def _answer(self) -> None:
        state = self.desk.state.round
        if state is None or state.done:
            return
        for turn in state.turns:
            placed = state.at == 0 and state.hands[turn.actor].stakes if turn.actor else False
            if turn.actor != DEALER and turn.actor in self.bots and not placed:
                actor, choose = self.bots[turn.actor]
                await asyncio.sleep(self.service.config.think * self.chance.uniform(*THINKS))
                command = choose(hide(state, turn.actor), turn)
                await self._say(actor, Play(command=command))

    async def _say(self, actor: Actor, command: Command) -> None:
        await self.desk.ask(Order(self.service.clock(), actor, command))


def stake(life: Table) -> Chips:
    """The chips a bot of the demonstration sits down with."""
    return buys(life.game, life.sign)[1]


def _spread(life: Table) -> bool:
    return any(deck.status == "spread" for deck in life.custody.decks.values())


def places(game: Game) -> int:
    """The number of seats at a demonstration table."""
    return min(PLACES, game.players.most)


@asynccontextmanager
async def bots_of(service: Service) -> AsyncIterator[None]:
    """Have tables and bots in a demonstration room, also in one that becomes a room later."""
    tasks: list[asyncio.Task[Any]] = []

    async def furnished() -> None:
        tasks.extend(await furnish(service))

    def later() -> None:
        if service.is_demonstration:
            tasks.append(_begun(furnished(), "furnish"))

    service.on_set_up = later
    try:
        if service.is_demonstration and service.first_run is None:
            await furnished()
        yield
    finally:
        for task in tasks:
            task.cancel()


async def furnish(service: Service) -> list[asyncio.Task[None]]:
    """Set a table of every game up, open it, and let bots sit down; more of them when asked."""
    await _stock(service)
    tasks: list[asyncio.Task[None]] = []
    opening = asyncio.Lock()

    async def practise(wanted: str, *, unhurried: bool = False) -> str:
        kind = _kind_of(wanted)
        if not kind:  # a game, or a table that the staff set up
            desk = service.desks.get(wanted)
            kind = desk.state.game.key if desk is not None else game_of(wanted).key
        first = f"{kind}{UNHURRIED}" if unhurried else kind
        async with opening:
            for number in range(1, MOST + 1):
                name = first if number == 1 else f"{first}-{number}"
                if name in service.faulty:
                    continue
                if name not in service.desks:
                    await _table(service, kind, name)
                    tasks.append(_bots(service, name))
                if _has_seat(service, name) and not (unhurried and _has_visitor(service, name)):
                    return name
        raise Refused("FIELD game", f"all {MOST} practice tables of {kind} are full")

    for kind in (*FIRST, *GAMES):
        if kind not in service.desks and kind not in service.faulty:
            await _table(service, kind, kind)
    for name in service.desks:
        if _kind_of(name):
            tasks.append(_bots(service, name))
    if JACKPOT in service.desks:
        await found(service, JACKPOT)
        keeper = Keeper(service, service.desk(JACKPOT))
        tasks.append(_begun(keeper.run(), f"box of {JACKPOT}"))
    service.practise = practise
    return tasks


def _kind_of(table: str) -> str:
    """The kind of a practice table; empty for one that the staff set up.

    >>> [_kind_of(name) for name in ("holdem", "no-limit-holdem-2", "badugi-unhurried-3", "7")]
    ['holdem', 'no-limit-holdem', 'badugi', '']
    >>> [_kind_of(name) for name in ("omaha-hilo-8", "omaha-hilo-8-2", "triple-draw-a-5-unhurried")]
    ['omaha-hilo-8', 'omaha-hilo-8', 'triple-draw-a-5']
    """
    kinds = {*FIRST, *GAMES}
    if table in kinds:  # a game's own name may end with a number
        return table
    kind = re.sub(r"-[2-9]$", "", table).removesuffix(UNHURRIED)
    return kind if kind in kinds else ""


async def _stock(service: Service) -> None:
    """Give the cage its chips and its float, and file the rake of the tables, once."""
    house, says = service.house.state, list[Command]()
    if ISSUED not in house.accounts:
        says.append(IssueChips(chips=CHIPS, witness=HOUSE_CASHIER))
        says.append(MoveCash(cash=CASH, reason="float", witness=HOUSE_CASHIER))
    if not house.submissions.rake:
        rules = RakeRules(types=("percentage",), methods=(RAKE,), maximum=RAKE_MAX)
        says.append(SubmitRakeRules(rules=rules))
        says.append(RecordRakeApproval(number=1, reference="fictitious: a demonstration"))
    for one in says:
        await service.house.ask(Order(service.clock(), ACCOUNTANT, one))


def _bots(service: Service, name: str) -> asyncio.Task[None]:
    guests = Guests(service, service.desk(name), Random(name))
    return _begun(guests.run(), f"bots of {name}")


def _begun(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """A task whose failure is logged, since nobody waits for it."""
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_report)
    return task


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (fault := task.exception()) is not None:
        LOG.error("%s stopped", task.get_name(), exc_info=fault)


def _has_seat(service: Service, name: str) -> bool:
    life, house = service.desk(name).state, service.house.state
    seats = range(1, places(life.game) + 1)
    free = [seat for seat in seats if seat not in SEATS and seat not in life.seats]
    taken = len(kept(life, house, service.clock()))
    return len(free) > taken and not house.waiting.of(kind_of(life))


def _has_visitor(service: Service, name: str) -> bool:
    """Whether a person sits there: players without a clock do not wait for each other."""
    return any(not is_bot(held.person) for held in service.desk(name).state.seats.values())


def sign_of(kind: str) -> TableSign:
    """What a demonstration table posts: the game's own sign, and everything that can be tried.

    >>> [sign_of(kind).structure for kind in (*FIRST, "holdem")]
    ['no_limit', 'pot_limit', 'limit']
    """
    key, structure = FIRST.get(kind, (kind, None))
    game = game_of(key)
    sign = replace(usual_sign(game, "demonstration"), seats=places(game))
    if structure is not None:
        sign = replace(sign, structure=structure, limits=sign.blinds[-1:])
    if not game.banked:
        rake = RAKE if game.document.percentage_rake else STEPS
        sign = replace(sign, rake=rake, rake_max=RAKE_MAX)
    for offer in game.offers:
        if isinstance(offer, Straddle):
            sign = replace(sign, straddle=Chips(2 * max(sign.blinds)))
        if isinstance(offer, BombPot):
            sign = replace(sign, bomb_pot=Chips(2 * max(sign.blinds)), bomb_boards=2)
        if isinstance(offer, RunTwice):
            sign = replace(sign, run_twice=True)
    if game.key == "texas-holdem-bonus":
        sign = replace(sign, progressive=True, progressive_share=75)
        sign = replace(sign, progressive_seed=METER, progressive_meter=METER)
    return sign


async def _table(service: Service, kind: str, name: str) -> None:
    game = game_of(FIRST[kind][0] if kind in FIRST else kind)
    sign = sign_of(kind)
    if UNHURRIED in name:
        sign = replace(sign, turn_seconds=LONGEST)
    order = Order(service.clock(), SUPERVISOR, SetUpTable(name=name, sign=sign))
    await service.set_up(order, game)
    desk = service.desk(name)
    while desk.state.status != "open":
        changed = desk.changed
        try:
            await desk.ask(Order(service.clock(), SUPERVISOR, OpenTable()))
        except Refused:  # the dealer is still bringing the decks
            await changed.wait()
