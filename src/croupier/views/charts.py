"""Bars as SVG, without a script: a chart that a page, a printer and a screen reader can use."""

import re
from collections.abc import Callable, Sequence
from html import escape

from msgspec import Struct

from croupier.chips import money

Height = Callable[[int], float]
WIDTH, LEFT, TOP, BASE = 720, 74, 16, 168  # of the drawing: its width, the axis, its top and foot


class Series(Struct, frozen=True):
    """One kind of money, an amount for each period."""

    name: str
    values: tuple[int, ...]


class Chart(Struct, frozen=True):
    """Money by period."""

    title: str
    keys: tuple[str, ...]
    series: tuple[Series, ...]


def bars(chart: Chart) -> str:
    """Draw bars side by side, those of a loss below the line; hatched, not only coloured.

    >>> bars(Chart("Rake", ("Mon",), (Series("rake", (4_00,)),))).startswith("<svg viewBox=")
    True
    """
    values = [value for one in chart.series for value in one.values]
    top, bottom = max([*values, 0]), min([*values, 0])
    reach = (top - bottom) or 1

    def height(value: int) -> float:
        return TOP + (BASE - TOP) * (top - value) / reach

    room = (WIDTH - LEFT) / max(len(chart.keys), 1)
    drawn = [_axis(height(value), value) for value in sorted({top, 0, bottom})]
    every = -(-len(chart.keys) // 12)
    for place, key in enumerate(chart.keys):
        at = LEFT + room * place
        if place % every == 0:
            middle = f'x="{at + room / 2:.1f}" y="{BASE + 18}"'
            drawn.append(f'<text {middle} text-anchor="middle">{escape(key)}</text>')
        drawn += _group(chart, place, at, room, height)
    told = f'role="img" aria-label="{escape(_told(chart))}"'
    return f'<svg viewBox="0 0 {WIDTH} {BASE + 26}" {told}>{_hatch(chart)}{"".join(drawn)}</svg>'


def _hatch(chart: Chart) -> str:
    return (
        f'<defs><pattern id="{_name(chart)}" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect class="c2" width="6" height="6"/>'
        '<rect class="c1" width="2" height="6"/></pattern></defs>'
    )


def _name(chart: Chart) -> str:
    """What this chart's hatching is called: a page may hold several charts."""
    return "hatch-" + re.sub(r"\W+", "-", chart.title.lower())


def _axis(at: float, value: int) -> str:
    line = f'<line class="axis" x1="{LEFT}" x2="{WIDTH}" y1="{at:.1f}" y2="{at:.1f}"/>'
    words = escape(money(value))
    return f'{line}<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{words}</text>'


def _group(chart: Chart, place: int, at: float, room: float, height: Height) -> Sequence[str]:
    wide = min(room * 0.8 / len(chart.series), 46)
    first = at + (room - wide * len(chart.series)) / 2
    found = []
    for order, one in enumerate(chart.series):
        value = one.values[place]
        high, low = height(max(value, 0)), height(min(value, 0))
        paint = 'class="c1"' if order == 0 else f'fill="url(#{_name(chart)})"'
        box = f'x="{first + wide * order:.1f}" y="{high:.1f}" width="{max(wide - 2, 1):.1f}"'
        title = f"<title>{escape(chart.keys[place])}: {escape(one.name)} {money(value)}</title>"
        found.append(f'<g>{title}<rect {paint} {box} height="{max(low - high, 0):.1f}"/></g>')
    return found


def _told(chart: Chart) -> str:
    """The chart for somebody who does not see it."""
    sums = ", ".join(f"{one.name} {money(sum(one.values))} in all" for one in chart.series)
    return f"{chart.title}: {sums}" if chart.keys else f"{chart.title}: nothing yet"
