"""The waiting lists of a room in service: a player's lists, and the seats called to.

Lists are the house's (`room.waiting`), and players order it over `/api/house/orders`. The house's
own people call the next in line (`automated_staff`).
"""

from litestar import get
from litestar.di import NamedDependency
from msgspec import Struct

from croupier.room.house.people import Actor
from croupier.server.service import Service
from croupier.server.tables.room_view import SeatKept, kept


class ListPlace(Struct, frozen=True):
    """A list that the player is on."""

    game: str
    stakes: str
    place: int
    length: int


class MyLists(Struct, frozen=True):
    """The player's lists, and the seats the player was called to."""

    waits: list[ListPlace]
    calls: list[SeatKept]


@get("/api/lists")
async def my_lists(actor: NamedDependency[Actor], service: NamedDependency[Service]) -> MyLists:
    """The caller's lists, and the seats the caller was called to."""
    house, at = service.house.state, service.clock()
    found = []
    for waits in house.waiting.line:
        if waits.person == actor.name:
            line = house.waiting.of(waits.kind)
            found.append(
                ListPlace(waits.kind.game, waits.kind.stakes, line.index(waits) + 1, len(line))
            )
    seats = [seat for desk in service.desks.values() for seat in kept(desk.state, house, at)]
    return MyLists(found, [seat for seat in seats if seat.person == actor.name])


ROUTES = (my_lists,)
