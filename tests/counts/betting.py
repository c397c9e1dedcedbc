"""Two ways to count every betting sequence of a round: with the engine, and from the rules alone.

A sequence is all that is said in the betting rounds, amounts included; hands stand pat, are shown,
and nothing is run twice. What counts is how many sequences there are until the round is over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.rules.steps import Bet
from tests.dealing import Deal

# --- with the engine -------------------------------------------------------------------------


def count(state: Round) -> int:
    """Play everything that may be said, to the end of every branch."""
    if state.done:
        return 1
    if not isinstance(state.step, Bet):
        return count(_quietly(state))
    (turn,) = state.turns
    return sum(count(play(state, command)[0]) for command in said(turn))


def said(turn: Turn) -> Iterator[Command]:
    """Every command that a turn allows, every whole amount on its own."""
    for option in turn.options:
        match option.does:
            case "fold":
                yield say.Fold(turn.actor)
            case "check":
                yield say.Check(turn.actor)
            case "call":
                yield say.Call(turn.actor)
            case "bet":
                yield from (say.Bet(turn.actor, to) for to in amounts(option))  # type: ignore[arg-type]  # cents
            case "raise":
                yield from (say.RaiseTo(turn.actor, to) for to in amounts(option))  # type: ignore[arg-type]  # cents
            case _:
                raise AssertionError(option)


def amounts(option: Option) -> list[int]:
    return [to for to in range(option.least, option.most + 1) if option.admits(to)]


def _quietly(state: Round) -> Round:
    deal = Deal.__new__(Deal)
    deal.state, deal.log = state, []
    return deal.passive().state
