"""The showdown by setting: each player says once how their hand is shown (POKER 15(d)).

The order of showing stays that of the clause, and so does the right to concede a losing hand. A
player who wants to decide every time chooses `ask`.
"""

from croupier.engine import commands as say
from croupier.engine.event import Event
from croupier.engine.play import decide
from croupier.engine.show import is_beaten
from croupier.refused import Refused
from croupier.room.custody.decide import check_marker
from croupier.room.house.people import DEALER, PLAYER
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.seating.decide import seat_of
from croupier.room.seating.facts import ShowingChosen
from croupier.room.seating.state import Showing
from croupier.room.table.facts import ShowingFollowed
from croupier.room.table.state import Table, TableDeciders


@given_by(PLAYER, "POKER 15(d)", "choose how their hand is shown")
class ChooseShowing(Command, frozen=True, kw_only=True):
    """Choose how the dealer shows this player's hands from now on."""

    how: Showing


@given_by(DEALER, "POKER 15(d)", "turn up a hand as its player chose", by_room=True)
class TurnUp(Command, frozen=True, kw_only=True):
    """Show or muck the hand that is asked, as its player chose."""

    seat: int
    usual: Showing = "ask"  # for a player who has chosen nothing


def showing_of(table: Table, seat: int, usual: Showing) -> Showing:
    """How the hand of a seat is shown: as its player chose, else as usual in this room."""
    held = table.seats.get(seat)
    if table.round is not None and table.round.hands[seat].turned:
        return "show"  # it lies face up already
    return table.wishes.showing.get(held.person, usual) if held is not None else usual


def to_turn_up(table: Table, usual: Showing) -> int:
    """The seat whose hand the dealer turns up now; 0: none, or its player decides."""
    for turn in table.round.turns if table.round is not None else ():
        if turn.option("show") and showing_of(table, turn.actor, usual) != "ask":
            return turn.actor
    return 0


def _choose(table: Table, order: Order[ChooseShowing], house: House) -> list[Event]:
    clause, person = table.game.own(order.says.clause), order.by.name
    seat_of(table, person)
    if table.wishes.showing.get(person) == order.says.how:
        raise Refused(clause, f"{person} has already chosen `{order.says.how}`")
    return [ShowingChosen(clause=clause, person=person, how=order.says.how)]


def _turn_up(table: Table, order: Order[TurnUp], house: House) -> list[Event]:
    seat, clause = order.says.seat, table.game.own(order.says.clause)
    turn = table.round.turn(seat) if table.round is not None else None
    if table.round is None or turn is None or not turn.option("show"):
        raise Refused(clause, f"seat {seat} is not asked to show a hand")
    how = showing_of(table, seat, order.says.usual)
    if how == "ask":
        raise Refused(clause, f"the player at seat {seat} decides whether to show")
    check_marker(table)
    followed = ShowingFollowed(clause=clause, seat=seat, how=how)
    shows = how == "show" or not _conceded(table, seat)
    return [followed, *decide(table.round, say.Show(seat) if shows else say.Muck(seat))]


def _conceded(table: Table, seat: int) -> bool:
    """Whether a beaten hand is mucked: not where a beaten hand may win the bad beat jackpot."""
    assert table.round is not None
    return table.sign.bad_beat is None and is_beaten(table.round, seat)


DECIDE: TableDeciders = {ChooseShowing: _choose, TurnUp: _turn_up}
