"""The regulator's view of the record: every log, its signatures, and a check in the background."""

import asyncio

from sqlalchemy import update

from croupier.server.store.schema import events
from tests.clause import clause
from tests.server.books import STAFF, Asking, asked, named, played
from tests.server.rooms import run

IEB = named("ieb_agent")


async def checked(asking: Asking) -> list[str]:
    """Have everything checked, and wait for what is found."""
    assert (await asking.post("/api/audit", IEB)).status_code == 202
    for _ in range(600):
        answer = (await asking.get("/api/audit", IEB)).json()["checked"]
        if answer["ended"]:
            return list(answer["faults"])
        await asyncio.sleep(0.05)
    raise AssertionError("the check does not end")


def test_the_record_is_shown_and_checked_while_the_room_is_open(db: str) -> None:
    async def work() -> None:
        async with asked(db) as asking:
            desk = await played(asking.service, rounds=2)
            answer = (await asking.get("/api/audit", IEB)).json()
            logs = {log["stream"]: log for log in answer["logs"]}
            assert logs["table/1"]["lines"] == desk.number
            assert answer["lines"] == sum(log["lines"] for log in answer["logs"])
            assert answer["checked"] is None
            assert await checked(asking) == []

    run(work)


def test_a_line_that_was_changed_is_found(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, rounds=1)
            async with asking.service.store.engine.begin() as connection:
                where = (events.c.stream == "table/1") & (events.c.number == 3)
                await connection.execute(update(events).where(where).values(kind="Other"))
            faults = await checked(asking)
            assert faults[0].startswith("table/1 line 3: this is not the line")

    run(work)


@clause("POKER-roles")
def test_only_the_regulator_audits(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            for actor in STAFF:
                regulator = actor.role == "ieb_agent"
                seen = await asking.get("/api/audit", actor.name)
                assert seen.status_code == (200 if regulator else 403)
                began = await asking.post("/api/audit", actor.name)
                assert began.status_code == (202 if regulator else 403)
            assert (await asking.get("/api/audit", "Ada")).status_code == 403

    run(work)
