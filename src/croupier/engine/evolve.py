"""How events change a round; this never refuses, and it works on veiled events too.

Each effect is defined below its event, in the same file, and registered there:

    @evolves(Checked)
    def _checked(state: Round, event: Checked) -> Round: ...
"""

from collections.abc import Callable
from typing import Any, TypeVar

from croupier.engine.event import RoundEvent
from croupier.engine.round import Round

Effect = TypeVar("Effect", bound=Callable[[Round, Any], Round])

EVOLVE: dict[type[RoundEvent], Callable[[Round, Any], Round]] = {}


def evolve(state: Round, event: RoundEvent) -> Round:
    """The round after an event."""
    return EVOLVE[type(event)](state, event)


def evolves(*kinds: type[RoundEvent]) -> Callable[[Effect], Effect]:
    """Register the effect of these kinds of events."""

    def register(effect: Effect) -> Effect:
        EVOLVE.update(dict.fromkeys(kinds, effect))
        return effect

    return register


def unchanged(state: Round, event: RoundEvent) -> Round:
    """No effect: the event is only recorded."""
    return state
