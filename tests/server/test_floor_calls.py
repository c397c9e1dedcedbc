"""A player calls the floor from the table, and the floor answers (POKER 15(b))."""

from typing import Any

import httpx

from croupier.room.conduct.facts import FloorAnswered, FloorCalled
from croupier.room.house.people import Actor
from tests.clause import clause
from tests.server.rooms import SUE, opened, run, seated, served
from tests.server.test_floor import Door, door

ADA, BOB = Actor("Ada", "player"), Actor("Bob", "player")


async def tell(at: Door, by: Actor, number: int, command: dict[str, Any]) -> httpx.Response:
    body = {"client": "c", "sequence": number, "command": command}
    return await at.ask("/api/tables/1/orders", by, body)


@clause("POKER-15b")
def test_a_call_waits_on_the_floor_until_a_person_answers_it(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            await opened(service)
            await seated(service)
            call = {"type": "CallFloor", "about": "the bet was $40"}
            assert (await tell(at, Actor("Zed", "player"), 1, call)).status_code == 422
            assert (await tell(at, SUE, 1, call)).status_code == 403
            assert (await tell(at, ADA, 1, call | {"about": " "})).status_code == 422
            assert (await tell(at, ADA, 2, call)).status_code == 201
            assert (await tell(at, ADA, 2, call)).status_code == 201  # pressed twice, called once
            again = await tell(at, ADA, 3, call)
            assert "already been called" in again.json()["why"]
            floor = (await at.ask("/api/floor", SUE)).json()
            calls = floor["tables"][0]["table"]["calls"]
            assert [(one["person"], one["seat"], one["about"]) for one in calls] == [
                ("Ada", 1, "the bet was $40")
            ]
            assert any(
                "Ada at seat 1 calls the floor" in one["words"] for one in floor["incidents"]
            )
            seen = (await at.ask("/api/tables/1", ADA)).json()
            assert seen["call"]["about"] == "the bet was $40"
            assert "call" not in (await at.ask("/api/tables/1", BOB)).json()  # nobody else's
            answer = {"type": "AnswerCall", "person": "Ada", "answer": "it was $20, as announced"}
            assert (await tell(at, BOB, 1, answer)).status_code == 403
            assert (await tell(at, SUE, 2, answer | {"person": "Bob"})).status_code == 422
            assert (await tell(at, SUE, 3, answer)).status_code == 201
            assert not (await at.ask("/api/floor", SUE)).json()["tables"][0]["table"]["calls"]
            seen = (await at.ask("/api/tables/1", ADA)).json()
            assert (seen["call"]["answer"], seen["call"]["by"]) == (answer["answer"], SUE.name)
            facts = [line.entry.fact for line in service.desk("1").tail]
            assert [type(one) for one in facts if isinstance(one, FloorCalled | FloorAnswered)] == [
                FloorCalled,
                FloorAnswered,
            ]

    run(work)


def test_a_call_ends_with_the_seat(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            desk = await opened(service)
            await seated(service)
            assert (await tell(at, ADA, 1, {"type": "CallFloor", "about": "x"})).is_success
            await tell(at, SUE, 1, {"type": "CloseTable"})
            while desk.state.status == "open":
                await desk.changed.wait()
                await tell(at, SUE, desk.number, {"type": "CloseTable"})
            assert not (await at.ask("/api/floor", SUE)).json()["tables"][0]["table"]["calls"]

    run(work)
