"""The cage's reports, recomputed from the raw logs."""

from croupier.chips import Chips
from croupier.room.cage.closing import CorrectBooks, CountDrop
from croupier.room.cage.fills import CancelSlip, PrepareFill, RequestFill
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.orders import SellChips
from croupier.room.cage.trays import CountInventory, RemoveDrop, TakeFill
from croupier.room.seating.orders import Sit
from tests.clause import clause
from tests.room.cages import ABE, KAY, SAM, SUE, book, close, count, raw, stock
from tests.room.ledgers import report, rows
from tests.room.tables import STAFF, Scene, player

DEE, FLO = STAFF["dealer"], STAFF["floorperson"]


def two_days() -> Scene:
    """A fill, a canceled one, a drop that is short, a count that is off, two closed days."""
    scene = stock(Scene()).open()
    for chips in (500_00, 70_00):
        scene.ask_house(FLO, RequestFill(table="1", chips=Chips(chips)))
    scene.ask_house(KAY, PrepareFill(number=1, witness=SAM))
    scene.ask_house(FLO, CancelSlip(number=2, reason="not needed"))
    scene.do(DEE, TakeFill(number=1, counted=Chips(500_00), supervisor=FLO))
    scene.do(DEE, CountInventory(when="shift", counted=Chips(500_00), supervisor=FLO))
    scene.do(player("Ada"), Sit(seat=1, chips=Chips(200_00), form="currency"))
    scene.do(FLO, RemoveDrop(security=SAM))
    book(scene)
    drop = CountDrop(table="1", number=1, cash=Chips(195_00), chips=Chips(0), witness=KAY)
    scene.ask_house(ABE, drop)
    count(scene, CAGE, off=3_00)
    for number in (1, 2):
        scene.ask_house(ABE, CorrectBooks(number=number, reason="explained", witness=SUE))
    close(scene, "2026-06-01")
    scene.later(days=1)
    scene.ask_house(KAY, SellChips(person="Ada", chips=Chips(40_00)))
    close(scene, "2026-06-02")
    return scene


@clause("POKER-cage")
def test_a_closed_day_changes_every_account_by_its_moves_and_all_together_by_nothing() -> None:
    scene = two_days()
    found = report("day-close", scene)
    assert found.totals == {"change": 0}
    days = report("day-close", scene, by=["day"])
    assert days.rows[0][0] == "2026-06-01"
    second = [row for row in rows(found, "closed day", "account", "change") if row[2]][-4:]
    assert {row[1:] for row in second} == {
        ("cage", -40_00),
        ("Ada", 40_00),
        ("drawer", 40_00),
        ("outside", -40_00),
    }
    closing = {row[0]: row[1] for row in rows(found, "account", "closing")[-9:]}
    sums = raw(scene.house_log)
    assert closing["cage"] == sums["cage"]
    assert closing["drawer"] == sums["cash"]
    assert closing["table 1"] == sums["table:1"] == 700_00


@clause("POKER-cage")
def test_fills_counts_and_the_drop_are_listed_with_who_signed() -> None:
    scene = two_days()
    fills = report("fills", scene)
    assert fills.totals == {"filled": 500_00, "credited": 0}
    assert rows(fills, "slip", "state", "signed by") == [
        (2, "canceled: not needed", "Flo"),
        (1, "at the table", "Dee, Flo"),
    ]
    drop = report("drop", scene)
    assert rows(drop, "table", "currency", "currency off", "counted by", "signed by") == [
        ("1", 195_00, -5_00, "Abe", "Kay")
    ]
    counts = report("inventory", scene)
    assert counts.totals == {"difference": 3_00}
    assert ("inventory", 500_00, 500_00) in rows(counts, "what", "books", "counted")
    assert sum(str(what).startswith("corrected") for what in counts.column("what")) == 2


@clause("POKER-cage")
def test_the_cage_report_still_sums_to_nothing_with_the_books_of_both_sides() -> None:
    scene = two_days()
    assert report("cage", scene).totals["change"] == 0
    by_place = dict(rows(report("cage", scene, by=["year"]), "place", "change"))
    assert by_place["cage"] == raw(scene.house_log)["cage"]
    assert by_place["players at tables"] == 200_00
    assert by_place["inventories"] == 500_00
