"""Whole numbers by name: all that a shard of a simulation leaves behind, in any order of adding."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

Tally = dict[str, int]
MESSAGE = "message "  # and the seat and words of a bot that failed


def count(tally: Tally, name: str, more: int = 1) -> None:
    """Add to one number of a tally."""
    tally[name] = tally.get(name, 0) + more


def square(tally: Tally, name: str, amount: int) -> None:
    """Add an amount and its square, from which mean and spread follow."""
    count(tally, name, amount)
    count(tally, f"{name} squared", amount * amount)


def add(tally: Tally, other: Mapping[str, int]) -> None:
    """Add all numbers of another tally.

    >>> both = {"rounds": 2}
    >>> add(both, {"rounds": 3, "hits": 1})
    >>> both
    {'rounds': 5, 'hits': 1}
    """
    for name, more in other.items():
        count(tally, name, more)


def digest(what: Any, tally: Tally) -> str:
    """The SHA-256 of a plan and its numbers, by which two runs are compared.

    Zeros are left out: a shard may or may not have mentioned them; so is what bots said when they
    failed, which may be different every time.
    """
    numbers = sorted(
        (name, str(number))
        for name, number in tally.items()
        if number and not name.startswith(MESSAGE)
    )
    return sha256(msgspec.json.encode([what, numbers], order="sorted")).hexdigest()
