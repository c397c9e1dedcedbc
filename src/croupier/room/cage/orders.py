"""Orders at the counter of the cage: chips, cash, promotions, and the books of the tables (A-96).

Every table has an account in the cage. It stands for everything at the table, and is always the
other side of the cage in that table's own ledger: over the whole room, what was issued is there.
"""

from croupier.chips import Chips, money
from croupier.engine.accounts import Accounts, Move
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.decide import WITNESSES, book_day, slip_of
from croupier.room.cage.facts import (
    CashMoved,
    ChipsCashed,
    ChipsIssued,
    ChipsSold,
    PromotionGiven,
    TableBooked,
)
from croupier.room.cage.ledger import CAGE, ISSUED, OUTSIDE, post, transfer
from croupier.room.cage.state import (
    CASH,
    PROMOTIONS,
    SLIPS,
    TRANSIT,
    TableSlip,
    drop_box,
    dropped_cash,
    dropped_chips,
    purse,
    table_account,
)
from croupier.room.house.notices import check_words
from croupier.room.house.people import ACCOUNTING, CASHIERS, OFFICE, SHIFT, Actor
from croupier.room.house.state import House, HouseDeciders, balance_of
from croupier.room.logbook import Command, Order, given_by

SLIP_MOST = 80  # letters of a slip's reference


@given_by(OFFICE, "A-96", "issue or retire chips", second={"witness": WITNESSES})
class IssueChips(Command, frozen=True, kw_only=True):
    """Issue chips to the cage, or retire them (a negative amount)."""

    chips: Chips
    witness: Actor


@given_by(OFFICE, "A-96", "move cash of the drawer", second={"witness": WITNESSES})
class MoveCash(Command, frozen=True, kw_only=True):
    """Bring cash into the drawer, or take it away (a negative amount)."""

    cash: Chips
    reason: str
    witness: Actor


@given_by(CASHIERS, "A-96", "sell chips")
class SellChips(Command, frozen=True, kw_only=True):
    """Sell chips to a player for cash, or by a slip that takes its place."""

    person: str
    chips: Chips
    slip: str = ""  # its reference; empty for cash


@given_by(CASHIERS, "A-96", "pay for chips")
class CashOut(Command, frozen=True, kw_only=True):
    """Buy chips back from a player for cash."""

    person: str
    chips: Chips


@given_by(ACCOUNTING, "A-96", "give a promotion away", second={"witness": SHIFT})
class GivePromotion(Command, frozen=True, kw_only=True):
    """Give a player chips out of the promotional drop, which belongs to the players."""

    person: str
    chips: Chips
    reason: str
    witness: Actor


@given_by(CASHIERS, "A-96", "book a table")
class BookTable(Command, frozen=True, kw_only=True):
    """Enter a table's slips in the books; the server does it by itself."""

    table: str
    since: int  # the last line that was in the books before
    slips: tuple[TableSlip, ...]  # all slips of the lines since then


def _issue(house: House, order: Order[IssueChips]) -> list[Event]:
    says = order.says
    if not says.chips:
        raise Refused("FIELD chips", "the amount must not be zero")
    if -says.chips > balance_of(house, CAGE):
        raise Refused("FIELD chips", f"the cage holds {money(balance_of(house, CAGE))}")
    source, target = (ISSUED, CAGE) if says.chips > 0 else (CAGE, ISSUED)
    moves, day = transfer(source, target, abs(says.chips)), book_day(house, order.at)
    return [ChipsIssued(clause=says.clause, witness=says.witness, day=day, moves=moves)]


def _cash(house: House, order: Order[MoveCash]) -> list[Event]:
    says = order.says
    check_words(says.clause, reason=says.reason)
    if not says.cash:
        raise Refused("FIELD cash", "the amount must not be zero")
    if says.cash < 0:
        _check_drawer(house, Chips(-says.cash))
    source, target = (OUTSIDE, CASH) if says.cash > 0 else (CASH, OUTSIDE)
    return [
        CashMoved(
            clause=says.clause,
            reason=says.reason,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=transfer(source, target, abs(says.cash)),
        )
    ]


def _check_drawer(house: House, cash: Chips) -> None:
    if cash > balance_of(house, CASH):
        why = f"the drawer holds {money(balance_of(house, CASH))}, not {money(cash)}"
        raise Refused("A-96", why)


