"""The bad beat box of a table: what feeds it, its daily count, and verified hands (POKER 19).

The engine takes contributions and finds the hands; here the box is counted, and what leaves it or
is claimed goes to the house on a slip. No table pays a bad beat: the fund does.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.engine.events import BadBeatFound
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.funds.box_terms import (
    BadBeatDenied,
    BadBeatOffered,
    BadBeatVerified,
    BadBeatWithdrawn,
    Box,
    BoxCounted,
    BoxSent,
    CountBox,
    DenyBadBeat,
    Fact,
    Found,
    OfferBadBeat,
    SendBox,
    VerifyBadBeat,
    WithdrawBadBeat,
)
from croupier.room.funds.decide import open_fund
from croupier.room.funds.papers import BeatSlip, BoxSlip
from croupier.room.house.days import day_of, last_moment, next_day
from croupier.room.house.notices import check_notice, check_words
from croupier.room.house.people import Role, check_named
from croupier.room.logbook import Entry, Order, Procedure
from croupier.room.table.rounds import round_told
from croupier.rules.sign_check import check_sign

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

__all__ = ["DECIDE", "EVOLVE", "Box", "Fact", "check_runs", "due"]

COUNT = "POKER 19(d)"
BRINGS_MONEY: frozenset[Role] = frozenset({"security", "accounting"})


def check_runs(life: "TableLife", house: "House") -> None:
    """Refuse to deal under a payout that the house has not approved, posted and given the table."""
    if not life.game.document.has_funds or life.sign.bad_beat is None:
        return
    if not life.box.offered:
        raise Refused("POKER 19(a)", "the sign posts a bad beat payout, and no fund stands behind")
    fund = open_fund(house, life.box.fund, life.name)
    if fund.rules != life.sign.bad_beat:
        raise Refused("POKER 19(b)", f"the rules of {fund.name} are posted otherwise in the room")


def due(life: "TableLife", at: datetime, house: "House") -> list[Procedure]:
    """The next count of the box: no round is dealt once a gaming day has passed without one."""
    box = life.box
    if not box.fund:
        return []
    in_cage = house.funds.counted.get(life.name, "")
    day = max(box.count_by, next_day(in_cage) if in_cage else "")
    words = f"the bad beat box of table {life.name} is counted once each gaming day"
    return [Procedure("box count", last_moment(house.day_starts, day, at), COUNT, words)]


# --- what is ordered -------------------------------------------------------------------------


def _offer(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: OfferBadBeat = order.says
    life.check_between("POKER 1 round of play")
    if not life.game.document.has_funds:
        raise Refused(says.clause, f"{life.game.title} knows no bad beat payout of this section")
    fund = open_fund(house, says.fund, life.name)
    if life.box.fund and not life.box.offered:
        raise Refused(COUNT, "the box is counted a last time before it feeds a fund again")
    if life.box.offered and life.box.fund != fund.name:
        raise Refused(says.clause, f"this table offers {life.box.fund} already")
    check_words("POKER 19(b)", notice=says.notice)
    check_sign(life.game, replace(life.sign, bad_beat=fund.rules))
    day = day_of(house.day_starts, order.at)
    return [
        BadBeatOffered(
            clause=says.clause, fund=fund.name, rules=fund.rules, notice=says.notice, day=day
        )
    ]


def _withdraw(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: WithdrawBadBeat = order.says
    life.check_between("POKER 1 round of play")
    if not life.box.offered:
        raise Refused(says.clause, "this table offers no bad beat payout")
    check_words(says.clause, reason=says.reason)
    return [BadBeatWithdrawn(clause=says.clause, fund=life.box.fund, reason=says.reason)]


def _check_box(life: "TableLife", order: Order) -> None:
    """What every count needs: a box at rest, notice to the IEB, a lock, and security."""
    says: CountBox | SendBox = order.says
    if not life.box.fund:
        raise Refused(COUNT, f"no bad beat box stands at table {life.name}")
    life.check_between(COUNT)
    check_notice(says.notice, COUNT)
    check_words(says.clause, container=says.container)
    if not life.box.offered and life.box.found:
        why = "a bad beat waits to be verified: only then is the box counted a last time"
        raise Refused("POKER 19(f)", why)


def _count(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: CountBox = order.says
    _check_box(life, order)
    check_words(says.clause, table=says.table, surveillance=says.surveillance)
    if says.table == life.name and life.status != "closed":
        raise Refused(COUNT, f"a box is counted at a closed table, and {life.name} is open")
    if says.counted < 0:
        raise Refused("FIELD counted", "a count is not negative")
    slip = _slip(life, order, house, place="closed_table", counted=says.counted)
    slip = replace(
        slip,
        dealer=order.by.name,
        supervisor=says.supervisor.name,
        surveillance=says.surveillance,
    )
    moves = transfer(BOX, CAGE, slip.total)
    return [BoxCounted(clause=says.clause, slip=slip, moves=moves)]


def _send(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: SendBox = order.says
    _check_box(life, order)
    if says.place == "closed_table":
        raise Refused(COUNT, "the cashiers count at the cage or a satellite cage")
    slip = replace(_slip(life, order, house, place=says.place), supervisor=order.by.name)
    return [BoxSent(clause=says.clause, slip=slip, moves=transfer(BOX, CAGE, slip.total))]


def _slip(life: "TableLife", order: Order, house: "House", **known: Any) -> BoxSlip:
    says: CountBox | SendBox = order.says
    blank: dict[str, Any] = {"counted": None, "dealer": "", "supervisor": "", "surveillance": ""}
    return BoxSlip(
        table=life.name,
        number=life.box.slips + 1,
        fund=life.box.fund,
        day=day_of(house.day_starts, order.at),
        total=life.accounts.get(BOX, Chips(0)),
        container=says.container,
        security=says.security.name,
        notice=says.notice,
        beats=life.box.beats,
        final=not life.box.offered,
        **blank | known,
    )


def _found_in(life: "TableLife", order: Order) -> Found:
    """The best losing hand of a round that waits to be verified."""
    says: VerifyBadBeat | DenyBadBeat = order.says
    life.check_between(says.clause)
    found = next((beat for beat in life.box.found if beat.round == says.round), None)
    if found is None:
        raise Refused(says.clause, f"no bad beat of round {says.round} waits to be verified")
    return found


def _verify(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: VerifyBadBeat = order.says
    found = _found_in(life, order)
    if not found.fund:
        raise Refused("SIGN bad_beat", "no fund of this section stands behind this payout")
    check_named(says.notified, BRINGS_MONEY, "POKER 19(f)(2)", "be told to bring the payout")
    check_words("POKER 19(f)(2)", notified=says.notified.name)
    slip = BeatSlip(
        table=life.name,
        number=life.box.beats + 1,
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


def _deny(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: DenyBadBeat = order.says
    _found_in(life, order)
    check_words(says.clause, reason=says.reason)
    return [BadBeatDenied(clause=says.clause, round=says.round, reason=says.reason)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    OfferBadBeat: _offer,
    WithdrawBadBeat: _withdraw,
    CountBox: _count,
    SendBox: _send,
    VerifyBadBeat: _verify,
    DenyBadBeat: _deny,
}


# --- what is told ----------------------------------------------------------------------------


def _offered(life: "TableLife", entry: Entry) -> "TableLife":
    fact: BadBeatOffered = entry.fact
    box = replace(life.box, fund=fact.fund, offered=True, count_by=life.box.count_by or fact.day)
    return replace(life, box=box, sign=replace(life.sign, bad_beat=fact.rules))


def _withdrawn(life: "TableLife", entry: Entry) -> "TableLife":
    box = replace(life.box, offered=False)
    return replace(life, box=box, sign=replace(life.sign, bad_beat=None))


def _counted(life: "TableLife", entry: Entry) -> "TableLife":
    return _emptied(life, entry.fact.slip, next_day(entry.fact.slip.day))


def _sent(life: "TableLife", entry: Entry) -> "TableLife":
    return _emptied(life, entry.fact.slip, life.box.count_by)  # the cashiers' count is the count


def _emptied(life: "TableLife", slip: BoxSlip, count_by: str) -> "TableLife":
    box = replace(life.box, slips=slip.number, count_by=count_by)
    if slip.final:
        box = replace(box, fund="", count_by="")
    return replace(life, box=box)


def _seen(life: "TableLife", entry: Entry) -> "TableLife":
    """An event of the round: the hand is noted, with everybody who was dealt in."""
    fact: BadBeatFound = entry.fact
    number = life.rounds + 1  # of the round in hand
    life = round_told(life, entry)
    assert life.round is not None
    named = {seat: life.seats[seat].person for seat in life.round.hands}
    found = Found(
        fund=life.box.fund,
        round=number,
        loser=named[fact.seat],
        cards=fact.cards,
        winners=tuple(named[seat] for seat in fact.by),
        others=tuple(
            person for seat, person in named.items() if seat != fact.seat and seat not in fact.by
        ),
    )
    return replace(life, box=replace(life.box, found=(*life.box.found, found)))


def _verified(life: "TableLife", entry: Entry) -> "TableLife":
    slip: BeatSlip = entry.fact.slip
    others = tuple(beat for beat in life.box.found if beat.round != slip.round)  # one a round
    return replace(life, box=replace(life.box, beats=slip.number, found=others))


def _denied(life: "TableLife", entry: Entry) -> "TableLife":
    found = list(life.box.found)
    found.remove(next(beat for beat in found if beat.round == entry.fact.round))
    return replace(life, box=replace(life.box, found=tuple(found)))


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    BadBeatFound: _seen,
    BadBeatOffered: _offered,
    BadBeatWithdrawn: _withdrawn,
    BoxCounted: _counted,
    BoxSent: _sent,
    BadBeatVerified: _verified,
    BadBeatDenied: _denied,
}
