"""Orders to submit rules, record their approval, and keep players out of the games.

Rake rules are numbered; the last approved number is in force, and no table runs on another
(POKER 14(a)). Supplements to the irregularities have no effect until approved (POKER 15(r)). A
table records a removal; the house keeps the person out of every game (POKER 16(b)).
"""

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.facts import (
    ExclusionLifted,
    PlayerExcluded,
    RakeRulesApproved,
    RakeRulesSubmitted,
    SupplementApproved,
    SupplementSubmitted,
)
from croupier.room.house.notices import check_words
from croupier.room.house.people import FLOOR, OFFICE, SHIFT
from croupier.room.house.state import House, HouseDeciders, RakeRules, Removal
from croupier.room.house.submissions import types_of
from croupier.room.logbook import Command, Order, given_by
from croupier.room.seating.facts import CallReleased, ListLeft


@given_by(OFFICE, "POKER 14(a)", "submit rake rules")
class SubmitRakeRules(Command, frozen=True, kw_only=True):
    """Submit rake rules: a new version, of no effect until it is approved."""

    rules: RakeRules


@given_by(OFFICE, "POKER 14(a)", "record an approval")
class RecordRakeApproval(Command, frozen=True, kw_only=True):
    """Record that a version was approved, by the reference of the approval."""

    number: int
    reference: str


@given_by(OFFICE, "POKER 15(r)", "submit a supplement to the irregularities")
class SubmitSupplement(Command, frozen=True, kw_only=True):
    """Submit a supplement to the irregularities, or another wording of one."""

    name: str
    words: str


@given_by(OFFICE, "POKER 15(r)", "record an approval")
class RecordSupplementApproval(Command, frozen=True, kw_only=True):
    """Record that a supplement was approved, by the reference of the approval."""

    name: str
    reference: str


@given_by(FLOOR, "POKER 16(b)", "keep a player out of the games")
class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Exclude a player removed at a table from every game."""

    slip: Removal


@given_by(SHIFT, "POKER 16(b)", "let a removed player in again")
class LiftExclusion(Command, frozen=True, kw_only=True):
    """Readmit an excluded player."""

    person: str
    reason: str


def _submit(house: House, order: Order[SubmitRakeRules]) -> list[Event]:
    rules: RakeRules = order.says.rules
    if not rules.types or len(set(rules.types)) != len(rules.types):
        raise Refused("POKER 14(a)(1)", "a submission must name the types of rake, each once")
    if set(rules.types) != types_of(rules):
        why = "a submission must say how each type of rake it names is calculated"
        raise Refused("POKER 14(a)(2)", why)
    if rules.methods and rules.maximum <= 0:
        raise Refused("POKER 14(a)(3)", "a submission must state the maximum rake")
    number = len(house.submissions.rake) + 1
    return [RakeRulesSubmitted(clause="POKER 14(a)", number=number, rules=rules)]


def _approve(house: House, order: Order[RecordRakeApproval]) -> list[Event]:
    says = order.says
    if not 1 <= says.number <= len(house.submissions.rake):
        raise Refused("FIELD number", f"there is no version {says.number}")
    newest = house.submissions.in_force
    if newest is not None and newest.number >= says.number:
        why = f"version {newest.number} is in force: only a later one can be approved"
        raise Refused(says.clause, why)
    check_words(says.clause, reference=says.reference)
    reference = says.reference
    return [RakeRulesApproved(clause=says.clause, number=says.number, reference=reference)]


def _submit_supplement(house: House, order: Order[SubmitSupplement]) -> list[Event]:
    says = order.says
    check_words(says.clause, name=says.name, words=says.words)
    return [SupplementSubmitted(clause=says.clause, name=says.name, words=says.words)]


def _approve_supplement(house: House, order: Order[RecordSupplementApproval]) -> list[Event]:
    says = order.says
    if says.name not in house.submissions.supplements:
        raise Refused("FIELD name", f"no supplement {says.name!r} was submitted")
    check_words(says.clause, reference=says.reference)
    return [SupplementApproved(clause=says.clause, name=says.name, reference=says.reference)]


def _exclude(house: House, order: Order[ExcludePlayer]) -> list[Event]:
    slip: Removal = order.says.slip
    if slip.person in house.exclusions.out:
        raise Refused(slip.clause, f"{slip.person} is already excluded")
    return [PlayerExcluded(clause=slip.clause, slip=slip), *_unlisted(house, slip)]


def _unlisted(house: House, slip: Removal) -> list[Event]:
    """A removed person waits for no seat, and keeps none from the next in line."""
    person, clause = slip.person, slip.clause
    waits = [one for one in house.waiting.line if one.person == person]
    calls = [one for one in house.waiting.calls if one.person == person]
    return [
        *(ListLeft(clause=clause, person=person, kind=one.kind) for one in waits),
        *(
            CallReleased(clause=clause, person=person, table=one.table, seat=one.seat)
            for one in calls
        ),
    ]


def _lift(house: House, order: Order[LiftExclusion]) -> list[Event]:
    says = order.says
    if says.person not in house.exclusions.out:
        raise Refused(says.clause, f"{says.person} is not excluded")
    check_words(says.clause, reason=says.reason)
    clause = house.exclusions.out[says.person].clause
    return [ExclusionLifted(clause=clause, person=says.person, reason=says.reason)]


DECIDE: HouseDeciders = {
    SubmitRakeRules: _submit,
    RecordRakeApproval: _approve,
    SubmitSupplement: _submit_supplement,
    RecordSupplementApproval: _approve_supplement,
    ExcludePlayer: _exclude,
    LiftExclusion: _lift,
}
