"""Print every comparison: `python -m benchmarks`."""

from math import prod

from rich.console import Console
from rich.table import Table

from benchmarks.hands import CONTESTS, compare


def main() -> None:
    """Whole hands against PokerKit."""
    table = Table(title="hands a second, six players, random policy, every event kept")
    for column in ("game", "croupier", "pokerkit", "ratio", "decisions a hand", "events a hand"):
        table.add_column(column, justify="left" if column == "game" else "right")
    ratios = []
    for contest in CONTESTS:
        ours, theirs = compare(contest)
        ratio = ours.hands_a_second / theirs.hands_a_second
        ratios.append(ratio)
        table.add_row(
            contest.name,
            f"{ours.hands_a_second:,.0f}",
            f"{theirs.hands_a_second:,.0f}",
            f"{ratio:.1f}x",
            f"{ours.decisions:.2f} / {theirs.decisions:.2f}",
            f"{ours.events:.0f} / {theirs.events:.0f}",
        )
    mean = prod(ratios) ** (1 / len(ratios))
    table.add_row("geometric mean", "", "", f"{mean:.1f}x", "", "")
    Console().print(table)


if __name__ == "__main__":
    main()
