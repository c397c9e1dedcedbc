"""How long things take: histograms that a monitoring system reads."""

from time import perf_counter

from prometheus_client import CollectorRegistry, Histogram

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Measures:
    """What is measured in one process."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.registry = CollectorRegistry()
        self.orders = self._timed("croupier_order_seconds", "From an order to its answer.")
        self.commits = self._timed("croupier_commit_seconds", "One transaction of the record.")

    def _timed(self, name: str, words: str) -> Histogram:
        return Histogram(name, words, buckets=SECONDS, registry=self.registry)


class timed:  # noqa: N801  # it reads as a verb
    """Measure how long a call to the database takes, however it ends."""

    __slots__ = ("_began", "_histogram")

    def __init__(self, histogram: Histogram) -> None:
        """Measure into this histogram."""
        self._histogram = histogram

    def __enter__(self) -> None:
        self._began = perf_counter()

    def __exit__(self, *_: object) -> None:
        self._histogram.observe(perf_counter() - self._began)
