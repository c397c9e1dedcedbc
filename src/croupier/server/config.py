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
from croupier.room.seating.state import Showing

Seconds = Annotated[float, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of a room; times are in seconds."""

    db: str = "sqlite:///croupier.db"
    keys: str = "croupier.keys"  # the key file: outside the database
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    lan: bool = False  # also for other machines of this network
    url: str = ""  # the address that links carry, where it is not that of this machine
    demonstration: bool = False  # guests without a password, and bots
    play_chips: bool = False  # chips of no value: players take what they like, no cage sells them
    turn: Seconds = 20.0  # to answer one turn
    bank: Seconds = 60.0  # each player's time bank for the whole sitting
    bets: Seconds = 12.0  # to place wagers at a house-banked table
    settled: Seconds = 3.0  # to change them, once every player has placed some
    pause: Seconds = 3.0  # between two rounds, after the last hand is shown
    uncontested: Seconds = 1.5  # the same after a round without a showdown
    beat: Seconds = 1.0  # between two steps of a round that no player decides
    showdown: Showing = "muck"  # what the dealer does with hands of players who chose nothing
    protection: Seconds = 30.0  # more, once a turn, for a player whose connection was lost
    absent: Seconds = 2.0  # to answer, for a disconnected player who missed a turn
    misses: Annotated[int, Meta(ge=0)] = (
        2  # missed turns or wagers in a row after which a player sits out; 0: never
    )
    kept: Seconds = 900.0  # a seat for a player who is away or not dealt in; 0: always
    cut: Seconds = 10.0  # for a player to name the number of the cut, where the sign posts it
    recut: Seconds = 0.0  # after the seal, for a supervisor to order a recut before the first card
    inspection: Annotated[int, Meta(ge=0)] = 10  # to look at the spread cards before play
    think: Annotated[float, Meta(ge=0)] = 1.0  # how long bots take, as a factor
    chat: Literal["held", "open"] = "held"  # messages of a round: after it, or at once
    delay: Seconds = 0.0  # by which spectators' view is delayed
    checkpoint: Annotated[float, Meta(gt=0)] = 10.0  # between two signatures under a log that grows
    requests: Count = 50  # a second, from one address
    sign_ins: Count = 20  # a minute, from one address; as many may fail before it must wait
    connections: Count = 5000  # open sockets
    connections_each: Count = 200  # of one address
    advertise: str = ""  # host:port where other servers of the room reach this one
    trusted_proxy: str = ""  # addresses of proxies whose X-Forwarded-For is believed, with commas
    hosts: Literal["", "anyone", "accounts"] = ""  # of private games; empty: see `may_host_bare`
    frames: Count = 30  # a second, over one connection
    headers: Annotated[float, Meta(gt=0)] = 10.0  # for a client to send the head of a request
    body: Annotated[float, Meta(gt=0)] = 20.0  # and the rest of it
    metrics_token: str = ""  # that a monitoring system sends; without it there are no metrics
    rng_report: str = "rng-report"  # the folder that `croupier rng-report --out` wrote
    log: Literal["debug", "info", "warning", "error"] = (
        "info"  # the level of the log on standard error
    )

    @property
    def may_host_bare(self) -> bool:
        """Whether a name without a password can host: not where strangers come by a proxy.

        >>> Config().may_host_bare, Config(trusted_proxy="10.0.0.2").may_host_bare
        (True, False)
        """
        return self.hosts == "anyone" or not (self.hosts or self.trusted_proxy)


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
    """The settings in the environment; an unknown name is refused, or it would be ignored."""
    ours = [key for key in env if key.startswith(PREFIX) and not key.startswith(ELSEWHERE)]
    given = {key.removeprefix(PREFIX).lower(): env[key] for key in ours}
    known = {field.name for field in msgspec.structs.fields(Config)}
    if wrong := sorted(given.keys() - known):
        why = f"unknown settings in the environment: {', '.join(wrong)}"
        meant = [name for key in wrong for name in get_close_matches(key, known, 1)]
        raise Refused("FIELD config", f"{why}; is {', '.join(meant)} meant?" if meant else why)
    return given


def _from_file(path: Path) -> Config:
    try:
        return msgspec.convert(tomllib.loads(path.read_text()), Config)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise Refused("FIELD config", f"{path.name}: {brief(fault)}") from None
