"""`croupier equity`: the share of the pot each hand can expect."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from croupier.cli.given import AsJson, Signs, posted
from croupier.cli.own_games import GameKey, find_game
from croupier.cli.screen import print_json, print_table, print_words
from croupier.odds.equity import Equity, Figure, equity
from croupier.odds.tables import by_street, versus
from croupier.refused import Refused
from croupier.rules.game import Game

NAME = "equity"
EXAMPLES = (
    "\b\nExamples:\n  croupier equity holdem AsAh KsKd"
    "\n  croupier equity holdem JJ+,AQs+,KTo Asx random --board Kd7c2s --json"
    "\n  croupier equity holdem AsKs --random 3"
    "\n  croupier equity holdem AsKs JJ+,AQs+ --each --board Kd7c2s"
    "\n  croupier equity holdem AsKs QhQd --street turn --board Kd7c2s"
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
            help="Each player's cards as one word, x for an unknown card, `random` for any hand; "
            "or a range: JJ+,AQs+,KTo, 15%, AA:$ds. Stud: down/up. Draw: kept:number drawn.",
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
        int | None, typer.Option("--trials", help="Sample this many deals instead of counting all.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed samples the same deals.")] = 1,
    random: Annotated[
        int, typer.Option("--random", metavar="N", help="Add N players with random hands.")
    ] = 0,
    each: Annotated[
        bool, typer.Option("--each", help="The first hand against each kind of hand in the range.")
    ] = False,
    street: Annotated[
        str,
        typer.Option("--street", metavar="NAME", help="How equities spread after this street."),
    ] = "",
    sign: Signs = None,
    as_json: AsJson = False,
) -> None:
    """Compute the share of the pot each hand can expect.

    Every deal of the cards to come is counted if that takes seconds; otherwise a million deals
    are sampled, and the figures come with their error.
    """
    chosen = find_game(game)
    posted(chosen, sign)
    _check_random(chosen, random)
    hands = [*hands, *["random"] * random]
    if each or street:
        _print_tables(chosen, hands, board, dead, seed, each=each, street=street, as_json=as_json)
        return
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


def _check_random(game: Game, random: int) -> None:
    if not 0 <= random < game.players.most:
        raise Refused(
            "FIELD random",
            f"the number of random players must be 0 to {game.players.most - 1}, not {random}",
        )


def _print_tables(
    game: Game,
    hands: list[str],
    board: str,
    dead: str,
    seed: int,
    *,
    each: bool,
    street: str,
    as_json: bool,
) -> None:
    """A hand against each kind of hand, or how equities spread by street."""
    if each and (street or len(hands) != 2):
        raise Refused("FIELD each", "give one hand and one range, and no street")
    if each:
        table = versus(game, hands[0], hands[1], board, dead)
        if as_json:
            print_json(table.as_json())
            return
        rows = [[row.cards, f"{float(row.part):.2%}", _percent(row.equity)] for row in table.rows]
        print_table(["against", "part", "equity"], rows, right="part equity", spare=())
        return
    spread = by_street(game, hands, street, board, dead, seed=seed)
    if as_json:
        print_json(spread.as_json())
        return
    heads = ["equity", *spread.hands]
    columns = [spread.histogram(at) for at in range(len(spread.hands))]
    rows = [
        [f"{10 * at}% to {10 * at + 10}%", *(str(column[at]) for column in columns)]
        for at in range(10)
    ]
    print_table(heads, rows, right=" ".join(heads[1:]), spare=())
    drawn = "" if spread.seed is None else f", drawn with seed {spread.seed}"
    print_words(f"Of {len(spread.boards):,} boards on the {street}{drawn}.")


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
