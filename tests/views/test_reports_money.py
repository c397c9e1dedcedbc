"""Reports of revenue and of the players' money (checklist 11; POKER 6(e)(9), 14, 19; BBC)."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.accounts import RAKE
from croupier.games import game_of
from croupier.room.cage.charges import AssessTime, CollectTime, ExcuseTime, VerifyTime
from croupier.room.funds.box import VerifyBadBeat
from croupier.room.funds.decide import totals
from croupier.room.funds.intake import CloseIncident, ReceiveBoxes
from croupier.room.funds.orders import DistributeFund, ReturnReserve, StopFund, TransferFund
from croupier.room.house.state import RakeRules
from croupier.room.seating.orders import Buy, Leave, Sit
from croupier.room.table.rounds import Play
from croupier.rules.revenue import Increments
from tests.clause import clause
from tests.dealing import stacked
from tests.room.jackpots import (
    RULES,
    SECURITY,
    SUPERVISOR,
    adjust,
    count,
    jackpot,
    play,
    receive,
    send,
)
from tests.room.ledgers import collect, fund, net, pay_out, report, rows, slip
from tests.room.tables import NOON, Scene, player, seat_players
from tests.room.test_charges import charged, without_chips
from tests.room.test_submissions import LEVELS as TENS
from tests.room.test_submissions import approved

PLAIN = replace(RULES, reserve_percent=0, jackpot_percent=100)
JUNE_30_NIGHT = datetime(2026, 7, 1, 5, 59, tzinfo=UTC)


def raked(name: str = "1") -> Scene:
    """A hold'em table that takes a dollar at ten and at twenty, four players seated."""
    sign = replace(game_of("holdem").sign, rake=TENS, rake_max=Chips(4_00))
    scene = Scene(sign=sign, name=name)
    approved(scene, RakeRules(types=("increments",), methods=(TENS,), maximum=Chips(4_00)))
    scene.open()
    seat_players(scene, 4)
    return scene


def bet(scene: Scene, *, until_raked: bool = False) -> None:
    """One hand in which the first player bets the flop, and everybody calls."""
    scene.deal()
    assert scene.life.round is not None
    while not scene.life.round.boards[0]:
        turn = scene.life.round.turns[0]
        scene.say(say.Call(turn.actor) if turn.option("call") else say.Check(turn.actor))
    first = scene.life.round.turns[0].actor
    scene.say(say.Bet(first, Chips(2_00)))
    while until_raked and not scene.life.accounts.get(RAKE):
        scene.say(say.Call(scene.life.round.turns[0].actor))
    if not until_raked:
        scene.play_out()


# --- rake ----------------------------------------------------------------------------------------


@clause("POKER-6e9", "POKER-14-report")
def test_the_rake_of_all_hands_is_the_total_of_the_day() -> None:
    one, two = raked(), raked("2")
    for scene in (one, one, two):
        bet(scene)
    one.later(hours=18)  # six in the morning: another gaming day
    two.later(hours=17, minutes=59)
    bet(one)
    bet(two)
    hands = report("rake", one, two)
    assert len(hands.rows) == 5
    days = report("rake", one, two, by=["day"])
    assert rows(days, "day", "method", "hands") == [
        ("2026-06-01", "increments", 4),
        ("2026-06-02", "increments", 1),
    ]
    inventory = net(one.log, "inventory") + net(two.log, "inventory")
    assert days.totals == hands.totals
    assert days.totals["to inventory"] == inventory == days.totals["taken"] > 0
    tables = report("rake", one, two, by=["day", "table"])
    assert rows(tables, "day", "table", "hands") == [
        ("2026-06-01", "1", 2),
        ("2026-06-01", "2", 2),
        ("2026-06-02", "1", 1),
    ]
    of_one = sum(row[-1] for row in tables.rows if row[1] == "1" and isinstance(row[-1], int))
    assert of_one == net(one.log, "inventory")


@clause("POKER-6e9", "POKER-14-report")
def test_a_dead_round_gives_its_rake_back() -> None:
    scene = raked()
    bet(scene, until_raked=True)
    assert scene.life.round is not None
    taken = scene.life.accounts[RAKE]
    scene.do("floorperson", Play(command=say.Report("missing_cards")))
    assert scene.life.round.undone == "dead"
    bet(scene)
    found = report("rake", scene)
    assert rows(found, "hand", "taken", "returned", "to inventory") == [
        (1, taken, taken, 0),
        (1, 1_00, 0, 1_00),  # the same round, dealt again
    ]
    assert found.totals["to inventory"] == net(scene.log, "inventory")


