"""Orders that say what the room is: its kind, name, hours, and who can have an account.

A room is set up once, by its first supervisor. Its kind never changes afterward; who can make an
account, and who needs a second factor, can.
"""

from datetime import time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.facts import HouseSetUp, PolicyChanged, RetentionPosted
from croupier.room.house.people import SHIFT
from croupier.room.house.state import House, HouseDeciders, Registration, RoomKind, SecondFactor
from croupier.room.logbook import Command, Order, given_by

LONGEST = 60  # characters of a room's name
LEAST_FILES = 30  # days for which a file is kept, if not forever
MOST_DAYS = 36_500


@given_by(SHIFT, "A-96", "set the room up")
class SetUpHouse(Command, frozen=True, kw_only=True):
    """Say what the room is, once."""

    kind: RoomKind
    name: str
    zone: str = "UTC"
    day_starts: time = time(6, 0)
    registration: Registration = "staff"
    second_factor: SecondFactor = "off"


@given_by(SHIFT, "A-96", "change who can have an account")
class ChangePolicy(Command, frozen=True, kw_only=True):
    """Say who can make an account from now on, and who needs a second factor to sign in."""

    registration: Registration
    second_factor: SecondFactor


@given_by(SHIFT, "A-96", "post how long records are kept")
class PostRetention(Command, frozen=True, kw_only=True):
    """Say how many closed days stay in the database, and after how many a file is retired.

    With 0 for `files` no file is ever retired.
    """

    days: int = 7
    files: int = 0


def _set_up(house: House, order: Order[SetUpHouse]) -> list[Event]:
    says = order.says
    if house.is_set_up:
        raise Refused("FIELD kind", "this room is already set up")
    check_room(says.name, says.zone, says.day_starts)
    return [
        HouseSetUp(
            clause=says.clause,
            kind=says.kind,
            name=says.name.strip(),
            zone=says.zone,
            day_starts=says.day_starts,
            registration=says.registration,
            second_factor=says.second_factor,
        )
    ]


def check_room(name: str, zone: str, day_starts: time) -> None:
    """Refuse a room without a name, in no known time zone, or whose day begins at no full minute.

    >>> check_room("The Back Room", "Mars/Olympus", time(6))
    Traceback (most recent call last):
        ...
    croupier.refused.Refused: 'Mars/Olympus' is not a time zone: write one like America/New_York ...
    """
    if not name.strip() or len(name.strip()) > LONGEST or not name.strip().isprintable():
        raise Refused(
            "FIELD name", f"a room's name must have 1 to {LONGEST} characters in one line"
        )
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        why = f"{zone[:40]!r} is not a time zone: write one like America/New_York or UTC"
        raise Refused("FIELD zone", why) from None
    if day_starts.tzinfo is not None or day_starts.second or day_starts.microsecond:
        raise Refused("FIELD day_starts", "write the hour at which a day begins like 06:00")


def _change(house: House, order: Order[ChangePolicy]) -> list[Event]:
    says = order.says
    if (says.registration, says.second_factor) == (house.registration, house.second_factor):
        raise Refused("FIELD registration", "this policy is already in force")
    return [
        PolicyChanged(
            clause=says.clause, registration=says.registration, second_factor=says.second_factor
        )
    ]


def _retain(house: House, order: Order[PostRetention]) -> list[Event]:
    says = order.says
    if not 0 <= says.days <= MOST_DAYS:
        raise Refused("FIELD days", f"write how many closed days stay: 0 to {MOST_DAYS:,}")
    if says.files and not max(LEAST_FILES, says.days) <= says.files <= MOST_DAYS:
        least = max(LEAST_FILES, says.days)
        why = f"files must be kept forever (0), or for {least:,} to {MOST_DAYS:,} days"
        raise Refused("FIELD files", why)
    if (says.days, says.files) == (house.retention.days, house.retention.files):
        raise Refused("FIELD days", "these retention times are already posted")
    return [RetentionPosted(clause=says.clause, days=says.days, files=says.files)]


DECIDE: HouseDeciders = {SetUpHouse: _set_up, ChangePolicy: _change, PostRetention: _retain}
