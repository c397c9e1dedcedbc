"""Facts of the house's log; those of its funds, cage and waiting lists are in their parts."""

from datetime import date, time

from croupier.room.house.people import Actor
from croupier.room.house.state import (
    FactorKind,
    Filing,
    RakeRules,
    Registration,
    Removal,
    RoomKind,
    SecondFactor,
)
from croupier.room.logbook import HouseFact
from croupier.rules.sign import TableSign


class HouseSetUp(HouseFact, frozen=True, kw_only=True):
    """The room is of this kind, has a name and hours, and says who can have an account."""

    visibility = "public"
    kind: RoomKind
    name: str
    zone: str
    day_starts: time
    registration: Registration
    second_factor: SecondFactor


class PolicyChanged(HouseFact, frozen=True, kw_only=True):
    """From now on these people can make an account, and these need a second factor."""

    visibility = "public"
    registration: Registration
    second_factor: SecondFactor


class RetentionPosted(HouseFact, frozen=True, kw_only=True):
    """How many closed days stay in the database from now on, and for how many days files do."""

    visibility = "staff"
    days: int
    files: int


class FactorKept(HouseFact, frozen=True, kw_only=True):
    """A person needs this as well as the password to sign in; what proves it is sealed."""

    visibility = "staff"
    person: str
    id: str
    kind: FactorKind
    label: str
    secret: str
    used: int = 0  # the half minute of the code that confirmed it; earlier versions kept none


class CodeUsed(HouseFact, frozen=True, kw_only=True):
    """A person signed in with the code of a half minute: neither it nor an earlier one counts."""

    visibility = "staff"
    person: str
    id: str
    used: int


class FactorDropped(HouseFact, frozen=True, kw_only=True):
    """A second factor counts no longer."""

    visibility = "staff"
    person: str
    id: str


class RakeRulesSubmitted(HouseFact, frozen=True, kw_only=True):
    """Rake rules were submitted."""

    visibility = "public"
    number: int
    rules: RakeRules


class RakeRulesApproved(HouseFact, frozen=True, kw_only=True):
    """A version of the rake rules is in force from now on."""

    visibility = "public"
    number: int
    reference: str


class SupplementSubmitted(HouseFact, frozen=True, kw_only=True):
    """A supplement to the irregularities was submitted."""

    visibility = "public"
    name: str
    words: str


class SupplementApproved(HouseFact, frozen=True, kw_only=True):
    """A supplement to the irregularities has effect from now on."""

    visibility = "public"
    name: str
    reference: str


class RulesSubmitted(HouseFact, frozen=True, kw_only=True):
    """A part of the Rules of the Games submission was filed."""

    visibility = "public"
    filing: Filing


class RulesApproved(HouseFact, frozen=True, kw_only=True):
    """A version can be posted from now on."""

    visibility = "public"
    subject: str
    number: int
    reference: str
    on: date


class PlayerExcluded(HouseFact, frozen=True, kw_only=True):
    """A player cannot take a seat in this room."""

    visibility = "staff"
    slip: Removal


class ExclusionLifted(HouseFact, frozen=True, kw_only=True):
    """A player can take a seat again."""

    visibility = "staff"
    person: str
    reason: str


class OpeningAsked(HouseFact, frozen=True, kw_only=True):
    """The hidden cards of a round were asked for."""

    visibility = "staff"
    table: str
    line: int
    round: int
    reason: str


class OpeningGranted(HouseFact, frozen=True, kw_only=True):
    """The hidden cards of a round were opened, by two people."""

    visibility = "staff"
    table: str
    line: int
    round: int
    asked_by: Actor


class OpeningDenied(HouseFact, frozen=True, kw_only=True):
    """The hidden cards of a round stay hidden."""

    visibility = "staff"
    table: str
    line: int
    round: int
    asked_by: Actor


class TemplateKept(HouseFact, frozen=True, kw_only=True):
    """The house keeps a sign, to open tables with."""

    visibility = "staff"
    name: str
    game: str
    sign: TableSign


class TemplateDropped(HouseFact, frozen=True, kw_only=True):
    """The house keeps a sign no longer."""

    visibility = "staff"
    name: str


class GameHosted(HouseFact, frozen=True, kw_only=True):
    """A player hosts a private game."""

    visibility = "staff"
    table: str
    host: str
    code: str
    secret: str = ""


class GuestAdmitted(HouseFact, frozen=True, kw_only=True):
    """A person was let into a private game."""

    visibility = "staff"
    table: str
    person: str
    by_name: bool = False  # without a password


class GuestSentAway(HouseFact, frozen=True, kw_only=True):
    """A person is no longer let into a private game."""

    visibility = "staff"
    table: str
    person: str


class HostChanged(HouseFact, frozen=True, kw_only=True):
    """Another guest hosts a private game."""

    visibility = "staff"
    table: str
    host: str


class GamePlanned(HouseFact, frozen=True, kw_only=True):
    """The room ends a private game, or changes its stakes, as soon as no round is on."""

    visibility = "staff"
    table: str
    sign: TableSign | None = None  # None: the game ends


class PlanClosed(HouseFact, frozen=True, kw_only=True):
    """A plan for a private game is over: carried out, taken back, or refused with the reason."""

    visibility = "staff"
    table: str
    why: str = ""


class GameEnded(HouseFact, frozen=True, kw_only=True):
    """A private game ended for now."""

    visibility = "staff"
    table: str


class GameResumed(HouseFact, frozen=True, kw_only=True):
    """A private game resumes."""

    visibility = "staff"
    table: str


class LedgerSettled(HouseFact, frozen=True, kw_only=True):
    """Everybody has paid what the ledger said."""

    visibility = "staff"
