"""The workbench alone: its page, its questions, and nothing of a room."""

from http import HTTPStatus

from litestar import Litestar, get
from litestar.response import Redirect

from croupier.refused import Refused
from croupier.server.app import harden, refused
from croupier.server.desks.pages import files, odds
from croupier.server.desks.workbench import ROUTES
from croupier.server.guard.gate import gate

REQUESTS = 50  # a second: a slider that is dragged asks often


@get("/", include_in_schema=False, status_code=HTTPStatus.TEMPORARY_REDIRECT)
async def start() -> Redirect:
    """There is one page here."""
    return Redirect("/odds", status_code=307)


def create_workbench() -> Litestar:
    """The application of `croupier odds`."""
    return Litestar(
        route_handlers=[start, odds, files(), *ROUTES],
        exception_handlers={Refused: refused},
        before_send=[harden],
        logging_config=None,
        openapi_config=None,
        request_max_body_size=64 * 1024,
        middleware=[gate(REQUESTS)],
    )
