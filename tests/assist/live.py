"""A live table as a test meets it: people sit down, lines are typed, and words come back.

Every expected value in the tests that use it is typed from the documents: stacks, pots, who is
asked, what is said and under which clause. The cards are whatever the dealer names.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from msgspec.structs import replace

from croupier.assist.dialogue import Session
from croupier.assist.glance import table_lines
from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.games import GAMES
from tests.assist.typist import Clock, Open, amount, ready

PEOPLE = ("Ada", "Bob", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim")
NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (Chips(2_00),)}
LIMIT: dict[str, Any] = {"structure": "limit", "limits": (Chips(2_00), Chips(4_00))}
BOTH = ("holdem", "bbc-omaha")


class Live:
    """One table with its people, and everything that was said in the round."""

    def __init__(self, table: Open, key: str, *dollars: float, **sign: Any) -> None:
        self.key, self.game = key, GAMES[key]
        self.session: Session = table(key, replace(self.game.sign, **sign))
        for seat, stack in enumerate(dollars, 1):
            self.type(f"sit {seat} {PEOPLE[seat - 1]} {amount(round(stack * 100))}")

    def type(self, *lines: str) -> Live:
        """Type lines that are all accepted."""
        for line in lines:
            self.session.take(line)
            assert not self.session.refused, (line, self.session.refused, self.now)
        return self

    def deal(self, begin: str = "") -> Live:
        """Answer every step, begin a round, and deal the cards that stay face down."""
        ready(self.session)
        self.type(begin)
        return self.type("") if "face down to each player" in self.now and self._hidden else self

    @property
    def _hidden(self) -> bool:
        return "type" not in self.session.now.keys.split(",")[0]

    def refused(self, line: str) -> str:
        """Type a line that is refused, and changes nothing."""
        before = self.session.sitting.life
        self.session.take(line)
        assert self.session.refused, (line, self.news)
        assert self.session.sitting.life == before
        return self.session.refused

    def later(self, minutes: float) -> Live:
        """Let time pass."""
        assert isinstance(self.session.sitting.clock, Clock)
        self.session.sitting.clock.now += timedelta(minutes=minutes)
        return self.type("w")

    # --- what there is to read -----------------------------------------------------------------

    @property
    def now(self) -> str:
        """What the assistant asks for."""
        return self.session.now.words

    @property
    def news(self) -> str:
        """What came of the last line."""
        return "\n".join(line.words for line in self.session.news)

    @property
    def cited(self) -> list[str]:
        """The clauses of the last line's news."""
        return [line.clause for line in self.session.news]

    @property
    def story(self) -> list[str]:
        """Everything said in the round."""
        return [line.words for line in self.session.story]

    def said(self, *starts: str) -> list[str]:
        """What was said in the round that begins, or goes on, with one of these."""
        return [words for words in self.story if any(start in words for start in starts)]

    @property
    def pots(self) -> list[str]:
        """What the word `pots` shows."""
        self.type("pots")
        return [line.words for line in self.session.shows]

    @property
    def stacks(self) -> dict[int, float]:
        """The chips of every seat, in dollars."""
        life = self.session.sitting.life
        inside = life.round.stacks if life.round is not None and life.playing else {}
        found = life.stacks | inside
        return {seat: chips / 100 for seat, chips in sorted(found.items())}

    @property
    def seen(self) -> str:
        """The table at a glance, as the screen shows it."""
        return "\n".join(table_lines(self.session))

    def facts(self, kind: Callable[..., Any]) -> list[Any]:
        """What is on record, of one kind."""
        log = self.session.sitting.log
        return [entry.fact for entry in log if type(entry.fact) is kind]

    def account(self, name: str) -> float:
        """An account of the table, in dollars: the pot, the rake area, the inventory."""
        life = self.session.sitting.life
        inside = life.round.accounts if life.round is not None and life.playing else life.accounts
        return inside.get(Account(name), 0) / 100
