"""The application: every route, and what holds for all of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler, ExceptionHandlersMap, Message, Scope
from msgspec import Struct
from sqlalchemy.exc import DataError

from croupier.refused import Refused
from croupier.room.house.people import NotYours
from croupier.server.auth import authentication
from croupier.server.auth.passwords import Busy
from croupier.server.cluster import operations
from croupier.server.cluster.shared_room import SharedRoom
from croupier.server.config import Config
from croupier.server.demonstration import practice
from croupier.server.demonstration.demo import bots_of
from croupier.server.desks import (
    assistant,
    books,
    cage_desk,
    floor_desk,
    hands,
    hidden_cards,
    my_figures,
    my_rounds,
    people_desk,
    regulator,
    second_factor,
    seldom_orders,
    sign_desk,
    table_orders,
    wall_board,
    workbench,
)
from croupier.server.desks.link_codes import draw_code
from croupier.server.desks.pages import pages
from croupier.server.desks.reading import (
    list_rounds,
    read_clause,
    read_ranks,
    read_round,
    read_rules,
    read_sign,
)
from croupier.server.guard.faults import broken
from croupier.server.guard.gate import gate
from croupier.server.guard.protection import HEADERS, OVER_TLS
from croupier.server.guard.staff_only import staff_only
from croupier.server.guard.unread import unread
from croupier.server.hosting import private_door, private_games, private_ledger
from croupier.server.monitoring import metrics
from croupier.server.service import Service
from croupier.server.setup import first_run
from croupier.server.setup.first_run import not_before_set_up, set_up_room
from croupier.server.setup.unopened import FirstRun
from croupier.server.store.database import Store, make_engine
from croupier.server.store.head_file import HeadFile
from croupier.server.store.keys import load_keys
from croupier.server.store.lease import RoomLost, this_server
from croupier.server.store.migrate import migrate
from croupier.server.tables import waiting_lists
from croupier.server.tables.advice import advise
from croupier.server.tables.round_proof import prove_round
from croupier.server.tables.socket import follow


class Refusal(Struct):
    """Why a request was refused: a clause, a reading, a key of the sign or a field."""

    clause: str
    why: str


def refused(request: Request[Any, Any, Any], fault: Refused) -> Response[Refusal]:
    """Answer a refusal in one sentence, with the clause or field it rests on."""
    service: Service | None = getattr(request.app.state, "service", None)
    if service is not None and service.is_lost:  # another server might allow it
        return moved(request, RoomLost())
    theirs = isinstance(fault, NotYours)
    status = HTTPStatus.FORBIDDEN if theirs else HTTPStatus.UNPROCESSABLE_ENTITY
    return Response(Refusal(fault.clause, fault.why), status_code=status)


def moved(_: Any, fault: RoomLost) -> Response[Refusal]:
    """Ask a client to come back: only the server that has the room can answer."""
    return Response(
        Refusal("FIELD server", str(fault)),
        status_code=HTTPStatus.SERVICE_UNAVAILABLE,
        headers={"retry-after": "2", "connection": "close", "x-croupier-moved": "1"},
    )


def busy(_: Any, fault: Busy) -> Response[Refusal]:
    """Answer a request that comes when too many passwords wait: come back later."""
    return Response(
        Refusal("FIELD password", str(fault)),
        status_code=HTTPStatus.SERVICE_UNAVAILABLE,
        headers={"retry-after": "2"},
    )


def too_deep(_: Any, __: RecursionError) -> Response[Refusal]:
    """Answer a request whose body has thousands of brackets."""
    return Response(
        Refusal("FIELD body", "it is nested too deeply"), status_code=HTTPStatus.BAD_REQUEST
    )


def not_text(_: Any, __: UnicodeDecodeError) -> Response[Refusal]:
    """Answer a request whose body is not UTF-8."""
    return Response(Refusal("FIELD body", "it is not UTF-8"), status_code=HTTPStatus.BAD_REQUEST)


def not_read(_: Any, fault: ValidationException) -> Response[Refusal]:
    """Answer a request with a field that no route can read, at that field."""
    wrong = unread(fault)
    return Response(Refusal(wrong.clause, wrong.why), status_code=HTTPStatus.BAD_REQUEST)


def not_kept(_: Any, __: DataError) -> Response[Refusal]:
    """Answer a request with a text that no database keeps: PostgreSQL knows no zero character."""
    why = "it contains a character or a number that cannot be stored"
    return Response(Refusal("FIELD body", why), status_code=HTTPStatus.BAD_REQUEST)


async def harden(message: Message, scope: Scope) -> None:
    """Give every reply, refusals and failures too, the same protection."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in (HEADERS | OVER_TLS if scope["scheme"] == "https" else HEADERS).items():
            headers.setdefault(name, value)


