"""`croupier rng-report`: test the cards as they are dealt, and write what a laboratory asks for."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.progress_bar import progress
from croupier.cli.screen import print_json, print_table, print_words
from croupier.refused import Refused

NAME = "rng-report"
EXAMPLES = (
    "\b\nExamples:\n  croupier rng-report\n  croupier rng-report --streams 100 --decks 20000"
    " --out report\n  croupier rng-report --deck 54 --json"
)
FAILED = 1


def run(
    streams: Annotated[int, typer.Option(help="The number of streams of decks.")] = 10,
    decks: Annotated[int, typer.Option(help="The number of decks in each stream.")] = 10_000,
    deck: Annotated[int, typer.Option(help="The cards of a deck: 52, or 54 with jokers.")] = 52,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write rng-report.html and .json to this folder."),
    ] = None,
    as_json: AsJson = False,
) -> int:
    """Test the randomness of the cards that tables deal.

    Decks are shuffled and cut with the operating system's entropy and tested for positions,
    adjacent pairs, runs, serial correlation, coupon collector, duplicates, the cut, and the
    correlation between decks, over many streams. The exit code is 1 if a test fails; a fair dealer
    fails one report in a thousand.
    """
    from croupier.sim.battery import run_battery
    from croupier.sim.chance_report import by_test, lab_report, verdict, write_report

    if deck not in (52, 54):
        raise Refused("FIELD deck", f"a deck must have 52 or 54 cards, not {deck}")
    with progress("dealing", streams) as tell:
        battery = run_battery(deck, streams, decks, progress=tell)
    report = lab_report(battery, datetime.now(UTC))
    path = write_report(report, out) if out is not None else None
    if as_json:
        print_json(report)
    else:
        rows = [
            (
                name,
                str(len(found)),
                f"{min(one.measured.p for one in found):.4g}",
                "✓" if all(one.holds for one in found) else "✗",
            )
            for name, found in by_test(battery).items()
        ]
        again = "✗" if battery.duplicates else "✓"
        rows.append(("duplicates", "", str(battery.duplicates), again))
        print_table(("test", "p-values", "least", ""), rows, right="p-values least", spare=())
        print_words()
        print_words(f"{verdict(battery)}.", "bold")
        print_words(f"Each p-value must reach {battery.limit:.2g}.")
        if path is not None:
            print_words(f"Written: {path}")
    return 0 if battery.ok else FAILED