@clause("POKER-6e9", "POKER-14-report")
def test_rake_is_listed_by_its_method_and_time_is_one() -> None:
    scene = charged(players=2)
    scene.later(minutes=30).do("dealer", AssessTime())
    scene.do("floorperson", VerifyTime(counted=Chips(12_00)))
    scene.deal()
    scene.play_out()
    found = report("rake", scene, by=["table"])
    assert rows(found, "method", "hands", "taken", "to inventory") == [
        ("none", 1, 0, 0),
        ("time", 0, 12_00, 12_00),
    ]


@clause("POKER-14b3-report")
def test_the_time_sheet_has_what_was_due_collected_and_verified() -> None:
    scene = charged(players=2)
    without_chips(scene, 3)
    without_chips(scene, 4, "Fay")
    scene.later(minutes=30).do("dealer", AssessTime())
    [line] = report("time-charge", scene).rows
    assert line[-2:] == (None, None)  # nobody has verified it yet
    scene.do(player("Eve"), Buy(chips=Chips(100_00)))
    scene.do("dealer", CollectTime(seat=3))
    scene.do("poker_shift_supervisor", ExcuseTime(seat=4, reason="no chips"))
    scene.later(minutes=2).do("floorperson", VerifyTime(counted=Chips(18_00)))
    found = report("time-charge", scene)
    assert rows(found, "since", "until", "seats", "charged") == [
        (NOON, NOON + timedelta(minutes=30), "1, 2, 3, 4", 4)
    ]
    assert rows(found, "owed", "excused", "expected", "collected") == [(24_00, 6_00, 18_00, 18_00)]
    verified = NOON + timedelta(minutes=32)
    assert rows(found, "dealer", "verified by", "verified at") == [("Dee", "Flo", verified)]


# --- boxes, displays, payouts --------------------------------------------------------------------


@clause("POKER-19e-report")
def test_a_box_has_the_logs_total_the_tables_count_and_the_cages() -> None:
    scene = jackpot()
    play(scene)
    play(scene)
    counted = count(scene, 1_00)
    play(scene)
    sent = send(scene)
    cells = ("box", "by the log", "table count", "cage count", "difference", "cashier")
    assert rows(report("boxes", scene), *cells) == [
        ("box 1 1", 2_00, 1_00, None, -1_00, "on the way"),
        ("box 1 2", 1_00, None, None, None, "on the way"),
    ]
    receive(scene, counted, 1_50)
    receive(scene, sent)
    found = report("boxes", scene)
    assert rows(found, *cells) == [
        ("box 1 1", 2_00, 1_00, 1_50, -50, "Kay"),
        ("box 1 2", 1_00, None, 1_00, 0, "Kay"),
    ]
    assert rows(found, "dealer", "supervisor", "security") == [
        ("Dee", "Pat", "Sam"),
        ("", "Pat", "Sam"),
    ]
    assert found.totals["by the log"] + found.totals["difference"] == found.totals["cage count"]


@clause("POKER-19e-report")
def test_boxes_that_are_verified_together_keep_their_own_counts() -> None:
    scene = Scene()
    fund(scene, "main", PLAIN)
    papers = tuple(
        slip(scene, "main", total, number, counted=Chips(counted), dealer="Dee")
        for number, (total, counted) in enumerate([(50_00, 50_00), (30_00, 29_00)], 1)
    )
    scene.ask_house("cage_cashier", ReceiveBoxes(slips=papers, combined=Chips(78_00)))
    found = report("boxes", scene, by=["day"])
    assert rows(found, "by the log", "table count", "cage count", "difference") == [
        (80_00, 79_00, 78_00, -2_00)
    ]
    lines = report("boxes", scene)
    assert lines.column("difference") == [0, -1_00, -1_00]


@clause("POKER-19h-report")
def test_every_adjustment_of_a_display_is_there_with_both_people() -> None:
    scene = Scene()
    fund(scene, "main", PLAIN)
    collect(scene, "main", 500_00)
    adjust(scene)
    pay_out(scene, "main")
    scene.later(minutes=5)
    adjust(scene)
    found = report("displays", scene)
    cells = ("display", "old", "new", "accounting", "supervisor", "reason")
    assert rows(found, *cells)[::2] == [
        ("wall", 0, 500_00, "Abe", "Pat", "daily"),
        ("wall", 500_00, 0, "Abe", "Pat", "bad beat"),
    ]
    assert found.column("time")[-1] == NOON + timedelta(minutes=5)


