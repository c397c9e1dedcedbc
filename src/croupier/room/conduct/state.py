"""What a table remembers of disputes and removals."""

from msgspec import Struct

from croupier.room.conduct.facts import DisputeRuled
from croupier.room.house.state import Removal


class Conduct(Struct, frozen=True):
    """The last ruling on each dispute, the players removed, and those who have yet to leave."""

    rulings: dict[str, DisputeRuled] = {}
    removed: dict[str, Removal] = {}
    leaving: dict[int, Removal] = {}
