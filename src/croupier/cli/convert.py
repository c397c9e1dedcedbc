"""`croupier convert`: convert hand histories between formats."""

import sys
from functools import partial
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.histories import Files, Known, Processes, each
from croupier.cli.screen import print_json, print_raw
from croupier.histories.conversion import (
    TARGETS,
    Left,
    Target,
    convert_piece,
    default_target,
    joined,
)
from croupier.histories.formats import Piece
from croupier.refused import Refused

NAME = "convert"
EXAMPLES = (
    "\b\nExamples:\n  croupier convert hands.txt --to phh > hands.phhs"
    "\n  croupier convert hands.phhs > hands.jsonl"
    "\n  croupier deal badugi --json | croupier convert -"
    "\n  croupier convert --lossy round.jsonl > round.phh"
    "\n  croupier convert --to ohh round.jsonl > round.ohh"
)


def run(
    files: Files,
    lossy: Annotated[
        bool,
        typer.Option("--lossy", help="Write hands even if other programs would misread them."),
    ] = False,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="log, phh, ohh or pokerstars. Default: phh for a log, log for anything else.",
        ),
    ] = "",
    processes: Processes = 0,
    as_json: AsJson = False,
) -> None:
    """Convert hand histories to another format.

    croupier's log, PHH, Open Hand History (OHH) and PokerStars text can be written. Every hand is
    played on the way, and one that breaks the rules is left out. Hands left out are listed on
    standard error with the reason, and the exit code is 1.
    """
    if to and to not in TARGETS:
        raise Refused("FIELD to", f"{to[:20]!r} is not one of {', '.join(TARGETS)}")
    known = Known(files)
    wanted: Target | None = to or None
    made = list(each(known, partial(_work, to=wanted, lossy=lossy), processes))
    known.check()
    hands = [hand for hand in made if not isinstance(hand, Left)]
    left = [hand for hand in made if isinstance(hand, Left)]
    left += [Left(unknown.name, 0, "", unknown.why) for unknown in known.unknown]
    if not hands:
        one = left[0]
        why, _, clause = one.why.rpartition(" (")
        raise Refused(clause.rstrip(")") if why else "FIELD files", f"{one.file}: {why or one.why}")
    target = hands[0][0]
    text = joined([hand for form, hand in hands if form == target], target)
    if as_json:
        missing = [hand._asdict() for hand in left]
        print_json({"file": " ".join(files), "to": target, "text": text, "left_out": missing})
    else:
        print_raw(text.removesuffix("\n"))
    for hand in left:
        where = f"{hand.file}:{hand.line}: " if hand.line else ""
        print(f"croupier: left out {where}{hand.why}", file=sys.stderr)
    for words in known.left_aside:
        print(f"croupier: {words}", file=sys.stderr)
    if left:
        raise typer.Exit(1)


def _work(
    pieces: list[Piece], *, to: Target | None, lossy: bool
) -> list[tuple[Target, str] | Left]:
    made: list[tuple[Target, str] | Left] = []
    for piece in pieces:
        target = to or default_target(piece.format)
        hand = convert_piece(piece, target, lossy=lossy)
        made.append(hand if isinstance(hand, Left) else (target, hand))
    return made
