"""The bad beat box of a table: what feeds it, its daily count, and verified hands (POKER 19).

The engine takes contributions and finds the hands; here the box is counted, and what leaves it or
is claimed goes to the house on a slip. No table pays a bad beat: the fund does.
"""

from datetime import datetime

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.funds.decide import open_fund
from croupier.room.funds.facts import (
    BadBeatDenied,
    BadBeatOffered,
    BadBeatVerified,
    BadBeatWithdrawn,
    BoxCounted,
    BoxSent,
)
from croupier.room.funds.state import BeatSlip, BoxSlip, Found, Place
from croupier.room.house.days import day_of, last_moment, next_day
from croupier.room.house.notices import Notice, check_notice, check_words
from croupier.room.house.people import (
    DEALER,
    SECURITY,
    SHIFT,
    SUPERVISORS,
    Actor,
    Role,
    check_named,
)
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, Procedure, given_by
from croupier.room.table.state import Table, TableDeciders
from croupier.rules.sign_check import check_sign

VERIFIER: frozenset[Role] = frozenset({"poker_shift_supervisor"})


@given_by(SHIFT, "POKER 19(a)", "offer a bad beat payout")
class OfferBadBeat(Command, frozen=True, kw_only=True):
    """Offer the payout of a fund at this table, under the rules that are posted for it."""

    fund: str
    notice: str  # what the table shows its players of their eligibility


@given_by(SHIFT, "POKER 19(c)", "withdraw a bad beat payout")
class WithdrawBadBeat(Command, frozen=True, kw_only=True):
    """Stop contributions at this table; its box is counted a last time."""

    reason: str


@given_by(
    DEALER,
    "POKER 19(d)(1)",
    "count a bad beat box at a closed table",
    second={"security": SECURITY, "supervisor": SUPERVISORS},
)
class CountBox(Command, frozen=True, kw_only=True):
    """Count the box at a closed table, with a supervisor present and a camera running."""

    table: str  # the closed one
    counted: Chips
    supervisor: Actor
    surveillance: str
    container: str
    security: Actor
    notice: Notice


@given_by(
    SUPERVISORS, "POKER 19(d)(2)", "send a bad beat box to the cage", second={"security": SECURITY}
)
class SendBox(Command, frozen=True, kw_only=True):
    """Send the locked box to the cage with security."""

    place: Place
    container: str
    security: Actor
    notice: Notice


@given_by(VERIFIER, "POKER 19(f)", "verify a bad beat")
class VerifyBadBeat(Command, frozen=True, kw_only=True):
    """Verify a bad beat, and call for the money."""

    round: int
    notified: Actor


@given_by(VERIFIER, "POKER 19(f)", "deny a bad beat")
class DenyBadBeat(Command, frozen=True, kw_only=True):
    """Deny a bad beat: the hand does not qualify."""

    round: int
    reason: str


COUNT = "POKER 19(d)"
BRINGS_MONEY: frozenset[Role] = frozenset({"security", "accounting"})


def check_runs(table: Table, house: House) -> None:
    """Refuse to deal under a payout that the house has not approved, posted and given the table."""
    if not table.game.document.has_funds or table.sign.bad_beat is None:
        return
    if not table.box.offered:
        raise Refused("POKER 19(a)", "the sign posts a bad beat payout, but no fund pays it")
    fund = open_fund(house, table.box.fund, table.name)
    if fund.rules != table.sign.bad_beat:
        raise Refused(
            "POKER 19(b)", f"the sign and the rules of {fund.name} posted in the room must agree"
        )


def due(table: Table, at: datetime, house: House) -> list[Procedure]:
    """The next count of the box: no round is dealt once a gaming day has passed without one."""
    box = table.box
    if not box.fund:
        return []
    in_cage = house.funds.counted.get(table.name, "")
    day = max(box.count_by, next_day(in_cage) if in_cage else "")
    words = f"the bad beat box of table {table.name} must be counted once each gaming day"
    return [Procedure("box count", last_moment(house.dawn, day, at), COUNT, words)]


def _offer(table: Table, order: Order[OfferBadBeat], house: House) -> list[Event]:
    says = order.says
    table.check_between("POKER 1 round of play")
    if not table.game.document.has_funds:
        raise Refused(
            says.clause, f"{table.game.title} cannot offer a bad beat payout of this section"
        )
    fund = open_fund(house, says.fund, table.name)
    if table.box.fund and not table.box.offered:
        raise Refused(COUNT, "the box must be counted a last time before it feeds a fund again")
    if table.box.offered and table.box.fund != fund.name:
        raise Refused(says.clause, f"this table offers {table.box.fund} already")
    check_words("POKER 19(b)", notice=says.notice)
    check_sign(table.game, replace(table.sign, bad_beat=fund.rules))
    day = day_of(house.dawn, order.at)
    return [
        BadBeatOffered(
            clause=says.clause, fund=fund.name, rules=fund.rules, notice=says.notice, day=day
        )
    ]


