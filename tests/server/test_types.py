"""The browser's modules know the types of what the server sends."""

import re

from croupier.games import GAMES
from croupier.rules.steps import Deal
from croupier.server.pages import STATIC
from tests.web import types


def test_the_types_of_the_web_table_are_in_step_with_the_server() -> None:
    for path, text in types.files().items():
        assert path.read_text() == text, "renew them: python -m tests.web.types --write"


def test_the_page_keeps_room_for_as_many_cards_as_each_game_deals() -> None:
    felt = (STATIC / "table" / "felt.js").read_text()
    names = felt.partition("const HELD = ")[2].partition(";")[0]
    held = [(name, int(cards)) for name, cards in re.findall(r'\["([\w-]+)", (\d)\]', names)]
    assert held
    for game in GAMES.values():
        if not game.banked:
            dealt = sum(step.down + step.up for step in game.script if isinstance(step, Deal))
            kept = next((cards for name, cards in held if name in game.key), 2)
            assert (game.key, kept) == (game.key, dealt)
