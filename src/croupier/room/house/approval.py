"""What a table of a card room posts beside its sign."""

from msgspec import Struct


class Approval(Struct, frozen=True, array_like=True):
    """An approved version that a table posts."""

    subject: str
    number: int
    reference: str
    on: str  # the date
