"""Orders about disputes and conduct at a table (POKER 15(b), 16; BBC con)."""

from datetime import timedelta

from msgspec import Struct

from croupier.chips import Chips
from croupier.engine.accounts import Move, stack
from croupier.engine.commands import Remove
from croupier.engine.event import Event
from croupier.engine.events import AnyEvent
from croupier.engine.play import decide
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, post, transfer
from croupier.room.conduct.decide import owes_notice
from croupier.room.conduct.facts import (
    CollusionFlagged,
    DisputeRuled,
    PlayerRemoved,
    RemovalNotified,
    RemovedPlayerLeft,
)
from croupier.room.custody.readiness import deck_rests
from croupier.room.house.notices import Notice, check_notice, check_words
from croupier.room.house.people import FLOOR, TABLE_STAFF
from croupier.room.house.state import House, Removal
from croupier.room.house.submissions import check_supplement
from croupier.room.logbook import Command, Order, given_by
from croupier.room.table.state import Table, TableDeciders

DAY = timedelta(days=1)
FINAL = "poker_shift_supervisor"  # the only role whose decision ends a dispute


class Payment(Struct, frozen=True, array_like=True):
    """Chips that a ruling gives from one seat to another."""

    source: int
    target: int
    chips: Chips


@given_by(FLOOR, "POKER 15(b)", "rule on a dispute")
class RuleDispute(Command, frozen=True, kw_only=True):
    """Decide a dispute; the shift supervisor's decision is the last one."""

    dispute: str
    ruling: str
    reason: str
    supplement: str = ""  # the supplement of the house that it rests on (POKER 15(r))
    payments: tuple[Payment, ...] = ()


@given_by(TABLE_STAFF | {"surveillance"}, "POKER 16(a)", "flag players for collusion")
class FlagCollusion(Command, frozen=True, kw_only=True):
    """Flag what looks like collusion, with the grounds."""

    players: tuple[str, ...]
    grounds: str


@given_by(FLOOR, "POKER 16(b)", "remove a player")
class RemovePlayer(Command, frozen=True, kw_only=True):
    """Require a player to leave the game, on reasonable cause."""

    seat: int
    cause: str
    notice: Notice | None = None  # to the IEB: a table under POKER gives it in the same record
    follows: str = ""  # the table where the same player was removed before


@given_by(FLOOR, "POKER 16(b)", "record the notice of a removal")
class NotifyOfRemoval(Command, frozen=True, kw_only=True):
    """Notify the IEB of a player whose removal followed from another table, without a notice."""

    person: str
    notice: Notice


@given_by(TABLE_STAFF, "POKER 16(b)", "settle with a removed player")
class SettleRemoved(Command, frozen=True, kw_only=True):
    """Return a removed player's chips and free the seat, after the round."""

    seat: int


def _rule(table: Table, order: Order[RuleDispute], house: House) -> list[Event]:
    says = order.says
    clause = table.game.own(says.clause)
    check_words(clause, dispute=says.dispute, ruling=says.ruling, reason=says.reason)
    stands = table.conduct.rulings.get(says.dispute)
    if stands is not None and stands.final and order.by.role != FINAL:
        why = f"the shift supervisor has decided {says.dispute!r}, and the decision is final"
        raise Refused(clause, why)
    if says.supplement:
        check_supplement(house, says.supplement)
    moves = _payments(table, says)
    stacks = {
        seat: table.stacks[seat] for pay in says.payments for seat in (pay.source, pay.target)
    }
    accounts = post(table.accounts, moves)
    return [
        DisputeRuled(
            clause=clause,
            dispute=says.dispute,
            ruling=says.ruling,
            reason=says.reason,
            by=order.by.role,
            final=order.by.role == FINAL,
            round=table.rounds,
            before=stacks,
            after={seat: accounts[stack(seat)] for seat in stacks},
            supplement=says.supplement,
            moves=moves,
        )
    ]


