"""Whatever is typed: no line breaks a session, and what was accepted is on the record."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.assist.talk import Left
from tests.assist.typist import opened, ready

WORDS = (
    *(
        "",
        "f",
        "k",
        "c",
        "b",
        "r",
        "r 4",
        "b 2",
        "all in",
        "d 2",
        "d 0",
        "pat",
        "s",
        "m",
        "p",
        "go",
    ),
    *("1 10", "2 ante 10", "1 10 5", "y", "n", "u", "next", "oops", "oops 1", "oops 2", "yes", "w"),
    *("oops exposed 1 Kd", "oops face 5c", "push 5", "say raise 4", "1 protect", "stop", "on"),
    *("8c Kd 5h", "2s", "Ah", "AsKd", "s AhAd", "s 2h3h", "jk1 9c", "sit 4 Eve 50", "?", "pots"),
    *("count 51", "surrender", "due", "record", "3 f", "next bomb", "next straddle 3"),
)
LINES = st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=40)
GAMES = ["holdem", "seven-card-stud-hilo-8", "badugi", "two-card-joker", "texas-holdem-bonus"]


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=25, deadline=None)
@given(lines=LINES)
def test_no_line_breaks_a_session(key: str, lines: list[str]) -> None:
    with TemporaryDirectory() as place, patch("os.fsync"):
        path = Path(place) / "table.jsonl"
        session = opened(path, key)
        for line in ("sit 1 Ada 200", "sit 2 Bob 20", "sit 3 Cyd 150"):
            session.take(line)
        for line in ("", *lines) if not ready(session).steps else ():
            before, size = session.sitting.life, path.stat().st_size
            with suppress(Left):
                session.take(line)
            if session.refused:
                assert (session.sitting.life, path.stat().st_size) == (before, size)
            assert "\n" not in session.refused
            assert session.now.words
        session.sitting.record.close()
        again = opened(path, key)
        again.sitting.record.close()
        assert again.sitting.life == session.sitting.life
        assert sum(session.sitting.life.accounts.values()) == 0
