"""`croupier witness`: keep a room's checkpoints elsewhere, and notice a rewritten past."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.error import URLError
from urllib.request import urlopen

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.verify_log import FAILED, faults_of
from croupier.refused import Refused, brief

if TYPE_CHECKING:
    from croupier.server.store.faults import Fault

NAME = "witness"
EXAMPLES = (
    "\b\nExamples:\n  croupier witness https://room.example.org"
    "\n  croupier witness http://127.0.0.1:8000 --keep kept.jsonl --every 60"
)
PATIENCE_S = 10


def run(
    url: Annotated[str, typer.Argument(help="The room's address.")],
    keep: Annotated[Path, typer.Option(help="The file to keep checkpoints in.")] = Path(
        "witness.jsonl"
    ),
    every: Annotated[float, typer.Option(min=0, help="Seconds between requests; 0 asks once.")] = 0,
    as_json: AsJson = False,
) -> int:
    """Keep a room's signed checkpoints on another machine.

    It exits with 1 when a log is shorter, different or gone. `croupier verify-log --witness FILE`
    compares a database with the file it writes.
    """
    if not url.startswith(("http://", "https://")):
        raise Refused("FIELD url", f"{url[:60]!r} must begin with http:// or https://")
    while True:
        faults, logs = look(url, keep)
        if as_json:
            print_json({"logs": logs, "faults": faults_of(faults)})
        else:
            for fault in faults:
                print_words(str(fault))
            print_words(f"{len(faults)} faults." if faults else f"{logs} logs are as they were.")
        if faults or not every:
            return FAILED if faults else 0
        time.sleep(every)


def look(url: str, keep: Path) -> "tuple[list[Fault], int]":
    """Ask the room once, and keep its answer, faults or not; how many logs it has."""
    from croupier.server.store.witness import read_answer, read_witness, rewritten

    try:
        with urlopen(f"{url.rstrip('/')}/api/checkpoints", timeout=PATIENCE_S) as reply:
            answer: bytes = reply.read()
    except (URLError, OSError, ValueError) as fault:
        raise Refused("FIELD url", f"{url[:60]} does not answer: {brief(fault)}") from None
    fresh = read_answer(answer)
    faults = list(rewritten(read_witness(keep) if keep.exists() else [], fresh))
    with keep.open("ab") as file:
        file.write(answer.rstrip() + b"\n")
    return faults, len(fresh)
