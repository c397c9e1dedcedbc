"""Every game, by its key; the order is the regulation's."""

from collections import ChainMap

from croupier.games.bbc_omaha_hi import BBC_OMAHA
from croupier.games.flop_poker import FLOP_POKER
from croupier.games.library import RAZZ, SINGLE_DRAW_2_7
from croupier.games.pineapple import CRAZY_PINEAPPLE, PINEAPPLE
from croupier.games.s09_seven_card_stud import (
    SEVEN_CARD_STUD,
    SEVEN_CARD_STUD_HILO,
    SEVEN_CARD_STUD_HILO_8,
)
from croupier.games.s10_holdem import HOLDEM
from croupier.games.s11_omaha import OMAHA, OMAHA_HILO_8
from croupier.games.s12_five_card_draw import FIVE_CARD_DRAW, FIVE_CARD_DRAW_LOW
from croupier.games.s13_five_card_stud import FIVE_CARD_STUD
from croupier.games.s13a_mambo_stud import MAMBO_STUD
from croupier.games.s20_five_card_omaha import FIVE_CARD_OMAHA, FIVE_CARD_OMAHA_HILO_8
from croupier.games.s21_triple_draw import BADACEY, BADEUCEY, TRIPLE_DRAW_2_7, TRIPLE_DRAW_A_5
from croupier.games.s22_badugi import BADUGI
from croupier.games.short_deck import SHORT_DECK
from croupier.games.tcj_two_card_joker import TWO_CARD_JOKER
from croupier.games.thb_texas_holdem_bonus import TEXAS_HOLDEM_BONUS
from croupier.rankings import FAMILIES, OWN_FAMILIES
from croupier.rankings.families import Family
from croupier.refused import Refused, meant
from croupier.rules.definition import check_game
from croupier.rules.game import Game
from croupier.rules.steps import Showdown

PLAYER_BANKED: dict[str, Game] = {
    game.key: game
    for game in (
        SEVEN_CARD_STUD,
        SEVEN_CARD_STUD_HILO,
        SEVEN_CARD_STUD_HILO_8,
        HOLDEM,
        OMAHA,
        OMAHA_HILO_8,
        FIVE_CARD_DRAW,
        FIVE_CARD_DRAW_LOW,
        FIVE_CARD_STUD,
        MAMBO_STUD,
        FIVE_CARD_OMAHA,
        FIVE_CARD_OMAHA_HILO_8,
        TRIPLE_DRAW_2_7,
        TRIPLE_DRAW_A_5,
        BADEUCEY,
        BADACEY,
        BADUGI,
        BBC_OMAHA,
    )
}
BANKED: dict[str, Game] = {
    game.key: game for game in (TEXAS_HOLDEM_BONUS, FLOP_POKER, TWO_CARD_JOKER)
}
GAMES: dict[str, Game] = {**PLAYER_BANKED, **BANKED}
LIBRARY: dict[str, Game] = {
    game.key: game for game in (RAZZ, SINGLE_DRAW_2_7, SHORT_DECK, PINEAPPLE, CRAZY_PINEAPPLE)
}
_REGISTERED: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game of your own known by its key: to replay, narrate, simulate, equity and the rest.

    The definition is checked first. No table of a room may offer the game (POKER 8(b)).
    """
    check_game(game)
    if game.authorised:
        why = f"no rule document has {game.title}: write authorised=False in its definition"
        raise Refused("POKER 8(b)", why)
    known = ALL.get(game.key)
    if known is not None and known != game:
        raise Refused("FIELD key", f"{game.key!r} is another game already")
    _REGISTERED.setdefault(game.key, game)
    for family in families_of(game):
        OWN_FAMILIES.setdefault(family.key, FAMILIES[family])
    return game


def registered() -> tuple[Game, ...]:
    """The games that were registered, in that order: what another process must be told."""
    return tuple(_REGISTERED.values())


def families_of(game: Game) -> list[Family]:
    """The ranking families that a game brings along."""
    shares = (share for step in game.finish if isinstance(step, Showdown) for share in step.shares)
    return [share.ranking for share in shares if isinstance(share.ranking, Family)]


ALL = ChainMap(GAMES, LIBRARY, _REGISTERED)  # by key
for _game in LIBRARY.values():
    for _family in families_of(_game):
        OWN_FAMILIES.setdefault(_family.key, FAMILIES[_family])


def game_of(key: str) -> Game:
    """Find a game, or refuse a name that is not in the catalogue (POKER 8(b)).

    >>> game_of("badugi").players.most
    9
    """
    game = ALL.get(key)
    if game is None:
        raise Refused("POKER 8(b)", f"{key[:40]!r} is not an authorised game{meant(key, ALL)}")
    return game
