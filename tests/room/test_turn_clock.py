"""The clock of a turn: it runs for whoever is asked, and only they may lengthen it."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52
from croupier.chips import Chips
from croupier.engine.commands import Call
from croupier.engine.play import play, start
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.life import TableLife
from croupier.room.seating import Seat
from croupier.server.clock import TurnClock
from croupier.server.config import Config


class Now:
    at = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def wait(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


def _table() -> TableLife:
    game, chips = GAMES["holdem"], {1: Chips(200_00), 2: Chips(200_00), 3: Chips(200_00)}
    state, _ = start(game, game.sign, chips, order=DECK_52, button=3)
    seats = {seat: Seat(f"p{seat}") for seat in chips}
    return TableLife(
        name="t", game=game, sign=game.sign, seats=seats, round=state, accounts=state.accounts
    )


def test_time_runs_while_one_is_asked_and_anew_for_the_next() -> None:
    now, life = Now(), _table()
    clock = TurnClock(Config(turn=20, bank=40), now)
    assert clock.left(life) == 20
    now.wait(5)
    assert clock.left(life) == 15
    assert life.round is not None
    after, _ = play(life.round, Call(3))
    assert clock.left(replace(life, round=after)) == 20


def test_the_reserve_is_taken_by_whoever_is_asked_until_it_is_spent() -> None:
    now, life = Now(), _table()
    clock = TurnClock(Config(turn=20, bank=40), now)
    with pytest.raises(Refused, match="only who is asked"):
        clock.extend(life, "p1")
    clock.extend(life, "p3")
    assert clock.left(life) == 50
    clock.extend(life, "p3")
    assert clock.left(life) == 60
    with pytest.raises(Refused, match="nothing is left"):
        clock.extend(life, "p3")


def test_only_the_one_who_is_asked_sees_the_own_reserve() -> None:
    clock, life = TurnClock(Config(turn=20, bank=40), Now()), _table()
    mine, others = clock.shown(life, "p3"), clock.shown(life, "p1")
    assert mine is not None
    assert others is not None
    assert (mine.seats, mine.bank, others.bank) == ((3,), 40, 0)
