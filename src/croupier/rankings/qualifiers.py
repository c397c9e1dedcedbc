"""What a hand must reach before it counts: eight or better, jacks or better and their like."""

from collections.abc import Sequence

from msgspec import Struct


class Unpaired(Struct, frozen=True, tag=True):
    """Cards all of different rank, none above a given one; the ace is low.

    >>> EIGHT_OR_BETTER.admits([8, 6, 4, 2, 1]), EIGHT_OR_BETTER.admits([9, 4, 3, 2, 1])
    (True, False)
    """

    name: str
    clause: str
    highest: int

    def admits(self, ranks: Sequence[int]) -> bool:
        """Whether these ranks, ace counted as one, qualify."""
        return max(ranks) <= self.highest and len(set(ranks)) == len(ranks)


class AtLeast(Struct, frozen=True, tag=True):
    """Every hand of a family that ranks with or above the weakest one named.

    >>> QUEEN_OR_HIGHER.family, QUEEN_OR_HIGHER.weakest
    ('joker-2', 'Qc2d')
    """

    name: str
    clause: str
    family: str
    weakest: str


EIGHT_OR_BETTER = Unpaired("eight or better", "POKER 9(j)", highest=8)
SIX_OR_BETTER = Unpaired("six or better", "POKER 13a(k)", highest=6)

JACKS_OR_BETTER = AtLeast("jacks or better", "FLOP 10(c)", family="high-5", weakest="JcJd4h3s2c")
QUEEN_OR_HIGHER = AtLeast("queen or higher", "TCJ 10(d)", family="joker-2", weakest="Qc2d")
