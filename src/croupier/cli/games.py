"""`croupier games`: list the games."""

from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_table, print_words
from croupier.games import GAMES, outside
from croupier.rules.game import Game
from croupier.rules.stakes import stakes

NAME = "games"
EXAMPLES = "\b\nExamples:\n  croupier games\n  croupier games --library\n  croupier games --json"
SPARE = ("game", "usual stakes", "kind", "section")
HEADS = ("key", "game", "section", "kind", "players", "usual stakes")


def run(
    library: Annotated[
        bool,
        typer.Option(
            "--library",
            help="Include games outside the rule documents, which only friends may play.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the games, in the regulation's order."""
    games = [*GAMES.values(), *(outside() if library else ())]
    if as_json:
        print_json([_record(game) for game in games])
        return
    print_table(HEADS, [_row(game) for game in games], right="players", spare=SPARE)
    if library:
        print_words()
        print_words("Only friends may play a game outside the rule documents (POKER 8(b)).")


def _row(game: Game) -> tuple[str, ...]:
    most = str(game.players.most)
    return game.key, game.title, game.section, game.kind, most, stakes(game, game.sign)


def _record(game: Game) -> dict[str, object]:
    return {
        "key": game.key,
        "title": game.title,
        "section": game.section,
        "kind": game.kind,
        "players": {"least": game.players.least, "most": game.players.most},
        "stakes": stakes(game, game.sign),
        "authorised": game.authorised,
    }
