"""Users' own bots, and what may be wrong with them."""

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from croupier.engine.commands import Bet, Call, Check, Command, Fold, NoMoreBets, RaiseTo
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.sim.answers import passive


def timid(seen: Round, turn: Turn) -> Command:
    return Check(turn.actor) if turn.option("check") else Fold(turn.actor)


def illegal(seen: Round, turn: Turn) -> Command:
    return Bet(turn.actor, 1)  # type: ignore[arg-type]  # a cent, never a whole bet


def dealing(seen: Round, turn: Turn) -> Command:
    return NoMoreBets()


def another(seen: Round, turn: Turn) -> Command:
    return Fold(turn.actor % 3 + 1)


def silent(seen: Round, turn: Turn) -> None:
    return None


def nonsense(seen: Round, turn: Turn) -> object:
    return RaiseTo(turn.actor, "all of it")  # type: ignore[arg-type]  # on purpose


def failing(seen: Round, turn: Turn) -> Command:
    raise ZeroDivisionError


def leaving(seen: Round, turn: Turn) -> Command:
    sys.exit(3)


def looping(seen: Round, turn: Turn) -> Command:
    while True:
        pass


def sleeping(seen: Round, turn: Turn) -> Command:
    time.sleep(60)
    return Call(turn.actor)


def forging(seen: Round, turn: Turn) -> Command:
    """Tries to write chips into its own stack."""
    for account in seen.accounts:
        seen.accounts[account] += 1_000_00  # type: ignore[assignment]  # on purpose
    seen.hands.clear()
    return passive(turn)


class Dying:
    """Kills its process once: the first time that a file, named by the environment, is missing."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance

    def __call__(self, seen: Round, turn: Turn) -> Command:
        mark = Path(os.environ["CROUPIER_TEST_MARK"])
        if not mark.exists() and self.chance.random() < 0.02:
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return passive(turn)


def slow(seen: Round, turn: Turn) -> Command:
    """Calls, and takes its time where the environment asks for that."""
    time.sleep(float(os.environ.get("CROUPIER_TEST_SLOW_S", "0")))
    return passive(turn)


def ending(seen: Round, turn: Turn) -> Command:
    os._exit(1)


NUMBER = 7
