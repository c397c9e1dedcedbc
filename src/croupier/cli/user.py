"""`croupier user`: the accounts of a room, their roles, passwords and sessions."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import Db, KeyFile, Settings, engine_of, settings_of
from croupier.refused import Refused

if TYPE_CHECKING:
    from croupier.server.auth.users import Accounts
    from croupier.server.config import Config

NAME = "user"
EXAMPLES = (
    "\b\nExamples:\n  croupier user add Sue --role poker_shift_supervisor\n  croupier user add Ada"
    "\n  croupier user reset Ada\n  croupier user list\n  croupier user sessions Ada"
    "\n  croupier user end Ada\n  croupier user disable Ada\n  croupier user role Ada --role dealer"
)

Action = Literal["add", "list", "reset", "role", "disable", "enable", "sessions", "end"]


def run(
    action: Annotated[Action, typer.Argument(help="What to do.")],
    name: Annotated[str, typer.Argument(help="The person's name.")] = "",
    role: Annotated[str, typer.Option(help="The person's role.")] = "player",
    session: Annotated[str, typer.Option(help="End this session only.")] = "",
    db: Db = None,
    keys: KeyFile = None,
    config: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Add a person, or change an account.

    `add` asks for a password, or reads it from standard input. `reset` prints a token for a new
    password. `role`, `disable` and `end` also end open sessions; an open room follows within a
    second.
    """
    settings = settings_of(db, keys, config)
    if not name and action != "list":
        raise Refused("FIELD name", f"name the person to {action}: croupier user {action} NAME")
    found, words = asyncio.run(_do(settings, action, name, role, session))
    if as_json:
        print_json(found)
        return
    for line in words:
        print_words(line)


async def _do(
    settings: "Config", action: Action, name: str, role: str, session: str
) -> tuple[Any, list[str]]:
    """Carry an action out: what a program reads of it, and what a person reads."""
    from croupier.server.auth.users import Accounts
    from croupier.server.setup.preflight import check_keys
    from croupier.server.store.keys import load_keys
    from croupier.server.tables.steady_clock import wall_clock

    password = _password() if action == "add" else ""
    doers: dict[str, Callable[[Accounts, datetime], Awaitable[tuple[Any, list[str]]]]] = {
        "add": lambda known, at: _add(known, at, name, password, role),
        "list": lambda known, at: _list(known),
        "reset": lambda known, at: _reset(known, at, name),
        "role": lambda known, at: _role(known, name, role),
        "disable": lambda known, at: _disable(known, name, disabled=True),
        "enable": lambda known, at: _disable(known, name, disabled=False),
        "sessions": lambda known, at: _sessions(known, at, name),
        "end": lambda known, at: _end(known, name, session),
    }
    async with engine_of(settings, fresh=action == "add") as engine:
        await check_keys(engine, Path(settings.keys))
        known = Accounts(engine, load_keys(Path(settings.keys)))
        return await doers[action](known, wall_clock())


async def _add(
    known: "Accounts", at: datetime, name: str, password: str, role: Any
) -> tuple[Any, list[str]]:
    await known.add(name, password, role, at)
    return {"name": name, "role": role}, [f"{name} has an account now, as {role}."]


async def _list(known: "Accounts") -> tuple[Any, list[str]]:
    people = await known.people()
    return people, [
        f"{one.name}: {one.role}{', disabled' if one.disabled else ''}" for one in people
    ]


async def _reset(known: "Accounts", at: datetime, name: str) -> tuple[Any, list[str]]:
    from croupier.server.auth.users import RESET

    token, minutes = await known.offer_reset(name, at), int(RESET.total_seconds() / 60)
    said = f"With this token {name} can choose a new password, once, within {minutes} minutes:"
    return {"name": name, "token": token, "minutes": minutes}, [said, token]


async def _role(known: "Accounts", name: str, role: Any) -> tuple[Any, list[str]]:
    await known.change_role(name, role)
    return {"name": name, "role": role}, [f"{name} is {role} now, and must sign in again."]


async def _disable(known: "Accounts", name: str, *, disabled: bool) -> tuple[Any, list[str]]:
    await known.disable(name, disabled=disabled)
    said = "can no longer sign in; every session has ended" if disabled else "can sign in again"
    return {"name": name, "disabled": disabled}, [f"{name} {said}."]


async def _sessions(known: "Accounts", at: datetime, name: str) -> tuple[Any, list[str]]:
    found = await known.open_sessions(name, at)
    lines = [
        f"{one.id}  since {one.since:%Y-%m-%d %H:%M}  {one.address}  {one.agent}" for one in found
    ]
    return found, lines or [f"{name} has no open session."]


async def _end(known: "Accounts", name: str, session: str) -> tuple[Any, list[str]]:
    if not await known.knows(name):
        raise Refused("FIELD name", f"there is no account {name[:40]!r}")
    ended = await known.end_sessions(name, only=session)
    return {"name": name, "ended": ended}, [f"{ended} of {name}'s sessions ended."]


def _password() -> str:
    """Ask for it twice at a terminal; otherwise it is the first line of standard input."""
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\n")
