"""Questions of strangers that take long are computed beside the room, in child processes.

Each question has so much time of a processor, and its process so much memory, whatever is asked;
the tables come first. A process that is spent is ended, and the next question begins another.
"""

import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Any

from croupier.games import register, registered
from croupier.refused import Refused
from croupier.rules.game import Game

SECONDS = 10.0  # of a processor, for one question
MEMORY = 768 * 1024 * 1024  # bytes, with what is kept for the next question
SPENT = "this takes too long, or too much memory: ask at a terminal, or ask for less"

Work = Callable[..., dict[str, Any]]


class ComputeProcess:
    """A process of its own for one question after the other; it begins with the first."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._games: tuple[Game, ...] = ()  # that it knows besides ours
        self._turn = Lock()
        self._pipe: Connection | None = None
        self._process: Any = None

    def answer(self, work: Work, *given: Any) -> dict[str, Any]:
        """Compute, and wait for it; earlier questions may have used up the memory."""
        with self._turn:
            for _ in range(2):
                found = self._ask(work, given)
                if found is not None:
                    return _answered(*found)
                self.end()
                if self._was_slow():
                    break
            raise Refused("FIELD odds", SPENT)

    def _ask(self, work: Work, given: tuple[Any, ...]) -> tuple[str, Any] | None:
        """What the process says; None if it is spent."""
        try:
            if self._games != registered():  # more have come, or some went
                self.end()
            pipe = self._pipe or self._begin()
            pipe.send((SECONDS, work, given))
            found: tuple[str, Any] | None = pipe.recv()
        except (EOFError, OSError):
            return None
        return found

    def _begin(self) -> Connection:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._games = registered()
        self._process = context.Process(
            target=_serve, args=(theirs, self._games), name="odds", daemon=True
        )
        self._process.start()
        theirs.close()
        return self._pipe

    def _was_slow(self) -> bool:
        return self._process is not None and self._process.exitcode == -signal.SIGPROF

    def end(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
            self._process.kill()
            self._process.join()


def _answered(kind: str, found: Any) -> dict[str, Any]:
    if kind == "refused":
        raise Refused(*found)
    if kind == "broken":
        raise RuntimeError(found)
    answer: dict[str, Any] = found
    return answer


def _serve(pipe: Connection, games: tuple[Game, ...]) -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    os.nice(10)
    _go_first()
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    for game in games:
        register(game)
    while True:
        try:
            seconds, work, given = pipe.recv()
            signal.setitimer(signal.ITIMER_PROF, seconds)
            found = _computed(work, given)
            signal.setitimer(signal.ITIMER_PROF, 0)
            pipe.send(found)
        except (EOFError, OSError, KeyboardInterrupt):
            return


def _go_first() -> None:
    """Where memory runs out, let the system end this process and not the room."""
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _computed(work: Work, given: tuple[Any, ...]) -> tuple[str, Any] | None:
    try:
        return "answer", work(*given)
    except Refused as refused:
        return "refused", (refused.clause, refused.why)
    except MemoryError:
        return None
    except Exception as fault:  # the room logs it, and the client hears its number
        return "broken", f"{type(fault).__name__}: {fault}"
