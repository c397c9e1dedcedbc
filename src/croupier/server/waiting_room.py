"""The waiting room of a private game: people at the door, until the host has answered."""

import secrets
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Literal

from msgspec import Struct

from croupier.chips import Chips
from croupier.refused import Refused

LASTS = timedelta(hours=6)
MOST = 40  # people at the door of one game
Answer = Literal["", "in", "no"]


class AtDoor(Struct):
    """A person who asks to come in."""

    person: str
    chips: Chips
    claim: str  # what only this browser knows
    since: datetime
    returns: bool  # a guest of this game who has lost the browser
    by_name: bool  # without a password
    answer: Answer = ""


class WaitingRoom:
    """People at the doors of the private games; who waits through a restart asks again."""

    def __init__(self) -> None:
        """Begin with nobody at any door."""
        self._doors: dict[str, dict[str, AtDoor]] = {}

    def at(self, table: str, now: datetime) -> list[AtDoor]:
        """The people who wait for an answer."""
        return [one for one in self._fresh(table, now).values() if not one.answer]

    def _fresh(self, table: str, now: datetime) -> dict[str, AtDoor]:
        kept = self._doors.get(table, {}).items()
        self._doors[table] = {name: one for name, one in kept if now < one.since + LASTS}
        return self._doors[table]

    def ask(
        self, table: str, person: str, chips: Chips, now: datetime, *, returns: bool, by_name: bool
    ) -> str:
        """Stand at the door; what this returns proves later who stood there."""
        door = self._fresh(table, now)
        if len(door) >= MOST and person not in door:
            raise Refused("FIELD name", "too many people wait for this game: come back later")
        claim = secrets.token_urlsafe(24)
        door[person] = AtDoor(person, chips, claim, now, returns, by_name)
        return claim

    def answer(self, table: str, person: str, answer: Answer, now: datetime) -> AtDoor:
        """Let a person in, or do not."""
        found = self._fresh(table, now).get(person)
        if found is None or found.answer:
            raise Refused("FIELD person", f"{person[:40]} does not wait for an answer")
        found.answer = answer
        return found

    def look(self, table: str, claim: str, now: datetime) -> AtDoor:
        """The person who has this claim."""
        for one in self._fresh(table, now).values():
            if compare_digest(one.claim.encode(), claim.encode()):
                return one
        raise Refused("FIELD claim", "the game knows nothing of this request: ask again")

    def leave(self, table: str, person: str) -> None:
        """The person has come in, or gone."""
        self._doors.get(table, {}).pop(person, None)
