"""A page with plots of what a simulation found, and its numbers as CSV beside it."""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from croupier.chips import money
from croupier.page import page
from croupier.plots import Bar, Dot, bars, dots
from croupier.sim.results import Results
from croupier.sim.results_json import as_csv
from croupier.sim.results_tables import Table, percent, tables, title, with_error
from croupier.sim.scores import BOUNDS


def write_sheet(found: Results, into: Path) -> Path:
    """Write `GAME-simulated.html` and `.csv`; the path of the page."""
    path = into / f"{found.plan.game}-simulated.html"
    path.write_text(sheet(found), encoding="utf-8")
    path.with_suffix(".csv").write_text(as_csv(found), encoding="utf-8")
    return path


def sheet(found: Results) -> str:
    """The page: what was simulated, plots, tables."""
    first, *more = title(found)
    heading = first.words[:1].upper() + first.words[1:]
    parts = [f"<h1>{escape(heading)}</h1>", *(f"<p>{escape(one.words)}</p>" for one in more)]
    for above, plot in plots(found):
        parts.append(f"<h2>{escape(above)}</h2>{plot}")
    parts += [_table(table) for table in tables(found)]
    parts.append(f"<p><small>sha256 {found.sha256}</small></p>")
    return page(heading, parts)


def plots(found: Results) -> Iterator[tuple[str, str]]:
    """Every plot there is something to draw in, under its heading."""
    if found.seats:
        yield "What each seat wins a round, with two standard errors", dots(_seat_dots(found))
    if found.wagers:
        edges = [
            Dot(
                wager.name,
                100 * float(wager.house_edge),
                200 * wager.standard_deviation / wager.trials**0.5,
                f"{100 * float(wager.house_edge):.3f}%",
            )
            for wager in found.wagers.values()
        ]
        yield "House edge in percent, with two standard errors", dots(edges)
    firsts = {bot: seat for seat, bot in reversed([*enumerate(found.plan.bots, 1)])}
    for named, seat in reversed(firsts.items()):  # one of each kind is enough
        if counts := found.bins[seat]:
            yield f"Results of seat {seat} ({named}) by size", bars(_bin_bars(counts))
    for share, kinds in found.made.items():
        made = sorted(kinds.items(), key=lambda item: -item[1].value)
        items = [Bar(kind, figure.value, percent(figure)) for kind, figure in made]
        yield f"How often each {share} hand is made", bars(items, logarithmic=True)


def _seat_dots(found: Results) -> list[Dot]:
    found_dots = []
    for seat, account in found.seats.items():
        bot = f" {found.plan.bots[seat - 1]}" if found.plan.bots else ""
        net = account.net
        found_dots.append(Dot(f"{seat}{bot}", net.value, 2 * net.error, with_error(net)))
    if found.house is not None and found.house.total:
        net = found.house.net
        found_dots.append(Dot("the house", net.value, 2 * net.error, with_error(net)))
    return found_dots


def _bin_bars(counts: dict[str, int]) -> list[Bar]:
    """Rounds by what they brought, losses first and in red."""
    rounds = sum(counts.values())
    items = []
    for name, number in sorted(counts.items(), key=lambda item: int(item[0])):
        sign = -1 if name.startswith("-") else 1
        words = _bin_words(abs(int(name)), "loses" if sign < 0 else "wins")
        items.append(Bar(words, sign * number / rounds, f"{number / rounds:.1%}"))
    return items


def _bin_words(number: int, verb: str) -> str:
    """What falls into a bin.

    >>> _bin_words(4, "wins"), _bin_words(1, "loses"), _bin_words(0, "wins")
    ('wins $5 to $10', 'loses less than $1', 'nothing')
    """
    if not number:
        return "nothing"
    if number == 1:
        return f"{verb} less than {money(BOUNDS[1])}"
    low = money(BOUNDS[number - 1])
    if number == len(BOUNDS):
        return f"{verb} {low} or more"
    return f"{verb} {low} to {money(BOUNDS[number])}"


def _table(table: Table) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows
    )
    notes = "".join(f"<p>{escape(note)}</p>" for note in table.notes)
    body = f"<table><tr>{heads}</tr>{rows}</table>" if table.rows else ""
    return f"<h2>{escape(table.heading[:1].upper() + table.heading[1:])}</h2>{body}{notes}"
