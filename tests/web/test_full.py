"""Full tables: nothing covers the plate or the hand of another seat, or is cut by an edge."""

from collections.abc import Iterator
from threading import Thread

import pytest

from tests.web.conftest import PATIENCE, Browse
from tests.web.full import served, states

SIZES = ((360, 740), (390, 844), (768, 1024), (1280, 800), (2560, 1440))


@pytest.fixture(scope="module")
def full() -> Iterator[str]:
    server = served()
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_seat_has_room(full: str, browse: Browse, size: tuple[int, int]) -> None:
    page = browse(*size)
    page.goto(f"{full}/")
    found = page.get_by_label("Faults").text_content(timeout=5 * PATIENCE)
    page.goto("about:blank")  # there is no seat to give up
    assert found == f"none at {len(list(states()))} tables"
