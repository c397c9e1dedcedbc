"""A report as one HTML page that needs nothing else: for the screen, the printer, the archive."""

from html import escape

from croupier.views.reports.charts import WIDE, Chart, Series, bars
from croupier.views.reports.definition import By, Report
from croupier.views.reports.formats import aligned_right, text_rows

PERIODS: tuple[By, ...] = ("shift", "day", "week", "month", "year")
PERIOD_WORDS = {"day": "Gaming day"} | {by: by.capitalize() for by in PERIODS if by != "day"}
SERIES_MOST = 2

STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1d1a16, #efece6); --soft: light-dark(#5d574e, #b3aca1);
  --line: light-dark(#d9d3c8, #3a352e); --paper: light-dark(#fff, #171411); --one: light-dark(#1f6f7f, #5fb3bf);
  --two: light-dark(#d5e6e8, #2b4c52); --lost: light-dark(#b3362b, #f08a7d); }
* { box-sizing: border-box; } body { margin: 0 auto; padding: 32px 24px; max-width: 1100px;
  background: var(--paper); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
h1 { font: 600 26px/1.2 Georgia, serif; margin: 0 0 4px; text-wrap: balance; } p { margin: 0; color: var(--soft); }
figure { margin: 24px 0 8px; } figcaption { font-weight: 600; margin-bottom: 6px; } svg { width: 100%; height: auto; }
figcaption small { font-weight: 400; color: var(--soft); margin-inline-start: 12px; } svg text { font: 12px system-ui,
  sans-serif; fill: var(--soft); } svg .strong { fill: var(--ink); font-weight: 600; } .axis { stroke: var(--line); } .axis--zero { stroke: var(--soft); }
.lost { fill: none; stroke: var(--lost); stroke-width: 1.5; } .c1 { fill: var(--one); } .c2 { fill: var(--two); }
.key { display: inline-block; width: 11px; height: 11px; margin-inline-end: 5px; background: var(--one); }
.key + .key, .key.second { background: repeating-linear-gradient(45deg, var(--one) 0 2px, var(--two) 2px 5px); }
.wide { overflow-x: auto; margin-top: 24px; } table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: start; padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--soft); white-space: nowrap; } .r { text-align: end; white-space: nowrap; }
tfoot td { font-weight: 700; border-bottom: 0; } footer { margin-top: 24px; font-size: 13px; color: var(--soft); }
@media print { :root { color-scheme: light; } body { padding: 0; max-width: none; } tr, figure { break-inside: avoid; }
  thead { display: table-header-group; } }
"""  # noqa: E501  # a style sheet


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
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><header>{head}</header>{_figure(report)}{_table(report)}{foot}</body></html>"
    )


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
