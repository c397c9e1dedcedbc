"""A private game is as good as unknown: no answer tells its name from one that nobody has."""

import re
from typing import Any

import pytest

from croupier.room.house.people import Actor
from tests.server.rooms import SUE, run, until
from tests.server.test_floor import Door
from tests.server.test_private_games import come, friends, hosted

STRANGER = Actor("Mal", "player")
NAMES = ("name", "table")
GIVEN = {"number": "1", "line": "1", "round": "1", "code": "x", "format": "phh"}


async def answers(at: Door, by: Actor | None, table: str) -> dict[str, tuple[int, str]]:
    """What every route that names a table answers of this one."""
    schema = (await at.client.get("/api/schema/openapi.json")).json()
    found = dict[str, tuple[int, str]]()
    for path, doors in schema["paths"].items():
        for method, door in doors.items():
            asked = {one["name"]: one["in"] for one in door.get("parameters", ())}
            inside = [name for name in NAMES if asked.get(name) == "path"]
            query = [name for name in NAMES if asked.get(name) == "query"]
            if not (inside and "/api/people" not in path) and not query:
                continue
            given = GIVEN | dict.fromkeys(inside, table)
            where = re.sub(r"{(\w+)}", lambda one, given=given: given.get(one[1], "1"), path)  # type: ignore[misc]  # bound
            where += f"?{query[0]}={table}" if query else ""
            body = _body(door, schema) if method != "get" else None
            answer = await at.ask(where, by, body)
            said = answer.text.replace(table, "TABLE")
            found[f"{method} {path}"] = answer.status_code, said
    return found


def _body(door: dict[str, Any], schema: dict[str, Any]) -> Any:
    """A body that a route takes: of an order the first one that players may give."""
    wanted = door.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = wanted.get("schema", {}).get("$ref", "").rpartition("/")[2]
    fields = schema["components"]["schemas"].get(name, {}).get("properties", {})
    sit = {"type": "Sit", "seat": 1, "chips": 200_00}
    known = {"command": sit, "client": "c", "sequence": 1, "person": "Bob", "typed": "x"}
    known |= {"answer": "in", "text": "x"}
    return {field: known[field] for field in fields if field in known}


@pytest.mark.parametrize("by", [None, STRANGER, SUE])
def test_no_answer_tells_a_private_game_from_none(sqlite: str, by: Actor | None) -> None:
    async def work() -> None:
        async with friends(sqlite) as (service, at):
            code = (await hosted(at))["code"]
            for name in ("Ada", "Bob"):
                await come(at, code, name)
            desk = service.desk("Kitchen")
            for seat, name in enumerate(("Ada", "Bob"), 1):
                body = {"type": "Sit", "seat": seat, "chips": 200_00}
                order = {"client": "s", "sequence": 1, "command": body}
                headers = {"Authorization": f"Bearer {at.tokens[name]}"}
                where = "/api/tables/Kitchen/orders"
                await at.client.post(where, json=order, headers=headers)
            await until(desk, lambda desk: desk.state.rounds >= 1)
            private = await answers(at, by, "Kitchen")
            assert len(private) > 12
            unknown = await answers(at, by, "Kitchem")
            assert {door: said for door, said in private.items() if said != unknown[door]} == {}

    run(work)
