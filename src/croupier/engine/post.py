"""Bets placed before the first card, by those who owe them."""

from itertools import groupby

from croupier.chips import Chips
from croupier.engine.accounts import POT, Move, stack
from croupier.engine.events import AnyEvent, CoinConverted, Due, Posted
from croupier.engine.round import Round

DOLLAR = 1_00


def collect(state: Round) -> list[AnyEvent]:
    """Collect every due, kind by kind; who is short goes all-in."""
    told: list[AnyEvent] = []
    left = dict(state.stacks)
    for (kind, clause), dues in groupby(state.dues, key=lambda due: (due.kind, due.clause)):
        owed = list(dues)
        told.append(
            Posted(
                clause=clause,
                kind=kind,
                seats=tuple(due.seat for due in owed),
                owed=tuple(due.chips for due in owed),
                moves=tuple(move for due in owed if (move := _pay(left, due)) is not None),
            )
        )
    coin = any(due.kind == "ante" and due.chips < DOLLAR for due in state.dues)
    pot = sum(before - left[seat] for seat, before in state.stacks.items())
    if coin and pot >= DOLLAR == state.sign.unit:
        rest = Chips(pot % DOLLAR)
        told.append(CoinConverted(clause="POKER 7(c)(2)", dollars=pot // DOLLAR, coin=rest))
    return told


def _pay(left: dict[int, Chips], due: Due) -> Move | None:
    chips = min(due.chips, left[due.seat])
    left[due.seat] = Chips(left[due.seat] - chips)
    return Move(stack(due.seat), POT, chips) if chips else None
