"""How long whoever is asked may take: the turn's own time, then a reserve that is asked for."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from croupier.engine.turns import DEALER
from croupier.refused import Refused
from croupier.room.life import TableLife
from croupier.server.config import Config

STEP = 30.0  # seconds that one request takes from the reserve


class Remaining(Struct, frozen=True):
    """What a screen shows: whose time runs, how much of it is left, and the viewer's reserve."""

    seats: tuple[int, ...]
    left: float
    total: float
    bank: float = 0.0


class TurnClock:
    """The clock of one table: it starts when somebody is asked, and anew when the answer is in."""

    def __init__(self, config: Config, now: Callable[[], datetime]) -> None:
        """Measure by this clock, and allow what these settings allow."""
        self._config, self._now = config, now
        self._asked: Any = None
        self._since = now()
        self._total = 0.0
        self._banks: dict[str, float] = {}  # what is left of each player's reserve
        self._protected: set[str] = set()  # who got more time in this turn: the connection was lost
        self._absent: set[str] = set()  # who let a turn go by, and was not heard of since
        self.is_here: Callable[[str], bool] = lambda person: True

    def left(self, life: TableLife) -> float | None:
        """Seconds until the dealer acts for whoever is asked; nothing when nobody is."""
        if not self._start(life):
            return None
        left = self._rest()
        return self._rest() if left <= 0 and self._protect(life) else left

    def _rest(self) -> float:
        return self._total - (self._now() - self._since) / timedelta(seconds=1)

    def _protect(self, life: TableLife) -> bool:
        """More time for who is asked and has lost the connection: once, and the whole reserve."""
        lost = _asked(life) - self._protected - self._absent - _leaving(life)
        lost = {person for person in lost if not self.is_here(person)}
        if not lost or self._is_betting(life):
            return False
        self._total += self._config.protection + max(self._bank(person) for person in lost)
        self._banks |= dict.fromkeys(lost, 0.0)
        self._protected |= lost
        return True

    def passed(self, life: TableLife, seat: int) -> None:
        """Note that a turn went by without an answer: the next is not waited for as long."""
        if seat in life.seats:
            self._absent.add(life.seats[seat].person)

    def heard(self, person: str) -> None:
        """Somebody is there again."""
        self._absent.discard(person)

    def shown(self, life: TableLife, person: str) -> Remaining | None:
        """The clock as one person sees it."""
        left = self.left(life)
        if left is None or life.round is None:
            return None
        seats = tuple(turn.actor for turn in life.round.turns if turn.actor != DEALER)
        bank = self._bank(person) if any(_sits(life, seat, person) for seat in seats) else 0.0
        return Remaining(seats, round(max(left, 0.0), 1), self._total, bank)

    def extend(self, life: TableLife, person: str) -> None:
        """Add time from the reserve of whoever is asked."""
        turns = life.round.turns if self._start(life) and life.round is not None else ()
        if self._is_betting(life) or not any(_sits(life, turn.actor, person) for turn in turns):
            raise Refused("A-52", "only who is asked may take time from the reserve")
        more = min(STEP, self._bank(person))
        if not more:
            raise Refused("A-52", "nothing is left of your reserve of time")
        self._banks[person] = self._bank(person) - more
        self._total += more

    def _bank(self, person: str) -> float:
        return self._banks.get(person, self._config.bank)

    def _start(self, life: TableLife) -> bool:
        """Note who is asked; betting before the cards is one question to everybody."""
        if not life.playing or life.round is None or not life.round.turns:
            self._asked = None
            return False
        betting = self._is_betting(life)
        asked = (life.rounds, "bets") if betting else life.round
        same = asked == self._asked if betting else asked is self._asked
        if not same:
            self._asked, self._since = asked, self._now()
            self._total = self._config.bets if betting else self._time(life)
            self._protected = set()
        return True

    def _time(self, life: TableLife) -> float:
        """The turn's own time; a moment only for those who are not there."""
        left = {person for person in _leaving(life) if not self.is_here(person)}
        gone = _asked(life) <= self._absent | left
        return min(self._config.absent, self._config.turn) if gone else self._config.turn

    @staticmethod
    def _is_betting(life: TableLife) -> bool:
        return life.round is not None and life.game.banked and life.round.at == 0


def _asked(life: TableLife) -> set[str]:
    """The people whose turn it is."""
    turns = life.round.turns if life.round is not None else ()
    return {life.seats[turn.actor].person for turn in turns if turn.actor in life.seats}


def _leaving(life: TableLife) -> set[str]:
    """The people who asked to leave: whoever of them has gone is not waited for."""
    return {held.person for held in life.seats.values() if held.leaving}


def _sits(life: TableLife, seat: int, person: str) -> bool:
    return bool(person) and seat in life.seats and life.seats[seat].person == person
