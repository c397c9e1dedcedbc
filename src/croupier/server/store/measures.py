"""How long things take: histograms that a monitoring system reads."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from time import perf_counter

from prometheus_client import CollectorRegistry
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Times(Collector):
    """How long one thing took, each time: counted in the event loop, which needs no lock for it."""

    def __init__(self, name: str, words: str) -> None:
        """Measure this under a name."""
        self._name, self._words = name, words
        self._counts, self._sum = [0] * (len(SECONDS) + 1), 0.0

    def observe(self, seconds: float) -> None:
        """Count how long it took once."""
        self._counts[bisect_left(SECONDS, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """The histogram as a monitoring system reads it."""
        bounds = (*map(str, SECONDS), "+Inf")
        buckets = list(zip(bounds, accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._words, buckets=buckets, sum_value=self._sum)


class Measures:
    """What is measured in one process."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.registry = CollectorRegistry()
        self.orders = self._timed("croupier_order_seconds", "From an order to its answer.")
        self.commits = self._timed("croupier_commit_seconds", "One transaction of the record.")

    def _timed(self, name: str, words: str) -> Times:
        times = Times(name, words)
        self.registry.register(times)
        return times


class timed:  # noqa: N801  # it reads as a verb
    """Measure how long a call to the database takes, however it ends."""

    __slots__ = ("_began", "_times")

    def __init__(self, times: Times) -> None:
        """Count it among these times."""
        self._times = times

    def __enter__(self) -> None:
        self._began = perf_counter()

    def __exit__(self, *_: object) -> None:
        self._times.observe(perf_counter() - self._began)
