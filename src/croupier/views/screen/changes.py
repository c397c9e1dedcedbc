"""What is new on a screen: a frame carries this, and not the screen.

A client that applies the changes in the order they come has the server's screen, and needs no rule.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from croupier.views.screen.table_view import SeatSeen, TableSeen

_FIELDS = TableSeen.__struct_fields__
_OF_A_SEAT = SeatSeen.__struct_fields__


class Changes(Struct, frozen=True, omit_defaults=True):
    """Fields of a screen that have another value now, and those of single seats."""

    fields: dict[str, Any] = {}
    seats: dict[int, dict[str, Any]] = {}


NOTHING = Changes()


def changes_between(before: TableSeen, after: TableSeen) -> Changes:
    """What turns one screen into another; all seats, when a player came or left."""
    fields = _new(_FIELDS, before, after)
    if "seats" not in fields:
        return Changes(fields)
    del fields["seats"]
    if [seen.seat for seen in before.seats] != [seen.seat for seen in after.seats]:
        return Changes(fields | {"seats": after.seats})
    seats = {
        new.seat: _new(_OF_A_SEAT, old, new)
        for old, new in zip(before.seats, after.seats, strict=True)
        if old != new
    }
    return Changes(fields, seats)


def own_since(was: Changes, now: Changes, common: Changes, public: TableSeen) -> Changes:
    """What is new for one player, who saw what `was` and is to see what is `now` their own.

    Both are changes of the public screen, which the common ones have turned into this one.
    """
    fields = _resent(was.fields, now.fields, common.fields, public)
    anew = "seats" in common.fields  # of the public screen, for everybody
    places = now.seats.keys() if anew else was.seats.keys() | now.seats.keys()
    seats: dict[int, dict[str, Any]] = {}
    if places:
        for seen in public.seats:
            if (seat := seen.seat) in places:
                had = {} if anew else was.seats.get(seat, {})
                sent = common.seats.get(seat, {})
                if new := _resent(had, now.seats.get(seat, {}), sent, seen):
                    seats[seat] = new
    return Changes(fields, seats) if fields or seats else NOTHING


def _resent(
    was: dict[str, Any], now: dict[str, Any], sent: dict[str, Any], public: Struct
) -> dict[str, Any]:
    """The values that a player must be sent, where what all viewers were sent differs from them."""
    new = {}
    for name in was.keys() | now.keys():
        common = getattr(public, name)  # what was not sent is as before
        sees = common if name in sent else was.get(name, common)
        wanted = now.get(name, common)
        if sees is not wanted and sees != wanted:
            new[name] = wanted
    return new


def new_fields(before: SeatSeen, after: SeatSeen) -> dict[str, Any]:
    """The fields of a place that have another value."""
    return _new(_OF_A_SEAT, before, after)


def _new(names: tuple[str, ...], before: Struct, after: Struct) -> dict[str, Any]:
    """The fields that have another value; most are the very same object."""
    values = zip(names, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in values if old is not new and old != new}


def applied(seen: TableSeen, changes: Changes) -> TableSeen:
    """A screen with its changes."""
    seats = changes.fields.get("seats", seen.seats)
    if changes.seats:
        new = changes.seats
        seats = tuple(
            replace(place, **new[place.seat]) if place.seat in new else place for place in seats
        )
    return replace(seen, **(changes.fields | {"seats": seats}))


def apply_changes(screen: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A screen with its changes, both as JSON has them: what a client does with a frame.

    >>> seen = {"number": 7, "seats": [{"seat": 3, "chips": 500}]}
    >>> apply_changes(seen, {"fields": {"number": 8}, "seats": {"3": {"chips": 400}}})
    {'number': 8, 'seats': [{'seat': 3, 'chips': 400}]}
    """
    found: dict[str, Any] = screen | changes.get("fields", {})
    of_seats = changes.get("seats", {})
    found["seats"] = [seat | of_seats.get(str(seat["seat"]), {}) for seat in found["seats"]]
    return found
