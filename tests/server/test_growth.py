"""The measurements of growth and load run, and tell what they promise to tell."""

import asyncio
import json
from pathlib import Path

import pytest

from benchmarks import growth
from benchmarks.admit import admit
from croupier.server.auth.users import Accounts
from croupier.server.store.keys import load_keys
from croupier.server.tables.steady_clock import wall_clock
from tests.server.rooms import stored


def test_rooms_of_two_sizes_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    growth.main(["100", "200", "--tables", "2"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["lines"] >= size for one, size in zip(found, (100, 200), strict=True)] == [True] * 2
    wanted = {"lines", "start_s", "start_cpu_s", "books_s", "memory_mb", "bytes_per_line"}
    assert all(wanted <= one.keys() for one in found)


def test_people_are_admitted_before_a_room_under_load_opens(sqlite: str, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    everybody = [("Sue", "poker_shift_supervisor"), ("Ada", "player")]
    tokens = asyncio.run(admit(sqlite, keys, everybody))

    async def work() -> None:
        async with stored(sqlite, load_keys(keys)) as store:
            assert not store.faults
            accounts = Accounts(store.engine, store.keys)
            for name, role in everybody:
                session = await accounts.session(tokens[name], wall_clock())
                assert session is not None
                assert (session.actor.name, session.actor.role) == (name, role)

    asyncio.run(work())
