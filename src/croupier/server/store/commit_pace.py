"""How long an append waits for others, so that they share a transaction.

A transaction costs the same for one line as for many: threads that wake each other, statements, and
the disk. In a busy room, appends within a twenty-fifth of a second share one. Where few logs
are written to, none waits: an order that follows another at the same table would gain nothing.
"""

import asyncio
from collections import deque
from time import monotonic

APART_S = 0.04  # between the beginnings of two transactions of a busy room
LATELY = 16  # appends that are looked at, the first of each transaction
SPAN_S = 0.5  # in which they came, if the room is busy
MANY = 8  # logs among them


class CommitPace:
    """Decides when the next transaction may begin."""

    def __init__(self) -> None:
        """Begin with a quiet room."""
        self._lately: deque[tuple[float, str]] = deque(maxlen=LATELY)
        self._began = 0.0

    async def wait_turn(self, stream: str) -> None:
        """Wait with an append to this log until a transaction may begin."""
        self.note(stream)
        if wait := self.wait():
            await asyncio.sleep(wait)
        self.begin()

    def note(self, stream: str) -> None:
        """Note an append to a log."""
        self._lately.append((monotonic(), stream))

    def wait(self) -> float:
        """Seconds until a transaction that has something to write may begin."""
        return max(0.0, self._began + APART_S - monotonic()) if self._is_busy() else 0.0

    def begin(self) -> None:
        """A transaction begins."""
        self._began = monotonic()

    def _is_busy(self) -> bool:
        lately = self._lately
        if len(lately) < LATELY or monotonic() - lately[0][0] > SPAN_S:
            return False
        return len({stream for _, stream in lately}) >= MANY
