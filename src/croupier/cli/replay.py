"""`croupier replay`: play logs and hand histories again, and check every step of them."""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import msgspec
import typer
from msgspec import Struct

from croupier.chips import money
from croupier.cli.given import AsJson, read_lines
from croupier.cli.screen import print_json, print_lines, print_words
from croupier.engine.events import AnyEvent, read_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.histories.results import SUFFIXES, HandResult, amount, pots, rake_of, replay_hands
from croupier.refused import Refused
from croupier.views.narration.narrate import narrate
from croupier.views.narration.wording import listed

NAME = "replay"
EXAMPLES = (
    "\b\nExamples:\n  croupier replay round.jsonl\n  croupier replay --narrate round.jsonl"
    "\n  croupier replay hands.phhs --json\n  croupier deal holdem --json | croupier replay -"
)


class Judged(NamedTuple):
    """What became of one round of a file, and its log where it holds."""

    result: HandResult
    log: Sequence[AnyEvent]


class _Head(Struct, frozen=True):
    type: str = ""
    game: str = ""


def run(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILES",
            help="Logs, one event a line, or hand histories (.phh, .phhs); `-` is standard input.",
        ),
    ],
    tell: Annotated[bool, typer.Option("--narrate", help="Tell each round in words too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play logs and hand histories again, and check every step of them.

    A log may hold several rounds, each beginning with RoundOpened. Ends with 1 if any is not ok.
    """
    judged = [found for name in files for found in _judged(name, read_lines(name, "files"))]
    try:
        if as_json:
            print_json([result for result, _ in judged])
        else:
            for found in judged:
                _report(found, tell=tell)
    finally:  # a reader that left early does not change the verdict
        if not all(result.ok for result, _ in judged):
            raise typer.Exit(1)


def _judged(name: str, lines: Sequence[str]) -> list[Judged]:
    if _is_phh(name, lines):
        return [Judged(*found) for found in replay_hands("\n".join(lines), name)]
    rounds = enumerate(_rounds(name, lines), 1)
    return [_judge(name, number, numbered) for number, numbered in rounds]


def _is_phh(name: str, lines: Sequence[str]) -> bool:
    """By the name of a file; standard input has none, but a hand names its variant."""
    piped = name == "-" and any(re.match(r"variant\s*=", line) for line in lines)
    return piped or name.lower().endswith(SUFFIXES)


def _rounds(name: str, lines: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """The lines of each round with their numbers; a round begins where one is opened."""
    found: list[list[tuple[int, str]]] = []
    for number, line in enumerate(lines, 1):
        if line.strip() and (not found or _head(line).type == "RoundOpened"):
            found.append([])
        if found:
            found[-1].append((number, line))
    if not found:
        raise Refused("FIELD log", f"{'standard input' if name == '-' else name} holds no round")
    yield from found


def _head(line: str) -> _Head:
    try:
        return msgspec.json.decode(line, type=_Head)
    except (msgspec.DecodeError, RecursionError):
        return _Head()


def _judge(name: str, number: int, lines: Sequence[tuple[int, str]]) -> Judged:
    game = _head(lines[0][1]).game
    try:
        state = verify_log([line for _, line in lines], game_of)
    except Refused as refused:
        fault = _in_file(str(refused), before=lines[0][0] - 1)
        found = HandResult(file=name, id=str(number), game=game, ok=False, faults=[fault])
        return Judged(found, ())
    log = [read_event(line) for _, line in lines if line.strip()]
    held = HandResult(
        file=name,
        id=str(number),
        game=game,
        ok=True,
        seats=list(state.stacks),
        stacks=[int(chips) for chips in state.stacks.values()],
        pots=pots(log),
        rake=rake_of(log),
    )
    return Judged(held, log)


def _in_file(fault: str, before: int) -> str:
    """A fault by the line of the file, where the round begins after so many lines.

    >>> _in_file("line 3: not an event (FIELD log)", before=40)
    'line 43: not an event (FIELD log)'
    """
    return re.sub(r"^line (\d+)", lambda line: f"line {int(line[1]) + before}", fault)


def _report(found: Judged, *, tell: bool) -> None:
    result = found.result
    where = f"{result.file} {result.id}"
    if not result.ok:
        print_words(f"✗ {where}: {'; '.join(result.faults)}", "red")
        return

    def words(chips: int) -> str:
        return amount(chips, result.scale) if result.scale else money(chips)

    won = ", ".join(
        listed(f"{words(winner.amount)} to seat {winner.seat}" for winner in pot.winners)
        for pot in result.pots
    )
    won = won or "no pot"
    stacks = " ".join(words(chips) for chips in result.stacks)
    print_words(f"✓ {where}: {game_of(result.game).title}; {won}; stacks {stacks}")
    if tell:
        print_lines(narrate(found.log))
        print_words()