@clause("POKER-19-payout-report")
def test_a_payout_names_the_hand_the_verifier_and_every_receiver() -> None:
    scene = jackpot()
    play(scene)
    receive(scene, count(scene))
    play(scene, beat=True)
    says = VerifyBadBeat(round=scene.life.rounds, notified=SECURITY)
    [verified] = scene.do("poker_shift_supervisor", says)
    shares = pay_out(scene, "main", hand_over=False)
    waiting = report("payouts", scene)
    assert set(rows(waiting, "handed over", "form", "brought by")) == {(0, None, None)}
    assert verified.slip.round == 2
    again = Scene()
    fund(again, "main", PLAIN)
    collect(again, "main", 100_00)
    shares = pay_out(again, "main")
    found = report("payouts", again)
    cells = ("cards", "lost by", "verified by", "form", "place", "brought by")
    assert set(rows(found, *cells)) == {("7♣ 7♦ 7♥ 7♠ K♣", "Ada", "Sue", "cash", "table", "Sam")}
    assert dict(rows(found, "receiver", "amount")) == shares
    assert found.totals["amount"] == found.totals["handed over"] == 100_00


# --- 19(j) ---------------------------------------------------------------------------------------


@clause("POKER-19j")
def test_a_week_of_1400_in_and_a_month_of_6000_in_and_5200_out() -> None:
    scene = Scene()  # Monday, the first of June
    fund(scene, "main", PLAIN)
    collect(scene, "main", 600_00)
    scene.later(days=6)
    collect(scene, "main", 800_00)
    scene.later(days=7)
    collect(scene, "main", 3_800_00)
    pay_out(scene, "main")
    scene.now = JUNE_30_NIGHT  # the first of July on the calendar
    collect(scene, "main", 800_00)
    scene.later(minutes=1)
    collect(scene, "main", 50_00)
    cells = ("collected", "paid", "transferred", "held", "balance")
    weeks = report("funds", scene, by=["week"])
    assert rows(weeks, "week", *cells) == [
        ("2026-W23", 1_400_00, 0, 0, 0, 1_400_00),
        ("2026-W24", 3_800_00, 5_200_00, 0, 0, -1_400_00),
        ("2026-W27", 850_00, 0, 0, 0, 850_00),
    ]
    months = report("funds", scene, by=["month"])
    assert rows(months, "month", *cells) == [
        ("2026-06", 6_000_00, 5_200_00, 0, 0, 800_00),
        ("2026-07", 50_00, 0, 0, 0, 50_00),
    ]
    [year] = rows(report("funds", scene, by=["year"]), "year", *cells)
    assert year == ("2026", 6_050_00, 5_200_00, 0, 0, 850_00)


@clause("POKER-19j")
def test_what_is_collected_is_paid_transferred_held_or_there() -> None:
    other = replace(RULES, reserve_percent=20)
    scene = Scene()
    fund(scene, "main", RULES)
    scene.life = replace(scene.life, name="2")  # another table feeds the other fund
    fund(scene, "other", other)
    collect(scene, "other", 200_00)
    scene.life = replace(scene.life, name="1")
    collect(scene, "main", 1_000_00)
    returned = ReturnReserve(name="main", chips=Chips(40_00))
    sent = TransferFund(name="main", target="other", chips=Chips(300_00), supervisor=SUPERVISOR)
    scene.ask_house("accounting", returned, sent)
    pay_out(scene, "main", hand_over=False)
    cells = ("fund", "collected", "paid", "transferred", "held", "balance")
    found = report("funds", scene, by=["week"])
    assert rows(found, *cells) == [
        ("main", 1_000_00, 0, 300_00, 60_00, 640_00),  # won and not handed over yet
        ("other", 200_00, 0, -300_00, 40_00, 460_00),
    ]
    for name, collected, paid, transferred, held, balance in rows(found, *cells):
        kept = totals(scene.house, name)
        assert (kept.collected, kept.paid, kept.transferred) == (collected, paid, transferred)
        assert (kept.held, kept.balance) == (held, balance)
        assert collected == paid + transferred + held + balance
    assert found.totals["transferred"] == 0


@clause("POKER-19j")
def test_a_shortage_is_the_houses_and_what_is_distributed_is_paid() -> None:
    scene = Scene()
    fund(scene, "main", PLAIN)
    paper = slip(scene, "main", 100_00, 1)
    scene.ask_house("cage_cashier", ReceiveBoxes(slips=(paper,), counts=(Chips(90_00),)))
    scene.ask_house("accounting", CloseIncident(number=1, finding="under the tray"))
    scene.ask_house("poker_shift_supervisor", StopFund(name="main", reason="amended"))
    payments = {"Zoe": Chips(30_00), "Yan": Chips(20_00)}
    end = DistributeFund(name="main", payments=payments, supervisor=SUPERVISOR)
    scene.ask_house("accounting", end)
    [line] = rows(report("funds", scene, by=["day"]), "collected", "paid", "held", "balance")
    assert line == (100_00, 50_00, 0, 50_00)


# --- the club ------------------------------------------------------------------------------------

LEVELS = Increments(tuple((Chips(level), Chips(1_00)) for level in (10_00, 20_00, 40_00, 60_00)))
CLUB = replace(game_of("bbc-omaha").sign, rake=LEVELS, rake_max=Chips(4_00), promo_drop=Chips(1_00))


