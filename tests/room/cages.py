"""A cage for tests: what the tables' logs say of it is booked, and every kind of money adds up."""

from collections.abc import Iterable
from typing import Any

from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.room.cage.closing import CloseDay, CountAccount
from croupier.room.cage.ledger import CAGE
from croupier.room.cage.orders import BookTable, IssueChips, MoveCash
from croupier.room.cage.state import CASH, table_account
from croupier.room.courier import slips_of
from croupier.room.house.people import Actor
from croupier.room.logbook import Entry
from tests.room.tables import STAFF, Scene

KAY, ABE, SUE, SAM = (
    STAFF[role] for role in ("cage_cashier", "accounting", "poker_shift_supervisor", "security")
)
KIM = Actor("Kim", "cage_cashier")  # another cashier
OF_CASH = ("cash", "outside", "dropbox", "dropcash")


def stock(scene: Scene, chips: int = 10_000_00, cash: int = 5_000_00) -> Scene:
    """The cage gets its chips and its float."""
    scene.ask_house("accounting", IssueChips(chips=Chips(chips), witness=KAY))
    scene.ask_house("accounting", MoveCash(cash=Chips(cash), reason="float", witness=KAY))
    return scene


def book(*scenes: Scene) -> list[Any]:
    """Enter what the logs of tables say of the cage and is not in its books yet."""
    facts: list[Any] = []
    for scene in scenes:
        name = scene.life.name
        since = scene.house.cage.booked.get(name, 0)
        slips = [
            s for at, entry in enumerate(scene.log, 1) if at > since for s in slips_of(at, entry)
        ]
        if slips:
            order = BookTable(table=name, since=since, slips=tuple(slips))
            facts += scene.ask_house(KAY, order)
    return facts


def on(scene: Scene, account: str) -> int:
    """What an account of the house holds."""
    return scene.house.accounts.get(Account(account), 0)


def count(scene: Scene, account: Account, off: int = 0) -> None:
    counted = Chips(on(scene, account) + off)
    scene.ask_house(KAY, CountAccount(account=account, counted=counted, witness=KIM))


def close(scene: Scene, day: str) -> list[Any]:
    """Count what is counted, and close the day."""
    count(scene, CAGE)
    count(scene, CASH)
    return scene.ask_house(ABE, CloseDay(day=day, witness=SUE))


def raw(entries: Iterable[Entry]) -> dict[str, int]:
    """Plain sums over the raw facts: nothing of the code's own arithmetic."""
    sums: dict[str, int] = {}
    for entry in entries:
        for source, target, chips in getattr(entry.fact, "moves", ()) and [
            (m.source, m.target, m.chips) for m in entry.fact.moves
        ]:
            sums[source] = sums.get(source, 0) - chips
            sums[target] = sums.get(target, 0) + chips
    return sums


def adds_up(*scenes: Scene) -> None:
    """Chips and cash each add up, in the house and over the whole room; nothing is negative."""
    house = raw(scenes[0].house_log)
    assert {k: v for k, v in house.items() if v} == {
        k: v for k, v in scenes[0].house.accounts.items() if v
    }
    cash = {k: v for k, v in house.items() if k.partition(":")[0] in OF_CASH}
    chips = {k: v for k, v in house.items() if k not in cash}
    assert sum(cash.values()) == sum(chips.values()) == 0
    on_tables = 0
    for scene in scenes:
        table = raw(scene.log)
        assert house.get(table_account(scene.life.name), 0) == -table.get(CAGE, 0)
        on_tables += sum(v for k, v in table.items() if k != CAGE)
    rest = sum(v for k, v in chips.items() if k != "issued" and not k.startswith("table:"))
    assert rest + on_tables == -chips.get("issued", 0)  # what was issued is what there is
    owing = {k for k, v in house.items() if v < 0}
    assert owing <= {"issued", "outside", "cage"} | {k for k in owing if k.startswith("table:")}
