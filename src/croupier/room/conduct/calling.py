"""A player calls the floor, and the floor answers (POKER 15(b)).

Every dispute begins with a call. It waits on the floor desk until a person answers it; what
follows, such as a pause or a ruling, is an order of its own.
"""

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.conduct.facts import FloorAnswered, FloorCalled
from croupier.room.house.notices import check_words
from croupier.room.house.people import FLOOR, PLAYER
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.table.state import Table, TableDeciders


@given_by(PLAYER, "POKER 15(b)", "call the floor")
class CallFloor(Command, frozen=True, kw_only=True):
    """Ask for a person of the floor at the table, and say why."""

    about: str


@given_by(FLOOR, "POKER 15(b)", "answer a call for the floor")
class AnswerCall(Command, frozen=True, kw_only=True):
    """Answer a player who called; the whole table hears the answer."""

    person: str
    answer: str


def _call(table: Table, order: Order[CallFloor], house: House) -> list[Event]:
    says, person = order.says, order.by.name
    clause = table.game.own(says.clause)
    check_words(clause, about=says.about)
    seat = next((seat for seat, held in table.seats.items() if held.person == person), 0)
    if not seat:
        raise Refused(clause, "only a player at the table can call the floor to it")
    waiting = table.conduct.calls.get(person)
    if waiting is not None and not waiting.answer:
        raise Refused(clause, "the floor has already been called and will answer")
    return [
        FloorCalled(clause=clause, person=person, seat=seat, about=says.about, round=table.rounds)
    ]


def _answer(table: Table, order: Order[AnswerCall], house: House) -> list[Event]:
    says = order.says
    clause = table.game.own(says.clause)
    check_words(clause, answer=says.answer)
    called = table.conduct.calls.get(says.person)
    if called is None or called.answer:
        raise Refused("FIELD person", f"{says.person[:40]} is not waiting for an answer")
    return [FloorAnswered(clause=clause, person=says.person, answer=says.answer)]


DECIDE: TableDeciders = {CallFloor: _call, AnswerCall: _answer}
