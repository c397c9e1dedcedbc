"""Rooms of earlier days, as text: whatever the server becomes, it must still open them.

A file in tests/golden/rooms holds every row of a room's database and, in its first line, what was
true of the room when it was closed. A file is never changed. After something new can be in a
log, `python -m tests.server.golden` adds one more.
"""

import asyncio
import json
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, MetaData, Table, insert, select, text

from croupier.chips import Chips
from croupier.engine.commands import Place
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import Actor
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Order
from croupier.room.table.rounds import Play
from croupier.rules.revenue import Increments
from croupier.server.service import Service
from croupier.server.store.database import make_engine
from croupier.server.store.schema import (
    balances,
    checkpoints,
    events,
    heads,
    journal,
    requests,
    round_players,
    rounds,
    snapshots,
    sums,
)
from croupier.server.tables.desk import Desk, Watcher
from croupier.server.tables.house_desk import HouseDesk
from croupier.sim.bots import bot
from croupier.views.seat import hide
from tests.server.rooms import FAST, SUE, opened, run, say, seated, served, until

FOLDER = Path(__file__).parents[1] / "golden" / "rooms"
BESIDE = (snapshots, sums, rounds, round_players)
KEPT = (events, journal, balances, requests, checkpoints, heads, *BESIDE)
ROUNDS = 4
QUICK = replace(FAST, turn=1.0, bank=2.0, protection=0.05, absent=0.05, bets=0.5)


Rows = list[tuple[str, dict[str, Any]]]  # the name of a table, and a row of it


def rooms() -> list[Path]:
    """Every room that is kept."""
    return sorted(FOLDER.glob("*.jsonl"))


def read(path: Path) -> tuple[dict[str, Any], Rows]:
    """What was true of a room, and the rows of its database."""
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    rows = [(name, _opened(row)) for name, row in map(json.loads, lines)]
    return json.loads(first), rows


def fill(connection: Connection, rows: Rows) -> None:
    """Put the rows into a database whose tables are there, as they are there."""
    for name in dict.fromkeys(name for name, _ in rows):
        table = Table(name, MetaData(), autoload_with=connection)
        connection.execute(insert(table), [row for kept, row in rows if kept == name])


def truths(service: Service) -> dict[str, Any]:
    """What is true of a room: who has what, what was said, and who is asked."""
    return {
        "house": service.house.number,
        "tables": {name: _table(desk) for name, desk in sorted(service.desks.items())},
    }


def _table(desk: Desk) -> dict[str, Any]:
    life = desk.state
    turns = life.round.turns if life.playing and life.round is not None else ()
    return {
        "game": life.game.key,
        "status": life.status,
        "rounds": life.rounds,
        "button": life.button,
        "people": {held.person: life.stacks[seat] for seat, held in life.seats.items()},
        "out": sorted(held.person for held in life.seats.values() if held.out),
        "spent": {held.person: held.spent for held in life.seats.values() if held.spent},
        "asked": {str(turn.actor): sorted(o.does for o in turn.options) for turn in turns},
        "ran": round(life.pace.ran, 3),
        "said": {str(line): said.words for line, said in desk.chat.lines.items()},
    }


# --- writing one more ------------------------------------------------------------------------


async def a_day(service: Service) -> None:
    """Some rounds at two tables, one of them raked: one player is slow, another does not answer."""
    levels = Increments(((Chips(10_00), Chips(1_00)), (Chips(20_00), Chips(1_00))))
    rules = RakeRules(types=("increments",), methods=(levels,), maximum=Chips(3_00))
    for says in (SubmitRakeRules(rules=rules), RecordRakeApproval(number=1, reference="7")):
        await service.house.ask(
            Order(service.clock(), SUE, says), "Sue/a", 1 + service.house.number
        )
    sign = replace(game_of("holdem").sign, rake=levels, rake_max=Chips(3_00))
    poker, bank = await opened(service, sign=sign), await opened(service, "2", "texas-holdem-bonus")
    for desk in (poker, bank):
        await seated(service, desk.state.name)
        desk.watch(Watcher("Ada"))
        desk.watch(Watcher("Bob"))
    eva = Actor("Eva", "player")
    await poker.chat.say(poker.state, eva, "good luck to everybody", service.clock())
    line = await poker.chat.say(poker.state, eva, "what a bore", service.clock())
    await poker.chat.hush(poker.state, SUE, line, service.clock())
    players = [asyncio.create_task(_plays(service, desk)) for desk in (poker, bank)]
    await until(poker, lambda desk: desk.state.rounds >= ROUNDS and _asks(desk, 1))
    await poker.lengthen("Ada", service.clock())
    for task in players:
        task.cancel()


def _asks(desk: Desk, seat: int) -> bool:
    turns = desk.state.round.turns if desk.state.round is not None else ()
    return desk.state.playing and any(turn.actor == seat for turn in turns)


async def _plays(service: Service, desk: Desk) -> None:
    """Ada and Bob answer, numbered as clients do; Cyd says nothing."""
    choose, sent = bot("sensible", desk.stream), 0
    while desk.state.rounds < ROUNDS:
        changed, name = desk.changed, desk.state.name
        if (asked := _asked(desk)) is None:
            await changed.wait()
            continue
        state, turn = asked
        person, sent = desk.state.seats[turn.actor].person, sent + 1
        says = Play(command=choose(hide(state, turn.actor), turn))
        if state.at == 0 and desk.state.game.banked:
            says = Play(command=Place(turn.actor, {"ante": desk.state.sign.wager_min}))
        with suppress(Refused):  # the dealer was quicker
            await say(service, name, person, says, client=f"{person}/a", sequence=sent)


def _asked(desk: Desk) -> tuple[Round, Turn] | None:
    """The turn of a player who answers, and has not yet."""
    state = desk.state.round
    for turn in state.turns if state is not None and desk.state.playing else ():
        assert state is not None
        placed = state.at == 0 and desk.state.game.banked and state.hands[turn.actor].stakes
        if turn.actor in (1, 2) and not placed:
            return state, turn
    return None


async def _rows(url: str) -> tuple[str, list[list[Any]]]:
    """The version of the schema, and every row that is kept."""
    engine = make_engine(url)
    found = []
    async with engine.connect() as connection:
        schema = str(await connection.scalar(text("SELECT version_num FROM alembic_version")))
        for table in KEPT:
            for row in await connection.execute(select(table).order_by(*table.primary_key)):
                found.append([table.name, _plain(table, row._mapping)])
    await engine.dispose()
    return schema, found


def _plain(table: Table, row: Any) -> dict[str, Any]:
    """A row as JSON: bytes are text where they are text, and base64 where they are not."""
    return {column.name: _text(row[column.name]) for column in table.columns}


def _text(value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    try:
        return {"text": value.decode("ascii")}
    except UnicodeDecodeError:
        return {"base64": b64encode(value).decode()}


def _opened(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _bytes(value) for name, value in row.items()}


def _bytes(value: Any) -> Any:
    match value:
        case {"text": text}:
            return text.encode("ascii")
        case {"base64": text}:
            return b64decode(text)
        case _:
            return value


async def _written(url: str) -> str:
    Desk.every = HouseDesk.every = 1  # so that something is kept
    async with served(url, QUICK) as service:
        await a_day(service)
    schema, rows = await _rows(url)
    lines = [{"schema": schema, **truths(service)}, *rows]
    return "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)


def main() -> None:
    """Add one more room to those that are kept."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{len(rooms()) + 1:04}.jsonl"
    with TemporaryDirectory() as folder:
        path.write_text(run(lambda: _written(f"sqlite:///{folder}/room.db")), encoding="utf-8")
    print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
