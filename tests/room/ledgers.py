"""A house's books for tests: reports of scenes, and money that comes in on slips."""

from typing import Any

from croupier.cards import parse_cards
from croupier.chips import Chips
from croupier.engine.accounts import Account
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.orders import DesignateTable, PostFund, RecordFundApproval, SubmitFund
from croupier.room.funds.payouts import AwardBadBeat, HandOver, PreparePayout
from croupier.room.funds.state import BeatSlip, BoxSlip
from croupier.room.logbook import Entry
from croupier.rules.revenue import BadBeat
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import Book, Report, book, made
from tests.room.jackpots import DISPLAYS, ENDING, NOTICE
from tests.room.tables import STAFF, Scene


def report(name: str, *scenes: Scene, **asked: Any) -> Report:
    """A report over the logs of these scenes, and of the house of the first."""
    return made(REPORTS[name], books(*scenes), **asked)


def books(*scenes: Scene) -> Book:
    return book(*(scene.log for scene in scenes), house=scenes[0].house_log)


def rows(found: Report, *names: str) -> list[tuple[Any, ...]]:
    """Some columns of a report."""
    return list(zip(*(found.column(name) for name in names), strict=True))


def fund(scene: Scene, name: str, rules: BadBeat) -> None:
    """A fund that is offered, fed by the table of the scene."""
    scene.ask_house("accounting", SubmitFund(name=name, rules=rules, ending=ENDING))
    scene.ask_house("accounting", RecordFundApproval(name=name, reference="MGC 26-7"))
    percent = rules.jackpot_percent or 0
    posted = PostFund(name=name, place="desk", percent=percent, displays=DISPLAYS)
    scene.ask_house("poker_shift_supervisor", posted)
    table = DesignateTable(name=name, table=scene.life.name)
    scene.ask_house("poker_shift_supervisor", table)


def slip(scene: Scene, name: str, total: int, number: int, **more: Any) -> BoxSlip:
    known: dict[str, Any] = {
        "table": scene.life.name,
        "number": number,
        "fund": name,
        "day": f"{scene.now:%Y-%m-%d}",
        "place": "cage",
        "total": Chips(total),
        "counted": None,
        "dealer": "",
        "supervisor": "Pat",
        "surveillance": "",
        "container": "lock 7",
        "security": "Sam",
        "notice": NOTICE,
    }
    paper = BoxSlip(**known | more)
    scene.made_out(paper)
    return paper


def collect(scene: Scene, name: str, chips: int) -> None:
    """A box with these chips comes to the cage."""
    number = 1 + sum(key.startswith("box") for key in scene.house.funds.slips)
    paper = slip(scene, name, chips, number)
    scene.ask_house("cage_cashier", ReceiveBoxes(slips=(paper,), counts=(Chips(chips),)))


def pay_out(scene: Scene, name: str, *, hand_over: bool = True) -> dict[str, Chips]:
    """A bad beat takes all that may be won."""
    paper = BeatSlip(
        table=scene.life.name,
        number=1 + sum(key.startswith("beat") for key in scene.house.funds.slips),
        fund=name,
        round=7,
        loser="Ada",
        cards=parse_cards("7c7d7h7sKc"),
        winners=("Bob",),
        others=("Cyd",),
        verified_by=STAFF["poker_shift_supervisor"],
        notified=STAFF["security"],
        at=scene.now,
    )
    scene.made_out(paper)
    [fact] = scene.ask_house("poker_shift_supervisor", AwardBadBeat(slip=paper))
    if hand_over:
        scene.ask_house("accounting", PreparePayout(number=fact.number, form="cash"))
        for person in fact.shares:
            scene.ask_house("security", HandOver(number=fact.number, person=person))
    shares: dict[str, Chips] = fact.shares
    return shares


def net(log: list[Entry], account: str) -> int:
    """What an account holds, by the moves of a log and nothing else."""
    moves = [move for entry in log for move in getattr(entry.fact, "moves", ())]
    name = Account(account)
    return sum(m.chips * ((m.target == name) - (m.source == name)) for m in moves)
