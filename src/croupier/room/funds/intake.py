"""Boxes received and counted by the cage: what feeds a bad beat fund (POKER 19(d)-(e))."""

from typing import Literal

from croupier.chips import Chips, money
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.funds.decide import find_fund
from croupier.room.funds.facts import BoxesReceived, DifferenceClosed, DifferenceFound
from croupier.room.funds.state import BoxSlip, Fund, fund_account, reserve_account
from croupier.room.house.days import day_of
from croupier.room.house.notices import check_words
from croupier.room.house.people import ACCOUNTING, CASHIERS
from croupier.room.house.state import House, HouseDeciders
from croupier.room.logbook import Command, Order, given_by


@given_by(CASHIERS, "POKER 19(e)", "take in bad beat boxes")
class ReceiveBoxes(Command, frozen=True, kw_only=True):
    """Count each box, or verify the combined count of a locked container."""

    slips: tuple[BoxSlip, ...]
    counts: tuple[Chips, ...] = ()  # of each box
    combined: Chips | None = None  # of a container whose boxes were counted before


@given_by(ACCOUNTING, "POKER 19(e)", "close an incident")
class CloseIncident(Command, frozen=True, kw_only=True):
    """Explain a difference; a shortage that a fund bears is made good in full."""

    number: int
    finding: str
    made_good: Chips = Chips(0)  # only where the fund was credited with a short count


def _receive(house: House, order: Order[ReceiveBoxes]) -> list[Event]:
    says = order.says
    fund = _check_slips(house, says.slips)
    expected, counted = _count(says)
    owed = sum(slip.total for slip in says.slips)  # what left the pots, whatever is counted
    held = Chips(owed * (fund.rules.reserve_percent or 0) // 100)  # never more than is posted
    moves = (
        *transfer(CAGE, fund_account(fund.name), owed - held),
        *transfer(CAGE, reserve_account(fund.name), held),
    )
    received = BoxesReceived(
        clause=says.clause,
        name=fund.name,
        slips=says.slips,
        counts=says.counts,
        counted=counted,
        held=held,
        day=day_of(house.dawn, order.at),
        moves=moves,
    )
    differences = [pair for pair in expected if pair[0] != pair[1]]
    return [received, *incidents(house, says.clause, fund.name, "count", differences)]


def _check_slips(house: House, slips: tuple[BoxSlip, ...]) -> Fund:
    """Refuse slips of several funds, of a table that does not feed the fund, or taken in before."""
    clause = ReceiveBoxes.clause
    if len({slip.fund for slip in slips}) != 1:
        raise Refused(clause, "`slips` must name at least one box, all of one fund")
    fund, keys = find_fund(house, slips[0].fund), [slip.key for slip in slips]
    known = house.funds.slips
    if len(set(keys)) != len(keys) or known & set(keys):
        raise Refused(clause, "this slip was already received")
    for slip in slips:
        if slip.table not in fund.tables:
            raise Refused(clause, f"table {slip.table} does not feed {fund.name}")
        if slip.final:
            _check_last(slip, known | set(keys))
    return fund


def _check_last(slip: BoxSlip, known: frozenset[str]) -> None:
    """Refuse the last slip of a table before its other boxes and its bad beats are in."""
    beats = {f"beat {slip.table} {number}" for number in range(1, slip.beats + 1)}
    if not beats <= known:
        why = f"a verified bad beat of table {slip.table} must be handed in first"
        raise Refused("POKER 19(f)", why)
    boxes = {f"box {slip.table} {number}" for number in range(1, slip.number)}
    if not boxes <= known:
        raise Refused(
            ReceiveBoxes.clause, f"an earlier box of table {slip.table} must be received first"
        )


def _count(says: ReceiveBoxes) -> tuple[list[tuple[Chips, Chips]], Chips]:
    """Pairs of expected and counted, for each box or for all together; and the whole count."""
    totals = [slip.total for slip in says.slips]
    if says.combined is not None:
        if says.counts or any(slip.counted is None for slip in says.slips):
            why = "a combined count is possible only if each box was counted before"
            raise Refused(says.clause, why)
        if says.combined < 0:
            raise Refused("FIELD combined", "a count must not be negative")
        tables = Chips(sum(slip.counted or 0 for slip in says.slips))
        before = zip(totals, (slip.counted or Chips(0) for slip in says.slips), strict=True)
        return [*before, (tables, says.combined)], says.combined
    if len(says.counts) != len(says.slips) or min(says.counts) < 0:
        raise Refused(says.clause, "`counts` must hold a count for each box")
    signed = [
        (slip.total, slip.counted) for slip in says.slips if slip.counted not in (None, slip.total)
    ]
    pairs = [*signed, *zip(totals, says.counts, strict=True)]
    return pairs, Chips(sum(says.counts))


def incidents(
    house: House,
    clause: str,
    name: str,
    kind: Literal["count", "display"],
    differences: list[tuple[Chips, Chips]],
) -> list[DifferenceFound]:
    """Facts for counts or displays that do not agree."""
    first = len(house.funds.incidents) + 1
    return [
        DifferenceFound(
            clause=clause,
            number=number,
            name=name,
            kind=kind,
            expected=expected,
            found=found,
            borne="house" if kind == "count" else "",
        )
        for number, (expected, found) in enumerate(differences, first)
    ]


def _explain(house: House, order: Order[CloseIncident]) -> list[Event]:
    says = order.says
    incident = next((one for one in house.funds.incidents if one.number == says.number), None)
    if incident is None or not incident.open:
        raise Refused("FIELD number", f"there is no open incident {says.number}")
    check_words(says.clause, finding=says.finding)
    short = incident.missing
    if says.made_good != short:
        why = f"`made_good` must be {money(short)}: all that is missing from the fund"
        raise Refused("FIELD made_good", why)
    moves = transfer(CAGE, fund_account(incident.fund), says.made_good)
    return [
        DifferenceClosed(
            clause=says.clause,
            number=says.number,
            name=incident.fund,
            finding=says.finding,
            moves=moves,
        )
    ]


DECIDE: HouseDeciders = {
    ReceiveBoxes: _receive,
    CloseIncident: _explain,
}
