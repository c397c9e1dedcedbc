"""The base of every event: its clause, and who may see it.

A class declares its visibility once, and the views read it there:

- `public`: everybody sees all of it;
- `veiled`: everybody sees that it happened, and `veiled` hides cards from those not entitled;
- `staff`: players and spectators see that there is a line, and nothing of what it says;
- `concealed`: the same; the default, so that a new event cannot leak.
"""

from collections.abc import Collection
from typing import ClassVar, Literal, Self, TypeGuard

from msgspec import Struct

Visibility = Literal["public", "veiled", "staff", "concealed"]


class Event(Struct, frozen=True, tag=True, tag_field="type", kw_only=True, gc=False):
    """A fact, and the clause behind it."""

    clause: str
    visibility: ClassVar[Visibility] = "concealed"
    ends_preview: ClassVar[bool] = False  # it reveals cards or winners

    def veiled(self, own: Collection[int]) -> Self:
        """The event without the cards that the viewer at these seats may not see."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it hides")


class RoundEvent(Event, frozen=True, kw_only=True):
    """A fact of a round of play; every one that a log may hold is a class under this one."""


class Undisclosed(RoundEvent, frozen=True, kw_only=True):
    """A line of the log that the viewer may not read; no log holds it, only views do."""

    clause: str = ""
    visibility = "public"


def is_round_event(fact: object) -> TypeGuard[RoundEvent]:
    """Whether a fact is one that the log of a round may hold.

    The same as `isinstance(fact, AnyEvent)`, which asks each of more than fifty classes in turn.
    """
    return isinstance(fact, RoundEvent) and not isinstance(fact, Undisclosed)


def kinds() -> tuple[type[RoundEvent], ...]:
    """Every kind of event that the log of a round may hold, in the order of declaration."""
    return tuple(kind for kind in RoundEvent.__subclasses__() if kind is not Undisclosed)
