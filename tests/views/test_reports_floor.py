"""Reports of the floor and of house-banked tables (checklist 11; POKER 2, 7, 15, 16; THB, FLOP)."""

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Place, Report
from croupier.games import game_of
from croupier.room.custody import counting as orders_counting
from croupier.room.custody import device as orders
from croupier.room.house.orders import ExcludePlayer, LiftExclusion
from croupier.room.seating.orders import Buy, HoldStake, Leave, StepAway
from croupier.room.table import evolve as life
from croupier.room.table.rounds import Play
from croupier.rules.banked import Settle
from croupier.views.recorded_hands import hands_of
from tests.banking import stacked as against_bank
from tests.clause import clause
from tests.room import decks
from tests.room.ledgers import net, report, rows
from tests.room.tables import NOON, Scene, player, seat_players
from tests.room.test_conduct import NOTICE, RULING, removed
from tests.room.test_seating_absence import COVER, SHIFT, away, restore

THB, FLOP, TCJ = decks.THB, decks.FLOP, decks.TCJ


def table(key: str = "holdem") -> Scene:
    """Three players at an open table."""
    return Scene(key).open().seat(Ada=100_00, Bob=100_00, Cyd=100_00)


# --- removals, decks, absences -------------------------------------------------------------------


@clause("POKER-16b-report")
def test_a_removal_has_its_cause_and_the_time_of_the_notice() -> None:
    scene = table()
    slip = removed(scene).slip
    scene.ask_house("floorperson", ExcludePlayer(slip=slip))
    cells = ("person", "cause", "removed by", "IEB agent", "notified at", "let in again")
    line = ("Ada", "showed a hand to a friend", "Flo", "Ian", NOTICE.at)
    assert rows(report("removals", scene), *cells) == [(*line, None)]
    scene.later(days=2)
    lifted = LiftExclusion(person="Ada", reason="a year has passed")
    scene.ask_house("poker_shift_supervisor", lifted)
    assert rows(report("removals", scene), *cells) == [(*line, NOON + timedelta(days=2))]


@clause("POKER-16b-report")
def test_a_club_removes_without_notice_and_the_report_says_so() -> None:
    scene = table("bbc-omaha")
    removed(scene)
    assert rows(report("removals", scene), "IEB agent", "notified at") == [("", None)]


@clause("POKER-2-report")
def test_the_deck_log_has_every_step_from_receipt_to_removal() -> None:
    scene = Scene().open()
    seat_players(scene, 3)
    scene.deal()
    scene.play_out()
    for _ in range(25):  # six hours and more: sorts, counts and changes become due
        scene.later(minutes=15)
        scene.deal()
        scene.play_out()
    found = report("decks", scene)
    steps = dict(rows(report("decks", scene, by=["table"]), "step", "times"))
    assert steps["distribution"] == 1
    assert steps["receipt"] >= 2
    assert steps["opening and inspection"] == steps["verification"] >= 4
    assert steps["removal"] >= 2
    assert steps["sort"] >= 1
    assert steps["count"] >= 10
    assert steps["rotation"] >= 2
    removals = [line for line in rows(found, "step", "what") if line[0] == "removal"]
    assert all("its time at the table is over" in words for _, words in removals)
    counts = [line for line in rows(found, "step", "expected", "counted") if line[0] == "count"]
    assert all(expected == counted for _, expected, counted in counts)
    assert {line[1] for line in rows(found, "time", "table")} == {"1"}


@clause("POKER-7c5-report")
def test_stakes_of_absent_players_go_out_and_come_in() -> None:
    scene = away()
    scene.later(minutes=20).do(SHIFT, restore(310_00))
    scene.do(player("Bob"), StepAway())
    scene.do(SHIFT, HoldStake(seat=2))
    scene.do(player("Cyd"), StepAway())
    scene.do(SHIFT, HoldStake(seat=3))
    scene.do(player("Cyd"), Leave())
    found = report("absences", scene)
    assert rows(found, "person", "out", "in", "difference", "state") == [
        ("Ada", 310_00, 310_00, 0, "back"),
        ("Bob", 100_00, None, None, "away"),
        ("Cyd", 100_00, None, None, "gave up"),
    ]
    back = NOON + timedelta(minutes=20)
    assert rows(found, "held by", "returned by", "returned at")[0] == ("Sue", "Sue", back)


