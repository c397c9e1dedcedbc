"""Commands run in this process, which is quick; `shell` is for what only a shell shows."""

import io
import sys

import pytest

from croupier.cli import main
from tests.cli.terminal import Croupier, Done


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Croupier:
    def run(*arguments: str, stdin: str | bytes = b"") -> Done:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main(arguments)
        return Done(code, *capsys.readouterr())

    monkeypatch.setenv("COLUMNS", "100")
    return run
