"""What every step has in common."""

from msgspec import Struct


class Step(Struct, frozen=True, tag=True):
    """One thing the dealer does or waits for, and the clause that says so."""

    clause: str
