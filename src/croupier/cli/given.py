"""Read arguments of the command line: signs, amounts and files, or refuse them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from croupier.refused import Refused
from croupier.rules.banked_sign import below_floor
from croupier.rules.fault import Fault
from croupier.rules.game import Game
from croupier.rules.sign import TableSign, amend
from croupier.rules.sign_check import faults

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
Signs = Annotated[
    list[str] | None,
    typer.Option(
        "--sign",
        metavar="KEY=VALUE",
        help="Change the usual sign: ante=50, blinds=100,200, "
        "structure=no_limit. Amounts are in cents. Can be repeated.",
    ),
]


def posted(game: Game, given: Sequence[str] | None, *, compared: bool = False) -> TableSign:
    """The game's usual sign with the `--sign` options; all faults are named at once.

    Where `compared`, odds below the regulation's floor are no fault: they are priced, not dealt.
    """
    sign = game.sign
    found: list[Fault] = []
    keys: set[str] = set()
    for text in given or ():
        key, equals, value = text.partition("=")
        try:
            if not equals:
                raise Refused("FIELD sign", f"{text[:40]!r} is not KEY=VALUE")
            if key in keys:
                raise Refused("FIELD sign", f"{key} is given twice")
            sign = amend(sign, {key: _value(key, value)})
        except Refused as refused:
            found.append(Fault(refused.clause, refused.why))
        keys.add(key)
    low = [*below_floor(game, sign)] if compared and game.banked else []
    found += [fault for fault in faults(game, sign) if fault not in low]
    if found:
        *others, last = found
        before = "".join(f"{fault.why} ({fault.clause}); " for fault in others)
        raise Refused(last.clause, before + last.why)
    return sign


_LISTS = {
    field.name for field in msgspec.structs.fields(TableSign) if isinstance(field.default, tuple)
}


def _value(key: str, text: str) -> str:
    """A value as the sign reads it: for a list key, `100,200` and `200` are lists."""
    if key not in _LISTS or text.startswith("["):
        return text
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return msgspec.json.encode([int(p) if _is_number(p) else p for p in parts]).decode()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def amounts(text: str) -> list[int]:
    """Read an option with a list of cents: `20000,5000`."""
    parts = [part.strip() for part in text.split(",")]
    if not all(map(_is_number, parts)):
        raise Refused("FIELD stacks", f"{text[:40]!r} is not a list of cents like 20000,5000")
    return [int(part) for part in parts]


def read_lines(name: str, field: str) -> list[str]:
    """The lines of a text file, or of standard input for `-`."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as fault:
        raise Refused(f"FIELD {field}", f"{name}: {fault.strerror}") from None
    except ValueError as fault:  # a NUL in the name
        raise Refused(f"FIELD {field}", f"{name!r}: {fault}") from None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Refused(f"FIELD {field}", f"{name} is not a text file") from None
    if "\0" in text:
        raise Refused(f"FIELD {field}", f"{name} is not a text file")
    return text.split("\n")
