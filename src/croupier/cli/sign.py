"""`croupier sign`: what a table can post."""

from typing import Annotated

import msgspec
import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_lines, print_table
from croupier.rules.sign_keys import SignKey, sign_key, sign_keys
from croupier.views.narration.wording import Line

NAME = "sign"
EXAMPLES = "\b\nExamples:\n  croupier sign\n  croupier sign straddle_seat"
HEADS = ("key", "what it is", "values", "default", "clause")
SPARE = ("values", "what it is", "default")


def run(
    key: Annotated[str, typer.Argument(metavar="[KEY]", help="A key of the sign.")] = "",
    as_json: AsJson = False,
) -> None:
    """List the keys of a table sign, or explain one of them."""
    found = [sign_key(key)] if key else sign_keys()
    if as_json:
        print_json([msgspec.structs.asdict(one) for one in found])
    elif key:
        print_lines(_key_lines(found[0]))
    else:
        print_table(HEADS, [_row(one) for one in found], right="default", spare=SPARE)


def _row(key: SignKey) -> tuple[str, ...]:
    return key.name, key.title, key.values, key.default, key.clause


def _key_lines(key: SignKey) -> list[Line]:
    return [
        Line(key.title, kind="title"),
        Line(key.does, key.clause),
        Line(f"values: {key.values}", f"SIGN {key.name}"),
        Line(f"default: {key.default}", f"SIGN {key.name}"),
    ]
