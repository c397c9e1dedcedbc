"""A month of a busy room: thirty gaming days of twenty tables, three million lines, all closed.

    python -m benchmarks.month                          three million lines
    python -m benchmarks.month --days 10 --lines 1000000

The room's own rules play every round: orders are decided and folded here, and written through the
store, without sockets and without waiting. Every evening drops and cage are counted, and the day is
closed. Then the room is archived, verified, reported, opened and searched, each timed in JSON.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.games import game_of
from croupier.room.cage.closing import CloseDay, CountAccount, CountDrop
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.orders import BookTable, IssueChips, MoveCash
from croupier.room.cage.state import CASH
from croupier.room.cage.trays import RemoveDrop
from croupier.room.courier import slips_of
from croupier.room.custody.chores import next_chore
from croupier.room.custody.commitment import SealDeck, seal_due
from croupier.room.custody.orders import CutDeck
from croupier.room.custody.state import Procedures
from croupier.room.house import decide as house_desk
from croupier.room.house.days import day_of
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.house.state import House, RakeRules
from croupier.room.logbook import Entry, Order
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import Buy, Sit
from croupier.room.shuffle import Entropy, random_cut
from croupier.room.table import decide as table_desk
from croupier.room.table.evolve import founded
from croupier.room.table.orders import CloseTable, OpenTable, SetUpTable, set_up
from croupier.room.table.rounds import DealRound, Play
from croupier.room.table.state import Table
from croupier.rules.revenue import Increments
from croupier.server.config import Config
from croupier.server.desks.hand_search import Wanted
from croupier.server.service import Service
from croupier.server.store.database import Store, make_engine
from croupier.server.store.head_file import HeadFile
from croupier.server.store.keys import load_keys
from croupier.server.store.lines import HOUSE, stream_of, to_lines
from croupier.server.store.long_reads import read_tally
from croupier.server.store.migrate import migrate
from croupier.server.tables.automated_staff import next_staff_order
from croupier.server.tables.deliveries import HOUSE_CASHIER
from croupier.views.reports.overview import overview

FIRST = datetime(2026, 6, 1, 12, tzinfo=UTC)
MANY = 500  # lines of one append
BUYS = Chips(200_00)
RAKE = Increments(((Chips(4_00), Chips(1_00)), (Chips(20_00), Chips(1_00))))
ROLES = ("poker_shift_supervisor", "floorperson", "accounting", "cage_cashier", "security")
STAFF: dict[str, Actor] = {role: Actor(role.title(), role) for role in ROLES}  # type: ignore[arg-type]  # roles
PACE = timedelta(seconds=4)  # between two orders at a table
QUIET = Config(play_chips=True, pause=36_000)


class Log:
    """A log that is being written: lines wait here until there are many."""

    def __init__(self, store: Store, stream: str) -> None:
        self.store, self.stream, self.number = store, stream, 0
        self.waiting: list[Entry] = []

    async def add(self, entries: list[Entry]) -> None:
        self.number += len(entries)
        self.waiting += entries
        if len(self.waiting) >= MANY:
            await self.flush()

    async def flush(self) -> None:
        if self.waiting:
            await self.store.append(self.stream, to_lines(self.waiting))
            self.waiting = []


class Room:
    """A house and its tables, as the rules know them."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.store, self.chance, self.now = store, Random(seed), FIRST
        self.house, self.books = House(), Log(store, HOUSE)
        self.tables: dict[str, Table] = {}
        self.logs: dict[str, Log] = {}

    async def order(self, role: str, *commands: Any) -> None:
        """Give the house orders."""
        for says in commands:
            await self._obeyed(Order(self.now, STAFF[role], says))

    async def _obeyed(self, order: Order) -> None:
        self.house, entries = house_desk.obey(self.house, order)
        await self.books.add(entries)

    async def at(self, name: str, order: Order) -> None:
        """Give a table an order, and book what its log says of the cage."""
        log = self.logs[name]
        first = log.number + 1
        self.tables[name], entries = table_desk.obey(self.tables[name], order, self.house)
        await log.add(entries)
        slips = [slip for line, one in enumerate(entries, first) for slip in slips_of(line, one)]
        if slips:
            since = self.house.cage.booked.get(name, 0)
            says = BookTable(table=name, since=since, slips=tuple(slips))
            await self._obeyed(Order(self.now, HOUSE_CASHIER, says))

    async def furnish(self, tables: int) -> None:
        """Chips for the cage, an approved rake, and the tables."""
        kay = STAFF["cage_cashier"]
        await self.order(
            "accounting",
            IssueChips(chips=Chips(5_000_000_00), witness=kay),
            MoveCash(cash=Chips(1_000_000_00), reason="float", witness=kay),
            SubmitRakeRules(
                rules=RakeRules(types=("increments",), methods=(RAKE,), maximum=Chips(4_00))
            ),
            RecordRakeApproval(number=1, reference="MGC 26-1"),
        )
        game = game_of("holdem")
        sign = replace(game.sign, rake=RAKE, rake_max=Chips(4_00))
        for number in range(1, tables + 1):
            says = SetUpTable(
                name=str(number), sign=sign, procedures=Procedures(inspection_seconds=1)
            )
            entries = set_up(
                Order(self.now, STAFF["poker_shift_supervisor"], says), game, self.house
            )
            self.tables[says.name] = founded(entries[0], game_of)
            self.logs[says.name] = Log(self.store, stream_of(says.name))
            await self.logs[says.name].add(entries)

    async def chores(self, name: str) -> None:
        """Let the staff and the automated dealer do all that is to be done now."""
        while (order := self._chore(self.tables[name])) is not None:
            if isinstance(order.says, house_desk.COMMANDS):
                await self._obeyed(order)
            else:
                await self.at(name, replace(order, chance=Entropy))
            self.now += timedelta(seconds=1)

    def _chore(self, life: Table) -> Order | None:
        chore = next_chore(life, self.now, self.house, random_cut(life.game.deck))
        if chore is not None and isinstance(chore.says, CutDeck) and seal_due(life):
            return Order(self.now, HOUSE_DEALER, SealDeck())
        if chore is None and life.status == "open":
            order = next_staff_order(life, self.now, self.house)
            mine = order is not None and not isinstance(order.says, house_desk.COMMANDS)
            return order if mine else None
        return chore

    async def open_tables(self) -> None:
        """Every table opens, and nine players sit there."""
        for name in self.tables:
            await self.chores(name)
            await self.at(name, Order(self.now, STAFF["poker_shift_supervisor"], OpenTable()))
            for seat in range(1, 10):
                if seat not in self.tables[name].seats:
                    person = Actor(f"p{name}.{seat}", "player")
                    await self.at(name, Order(self.now, person, Sit(seat=seat, chips=BUYS)))

    async def play(self, name: str, lines: int) -> None:
        """Rounds, until the log of a table has so many lines more."""
        until = self.logs[name].number + lines
        while self.logs[name].number < until or self.tables[name].playing:
            self.now += PACE
            life = self.tables[name]
            if life.playing:
                await self._answer(name, life)
                continue
            await self.chores(name)
            await self._rebuy(name)
            order = Order(self.now, HOUSE_DEALER, DealRound(), Entropy)
            await self.at(name, order)

    async def _rebuy(self, name: str) -> None:
        life = self.tables[name]
        playing = dealt_in(life)
        for seat, held in life.seats.items():
            if seat not in playing:
                person = Actor(held.person, "player")
                await self.at(name, Order(self.now, person, Buy(chips=BUYS)))

    async def _answer(self, name: str, life: Table) -> None:
        assert life.round is not None
        turn = life.round.turns[0]
        does = {option.does: option for option in turn.options}
        kinds: dict[str, Callable[[int], Any]] = {
            "check": say.Check,
            "fold": say.Fold,
            "call": say.Call,
            "show": say.Show,
        }
        words = ["check"] if "check" in does else ["call"]
        if "fold" in does and self.chance.random() < 0.3:
            words = ["fold"]
        word = next(word for word in (*words, "call", "show") if word in does)
        person = Actor(life.seats[turn.actor].person, "player")
        await self.at(name, Order(self.now, person, Play(command=kinds[word](turn.actor))))

    async def close_day(self) -> None:
        """Tables close, drops and cage are counted, and the day is closed."""
        flo, sam = STAFF["floorperson"], STAFF["security"]
        for name in self.tables:
            await self.at(name, Order(self.now, flo, CloseTable()))
            await self.chores(name)
            await self.at(name, Order(self.now, flo, RemoveDrop(security=sam)))
        for drop in self.house.cage.drops:
            counted = {"cash": drop.cash, "chips": drop.chips, "witness": STAFF["cage_cashier"]}
            await self.order(
                "accounting", CountDrop(table=drop.table, number=drop.number, **counted)
            )
        for account in (CAGE, CASH):
            lies = self.house.accounts.get(account, Chips(0))
            says = CountAccount(account=account, counted=lies, witness=STAFF["accounting"])
            await self.order("cage_cashier", says)
        day = day_of(self.house.dawn, self.now)
        witness = STAFF["poker_shift_supervisor"]
        await self.order("accounting", CloseDay(day=day, witness=witness))
        for log in (*self.logs.values(), self.books):
            await log.flush()


