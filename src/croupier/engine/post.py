"""Bets placed before the first card, by those who owe them."""

from itertools import groupby
from operator import attrgetter

from croupier.chips import Chips
from croupier.engine.accounts import POT, Accounts, Move, stack
from croupier.engine.events import AnyEvent, CoinConverted, Due, Posted
from croupier.engine.round import Round

DOLLAR = 1_00


def collect(state: Round) -> list[AnyEvent]:
    """Collect every due, kind by kind; a short stack goes all-in."""
    events: list[AnyEvent] = []
    left = state.accounts.copy()
    for (kind, clause), dues in groupby(state.dues, key=attrgetter("kind", "clause")):
        owed = list(dues)
        moves = tuple([move for due in owed if (move := _pay(left, due)) is not None])
        events.append(
            Posted(
                clause=clause,
                kind=kind,
                seats=tuple([due.seat for due in owed]),
                owed=tuple([due.chips for due in owed]),
                moves=moves,
            )
        )
        if kind == "ante" and owed[0].chips < DOLLAR == state.sign.unit:
            events += _converted(moves)
    return events


def _converted(antes: tuple[Move, ...]) -> list[AnyEvent]:
    """Exchange the coin of the antes, as far as it makes whole dollars, for chips."""
    coin = sum(move.chips for move in antes)
    if coin < DOLLAR:
        return []
    dollars, rest = divmod(coin, DOLLAR)
    return [CoinConverted(clause="POKER 7(c)(2)", dollars=dollars, coin=Chips(rest))]


def _pay(left: Accounts, due: Due) -> Move | None:
    source = stack(due.seat)
    chips = min(due.chips, left[source])
    left[source] = Chips(left[source] - chips)
    return Move(source, POT, chips) if chips else None
