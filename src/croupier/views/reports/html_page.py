"""A report as one HTML page that needs nothing else: for the screen, the printer, the archive."""

from html import escape

from croupier.page import page
from croupier.views.reports.charts import WIDE, Chart, Series, bars
from croupier.views.reports.definition import By, Report
from croupier.views.reports.report_formats import aligned_right, text_rows

PERIODS: tuple[By, ...] = ("shift", "day", "week", "month", "year")
PERIOD_WORDS = {"day": "Gaming day"} | {by: by.capitalize() for by in PERIODS if by != "day"}
SERIES_MOST = 2

STYLE = """
:root{--one:light-dark(#1f6f7f,#5fb3bf);--two:light-dark(#d5e6e8,#2b4c52);--lost:var(--bad)}
figcaption{font-weight:600;color:var(--ink)}
figcaption small{font-weight:400;margin-inline-start:12px}
svg{width:100%}svg text{fill:var(--soft)}svg .strong{fill:var(--ink);font-weight:600}
.axis{stroke:var(--line)}.axis--zero{stroke:var(--soft)}
.lost{fill:none;stroke:var(--lost);stroke-width:1.5}.c1{fill:var(--one)}.c2{fill:var(--two)}
.key{display:inline-block;width:11px;height:11px;margin-inline-end:5px;background:var(--one)}
.key.second{background:repeating-linear-gradient(45deg,var(--one) 0 2px,var(--two) 2px 5px)}
.wide{margin-top:24px}table{width:100%}th{white-space:nowrap}
"""


def chart_of(report: Report) -> Chart | None:
    """The money of a report that is summed by periods; a report without either has no chart."""
    by = next((one for one in report.by if one in PERIODS), None)
    columns = [column for column in report.columns if column.holds == "money"][:SERIES_MOST]
    if by is None or not columns or not report.rows:
        return None
    names = [column.name for column in report.columns]
    keys = tuple(dict.fromkeys(str(cell) for cell in report.column(by)))
    at = names.index(by)
    sums = {column.name: dict.fromkeys(keys, 0) for column in columns}
    for row in report.rows:
        for column in columns:
            cell = row[names.index(column.name)]
            sums[column.name][str(row[at])] += cell if isinstance(cell, int) else 0
    series = tuple(Series(name, tuple(found.values())) for name, found in sums.items())
    return Chart(report.title, keys, series, PERIOD_WORDS[by])


def as_html(report: Report, about: str = "") -> str:
    """Write a page: what it is, a chart where there are periods, and every row with its totals."""
    title = f"{report.title[:1].upper()}{report.title[1:]}"
    by = f", by {' and '.join(report.by)}" if report.by else ""
    head = f"<h1>{escape(title)}{escape(by)}</h1><p>{escape(report.clause)}</p>"
    head += f"<p><strong>{escape(report.notice)}</strong></p>" if report.notice else ""
    foot = f"<footer>{escape(about)}</footer>" if about else ""
    parts = (f"<header>{head}</header>", _figure(report), _table(report), foot)
    return page(title, parts, style=STYLE)


def _figure(report: Report) -> str:
    chart = chart_of(report)
    if chart is None:
        return ""
    marks = ("", " second")
    keys = " ".join(
        f'<small><i class="key{mark}"></i>{escape(one.name)}</small>'
        for one, mark in zip(chart.series, marks, strict=False)
    )
    caption = f"<figcaption>By {escape(report.by[0])}{keys}</figcaption>"
    return f"<figure>{caption}{bars(chart, WIDE)}</figure>"


def _table(report: Report) -> str:
    if not report.rows:
        return "<p>The logs hold nothing for this report.</p>"
    right = set(aligned_right(report))
    names = [column.name for column in report.columns]
    rows = text_rows(report)
    body, totals = rows[: len(report.rows)], rows[len(report.rows) :]

    def cells(row: tuple[str, ...] | list[str], tag: str) -> str:
        return "".join(
            f"<{tag}{' class=r' if name in right else ''}>{escape(cell)}</{tag}>"
            for name, cell in zip(names, row, strict=True)
        )

    lines = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in body)
    foot = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in totals)
    return (
        f'<div class="wide"><table><thead><tr>{cells(names, "th")}</tr></thead>'
        f"<tbody>{lines}</tbody><tfoot>{foot}</tfoot></table></div>"
    )
