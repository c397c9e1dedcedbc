"""A request with a field of the wrong kind or length: which one, and what would be right.

The library that reads requests says what is wrong in words only. Those that people meet are put
plainly here; the tests of requests see when a new version of it has others.
"""

import re
from collections.abc import Mapping

from litestar.exceptions import ValidationException

from croupier.chips import MOST, money
from croupier.refused import Refused, brief

_LENGTH = re.compile(r"Expected `(?:str|array)` of length ([<>])= (\d+)")
_BOUND = re.compile(r"Expected `(?:int|float)` ([<>])= (-?\d+)")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")


def unread(fault: ValidationException) -> Refused:
    """The refusal for a request that no route can read, at its first field."""
    found = fault.extra[0] if isinstance(fault.extra, list) and fault.extra else {}
    said = found if isinstance(found, Mapping) else {"message": found}
    return _refused(str(said.get("key") or "data"), str(said.get("message") or fault.detail))


def _refused(key: str, words: str) -> Refused:
    """Say it as a person would.

    >>> _refused("name", "Expected `str` of length >= 1").why
    'this field is required'
    >>> str(_refused("command.chips", f"Expected `int` <= {MOST}"))
    'it can be at most $10,000,000,000 (FIELD chips)'
    """
    field = "body" if key == "data" else key.rpartition(".")[2]
    if missing := _MISSING.search(words):
        return Refused(f"FIELD {missing[1]}", "this field is required")
    if length := _LENGTH.search(words):
        if length.groups() == (">", "1"):
            return Refused(f"FIELD {field}", "this field is required")
        many = "most" if length[1] == "<" else "least"
        return Refused(f"FIELD {field}", f"it can have at {many} {length[2]} characters")
    if bound := _BOUND.search(words):
        much = "most" if bound[1] == "<" else "least"
        amount = money(int(bound[2])) if abs(int(bound[2])) == MOST else bound[2]
        return Refused(f"FIELD {field}", f"it can be at {much} {amount}")
    plain = words.replace("`", "")
    return Refused(f"FIELD {field}", brief(plain[:1].lower() + plain[1:]))