# The description alone: a page that shows it would load scripts from elsewhere.
_SCHEMA = OpenAPIConfig(
    title="croupier",
    version="1",
    path="/api/schema",
    render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
)


ROUTES: list[ControllerRouterHandler] = [
    *first_run.ROUTES,
    draw_code,
    *authentication.ROUTES,
    *people_desk.ROUTES,
    *second_factor.ROUTES,
    *cage_desk.ROUTES,
    *table_orders.ROUTES,
    *assistant.ROUTES,
    *sign_desk.ROUTES,
    *waiting_lists.ROUTES,
    *practice.ROUTES,
    *private_door.ROUTES,
    *private_games.ROUTES,
    *private_ledger.ROUTES,
    *wall_board.ROUTES,
    *floor_desk.ROUTES,
    read_clause,
    read_rules,
    read_ranks,
    read_sign,
    list_rounds,
    read_round,
    prove_round,
    advise,
    *books.ROUTES,
    *hands.ROUTES,
    *my_figures.ROUTES,
    *my_rounds.ROUTES,
    *hidden_cards.ROUTES,
    *regulator.ROUTES,
    *metrics.ROUTES,
    *seldom_orders.ROUTES,
    *operations.ROUTES,
    *workbench.ROUTES,
    follow,
]
PROVIDED = {
    "service": Provide(authentication.provide_service),
    "session": Provide(authentication.provide_session),
    "signed_in": Provide(authentication.provide_signed_in),
    "actor": Provide(authentication.provide_actor),
    "staff": Provide(floor_desk.provide_staff),
}
ANSWERS: ExceptionHandlersMap = {  # to what a route raises
    Refused: refused,
    RecursionError: too_deep,
    UnicodeDecodeError: not_text,
    DataError: not_kept,
    ValidationException: not_read,
    Busy: busy,
    RoomLost: moved,
    HTTPStatus.INTERNAL_SERVER_ERROR: broken,
}


def create_app(
    config: Config,
    *,
    service: Service | None = None,
    first: FirstRun | None = None,
    shared_at: str = "",
) -> Litestar:
    """The application of a room; its database is open as long as it runs.

    At its `first` run it waits to be set up. A process that shares the room with others is reached
    by them at `shared_at`.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        room = service
        if room is None:
            engine = make_engine(config.db)
            await migrate(engine)
            keys = load_keys(Path(config.keys))
            head_file = HeadFile.beside(keys, Path(config.keys))
            owner, shared = this_server(shared_at), bool(shared_at)
            store = Store(engine, keys, config.checkpoint, head_file, owner, shared=shared)
            room = Service(store, config)
            if shared:
                SharedRoom(room)
        room.first_run = first
        await room.start()
        app.state.service = room
        try:
            async with bots_of(room):
                if first is not None and first.wanted is not None:
                    await set_up_room(room, first.wanted)
                yield
        finally:
            await room.stop()

    return Litestar(
        route_handlers=[*pages(), *ROUTES],
        dependencies=PROVIDED,
        exception_handlers=ANSWERS,
        before_send=[harden],
        guards=[not_before_set_up, staff_only],
        lifespan=[lifespan],
        logging_config=None,  # the operator says where the log goes
        openapi_config=_SCHEMA,
        request_max_body_size=64 * 1024,
        # The description is long: a client that keeps asking for it would keep a processor busy.
        compression_config=CompressionConfig(backend="gzip", exclude=["^/api/schema"]),
        middleware=[gate(config.requests)],
    )
