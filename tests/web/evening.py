"""An evening at real pace: a player at a table of every game, several tables at once.

`python -m tests.web.evening [ROUNDS [TABLES]]` plays that many rounds of each game, at that many
tables at a time, and prints how the evening felt: the time from the last decision to the next
deal, presses that were not decisions, what moved on the page in mid-round, and what broke.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from croupier.games import GAMES
from tests.web.conftest import CHROMIUM, FLAGS, OFTEN, Room, give_up_seat
from tests.web.playing import look, press

MEASURED = Path(__file__).with_name("measured.js").read_text()
SIZES = ((1280, 800), (390, 844), (1440, 900), (740, 360), (768, 1024))
DECISIONS = (
    *(r"^Check\b", r"^Call\b", r"^All-in", r"^Stand pat", r"^Run it twice"),
    *(r"^Flop \$", r"^Turn \$", r"^River \$", r"^Bet \$", r"^Add \$"),
)
NEEDED = (r"^Show\b(?! my hand)", r"^Cut there", r"^I am back")  # which no player should need
DECIDED = {"Checked", "Called", "Raised", "Folded", "Discarded", "Chose", "Placed", "Agreed"}
PATIENCE = 300  # seconds without a line: a table that stands still


class Gap(NamedTuple):
    """From the last decision of a round to the first card of the next one, or to its bets."""

    game: str
    how: str  # uncontested, showdown, run-out or bank
    seconds: float


class Shift(NamedTuple):
    """Something that moved by itself, as the browser scores it."""

    game: str
    size: tuple[int, int]
    score: float
    what: str


class Evening(NamedTuple):
    """What was measured."""

    rounds: int
    gaps: list[Gap]
    needless: Counter[str]  # presses that were not decisions
    shifts: list[Shift]
    errors: list[str]

    def report(self) -> str:
        """The evening in a few lines."""
        lines = [f"{self.rounds} rounds"]
        for how in ("uncontested", "showdown", "run-out", "bank"):
            if found := [gap.seconds for gap in self.gaps if gap.how == how]:
                late = quantiles(found, n=20)[-1] if len(found) > 1 else found[0]
                lines.append(
                    f"last decision to next deal, {how}: median {median(found):.1f} s, "
                    f"p95 {late:.1f} s, of {len(found)}"
                )
        lines.append(f"presses that were not decisions: {dict(self.needless) or 'none'}")
        worst = sorted(self.shifts, key=lambda one: -one.score)[:8]
        lines.append(f"layout shifts in mid-round: {len(self.shifts)}")
        lines += [f"  {one.score:.4f} {one.game} at {one.size}: {one.what}" for one in worst]
        return "\n".join([*lines, f"errors: {self.errors or 'none'}"])


class Player:
    """One visitor at one table."""

    def __init__(self, browser: Browser, room: Room, game: str, size: tuple[int, int]) -> None:
        """Take a seat."""
        self.game, self.size = game, size
        self.errors: list[str] = []
        self.needless: Counter[str] = Counter()
        context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda fault: self.errors.append(f"{game}: {fault}"))
        self.page.on("console", self._hear)
        self.page.add_init_script(MEASURED)
        self.page.goto(f"{room.url}/table/{game}?sit")
        self.page.get_by_role("button", name="My seat").wait_for()

    def _hear(self, message: object) -> None:
        if getattr(message, "type", "") == "error":
            self.errors.append(f"{self.game}: {getattr(message, 'text', '')}")

    def decide(self) -> None:
        """Answer the mildest way, if anything is asked."""
        seen = look(self.page)
        for name in (*DECISIONS, *NEEDED):
            if any(re.search(name, button) for button in seen.buttons):
                if press(self.page, name) and name in NEEDED:
                    self.needless[name] += 1
                return

    @property
    def lines(self) -> list[tuple[float, str, int]]:
        """When each line was shown, in milliseconds."""
        found: list[list[object]] = self.page.evaluate("window.measured.lines")
        return [(float(str(at)), str(kind), int(str(seat))) for at, kind, seat in found]

    @property
    def rounds(self) -> int:
        """How many were seen whole."""
        kinds = [kind for _, kind, _ in self.lines]
        first = kinds.index("RoundOpened") if "RoundOpened" in kinds else len(kinds)
        return kinds[first:].count("RoundClosed")

    def gaps(self) -> Iterator[Gap]:
        """Every pause between two rounds."""
        decided, ended, kinds = 0.0, False, set[str]()
        for at, kind, _ in self.lines:
            if kind in DECIDED and not ended:
                decided, kinds = at, set()
            kinds.add(kind)
            ended = ended or kind == "RoundClosed"
            opens = "RoundOpened" if self._how(kinds) == "bank" else "Dealt"
            if kind == opens and ended:
                if decided:
                    yield Gap(self.game, self._how(kinds), (at - decided) / 1000)
                decided, ended = 0.0, False

    def _how(self, kinds: set[str]) -> str:
        if "Settled" in kinds or "BetsClosed" in kinds:
            return "bank"
        if "BoardDealt" in kinds:
            return "run-out"
        return "showdown" if "Shown" in kinds else "uncontested"

    def shifts(self) -> Iterator[Shift]:
        """What moved between the opening of a round and its close."""
        spans, opened = list[tuple[float, float]](), 0.0
        for at, kind, _ in self.lines:
            if kind == "RoundOpened":
                opened = at
            if kind == "RoundClosed" and opened:
                spans.append((opened, at))
        for at, score, what in self.page.evaluate("window.measured.shifts"):
            if any(since <= at <= until for since, until in spans):
                yield Shift(self.game, self.size, score, what)


def played(browser: Browser, room: Room, games: list[str], rounds: int) -> list[Player]:
    """Play so many rounds at a table of each of these games, at once."""
    players = [Player(browser, room, game, SIZES[n % len(SIZES)]) for n, game in enumerate(games)]
    waiting, seen, moved = list(players), 0, time.monotonic()
    while waiting:
        for player in waiting:
            player.decide()
        waiting = [player for player in waiting if player.rounds < rounds]
        count = sum(len(player.lines) for player in players)
        seen, moved = (count, time.monotonic()) if count > seen else (seen, moved)
        stuck = [player.game for player in waiting]
        assert time.monotonic() < moved + PATIENCE, f"nothing happens any more at {stuck}"
        players[0].page.wait_for_timeout(150)
    return players


def evening(browser: Browser, room: Room, rounds: int = 5, tables: int = 7) -> Evening:
    """Every game in turn, so many tables at once."""
    games, all_of = list(GAMES), Evening(0, [], Counter(), [], [])
    total = 0
    for first in range(0, len(games), tables):
        for player in played(browser, room, games[first : first + tables], rounds):
            total += player.rounds
            all_of.gaps.extend(player.gaps())
            all_of.needless.update(player.needless)
            all_of.shifts.extend(player.shifts())
            all_of.errors.extend(player.errors)
            give_up_seat(player.page)
            player.page.context.close()
    return all_of._replace(rounds=total)


def main(rounds: int = 5, tables: int = 7) -> None:
    """Play, and print the report."""
    with TemporaryDirectory() as home, sync_playwright() as running:
        room = Room(Path(home), OFTEN)
        room.start()
        browser = running.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        print(evening(browser, room, rounds, tables).report())
        browser.close()
        room.stop()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
