"""Sessions whose records are closed when a test is over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.assist.dialogue import Session
from croupier.rules.sign import TableSign
from tests.assist.typist import Open, opened


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Open a session on the record of this test; what was open before is closed."""
    found: list[Session] = []
    monkeypatch.setattr("os.fsync", lambda handle: None)  # the disk is not what is tested here

    def open_one(key: str, sign: TableSign | None = None) -> Session:
        for session in found:
            session.sitting.record.close()
        found.append(opened(tmp_path / "table.jsonl", key, sign))
        return found[-1]

    yield open_one
    for session in found:
        session.sitting.record.close()


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Open any number of sessions, each on a record of its own."""
    found: list[Session] = []
    monkeypatch.setattr("os.fsync", lambda handle: None)

    def open_one(key: str, sign: TableSign | None = None) -> Session:
        found.append(opened(tmp_path / f"{len(found)}-{key}.jsonl", key, sign))
        return found[-1]

    yield open_one
    for session in found:
        session.sitting.record.close()
