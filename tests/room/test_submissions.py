"""What the house submits, and what a table may run on (POKER 14(a), 15(r))."""

from decimal import Decimal

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.conduct.orders import RuleDispute
from croupier.room.house.orders import (
    RecordRakeApproval,
    RecordSupplementApproval,
    SubmitRakeRules,
    SubmitSupplement,
)
from croupier.room.house.state import House, RakeRules
from croupier.room.house.state import Supplement as SupplementWords
from croupier.room.house.submissions import check_posted
from croupier.room.shuffle import shuffle
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import DealRound
from croupier.rules.revenue import Increments, Percentage
from croupier.rules.sign import Supplement
from croupier.rules.time_charge import Hourly, TimeCharge
from tests.clause import clause
from tests.room.tables import Scene, seat_players

FIVE = Percentage(Decimal(5))
LEVELS = Increments(((Chips(10_00), Chips(1_00)), (Chips(20_00), Chips(1_00))))
CLOCK = TimeCharge(hourly=(Hourly((Chips(2_00), Chips(4_00)), Chips(12_00)),))
RULES = RakeRules(types=("percentage",), methods=(FIVE,), maximum=Chips(4_00))
RAKED = replace(game_of("holdem").sign, rake=FIVE, rake_max=Chips(4_00))
OPEN, DEAL = OpenTable(), DealRound(order=shuffle())


def approved(scene: Scene, rules: RakeRules, number: int = 1) -> None:
    """Submit rules and record their approval."""
    scene.ask_house("accounting", SubmitRakeRules(rules=rules))
    scene.ask_house("accounting", RecordRakeApproval(number=number, reference="MGC 26-1"))


@clause("POKER-14a1")
@pytest.mark.parametrize("types", [(), ("percentage", "percentage")])
def test_a_submission_names_the_types_of_rake(types: tuple[str, ...]) -> None:
    rules = replace(RULES, types=types)
    Scene().house_refused("accounting", SubmitRakeRules(rules=rules), "POKER 14(a)(1)")


@clause("POKER-14a2")
@pytest.mark.parametrize("types", [("increments",), ("percentage", "time")])
def test_a_submission_says_how_each_type_is_calculated(types: tuple[str, ...]) -> None:
    rules = replace(RULES, types=types)
    Scene().house_refused("accounting", SubmitRakeRules(rules=rules), "POKER 14(a)(2)")


@clause("POKER-14a2")
def test_a_table_runs_on_a_method_that_is_approved() -> None:
    scene = Scene(sign=replace(RAKED, rake=LEVELS))
    approved(scene, RULES)
    scene.refused("floorperson", OPEN, "POKER 14(a)(2)")
    both = replace(RULES, types=("percentage", "increments"), methods=(FIVE, LEVELS))
    approved(scene, both, 2)
    scene.open().check()


@clause("POKER-14a1")
def test_a_time_charge_runs_on_an_approved_one() -> None:
    scene = Scene(sign=replace(RAKED, rake=None, rake_max=Chips(0), time_charge=CLOCK))
    scene.refused("floorperson", OPEN, "POKER 14(a)")
    approved(scene, RULES)
    scene.refused("floorperson", OPEN, "POKER 14(a)(2)")
    approved(scene, RakeRules(types=("time",), time_charges=(CLOCK,)), 2)
    scene.open().check()


@clause("POKER-14a3-doc")
def test_a_submission_states_the_maximum_and_no_sign_exceeds_it() -> None:
    scene = Scene(sign=RAKED)
    unbounded = SubmitRakeRules(rules=replace(RULES, maximum=Chips(0)))
    scene.house_refused("accounting", unbounded, "POKER 14(a)(3)")
    approved(scene, replace(RULES, maximum=Chips(3_99)))
    assert "above the $3.99" in scene.refused("floorperson", OPEN, "POKER 14(a)(3)")
    approved(scene, RULES, 2)
    scene.open().check()
    tiers = ((3, Chips(1_00)), (5, Chips(2_00)))  # lower ones excuse no maximum that is too high
    scene = Scene(sign=replace(RAKED, rake_tiers=tiers))
    approved(scene, replace(RULES, maximum=Chips(3_99)))
    scene.refused("floorperson", OPEN, "POKER 14(a)(3)")


@clause("POKER-14a3")
def test_no_table_takes_a_rake_above_the_approved_maximum() -> None:
    scene = Scene(sign=RAKED)
    approved(scene, RULES)
    scene.open()
    seat_players(scene, 3)
    approved(scene, replace(RULES, maximum=Chips(3_00)), 2)
    scene.refused("dealer", DEAL, "POKER 14(a)(3)")
    approved(scene, replace(RULES, maximum=Chips(5_00)), 3)
    scene.deal()
    scene.play_out().check()


