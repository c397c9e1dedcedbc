"""How a bomb pot or a kill changes a round's script or sign, before the deal."""

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.rules.sign import TableSign
from croupier.rules.steps import Agree, AnyStep, Bet, Board


def bombed(script: tuple[AnyStep, ...], boards: int) -> tuple[AnyStep, ...]:
    """A bomb pot drops the first betting round and may deal two boards (BBC bomb2, bomb3)."""
    first = next(place for place, step in enumerate(script) if isinstance(step, Bet))
    rest = script[:first] + script[first + 1 :]
    if boards == 1:
        return rest
    both = tuple(range(boards))
    return tuple(
        replace(step, boards=both) if isinstance(step, Board) else step
        for step in rest
        if not isinstance(step, Agree)  # a second board is already dealt
    )


def killed(sign: TableSign) -> TableSign:
    """A kill doubles the limits, a half-kill adds half; it never compounds (POKER 1, 11(i))."""
    numerator = {"none": 2, "half": 3, "full": 4}[sign.kill]
    return replace(sign, limits=tuple(Chips(limit * numerator // 2) for limit in sign.limits))


def qualifying_pot(posted: TableSign, force: TableSign) -> Chips:
    """The smallest pot that keeps or starts a kill.

    A posted amount is the same in every hand; a multiple of the least wager rises with the limits.

    >>> sign = TableSign(kill="full", kill_pot=Chips(40_00), kill_threshold="multiple")
    >>> qualifying_pot(sign, killed(sign))
    8000
    """
    if posted.kill_threshold != "multiple":
        return posted.kill_pot
    return Chips(posted.kill_pot * force.lower // posted.lower)
