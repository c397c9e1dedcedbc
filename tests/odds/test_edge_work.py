"""Long work tells how far it is, stops at once, and does not start when the core is missing."""

import signal
import subprocess
import sys
import time

import pytest

from croupier.odds.kernel import core, high_5
from croupier.rankings import HIGH_5
from tests.children import cpu_seconds

ANTE = [HIGH_5.strength("5h4d3c2sAs"), HIGH_5.strength("7h5h4h3h2h")]
PRIZES = [HIGH_5.strength("AsKsQsJsTs")]
SOLVE = """
from croupier.games import game_of
from croupier.odds.house_edge import house_edge
game = game_of("texas-holdem-bonus")
print("begun", flush=True)
house_edge(game, game.sign)
"""


def test_it_tells_how_far_it_is_and_what_fails_there_comes_out() -> None:
    answer: list[float] = []

    def tell(done: float) -> None:
        answer.append(done)
        if len(answer) == 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        core().solve_holdem_bonus(high_5(), ANTE, ANTE[0], PRIZES, 2, tell)
    assert answer == sorted(answer)
    assert 0 <= answer[-1] < 1


def test_ctrl_c_stops_it_at_once() -> None:
    before = cpu_seconds()
    with subprocess.Popen(
        [sys.executable, "-c", SOLVE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as work:
        assert work.stdout is not None
        assert work.stdout.readline() == "begun\n"
        time.sleep(0.3)
        work.send_signal(signal.SIGINT)
        _, answer = work.communicate(timeout=120)
    assert cpu_seconds() - before < 10
    assert "KeyboardInterrupt" in answer


def test_a_table_of_lines_must_be_whole() -> None:
    import numpy as np

    with pytest.raises(ValueError, match="one of so many lines"):
        core().count_flop_lines(high_5(), np.full(8192, 3, dtype=np.uint8), 3, 1, None)
    with pytest.raises(ValueError, match="four distinct cards"):
        core().count_rivers(high_5(), ANTE, [1, 1, 2, 3])


def test_threads_change_nothing() -> None:
    assert core().count_flop_ties(high_5(), 1, None) == core().count_flop_ties(high_5(), 3, None)
