"""`croupier stats`: statistics of the players in hand histories."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.histories import Files, Known, Processes, each
from croupier.cli.screen import print_json, print_table, print_words
from croupier.figures.facts import Fact, facts_of
from croupier.figures.report import COLUMNS, as_csv, as_json, as_page, lines
from croupier.figures.sums import Figures
from croupier.histories.formats import Piece
from croupier.histories.results import play_piece, settled
from croupier.refused import Refused

NAME = "stats"
EXAMPLES = (
    "\b\nExamples:\n  croupier stats histories/"
    "\n  croupier stats hands.zip --player Ann --html ann.html"
    "\n  croupier stats hands.txt --csv figures.csv\n  croupier stats hands.phhs --json"
)


def run(
    files: Files,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="Report on this player only.")
    ] = "",
    least: Annotated[
        int, typer.Option("--least", min=1, help="Leave out players with fewer hands.")
    ] = 1,
    html: Annotated[
        str, typer.Option("--html", metavar="FILE", help="Write a page with plots to this file.")
    ] = "",
    table: Annotated[
        str, typer.Option("--csv", metavar="FILE", help="Write a spreadsheet table to this file.")
    ] = "",
    processes: Processes = 0,
    as_json_: AsJson = False,
) -> None:
    """Report what players won, paid and did: results with confidence, all-in luck, style.

    Hands that fail are left out and counted. Results are in big blinds per hundred hands (big
    bets in fixed limit), with a 95% interval; all-ins are valued at their exact equity.
    """
    for name in filter(None, (html, table)):  # before hands are read for minutes
        if not Path(name).absolute().parent.is_dir():
            raise Refused("FIELD files", f"{name}: there is no such folder")
    known, figures = Known(files), Figures()
    for facts in each(known, _work, processes):
        if isinstance(facts, str):
            known.failed += 1
            if known.failed <= SHOWN:
                print(f"croupier: left out {facts}", file=sys.stderr)
        else:
            figures.add(facts)
    known.check()
    if player and not any(key[0] == player for key in figures.players):
        raise Refused("FIELD player", f"no player is called {player[:60]!r}")
    title = f"{known.hands:,} hands"
    if html:
        Path(html).write_text(as_page(figures, player, least, title), encoding="utf-8")
    if table:
        Path(table).write_text(as_csv(figures, player, least), encoding="utf-8")
    if as_json_:
        summary = {"hands": known.hands, "left_out": known.failed}
        print_json(summary | {"players": as_json(figures, player, least)})
    elif not html and not table:
        heads = ["player", "game", *COLUMNS.values()]
        print_table(
            heads, list(lines(figures, player, least)), right=list(COLUMNS.values()), spare=SPARE
        )
        print_words(f"{title}, {known.failed:,} left out")
    if known.failed:
        raise typer.Exit(1)


SHOWN = 20  # faults that are listed one by one
SPARE = ("WWSF", "rake", "aggression", "3-bet", "W$SD", "WTSD", "all-in adjusted")


def _work(pieces: list[Piece]) -> list[list[Fact] | str]:
    made: list[list[Fact] | str] = []
    for piece in pieces:
        try:
            played = play_piece(piece, log="choices")
            _, faults = settled(played)
            where = f"{piece.file}:{piece.line}"
            made.append(f"{where}: {faults[0]}" if faults else facts_of(played))
        except Refused as fault:
            made.append(f"{piece.file}:{piece.line}: {fault}")
    return made
