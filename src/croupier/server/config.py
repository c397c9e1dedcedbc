"""How a room is run: from its defaults, a file, the environment, and the command line."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from croupier.refused import Refused, brief


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a room; times are in seconds."""

    db: str = "sqlite:///croupier.db"
    keys: str = "croupier.keys"  # the key file: outside the database
    host: str = "127.0.0.1"
    port: int = 8000
    demonstration: bool = False  # guests without a password, and bots
    turn: float = 20.0  # to answer one turn
    bank: float = 60.0  # each player's reserve of time for the whole sitting
    bets: float = 12.0  # to place wagers at a house-banked table
    pause: float = 4.0  # between two rounds
    protection: float = 30.0  # more, once a turn, for a player whose connection was lost
    absent: float = 2.0  # to answer, for one who let a turn go by and is not connected
    misses: int = 2  # turns in a row let go by, after which one is not dealt in; 0: never
    cut: float = 10.0  # for a player to name the number of the cut, where the sign posts it
    inspection: int = 10  # to look at the spread cards before play
    think: float = 1.0  # how long bots take, as a factor
    delay: float = 0.0  # by which spectators see a table later
    checkpoint: float = 10.0  # between two signatures under a log that grows
    requests: int = 50  # a second, from one address
    sign_ins: int = 20  # a minute, from one address
    frames: int = 30  # a second, over one connection
    log: str = "info"  # the level of the log on standard error


PREFIX = "CROUPIER_"


def load_config(
    path: Path | None = None,
    given: Mapping[str, Any] | None = None,
    env: Mapping[str, str] = os.environ,
) -> Config:
    """The command line beats the environment, which beats the file, which beats the defaults."""
    config = _from_file(path) if path is not None else Config()
    known = {field.name for field in msgspec.structs.fields(Config)}
    texts = {
        key.removeprefix(PREFIX).lower(): value
        for key, value in env.items()
        if key.startswith(PREFIX)
    }
    chosen = {key: value for key, value in texts.items() if key in known}
    chosen |= {key: value for key, value in (given or {}).items() if value is not None}
    try:
        fields = msgspec.to_builtins(config) | chosen
        return msgspec.convert(fields, Config, strict=False)
    except msgspec.ValidationError as fault:
        raise Refused("FIELD config", brief(fault)) from None


def _from_file(path: Path) -> Config:
    try:
        return msgspec.convert(tomllib.loads(path.read_text()), Config)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise Refused("FIELD config", f"{path.name}: {brief(fault)}") from None