def all_in(scene: Scene, *, twice: bool) -> None:
    """Two players put everything in before the flop, and run the rest once or twice."""
    scene.deal(stacked(scene.life.game, [1, 2], button=scene.life.button or 2))
    assert scene.life.round is not None
    while scene.life.playing:
        turn = scene.life.round.turns[0]
        if turn.option("agree"):
            scene.say(say.Agree(turn.actor, yes=twice))
        elif option := turn.option("raise"):
            scene.say(say.RaiseTo(turn.actor, Chips(option.most)))
        elif turn.option("call"):
            scene.say(say.Call(turn.actor))
        elif option := turn.option("bet"):
            scene.say(say.Bet(turn.actor, Chips(option.most)))
        else:
            scene.say(say.Show(turn.actor) if turn.option("show") else say.Check(turn.actor))


@clause("BBC-report")
@pytest.mark.parametrize(("twice", "line"), [(True, (2, 8_00, 1_00)), (False, (1, 4_00, 1_00))])
def test_a_hand_run_twice_bears_two_rakes_and_one_drop(twice: bool, line: tuple[int, ...]) -> None:
    scene = Scene("bbc-omaha", CLUB).open().seat(Ada=100_00, Bob=100_00)
    all_in(scene, twice=twice)
    found = report("club", scene)
    assert rows(found, "boards", "rake", "promotional drop") == [line]
    assert found.totals["promotional drop"] == net(scene.log, "drop")
    assert found.totals["rake"] == net(scene.log, "inventory")


@clause("BBC-report")
def test_purchases_stand_beside_what_may_be_bought() -> None:
    sign = replace(CLUB, purchase_limit="each", max_total_purchase=Chips(300_00))
    scene = Scene("bbc-omaha", sign).open().seat(Ada=100_00, Bob=150_00)
    scene.do(player("Ada"), Buy(chips=Chips(120_00)))
    scene.refused(player("Ada"), Buy(chips=Chips(90_00)), "SIGN max_total_purchase")
    found = report("purchases", scene)
    assert rows(found, "person", "bought", "allowed", "stack then", "since the opening") == [
        ("Ada", 100_00, 150_00, 100_00, 100_00),
        ("Bob", 150_00, 150_00, 150_00, 150_00),
        ("Ada", 120_00, 150_00, 220_00, 220_00),
    ]
    assert rows(found, "stack allowed", "all allowed", "within")[0] == (1_000_00, 300_00, "yes")
    by_person = report("purchases", scene, by=["day"])
    assert rows(by_person, "person", "bought") == [("Ada", 220_00), ("Bob", 150_00)]


# --- the cage ------------------------------------------------------------------------------------


@clause("POKER-cage")
def test_chips_at_tables_cage_inventories_and_funds_are_constant() -> None:
    scene = jackpot()
    play(scene)
    receive(scene, count(scene))
    play(scene)
    scene.do(player("Ada"), Leave())
    pay_out(scene, "main")
    found = report("cage", scene, by=["day"])
    assert found.totals["change"] == 0
    assert found.totals["in"] == found.totals["out"]
    held = dict(rows(found, "place", "change"))
    assert held["players at tables"] == sum(scene.life.stacks.values())
    assert held["bad beat boxes"] == net(scene.log, "box") == 1_00
    assert held["cage"] == net(scene.log, "cage") + net(scene.house_log, "cage")
    funds = held["bad beat funds"] + held["held of the funds"] + held["won and not handed over"]
    assert funds == net(scene.house_log, "fund:main") + net(scene.house_log, "reserve:main")


@clause("POKER-cage")
def test_every_movement_has_two_sides() -> None:
    scene = Scene().open().seat(Ada=100_00, Bob=50_00)
    scene.do(player("Bob"), Leave())
    found = report("cage", scene)
    assert rows(found, "what", "place", "in", "out") == [
        ("Bought", "cage", 0, 100_00),
        ("Bought", "players at tables", 100_00, 0),
        ("Bought", "cage", 0, 50_00),
        ("Bought", "players at tables", 50_00, 0),
        ("SeatLeft", "players at tables", 0, 50_00),
        ("SeatLeft", "cage", 50_00, 0),
    ]


@clause("POKER-cage")
def test_currency_that_is_exchanged_goes_out_and_in() -> None:
    sign = replace(game_of("holdem").sign, rake=None)
    scene = Scene(sign=sign).open().seat(Ada=100_00, Bob=100_00)
    scene.do(player("Cyd"), Sit(seat=3, chips=Chips(100_00), form="currency"))
    scene.deal()
    scene.play_out()
    lines = rows(report("cage", scene), "what", "in", "out", "change")
    found = [line for line in lines if line[0] == "CurrencyConverted"]
    assert found
    assert all(came == went and not change for _, came, went, change in found)
