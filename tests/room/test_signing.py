"""Whose name stands on a line: what follows from an act of a player is the dealer's work."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Report
from croupier.games import GAMES
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.custody.counting import PauseHand
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor
from croupier.room.logbook import Entry
from croupier.room.seating.limits import AnswerLimits, ProposeLimits
from croupier.room.seating.orders import Buy, Leave, Sit
from croupier.room.table.rounds import Play
from croupier.sim.bots import bot
from croupier.sim.runner import next_command
from tests.room.tables import NOON, STAFF, Scene, player, seat_players
from tests.server.signers import wrong_signers

DEE, FLO = STAFF["dealer"], STAFF["floorperson"]


def started(key: str = "holdem", players: int = 3) -> Scene:
    at = Scene(key).open()
    seat_players(at, players)
    at.deal()
    return at


def signed(lines: list[Entry]) -> Iterator[tuple[str, str]]:
    yield from ((line.by.name, type(line.fact).__name__) for line in lines)


def answer(at: Scene, does: str = "") -> list[Entry]:
    """The lines of the next player's answer: the one named, or the one that goes on soonest."""
    assert at.life.round is not None
    turn, before = at.life.round.turns[0], len(at.log)
    offered: dict[str, Any] = {"check": say.Check, "call": say.Call, "show": say.Show}
    word = does or next(word for word in offered if turn.option(word))
    command = {**offered, "fold": say.Fold}[word](turn.actor)
    at.do(player(at.life.seats[turn.actor].person), Play(command=command))
    return at.log[before:]


def test_the_last_call_is_the_players_and_the_flop_is_the_dealers() -> None:
    at = started()
    answer(at)
    answer(at)
    first, *rest = signed(answer(at))
    assert first == ("Bob", "Checked")
    assert {kind for _, kind in rest} >= {"BettingClosed", "Burned", "BoardDealt", "TurnGiven"}
    assert {name for name, _ in rest} == {"Dee"}
    assert not [*wrong_signers(at.log, DEE)]


def test_a_fold_pushes_no_pot_and_takes_nobody_elses_seat() -> None:
    """Cyd folds: the pot, the departure of Ada and the chips of Bob are not Cyd's doing."""
    at = started()
    at.do(player("Ada"), Leave())
    at.do(player("Bob"), Buy(chips=Chips(20_00)))
    answer(at, "fold")
    first, *rest = signed(answer(at, "fold"))
    assert first[1] == "Folded"
    assert {"PotAwarded", "RoundClosed", "SeatLeft", "Bought"} <= {kind for _, kind in rest}
    assert {name for name, _ in rest} == {"Dee"}
    assert not [*wrong_signers(at.log, DEE)]


def test_the_floor_signs_the_ruling_and_the_dealer_what_follows() -> None:
    at = started()
    before = len(at.log)
    at.do(FLO, PauseHand(reason="a card fell"))
    at.do(FLO, Play(command=Report("missing_cards")))
    lines = [*signed(at.log[before:])]
    assert ("Flo", "HandPaused") in lines
    assert ("Flo", "CalledDead") in lines
    assert {kind for name, kind in lines if name == "Dee"} >= {"HandResumed", "RoundClosed"}
    assert not [*wrong_signers(at.log, DEE)]


def test_a_removal_is_the_floors_and_the_pot_is_pushed_by_the_dealer() -> None:
    at = started(players=2)
    before = len(at.log)
    at.do(FLO, RemovePlayer(seat=1, cause="abuse", notice=Notice("Ian", NOON)))
    lines = [*signed(at.log[before:])]
    assert [kind for name, kind in lines if name == "Flo"] == ["PlayerRemoved", "HandDead"]
    assert ("Dee", "PotAwarded") in lines


def test_the_dealer_collects_the_hand_that_a_player_folds_against_the_bank() -> None:
    at = started("texas-holdem-bonus", 2)
    for seat in (1, 2):
        at.say(say.Place(seat, {"ante": Chips(5_00)}))
    at.say(say.NoMoreBets())
    before = len(at.log)
    at.say(say.Fold(1))
    assert [*signed(at.log[before:])][:2] == [("Ada", "Chose"), ("Dee", "Collected")]
    assert not [*wrong_signers(at.log, DEE)]


@pytest.mark.parametrize(("posted", "by"), [("always", "Dee"), ("on_request", "Flo")])
def test_a_conceded_hand_is_turned_up_by_the_dealer_or_on_demand_and_not_by_its_player(
    posted: str, by: str
) -> None:
    at = Scene(sign=replace(GAMES["holdem"].sign, show_mucked=posted)).open()
    seat_players(at, 2)
    at.deal()
    assert at.life.round is not None
    while not (turn := at.life.round.turns[0]).option("muck"):
        answer(at)
    at.say(say.Muck(turn.actor))
    if posted == "on_request":
        at.do(FLO, Play(command=say.Demand(turn.actor)))
    shown = [line.by.name for line in at.log if type(line.fact).__name__ == "Revealed"]
    assert shown == [by]
    assert not [*wrong_signers(at.log, DEE)]


def test_what_all_have_agreed_to_is_posted_by_the_dealer() -> None:
    at = Scene().open()
    seat_players(at, 2)
    sign = at.life.sign
    raised = replace(sign, limits=(Chips(4_00), Chips(8_00)), blinds=(Chips(2_00), Chips(4_00)))
    at.do("floorperson", ProposeLimits(sign=raised))
    at.do(player("Ada"), AnswerLimits(agree=True))
    at.do(player("Bob"), AnswerLimits(agree=True))
    last = [*signed(at.log[-2:])]
    assert last == [("Bob", "LimitsAnswered"), (at.life.dealer.name, "LimitsRaised")]
    assert not [*wrong_signers(at.log, DEE)]


def test_the_dealer_exchanges_the_currency_that_a_bet_needs() -> None:
    at = Scene().open()
    for seat, name in enumerate(("Ada", "Bob", "Cyd"), 1):
        at.do(player(name), Sit(seat=seat, chips=Chips(60_00), form="currency"))
    at.deal()
    answer(at)
    lines = [*signed(at.log)]
    assert [name for name, kind in lines if kind == "CurrencyConverted"] == ["Dee"] * 3
    assert not [*wrong_signers(at.log, DEE)]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_line_of_a_round_is_signed_by_whom_it_was(key: str) -> None:
    at = Scene(key).open()
    seat_players(at, 3)
    at.deal()
    bots = {seat: bot("sensible", str(seat)) for seat in at.life.seats}
    while at.life.playing:
        assert at.life.round is not None
        at.say(next_command(at.life.round, bots))
    assert not [*wrong_signers(at.log, DEE)]
    assert {line.by.role for line in at.log} >= {"dealer", "player"}


def test_a_line_that_names_another_who_acted_is_found() -> None:
    """The search above is not blind: Ada acted, but she burned no card, and Bob's call is Bob's."""
    at = started()
    for _ in range(3):
        answer(at)
    planted = {"Burned": player("Ada"), "Checked": player("Ada"), "Dealt": Actor("Eve", "dealer")}
    for kind, name in planted.items():
        log = [replace(e, by=name) if type(e.fact).__name__ == kind else e for e in at.log]
        assert [*wrong_signers(log, DEE)], kind
