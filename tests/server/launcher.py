"""Starts servers quickly: everything is imported once, and each server is a separate process.

A line of JSON on standard input, `{"arguments": [..], "env": {..}, "log": path}`, is answered with
the number of the process that runs `croupier` with them.
"""

import gc
import json
import os
import signal
import sys
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

import uvicorn
import uvicorn.loops.auto
import uvicorn.protocols.http.auto
import uvicorn.protocols.websockets.auto

import croupier.cli.app
import croupier.server.app
from croupier.server.tables.steady_clock import SteadyClock

LOADED = (uvicorn, croupier.cli.app, croupier.server.app)


def set_clock(offset: Path) -> None:
    """Let the machine's clock be wrong by as many seconds as a file says, at every moment."""

    def wrong() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=float(offset.read_text() or 0))

    SteadyClock.__init__.__defaults__ = (wrong, monotonic)


def serve(asked: dict[str, object]) -> int:
    """The new process; here, in the child, it never returns."""
    if pid := os.fork():
        return pid
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(str(asked["log"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ.update({key: str(value) for key, value in asked["env"].items()})  # type: ignore[attr-defined]  # a dict
    if offset := os.environ.get("CROUPIER_TEST_CLOCK"):
        set_clock(Path(offset))
    from croupier.cli import main

    code = 1
    try:
        code = main(list(asked["arguments"]))  # type: ignore[call-overload]  # a list
    except Exception:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
    raise AssertionError("not reached")


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that are killed
    gc.freeze()
    for line in sys.stdin:
        print(serve(json.loads(line)), flush=True)
