"""Which function decides a command; each is registered where it is defined.

    @decides(Discard)
    def discard(state: Round, command: Discard, option: Option) -> list[AnyEvent]: ...

A command of `ASKED` answers a turn, and its function gets the option it was chosen from; one of
`UNASKED` may come at any time.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from croupier.engine.event import RoundEvent
from croupier.engine.round import Round
from croupier.engine.turns import Option

Events = list[RoundEvent]
Answer = TypeVar("Answer", bound=Callable[[Round, Any, Option], Events])
Remark = TypeVar("Remark", bound=Callable[[Round, Any], Events])

ASKED: dict[type, Callable[[Round, Any, Option], Events]] = {}
UNASKED: dict[type, Callable[[Round, Any], Events]] = {}


def decides(*kinds: type) -> Callable[[Answer], Answer]:
    """Register the function that decides these commands when they answer a turn."""

    def register(answer: Answer) -> Answer:
        ASKED.update(dict.fromkeys(kinds, answer))
        return answer

    return register


def decides_unasked(*kinds: type) -> Callable[[Remark], Remark]:
    """Register the function that decides these commands, which may come at any time."""

    def register(remark: Remark) -> Remark:
        UNASKED.update(dict.fromkeys(kinds, remark))
        return remark

    return register
