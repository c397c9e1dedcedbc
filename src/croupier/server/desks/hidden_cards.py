"""Opening a finished round over HTTP: one person asks, another answers, and both are on record."""

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from croupier.refused import Refused
from croupier.room.house.disclosure import WITNESSES, AnswerOpening, AskOpening
from croupier.room.house.people import Actor, check_role
from croupier.room.house.state import Opening
from croupier.room.logbook import Order
from croupier.server.desks.hand_search import Wanted
from croupier.server.service import Service
from croupier.server.store.finished import Kept
from croupier.server.tables.writer import Reply
from croupier.views.screen.naming import is_bot


class Asked(Struct):
    """The round whose hidden cards are wanted, and why."""

    table: str
    line: Annotated[int, Meta(ge=1)]
    reason: Annotated[str, Meta(max_length=400)]


class Answer(Struct):
    """The answer to a request."""

    agree: bool


@get("/api/openings")
async def list_openings(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> list[Opening]:
    """Every request for hidden cards, the latest first, for the regulator."""
    check_role(actor, WITNESSES, AskOpening.clause, "see who asks for hidden cards")
    found = service.house.state.openings.values()
    return sorted(found, key=lambda one: one.asked_at, reverse=True)


@post("/api/openings")
async def ask_opening(
    data: JSONBody[Asked], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Reply:
    """Ask for the hidden cards of a round that is over."""
    check_role(actor, AskOpening.roles, AskOpening.clause, AskOpening.what)
    kept = await _round(service, actor, data.table, data.line)
    _check_visitors(service, kept)
    says = AskOpening(
        table=data.table, line=data.line, round=kept.round, reason=data.reason.strip()
    )
    return await service.house.ask(Order(service.clock(), actor, says))


def _check_visitors(service: Service, kept: Kept) -> None:
    """Keep visitors' cards hidden in a demonstration room: one visitor can stand at two desks."""
    if service.is_demonstration and not all(map(is_bot, kept.seating)):
        why = "a demonstration room opens only rounds between bots: visitors' cards stay hidden"
        raise Refused(AskOpening.clause, why)


async def _round(service: Service, actor: Actor, table: str, line: int) -> Kept:
    """The round that is over and begins at this line of a table's log."""
    service.shown(table, actor.name)
    rounds = (await service.hand_index.find(Wanted(table=table, line=line))).rounds if line else []
    if not rounds:
        raise NotFoundException("no finished round begins at this line")
    return rounds[0]


@post("/api/openings/{table:str}/{line:int}")
async def answer_opening(
    table: FromPath[str],
    line: FromPath[int],
    data: JSONBody[Answer],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Reply:
    """Agree to open a round, or refuse."""
    check_role(actor, AnswerOpening.roles, AnswerOpening.clause, AnswerOpening.what)
    if service.is_demonstration and data.agree:
        _check_visitors(service, await _round(service, actor, table, line))
    says = AnswerOpening(table=table, line=line, agree=data.agree)
    return await service.house.ask(Order(service.clock(), actor, says))


ROUTES = (list_openings, ask_opening, answer_opening)
