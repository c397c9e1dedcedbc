"""How long the player to act may take: the turn's own time, then the time bank on request.

What has run and what was taken is in the table's log (`room.pace`); this says how much there is.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from croupier.engine.commands import NoMoreBets
from croupier.engine.turns import DEALER
from croupier.refused import Refused
from croupier.room.logbook import Order
from croupier.room.seating.state import Seat
from croupier.room.table.pace import (
    READING,
    AllowTime,
    all_have_bet,
    is_asking,
    is_betting,
    player_of,
)
from croupier.room.table.rounds import CallOff, PassTurn, Play
from croupier.room.table.state import Table
from croupier.server.config import Config

STEP = 30.0  # seconds that one request takes from the time bank


class Remaining(Struct, frozen=True):
    """What a screen shows: whose time runs, how much is left, and the viewer's time bank."""

    seats: tuple[int, ...]
    left: float
    total: float
    bank: float = 0.0


class TurnClock:
    """The clock of one table."""

    def __init__(self, config: Config, now: Callable[[], datetime]) -> None:
        """Measure by this clock, and allow what these settings allow."""
        self._config, self.now = config, now
        self._restarted: datetime | None = None
        self._runs: datetime | None = None  # from when on, after a restart
        self.is_here: Callable[[str], bool] = lambda person: True

    def restarted(self, at: datetime) -> None:
        """After a restart, run the clock once the player to act is back, or soon."""
        self._restarted, self._runs = at, at + timedelta(seconds=self._config.protection)

    def came(self, life: Table, person: str) -> None:
        """A player connected: start the clock that waited for them."""
        if self._runs is not None and any(held.person == person for _, held in _asked(life)):
            self._runs = min(self._runs, self.now())

    def left(self, life: Table) -> float | None:
        """Seconds until the dealer acts for the player to act; None when no time runs."""
        return self._left(life, self._total(life)) if self._runs_for(life) else None

    def _runs_for(self, life: Table) -> bool:
        """Whether time runs for the player to act."""
        return is_asking(life) and life.pace.since is not None and not life.dealt_by_person

    def _left(self, life: Table, total: float) -> float:
        pace = life.pace
        assert pace.since is not None
        waits = 0.0
        if self._runs is not None and pace.since == self._restarted:
            waits = (self._runs - pace.since) / timedelta(seconds=1)
        left = total + waits - pace.elapsed(self.now())
        if pace.placed is None or pace.allowed or not all_have_bet(life):
            return left
        since = (self.now() - pace.placed) / timedelta(seconds=1)
        return min(left, self._config.settled - since)  # no player to wait for: the cards may come

    def check(self, life: Table, order: Order) -> None:
        """Refuse to act for a player whose time, as the player sees it, is not up."""
        says = order.says
        early = isinstance(says, CallOff) and not says.late  # no player in the round will play
        if early and order.chance is not None:
            return
        bets_end = isinstance(says, Play) and isinstance(says.command, NoMoreBets)
        if not (isinstance(says, PassTurn | CallOff) or bets_end) or not is_asking(life):
            return
        if life.dealt_by_person:  # the dealer calls time
            return
        left = self.left(life)
        if left is None:
            raise Refused(READING, "the clock is stopped: no turn can be passed")
        if left > 0:
            raise Refused(READING, f"there are {left:.1f} seconds left to answer")
        if self.protection(life):
            raise Refused(READING, "a disconnected player must be given more time first")

    def _total(self, life: Table) -> float:
        """The turn's total time: each seat's own time and what was added."""
        bets = max(self._config.bets, life.sign.turn_seconds)
        own = bets if is_betting(life) else self._time(life)
        return own + max(life.pace.allowed.values(), default=0.0)

    def _time(self, life: Table) -> float:
        """The turn's own time; only a moment for absent players who missed turns."""
        usual = life.sign.turn_seconds or self._config.turn
        asked = [held for _, held in _asked(life)]
        gone = all(_given_up(held) and not self.is_here(held.person) for held in asked)
        return min(self._config.absent, usual) if asked and gone else usual

    def protection(self, life: Table) -> list[AllowTime]:
        """More time for a disconnected player to act: once, and the whole time bank."""
        if is_betting(life):
            return []
        given = []
        for seat, held in _asked(life):
            if seat in life.pace.protected or _given_up(held) or self.is_here(held.person):
                continue
            bank = self._bank(life, held)
            if seconds := self._config.protection + bank:
                given.append(AllowTime(seat=seat, seconds=seconds, reserve=bank, why="connection"))
        return given

    def extension(self, life: Table, person: str) -> AllowTime:
        """Time from the time bank of the player to act, on request."""
        mine = [one for one in _asked(life) if person and one[1].person == person]
        if not mine or is_betting(life):
            raise Refused(READING, "only the player to act may use the time bank")
        seat, held = mine[0]
        more = min(STEP, self._bank(life, held))
        if not more:
            raise Refused(READING, "your time bank is empty")
        return AllowTime(seat=seat, seconds=more, reserve=more, why="reserve")

    def shown(self, life: Table, person: str) -> Remaining | None:
        """The clock as one person sees it."""
        if life.round is None or not self._runs_for(life):
            return None
        seats = tuple(turn.actor for turn in life.round.turns if turn.actor != DEALER)
        total = self._total(life)
        left = round(min(max(self._left(life, total), 0.0), total), 1)
        return Remaining(seats, left, total, self.banks(life).get(person, 0.0) if person else 0.0)

    def banks(self, life: Table) -> dict[str, float]:
        """The time banks of the players to act."""
        return {held.person: self._bank(life, held) for _, held in _asked(life)}

    def _bank(self, life: Table, held: Seat) -> float:
        posted = life.sign.bank_seconds
        return max(0.0, (self._config.bank if posted is None else posted) - held.spent)


def _asked(life: Table) -> Iterator[tuple[int, Seat]]:
    """The positions to act, and their players."""
    for turn in life.round.turns if is_asking(life) and life.round is not None else ():
        if (seat := player_of(life, turn.actor)) in life.seats:
            yield turn.actor, life.seats[seat]


def _given_up(held: Seat) -> bool:
    """Whether the table need not wait long, unless the player is connected."""
    return held.leaving or held.passed > 0
