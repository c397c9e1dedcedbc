"""Which hand is better: POKER 3, 9(j), 13a(k), 21(j)-(k), 22(j) and TCJ 5.

A game names a family by its key; `FAMILIES` gives the ranking:

>>> FAMILIES["high-5"].hand("AsKd9h9cKcKs2d").words
'full house, kings over nines'
"""

from croupier.rankings import families
from croupier.rankings.hand import Hand
from croupier.rankings.picks import AnyOf, Exactly, Pick
from croupier.rankings.qualifiers import (
    EIGHT_OR_BETTER,
    JACKS_OR_BETTER,
    QUEEN_OR_HIGHER,
    SIX_OR_BETTER,
)
from croupier.rankings.ranking import Ranking
from croupier.rankings.reference import showing

FAMILIES: dict[str, Ranking] = {key: Ranking(family) for key, family in families.ALL.items()}

HIGH_5 = FAMILIES["high-5"]
HIGH_3 = FAMILIES["high-3"]
LOW_A5 = FAMILIES["low-a5"]
LOW_A5_3 = FAMILIES["low-a5-3"]
LOW_8 = FAMILIES["low-8"]
LOW_6 = FAMILIES["low-6"]
LOW_27 = FAMILIES["low-27"]
BADUGI = FAMILIES["badugi"]
BADUGI_27 = FAMILIES["badugi-27"]
JOKER_2 = FAMILIES["joker-2"]

__all__ = [
    "BADUGI",
    "BADUGI_27",
    "EIGHT_OR_BETTER",
    "FAMILIES",
    "HIGH_3",
    "HIGH_5",
    "JACKS_OR_BETTER",
    "JOKER_2",
    "LOW_6",
    "LOW_8",
    "LOW_27",
    "LOW_A5",
    "LOW_A5_3",
    "QUEEN_OR_HIGHER",
    "SIX_OR_BETTER",
    "AnyOf",
    "Exactly",
    "Hand",
    "Pick",
    "Ranking",
    "showing",
]