@clause("POKER-7c5-report")
def test_a_covered_stake_is_listed_apart() -> None:
    scene = away(COVER)
    scene.do(SHIFT, restore(0))
    assert rows(report("absences", scene), "method", "out", "in", "difference") == [
        ("cover", 310_00, 310_00, 0)
    ]


# --- irregularities ------------------------------------------------------------------------------


@clause("POKER-15-report")
def test_a_dead_round_and_a_dispute_are_on_the_irregularity_log() -> None:
    scene = table()
    scene.deal()
    scene.do("floorperson", Play(command=Report("missing_cards")))
    scene.do("poker_shift_supervisor", RULING)
    found = report("irregularities", scene)
    dead, dispute = rows(found, "hand", "type", "clause", "to players", "by")
    assert dead == (1, "missing cards", "POKER 15(g)", 3_00, "Flo")  # the two blinds
    assert dispute[1:3] == ("dispute", "POKER 15(b)")
    words = found.column("ruling")
    assert "the round is dead" in str(words[0])
    assert "the bet stands" in str(words[1])


@clause("POKER-15-report")
def test_a_regular_hand_leaves_the_log_empty() -> None:
    scene = table()
    scene.deal()
    scene.play_out()
    assert report("irregularities", scene).rows == ()


# --- hands ---------------------------------------------------------------------------------------


@clause("POKER-history")
@pytest.mark.parametrize("key", ["holdem", "seven-card-stud", "badugi", "bbc-omaha"])
def test_every_hand_plays_again_to_the_same_end(key: str) -> None:
    scene = table(key)
    for _ in range(3):
        scene.deal()
        scene.play_out()
    found = report("hands", scene)
    assert rows(found, "hand", "game", "replays") == [(n, key, "yes") for n in (1, 2, 3)]
    last = list(hands_of("1", scene.log))[-1]
    assert last.entries[-1].fact.stacks == scene.life.stacks


@clause("POKER-history")
def test_a_hand_that_was_tampered_with_does_not_play_again() -> None:
    scene = table()
    scene.deal()
    scene.play_out()
    place = next(n for n, e in enumerate(scene.log) if type(e.fact).__name__ == "PotAwarded")
    award = scene.log[place].fact
    other = tuple(replace(move, target="stack:3") for move in award.moves)
    if award.moves == other:
        other = tuple(replace(move, target="stack:2") for move in award.moves)
    scene.log[place] = replace(scene.log[place], fact=replace(award, moves=other))
    [(answer,)] = rows(report("hands", scene), "replays")
    assert answer.startswith("no: line ")


@clause("POKER-history")
def test_a_hand_in_play_is_still_open_and_a_misdeal_keeps_its_number() -> None:
    scene = table()
    scene.deal()
    scene.do("floorperson", Play(command=Report("missing_cards")))
    scene.deal()
    assert rows(report("hands", scene), "hand", "replays") == [(1, "yes"), (1, "still open")]


# --- house-banked tables -------------------------------------------------------------------------


def seated(key: str, players: int = 2, **posted: Any) -> Scene:
    scene = Scene(key, replace(game_of(key).sign, **posted)).open()
    seat_players(scene, players, 1_000_00)
    return scene


def placed(scene: Scene, wagers: dict[int, dict[str, int]], **cards: Any) -> Scene:
    """Deal; these seats wager."""
    scene.deal(against_bank(scene.life.game, sorted(wagers), **cards))
    for seat, spots in wagers.items():
        scene.say(Place(seat, {spot: Chips(chips) for spot, chips in spots.items()}))
    scene.say(say.NoMoreBets())
    return scene


