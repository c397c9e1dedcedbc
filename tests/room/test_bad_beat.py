"""The bad beat box of a table: rules, counts, verified hands (POKER 19(a)-(f))."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import stacked_deck
from croupier.chips import Chips
from croupier.engine.accounts import BOX, INVENTORY, RAKE
from croupier.games import game_of
from croupier.room.cage.ledger import CAGE
from croupier.room.funds.box import (
    DenyBadBeat,
    OfferBadBeat,
    SendBox,
    VerifyBadBeat,
    WithdrawBadBeat,
)
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.orders import (
    DesignateTable,
    PostFund,
    RecordFundApproval,
    StopFund,
    SubmitFund,
)
from croupier.room.funds.payouts import AwardBadBeat
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor, Role
from croupier.room.seating.lineup import next_deal
from croupier.room.shuffle import shuffle
from croupier.room.table.duties import due
from croupier.room.table.orders import CloseTable, OpenTable
from croupier.room.table.rounds import DealRound
from tests.clause import clause
from tests.room.jackpots import (
    DISPLAYS,
    ENDING,
    NOTICE,
    RULES,
    SECURITY,
    count,
    count_order,
    feed,
    found_fund,
    holds,
    in_box,
    jackpot,
    offer,
    play,
    receive,
    send,
    verify,
)
from tests.room.tables import NOON, PEOPLE, STAFF, Scene, seat_players

OFFER = OfferBadBeat(fund="main", notice="quads beaten win")
DEAL = DealRound(order=shuffle())
SEND = SendBox(place="cage", container="lock 77", security=SECURITY, notice=NOTICE)


@clause("POKER-19a", "POKER-1badbeat")
def test_a_beaten_hand_is_paid_from_a_fund_that_only_pots_have_fed() -> None:
    scene = jackpot()
    play(scene)
    assert in_box(scene) == 1_00
    assert sum(scene.life.stacks.values()) == 599_00
    receive(scene, count(scene))
    assert holds(scene.house) == (90, 10, 0)
    play(scene, beat=True)
    [fact] = scene.ask_house("poker_shift_supervisor", AwardBadBeat(slip=verify(scene)))
    assert sum(fact.shares.values()) == 90
    scene.check()


@clause("POKER-19a", "POKER-1badbeat")
def test_a_table_need_not_offer_it_and_then_contributes_nothing() -> None:
    scene = Scene()
    found_fund(scene)
    scene.open()
    seat_players(scene, 4)
    play(scene, beat=True)
    assert BOX not in scene.life.accounts
    assert scene.life.box.found == ()
    says = VerifyBadBeat(round=1, notified=SECURITY)
    scene.refused("poker_shift_supervisor", says, "POKER 19(f)")


@clause("POKER-19a", "POKER-1badbeat")
def test_a_sign_alone_offers_nothing() -> None:
    sign = replace(game_of("holdem").sign, bad_beat=replace(RULES, approval="MGC 26-7"))
    scene = Scene(sign=sign)
    found_fund(scene)
    scene.refused("floorperson", OpenTable(), "POKER 19(a)")
    offer(scene)
    scene.open().check()


@clause("POKER-19a2")
def test_contributions_are_apart_from_rake_and_inventory() -> None:
    scene = jackpot()
    for _ in range(3):
        play(scene)
    assert in_box(scene) == 3_00
    assert RAKE not in scene.life.accounts
    assert INVENTORY not in scene.life.accounts
    slip = count(scene)
    assert in_box(scene) == 0
    assert scene.life.accounts[CAGE] == -600_00 + 3_00
    receive(scene, slip)
    assert scene.house.accounts == {CAGE: -3_00, "fund:main": 2_70, "reserve:main": 30}
    scene.check()


@clause("POKER-19b")
def test_a_table_shows_a_notice_and_the_room_its_rules_with_the_actual_percentage() -> None:
    scene = Scene()
    scene.ask_house("accounting", SubmitFund(name="main", rules=RULES, ending=ENDING))
    scene.ask_house("accounting", RecordFundApproval(name="main", reference="MGC 26-7"))
    scene.refused("poker_shift_supervisor", OFFER, "POKER 19(b)")
    post = PostFund(name="main", place="at the desk", percent=90, displays=DISPLAYS)
    for wrong in ({"percent": 100}, {"place": ""}, {"displays": ()}, {"displays": (" ",)}):
        order: Any = replace(post, **wrong)
        scene.house_refused("poker_shift_supervisor", order, "POKER 19(b)")
    [fact] = scene.ask_house("poker_shift_supervisor", post)
    assert (fact.percent, fact.displays) == (90, DISPLAYS)
    scene.house_refused("poker_shift_supervisor", post, "POKER 19(b)")
    designated = DesignateTable(name="main", table="1")
    scene.ask_house("poker_shift_supervisor", designated)
    scene.refused("poker_shift_supervisor", replace(OFFER, notice=" "), "POKER 19(b)")
    [fact] = scene.do("poker_shift_supervisor", OFFER)
    assert fact.notice == "quads beaten win"
    assert scene.life.sign.bad_beat == replace(RULES, approval="MGC 26-7")
    scene.check()


@clause("POKER-19b1", "POKER-19b2", "POKER-19b3", "POKER-19b4")
@pytest.mark.parametrize(
    ("cited", "missing"),
    [
        ("POKER 19(b)(1)", {"contribution": None}),
        ("POKER 19(b)(1)", {"contribution_max": Chips(0)}),
        ("POKER 19(b)(2)", {"reserve_percent": None}),
        ("POKER 19(b)(2)", {"held_returned": ""}),
        ("POKER 19(b)(3)", {"min_pot": None}),
        ("POKER 19(b)(4)", {"least": ""}),
        ("POKER 19(b)(4)", {"shares": None}),
    ],
)
def test_no_table_offers_it_while_the_posted_rules_lack_a_field(
    cited: str, missing: dict[str, Any]
) -> None:
    scene = Scene()
    found_fund(scene, rules=replace(RULES, **missing))
    scene.ask_house("poker_shift_supervisor", DesignateTable(name="main", table="1"))
    scene.refused("poker_shift_supervisor", OFFER, cited)


@clause("POKER-19c3")
def test_contributions_stop_at_any_time_and_the_box_is_counted_a_last_time() -> None:
    scene = jackpot()
    play(scene)
    scene.deal()
    withdraw = WithdrawBadBeat(reason="the room ends it")
    scene.refused("poker_shift_supervisor", withdraw, "POKER 1 round of play")
    scene.play_out()
    before = in_box(scene)
    scene.refused("poker_shift_supervisor", replace(withdraw, reason=""), "POKER 19(c)")
    scene.do("poker_shift_supervisor", withdraw)
    scene.refused("poker_shift_supervisor", withdraw, "POKER 19(c)")
    for _ in range(3):
        play(scene, beat=True)
    assert in_box(scene) == before
    assert scene.life.box.found == ()
    scene.refused("poker_shift_supervisor", OFFER, "POKER 19(d)")
    slip = count(scene)
    assert (slip.final, slip.total) == (True, before)
    receive(scene, slip)
    assert scene.house.funds.named["main"].tables == ()
    scene.refused("poker_shift_supervisor", OFFER, "POKER 19(c)")  # designated anew first
    assert "box count" not in {due.what for due in due(scene.life, scene.now, scene.house)}
    offer(scene)
    play(scene)
    scene.check()


@clause("POKER-19c3")
def test_no_table_deals_under_a_payout_that_the_room_has_stopped() -> None:
    scene = jackpot()
    stop = StopFund(name="main", reason="amended rules of today")
    scene.house_refused("poker_shift_supervisor", replace(stop, reason=" "), "POKER 19(c)")
    scene.ask_house("poker_shift_supervisor", stop)
    scene.refused("dealer", DEAL, "POKER 19(c)")
    scene.do("poker_shift_supervisor", WithdrawBadBeat(reason="amended rules of today"))
    scene.deal()
    scene.house_refused("poker_shift_supervisor", stop, "POKER 19(c)")


@clause("POKER-19d")
@pytest.mark.parametrize("place", ["closed table", "cage"])
def test_an_overdue_count_blocks_the_next_round_until_it_is_done(place: str) -> None:
    scene = jackpot()  # at noon; the gaming day ends at six in the morning
    scene.now = NOON + timedelta(hours=18, microseconds=-1)
    play(scene)
    scene.later(microseconds=1)
    assert "counted once each gaming day" in scene.refused("dealer", DEAL, "POKER 19(d)")
    if place == "cage":
        slip = send(scene)
        scene.refused("dealer", DEAL, "POKER 19(d)")  # on its way is not counted
        receive(scene, slip)
    else:
        count(scene)
    play(scene)
    scene.now = NOON + timedelta(hours=66, microseconds=-1)  # today's count was made today
    play(scene)
    scene.later(microseconds=1)
    scene.refused("dealer", DEAL, "POKER 19(d)")
    scene.check()


def counts_due(scene: Scene) -> list[datetime]:
    return [due.by for due in due(scene.life, NOON, scene.house) if due.what == "box count"]


@clause("POKER-19d")
def test_the_dealers_screen_knows_when_the_next_count_is_due() -> None:
    scene = jackpot()
    end = NOON + timedelta(hours=18) - timedelta.resolution
    assert counts_due(scene) == [end]
    count(scene)
    tomorrow = end + timedelta(days=1)
    assert counts_due(scene) == [tomorrow]


@clause("POKER-19d")
@pytest.mark.parametrize("notice", [Notice("", NOON), Notice("  ", NOON)])
def test_no_count_without_notice_to_an_ieb_agent(notice: Notice) -> None:
    scene = jackpot()
    scene.refused("dealer", count_order(scene, notice=notice), "POKER 19(d)")
    scene.refused("poker_supervisor", replace(SEND, notice=notice), "POKER 19(d)")


@clause("POKER-19d")
def test_it_is_counted_at_a_closed_table_the_cage_or_a_satellite_cage() -> None:
    scene = jackpot()
    scene.refused("dealer", count_order(scene, table="1"), "POKER 19(d)")
    scene.refused("poker_supervisor", replace(SEND, place="closed_table"), "POKER 19(d)")
    scene.do("poker_supervisor", replace(SEND, place="satellite_cage"))
    scene.do("floorperson", CloseTable())
    [fact] = scene.do("dealer", count_order(scene, table="1"))
    assert fact.slip.place == "closed_table"
    scene.check()


@clause("POKER-19d")
def test_no_box_is_counted_while_a_round_is_open() -> None:
    scene = jackpot()
    scene.deal()
    scene.refused("dealer", count_order(scene), "POKER 19(d)")
    scene.refused("poker_supervisor", SEND, "POKER 19(d)")


@clause("POKER-19d1")
def test_a_count_at_a_closed_table_is_signed_by_dealer_and_supervisor() -> None:
    scene = jackpot()
    play(scene)
    with scene.closed_tables("9"):
        [fact] = scene.do("dealer", count_order(scene))
    slip = fact.slip
    assert (slip.dealer, slip.supervisor, slip.security) == ("Dee", "Pat", "Sam")
    assert (slip.surveillance, slip.container) == ("camera 4, tape 12", "lock 77")
    assert (slip.total, slip.counted, slip.notice) == (1_00, 1_00, NOTICE)
    scene.check()


@clause("POKER-19d1")
@pytest.mark.parametrize(
    "missing",
    [
        {"supervisor": STAFF["floorperson"]},
        {"supervisor": Actor("Dee", "poker_supervisor")},
        {"surveillance": ""},
        {"container": " "},
        {"security": STAFF["dealer"]},
        {"security": Actor("", "security")},
    ],
)
def test_a_count_without_one_of_them_is_no_count(missing: dict[str, Any]) -> None:
    scene = jackpot()
    scene.refused("dealer", count_order(scene, **missing), "POKER 19(d)(1)")


@clause("POKER-19d1")
@pytest.mark.parametrize("role", ["player", "floorperson", "poker_supervisor", "cage_cashier"])
def test_only_a_dealer_counts_at_a_table(role: Role) -> None:
    scene = jackpot()
    scene.refused(Actor("X", role), count_order(scene), "POKER 19(d)(1)")


@clause("POKER-19d2")
def test_a_supervisor_accounts_for_the_box_that_security_carries_to_the_cage() -> None:
    scene = jackpot()
    play(scene)
    slip = send(scene)
    assert (slip.supervisor, slip.security, slip.counted) == ("Pat", "Sam", None)
    assert (slip.total, slip.dealer, in_box(scene)) == (1_00, "", 0)
    receive(scene, slip)
    assert sum(holds(scene.house)) == 1_00
    scene.check()


@clause("POKER-19d2")
def test_nobody_else_sends_carries_or_counts_it() -> None:
    scene = jackpot()
    scene.refused("dealer", SEND, "POKER 19(d)(2)")
    scene.refused("floorperson", SEND, "POKER 19(d)(2)")
    wrong = replace(SEND, security=STAFF["accounting"])
    scene.refused("poker_supervisor", wrong, "POKER 19(d)(2)")
    scene.refused("poker_supervisor", replace(SEND, container=""), "POKER 19(d)(2)")
    order = ReceiveBoxes(slips=(send(scene),), counts=(Chips(0),))
    for role in ("accounting", "security", "poker_supervisor"):
        scene.house_refused(Actor("X", role), order, "POKER 19(e)")


@clause("POKER-19f")
@pytest.mark.parametrize(
    "role", ["dealer", "floorperson", "poker_supervisor", "casino_supervisor", "accounting"]
)
def test_nobody_but_the_shift_supervisor_verifies(role: Role) -> None:
    scene = jackpot()
    play(scene, beat=True)
    says = VerifyBadBeat(round=1, notified=SECURITY)
    scene.refused(Actor("X", role), says, "POKER 19(f)")
    slip = verify(scene)
    forged = AwardBadBeat(slip=replace(slip, verified_by=Actor("X", role)))
    scene.house_refused("poker_shift_supervisor", forged, "POKER 19(f)")
    scene.house_refused(Actor("X", role), AwardBadBeat(slip=slip), "POKER 19(f)")


@clause("POKER-19f")
def test_a_verified_hand_says_who_lost_with_what_to_whom_before_whom() -> None:
    scene = jackpot()
    play(scene)
    play(scene, beat=True)
    slip = verify(scene)
    people = {slip.loser, *slip.winners, *slip.others}
    assert people == {"Ada", "Bob", "Cyd", "Dan"}
    assert (len(slip.winners), len(slip.others)) == (1, 2)
    held = {str(card) for card in slip.cards}
    assert held - {"8h", "8s"} == {"7c", "7d", "7h", "7s"}  # either eight may be the fifth
    assert (slip.round, slip.fund, slip.verified_by) == (
        2,
        "main",
        STAFF["poker_shift_supervisor"],
    )
    again = VerifyBadBeat(round=2, notified=SECURITY)
    scene.refused("poker_shift_supervisor", again, "POKER 19(f)")
    scene.check()


@clause("POKER-19f")
def test_the_best_of_several_losing_hands_is_verified_and_none_of_the_others_after_it() -> None:
    scene = Scene()
    found_fund(scene, rules=replace(RULES, least="2c2d2h3s3c"))
    offer(scene)
    scene.open()
    seat_players(scene, 3)
    hands = {1: "2d2h", 2: "8c8d", 3: "7c7d"}  # deuces full, and quads twice
    cards: dict[str, Any] = {"hands": hands, "board": "8h 8s 7h 7s 2c"}
    button = next_deal(scene.life).button
    scene.deal(stacked_deck(scene.life.game, (1, 2, 3), **cards, button=button))
    scene.play_out()
    assert [found.loser for found in scene.life.box.found] == [PEOPLE[2], PEOPLE[0]]
    verify = VerifyBadBeat(round=1, notified=SECURITY)
    (fact,) = scene.do("poker_shift_supervisor", verify)
    assert (fact.slip.loser, fact.slip.winners) == (PEOPLE[2], (PEOPLE[1],))
    scene.refused("poker_shift_supervisor", verify, "POKER 19(f)")


@clause("POKER-19f")
def test_a_hand_may_be_denied_and_then_it_is_not_paid() -> None:
    scene = jackpot()
    play(scene, beat=True)
    deny = DenyBadBeat(round=1, reason="the two shared their cards")
    scene.refused("poker_shift_supervisor", replace(deny, reason=""), "POKER 19(f)")
    scene.refused("poker_shift_supervisor", replace(deny, round=2), "POKER 19(f)")
    scene.do("poker_shift_supervisor", deny)
    says = VerifyBadBeat(round=1, notified=SECURITY)
    scene.refused("poker_shift_supervisor", says, "POKER 19(f)")
    scene.check()


@clause("POKER-19f2")
def test_verification_calls_security_or_accounting_with_the_money() -> None:
    scene = jackpot()
    play(scene, beat=True)
    for wrong in (STAFF["dealer"], STAFF["cage_cashier"], Actor("", "security")):
        says = VerifyBadBeat(round=1, notified=wrong)
        scene.refused("poker_shift_supervisor", says, "POKER 19(f)(2)")
    assert verify(scene).notified == SECURITY


@clause("POKER-19f")
def test_a_hand_that_waits_keeps_the_box_and_the_table_in_the_fund() -> None:
    scene = jackpot()
    play(scene, beat=True)
    scene.do("poker_shift_supervisor", WithdrawBadBeat(reason="the room ends it"))
    scene.refused("dealer", count_order(scene), "POKER 19(f)")
    beat = verify(scene)
    last = count(scene)
    order = ReceiveBoxes(slips=(last,), counts=(last.total,))
    scene.house_refused("cage_cashier", order, "POKER 19(f)")
    scene.ask_house("poker_shift_supervisor", AwardBadBeat(slip=beat))
    scene.ask_house("cage_cashier", order)
    scene.check()


def test_a_table_offers_one_fund_at_a_time() -> None:
    scene = jackpot()
    found_fund(scene, "other")
    order = DesignateTable(name="other", table="1")
    scene.house_refused("poker_shift_supervisor", order, "POKER 19(c)")
    scene.refused("poker_shift_supervisor", replace(OFFER, fund="other"), "POKER 19(c)")
    scene.refused("poker_shift_supervisor", replace(OFFER, fund="none"), "FIELD name")


def test_no_box_stands_at_a_table_that_never_offered_it() -> None:
    scene = Scene().open()
    scene.refused("poker_supervisor", SEND, "POKER 19(d)")
    scene.refused("dealer", count_order(scene), "POKER 19(d)")


def test_a_count_is_not_negative() -> None:
    scene = jackpot()
    with scene.closed_tables("9"):
        scene.refused("dealer", count_order(scene, counted=-1), "FIELD counted")


def test_a_bbc_table_knows_no_payout_of_this_section() -> None:
    scene = Scene("bbc-omaha")
    found_fund(scene)
    scene.refused("poker_shift_supervisor", OFFER, "A-88")


def test_feeding_brings_the_drop_to_the_fund() -> None:
    scene = jackpot()
    feed(scene, 5_00)
    assert holds(scene.house) == (4_50, 50, 0)
    scene.check()
