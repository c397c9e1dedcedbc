"""Hand histories: the same hold'em hands read and replayed from every format that we write.

PokerKit reads the PHH among them. Both sides play every action and give the stacks at the end. The
commands read a file of PokerStars' text, start and all, in one process and in two: what two take of
the processor says how much sooner they are done where two are free.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import NamedTuple

import pokerkit
from msgspec.structs import replace
from rich.table import Table

from croupier import play, start
from croupier.chips import Chips
from croupier.engine.events import AnyEvent
from croupier.games import GAMES
from croupier.histories.about import About
from croupier.histories.conversion import TARGETS, Target, joined, write_hand
from croupier.histories.history import history
from croupier.histories.phh import write_phh
from croupier.histories.results import Played, judged, pieces_of_text
from croupier.refused import Refused
from croupier.sim.bots import bot
from tests.histories.texts import BY_FORMAT

HANDS, TURNS = 400, 5
COPIES = 20  # of the hands in the file that commands read
MILLION = 1_000_000
SAMPLED = 100
STACKS = {seat: Chips(100_00) for seat in range(1, 7)}
WORDS: dict[Target, str] = {
    "pokerstars": "PokerStars' text",
    "phh": "PHH",
    "ohh": "OHH",
    "log": "croupier's log",
}
Stacks = list[list[int]]


class Reader(NamedTuple):
    """A way to read and replay the hands."""

    name: str
    work: Callable[[], Stacks]


def rounds() -> list[list[AnyEvent]]:
    """Rounds of six players who call, bet and fold, in the codes that both sides know."""
    sign = replace(GAMES["holdem"].sign, structure="no_limit", limits=(Chips(2_00),), unit=Chips(1))
    logs: list[list[AnyEvent]] = []
    number = 0
    while len(logs) < HANDS:
        number += 1
        players = {seat: bot("random" if seat % 2 else "calling", seed=number) for seat in STACKS}
        state, log = start(GAMES["holdem"], STACKS, sign=sign, seed=number)
        while not state.done:
            turn = state.turns[0]
            state, events = play(state, players[turn.actor](state, turn))
            log += events
        try:
            hand = write_phh(log, bare=True)
        except Refused:  # what PHH would not say: odd chips and the like
            continue
        if _pokerkit([hand]) == [[int(state.stacks[seat]) for seat in state.order]]:
            logs.append(log)  # else a cent of a split pot that the two give to other players
    return logs


def _ours(text: str) -> Stacks:
    results = [judged(piece, log=False)[0] for piece in pieces_of_text(text)]
    assert all(result.ok for result in results)
    return [[int(chips or 0) for chips in result.stacks] for result in results]


def _pokerkit(hands: list[str]) -> Stacks:
    ends: Stacks = []
    for hand in hands:
        *_, state = pokerkit.HandHistory.loads(hand)
        ends.append([round(chips * 100) for chips in state.stacks])
    return ends


def readers(logs: list[list[AnyEvent]]) -> list[Reader]:
    """Every way, each proven to give the stacks of the rounds."""
    played = [_played(number, log) for number, log in enumerate(logs, 1)]
    texts = {
        target: joined([write_hand(one, target, lossy=True) for one in played], target)
        for target in TARGETS
    }
    bare = [write_phh(log, bare=True) for log in logs]
    wanted = [[int(one.stacks[seat]) for seat in one.record.order] for one in played]
    made = [
        Reader(f"croupier, {WORDS[target]}", lambda text=text: _ours(text))
        for target, text in texts.items()
    ]
    made.append(Reader("PokerKit, PHH", lambda: _pokerkit(bare)))
    for reader in made:
        assert reader.work() == wanted, reader.name
    return made


def tables() -> Iterable[Table]:
    """Readers beside each other, and the commands."""
    logs = rounds()
    yield readers_table(readers(logs))
    yield formats_table()
    yield commands_table(logs)


def formats_table() -> Table:
    """One hand of every site and format, again and again: games and lengths differ."""
    table = Table(title="one hand of each format, read and replayed: hands a second")
    table.add_column("format")
    table.add_column("hands a second", justify="right")
    for form, text in BY_FORMAT.items():
        best = 0.0
        for _ in range(TURNS):
            begun = process_time()
            for _ in range(SAMPLED):
                _ours(text)
            best = max(best, SAMPLED / (process_time() - begun))
        table.add_row(form, f"{best:,.0f}")
    return table


def commands_table(logs: list[list[AnyEvent]]) -> Table:
    """The commands on a file of many hands."""
    table = Table(title="commands on a file of PokerStars' text")
    table.add_column("command")
    heads = ("hands", "hands a second of processor time", "a million, minutes of it", "wall s")
    for head in heads:
        table.add_column(head, justify="right")
    played = [_played(number, log) for number, log in enumerate(logs, 1)]
    text = joined([write_hand(one, "pokerstars", lossy=True) for one in played], "pokerstars")
    hands = COPIES * len(logs)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "hands.txt"
        path.write_text(f"{text}\n\n" * COPIES, encoding="utf-8")
        for command in ("replay", "stats"):
            for processes in (1, 2):
                wall, work = _run([command, str(path), "--json", "--processes", str(processes)])
                table.add_row(
                    f"{command}, {processes} process{'es' * (processes > 1)}",
                    f"{hands:,}",
                    f"{hands / work:,.0f}",
                    f"{MILLION / hands * work / 60:,.1f}",
                    f"{wall:,.1f}",
                )
    return table


def _run(arguments: list[str]) -> tuple[float, float]:
    """Seconds by the wall and of the processor, those of its processes included."""
    before, begun = os.times(), perf_counter()
    words = [sys.executable, "-m", "croupier", *arguments]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    work = after.children_user + after.children_system
    return perf_counter() - begun, work - before.children_user - before.children_system


def _played(number: int, log: list[AnyEvent]) -> Played:
    record = history(log)
    return Played(About(), record, log, record.finish or {}, str(number), checked=True)


def readers_table(found: list[Reader]) -> Table:
    """Hands a second of one core, by processor time; the readers take turns."""
    best = dict.fromkeys((reader.name for reader in found), 0.0)
    for _ in range(TURNS):
        for reader in found:
            begun = process_time()
            reader.work()
            best[reader.name] = max(best[reader.name], HANDS / (process_time() - begun))
    table = Table(title="Hand histories read and replayed: six-handed no-limit hold'em")
    table.add_column("reader")
    table.add_column("hands a second", justify="right")
    table.add_column("times PokerKit", justify="right")
    peer = best["PokerKit, PHH"]
    for name, speed in best.items():
        table.add_row(name, f"{speed:,.0f}", f"{speed / peer:.1f}")
    return table
