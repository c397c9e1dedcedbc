"""A player's rounds: their cards, and rounds shared by a link that shows what its owner saw."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from croupier.engine.events import RoundOpened
from croupier.games import GAMES
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.server.desks.reading import retell
from croupier.server.tables.broadcast import Opened
from tests.server import worlds
from tests.server.books import PLAYERS, STAFF, Asking, asked, played
from tests.server.rooms import run
from tests.server.test_hands_api import log_of, shown_to

BEFORE = ("seen", "by")  # which differ between a round and its shared copy


async def latest(asking: Asking, person: str) -> dict[str, Any]:
    found: dict[str, Any] = (await asking.get("/api/hands", person)).json()["hands"][0]
    return found


async def link(asking: Asking, person: str, hand: dict[str, Any]) -> str:
    reply = await asking.post(f"/api/tables/1/rounds/{hand['line']}/share", person, {})
    assert reply.status_code == 201, reply.text
    path: str = reply.json()["path"]
    return "/api" + path


@pytest.mark.parametrize("key", ["holdem", "seven-card-stud", "badugi", "two-card-joker"])
def test_a_link_shows_what_its_owner_saw(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, "1", key, rounds=1)
            seen = shown_to(1, await log_of(desk))
            hand = await latest(asking, "Ada")
            shared = await asking.get(await link(asking, "Ada", hand), "")
            own = await asking.get(
                f"/api/tables/1/rounds/{hand['round']}", "Ada", line=hand["line"]
            )
            assert shared.status_code == own.status_code == 200
            copy, original = shared.json(), own.json()
            assert (copy["seen"], copy["by"]) == ("shared", "Ada")
            for name in BEFORE:
                del copy[name], original[name]
            assert copy == original
            assert worlds.named_cards(worlds.without_public(shared.content).decode()) <= seen

    run(work)


def test_only_its_player_shares_a_round_and_only_when_it_is_over(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, "1", "holdem", rounds=1, still=False)
            hand = await latest(asking, "Ada")
            path = f"/api/tables/1/rounds/{hand['line']}/share"
            for person in ("Zoe", *(actor.name for actor in STAFF)):
                assert (await asking.post(path, person, {})).status_code == 404, person
            assert (await asking.post(path, "", {})).status_code == 401
            open_ = desk.rounds[-1].number
            assert open_ > hand["line"]
            for line in (open_, hand["line"] + 1, 0, 10**30):
                reply = await asking.post(f"/api/tables/1/rounds/{line}/share", "Ada", {})
                assert reply.status_code == 404, line
            good = await link(asking, "Ada", hand)
            code = good.rpartition("/")[2]
            for wrong in ("", "x", code[:-1], code.swapcase(), "ä" * 8):
                bad = f"/api/shared/1/{hand['line']}/{wrong}"
                assert (await asking.get(bad, "Ada")).status_code == 404, wrong
            later = f"/api/shared/1/{open_}/{code}"
            assert (await asking.get(later, "")).status_code == 404
            assert good != await link(asking, "Bob", hand)

    run(work)


@pytest.mark.parametrize("key", ["holdem", "seven-card-stud", "badugi", "flop-poker"])
def test_the_cards_in_a_list_are_those_that_a_player_saw(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, "1", key, rounds=2)
            log = await log_of(desk)
            for seat, player in enumerate(PLAYERS[:3], 1):
                reply = await asking.get("/api/my/cards", player.name)
                rows = reply.json()
                hands = (await asking.get("/api/hands", player.name)).json()["hands"]
                places = [(one["table"], one["line"]) for one in hands]
                assert [(one["table"], one["line"]) for one in rows] == places
                assert worlds.named_cards(reply.text) <= shown_to(seat, log)
                assert all(one["own"] for one in rows) or GAMES[key].banked  # without a wager
                assert "??" not in reply.text
            for actor in STAFF:
                refused = await asking.get("/api/my/cards", actor.name)
                assert refused.status_code in (403, 422), actor
                assert not worlds.named_cards(refused.text)

    run(work)


class Lines:
    """A table's log that is read as it stands."""

    def __init__(self, entries: list[Entry]) -> None:
        self._entries = entries

    async def read(self, _: str, after: int = 0, __: int = 0) -> AsyncIterator[tuple[int, bytes]]:
        for number, entry in enumerate(self._entries[after:], after + 1):
            yield number, life.write_entry(entry).encode()


def shared_by(before: list[Entry], steps: list[worlds.Step], person: str, seat: int) -> bytes:
    """What a link of a player shows of a round."""
    desk = worlds.desk_of(before)
    entries = [*before, *(entry for step in steps for entry in step.entries)]
    vars(desk)["store"] = Lines(entries)
    worlds.go_on(desk, entries[len(before) :])
    at = next(n for n, entry in enumerate(entries, 1) if isinstance(entry.fact, RoundOpened))
    opened = Opened(1, at, entries[at - 1].at, {"Ada": 1, "Bob": 2, "Cyd": 3}, at)
    seen = asyncio.run(retell(desk, opened, "player", seat))
    return worlds.without_public(msgspec.json.encode(seen))


@pytest.mark.parametrize("key", list(GAMES))
def test_a_link_is_the_same_in_two_worlds_that_differ_in_hidden_cards(key: str) -> None:
    for person, seat in (("Ada", 1), ("Bob", 2)):
        before, steps = worlds.a_round(key, 5 + seat)
        seen = worlds.seen_cards(seat, steps)
        other = worlds.another_world(key, steps, seen, 7 + seat)
        here, there = (shared_by(before, world, person, seat) for world in (steps, other))
        assert here == there
        assert worlds.named_cards(here.decode()) <= seen
