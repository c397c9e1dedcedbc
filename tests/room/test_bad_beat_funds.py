"""Bad beat funds of the house: counts, payouts, displays, and their end (POKER 19(e)-(j))."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.room.courier import slips_of
from croupier.room.funds.box import OfferBadBeat, WithdrawBadBeat
from croupier.room.funds.decide import Totals, totals
from croupier.room.funds.facts import DifferenceFound
from croupier.room.funds.intake import CloseIncident, ReceiveBoxes
from croupier.room.funds.orders import (
    CloseFund,
    DesignateTable,
    DistributeFund,
    PostFund,
    RecordFundApproval,
    ReleaseTable,
    ReturnReserve,
    StopFund,
    SubmitFund,
    TransferFund,
)
from croupier.room.funds.payouts import (
    AdjustDisplays,
    AwardBadBeat,
    HandOver,
    PreparePayout,
    divided,
)
from croupier.room.funds.state import BeatSlip
from croupier.room.house import decide as houses
from croupier.room.house.people import Actor, Role
from croupier.rules.revenue import Shares
from tests.clause import clause
from tests.room.jackpots import (
    DISPLAYS,
    ENDING,
    RULES,
    SECURITY,
    SUPERVISOR,
    adjust,
    count,
    count_order,
    feed,
    found_fund,
    holds,
    jackpot,
    pay,
    play,
    receive,
    send,
    verify,
)
from tests.room.tables import NOON, STAFF, Scene

STOP = StopFund(name="main", reason="amended rules")
MOVE = TransferFund(name="main", target="other", chips=Chips(1_00), supervisor=SUPERVISOR)


def beaten(chips: int = 10_00, players: int = 4) -> tuple[Scene, BeatSlip]:
    """A fund of nine tenths of these chips, and a verified bad beat."""
    scene = jackpot(players)
    feed(scene, chips)
    play(scene, beat=True)
    return scene, verify(scene)


def pending(scene: Scene) -> bool:
    """Whether the room shows that the display is pending adjustment."""
    return scene.house.funds.named["main"].pending is not None


def awarded(**amounts: int) -> tuple[Scene, Any]:
    scene, slip = beaten(**amounts)
    [fact] = scene.ask_house("poker_shift_supervisor", AwardBadBeat(slip=slip))
    return scene, fact


@clause("POKER-19e")
def test_a_cashier_counts_each_box_and_a_difference_is_an_incident() -> None:
    scene = jackpot()
    for _ in range(4):
        play(scene)
    received, incident = receive(scene, send(scene), 3_00)
    assert (received.counted, received.held, received.day) == (3_00, 40, "2026-06-01")
    assert isinstance(incident, DifferenceFound)
    assert (incident.clause, incident.kind) == ("POKER 19(e)", "count")
    assert (incident.expected, incident.found) == (4_00, 3_00)
    assert sum(holds(scene.house)) == 4_00  # what left the pots
    scene.check()


@clause("POKER-19e")
@pytest.mark.parametrize("by", [count, send])
def test_the_books_of_the_cage_call_a_box_a_box(by: Callable[[Scene], Any]) -> None:
    scene = jackpot()
    play(scene)
    before = len(scene.log)
    by(scene)
    lines = enumerate(scene.log[before:], before + 1)
    booked = [slip for line, entry in lines for slip in slips_of(line, entry)]
    assert [(slip.kind, slip.chips) for slip in booked] == [("box", -1_00)]


@clause("POKER-19e")
def test_the_dealers_count_and_the_log_differ_too() -> None:
    scene = jackpot()
    for _ in range(4):
        play(scene)
    facts = receive(scene, count(scene, 3_00), 4_00)
    assert [(fact.expected, fact.found) for fact in facts[1:]] == [(4_00, 3_00)]
    assert sum(holds(scene.house)) == 4_00


@clause("POKER-19e")
def test_a_combined_container_is_verified_by_its_sum_if_each_box_was_counted_before() -> None:
    scene = jackpot()
    slips = []
    for _ in range(2):
        play(scene)
        slips.append(count(scene))
    order = ReceiveBoxes(slips=tuple(slips), combined=Chips(2_00))
    [fact] = scene.ask_house("cage_cashier", order)
    assert (fact.counted, fact.counts) == (2_00, ())
    play(scene)
    sent = ReceiveBoxes(slips=(send(scene),), combined=Chips(1_00))
    scene.house_refused("cage_cashier", sent, "POKER 19(e)")
    scene.ask_house("cage_cashier", replace(sent, combined=None, counts=(Chips(1_00),)))
    play(scene)
    short = ReceiveBoxes(slips=(count(scene),), combined=Chips(50))
    scene.house_refused("cage_cashier", replace(short, combined=Chips(-1)), "FIELD combined")
    _, incident = scene.ask_house("cage_cashier", short)
    assert (incident.expected, incident.found) == (1_00, 50)
    scene.check()


@clause("POKER-19e")
def test_no_slip_is_taken_in_twice_or_for_another_fund_or_uncounted() -> None:
    scene = jackpot()
    play(scene)
    slip = count(scene)
    order = ReceiveBoxes(slips=(slip,), counts=(slip.total,))
    twice = ReceiveBoxes(slips=(slip, slip), counts=(slip.total, slip.total))
    for wrong in (
        replace(order, slips=(), counts=()),
        replace(order, counts=()),
        replace(order, counts=(Chips(-1),)),
        replace(order, slips=(replace(slip, table="2"),)),
        twice,
    ):
        scene.house_refused("cage_cashier", wrong, "POKER 19(e)")
    found_fund(scene, "other")
    two = replace(twice, slips=(slip, replace(slip, number=2, fund="other")))
    scene.house_refused("cage_cashier", two, "POKER 19(e)")
    scene.ask_house("cage_cashier", order)
    scene.house_refused("cage_cashier", order, "POKER 19(e)")


@clause("POKER-19i")
def test_the_last_slip_of_a_table_does_not_overtake_another() -> None:
    scene = jackpot()
    play(scene)
    first = send(scene)
    scene.do("poker_shift_supervisor", WithdrawBadBeat(reason="it ends"))
    last = count(scene)
    order = ReceiveBoxes(slips=(last,), counts=(last.total,))
    scene.house_refused("cage_cashier", order, "POKER 19(e)")
    both = ReceiveBoxes(slips=(first, last), counts=(first.total, last.total))
    scene.ask_house("cage_cashier", both)
    assert scene.house.funds.named["main"].tables == ()
    scene.check()


@clause("POKER-19f")
@pytest.mark.parametrize("by", [count, send])
def test_the_last_box_comes_in_after_every_verified_bad_beat(
    by: Callable[[Scene], Any],
) -> None:
    scene, slip = beaten()
    scene.do("poker_shift_supervisor", WithdrawBadBeat(reason="it ends"))
    last = by(scene)
    order = ReceiveBoxes(slips=(last,), counts=(last.total,))
    why = scene.house_refused("cage_cashier", order, "POKER 19(f)")
    assert "verified bad beat of table 1 must be handed in first" in why
    scene.ask_house("poker_shift_supervisor", AwardBadBeat(slip=slip))
    scene.ask_house("cage_cashier", order)
    assert scene.house.funds.named["main"].tables == ()


@clause("POKER-19d-closed")
def test_a_box_is_counted_at_a_closed_table_of_the_room() -> None:
    scene = jackpot()
    play(scene)
    with scene.closed_tables("7"):
        for place in ("nowhere at all", "8", scene.life.name):  # the last one is open
            scene.refused("dealer", count_order(scene, table=place), "POKER 19(d)")
        [fact] = scene.do("dealer", count_order(scene, table="7"))
    assert fact.slip.total == 1_00


@clause("POKER-19e")
def test_accounting_explains_a_difference_that_the_house_bears() -> None:
    scene = jackpot()
    play(scene)
    _, incident = receive(scene, send(scene), 40)
    assert (incident.expected, incident.found, incident.borne) == (1_00, 40, "house")
    assert holds(scene.house) == (90, 10, 0)
    close = CloseIncident(number=1, finding="a chip lay under the table")
    scene.house_refused("cage_cashier", close, "POKER 19(e)")
    scene.house_refused("accounting", replace(close, finding=""), "POKER 19(e)")
    scene.house_refused("accounting", replace(close, made_good=Chips(60)), "FIELD made_good")
    scene.ask_house("accounting", close)
    scene.house_refused("accounting", close, "FIELD number")
    assert holds(scene.house) == (90, 10, 0)
    assert totals(scene.house, "main").collected == 1_00
    scene.check()


@clause("POKER-19i", "POKER-19i-owed")
@pytest.mark.parametrize("counted", [0, 1_00, 7_00, 12_00])
def test_patrons_get_every_cent_that_left_the_pots_whatever_is_counted(counted: int) -> None:
    """$7 leave the pots: the fund ends only when $7 were paid, and $7 are reported as collected."""
    scene = jackpot()
    for _ in range(7):
        play(scene)
    receive(scene, send(scene), counted)
    scene.ask_house("poker_shift_supervisor", STOP)
    scene.do("poker_shift_supervisor", WithdrawBadBeat(reason="it ends"))
    receive(scene, count(scene), 0)
    if counted != 7_00:
        scene.ask_house("accounting", CloseIncident(number=1, finding="lost"))
    scene.ask_house("accounting", ReturnReserve(name="main", chips=Chips(70)))
    close = CloseFund(name="main")
    assert "$7" in scene.house_refused("accounting", close, "POKER 19(i)")
    give = DistributeFund(name="main", payments={"Ada": Chips(7_00)}, supervisor=SUPERVISOR)
    scene.ask_house("accounting", give, close)
    kept = totals(scene.house, "main")
    assert (kept.collected, kept.paid) == (7_00, 7_00)
    scene.check()


@clause("POKER-19e")
def test_a_shortage_of_an_earlier_version_is_made_good_in_full() -> None:
    """A log of version 0.1 credited the fund with the short count, and says so by its silence."""
    scene = jackpot()
    play(scene)
    receive(scene, send(scene), 40)
    one = replace(scene.house.funds.incidents[0], borne="")
    scene.house = replace(scene.house, funds=replace(scene.house.funds, incidents=(one,)))
    close = CloseIncident(number=1, finding="a chip lay under the table")
    assert "$0.60" in scene.house_refused("accounting", close, "FIELD made_good")
    scene.ask_house("accounting", replace(close, made_good=Chips(60)))


@clause("POKER-19f")
def test_nothing_is_paid_before_it_is_verified() -> None:
    scene = jackpot()
    feed(scene, 10_00)
    play(scene, beat=True)
    scene.house_refused("accounting", PreparePayout(number=1, form="cash"), "POKER 19(f)")
    scene.house_refused("security", HandOver(number=1, person="Ada"), "POKER 19(f)")
    slip = verify(scene)
    scene.house_refused("accounting", PreparePayout(number=1, form="cash"), "POKER 19(f)")
    before = holds(scene.house)
    pay(scene, slip)
    assert (before, holds(scene.house)) == ((9_00, 1_00, 0), (0, 1_00, 0))
    order = AwardBadBeat(slip=slip)
    scene.house_refused("poker_shift_supervisor", order, "POKER 19(f)")
    other = AwardBadBeat(slip=replace(slip, table="2"))
    scene.house_refused("poker_shift_supervisor", other, "POKER 19(f)")
    scene.check()


@clause("POKER-19f1")
def test_an_award_posts_that_the_display_is_pending_adjustment() -> None:
    scene, slip = beaten()
    assert scene.house.funds.named["main"].pending is None
    scene.later(minutes=1).ask_house("poker_shift_supervisor", AwardBadBeat(slip=slip))
    assert scene.house.funds.named["main"].pending == scene.now
    adjust(scene)
    assert scene.house.funds.named["main"].pending is None
    scene.check()


@clause("POKER-19f2")
def test_security_or_accounting_brings_it_to_the_table() -> None:
    scene, fact = awarded()
    scene.ask_house("accounting", PreparePayout(number=1, form="chips"))
    loser = fact.slip.loser
    order = HandOver(number=1, person=loser)
    scene.house_refused("cage_cashier", order, "POKER 19(f)(2)")
    [made] = scene.ask_house("security", order)
    assert (made.person, made.form, made.place) == (loser, "chips", "table")
    scene.ask_house("accounting", HandOver(number=1, person=fact.slip.winners[0]))
    scene.check()


@clause("POKER-19g")
@pytest.mark.parametrize("form", ["cash", "cash_equivalent", "chips"])
def test_accounting_prepares_it_and_the_house_may_pay_at_the_cage(form: Any) -> None:
    scene, fact = awarded()
    order = HandOver(number=1, person=fact.slip.loser)
    scene.house_refused("cage_cashier", order, "POKER 19(g)")  # not prepared
    prepare = PreparePayout(number=1, form=form, place="cage")
    scene.house_refused("cage_cashier", prepare, "POKER 19(g)")
    scene.ask_house("accounting", prepare)
    scene.house_refused("accounting", prepare, "POKER 19(g)")
    scene.house_refused("security", order, "POKER 19(g)")
    [made] = scene.ask_house("cage_cashier", order)
    assert (made.form, made.place) == (form, "cage")
    scene.house_refused("cage_cashier", order, "POKER 19(g)")  # once
    stranger = HandOver(number=1, person="Zoe")
    scene.house_refused("cage_cashier", stranger, "POKER 19(g)")
    scene.check()


@clause("POKER-19b4")
def test_a_payout_is_divided_as_posted_to_the_cent() -> None:
    _, fact = awarded(chips=10_00)
    slip = fact.slip
    others = dict.fromkeys(slip.others, 1_12)  # a quarter is 2.25, and the odd cent the loser's
    assert fact.shares == {slip.loser: 4_51, slip.winners[0]: 2_25, **others}
    assert sum(fact.shares.values()) == 9_00
    heads_up, fact = awarded(chips=10_00, players=2)
    assert fact.shares == {fact.slip.loser: 6_75, fact.slip.winners[0]: 2_25}
    heads_up.check()


@pytest.mark.parametrize("amount", [0, 1, 2, 3, 99, 100, 12_345_67])
@pytest.mark.parametrize("winners", [("W",), ("W", "V")])
@pytest.mark.parametrize("others", [(), ("X",), ("X", "Y", "Z")])
@pytest.mark.parametrize("posted", [Shares(50, 25, 25), Shares(50, 30, 20)])
def test_every_cent_of_a_payout_is_somebodys(
    amount: int, winners: tuple[str, ...], others: tuple[str, ...], posted: Shares
) -> None:
    slip = BeatSlip(
        table="1",
        number=1,
        fund="main",
        round=1,
        loser="L",
        cards=(Card("As"),),
        winners=winners,
        others=others,
        verified_by=STAFF["poker_shift_supervisor"],
        notified=SECURITY,
        at=NOON,
    )
    shares = divided(Chips(amount), posted, slip)
    assert sum(shares.values()) == amount
    each = amount * posted.winner // 100 // len(winners)
    assert {shares.get(person, 0) for person in winners} == {each}, "without the table's share"
    assert all(chips > 0 for chips in shares.values())
    if amount >= 4 * len(winners):
        assert len({shares[person] for person in winners}) == 1
    assert shares.get("L", 0) * 2 >= amount


@clause("POKER-19h1")
def test_accounting_and_a_supervisor_set_every_display_to_the_balance() -> None:
    scene = jackpot()
    feed(scene, 10_00)
    assert set(scene.house.funds.named["main"].displays.values()) == {0}
    [fact] = adjust(scene)
    assert (fact.reason, fact.supervisor, fact.balance) == ("daily", SUPERVISOR, 9_00)
    assert (fact.before, fact.readings) == (
        dict.fromkeys(DISPLAYS, 0),
        dict.fromkeys(DISPLAYS, 9_00),
    )
    assert scene.house.funds.named["main"].displays == dict.fromkeys(DISPLAYS, 9_00)
    assert scene.house_log[-1].by == STAFF["accounting"]
    scene.check()


@clause("POKER-19h1")
def test_no_display_is_adjusted_by_one_person_or_left_out() -> None:
    scene = jackpot()
    readings = dict.fromkeys(DISPLAYS, Chips(0))
    order = AdjustDisplays(name="main", readings=readings, supervisor=SUPERVISOR)
    for wrong in (
        replace(order, supervisor=STAFF["dealer"]),
        replace(order, supervisor=STAFF["floorperson"]),
        replace(order, supervisor=Actor("Abe", "poker_supervisor")),
        replace(order, readings={"wall": Chips(0)}),
        replace(order, readings={}),
    ):
        scene.house_refused("accounting", wrong, "POKER 19(h)(1)")
    roles: tuple[Role, ...] = ("poker_supervisor", "cage_cashier", "poker_shift_supervisor")
    for role in roles:
        scene.house_refused(Actor("X", role), order, "POKER 19(h)(1)")


@clause("POKER-19h1")
def test_displays_are_due_every_gaming_day_and_at_once_after_a_bad_beat() -> None:
    scene, slip = beaten()
    end = NOON + timedelta(hours=42) - timedelta.resolution  # tomorrow's last moment
    assert [due.by for due in houses.due(scene.house, scene.now)] == [end]
    scene.later(hours=20)
    adjust(scene)
    assert [due.by for due in houses.due(scene.house, scene.now)] == [end + timedelta(days=1)]
    scene.ask_house("poker_shift_supervisor", AwardBadBeat(slip=slip))
    [due] = houses.due(scene.house, scene.now)
    assert (due.by, due.clause) == (scene.now, "POKER 19(h)(1)")
    [fact] = adjust(scene)
    assert fact.reason == "bad beat"
    assert [due.by for due in houses.due(scene.house, scene.now)] == [end + timedelta(days=1)]


@clause("POKER-19h2")
def test_a_display_that_differs_from_the_ledger_is_an_incident() -> None:
    scene, fact = awarded()
    adjusted, *incidents = adjust(scene, shown=9_00)  # the amount before the payout
    assert adjusted.balance == 0
    assert [(one.clause, one.kind) for one in incidents] == [("POKER 19(h)(2)", "display")] * 2
    assert [(one.expected, one.found, one.number) for one in incidents] == [
        (0, 9_00, 1),
        (0, 9_00, 2),
    ]
    assert pending(scene)
    half = dict(zip(DISPLAYS, (Chips(0), Chips(9_00)), strict=True))
    says = AdjustDisplays(name="main", readings=half, supervisor=SUPERVISOR)
    _, incident = scene.ask_house("accounting", says)
    assert (incident.expected, incident.found) == (0, 9_00)
    assert pending(scene), "one of two that is right is not both"
    adjust(scene)
    assert not pending(scene)
    close = CloseIncident(number=1, finding="read too early", made_good=Chips(1))
    scene.house_refused("accounting", close, "FIELD made_good")
    scene.ask_house("accounting", replace(close, made_good=Chips(0)))
    assert fact.number == 1
    scene.check()


@clause("POKER-19i")
def test_no_table_offers_it_before_the_procedures_are_approved() -> None:
    scene = Scene()
    offer = OfferBadBeat(fund="main", notice="quads beaten win")
    submit = SubmitFund(name="main", rules=RULES, ending=ENDING)
    for field in ("stopping", "transferring", "disclosing"):
        ending = replace(ENDING, **{field: " "})
        scene.house_refused("accounting", replace(submit, ending=ending), "POKER 19(i)")
    scene.ask_house("accounting", submit)
    scene.house_refused("accounting", submit, "FIELD name")
    scene.refused("poker_shift_supervisor", offer, "POKER 19(i)")
    post = PostFund(name="main", place="at the desk", percent=90, displays=DISPLAYS)
    scene.house_refused("poker_shift_supervisor", post, "POKER 19(i)")
    table = DesignateTable(name="main", table="1")
    scene.house_refused("poker_shift_supervisor", table, "POKER 19(c)")
    approve = RecordFundApproval(name="main", reference="MGC 26-7")
    scene.house_refused("accounting", replace(approve, reference=""), "POKER 19(i)")
    scene.ask_house("accounting", approve)
    scene.house_refused("accounting", approve, "POKER 19(i)")
    scene.ask_house("poker_shift_supervisor", post, table)
    scene.do("poker_shift_supervisor", offer)
    scene.check()


@clause("POKER-19i")
def test_a_fund_ends_only_when_every_cent_is_back_with_the_players() -> None:
    scene = jackpot()
    feed(scene, 10_00)
    close = CloseFund(name="main")
    scene.house_refused("accounting", close, "POKER 19(i)")  # not stopped
    give = DistributeFund(name="main", payments={"Ada": Chips(4_00)}, supervisor=SUPERVISOR)
    scene.house_refused("accounting", give, "POKER 19(i)")
    scene.ask_house("poker_shift_supervisor", STOP)
    scene.do("poker_shift_supervisor", WithdrawBadBeat(reason="it ends"))
    assert "last count" in scene.house_refused("accounting", close, "POKER 19(i)")
    receive(scene, count(scene))
    assert "$10 is left" in scene.house_refused("accounting", close, "POKER 19(i)")
    for wrong in ({}, {"": Chips(1)}):
        scene.house_refused("accounting", replace(give, payments=wrong), "FIELD payments")
    for chips in (0, -1, 9_01):
        order = replace(give, payments={"Ada": Chips(chips)})
        scene.house_refused("accounting", order, "FIELD chips")
    both = replace(give, payments={"Ada": Chips(9_00), "Bob": Chips(1)})  # too much together
    scene.house_refused("accounting", both, "FIELD chips")
    one = replace(give, supervisor=Actor("Abe", "poker_supervisor"))
    scene.house_refused("accounting", one, "POKER 19(i)")
    scene.ask_house("accounting", give)
    found_fund(scene, "other")
    scene.ask_house("accounting", replace(MOVE, chips=Chips(5_00)))
    assert "$1 is left" in scene.house_refused("accounting", close, "POKER 19(i)")  # held
    scene.ask_house("accounting", ReturnReserve(name="main", chips=Chips(1_00)))
    scene.house_refused("accounting", close, "POKER 19(i)")
    scene.ask_house("accounting", MOVE)
    scene.ask_house("accounting", close)
    assert holds(scene.house) == (0, 0, 0)
    assert holds(scene.house, "other") == (6_00, 0, 0)
    assert totals(scene.house, "main") == Totals(
        Chips(10_00), Chips(4_00), Chips(6_00), Chips(0), Chips(0)
    )
    scene.check()


@clause("POKER-19i")
def test_a_fund_does_not_end_before_its_payouts_and_differences() -> None:
    scene, fact = awarded()
    scene.ask_house("poker_shift_supervisor", STOP)
    scene.do("poker_shift_supervisor", WithdrawBadBeat(reason="it ends"))
    receive(scene, count(scene), 0)
    scene.ask_house("accounting", ReturnReserve(name="main", chips=Chips(1_10)))
    give = DistributeFund(name="main", payments={"Ada": Chips(2_00)}, supervisor=SUPERVISOR)
    scene.ask_house("accounting", give)
    close = CloseFund(name="main")
    won = scene.house_refused("accounting", close, "POKER 19(i)")
    assert "$9 is left" in won  # and not handed over yet
    scene.ask_house("accounting", PreparePayout(number=1, form="cash"))
    for person in fact.shares:
        scene.ask_house("security", HandOver(number=1, person=person))
    assert "must be explained first" in scene.house_refused("accounting", close, "POKER 19(i)")
    scene.ask_house("accounting", CloseIncident(number=1, finding="lost"))
    scene.ask_house("accounting", close)
    scene.house_refused("accounting", close, "POKER 19(i)")
    scene.check()


@clause("POKER-19i")
def test_a_table_that_never_offered_it_does_not_keep_a_fund_alive() -> None:
    scene = Scene()
    found_fund(scene)
    designate = DesignateTable(name="main", table="7")
    scene.ask_house("poker_shift_supervisor", designate, STOP)
    close, release = CloseFund(name="main"), ReleaseTable(name="main", table="7", reason="unused")
    scene.house_refused("accounting", close, "POKER 19(i)")
    blank = replace(release, reason=" ")
    scene.house_refused("poker_shift_supervisor", blank, "POKER 19(c)")
    scene.ask_house("poker_shift_supervisor", release)
    scene.house_refused("poker_shift_supervisor", release, "POKER 19(c)")
    scene.ask_house("poker_shift_supervisor", designate, release)  # a mistake can be mended
    scene.ask_house("accounting", close)
    scene.house_refused("poker_shift_supervisor", designate, "POKER 19(c)")
    scene.check()


@clause("POKER-19a2")
def test_money_goes_only_to_another_payout_that_is_offered() -> None:
    scene = jackpot()
    feed(scene, 10_00)
    scene.house_refused("accounting", MOVE, "FIELD name")
    scene.ask_house("accounting", SubmitFund(name="other", rules=RULES, ending=ENDING))
    scene.house_refused("accounting", MOVE, "POKER 19(i)")
    found_fund(scene, "third")
    move = replace(MOVE, target="third")
    scene.house_refused("accounting", replace(move, target="main"), "POKER 19(i)")
    scene.house_refused("accounting", replace(move, supervisor=SECURITY), "POKER 19(i)")
    for chips in (0, -5, 9_01):
        scene.house_refused("accounting", replace(move, chips=Chips(chips)), "FIELD chips")
    scene.ask_house("accounting", replace(move, chips=Chips(9_00)))
    assert holds(scene.house) == (0, 1_00, 0)
    assert holds(scene.house, "third") == (9_00, 0, 0)
    scene.check()


@clause("POKER-19b2")
def test_what_is_held_is_tracked_and_goes_back_to_the_players() -> None:
    scene = jackpot()
    for _ in range(19):
        play(scene)
    receive(scene, count(scene, 19_00), 18_99)  # ten percent of what left the pots
    assert holds(scene.house) == (17_10, 1_90, 0)
    order = ReturnReserve(name="main", chips=Chips(1_91))
    scene.house_refused("accounting", order, "FIELD chips")
    scene.house_refused("cage_cashier", order, "POKER 19(b)(2)")
    [fact] = scene.ask_house("accounting", replace(order, chips=Chips(1_90)))
    assert fact.how == "it joins the next payout"
    assert holds(scene.house) == (19_00, 0, 0)
    scene.check()


def test_the_totals_of_a_fund_say_where_all_of_it_went() -> None:
    scene, slip = beaten()
    pay(scene, slip)
    feed(scene, 5_00)
    found_fund(scene, "other")
    scene.ask_house("accounting", MOVE)
    assert totals(scene.house, "main") == Totals(
        Chips(15_00), Chips(9_00), Chips(1_00), Chips(1_50), Chips(3_50)
    )
    assert totals(scene.house, "other") == Totals(
        Chips(0), Chips(0), Chips(-1_00), Chips(0), Chips(1_00)
    )


def test_a_fund_that_is_not_posted_is_displayed_nowhere() -> None:
    scene = Scene()
    scene.ask_house("accounting", SubmitFund(name="main", rules=RULES, ending=ENDING))
    readings = dict.fromkeys(DISPLAYS, Chips(0))
    order = AdjustDisplays(name="main", readings=readings, supervisor=SUPERVISOR)
    scene.house_refused("accounting", order, "POKER 19(h)(1)")
    assert houses.due(scene.house, scene.now) == []
    blank = SubmitFund(name=" ", rules=RULES, ending=ENDING)
    scene.house_refused("accounting", blank, "FIELD name")
