"""Unexpected faults: each is logged under a number, and the client gets that number."""

import secrets
from http import HTTPStatus
from typing import Any

from litestar import Request, Response
from msgspec import Struct

from croupier.server.monitoring.server_log import LOG

GONE = "client disconnected prematurely"  # the framework's words: no fault of ours


class Broken(Struct):
    """Something broke here: the operator finds it in the log by its number."""

    status_code: int
    detail: str
    fault: str


def log_fault(what: str, fault: BaseException, **fields: Any) -> str:
    """Log an unexpected fault; return the number under which to find it."""
    number = secrets.token_hex(4)
    LOG.error("%s broke", what, exc_info=fault, extra={"fields": {"number": number, **fields}})
    return number


def broken(request: Request[Any, Any, Any], fault: Exception) -> Response[Broken]:
    """Answer a request that broke the server, without a word of what was in it."""
    if getattr(fault, "detail", "") == GONE:
        status = HTTPStatus.BAD_REQUEST
        return Response(Broken(status, GONE, ""), status_code=status)
    number = log_fault("a request", fault, method=request.method, path=request.scope["path"][:200])
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    words = f"an unexpected error occurred: tell the staff its number, {number}"
    return Response(Broken(status, words, number), status_code=status)
