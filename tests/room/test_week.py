"""A week of a room: a table of every game, a jackpot, staff at work, a restart every night.

Every gaming day closes with books equal to the chips on the tables and displays equal to the
ledger, and every report's totals are summed again from the raw lines.
"""

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.accounts import BANK, BOX, INVENTORY, RAKE
from croupier.engine.deal import renewal
from croupier.engine.turns import DEALER
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room import house as houses
from croupier.room import life
from croupier.room.cage_orders import (
    CashOut,
    CountDrop,
    PrepareFill,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
    SellChips,
)
from croupier.room.cage_state import purse
from croupier.room.charges import AssessTime, VerifyTime
from croupier.room.days import day_of
from croupier.room.funds_books import totals
from croupier.room.orders import Entry
from croupier.room.rounds import Play
from croupier.room.seating import Leave, Sit
from croupier.room.seating_chips import Buy
from croupier.room.setup import CloseTable
from croupier.room.shuffle import shuffle
from croupier.room.submissions import RakeRules
from croupier.room.trays import CountInventory, RemoveDrop, SendCredit, TakeFill, inventory
from croupier.rules.irregular import Reported
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.sim.bots import Bot, bot
from croupier.views.seat import hide
from tests.clause import clause
from tests.room import jackpots
from tests.room.cages import KAY, SAM, adds_up, book, close, on, raw, stock
from tests.room.ledgers import report
from tests.room.tables import STAFF, Scene, player, seat_players
from tests.room.test_submissions import LEVELS, approved

CLOCK = TimeCharge(hourly=(Hourly((Chips(2_00), Chips(4_00)), Chips(12_00)),))
DEE, FLO, ABE = STAFF["dealer"], STAFF["floorperson"], STAFF["accounting"]
PLAYERS, STAKE = 3, 150_00
REPORTED: tuple[Reported, ...] = get_args(Reported)


