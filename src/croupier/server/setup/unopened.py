"""A room that is not set up yet: what is wanted of it, and the token of the page that asks."""

import asyncio
import secrets
from datetime import time
from hmac import compare_digest
from typing import Annotated

from msgspec import Meta, Struct

from croupier.refused import Refused
from croupier.room.house.state import Registration, RoomKind, SecondFactor
from croupier.server.auth.passwords import LONGEST


class RoomWanted(Struct, kw_only=True, forbid_unknown_fields=True):
    """What the room will be, and its first supervisor: from the page, or from a file."""

    kind: RoomKind
    name: str
    zone: str = "UTC"
    day_starts: time = time(6, 0)
    registration: Registration | None = None  # none: what is usual in such a room
    second_factor: SecondFactor = "off"
    person: str
    password: Annotated[str, Meta(max_length=LONGEST)]


class FirstRun:
    """A room that waits to be set up."""

    def __init__(self, wanted: RoomWanted | None = None) -> None:
        """Draw the token, for a page; or know already what a file wants."""
        self.token = secrets.token_urlsafe(32)
        self.wanted = wanted
        self.lock = asyncio.Lock()

    def check(self, token: str) -> None:
        """Refuse a token that is not the one that was printed."""
        if not compare_digest(token.encode(), self.token.encode()):
            why = (
                "this room is not set up yet: "
                "open the address that the server printed, which ends in /setup?token=..."
            )
            raise Refused("FIELD token", why)
