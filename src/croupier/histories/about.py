"""Where, when, by whom and for what money a hand was played: all that its actions do not tell."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.refused import Refused, brief

HEAD = "HandDescribed"  # the type of the line in our log that holds all this
CENTS = 2

SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY", "₽": "RUB", "฿": "THB"}
SIGNS = {code: symbol for symbol, code in SYMBOLS.items()}


class Tournament(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The tournament a hand belongs to, in the words of its site."""

    number: str = ""
    name: str = ""
    buy_in: str = ""
    level: str = ""


class About(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a hand's actions do not tell. Amounts are in the units of the record."""

    site: str = ""
    number: str = ""
    table: str = ""
    size: int = 0  # seats at the table; 0: not known
    at: datetime | None = None  # in UTC where the zone is known, else as it was written
    currency: str = ""  # ISO 4217; "": chips, or not known
    decimals: int = CENTS  # of the source's amounts: 0 for whole chips
    people: Mapping[int, str] = {}
    viewer: int = 0  # the seat whose player got the file; 0: no player of this hand
    tournament: Tournament | None = None
    session: str = ""  # of a mixed game, or the event
    won: dict[int, int] = {}  # what each seat collected, as the source tells it
    rake: int | None = None
    jackpot: int = 0
    added: int = 0  # chips the house put into the pot: cash drops, splash pots
    side: dict[int, int] = {}  # insurance and cash-outs, settled outside the pot

    @property
    def scale(self) -> int:
        """How many of the record's units one unit of the source is.

        >>> About().scale, About(decimals=0).scale, About(decimals=5).scale
        (100, 100, 100000)
        """
        return int(10 ** max(CENTS, self.decimals))

    @property
    def unit(self) -> int:
        """The smallest amount of the source, in units of the record."""
        return int(self.scale // 10**self.decimals)


class _Head(Struct, frozen=True, tag_field="type", tag=HEAD, kw_only=True):
    """The line of our log that describes the hand below it."""

    clause: Literal["FIELD about"] = "FIELD about"
    about: About


_heads = msgspec.json.Decoder(_Head)


def write_about(about: About) -> str:
    """Describe a hand in one line of our log; nothing where nothing is known.

    >>> write_about(About(site="PokerStars"))
    '{"type":"HandDescribed","clause":"FIELD about","about":{"site":"PokerStars"}}'
    """
    if replace(about, decimals=CENTS) == About():
        return ""
    return msgspec.json.encode(_Head(about=about)).decode()


def is_about(line: str) -> bool:
    """Whether a line of a log describes the hand below it."""
    return f'"{HEAD}"' in line[:40]


def read_about(line: str) -> About:
    """Read the description of a hand from its line."""
    try:
        return _heads.decode(line).about
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Refused("FIELD about", f"not the description of a hand: {brief(fault)}") from None


# --- time ------------------------------------------------------------------------------------

_OFFSETS = {"UTC": 0, "GMT": 0, "WET": 0, "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3}
_OFFSETS |= {
    "MSK": 3,
    "MEZ": 1,
    "MESZ": 2,
    "JST": 9,
    "CCT": 8,
    "HKT": 8,
    "EST": -5,
    "EDT": -4,
    "PST": -8,
    "PDT": -7,
}
_PLACES = {"ET": "America/New_York", "PT": "America/Los_Angeles", "CT": "America/Chicago"}


@cache
def _zone(name: str) -> timezone | ZoneInfo | None:
    if name in _OFFSETS:
        return timezone(timedelta(hours=_OFFSETS[name]))
    place = _PLACES.get(name, name if "/" in name else "")
    try:
        return ZoneInfo(place) if place else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def to_utc(at: datetime, zone: str) -> datetime:
    """The local time of a hand as UTC; as it is, where the zone is unknown.

    >>> to_utc(datetime(2014, 1, 6, 8, 1), "ET").isoformat()
    '2014-01-06T13:01:00+00:00'
    """
    known = _zone(zone.strip())
    return at.replace(tzinfo=known).astimezone(UTC) if known else at
