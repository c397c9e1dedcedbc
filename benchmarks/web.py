"""The web table in a browser: how soon it is ready, and how many events it shows a second."""

import tempfile
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter

from playwright.sync_api import Browser, Page, WebSocketRoute, sync_playwright
from rich.table import Table

from tests.web.conftest import CHROMIUM, FLAGS, Room
from tests.web.playing import answer
from tests.web.test_play import Heard, listen

GAMES = ("holdem", "seven-card-stud", "badugi", "texas-holdem-bonus")
TRIES = 5
RECORDED = 15.0  # seconds of play
# The page's own clock, from the first frame to the last one that was shown.
CLOCK = """
let first = 0;
const Plain = WebSocket;
window.heard = 0;
window.WebSocket = class extends Plain {
  constructor(...address) {
    super(...address);
    this.addEventListener("message", () => {
      first ||= performance.now();
      setTimeout(() => { window.heard++; window.shown = performance.now() - first; });
    });
  }
};
"""


def ready(page: Page, url: str) -> float:
    """Milliseconds from the press until the table stands, with its seats and what one may do."""
    begun = perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("[data-seat] .plate").first.wait_for()
    page.get_by_label("Your action").locator("p, button").first.wait_for()
    return 1000 * (perf_counter() - begun)


def record(browser: Browser, url: str) -> list[Heard]:
    """The frames of some rounds, as a player got them."""
    page = browser.new_page()
    frames = listen(page)
    page.goto(f"{url}?sit")
    until = monotonic() + RECORDED
    while monotonic() < until:
        answer(page)
        page.wait_for_timeout(100)
    page.context.close()
    return frames


def shown(browser: Browser, url: str, frames: list[Heard]) -> float:
    """Events a second, when the frames come as fast as the page takes them."""
    page = browser.new_page()

    def serve(socket: WebSocketRoute) -> None:
        for frame in frames:
            socket.send(frame.text)

    page.route_web_socket(lambda address: address.endswith("since=-1"), serve)
    page.add_init_script(CLOCK)
    page.goto(url)
    page.wait_for_function("count => window.heard >= count", arg=len(frames), timeout=120_000)
    page.get_by_text(f"Round {frames[-1].screen['round']:,}").first.wait_for()
    seconds: float = page.evaluate("window.shown") / 1000
    page.context.close()
    return sum(len(frame.lines) for frame in frames) / seconds


def tables() -> Iterable[Table]:
    """One table; it needs chromium, and says so."""
    table = Table(title="the web table in chromium, on this machine")
    for column in ("game", "first visit, ms", "again, ms", "events a second"):
        table.add_column(column, justify="left" if column == "game" else "right")
    if not CHROMIUM:
        table.add_row("there is no chromium", "", "", "")
        yield table
        return
    with tempfile.TemporaryDirectory() as home, sync_playwright() as running:
        room = Room(Path(home))
        room.start()
        browser = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for game in GAMES:
            url = f"{room.url}/table/{game}"
            page = browser.new_page()
            first, *again = [ready(page, url) for _ in range(TRIES)]
            page.context.close()
            rate = shown(browser, url, record(browser, url))
            table.add_row(game, f"{first:,.0f}", f"{median(again):,.0f}", f"{rate:,.0f}")
        browser.close()
        room.stop()
    yield table
