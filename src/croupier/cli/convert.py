"""`croupier convert`: hand histories into our log, and back."""

from typing import Annotated

import typer

from croupier.cli.given import AsJson, read_lines
from croupier.cli.screen import print_json, print_raw
from croupier.histories.results import convert
from croupier.refused import Refused

NAME = "convert"
EXAMPLES = (
    "\b\nExamples:\n  croupier convert hands.phhs > hands.jsonl"
    "\n  croupier deal badugi --json | croupier convert -"
    "\n  croupier convert --lossy round.jsonl > round.phh"
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
        typer.Option("--lossy", help="Write PHH even where other readers would get it wrong."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Turn hand histories (PHH) into our log, or a log into PHH.

    Every hand is played on the way: what the rules do not admit is not converted.
    """
    try:
        text = convert("\n".join(read_lines(file, "file")), lossy=lossy)
    except Refused as refused:
        where = "" if refused.clause == "FIELD file" else f"{file}: "
        raise Refused(refused.clause, f"{where}{refused.why}") from None
    if as_json:
        print_json({"file": file, "to": "log" if text.startswith("{") else "phh", "text": text})
    else:
        print_raw(text.removesuffix("\n"))
