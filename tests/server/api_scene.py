"""A table for tests whose every order goes over HTTP to a real room, and whose log is the disk's.

`ApiScene` is a `Scene`: what is proven at a table in memory is proven once more through the API,
with an account for everybody who speaks. One application serves all scenes of a run; each scene
is a separate room, with its own database and house. The clock is the test's, and a person deals.
"""

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec.structs import replace
from sqlalchemy import delete, insert, select

from croupier.cards import Card
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.custody.chores import chores, next_chore
from croupier.room.custody.distribution import DistributeDecks
from croupier.room.custody.orders import CutDeck
from croupier.room.custody.state import Procedures
from croupier.room.house import evolve as houses
from croupier.room.house.people import Actor, NotYours, Role
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order
from croupier.room.shuffle import Entropy
from croupier.room.table import evolve as life
from croupier.room.table.rounds import OF_THE_DEALER, DealRound, Play
from croupier.room.table.state import Table
from croupier.rules.sign import TableSign
from croupier.server.app import create_app
from croupier.server.auth import passwords
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.store import opening
from croupier.server.store.database import Store, make_engine
from croupier.server.store.lines import HOUSE, stream_of
from croupier.server.store.migrate import migrate
from croupier.server.store.people_log import enter_person
from croupier.server.store.schema import people
from croupier.server.tables.dealer import Dealer
from croupier.server.tables.deliveries import Courier
from tests.room.tables import NOON, STAFF, Scene
from tests.server.rooms import KEYS

CONFIG = Config(
    play_chips=True,
    requests=1_000_000,
    sign_ins=1_000_000,
    turn=0.0,
    bets=0.0,
    protection=0.0,
    bank=0.0,
)
CUT = 26
AGENT = Actor("Ian", "ieb_agent")  # whose name notices have
TOKEN_LASTS = timedelta(hours=11)
NUMBERS = count(1)  # of all orders of all scenes