class Week:
    """A room, its people, and what has happened in it."""

    def __init__(self, seed: int) -> None:
        self.chance, self.troubles = Random(seed), 0
        self.bots: dict[tuple[str, int], Bot] = {}
        holdem = game_of("holdem").sign
        signs = {
            "1": ("holdem", replace(holdem, rake=LEVELS, rake_max=Chips(4_00))),
            "2": ("holdem", replace(holdem, time_charge=CLOCK)),
            **{key: (key, game.sign) for key, game in GAMES.items()},
        }
        self.scenes = [Scene(key, sign, name=name) for name, (key, sign) in signs.items()]
        self.first = self.scenes[0]
        for scene in self.scenes[1:]:
            scene.office = self.first.office
        stock(self.first, 500_000_00, 50_000_00)
        rules = RakeRules(
            types=("increments", "time"),
            methods=(LEVELS,),
            maximum=Chips(4_00),
            time_charges=(CLOCK,),
        )
        approved(self.first, rules)
        jackpots.found_fund(self.first)
        jackpots.offer(self.first)

    def morning(self) -> None:
        """Every table opens, and people sit down with what they have, or buy."""
        for scene in self.scenes:
            scene.open()
            seat_players(scene, PLAYERS, STAKE)

    def later(self, **span: float) -> None:
        for scene in self.scenes:
            scene.later(**span)

    def top_up(self, scene: Scene) -> None:
        """Who ran out of chips buys some, at the counter, or at the table, in chips or currency."""
        for held in list(scene.life.seats.values()):
            if scene.stacks[held.person] >= 50_00:
                continue
            way = self.chance.choice(("chips", "counter", "currency"))
            if way == "counter":
                scene.ask_house(KAY, SellChips(person=held.person, chips=Chips(STAKE)))
            currency = way == "currency" and scene.life.game.document == "POKER"
            form: Any = "currency" if currency else "chips"
            with suppress(Refused):  # BBC: at most so much in all
                scene.do(player(held.person), Buy(chips=Chips(STAKE), form=form))

    def play(self, scene: Scene) -> None:
        """One round; now and then something goes wrong in it, and the floor rules."""
        self.top_up(scene)
        if len(scene.life.dealt_in()) < scene.life.game.players.least:
            return
        scene.deal(jackpots.tame(scene) if scene.life.box.offered else ())
        trouble = self.chance.random() < 0.15
        while scene.life.playing:
            if trouble and self.chance.random() < 0.3:
                trouble = self.trouble(scene)
            else:
                self.answer(scene)

    def answer(self, scene: Scene) -> None:
        """A bot says what it likes; when nobody is left to ask, the dealer goes on."""
        state = scene.life.round
        assert state is not None
        for turn in state.turns:
            if turn.actor == DEALER or (state.at == 0 and state.hands[turn.actor].stakes):
                continue
            choose = self.bots.setdefault((scene.life.name, turn.actor), bot("sensible", "week"))
            scene.say(choose(hide(state, turn.actor), turn))
            return
        if any(turn.option("reshuffle") for turn in state.turns):
            scene.say(say.Reshuffle(shuffle(renewal(state))))
        else:
            scene.say(say.NoMoreBets())

    def trouble(self, scene: Scene) -> bool:
        """Something goes wrong, and the floor rules; whether it is still to come."""
        seat = self.chance.choice(list(scene.life.seats))
        for kind in self.chance.sample(REPORTED, len(REPORTED)):
            try:
                scene.do(FLO, Play(command=say.Report(kind, seat)))
            except Refused:
                continue
            self.troubles += 1
            return False
        return True

    def a_jackpot(self) -> None:
        table = self.first
        self.top_up(table)
        jackpots.play(table, beat=True)
        jackpots.pay(table, jackpots.verify(table))

    def a_fill(self, scene: Scene) -> None:
        """A bank is filled; an inventory that holds rake is emptied."""
        lies = inventory(scene.life)
        name, number = scene.life.name, len(scene.house.cage.slips) + 1
        if scene.life.game.banked:
            chips = Chips(max(-lies, 0) + 500_00)
            scene.ask_house(FLO, RequestFill(table=name, chips=chips))
            scene.ask_house(KAY, PrepareFill(number=number, witness=SAM))
            scene.do(DEE, TakeFill(number=number, counted=chips, supervisor=FLO))
        elif lies > 0:
            scene.ask_house(FLO, RequestCredit(table=name, chips=lies))
            scene.do(DEE, SendCredit(number=number, supervisor=FLO))
            book(scene)
            scene.ask_house(KAY, ReceiveCredit(number=number, counted=lies, witness=SAM))

    def charge_time(self) -> None:
        table = self.scenes[1]
        while any(due.what == "time charge" for due in table.life.overdue(table.now, table.house)):
            table.do("dealer", AssessTime())
            waiting = table.life.charges.waiting
            if waiting is not None:
                table.do("floorperson", VerifyTime(counted=waiting.collected))

    def drops(self) -> None:
        """Every drop box is taken off and counted; the bad beat box too."""
        for scene in self.scenes:
            scene.do(FLO, RemoveDrop(security=SAM))
            book(scene)
            drop = scene.house.cage.drops[-1]
            counted = CountDrop(
                table=drop.table, number=drop.number, cash=drop.cash, chips=drop.chips, witness=KAY
            )
            scene.ask_house(ABE, counted)
            lies = inventory(scene.life)
            if lies >= 0:
                when = CountInventory(when="shift", counted=lies, supervisor=FLO)
                scene.do(DEE, when)
        jackpots.receive(self.first, jackpots.count(self.first))
        jackpots.adjust(self.first)

    def go_home(self, scene: Scene) -> None:
        """Somebody leaves and is paid, and sits down again with fresh chips."""
        held = self.chance.choice(list(scene.life.seats.values()))
        seat = next(at for at, one in scene.life.seats.items() if one is held)
        scene.do(player(held.person), Leave())
        book(scene)
        chips = Chips(on(scene, purse(held.person)))
        if chips:
            scene.ask_house(KAY, CashOut(person=held.person, chips=chips))
        with suppress(Refused):  # BBC: at most so much in all
            scene.do(player(held.person), Sit(seat=seat, chips=Chips(STAKE)))

    def night(self) -> str:
        """The day is counted and closed, and the room starts again from its logs."""
        for scene in self.scenes:
            scene.do(FLO, CloseTable())
        self.later(hours=1)
        book(*self.scenes)
        day = day_of(self.first.house.day_starts, self.first.now)
        close(self.first, day)
        papers = [houses.write_entry(entry) for entry in self.first.house_log]
        self.first.house = houses.replay(houses.read_entry(line) for line in papers)
        for scene in self.scenes:
            lines = [life.write_entry(entry) for entry in scene.log]
            again = life.replay((life.read_entry(line) for line in lines), game_of)
            assert again == scene.life
            scene.life = again
        return day


