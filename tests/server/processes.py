"""The real server in a separate process: started, asked, and killed."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).parents[2]
PATIENCE_S = 180.0  # a machine may be busy with other tests


class Launcher:
    """Where servers come from."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "tests.server.launcher"]
        self._process = subprocess.Popen(
            words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def serve(self, arguments: list[str], env: dict[str, Any], log: Path) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        asked = {"arguments": arguments, "env": env, "log": str(log)}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE_S)
        self._process.stdout.close()


class Server:
    """One room that may be started and killed many times."""

    def __init__(self, launcher: Launcher, db: str, folder: Path, **settings: Any) -> None:
        self.launcher, self.db, self.folder = launcher, db, folder
        self.port, self.pid = free_port(), 0
        self.keys, self.log = folder / "keys", folder / "server.log"
        settings = {"play_chips": 1} | settings
        self.words: list[str] = []  # more of the command
        self.env = {f"CROUPIER_{key.upper()}": str(value) for key, value in settings.items()}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        words = ["serve", "--db", self.db, "--keys", str(self.keys), "--port", str(self.port)]
        words += self.words
        self.pid = self.launcher.serve(words, self.env, self.log)
        ends = time.monotonic() + PATIENCE_S
        while time.monotonic() < ends and self.is_alive():
            try:
                if httpx.get(f"{self.address}/health", timeout=5).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()[-3000:]}")

    def is_alive(self) -> bool:
        if not self.pid:
            return False
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        os.kill(self.pid, how)
        ends = time.monotonic() + PATIENCE_S
        while self.is_alive():
            assert time.monotonic() < ends, "the server does not end"
            time.sleep(0.005)
        self.pid = 0  # another process may soon have the number


def free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
