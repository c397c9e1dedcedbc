"""Bars as SVG, without a script: a chart that a page, a printer and a screen reader can use."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from html import escape
from itertools import chain

from msgspec import Struct

from croupier.chips import money

Height = Callable[[int], float]
SMALL, WIDE = 420, 960  # how wide a chart is drawn: three in a row, or one to a page
LEFT, TOP, BASE, FOOT = 58, 30, 178, 48  # the axis, the top and the foot of the bars, what is below
LETTER = 6.4  # how wide a letter is, about
LINES = 4  # across the chart, at most as many as this and one more
STEPS = (1, 2, 5)  # of any power of ten
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Series(Struct, frozen=True):
    """One kind of money, an amount for each period."""

    name: str
    values: tuple[int, ...]


class Chart(Struct, frozen=True):
    """Money by period."""

    title: str
    keys: tuple[str, ...]
    series: tuple[Series, ...]
    across: str = ""  # what the keys are: a gaming day, a spot


def bars(chart: Chart, wide: int = SMALL) -> str:
    """Draw the bars of a report side by side, those of a loss below the line.

    >>> bars(Chart("Rake", ("Mon",), (Series("rake", (4_00,)),))).startswith("<svg viewBox=")
    True
    """
    lines = rungs([value for one in chart.series for value in one.values])
    top, bottom = lines[-1], lines[0]

    def height(value: int) -> float:
        return TOP + (BASE - TOP) * (top - value) / (top - bottom)

    room = (wide - LEFT) / max(len(chart.keys), 1)
    drawn = [_axis(height(value), value, wide) for value in lines]
    drawn += [_words("Dollars", 0, TOP - 16, "start", "unit")]
    drawn += [_words(chart.across, (wide + LEFT) / 2, BASE + FOOT - 6, "middle", "unit")]
    drawn += _names(chart.keys, room)
    amounts = [money(value) for one in chart.series for value in one.values]
    fit = max(map(len, amounts), default=0) * LETTER <= room / len(chart.series)
    for place in range(len(chart.keys)):
        drawn += _group(chart, place, LEFT + room * place, room, height, fit)
    spoken = f'role="img" aria-label="{escape(_in_words(chart))}"'
    return f'<svg viewBox="0 0 {wide} {BASE + FOOT}" {spoken}>{_hatch(chart)}{"".join(drawn)}</svg>'


def rungs(values: Sequence[int]) -> list[int]:
    """The round amounts on a chart's axis, zero among them.

    >>> rungs([120_00, 265_00]), rungs([-35_00, 20_00]), rungs([])
    ([0, 10000, 20000, 30000], [-4000, -2000, 0, 2000], [0, 100])
    """
    top, bottom = max([*values, 0]), min([*values, 0])
    for step in chain.from_iterable((one * 10**power for one in STEPS) for power in range(2, 18)):
        low, high = bottom // step, -(-top // step)
        if high - low <= LINES:
            return [step * at for at in range(low, max(high, low + 1) + 1)]
    raise AssertionError("no room holds this many chips")


def period_words(key: str) -> str:
    """A period in as few letters as will do; any other key as it is.

    >>> [period_words(key) for key in ("2026-11-06", "2026-11-06 shift 2", "2026-W45", "2026-11")]
    ['6 Nov', '6 Nov, 2', 'week 45', 'Nov 2026']
    """
    if found := re.fullmatch(r"(\d{4}-\d\d-\d\d)(?: shift (\d+))?", key):
        day = date.fromisoformat(found[1])
        return f"{day.day} {MONTHS[day.month - 1]}" + (f", {found[2]}" if found[2] else "")
    if found := re.fullmatch(r"\d{4}-W(\d\d)", key):
        return f"week {int(found[1])}"
    if found := re.fullmatch(r"(\d{4})-(\d\d)", key):
        return f"{MONTHS[int(found[2]) - 1]} {found[1]}"
    return key


def _hatch(chart: Chart) -> str:
    return (
        f'<defs><pattern id="{_name(chart)}" width="6" height="6" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><rect class="c2" width="6" height="6"/>'
        '<rect class="c1" width="2" height="6"/></pattern></defs>'
    )


def _name(chart: Chart) -> str:
    """The id of this chart's hatching: a page may hold several charts."""
    return "hatch-" + re.sub(r"\W+", "-", chart.title.lower())


def _words(text: str, x: float, y: float, anchor: str, kind: str = "") -> str:
    style = f' class="{kind}"' if kind else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f"<text{style} {place}>{escape(text)}</text>" if text else ""


def _axis(at: float, value: int, wide: int) -> str:
    style = "axis" if value else "axis axis--zero"
    line = f'<line class="{style}" x1="{LEFT}" x2="{wide}" y1="{at:.1f}" y2="{at:.1f}"/>'
    return line + _words(money(value), LEFT - 8, at + 4, "end")


def _names(keys: Sequence[str], room: float) -> Iterator[str]:
    """The labels below the bars: every key, or every second, third ... if they would touch.

    A period is one line; any other name has a line for each word.
    """
    words = [period_words(key) for key in keys]
    lines = [[word] if word != key else word.split() for word, key in zip(words, keys, strict=True)]
    longest = max((len(line) for name in lines for line in name), default=0) * LETTER + 6
    every = max(1, -int(-longest // room))
    for place in range(0, len(words), every):
        for row, line in enumerate(lines[place]):
            yield _words(line, LEFT + room * (place + 0.5), BASE + 16 + 12 * row, "middle")


def _group(
    chart: Chart, place: int, at: float, room: float, height: Height, fit: bool
) -> Iterator[str]:
    """The bars of one key, with their amounts where those of the whole chart fit."""
    wide = min(room * 0.8 / len(chart.series), 46)
    first = at + (room - wide * len(chart.series)) / 2
    for order, one in enumerate(chart.series):
        value, x = one.values[place], first + wide * order
        high, low = height(max(value, 0)), height(min(value, 0))
        hatched = f'fill="url(#{_name(chart)})"'
        paint = 'class="lost"' if value < 0 else 'class="c1"' if order == 0 else hatched
        box = f'x="{x:.1f}" y="{high:.1f}" width="{max(wide - 2, 1):.1f}"'
        amount, above = money(value), high - 5 if value >= 0 else low + 12
        title = f"<title>{escape(chart.keys[place])}: {escape(one.name)} {amount}</title>"
        label = _words(amount, x + wide / 2 - 1, above, "middle", "strong") if fit and value else ""
        rect = f'<rect {paint} {box} height="{max(low - high, 0):.1f}"/>'
        yield f"<g>{title}{rect}{label}</g>"


def _in_words(chart: Chart) -> str:
    """The chart in words, for screen readers."""
    sums = ", ".join(f"{one.name} {money(sum(one.values))} in all" for one in chart.series)
    return f"{chart.title}: {sums}" if chart.keys else f"{chart.title}: nothing yet"
