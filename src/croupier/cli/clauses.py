"""`croupier clauses`: which items of the checklist are proven."""

from typing import Annotated, Literal

import typer

from croupier.clauses import SURFACES, Coverage, coverage
from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_table, print_words
from croupier.refused import Refused

NAME = "clauses"
EXAMPLES = (
    '\b\nExamples:\n  croupier clauses\n  croupier clauses --under "POKER 9(d)"'
    "\n  croupier clauses --open --dangerous"
)

GROUPS = {
    1: "Cards, decks, shuffle, cut, opening the table",
    2: "Rankings",
    3: "Wagers and betting mechanics",
    4: "The poker games",
    5: "Showdown, pot award, splits, odd chips, side pots",
    6: "Poker revenue (rake)",
    7: "Bad beat",
    8: "Irregularities and misdeals (poker)",
    9: "Conduct, room procedures, signs, waiting list",
    10: "House-banked games",
    11: "Reports and accounting",
}


def run(
    open_only: Annotated[
        bool, typer.Option("--open", help="List the items that no test proves yet.")
    ] = False,
    proven_only: Annotated[
        bool, typer.Option("--proven", help="List the items that tests prove.")
    ] = False,
    dangerous: Annotated[
        bool, typer.Option("--dangerous", help="List the items that are commonly programmed wrong.")
    ] = False,
    examples: Annotated[
        bool, typer.Option("--examples", help="List the items that carry a worked example.")
    ] = False,
    under: Annotated[
        str | None,
        typer.Option("--under", metavar="CLAUSE", help='List the items of a clause: "POKER 9(d)".'),
    ] = None,
    group: Annotated[
        int | None, typer.Option("--group", help="List the items of one group of the checklist.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show which checklist items are proven, and by which tests.

    Without a filter it prints a count for each group; with one, every matching item.
    """
    state: Literal["proven", "open"] | None = (
        None if open_only == proven_only else "open" if open_only else "proven"
    )
    found = coverage().where(
        under=under,
        group=group,
        state=state,
        dangerous=dangerous or None,
        example=examples or None,
    )
    if under and not coverage().where(under=under).total:
        raise Refused("FIELD clause", f"nothing in the checklist is under {under}")
    if as_json:
        print_json(found)
    elif any((open_only, proven_only, dangerous, examples, under, group is not None)):
        for line in found.text().splitlines():
            print_words(line)
    else:
        _summary(found)


def _summary(found: Coverage) -> None:
    rows = []
    for number, title in GROUPS.items():
        part = found.where(group=number)
        waiting = part.total - part.proven
        danger = part.where(state="open", dangerous=True).total
        shown = (str(part.on(surface)) for surface in SURFACES)
        counts = (str(part.total), str(part.proven), str(waiting), str(danger), *shown)
        rows.append((str(number), title, *counts))
    heads = ("group", "about", "items", "proven", "open", "open⚠", *SURFACES)
    right = "group items proven open open⚠ engine room server assist"
    print_table(heads, rows, right=right, spare=())
    print_words()
    print_words(found.text().splitlines()[-1])
