"""The room's pages: plain files of this package, under an address that changes when they do."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.handlers import HTTPRouteHandler
from litestar.static_files import create_static_files_router

from croupier.server.guard.protection import FRAMED

STATIC = Path(__file__).parents[1] / "static"
YEAR = 365 * 24 * 3600


@cache
def version() -> str:
    """The hash of the files: browsers cache them forever, and reload when it changes."""
    digest = sha256()
    for path in sorted(path for path in STATIC.rglob("*") if path.is_file()):
        name = path.relative_to(STATIC).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def page(name: str, **headers: str) -> Response[str]:
    """A page of the room as it is sent: with the address of the files it is made of."""
    words = (STATIC / f"{name}.html").read_text(encoding="utf-8")
    return Response(
        words.replace("{static}", f"/static/{version()}"),
        media_type=MediaType.HTML,
        headers={"cache-control": "no-cache", **headers},
    )


@get("/", include_in_schema=False)
async def lobby() -> Response[str]:
    """Games, tables and free seats."""
    return page("lobby/lobby")


@get("/table/{name:str}", include_in_schema=False)
async def table() -> Response[str]:
    """One table, also as a part of the page with several."""
    return page("table/table", **FRAMED)


@get("/tables", include_in_schema=False)
async def tables() -> Response[str]:
    """Several tables at once."""
    return page("table/tables")


@get(
    ["/rounds", "/rounds/{name:str}/{number:int}", "/shared/{name:str}/{line:int}/{code:str}"],
    include_in_schema=False,
)
async def replayer() -> Response[str]:
    """Rounds that were played, step by step."""
    return page("table/replayer")


@get(["/rules", "/rules/{game:str}"], include_in_schema=False)
async def rules() -> Response[str]:
    """How a game is dealt, clause by clause."""
    return page("lobby/rules")


@get("/game/{code:str}", include_in_schema=False)
async def game() -> Response[str]:
    """The page of a private game: its door, and its host's panel."""
    return page("lobby/game")


@get("/shell-worker.js", include_in_schema=False)
async def shell_worker() -> Response[str]:
    """What keeps the pages, and nothing of a table, for an installed app."""
    words = (STATIC / "shared" / "shell-worker.js").read_text(encoding="utf-8")
    return Response(
        words.replace("{static}", f"/static/{version()}"),
        media_type="text/javascript",
        headers={"cache-control": "no-cache"},
    )


@get("/board", include_in_schema=False)
async def board() -> Response[str]:
    """The screen on the wall."""
    return page("lobby/board")


@get("/floor", include_in_schema=False)
async def floor() -> Response[str]:
    """The staff's desk."""
    return page("desks/floor")


@get("/assist/{name:str}", include_in_schema=False)
async def assist() -> Response[str]:
    """The page of a human dealer, at a table with real cards."""
    return page("desks/assist")


@get("/books", include_in_schema=False)
async def books() -> Response[str]:
    """The desk of accounting: reports, and where every chip is."""
    return page("desks/books")


@get("/regulator", include_in_schema=False)
async def regulator() -> Response[str]:
    """The desk of the regulator: rounds, the record, hidden cards."""
    return page("desks/regulator")


@get("/people", include_in_schema=False)
async def people() -> Response[str]:
    """The desk for accounts and roles."""
    return page("desks/people")


@get("/account", include_in_schema=False)
async def account() -> Response[str]:
    """The page to sign in, make an account, choose a password, and see sessions."""
    return page("lobby/account")


@get("/cage", include_in_schema=False)
async def cage() -> Response[str]:
    """The cage's desk."""
    return page("desks/cage")


@get("/odds", include_in_schema=False)
async def odds() -> Response[str]:
    """The workbench for chances."""
    return page("odds/odds")


def files() -> Router:
    """What the pages are made of."""
    return create_static_files_router(
        path=f"/static/{version()}",
        directories=[STATIC],
        cache_control=CacheControlHeader(max_age=YEAR, public=True, immutable=True),
        include_in_schema=False,
    )


def pages() -> list[HTTPRouteHandler | Router]:
    """Every page, and the files they are made of."""
    rooms = [lobby, account, table, tables, replayer, rules, odds, game, board, shell_worker]
    return [*rooms, floor, assist, cage, books, regulator, people, files()]
