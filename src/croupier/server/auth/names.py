"""Names of people and tables: what can be read aloud, and taken for nobody else's name."""

import re
from functools import lru_cache
from unicodedata import normalize

from confusable_homoglyphs import (  # type: ignore[import-untyped]  # it has no types
    categories,
    confusables,
)
from precis_i18n import get_profile

from croupier.refused import Refused
from croupier.room.house.people import ROLES

LONGEST = 40  # characters of a name
NAME = re.compile(r"[\w][\w .'-]{0,38}[\w.]|\w")
TABLE_NAME = re.compile(r"\w[\w .'-]{0,38}\w|\w")
TOGETHER = ({"HAN", "HIRAGANA", "KATAKANA"}, {"HAN", "HANGUL"}, {"HAN", "BOPOMOFO"})
ANY_SCRIPT = {"COMMON", "INHERITED"}
LOOKALIKES = str.maketrans({"I": "l", "1": "l", "|": "l", "0": "O"})

# Names that a player would take for the room itself.
OFFICES = (
    *(role.replace("_", " ") for role in ROLES),
    *(f"house {role}" for role in ROLES),
    *("admin", "administrator", "automated", "bank", "bot", "cage", "cashier", "chips"),
    *("croupier", "everybody"),
    *("floor", "guest", "host", "house", "manager", "moderator", "nobody", "operator", "owner"),
    *("pit boss", "regulator", "room", "root", "shift", "spectator", "staff", "supervisor"),
    *("support", "system", "table"),
)

_nickname = get_profile("Nickname")  # RFC 8266


def check_name(name: str) -> None:
    """Refuse a name that cannot be read aloud, or that stands for the room itself."""
    if name:
        _check_letters(name)
    if not NAME.fullmatch(name):
        raise Refused("FIELD name", "a name must have 1 to 40 letters, digits, spaces or .'-")
    if skeleton(name).removeprefix("the") in _reserved():
        raise Refused("FIELD name", f"{name!r} stands for the room itself: choose another name")


def check_table_name(name: str) -> None:
    """Refuse a name of a table that would not fit into an address or a log."""
    if not TABLE_NAME.fullmatch(name):
        why = "a table's name has 1 to 40 letters, digits, spaces or .'-, and ends with a letter"
        raise Refused("FIELD name", f"{why} or digit")
    _check_letters(name)


def _check_letters(name: str) -> None:
    """Refuse invisible characters, other forms of a letter, and a mixture of scripts."""
    try:
        _nickname.enforce(name)
    except UnicodeEncodeError:
        why = "the name contains a character that is invisible or not allowed"
        raise Refused("FIELD name", why) from None
    if name != (plain := " ".join(normalize("NFKC", name).split())):
        raise Refused("FIELD name", f"write the name in plain letters: {plain[:LONGEST]!r}")
    scripts = categories.unique_aliases(name) - ANY_SCRIPT
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        mixed = " and ".join(sorted(script.title() for script in scripts))
        raise Refused("FIELD name", f"the name mixes {mixed} letters: write it in one alphabet")


def skeleton(name: str) -> str:
    """What a name looks like: two names with the same skeleton are taken for each other.

    >>> skeleton("Ada By1on"), skeleton("ADA  bylon"), skeleton("\N{CYRILLIC SMALL LETTER A}da")
    ('adabylon', 'adabylon', 'ada')
    """
    looks = "".join(map(_looks_like, normalize("NFKC", name)))
    letters = looks.translate(LOOKALIKES).casefold().replace("rn", "m")
    return re.sub(r"[\W_]", "", letters)


@lru_cache(maxsize=2000)
def _looks_like(letter: str) -> str:
    """The ASCII letter that this one is taken for; otherwise the letter itself."""
    if letter.isascii():
        return letter
    for found in confusables.is_confusable(letter, greedy=True) or ():
        for other in found["homoglyphs"]:
            if other["c"].isascii() and other["c"].isalnum():
                return str(other["c"])
    return letter


@lru_cache(maxsize=1)
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, OFFICES))
