"""`croupier replay`: play logs and hand histories again, and check every step of them."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Annotated, NamedTuple

import msgspec
import typer

from croupier.chips import money
from croupier.cli.given import AsJson
from croupier.cli.histories import Files, Known, Processes, each
from croupier.cli.screen import print_lines, print_raw, print_words
from croupier.engine.events import read_event, write_event
from croupier.games import game_of
from croupier.histories.amounts import written
from croupier.histories.batches import FORMATS
from croupier.histories.formats import Piece
from croupier.histories.results import HandResult, judged
from croupier.views.narration.narrate import narrate
from croupier.views.narration.wording import listed

NAME = "replay"
MANY = 100  # print a summary after this many hands
EXAMPLES = (
    "\b\nExamples:\n  croupier replay round.jsonl\n  croupier replay --narrate round.jsonl"
    "\n  croupier replay histories/ hands.zip --quiet\n  croupier replay hands.phhs --json"
    "\n  croupier deal holdem --json | croupier replay -"
)


class Replayed(NamedTuple):
    """What is printed of a hand: a sentence or JSON, and its log if it should be narrated."""

    ok: bool
    said: str
    log: tuple[str, ...] = ()


def run(
    files: Files,
    tell: Annotated[bool, typer.Option("--narrate", help="Narrate each round too.")] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print only faults and their number.")
    ] = False,
    processes: Processes = 0,
    as_json: AsJson = False,
) -> None:
    """Replay logs and hand histories, and check every step.

    The format of a file is detected. A hand that fails is reported with its file and
    line, and the next one is played. The exit code is 1 if any hand fails.
    """
    known = Known(files)
    results = each(known, partial(_work, tell=tell, as_json=as_json), processes)
    try:
        if as_json:
            _as_json(results, known)
        else:
            _in_words(results, known, quiet=quiet, tell=tell)
    finally:  # a reader that left early does not change the verdict
        if known.failed:
            raise typer.Exit(1)


def _work(pieces: list[Piece], *, tell: bool, as_json: bool) -> list[Replayed]:
    narrated = tell and not as_json
    made = []
    for piece in pieces:
        result, played = judged(piece, log=narrated)
        log = tuple(map(write_event, played.log)) if played and narrated else ()
        said = msgspec.json.encode(result).decode() if as_json else _said(result)
        made.append(Replayed(result.ok, said, log))
    return made


def _as_json(results: Iterator[Replayed], known: Known) -> None:
    """Print one list; a file of unknown format is an entry too."""
    lines = list[str]()
    for one in results:
        known.failed += not one.ok
        lines.append(one.said)
    known.check()
    for unknown in known.unknown:
        known.failed += 1
        result = HandResult(file=unknown.name, id="", ok=False, faults=[unknown.why])
        lines.append(msgspec.json.encode(result).decode())
    print_raw(f"[{','.join(lines)}]")


def _in_words(results: Iterator[Replayed], known: Known, *, quiet: bool, tell: bool) -> None:
    for one in results:
        known.failed += not one.ok
        if not quiet or not one.ok:
            print_words(one.said, "" if one.ok else "red")
        if tell and one.ok:
            print_lines(narrate([read_event(line) for line in one.log]))
            print_words()
    known.check()
    known.failed += len(known.unknown)
    parts = [unknown.why.partition(FORMATS) for unknown in known.unknown]
    for why, _, _ in parts:
        print_words(f"✗ {why}", "red")
    for formats in sorted({formats for _, _, formats in parts if formats}):  # once for all files
        print_words(f"Formats read: {formats}")
    for words in known.left_aside:
        print_words(words)
    if quiet or known.hands > MANY:
        print_words(f"{known.hands:,} hands replayed, {known.failed:,} not ok")


def _said(result: HandResult) -> str:
    """What became of a hand, in a sentence."""
    if not result.ok:
        faults = "; ".join(why.removeprefix(f"hand {result.id}: ") for why in result.faults)
        at = "" if re.match(r"line \d", faults) or not result.line else f":{result.line}"
        return f"✗ {result.file}{at} {result.id}: {faults}"

    def words(chips: int | None) -> str:
        if chips is None:
            return "?"
        return written(chips, result.scale) if result.scale else money(chips)

    won = ", ".join(
        listed(f"{words(winner.amount)} to seat {winner.seat}" for winner in pot.winners)
        for pot in result.pots
    )
    stacks = " ".join(words(chips) for chips in result.stacks)
    title = game_of(result.game).title
    notes = "".join(f"; note: {note}" for note in result.notes)
    where = f"{result.file} {result.id}"
    return f"✓ {where}: {title}; {won or 'no pot'}; stacks {stacks}{notes}"
