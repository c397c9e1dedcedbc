"""What the house has submitted, and what of it is approved (POKER 14(a), 15(r)).

Rake rules are numbered; the last approved number is in force, and no table runs on another.
Supplements to the irregularities have a name; without an approval they have no effect.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.notices import check_words
from croupier.room.house.people import SHIFT, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.rules.revenue import Increments, Method, Percentage
from croupier.rules.time_charge import TimeCharge

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.rules.game import Game
    from croupier.rules.sign import TableSign

RakeType = Literal["percentage", "increments", "time"]
OFFICE: frozenset[Role] = SHIFT | {"accounting"}  # who files papers for the house


class RakeRules(Struct, frozen=True, kw_only=True):
    """The rake as submitted: its types, how each is calculated, and the most it may be."""

    types: tuple[RakeType, ...]
    methods: tuple[Method, ...] = ()
    time_charges: tuple[TimeCharge, ...] = ()
    maximum: Chips = Chips(0)  # of one round of play; time charges are their own maximum


class Version(Struct, frozen=True):
    """A numbered submission, and the reference of its approval."""

    number: int
    rules: RakeRules
    approval: str = ""


class Supplement(Struct, frozen=True):
    """A house's own addition to the irregularities, and the reference of its approval."""

    name: str
    words: str
    approval: str = ""


class Submissions(Struct, frozen=True):
    """Everything submitted, in order."""

    rake: tuple[Version, ...] = ()
    supplements: dict[str, Supplement] = {}

    @property
    def in_force(self) -> Version | None:
        """The last version that was approved: it takes the place of those before it."""
        return next((version for version in reversed(self.rake) if version.approval), None)


class SubmitRakeRules(Command, frozen=True, kw_only=True):
    """Submit rake rules: a new version, of no effect until it is approved."""

    rules: RakeRules
    roles: ClassVar[frozenset[Role]] = OFFICE
    clause: ClassVar[str] = "POKER 14(a)"
    what: ClassVar[str] = "submit rake rules"


class RecordRakeApproval(Command, frozen=True, kw_only=True):
    """Record that a version was approved, by the reference of the approval."""

    number: int
    reference: str
    roles: ClassVar[frozenset[Role]] = OFFICE
    clause: ClassVar[str] = "POKER 14(a)"
    what: ClassVar[str] = "record an approval"


class SubmitSupplement(Command, frozen=True, kw_only=True):
    """Submit a supplement to the irregularities, or another wording of one."""

    name: str
    words: str
    roles: ClassVar[frozenset[Role]] = OFFICE
    clause: ClassVar[str] = "POKER 15(r)"
    what: ClassVar[str] = "submit a supplement to the irregularities"


class RecordSupplementApproval(Command, frozen=True, kw_only=True):
    """Record that a supplement was approved, by the reference of the approval."""

    name: str
    reference: str
    roles: ClassVar[frozenset[Role]] = OFFICE
    clause: ClassVar[str] = "POKER 15(r)"
    what: ClassVar[str] = "record an approval"


class RakeRulesSubmitted(Event, frozen=True, kw_only=True):
    """Rake rules were submitted."""

    number: int
    rules: RakeRules


class RakeRulesApproved(Event, frozen=True, kw_only=True):
    """A version of the rake rules is in force from now on."""

    number: int
    reference: str


class SupplementSubmitted(Event, frozen=True, kw_only=True):
    """A supplement to the irregularities was submitted."""

    name: str
    words: str


class SupplementApproved(Event, frozen=True, kw_only=True):
    """A supplement to the irregularities has effect from now on."""

    name: str
    reference: str


Fact = RakeRulesSubmitted | RakeRulesApproved | SupplementSubmitted | SupplementApproved


def check_rake(game: "Game", sign: "TableSign", house: "House") -> None:
    """Refuse to run a table on a rake that the house has no approval for.

    BBC knows no submission: there the sign at the table is all (BBC rev-sign).
    """
    if not game.document.approves_rake or (sign.rake is None and sign.time_charge is None):
        return
    version = house.submissions.in_force
    if version is None:
        raise Refused("POKER 14(a)", "no rake rules of this house are approved")
    rules, which = version.rules, f"the approved rake rules (version {version.number})"
    if sign.rake is not None:
        if sign.rake not in rules.methods:
            raise Refused("POKER 14(a)(2)", f"{which} do not hold this way to calculate a rake")
        if sign.rake_max > rules.maximum:
            why = f"a rake of up to {money(sign.rake_max)} is above the {money(rules.maximum)} of"
            raise Refused("POKER 14(a)(3)", f"{why} {which}")
    if sign.time_charge is not None and sign.time_charge not in rules.time_charges:
        raise Refused("POKER 14(a)(2)", f"{which} do not hold this time charge")


