"""The floor over the API: who may look, what it sees, what would happen, and who hears of it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from croupier.chips import Chips
from croupier.engine.commands import Report
from croupier.room.conduct.orders import FlagCollusion, RemovePlayer
from croupier.room.custody.counting import PauseHand, ResumeHand
from croupier.room.house.notices import Notice
from croupier.room.house.people import PLAYER, ROLES, Actor
from croupier.room.logbook import Order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.orders import Sit
from croupier.room.seating.waiting import JoinList
from croupier.room.table.rounds import Play
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.tables.desk import Watcher
from croupier.server.tables.steady_clock import wall_clock
from tests.clause import clause
from tests.server import worlds
from tests.server.rooms import SUE, opened, run, say, seated, served, until

ADA = Actor("Ada", "player")


class Door:
    """Requests to a room in this process, by anybody."""

    def __init__(self, service: Service, client: httpx.AsyncClient) -> None:
        self.service, self.client = service, client
        self.tokens: dict[str, str] = {}

    async def ask(self, path: str, by: Actor | None = None, body: Any = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {await self._token(by)}"} if by else {}
        method = "GET" if body is None else "POST"
        return await self.client.request(method, path, json=body, headers=headers)

    async def _token(self, by: Actor) -> str:
        if by.name not in self.tokens:
            at = self.service.clock()
            actor = await self.service.accounts.add(by.name, "correct horse", by.role, at)
            self.tokens[by.name], _ = await self.service.accounts.admit(actor, at)
        return self.tokens[by.name]


@asynccontextmanager
async def door(service: Service) -> AsyncIterator[Door]:
    app = create_app(Config(requests=10_000), service=service)
    app.state.service = service  # in this loop, and in service already
    wire = httpx.ASGITransport(app)  # type: ignore[arg-type]  # it is one
    async with httpx.AsyncClient(transport=wire, base_url="http://room") as client:
        yield Door(service, client)


async def playing(service: Service, key: str = "holdem") -> Any:
    desk = await opened(service, key=key)
    await seated(service)
    await until(desk, lambda desk: desk.state.playing)
    return desk


# --- who may ---------------------------------------------------------------------------------


@clause("POKER-15b")
def test_only_the_staff_looks_at_the_floor_and_asks_what_would_happen(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as room:
            await playing(service)
            pause = {"command": {"type": "PauseHand", "reason": "a dispute"}}
            join = {"command": {"type": "JoinList", "kind": ["holdem", "x"], "person": "Ada"}}
            for path, body in (
                ("/api/floor", None),
                ("/api/floor/incidents", None),
                ("/api/tables/1/irregularities", None),
                ("/api/tables/1/preview", pause),
                ("/api/house/preview", join),
            ):
                assert (await room.ask(path, None, body)).status_code == 401
                for role in ROLES:
                    reply = await room.ask(path, Actor(f"Robin {role}", role), body)
                    if role in PLAYER:
                        assert reply.status_code == 403
                        assert reply.json()["clause"] == "POKER 15(b)"
                    else:
                        assert reply.status_code in (200, 403, 422), reply.text

    run(work)


# --- what it sees ----------------------------------------------------------------------------


def test_the_floor_shows_every_table_with_its_turn_its_clock_and_what_is_due(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as room:
            desk = await playing(service)
            await opened(service, name="2", key="two-card-joker")
            seen = (await room.ask("/api/floor", SUE)).json()
            assert [one["table"]["name"] for one in seen["tables"]] == ["1", "2"]
            first = seen["tables"][0]
            assert first["table"]["asked"] == [desk.state.round.turns[0].actor]
            assert first["clock"]["seats"] == first["table"]["asked"]
            assert 0 < first["clock"]["left"] <= first["clock"]["total"]
            assert {one["what"] for one in first["table"]["due"]} >= {"count", "sort", "change"}
            assert all(one["clause"] and not one["late"] for one in first["table"]["due"])
            assert [one["person"] for one in first["table"]["seats"]] == ["Ada", "Bob", "Cyd"]
            assert seen["house"]["shift"].startswith(seen["house"]["day"])
            hidden = {card.value for card in desk.state.round.deck}
            named = {card.value for card in worlds.named_cards(json.dumps(seen))}
            assert not named & hidden

    run(work)


def test_the_incident_log_tells_what_the_staff_did_newest_first_and_outlives_a_restart(
    sqlite: str,
) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as room:
            await playing(service)
            await say(service, "1", SUE, PauseHand(reason="a dispute"))
            await say(service, "1", SUE, Play(command=Report("skipped_player")))
            flag = FlagCollusion(players=("Ada", "Bob"), grounds="soft play")
            await say(service, "1", SUE, flag)
            answer = (await room.ask("/api/floor/incidents?table=1", SUE)).json()
            kinds = [line["kind"] for line in answer]
            assert kinds[0] == "CollusionFlagged"
            assert {"Misdealt", "HandPaused", "TableOpened"} <= set(kinds)
            assert [line["ruling"] for line in answer if line["kind"] == "Misdealt"] == [True]
            assert "soft play" in answer[0]["words"]
            everywhere = (await room.ask("/api/floor/incidents", SUE)).json()
            assert not {"TableBooked", "DeckRemoved"} & {line["kind"] for line in everywhere}
        async with served(sqlite) as service, door(service) as room:
            again = (
                await room.ask("/api/floor/incidents?table=1", Actor("Sam", "security"))
            ).json()
            assert again == answer

    run(work)


@clause("POKER-16a")
def test_what_is_for_the_staff_is_not_shown_to_the_players(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            watchers = [Watcher("Ada"), Watcher("")]
            for watcher in watchers:
                desk.watch(watcher)
            flag = FlagCollusion(players=("Ada", "Bob"), grounds="soft play in the blinds")
            await say(service, "1", SUE, flag)
            remove = RemovePlayer(seat=2, cause="threats", notice=Notice("Ian", wall_clock()))
            await say(service, "1", SUE, remove)
            for watcher in watchers:
                sent = b"".join(watcher.frames.get_nowait() for _ in range(watcher.frames.qsize()))
                sent += desk.since(0, watcher.person)
                assert b"soft play" not in sent
                assert b"threats" not in sent
                assert b"Undisclosed" in sent

    run(work)


# --- what would happen -----------------------------------------------------------------------


def test_a_preview_over_the_api_changes_nothing_and_is_what_then_happens(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as room:
            desk = await playing(service)
            listed = (await room.ask("/api/tables/1/irregularities", SUE)).json()
            skipped = next(one for one in listed if one["kind"] == "skipped_player")
            assert (skipped["clause"], skipped["seat"]) == ("POKER 15(e)(4)", False)
            report = {"type": "Report", "kind": "skipped_player"}
            command = {"type": "Play", "command": report}
            number = desk.number
            seen = (await room.ask("/api/tables/1/preview", SUE, {"command": command})).json()
            assert desk.number == number
            assert seen["clause"] == "POKER 15(e)(4)"
            assert "misdeal" in seen["words"]
            order = {"client": "x", "sequence": 1, "command": command}
            assert (await room.ask("/api/tables/1/orders", SUE, order)).status_code == 201
            for one in seen["chips"]:
                assert desk.state.accounts.get(one["account"], 0) == one["after"]
            late = await room.ask("/api/tables/1/preview", SUE, {"command": command})
            assert late.status_code == 422

    run(work)


def test_a_refused_order_is_refused_in_its_preview_with_the_same_words(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as room:
            await playing(service)
            sam = Actor("Sam", "security")
            command = {"type": "CloseTable"}
            for who in (SUE, sam):
                seen = await room.ask("/api/tables/1/preview", who, {"command": command})
                order = {"client": "x", "sequence": 1, "command": command}
                done = await room.ask("/api/tables/1/orders", who, order)
                assert (seen.status_code, seen.json()) == (done.status_code, done.json())
                assert done.status_code == (422 if who == SUE else 403)

    run(work)


# --- pauses ----------------------------------------------------------------------------------


@clause("POKER-6e1")
def test_a_paused_table_waits_and_goes_on_where_it_was(sqlite: str) -> None:
    async def work() -> None:
        brief = Config(
            play_chips=True, pause=0.01, turn=0.4, bets=0.2, inspection=1, bank=0, protection=0
        )
        async with served(sqlite, brief) as service, door(service) as room:
            desk = await playing(service)
            for person in ("Ada", "Zoe"):
                desk.watch(Watcher(person))
            before = desk.state.round
            await say(service, "1", SUE, PauseHand(reason="a phone rings"))
            assert desk.state.round is before
            await asyncio.sleep(0.8)  # twice a turn
            assert desk.state.round is before
            seen = (await room.ask("/api/floor", SUE)).json()["tables"][0]
            assert seen["table"]["paused"] == "a phone rings"
            assert seen["watchers"] == 1  # besides the players
            assert seen["clock"] is None  # no clock is running
            assert desk.seen_by("").paused == "a phone rings"
            await say(service, "1", SUE, ResumeHand())
            await until(desk, lambda desk: desk.state.round is not before)

    run(work)


# --- slips and announcements -----------------------------------------------------------------


@clause("POKER-16b")
def test_who_is_removed_at_a_table_is_kept_out_of_every_game(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as room:
            await opened(service)
            await opened(service, name="2")
            await seated(service)
            remove = RemovePlayer(seat=1, cause="threats", notice=Notice("Ian", wall_clock()))
            await say(service, "1", SUE, remove)
            await service.house.ask(Order(service.clock(), SUE, _join(service, "Gus")))
            seat = {"type": "Sit", "seat": 5, "chips": 200_00}
            order = {"client": "x", "sequence": 1, "command": seat}
            refused = await room.ask("/api/tables/2/orders", ADA, order)
            assert refused.status_code == 422
            assert "threats" in refused.json()["why"]
            out = (await room.ask("/api/floor", SUE)).json()["house"]["out"]
            assert [(slip["person"], slip["table"]) for slip in out] == [("Ada", "1")]
            lift = {"type": "LiftExclusion", "person": "Ada", "reason": "a mistake"}
            order = {"client": "x", "sequence": 1, "command": lift}
            assert (await room.ask("/api/house/orders", SUE, order)).status_code == 201
        async with served(sqlite) as service:  # a slip that was handed in is not handed in again
            await service.house.ask(Order(service.clock(), SUE, _join(service, "Hal")))
            assert not service.house.state.exclusions.out

    run(work)


def _join(service: Service, person: str) -> JoinList:
    return JoinList(kind=kind_of(service.desk("1").state), person=person)


@clause("BBC-wait2")
def test_who_is_called_hears_of_it_wherever_they_look_and_nobody_else_does(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as room:
            desk = await opened(service)
            other = await opened(service, name="2", key="omaha")
            kind = kind_of(desk.state)
            gus, ivy = Watcher("Gus"), Watcher("Ivy")
            other.watch(gus)
            desk.watch(ivy)
            at = service.clock()
            await service.house.ask(Order(at, Actor("Gus", "player"), JoinList(kind=kind)))
            while not service.house.state.waiting.calls:  # the house's people call the next
                await asyncio.sleep(0.05)
            (said,) = [json.loads(frame) for frame in _frames(gus) if b'"called"' in frame]
            seat = service.house.state.waiting.calls[0].seat
            assert (said["table"], said["seat"], said["clause"]) == ("1", seat, "BBC wait2")
            assert not any(b'"called"' in frame for frame in _frames(ivy))
            floor = (await room.ask("/api/floor", SUE)).json()
            (called,) = floor["house"]["lists"][0]["calls"]
            assert called[:4] == ["Gus", [kind.game, kind.stakes], "1", seat]
            assert seat not in floor["tables"][0]["table"]["free"]
            await say(service, "1", "Gus", Sit(seat=seat, chips=Chips(200_00)))

    run(work)


def _frames(watcher: Watcher) -> list[bytes]:
    return [watcher.frames.get_nowait() for _ in range(watcher.frames.qsize())]
