"""`croupier convert`: hand histories into our log, and back."""

from typing import Annotated, cast, get_args

import typer

from croupier.cli.given import AsJson, read_lines
from croupier.cli.screen import print_json, print_raw
from croupier.histories.results import Format, convert
from croupier.refused import Refused

NAME = "convert"
EXAMPLES = (
    "\b\nExamples:\n  croupier convert hands.phhs > hands.jsonl"
    "\n  croupier deal badugi --json | croupier convert -"
    "\n  croupier convert --lossy round.jsonl > round.phh"
    "\n  croupier convert --to ohh round.jsonl > round.ohh"
)


def run(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A hand history (.phh, .phhs) or a log; `-` is standard input."
        ),
    ],
    lossy: Annotated[
        bool,
        typer.Option("--lossy", help="Write it even where other readers would get it wrong."),
    ] = False,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="log, phh or ohh; by itself, log into phh and phh into log.",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Turn hand histories (PHH) into our log, or a log into PHH or Open Hand History (OHH).

    Every hand is played on the way: what the rules do not admit is not converted.
    """
    if to not in get_args(Format):
        raise Refused("FIELD to", f"{to[:20]!r} is none of log, phh, ohh")
    wanted = cast(Format, to)
    try:
        text = convert("\n".join(read_lines(file, "file")), wanted, lossy=lossy)
    except Refused as refused:
        where = "" if refused.clause == "FIELD file" else f"{file}: "
        raise Refused(refused.clause, f"{where}{refused.why}") from None
    if as_json:
        made = to or ("log" if text.startswith("{") else "phh")
        print_json({"file": file, "to": made, "text": text})
    else:
        print_raw(text.removesuffix("\n"))
