"""Days of a whole room with a clock that jumps: four kinds of tables, one house, all its people.

Anybody asks for anything at any time. Whatever happens: no procedure that is due is skipped, no
chip comes or goes, every refusal names its rule, the logs replay to the same room, and every total
of every report is the sum over the written log, computed by reading its lines as plain JSON.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from inspect import signature
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec import json
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, Card
from croupier.chips import Chips
from croupier.clauses import is_citation
from croupier.engine import commands as say
from croupier.engine.accounts import stack
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.cage.charges import AssessTime, CollectTime, ExcuseTime, VerifyTime
from croupier.room.conduct.orders import FlagCollusion, RemovePlayer, RuleDispute, SettleRemoved
from croupier.room.custody import counting as custody_orders
from croupier.room.custody import orders as custody_orders_orders
from croupier.room.funds.box import OfferBadBeat, VerifyBadBeat
from croupier.room.funds.decide import totals
from croupier.room.funds.orders import DesignateTable
from croupier.room.funds.payouts import AwardBadBeat, HandOver, PreparePayout
from croupier.room.funds.state import BoxSlip
from croupier.room.house import evolve as house
from croupier.room.house.orders import ExcludePlayer, LiftExclusion
from croupier.room.house.people import Actor, Role
from croupier.room.house.state import RakeRules
from croupier.room.seating.lineup import dealt_in
from croupier.room.seating.orders import (
    Buy,
    HoldStake,
    Leave,
    RestoreStake,
    Sit,
    SitIn,
    SitOut,
    StepAway,
)
from croupier.room.table import evolve as life
from croupier.room.table.orders import CloseTable, OpenTable
from croupier.room.table.rounds import DealRound, Play
from croupier.rules.revenue import Increments
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import Report, book, made
from tests import banked_rounds, strategies
from tests.room import decks
from tests.room.jackpots import NOTICE, SECURITY, adjust, count, found_fund, receive, rigged, send
from tests.room.tables import Scene, player
from tests.room.test_custody_machine import Inspector, kind
from tests.room.test_submissions import approved
from tests.strategies import Seeded

LEVELS = Increments(((Chips(4_00), Chips(1_00)), (Chips(20_00), Chips(1_00))))
LIMITS = game_of("seven-card-stud").sign.limits
CLOCK = TimeCharge(hourly=(Hourly(LIMITS, Chips(12_00)),))
PERIOD = timedelta(minutes=30)
RAKE = {"rake": LEVELS, "rake_max": Chips(4_00)}
METER: dict[str, Any] = {
    "progressive": True,
    "progressive_seed": Chips(500_00),
    "progressive_share": 50,
}
SIGNS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("holdem", RAKE),
    ("seven-card-stud", {"time_charge": CLOCK}),
    ("bbc-omaha", {**RAKE, "promo_drop": Chips(1_00)}),
)
BANKS: tuple[tuple[str, dict[str, Any]], ...] = (
    (decks.THB, METER),
    (decks.FLOP, {}),
    (decks.TCJ, {}),
)
PEOPLE = ("Ada", "Bob", "Cyd", "Dan", "Eva", "Fay")
MINUTES = (1, 1, 6, 14, 16, 29, 31, 61, 179, 181, 361, 1080)
STEPS = (
    *("time_passes", "people_work", "a_hand", "a_hand", "a_hand", "a_hand_from_what_lies_there"),
    *("somebody_acts", "somebody_acts", "an_irregularity", "somebody_comes", "somebody_buys"),
    *("somebody_goes", "somebody_steps_away", "somebody_is_removed", "a_ruling", "the_clock"),
    *("a_box_leaves", "a_box_arrives", "a_bad_beat", "the_table_closes", "displays_are_set"),
)


def day(at: datetime) -> int:
    """Gaming days by number: they begin at six."""
    return (at - timedelta(hours=6)).toordinal()


class Days(RuleBasedStateMachine):
    @initialize(bank=st.sampled_from(BANKS), seed=st.integers(0, 1 << 16))
    def open_the_room(self, bank: tuple[str, dict[str, Any]], seed: int) -> None:
        self.chance, self.order = Seeded(seed), Random(seed)
        self.slips: list[BoxSlip] = []
        self.rooms = [
            Scene(key, replace(game_of(key).sign, **posted), name=str(name))
            for name, (key, posted) in enumerate((*SIGNS, bank), 1)
        ]
        first = self.rooms[0]
        self.now, self.house = first.now, first.house
        for scene in self.rooms:
            scene.office = first.office
        rules = RakeRules(
            types=("increments", "time"),
            methods=(LEVELS,),
            time_charges=(CLOCK,),
            maximum=Chips(4_00),
        )
        self.at(0, approved, rules)
        self.at(0, found_fund)
        shift: Role = "poker_shift_supervisor"
        self.at(0, Scene.ask_house, shift, DesignateTable(name="main", table="1"))
        self.at(0, Scene.do, shift, OfferBadBeat(fund="main", notice="quads beaten win"))
        for place in range(len(self.rooms)):
            self.at(place, Scene.open)
            for seat, name in enumerate(PEOPLE[:3], 1):
                self.at(place, Scene.do, player(name), Sit(seat=seat, chips=Chips(120_00)))

    # --- asking ----------------------------------------------------------------------------------

    def at(self, place: int, does: Callable[..., Any], *given: Any) -> Any:
        """Let something happen at a table, in the one house, now."""
        scene = self.rooms[place]
        scene.house, scene.now = self.house, self.now
        try:
            return does(scene, *given)
        finally:
            self.house = scene.house

    def ask(self, place: int, by: Actor | Role, command: Any) -> list[Any] | None:
        """What a table tells, or None where a rule that has a name refuses and nothing changes."""
        return self._asked(place, Scene.do, by, command)

    def ask_house(self, by: Actor | Role, command: Any) -> list[Any] | None:
        return self._asked(0, Scene.ask_house, by, command)

    def _asked(self, place: int, does: Callable[..., Any], *given: Any) -> list[Any] | None:
        scene = self.rooms[place]
        before = scene.life, len(scene.log), self.house, len(scene.house_log)
        events, why = list[Any](), None
        try:
            events = self.at(place, does, *given)
        except Refused as refused:
            why = refused
        if why is None:
            return events
        assert is_citation(why.clause), why
        assert why.why.strip()
        assert before == (scene.life, len(scene.log), self.house, len(scene.house_log))
        return None

    @rule(
        what=st.sampled_from(STEPS),
        place=st.integers(0, len(SIGNS)),
        minutes=st.sampled_from(MINUTES),
        who=st.sampled_from(PEOPLE),
        number=st.integers(1, 4),
    )
    def something_happens(self, what: str, place: int, minutes: int, who: str, number: int) -> None:
        """One rule for all steps, so that none is left out of a run."""
        known = {"place": place, "minutes": minutes, "who": who, "number": number}
        step = getattr(self, what)
        step(**{key: known[key] for key in signature(step).parameters})

    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    # --- the house's people ----------------------------------------------------------------------

    def people_work(self, place: int) -> None:
        """All that the staff can do now: the clock, the box, the decks, the opening."""
        scene = self.rooms[place]
        if scene.life.playing:
            return
        self.settle_removed(place)
        self.catch_up(place)
        if place == 0:
            self.a_box_leaves(number=1)
        self.at(place, Scene.attend)
        if scene.life.status == "closed":
            assert self.ask(place, "floorperson", OpenTable()) is not None
        if any(deck.status == "spread" for deck in scene.life.custody.decks.values()):
            for held in scene.life.seats.values():
                self.ask(place, player(held.person), custody_orders_orders.LookAtDecks())
            self.at(place, Scene.attend)

    def settle_removed(self, place: int) -> None:
        for seat in list(self.rooms[place].life.conduct.leaving):
            self.ask(place, "floorperson", SettleRemoved(seat=seat))

    def catch_up(self, place: int) -> None:
        """Assess, collect, excuse and verify until no period is left that has ended."""
        scene = self.rooms[place]
        while True:
            if (waiting := scene.life.charges.waiting) is not None:
                for seat in waiting.owed:
                    if waiting.owed[seat] > waiting.paid.get(seat, 0):
                        paid = self.ask(place, "dealer", CollectTime(seat=seat))
                        excuse = ExcuseTime(seat=seat, reason="cannot pay")
                        assert paid or self.ask(place, "poker_shift_supervisor", excuse)
                waiting = scene.life.charges.waiting
                assert waiting is not None
                verify = VerifyTime(counted=waiting.collected)
                assert self.ask(place, "floorperson", verify)
            if scene.life.status != "open" or not self.ask(place, "dealer", AssessTime()):
                return

    def the_clock(self, place: int, number: int) -> None:
        """The dealer or the floor at the wrong moment, with the wrong amount."""
        if number == 1:
            self.ask(place, "dealer", AssessTime())
        else:
            self.ask(place, "floorperson", VerifyTime(counted=Chips(number * 6_00)))

    def the_table_closes(self, place: int, number: int) -> None:
        if number == 1:
            self.ask(place, "floorperson", CloseTable())

    # --- rounds ----------------------------------------------------------------------------------

    def a_hand(self, place: int, number: int) -> None:
        """A whole hand, as far as the table may deal one."""
        self.finish(place)
        self.people_work(place)
        self.deal(place, beat=place == 0 and number == 1)
        self.finish(place)

    def a_hand_from_what_lies_there(self, place: int) -> None:
        """The dealer deals without asking what is due."""
        if not self.rooms[place].life.playing:
            self.deal(place, beat=False)

    def deal(self, place: int, *, beat: bool) -> None:
        scene = self.rooms[place]
        before, whole = list(scene.log), DECK_54 if scene.life.game.deck == 54 else DECK_52
        order: tuple[Card, ...] = tuple(self.order.sample(whole, len(whole)))
        if beat and len(dealt_in(scene.life)) >= 2:
            order = rigged(scene)
        if self.ask(place, "dealer", DealRound(order=order)) is None:
            return
        fact = scene.log[len(before)].fact
        assert list(Inspector(scene, before).faults(fact.deck, self.now)) == []
        assert list(self.skipped(scene, before)) == []

    def skipped(self, scene: Scene, before: list[Any]) -> Iterator[str]:
        """What the log says should have been done before this round, and was not."""
        since = [n for n, entry in enumerate(before) if kind(entry) == "TableOpened"][-1]
        ends = [before[since].at]
        ends += [e.fact.until for e in before[since:] if kind(e) == "TimeCharged"]
        if scene.life.sign.time_charge and self.now > max(ends) + PERIOD:
            yield f"time is charged up to {max(ends)}"
        if scene.life.game.document.name == "POKER":
            given = [e for e in scene.house_log if kind(e) == "DecksDistributed"]
            if day(self.now) not in {day(e.at) for e in given if e.fact.table == scene.life.name}:
                yield "no decks were distributed to this table today"
        gone = [e for e in before if kind(e) == "PlayerRemoved"]
        if len(gone) != sum(kind(e) == "RemovedPlayerLeft" for e in before):
            yield "a removed player still sits there"
        if scene.life.box.fund:
            counts = [day(e.at) for e in before if kind(e) in ("BadBeatOffered", "BoxCounted")]
            counts += [day(e.at) for e in scene.house_log if kind(e) == "BoxesReceived"]
            if day(self.now) > max(counts) + 1:
                yield "the box was not counted for a gaming day"

    def somebody_acts(self, place: int, number: int) -> None:
        for _ in range(number):
            self.act(place)

    def act(self, place: int) -> None:
        scene = self.rooms[place]
        if not scene.life.playing:
            return
        assert scene.life.round is not None
        state = scene.life.round
        if scene.life.game.banked:
            command = self.wager(place)
        else:
            command = strategies.legal_command(state, self.chance)
        by: Actor | Role = "dealer"
        if command.seat:
            by = player(scene.life.seats[command.seat].person)
        self.ask(place, by, Play(command=command))

    def wager(self, place: int) -> Any:
        scene = self.rooms[place]
        state = scene.life.round
        assert state is not None
        closing = next((t for t in state.turns if t.option("no_more_bets")), None)
        if closing is not None and len(state.order) and self.chance.below(3) == 0:
            return say.NoMoreBets()
        turns = [turn for turn in state.turns if turn.actor > 0] or state.turns
        turn = turns[self.chance.below(len(turns))]
        option = turn.options[self.chance.below(len(turn.options))]
        return banked_rounds.command_for(state, turn.actor, option, self.chance)

    def finish(self, place: int) -> None:
        """Play on until the hand is over; where nobody gets on, the floor ends it."""
        scene = self.rooms[place]
        for _ in range(200):
            if not scene.life.playing:
                return
            if scene.life.custody.paused:
                self.ask(place, "dealer", custody_orders.ResumeHand())
            self.act(place)
        self.undo(place)
        assert not scene.life.playing

    def undo(self, place: int) -> None:
        kinds = ("shuffler_failed", "house_wrong_number", "missing_cards")
        for one in kinds:
            self.ask(place, "floorperson", Play(command=say.Report(one)))  # type: ignore[arg-type]  # all three are

    def an_irregularity(self, place: int, number: int) -> None:
        scene = self.rooms[place]
        own = banked_rounds.IRREGULAR if scene.life.game.banked else POKER_KINDS
        one: Any = own[self.chance.below(len(own))]
        self.ask(place, "floorperson", Play(command=say.Report(one, seat=number)))

    # --- people ----------------------------------------------------------------------------------

    def somebody_comes(self, place: int, who: str, number: int) -> None:
        seat, chips = 1 + (number + len(who)) % 6, (40_00, 120_00, 150_00, 500_00)[number - 1]
        self.ask(place, player(who), Sit(seat=seat, chips=Chips(chips)))

    def somebody_buys(self, place: int, who: str, number: int) -> None:
        self.ask(place, player(who), Buy(chips=Chips(number * 37_00)))

    def somebody_goes(self, place: int, who: str, number: int) -> None:
        self.ask(place, player(who), (Leave(), SitOut(), SitIn(), SitIn())[number - 1])

    def somebody_steps_away(self, place: int, who: str, number: int) -> None:
        self.ask(place, player(who), StepAway())
        for seat, held in list(self.rooms[place].life.seats.items()):
            if held.away and not held.away.method:
                self.ask(place, "poker_shift_supervisor", HoldStake(seat=seat))
            elif held.away and number > 1:
                brings = held.away.chips if held.away.method == "record" else 0
                back = RestoreStake(seat=seat, chips=Chips(brings))
                self.ask(place, "poker_shift_supervisor", back)

    def somebody_is_removed(self, place: int, number: int) -> None:
        notice = None if self.rooms[place].life.game.document.name == "BBC" else NOTICE
        order = RemovePlayer(seat=number, cause="threw cards", notice=notice)
        for fact in self.ask(place, "floorperson", order) or ():
            if hasattr(fact, "slip"):
                self.ask_house("floorperson", ExcludePlayer(slip=fact.slip))
                lifted = LiftExclusion(person=fact.slip.person, reason="said sorry")
                self.ask_house("poker_shift_supervisor", lifted)

    def a_ruling(self, place: int, number: int) -> None:
        ruling = RuleDispute(dispute=f"hand {number}", ruling="it stands", reason="seen")
        self.ask(place, ("floorperson", "poker_shift_supervisor")[number % 2], ruling)
        self.ask(place, "dealer", FlagCollusion(players=("Ada", "Bob"), grounds="soft play"))

    # --- the fund --------------------------------------------------------------------------------

    def a_box_leaves(self, number: int) -> None:
        def leaves(scene: Scene) -> list[Any]:
            return [(count if number == 1 else send)(scene)]

        self.slips += self._asked(0, leaves) or []

    def a_box_arrives(self, number: int) -> None:
        if self.slips:
            slip = self.slips.pop(0)
            found = max(0, slip.total - (1_00 if number == 1 else 0))
            assert self._asked(0, receive, slip, found)

    def a_bad_beat(self) -> None:
        for found in self.rooms[0].life.box.found[:1]:
            verify = VerifyBadBeat(round=found.round, notified=SECURITY)
            for fact in self.ask(0, "poker_shift_supervisor", verify) or ():
                award = AwardBadBeat(slip=fact.slip)
                for event in self.ask_house("poker_shift_supervisor", award) or ():
                    self.ask_house("accounting", PreparePayout(number=event.number, form="cash"))
                    for person in list(event.shares)[: 1 + self.chance.below(3)]:
                        self.ask_house("security", HandOver(number=event.number, person=person))

    def displays_are_set(self) -> None:
        self._asked(0, adjust)

    # --- what always holds -----------------------------------------------------------------------

    @invariant()
    def no_chip_comes_or_goes(self) -> None:
        for scene in self.rooms:
            accounts = scene.life.accounts
            assert sum(accounts.values()) == 0
            assert all(chips >= 0 for name, chips in accounts.items() if name not in MAY_OWE)
            if scene.life.round is not None and scene.life.playing:
                for seat, chips in scene.life.round.stacks.items():
                    assert accounts.get(stack(seat), 0) == chips
        assert sum(self.house.accounts.values()) == 0

    def teardown(self) -> None:
        if not hasattr(self, "rooms"):
            return
        for scene in self.rooms:
            scene.house = self.house
            scene.check()
        Audit(self.rooms).check()


MAY_OWE = ("cage", "bank")
POKER_KINDS = (
    *("not_shuffled", "wrong_start", "skipped_player", "missing_cards", "additional_cards"),
    *("fouled", "collected", "wrong_number", "left_table", "exposed", "off_table"),
)


# --- the auditor ---------------------------------------------------------------------------------


class Audit:
    """Holds every report against the written lines, which it reads as plain JSON."""

    def __init__(self, rooms: list[Scene]) -> None:
        self.rooms = rooms
        self.book = book(*(scene.log for scene in rooms), house=rooms[0].house_log)
        self.tables = {
            scene.life.name: [json.decode(life.write_entry(entry)) for entry in scene.log]
            for scene in rooms
        }
        self.house = [json.decode(house.write_entry(entry)) for entry in rooms[0].house_log]
        self.reports = {name: made(one, self.book) for name, one in REPORTS.items()}

    def facts(self, *types: str) -> list[dict[str, Any]]:
        """The facts of these types, of every table and of the house."""
        lines = [line for log in self.tables.values() for line in log] + self.house
        return [line["fact"] for line in lines if not types or line["fact"]["type"] in types]

    def moves(self, *types: str) -> list[tuple[str, str, int]]:
        return [tuple(move) for fact in self.facts(*types) for move in fact.get("moves", ())]

    def lies(self, *names: str) -> int:
        """What lies on the accounts whose names begin like this."""
        return sum(
            chips * (target.startswith(names) - source.startswith(names))
            for source, target, chips in self.moves()
        )

    def rests(self, *heads: str) -> int:
        """What lies on the accounts with these names, each alone or with an owner behind it."""
        return sum(
            chips * ((target.partition(":")[0] in heads) - (source.partition(":")[0] in heads))
            for source, target, chips in self.moves()
        )

    def check(self) -> None:
        for name in self.reports:
            getattr(self, name.replace("-", "_"))(self.reports[name])
            self.periods(name)

    def periods(self, name: str) -> None:
        """However the lines are summed, it is the same money; and each day is its part of it."""
        whole, lines = self.reports[name].totals, tuple(REPORTS[name].read(self.book))
        kind_of = replace(REPORTS[name], read=lambda _: lines)  # a hand is played again once
        for by in ("table", "shift", "day", "week", "month", "year"):
            assert made(kind_of, self.book, [by]).totals == whole, (name, by)
        days = made(kind_of, self.book, ["day"])
        for label in sorted({str(row[0]) for row in days.rows}):
            one = made(kind_of, self.book, since=label, until=label)
            assert one.totals == {
                column.name: sum(row[n] for row in days.rows if row[0] == label)  # type: ignore[misc]  # summed
                for n, column in enumerate(days.columns)
                if column.summed
            }

    def hands(self, report: Report) -> None:
        assert len(report.rows) == len(self.facts("RoundOpened"))
        answers = Counter(report.column("replays"))
        still = len(self.facts("RoundOpened")) - len(self.facts("RoundClosed"))
        assert answers["still open"] == still
        assert answers["yes"] == len(self.facts("RoundClosed")), answers
        won = sum(n for _, t, n in self.moves(*IN_ROUND) if t.startswith("stack:"))
        assert report.totals["to players"] == won

    def rake(self, report: Report) -> None:
        sums = report.totals
        gone = sum(n for s, _, n in self.moves("CreditSent") if s == "inventory")
        assert sums["to inventory"] == self.lies("inventory") + gone
        assert sums["taken"] - sums["returned"] - sums["to inventory"] == self.lies("rake")

    def time_charge(self, report: Report) -> None:
        sums = report.totals
        owed = sum(sum(fact["owed"].values()) for fact in self.facts("TimeCharged"))
        assert sums["owed"] == owed
        assert sums["collected"] == sum(n for _, _, n in self.moves("TimeCharged", "TimeCollected"))
        assert sums["excused"] == sum(fact["chips"] for fact in self.facts("TimeExcused"))

    def club(self, report: Report) -> None:
        dropped = sum(n * ((t == "drop") - (s == "drop")) for s, t, n in self.moves(*IN_ROUND))
        assert report.totals["promotional drop"] == dropped
        club = [line["fact"] for line in self.tables["3"]]
        assert report.totals["games"] == sum(fact["type"] == "RoundOpened" for fact in club)

    def purchases(self, report: Report) -> None:
        carried = sum(fact.get("carried", 0) for fact in self.facts("Bought"))
        assert report.totals["bought"] == sum(n for _, _, n in self.moves("Bought")) - carried
        assert set(report.column("within")) <= {"yes"}

    def cage(self, report: Report) -> None:
        assert report.totals["change"] == 0
        held = Counter[Any]()
        for place, change in zip(report.column("place"), report.column("change"), strict=True):
            held[place] += change  # type: ignore[operator]  # cents
        assert held["players at tables"] == self.lies("stack:", "pot", "spot:")
        for place, accounts in PLACES.items():
            assert held[place] == self.rests(*accounts), place
        chips = sum(sum(scene.life.stacks.values()) for scene in self.rooms)
        assert held["players at tables"] >= chips

    def boxes(self, report: Report) -> None:
        counted = sum(fact["counted"] for fact in self.facts("BoxesReceived"))
        assert report.totals["cage count"] == counted
        logged = sum(fact["slip"]["total"] for fact in self.facts("BoxCounted", "BoxSent"))
        assert report.totals["by the log"] == logged
        assert logged + self.lies("box") == sum(
            n * ((t == "box") - (s == "box")) for s, t, n in self.moves(*IN_ROUND)
        )

    def funds(self, report: Report) -> None:
        sums, kept = report.totals, totals(self.rooms[0].house, "main")
        assert (sums["collected"], sums["paid"]) == (kept.collected, kept.paid)
        assert (sums["held"], sums["balance"]) == (kept.held, kept.balance)
        assert sums["collected"] == sums["paid"] + sums["held"] + sums["balance"]

    def payouts(self, report: Report) -> None:
        won = sum(sum(fact["shares"].values()) for fact in self.facts("BadBeatAwarded"))
        assert report.totals["amount"] == won
        assert report.totals["handed over"] == sum(n for _, _, n in self.moves("PayoutMade"))

    def displays(self, report: Report) -> None:
        assert len(report.rows) == 2 * len(self.facts("DisplaysAdjusted"))

    def banked(self, report: Report) -> None:
        sums = report.totals
        won = sum(n * ((t == "bank") - (s == "bank")) for s, t, n in self.moves(*IN_ROUND))
        assert sums["collected"] - sums["paid"] == sums["win"] == won

    def progressive(self, report: Report) -> None:
        assert report.totals["change"] == self.lies("meter")

    def pot_wagers(self, report: Report) -> None:
        assert report.totals["house win"] == 0

    def decks(self, report: Report) -> None:
        assert report.column("step").count("count") == len(self.facts("DeckCounted"))
        assert report.column("step").count("removal") == len(self.facts("DeckRemoved"))

    def absences(self, report: Report) -> None:
        assert report.totals["out"] == sum(fact["stake"] for fact in self.facts("StakeHeld"))
        assert report.totals["in"] == sum(fact["stake"] for fact in self.facts("StakeRestored"))
        assert report.totals["difference"] == 0

    def irregularities(self, report: Report) -> None:
        assert len(report.rows) == len(self.facts(*IRREGULAR))
        back = sum(n for _, t, n in self.moves(*IRREGULAR) if t.startswith("stack:"))
        assert report.totals["to players"] == back
        assert report.column("clause") == [
            line["fact"]["clause"]
            for line in sorted(
                (line for log in self.tables.values() for line in log), key=lambda line: line["at"]
            )
            if line["fact"]["type"] in IRREGULAR
        ]

    def fills(self, report: Report) -> None:
        assert report.totals["filled"] == sum(n for _, _, n in self.moves("FillTaken"))
        assert report.totals["credited"] == sum(n for _, _, n in self.moves("CreditSent"))

    def drop(self, report: Report) -> None:
        counted = self.facts("DropCounted")
        assert report.totals["currency"] == sum(fact["cash"] for fact in counted)
        assert report.totals["chips"] == sum(fact["chips"] for fact in counted)

    def inventory(self, report: Report) -> None:
        counted = self.facts("AccountCounted", "InventoryCounted")
        off = sum(fact["counted"] - fact["expected"] for fact in counted)
        assert report.totals["difference"] == off

    def day_close(self, report: Report) -> None:
        assert report.totals["change"] == 0
        closed = {fact["day"] for fact in self.facts("DayClosed")}
        assert set(report.column("closed day")) == closed

    def openings(self, report: Report) -> None:
        assert len(report.rows) == len(self.facts("OpeningAsked"))

    def removals(self, report: Report) -> None:
        assert len(report.rows) == len(self.facts("PlayerRemoved"))


IN_ROUND = (
    *("Posted", "ForcedBetPlaced", "Called", "Raised", "Returned", "PotAwarded", "RakeTaken"),
    *("PromoDropTaken", "RakeBanked", "ContributionTaken", "Placed", "Chose", "Settled"),
    *("MeterReset", "HandVoided", "RoundVoided", "HandRefunded", "Misdealt", "CalledDead"),
)
IRREGULAR = (
    *("Noted", "CardRemoved", "HandVoided", "RoundVoided", "Exposed", "Exchanged", "Elected"),
    *("HandDead", "HandRefunded", "Misdealt", "CalledDead", "HandsVoided", "DisputeRuled"),
)
PLACES = {
    "cage": ("cage", "table"),  # a table in the house's books is the other side of its own
    "rake areas": ("rake",),
    "inventories": ("inventory",),
    "bad beat boxes": ("box",),
    "promotional drop": ("drop",),
    "banks": ("bank",),
    "meters": ("meter",),
    "bad beat funds": ("fund",),
    "held of the funds": ("reserve",),
    "won and not handed over": ("payable",),
    "players' own": ("purse",),
    "fills and credits on the way": ("transit",),
    "promotions": ("promotions",),
    "drop to be counted": ("dropchips", "dropcash"),
    "currency in drop boxes": ("dropbox",),
    "cash drawer": ("cash",),
    "cash outside": ("outside",),
    "issued": ("issued",),
}


def run(examples: int, steps: int) -> None:
    case = Days.TestCase
    profile = settings.get_profile("ci")
    case.settings = settings(profile, max_examples=examples, stateful_step_count=steps)
    case().runTest()


def test_days_of_a_room() -> None:
    run(examples=12, steps=60)


@pytest.mark.soak
def test_weeks_of_a_room() -> None:
    run(examples=30, steps=120)
