"""Bad beat funds: their approval, what is held, and their end (POKER 19)."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from croupier.chips import money
from croupier.engine.accounts import Move
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.funds import facts as told
from croupier.room.funds import intake as funds_boxes
from croupier.room.funds import orders as asks
from croupier.room.funds import payouts as funds_payouts
from croupier.room.funds.books import check_part, find_fund, lies, totals
from croupier.room.funds.evolve import EVOLVE
from croupier.room.funds.facts import Fact
from croupier.room.funds.orders import Fund, Funds, fund_account, reserve_account
from croupier.room.house.days import day_of, last_moment, next_day
from croupier.room.house.notices import check_words
from croupier.room.logbook import Order, Procedure

if TYPE_CHECKING:
    from croupier.room.house.decide import House

__all__ = ["DECIDE", "EVOLVE", "Fact", "Funds", "due", "open_fund"]


def open_fund(house: "House", name: str, table: str) -> Fund:
    """The fund that a table may offer: approved, posted, and with this table designated."""
    fund = find_fund(house, name)
    if fund.status == "submitted":
        why = f"the procedures for discontinuing {name} are not approved"
        raise Refused("POKER 19(i)", why)
    if fund.status == "approved":
        raise Refused("POKER 19(b)", f"the rules of {name} are not posted in the room")
    if fund.status != "offered":
        raise Refused("POKER 19(c)", f"contributions to {name} were stopped")
    if table not in fund.tables:
        raise Refused("POKER 19(c)", f"table {table} is not designated for {name}")
    return fund


def due(house: "House", at: datetime) -> list[Procedure]:
    """Displays that must be set right: every gaming day, and at once after a bad beat."""
    found: list[Procedure] = []
    for fund in house.funds.named.values():
        if fund.status not in ("offered", "stopped"):
            continue
        daily = last_moment(house.day_starts, next_day(fund.adjusted), at)
        by = min(daily, fund.pending) if fund.pending else daily
        words = f"the displays of {fund.name} are set to its amount"
        found.append(Procedure("displays", by, "POKER 19(h)(1)", words))
    return found


# --- a fund begins ---------------------------------------------------------------------------


def _submit(house: "House", order: Order) -> list[Any]:
    says: asks.SubmitFund = order.says
    check_words("FIELD name", name=says.name)
    if says.name in house.funds.named:
        raise Refused("FIELD name", f"there is a bad beat fund {says.name!r} already")
    ending = says.ending
    check_words(
        says.clause,
        way_of_stopping_contributions=ending.stopping,
        way_of_transferring_balances=ending.transferring,
        disclosure_of_withheld_amounts=ending.disclosing,
    )
    return [told.FundSubmitted(clause=says.clause, name=says.name, rules=says.rules, ending=ending)]


def _approve(house: "House", order: Order) -> list[Any]:
    says: asks.RecordFundApproval = order.says
    if find_fund(house, says.name).status != "submitted":
        raise Refused(says.clause, f"{says.name} is approved already")
    check_words(says.clause, reference=says.reference)
    return [told.FundApproved(clause=says.clause, name=says.name, reference=says.reference)]


def _post(house: "House", order: Order) -> list[Any]:
    says: asks.PostFund = order.says
    fund = find_fund(house, says.name)
    if fund.status != "approved":
        clause = "POKER 19(i)" if fund.status == "submitted" else says.clause
        raise Refused(clause, f"{says.name} is {fund.status}: its rules are not to be posted now")
    check_words(says.clause, place=says.place)
    if says.percent != fund.rules.jackpot_percent:
        why = f"of what is collected {fund.rules.jackpot_percent} % reaches the jackpot"
        raise Refused(says.clause, f"{why}, not {says.percent} %")
    if not says.displays or not all(name.strip() for name in says.displays):
        raise Refused(says.clause, "the current amount is displayed somewhere")
    return [
        told.FundPosted(
            clause=says.clause,
            name=says.name,
            place=says.place,
            percent=says.percent,
            displays=says.displays,
            day=day_of(house.day_starts, order.at),
        )
    ]


def _designate(house: "House", order: Order) -> list[Any]:
    says: asks.DesignateTable = order.says
    if find_fund(house, says.name).status not in ("offered", "stopped"):
        raise Refused(says.clause, f"{says.name} is not offered")
    feeds = [fund.name for fund in house.funds.named.values() if says.table in fund.tables]
    if feeds:
        raise Refused(says.clause, f"table {says.table} feeds {feeds[0]} already")
    return [told.TableDesignated(clause=says.clause, name=says.name, table=says.table)]


def _release(house: "House", order: Order) -> list[Any]:
    says: asks.ReleaseTable = order.says
    if says.table not in find_fund(house, says.name).tables:
        raise Refused(says.clause, f"table {says.table} is not designated for {says.name}")
    check_words(says.clause, reason=says.reason)
    name, table, reason = says.name, says.table, says.reason
    return [told.TableReleased(clause=says.clause, name=name, table=table, reason=reason)]


# --- what is held, and the end of a fund -----------------------------------------------------


def _return(house: "House", order: Order) -> list[Any]:
    says: asks.ReturnReserve = order.says
    fund = find_fund(house, says.name)
    check_part(says.chips, lies(house, reserve_account(says.name)))
    moves = transfer(reserve_account(says.name), fund_account(says.name), says.chips)
    how = fund.rules.held_returned
    return [told.ReserveReturned(clause=says.clause, name=says.name, how=how, moves=moves)]


def _stop(house: "House", order: Order) -> list[Any]:
    says: asks.StopFund = order.says
    if find_fund(house, says.name).status != "offered":
        raise Refused(says.clause, f"{says.name} is not offered")
    check_words(says.clause, reason=says.reason)
    return [told.FundStopped(clause=says.clause, name=says.name, reason=says.reason)]


def _transfer(house: "House", order: Order) -> list[Any]:
    says: asks.TransferFund = order.says
    find_fund(house, says.name)
    if find_fund(house, says.target).status != "offered" or says.target == says.name:
        raise Refused(says.clause, "what is transferred goes to another payout that is offered")
    check_part(says.chips, lies(house, fund_account(says.name)))
    return [
        told.FundTransferred(
            clause=says.clause,
            name=says.name,
            target=says.target,
            supervisor=says.supervisor,
            moves=transfer(fund_account(says.name), fund_account(says.target), says.chips),
        )
    ]


def _distribute(house: "House", order: Order) -> list[Any]:
    says: asks.DistributeFund = order.says
    if find_fund(house, says.name).status != "stopped":
        raise Refused(says.clause, f"contributions to {says.name} are stopped first")
    if not says.payments or not all(name.strip() for name in says.payments):
        raise Refused("FIELD payments", "patrons are paid by name")
    for chips in says.payments.values():
        check_part(chips, lies(house, fund_account(says.name)))
    check_part(sum(says.payments.values()), lies(house, fund_account(says.name)))
    source = fund_account(says.name)
    return [
        told.FundDistributed(
            clause=says.clause,
            name=says.name,
            payments=says.payments,
            supervisor=says.supervisor,
            moves=tuple(Move(source, CAGE, chips) for chips in says.payments.values()),
        )
    ]


def _close(house: "House", order: Order) -> list[Any]:
    says: asks.CloseFund = order.says
    fund = find_fund(house, says.name)
    if fund.status != "stopped":
        raise Refused(says.clause, f"contributions to {says.name} are stopped first")
    if fund.tables:
        why = f"the last count of table {fund.tables[0]} is not in yet"
        raise Refused(says.clause, why)
    left = totals(house, says.name)
    if left.held or left.balance:
        why = f"{money(left.held + left.balance)} is left, and every cent of it is the players'"
        raise Refused(says.clause, why)
    if any(one.open for one in house.funds.incidents if one.fund == says.name):
        raise Refused(says.clause, f"a difference of {says.name} is not explained yet")
    return [told.FundClosed(clause=says.clause, name=says.name)]


DECIDE: dict[type, Callable[["House", Order], list[Any]]] = {
    **funds_boxes.DECIDE,
    **funds_payouts.DECIDE,
    asks.SubmitFund: _submit,
    asks.RecordFundApproval: _approve,
    asks.PostFund: _post,
    asks.DesignateTable: _designate,
    asks.ReleaseTable: _release,
    asks.ReturnReserve: _return,
    asks.StopFund: _stop,
    asks.TransferFund: _transfer,
    asks.DistributeFund: _distribute,
    asks.CloseFund: _close,
}
