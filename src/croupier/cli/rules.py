"""`croupier rules`: a game's definition in words."""

import msgspec

from croupier.cli.given import AsJson, Signs, posted
from croupier.cli.own_games import GameKey, find_game
from croupier.cli.screen import print_json, print_lines
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.printed.rulebook import rulebook

NAME = "rules"
EXAMPLES = (
    "\b\nExamples:\n  croupier rules holdem"
    "\n  croupier rules omaha-hilo-8 --sign kill=full --sign kill_pot=4000"
)


def run(game: GameKey, sign: Signs = None, as_json: AsJson = False) -> None:
    """Explain how a game is dealt, clause by clause.

    What the house may elect is shown as the sign posts it.
    """
    found = find_game(game)
    if not found.authorised:  # may be read, though only friends may play it
        found = msgspec.structs.replace(
            found, sign=msgspec.structs.replace(found.sign, authorised=False)
        )
    force = posted(found, sign)
    if as_json:
        print_json(_record(found, force))
    else:
        print_lines(rulebook(found, force))


def _record(game: Game, sign: TableSign) -> dict[str, object]:
    part, lines = "", []
    for line in rulebook(game, sign):
        if line.kind == "heading":
            part = line.words
        elif line.kind == "fact":
            lines.append({"part": part, "clause": line.clause, "words": line.words})
    return {
        "game": game.key,
        "title": game.title,
        "section": game.section,
        "kind": game.kind,
        "sign": msgspec.structs.asdict(sign),
        "rules": lines,
    }
