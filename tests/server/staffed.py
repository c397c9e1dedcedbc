"""A real room with the automated dealer and the bookkeeper at work, and people at their screens.

Everybody has an account, and everything that a person does goes over HTTP under that name.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any, Literal

import msgspec
from litestar.testing import TestClient

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.games import game_of
from croupier.room.house import evolve as house_log
from croupier.room.house.filings import FILED_GAMES, THINGS, RecordApproval, SubmitRules
from croupier.room.house.people import Actor, Role
from croupier.room.house.setting_up import SetUpHouse
from croupier.room.logbook import Entry
from croupier.room.seating.orders import Sit
from croupier.room.table import evolve as table_log
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import Play
from croupier.rules.sign import TableSign
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.store.lines import HOUSE, stream_of
from tests.server.api_scene import posted
from tests.server.rooms import database_in
from tests.server.signers import wrong_signers
from tests.server.test_own_dealer import admitted

PATIENCE = 60.0
SUE = Actor("Sue", "poker_shift_supervisor")
FLO = Actor("Flo", "floorperson")
PAM = Actor("Pam", "poker_supervisor")
ACE = Actor("Ace", "accounting")
KIM = Actor("Kim", "cage_cashier")
SAL = Actor("Sal", "security")
IRA = Actor("Ira", "ieb_agent")
IDLE = Actor("Idle Ian", "casino_supervisor")  # has an account, and never does anything
PLAYERS = ("Ada", "Bob", "Cyd")
Kind = Literal["card-room", "friends", "demonstration"]


class Room:
    """One room, its people, and what it has written down."""

    def __init__(self, client: TestClient[Any], kind: Kind) -> None:
        self.client, self.kind = client, kind
        self.service: Service = client.app.state.service
        self.tokens: dict[Actor, str] = {}
        self.acted: set[str] = set()
        self.numbers = count(1)
        self.later = timedelta()
        real = self.service.clock
        self.service.clock = lambda: real() + self.later  # tables set up from now on go by it

    def call(self, does: Any, *given: Any) -> Any:
        """Run something where the room runs."""
        return self.client.blocking_portal.call(does, *given)

    def token(self, actor: Actor) -> str:
        """A session of a person, who gets an account with the first one."""
        if actor not in self.tokens:
            self.tokens[actor] = self.call(admitted, self.service, actor)
        return self.tokens[actor]

    def get(self, path: str, by: Actor) -> Any:
        """What a person reads."""
        headers = {"Authorization": f"Bearer {self.token(by)}"}
        reply = self.client.get(path, headers=headers)
        assert reply.is_success, (path, reply.status_code, reply.text)
        return reply

    def post(self, path: str, by: Actor, body: Any) -> Any:
        """What a person sends, and the answer."""
        headers = {"Authorization": f"Bearer {self.token(by)}"}
        return self.client.post(path, json=body, headers=headers)

    def order(self, path: str, by: Actor, command: Any) -> Any:
        """Give an order, which must be carried out."""
        reply = self.try_order(path, by, command)
        assert reply.is_success, (command, reply.status_code, reply.text)
        return reply

    def try_order(self, path: str, by: Actor, command: Any) -> Any:
        """Give an order, which may be refused."""
        says = command if isinstance(command, dict) else msgspec.to_builtins(command)
        body = {"client": "t", "sequence": next(self.numbers), "command": says}
        reply = self.post(path, by, body)
        if reply.is_success:
            self.acted.add(by.name)
        return reply

    def at(self, by: Actor, command: Any, table: str = "1") -> Any:
        """Give an order to a table."""
        return self.order(f"/api/tables/{table}/orders", by, command)

    def to_house(self, by: Actor, command: Any) -> Any:
        """Give an order to the house."""
        return self.order("/api/house/orders", by, command)

    def asked(self, table: str = "1") -> list[dict[str, Any]]:
        """What a table asks of the staff, as the floor's page gets it."""
        tables = self.get("/api/floor", FLO).json()["tables"]
        found: list[dict[str, Any]] = next(t for t in tables if t["table"]["name"] == table)[
            "asked"
        ]
        return found

    def sign(self, table: str = "1", *people: Actor) -> list[str]:
        """Let the right people sign whatever a table asks of them now, one after the other."""
        signed = []
        while asked := self.asked(table):
            one = asked[0]
            by = next(who for who in (people or (FLO, SUE)) if who.role in one["roles"])
            self.order(one["door"], by, one["command"])
            signed.append(one["command"]["type"])
        return signed

    def approve(self, subject: str, **what: Any) -> None:
        """Submit something, and record its approval."""
        self.to_house(ACE, SubmitRules(subject=subject, **what))
        filed = self.service.house.state.submissions.of(subject)[-1]
        today = self.service.clock().date()
        said = RecordApproval(
            subject=subject, number=filed.number, reference=f"MGC {filed.number}", on=today
        )
        self.to_house(ACE, said)

    def approve_things(self) -> None:
        """Have everything approved that a table needs, apart from its game."""
        for subject in THINGS:
            self.approve(subject, words="as shown to the Commission")

    def set_up(self, key: str = "holdem", sign: TableSign | None = None, table: str = "1") -> None:
        """Set a table up, have its decks brought and verified, and open it."""
        usual = game_of(key).sign
        if self.kind == "card-room" and not self.service.house.state.submissions.filed:
            self.approve_things()
        if self.kind == "card-room" and game_of(key).section in FILED_GAMES:
            self.approve(key, sign=sign or usual)
        self.set_up_closed(key, sign, table)
        if self.service.desk(table).state.status != "open":
            self.at(SUE, OpenTable(), table)

    def set_up_closed(
        self, key: str = "holdem", sign: TableSign | None = None, table: str = "1"
    ) -> None:
        """Set a table up, and have its decks brought and verified."""
        usual = game_of(key).sign
        procedures = {"inspection_seconds": 1, "shoe_approval": "file 12"}
        body = {"name": table, "game": key, "sign": posted(usual, sign or usual)}
        reply = self.post("/api/tables", SUE, body | {"procedures": procedures})
        assert reply.is_success, reply.text
        self.acted.add(SUE.name)
        if self.kind == "card-room":
            if game_of(key).document.distributes_decks:
                assert self.sign(table)[:1] == ["DistributeDecks"]  # the dealer may be quick
            self.try_order(f"/api/tables/{table}/orders", FLO, OpenTable())  # decks are brought
            self.until(lambda: self.sign(table) == [] and self.ready(table))

    def ready(self, table: str) -> bool:
        """Whether the decks of a table are spread, or further."""
        decks = self.service.desk(table).state.custody.decks.values()
        unready = ("received", "inspected", "verified")
        return bool(decks) and not any(deck.status in unready for deck in decks)

    def sit(self, chips: int = 200_00, table: str = "1", count: int = len(PLAYERS)) -> None:
        """Let players sit down."""
        for seat, name in enumerate(PLAYERS[:count], 1):
            self.at(Actor(name, "player"), Sit(seat=seat, chips=Chips(chips)), table)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something to be true."""
        end = time.monotonic() + 3 * PATIENCE  # several tables deal side by side
        while not holds():
            assert time.monotonic() < end, "it did not happen"
            time.sleep(0.02)

    def rounds(self, number: int, table: str = "1") -> None:
        """Wait until so many rounds are over."""
        self.until(lambda: self.service.desk(table).state.rounds >= number)

    def log(self, table: str = "1") -> list[Entry]:
        """The log of a table, from the disk."""
        return self._read(stream_of(table), table_log.read_entry)

    def house_log(self) -> list[Entry]:
        """The log of the house, from the disk."""
        return self._read(HOUSE, house_log.read_entry)

    def _read(self, stream: str, read: Any) -> list[Entry]:
        async def lines() -> list[Entry]:
            return [read(line) async for _, line in self.service.store.read(stream)]

        found: list[Entry] = self.call(lines)
        return found


def quick(tmp_path: Path, **more: Any) -> Config:
    """Settings of a room whose players let their turns pass at once."""
    usual = {"pause": 0.02, "turn": 0.05, "bank": 0.0, "protection": 0.0, "absent": 0.02}
    limits = {
        "play_chips": True,
        "requests": 10**6,
        "sign_ins": 10**6,
        "misses": 0,
        "bets": 0.2,
        "inspection": 1,
    }
    where = {"db": database_in(tmp_path), "keys": str(tmp_path / "keys")}
    return Config(**{**usual, **limits, **where, **more})


@contextmanager
def room(tmp_path: Path, kind: Kind = "card-room", **more: Any) -> Iterator[Room]:
    """A room of this kind, set up, with an account for everybody of its staff."""
    config = quick(tmp_path, demonstration=kind == "demonstration", **more)
    with TestClient(create_app(config)) as client:
        here = Room(client, kind)
        if kind != "demonstration":
            here.to_house(SUE, SetUpHouse(kind=kind, name="The Back Room"))
        for actor in (FLO, PAM, ACE, KIM, SAL, IRA, IDLE):
            here.token(actor)
        yield here
        wrong = {table: [*wrong_signers(here.log(table))][:5] for table in here.service.desks}
        assert not any(wrong.values()), wrong  # whatever was tested here: lines name who acted


def of_role(role: Role) -> Actor:
    """The person of the staff in that role."""
    return next(who for who in (SUE, FLO, PAM, ACE, KIM, SAL, IRA) if who.role == role)


def play(here: Room, table: str = "1", fold: bool = True) -> None:
    """Play the next round to its end: everybody calls, and the last to be asked may fold."""
    desk = here.service.desk(table)
    here.until(lambda: bool(desk.state.playing))
    number = desk.state.rounds
    while desk.state.rounds == number:
        state = desk.state.round
        turns = [turn for turn in state.turns if turn.actor > 0] if state and not state.done else []
        if not turns:
            here.until(lambda seen=state: desk.state.round is not seen)  # type: ignore[misc]  # of this turn
            continue
        (turn, *_) = turns
        for does, says in (("check", say.Check), ("call", say.Call), ("show", say.Show)):
            if turn.option(does):
                out = fold and does == "call" and state is not None and len(state.live) == 2
                command = say.Fold(turn.actor) if out else says(turn.actor)
                by = Actor(desk.state.seats[turn.actor].person, "player")
                here.try_order(f"/api/tables/{table}/orders", by, Play(command=command))
                break
