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
from croupier.histories.formats import Piece, heading_of
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
    """Report what players won and how they played.

    Lists results with confidence intervals, luck at all-ins, rake and style. Hands that fail are
    left out and counted; one that several files hold counts once. Results are in big blinds per
    hundred hands (big bets in fixed limit), with a 95% interval; all-ins are valued at their exact
    equity.
    """
    for name in filter(None, (html, table)):  # before hands are read for minutes
        if not Path(name).absolute().parent.is_dir():
            raise Refused("FIELD files", f"{name}: there is no such folder")
    known, figures = Known(files), Figures()
    seen, doubled = set[int](), 0
    for heading, facts in each(known, _work, processes):
        if isinstance(facts, str):
            known.failed += 1
            if known.failed <= SHOWN:
                print(f"croupier: left out {facts}", file=sys.stderr)
        elif heading and hash(heading) in seen:
            doubled += 1
        else:
            seen.add(hash(heading))
            figures.add(facts)
    known.check()
    for unknown in known.unknown:
        known.failed += 1
        print(f"croupier: left out {unknown.why}", file=sys.stderr)
    for words in known.left_aside:
        print(f"croupier: {words}", file=sys.stderr)
    if player and not any(key[0] == player for key in figures.players):
        raise Refused("FIELD player", f"no player is called {player[:60]!r}")
    hands = known.hands - doubled
    title = f"{hands:,} hand{'s' * (hands != 1)}"
    if player:
        title = f"{player}: {sum(sums.hands for _, sums in figures.rows(player)):,} of {title}"
    if html:
        Path(html).write_text(as_page(figures, player, least, title), encoding="utf-8")
    if table:
        Path(table).write_text(as_csv(figures, player, least), encoding="utf-8")
    if as_json_:
        summary = {"hands": hands, "left_out": known.failed, "doubled": doubled}
        print_json(summary | {"players": as_json(figures, player, least)})
    elif not html and not table:
        heads = ["player", "game", *COLUMNS.values()]
        print_table(
            heads, list(lines(figures, player, least)), right=list(COLUMNS.values()), spare=SPARE
        )
        again = f", {doubled:,} found again and not counted" if doubled else ""
        print_words(f"{title}, {known.failed:,} left out{again}")
    if known.failed:
        raise typer.Exit(1)


SHOWN = 20  # faults that are listed one by one
SPARE = ("WWSF", "rake", "aggression", "3-bet", "W$SD", "WTSD", "all-in adjusted")


def _work(pieces: list[Piece]) -> list[tuple[str, list[Fact] | str]]:
    """The heading of each hand, with its facts or the reason why there are none."""
    made: list[tuple[str, list[Fact] | str]] = []
    for piece in pieces:
        try:
            played = play_piece(piece, log="choices")
            _, faults = settled(played)
            where = f"{piece.file}:{piece.line}"
            found = f"{where}: {faults[0]}" if faults else facts_of(played)
            made.append((heading_of(piece), found))
        except Refused as fault:
            made.append(("", f"{piece.file}:{piece.line}: {fault}"))
    return made
