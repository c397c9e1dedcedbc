"""Amounts of a sign in proportion to its stakes: what cannot be meant is refused when it is posted.

No document sets these bounds. They are wide, and each refusal gives its reason. Signs that tables
have posted already play on as they are.
"""

from collections.abc import Iterator
from itertools import pairwise

from croupier.chips import Chips, money
from croupier.rules.fault import Fault
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

TIMES = 10  # one blind, limit or straddle over the one before it
BETS = 100  # of a bomb pot, or of a pot that qualifies for a kill


def disproportions(game: Game, sign: TableSign) -> Iterator[Fault]:
    """List the amounts that cannot be meant beside the stakes of this sign.

    >>> from croupier.games import GAMES
    >>> dear = TableSign(ante=Chips(1_000_00))
    >>> [fault.why for fault in disproportions(GAMES["holdem"], dear)]
    ['an ante must be at most ten bets, $40']
    """
    if game.banked or not sign.limits:
        return
    bet = Chips(max(*sign.limits, *sign.blinds))
    if sign.structure in ("limit", "spread"):
        bet = max(sign.limits)
        if max(sign.blinds, default=0) > bet:
            yield Fault("SIGN blinds", f"a blind must be at most one bet, {money(bet)}")
    if sign.ante > TIMES * bet:
        why = f"an ante must be at most ten bets, {money(Chips(TIMES * bet))}"
        yield Fault("SIGN ante", why)
    if sign.structure == "limit":
        yield from _steps(sign.limits, "limits", "the higher limit must be at most {} the lower")
    yield from _steps(sign.blinds, "blinds", "a blind must be at most {} the one before it")
    if sign.blinds:
        lasts = sign.blinds[-1:] + ((sign.straddle,) if sign.straddle else ())
        yield from _steps(lasts, "straddle", "a straddle must be at most {} the last blind")
    most = Chips(BETS * bet)
    if sign.bomb_pot > most:
        yield Fault("SIGN bomb_pot", f"a bomb pot must be at most {BETS} bets, {money(most)}")
    if sign.kill != "none" and sign.kill_pot > most:
        why = f"a qualifying pot must be at most {BETS} bets, {money(most)}"
        yield Fault("SIGN kill_pot", why)
    yield from _purchases(sign, Chips(bet + sign.ante))


def _steps(amounts: tuple[Chips, ...], key: str, words: str) -> Iterator[Fault]:
    """The first amount that is out of step with the one before it."""
    for before, after in pairwise(amounts):
        if after > TIMES * before > 0:
            most = f", {money(TIMES * before)}"
            yield Fault(f"SIGN {key}", words.format("ten times") + most)
            return


def _purchases(sign: TableSign, least: Chips) -> Iterator[Fault]:
    """Purchases that are too small to be played with."""
    for key in ("min_purchase", "max_purchase", "max_stack_after_purchase", "max_total_purchase"):
        if 0 < getattr(sign, key) < least:
            what = "a bet and an ante" if sign.ante else "one bet"
            yield Fault(f"SIGN {key}", f"it must cover {what}, {money(least)} or more")
