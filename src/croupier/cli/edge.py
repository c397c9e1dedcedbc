"""`croupier edge`: what every wager against the bank costs."""

import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.given import AsJson, Signs, posted
from croupier.cli.own_games import GameKey, find_game
from croupier.cli.screen import print_json, print_lines, print_raw
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.narration.wording import Line

if TYPE_CHECKING:  # the solvers need numpy, which is slow to import: `run` does
    from croupier.odds.house_edge import Edge
    from croupier.odds.wagers import Wager

NAME = "edge"
EXAMPLES = (
    "\b\nExamples:\n  croupier edge two-card-joker"
    "\n  croupier edge texas-holdem-bonus --sign ante_threshold=flush --json"
    "\n  croupier edge flop-poker --strategy never-fold --report sheets"
)


def run(
    game: GameKey,
    sign: Signs = None,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="How the player decides: optimal, never-fold, simple and more."
        ),
    ] = "optimal",
    players: Annotated[
        int, typer.Option(metavar="N", help="How many share the pot of Flop Poker.")
    ] = 2,
    report: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a sheet with plots, one HTML file, here."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute the house's edge on every wager, by full enumeration.

    Payout limits are ignored. A wager of exactly zero expectation is not placed.
    """
    from croupier.odds.house_edge import check, record

    found = find_game(game)
    check(found, strategy, players)
    force = posted(found, sign)
    if report is not None:
        report.mkdir(parents=True, exist_ok=True)
    edge = _measured(found, force, strategy, players)
    if as_json:
        print_json(record(edge))
    else:
        print_lines(_lines(edge))
    if report is not None:
        from croupier.odds.sheet import write_sheet

        path = write_sheet(edge, report)
        if not as_json:
            print_raw(f"\nwritten: {path}")


def _measured(game: Game, sign: TableSign, strategy: str, players: int) -> "Edge":
    """Measure with a bar on a terminal, and silently elsewhere."""
    from croupier.odds.house_edge import house_edge

    if not sys.stderr.isatty():
        return house_edge(game, sign, strategy, players=players)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("enumerating"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def tell(done: float) -> None:
            bar.update(task, completed=done)

        return house_edge(game, sign, strategy, players=players, tell=tell)


def _lines(edge: "Edge") -> list[Line]:
    game = edge.game
    lines = [Line(f"{game.title}: the house's edge", game.section, kind="title")]
    lines += [Line(note) for note in edge.notes]
    for wager in edge.wagers.values():
        lines.append(Line(f"{wager.name} wager", kind="heading"))
        lines += _figures(wager)
    return lines


def _figures(wager: "Wager") -> list[Line]:
    strategy = wager.strategy
    lines = [
        Line(f"house edge {percent(wager.house_edge)}, exactly {wager.house_edge}"),
        Line(
            f"element of risk {percent(wager.element_of_risk)}, average wager "
            f"{float(wager.average):.6f}, standard deviation {wager.standard_deviation:.6f}"
        ),
    ]
    if strategy.name != "none":
        lines.append(Line(f"{strategy.name} strategy: {strategy.words}"))
        placed = [f"{spot} {percent(often)}" for spot, often in strategy.places.items()]
        lines.append(Line(f"folded {percent(strategy.folds)}; placed: {', '.join(placed)}"))
    lines += [Line(note) for note in wager.notes]
    ends = tuple(
        f"{end.words}: {float(end.net):+,g} x {percent(end.probability)}" for end in wager.ends
    )
    lines.append(Line("ends, in units of the wager:", items=ends))
    return lines


def percent(number: Fraction) -> str:
    """Write a share in percent, small ones with more digits.

    >>> percent(Fraction(563, 17901)), percent(Fraction(1, 649740))
    ('3.1451%', '0.00015391%')
    """
    share = 100 * float(number)
    return f"{share:.4f}%" if abs(share) >= 0.01 or not share else f"{share:.5g}%"
