"""How long the workbench takes to answer: `croupier odds` over its address, one question at a time.

Heads-up hold'em and omaha on every street, hands, ranges and unknown cards among them, and every
slider of the banked games. The first question of each kind also loads tables and solves the game;
it stands apart. By the clock on the wall, and by the processor's time of the server.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from rich.table import Table

from croupier.cards import DECK_52

QUESTIONS = 60
STREETS = {"before the flop": 0, "flop": 3, "turn": 4, "river": 5}
RANGES = ("22+,A2s+,KTo+", "JJ+,AKs", "random", "15%", "AA:0.5,KK,AQs+")
OMAHA_RANGES = ("AA**", "random", "KK**", "(AK)(QJ)", "AA:$ds")
TOO_MANY, REFUSED = 429, 422
TICK = os.sysconf("SC_CLK_TCK")


class Bench(NamedTuple):
    """A workbench in a process, and how to ask it."""

    address: str
    pid: int

    def ask(self, what: str, question: dict[str, Any]) -> dict[str, Any]:
        """One question over its own connection, as a page asks it."""
        body = json.dumps(question).encode()
        sent = Request(
            f"{self.address}/api/odds/{what}", body, {"Content-Type": "application/json"}
        )
        with urlopen(sent, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def processor(self) -> float:
        """Seconds of the processor's time that the server has had, to a hundredth."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK


@contextmanager
def opened() -> Iterator[Bench]:
    words = [sys.executable, "-m", "croupier", "odds", "--no-browser", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout is not None
        address = json.loads(served.stdout.readline())["address"].removesuffix("/odds")
        try:
            yield Bench(address, served.pid)
        finally:
            served.terminate()


def hands(game: str, ranges: tuple[str, ...], own: int, board: int) -> Callable[[Random], Any]:
    """Hands, or a hand and a range, on a board of so many cards."""

    def question(chance: Random) -> dict[str, Any]:
        cards = [card.value for card in chance.sample(DECK_52, 2 * own + board)]
        first, second = "".join(cards[:own]), "".join(cards[own : 2 * own])
        if chance.random() < 0.5:
            second = chance.choice(ranges)
        return {"game": game, "hands": [first, second], "board": "".join(cards[2 * own :])}

    return question


def slid(game: str, sliders: list[dict[str, Any]]) -> Callable[[Random], Any]:
    """A sign with one slider moved somewhere."""

    def question(chance: Random) -> dict[str, Any]:
        moved = chance.choice(sliders)
        value: Any = chance.randint(moved["least"], moved["most"])
        if moved["key"] == "progressive_meter":
            return {"game": game, "sign": {"progressive": True, "progressive_meter": value}}
        if moved["place"] >= 0:
            lines = [one for one in sliders if one["key"] == moved["key"]]
            odds = [one["usual"] for one in lines]
            odds[moved["place"]] = value
            value = odds
        elif moved["choices"] and moved["key"] == "ante_threshold":
            value = moved["choices"][value]
        return {"game": game, "sign": {moved["key"]: value}}

    return question


def tables() -> Iterable[Table]:
    """One table."""
    table = Table(
        title="the workbench: milliseconds from question to answer (goal: 95% within 100)"
    )
    table.add_column("question")
    for head in ("first", "median", "95%", "processor", "exact"):
        table.add_column(head, justify="right")
    with opened() as bench:
        with urlopen(f"{bench.address}/api/odds/games", timeout=60) as listed:
            banked = json.load(listed)["banked"]
        kinds: dict[str, tuple[str, Callable[[Random], Any]]] = {}
        for street, board in STREETS.items():
            kinds[f"hold'em, {street}"] = "equity", hands("holdem", RANGES, 2, board)
            kinds[f"omaha, {street}"] = "equity", hands("omaha", OMAHA_RANGES, 4, board)
        for game in banked:
            kinds[f"{game['title']}, sliders"] = "edge", slid(game["key"], game["sliders"])
        for name, (what, question) in kinds.items():
            table.add_row(name, *measured(bench, what, question))
    return [table]


def asked_for(bench: Bench, what: str, question: Any) -> tuple[dict[str, Any], float]:
    """The answer and its seconds; a page that asks too often must wait, and so do we."""
    while True:
        begun = perf_counter()
        try:
            return bench.ask(what, question), perf_counter() - begun
        except HTTPError as fault:
            if fault.code == TOO_MANY:
                sleep(0.5)
            elif fault.code == REFUSED:  # the hand holds the cards of the whole range
                question["hands"][1] = "random"
            else:
                raise


def measured(bench: Bench, what: str, question: Callable[[Random], Any]) -> list[str]:
    chance, spent, exact = Random(7), [], 0
    before = 0.0
    for number in range(QUESTIONS + 1):
        asked = question(chance)
        answer, took = asked_for(bench, what, asked)
        spent.append(1e3 * took)
        exact += answer.get("method", "exact") == "exact"
        if number == 0:
            before = bench.processor()
    work = 1e3 * (bench.processor() - before) / QUESTIONS
    first, *rest = spent
    rest.sort()
    late = rest[int(0.95 * len(rest))]
    cells = [f"{number:,.0f}" for number in (first, rest[len(rest) // 2], late, work)]
    return [*cells, f"{exact} of {QUESTIONS + 1}"]
