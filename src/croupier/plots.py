"""Plots as plain SVG: bars, a line, and a chart of starting hands."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from croupier.cards import RANKS

WIDTH = 720
LEFT, RIGHT = 64, 16
HEIGHT, TOP, BOTTOM = 280, 14, 44  # of the plot of a line
BLUE, RED, GOLD, GREY = "#3a85c4", "#c8453d", "#b8860b", "#8a8f98"


class Bar(NamedTuple):
    """A bar with its name and the words at its end."""

    name: str
    size: float
    words: str


def bars(items: Sequence[Bar], *, logarithmic: bool = False) -> str:
    """Bars from the left, those below nothing in red."""
    name_room = 20 + max(int(len(bar.name) * 6.6) for bar in items)
    end_room = 20 + max(int(len(bar.words) * 6.6) for bar in items)
    room = WIDTH - name_room - end_room
    sizes = [_scaled(abs(bar.size), items) if logarithmic else abs(bar.size) for bar in items]
    most = max(sizes) or 1
    parts = []
    for row, (bar, size) in enumerate(zip(items, sizes, strict=True)):
        y, length = 4 + 22 * row, max(1.0, room * size / most) if bar.size else 0
        colour = RED if bar.size < 0 else BLUE
        parts.append(_text(name_room - 8, y + 13, bar.name, "end"))
        parts.append(
            f'<rect x="{name_room}" y="{y}" width="{length:.1f}" height="17" fill="{colour}">'
            f"<title>{escape(bar.name)}: {escape(bar.words)}</title></rect>"
        )
        parts.append(_text(name_room + length + 6, y + 13, bar.words))
    return _svg(22 * len(items) + 8, parts)


def _scaled(size: float, items: Sequence[Bar]) -> float:
    """By powers of ten, so that a royal flush is seen beside a loss."""
    least = min(abs(bar.size) for bar in items if bar.size)
    return log10(size / least) + 0.3 if size else 0


class Dot(NamedTuple):
    """A number with its name, how far it may be off to either side, and words for it."""

    name: str
    value: float
    error: float
    words: str


def dots(items: Sequence[Dot]) -> str:
    """Numbers with error bars on one scale, and a line at nothing where it is in sight."""
    name_room = 20 + max(int(len(dot.name) * 6.6) for dot in items)
    end_room = 28 + max(int(len(dot.words) * 6.8) for dot in items)
    room = WIDTH - name_room - end_room
    low = min(0.0, *(dot.value - dot.error for dot in items))
    high = max(0.0, *(dot.value + dot.error for dot in items))
    span = (high - low) or 1

    def at(value: float) -> float:
        return name_room + room * (value - low) / span

    bottom = 22 * len(items) + 4
    parts = [_rule(at(0), 2, at(0), bottom, colour=GREY, dashed=True)]
    for row, dot in enumerate(items):
        y = 14 + 22 * row
        left, right = at(dot.value - dot.error), at(dot.value + dot.error)
        colour = RED if dot.value < 0 else BLUE
        parts.append(_text(name_room - 8, y + 4, dot.name, "end"))
        parts.append(_rule(left, y, right, y, colour=colour))
        parts += [_rule(end, y - 5, end, y + 5, colour=colour) for end in (left, right)]
        parts.append(
            f'<circle cx="{at(dot.value):.1f}" cy="{y}" r="4" fill="{colour}">'
            f"<title>{escape(dot.name)}: {escape(dot.words)}</title></circle>"
        )
        parts.append(_text(WIDTH - end_room + 14, y + 4, dot.words))
    return _svg(bottom + 4, parts)


def line(
    points: Sequence[tuple[float, float]],
    *,
    across: str,
    up: str,
    x_words: Sequence[tuple[float, str]] = (),
    mark: tuple[float, str] | None = None,
    level: tuple[float, str] | None = None,
    beside: Sequence[tuple[float, float]] = (),
) -> str:
    """A line through points, a dashed one beside it, a vertical mark, a horizontal level."""
    levels = [level[0]] if level else []
    ys = [y for _, y in (*points, *beside)] + levels
    ticks = _ticks(min(ys), max(ys))
    xs = [x for x, _ in points]
    field = _Field(min(xs), max(xs), min(ticks[0], *ys), max(ticks[-1], *ys))
    parts = [*field.scale(ticks, x_words), *field.marks(level, mark)]
    dashed = [(beside, f'{GOLD}" stroke-dasharray="4 3')] if beside else []
    for curve, look in (*dashed, (points, BLUE)):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (field.at(*point) for point in curve))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{look}" stroke-width="2"/>')
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, across, "middle"))
    middle = (HEIGHT - BOTTOM + TOP) / 2
    parts.append(f'<g transform="rotate(-90 14 {middle})">{_text(14, middle, up, "middle")}</g>')
    return _svg(HEIGHT, parts)


class _Field(NamedTuple):
    """Where the points of a line lie: the values at its edges."""

    left: float
    right: float
    low: float
    high: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.left) / ((self.right - self.left) or 1)
        up = (y - self.low) / ((self.high - self.low) or 1)
        right = LEFT + across * (WIDTH - LEFT - RIGHT)
        return right, HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    def scale(self, ticks: Sequence[float], x_words: Sequence[tuple[float, str]]) -> Iterator[str]:
        """A faint rule for each tick, and the words below the line."""
        for tick in ticks:
            y = self.at(self.left, tick)[1]
            yield _rule(LEFT, y, WIDTH - RIGHT, y, colour=GREY, faint=True)
            yield _text(LEFT - 6, y + 4, f"{tick:g}", "end")
        for x, words in x_words:
            place = self.at(x, self.low)[0]
            yield _rule(place, HEIGHT - BOTTOM, place, HEIGHT - BOTTOM + 4, colour=GREY)
            anchor = "end" if x == x_words[-1][0] else "middle"
            yield _text(place, HEIGHT - BOTTOM + 17, words, anchor)

    def marks(
        self, level: tuple[float, str] | None, mark: tuple[float, str] | None
    ) -> Iterator[str]:
        """A dashed level across the line, and a dashed mark down it, each with its words."""
        if level:
            y = self.at(self.left, level[0])[1]
            yield _rule(LEFT, y, WIDTH - RIGHT, y, colour=RED, dashed=True)
            yield _text(WIDTH - RIGHT, y + 15, level[1], "end", RED)
        if mark:
            x = self.at(mark[0], self.low)[0]
            side, gap = ("end", -6) if x > WIDTH / 2 else ("start", 6)
            yield _rule(x, TOP, x, HEIGHT - BOTTOM, colour=RED, dashed=True)
            yield _text(x + gap, TOP + 12, mark[1], side, RED)


def _ticks(low: float, high: float) -> list[float]:
    """About five round numbers from below to above."""
    step = 10 ** floor(log10((high - low) or 1))
    step = next(step * by for by in (0.2, 0.5, 1, 2) if (high - low) / (step * by) <= 6)
    return [round(step * n, 10) for n in range(floor(low / step), ceil(high / step) + 1)]


class Cell(NamedTuple):
    """A starting hand: its value, and whether it is folded."""

    name: str
    value: float
    folded: bool


def chart(cells: dict[str, Cell]) -> str:
    """169 starting hands, suited ones above the diagonal; blue gains, red loses."""
    size, parts = 52, []
    ranks = RANKS[::-1]
    most = max(abs(cell.value) for cell in cells.values()) or 1
    for row, first in enumerate(ranks):
        for column, second in enumerate(ranks):
            if row == column:
                name = first + second
            else:
                name = f"{first}{second}s" if column > row else f"{second}{first}o"
            cell, x, y = cells[name], size * column, size * row
            note = "folded" if cell.folded else "played"
            parts.append(
                f'<g><rect x="{x}" y="{y}" width="{size - 1}" height="{size - 1}" '
                f'fill="{"#d5d8dd" if cell.folded else _shade(cell.value / most)}"/>'
                + _text(x + size / 2 - 0.5, y + 22, name, "middle", "#16181d", bold=True)
                + _text(x + size / 2 - 0.5, y + 39, _short(cell), "middle", "#30343b")
                + f"<title>{name}: {cell.value:+.6f} when played, {note}</title></g>"
            )
    return _svg(size * len(ranks), parts, width=size * len(ranks))


def _short(cell: Cell) -> str:
    return "fold" if cell.folded else f"{cell.value:+.2f}"


def _shade(share: float) -> str:
    """White for nothing, deeper blue or red for more; text stays legible on it."""
    end = (67, 147, 195) if share > 0 else (230, 110, 95)
    depth = min(1.0, abs(share)) ** 0.6
    red, green, blue = (round(255 - (255 - part) * depth) for part in end)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _text(
    x: float,
    y: float,
    words: str,
    anchor: str = "start",
    fill: str = "currentColor",
    bold: bool = False,
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{weight}>'
        f"{escape(words)}</text>"
    )


def _rule(*ends: float, colour: str, dashed: bool = False, faint: bool = False) -> str:
    x1, y1, x2, y2 = (f"{end:.1f}" for end in ends)
    look = ' stroke-dasharray="5 4"' if dashed else ' stroke-opacity=".3"' if faint else ""
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}"{look}/>'


def _svg(height: float, parts: Sequence[str], width: int = WIDTH) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height:g}" width="{width}" role="img">{"".join(parts)}</svg>'
    )
