"""The record of a room as a part of the evidence: what it is, what was checked, what was found."""

import asyncio
from pathlib import Path
from shlex import join
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from croupier.cli.evidence_index import Part
from croupier.cli.progress_bar import progress
from croupier.cli.stored import engine_of, settings_of
from croupier.cli.verify_log import both, faults_of
from croupier.refused import Refused

TITLE = "Record of the room"
Given = tuple[str | None, str | None, Path | None]  # the database, the key file, the settings


class Log(Struct, frozen=True):
    """A log: how long it is, and what its last line hashes to, which covers all before it."""

    log: str
    lines: int
    tip: str


class Record(Struct, frozen=True, kw_only=True):
    """Which record was checked: another laboratory that finds these figures has the same one."""

    room: str | None  # its kind; None: it was not set up
    database: str
    logs: list[Log]
    lines: int
    rounds: int  # in the database; archived ones are checked too, and not counted here
    sealed_decks: int
    checkpoints: int
    roll: int  # the serial of the latest
    roll_hash: str
    public_key: str | None  # that every checkpoint is signed with; None: without the key file
    head_file: bool  # without it an older copy of the whole database is not noticed


def room_settings(given: Given) -> Any:
    """The settings of the room to verify; None when none was named and none is here."""
    settings = settings_of(*given)
    named = any(one is not None for one in (given[0], given[2]))
    file = settings.db.partition("sqlite:///")[2]
    if file and not Path(file).exists():
        if named:
            raise Refused("FIELD db", f"there is no room at {settings.db}")
        return None
    return settings


def record(folder: Path, settings: Any, given: Given) -> Part:
    """Part of the evidence: what `verify-log` finds in a room, and which room that is."""
    if settings is None:
        says = "no room was named: --config ROOM.toml, or --db and --keys"
        return Part(
            title=TITLE, ok=None, says=says, repeat=_repeat((None, None, Path("ROOM.toml")))
        )
    with progress("verifying the record"):
        faults, retired = asyncio.run(both(settings))
        seen = asyncio.run(_seen(settings))
    keys = Path(settings.keys).exists()
    found = {"ok": not faults, "keys": keys, "faults": faults_of(faults), "retired": retired}
    body = msgspec.json.format(msgspec.json.encode(found | msgspec.structs.asdict(seen)))
    (folder / "verify-log.json").write_bytes(body + b"\n")
    says = f"{len(faults)} faults: {faults[0]}" if faults else _words(seen, keys=keys)
    return Part(
        title=TITLE, ok=not faults, says=says, files=("verify-log.json",), repeat=_repeat(given)
    )


def _words(seen: Record, *, keys: bool) -> str:
    counted = f"{seen.lines:,} lines of {len(seen.logs)} logs with {seen.rounds:,} rounds"
    if not keys:
        return f"{counted} were checked; without the key file no MAC and no sealed line was"
    signed = f"roll {seen.roll} ({seen.roll_hash[:16]}) is signed by {(seen.public_key or '')[:16]}"
    older = "" if seen.head_file else "; without a head file no older copy would be noticed"
    return f"everything was checked: {counted}; {signed}{older}"


def _repeat(given: Given) -> str:
    """The command that checks the same record again; a password of the database is not in it."""
    from sqlalchemy import make_url

    db, keys, config = given
    words = ["croupier", "verify-log"]
    words += ["--config", str(config)] if config is not None else []
    words += ["--db", make_url(db).render_as_string()] if db is not None else []
    words += ["--keys", str(keys)] if keys is not None else []
    return join(words)


async def _seen(settings: Any) -> Record:
    """Which record this is."""
    from croupier.server.setup.first_run import kind_recorded
    from croupier.server.store.checkpoints import ROLL
    from croupier.server.store.head_file import HeadFile
    from croupier.server.store.heads import read_heads
    from croupier.server.store.keys import load_keys
    from croupier.server.store.pages import checkpoints_of, has_table
    from croupier.server.store.schema import checkpoints, events
    from croupier.server.store.schema import heads as ends

    path = Path(settings.keys)
    keys = load_keys(path) if path.exists() else None
    async with engine_of(settings, read_only=True) as engine, engine.connect() as connection:
        is_old = not await has_table(connection, ends)  # of version 0.1: no heads, no rolls
        heads = {} if is_old else await read_heads(connection)
        rolls = [] if is_old else await checkpoints_of(connection, ROLL)
        signed = await connection.scalar(select(func.count()).select_from(checkpoints))
        kinds = select(events.c.kind, func.count()).group_by(events.c.kind)
        count = {row[0]: row[1] for row in await connection.execute(kinds)}
        logs = [Log(head.stream, head.number, head.hash.hex()) for head in heads.values()]
        return Record(
            room=await kind_recorded(engine),
            database=engine.dialect.name,
            logs=sorted(logs, key=lambda one: one.log),
            lines=sum(log.lines for log in logs),
            rounds=count.get("RoundClosed", 0),
            sealed_decks=count.get("DeckSealed", 0),
            checkpoints=signed or 0,
            roll=rolls[-1].serial if rolls else 0,
            roll_hash=rolls[-1].hash.hex() if rolls else "",
            public_key=keys.public.hex() if keys is not None else None,
            head_file=keys is not None and HeadFile.beside(keys, path).path.exists(),
        )
