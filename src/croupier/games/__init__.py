"""Every game, by its key; the order is the regulation's.

A file of this folder defines games, and is all that a new game needs.
"""

from collections import ChainMap
from importlib import import_module
from pkgutil import iter_modules

from croupier.clauses import Clause
from croupier.rankings import FAMILIES, OWN_FAMILIES
from croupier.rankings.families import Family
from croupier.refused import Refused, meant
from croupier.rules.definition_check import check_game
from croupier.rules.game import Game
from croupier.rules.steps import Showdown


def _defined() -> dict[str, Game]:
    """Every game that a module of this package defines, in the order of the sections."""
    modules = [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]
    games = [game for each in modules for game in vars(each).values() if isinstance(game, Game)]
    return {game.key: game for game in sorted(games, key=lambda game: Clause.parse(game.section))}


_DEFINED = _defined()
PLAYER_BANKED = {key: game for key, game in _DEFINED.items() if game.authorised and not game.banked}
BANKED = {key: game for key, game in _DEFINED.items() if game.authorised and game.banked}
GAMES: dict[str, Game] = {**PLAYER_BANKED, **BANKED}
LIBRARY = {key: game for key, game in _DEFINED.items() if not game.authorised}
_REGISTERED: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game of your own known by its key: to replay, narrate, simulate, equity and the rest.

    The definition is checked first. Friends may play the game; no licensed table may offer it
    (POKER 8(b)).
    """
    check_game(game)
    if game.authorised:
        why = f"no rule document has {game.title}: set authorised=False in its definition"
        raise Refused("POKER 8(b)", why)
    known = ALL.get(game.key)
    if known is not None and known != game:
        raise Refused("FIELD key", f"{game.key!r} is already the key of another game")
    _REGISTERED.setdefault(game.key, game)
    for family in families_of(game):
        OWN_FAMILIES.setdefault(family.key, FAMILIES[family])
    return game


def registered() -> tuple[Game, ...]:
    """The registered games, in order, for handing to another process."""
    return tuple(_REGISTERED.values())


def outside() -> tuple[Game, ...]:
    """The games that no rule document has: those of the library, and the registered ones."""
    return tuple((LIBRARY | _REGISTERED).values())


def families_of(game: Game) -> list[Family]:
    """The ranking families that a game brings along."""
    shares = (share for step in game.finish if isinstance(step, Showdown) for share in step.shares)
    return [share.ranking for share in shares if isinstance(share.ranking, Family)]


ALL = ChainMap(GAMES, LIBRARY, _REGISTERED)  # by key
for _game in LIBRARY.values():
    for _family in families_of(_game):
        OWN_FAMILIES.setdefault(_family.key, FAMILIES[_family])


def game_of(key: str | Game) -> Game:
    """Find a game, or refuse a name that is not in the catalogue (POKER 8(b)).

    A definition stands for itself.

    >>> game_of("badugi").players.most
    9
    """
    if isinstance(key, Game):
        return key
    if not isinstance(key, str):
        raise Refused("FIELD game", f"a game must be its key or a Game, not {type(key).__name__}")
    game = ALL.get(key)
    if game is None:
        raise Refused("POKER 8(b)", f"{key[:40]!r} is not an authorized game{meant(key, ALL)}")
    return game
