"""Rulings, flags, removals, and who gets no seat (POKER 15(b), 16; BBC con)."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.commands import Fold
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.faults import HandDead
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.conduct.decide import abreast, check_message, check_seat, in_hand
from croupier.room.conduct.facts import PlayerRemoved
from croupier.room.conduct.orders import (
    FlagCollusion,
    Payment,
    RemovePlayer,
    RuleDispute,
    SettleRemoved,
)
from croupier.room.custody.counting import PauseHand, ResumeHand
from croupier.room.house.notices import Notice
from croupier.room.house.orders import ExcludePlayer, LiftExclusion
from croupier.room.house.people import Actor, Role
from croupier.room.house.state import PrivateGame
from croupier.room.seating.orders import Leave, Sit
from croupier.room.shuffle import shuffle
from croupier.room.table.duties import due
from croupier.room.table.facts import RoundCalledOff
from croupier.room.table.orders import CloseTable
from croupier.room.table.rounds import CallOff, DealRound, PassTurn, Play
from tests.clause import clause
from tests.room.tables import NOON, Scene, seat_players

NOTICE = Notice("Ian", NOON + timedelta(minutes=1))
RULING = RuleDispute(dispute="hand 3", ruling="the bet stands", reason="it was said aloud")
GAMES = pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 15(b)"), ("bbc-omaha", "BBC irr-ruling")]
)


def table(key: str = "holdem", players: int = 3) -> Scene:
    scene = Scene(key).open()
    seat_players(scene, players)
    return scene


def removed(scene: Scene, seat: int = 1) -> PlayerRemoved:
    notice = None if scene.life.game.document.name == "BBC" else NOTICE
    order = RemovePlayer(seat=seat, cause="showed a hand to a friend", notice=notice)
    fact = scene.do("floorperson", order)[0]
    assert isinstance(fact, PlayerRemoved)
    return fact


@clause("POKER-15b", "BBC-irr-ruling")
@GAMES
def test_no_other_role_reverses_the_shift_supervisor(key: str, cited: str) -> None:
    scene = table(key)
    [fact] = scene.do("floorperson", RULING)
    assert (fact.final, fact.by, fact.clause) == (False, "floorperson", cited)
    [fact] = scene.do("poker_shift_supervisor", replace(RULING, ruling="the bet goes back"))
    assert (fact.final, fact.by, fact.round) == (True, "poker_shift_supervisor", 0)
    for role in ("floorperson", "poker_supervisor", "casino_supervisor"):
        scene.refused(Actor("X", role), RULING, cited)
    assert scene.life.conduct.rulings["hand 3"].ruling == "the bet goes back"
    scene.do("floorperson", replace(RULING, dispute="hand 4"))
    scene.do("poker_shift_supervisor", replace(RULING, reason="the camera shows it"))
    scene.check()


@clause("POKER-15b", "BBC-irr-ruling")
@GAMES
def test_a_ruling_records_its_reason_and_the_chips_before_and_after(key: str, cited: str) -> None:
    scene = table(key)
    paid = replace(RULING, payments=(Payment(1, 2, Chips(5_00)), Payment(2, 3, Chips(1_00))))
    [fact] = scene.do("poker_shift_supervisor", paid)
    assert fact.reason == "it was said aloud"
    assert fact.before == {1: 150_00, 2: 150_00, 3: 150_00}
    assert fact.after == {1: 145_00, 2: 154_00, 3: 151_00} == scene.life.stacks
    for field in ("dispute", "ruling", "reason"):
        scene.refused("poker_shift_supervisor", replace(RULING, **{field: " "}), cited)
    scene.check()


@clause("POKER-15b", "BBC-irr-ruling")
@GAMES
def test_a_ruling_may_pass_chips_on_to_a_third_player(key: str, cited: str) -> None:
    scene = table(key)
    on = (Payment(1, 2, Chips(150_00)), Payment(2, 3, Chips(300_00)))
    scene.do("poker_shift_supervisor", replace(RULING, payments=on))
    assert scene.life.stacks == {1: 0, 2: 0, 3: 450_00}
    back = replace(RULING, payments=(*on, Payment(2, 3, Chips(1))))
    scene.refused("poker_shift_supervisor", back, "FIELD payments")


@clause("POKER-15b", "BBC-irr-ruling")
@GAMES
@pytest.mark.parametrize("role", ["player", "dealer", "cage_cashier", "security", "ieb_agent"])
def test_nobody_below_the_floor_rules_on_a_dispute(key: str, cited: str, role: Role) -> None:
    table(key).refused(Actor("X", role), RULING, cited)


@pytest.mark.parametrize(
    "payment",
    [(1, 1, 1_00), (1, 9, 1_00), (9, 1, 1_00), (1, 2, 200_01), (1, 2, 0), (1, 2, -1)],
)
def test_a_ruling_moves_only_chips_that_are_there(payment: tuple[int, int, int]) -> None:
    source, target, chips = payment
    order = replace(RULING, payments=(Payment(source, target, Chips(chips)),))
    table().refused("poker_shift_supervisor", order, "FIELD payments")


def test_no_stack_is_touched_by_a_ruling_while_a_round_is_open() -> None:
    scene = table()
    scene.deal()
    order = replace(RULING, payments=(Payment(1, 2, Chips(1_00)),))
    scene.refused("poker_shift_supervisor", order, "POKER 15(b)")
    scene.do("poker_shift_supervisor", RULING)
    scene.play_out().check()


@clause("POKER-16a", "BBC-con-solo")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 16(a)"), ("bbc-omaha", "BBC con-solo")]
)
def test_a_player_with_a_live_hand_sends_no_message(key: str, cited: str) -> None:
    scene = table(key)
    check_message(scene.life, "Ada")  # between hands
    scene.deal()
    assert in_hand(scene.life) == {held.person for held in scene.life.seats.values()}
    with pytest.raises(Refused) as refusal:
        check_message(scene.life, "Ada")
    assert refusal.value.clause == cited
    check_message(scene.life, "Zoe")  # not at this table
    seat = scene.life.round.turns[0].actor  # type: ignore[union-attr]  # a round is open
    folded = scene.life.seats[seat].person
    scene.say(Fold(seat))
    check_message(scene.life, folded)
    assert folded not in in_hand(scene.life)
    scene.play_out()
    check_message(scene.life, "Ada")


@clause("POKER-16a", "BBC-con-solo")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 16(a)"), ("bbc-omaha", "BBC con-solo")]
)
def test_who_plays_for_another_is_flagged_on_record(key: str, cited: str) -> None:
    scene = table(key)
    flag = FlagCollusion(players=("Ada", "Bob"), grounds="folded a full house to a minimum bet")
    [fact] = scene.do("surveillance", flag)
    assert (fact.clause, fact.players, fact.round) == (cited, ("Ada", "Bob"), 0)
    scene.refused("surveillance", replace(flag, grounds=""), cited)
    scene.refused("surveillance", replace(flag, players=()), "FIELD players")
    scene.refused("surveillance", replace(flag, players=("Ada", "Ghost")), "FIELD players")
    scene.refused(Actor("Cyd", "player"), flag, cited)
    scene.check()


@clause("POKER-16b")
@pytest.mark.parametrize("notice", [None, Notice("", NOON), Notice(" ", NOON)])
def test_no_removal_without_notice_to_the_ieb_in_the_same_record(notice: Notice | None) -> None:
    order = RemovePlayer(seat=1, cause="signals", notice=notice)
    table().refused("floorperson", order, "POKER 16(b)")


@clause("POKER-16b")
def test_a_removed_player_leaves_with_the_chips_and_the_record_has_both() -> None:
    scene = table()
    fact = removed(scene)
    assert (fact.clause, fact.slip.person, fact.slip.notice) == ("POKER 16(b)", "Ada", NOTICE)
    assert sorted(scene.life.seats) == [2, 3]
    assert scene.life.accounts["cage"] == -300_00  # type: ignore[index]  # an account by its text
    scene.check()


@clause("POKER-16b")
def test_who_is_removed_in_a_round_goes_before_the_next_one() -> None:
    scene = table()
    scene.deal()
    removed(scene)
    again = RemovePlayer(seat=1, cause="signals", notice=NOTICE)
    scene.refused("floorperson", again, "POKER 16(b)")
    scene.refused("dealer", SettleRemoved(seat=1), "POKER 16(b)")
    scene.play_out()
    scene.refused("dealer", DealRound(order=shuffle()), "POKER 16(b)")
    scene.refused("dealer", SettleRemoved(seat=2), "POKER 16(b)")
    scene.do("dealer", SettleRemoved(seat=1))
    scene.deal()
    assert scene.life.round is not None
    assert sorted(scene.life.round.hands) == [2, 3]
    scene.play_out().check()


@clause("BBC-con-leave")
def test_a_bbc_room_removes_without_notice() -> None:
    scene = table("bbc-omaha")
    order = RemovePlayer(seat=1, cause="signals", notice=NOTICE)
    scene.refused("floorperson", order, "BBC con-leave")
    fact = removed(scene)
    assert (fact.clause, fact.slip.notice) == ("BBC con-leave", None)
    assert sorted(scene.life.seats) == [2, 3]
    scene.check()


def handed_over(scene: Scene) -> Chips:
    """What Ada was given when she had to leave."""
    return scene.life.seating.left["Ada"].chips


@clause("POKER-16b")
def test_no_seat_until_it_is_lifted() -> None:
    scene = table()
    slip = removed(scene).slip
    sit, ada = Sit(seat=1, chips=Chips(100_00)), Actor("Ada", "player")
    scene.refused(ada, sit, "POKER 16(b)")  # this table knows before the house does
    lift = LiftExclusion(person="Ada", reason="the camera clears her")
    scene.house_refused("poker_shift_supervisor", lift, "POKER 16(b)")
    scene.ask_house("floorperson", ExcludePlayer(slip=slip))
    scene.house_refused("floorperson", ExcludePlayer(slip=slip), "POKER 16(b)")
    scene.refused(ada, sit, "POKER 16(b)")
    other = Scene()
    other.house = scene.house
    other.open().refused(ada, sit, "POKER 16(b)")
    scene.later(minutes=1).house_refused("floorperson", lift, "POKER 16(b)")
    blank = replace(lift, reason="")
    scene.house_refused("poker_shift_supervisor", blank, "POKER 16(b)")
    scene.ask_house("poker_shift_supervisor", lift)
    scene.refused(ada, sit, "SIGN reentry_minutes")  # within the hour with the whole stake
    scene.do(ada, replace(sit, chips=handed_over(scene)))
    scene.deal()
    scene.play_out().check()
    removed(scene.later(minutes=1))
    scene.refused(ada, sit, "POKER 16(b)")  # an old lift does not cover a new removal


def test_a_removal_needs_a_cause_and_somebody() -> None:
    scene = table()
    order = RemovePlayer(seat=1, cause=" ", notice=NOTICE)
    scene.refused("floorperson", order, "POKER 16(b)")
    scene.refused("floorperson", replace(order, seat=9, cause="x"), "FIELD seat")
    naive = Notice("Ian", NOON.replace(tzinfo=None))
    scene.refused("floorperson", replace(order, cause="x", notice=naive), "FIELD notice")


@clause("POKER-16b", "BBC-con-leave")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 16(b)"), ("bbc-omaha", "BBC con-leave")]
)
def test_who_is_removed_in_a_round_is_out_of_it_and_the_bet_stays_in(key: str, cited: str) -> None:
    scene = table(key)
    scene.deal()
    assert scene.life.round is not None
    seat = scene.life.round.turns[0].actor
    scene.say(say.Call(seat))
    bet, pot = 150_00 - scene.life.stacks[seat], scene.life.round.pot
    removed(scene, seat)
    dead = next(entry.fact for entry in scene.log if isinstance(entry.fact, HandDead))
    assert (dead.clause, dead.seat, dead.kind) == (cited, seat, "removed")
    assert scene.life.round.pot == pot
    assert seat not in scene.life.round.live
    assert not any(turn.actor == seat for turn in scene.life.round.turns)
    ada = Actor(scene.life.seats[seat].person, "player")
    scene.refused(ada, Play(command=say.Protect(seat)), cited)
    scene.play_out()
    [left] = scene.do("dealer", SettleRemoved(seat=seat))
    assert sum(move.chips for move in left.moves) == 150_00 - bet
    scene.check()
    played = [write_event(entry.fact) for entry in scene.log if isinstance(entry.fact, AnyEvent)]
    assert verify_log(played, game_of).done, "the written round proves the removal too"


@pytest.mark.parametrize("role", ["floorperson", "poker_shift_supervisor", "dealer"])
def test_nobody_takes_a_hand_away_but_with_its_player(role: Role) -> None:
    scene = table()
    scene.deal()
    away = Play(command=say.Remove(1, "POKER 16(b)"))
    assert "not from a hand" in scene.refused(role, away, "POKER 16(b)")


@clause("POKER-16b")
def test_a_removal_ends_the_round_when_one_hand_is_left() -> None:
    scene = table(players=2)
    scene.deal()
    removed(scene, 1)
    assert not scene.life.playing
    assert sum(scene.stacks.values()) == 300_00
    assert scene.stacks["Bob"] > 150_00
    scene.check()


@clause("POKER-16b")
def test_no_card_is_dealt_for_a_removal_while_a_marker_lies_on_the_deck() -> None:
    scene = table()
    scene.deal()
    assert scene.life.round is not None
    seat = scene.life.round.turns[0].actor
    scene.do("dealer", PauseHand(reason="a fill is on its way"))
    removed(scene, seat)
    assert seat in scene.life.round.live
    scene.do("dealer", ResumeHand())
    ada = Actor(scene.life.seats[seat].person, "player")
    scene.refused(ada, Play(command=say.Call(seat)), "POKER 16(b)")
    scene.do("dealer", PassTurn(seat=seat))
    assert seat not in scene.life.round.live
    scene.play_out().check()


def test_the_wagers_of_a_removed_player_are_settled_at_a_banked_table() -> None:
    scene = table("texas-holdem-bonus", 2)
    scene.deal()
    for seat in (1, 2):
        scene.say(say.Place(seat, {"ante": Chips(10_00)}))
    scene.say(say.NoMoreBets())
    removed(scene, 1)
    assert scene.life.round is not None
    assert scene.life.round.live == (1, 2)
    scene.refused(Actor("Ada", "player"), Play(command=say.Fold(1)), "A-88")
    scene.do("dealer", PassTurn(seat=1))
    scene.say(say.Fold(2))
    assert not scene.life.playing
    scene.do("floorperson", SettleRemoved(seat=1))
    scene.check()


BANKED = ["texas-holdem-bonus", "flop-poker", "two-card-joker"]


@pytest.mark.parametrize("key", BANKED)
def test_a_round_without_a_wager_is_called_off_when_all_its_players_are_removed(key: str) -> None:
    scene = table(key, 2)
    scene.deal_sealed()
    for seat in (1, 2):
        removed(scene, seat)
    scene.refused("dealer", SettleRemoved(seat=1), scene.life.game.own("POKER 16(b)"))
    before = scene.life.rounds
    (fact,) = scene.do("dealer", CallOff())
    assert fact == RoundCalledOff(clause=f"{scene.life.game.document.name} 6(b)", seats=(1, 2))
    scene.do("dealer", SettleRemoved(seat=1), SettleRemoved(seat=2))
    assert not scene.life.seats
    scene.seat(Cyd=100_00)
    scene.deal_sealed()  # the same number again: nothing was played
    assert scene.life.rounds == before
    scene.check()


@pytest.mark.parametrize("key", BANKED)
def test_only_a_round_that_waits_for_the_first_wager_is_called_off(key: str) -> None:
    scene = table(key, 2)
    cited = scene.life.game.own("POKER 1 round of play")
    scene.refused("dealer", CallOff(), cited)
    scene.deal()
    scene.say(say.Place(1, least_wagers(scene, 1)))
    scene.refused("dealer", CallOff(), cited)
    scene.say(say.Place(1, {}))  # and taken back
    scene.do(Actor("Bob", "player"), Leave())
    scene.do("dealer", CallOff())
    assert [*scene.stacks] == ["Ada"]  # the player who asked to go is gone
    scene.deal()
    scene.say(say.Place(1, least_wagers(scene, 1)))
    scene.say(say.NoMoreBets())
    scene.refused("dealer", CallOff(), cited)
    scene.play_out()
    scene.refused("dealer", CallOff(), cited)
    table("holdem").refused("dealer", CallOff(), "POKER 1 round of play")
    scene.check()


def least_wagers(scene: Scene, seat: int) -> dict[str, Chips]:
    """The wagers that must be placed."""
    turn = scene.life.round.turn(seat)  # type: ignore[union-attr]  # one is open
    assert turn is not None
    must = {"ante", "pot"} & {option.spot for option in turn.options}
    return {one.spot: Chips(one.least) for one in turn.options if one.spot in must}


def test_a_removed_player_who_leaves_willingly_is_not_settled_with_again() -> None:
    scene = table()
    scene.deal()
    scene.do(Actor("Ada", "player"), Leave())
    removed(scene, 1)
    removed(scene, 2)
    assert sorted(scene.life.seats) == [
        2,
        3,
    ]  # the round is over, and the player who asked to go went
    scene.do(Actor("Bob", "player"), Leave())
    for seat in (1, 2):
        scene.refused("floorperson", SettleRemoved(seat=seat), "POKER 16(b)")
    assert not [due for due in due(scene.life, scene.now, scene.house) if due.what == "removal"]
    scene.check()


def test_a_table_that_closes_has_nobody_left_to_settle_with() -> None:
    scene = table()
    scene.deal()
    removed(scene, 1)
    scene.play_out()
    scene.do("floorperson", CloseTable())
    assert scene.life.conduct.leaving == {}
    scene.refused("floorperson", SettleRemoved(seat=1), "POKER 16(b)")
    scene.check()


@clause("POKER-16b-room")
def test_a_hosts_removal_hides_none_of_the_staff_that_is_on_its_way() -> None:
    staffs, kitchen, other = table(), Scene(name="Kitchen").open(), Scene(name="2").open()
    seat_players(kitchen, 1)
    for scene in (staffs, kitchen):
        removed(scene)
    games = {"Kitchen": PrivateGame(host="Hal", code="abc")}
    house = abreast(replace(other.house, games=games), [staffs.life, kitchen.life])
    assert house.exclusions.out["Ada"].table == "1"
    with pytest.raises(Refused, match="removed at table 1"):
        check_seat(other.life, "Ada", house)
    alone = abreast(replace(other.house, games=games), [kitchen.life])
    assert not alone.exclusions.out
    check_seat(other.life, "Ada", alone)


@clause("POKER-16a", "BBC-con-solo")
def test_a_player_whose_second_hand_is_live_sends_no_message() -> None:
    joker = game_of("two-card-joker")
    scene = Scene(joker.key, replace(joker.sign, multi_position=True)).open()
    seat_players(scene, 2)
    scene.deal()
    ante = {"ante": Chips(5_00)}
    for wager in (say.Place(1, ante), say.Place(1, ante, position=3), say.Place(2, ante)):
        scene.say(wager)
    scene.say(say.NoMoreBets())
    scene.say(say.Fold(1))
    assert in_hand(scene.life) == {"Ada", "Bob"}, "the hand at place 3 is Ada's too"
    with pytest.raises(Refused):
        check_message(scene.life, "Ada")
