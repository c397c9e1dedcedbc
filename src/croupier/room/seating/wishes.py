"""Wishes for the next round: a straddle, or a bomb pot that all players answer.

A straddle is voluntary and comes before any card (POKER 20(d), 21(d), 22(d), BBC straddle1): a
player who wishes it straddles whenever the seat allows it. A bomb pot is proposed by one player and
answered by each (BBC bomb1): a player who does not agree is dealt out.
"""

from croupier.engine.dues import clause_of, dues, in_order
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.house.people import PLAYER
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.seating.decide import seat_of
from croupier.room.seating.facts import BombPotAnswered, BombPotProposed, StraddleWished
from croupier.room.seating.lineup import next_deal
from croupier.room.table.state import Table, TableDeciders
from croupier.rules.amend import killed
from croupier.rules.offers import BombPot, Straddle


@given_by(PLAYER, "POKER 20(d)", "straddle")
class WishStraddle(Command, frozen=True, kw_only=True):
    """Straddle from now on whenever it is this player's turn to, or stop."""

    on: bool = True


@given_by(PLAYER, "BBC bomb1", "propose a bomb pot")
class ProposeBombPot(Command, frozen=True, kw_only=True):
    """Propose a bomb pot for the next round to all players."""


@given_by(PLAYER, "BBC bomb1", "answer whether a bomb pot is played")
class AnswerBombPot(Command, frozen=True, kw_only=True):
    """Agree to the proposed bomb pot, or be dealt out of it."""

    yes: bool = True


def straddler(table: Table) -> int:
    """The seat that straddles the next round; 0: none."""
    deal = next_deal(table)
    order = in_order(list(deal.stacks), deal.button)
    kill = table.kill if table.kill in deal.stacks else 0
    force = killed(table.sign) if table.killed else table.sign
    for seat in order:
        held = table.seats[seat]
        if table.wishes.straddles.get(seat) != held.person or deal.stacks[seat] < force.straddle:
            continue
        try:
            dues(table.game, force, order, straddle=seat, kill=kill)
        except Refused:  # the place is not this seat's in the next round
            continue
        return seat
    return 0


def bombers(table: Table) -> tuple[int, ...]:
    """The seats that pay for a bomb pot in the next round; none unless two agree and can pay."""
    vote = table.wishes.bomb
    if vote is None:
        return ()
    stacks = next_deal(table).stacks
    able = (seat for seat, chips in stacks.items() if chips >= table.sign.bomb_pot)
    agreed = tuple(seat for seat in able if vote.answers.get(seat))
    return agreed if len(agreed) > 1 else ()


def undecided(table: Table) -> tuple[int, ...]:
    """The seats that have not answered a proposed bomb pot yet."""
    vote = table.wishes.bomb
    asked = next_deal(table).stacks if vote is not None else {}
    return tuple(seat for seat in asked if vote is not None and seat not in vote.answers)


def _straddle(table: Table, order: Order[WishStraddle], house: House) -> list[Event]:
    says = order.says
    seat, clause = seat_of(table, order.by.name), clause_of(table.game, Straddle)
    if not table.sign.straddle:
        raise Refused("SIGN straddle", "this table allows no straddle")
    if (table.wishes.straddles.get(seat) == order.by.name) == says.on:
        raise Refused(clause, f"{order.by.name} {'is already' if says.on else 'is not'} straddling")
    return [StraddleWished(clause=clause, seat=seat, person=order.by.name, on=says.on)]


def _propose(table: Table, order: Order[ProposeBombPot], house: House) -> list[Event]:
    seat, clause = seat_of(table, order.by.name), clause_of(table.game, BombPot)
    if not table.sign.bomb_pot:
        raise Refused("SIGN bomb_pot", "this table has no bomb pots")
    if table.wishes.bomb is not None:
        raise Refused(clause, "a bomb pot is already proposed: answer it")
    return [BombPotProposed(clause=clause, seat=seat)]


def _answer(table: Table, order: Order[AnswerBombPot], house: House) -> list[Event]:
    seat, clause = seat_of(table, order.by.name), clause_of(table.game, BombPot)
    if table.wishes.bomb is None:
        raise Refused(clause, "nobody has proposed a bomb pot")
    if seat in table.wishes.bomb.answers:
        raise Refused(clause, f"{order.by.name} has already answered")
    return [BombPotAnswered(clause=clause, seat=seat, yes=order.says.yes)]


DECIDE: TableDeciders = {
    WishStraddle: _straddle,
    ProposeBombPot: _propose,
    AnswerBombPot: _answer,
}
