"""Seats and the people who take them, wait for them, or wish something for the next round."""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from croupier.chips import Chips
from croupier.engine.events import Due
from croupier.room.house.approval import Approval
from croupier.rules.sign import TableSign

Form = Literal["chips", "currency", "coin"]
Showing = Literal["ask", "muck", "show"]  # `muck` throws only beaten hands away


class Purchase(Struct, frozen=True, array_like=True):
    """What a player buys."""

    chips: Chips
    form: Form = "chips"
    carried: Chips = Chips(0)  # of them, what the same player took away a moment ago


class Absence(Struct, frozen=True):
    """A seat kept for an absent player, and how the stake is kept."""

    since: datetime
    method: Literal["", "record", "cover"] = ""  # "": the shift supervisor has not come yet
    chips: Chips = Chips(0)  # the stake as it was recorded or covered
    back: bool = False  # at the table again: the shift supervisor has not come yet


class Seat(Struct, frozen=True):
    """A taken seat: its player, and what was asked for until the round is over."""

    person: str
    since: datetime | None = None  # when the seat was taken
    away: Absence | None = None
    out: bool = False  # sits at the table and is not dealt in
    out_since: datetime | None = None
    leaving: bool = False
    asks: tuple[Purchase, ...] = ()
    currency: Chips = Chips(0)  # the part of the stack that is not chips yet (POKER 7(c)(2))
    missed: tuple[int, ...] = ()  # which of the blinds went by
    posted: tuple[int, ...] = ()  # which of them were posted late in the last round
    spent: float = 0.0  # seconds of the time bank used since the seat was taken
    passed: int = 0  # turns in a row that went by without an answer

    @property
    def kept_since(self) -> datetime | None:
        """Since when the seat has been kept for a player who does not play."""
        if self.away is not None:
            return None if self.away.back else self.away.since
        return self.out_since if self.out else None


class Left(Struct, frozen=True):
    """When a player left, with what, and from which seat."""

    at: datetime
    chips: Chips
    seat: int = 0


class Seating(Struct, frozen=True, kw_only=True):
    """What a table remembers of people who are not seated."""

    left: dict[str, Left] = {}  # the last stake of each, for players who come back
    vacated: dict[int, datetime] = {}
    bought: dict[str, Chips] = {}  # since the table opened


class NextDeal(Struct, frozen=True):
    """The next round: its players with their chips, its button, and what is owed late."""

    stacks: dict[int, Chips]
    button: int
    late: tuple[Due, ...] = ()


class Proposal(Struct, frozen=True):
    """A proposed sign, and the players who have agreed to it."""

    sign: TableSign
    agreed: tuple[str, ...] = ()
    approvals: tuple[Approval, ...] = ()  # that it would post, in a card room


class Kind(Struct, frozen=True, array_like=True):
    """A type of table that people wait for."""

    game: str
    stakes: str

    @property
    def words(self) -> str:
        """The type of a table as a vacancy is announced."""
        return f"{self.game} at {self.stakes}"


class Waits(Struct, frozen=True, array_like=True):
    """One line of a list."""

    person: str
    kind: Kind
    since: datetime


class Call(Struct, frozen=True, array_like=True):
    """A vacant seat that is kept for the person called to it."""

    person: str
    kind: Kind
    table: str
    seat: int
    at: datetime


class WaitingLists(Struct, frozen=True):
    """Waiting people in order of arrival, and the seats to which people were called."""

    line: tuple[Waits, ...] = ()
    calls: tuple[Call, ...] = ()  # the last one of each seat

    def of(self, kind: Kind) -> tuple[Waits, ...]:
        """The list of one type of table."""
        return tuple(waits for waits in self.line if waits.kind == kind)


class BombVote(Struct, frozen=True):
    """A proposed bomb pot, and the answers to it."""

    by: int
    at: datetime
    answers: dict[int, bool]


class Wishes(Struct, frozen=True):
    """What players wish for the next round."""

    straddles: dict[int, str] = {}  # by seat, who straddles there whenever it may be done
    bomb: BombVote | None = None
    showing: dict[str, Showing] = {}  # by person, how a hand is shown
