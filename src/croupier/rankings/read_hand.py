"""A hand that has been read: ordered among its family, and able to say what it is."""

from html import escape

from msgspec import Struct

from croupier.markup import faces
from croupier.rankings.picks import Cards
from croupier.rankings.words import Called


class Hand(Struct, frozen=True, eq=False):
    """The cards that play, in reading order, with their category, name and strength.

    Hands compare by strength alone, so two players who tie hold equal hands; hands of different
    families do not compare.
    """

    family: str
    cards: Cards
    category: str
    name: Called
    strength: int

    @property
    def words(self) -> str:
        """What the hand is, as a dealer calls it."""
        return self.name.words

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return (self.family, self.strength) == (other.family, other.strength)

    def __hash__(self) -> int:
        return hash((self.family, self.strength))

    def __lt__(self, other: "Hand") -> bool:
        return self.strength < other.strength if self._comparable(other) else NotImplemented

    def __le__(self, other: "Hand") -> bool:
        return self.strength <= other.strength if self._comparable(other) else NotImplemented

    def __gt__(self, other: "Hand") -> bool:
        return self.strength > other.strength if self._comparable(other) else NotImplemented

    def __ge__(self, other: "Hand") -> bool:
        return self.strength >= other.strength if self._comparable(other) else NotImplemented

    def _repr_html_(self) -> str:
        """The cards that play, and what they are: for notebooks."""
        return f"{faces(self.cards)} {escape(self.words)}"

    def _comparable(self, other: object) -> bool:
        return isinstance(other, Hand) and other.family == self.family