@clause("POKER-14a1")
def test_a_submission_has_no_effect_before_it_is_approved() -> None:
    scene = Scene(sign=RAKED)
    scene.refused("floorperson", OPEN, "POKER 14(a)")
    scene.ask_house("accounting", SubmitRakeRules(rules=RULES))
    scene.refused("floorperson", OPEN, "POKER 14(a)")
    blank = RecordRakeApproval(number=1, reference=" ")
    scene.house_refused("accounting", blank, "POKER 14(a)")
    scene.house_refused("accounting", RecordRakeApproval(number=2, reference="x"), "FIELD number")
    scene.ask_house("accounting", RecordRakeApproval(number=1, reference="MGC 26-1"))
    scene.open().check()


@clause("POKER-14a2")
def test_the_last_approved_version_is_in_force_and_no_earlier_one_comes_back() -> None:
    scene = Scene(sign=RAKED)
    other = replace(RULES, types=("increments",), methods=(LEVELS,))
    for rules in (RULES, other):
        scene.ask_house("accounting", SubmitRakeRules(rules=rules))
    scene.ask_house("accounting", RecordRakeApproval(number=2, reference="MGC 26-2"))
    version = scene.house.submissions.in_force
    assert version is not None
    assert (version.number, version.rules, version.approval) == (2, other, "MGC 26-2")
    again = RecordRakeApproval(number=1, reference="MGC 26-1")
    scene.house_refused("accounting", again, "POKER 14(a)")
    assert [version.rules for version in scene.house.submissions.rake] == [RULES, other]
    scene.check()


def test_a_table_without_a_rake_and_a_bbc_table_need_no_submission() -> None:
    Scene().open()
    sign = replace(game_of("bbc-omaha").sign, rake=LEVELS, rake_max=Chips(2_00))
    Scene("bbc-omaha", sign).open()


@clause("POKER-15r")
def test_a_supplement_has_no_effect_without_its_approval() -> None:
    scene = Scene().open()
    ruling = RuleDispute(
        dispute="a", ruling="dead", reason="touched", supplement="phones at the table"
    )
    assert "no effect" in scene.refused("floorperson", ruling, "POKER 15(r)")
    submitted = SubmitSupplement(name="phones at the table", words="a hand is dead")
    scene.ask_house("accounting", submitted)
    scene.refused("floorperson", ruling, "POKER 15(r)")
    approval = RecordSupplementApproval(name="phones at the table", reference="")
    scene.house_refused("accounting", approval, "POKER 15(r)")
    scene.ask_house("accounting", replace(approval, reference="MGC 26-9"))
    [fact] = scene.do("floorperson", ruling)
    assert fact.supplement == "phones at the table"
    scene.ask_house("accounting", submitted)  # another wording needs another approval
    scene.refused("floorperson", ruling, "POKER 15(r)")
    scene.house_refused("accounting", replace(approval, name="other"), "FIELD name")
    scene.check()


@clause("POKER-15r")
def test_a_sign_rests_on_an_approval_that_the_house_has() -> None:
    screens = Supplement("hands_protected", "a hand on a screen is protected", "MGC 26-9")
    scene = Scene(sign=replace(game_of("holdem").sign, supplements=(screens,)))
    assert "MGC 26-9" in scene.refused("poker_shift_supervisor", OPEN, "POKER 15(r)")
    scene.ask_house("accounting", SubmitSupplement(name="screens", words=screens.text))
    scene.refused("poker_shift_supervisor", OPEN, "POKER 15(r)")
    scene.ask_house("accounting", RecordSupplementApproval(name="screens", reference="MGC 26-9"))
    assert scene.open().life.status == "open"


@clause("POKER-15r")
def test_a_card_room_turns_up_all_in_hands_under_an_approved_supplement() -> None:
    sign = replace(game_of("holdem").sign, show_all_in=True)
    posted = Supplement("show_all_in", "all-in hands are turned up", "MGC 26-9")
    approved = SupplementWords("all-in", posted.text, "MGC 26-9")
    house = House(is_set_up=True, kind="card-room")
    with pytest.raises(Refused, match="approved supplement"):
        check_posted(sign, house)
    check_posted(sign, replace(house, kind="friends"))
    papers = replace(house.submissions, supplements={"all-in": approved})
    sign = replace(sign, supplements=(posted,))
    check_posted(sign, replace(house, submissions=papers))
