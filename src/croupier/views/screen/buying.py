"""What a player may sit down with: what a screen offers, and what is in force."""

from croupier.chips import NOTHING, Chips
from croupier.rules.game import Game
from croupier.rules.seating_sign import PurchaseLimits, purchase_limits
from croupier.rules.sign import TableSign


def buys(game: Game, sign: TableSign, bought: Chips = NOTHING) -> tuple[Chips, Chips, Chips]:
    """The buy-ins that the screen offers: the least that makes sense, the usual, the most.

    No document sets them; the room suggests them, and the table's limits still apply: where all
    purchases of a player have one, nothing beyond what is left of it is offered.
    """
    unit = sign.wager_min if game.banked else max(*sign.limits, *sign.blinds, sign.ante)
    least = sign.min_purchase or Chips(10 * unit)
    most = max(Chips(100 * unit), least)
    limits = purchase_limits(game, sign)
    if sign.max_purchase:
        most = sign.max_purchase
    for posted in filter(None, (limits.each, limits.stack_after)):
        least, most = min(least, posted), min(most, posted)
    usual = max(least, min(Chips(50 * unit), most))
    if limits.total:
        left = _left(limits, bought)
        return min(least, left), min(usual, left), min(most, left)
    return least, usual, most


def buy_limits(game: Game, sign: TableSign, bought: Chips = NOTHING) -> tuple[Chips, Chips]:
    """The least and the most that the sign or the document lets a player sit down with; 0: none.

    >>> from croupier.games import GAMES
    >>> buy_limits(GAMES["holdem"], TableSign())
    (0, 0)
    >>> buy_limits(GAMES["holdem"], TableSign(min_purchase=Chips(40_00)))
    (4000, 0)
    """
    limits = purchase_limits(game, sign)
    most = [one for one in (limits.each, limits.stack_after) if one]
    if limits.total:
        most.append(_left(limits, bought))
    return sign.min_purchase, min(most, default=NOTHING)


def _left(limits: PurchaseLimits, bought: Chips) -> Chips:
    """What is left of all that a player may buy."""
    return max(NOTHING, Chips(limits.total - bought))
