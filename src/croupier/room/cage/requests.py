"""Chips for players: asked for by players who have none, and approved among friends (A-96).

In a card room a cashier answers a request by selling chips, or declines it. Among friends no cash
is kept: the host approves each buy-in, and a ledger says what everybody owes in the end.
"""

from croupier.chips import MOST_AT_ONCE, Chips, money
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.decide import book_day
from croupier.room.cage.facts import BuyInApproved, ChipsAsked, ChipsDeclined, ChipsReturned
from croupier.room.cage.ledger import ISSUED, transfer
from croupier.room.cage.state import purse
from croupier.room.house.notices import check_words
from croupier.room.house.people import CASHIERS, PLAYER, SHIFT
from croupier.room.house.state import House, HouseDeciders, balance_of
from croupier.room.logbook import Command, Order, given_by


@given_by(PLAYER, "A-96", "ask for chips")
class AskChips(Command, frozen=True, kw_only=True):
    """Ask for chips to sit down with, or to add to a stack."""

    table: str
    chips: Chips


@given_by(CASHIERS | SHIFT, "A-96", "decline a request for chips")
class DeclineChips(Command, frozen=True, kw_only=True):
    """Decline what a player asked for."""

    person: str
    reason: str


@given_by(SHIFT, "A-96", "approve a buy-in among friends")
class ApproveBuyIn(Command, frozen=True, kw_only=True):
    """Give a player chips on account, among friends."""

    person: str
    chips: Chips


@given_by(SHIFT, "A-96", "take chips back among friends")
class TakeBack(Command, frozen=True, kw_only=True):
    """Take all chips that a player has on hand back, among friends: the ledger keeps the sum."""

    person: str


def _ask(house: House, order: Order[AskChips]) -> list[Event]:
    says, person = order.says, order.by.name
    if not 0 < says.chips <= MOST_AT_ONCE:
        raise Refused("FIELD chips", f"ask for more than zero and at most {money(MOST_AT_ONCE)}")
    asked = house.cage.requests.get(person)
    if asked is not None and (asked.table, asked.chips) == (says.table, says.chips):
        raise Refused(says.clause, f"{money(says.chips)} has already been asked for")
    return [ChipsAsked(clause=says.clause, person=person, table=says.table, chips=says.chips)]


def _decline(house: House, order: Order[DeclineChips]) -> list[Event]:
    says = order.says
    if says.person not in house.cage.requests:
        raise Refused("FIELD person", f"{says.person[:40]} has not asked for chips")
    check_words(says.clause, reason=says.reason)
    return [ChipsDeclined(clause=says.clause, person=says.person, reason=says.reason)]


def _approve(house: House, order: Order[ApproveBuyIn]) -> list[Event]:
    says = order.says
    _check_friends(house, says.clause)
    check_words("FIELD person", person=says.person)
    if not 0 < says.chips <= MOST_AT_ONCE:
        raise Refused("FIELD chips", f"approve more than zero and at most {money(MOST_AT_ONCE)}")
    moves, day = transfer(ISSUED, purse(says.person), says.chips), book_day(house, order.at)
    return [BuyInApproved(clause=says.clause, person=says.person, day=day, moves=moves)]


def _take_back(house: House, order: Order[TakeBack]) -> list[Event]:
    says = order.says
    _check_friends(house, says.clause)
    has = balance_of(house, purse(says.person))
    if not has:
        raise Refused("FIELD person", f"{says.person[:40] or 'nobody'} has no chips on hand")
    moves, day = transfer(purse(says.person), ISSUED, has), book_day(house, order.at)
    return [ChipsReturned(clause=says.clause, person=says.person, day=day, moves=moves)]


def _check_friends(house: House, clause: str) -> None:
    if house.kind != "friends":
        raise Refused(clause, "only friends play on account: in this room the cage sells chips")


DECIDE: HouseDeciders = {
    AskChips: _ask,
    DeclineChips: _decline,
    ApproveBuyIn: _approve,
    TakeBack: _take_back,
}
