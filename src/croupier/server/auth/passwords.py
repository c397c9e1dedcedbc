"""Passwords: which are refused, and how they are kept and compared."""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import get_native_id
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from croupier.refused import Refused

SHORTEST, LONGEST = 10, 200
ESTIMATED = 72  # characters that are looked at: an estimate of more takes too long
SAFE = 3  # of 4: safe from guesses at the door, and slow to guess from a stolen database
AT_ONCE = 2  # passwords hashed in parallel, each in 64 MB
WAITING_MOST = 64
NICE = 10

Result = TypeVar("Result")

_hasher = PasswordHasher()
_NOBODY = _hasher.hash("nobody has this password")  # an unknown name takes as long as a known one


def _yield_to_tables() -> None:
    """Let hashing take the processor only when no table needs it; Linux has this for a thread."""
    if sys.platform == "linux":
        with suppress(OSError):  # where the system forbids it, they share the processor
            lower = max(NICE, os.getpriority(os.PRIO_PROCESS, 0))
            os.setpriority(os.PRIO_PROCESS, get_native_id(), lower)


_threads = ThreadPoolExecutor(AT_ONCE, "passwords", _yield_to_tables)
_waiting = 0


class Busy(Exception):
    """Too many passwords wait to be checked: try again in a moment."""


def check_password(password: str, *personal: str) -> None:
    """Refuse a password that is quickly guessed, also from what is known of the person.

    >>> check_password("password123", "Ada")
    Traceback (most recent call last):
        ...
    croupier.refused.Refused: this password is easy to guess: This is a very common password...
    """
    if not SHORTEST <= len(password) <= LONGEST:
        why = f"a password must have {SHORTEST} to {LONGEST} characters"
        raise Refused("FIELD password", why)
    # Its word lists are large, and few commands need them.
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]  # it has no types

    found = zxcvbn(password[:ESTIMATED], user_inputs=[*personal, "croupier"])
    if found["score"] < SAFE:
        advice = found["feedback"]
        hint = advice["warning"] or " ".join(advice["suggestions"][:1]) or "Add a word or two."
        raise Refused("FIELD password", f"this password is easy to guess: {hint.rstrip('.')}")


async def hashed(password: str) -> str:
    """What is kept of a password."""
    return await _in_turn(lambda: _hasher.hash(password))


async def matches(secret: str | None, password: str) -> bool:
    """Whether a password is the one of which this was kept; nobody's takes as long."""
    return await _in_turn(lambda: _matches(secret or _NOBODY, password)) and secret is not None


def _matches(secret: str, password: str) -> bool:
    try:
        return _hasher.verify(secret, password)
    except (VerificationError, InvalidHashError):
        return False


async def _in_turn(work: Callable[[], Result]) -> Result:
    """Hash a few passwords at a time, and limit how many wait: each takes time and memory."""
    global _waiting
    if _waiting >= WAITING_MOST:
        raise Busy("many people sign in at this moment: try again soon")
    _waiting += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, work)
    finally:
        _waiting -= 1
