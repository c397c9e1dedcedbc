"""Games from a file: any command that takes a game's key takes FILE.py or FILE.py:NAME."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Annotated

import typer

from croupier.games import ALL, game_of, register
from croupier.refused import Refused, brief
from croupier.rules.game import Game

GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A key that `croupier games` lists, or FILE.py.",
        autocompletion=lambda incomplete: keys_like(incomplete),
    ),
]


def keys_like(incomplete: str) -> list[str]:
    """The keys with this prefix, for shell completion."""
    return [key for key in ALL if key.startswith(incomplete)]


def find_game(text: str) -> Game:
    """The game of a key, or the one that a Python file defines, which is then registered."""
    path, _, name = text.partition(":")
    if not path.endswith(".py"):
        return game_of(text)
    found = load_games(path)
    if name:
        if name not in found:
            raise Refused("FIELD game", f"{path} defines no game {name[:40]!r}: {_listed(found)}")
        return found[name]
    if len(set(found.values())) > 1:
        raise Refused("FIELD game", f"{path} defines several games: {_listed(found)}")
    return next(iter(found.values()))


def load_games(path: str) -> dict[str, Game]:
    """Run a Python file and register the games it defines, by their names there."""
    file = Path(path)
    spec = spec_from_file_location(file.stem.replace("-", "_"), file)
    if spec is None or spec.loader is None or not file.is_file():
        raise Refused("FIELD game", f"{path} is not a readable file")
    module = module_from_spec(spec)
    sys.path.append(str(file.resolve().parent))  # it may import what lies beside it
    try:
        spec.loader.exec_module(module)
    except Refused:
        raise
    except (Exception, SystemExit) as fault:  # whatever a file does when it is run
        why = brief(f"{path} cannot be run: {type(fault).__name__}: {fault}")
        raise Refused("FIELD game", why) from None
    found = {name: value for name, value in vars(module).items() if isinstance(value, Game)}
    own = {name: game for name, game in found.items() if not game.authorised}
    if not own:
        why = f"{path} must define a Game with authorised=False"
        raise Refused("FIELD game", why)
    for game in own.values():
        register(game)
    return own


def _listed(found: dict[str, Game]) -> str:
    return "name one of " + ", ".join(f"FILE.py:{name}" for name in found)
