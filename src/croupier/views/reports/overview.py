"""The books at a glance: the totals of a period, where every chip is, and how the days went.

Every figure is a total of a report and names it, so a reader can open the lines behind it.
"""

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import money
from croupier.views.narration.wording import counted
from croupier.views.reports.charts import Chart, Series, bars
from croupier.views.reports.definition import By, Report
from croupier.views.reports.html_page import PERIOD_WORDS
from croupier.views.reports.reports_bank import PLACES
from croupier.views.reports.running_sums import Tally

CAGE = PLACES["cage"]
ISSUED = "issued"  # where a room that counts its chips has them from
CASH = frozenset({"cash drawer", "cash outside", "currency in drop boxes"})  # no chips


class Figure(Struct, frozen=True):
    """One number, in words, and the report that it is a total of."""

    name: str
    cents: int
    note: str
    report: str


class PlaceSummed(Struct, frozen=True):
    """Where chips lie, and how many."""

    name: str
    cents: int


class Overview(Struct, frozen=True, kw_only=True):
    """What the console of the books shows first."""

    since: str
    until: str
    span: By
    figures: tuple[Figure, ...]
    places: tuple[PlaceSummed, ...]  # at the end of the period
    issued: int  # what was given out: the sum of the places, or a chip is missing
    charts: tuple[Chart, ...]
    drawings: tuple[str, ...]  # the same as SVG
    days: tuple[str, ...]  # gaming days on which anything happened, the latest last


def overview(of: Tally, span: By = "day", since: str = "", until: str = "") -> Overview:
    """Sum up the gaming days from one to another; where the chips are, as it is at the end."""
    names = ("cage", "rake", "time-charge", "funds", "banked")
    cage, rake, time, funds, banked = (of.summed(name, [span], since, until) for name in names)
    rake = _of_hands(rake)
    lying = _by_key(of.summed("cage", ["year"], until=until), "place", "change")
    source = ISSUED if ISSUED in lying else CAGE
    charts = _charts(span, rake, time, funds, banked)
    return Overview(
        since=since,
        until=until,
        span=span,
        figures=_figures(cage, rake, time, funds, banked),
        places=tuple(
            PlaceSummed(name, cents)
            for name, cents in sorted(lying.items())
            if cents and name != source and name not in CASH
        ),
        issued=-lying.get(source, 0),
        charts=charts,
        drawings=tuple(bars(chart) for chart in charts),
        days=tuple(sorted(of.days)),
    )


def _figures(
    cage: Report, rake: Report, time: Report, funds: Report, banked: Report
) -> tuple[Figure, ...]:
    out = _of(cage, CAGE, "out") - _of(cage, ISSUED, "in")  # issued chips are not a purchase
    back = _of(cage, CAGE, "in") - _of(cage, ISSUED, "out")
    took = rake.totals["taken"] - rake.totals["returned"]
    fund = funds.totals
    kept = f"held {money(fund['held'])}, paid {money(fund['paid'])}"
    return (
        Figure("Chips out of the cage", out, "sold, filled and paid", "cage"),
        Figure("Chips into the cage", back, "cashed and credited", "cage"),
        Figure("Rake", took, counted(rake.totals["hands"], "hand"), "rake"),
        Figure("Time charges", time.totals["collected"], "collected", "time-charge"),
        Figure("Bad beat collected", fund["collected"], kept, "funds"),
        Figure("House games won", banked.totals["win"], "of the banked tables", "banked"),
    )


def _charts(
    span: By, rake: Report, time: Report, funds: Report, banked: Report
) -> tuple[Chart, ...]:
    taken, back = _by_key(rake, span, "taken"), _by_key(rake, span, "returned")
    charged = _by_key(time, span, "collected")
    keys = tuple(sorted(taken.keys() | charged.keys()))
    revenue = (
        Series("rake", tuple(taken.get(key, 0) - back.get(key, 0) for key in keys)),
        Series("time charges", tuple(charged.get(key, 0) for key in keys)),
    )
    collected, paid = _by_key(funds, span, "collected"), _by_key(funds, span, "paid")
    beat = (
        Series("collected", tuple(collected.values())),
        Series("paid", tuple(paid[key] for key in collected)),
    )
    won, across = _by_key(banked, "wager", "win"), PERIOD_WORDS[span]
    return (
        Chart(f"Rake and time charges by {span}", keys, revenue, across),
        Chart(f"Bad beat money by {span}", tuple(collected), beat, across),
        Chart("House win by spot", tuple(won), (Series("win", tuple(won.values())),), "Spot"),
    )


def _of_hands(rake: Report) -> Report:
    """The rake of hands that bear one: a time charge has its own report, and its own figure."""
    rows = zip(rake.column("method"), rake.rows, strict=True)
    return replace(rake, rows=tuple(row for how, row in rows if how not in ("time", "none")))


def _by_key(report: Report, key: str, column: str) -> dict[str, int]:
    """The sums of a column, by the values of another."""
    sums: dict[str, int] = {}
    for name, cell in zip(report.column(key), report.column(column), strict=True):
        sums[str(name)] = sums.get(str(name), 0) + (cell if isinstance(cell, int) else 0)
    return sums


def _of(report: Report, place: str, column: str) -> int:
    return _by_key(report, "place", column).get(place, 0)
