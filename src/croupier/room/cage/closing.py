"""Counts, their differences, and the close of a gaming day (A-86, A-96)."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from msgspec import field

from croupier.chips import Chips, money
from croupier.engine.accounts import Account, Move
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.decide import BOOKS, WITNESSES, book_day
from croupier.room.cage.facts import AccountCounted, BooksCorrected, DayClosed, DropCounted
from croupier.room.cage.ledger import CAGE, ISSUED, OUTSIDE, transfer
from croupier.room.cage.state import (
    CASH,
    PROMOTIONS,
    Difference,
    drop_box,
    dropped_cash,
    dropped_chips,
)
from croupier.room.house.days import day_of
from croupier.room.house.notices import check_words
from croupier.room.house.people import ACCOUNTING, SHIFT, Actor
from croupier.room.house.state import House, HouseDeciders, balance_of
from croupier.room.logbook import Command, Order, given_by

COUNTED = {CAGE: "the chips of the cage", CASH: "the cash of the drawer"}  # for every close


@given_by(BOOKS, "A-96", "count the cage", second={"witness": WITNESSES})
class CountAccount(Command, frozen=True, kw_only=True):
    """Count the chips of the cage, or the cash of its drawer."""

    account: Account
    counted: Chips
    pieces: dict[int, int] = field(
        default_factory=dict
    )  # how many of each value in cents; empty: not recorded
    witness: Actor


@given_by(ACCOUNTING, "A-96", "count a drop box", second={"witness": WITNESSES})
class CountDrop(Command, frozen=True, kw_only=True):
    """Count a drop box: its currency, and its chips."""

    table: str
    number: int
    cash: Chips
    chips: Chips
    witness: Actor


@given_by(BOOKS, "A-96", "correct the books", second={"witness": SHIFT})
class CorrectBooks(Command, frozen=True, kw_only=True):
    """Explain a difference, and let the books follow the count."""

    number: int
    reason: str
    witness: Actor


@given_by(BOOKS, "A-96", "close a gaming day", second={"witness": ACCOUNTING | SHIFT})
class CloseDay(Command, frozen=True, kw_only=True):
    """Close a gaming day: nothing can be added to it afterward."""

    day: str
    witness: Actor


def words_of(account: Account) -> str:
    """The name of an account of the ledger, in words.

    >>> words_of(CAGE), words_of(Account("dropcash:7"))
    ('the chips of the cage', 'the currency in the drop of table 7')
    """
    place, _, table = account.partition(":")
    named = {
        "tray": f"the inventory of table {table}",
        "dropcash": f"the currency in the drop of table {table}",
        "dropchips": f"the chips in the drop of table {table}",
    }
    return COUNTED.get(account) or named.get(place, account)


def _count(house: House, order: Order[CountAccount]) -> list[Event]:
    says = order.says
    if says.account not in COUNTED:
        raise Refused("FIELD account", f"`account` must be {' or '.join(COUNTED)}")
    if says.counted < 0 or any(value <= 0 or n < 0 for value, n in says.pieces.items()):
        raise Refused("FIELD counted", "a count must not be negative")
    pieces = sum(value * number for value, number in says.pieces.items())
    if says.pieces and pieces != says.counted:
        why = f"the pieces add up to {money(pieces)}, not {money(says.counted)}"
        raise Refused("FIELD pieces", why)
    return [
        AccountCounted(
            clause=says.clause,
            account=says.account,
            expected=balance_of(house, says.account),
            counted=says.counted,
            pieces=says.pieces,
            witness=says.witness,
            day=book_day(house, order.at),
        )
    ]


def _count_drop(house: House, order: Order[CountDrop]) -> list[Event]:
    says = order.says
    key = says.table, says.number
    drop = next((one for one in house.cage.drops if (one.table, one.number) == key), None)
    if drop is None:
        raise Refused(
            "FIELD number", f"box {says.number} of table {says.table} is not waiting to be counted"
        )
    if says.cash < 0 or says.chips < 0:
        raise Refused("FIELD cash", "a count must not be negative")
    cash, chips = min(says.cash, drop.cash), min(says.chips, drop.chips)
    moves = transfer(dropped_cash(drop.table), CASH, cash)
    return [
        DropCounted(
            clause=says.clause,
            table=drop.table,
            number=drop.number,
            expected_cash=drop.cash,
            cash=says.cash,
            expected_chips=drop.chips,
            chips=says.chips,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=moves + transfer(dropped_chips(drop.table), PROMOTIONS, chips),
        )
    ]


def _correct(house: House, order: Order[CorrectBooks]) -> list[Event]:
    says = order.says
    check_words(says.clause, reason=says.reason)
    found = [one for one in house.cage.differences if one.number == says.number and one.open]
    if not found:
        raise Refused("FIELD number", f"there is no open difference {says.number}")
    account = found[0].account
    if account.startswith("tray:"):
        table = account.partition(":")[2]
        raise Refused(says.clause, f"the inventory of table {table} must be corrected at the table")
    moves = _correcting(found[0])
    if any(move.source == CASH and move.chips > balance_of(house, CASH) for move in moves):
        raise Refused(says.clause, "cash has left the drawer: it must be counted again first")
    return [
        BooksCorrected(
            clause=says.clause,
            number=says.number,
            account=account,
            reason=says.reason,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=moves,
        )
    ]


def _correcting(difference: Difference) -> tuple[Move, ...]:
    """The moves that make the books agree with a count."""
    account, off = difference.account, difference.found
    is_cash = account == CASH or account.startswith("dropcash:")
    beyond = OUTSIDE if is_cash else ISSUED
    if off < 0:
        return transfer(account, beyond, -off)
    counted = {"dropcash": CASH, "dropchips": PROMOTIONS}.get(account.partition(":")[0], account)
    return transfer(beyond, counted, off)


def obstacles(house: House, at: datetime) -> Iterator[str]:
    """Everything that keeps the gaming day from being closed, a sentence each."""
    cage = house.cage
    for one in cage.differences:
        if one.open:
            where = words_of(one.account)
            yield (
                f"{where}: {money(one.expected)} expected, {money(one.counted)} counted, an "
                f"unexplained difference of {money(one.found)}"
            )
    for account, words in COUNTED.items():
        count = cage.counts.get(account)
        if count is None or at - count.at > timedelta(minutes=house.count_minutes):
            yield f"{words}: not counted within the last {house.count_minutes} minutes"
    for slip in cage.slips:
        if slip.status == "on the way":
            yield f"{slip.kind} {slip.number} of {money(slip.chips)} for table {slip.table} is out"
    for drop in cage.drops:
        yield f"drop box {drop.number} of table {drop.table} is not counted"
    for account, cash in house.accounts.items():
        table = account.partition(":")[2]
        if cash and account == drop_box(table):
            yield f"the drop box of table {table} is still at the table, with {money(cash)} in it"
    for incident in house.funds.incidents:
        if incident.open:
            yield f"difference {incident.number} of {incident.fund} is not explained"


def _close(house: House, order: Order[CloseDay]) -> list[Event]:
    says = order.says
    _check_day(house, order)
    for why in obstacles(house, order.at):
        raise Refused(says.clause, why)
    balances = {account: chips for account, chips in house.accounts.items() if chips}
    return [DayClosed(clause=says.clause, day=says.day, witness=says.witness, balances=balances)]


def _check_day(house: House, order: Order) -> None:
    day: str = order.says.day
    try:
        named = date.fromisoformat(day).isoformat() == day
    except ValueError:
        named = False
    if not named:
        raise Refused("FIELD day", f"{day[:20]!r} is not a date like 2026-06-01")
    if day <= house.cage.closed:
        raise Refused("A-96", f"gaming day {day} is already closed")
    if day > day_of(house.dawn, order.at):
        raise Refused("A-86", f"gaming day {day} has not begun")


def check_books(house: House, order: Order, facts: list[Event]) -> None:
    """Refuse to add to a closed gaming day."""
    closed = house.cage.closed_at
    if closed is not None and order.at < closed and any(getattr(f, "moves", ()) for f in facts):
        why = f"the books are closed up to {closed:%Y-%m-%d %H:%M:%S}"
        raise Refused("A-96", f"{why}: nothing can be added to gaming day {house.cage.closed}")


DECIDE: HouseDeciders = {
    CountAccount: _count,
    CountDrop: _count_drop,
    CorrectBooks: _correct,
    CloseDay: _close,
}