def _payments(table: Table, says: RuleDispute) -> tuple[Move, ...]:
    """The moves of a ruling: between occupied seats, between rounds, and only existing chips."""
    if says.payments:
        table.check_between(says.clause)
    left = dict(table.stacks)
    for pay in says.payments:
        if not {pay.source, pay.target} <= left.keys() or pay.source == pay.target:
            raise Refused(
                "FIELD payments", "a ruling can move chips only from one occupied seat to another"
            )
        if not 0 < pay.chips <= left[pay.source]:
            raise Refused("FIELD payments", f"seat {pay.source} does not have that many chips")
        left[pay.source] = Chips(left[pay.source] - pay.chips)
        left[pay.target] = Chips(left[pay.target] + pay.chips)
    return tuple(Move(stack(pay.source), stack(pay.target), pay.chips) for pay in says.payments)


def _flag(table: Table, order: Order[FlagCollusion], house: House) -> list[Event]:
    says = order.says
    clause = table.game.own(says.clause)
    check_words(clause, grounds=says.grounds)
    if not says.players:
        raise Refused("FIELD players", "`players` must name at least one player")
    known = {held.person for held in table.seats.values()} | table.seating.left.keys()
    for stranger in says.players:
        if stranger not in known:
            raise Refused("FIELD players", f"{stranger} has never had a seat at this table")
    players, grounds = says.players, says.grounds
    return [CollusionFlagged(clause=clause, players=players, grounds=grounds, round=table.rounds)]


def _remove(table: Table, order: Order[RemovePlayer], house: House) -> list[Event]:
    says = order.says
    clause = table.game.own(says.clause)
    check_words(clause, cause=says.cause)
    if says.seat not in table.seats:
        raise Refused("FIELD seat", f"nobody sits at seat {says.seat}")
    person = table.seats[says.seat].person
    if says.follows:
        _check_follows(house, person, says.follows)
    if not owes_notice(table, house):
        if says.notice is not None:
            raise Refused(clause, "a BBC room must not name a notice to the IEB")
    elif says.notice is not None or not says.follows:  # else it is given as soon as possible
        check_notice(says.notice, clause, order.at, DAY)
    if says.seat in table.conduct.leaving:
        raise Refused(clause, f"{person} was already removed")
    slip = Removal(
        person=person,
        cause=says.cause,
        table=table.name,
        at=order.at,
        clause=clause,
        notice=says.notice,
    )
    removed = PlayerRemoved(clause=clause, seat=says.seat, slip=slip)
    if not table.playing:
        return [removed, _left(table, says.seat, clause)]
    return [removed, *_out_of_round(table, says.seat, clause)]


def _check_follows(house: House, person: str, other: str) -> None:
    before = house.exclusions.out.get(person)
    if before is None or before.table != other:
        raise Refused("FIELD follows", f"{person} was not removed at table {other}")


def _notify(table: Table, order: Order[NotifyOfRemoval], house: House) -> list[Event]:
    says, clause = order.says, table.game.own(order.says.clause)
    removal = table.conduct.removed.get(says.person)
    if removal is None or removal.notice is not None or not owes_notice(table, house):
        raise Refused(clause, f"no notice of a removal of {says.person} is due here")
    check_notice(says.notice, clause, order.at, DAY)
    return [RemovalNotified(clause=clause, person=says.person, notice=says.notice)]


def _out_of_round(table: Table, seat: int, clause: str) -> list[AnyEvent]:
    """The removed player's hand is dead and play continues, unless the deck is set down."""
    assert table.round is not None
    if table.game.banked or seat not in table.round.live or deck_rests(table):
        return []
    return decide(table.round, Remove(seat, clause))


def _settle(table: Table, order: Order[SettleRemoved], house: House) -> list[Event]:
    seat, clause = order.says.seat, table.game.own(order.says.clause)
    table.check_between(order.says.clause)
    if seat not in table.conduct.leaving:
        raise Refused(clause, f"nobody at seat {seat} was removed")
    return [_left(table, seat, clause)]


def _left(table: Table, seat: int, clause: str) -> RemovedPlayerLeft:
    moves = transfer(stack(seat), CAGE, table.stacks[seat])
    return RemovedPlayerLeft(clause=clause, seat=seat, person=table.seats[seat].person, moves=moves)


DECIDE: TableDeciders = {
    RuleDispute: _rule,
    FlagCollusion: _flag,
    RemovePlayer: _remove,
    NotifyOfRemoval: _notify,
    SettleRemoved: _settle,
}