class Building:
    """One application, in which one room after the other is opened."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.rooms = folder, list[Service]()
        self.app: Litestar
        self.client: TestClient[Litestar]

    def room(self, clock: Any) -> Service:
        """A new room, with its own database, in service."""
        path = self.folder / f"{len(self.rooms)}.db"
        shutil.copy(self.folder / "empty.db", path)
        service = Service(Store(make_engine(f"sqlite:///{path}"), KEYS), CONFIG, clock)
        self.rooms.append(service)
        self.call(service.start)
        return service

    def call(self, does: Any, *given: Any) -> Any:
        """Run something where the rooms run."""
        return self.client.blocking_portal.call(does, *given)


def hasty(connection: Any, _record: Any) -> None:
    """That a commit waits for the disk is proven elsewhere."""
    for setting in ("journal_mode=MEMORY", "synchronous=OFF", "foreign_keys=ON"):
        connection.cursor().execute(f"PRAGMA {setting}")


@contextmanager
def building(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Building]:
    """Open the application; rooms come and go in it, and in each a person deals.

    Nothing is written that nobody asked for, so the cage's own bookkeeper rests too. That
    a password is kept as a slow hash is proven elsewhere.
    """
    patch.setattr(Dealer, "start", lambda _: None)
    patch.setattr(Courier, "note", lambda *_: None)
    patch.setattr(opening, "make_safe", hasty)
    patch.setattr(passwords, "_matches", lambda secret, password: secret == password)
    empty = make_engine(f"sqlite:///{folder}/empty.db")
    built = Building(folder)
    built.app = create_app(CONFIG, service=Service(Store(empty, KEYS), CONFIG))

    async def migrated() -> None:
        engine = make_engine(f"sqlite:///{folder}/empty.db")
        await migrate(engine)
        await engine.dispose()

    asyncio.run(migrated())
    with TestClient(built.app) as client:
        first = built.app.state.service
        built.client = client
        patch.setattr(ApiScene, "building", built, raising=False)
        try:
            yield built
        finally:
            for service in built.rooms:
                built.call(service.stop)
            built.app.state.service = first


class ApiScene(Scene):
    """A scene whose people have accounts, and whose orders are requests."""

    building: Building

    def __init__(
        self,
        key: str = "holdem",
        sign: TableSign | None = None,
        procedures: Procedures | None = None,
        name: str = "1",
    ) -> None:
        self.now, self.name = NOON, name
        self.service = self.building.room(lambda: self.now)
        self.papers: list[Entry] = []
        self.tokens: dict[Actor, tuple[str, datetime]] = {}
        usual = game_of(key).sign
        self.asked = {
            "game": key,
            "sign": posted(usual, sign or usual),
            "procedures": msgspec.to_builtins(procedures or Procedures(shoe_approval="file 12")),
        }
        self.found()

    def found(self) -> None:
        """Set the table up."""
        body = {"name": self.name, **self.asked}
        self.request("POST", "/api/tables", STAFF["poker_shift_supervisor"], body)
        desk = self.service.desk(self.name)
        desk.prepare = None  # people see to the decks
        desk.on_entry = lambda _: None  # and carry the slips
        self.log = self.lines(stream_of(self.name), life.read_entry, 0)
        for other in (AGENT, STAFF["security"]):  # whom orders name, and who sign none
            self.token(other)

    # --- what the room holds ---------------------------------------------------------------------

    @property
    def life(self) -> Table:
        return self.service.desk(self.name).state

    @life.setter
    def life(self, life: Table) -> None:
        pytest.skip("this proof sets its table by hand, and a table in service takes orders")

    @property
    def house(self) -> House:
        return self.service.house.state

    @house.setter
    def house(self, house: House) -> None:
        """Move the table into the room of that house, as open as it was."""
        was = self.life.status
        rooms = (room for room in self.building.rooms if room.house.state is house)
        self.service, self.name, self.tokens = next(rooms), f"{self.name}-2", {}
        self.papers = self.lines(HOUSE, houses.read_entry, 0)
        self.found()
        if was == "open":
            self.open()

    @contextmanager
    def closed_tables(self, *names: str) -> Iterator[None]:
        """Set these tables up, and leave them closed."""
        for name in names:
            if name not in self.service.desks:
                body = {"name": name, **self.asked}
                self.request("POST", "/api/tables", STAFF["poker_shift_supervisor"], body)
        yield

    @property
    def house_log(self) -> list[Entry]:
        return self.papers

    def lines(self, stream: str, read: Any, after: int) -> list[Entry]:
        """What stands on the disk after a line."""

        async def found() -> list[Entry]:
            return [read(body) async for _, body in self.service.store.read(stream, after)]

        answer: list[Entry] = self.building.call(found)
        return answer

    # --- asking ----------------------------------------------------------------------------------

    def request(self, method: str, path: str, by: Actor | None, body: Any = None) -> Any:
        """What the room answers; a refusal is raised as one."""
        self.building.app.state.service = self.service
        headers = {"Authorization": f"Bearer {self.token(by)}"} if by is not None else {}
        reply = self.building.client.request(method, path, json=body, headers=headers)
        if reply.status_code in (422, 403):
            refusal = reply.json()
            assert refusal.keys() == {"clause", "why"}, refusal
            kind = NotYours if reply.status_code == 403 else Refused
            raise kind(refusal["clause"], refusal["why"])
        assert reply.is_success, (path, reply.status_code, reply.text)
        return reply.json()

    def seen(self, path: str, by: Actor | None = None) -> Any:
        """What a person, or a stranger, reads."""
        return self.request("GET", path, by)

    def token(self, actor: Actor) -> str:
        """A session of a person with an account in this role."""
        token, since = self.tokens.get(actor, ("", NOON))
        if token and self.now - since < TOKEN_LASTS:
            return token
        token = str(self.building.call(self._admit, actor))
        self.tokens[actor] = token, self.now
        return token

    async def _admit(self, actor: Actor) -> str:
        secret = own(actor)
        row = {"name": actor.name, "role": actor.role, "secret": secret, "created": self.now}
        async with self.service.store.engine.begin() as connection:
            same = select(people.c.role).where(people.c.name == actor.name)
            if await connection.scalar(same) != actor.role:  # nobody has two roles at a time
                await connection.execute(delete(people).where(people.c.name == actor.name))
                await connection.execute(insert(people), {**row, "disabled": False})
                await enter_person(connection, KEYS, actor.name)
        for other in [known for known in self.tokens if known.name == actor.name]:
            del self.tokens[other]
        return (await self.service.accounts.admit(actor, self.now))[0]

    def order(self, path: str, by: Actor | Role, command: Any) -> None:
        """Send one command, numbered."""
        body = {"client": "t", "sequence": next(NUMBERS), "command": msgspec.to_builtins(command)}
        if command.second:
            signers = {field: getattr(command, field) for field in command.second}
            for signer in signers.values():
                self.token(signer)
            body |= {"table": self.name} if "/tables/" in path else {}
            body |= {"password": {field: own(signer) for field, signer in signers.items()}}
            path = "/api/cage/tables/orders" if "/tables/" in path else "/api/cage/orders"
        self.request("POST", path, by if isinstance(by, Actor) else STAFF[by], body)

    def do(self, by: Actor | Role, *commands: Any) -> list[Any]:
        answer: list[Entry] = []
        for command in commands:
            if is_of_the_cards(command):  # which no account can send
                self.deals(by, command)
            else:
                self.order(f"/api/tables/{self.name}/orders", by, command)
            answer = self.lines(stream_of(self.name), life.read_entry, len(self.log))
            self.log += answer
        return [entry.fact for entry in answer]

    def deals(self, by: Actor | Role, command: Any) -> None:
        """Let a person do what the room's own dealer does, directly."""
        actor = by if isinstance(by, Actor) else STAFF[by]
        order = Order(self.now, actor, command, self.chance or Entropy)
        self.building.call(self.service.desk(self.name).ask, order)

    def deal(self, order: Sequence[Card] = (), **more: Any) -> list[Any]:
        """Deal a round from a deck that is sealed, as all decks of a room are."""
        self.uncut()
        wanted = tuple(order) or self.shuffled()
        cuts = next_chore(self.life, self.now, self.house) is not None
        self.seal((*wanted[-CUT:], *wanted[:-CUT]) if cuts else wanted)
        if cuts:
            self.do("dealer", CutDeck(count=CUT))
        return self.do("dealer", DealRound(**more))

    def ask_house(self, by: Actor | Role, *commands: Any) -> list[Any]:
        answer: list[Entry] = []
        for command in commands:
            self.order("/api/house/orders", by, command)
            answer = self.lines(HOUSE, houses.read_entry, len(self.papers))
            self.papers += answer
        return [entry.fact for entry in answer]

    def restart(self) -> None:
        """Stop the room, and open it again from what is on the disk."""
        self.building.call(self.service.stop)
        url = str(self.service.store.engine.url)
        room = Service(Store(make_engine(url), KEYS), CONFIG, self.service.clock)
        self.building.rooms[self.building.rooms.index(self.service)] = room
        self.service, self.tokens = room, {}
        self.building.call(room.start)

    def made_out(self, slip: Any) -> None:
        """Have the room know a slip of a proof that does not play the rounds before it."""
        self.service.house.pending_slips.note(slip)

    def attend(self) -> Self:
        """The house's own people work behind the counter, not over the network."""

        async def work() -> None:
            for order in chores(self.life, self.now, self.house):
                if isinstance(order.says, DistributeDecks):
                    await self.service.house.ask(order)
                else:
                    await self.service.desk(self.name).ask(replace(order, chance=Entropy))

        self.building.call(work)
        self.log += self.lines(stream_of(self.name), life.read_entry, len(self.log))
        self.papers += self.lines(HOUSE, houses.read_entry, len(self.papers))
        return self


def is_of_the_cards(command: Any) -> bool:
    """Whether only the room's own dealer says this."""
    return command.by_room or (
        isinstance(command, Play) and isinstance(command.command, OF_THE_DEALER)
    )


def own(actor: Actor) -> str:
    """A person's password."""
    return f"{actor.name}'s own"


def posted(usual: TableSign, sign: TableSign) -> dict[str, str]:
    """What a sign posts otherwise than the game's usual one, as the API takes it."""
    return {
        name: msgspec.json.encode(getattr(sign, name)).decode()
        for name in sign.__struct_fields__
        if getattr(sign, name) != getattr(usual, name)
    }
