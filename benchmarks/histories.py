"""Hand histories: the same hold'em hands read and replayed from every format that we write.

PokerKit reads the PHH among them. Both sides play every action and give the stacks at the end.
"""

from collections.abc import Callable, Iterable
from time import process_time
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

HANDS, TURNS = 400, 5
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


def readers() -> list[Reader]:
    """Every way, each proven to give the stacks of the rounds."""
    logs = rounds()
    played = [
        Played(About(), record, log, record.finish or {}, str(number), checked=True)
        for number, log in enumerate(logs, 1)
        for record in [history(log)]
    ]
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
    """Hands a second of one core, by processor time; the readers take turns."""
    found = readers()
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
    yield table
