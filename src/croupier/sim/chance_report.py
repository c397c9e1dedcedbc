"""The report of a battery, as a test laboratory asks for it: a page, and the same as JSON."""

import platform
from collections.abc import Iterator
from datetime import datetime
from html import escape
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from croupier.page import page
from croupier.plots import Bar, bars
from croupier.room.shuffle import ENTROPY_BITS, LEAST_CUT
from croupier.sim.battery import Battery, Tested

METHODS = {
    "positions, before the cut": "how often each card lies in each place of a shuffled deck; "
    "chi-square with (n-1)² degrees of freedom, scaled for the fixed sums",
    "positions": "the same of the deck as it is dealt, after the cut",
    "adjacent pairs": "how often each card follows each other one round the deck, whatever the "
    "cut; chi-square of the even and odd parts, n²-3n+1 degrees of freedom",
    "runs": "rising and falling runs, (2n-1)/3 expected a deck with variance (16n-29)/90; normal",
    "serial": "the sum of products of neighboring card numbers round the deck; normal",
    "coupon collector": "how many decks pass until every rank was on top; chi-square over tenths",
    "cut": f"how often each number from {LEAST_CUT} to n-{LEAST_CUT} is cut; chi-square",
    "interplay, same places": "cards in the same place of two decks in a row: fixed points of a "
    "random order; chi-square",
    "interplay, same neighbors": "neighbors that two decks in a row have in common; chi-square",
    "interplay between streams": "the same of decks of two streams",
    "near duplicates": "pairs of decks with the same four cards after the same one; Poisson",
}


class LabReport(Struct, frozen=True, kw_only=True):
    """A battery, and everything one needs to know to repeat it."""

    title: str = "Randomness of the cards as they are dealt"
    croupier: str
    python: str
    at: datetime
    command: str
    source: str = (
        f"the operating system's generator, {ENTROPY_BITS} bits a shuffle, drawn again when spent"
    )
    method: str = "Fisher-Yates with rejection sampling, then a cut drawn the same way"
    methods: dict[str, str]
    battery: Battery


def lab_report(battery: Battery, at: datetime) -> LabReport:
    """What a battery found, with its circumstances."""
    command = (
        f"croupier rng-report --deck {battery.deck} --streams {battery.streams} "
        f"--decks {battery.decks}"
    )
    return LabReport(
        croupier=version("croupier"),
        python=platform.python_version(),
        at=at,
        command=command,
        methods=METHODS,
        battery=battery,
    )


def write_report(report: LabReport, into: Path) -> Path:
    """Write `rng-report.html` and `rng-report.json`; the path of the page."""
    into.mkdir(parents=True, exist_ok=True)
    path = into / "rng-report.html"
    path.write_text(as_page(report), encoding="utf-8")
    path.with_suffix(".json").write_bytes(msgspec.json.format(msgspec.json.encode(report)))
    return path


def verdict(battery: Battery) -> str:
    """The result of the battery of tests in one sentence."""
    count = battery.streams * battery.decks
    if battery.ok:
        return f"{count:,} decks pass all {len(battery.tests) + 1} tests"
    failed = [one.measured.test for one in battery.tests if not one.holds]
    failed += ["duplicates"] if battery.duplicates else []
    return f"{count:,} decks fail: {', '.join(dict.fromkeys(failed))}"


def by_test(battery: Battery) -> dict[str, list[Tested]]:
    """The results of each test, stream by stream."""
    names = dict.fromkeys(one.measured.test for one in battery.tests)
    return {name: [one for one in battery.tests if one.measured.test == name] for name in names}


def as_page(report: LabReport) -> str:
    """The report as one page that needs nothing else."""
    battery = report.battery
    parts = [
        f"<h1>{escape(report.title)}</h1>",
        f"<p><strong>{escape(verdict(battery))}.</strong></p>",
        "<h2>What was tested</h2>",
        _rows(_about(report)),
        "<h2>Results</h2>",
        _results(battery),
        "<h2>All p-values, in tenths</h2>",
        bars(_tenths(battery)),
        "<h2>How</h2>",
        _rows(report.methods.items()),
        _details(battery),
    ]
    return page(report.title, parts)


def _about(report: LabReport) -> Iterator[tuple[str, str]]:
    battery = report.battery
    yield "version", f"croupier {report.croupier}, Python {report.python}"
    yield "when", f"{report.at:%Y-%m-%d %H:%M} UTC"
    yield "decks", f"{battery.streams} streams of {battery.decks:,} decks of {battery.deck} cards"
    yield "entropy", report.source
    yield "shuffle", report.method
    yield "to repeat", f"{report.command} (other decks, the same distribution)"
    rate = f"a fair dealer fails no more than {battery.false_alarms:g} of such reports"
    yield "false alarms", f"{rate}: each p-value must reach {battery.limit:.2e} (Bonferroni)"


def _rows(rows: object) -> str:
    assert hasattr(rows, "__iter__")
    cells = (f"<tr><th>{escape(name)}</th><td>{escape(words)}</td></tr>" for name, words in rows)
    return f"<table>{''.join(cells)}</table>"


def _results(battery: Battery) -> str:
    rows = ["<tr><th>test</th><th>p-values</th><th>least</th><th>holds</th></tr>"]
    for name, found in by_test(battery).items():
        least = min(one.measured.p for one in found)
        holds = "yes" if all(one.holds for one in found) else "<strong>no</strong>"
        rows.append(
            f"<tr><td>{escape(name)}</td><td>{len(found)}</td><td>{least:.4g}</td>"
            f"<td>{holds}</td></tr>"
        )
    again = "yes" if not battery.duplicates else "<strong>no</strong>"
    rows.append(
        f"<tr><td>duplicates</td><td></td><td>{battery.duplicates}</td><td>{again}</td></tr>"
    )
    return f"<table>{''.join(rows)}</table>"


def _tenths(battery: Battery) -> list[Bar]:
    values = [one.measured.p for one in battery.tests]
    counts = [0] * 10
    for value in values:
        counts[min(9, int(value * 10))] += 1
    return [
        Bar(f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}", count, str(count))
        for tenth, count in enumerate(counts)
    ]


def _details(battery: Battery) -> str:
    rows = ["<tr><th>test</th><th>stream</th><th>found</th><th>expected</th><th>p</th></tr>"]
    for one in battery.tests:
        found = one.measured
        rows.append(
            f"<tr><td>{escape(found.test)}</td><td>{one.stream or 'all'}</td>"
            f"<td>{found.statistic:,.4g}</td><td>{found.expected:,.6g}</td><td>{found.p:.4g}</td></tr>"
        )
    return f"<h2>Every test of every stream</h2><table>{''.join(rows)}</table>"
