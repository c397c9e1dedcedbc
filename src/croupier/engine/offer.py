"""What a betting round offers the player to act, from the sign and a few numbers alone."""

from functools import lru_cache
from typing import Any

from msgspec import Struct

from croupier.chips import NOTHING, Chips
from croupier.engine.events import TurnGiven
from croupier.engine.turns import Option, Turn
from croupier.rules.sign import TableSign

FOLD, CHECK = Option("fold"), Option("check")
CHECKS, FOLD_OR_CHECK = (CHECK,), (FOLD, CHECK)


class Spot(Struct, frozen=True, gc=False):
    """Where the player stands in the betting round."""

    sign: TableSign
    clause: str  # that the player acts under
    seat: int
    chips: Chips  # in the stack
    bet: Chips  # already in
    answered: int  # the level or price last answered; -1 when not yet asked
    checked: bool
    price: Chips
    level: Chips
    size: Chips
    raises: int
    company: bool  # another player could answer a raise
    completes: bool  # the forced bet is still to come, and may be made a whole one
    must_bet: bool  # the opener may not check
    pot: Chips = NOTHING  # where it limits a bet


def ask(spot: Spot) -> TurnGiven:
    """Give the player the turn, with the options of the betting round."""
    return TurnGiven(clause=spot.clause, turns=(_offer(spot),))


@lru_cache(4096)
def repeated(*spot: Any) -> TurnGiven:
    """The same for the fields of a spot of fixed limit: its amounts are few, and come again."""
    return ask(Spot(*spot))


def _offer(spot: Spot) -> Turn:
    """Everything the player may do: fold, check or call, and bet or raise within amounts."""
    sign, bet, chips, price = spot.sign, spot.bet, spot.chips, spot.price
    owed = sign.forced_bet if spot.completes else price - bet
    to_call = NOTHING
    options: tuple[Option, ...] = ()
    if owed > 0:
        to_call = Chips(min(owed, chips))
        call = Option("call", to_call, to_call)
        options = (call,) if spot.completes else (FOLD, call)
    elif not spot.must_bet:
        options = FOLD_OR_CHECK if sign.as_recorded else CHECKS
    if chips > owed and not why_no_raise(spot):
        least, most = _range(spot, chips + bet)
        if most > price:  # an empty pot allows no pot-limit bet
            unit = spot.size if least < most and sign.structure == "limit" else sign.unit
            options += (Option("raise" if price else "bet", least, most, unit),)
    return Turn(spot.seat, options, to_call)


def why_no_raise(spot: Spot) -> tuple[str, str] | None:
    """The rule that forbids a raise in this turn, if any."""
    sign = spot.sign
    if not spot.company:
        return "POKER 7(c)(4)", "nobody is left who could answer a raise"
    if sign.raise_cap is not None and spot.raises >= sign.raise_cap:
        return "SIGN raise_cap", f"the sign allows {sign.raise_cap} raises a betting round"
    if spot.checked and not sign.check_raise:
        return "POKER 7(j)", "the sign forbids a raise after a check"
    if spot.answered >= 0:
        fixed = sign.structure == "limit"
        more = spot.level if fixed else spot.price
        if more - spot.answered < (1 if fixed else spot.size):
            return "A-29", "an all-in for less than a full raise does not reopen the betting"
    return None


def _range(spot: Spot, all_in: int) -> tuple[int, int]:
    """The least and the most a bet or raise may make it, the whole stack included."""
    sign, unit = spot.sign, spot.sign.unit
    if sign.structure == "limit":
        fixed = min(spot.level + spot.size, all_in)
        short = sign.as_recorded and spot.price < spot.level  # some rooms have it completed
        return (min(spot.level, all_in) if short else fixed), fixed
    least = spot.price + spot.size if spot.level else spot.size
    most = all_in if sign.structure == "no_limit" else min(_ceiling(spot), all_in)
    if sign.whole_raises is not False:  # coin is good for an ante only (POKER 7(c))
        least = -(-least // unit) * unit
    return min(max(least, spot.price + unit), most), most


def _ceiling(spot: Spot) -> int:
    sign = spot.sign
    if sign.structure == "pot_limit":  # true count: the pot after the call
        return int((2 * spot.price - spot.bet + spot.pot) // sign.unit * sign.unit)
    return spot.price + sign.limits[1]  # spread limit