async def play(url: str, keys: Path, days: int, tables: int, lines: int) -> None:
    """The whole month."""
    engine = make_engine(url)
    await migrate(engine)
    known = load_keys(keys)
    store = Store(engine, known, signed_every=3600, head_file=HeadFile.beside(known, keys))
    await store.start()
    room = Room(store)
    for day in range(days):
        room.now = FIRST + timedelta(days=day)
        if not day:
            await room.furnish(tables)
        await room.open_tables()
        began = room.now
        latest = began
        for name in room.tables:
            room.now = began
            await room.play(name, lines // days // tables)
            latest = max(latest, room.now)
        room.now = latest + timedelta(minutes=1)
        await room.close_day()
        await store.checkpoint()
    await store.stop()


async def opened(url: str, keys: Path) -> dict[str, float]:
    """Open the room, look at its books and search it: seconds of each."""
    engine, known = make_engine(url), load_keys(keys)
    service = Service(Store(engine, known, head_file=HeadFile.beside(known, keys)), QUIET)
    times: dict[str, float] = {}
    began, spent = time.perf_counter(), time.process_time()

    def lap(name: str) -> None:
        nonlocal began, spent
        now, cpu = time.perf_counter(), time.process_time()
        times[f"{name}_s"], times[f"{name}_cpu_s"] = round(now - began, 2), round(cpu - spent, 2)
        began, spent = time.perf_counter(), time.process_time()

    await service.start()
    lap("start")
    assert not service.store.faults, service.store.faults
    assert not service.faulty, service.faulty
    seen = overview(await service.long_reads.read(read_tally))
    lap("books")
    times["days"] = len(seen.days)

    async def month(store: Store) -> int:
        sums = await read_tally(store, since="2026-06-01", until="2026-06-30")
        return len(sums.summed("rake", ["month"], "2026-06-01", "2026-06-30").rows)

    times["months"] = await service.long_reads.read(month)
    lap("month")
    wanted = Wanted(player="p2.3", since="2026-06-02", until="2026-06-03")
    found = await service.hand_index.find(wanted, limit=20)
    lap("search")
    times["found"] = found.total
    times["memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    await service.stop()
    return times


def command(*words: str, db: str, keys: Path) -> dict[str, Any]:
    """Run a command of `croupier` on the room: its seconds, and the end of what it printed."""
    croupier = str(Path(sys.executable).parent / "croupier")
    began, before = time.perf_counter(), os.times()
    given = [croupier, *words, "--db", db, "--keys", str(keys)]
    done = subprocess.run(given, capture_output=True, text=True, check=False)
    cpu = os.times()
    return {
        "s": round(time.perf_counter() - began, 2),
        "cpu_s": round(cpu.children_user + cpu.children_system, 2)
        - round(before.children_user + before.children_system, 2),
        "exit": done.returncode,
        "says": (done.stdout or done.stderr).strip().splitlines()[-1:],
    }


def main() -> None:
    """Play the month, and time what is done with it."""
    asked = argparse.ArgumentParser(prog="python -m benchmarks.month")
    asked.add_argument("--days", type=int, default=30)
    asked.add_argument("--tables", type=int, default=20)
    asked.add_argument("--lines", type=int, default=3_000_000)
    asked.add_argument("--opened", nargs=2, help=argparse.SUPPRESS)
    wanted = asked.parse_args()
    if wanted.opened:
        print(json.dumps(asyncio.run(opened(wanted.opened[0], Path(wanted.opened[1])))))
        return
    with TemporaryDirectory() as folder:
        path, keys = Path(folder) / "room.db", Path(folder) / "keys"
        db = f"sqlite:///{path}"
        spent = time.process_time()
        asyncio.run(play(db, keys, wanted.days, wanted.tables, wanted.lines))
        _tell("played", {"cpu_s": round(time.process_time() - spent), "bytes": _size(path)})
        _tell("first start", _opened(db, keys))
        _tell(
            "archive", command("archive", "--keep", "7", db=db, keys=keys) | {"bytes": _size(path)}
        )
        _tell("verify", command("verify-log", db=db, keys=keys))
        _tell("restart", _opened(db, keys))


def _size(path: Path) -> int:
    return path.stat().st_size


def _opened(db: str, keys: Path) -> dict[str, Any]:
    words = [sys.executable, "-m", "benchmarks.month", "--opened", db, str(keys)]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    assert not found.returncode, found.stderr[-2000:]
    answer: dict[str, Any] = json.loads(found.stdout)
    return answer


def _tell(what: str, found: dict[str, Any]) -> None:
    print(json.dumps({"what": what, **found}), flush=True)


if __name__ == "__main__":
    main()
