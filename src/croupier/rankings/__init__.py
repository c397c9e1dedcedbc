"""Which hand is better: POKER 3, 9(j), 13a(k), 21(j)-(k), 22(j) and TCJ 5.

A game names a family by its key, or brings its own `Family`; `FAMILIES` gives the ranking:

>>> FAMILIES["high-5"].hand("AsKd9h9cKcKs2d").words
'full house, kings over nines'
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.rankings import families
from croupier.rankings.families import Family
from croupier.rankings.picks import AnyOf, Exactly, Pick
from croupier.rankings.qualifiers import (
    EIGHT_OR_BETTER,
    JACKS_OR_BETTER,
    QUEEN_OR_HIGHER,
    SIX_OR_BETTER,
)
from croupier.rankings.ranking import Ranking
from croupier.rankings.read_hand import Hand
from croupier.rankings.reference import showing
from croupier.refused import Refused, meant


class _Families(dict[str, Ranking]):
    """Rankings by the key of their family, or by a family that a game brings along."""

    if TYPE_CHECKING:

        def __getitem__(self, family: str | Family) -> Ranking: ...

    def __missing__(self, family: str | Family) -> Ranking:
        known = OWN_FAMILIES.get(family if isinstance(family, str) else family.key)
        if isinstance(family, Family):
            return known if known and known.family == family else _brought(family)
        if known is None:
            names = ", ".join([*self, *OWN_FAMILIES])
            why = f"{family[:40]!r} is not one of {names}{meant(family, [*self, *OWN_FAMILIES])}"
            raise Refused("FIELD family", why)
        return known


OWN_FAMILIES: dict[str, Ranking] = {}  # those that registered games bring along, by key


@lru_cache
def _brought(family: Family) -> Ranking:
    return Ranking(family)


FAMILIES = _Families({key: Ranking(family) for key, family in families.ALL.items()})

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
    "OWN_FAMILIES",
    "QUEEN_OR_HIGHER",
    "SIX_OR_BETTER",
    "AnyOf",
    "Exactly",
    "Family",
    "Hand",
    "Pick",
    "Ranking",
    "showing",
]