def rake_rules(sign: "TableSign") -> RakeRules | None:
    """The submission that a sign would need, if it posts a rake at all."""
    methods = (sign.rake,) if sign.rake is not None else ()
    charges = (sign.time_charge,) if sign.time_charge is not None else ()
    rules = RakeRules(
        types=(),
        methods=methods,
        time_charges=charges,
        maximum=sign.rake_max if methods else Chips(0),
    )
    types = tuple(sorted(_types(rules)))
    return replace(rules, types=types) if types else None


def check_supplement(house: "House", name: str) -> None:
    """Refuse what would rest on a supplement that is not approved."""
    supplement = house.submissions.supplements.get(name)
    if supplement is None or not supplement.approval:
        raise Refused("POKER 15(r)", f"the supplement {name!r} is not approved: it has no effect")


def check_posted(sign: "TableSign", house: "House") -> None:
    """Refuse a sign that claims an approval which no supplement of the house has."""
    approved = {one.approval for one in house.submissions.supplements.values()}
    for posted in sign.supplements:
        if posted.approval and posted.approval not in approved:
            why = f"the house has no supplement with the approval {posted.approval!r}"
            raise Refused("POKER 15(r)", why)


def _types(rules: RakeRules) -> set[RakeType]:
    """The types that the methods of a submission amount to."""
    names: dict[type, RakeType] = {Percentage: "percentage", Increments: "increments"}
    used = {names[type(method)] for method in rules.methods}
    return used | {"time"} if rules.time_charges else used


def _submit(house: "House", order: Order) -> list[Any]:
    rules: RakeRules = order.says.rules
    if not rules.types or len(set(rules.types)) != len(rules.types):
        raise Refused("POKER 14(a)(1)", "a submission names the types of rake, each once")
    if set(rules.types) != _types(rules):
        why = "a submission says how each type of rake is calculated, and no other"
        raise Refused("POKER 14(a)(2)", why)
    if rules.methods and rules.maximum <= 0:
        raise Refused("POKER 14(a)(3)", "a submission states the most that may be raked")
    number = len(house.submissions.rake) + 1
    return [RakeRulesSubmitted(clause="POKER 14(a)", number=number, rules=rules)]


def _approve(house: "House", order: Order) -> list[Any]:
    says: RecordRakeApproval = order.says
    if not 1 <= says.number <= len(house.submissions.rake):
        raise Refused("FIELD number", f"there is no version {says.number}")
    newest = house.submissions.in_force
    if newest is not None and newest.number >= says.number:
        why = f"version {newest.number} is in force: a later one takes its place, no earlier one"
        raise Refused(says.clause, why)
    check_words(says.clause, reference=says.reference)
    reference = says.reference
    return [RakeRulesApproved(clause=says.clause, number=says.number, reference=reference)]


def _submit_supplement(house: "House", order: Order) -> list[Any]:
    says: SubmitSupplement = order.says
    check_words(says.clause, name=says.name, words=says.words)
    return [SupplementSubmitted(clause=says.clause, name=says.name, words=says.words)]


def _approve_supplement(house: "House", order: Order) -> list[Any]:
    says: RecordSupplementApproval = order.says
    if says.name not in house.submissions.supplements:
        raise Refused("FIELD name", f"no supplement {says.name!r} was submitted")
    check_words(says.clause, reference=says.reference)
    return [SupplementApproved(clause=says.clause, name=says.name, reference=says.reference)]


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    SubmitRakeRules: _submit,
    RecordRakeApproval: _approve,
    SubmitSupplement: _submit_supplement,
    RecordSupplementApproval: _approve_supplement,
}


def _submitted(house: "House", entry: Entry) -> "House":
    papers, fact = house.submissions, entry.fact
    rake = (*papers.rake, Version(fact.number, fact.rules))
    return replace(house, submissions=replace(papers, rake=rake))


def _approved(house: "House", entry: Entry) -> "House":
    papers, fact = house.submissions, entry.fact
    rake = tuple(
        replace(version, approval=fact.reference) if version.number == fact.number else version
        for version in papers.rake
    )
    return replace(house, submissions=replace(papers, rake=rake))


def _supplement_submitted(house: "House", entry: Entry) -> "House":
    return _keep(house, Supplement(entry.fact.name, entry.fact.words))


def _supplement_approved(house: "House", entry: Entry) -> "House":
    submitted = house.submissions.supplements[entry.fact.name]
    return _keep(house, replace(submitted, approval=entry.fact.reference))


def _keep(house: "House", supplement: Supplement) -> "House":
    papers = house.submissions
    supplements = papers.supplements | {supplement.name: supplement}
    return replace(house, submissions=replace(papers, supplements=supplements))


EVOLVE: dict[type, Callable[["House", Entry], "House"]] = {
    RakeRulesSubmitted: _submitted,
    RakeRulesApproved: _approved,
    SupplementSubmitted: _supplement_submitted,
    SupplementApproved: _supplement_approved,
}
