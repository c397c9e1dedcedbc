"""What a table remembers of disputes and removals."""

from datetime import datetime

from msgspec import Struct

from croupier.room.conduct.facts import DisputeRuled
from croupier.room.house.state import Removal


class FloorCall(Struct, frozen=True):
    """A player's call for the floor, and the answer once there is one."""

    about: str
    at: datetime
    answer: str = ""
    by: str = ""  # who answered


class Conduct(Struct, frozen=True):
    """The last ruling on each dispute, calls for the floor, and players who were removed."""

    rulings: dict[str, DisputeRuled] = {}
    removed: dict[str, Removal] = {}
    leaving: dict[int, Removal] = {}  # who have yet to go
    calls: dict[str, FloorCall] = {}  # by player, the latest
