"""A demonstration room where every other seat is taken and nobody folds: run it as `croupier`.

A showdown with as many hands as a game has seats hardly ever comes up by itself, and it is what
needs most room on the screen.
"""

import sys

from croupier.cli import main
from croupier.games import GAMES
from croupier.server.demonstration import demo
from croupier.sim.bots import Bot, bot


def calling(_: str, seed: int | str) -> Bot:
    return bot("calling", seed)


if __name__ == "__main__":
    games = {"omaha": GAMES["omaha"]}
    vars(demo).update(bot=calling, GAMES=games, PLACES=11, SEATS=range(2, 12))
    sys.exit(main())
