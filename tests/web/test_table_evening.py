"""An evening of a hundred rounds over all games at real pace, several tables at once."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from croupier.games import GAMES
from tests.web.conftest import OFTEN, Room
from tests.web.evening import evening

ROUNDS, TABLES = 5, 7
JUMP = 0.02  # what the browser scores as a layout that jumps


@pytest.mark.soak
def test_an_evening_at_real_pace(chromium: Browser, tmp_path: Path) -> None:
    room = Room(tmp_path, OFTEN)
    room.start()
    found = evening(chromium, room, ROUNDS, TABLES)
    room.stop()
    print(found.report())
    assert found.rounds >= ROUNDS * len(GAMES) > 100
    assert not found.needless
    assert not found.errors
    assert not [shift for shift in found.shifts if shift.score > JUMP]
