"""Chances of winning, side by side: the same question to every library, the answers compared first.

All of a contest take turns in one run, and the best turn of each counts: by the clock on the wall,
and by the processor's, which other work on the machine does not disturb. A question of microseconds
is asked again for the length of a turn. Memory is what a process grows by at its peak when it asks
for the first time, tables included.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import islice
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

from rich.table import Table

from croupier.cards import DECK_52
from croupier.games import game_of
from croupier.odds.equity import equity

TURNS = 7
TURN = 0.02  # seconds at least
TRIALS = 200_000
GROWTH = """
from pathlib import Path
from croupier.games import game_of
from croupier.odds.equity import equity

def kilobytes(field):
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1])

game, hands = game_of({key!r}), {hands!r}
Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
before = kilobytes("VmRSS")
equity(game, hands, {board!r}, trials={trials!r})
print(kilobytes("VmHWM") - before)
"""


class Contest(NamedTuple):
    """One question, who else can answer it, and by which factor we mean to win."""

    name: str
    key: str
    hands: Sequence[str]
    board: str = ""
    trials: int | None = None
    peers: Sequence[str] = ()
    goal: int = 0
    boards: int = 0  # so many boards drawn from a seed, asked about in turn, instead of one


CONTESTS = (
    Contest(
        "hold'em, before the flop", "holdem", ("AsAh", "KsKd"), peers=("poker-equity",), goal=20
    ),
    Contest("the same, three players", "holdem", ("AsKs", "QhQd", "JcTc"), peers=("poker-equity",)),
    Contest("omaha, before the flop", "omaha", ("AsAhKsKh", "9c8c7d6d"), peers=("poker-equity",)),
    Contest(
        "omaha high-low, before the flop",
        "omaha-hilo-8",
        ("AsAh2s3h", "KsKd7c6c"),
        peers=("poker-equity",),
    ),
    Contest(
        "seven-card stud, fifth street",
        "seven-card-stud",
        ("AsKd7c8c9c", "QcQd2h3h4h"),
        peers=("poker-equity",),
    ),
    Contest(
        "hold'em against a range, all cards out",
        "holdem",
        ("AsAh", "22+,A2s+,KTo+"),
        board="2c7d9hTsKc",
        peers=("eval7", "poker-equity"),
    ),
    *(
        Contest(
            "the same, 500 boards in turn", "holdem", ("AsAh", text), peers=("eval7",), boards=500
        )
        for text in ("QQ", "QQ,JJ", "22+,A2s+,KTo+")
    ),
    Contest(
        "hold'em against a range, river to come",
        "holdem",
        ("AsAh", "QQ,JJ"),
        board="2c7d9hTs",
        peers=("poker-equity",),
    ),
    Contest(
        "the same, a wide range, three players",
        "holdem",
        ("AsAh", "22+,A2s+,KTo+", "QQ,JJ"),
        board="2c7d9hTs",
        peers=("poker-equity",),
    ),
    Contest(
        "hold'em, 200,000 deals drawn, three players",
        "holdem",
        ("AsAh", "22+,A2s+,KTo+", "QQ,JJ"),
        trials=TRIALS,
        peers=("poker-equity",),
    ),
    Contest(
        "omaha against a range, 200,000 deals drawn",
        "omaha",
        ("AsAhKsKh", "JT98,QJT9"),
        trials=TRIALS,
        peers=("poker-equity",),
    ),
    Contest(
        "hold'em, 200,000 deals drawn",
        "holdem",
        ("AsAh", "22+,A2s+,KTo+"),
        trials=TRIALS,
        peers=("eval7", "poker-equity"),
    ),
)
PEER_KEYS = {
    "holdem": "holdem",
    "omaha": "omaha",
    "omaha-hilo-8": "omaha_hi_lo",
    "seven-card-stud": "stud",
}
Ask = Callable[[], list[float]]  # asks anew, and gives the first player's equity on each board


def boards(contest: Contest) -> list[str]:
    """The board, or so many that are drawn from the cards nobody is known to hold."""
    if not contest.boards:
        return [contest.board]
    chance, known = Random(1), contest.hands[0]
    left = [card.value for card in DECK_52 if card.value not in known]
    drawn = (chance.sample(left, 5) for _ in iter(int, 1))
    held = (board for board in drawn if sum(card[0] == "Q" for card in board) < 3)
    return ["".join(board) for board in islice(held, contest.boards)]


def ours(contest: Contest, threads: int | None = None) -> Ask:
    game, laid = game_of(contest.key), boards(contest)

    def ask() -> list[float]:
        return [
            equity(game, contest.hands, board, trials=contest.trials, threads=threads)
            .players[0]
            .equity.value
            for board in laid
        ]

    return ask


def poker_equity(contest: Contest) -> Ask:
    peer: Any = import_module("poker_equity")
    key, hands = PEER_KEYS[contest.key], list(contest.hands)

    def ask() -> list[float]:
        if contest.trials:
            found = peer.chunk_from_text(key, hands, contest.board, samples=contest.trials)
        else:
            found = peer.exact_from_text(key, hands, contest.board)
        return [float(found["players"][0]["equity"])]

    return ask


def eval7(contest: Contest) -> Ask:
    peer: Any = import_module("eval7")
    first, second = contest.hands
    hand = [peer.Card(first[at : at + 2]) for at in (0, 2)]
    laid = [
        [peer.Card(board[at : at + 2]) for at in range(0, len(board), 2)]
        for board in boards(contest)
    ]
    villain = peer.HandRange(second)

    def ask() -> list[float]:
        if contest.trials:
            draw = peer.py_hand_vs_range_monte_carlo
            return [draw(hand, villain, board, contest.trials) for board in laid]
        return [peer.py_hand_vs_range_exact(hand, villain, board) for board in laid]

    return ask


PEERS: dict[str, Callable[[Contest], Ask]] = {"poker-equity": poker_equity, "eval7": eval7}


def tables() -> Iterable[Table]:
    for contest in CONTESTS:
        yield table(contest)


def table(contest: Contest) -> Table:
    """All who answer, the quickest of the others as the measure."""
    asks: dict[str, Ask] = {"croupier": ours(contest)}
    if not contest.boards:  # one thread is all that a showdown takes
        asks["croupier, 1 thread"] = ours(contest, threads=1)
    missing = []
    for name in contest.peers:
        try:
            asks[name] = PEERS[name](contest)
        except ImportError as fault:
            missing.append(f"not here: {fault}")
    check(contest, asks)
    best = measure(asks, max(1, contest.boards))
    rivals = [best[name] for name in contest.peers if name in best]
    goal = f" (goal {contest.goal}x)" if contest.goal else ""
    title = f"{contest.name}: {' v '.join(contest.hands)}{goal}"
    shown = Table("library", title=title, title_justify="left", min_width=72)
    for head in ("wall ms", "of the best peer", "processor ms", "of the best peer", "memory"):
        shown.add_column(head, justify="right")
    for name, spent in best.items():
        cells = [name]
        for clock, seconds in enumerate(spent):
            quickest = min((rival[clock] for rival in rivals), default=0.0)
            cells += [f"{1e3 * seconds:,.4f}", f"{quickest / seconds:,.1f}x" if rivals else ""]
        grown = f"{growth(contest) / 1024:,.1f} MB" if name == "croupier" else ""
        shown.add_row(*cells, grown)
    for why in missing:
        shown.add_row(why, "-")
    return shown


def check(contest: Contest, asks: dict[str, Ask]) -> None:
    """Leave out a library whose answer differs: its speed means nothing."""
    (_, truth), *others = [(name, ask()) for name, ask in asks.items()]
    near = 0.01 if contest.trials else 1e-6
    for name, answers in others:
        for found, true in zip(answers, truth, strict=True):
            if abs(found - true) > near:
                raise AssertionError(f"{contest.name}: {name} says {found}, we say {true}")


def measure(asks: dict[str, Ask], questions: int) -> dict[str, list[float]]:
    """The best turn of each, on both clocks: seconds a question."""
    best = {name: [float("inf"), float("inf")] for name in asks}
    for _ in range(TURNS):
        for name, ask in asks.items():
            asked = 0
            began = perf_counter(), process_time()
            while asked == 0 or process_time() - began[1] < TURN:
                ask()
                asked += questions
            spent = (perf_counter() - began[0]) / asked, (process_time() - began[1]) / asked
            best[name] = [min(pair) for pair in zip(best[name], spent, strict=True)]
    return best


def growth(contest: Contest) -> int:
    """Kilobytes that one question adds to a separate process."""
    code = GROWTH.format(
        key=contest.key,
        hands=list(contest.hands),
        board=boards(contest)[0],
        trials=contest.trials,
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout)
