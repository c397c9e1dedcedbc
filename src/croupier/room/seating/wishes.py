"""What players wish for the next round: a straddle, or a bomb pot that all are asked about.

A straddle is voluntary and comes before any card (POKER 20(d), 21(d), 22(d), BBC straddle1): who
wishes it straddles whenever the place is the own. A bomb pot is proposed by one and answered by
each (BBC bomb1): whoever does not agree is dealt out. The dealer reads both when dealing.
"""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.dues import clause_of, dues, in_order
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.people import PLAYER, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.lineup import next_deal
from croupier.room.seating.orders import seat_of
from croupier.rules.amend import killed
from croupier.rules.offers import BombPot, Straddle

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


class BombVote(Struct, frozen=True):
    """A bomb pot that somebody proposed, and who has agreed or not."""

    by: int
    at: datetime
    answers: dict[int, bool]


class Wishes(Struct, frozen=True):
    """What players wish for the next round."""

    straddles: dict[int, str] = {}  # by seat, who straddles there whenever it may be done
    bomb: BombVote | None = None


class WishStraddle(Command, frozen=True, kw_only=True):
    """Straddle from now on whenever the place is the own, or no longer."""

    on: bool = True
    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 20(d)"
    what: ClassVar[str] = "straddle"


class ProposeBombPot(Command, frozen=True, kw_only=True):
    """Ask everybody for a bomb pot in the next round."""

    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "BBC bomb1"
    what: ClassVar[str] = "propose a bomb pot"


class AnswerBombPot(Command, frozen=True, kw_only=True):
    """Pay for the bomb pot that was proposed, or be dealt out of it."""

    yes: bool = True
    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "BBC bomb1"
    what: ClassVar[str] = "answer whether a bomb pot is played"


class StraddleWished(Event, frozen=True, kw_only=True):
    """A player straddles from now on, or no longer."""

    seat: int
    person: str
    on: bool


class BombPotProposed(Event, frozen=True, kw_only=True):
    """A player proposed a bomb pot, and agrees to it thereby."""

    seat: int


class BombPotAnswered(Event, frozen=True, kw_only=True):
    """A player agreed to the bomb pot, or sits it out."""

    seat: int
    yes: bool


Fact = StraddleWished | BombPotProposed | BombPotAnswered


def straddler(life: "TableLife") -> int:
    """The seat that straddles the next round; 0 when nobody wishes it or may."""
    deal = next_deal(life)
    order = in_order(list(deal.stacks), deal.button)
    kill = life.kill if life.kill in deal.stacks else 0
    force = killed(life.sign) if kill else life.sign
    for seat in order:
        held = life.seats[seat]
        if life.wishes.straddles.get(seat) != held.person or deal.stacks[seat] < force.straddle:
            continue
        try:
            dues(life.game, force, order, straddle=seat, kill=kill)
        except Refused:  # the place is not this seat's in the next round
            continue
        return seat
    return 0


def bombers(life: "TableLife") -> tuple[int, ...]:
    """The seats that pay for a bomb pot in the next round; none unless two agree and can pay."""
    vote = life.wishes.bomb
    if vote is None:
        return ()
    stacks = next_deal(life).stacks
    able = (seat for seat, chips in stacks.items() if chips >= life.sign.bomb_pot)
    agreed = tuple(seat for seat in able if vote.answers.get(seat))
    return agreed if len(agreed) > 1 else ()


def undecided(life: "TableLife") -> tuple[int, ...]:
    """The seats that a bomb pot was proposed to and that have not answered yet."""
    vote = life.wishes.bomb
    asked = next_deal(life).stacks if vote is not None else {}
    return tuple(seat for seat in asked if vote is not None and seat not in vote.answers)


def _straddle(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: WishStraddle = order.says
    seat, clause = seat_of(life, order.by.name), clause_of(life.game, Straddle)
    if not life.sign.straddle:
        raise Refused("SIGN straddle", "this table posts no straddle")
    if (life.wishes.straddles.get(seat) == order.by.name) == says.on:
        raise Refused(clause, f"{order.by.name} straddles {'' if says.on else 'not '}as it is")
    return [StraddleWished(clause=clause, seat=seat, person=order.by.name, on=says.on)]


def _propose(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat, clause = seat_of(life, order.by.name), clause_of(life.game, BombPot)
    if not life.sign.bomb_pot:
        raise Refused("SIGN bomb_pot", "this table posts no bomb pot")
    if life.wishes.bomb is not None:
        raise Refused(clause, "a bomb pot is proposed already: answer it")
    return [BombPotProposed(clause=clause, seat=seat)]


def _answer(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat, clause = seat_of(life, order.by.name), clause_of(life.game, BombPot)
    if life.wishes.bomb is None:
        raise Refused(clause, "nobody has proposed a bomb pot")
    if seat in life.wishes.bomb.answers:
        raise Refused(clause, f"{order.by.name} has answered already")
    return [BombPotAnswered(clause=clause, seat=seat, yes=order.says.yes)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    WishStraddle: _straddle,
    ProposeBombPot: _propose,
    AnswerBombPot: _answer,
}


def _wished(life: "TableLife", entry: Entry) -> "TableLife":
    fact: StraddleWished = entry.fact
    others = {seat: who for seat, who in life.wishes.straddles.items() if seat != fact.seat}
    straddles = {**others, fact.seat: fact.person} if fact.on else others
    return replace(life, wishes=replace(life.wishes, straddles=straddles))


def _proposed(life: "TableLife", entry: Entry) -> "TableLife":
    vote = BombVote(entry.fact.seat, entry.at, {entry.fact.seat: True})
    return replace(life, wishes=replace(life.wishes, bomb=vote))


def _answered(life: "TableLife", entry: Entry) -> "TableLife":
    vote = life.wishes.bomb
    assert vote is not None
    vote = replace(vote, answers={**vote.answers, entry.fact.seat: entry.fact.yes})
    return replace(life, wishes=replace(life.wishes, bomb=vote))


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    StraddleWished: _wished,
    BombPotProposed: _proposed,
    BombPotAnswered: _answered,
}
