"""Hand by hand: what playing and folding are worth, and what the wrong choice costs."""

import csv
import io
from fractions import Fraction
from html import escape
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import RANKS
from croupier.odds.hand_order import class_hands
from croupier.odds.house_edge import Edge
from croupier.odds.ranges import class_name
from croupier.odds.wagers import exact
from croupier.page import page

FOLD = Fraction(-1)  # a folded hand loses the ante


class Decision(Struct, frozen=True):
    """One starting hand: its worth in antes when it is played, and the better choice."""

    hand: str
    combinations: int
    play: Fraction

    @property
    def best(self) -> str:
        """The better choice; a hand that is worth the same either way is folded (A-80)."""
        return "play" if self.play > FOLD else "fold"

    @property
    def mistake(self) -> Fraction:
        """What the other choice costs, in antes."""
        return abs(self.play - FOLD)


def decisions(edge: Edge) -> tuple[Decision, ...]:
    """Every starting hand of the game, the best first.

    >>> from croupier.games import game_of
    >>> from croupier.odds.house_edge import house_edge
    >>> game = game_of("two-card-joker")
    >>> hands = decisions(house_edge(game, game.sign))
    >>> len(hands), hands[0].hand, hands[0].best, float(round(hands[0].mistake, 6))
    (1431, 'Jk1Jk2', 'play', 7.393665)
    """
    ante = edge.wagers[next(iter(edge.wagers))]
    counts = _counts(edge)
    found = [Decision(hand, counts.get(hand, 1), worth) for hand, worth in ante.values.items()]
    return tuple(sorted(found, key=lambda one: (-one.play, one.hand)))


def _counts(edge: Edge) -> dict[str, int]:
    """How many hands each kind stands for, where it stands for more than itself."""
    if edge.game.key == "texas-holdem-bonus":
        return {name: len(class_hands(name)) for name in edge.wagers["ante"].values}
    if edge.game.key == "flop-poker":
        from croupier.odds.flop import weights

        return weights(edge.game, edge.sign)
    return {}


HEADS = ("hand", "combinations", "play", "play_exact", "fold", "best", "mistake", "mistake_exact")


def as_csv(edge: Edge) -> str:
    """The table as CSV, exact fractions beside their values."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(HEADS)
    for one in decisions(edge):
        play, mistake = one.play, one.mistake
        rows.writerow(
            [one.hand, one.combinations, float(play), play, -1, one.best, float(mistake), mistake]
        )
    return out.getvalue()


def as_json(edge: Edge) -> str:
    """The table of chances as JSON."""
    rows: list[dict[str, Any]] = [
        {
            "hand": one.hand,
            "combinations": one.combinations,
            "play": exact(one.play),
            "fold": exact(FOLD),
            "best": one.best,
            "mistake": exact(one.mistake),
        }
        for one in decisions(edge)
    ]
    return msgspec.json.encode({"game": edge.game.key, "hands": rows}).decode() + "\n"


# --- a card to print ----------------------------------------------------------------------------

_STYLE = """
body{max-width:150mm}h1{font-size:1.2rem}
td{border:1px solid #777;width:9mm;height:7mm;text-align:center;font-size:.75rem;padding:0}
.fold{background:light-dark(#ddd,#444);text-decoration:line-through}
@media print{.fold{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""


def strategy_card(edge: Edge) -> str:
    """One page to print: the rule in words, the hands that are folded, what it costs."""
    ante = edge.wagers[next(iter(edge.wagers))]
    parts = [
        f"<h1>{escape(edge.game.title)}: {escape(edge.strategy)} strategy</h1>",
        f"<p>{escape(ante.strategy.words)}.</p>",
    ]
    if edge.game.key == "texas-holdem-bonus":
        parts.append(_grid(frozenset(ante.strategy.folded)))
    else:
        folded = ", ".join(ante.strategy.folded) or "none"
        parts.append(f"<p><b>Fold:</b> {escape(folded)}</p>")
    cost = f"house edge {float(ante.house_edge):.4%}, of all wagered "
    notes = "".join(f" {escape(note)}." for note in edge.notes)
    parts.append(f"<small>{cost}{float(ante.element_of_risk):.4%}.{notes}</small>")
    return page(f"{edge.game.title}: strategy", parts, style=_STYLE)


def _grid(folded: frozenset[str]) -> str:
    """The 169 kinds of hands, suited above the diagonal."""
    rows = []
    for high in reversed(range(len(RANKS))):
        cells = []
        for low in reversed(range(len(RANKS))):
            name = class_name(max(high, low), min(high, low), suited=high > low)
            kind = " class='fold'" if name in folded else ""
            cells.append(f"<td{kind}>{name}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"
