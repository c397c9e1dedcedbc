"""What a PHH file tells beside the actions: its optional fields, read and written.

PHH has fields for a venue, a table, players, seats, the date and the currency. What it has none
for (the tournament, the viewer, the rake) travels in a field of ours, `_about`.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.histories.about import SIGNS, SYMBOLS, About, Tournament, to_utc
from croupier.refused import Refused, brief

TEXT_MOST = 200


class Further(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The content of `_about`."""

    decimals: int | None = None
    viewer: int = 0
    tournament: Tournament | None = None
    rake: int | None = None
    jackpot: int = 0
    added: int = 0
    side: dict[int, int] = {}
    number: str = ""  # where it is no whole number


def about_of(entries: Mapping[str, Any], seats: tuple[int, ...], decimals: int) -> About:
    """Read the optional fields of a hand; those of another kind than PHH says are left aside."""
    further = _further(entries.get("_about"))
    number = entries.get("hand")
    code = _text(entries, "currency")
    players = entries.get("players")
    if not isinstance(players, list) or len(players) != len(seats):
        players = []
    return About(
        site=_text(entries, "venue"),
        number=further.number or ("" if number is None else str(number)[:TEXT_MOST]),
        table="" if entries.get("table") is None else str(entries["table"])[:TEXT_MOST],
        size=_whole(entries.get("seat_count")),
        at=_at(entries),
        currency=code or SYMBOLS.get(_text(entries, "currency_symbol"), ""),
        decimals=decimals if further.decimals is None else further.decimals,
        people={
            seat: name
            for seat, name in zip(seats, players, strict=False)
            if isinstance(name, str) and name
        },
        viewer=further.viewer,
        tournament=further.tournament,
        session=_text(entries, "event"),
        rake=further.rake,
        jackpot=further.jackpot,
        added=further.added,
        side=further.side,
    )


def _text(entries: Mapping[str, Any], key: str) -> str:
    value = entries.get(key)
    return value[:TEXT_MOST] if isinstance(value, str) else ""


def _whole(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 100 else 0


def _at(entries: Mapping[str, Any]) -> datetime | None:
    day = [entries.get(key) for key in ("year", "month", "day")]
    clock = entries.get("time")
    if not all(type(part) is int for part in day) or not isinstance(clock, time):
        return None
    zone = _text(entries, "time_zone_abbreviation") or _text(entries, "time_zone")
    try:
        return to_utc(datetime.combine(date(*day), clock), zone)  # type: ignore[arg-type]  # checked above
    except (ValueError, OverflowError):
        return None


def _further(text: Any) -> Further:
    if text is None:
        return Further()
    try:
        return msgspec.json.decode(text if isinstance(text, str) else b"", type=Further)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Refused(
            "FIELD _about", f"this field was not written by croupier: {brief(fault)}"
        ) from None


def fields_of(about: About, order: tuple[int, ...]) -> dict[str, Any]:
    """The optional fields of PHH for a hand, the plain ones first."""
    fields: dict[str, Any] = {
        "event": about.session,
        "venue": about.site,
        "hand": int(about.number) if _is_number(about.number) else "",
        "table": about.table,
        "seat_count": about.size,
        "currency": about.currency,
        "currency_symbol": SIGNS.get(about.currency, ""),
    }
    if about.people:
        fields["players"] = [about.people.get(seat, "") for seat in order]
    if about.at is not None:
        at = about.at.astimezone(UTC) if about.at.tzinfo else about.at
        fields |= {"time": at.time(), "day": at.day, "month": at.month, "year": at.year}
        fields |= {"time_zone_abbreviation": "UTC"} if about.at.tzinfo else {}
    further = Further(
        decimals=about.decimals,
        viewer=about.viewer,
        tournament=about.tournament,
        rake=about.rake,
        jackpot=about.jackpot,
        added=about.added,
        side=about.side,
        number="" if _is_number(about.number) and about.number != "0" else about.number,
    )
    if replace(further, decimals=None) != Further() or about.decimals != 2:
        fields["_about"] = msgspec.json.encode(further).decode()
    return {key: value for key, value in fields.items() if value not in ("", 0)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19 and str(int(text)) == text
