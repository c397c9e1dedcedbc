"""The room's clock: it never goes back and never jumps, whatever the machine's clock does.

Time runs with the monotonic clock. What the machine's clock says differently is made up for a
little at a time, so turns keep their length and the log keeps its order.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic

from croupier.server.monitoring.server_log import LOG

SLEW = 0.05  # seconds of correction in one second
NOTED = 5.0  # seconds of difference that the log mentions
FAR = timedelta(days=1)  # a last line further ahead than this was written by a wrong clock


def wall_clock() -> datetime:
    """The machine's time, with its zone."""
    return datetime.now(UTC)


class SteadyClock:
    """Time that only goes forward, and at nearly the right pace."""

    def __init__(
        self,
        wall: Callable[[], datetime] = wall_clock,
        ticks: Callable[[], float] = monotonic,
    ) -> None:
        """Begin with the machine's time."""
        self._wall, self._ticks = wall, ticks
        self._now, self._tick = wall(), ticks()
        self._differs = False

    def __call__(self) -> datetime:
        """The time now."""
        tick = self._ticks()
        passed = max(0.0, tick - self._tick)
        self._tick = tick
        off = (self._wall() - self._now).total_seconds() - passed
        if (abs(off) > NOTED) != self._differs:
            self._note(off)
        most = passed * SLEW
        self._now += timedelta(seconds=passed + max(-most, min(most, off)))
        return self._now

    def not_before(self, at: datetime) -> None:
        """Go on after the last line of the log, also where the machine's clock was set back."""
        now = self()  # what has passed since it was last asked counts, and counts once
        if now < at < now + FAR:
            self._now = at

    def _note(self, off: float) -> None:
        """Say once that the machine's clock has jumped, and once that the two agree again."""
        self._differs = not self._differs
        if self._differs:
            LOG.warning("the machine's clock differs by %.0f seconds: catching up slowly", off)
        else:
            LOG.info("the room's clock agrees with the machine's again")
