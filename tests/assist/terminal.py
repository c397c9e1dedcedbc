"""`croupier assist` as a process: at a pseudo-terminal, with its prompt awaited, or in a pipe."""

import codecs
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

CROUPIER = str(Path(sys.executable).parent / "croupier")
PATIENCE_S = 30
ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>])")
CLEARED = "\x1b[2J"
PROMPT = re.compile(r"\n> $")


class Terminal:
    """A dealer at a terminal: types a line, waits for the prompt, reads the screen."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        mine, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        self._fd = mine
        self._process = subprocess.Popen(
            [CROUPIER, "assist", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=cwd,
            env={"PATH": os.environ["PATH"], "TERM": "xterm", "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        os.close(theirs)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._seen = ""
        self.screen = self._wait()

    def stop(self) -> None:
        """Leave nothing running."""
        if self._process.poll() is None:
            self.kill()

    def type(self, line: str) -> str:
        """Type a line and read the screen that answers it."""
        self._seen = ""
        os.write(self._fd, line.encode() + b"\n")
        self.screen = self._wait()
        return self.screen

    def _wait(self) -> str:
        """Read until a new screen ends with its prompt."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            drawn = self._seen.rpartition(CLEARED)
            plain = ESCAPE.sub("", drawn[2]).replace("\r", "")
            if drawn[1] and PROMPT.search(plain):
                return plain
            if not self._more(until):
                break
        raise AssertionError(f"no prompt: {ESCAPE.sub('', self._seen)}")

    def _more(self, until: float) -> bool:
        ready, _, _ = select.select([self._fd], [], [], max(0, until - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:  # the other side is gone
            return False
        self._seen += self._decoder.decode(data)
        return bool(data)

    def kill(self) -> None:
        """Pull the plug."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._fd)

    def quit(self) -> str:
        """Stop as a dealer does, and read the last words."""
        self._seen = ""
        os.write(self._fd, b"quit\n")
        until = time.monotonic() + PATIENCE_S
        while self._more(until):
            pass
        assert self._process.wait(PATIENCE_S) == 0
        os.close(self._fd)
        return ESCAPE.sub("", self._seen).replace("\r", "")


def piped(*arguments: str, lines: list[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run it in a pipe, a line after another."""
    return subprocess.run(
        [CROUPIER, "assist", *arguments],
        input="".join(f"{line}\n" for line in lines),
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
