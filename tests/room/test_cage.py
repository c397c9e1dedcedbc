"""The cage: over the counter, fills and credits, the drop, counts, and the close (A-96)."""

from typing import Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BANK, DROP, INVENTORY, Account, Move, stack
from croupier.games import game_of
from croupier.room.cage.closing import CloseDay, CorrectBooks, CountAccount, CountDrop, obstacles
from croupier.room.cage.fills import (
    CancelSlip,
    PrepareFill,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
)
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.orders import (
    BookTable,
    CashOut,
    GivePromotion,
    IssueChips,
    MoveCash,
    SellChips,
)
from croupier.room.cage.state import CASH, TableSlip, purse
from croupier.room.cage.trays import (
    AdjustInventory,
    CountInventory,
    RemoveDrop,
    SendCredit,
    SignSlip,
    TakeFill,
)
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.custody.state import Procedures
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.payouts import HandOver, PreparePayout
from croupier.room.house import decide as houses
from croupier.room.house.notices import Notice
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.logbook import Entry
from croupier.room.seating.orders import Buy, HoldStake, Leave, RestoreStake, Sit, StepAway
from croupier.room.table import evolve as life
from croupier.room.table.facts import SignPosted
from croupier.room.table.orders import CloseTable
from tests.clause import clause
from tests.room.cages import ABE, KAY, KIM, SAM, SUE, adds_up, book, close, count, on, stock
from tests.room.jackpots import RULES
from tests.room.ledgers import collect, fund, pay_out, report, slip
from tests.room.tables import STAFF, Scene, player

PAT, DEE, FLO = STAFF["poker_supervisor"], STAFF["dealer"], STAFF["floorperson"]


def room(key: str = "holdem", **sign: Any) -> Scene:
    return stock(Scene(key, replace(game_of(key).sign, **sign))).open()


def happens(scene: Scene, move: Move) -> None:
    """Chips travel at the table, whatever the reason."""
    fact = SignPosted(clause="A-96", sign=scene.life.sign, moves=(move,))
    scene.log.append(Entry(scene.now, ABE, fact))
    scene.life = life.evolve(scene.life, scene.log[-1])


def refuses(scene: Scene, by: Any, command: Any, clause: str) -> str:
    return scene.house_refused(by, command, clause)


# --- over the counter ----------------------------------------------------------------------------


@clause("POKER-cage")
def test_a_player_buys_sits_leaves_and_cashes_and_every_step_has_two_sides() -> None:
    scene = room()
    scene.ask_house(KAY, SellChips(person="Ada", chips=Chips(300_00)))
    assert (on(scene, "purse:Ada"), on(scene, "cage"), on(scene, "cash")) == (
        300_00,
        9_700_00,
        5_300_00,
    )
    scene.do(player("Ada"), Sit(seat=1, chips=Chips(200_00)))
    book(scene)
    assert (on(scene, "purse:Ada"), on(scene, "table:1")) == (100_00, 200_00)
    scene.do(player("Ada"), Leave())
    book(scene)
    assert (on(scene, "purse:Ada"), on(scene, "table:1")) == (300_00, 0)
    scene.ask_house(KAY, CashOut(person="Ada", chips=Chips(300_00)))
    assert (on(scene, "purse:Ada"), on(scene, "cage"), on(scene, "cash")) == (
        0,
        10_000_00,
        5_000_00,
    )
    adds_up(scene)
    scene.check()


@clause("POKER-cage")
def test_who_sits_down_without_chips_buys_what_is_missing_at_the_table() -> None:
    scene = room()
    scene.ask_house(KAY, SellChips(person="Ada", chips=Chips(50_00)))
    scene.seat(Ada=200_00)
    book(scene)
    assert (on(scene, "purse:Ada"), on(scene, "table:1")) == (0, 200_00)
    assert on(scene, "cash") == 5_000_00 + 50_00 + 150_00
    scene.do(player("Ada"), Buy(chips=Chips(40_00)))
    book(scene)
    assert (on(scene, "table:1"), on(scene, "cash")) == (240_00, 5_240_00)
    adds_up(scene)


@clause("POKER-cage")
def test_currency_and_coin_fall_into_the_drop_box_and_not_into_the_drawer() -> None:
    scene = room("seven-card-stud", ante=Chips(50))
    scene.ask_house(KAY, SellChips(person="Ada", chips=Chips(500_00)))
    scene.do(player("Ada"), Sit(seat=1, chips=Chips(200_00), form="currency"))
    scene.do(player("Ada"), Buy(chips=Chips(75), form="coin"))
    book(scene)
    assert on(scene, "purse:Ada") == 500_00  # the player's own chips are not touched
    assert (on(scene, "dropbox:1"), on(scene, "cash")) == (200_75, 5_500_00)
    adds_up(scene)