def _withdraw(table: Table, order: Order[WithdrawBadBeat], house: House) -> list[Event]:
    says = order.says
    table.check_between("POKER 1 round of play")
    if not table.box.offered:
        raise Refused(says.clause, "this table offers no bad beat payout")
    check_words(says.clause, reason=says.reason)
    return [BadBeatWithdrawn(clause=says.clause, fund=table.box.fund, reason=says.reason)]


def _check_box(table: Table, order: Order[CountBox] | Order[SendBox]) -> None:
    """Refuse a count without a box at rest, notice to the IEB, a lock, and security."""
    says = order.says
    if not table.box.fund:
        raise Refused(COUNT, f"there is no bad beat box at table {table.name}")
    table.check_between(COUNT)
    check_notice(says.notice, COUNT, order.at)
    check_words(says.clause, container=says.container)
    if not table.box.offered and table.box.found:
        why = "a bad beat must be verified before the last count of the box"
        raise Refused("POKER 19(f)", why)


def _count(table: Table, order: Order[CountBox], house: House) -> list[Event]:
    says = order.says
    _check_box(table, order)
    check_words(says.clause, table=says.table, surveillance=says.surveillance)
    here = says.table == table.name and table.status == "closed"
    if not here and says.table not in house.closed:
        why = f"a box can be counted only at a closed table, and {says.table[:40]} is not one"
        raise Refused(COUNT, why)
    if says.counted < 0:
        raise Refused("FIELD counted", "a count must not be negative")
    slip = replace(
        _slip(table, order, house, "closed_table", says.supervisor),
        counted=says.counted,
        dealer=order.by.name,
        surveillance=says.surveillance,
    )
    moves = transfer(BOX, CAGE, slip.total)
    return [BoxCounted(clause=says.clause, slip=slip, moves=moves)]


def _send(table: Table, order: Order[SendBox], house: House) -> list[Event]:
    says = order.says
    _check_box(table, order)
    if says.place == "closed_table":
        raise Refused(COUNT, "`place` must be the cage or a satellite cage")
    slip = _slip(table, order, house, says.place, order.by)
    return [BoxSent(clause=says.clause, slip=slip, moves=transfer(BOX, CAGE, slip.total))]


def _slip(
    table: Table,
    order: Order[CountBox] | Order[SendBox],
    house: House,
    place: Place,
    supervisor: Actor,
) -> BoxSlip:
    says = order.says
    return BoxSlip(
        table=table.name,
        number=table.box.slips + 1,
        fund=table.box.fund,
        day=day_of(house.dawn, order.at),
        total=table.accounts.get(BOX, Chips(0)),
        container=says.container,
        security=says.security.name,
        notice=says.notice,
        beats=table.box.beats,
        final=not table.box.offered,
        place=place,
        supervisor=supervisor.name,
        counted=None,
        dealer="",
        surveillance="",
    )


def _found_in(table: Table, order: Order[VerifyBadBeat] | Order[DenyBadBeat]) -> Found:
    """The bad beat of a round that is waiting to be verified, or a refusal."""
    says = order.says
    table.check_between(says.clause)
    found = next((beat for beat in table.box.found if beat.round == says.round), None)
    if found is None:
        raise Refused(says.clause, f"no bad beat of round {says.round} is waiting to be verified")
    return found


def _verify(table: Table, order: Order[VerifyBadBeat], house: House) -> list[Event]:
    says = order.says
    found = _found_in(table, order)
    if not found.fund:
        raise Refused("SIGN bad_beat", "no fund of this section pays this bad beat")
    check_named(says.notified, BRINGS_MONEY, "POKER 19(f)(2)", "be called to bring the payout")
    check_words("POKER 19(f)(2)", notified=says.notified.name)
    slip = BeatSlip(
        table=table.name,
        number=table.box.beats + 1,
        fund=found.fund,
        round=found.round,
        loser=found.loser,
        cards=found.cards,
        winners=found.winners,
        others=found.others,
        verified_by=order.by,
        notified=says.notified,
        at=order.at,
    )
    return [BadBeatVerified(clause=says.clause, slip=slip)]


def _deny(table: Table, order: Order[DenyBadBeat], house: House) -> list[Event]:
    says = order.says
    _found_in(table, order)
    check_words(says.clause, reason=says.reason)
    return [BadBeatDenied(clause=says.clause, round=says.round, reason=says.reason)]


DECIDE: TableDeciders = {
    OfferBadBeat: _offer,
    WithdrawBadBeat: _withdraw,
    CountBox: _count,
    SendBox: _send,
    VerifyBadBeat: _verify,
    DenyBadBeat: _deny,
}
