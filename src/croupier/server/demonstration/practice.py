"""Practice in one press: a table of any game with bots and a free seat, opened if none is left."""

from litestar import post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Struct

from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.server.service import Service


class Practice(Struct):
    """The game to practice, or a table of its kind, and whether a clock runs."""

    game: str
    unhurried: bool = False


class PracticeTable(Struct):
    """A table with a free seat among bots."""

    table: str


@post("/api/practice")
async def practise(
    data: JSONBody[Practice], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> PracticeTable:
    """Find a seat among bots, or open a table for it."""
    if service.practise is None:
        raise Refused("FIELD room", "only a demonstration room has practice tables")
    return PracticeTable(await service.practise(data.game, unhurried=data.unhurried))


ROUTES = (practise,)
