"""The entries of PHH hands as plain values: the usual lines at once, all others by way of TOML."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import time
from decimal import Decimal
from typing import Any

from croupier.refused import Refused

NAME = "phh"
HAND_MOST = 1024 * 1024  # characters of one hand
DOTS_MOST = 100_000_000  # the parser's work on dotted keys grows with the square of their length

starts = re.compile(r"\ufeff?\s*variant\s*=").match
_TABLE = re.compile(r"\s*\[\s*([\w.+/ \"'-]{1,200})\s*\]\s*(?:#.*)?$").match
_ENTRY = re.compile(r"([A-Za-z_]\w*)\s*=\s*(.*?)\s*$").fullmatch
_TEXT = re.compile(r"'([^'\x00-\x1f\x7f]*)'").fullmatch
_INTEGER = re.compile(r"[+-]?(?:0|[1-9]\d{0,17})").fullmatch
_DECIMAL = re.compile(r"[+-]?(?:0|[1-9]\d{0,17})\.\d{1,9}").fullmatch
_TEXTS = re.compile(r"\[\s*(?:'[^'\x00-\x1f\x7f]*'\s*(?:,\s*)?)*\]").fullmatch
_ALL_TEXTS = re.compile(r"'([^']*)'").findall
_MISSING_COMMA = re.compile(r"'\s+'").search
_NUMBERS = re.compile(r"\[[-+\d.,\s]*\]").fullmatch
_CLOCK = re.compile(r"(\d\d):(\d\d):(\d\d)").fullmatch
_FINE = re.compile(r"(?:cbr \d+|[\[,=\s]-?\d+)\.(\d+)")

_Plain = int | Decimal | str | bool | time | list[Any]


def decimals_in(lines: Iterable[str]) -> int:
    """How many decimals the amounts of a whole file have, at least two where there are any."""
    most = 0
    for line in lines:
        if "." in line and not line.lstrip().startswith(("#", "_")):
            for fine in _FINE.findall(line):
                most = max(most, len(fine.rstrip("0")))
    return min(max(2, most), 6) if most else 0


def hands_of(lines: Iterable[str]) -> Iterator[tuple[str, int, list[str]]]:
    """Cut a file into hands: a table each, or the whole of it as one."""
    name, begins, hand = "1", 1, list[str]()
    for number, line in enumerate(lines, 1):
        if table := _TABLE(line):
            if any(line.strip() and not line.lstrip().startswith("#") for line in hand):
                yield name, begins, hand
            name, begins, hand = table[1].strip("\"' "), number, []
        else:
            hand.append(line)
    if any(line.strip() for line in hand):
        yield name, begins, hand


def entries_of(lines: list[str]) -> dict[str, Any]:
    """The entries of one hand; what is not TOML is refused."""
    found: dict[str, Any] = {}
    for line in lines:
        text = line.strip()
        if not text or text[0] == "#":
            continue
        entry = _ENTRY(text)
        value = _plain(entry[2]) if entry and entry[1] not in found else None
        if entry is None or value is None:
            return _by_toml("\n".join(lines))
        found[entry[1]] = value
    return found


def _plain(text: str) -> _Plain | None:
    if quoted := _TEXT(text):
        return quoted[1]
    if text[:1] == "[":
        return _listed(text)
    if _INTEGER(text):
        return int(text)
    if _DECIMAL(text):
        return Decimal(text)
    if text in ("true", "false"):
        return text == "true"
    if (clock := _CLOCK(text)) and int(clock[1]) < 24 and int(clock[2]) < 60 > int(clock[3]):
        return time(int(clock[1]), int(clock[2]), int(clock[3]))
    return None


def _listed(text: str) -> list[Any] | None:
    if _NUMBERS(text):
        words = [word.strip() for word in text[1:-1].split(",")]
        if words[-1] == "":
            words.pop()
        values = [_plain(word) for word in words]
        return None if None in values else values
    if _TEXTS(text) and not _MISSING_COMMA(text):
        return _ALL_TEXTS(text)
    return None


def _by_toml(text: str) -> dict[str, Any]:
    if len(text) > HAND_MOST:
        raise Refused("FIELD phh", f"the hand is longer than {HAND_MOST:,} characters")
    if sum(line.count(".") ** 2 for line in text.split("\n")) > DOTS_MOST:
        raise Refused("FIELD phh", "a line has too many dots for a hand history")
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as fault:
        why = re.sub(r"\s+", " ", str(fault))[:200]
        raise Refused("FIELD phh", f"not TOML: {why}") from None
    except (RecursionError, ValueError, ArithmeticError):
        raise Refused("FIELD phh", "not TOML: too deeply nested, or a number too long") from None