def live(week: Week, rounds: int) -> None:
    """One gaming day."""
    week.morning()
    for number in range(rounds):
        for scene in week.scenes:
            week.play(scene)
        week.later(minutes=20)
        week.charge_time()
        if number == 0:
            week.a_jackpot()
    for scene in week.chance.sample(week.scenes, 6):
        week.go_home(scene)
    for scene in week.scenes:
        week.a_fill(scene)
    week.drops()


def books_are_right(week: Week, day: str) -> None:
    """Books equal the chips on the tables, displays the ledger, reports the raw lines."""
    adds_up(*week.scenes)
    house = week.first.house
    assert house.cage.closed == day
    on_tables = sum(
        chips for scene in week.scenes for name, chips in raw(scene.log).items() if name != "cage"
    )
    assert on_tables == sum(c for name, c in house.accounts.items() if name.startswith("table:"))
    fund = house.funds.named["main"]
    assert set(fund.displays.values()) == {jackpots.holds(house)[0]}
    sums = totals(house, "main")
    assert sums.collected == sums.paid + sums.transferred + sums.held + sums.balance


def entries(week: Week, day: str) -> list[tuple[str, Entry]]:
    """The raw lines of a day, each with its table."""
    starts = week.first.house.day_starts
    logs = [(scene.life.name, scene.log) for scene in week.scenes] + [("", week.first.house_log)]
    return [(name, e) for name, log in logs for e in log if day_of(starts, e.at) == day]


def moved(lines: list[tuple[str, Entry]], source: str = "", target: str = "") -> int:
    """What went from one kind of account to another, by the raw moves."""
    found = Counter[tuple[str, str]]()
    for _, entry in lines:
        for move in getattr(entry.fact, "moves", ()):
            ends = move.source.partition(":")[0], move.target.partition(":")[0]
            found[ends] += move.chips
    return sum(chips for (a, b), chips in found.items() if source in ("", a) and target in ("", b))


def reports_are_right(week: Week, day: str) -> None:
    lines = entries(week, day)
    tables = [line for line in lines if line[0]]
    house = [line for line in lines if not line[0]]

    def told(name: str) -> dict[str, int]:
        return report(name, *week.scenes, since=day, until=day).totals

    assert told("cage")["change"] == 0
    rake = told("rake")
    assert rake["to inventory"] == moved(tables, RAKE, INVENTORY)
    assert told("time-charge")["collected"] == sum(
        move.chips
        for _, e in tables
        if type(e.fact).__name__ in ("TimeCharged", "TimeCollected")
        for move in e.fact.moves
    )
    funds = told("funds")
    boxes = told("boxes")
    into = moved(house, "cage", "fund") + moved(house, "cage", "reserve")
    assert funds["collected"] == into == boxes.get("cage", into)
    assert funds["paid"] == moved(house, "payable", "cage") + moved(house, "payable", "purse")
    banked = told("banked")
    assert banked["win"] == (
        moved(tables, "", BANK) - moved(tables, BANK, "")
        - moved(tables, "cage", BANK) + moved(tables, BANK, "cage")
    )  # fmt: skip
    fills = told("fills")
    assert fills["filled"] == moved(tables, "cage", BANK)
    assert fills["credited"] == moved(tables, INVENTORY, "cage")
    drop = told("drop")
    assert drop["currency"] == moved(house, "dropcash", "cash")
    assert told("inventory")["difference"] == 0
    hands = report("hands", *week.scenes, since=day, until=day)
    opened = sum(type(e.fact).__name__ == "RoundOpened" for _, e in tables)
    assert hands.totals["hands"] == opened
    assert set(hands.column("replays")) <= {"yes"}


def lived(days: int, rounds: int, seed: int) -> None:
    week = Week(seed)
    closed = []
    for _ in range(days):
        live(week, rounds)
        closed.append(week.night())
        books_are_right(week, closed[-1])
        reports_are_right(week, closed[-1])
        week.later(hours=24 - rounds / 3 - 1)
    assert closed == sorted(set(closed))
    assert len(closed) == days
    assert week.troubles
    found = report("day-close", *week.scenes)
    assert found.totals == {"change": 0}
    assert all(scene.life.accounts.get(BOX, 0) == 0 for scene in week.scenes)


@clause("POKER-cage")
def test_a_week_of_the_room_closes_every_day_on_no_difference() -> None:
    lived(days=7, rounds=1, seed=7)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_long_weeks(seed: int) -> None:
    lived(days=7, rounds=6, seed=seed)
