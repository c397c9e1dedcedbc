"""Orders that begin a bad beat fund, give money back to players, and end a fund (POKER 19)."""

from croupier.chips import Chips, money
from croupier.engine.accounts import Move
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.funds.decide import check_part, find_fund, totals
from croupier.room.funds.facts import (
    FundApproved,
    FundClosed,
    FundDistributed,
    FundPosted,
    FundStopped,
    FundSubmitted,
    FundTransferred,
    ReserveReturned,
    TableDesignated,
    TableReleased,
)
from croupier.room.funds.state import Ending, fund_account, reserve_account
from croupier.room.house.days import day_of
from croupier.room.house.notices import check_words
from croupier.room.house.people import ACCOUNTING, OFFICE, SHIFT, SUPERVISORS, Actor
from croupier.room.house.state import House, HouseDeciders, balance_of
from croupier.room.logbook import Command, Order, given_by
from croupier.rules.revenue import BadBeat


@given_by(OFFICE, "POKER 19(i)", "submit a bad beat payout")
class SubmitFund(Command, frozen=True, kw_only=True):
    """Submit the rules of a payout, with the procedures for discontinuing it."""

    name: str
    rules: BadBeat
    ending: Ending


@given_by(OFFICE, "POKER 19(i)", "record an approval")
class RecordFundApproval(Command, frozen=True, kw_only=True):
    """Record that the procedures for discontinuing a payout were approved."""

    name: str
    reference: str


@given_by(SHIFT, "POKER 19(b)", "post bad beat rules")
class PostFund(Command, frozen=True, kw_only=True):
    """Post the rules in the room with the actual percentage, and hang the displays."""

    name: str
    place: str
    percent: int
    displays: tuple[str, ...]


@given_by(SHIFT, "POKER 19(c)", "designate a table for a bad beat payout")
class DesignateTable(Command, frozen=True, kw_only=True):
    """Let a table participate in a fund."""

    name: str
    table: str


@given_by(SHIFT, "POKER 19(c)", "release a table from a bad beat payout")
class ReleaseTable(Command, frozen=True, kw_only=True):
    """Take back the designation of a table where no box ever stood."""

    name: str
    table: str
    reason: str


@given_by(ACCOUNTING, "POKER 19(b)(2)", "return held money")
class ReturnReserve(Command, frozen=True, kw_only=True):
    """Give held money back to the players: it joins what may be won."""

    name: str
    chips: Chips


@given_by(SHIFT, "POKER 19(c)", "stop bad beat contributions")
class StopFund(Command, frozen=True, kw_only=True):
    """Amend the rules: no more contributions, and no table may offer the payout."""

    name: str
    reason: str


@given_by(ACCOUNTING, "POKER 19(i)", "transfer a bad beat fund", second={"supervisor": SUPERVISORS})
class TransferFund(Command, frozen=True, kw_only=True):
    """Move an amount to another bad beat fund, under the approved procedures."""

    name: str
    target: str
    chips: Chips
    supervisor: Actor


@given_by(
    ACCOUNTING, "POKER 19(i)", "distribute a bad beat fund", second={"supervisor": SUPERVISORS}
)
class DistributeFund(Command, frozen=True, kw_only=True):
    """Pay what is left of a stopped fund to patrons, under the approved procedures."""

    name: str
    payments: dict[str, Chips]
    supervisor: Actor


@given_by(ACCOUNTING, "POKER 19(i)", "close a bad beat fund")
class CloseFund(Command, frozen=True, kw_only=True):
    """Close a stopped fund that is empty."""

    name: str


def _submit(house: House, order: Order[SubmitFund]) -> list[Event]:
    says = order.says
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
    return [FundSubmitted(clause=says.clause, name=says.name, rules=says.rules, ending=ending)]


def _approve(house: House, order: Order[RecordFundApproval]) -> list[Event]:
    says = order.says
    if find_fund(house, says.name).status != "submitted":
        raise Refused(says.clause, f"{says.name} is already approved")
    check_words(says.clause, reference=says.reference)
    return [FundApproved(clause=says.clause, name=says.name, reference=says.reference)]


def _post(house: House, order: Order[PostFund]) -> list[Event]:
    says = order.says
    fund = find_fund(house, says.name)
    if fund.status != "approved":
        clause = "POKER 19(i)" if fund.status == "submitted" else says.clause
        raise Refused(
            clause,
            f"{says.name} is {fund.status}: its rules can be posted only once it is approved",
        )
    check_words(says.clause, place=says.place)
    if says.percent != fund.rules.jackpot_percent:
        why = f"`percent` must be {fund.rules.jackpot_percent}, the share that reaches the jackpot"
        raise Refused(says.clause, f"{why}, not {says.percent}")
    if not says.displays or not all(name.strip() for name in says.displays):
        raise Refused(says.clause, "`displays` must name at least one display")
    return [
        FundPosted(
            clause=says.clause,
            name=says.name,
            place=says.place,
            percent=says.percent,
            displays=says.displays,
            day=day_of(house.dawn, order.at),
        )
    ]


