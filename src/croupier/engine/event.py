"""The base of every event."""

from msgspec import Struct


class Event(Struct, frozen=True, tag=True, tag_field="type", kw_only=True, gc=False):
    """A fact, and the clause behind it."""

    clause: str
