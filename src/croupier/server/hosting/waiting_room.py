"""The waiting room of a private game: people at the door, until the host has answered.

Nothing of it is stored. What a browser gets when it knocks is signed, and says who knocked for
what: after a restart the browsers that still wait bring it back, and stand at the door again.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from croupier.chips import Chips
from croupier.refused import Refused
from croupier.server.store.keys import Keys

LASTS = timedelta(hours=6)
MOST = 40  # people at the door of one game
Answer = Literal["", "in", "no"]


class Knock(Struct, frozen=True, array_like=True):
    """Who asks to come in where, and with which chips; `nonce` tells two knocks apart."""

    table: str
    person: str
    chips: Chips
    since: datetime
    by_name: bool  # without a password
    nonce: str


class AtDoor(Struct):
    """A person who waits for an answer."""

    knock: Knock
    returns: bool  # a guest of this game who has lost the browser
    answer: Answer = ""

    @property
    def person(self) -> str:
        """Who waits."""
        return self.knock.person


_claims = msgspec.json.Decoder(Knock)


class WaitingRoom:
    """People at the doors of the private games."""

    def __init__(self, keys: Keys) -> None:
        """Begin with nobody at any door."""
        self._keys = keys
        self._doors: dict[str, dict[str, AtDoor]] = {}

    def at(self, table: str, now: datetime) -> list[AtDoor]:
        """The people who wait for an answer."""
        return [one for one in self._fresh(table, now).values() if not one.answer]

    def _fresh(self, table: str, now: datetime) -> dict[str, AtDoor]:
        kept = self._doors.get(table, {}).items()
        self._doors[table] = {name: one for name, one in kept if now < one.knock.since + LASTS}
        return self._doors[table]

    def ask(self, knock: Knock, now: datetime, *, returns: bool) -> str:
        """Stand at the door; the claim that this returns proves later who stood there."""
        knock = replace(knock, nonce=secrets.token_urlsafe(12))
        self._stand(knock, now, returns=returns)
        said = msgspec.json.encode(knock)
        return f"{_text(said)}.{_text(self._mac(knock))}"

    def _stand(self, knock: Knock, now: datetime, *, returns: bool) -> AtDoor:
        door = self._fresh(knock.table, now)
        if len(door) >= MOST and knock.person not in door:
            raise Refused("FIELD name", "too many people wait for this game: come back later")
        door[knock.person] = AtDoor(knock, returns)
        return door[knock.person]

    def _mac(self, knock: Knock) -> bytes:
        return self._keys.mac(b"door", *astuple(knock))

    def answer(self, table: str, person: str, answer: Answer, now: datetime) -> AtDoor:
        """Let a person in, or do not."""
        found = self._fresh(table, now).get(person)
        if found is None or found.answer:
            raise Refused("FIELD person", f"{person[:40]} is not waiting for an answer")
        found.answer = answer
        return found

    def look(self, table: str, claim: str, now: datetime, guests: frozenset[str]) -> AtDoor:
        """The person who has this claim; one whom a restart has forgotten stands here again."""
        knock = self._read(claim)
        if knock is None or knock.table != table or now >= knock.since + LASTS:
            raise Refused("FIELD claim", "this request is not known: ask again")
        found = self._fresh(table, now).get(knock.person)
        if found is None:
            return self._stand(knock, now, returns=knock.person in guests)
        if found.knock.nonce != knock.nonce:
            raise Refused("FIELD claim", f"{knock.person} has asked again from another page")
        return found

    def _read(self, claim: str) -> Knock | None:
        said, _, mac = claim.partition(".")
        try:
            knock = _claims.decode(_bytes(said))
            known = compare_digest(self._mac(knock), _bytes(mac))
        except (msgspec.MsgspecError, ValueError):
            return None
        return knock if known else None

    def leave(self, table: str, person: str) -> None:
        """The person has come in, or gone."""
        self._doors.get(table, {}).pop(person, None)


def _text(said: bytes) -> str:
    return urlsafe_b64encode(said).decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text.encode())