@clause("POKER-cage")
def test_a_recorded_stake_a_removal_and_a_closing_table_all_lead_home() -> None:
    scene = room()
    scene.seat(Ada=200_00, Bob=300_00, Cyd=150_00)
    scene.do(player("Ada"), StepAway())
    scene.do("poker_shift_supervisor", HoldStake(seat=1))
    book(scene)
    assert on(scene, "purse:Ada") == 200_00
    scene.do("poker_shift_supervisor", RestoreStake(seat=1, chips=Chips(200_00)))
    notice = Notice("Ian", scene.now)
    scene.do("floorperson", RemovePlayer(seat=2, cause="abuse", notice=notice))
    book(scene)
    assert (on(scene, "purse:Ada"), on(scene, "purse:Bob")) == (0, 300_00)
    scene.do("floorperson", CloseTable())
    book(scene)
    assert [on(scene, f"purse:{name}") for name in ("Ada", "Cyd")] == [200_00, 150_00]
    assert on(scene, "table:1") == 0
    adds_up(scene)
    scene.check()


def test_what_the_counter_refuses() -> None:
    scene = room()
    assert "cannot be sold" in refuses(
        scene, KAY, SellChips(person="Ada", chips=Chips(10_000_01)), "FIELD chips"
    )
    refuses(scene, KAY, SellChips(person="Ada", chips=Chips(0)), "FIELD chips")
    refuses(scene, KAY, SellChips(person=" ", chips=Chips(1_00)), "FIELD person")
    why = refuses(scene, KAY, CashOut(person="Ada", chips=Chips(1_00)), "FIELD chips")
    assert why == "Ada has $0 on hand, not $1"
    scene.ask_house(KAY, SellChips(person="Ada", chips=Chips(100_00)))
    scene.ask_house(ABE, MoveCash(cash=Chips(-5_050_00), reason="to the bank", witness=KAY))
    why = refuses(scene, KAY, CashOut(person="Ada", chips=Chips(100_00)), "A-96")
    assert why == "the drawer holds $50, not $100"
    refuses(scene, ABE, MoveCash(cash=Chips(-50_01), reason="bank", witness=KAY), "A-96")
    refuses(scene, ABE, MoveCash(cash=Chips(1_00), reason=" ", witness=KAY), "A-96")
    refuses(scene, ABE, MoveCash(cash=Chips(0), reason="bank", witness=KAY), "FIELD cash")
    refuses(scene, ABE, IssueChips(chips=Chips(0), witness=KAY), "FIELD chips")
    refuses(scene, ABE, IssueChips(chips=Chips(-9_900_01), witness=KAY), "FIELD chips")
    scene.ask_house(ABE, IssueChips(chips=Chips(-9_900_00), witness=KAY))
    assert (on(scene, "cage"), on(scene, "issued")) == (0, -100_00)
    adds_up(scene)


def test_the_same_line_of_a_table_is_booked_once_and_in_order() -> None:
    scene = room()
    scene.seat(Ada=200_00)
    book(scene)
    line = scene.house.cage.booked["1"]
    slip = TableSlip(line=line, kind="stake", chips=Chips(5_00), person="Ada")
    later = replace(slip, line=line + 2)
    for since, slips in ((line, (slip,)), (0, (later,)), (line, ()), (line, (later, slip))):
        refuses(scene, KAY, BookTable(table="1", since=since, slips=slips), "FIELD slips")


@clause("POKER-cage")
def test_a_bank_that_pays_more_than_it_was_filled_with_owes_and_the_room_still_adds_up() -> None:
    scene = room("two-card-joker")
    scene.seat(Ada=200_00)
    happens(scene, Move(BANK, stack(1), Chips(300_00)))
    scene.do(player("Ada"), Leave())
    book(scene)
    assert (on(scene, "purse:Ada"), on(scene, "table:1")) == (500_00, -300_00)
    adds_up(scene)


@clause("POKER-cage")
def test_a_payout_in_chips_goes_to_the_players_hand() -> None:
    scene = room()
    fund(scene, "main", RULES)
    collect(scene, "main", 100_00)
    shares = pay_out(scene, "main", hand_over=False)
    scene.ask_house("accounting", PreparePayout(number=1, form="chips"))
    for person in shares:
        scene.ask_house("security", HandOver(number=1, person=person))
    assert {name: on(scene, purse(name)) for name in shares} == shares
    assert sum(report("funds", scene).column("paid")) == sum(shares.values())  # type: ignore[arg-type]  # money
    adds_up(scene)


