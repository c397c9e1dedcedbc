"""Disputes and conduct at a table: rulings, flags and removals (POKER 15(b), 16; BBC con)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import Move, stack
from croupier.engine.commands import Remove
from croupier.engine.event import Event
from croupier.engine.events import AnyEvent
from croupier.engine.play import play
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, post, transfer
from croupier.room.custody.decks import deck_rests
from croupier.room.house.exclusions import Removal
from croupier.room.house.notices import Notice, check_notice, check_words
from croupier.room.house.people import FLOOR, TABLE_STAFF, Role
from croupier.room.house.submissions import check_posted, check_supplement
from croupier.room.logbook import Command, Entry, Order, Procedure

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

FINAL = "poker_shift_supervisor"  # the only role whose decision ends a dispute


class Payment(Struct, frozen=True, array_like=True):
    """Chips that a ruling gives from one seat to another."""

    source: int
    target: int
    chips: Chips


class Conduct(Struct, frozen=True):
    """Who ruled last on each dispute, who was removed, and who of them has yet to leave a seat."""

    rulings: dict[str, "DisputeRuled"] = {}
    removed: dict[str, Removal] = {}
    leaving: dict[int, Removal] = {}


class RuleDispute(Command, frozen=True, kw_only=True):
    """Decide a dispute; the shift supervisor's decision is the last one."""

    dispute: str
    ruling: str
    reason: str
    supplement: str = ""  # the house's own rule that it rests on (POKER 15(r))
    payments: tuple[Payment, ...] = ()
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 15(b)"
    what: ClassVar[str] = "rule on a dispute"


class FlagCollusion(Command, frozen=True, kw_only=True):
    """Note what looks like play for another's chances, with what shows it."""

    players: tuple[str, ...]
    grounds: str
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF | {"surveillance"}
    clause: ClassVar[str] = "POKER 16(a)"
    what: ClassVar[str] = "flag players for collusion"


class RemovePlayer(Command, frozen=True, kw_only=True):
    """Require a player to leave the game, on reasonable cause."""

    seat: int
    cause: str
    notice: Notice | None = None  # to the IEB: a table under POKER gives it in the same record
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 16(b)"
    what: ClassVar[str] = "remove a player"


class SettleRemoved(Command, frozen=True, kw_only=True):
    """Give a removed player's chips back and free the seat, when the round is over."""

    seat: int
    roles: ClassVar[frozenset[Role]] = TABLE_STAFF
    clause: ClassVar[str] = "POKER 16(b)"
    what: ClassVar[str] = "settle with a removed player"


class DisputeRuled(Event, frozen=True, kw_only=True):
    """A dispute was decided: why, what it changed, and whether it is final."""

    dispute: str
    ruling: str
    reason: str
    by: Role
    final: bool
    round: int
    before: dict[int, Chips]
    after: dict[int, Chips]
    supplement: str = ""
    moves: tuple[Move, ...] = ()


class CollusionFlagged(Event, frozen=True, kw_only=True):
    """Somebody saw what looks like play for another's chances."""

    players: tuple[str, ...]
    grounds: str
    round: int


class PlayerRemoved(Event, frozen=True, kw_only=True):
    """A player must leave the game; the slip goes to the house."""

    seat: int
    slip: Removal


class RemovedPlayerLeft(Event, frozen=True, kw_only=True):
    """A removed player's chips were given back, and the seat is free."""

    seat: int
    person: str
    moves: tuple[Move, ...]


Fact = DisputeRuled | CollusionFlagged | PlayerRemoved | RemovedPlayerLeft


def check_message(life: "TableLife", sender: str, receiver: str) -> None:
    """Refuse a private message between two who sit at a table while a hand is in play.

    What is said to the whole table is for everybody's ears and does not come here.
    """
    seated = {seat.person for seat in life.seats.values()}
    if life.playing and sender != receiver and {sender, receiver} <= seated:
        why = "no private word between players of a table while a hand is in play"
        raise Refused(life.game.own("POKER 16(a)"), why)


def due(life: "TableLife", at: datetime, house: "House") -> list[Procedure]:
    """Nobody is dealt in, nor anybody else, before a removed player has left."""
    clause = life.game.own("POKER 16(b)")
    return [
        Procedure(
            "removal",
            removal.at - timedelta.resolution,
            clause,
            f"seat {seat} was removed and is still there",
        )
        for seat, removal in life.conduct.leaving.items()
    ]


