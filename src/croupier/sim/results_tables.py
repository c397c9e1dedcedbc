"""What a simulation found, as tables that people read: means plus or minus their standard error."""

from collections.abc import Iterator

from msgspec import Struct

from croupier.chips import money
from croupier.odds.equity import Figure
from croupier.odds.wagers import Wager
from croupier.rules.stakes import stakes
from croupier.sim.results import Account, Results
from croupier.views.narration.wording import Line

WAYS = {
    "engine": "by bots on the engine",
    "fast": "by bots on the fast table",
    "bank": "by strategy on the compiled kernels",
    "cards": "dealt without a decision",
}
FAULTS = {
    "illegal": "answers against the rules",
    "failed": "answers that failed",
    "late": "answers that came too late",
    "absent": "turns while away",
}


class Table(Struct, frozen=True):
    """Columns under a heading, and notes below them; the columns in `right` are aligned there."""

    heading: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: str = ""
    spare: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def title(found: Results) -> list[Line]:
    """What was simulated, as the title of the page."""
    plan, game = found.plan, found.plan.definition
    words = f"{game.title}, {stakes(game, plan.sign)}"
    count = f"{found.rounds:,} rounds {WAYS[plan.way]}, seed {plan.seed}"
    return [Line(words, game.section, kind="title"), Line(count)]


def tables(found: Results) -> Iterator[Table]:
    """The tables of a simulation's results that have rows."""
    if found.seats:
        yield _seats(found)
    if found.wagers:
        yield _wagers(found)
    if found.spots:
        yield _spots(found)
    if found.house is not None:
        yield _house(found, found.house)
    for share in found.made:
        yield _kinds(found, share)
    if found.faults:
        yield _faults(found)


def dollars(cents: float) -> str:
    """A mean amount: cents are rounded, sixths of a cent are not for people.

    >>> dollars(-1234.4), dollars(0)
    ('-$12.34', '+$0.00')
    """
    return f"{'-' if cents < 0 else '+'}${abs(cents) / 100:,.2f}"


def with_error(figure: Figure) -> str:
    """A mean in dollars, plus or minus its standard error."""
    return f"{dollars(figure.value)} ± {figure.error / 100:,.2f}"


def percent(figure: Figure) -> str:
    """A share in percent, plus or minus its standard error, with as many digits as that asks for.

    >>> percent(Figure(0.0314, error=0.00012))
    '3.140% ± 0.012'
    """
    error = 100 * figure.error
    digits = 2
    while digits < 8 and error and error < 9.5 * 10**-digits:
        digits += 1
    return f"{100 * figure.value:.{digits}f}% ± {error:.{digits}f}"


def _seats(found: Results) -> Table:
    bots = found.plan.bots
    rows = []
    for seat, account in found.seats.items():
        row = [str(seat), *([bots[seat - 1]] if bots else []), with_error(account.net)]
        row += [with_error(account.hour), f"${account.deviation / 100:,.2f}"]
        row += [percent(found.won[seat])] if seat in found.won else []
        rows.append(tuple(row))
    heads = ["seat", *(["bot"] if bots else []), "round", "hour", "deviation"]
    heads += ["ahead"] if found.won else []
    notes = () if found.pot is None else (f"average pot {with_error(found.pot).lstrip('+')}",)
    return Table(
        f"what each seat wins a round, and an hour of {found.pace} rounds",
        tuple(heads),
        tuple(rows),
        right="seat round hour deviation ahead",
        spare=("ahead", "deviation"),
        notes=notes,
    )


def _wagers(found: Results) -> Table:
    rows = [
        (
            wager.name,
            percent(_edge(wager)),
            percent(_edge(wager, float(wager.average))),
            f"{float(wager.average):.4f}",
            f"{wager.standard_deviation:.4f}",
        )
        for wager in found.wagers.values()
    ]
    heads = ("wager", "house edge", "element of risk", "average wager", "deviation")
    words = f"{found.plan.strategy} strategy; payout limits are ignored"
    return Table("wagers", heads, tuple(rows), spare=heads[3:], notes=(words,))


def _edge(wager: Wager, by: float = 1.0) -> Figure:
    error = wager.standard_deviation / wager.trials**0.5
    return Figure(float(wager.house_edge) / by, error=error / by, trials=wager.trials)


def _spots(found: Results) -> Table:
    rows = [
        (
            name,
            f"{spot.placed:,}",
            money(spot.wagered),
            money(round(spot.house)),
            percent(spot.hold),
        )
        for name, spot in found.spots.items()
    ]
    heads = ("spot", "placed", "wagered", "house", "hold")
    return Table("hold per spot", heads, tuple(rows), right="placed wagered house hold")


def _house(found: Results, house: Account) -> Table:
    words = f"altogether {with_error(house.net)} a round, {with_error(house.hour)} an hour"
    rows = [
        (
            name,
            money(flow.came),
            money(flow.went),
            with_error(flow.account.net),
            with_error(flow.account.hour),
            f"{flow.hits.value * found.rounds:,.0f}",
            "never" if flow.rounds_between is None else f"{flow.rounds_between:,.0f}",
        )
        for name, flow in found.flows.items()
    ]
    heads = ("account", "in", "out", "round", "hour", "paid", "every")
    notes = (words,) if house.total or rows else ("the house takes nothing under this sign",)
    return Table(
        "the house",
        heads,
        tuple(rows),
        right="in out round hour paid every",
        spare=("every", "in", "out"),
        notes=notes,
    )


def _kinds(found: Results, share: str) -> Table:
    won = found.won_with[share]
    kinds = sorted(found.made[share].items(), key=lambda item: -item[1].value)
    rows = [
        (kind, percent(figure), percent(won[kind]) if kind in won else "never")
        for kind, figure in kinds
    ]
    return Table(f"{share} hands", ("hand", "made by a player", "best at the table"), tuple(rows))


def _faults(found: Results) -> Table:
    rows = [
        (str(seat), found.plan.bots[seat - 1], FAULTS[kind], f"{number:,}")
        for (seat, kind), number in found.faults.items()
    ]
    notes = ["each was checked or folded instead, as for a player who does not act"]
    for seat, messages in found.messages.items():
        often = sorted(messages, key=lambda words: -messages[words])
        notes += [f"seat {seat}: {words} ({messages[words]:,} times)" for words in often[:3]]
    return Table("bots at fault", ("seat", "bot", "what", "times"), tuple(rows), notes=tuple(notes))
