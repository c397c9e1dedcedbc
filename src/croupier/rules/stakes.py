"""What a table is played for, in the words by which people ask for a seat."""

from croupier.chips import money
from croupier.rules.game import Game
from croupier.rules.sign import TableSign


def stakes(game: Game, sign: TableSign) -> str:
    """Name what is played for, as a sign on the table does.

    >>> from croupier.games import GAMES
    >>> stakes(GAMES["holdem"], TableSign()), stakes(GAMES["bbc-omaha"], GAMES["bbc-omaha"].sign)
    ('$2/$4 limit', '$1/$2 pot limit')
    """
    if game.banked:
        return f"{money(sign.wager_min)} to {money(sign.wager_max)}"
    shown = sign.limits
    if sign.structure in ("pot_limit", "no_limit") and game.button:
        shown = sign.blinds
    return "/".join(money(chips) for chips in shown) + " " + sign.structure.replace("_", " ")
