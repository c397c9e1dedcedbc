"""A player's own figures over HTTP: what the rounds of this room add up to."""

from typing import Any

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from msgspec import Struct

from croupier.figures.report import as_json
from croupier.figures.room_rounds import RoomRound, figures_of_rounds
from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.server.desks.books import Since, Until
from croupier.server.desks.hand_search import Wanted
from croupier.server.desks.hands import CLAUSE, checked, events_of, found, veil
from croupier.server.service import Service
from croupier.server.store.database import Store

ROUNDS_MOST = 2_000


class FiguresFound(Struct):
    """Figures by game; amounts are cents. `left_out` rounds are older than those added up."""

    rounds: int
    left_out: int
    figures: list[dict[str, Any]]


@get("/api/my/figures")
async def my_figures(
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    game: FromQuery[str] = "",
    since: Since = "",
    until: Until = "",
) -> FiguresFound:
    """What the player who asks won, paid and did, by game and position.

    Rounds against the house and rounds that were called off do not count.
    """
    if actor.role != "player":
        raise Refused(CLAUSE, "only players have figures: use /api/hands instead")
    wanted = checked(
        actor, Wanted(game=game, since=since, until=until, counts=True), service.house.state
    )
    total, rounds = await found(service, wanted, limit=ROUNDS_MOST)

    async def work(store: Store) -> list[dict[str, Any]]:
        logs = [
            RoomRound(
                veil(await events_of(store, kept), kept, actor, "player"),
                {seat: person for person, seat in kept.seating.items()},
            )
            for kept in rounds[::-1]
        ]
        return as_json(figures_of_rounds(logs, actor.name), actor.name, 1)

    figures = await service.round_reads.read_for(actor.name, work)
    return FiguresFound(len(rounds), total - len(rounds), figures)


ROUTES = (my_figures,)
