"""Games that the owner of a room defined, on every page of a room among friends."""

from pathlib import Path
from typing import Any

import pytest

from croupier import games
from croupier.cli.own_games import load_games
from croupier.room.house.people import Actor
from tests.cli.terminal import shell
from tests.server.rooms import SUE, run, served, until
from tests.server.test_floor import Door, door
from tests.server.test_private_games import HOST, QUICK, come, friends, hosted, nets, tell

FILE = """
from msgspec.structs import replace
from croupier.games.pineapple import CRAZY_PINEAPPLE
from croupier.games.short_deck import SHORT_DECK
from tests.library.test_custom_games import royal

CRAZY = replace(CRAZY_PINEAPPLE, key="our-crazy-pineapple", title="our crazy pineapple")
SHORT = replace(SHORT_DECK, key="our-short-deck", title="our short deck")
ROYAL = royal()
"""
HANDS = {  # what each game's equity is asked for: the last has two boards, and none
    "our-crazy-pineapple": ["AsAh", "KsKd"],
    "our-short-deck": ["AsAh", "KsKd"],
    "royal-two-boards": [],
}
ADA = Actor("Ada", "player")
WORDS = "outside the rule documents"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file that defines games."""
    path = tmp_path / "ours.py"
    path.write_text(FILE)
    return str(path)


async def read(at: Door, path: str, by: Actor = ADA) -> Any:
    """What a page reads."""
    reply = await at.ask(path, by)
    assert reply.is_success, (path, reply.text)
    return reply.json()


@pytest.mark.parametrize("key", HANDS)
def test_friends_play_a_game_of_their_own_on_every_page(sqlite: str, file: str, key: str) -> None:
    load_games(file)

    async def work() -> None:
        async with friends(sqlite) as (service, at):
            await host(at, key)
            desk = service.desk("Kitchen")
            await until(desk, lambda desk: desk.state.rounds >= 3)
            assert nets(service) == 400_00
            await look_around(at, key)
        async with friends(sqlite) as (service, _):  # another evening
            desk = service.desk("Kitchen")
            before = desk.state.rounds
            await until(desk, lambda desk: desk.state.rounds > before)

    run(work)


async def host(at: Door, key: str) -> None:
    """Choose the game from the list, fill in its form, and let two friends sit down."""
    listed = {one["key"]: one for one in await read(at, "/api/games", HOST)}
    assert listed.keys() >= HANDS.keys()
    assert listed[key]["library"]
    form = await read(at, f"/api/games/{key}/form", HOST)
    filled = {one["name"]: one["value"] for one in form["fields"]}
    unasked = {
        one["name"]
        for one in form["fields"]
        if one["needs"] and filled[one["needs"][0]] not in one["needs"][1]
    }
    texts = {name: value for name, value in filled.items() if name not in unasked}
    written = {"game": key, "texts": texts, "name": "Kitchen"}
    sign = (await at.ask("/api/signs", HOST, written)).json()
    assert sign["faults"] == []
    assert any(WORDS in line["words"] for line in sign["lines"])
    code = (await hosted(at, game=key, posts=sign["sign"]))["code"]
    for seat, name in enumerate(("Ada", "Bob"), 1):
        await come(at, code, name)
        assert (await tell(at, name, {"type": "Sit", "seat": seat, "chips": 200_00})).is_success


async def look_around(at: Door, key: str) -> None:
    """Read what the pages of a player read: table, rules, rounds, replayer, figures, odds."""
    game = games.game_of(key)
    assert (await read(at, "/api/tables/Kitchen"))["game"] == key
    for path in (f"/api/games/{key}/rules", "/api/tables/Kitchen/rules"):
        assert any(WORDS in line["words"] for line in await read(at, path))
    assert (await read(at, f"/api/games/{key}/ranks"))[0]["rows"]
    found = (await read(at, f"/api/hands?game={key}"))["hands"]
    assert {one["title"] for one in found} == {game.heading}
    assert (await read(at, "/api/rounds"))[0]["title"] == game.heading
    replayed = await read(at, "/api/tables/Kitchen/rounds/1")
    assert replayed["done"]
    assert len(replayed["steps"][-1]["screen"]["seats"]) == 2
    assert len((await read(at, "/api/my/cards"))[0]["own"]) in (2, 3)
    assert (await read(at, f"/api/my/figures?game={key}"))["rounds"] >= 2
    assert (await at.ask("/api/hands/export?format=log", ADA)).is_success
    keys = [one["key"] for one in (await read(at, "/api/odds/games"))["poker"]]
    assert (key in keys) == bool(HANDS[key])
    question = {"game": key, "hands": HANDS[key] or ["AsKs", "QsJs"]}
    answer = (await at.ask("/api/odds/equity", ADA, question)).json()
    if HANDS[key]:
        assert answer["command"].startswith(f"croupier --games FILE.py equity {key} AsAh KsKd")
    else:
        assert answer["why"] == f"chances of {key} are not counted: it has two boards"


def test_the_wall_shows_it_and_a_card_room_refuses_it(sqlite: str, file: str) -> None:
    load_games(file)
    wanted = {"name": "7", "game": "our-short-deck", "opens": True}

    async def work() -> None:
        async with friends(sqlite) as (_, at):
            assert (await at.ask("/api/tables", SUE, wanted)).is_success
            (table,) = (await read(at, "/api/board", SUE))["tables"]
            assert table["title"] == games.game_of("our-short-deck").heading

    async def licensed() -> None:
        async with served(f"{sqlite}.2", QUICK) as service, door(service) as at:
            listed = {one["key"] for one in await read(at, "/api/games", SUE)}
            assert not listed & HANDS.keys()
            refused = await at.ask("/api/tables", SUE, wanted)
            assert refused.json()["clause"] == "POKER 8(b)"
            assert refused.json()["why"] == "no table can offer our short deck under this sign"

    run(work)
    run(licensed)


def test_a_room_without_the_file_does_not_open(sqlite: str, file: str) -> None:
    load_games(file)

    async def work() -> None:
        async with friends(sqlite) as (_, at):
            await host(at, "our-short-deck")

    run(work)
    refused = shell(f"croupier serve --db {sqlite} --port 0").refusal
    assert "this room has rounds of our-short-deck, which its owner defined" in refused
    assert "open it with croupier --games FILE.py serve (FIELD games)" in refused
