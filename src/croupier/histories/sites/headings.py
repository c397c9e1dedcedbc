"""The first line of a hand: game, betting structure, stakes and date, in the words of any site."""

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from croupier.histories.about import SYMBOLS, to_utc
from croupier.histories.amounts import cents
from croupier.refused import Refused
from croupier.rules.sign import Structure

MONEY = r"[$€£₹¥₽฿]?\s?\d[\d.,\u00a0]*(?:[KM]\b)?\s?[€£$]?"
_STAKES = re.compile(rf"({MONEY})\s*/\s*({MONEY})")
_SYMBOL = re.compile(r"[$€£₹¥₽฿]")
_CODE = re.compile(
    r"\b(USD|EUR|GBP|CAD|INR|CNY|RUB|SEK|CHF|AUD|BRL|MXN|PLN|CZK|ARS|BGN|CLP|COP|DKK|GEL|HKD|HUF"
    r"|ISK|JPY|KRW|NOK|NZD|PEN|PHP|RON|RSD|SGD|THB|TRY|TWD|UAH|ZAR)\b"
)
_WHEN = re.compile(
    r"(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})[ T]+(?:- )?(\d{1,2}):(\d\d)(?::(\d\d))?\s*\(?"
    r"([A-Z]{2,4}\b)?"
)
_CLOCK_FIRST = re.compile(
    r"(\d{1,2}):(\d\d):(\d\d)\s*([A-Z]{2,4}\b)?[ -]+(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})"
)
_HI_LO = re.compile(r"hi[ /-]?lo|h/l|/8|8 or better|high[ -]?low|hl\b", re.IGNORECASE)


class Stakes(NamedTuple):
    """What a game is played for."""

    low: int
    high: int
    currency: str  # "": chips


def stakes_in(text: str) -> Stakes | None:
    """The first pair of amounts in a text, and their money.

    >>> stakes_in("($0.50/$1.00 USD)")
    Stakes(low=50, high=100, currency='USD')
    """
    found = _STAKES.search(text)
    if found is None:
        return None
    return Stakes(cents(found[1]), cents(found[2]), currency_in(text))


def currency_in(text: str) -> str:
    """The currency that a text names by its code or its symbol."""
    if code := _CODE.search(text):
        return code[0]
    symbol = _SYMBOL.search(text)
    return SYMBOLS[symbol[0]] if symbol else ""


def when(text: str) -> datetime | None:
    """The last date and time of a text, for sites write their own zone after the player's."""
    if dates := _WHEN.findall(text):
        *numbers, zone = dates[-1]
    elif dates := _CLOCK_FIRST.findall(text):
        hour, minute, second, zone, *date = dates[-1]
        numbers = [*date, hour, minute, second]
    else:
        return None
    year, month, day, hour, minute, second = (int(number or 0) for number in numbers)
    try:
        local = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001  # see `to_utc`
        return to_utc(local, zone)
    except (ValueError, OverflowError):
        return None


@lru_cache(1 << 10)
def structure_in(text: str) -> Structure:
    """The betting structure that a heading names; a bare *limit* is fixed."""
    low = text.lower()
    if re.search(r"no[ -]?limit|\bnl\b|\bnlh|\bnlo", low):
        return "no_limit"
    if re.search(r"pot[ -]?limit|\bpl\b|\bplo|\bplh|\bpl\d", low):
        return "pot_limit"
    return "limit" if re.search(r"limit|\bfl\b|\bfl[ho]", low) else "no_limit"


