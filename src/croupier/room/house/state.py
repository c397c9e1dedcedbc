"""The house: everything that its tables share."""

from collections.abc import Callable, Mapping
from datetime import datetime, time
from functools import lru_cache
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

from msgspec import Struct

from croupier.chips import Chips
from croupier.engine.accounts import Account, Accounts
from croupier.engine.event import Event
from croupier.room.cage.state import Cage
from croupier.room.custody.state import Allotment
from croupier.room.funds.state import Funds
from croupier.room.house.approval import Approval
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor
from croupier.room.logbook import Command, Order
from croupier.room.seating.state import WaitingLists
from croupier.rules.revenue import Method
from croupier.rules.sign import TableSign
from croupier.rules.time_charge import TimeCharge

RakeType = Literal["percentage", "increments", "time"]
RoomKind = Literal["card-room", "friends", "demonstration"]
Registration = Literal["open", "invitation", "staff"]  # who can make an account
SecondFactor = Literal["off", "staff"]  # who needs more than a password to sign in
FactorKind = Literal["totp", "passkey"]
NOTICES: dict[RoomKind, str] = {  # what signs and reports of a room say of it
    "card-room": "",
    "friends": "Unlicensed, private game",
    "demonstration": "Demonstration: approvals are fictitious",
}


class RakeRules(Struct, frozen=True, kw_only=True):
    """The rake as submitted: its types, how each is calculated, and the most it may be."""

    types: tuple[RakeType, ...]
    methods: tuple[Method, ...] = ()
    time_charges: tuple[TimeCharge, ...] = ()
    maximum: Chips = Chips(0)  # of one round of play; a time charge is its own maximum


class Version(Struct, frozen=True):
    """A numbered submission, and the reference of its approval."""

    number: int
    rules: RakeRules
    approval: str = ""


class Supplement(Struct, frozen=True):
    """A supplement of the house to the irregularities, and the reference of its approval."""

    name: str
    words: str
    approval: str = ""


class Filing(Struct, frozen=True, kw_only=True):
    """A numbered part of the Rules of the Games submission, and its approval."""

    subject: str  # the key of a game, or what else is approved
    number: int
    elections: dict[str, str] = {}  # of a game: the keys of its sign, each value as text
    words: str = ""  # of anything else
    approval: str = ""  # its reference
    on: str = ""  # the date of the approval

    @property
    def approved_as(self) -> Approval:
        """The approved version of a submission, as a table posts it."""
        return Approval(self.subject, self.number, self.approval, self.on)


class Submissions(Struct, frozen=True):
    """Everything submitted, in order."""

    rake: tuple[Version, ...] = ()
    supplements: dict[str, Supplement] = {}
    filed: tuple[Filing, ...] = ()

    def of(self, subject: str) -> tuple[Filing, ...]:
        """Every version of one subject, oldest first."""
        return tuple(one for one in self.filed if one.subject == subject)

    @property
    def in_force(self) -> Version | None:
        """The last version that was approved: it takes the place of those before it."""
        return next((version for version in reversed(self.rake) if version.approval), None)


class Removal(Struct, frozen=True, kw_only=True):
    """The slip of a removal: the player, the cause, the table, and the notice given."""

    person: str
    cause: str
    table: str
    at: datetime
    clause: str
    notice: Notice | None = None  # to the IEB; a BBC room gives none


class Exclusions(Struct, frozen=True):
    """Excluded players with their slips, and when a player was last readmitted."""

    out: dict[str, Removal] = {}
    lifted: dict[str, datetime] = {}


class Opening(Struct, frozen=True, kw_only=True):
    """A request to open a round, and what became of it."""

    table: str
    line: int  # of the table's log, where the round begins
    round: int
    reason: str
    asked_by: Actor
    asked_at: datetime
    answered_by: Actor | None = None
    answered_at: datetime | None = None
    granted: bool = False


Openings = dict[str, Opening]  # by table and line; the latest request of each round


def place(table: str, line: int) -> str:
    """The key of a round in the house's requests to open cards."""
    return f"{table}/{line}"


class Template(Struct, frozen=True):
    """A sign that the house keeps for new tables."""

    game: str
    sign: TableSign


class Factor(Struct, frozen=True):
    """A second factor of a person; what proves it is sealed."""

    id: str
    kind: FactorKind
    label: str
    secret: str
    at: datetime
    used: int = 0  # the latest half minute whose code was used


class Retention(Struct, frozen=True):
    """How long records stay: closed days in the database, and the files they are archived in."""

    days: int = 7  # closed gaming days
    files: int = 0  # days after which a file is retired; 0: never


class Plan(Struct, frozen=True):
    """What the room does at a private game as soon as no round is on, as its host asked."""

    sign: TableSign | None = None  # the stakes change to this; None: the game ends


class PrivateGame(Struct, frozen=True):
    """A table among friends: who hosts it, its link, and who is let in."""

    host: str
    code: str
    secret: str = ""  # of its password; empty for none
    guests: frozenset[str] = frozenset()
    by_name: frozenset[str] = frozenset()  # of them, those without a password
    ended: bool = False
    before: frozenset[str] = frozenset()  # those who hosted it before
    plan: Plan | None = None
    refused: str = ""  # why the last plan was not carried out

    @property
    def hosts(self) -> frozenset[str]:
        """All who host it, or did."""
        return self.before | {self.host}


class House(Struct, frozen=True, kw_only=True):
    """Everything that is true of the room as a whole, without its tables."""

    kind: RoomKind = "card-room"
    name: str = ""
    zone: str = ""  # "": the hours are those of the zone that a moment names
    registration: Registration = "staff"
    second_factor: SecondFactor = "off"
    is_set_up: bool = False  # rooms of earlier versions never were
    day_starts: time = time(6, 0)
    shifts: int = 3
    retention: Retention = Retention()
    count_minutes: int = 60  # how old a count of the cage may be when a day is closed
    accounts: Accounts = {}
    distribution: dict[str, Allotment] = {}  # by table, the latest
    waiting: WaitingLists = WaitingLists()
    submissions: Submissions = Submissions()
    exclusions: Exclusions = Exclusions()
    funds: Funds = Funds()
    cage: Cage = Cage()
    openings: Openings = {}
    factors: dict[str, tuple[Factor, ...]] = {}  # by person
    templates: dict[str, Template] = {}  # by name
    games: dict[str, PrivateGame] = {}  # by table
    closed: frozenset[str] = frozenset()  # the closed tables, as the room in service knows them

    @property
    def dawn(self) -> time:
        """When a gaming day begins, in the room's time zone."""
        return _dawn(self.day_starts, self.zone)

    @property
    def notice(self) -> str:
        """What signs and reports must say of a room that is no licensed card room."""
        return NOTICES[self.kind]


@lru_cache(maxsize=16)  # asked after every order
def _dawn(starts: time, zone: str) -> time:
    return starts.replace(tzinfo=ZoneInfo(zone) if zone else None)


HouseDeciders: TypeAlias = Mapping[type[Command], Callable[[House, Order], list[Event]]]


def balance_of(house: House, account: Account) -> Chips:
    """The chips on an account of the house."""
    return house.accounts.get(account, Chips(0))
