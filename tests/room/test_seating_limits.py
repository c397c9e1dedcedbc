"""Signs that change: by notice, or because everybody agrees; and what holds only between rounds."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.accounts import METER
from croupier.engine.events import RoundOpened
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.state import House
from croupier.room.logbook import Order
from croupier.room.seating.facts import LimitsRaised
from croupier.room.seating.limits import AnswerLimits, ProposeLimits
from croupier.room.seating.orders import Leave, Sit, SitOut
from croupier.room.table.facts import SignPosted
from croupier.room.table.orders import PostSign, SetUpTable, set_up
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.room.tables import NOON, STAFF, Scene, player

ADA, BOB, CYD = map(player, ("Ada", "Bob", "Cyd"))
YES, NO = AnswerLimits(agree=True), AnswerLimits(agree=False)
FOUR = TableSign(limits=(Chips(4_00), Chips(8_00)), blinds=(Chips(2_00), Chips(4_00)))


def three(key: str = "holdem", sign: TableSign | None = None) -> Scene:
    return Scene(key, sign).open().seat(Ada=200_00, Bob=200_00, Cyd=200_00)


def posted_at(scene: Scene) -> list[TableSign]:
    return [entry.fact.sign for entry in scene.log if isinstance(entry.fact, RoundOpened)]


# --- all patrons agree -----------------------------------------------------------------------


@clause("POKER-17c")
def test_the_minimum_rises_when_every_patron_has_agreed() -> None:
    scene = three()
    scene.do("floorperson", ProposeLimits(sign=FOUR))
    scene.do(ADA, YES)
    scene.do(BOB, YES)
    assert scene.life.sign == TableSign()
    events = scene.do(CYD, YES)
    assert events[-1] == LimitsRaised(clause="POKER 17", sign=FOUR, agreed=("Ada", "Bob", "Cyd"))
    assert scene.life.sign == FOUR
    scene.deal()
    assert posted_at(scene) == [FOUR]
    scene.play_out().check()


@clause("POKER-17c")
def test_a_patron_who_sits_out_is_asked_as_well() -> None:
    scene = three()
    scene.do(CYD, SitOut())
    scene.do("floorperson", ProposeLimits(sign=FOUR))
    scene.do(ADA, YES)
    scene.do(BOB, YES)
    assert scene.life.sign == TableSign()
    scene.do(CYD, YES)
    assert scene.life.sign == FOUR


@clause("POKER-17c")
def test_one_refusal_blocks_it() -> None:
    scene = three()
    scene.do("floorperson", ProposeLimits(sign=FOUR))
    scene.do(ADA, YES)
    scene.do(BOB, NO)
    scene.refused(CYD, YES, "POKER 17")
    assert scene.life.sign == TableSign()
    scene.deal()
    scene.play_out()
    assert scene.life.sign == TableSign()
    scene.check()


@clause("POKER-17c")
def test_what_is_agreed_in_a_round_holds_from_the_next_one_on() -> None:
    scene = three()
    scene.deal()
    scene.do("floorperson", ProposeLimits(sign=FOUR))
    for who in (ADA, BOB, CYD):
        scene.do(who, YES)
    assert scene.life.sign == TableSign()
    assert scene.life.round.sign == TableSign()  # type: ignore[union-attr]  # one is open
    scene.play_out()
    assert scene.life.sign == FOUR
    scene.deal()
    assert posted_at(scene) == [TableSign(), FOUR]
    scene.check()


@clause("POKER-17c")
def test_who_sits_down_meanwhile_is_a_patron_too_and_who_left_is_none() -> None:
    scene = three()
    scene.deal()
    scene.do("floorperson", ProposeLimits(sign=FOUR))
    for who in (ADA, BOB):
        scene.do(who, YES)
    scene.do(CYD, Leave())
    scene.do(player("Dot"), Sit(seat=4, chips=Chips(200_00)))
    scene.play_out()
    assert scene.life.sign == TableSign()
    events = scene.do(player("Dot"), YES)
    assert events[-1].agreed == ("Ada", "Bob", "Dot")
    scene.check()


@clause("POKER-17c")
@pytest.mark.parametrize(
    "less",
    [
        {"limits": (Chips(1_00), Chips(2_00)), "blinds": (Chips(1_00),) * 2},
        {"limits": (Chips(4_00), Chips(4_00)), "blinds": (Chips(1_00), Chips(1_00))},
        {"limits": (Chips(2_00), Chips(8_00))},
        {"limits": (Chips(4_00), Chips(8_00)), "blinds": (Chips(2_00),)},
        {"limits": (Chips(4_00), Chips(8_00)), "raise_cap": 3},
        {"limits": (Chips(4_00),), "structure": "no_limit"},
    ],
)
def test_nothing_else_and_no_decrease_is_agreed_to_so(less: dict[str, Any]) -> None:
    scene = three()
    scene.refused("floorperson", ProposeLimits(sign=replace(TableSign(), **less)), "POKER 17")


@clause("POKER-17c")
def test_only_patrons_answer_each_once_and_only_when_asked() -> None:
    scene = three()
    scene.refused(ADA, YES, "POKER 17")
    scene.do("floorperson", ProposeLimits(sign=FOUR))
    scene.refused(player("Dot"), YES, "POKER 7(a)")
    scene.do(ADA, YES)
    scene.refused(ADA, YES, "POKER 17")
    empty = Scene().open()
    empty.refused("floorperson", ProposeLimits(sign=FOUR), "POKER 17")
    bank = Scene("flop-poker").open().seat(Ada=100_00)
    sign = replace(bank.life.sign, wager_min=Chips(10_00))
    bank.refused("floorperson", ProposeLimits(sign=sign), "A-88")


# --- a sign that is posted -------------------------------------------------------------------


@clause("POKER-1round")
def test_another_sign_is_posted_between_rounds_only() -> None:
    scene = three()
    scene.deal()
    change = PostSign(sign=FOUR, notice="on the board since noon")
    scene.refused("floorperson", change, "POKER 1 round of play")
    scene.play_out().do("floorperson", change)
    scene.deal()
    assert posted_at(scene) == [TableSign(), FOUR]
    scene.play_out().check()


def test_patrons_get_notice_of_other_wagers() -> None:
    scene = three()
    scene.refused("floorperson", PostSign(sign=FOUR), "POKER 17")
    scene.do("floorperson", PostSign(sign=replace(TableSign(), raise_cap=3)))
    events = scene.do("floorperson", PostSign(sign=FOUR, notice="half an hour on the board"))
    assert events == [SignPosted(clause="POKER 17", sign=FOUR, notice="half an hour on the board")]
    empty = Scene().open()
    empty.do("floorperson", PostSign(sign=FOUR))
    assert empty.life.sign == FOUR


def test_a_faulty_sign_is_not_posted() -> None:
    scene = three()
    scene.refused("floorperson", PostSign(sign=TableSign(kill="full")), "POKER 10")
    as_recorded = replace(TableSign(), authorised=False)
    scene.refused("floorperson", PostSign(sign=as_recorded), "POKER 8(b)")


def test_a_machine_is_removed_before_another_method_is_used() -> None:
    sign = replace(game_of("texas-holdem-bonus").sign, shuffler="plain")
    scene = Scene("texas-holdem-bonus", sign).open()
    change = PostSign(sign=replace(sign, shuffler="none"))
    scene.refused("floorperson", change, "THB 13(g)")
    scene.do("floorperson", replace(change, removed=("shuffler",)))


def test_a_progressive_wager_that_is_offered_later_gets_its_seed() -> None:
    scene = Scene("texas-holdem-bonus").open().seat(Ada=100_00)
    sign = replace(scene.life.sign, progressive=True, progressive_seed=Chips(5_000_00))
    scene.do("floorperson", PostSign(sign=sign))
    assert scene.life.accounts[METER] == 5_000_00
    scene.do("floorperson", PostSign(sign=replace(sign, progressive=False)))
    scene.do("floorperson", PostSign(sign=sign))
    assert scene.life.accounts[METER] == 5_000_00
    scene.deal()
    scene.say(say.Place(1, {"ante": Chips(5_00), "progressive": Chips(1_00)}))
    scene.play_out().check()


# --- where a table stands --------------------------------------------------------------------


@clause("POKER-6a")
@pytest.mark.parametrize(
    ("key", "area", "other"),
    [("holdem", "poker_room", "pit"), ("bbc-omaha", "poker_room", "pit")]
    + [(key, "pit", "poker_room") for key in ("texas-holdem-bonus", "flop-poker")],
)
def test_poker_stands_in_the_poker_room_and_the_bank_in_the_pit(
    key: str, area: Any, other: Any
) -> None:
    game, by = game_of(key), STAFF["poker_shift_supervisor"]

    def standing(where: Any) -> str:
        order = Order(NOON, by, SetUpTable(name="1", sign=game.sign, area=where))
        events: str = set_up(order, game, House())[0].fact.area
        return events

    assert standing(None) == standing(area) == area
    with pytest.raises(Refused) as refused:
        standing(other)
    assert refused.value.clause == game.own("POKER 6(a)")


@clause("POKER-6a")
def test_a_table_deals_the_game_it_was_set_up_for() -> None:
    banked = game_of("two-card-joker").sign
    scene = Scene().open().seat(Ada=100_00, Bob=100_00)
    scene.do("floorperson", PostSign(sign=banked, notice="given"))  # a sign changes no game
    scene.deal()
    assert scene.life.game.key == scene.life.round.game.key == "holdem"  # type: ignore[union-attr]  # one is open
