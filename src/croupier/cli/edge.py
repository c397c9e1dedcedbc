"""`croupier edge`: what every wager against the bank costs."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.given import AsJson, Signs, posted
from croupier.cli.own_games import GameKey, find_game
from croupier.cli.progress_bar import progress
from croupier.cli.screen import print_json, print_lines, print_raw
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.narration.wording import Line

if TYPE_CHECKING:  # the solvers need numpy, which is slow to import: `run` does
    from croupier.odds.house_edge import Edge
    from croupier.odds.sessions import Session
    from croupier.odds.wagers import Wager

NAME = "edge"
EXAMPLES = (
    "\b\nExamples:\n  croupier edge two-card-joker"
    "\n  croupier edge texas-holdem-bonus --sign ante_threshold=flush --json"
    "\n  croupier edge flop-poker --strategy never-fold --report sheets"
    "\n  croupier edge two-card-joker --hands hands.csv --rounds 100 --bankroll 50"
)


def run(
    game: GameKey,
    sign: Signs = None,
    strategy: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="The player's strategy: optimal, never-fold, simple and more."
        ),
    ] = "optimal",
    players: Annotated[
        int, typer.Option(metavar="N", help="The players who share the pot of Flop Poker.")
    ] = 2,
    report: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write an HTML page with plots to this folder."),
    ] = None,
    hands: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every hand with its worth here: .csv or .json."),
    ] = None,
    card: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a strategy card to print here.")
    ] = None,
    rounds: Annotated[
        int, typer.Option(metavar="N", help="Show what to expect from N rounds of each wager.")
    ] = 0,
    bankroll: Annotated[
        int, typer.Option(metavar="UNITS", help="Show the chance to lose this bankroll in them.")
    ] = 0,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="Also price odds below the regulation's, marked as such."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compute the house edge on every wager, by full enumeration.

    Payout limits are ignored. A wager with an expectation of exactly zero is not placed.
    """
    from croupier.odds.house_edge import check, record

    found = find_game(game)
    check(found, strategy, players)
    force = posted(found, sign, compared=compare)
    _check_keys(sign or (), force)
    _check_files(hands, rounds, bankroll)
    if report is not None:
        report.mkdir(parents=True, exist_ok=True)
    edge = _measured(found, force, strategy, players)
    sessions = _sessions(edge, rounds, bankroll)
    if as_json:
        more = {"sessions": {name: one.as_json() for name, one in sessions.items()}}
        print_json(record(edge) | (more if sessions else {}))
    else:
        print_lines(_lines(edge, sessions))
    _write_hands(edge, hands, card)
    if report is not None:
        from croupier.odds.sheet import write_sheet

        path = write_sheet(edge, report)
        if not as_json:
            print_raw(f"\nwritten: {path}")


def _check_keys(given: Sequence[str], sign: TableSign) -> None:
    """Refuse a key that changes nothing, instead of ignoring it."""
    for text in given:
        key = text.partition("=")[0]
        if key.startswith("progressive_") and not sign.progressive:
            why = "it changes nothing: the sign posts no progressive wager (progressive=true)"
            raise Refused(f"SIGN {key}", why)


def _check_files(hands: Path | None, rounds: int, bankroll: int) -> None:
    if hands is not None and hands.suffix not in (".csv", ".json"):
        raise Refused("FIELD hands", f"{hands.name[:40]!r} is neither a .csv nor a .json file")
    if bankroll and not rounds:
        raise Refused("FIELD bankroll", "give the number of rounds: --rounds N")


def _sessions(edge: "Edge", rounds: int, bankroll: int) -> dict[str, "Session"]:
    from croupier.odds.sessions import session

    if not rounds:
        return {}
    return {name: session(wager, rounds, bankroll) for name, wager in edge.wagers.items()}


def _write_hands(edge: "Edge", hands: Path | None, card: Path | None) -> None:
    from croupier.odds import decisions

    if hands is not None:
        text = decisions.as_csv(edge) if hands.suffix == ".csv" else decisions.as_json(edge)
        hands.write_text(text, encoding="utf-8")
    if card is not None:
        card.write_text(decisions.strategy_card(edge), encoding="utf-8")


def _measured(game: Game, sign: TableSign, strategy: str, players: int) -> "Edge":
    """Measure with a bar on a terminal, and silently elsewhere."""
    from croupier.odds.house_edge import house_edge

    with progress("enumerating") as tell:
        return house_edge(game, sign, strategy, players=players, tell=tell)


def _lines(edge: "Edge", sessions: dict[str, "Session"]) -> list[Line]:
    game = edge.game
    lines = [Line(f"{game.title}: the house's edge", game.section, kind="title")]
    lines += [Line(note) for note in edge.notes]
    for wager in edge.wagers.values():
        lines.append(Line(f"{wager.name} wager", kind="heading"))
        lines += _figures(wager)
        if one := sessions.get(wager.name):
            lines.append(_session(one))
    return lines


def _session(one: "Session") -> Line:
    ruin = f"; {one.bankroll} units are lost in {one.ruin:.4%} of sessions" if one.bankroll else ""
    words = f"{one.rounds:,} rounds: {float(one.mean):+,.4f} units on average, standard deviation "
    return Line(f"{words}{one.standard_deviation:,.4f}{ruin}")


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
    lines.append(Line(f"wins {percent(wager.hit_frequency)} of the time"))
    lines.append(Line("ends, in units of the wager:", items=ends))
    return lines


def percent(number: Fraction) -> str:
    """Write a share in percent for a terminal, small ones with more digits.

    >>> percent(Fraction(563, 17901)), percent(Fraction(1, 649740))
    ('3.1451%', '0.00015391%')
    """
    share = 100 * float(number)
    return f"{share:.4f}%" if abs(share) >= 0.01 or not share else f"{share:.5g}%"
