"""Hidden cards of a round that is over: opened by two people of different duties, on the record.

POKER 6(e)(2) hides face-down cards from all but their owner, and no role is exempt. A dispute
(POKER 15(b)) or a hand to be put together again (POKER 15(i)(2)) may need them all the same. One
person asks and says why, another answers; both are facts of the house's log, and so is a refusal.
The regulator can always ask or agree. A round is named by the line of the table's log that opened
it; the house knows no rounds, so the reader checks that the round was over when it was asked for.
"""

from datetime import datetime

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.facts import OpeningAsked, OpeningDenied, OpeningGranted
from croupier.room.house.notices import check_words
from croupier.room.house.people import SHIFT, Actor, Role
from croupier.room.house.state import House, HouseDeciders, Opening, place
from croupier.room.logbook import Command, Order, given_by

ASKERS: frozenset[Role] = SHIFT | {"ieb_agent"}
WITNESSES: frozenset[Role] = ASKERS | {"surveillance"}


@given_by(ASKERS, "POKER 6(e)(2)", "ask for hidden cards")
class AskOpening(Command, frozen=True, kw_only=True):
    """Ask that the hidden cards of a round be opened, and say why."""

    table: str
    line: int
    round: int
    reason: str


@given_by(WITNESSES, "POKER 6(e)(2)", "answer a request for hidden cards")
class AnswerOpening(Command, frozen=True, kw_only=True):
    """Agree that a round be opened, or do not."""

    table: str
    line: int
    agree: bool


def opened(house: House, table: str, line: int, ended: datetime | None) -> Opening | None:
    """The record that lets a round be read in full; a request made too early never does."""
    found = house.openings.get(place(table, line))
    if found is None or not found.granted or ended is None or found.asked_at < ended:
        return None
    return found


def _ask(house: House, order: Order[AskOpening]) -> list[Event]:
    says = order.says
    check_words(says.clause, table=says.table, reason=says.reason)
    if says.line < 1:
        raise Refused("FIELD line", "`line` must be 1 or more")
    found = house.openings.get(place(says.table, says.line))
    if found is not None and found.granted:
        raise Refused(says.clause, "the cards of this round are already open")
    if found is not None and found.answered_by is None:
        raise Refused(
            says.clause,
            f"{found.asked_by.name} has already asked: the request must be answered first",
        )
    return [
        OpeningAsked(
            clause=says.clause,
            table=says.table,
            line=says.line,
            round=says.round,
            reason=says.reason,
        )
    ]


def _answer(house: House, order: Order[AnswerOpening]) -> list[Event]:
    says = order.says
    found = house.openings.get(place(says.table, says.line))
    if found is None or found.answered_by is not None:
        raise Refused(says.clause, "there is no open request for the cards of this round")
    check_apart(found.asked_by, order.by, says.clause)
    kind = OpeningGranted if says.agree else OpeningDenied
    return [
        kind(
            clause=says.clause,
            table=found.table,
            line=found.line,
            round=found.round,
            asked_by=found.asked_by,
        )
    ]


def check_apart(one: Actor, other: Actor, clause: str) -> None:
    """Refuse two people who are one, or who do the same duty.

    >>> check_apart(Actor("Sue", "casino_supervisor"), Actor("Ira", "ieb_agent"), "POKER 6(e)(2)")
    """
    if one.name == other.name:
        raise Refused(clause, "two different people must open a round")
    if one.role == other.role or (one.role in SHIFT and other.role in SHIFT):
        raise Refused(clause, "two people of different duties must open a round")


DECIDE: HouseDeciders = {
    AskOpening: _ask,
    AnswerOpening: _answer,
}
