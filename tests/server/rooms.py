"""A room in this process: its database, its service, and people who sit down in it."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from croupier.chips import Chips
from croupier.games import game_of
from croupier.room.custody.state import Procedures
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.seating.orders import Sit
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.rules.sign import TableSign
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.store.database import SIGNED_EVERY, Store, make_engine
from croupier.server.store.keys import Keys
from croupier.server.store.migrate import migrate
from croupier.server.tables.desk import Desk, Watcher

KEYS = Keys(b"s" * 32, b"k" * 32)
PATIENCE = 60.0  # seconds: a busy machine is not a fault
FAST = Config(
    play_chips=True, pause=0.01, turn=30.0, bets=0.2, inspection=1, misses=0, showdown="ask"
)
SUE = Actor("Sue", "poker_shift_supervisor")
PEOPLE = ("Ada", "Bob", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal", "Ivy")

Result = TypeVar("Result")


def run(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    return asyncio.run(work())


async def bring_up(url: str) -> None:
    """Bring a database to the newest schema, and leave it."""
    engine = make_engine(url)
    await migrate(engine)
    await engine.dispose()


@cache
def _without_a_room() -> bytes:
    with TemporaryDirectory() as folder:
        run(lambda: bring_up(f"sqlite:///{folder}/room.db"))
        return Path(folder, "room.db").read_bytes()


def database_in(folder: Path) -> str:
    """The address of a folder's database; a new one is a copy of one that was migrated."""
    if not (path := folder / "room.db").exists():
        path.write_bytes(_without_a_room())
    return f"sqlite:///{path}"


@asynccontextmanager
async def stored(
    url: str, keys: Keys = KEYS, signed_every: float = SIGNED_EVERY
) -> AsyncIterator[Store]:
    """The store of a database, writing."""
    engine = make_engine(url)
    await migrate(engine)
    store = Store(engine, keys, signed_every)
    await store.start()
    try:
        yield store
    finally:
        await store.stop()


@asynccontextmanager
async def served(url: str, config: Config = FAST, keys: Keys = KEYS) -> AsyncIterator[Service]:
    """A room in service."""
    engine = make_engine(url)
    await migrate(engine)
    service = Service(Store(engine, keys), config)
    await service.start()
    try:
        yield service
    finally:
        await service.stop()


async def say(service: Service, table: str, by: Actor | str, command: Any, **request: Any) -> Any:
    actor = by if isinstance(by, Actor) else Actor(by, "player")
    return await service.desk(table).ask(Order(service.clock(), actor, command), **request)


async def opened(
    service: Service, name: str = "1", key: str = "holdem", sign: TableSign | None = None
) -> Desk:
    """A table that is set up and open."""
    game = game_of(key)
    procedures = Procedures(inspection_seconds=1)
    says = SetUpTable(name=name, sign=sign or game.sign, procedures=procedures)
    await service.set_up(Order(service.clock(), SUE, says), game)
    await say(service, name, SUE, OpenTable())
    return service.desk(name)


async def seated(service: Service, name: str = "1", count: int = 3, chips: int = 200_00) -> None:
    """The first people of the list sit down."""
    for seat, person in enumerate(PEOPLE[:count], 1):
        await say(service, name, person, Sit(seat=seat, chips=Chips(chips)))


class Onlooker(Watcher):
    """A viewer who follows a table for as long as a test lasts, and never falls behind."""

    def tell(self, frame: bytes) -> None:
        """Take a frame, and forget it."""


async def until(desk: Desk, holds: Callable[[Desk], bool]) -> None:
    """Wait for something to be true of a table."""

    async def wait() -> None:
        while not holds(desk):
            await desk.changed.wait()

    await asyncio.wait_for(wait(), PATIENCE)