# --- fills, credits, counts and the drop at a table ----------------------------------------------


@clause("POKER-cage")
def test_a_fill_is_asked_for_prepared_carried_and_signed_by_two_at_either_end() -> None:
    scene = room("two-card-joker")
    scene.ask_house(FLO, RequestFill(table="1", chips=Chips(1_000_00)))
    early = TakeFill(number=1, counted=Chips(1_000_00), supervisor=PAT)
    assert scene.refused(DEE, early, "A-96") == "fill 1 is requested, not on the way"
    scene.ask_house(KAY, PrepareFill(number=1, witness=SAM))
    assert (on(scene, "cage"), on(scene, "transit")) == (9_000_00, 1_000_00)
    short = TakeFill(number=1, counted=Chips(990_00), supervisor=PAT)
    assert "$1,000, and $990 was counted" in scene.refused(DEE, short, "A-96")
    scene.refused(DEE, replace(early, supervisor=DEE), "A-96")
    scene.refused(DEE, replace(early, supervisor=SAM), "A-96")
    scene.do(DEE, early)
    assert scene.life.accounts[BANK] == 1_000_00
    assert scene.refused(DEE, early, "A-96") == "fill 1 is done, not on the way"
    book(scene)
    assert (on(scene, "transit"), on(scene, "table:1")) == (0, 1_000_00)
    [slip] = scene.house.cage.slips
    assert (slip.status, slip.signed) == ("done", ("Flo", "Kay", "Sam", "Dee", "Pat"))
    adds_up(scene)
    scene.check()


@clause("POKER-cage")
def test_the_automated_dealer_counts_and_a_supervisor_signs() -> None:
    scene = room("two-card-joker")
    scene.ask_house(FLO, RequestFill(table="1", chips=Chips(1_000_00)))
    scene.ask_house(KAY, PrepareFill(number=1, witness=SAM))
    taken = scene.do(FLO, SignSlip(number=1))
    scene.ask_house(FLO, RequestCredit(table="1", chips=Chips(300_00)))
    sent = scene.do(FLO, SignSlip(number=2))
    assert [(fact.dealer, fact.supervisor) for fact in taken + sent] == [(HOUSE_DEALER, FLO)] * 2
    book(scene)
    fill, credit = scene.house.cage.slips
    assert fill.signed == ("Flo", "Kay", "Sam", "automated", "Flo")
    assert credit.signed == ("Flo", "automated", "Flo")
    adds_up(scene)
    scene.check()


@clause("POKER-cage")
def test_where_a_person_deals_nobody_signs_for_the_dealer() -> None:
    scene = stock(Scene("two-card-joker", procedures=Procedures(dealer="person")).open())
    scene.ask_house(FLO, RequestFill(table="1", chips=Chips(1_000_00)))
    scene.ask_house(KAY, PrepareFill(number=1, witness=SAM))
    why = scene.refused(FLO, SignSlip(number=1), "A-96")
    assert why == "the dealer of this table counts, and a supervisor signs"


@clause("POKER-cage")
def test_a_credit_brings_the_rake_to_the_cage() -> None:
    scene = room()
    scene.seat(Ada=100_00)
    happens(scene, Move(stack(1), INVENTORY, Chips(40_00)))
    book(scene)
    scene.ask_house(FLO, RequestCredit(table="1", chips=Chips(40_01)))
    scene.ask_house(FLO, RequestCredit(table="1", chips=Chips(40_00)))
    why = scene.refused(DEE, SendCredit(number=1, supervisor=FLO), "A-96")
    assert why == "the inventory of table 1 holds $40, not $40.01"
    scene.do(DEE, SendCredit(number=2, supervisor=FLO))
    assert scene.life.accounts[INVENTORY] == 0
    refuses(
        scene, KAY, ReceiveCredit(number=2, counted=Chips(40_00), witness=SAM), "A-96"
    )  # the books do not know of it yet
    book(scene)
    assert on(scene, "transit") == 40_00
    wrong = ReceiveCredit(number=2, counted=Chips(39_00), witness=SAM)
    assert "$40, and $39 was counted" in refuses(scene, KAY, wrong, "A-96")
    refuses(scene, KAY, replace(wrong, counted=Chips(40_00), witness=KIM), "A-96")
    scene.ask_house(KAY, replace(wrong, counted=Chips(40_00)))
    assert (on(scene, "transit"), on(scene, "cage")) == (0, 9_940_00)
    refuses(scene, KAY, replace(wrong, counted=Chips(40_00)), "A-96")
    refuses(scene, KAY, replace(wrong, number=9), "FIELD number")
    adds_up(scene)


