"""`croupier replay`: read logs back, and check every step of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

import msgspec
import typer
from msgspec import Struct

from croupier.chips import money
from croupier.cli.given import AsJson, read_lines
from croupier.cli.screen import print_json, print_lines, print_words
from croupier.engine.events import AnyEvent, PotAwarded, read_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.views.lines import listed
from croupier.views.narrate import narrate

NAME = "replay"
EXAMPLES = (
    "\b\nExamples:\n  croupier replay round.jsonl\n  croupier replay --narrate round.jsonl"
    "\n  croupier deal holdem --json | croupier replay -"
)


class Winner(Struct, frozen=True):
    """A seat, and what it got of a pot."""

    seat: int
    amount: int


class Pot(Struct, frozen=True):
    """A pot, the main one first, and who won it."""

    amount: int
    winners: list[Winner]


class Verdict(Struct, frozen=True, kw_only=True):
    """What became of one round of a file."""

    file: str
    id: str
    game: str = ""
    ok: bool
    seats: list[int] = []
    stacks: list[int] = []
    pots: list[Pot] = []
    rake: int = 0
    faults: list[str] = []


class _Head(Struct, frozen=True):
    type: str = ""
    game: str = ""


def run(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES", help="Logs, one event a line; `-` is standard input."),
    ],
    tell: Annotated[bool, typer.Option("--narrate", help="Tell each round in words too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play logs again, and check every step of them.

    A file may hold several rounds, each beginning with RoundOpened. Ends with 1 if any is not ok.
    """
    rounds = [
        (name, number, lines)
        for name in files
        for number, lines in enumerate(_rounds(name, read_lines(name, "files")), 1)
    ]
    verdicts = [_judge(name, number, lines) for name, number, lines in rounds]
    try:
        if as_json:
            print_json(verdicts)
        else:
            for verdict, (_, _, lines) in zip(verdicts, rounds, strict=True):
                _report(verdict, lines, tell=tell)
    finally:  # a reader that left early does not change the verdict
        if not all(verdict.ok for verdict in verdicts):
            raise typer.Exit(1)


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


def _judge(name: str, number: int, lines: Sequence[tuple[int, str]]) -> Verdict:
    game = _head(lines[0][1]).game
    try:
        state = verify_log([line for _, line in lines], game_of)
    except Refused as refused:
        fault = _in_file(str(refused), before=lines[0][0] - 1)
        return Verdict(file=name, id=str(number), game=game, ok=False, faults=[fault])
    return Verdict(
        file=name,
        id=str(number),
        game=game,
        ok=True,
        seats=list(state.stacks),
        stacks=[int(chips) for chips in state.stacks.values()],
        pots=_pots(read_event(line) for _, line in lines if line.strip()),
    )


def _in_file(fault: str, before: int) -> str:
    """A fault by the line of the file, where the round begins after so many lines.

    >>> _in_file("line 3: not an event (FIELD log)", before=40)
    'line 43: not an event (FIELD log)'
    """
    return re.sub(r"^line (\d+)", lambda line: f"line {int(line[1]) + before}", fault)


def _pots(log: Iterable[AnyEvent]) -> list[Pot]:
    won: dict[int, dict[int, int]] = {}
    for event in log:
        if isinstance(event, PotAwarded):
            pot = won.setdefault(event.pot, {})
            for move in event.moves:
                seat = int(move.target.removeprefix("stack:"))
                pot[seat] = pot.get(seat, 0) + move.chips
    return [
        Pot(sum(pot.values()), [Winner(seat, chips) for seat, chips in sorted(pot.items())])
        for _, pot in sorted(won.items())
    ]


def _report(verdict: Verdict, lines: Sequence[tuple[int, str]], *, tell: bool) -> None:
    where = f"{verdict.file} {verdict.id}"
    if not verdict.ok:
        print_words(f"✗ {where}: {'; '.join(verdict.faults)}", "red")
        return
    pots = ", ".join(
        listed(f"{money(winner.amount)} to seat {winner.seat}" for winner in pot.winners)
        for pot in verdict.pots
    )
    pots = pots or "no pot"
    stacks = " ".join(money(chips) for chips in verdict.stacks)
    print_words(f"✓ {where}: {game_of(verdict.game).title}; {pots}; stacks {stacks}")
    if tell:
        print_lines(narrate(read_event(line) for _, line in lines if line.strip()))
        print_words()
