"""The journal of the cage names everybody who signed a line."""

from datetime import UTC, datetime

from croupier.chips import Chips
from croupier.engine.accounts import Move
from croupier.room.cage.facts import CashMoved
from croupier.room.cage.ledger import OUTSIDE
from croupier.room.cage.state import CASH
from croupier.room.house.people import Actor
from croupier.room.logbook import Entry
from croupier.views.screen.cage_view import booked

ANN, BO = Actor("Ann", "accounting"), Actor("Bo", "cage_cashier")


def signed_by(by: Actor, witness: Actor) -> str:
    moves = (Move(OUTSIDE, CASH, Chips(100_00)),)
    fact = CashMoved(clause="A-96", reason="float", witness=witness, day="2026-06-01", moves=moves)
    line = booked(1, Entry(datetime(2026, 6, 1, tzinfo=UTC), by, fact))
    assert line is not None
    return line.by


def test_the_second_signer_is_named_too() -> None:
    assert signed_by(ANN, BO) == "Ann, Bo"
    assert signed_by(ANN, ANN) == "Ann"
