"""A player's own figures over HTTP, held against the rounds that the search lists."""

import pytest

from tests.server.books import PLAYERS, STAFF, asked, played
from tests.server.rooms import run


@pytest.mark.parametrize("key", ["holdem", "seven-card-stud"])
def test_figures_add_up_the_rounds_that_a_player_finds(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, "1", key, rounds=3)
            nets, hands = [], []
            for player in PLAYERS[:3]:
                hands = (await asking.get("/api/hands", player.name)).json()["hands"]
                reply = await asking.get("/api/my/figures", player.name)
                assert reply.status_code == 200, reply.text
                found = reply.json()
                assert (found["rounds"], found["left_out"]) == (3, 0)
                (row,) = found["figures"]
                assert (row["player"], row["game"], row["hands"]) == (player.name, key, 3)
                assert row["net"] == sum(hand["players"][player.name] for hand in hands)
                assert row["vpip"]["of"] == 3
                nets.append((row["net"], row["rake"]))
            rake = sum(hand["rake"] for hand in hands)
            assert sum(net for net, _ in nets) == -rake
            assert sum(paid for _, paid in nets) == rake

    run(work)


def test_figures_are_chosen_by_game_and_are_a_player_s_own(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, "1", "holdem", rounds=1)
            none = await asking.get("/api/my/figures", "Ada", game="badugi")
            assert none.json() == {"rounds": 0, "left_out": 0, "figures": []}
            for actor in STAFF:
                reply = await asking.get("/api/my/figures", actor.name)
                assert reply.status_code in (403, 409, 422), reply.text
                assert "only players have figures" in reply.text
            assert (await asking.get("/api/my/figures", "")).status_code == 401

    run(work)