def _designate(house: House, order: Order[DesignateTable]) -> list[Event]:
    says = order.says
    if find_fund(house, says.name).status not in ("offered", "stopped"):
        raise Refused(says.clause, f"{says.name} is not offered")
    feeds = [fund.name for fund in house.funds.named.values() if says.table in fund.tables]
    if feeds:
        raise Refused(says.clause, f"table {says.table} feeds {feeds[0]} already")
    return [TableDesignated(clause=says.clause, name=says.name, table=says.table)]


def _release(house: House, order: Order[ReleaseTable]) -> list[Event]:
    says = order.says
    if says.table not in find_fund(house, says.name).tables:
        raise Refused(says.clause, f"table {says.table} is not designated for {says.name}")
    check_words(says.clause, reason=says.reason)
    name, table, reason = says.name, says.table, says.reason
    return [TableReleased(clause=says.clause, name=name, table=table, reason=reason)]


def _return(house: House, order: Order[ReturnReserve]) -> list[Event]:
    says = order.says
    fund = find_fund(house, says.name)
    check_part(says.chips, balance_of(house, reserve_account(says.name)))
    moves = transfer(reserve_account(says.name), fund_account(says.name), says.chips)
    how = fund.rules.held_returned
    return [ReserveReturned(clause=says.clause, name=says.name, how=how, moves=moves)]


def _stop(house: House, order: Order[StopFund]) -> list[Event]:
    says = order.says
    if find_fund(house, says.name).status != "offered":
        raise Refused(says.clause, f"{says.name} is not offered")
    check_words(says.clause, reason=says.reason)
    return [FundStopped(clause=says.clause, name=says.name, reason=says.reason)]


def _transfer(house: House, order: Order[TransferFund]) -> list[Event]:
    says = order.says
    find_fund(house, says.name)
    if find_fund(house, says.target).status != "offered" or says.target == says.name:
        raise Refused(
            says.clause, "money can be transferred only to another payout that is offered"
        )
    check_part(says.chips, balance_of(house, fund_account(says.name)))
    return [
        FundTransferred(
            clause=says.clause,
            name=says.name,
            target=says.target,
            supervisor=says.supervisor,
            moves=transfer(fund_account(says.name), fund_account(says.target), says.chips),
        )
    ]


def _distribute(house: House, order: Order[DistributeFund]) -> list[Event]:
    says = order.says
    if find_fund(house, says.name).status != "stopped":
        raise Refused(says.clause, f"contributions to {says.name} must be stopped first")
    if not says.payments or not all(name.strip() for name in says.payments):
        raise Refused("FIELD payments", "`payments` must name each patron")
    for chips in says.payments.values():
        check_part(chips, balance_of(house, fund_account(says.name)))
    check_part(sum(says.payments.values()), balance_of(house, fund_account(says.name)))
    source = fund_account(says.name)
    return [
        FundDistributed(
            clause=says.clause,
            name=says.name,
            payments=says.payments,
            supervisor=says.supervisor,
            moves=tuple(Move(source, CAGE, chips) for chips in says.payments.values()),
        )
    ]


def _close(house: House, order: Order[CloseFund]) -> list[Event]:
    says = order.says
    fund = find_fund(house, says.name)
    if fund.status != "stopped":
        raise Refused(says.clause, f"contributions to {says.name} must be stopped first")
    if fund.tables:
        why = f"the last count of table {fund.tables[0]} must come in first"
        raise Refused(says.clause, why)
    left = totals(house, says.name)
    if left.held or left.balance:
        why = f"{money(left.held + left.balance)} is left: it must go to players first"
        raise Refused(says.clause, why)
    if any(one.open for one in house.funds.incidents if one.fund == says.name):
        raise Refused(says.clause, f"a difference of {says.name} must be explained first")
    return [FundClosed(clause=says.clause, name=says.name)]


DECIDE: HouseDeciders = {
    SubmitFund: _submit,
    RecordFundApproval: _approve,
    PostFund: _post,
    DesignateTable: _designate,
    ReleaseTable: _release,
    ReturnReserve: _return,
    StopFund: _stop,
    TransferFund: _transfer,
    DistributeFund: _distribute,
    CloseFund: _close,
}