def _rule(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: RuleDispute = order.says
    clause = life.game.own(says.clause)
    check_words(clause, dispute=says.dispute, ruling=says.ruling, reason=says.reason)
    stands = life.conduct.rulings.get(says.dispute)
    if stands is not None and stands.final and order.by.role != FINAL:
        why = f"the shift supervisor has decided {says.dispute!r}, and that is final"
        raise Refused(clause, why)
    if says.supplement:
        check_supplement(house, says.supplement)
    moves = _payments(life, says)
    stacks = {seat: life.stacks[seat] for pay in says.payments for seat in (pay.source, pay.target)}
    accounts = post(life.accounts, moves)
    return [
        DisputeRuled(
            clause=clause,
            dispute=says.dispute,
            ruling=says.ruling,
            reason=says.reason,
            by=order.by.role,
            final=order.by.role == FINAL,
            round=life.rounds,
            before=stacks,
            after={seat: accounts[stack(seat)] for seat in stacks},
            supplement=says.supplement,
            moves=moves,
        )
    ]


def _payments(life: "TableLife", says: RuleDispute) -> tuple[Move, ...]:
    """What a ruling moves: between taken seats, between rounds, and only what is there."""
    if says.payments:
        life.check_between(says.clause)
    left = dict(life.stacks)
    for pay in says.payments:
        if not {pay.source, pay.target} <= left.keys() or pay.source == pay.target:
            raise Refused("FIELD payments", "a ruling moves chips from one taken seat to another")
        if not 0 < pay.chips <= left[pay.source]:
            raise Refused("FIELD payments", f"seat {pay.source} has no such chips to give")
        left[pay.source] = Chips(left[pay.source] - pay.chips)
        left[pay.target] = Chips(left[pay.target] + pay.chips)
    return tuple(Move(stack(pay.source), stack(pay.target), pay.chips) for pay in says.payments)


def _flag(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: FlagCollusion = order.says
    clause = life.game.own(says.clause)
    check_words(clause, grounds=says.grounds)
    if not says.players:
        raise Refused("FIELD players", "a flag names whom it concerns")
    players, grounds = says.players, says.grounds
    return [CollusionFlagged(clause=clause, players=players, grounds=grounds, round=life.rounds)]


def _remove(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: RemovePlayer = order.says
    clause = life.game.own(says.clause)
    check_words(clause, cause=says.cause)
    if says.seat not in life.seats:
        raise Refused("FIELD seat", f"nobody sits at seat {says.seat}")
    if life.game.document.notifies_of_removals:
        check_notice(says.notice, clause)
    elif says.notice is not None:
        raise Refused(clause, "a BBC room removes a player without notice to the IEB")
    person = life.seats[says.seat].person
    if says.seat in life.conduct.leaving:
        raise Refused(clause, f"{person} was removed already")
    slip = Removal(
        person=person,
        cause=says.cause,
        table=life.name,
        at=order.at,
        clause=clause,
        notice=says.notice,
    )
    removed = PlayerRemoved(clause=clause, seat=says.seat, slip=slip)
    if not life.playing:
        return [removed, _left(life, says.seat, clause)]
    return [removed, *_out_of_round(life, says.seat, clause)]


def _out_of_round(life: "TableLife", seat: int, clause: str) -> list[AnyEvent]:
    """The removed player's hand is dead and play goes on, unless the deck may not be touched."""
    assert life.round is not None
    if life.game.banked or seat not in life.round.live or deck_rests(life):
        return []
    return play(life.round, Remove(seat, clause))[1]


def _settle(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat, clause = order.says.seat, life.game.own(order.says.clause)
    life.check_between(order.says.clause)
    if seat not in life.conduct.leaving:
        raise Refused(clause, f"nobody at seat {seat} was removed")
    return [_left(life, seat, clause)]


def _left(life: "TableLife", seat: int, clause: str) -> RemovedPlayerLeft:
    moves = transfer(stack(seat), CAGE, life.stacks[seat])
    return RemovedPlayerLeft(clause=clause, seat=seat, person=life.seats[seat].person, moves=moves)


def check_runs(life: "TableLife", house: "House") -> None:
    """Refuse to run a table on a supplement that the house has no approval for (POKER 15(r))."""
    check_posted(life.sign, house)


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    RuleDispute: _rule,
    FlagCollusion: _flag,
    RemovePlayer: _remove,
    SettleRemoved: _settle,
}


def _ruled(life: "TableLife", entry: Entry) -> "TableLife":
    fact: DisputeRuled = entry.fact
    rulings = life.conduct.rulings | {fact.dispute: fact}
    return replace(life, conduct=replace(life.conduct, rulings=rulings))


def _flagged(life: "TableLife", entry: Entry) -> "TableLife":
    return life  # a flag changes nothing by itself: somebody looks at it


def _removed(life: "TableLife", entry: Entry) -> "TableLife":
    slip: Removal = entry.fact.slip
    conduct = replace(
        life.conduct,
        removed=life.conduct.removed | {slip.person: slip},
        leaving=life.conduct.leaving | {entry.fact.seat: slip},
    )
    return replace(life, conduct=conduct)


def _gone(life: "TableLife", entry: Entry) -> "TableLife":
    seat: int = entry.fact.seat
    seats = {other: taken for other, taken in life.seats.items() if other != seat}
    leaving = {other: slip for other, slip in life.conduct.leaving.items() if other != seat}
    kill = 0 if life.kill == seat else life.kill
    return replace(life, seats=seats, kill=kill, conduct=replace(life.conduct, leaving=leaving))


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    DisputeRuled: _ruled,
    CollusionFlagged: _flagged,
    PlayerRemoved: _removed,
    RemovedPlayerLeft: _gone,
}
