"""`croupier equity`: what part of the pot each hand can expect."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from croupier.cli.given import AsJson, Signs, posted
from croupier.cli.own_games import GameKey, find_game
from croupier.cli.screen import print_json, print_table, print_words
from croupier.odds.equity import Equity, Figure, equity

NAME = "equity"
EXAMPLES = (
    "\b\nExamples:\n  croupier equity holdem AsAh KsKd"
    "\n  croupier equity holdem JJ+,AQs+,KTo As?? random --board Kd7c2s --json"
    "\n  croupier equity omaha-hilo-8 AsAh2s3h KsKd7c6c"
    "\n  croupier equity seven-card-stud AsKd/7c8c QcQd/2h3h --dead Ac"
    "\n  croupier equity triple-draw-2-7 2c3d4h7s:1 2s3h4d8h9c:0"
    "\n  croupier equity badugi As2d3c:1 random --draws 3"
)


def run(
    game: GameKey,
    hands: Annotated[
        list[str],
        typer.Argument(
            metavar="HANDS",
            help="Each player's cards as one word, ?? for one not known, `random` for none known; "
            "of two cards also a range: JJ+,AQs+,KTo. Stud: down/up. Draw: kept:number drawn.",
        ),
    ],
    board: Annotated[str, typer.Option("--board", help="Community cards dealt so far.")] = "",
    dead: Annotated[str, typer.Option("--dead", help="Other cards known to be gone.")] = "",
    draws: Annotated[
        int, typer.Option("--draws", help="Draws to come in a draw game, the next one included.")
    ] = 1,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count every deal, however long it takes.")
    ] = False,
    trials: Annotated[
        int | None, typer.Option("--trials", help="Draw so many deals instead of counting.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed draws the same deals.")] = 1,
    sign: Signs = None,
    as_json: AsJson = False,
) -> None:
    """Tell what part of the pot each hand can expect.

    Every deal of the cards to come is counted where that takes seconds; else a million deals are
    drawn, and figures come with their error.
    """
    chosen = find_game(game)
    posted(chosen, sign)
    found = equity(
        chosen,
        hands,
        board,
        dead,
        draws=draws,
        exact=exact,
        trials=trials,
        seed=seed,
        progress=_progress(),
    )
    if as_json:
        print_json(found.as_json())
    else:
        _print(found)


def _progress() -> Callable[[float], None] | None:
    """A percentage on a terminal that is looked at; else nothing."""
    if not sys.stderr.isatty():
        return None

    def tell(done: float) -> None:
        print(f"\r{done:4.0%} ", end="\r", file=sys.stderr, flush=True)

    return tell


def _print(found: Equity) -> None:
    split = found.players[0].shares
    shares = list(split)
    heads = ["cards", "equity", "win", "tie", *shares, *(found.players[0].parts if split else ())]
    heads = [head.replace("_", "-") for head in heads if head != "scoop"]
    rows = []
    for player in found.players:
        figures = [player.equity, player.win, player.tie, *player.shares.values()]
        figures += [figure for name, figure in player.parts.items() if name != "scoop"]
        rows.append([player.cards, *map(_percent, figures)])
    print_table(heads, rows, right=" ".join(heads[1:]), spare=("quarter", "three-quarter", "half"))
    count = f"{found.trials:,} deals"
    if found.method == "exact":
        print_words(f"Exact: all {count} counted.")
        return
    error = max(player.equity.error for player in found.players)
    print_words(
        f"Simulated: {count} drawn with seed {found.seed}; equities to within {2 * error:.2%} "
        "in 19 cases of 20."
    )
    if found.rule:
        print_words(f"{found.draws} draws to come; after the next one, all players {found.rule}.")


def _percent(figure: Figure) -> str:
    return f"{figure.value:.3%}" if figure.exact is not None else f"{figure.value:.2%}"