def _sell(house: House, order: Order[SellChips]) -> list[Event]:
    says = order.says
    check_words("FIELD person", person=says.person)
    if not 0 < says.chips <= balance_of(house, CAGE):
        why = f"the cage holds {money(balance_of(house, CAGE))}: {money(says.chips)} cannot be sold"
        raise Refused("FIELD chips", why)
    slip = says.slip.strip()
    if len(slip) > SLIP_MOST:
        raise Refused(
            "FIELD slip", f"the reference of a slip can have at most {SLIP_MOST} characters"
        )
    paid = Move(OUTSIDE, SLIPS if slip else CASH, says.chips)
    moves = (Move(CAGE, purse(says.person), says.chips), paid)
    day = book_day(house, order.at)
    return [ChipsSold(clause=says.clause, person=says.person, day=day, slip=slip, moves=moves)]


def _cash_out(house: House, order: Order[CashOut]) -> list[Event]:
    says = order.says
    has = balance_of(house, purse(says.person))
    if not 0 < says.chips <= has:
        why = f"{says.person or 'nobody'} has {money(has)} on hand, not {money(says.chips)}"
        raise Refused("FIELD chips", why)
    _check_drawer(house, says.chips)
    moves = (Move(purse(says.person), CAGE, says.chips), Move(CASH, OUTSIDE, says.chips))
    day = book_day(house, order.at)
    return [ChipsCashed(clause=says.clause, person=says.person, day=day, moves=moves)]


def _promote(house: House, order: Order[GivePromotion]) -> list[Event]:
    says = order.says
    check_words("FIELD person", person=says.person)
    check_words(says.clause, reason=says.reason)
    held = balance_of(house, PROMOTIONS)
    if not 0 < says.chips <= held:
        raise Refused("FIELD chips", f"the promotional drop holds {money(held)}")
    return [
        PromotionGiven(
            clause=says.clause,
            person=says.person,
            reason=says.reason,
            witness=says.witness,
            day=book_day(house, order.at),
            moves=transfer(PROMOTIONS, purse(says.person), says.chips),
        )
    ]


def _book(house: House, order: Order[BookTable]) -> list[Event]:
    says = order.says
    known = house.cage.booked.get(says.table, 0)
    lines = [slip.line for slip in says.slips]
    if says.since != known or not lines or lines[0] <= known or lines != sorted(lines):
        why = f"the slips of table {says.table} must follow line {known}, in order"
        raise Refused("FIELD slips", why)
    accounts, day, facts = house.accounts, book_day(house, order.at), list[Event]()
    for slip in says.slips:
        moves = tuple(_postings(house, accounts, says.table, slip))
        accounts = post(accounts, moves)
        facts.append(
            TableBooked(clause=says.clause, table=says.table, slip=slip, day=day, moves=moves)
        )
    return facts


def _postings(house: House, accounts: Accounts, table: str, slip: TableSlip) -> list[Move]:
    """The moves of a slip, chips and cash; what has happened is never refused."""
    here, chips = table_account(table), abs(slip.chips)
    came = slip.chips > 0
    match slip.kind:
        case "stake" if came:  # the player's chips first; the rest is sold at the table
            own = min(accounts.get(purse(slip.person), 0), chips)
            sold = chips - own
            moves = transfer(purse(slip.person), here, own) + transfer(CAGE, here, sold)
            return [*moves, *transfer(OUTSIDE, CASH, sold)]
        case "stake":
            return [*transfer(here, purse(slip.person), chips)]
        case "currency":  # the notes fall into the drop box
            return [*transfer(CAGE, here, chips), *transfer(OUTSIDE, drop_box(table), chips)]
        case "fill":
            ready = slip_of(house, slip.number)
            under_way = ready is not None and ready.status == "on the way"
            return [*transfer(TRANSIT if under_way else CAGE, here, chips)]
        case "credit":
            return [*transfer(here, TRANSIT, chips)]
        case "drop":
            cash = accounts.get(drop_box(table), Chips(0))
            boxed = transfer(drop_box(table), dropped_cash(table), cash)
            return [*transfer(here, dropped_chips(table), chips), *boxed]
        case "correction":
            return [*(transfer(ISSUED, here, chips) if came else transfer(here, ISSUED, chips))]
        case _:
            return [*(transfer(CAGE, here, chips) if came else transfer(here, CAGE, chips))]


DECIDE: HouseDeciders = {
    IssueChips: _issue,
    MoveCash: _cash,
    SellChips: _sell,
    CashOut: _cash_out,
    GivePromotion: _promote,
    BookTable: _book,
}
