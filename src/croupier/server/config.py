"""How a room is run: from its defaults, a file, the environment, and the command line."""

import os
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from croupier.refused import Refused, brief

Seconds = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a room; times are in seconds."""

    db: str = "sqlite:///croupier.db"
    keys: str = "croupier.keys"  # the key file: outside the database
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    demonstration: bool = False  # guests without a password, and bots
    turn: Seconds = 20.0  # to answer one turn
    bank: Seconds = 60.0  # each player's reserve of time for the whole sitting
    bets: Seconds = 12.0  # to place wagers at a house-banked table
    settled: Seconds = 3.0  # to change them, once everybody has placed some
    pause: Seconds = 4.0  # between two rounds
    protection: Seconds = 30.0  # more, once a turn, for a player whose connection was lost
    absent: Seconds = 2.0  # to answer, for one who let a turn go by and is not connected
    misses: Annotated[int, Meta(ge=0)] = (
        2  # turns or wagers in a row let go by, after which one is not dealt in; 0: never
    )
    kept: Seconds = 900.0  # a seat for a player who is away or not dealt in; 0: always
    cut: Seconds = 10.0  # for a player to name the number of the cut, where the sign posts it
    inspection: Annotated[int, Meta(ge=0)] = 10  # to look at the spread cards before play
    think: Annotated[float, Meta(ge=0)] = 1.0  # how long bots take, as a factor
    delay: Seconds = 0.0  # by which spectators see a table later
    checkpoint: Annotated[float, Meta(gt=0)] = 10.0  # between two signatures under a log that grows
    requests: Count = 50  # a second, from one address
    sign_ins: Count = 20  # a minute, from one address
    frames: Count = 30  # a second, over one connection
    rng_report: str = "rng-report"  # the folder that `croupier rng-report --out` wrote
    log: Literal["debug", "info", "warning", "error"] = (
        "info"  # the level of the log on standard error
    )


PREFIX = "CROUPIER_"
ELSEWHERE = ("CROUPIER_HANDS", "CROUPIER_TEST_")  # no settings of a room


def load_config(
    path: Path | None = None,
    given: Mapping[str, Any] | None = None,
    env: Mapping[str, str] = os.environ,
) -> Config:
    """The command line beats the environment, which beats the file, which beats the defaults."""
    config = _from_file(path) if path is not None else Config()
    chosen: dict[str, Any] = _from_environment(env)
    chosen |= {key: value for key, value in (given or {}).items() if value is not None}
    try:
        fields = msgspec.to_builtins(config) | chosen
        return msgspec.convert(fields, Config, strict=False)
    except msgspec.ValidationError as fault:
        raise Refused("FIELD config", brief(fault)) from None


def _from_environment(env: Mapping[str, str]) -> dict[str, str]:
    """The settings that the environment names; a name that is none would go unheeded."""
    ours = [key for key in env if key.startswith(PREFIX) and not key.startswith(ELSEWHERE)]
    given = {key.removeprefix(PREFIX).lower(): env[key] for key in ours}
    known = {field.name for field in msgspec.structs.fields(Config)}
    if wrong := sorted(given.keys() - known):
        why = f"the environment sets what is no setting: {', '.join(wrong)}"
        meant = [name for key in wrong for name in get_close_matches(key, known, 1)]
        raise Refused("FIELD config", f"{why}; is {', '.join(meant)} meant?" if meant else why)
    return given


def _from_file(path: Path) -> Config:
    try:
        return msgspec.convert(tomllib.loads(path.read_text()), Config)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise Refused("FIELD config", f"{path.name}: {brief(fault)}") from None
