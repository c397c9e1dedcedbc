"""`croupier games`."""

import json

from croupier.games import GAMES, LIBRARY
from tests.cli.terminal import Croupier


def test_every_game_has_its_row(croupier: Croupier) -> None:
    heads, *rows = croupier("games").out.splitlines()
    assert heads.split() == ["key", "game", "section", "kind", "players", "usual", "stakes"]
    assert [row.split()[0] for row in rows] == list(GAMES)
    assert rows[3].split() == ["holdem", "hold'em", "POKER", "10", "high", "11", "$2/$4", "limit"]


def test_a_pipe_gets_whole_rows(croupier: Croupier) -> None:
    assert "seven-card stud high-low split eight or better  POKER 9" in croupier("games").out


def test_games_that_no_table_may_offer_are_listed_on_request(croupier: Croupier) -> None:
    assert "razz" not in croupier("games").out
    done = croupier("games", "--library")
    assert "razz" in done.out
    assert "Only friends may play a game outside the rule documents (POKER 8(b))." in done.out


def test_json_has_the_same(croupier: Croupier) -> None:
    listed = json.loads(croupier("games", "--library", "--json").out)
    assert [game["key"] for game in listed] == [*GAMES, *LIBRARY]
    assert listed[3] == {
        "key": "holdem",
        "title": "hold'em",
        "section": "POKER 10",
        "kind": "high",
        "players": {"least": 2, "most": 11},
        "stakes": "$2/$4 limit",
        "authorised": True,
    }
    assert [game["key"] for game in listed if not game["authorised"]] == list(LIBRARY)