def to_end(scene: Scene, *, on: bool = True) -> Scene:
    """Everybody goes on, or does not."""
    while scene.life.playing:
        assert scene.life.round is not None
        turn = scene.life.round.turns[0]
        option = turn.option("place")
        if on and option is not None:
            scene.say(Place(turn.actor, {option.spot: Chips(option.least)}))
        elif turn.option("check"):
            scene.say(say.Check(turn.actor))
        else:
            scene.say(say.Fold(turn.actor))
    return scene


@clause("THB-report")
def test_the_win_of_a_table_is_what_it_collected_less_what_it_paid() -> None:
    scene = seated(THB)
    hands = {1: "AsAh", 2: "2c7d"}
    antes = {1: {"ante": 10_00}, 2: {"ante": 10_00}}
    placed(scene, antes, hands=hands, house="KdQh", board="AcAd9h8s3c")
    to_end(scene)
    found = report("banked", scene)
    one = [
        line for line in rows(found, "seat", "wager", "staked", "result", "paid") if line[0] == 1
    ]
    assert (1, "flop", 20_00, "wins", 20_00) in one
    assert ({line[3] for line in one}, one[0][1]) == ({"wins"}, "ante")
    totals = found.totals
    assert totals["collected"] - totals["paid"] == totals["win"] == net(scene.log, "bank")
    assert sum(scene.life.stacks.values()) == 2_000_00 - totals["win"]


@clause("FLOP-report", "TCJ-report")
@pytest.mark.parametrize("key", [FLOP, TCJ])
def test_every_wager_of_every_round_adds_up_to_the_banks_chips(key: str) -> None:
    scene = decks.opened(key, 3, decks=1)
    for _ in range(4):
        scene.prepare()
        decks.bank(scene, 3)
    found = report("banked", scene)
    assert {line[0] for line in rows(found, "hand")} == {1, 2, 3, 4}
    assert found.totals["win"] == net(scene.log, "bank")
    [line] = rows(report("banked", scene, by=["month"], until="2026-06-30"), "month", "win")[:1]
    assert line[0] == "2026-06"


@clause("THB-report", "FLOP-report", "TCJ-report")
@pytest.mark.parametrize("key", [THB, FLOP, TCJ])
def test_voids_counts_and_alarms_are_listed(key: str) -> None:
    scene = decks.opened(key, 2, decks=1)
    scene.prepare()
    decks.bank(scene, 2)
    assert scene.life.round is not None
    wrong = scene.life.round.left + 1
    scene.do("dealer", orders_counting.CountStub(count=wrong, misdealt=True))
    found = report("banked", scene)
    lines = rows(found, "wager", "result", "note")
    assert ("stub count", "wrong", f"{wrong} of {wrong - 1} cards") in lines
    assert "void" in {result for _, result, _ in lines}
    assert found.totals["win"] == net(scene.log, "bank") == 0
    assert found.totals["returned"] >= 0
    machine = decks.machine_ready(key, 2)
    machine.do("dealer", orders.ReportJam(reason="two cards stuck"))
    assert rows(report("banked", machine), "wager", "result", "note")[-1] == (
        "shuffler",
        "alarm",
        "two cards stuck",
    )


@clause("THB-report", "FLOP-report", "TCJ-report")
def test_a_payout_that_was_limited_says_by_which_clause() -> None:
    scene = seated(THB, 1, wager_max=Chips(5_000_00))
    scene.do(player("Ada"), Buy(chips=Chips(99_000_00)))
    wagers = {1: {"ante": 5_000_00, "bonus": 5_000_00}}
    placed(scene, wagers, hands={1: "AsAh"}, house="AcAd", board="9h8s3c2d7h")
    to_end(scene)
    found = report("banked", scene)
    clauses = dict(rows(found, "wager", "limited by"))
    paid = dict(rows(found, "wager", "paid"))
    [step] = [s for s in scene.life.game.script if isinstance(s, Settle) and s.limited]
    assert clauses["bonus"] == scene.life.game.cite(step.limited) == "THB 11(e)"
    assert sum(paid.values()) == 50_000_00
    assert clauses["ante"] == ""


