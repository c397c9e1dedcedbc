"""A higher minimum without the usual notice, if every patron at the table agrees (POKER 17)."""

from collections.abc import Callable, Iterator
from operator import gt
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.people import FLOOR, PLAYER, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.orders import seat_of
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

CLAUSE = "POKER 17"
AMOUNTS = ("limits", "blinds", "ante", "forced_bet", "straddle", "kill_pot", "bomb_pot")


class Proposal(Struct, frozen=True):
    """A sign that waits for everybody's word, and who has given it."""

    sign: TableSign
    agreed: tuple[str, ...] = ()


class ProposeLimits(Command, frozen=True, kw_only=True):
    """Ask the patrons for a higher minimum."""

    sign: TableSign
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = CLAUSE
    what: ClassVar[str] = "propose a higher minimum"


class AnswerLimits(Command, frozen=True, kw_only=True):
    """Agree to the higher minimum, or refuse it for everybody."""

    agree: bool
    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = CLAUSE
    what: ClassVar[str] = "answer for a patron at the table"


class LimitsProposed(Event, frozen=True, kw_only=True):
    """Every patron is asked."""

    sign: TableSign


class LimitsAnswered(Event, frozen=True, kw_only=True):
    """One patron agreed; or refused, and the proposal is over."""

    person: str
    agree: bool


class LimitsRaised(Event, frozen=True, kw_only=True):
    """All patrons agreed: the next round is played under the new sign."""

    sign: TableSign
    agreed: tuple[str, ...]


Fact = LimitsProposed | LimitsAnswered | LimitsRaised


def _propose(life: "TableLife", order: Order, house: "House") -> list[Any]:
    sign: TableSign = order.says.sign
    if life.game.banked:
        raise Refused(CLAUSE, "the patrons of a poker table may agree, not those against the bank")
    if not life.seats:
        raise Refused(CLAUSE, "nobody sits at the table who could agree")
    check_sign(life.game, sign)
    if replace(sign, **{key: getattr(life.sign, key) for key in AMOUNTS}) != life.sign:
        raise Refused(CLAUSE, "only amounts are raised so; anything else is posted")
    for key in _lowered(life.sign, sign):
        raise Refused(CLAUSE, f"the patrons may agree to more, not to less: {key}")
    if sign.lower == life.sign.lower:
        raise Refused(CLAUSE, "the patrons may agree to a higher minimum")
    return [LimitsProposed(clause=CLAUSE, sign=sign)]


def _lowered(old: TableSign, new: TableSign) -> Iterator[str]:
    for key in AMOUNTS:
        was, now = _listed(old, key), _listed(new, key)
        if len(was) != len(now) or any(map(gt, was, now)):
            yield key


def _listed(sign: TableSign, key: str) -> tuple[int, ...]:
    found = getattr(sign, key)
    return found if isinstance(found, tuple) else (found,)


def _answer(life: "TableLife", order: Order, house: "House") -> list[Any]:
    person, proposal = order.by.name, life.proposal
    seat_of(life, person)
    if proposal is None:
        raise Refused(CLAUSE, "no higher minimum is proposed")
    if person in proposal.agreed and order.says.agree:
        raise Refused(CLAUSE, f"{person} has agreed already")
    told: list[Any] = [LimitsAnswered(clause=CLAUSE, person=person, agree=order.says.agree)]
    if order.says.agree and not life.playing:
        agreed = replace(proposal, agreed=(*proposal.agreed, person))
        told += _raised(replace(life, proposal=agreed))
    return told


def _raised(life: "TableLife") -> list[Any]:
    """The new sign, once everybody who has a seat has agreed to it."""
    proposal = life.proposal
    patrons = {held.person for held in life.seats.values()}
    if proposal is None or not patrons or not patrons <= set(proposal.agreed):
        return []
    agreed = tuple(who for who in proposal.agreed if who in patrons)
    return [LimitsRaised(clause=CLAUSE, sign=proposal.sign, agreed=agreed)]


def after_round(life: "TableLife") -> list[Any]:
    """What was agreed to in a round holds from the next one on."""
    return _raised(life)


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    ProposeLimits: _propose,
    AnswerLimits: _answer,
}


def _proposed(life: "TableLife", entry: Entry) -> "TableLife":
    return replace(life, proposal=Proposal(entry.fact.sign))


def _answered(life: "TableLife", entry: Entry) -> "TableLife":
    fact: LimitsAnswered = entry.fact
    assert life.proposal is not None
    if not fact.agree:
        return replace(life, proposal=None)
    agreed = (*life.proposal.agreed, fact.person)
    return replace(life, proposal=replace(life.proposal, agreed=agreed))


def _posted(life: "TableLife", entry: Entry) -> "TableLife":
    return replace(life, sign=entry.fact.sign, proposal=None)


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    LimitsProposed: _proposed,
    LimitsAnswered: _answered,
    LimitsRaised: _posted,
}
