"""A room whose record is not what it should be is open to its staff alone, and read-only."""

from typing import Any

from litestar.connection import ASGIConnection
from litestar.exceptions import PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from croupier.server.auth.authentication import token_of
from croupier.server.service import Service
from croupier.server.store.lease import RoomLost

OPEN = ("/api/session", "/api/room", "/api/checkpoints")  # to sign in, and for a witness


async def staff_only(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse players and spectators while the room is read-only."""
    service: Service = connection.app.state.service
    path = connection.scope["path"]
    if not service.store.faults or not path.startswith("/api/") or path in OPEN:
        return
    if service.store.lost:
        raise RoomLost
    token = token_of(connection)
    session = await service.accounts.session(token, service.clock()) if token else None
    if session is None or session.actor.role == "player":
        raise PermissionDeniedException("the room is closed: its record is being looked into")