_GAMES: tuple[tuple[str, str], ...] = (
    (r"badeuc", "badeucey"),
    (r"badac", "badacey"),
    (r"badugi", "badugi"),
    (r"courchev?el", "courchevel"),
    (r"drawmaha", "drawmaha"),
    (r"crazy pineapple", "crazy-pineapple"),
    (r"pineapple", "pineapple"),
    (r"6\+|six plus|short[ -]?deck", "short-deck"),
    (r"\bbig o\b", "five-card-omaha-hilo-8"),
    (r"omaha|\bplo|\bnlo|\bflo(?!p)|\bomh", "omaha"),
    (r"2-7 razz|razz 2-7|deuce.*razz", "2-7-razz"),
    (r"razz", "razz"),
    (r"stud|7\s?card(?! draw)|7cs", "seven-card-stud"),
    (r"(a-5|ace to five|lowball a-5).*triple|triple.*(a-5|ace to five)", "triple-draw-a-5"),
    (r"(a-5|ace to five).*single|single.*(a-5|ace to five)", "five-card-draw-low"),
    (r"triple|lowball ?27", "triple-draw-2-7"),
    (r"single draw|2-7|deuce", "2-7-single-draw"),
    (r"draw", "five-card-draw"),
    (r"hold[ ']?.?em|texas|\bnlh|\bflh|\bplh", "holdem"),
)
_NOT_DEALT = re.compile(
    r"(?:split|double|showtime|tempest|unfold|swap|deep water) hold'?em"
    r"|fusion|telesina|irish|sviten"
)
_NAMES = tuple((re.compile(words), key) for words, key in _GAMES)
_NUMBERS = {"five": "5", "six": "6"}
_SPLIT = {
    "omaha": "omaha-hilo-8",
    "five-card-omaha": "five-card-omaha-hilo-8",
    "six-card-omaha": "six-card-omaha-hilo-8",
    "courchevel": "courchevel-hilo-8",
    "seven-card-stud": "seven-card-stud-hilo-8",
}


@lru_cache(1 << 10)
def game_in(text: str) -> str:
    """The game that a heading names.

    >>> game_in("7 Card Stud Hi/Lo Limit"), game_in("5 Card Omaha Pot Limit"), game_in("HOLDEM")
    ('seven-card-stud-hilo-8', 'five-card-omaha', 'holdem')
    """
    low = text.lower()
    if other := _NOT_DEALT.search(low):
        raise Refused("FIELD game", f"{other[0]} is a game that croupier does not deal")
    key = next((key for words, key in _NAMES if words.search(low)), "")
    if not key:
        raise Refused("FIELD game", f"{text[:60]!r} names no known game")
    if key == "omaha" and (
        many := re.search(r"(five|six|5|6)[ -]?(?:card|c\b)|(?:plo[- ]?|omaha)([56])\b", low)
    ):
        number = many[1] or many[2]
        key = {"5": "five-card-omaha", "6": "six-card-omaha"}[_NUMBERS.get(number, number)]
    return _SPLIT.get(key, key) if _HI_LO.search(low) else key


_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_WORDED = re.compile(
    r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d{1,2}),? (?:(?P<year>\d{4}) )?"
    r"(?P<clock>\d{1,2}:\d\d:\d\d) ?(?P<zone>[A-Z]{2,4})? ?(?P<late>\d{4})?"
)
_NUMBERED = re.compile(r"\b(\d{1,2})[ /.](\d{1,2})[ /.](\d{4}) (\d{1,2}:\d\d(?::\d\d)?)")
_DAY_FIRST = re.compile(r"\b(\d{1,2})-([A-Z][a-z]{2})-(\d{4}) (\d{1,2}:\d\d:\d\d)")


def dated(text: str) -> datetime | None:
    """A date with the month in words, or with the day first.

    >>> dated("Tuesday, August 21, 18:10:26 UTC 2007").isoformat()
    '2007-08-21T18:10:26+00:00'
    """
    text = _DAY_FIRST.sub(r"\2 \1, \3 \4", text)
    if found := _NUMBERED.search(text):
        day, month, year, clock = int(found[1]), int(found[2]), int(found[3]), found[4]
        zone = ""
    elif (found := _WORDED.search(text)) and (found["year"] or found["late"]):
        month = (
            _MONTHS.index(found["month"].lower()) + 1 if found["month"].lower() in _MONTHS else 0
        )
        day, year = int(found["day"]), int(found["year"] or found["late"])
        clock, zone = found["clock"], found["zone"] or ""
    else:
        return when(text)
    try:
        hour, minute, second = map(int, f"{clock}:00".split(":")[:3])
        local = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001  # see `to_utc`
        return to_utc(local, zone)
    except (ValueError, OverflowError):
        return None
