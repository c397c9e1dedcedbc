"""The files of closed days beside the backups of a room: they never change; each is copied once."""

import asyncio
import os
import shutil
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.refused import Refused, brief
from croupier.server.store.archives import (
    ARCHIVES,
    Archived,
    archived_lines,
    beside_database,
    digest_of,
    place_of,
    retired_files,
)
from croupier.server.store.faults import Fault

FOLDER = "archives"  # beside the backups


class Carried(NamedTuple):
    """How many files were copied, and what is wrong with others."""

    copied: int
    faults: list[Fault]


async def save_archives(engine: AsyncEngine, backup: Path) -> Carried:
    """Copy the files of a room that are not beside its backup yet; those that are, are checked."""
    known, database = await _files(engine), engine.url.database
    folder = backup.absolute().parent / FOLDER
    return await _carry([(one, place_of(one, database), folder) for one in known])


async def bring_archives(engine: AsyncEngine, backup: Path) -> Carried:
    """Copy the files of a restored room to where it looks for them."""
    saved, folder = backup.absolute().parent / FOLDER, beside_database(engine.url.database)
    plan = []
    for one in await _files(engine):
        there = saved / one.file
        plan.append((one, there if there.exists() else Path(one.folder) / one.file, folder))
    return await _carry(plan)


async def _files(engine: AsyncEngine) -> list[Archived]:
    """The files that were not retired."""
    async with engine.connect() as connection:
        gone = await retired_files(connection)
        return [one for one in await archived_lines(connection) if one.file not in gone]


async def _carry(plan: list[tuple[Archived, Path, Path]]) -> Carried:
    copied, faults = 0, list[Fault]()
    for one, source, folder in plan:
        try:
            copied += await asyncio.to_thread(_copy, one, source, folder)
        except (OSError, Refused) as fault:
            said = fault.why if isinstance(fault, Refused) else f"{one.file}: {brief(fault)}"
            faults.append(Fault(ARCHIVES, 0, said))
    return Carried(copied, faults)


def _copy(one: Archived, source: Path, folder: Path) -> bool:
    """Copy a file, unless it is there; it gets its name once it is complete and right."""
    if Path(one.file).name != one.file:
        raise Refused("FIELD archive", f"{one.file[:80]!r} is not a valid file name")
    target = folder / one.file
    if target.exists():
        _check(one, target, target)
        return False
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = target.with_name(f"{target.name}.new")
    try:
        fresh.touch(mode=0o600)
        shutil.copyfile(source, fresh)
        _check(one, fresh, source)
        with fresh.open("rb") as file:
            os.fsync(file.fileno())
        fresh.replace(target)
    finally:
        fresh.unlink(missing_ok=True)
    return True


def _check(one: Archived, path: Path, said: Path) -> None:
    if digest_of(path) != one.digest:
        raise Refused("FIELD archive", f"{said} is not the file that this room archived")
