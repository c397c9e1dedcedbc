"""Where each part of an observation lies; `docs/research.md` explains every field.

>>> from croupier.games import GAMES
>>> Layout(GAMES["holdem"], 6).parts["boards"]
slice(52, 104, None)
"""

from functools import cached_property

from croupier.rankings import kernels
from croupier.rules.banked import Reveal
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.steps import Board, Deal, Draw

CARDS = 52
ABOUT_SEAT, ABOUT_TABLE, ABOUT_ANSWER, ANSWERS = 8, 11, 4, 32
ABOUT_BANK = 24  # the kind of question, its spot, what was placed, what lies there, the meter


class Layout:
    """The parts of an observation, one behind the other; a game has only those it can fill."""

    def __init__(
        self, game: Game, players: int, sign: TableSign | None = None, *, shows: bool = False
    ) -> None:
        """Lay the parts out; where showing is a question, what others have shown is one part."""
        script, sign = game.script, sign or game.sign
        up = any(isinstance(step, Deal) and step.up for step in script)
        draws = any(isinstance(step, Draw) for step in script)
        common = any(isinstance(step, Deal) and step.if_short for step in script)
        boards = 0
        if any(isinstance(step, Board | Reveal) for step in script):
            boards = 2 if sign.run_twice or (sign.bomb_pot and sign.bomb_boards > 1) else 1
        others = up or shows
        self.players, self.boards = players, boards
        self.up, self.others, self.draws, self.common = up, others, draws, common
        cards = CARDS if game.deck <= CARDS else 54  # with both jokers
        self.flags = [players, boards, int(up), int(others), int(draws), int(common)]
        self.flags += [int(game.banked), cards]
        planes = {
            "own down": 1,
            "own up": int(up),
            "own discards": int(draws),
            "others": (players - 1) * others,
            "dead": int(others),
            "boards": boards,
            "common": int(common),
        }
        numbers = {
            "seats": ABOUT_SEAT * players,
            "table": ABOUT_TABLE,
            "history": ABOUT_ANSWER * ANSWERS,
            "bank": ABOUT_BANK * game.banked,
        }
        self.planes, self.numbers = sum(planes.values()), sum(numbers.values())
        self.parts: dict[str, slice] = {}
        self.size = 0
        sizes = {name: cards * count for name, count in planes.items()} | numbers
        for name, size in sizes.items():
            if size:
                self.parts[name] = slice(self.size, self.size + size)
                self.size += size

    @cached_property
    def core(self) -> "kernels.core.FastLayout":
        """The same as the fast table has it."""
        return kernels.core.FastLayout(self.flags)