def test_a_fill_may_be_cancelled_until_the_table_has_signed() -> None:
    scene = room("flop-poker")
    for chips in (100_00, 200_00):
        scene.ask_house(FLO, RequestFill(table="1", chips=Chips(chips)))
    scene.ask_house(FLO, CancelSlip(number=1, reason="not needed"))
    scene.ask_house(KAY, PrepareFill(number=2, witness=SAM))
    scene.ask_house(KAY, CancelSlip(number=2, reason="the table closed"))
    assert (on(scene, "transit"), on(scene, "cage")) == (0, 10_000_00)
    refuses(scene, KAY, CancelSlip(number=2, reason="again"), "FIELD number")
    refuses(scene, KAY, PrepareFill(number=1, witness=SAM), "A-96")
    refuses(scene, FLO, RequestFill(table="1", chips=Chips(0)), "FIELD chips")
    refuses(scene, FLO, RequestCredit(table=" ", chips=Chips(1_00)), "FIELD table")
    scene.ask_house(FLO, RequestFill(table="1", chips=Chips(10_000_01)))
    refuses(scene, KAY, PrepareFill(number=3, witness=SAM), "A-96")
    scene.refused(DEE, TakeFill(number=3, counted=Chips(1), supervisor=PAT), "A-96")
    scene.refused(DEE, SendCredit(number=3, supervisor=PAT), "FIELD number")
    adds_up(scene)


@clause("POKER-cage")
def test_an_inventory_that_differs_is_corrected_by_two_with_a_reason() -> None:
    scene = room("texas-holdem-bonus")
    scene.ask_house(FLO, RequestFill(table="1", chips=Chips(500_00)))
    scene.ask_house(KAY, PrepareFill(number=1, witness=SAM))
    scene.do(DEE, TakeFill(number=1, counted=Chips(500_00), supervisor=PAT))
    scene.refused(ABE, AdjustInventory(reason="why", supervisor=SUE), "A-96")
    seen = CountInventory(when="shift", counted=Chips(495_00), supervisor=FLO)
    scene.refused(DEE, replace(seen, counted=Chips(-1)), "FIELD counted")
    scene.do(DEE, seen)
    book(scene)
    assert any("table 1: $500 expected, $495 counted" in w for w in _obstacles(scene))
    number = scene.house.cage.differences[0].number
    by_hand = CorrectBooks(number=number, reason="lost", witness=SUE)
    refuses(scene, ABE, by_hand, "A-96")
    scene.refused(ABE, AdjustInventory(reason=" ", supervisor=SUE), "A-96")
    scene.refused(ABE, AdjustInventory(reason="a chip fell", supervisor=FLO), "A-96")
    scene.do(ABE, AdjustInventory(reason="a chip fell", supervisor=SUE))
    book(scene)
    assert scene.life.accounts[BANK] == 495_00
    assert on(scene, "issued") == -9_995_00
    assert not any("inventory" in words for words in _obstacles(scene))
    scene.do(DEE, replace(seen, counted=Chips(497_00)))
    scene.do(DEE, replace(seen, when="closing"))  # counted again: the first count was wrong
    book(scene)
    assert not any("inventory" in words for words in _obstacles(scene))
    adds_up(scene)
    scene.check()


@clause("POKER-cage")
def test_an_inventory_is_not_corrected_by_chips_that_have_left_it_since_the_count() -> None:
    scene = room("texas-holdem-bonus")
    scene.ask_house(FLO, RequestFill(table="1", chips=Chips(500_00)))
    scene.ask_house(KAY, PrepareFill(number=1, witness=SAM))
    scene.do(DEE, TakeFill(number=1, counted=Chips(500_00), supervisor=PAT))
    scene.do(DEE, CountInventory(when="shift", counted=Chips(200_00), supervisor=FLO))
    book(scene)
    scene.ask_house(FLO, RequestCredit(table="1", chips=Chips(250_00)))
    scene.do(DEE, SendCredit(number=2, supervisor=FLO))
    why = scene.refused(ABE, AdjustInventory(reason="a chip fell", supervisor=SUE), "A-96")
    assert "must be counted again" in why
    assert scene.life.accounts[BANK] == 250_00