# --- the meter, and pot wagers -------------------------------------------------------------------


@clause("THB-12-report")
def test_the_meter_has_contributions_hits_with_their_percentage_and_fixed_prizes() -> None:
    posted = {"progressive": True, "progressive_seed": Chips(5_000_00), "progressive_share": 70}
    scene = seated(THB, 2, **posted)
    dollars = {seat: {"ante": 5_00, "progressive": 1_00} for seat in (1, 2)}
    placed(scene, dollars, hands={1: "AsKs", 2: "2c7d"}, board="QsJs2dTs3c", house="9h9d")
    to_end(scene)
    fours = {1: "7h7d", 2: "Tc2h"}
    placed(scene, dollars, hands=fours, board="7s7c2d3h9s", house="QhJd")
    to_end(scene)
    found = report("progressive", scene)
    cells = ("what", "percent", "contributed", "seed", "from the meter", "fixed")
    lines = rows(found, *cells)
    assert lines[0] == ("seed", None, 0, 5_000_00, 0, 0)
    hit = next(line for line in lines if line[1])
    assert hit[:2] == ("royal after 6", 25)
    assert hit[4] == 1_250_00  # of the meter as the round found it
    assert ("four-of-a-kind", None, 70, 0, 0, 100_00) in lines
    totals = found.totals
    assert totals["contributed"] == 4 * 70
    meter = totals["contributed"] + totals["seed"] - totals["from the meter"]
    assert totals["change"] == meter == net(scene.log, "meter") == found.column("meter then")[-1]


@clause("THB-12-report")
def test_a_meter_that_was_won_whole_starts_from_its_seed() -> None:
    posted = {"progressive": True, "progressive_seed": Chips(5_000_00)}
    scene = seated(THB, 1, **posted)
    dollars = {1: {"ante": 5_00, "progressive": 1_00}}
    placed(scene, dollars, hands={1: "AsKs"}, board="QsJsTs2d3c", house="9h9d")
    to_end(scene)
    found = report("progressive", scene)
    assert rows(found, "what", "percent", "seed", "from the meter", "meter then") == [
        ("seed", None, 5_000_00, 0, 5_000_00),
        ("royal after 5", 100, 0, 5_000_00, 0),
        ("seed", None, 5_000_00, 0, 5_000_00),
    ]
    banked = report("banked", scene)
    assert banked.totals["win"] == net(scene.log, "bank")


@clause("FLOP-potreport")
def test_the_house_wins_nothing_of_pot_wagers() -> None:
    scene = decks.opened(FLOP, 3, decks=1)
    for _ in range(3):
        scene.prepare()
        decks.bank(scene, 3)
    found = report("pot-wagers", scene)
    assert rows(found, "hand", "wagered", "to players", "house win") == [
        (number, 15_00, 15_00, 0) for number in (1, 2, 3)
    ]
    assert net(scene.log, "pot") == 0


@clause("FLOP-potreport")
def test_a_pot_chip_that_went_to_the_bank_would_show() -> None:
    scene = decks.opened(FLOP, 2, decks=1)
    scene.prepare()
    decks.bank(scene, 2)
    place = next(n for n, e in enumerate(scene.log) if type(e.fact).__name__ == "PotAwarded")
    award = scene.log[place].fact
    stolen = tuple(replace(move, target="bank") for move in award.moves)
    scene.log[place] = replace(scene.log[place], fact=replace(award, moves=stolen))
    assert report("pot-wagers", scene).totals["house win"] == 10_00


def test_reports_are_read_from_the_written_log_too() -> None:
    scene = table()
    scene.deal()
    scene.play_out()
    before = report("cage", scene)
    scene.log = [life.read_entry(life.write_entry(entry)) for entry in scene.log]
    assert report("cage", scene) == before
