"""The proof of a round, for those who played it."""

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from croupier.room.house.people import Actor
from croupier.room.logbook import Entry
from croupier.room.table import evolve as table_life
from croupier.server.service import Service
from croupier.server.store.pages import ROUND
from croupier.server.tables.broadcast import Opened
from croupier.server.tables.desk import Desk
from croupier.views.fairness.fairness_file import FairnessFile, fairness_file


@get("/api/tables/{name:str}/rounds/{number:int}/proof")
async def prove_round(
    name: FromPath[str],
    number: FromPath[int],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> FairnessFile:
    """A round in service: its roots, and the proof of every card the caller has seen."""
    desk = service.desk(name)
    for opened in reversed(desk.rounds):  # a misdeal is dealt again under the same number
        if opened.round == number and actor.name in opened.seating:
            entries = await _entries(desk, opened)
            return fairness_file(name, number, opened.seating[actor.name], entries)
    service.shown(name, actor.name)  # or it tells that there is a private game
    raise NotFoundException(f"you have not played round {number} of table {name[:40]!r}")


async def _entries(desk: Desk, opened: Opened) -> list[Entry]:
    """The lines of a round from its seal on, as far as the next round's."""
    later = [other.sealed for other in desk.rounds if other.number > opened.number]
    end = min(later, default=desk.number + 1)
    found = list[Entry]()
    async for number, body in desk.store.read(desk.stream, opened.sealed - 1, ROUND):
        if number >= end:
            break
        found.append(table_life.read_entry(body))
    return found
