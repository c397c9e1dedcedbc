"""`croupier user`: people of a room, and their passwords."""

import asyncio
import sys
from typing import Annotated, Literal

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of

NAME = "user"
EXAMPLES = (
    "\b\nExamples:\n  croupier user add Sue --role poker_shift_supervisor"
    "\n  croupier user add Ada\n  croupier user reset Ada"
)


def run(
    action: Annotated[
        Literal["add", "reset"],
        typer.Argument(help="Enter somebody, or offer somebody a new password."),
    ],
    name: Annotated[str, typer.Argument(help="The person's name.")],
    role: Annotated[str, typer.Option(help="What the person may do.")] = "player",
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Enter a person, whose password is asked for or read from standard input; or reset one."""
    from croupier.server.auth.users import RESET, Accounts
    from croupier.server.service import wall_clock

    async def add() -> None:
        async with engine_of(settings, fresh=True) as engine:
            await Accounts(engine).add(name, password, role, wall_clock())  # type: ignore[arg-type]  # it is checked there

    async def reset() -> str:
        async with engine_of(settings) as engine:
            return await Accounts(engine).offer_reset(name, wall_clock())

    settings = settings_of(db, keys, config)
    if action == "add":
        password = _password()
        asyncio.run(add())
        said = {"name": name, "role": role}
        print_json(said) if as_json else print_words(f"{name} is known now, as {role}.")
        return
    token = asyncio.run(reset())
    minutes = int(RESET.total_seconds() / 60)
    if as_json:
        print_json({"name": name, "token": token, "minutes": minutes})
    else:
        print_words(f"With this token {name} may choose a new password, once, in {minutes} min:")
        print_words(token)


def _password() -> str:
    """Ask for it twice at a terminal; otherwise it is the first line of standard input."""
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")
