"""Counts, their differences, and the close of a gaming day (A-86, A-96)."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from croupier.chips import Chips, money
from croupier.engine.accounts import Account, Move
from croupier.refused import Refused
from croupier.room.cage import facts as told
from croupier.room.cage import orders as asks
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.cage.state import (
    CASH,
    ISSUED,
    OUTSIDE,
    PROMOTIONS,
    Difference,
    book_day,
    drop_box,
    dropped_cash,
    dropped_chips,
)
from croupier.room.funds.books import lies
from croupier.room.house.days import day_of
from croupier.room.house.notices import check_words
from croupier.room.logbook import Order

if TYPE_CHECKING:
    from croupier.room.house.decide import House

COUNTED = {CAGE: "the chips of the cage", CASH: "the cash of the drawer"}  # for every close


def words_of(account: Account) -> str:
    """An account as people call it.

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


def _count(house: "House", order: Order) -> list[Any]:
    says: asks.CountAccount = order.says
    if says.account not in COUNTED:
        raise Refused("FIELD account", f"what is counted is {' or '.join(COUNTED)}")
    if says.counted < 0 or any(value <= 0 or n < 0 for value, n in says.pieces.items()):
        raise Refused("FIELD counted", "a count is not negative")
    pieces = sum(value * number for value, number in says.pieces.items())
    if says.pieces and pieces != says.counted:
        why = f"the pieces come to {money(pieces)}, not {money(says.counted)}"
        raise Refused("FIELD pieces", why)
    return [
        told.AccountCounted(
            clause=says.clause,
            account=says.account,
            expected=lies(house, says.account),
            counted=says.counted,
            pieces=says.pieces,
            witness=says.witness,
            day=book_day(house, order.at),
        )
    ]


def _count_drop(house: "House", order: Order) -> list[Any]:
    says: asks.CountDrop = order.says
    key = says.table, says.number
    drop = next((one for one in house.cage.drops if (one.table, one.number) == key), None)
    if drop is None:
        raise Refused("FIELD number", f"no box {says.number} of table {says.table} is to count")
    if says.cash < 0 or says.chips < 0:
        raise Refused("FIELD cash", "a count is not negative")
    cash, chips = min(says.cash, drop.cash), min(says.chips, drop.chips)
    moves = transfer(dropped_cash(drop.table), CASH, cash)
    return [
        told.DropCounted(
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


def _correct(house: "House", order: Order) -> list[Any]:
    says: asks.CorrectBooks = order.says
    check_words(says.clause, reason=says.reason)
    found = [one for one in house.cage.differences if one.number == says.number and one.open]
    if not found:
        raise Refused("FIELD number", f"there is no open difference {says.number}")
    account = found[0].account
    if account.startswith("tray:"):
        table = account.partition(":")[2]
        raise Refused(says.clause, f"table {table} corrects its inventory in its own log")
    moves = _correcting(found[0])
    if any(move.source == CASH and move.chips > lies(house, CASH) for move in moves):
        raise Refused(says.clause, "the drawer is counted again first: cash has left it")
    return [
        told.BooksCorrected(
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
    """What lets the books say what was counted."""
    account, off = difference.account, difference.found
    is_cash = account == CASH or account.startswith("dropcash:")
    beyond = OUTSIDE if is_cash else ISSUED
    if off < 0:
        return transfer(account, beyond, -off)
    counted = {"dropcash": CASH, "dropchips": PROMOTIONS}.get(account.partition(":")[0], account)
    return transfer(beyond, counted, off)


def obstacles(house: "House", at: datetime) -> Iterator[str]:
    """Everything that keeps the gaming day from being closed, each in a sentence."""
    cage = house.cage
    for one in cage.differences:
        if one.open:
            where = words_of(one.account)
            yield (
                f"{where}: {money(one.expected)} expected, {money(one.counted)} counted, a "
                f"difference of {money(one.found)} that nobody has explained"
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
            yield f"the drop box of table {table} still hangs there, with {money(cash)} in it"
    for incident in house.funds.incidents:
        if incident.open:
            yield f"difference {incident.number} of {incident.fund} is not explained"


def _close(house: "House", order: Order) -> list[Any]:
    says: asks.CloseDay = order.says
    _check_day(house, order)
    for why in obstacles(house, order.at):
        raise Refused(says.clause, why)
    balances = {account: chips for account, chips in house.accounts.items() if chips}
    return [
        told.DayClosed(clause=says.clause, day=says.day, witness=says.witness, balances=balances)
    ]


def _check_day(house: "House", order: Order) -> None:
    day: str = order.says.day
    try:
        named = date.fromisoformat(day).isoformat() == day
    except ValueError:
        named = False
    if not named:
        raise Refused("FIELD day", f"{day[:20]!r} is not a day like 2026-06-01")
    if day <= house.cage.closed:
        raise Refused("A-96", f"gaming day {day} is closed: nothing is written to it")
    if day > day_of(house.day_starts, order.at):
        raise Refused("A-86", f"gaming day {day} has not begun")


def check_books(house: "House", order: Order, facts: list[Any]) -> None:
    """Refuse to write into books that are closed."""
    closed = house.cage.closed_at
    if closed is not None and order.at < closed and any(getattr(f, "moves", ()) for f in facts):
        why = f"the books are closed up to {closed:%Y-%m-%d %H:%M:%S}"
        raise Refused("A-96", f"{why}: gaming day {house.cage.closed} is not written to")


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    asks.CountAccount: _count,
    asks.CountDrop: _count_drop,
    asks.CorrectBooks: _correct,
    asks.CloseDay: _close,
}


def differences(found: told.DropCounted) -> Iterator[tuple[Account, Chips, Chips]]:
    """Where the count of a drop box does not agree: the account, what was to be, what was."""
    if found.cash != found.expected_cash:
        yield dropped_cash(found.table), found.expected_cash, found.cash
    if found.chips != found.expected_chips:
        yield dropped_chips(found.table), found.expected_chips, found.chips