@clause("POKER-cage")
def test_a_drop_box_is_counted_by_two_and_the_difference_is_kept() -> None:
    scene = room()
    scene.do(player("Ada"), Sit(seat=1, chips=Chips(200_00), form="currency"))
    scene.do(player("Bob"), Sit(seat=2, chips=Chips(100_00)))
    happens(scene, Move(stack(2), DROP, Chips(3_00)))
    scene.refused("floorperson", RemoveDrop(security=PAT), "A-96")
    scene.do("floorperson", RemoveDrop(security=SAM))
    book(scene)
    drop = scene.house.cage.drops[-1]
    assert (drop.number, drop.cash, drop.chips) == (1, 200_00, 3_00)
    assert (on(scene, "dropbox:1"), on(scene, "dropcash:1"), on(scene, "dropchips:1")) == (
        0,
        200_00,
        3_00,
    )
    says = CountDrop(table="1", number=1, cash=Chips(190_00), chips=Chips(5_00), witness=KAY)
    refuses(scene, ABE, replace(says, witness=ABE), "A-96")
    refuses(scene, ABE, replace(says, cash=Chips(-1)), "FIELD cash")
    refuses(scene, ABE, replace(says, number=7), "FIELD number")
    scene.ask_house(ABE, says)
    assert (on(scene, "dropcash:1"), on(scene, "dropchips:1")) == (10_00, 0)
    assert on(scene, "promotions") == 3_00
    cash, chips = scene.house.cage.differences
    assert (cash.found, chips.found) == (-10_00, 2_00)
    for one in (cash, chips):
        scene.ask_house(ABE, CorrectBooks(number=one.number, reason="recount", witness=SUE))
    assert (on(scene, "dropcash:1"), on(scene, "promotions")) == (0, 5_00)
    assert on(scene, "cash") == 5_000_00 + 100_00 + 190_00
    give = GivePromotion(person="Ada", chips=Chips(5_01), reason="high hand", witness=SUE)
    refuses(scene, ABE, give, "FIELD chips")
    scene.ask_house(ABE, replace(give, chips=Chips(5_00)))
    assert (on(scene, "promotions"), on(scene, "purse:Ada")) == (0, 5_00)
    adds_up(scene)


# --- counts, and the close of a day --------------------------------------------------------------


def _obstacles(scene: Scene) -> list[str]:
    return list(obstacles(scene.house, scene.now))


@clause("POKER-cage")
def test_a_day_does_not_close_on_a_difference_and_says_both_numbers() -> None:
    scene = room()
    scene.ask_house(KAY, SellChips(person="Ada", chips=Chips(100_00)))
    shut = CloseDay(day="2026-06-01", witness=SUE)
    assert "the chips of the cage: not counted" in refuses(scene, ABE, shut, "A-96")
    count(scene, CAGE, off=-5_00)
    why = refuses(scene, ABE, shut, "A-96")
    assert "the chips of the cage: $9,900 expected, $9,895 counted" in why
    assert "-$5" in why
    count(scene, CAGE)  # counted again, and right
    count(scene, CASH, off=2_00)
    assert "$5,100 expected, $5,102 counted" in refuses(scene, ABE, shut, "A-96")
    [found] = [one for one in scene.house.cage.differences if one.open]
    mend = CorrectBooks(number=found.number, reason="found in the safe", witness=SUE)
    refuses(scene, ABE, replace(mend, witness=KAY), "A-96")
    refuses(scene, ABE, replace(mend, witness=Actor("Abe", "casino_supervisor")), "A-96")
    refuses(scene, ABE, replace(mend, reason=""), "A-96")
    refuses(scene, ABE, replace(mend, number=99), "FIELD number")
    scene.ask_house(ABE, mend)
    refuses(scene, ABE, mend, "FIELD number")
    assert on(scene, "cash") == 5_102_00
    [fact] = scene.ask_house(ABE, shut)
    assert fact.balances == {k: v for k, v in scene.house.accounts.items() if v}
    assert _obstacles(scene)[0].startswith("the chips of the cage: not counted")  # the next day
    adds_up(scene)
    scene.check()


