"""A higher minimum without the usual notice, if every patron at the table agrees (POKER 17)."""

from collections.abc import Iterator
from operator import gt

from msgspec.structs import replace

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.filings import approvals
from croupier.room.house.people import FLOOR, PLAYER
from croupier.room.house.state import House
from croupier.room.logbook import ByDealer, Command, Order, given_by
from croupier.room.seating.decide import seat_of
from croupier.room.seating.facts import LimitsAnswered, LimitsProposed, LimitsRaised
from croupier.room.table.state import Decided, Table, TableDeciders
from croupier.rules.readings import OF_SEATS, READINGS
from croupier.rules.sign import TableSign
from croupier.rules.sign_check import check_sign

CLAUSE = "POKER 17"
AMOUNTS = ("limits", "blinds", "ante", "forced_bet", "straddle", "kill_pot", "bomb_pot")


@given_by(FLOOR, CLAUSE, "propose a higher minimum")
class ProposeLimits(Command, frozen=True, kw_only=True):
    """Ask the patrons for a higher minimum."""

    sign: TableSign


@given_by(PLAYER, CLAUSE, "answer for a patron at the table")
class AnswerLimits(Command, frozen=True, kw_only=True):
    """Agree to the higher minimum, or end the proposal."""

    agree: bool


def _propose(table: Table, order: Order[ProposeLimits], house: House) -> list[Event]:
    sign = _left_open(table.sign, order.says.sign)
    if table.game.banked:
        raise Refused(CLAUSE, "only the patrons of a poker table can agree to a higher minimum")
    if not table.seats:
        raise Refused(CLAUSE, "no player is at the table to agree")
    check_sign(table.game, sign)
    if replace(sign, **{key: getattr(table.sign, key) for key in AMOUNTS}) != table.sign:
        raise Refused(CLAUSE, "only amounts can be raised this way: post a sign for anything else")
    for key in _lowered(table.sign, sign):
        raise Refused(CLAUSE, f"the patrons can agree only to a higher amount: {key}")
    if sign.lower == table.sign.lower:
        raise Refused(CLAUSE, "the proposal must raise the minimum")
    granted = approvals(table.game, sign, house, by_person=table.dealt_by_person)
    return [LimitsProposed(clause=table.game.own(CLAUSE), sign=sign, approvals=granted)]


def _left_open(posted: TableSign, asked: TableSign) -> TableSign:
    """The proposed sign; the readings that it leaves open are those the table has posted."""
    keys = [one.key for one in READINGS + OF_SEATS if getattr(asked, one.key) in ("", None)]
    return replace(asked, **{key: getattr(posted, key) for key in keys})


def _lowered(old: TableSign, new: TableSign) -> Iterator[str]:
    for key in AMOUNTS:
        was, now = _listed(old, key), _listed(new, key)
        if len(was) != len(now) or any(map(gt, was, now)):
            yield key


def _listed(sign: TableSign, key: str) -> tuple[int, ...]:
    found = getattr(sign, key)
    return found if isinstance(found, tuple) else (found,)


def _answer(table: Table, order: Order[AnswerLimits], house: House) -> Decided:
    person, proposal = order.by.name, table.proposal
    seat_of(table, person)
    if proposal is None:
        raise Refused(CLAUSE, "no higher minimum is proposed")
    if person in proposal.agreed and order.says.agree:
        raise Refused(CLAUSE, f"{person} has already agreed")
    clause, agree = table.game.own(CLAUSE), order.says.agree
    answered = LimitsAnswered(clause=clause, person=person, agree=agree)
    if not agree or table.playing:
        return [answered]
    agreed = replace(proposal, agreed=(*proposal.agreed, person))
    return [answered, *map(ByDealer, _raised(replace(table, proposal=agreed)))]


def _raised(table: Table) -> list[LimitsRaised]:
    """The new sign, once every seated player has agreed to it."""
    proposal = table.proposal
    patrons = {held.person for held in table.seats.values()}
    if proposal is None or not patrons or not patrons <= set(proposal.agreed):
        return []
    agreed = tuple(who for who in proposal.agreed if who in patrons)
    sign, clause = proposal.sign, table.game.own(CLAUSE)
    return [LimitsRaised(clause=clause, sign=sign, agreed=agreed, approvals=proposal.approvals)]


def after_round(table: Table) -> list[LimitsRaised]:
    """The sign after a change of limits that all agreed to during the round."""
    return _raised(table)


DECIDE: TableDeciders = {
    ProposeLimits: _propose,
    AnswerLimits: _answer,
}
