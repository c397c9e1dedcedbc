"""Limits for one address or one account: requests in a span, and longer waits after failures.

Both keep a bounded number of keys and forget the one that was silent longest.
"""

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Any, NamedTuple

KEYS_MOST = 20_000
Clock = Callable[[], float]
Key = tuple[str, ...]  # what is counted, in parts: none of them is read for the others


def address_of(host: str) -> str:
    """The address that limits count: of IPv6 the network that one customer has.

    >>> address_of("2001:db8::7"), address_of("::ffff:10.0.0.7"), address_of("10.0.0.7")
    ('2001:db8::/64', '10.0.0.7', '10.0.0.7')
    """
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ip_network((found, 64), strict=False))
    return host


class Rate:
    """So many a span for every key; what was not used is there at once."""

    def __init__(self, count: int, span: float, clock: Clock = monotonic) -> None:
        """Let each key ask `count` times in `span` seconds."""
        self._count, self._span, self._clock = count, span, clock
        self._left: OrderedDict[Key, tuple[float, float]] = OrderedDict()

    def take(self, key: Key, cost: float = 1.0) -> float:
        """Count a request, or say how many seconds remain until the next one is let through."""
        now = self._clock()
        left, since = self._left.pop(key, (float(self._count), now))
        left = min(self._count, left + (now - since) * self._count / self._span)
        granted = left >= min(cost, self._count)
        self._left[key] = (left - cost if granted else left), now
        _forget_oldest(self._left)
        return 0.0 if granted else (cost - left) * self._span / self._count

    def __len__(self) -> int:
        return len(self._left)


class _Failures(NamedTuple):
    times: int
    last: float


class Backoff:
    """Some failures are free; after each further one the wait doubles, up to a limit."""

    def __init__(
        self, free: int, *, first: float = 1.0, longest: float = 300.0, clock: Clock = monotonic
    ) -> None:
        """Let a key fail `free` times; forget it after twice the longest wait in silence."""
        self._free, self._first, self._longest, self._clock = free, first, longest, clock
        self._failed: OrderedDict[Key, _Failures] = OrderedDict()

    def wait(self, key: Key) -> float:
        """How many seconds this key must wait before it may try again."""
        found = self._failed.get(key)
        if found is None:
            return 0.0
        since = self._clock() - found.last
        if since > 2 * self._longest:
            del self._failed[key]
            return 0.0
        over = found.times - self._free
        pause = min(self._longest, self._first * 2.0 ** min(over, 30)) if over >= 0 else 0.0
        return max(0.0, pause - since)

    def failed(self, key: Key) -> None:
        """Count a failed attempt: the wait after it grows."""
        times = self._failed.pop(key, _Failures(0, 0.0)).times + 1
        self._failed[key] = _Failures(times, self._clock())
        _forget_oldest(self._failed)

    def excuse(self, key: Key) -> None:
        """Take one failure back: it was none."""
        if found := self._failed.get(key):
            self._failed[key] = found._replace(times=found.times - 1)

    def forget(self, key: Key) -> None:
        """Forget the failures of a key."""
        self._failed.pop(key, None)

    def __len__(self) -> int:
        return len(self._failed)


def _forget_oldest(kept: "OrderedDict[Key, Any]") -> None:
    if len(kept) > KEYS_MOST:
        kept.popitem(last=False)
