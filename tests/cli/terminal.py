"""`croupier` as a user types it."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one sentence of a request that was refused."""
        assert self.code == 2, self
        assert self.err.startswith("croupier: ")
        assert self.err.count("\n") == 1, "a refusal is one line"
        return self.err.removeprefix("croupier: ").strip()


Croupier = Callable[..., Done]


HERE = ("COLUMNS", "NO_COLOR", "PYTHONUNBUFFERED")  # of this process, and of no user's terminal


def shell(command: str, **variables: str) -> Done:
    """Run a line of a real shell, with nothing of this process but the path to `croupier`."""
    plain = {key: value for key, value in os.environ.items() if key not in HERE}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=ROOT,
        env={**plain, "PATH": path, **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    return Done(done.returncode, done.stdout, done.stderr)
