"""What every request passes before a route sees it: how many an address sends, and of what type."""

from collections.abc import Callable
from functools import lru_cache
from math import ceil
from urllib.parse import urlsplit

from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.exceptions import ClientException, NotFoundException, TooManyRequestsException
from litestar.types import ASGIApp, Receive, Scope, Send

from croupier.server.guard.rates import Rate, address_of

LONGEST = 255  # bytes of one part of an address, as of a file's name
SAFE = ("GET", "HEAD", "OPTIONS")


class UnsupportedMediaType(ClientException):
    """A body that is not JSON: what a form of another site could send."""

    status_code = 415


def gate(requests: int) -> Callable[[ASGIApp], ASGIApp]:
    """Middleware that limits the requests a second of each address, and JSON bodies only."""
    rate = Rate(requests, 1.0)

    def around(app: ASGIApp) -> ASGIApp:
        async def pass_through(scope: Scope, receive: Receive, send: Send) -> None:
            _check_path(scope["path"])
            if not is_host(Headers.from_scope(scope).get("host", "")):
                raise ClientException("the header Host must be that of an address")
            if not scope["path"].startswith("/static/"):
                client = scope["client"]
                wait = rate.take((address_of(client[0]) if client else "",))
                if wait:
                    raise TooManyRequestsException(
                        "too many requests at once", headers={"retry-after": str(ceil(wait))}
                    )
            if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE:
                _check_type(Headers.from_scope(scope))
            await app(scope, receive, send)

        return pass_through

    return around


def _check_path(path: str) -> None:
    """Refuse an address that no page, route or file has."""
    if "\0" in path or any(len(part.encode()) > LONGEST for part in path.split("/")):
        raise NotFoundException("there is nothing at this address")


@lru_cache(maxsize=1000)
def is_host(text: str) -> bool:
    """Whether a host, perhaps with a port, can stand in an address.

    >>> [is_host(text) for text in ("room.example:8000", "[::1]:80", "", "a:b", "[", "a@b", "a/b")]
    [True, True, True, False, False, False, False]
    """
    try:
        parts = urlsplit(f"//{text}")
        port = parts.port or 0  # or it raises
    except ValueError:
        return False
    return parts.netloc == text and port >= 0 and "@" not in text


def _check_type(headers: Headers) -> None:
    has_body = "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if has_body and kind != "application/json":
        raise UnsupportedMediaType("send the body as application/json")