def test_a_shortage_is_corrected_too() -> None:
    scene = room()
    count(scene, CAGE, off=-7_00)
    count(scene, CASH, off=-9_00)
    for one in scene.house.cage.differences:
        scene.ask_house(ABE, CorrectBooks(number=one.number, reason="lost", witness=SUE))
    assert (on(scene, "cage"), on(scene, "issued")) == (9_993_00, -9_993_00)
    assert (on(scene, "cash"), on(scene, "outside")) == (4_991_00, -4_991_00)
    adds_up(scene)
    count(scene, CASH, off=-4_990_00)
    scene.ask_house(ABE, MoveCash(cash=Chips(-10_00), reason="bank", witness=KAY))
    mend = CorrectBooks(number=3, reason="gone", witness=SUE)
    assert "counted again first" in refuses(scene, ABE, mend, "A-96")


def test_a_closed_day_is_not_written_to() -> None:
    scene = room()
    close(scene, "2026-06-01")
    shut = CloseDay(day="2026-06-01", witness=SUE)
    assert "is already closed" in refuses(scene, ABE, shut, "A-96")
    refuses(scene, ABE, replace(shut, day="2026-06-02"), "A-86")  # it has not begun
    refuses(scene, ABE, replace(shut, day="soon"), "FIELD day")
    [sold] = scene.ask_house(KAY, SellChips(person="Ada", chips=Chips(1_00)))
    assert sold.day == "2026-06-02"  # what is done after an early close is the next day's
    before = scene.now
    scene.later(minutes=-5)
    why = refuses(scene, KAY, SellChips(person="Ada", chips=Chips(1_00)), "A-96")
    assert "nothing can be added to gaming day 2026-06-01" in why
    scene.now = before
    scene.later(days=1)
    close(scene, "2026-06-02")
    assert scene.house.cage.closed == "2026-06-02"
    [due] = [one for one in houses.due(scene.house, scene.now) if one.what == "day close"]
    assert due.words == "gaming day 2026-06-03 must be counted and closed"


def test_a_count_is_fresh_signed_by_two_and_made_of_its_pieces() -> None:
    scene = room()
    count(scene, CAGE)
    count(scene, CASH)
    scene.later(minutes=60)
    assert _obstacles(scene) == []
    scene.later(seconds=1)
    assert len(_obstacles(scene)) == 2
    says = CountAccount(account=CAGE, counted=Chips(10_000_00), witness=KIM)
    refuses(scene, KAY, replace(says, witness=KAY), "A-96")
    refuses(scene, KAY, replace(says, witness=FLO), "A-96")
    refuses(scene, KAY, replace(says, account=Account("purse:Ada")), "FIELD account")
    refuses(scene, KAY, replace(says, counted=Chips(-1)), "FIELD counted")
    refuses(scene, KAY, replace(says, pieces={100_00: 99}), "FIELD pieces")
    refuses(scene, KAY, replace(says, pieces={-1: 0}), "FIELD counted")
    [fact] = scene.ask_house(KAY, replace(says, pieces={100_00: 99, 5_00: 20}))
    assert fact.pieces == {100_00: 99, 5_00: 20}
    scene.check()


def test_what_is_on_its_way_or_hangs_at_a_table_keeps_the_day_open() -> None:
    scene = room("holdem")
    count(scene, CAGE)
    count(scene, CASH)
    scene.ask_house(FLO, RequestFill(table="1", chips=Chips(50_00)))
    assert _obstacles(scene) == []  # nothing has moved yet
    scene.ask_house(KAY, PrepareFill(number=1, witness=SAM))
    assert _obstacles(scene) == ["fill 1 of $50 for table 1 is out"]
    scene.do(DEE, TakeFill(number=1, counted=Chips(50_00), supervisor=PAT))
    scene.do(player("Ada"), Sit(seat=1, chips=Chips(80_00), form="currency"))
    book(scene)
    assert _obstacles(scene) == ["the drop box of table 1 is still at the table, with $80 in it"]
    scene.do("floorperson", RemoveDrop(security=SAM))
    book(scene)
    assert _obstacles(scene) == ["drop box 1 of table 1 is not counted"]
    counted = CountDrop(table="1", number=1, cash=Chips(80_00), chips=Chips(0), witness=KAY)
    scene.ask_house(ABE, counted)
    assert _obstacles(scene) == []


def test_an_unexplained_difference_of_a_fund_keeps_the_day_open() -> None:
    scene = room()
    fund(scene, "main", RULES)
    paper = slip(scene, "main", 50_00, 1)
    scene.ask_house("cage_cashier", ReceiveBoxes(slips=(paper,), counts=(Chips(49_00),)))
    count(scene, CAGE)
    count(scene, CASH)
    assert _obstacles(scene) == ["difference 1 of main is not explained"]
