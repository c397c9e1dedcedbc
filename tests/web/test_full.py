"""Full tables: nothing covers the plate or the hand of another seat, or is cut by an edge.

Places are computed from measured words, so they must hold with the fonts of any machine: those it
has, wider letters, and narrower ones.
"""

from collections.abc import Iterator
from threading import Thread

import pytest

from tests.web.conftest import PATIENCE, Browse
from tests.web.full import served, states

DEFAULT, WIDE, NARROW = 100, 115, 82  # percent of the usual width
SIZES = (
    *((360, 740, DEFAULT), (390, 844, DEFAULT), (768, 1024, DEFAULT)),
    *((1280, 800, DEFAULT), (2560, 1440, DEFAULT)),
    *((360, 740, WIDE), (768, 1024, WIDE), (1280, 800, WIDE), (390, 844, NARROW)),
)


@pytest.fixture(scope="module")
def full() -> Iterator[str]:
    server = served()
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("width", "height", "letters"), SIZES, ids=lambda value: str(value))
def test_every_seat_has_room(
    full: str, browse: Browse, width: int, height: int, letters: int
) -> None:
    page = browse(width, height)
    page.goto(f"{full}/?letters={letters}")
    found = page.get_by_label("Faults").text_content(timeout=5 * PATIENCE)
    page.goto("about:blank")  # there is no seat to give up
    assert found == f"none at {len(list(states()))} tables, letters {letters}%"
