"""What a check of the record finds."""

from collections.abc import AsyncIterator
from typing import NamedTuple

import msgspec

from croupier.refused import Refused, brief

UNREADABLE = (Refused, ValueError, TypeError, LookupError, AttributeError, msgspec.MsgspecError)


class Fault(NamedTuple):
    """Something that is not as it was written, and where."""

    stream: str
    number: int  # of the line; 0: the log as a whole
    what: str

    def __str__(self) -> str:
        """One sentence with the place first."""
        where = f"{self.stream} line {self.number}" if self.number else self.stream
        return f"{where}: {self.what}"


async def readable(stream: str, faults: AsyncIterator[Fault]) -> AsyncIterator[Fault]:
    """These faults; what cannot be read at all is one more."""
    try:
        async for fault in faults:
            yield fault
    except UNREADABLE as fault:
        yield Fault(stream, 0, f"something here cannot be read: {brief(fault)}")
