"""A table: everything that is true of it, and the clock of a turn."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, TypeAlias

from msgspec import Struct

from croupier.chips import Chips
from croupier.engine.accounts import METER, Accounts, stack
from croupier.engine.event import Event
from croupier.engine.events import PotAwarded
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.room.cage.state import Charges, Tray
from croupier.room.conduct.state import Conduct
from croupier.room.custody.state import Custody
from croupier.room.funds.state import Box
from croupier.room.house.approval import Approval
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.house.state import House
from croupier.room.logbook import ByDealer, Command, Order
from croupier.room.seating.state import Proposal, Seat, Seating, Wishes
from croupier.rules.game import Game
from croupier.rules.sign import TableSign


class RoundOpen(Refused):
    """What can be done only between rounds of play, asked while one is open."""


class Pace(Struct, frozen=True):
    """The clock of a turn: how long the player to act has had."""

    since: datetime | None = None  # when the clock last began to run; None: it is stopped
    ran: float = 0.0  # seconds of this turn that had run before
    allowed: dict[int, float] = {}  # extra seconds that a seat got in this turn
    protected: tuple[int, ...] = ()  # seats that got some because the connection was lost
    stopped: str = ""  # the person who stopped the clock
    placed: datetime | None = None  # when a wager against the bank was last placed or changed

    def elapsed(self, at: datetime) -> float:
        """Seconds of this turn that have run at a moment."""
        if self.since is None:
            return self.ran
        return self.ran + max(0.0, (at - self.since) / timedelta(seconds=1))

    def asked(self, at: datetime) -> "Pace":
        """The clock of the next question: it runs, unless it is stopped."""
        return Pace(since=None if self.stopped else at, stopped=self.stopped)


class Table(Struct, frozen=True, kw_only=True):
    """Everything that is true of a table."""

    name: str = ""
    game: Game
    sign: TableSign
    status: Literal["closed", "open"] = "closed"
    opened: datetime | None = None  # when it last was
    approvals: tuple[Approval, ...] = ()  # that it posts, in a card room
    accounts: Accounts = {}
    seats: dict[int, Seat] = {}
    seating: Seating = Seating()
    proposal: Proposal | None = None  # of a higher minimum
    button: int = 0  # 0: not placed yet
    kill: int = 0  # the seat behind the kill button
    killed: bool = False  # the limits of a kill are in force, although its winner may have left
    rounds: int = 0
    round: Round | None = None
    awards: tuple[PotAwarded, ...] = ()  # of the round in hand
    custody: Custody = Custody()
    charges: Charges = Charges()
    box: Box = Box()
    conduct: Conduct = Conduct()
    pace: Pace = Pace()
    tray: Tray = Tray()
    wishes: Wishes = Wishes()
    dealer: Actor = HOUSE_DEALER  # or the person who deals here

    @property
    def dealt_by_person(self) -> bool:
        """Whether a person deals real cards here, and announces those that lie face up."""
        return self.custody.procedures.dealer == "person"

    @property
    def playing(self) -> bool:
        """Whether a round is open: between the deal and the payment of the pot (POKER 1)."""
        return self.round is not None and not self.round.done

    @property
    def seated(self) -> tuple[int, ...]:
        """The occupied seats, from the dealer's left."""
        return tuple(sorted(self.seats))

    @property
    def stacks(self) -> dict[int, Chips]:
        """The chips in front of every occupied seat."""
        return {seat: self.accounts.get(stack(seat), Chips(0)) for seat in self.seated}

    @property
    def meter(self) -> Chips | None:
        """The progressive meter; None: the sign posts none, or starts it (THB 12)."""
        return self.accounts.get(METER) if self.sign.progressive else None

    def check_open(self) -> None:
        """Refuse what only an open table does."""
        if self.status != "open":
            raise Refused(self.game.own("POKER 4(a)"), f"table {self.name} is not open")

    def check_between(self, clause: str) -> None:
        """Refuse what can be done only between rounds of play."""
        if self.playing:
            raise RoundOpen(self.game.own(clause), "a round of play is open: wait until it is over")


Decided: TypeAlias = Sequence[Event | ByDealer]
TableDeciders: TypeAlias = Mapping[type[Command], Callable[[Table, Order, House], Decided]]
