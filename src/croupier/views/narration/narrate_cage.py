"""The cage and the tables' inventories in words."""

from collections.abc import Callable
from typing import Any

from croupier.chips import money
from croupier.engine.accounts import Move
from croupier.room.cage import facts
from croupier.room.cage.closing import words_of
from croupier.room.cage.ledger import ISSUED, OUTSIDE
from croupier.room.cage.state import CASH, SLIPS


def _sum(moves: tuple[Move, ...]) -> str:
    return money(sum(move.chips for move in moves))


def _chips(fact: Any) -> str:
    """The chips that a fact moved, without the cash that was paid for them."""
    return money(
        sum(m.chips for m in fact.moves if not {m.source, m.target} & {CASH, SLIPS, OUTSIDE})
    )


def _issued(fact: facts.ChipsIssued) -> str:
    came = fact.moves[0].source == ISSUED
    return f"{_sum(fact.moves)} in chips {'comes into' if came else 'goes out of'} use"


def _cash(fact: facts.CashMoved) -> str:
    came = fact.moves[0].source == OUTSIDE
    way = "comes into" if came else "leaves"
    return f"{_sum(fact.moves)} in cash {way} the drawer ({fact.reason})"


def _booked(fact: facts.TableBooked) -> str:
    slip, table = fact.slip, f"table {fact.table}"
    amount = money(abs(slip.chips))
    way = "to" if slip.chips > 0 else "from"
    who = f" of {slip.person}" if slip.person else ""
    match slip.kind:
        case "count":
            return f"the inventory of {table} is booked: {_against(slip.expected, slip.counted)}"
        case "drop":
            return f"drop box {slip.number} of {table} is booked, with {amount} in chips"
        case "fill" | "credit":
            return f"{slip.kind} {slip.number} of {amount} is booked {way} {table}"
        case _:
            return f"the {slip.kind}{who} of {amount} is booked {way} {table}"


def _against(expected: int, counted: int) -> str:
    if expected == counted:
        return f"{money(counted)}, as in the books"
    return f"{money(counted)}, and {money(expected)} is in the books"


def _drop(fact: facts.DropCounted) -> str:
    return (
        f"drop box {fact.number} of table {fact.table} is counted: currency "
        f"{_against(fact.expected_cash, fact.cash)}; chips "
        f"{_against(fact.expected_chips, fact.chips)}"
    )


SAY: dict[type, Callable[[Any], str]] = {
    facts.ChipsIssued: _issued,
    facts.CashMoved: _cash,
    facts.ChipsSold: lambda fact: (
        f"{fact.person} buys {_chips(fact)} in chips at the cage"
        + (f", by slip {fact.slip}" if fact.slip else "")
    ),
    facts.ChipsAsked: lambda fact: (
        f"{fact.person} asks for {money(fact.chips)} in chips at table {fact.table}"
    ),
    facts.ChipsDeclined: lambda fact: f"{fact.person} gets no chips: {fact.reason}",
    facts.BuyInApproved: lambda fact: f"{fact.person} gets {_sum(fact.moves)} in chips on account",
    facts.ChipsReturned: lambda fact: f"{fact.person} gives {_sum(fact.moves)} in chips back",
    facts.ChipsCashed: lambda fact: f"{fact.person} cashes {_chips(fact)} in chips",
    facts.PromotionGiven: lambda fact: (
        f"{fact.person} gets {_sum(fact.moves)} of the promotional drop ({fact.reason})"
    ),
    facts.TableBooked: _booked,
    facts.SlipRequested: lambda fact: (
        f"{fact.kind} {fact.number} of {money(fact.chips)} is asked for at table {fact.table}"
    ),
    facts.FillPrepared: lambda fact: (
        f"fill {fact.number} of {_sum(fact.moves)} leaves for table {fact.table} with "
        f"{fact.witness.name}"
    ),
    facts.CreditReceived: lambda fact: (
        f"credit {fact.number} of {_sum(fact.moves)} comes from table {fact.table} with "
        f"{fact.witness.name}"
    ),
    facts.SlipCancelled: lambda fact: f"slip {fact.number} is canceled ({fact.reason})",
    facts.AccountCounted: lambda fact: (
        f"{words_of(fact.account)}: {_against(fact.expected, fact.counted)}"
    ),
    facts.DropCounted: _drop,
    facts.BooksCorrected: lambda fact: (
        f"{words_of(fact.account)}: {_sum(fact.moves)} is corrected ({fact.reason})"
    ),
    facts.DayClosed: lambda fact: f"gaming day {fact.day} is closed",
    facts.FillTaken: lambda fact: f"a fill of {_sum(fact.moves)} is put into the inventory",
    facts.CreditSent: lambda fact: f"a credit of {_sum(fact.moves)} leaves the inventory",
    facts.InventoryCounted: lambda fact: (
        f"the inventory is counted ({fact.when}): {_against(fact.expected, fact.counted)}"
    ),
    facts.InventoryAdjusted: lambda fact: (
        f"the inventory is corrected by {_sum(fact.moves)} ({fact.reason})"
    ),
    facts.DropRemoved: lambda fact: f"drop box {fact.number} leaves with {fact.security.name}",
}
