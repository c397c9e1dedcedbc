"""Orders about second factors: what a person needs with a password to sign in.

The room gives them, after it has seen a right answer. The secret is sealed with the room's keys, so
the log can be read by people who must not know it.
"""

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.facts import CodeUsed, FactorDropped, FactorKept
from croupier.room.house.people import ROLES, SHIFT, Role
from croupier.room.house.state import FactorKind, House, HouseDeciders
from croupier.room.logbook import Command, Order, given_by

EVERYBODY: frozenset[Role] = frozenset(ROLES)
MOST = 8  # factors of one person


@given_by(EVERYBODY, "A-96", "keep a second factor")
class KeepFactor(Command, frozen=True, kw_only=True):
    """Keep one more second factor of the person who orders it."""

    id: str
    kind: FactorKind
    label: str
    secret: str  # sealed
    used: int = 0  # the half minute of the code that confirmed it


@given_by(EVERYBODY, "A-96", "use a code")
class UseCode(Command, frozen=True, kw_only=True):
    """Sign in with the code of a half minute, which counts once."""

    id: str
    used: int


@given_by(EVERYBODY, "A-96", "drop a second factor")
class DropFactor(Command, frozen=True, kw_only=True):
    """Drop your second factor, or as a shift supervisor that of another person."""

    person: str
    id: str


def _keep(house: House, order: Order[KeepFactor]) -> list[Event]:
    says, person = order.says, order.by.name
    mine = house.factors.get(person, ())
    if len(mine) >= MOST:
        raise Refused("FIELD label", f"a person can have at most {MOST} second factors")
    if any(one.id == says.id for one in mine):
        raise Refused("FIELD label", "this second factor is already registered")
    return [
        FactorKept(
            clause=says.clause,
            person=person,
            id=says.id,
            kind=says.kind,
            label=says.label,
            secret=says.secret,
            used=says.used,
        )
    ]


def _use(house: House, order: Order[UseCode]) -> list[Event]:
    says, person = order.says, order.by.name
    mine = [one for one in house.factors.get(person, ()) if one.id == says.id]
    if not mine or says.used <= mine[0].used:
        raise Refused("FIELD code", "this code was already used: wait for the next one")
    return [CodeUsed(clause=says.clause, person=person, id=says.id, used=says.used)]


def _drop(house: House, order: Order[DropFactor]) -> list[Event]:
    says = order.says
    if says.person != order.by.name and order.by.role not in SHIFT:
        raise Refused(
            says.clause, "only a shift supervisor can remove the second factor of another person"
        )
    if not any(one.id == says.id for one in house.factors.get(says.person, ())):
        raise Refused("FIELD id", f"{says.person[:40]} has no such second factor")
    return [FactorDropped(clause=says.clause, person=says.person, id=says.id)]


DECIDE: HouseDeciders = {KeepFactor: _keep, UseCode: _use, DropFactor: _drop}
