"""Tables of every game for many rounds, while everything goes wrong that the documents know.

Rakes, jackpots, irregularities, rulings, removals and machines that jam, at random moments and in
any order. The oracles read the written log as plain JSON (`raw_rounds`): misdeals, dead and void
rounds leave every account as it was, a refund takes one seat's money and no other's, who stops
wagering wins no more than the pot that stood, a shift supervisor has the last word, and the log
replays to the same table. A machine that never sees a case proves nothing of it: see `EVERYTHING`.
"""

from collections import Counter
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.round import Round
from croupier.games import GAMES
from croupier.room.cage.charges import AssessTime, CollectTime, ExcuseTime, VerifyTime
from croupier.room.conduct.orders import (
    FlagCollusion,
    Payment,
    RemovePlayer,
    RuleDispute,
    SettleRemoved,
)
from croupier.room.custody import device as custody_orders
from croupier.room.funds.box import DenyBadBeat, VerifyBadBeat
from croupier.room.funds.payouts import AwardBadBeat, HandOver, PreparePayout
from croupier.room.house.orders import ExcludePlayer
from croupier.room.house.people import FLOOR, TABLE_STAFF, Role
from croupier.room.seating.orders import Leave
from croupier.room.table.rounds import PassTurn, Play
from croupier.rules.game import Game
from croupier.rules.irregular import RULES, exposure
from tests import banked_rounds
from tests.properties.test_irregular import a_report
from tests.room.jackpots import NOTICE, SECURITY, adjust, count, receive, send
from tests.room.tables import player
from tests.room.troubled import Table
from tests.strategies import Seeded, one_of, rarely

STEPS = (
    *("play_on", "play_on", "play_on", "an_irregularity", "an_irregularity"),
    *("a_whole_hand", "a_whole_hand", "a_whole_hand", "a_whole_hand", "a_hand_is_protected"),
    *("somebody_is_removed", "a_dispute", "the_machine", "a_bad_beat", "the_box"),
    *("people_come_and_go", "time_passes", "a_turn_is_passed"),
)
EARLY = sorted(kind for kind, rule in RULES.items() if rule.until == "two wagers")


class Troubles(RuleBasedStateMachine):
    """One table of one game; `game` is set by its runner."""

    game: Game = GAMES["holdem"]
    turn: int = 0
    seen: ClassVar[Counter[str]] = Counter()

    @initialize(seed=st.integers(0, 1 << 32))
    def open_the_table(self, seed: int) -> None:
        self.chance = Seeded(seed + self.turn)
        self.table = Table(self.chance, self.game)

    @rule(what=st.sampled_from(STEPS), number=st.integers(1, 6))
    def something_happens(self, what: str, number: int) -> None:
        """One rule for all steps, so that none is left out of a run."""
        getattr(self, what)(number)

    # --- rounds ----------------------------------------------------------------------------------

    def play_on(self, number: int) -> None:
        """A few answers; between rounds the next one is dealt."""
        self.dealt()
        for _ in range(number):
            if self.table.state is not None:
                self.table.act()

    def dealt(self) -> None:
        if self.table.state is None:
            self.make_ready()
            self.table.deal()

    def a_whole_hand(self, number: int) -> None:
        """To the end, with something wrong on the way now and then."""
        self.dealt()
        if rarely(self.chance, 3):
            self.an_irregularity(4)
        for _ in range(400):
            if self.table.state is None:
                return
            ways = 3 if self.table.delicate else 10 * number
            self.an_irregularity(4) if rarely(self.chance, ways) else self.table.act()
        raise AssertionError("a round does not end")

    def make_ready(self) -> None:
        """All that the staff and the players do between rounds."""
        table = self.table
        for seat in list(table.scene.life.conduct.leaving):
            assert table.ask("floorperson", SettleRemoved(seat=seat)) is not None
        self.catch_up()
        if table.scene.life.custody.device == "removed":
            table.ask("floorperson", custody_orders.InstallShuffler())
        table.fill(2 + self.chance.below(5))

    def an_irregularity(self, number: int) -> None:
        """The floor reports things until one of them can be."""
        for _ in range(number):
            state = self.table.state
            if state is None or self.reported(state):
                return

    def reported(self, state: Round) -> bool:
        command = self.a_report(state)
        if isinstance(command, say.Protect):
            return self.protect(command.seat)
        role: Role = one_of(self.chance, sorted(TABLE_STAFF))
        events = self.table.ask(role, Play(command=command)) is not None
        self.table.books.seen[f"report {command.kind}"] += events
        return events

    def a_report(self, state: Round) -> Any:
        if state.game.banked:
            return one_of(self.chance, list(banked_rounds.reports(state, self.chance)))
        command = a_report(state, self.chance)
        if isinstance(command, say.Report) and rarely(self.chance, 2):
            early = not state.wagered and rarely(self.chance, 3)
            kind: Any = one_of(self.chance, EARLY if early else sorted(RULES))
            return replace(command, kind=kind, seat=0 if kind == "exposed" else command.seat)
        return command

    def a_hand_is_protected(self, number: int) -> None:
        self.protect(number)

    def protect(self, seat: int) -> bool:
        held = self.table.scene.life.seats.get(seat)
        events = held and self.table.ask(player(held.person), Play(command=say.Protect(seat)))
        return bool(events)

    def a_turn_is_passed(self, number: int) -> None:
        state = self.table.state
        if state is not None:
            for turn in state.turns[:1]:
                self.table.ask("dealer", PassTurn(seat=turn.actor))

    # --- rulings and people ----------------------------------------------------------------------

    def a_dispute(self, number: int) -> None:
        """Any role rules on a few disputes again and again, and may pay between rounds."""
        table = self.table
        pays = tuple(
            Payment(number, other, Chips(1 + self.chance.below(5_00)))
            for other in table.scene.life.seats
            if other != number and rarely(self.chance, 3)
        )
        ruling = RuleDispute(dispute=f"hand {number}", ruling="so", reason="seen", payments=pays)
        role: Role = one_of(self.chance, ("poker_shift_supervisor", *sorted(FLOOR)))
        table.ask(role, ruling)
        table.ask("dealer", FlagCollusion(players=("P1", "P2"), grounds="soft play"))

    def somebody_is_removed(self, number: int) -> None:
        """In a round or between; nobody empties the table."""
        table = self.table
        left = len(table.scene.life.seats) - len(table.scene.life.conduct.leaving)
        if left < 2:
            return
        notice = None if self.game.document.name == "BBC" else NOTICE
        order = RemovePlayer(seat=number, cause="signals to a friend", notice=notice)
        for fact in (table.ask("floorperson", order) or ())[:1]:
            table.ask_house("floorperson", ExcludePlayer(slip=fact.slip))

    def people_come_and_go(self, number: int) -> None:
        held = self.table.scene.life.seats.get(number)
        if held is not None:
            self.table.ask(player(held.person), Leave())
        if self.table.state is None:
            self.make_ready()

    # --- machines and clocks ---------------------------------------------------------------------

    def the_machine(self, number: int) -> None:
        """The shuffler jams, is cleared, or taken off the table and brought back."""
        orders = (
            custody_orders.ReportJam(reason="it stopped"),
            custody_orders.ReportJam(reason="it stopped"),
            custody_orders.ClearShuffler(procedure="posted"),
            custody_orders.RemoveShuffler(reason="it jams"),
            custody_orders.RemoveShuffler(reason="it jams"),
            custody_orders.InstallShuffler(),
        )
        self.table.ask("floorperson", orders[number - 1])

    def time_passes(self, number: int) -> None:
        self.table.scene.now += timedelta(minutes=(1, 7, 31, 31, 61, 185)[number - 1])

    def catch_up(self) -> None:
        """Every period that has ended is charged, collected or excused, and verified."""
        table = self.table
        while table.scene.life.sign.time_charge:
            if (waiting := table.scene.life.charges.waiting) is not None:
                for seat in waiting.owed:
                    if table.ask("dealer", CollectTime(seat=seat)) is None:
                        excused = ExcuseTime(seat=seat, reason="cannot pay")
                        table.ask("poker_shift_supervisor", excused)
                waiting = table.scene.life.charges.waiting
                assert waiting is not None
                assert table.ask("floorperson", VerifyTime(counted=waiting.collected)) is not None
            if table.ask("dealer", AssessTime()) is None:
                return

    # --- jackpots --------------------------------------------------------------------------------

    def the_box(self, number: int) -> None:
        """The box is counted here or in the cage, and the fund gets what the cashiers find."""
        table = self.table
        slip = table.tried(count if number % 2 else send, table.scene)
        if slip is not None:
            found = max(0, slip.total - (1 if number == 6 else 0))
            assert table.tried(receive, table.scene, slip, found)

    def a_bad_beat(self, number: int) -> None:
        """What was found is verified or denied; what is won is handed over, or waits."""
        table = self.table
        for found in table.scene.life.box.found[:1]:
            if number == 6:
                denied = DenyBadBeat(round=found.round, reason="the board played")
                table.ask("poker_shift_supervisor", denied)
                continue
            verify = VerifyBadBeat(round=found.round, notified=SECURITY)
            for fact in table.ask("poker_shift_supervisor", verify) or ():
                award = AwardBadBeat(slip=fact.slip)
                for event in table.ask_house("poker_shift_supervisor", award) or ():
                    table.tried(adjust, table.scene)
                    table.ask_house("accounting", PreparePayout(number=event.number, form="cash"))
                    for person in list(event.shares)[:number]:
                        table.ask_house("security", HandOver(number=event.number, person=person))

    def teardown(self) -> None:
        if hasattr(self, "table"):
            self.table.scene.check()
            type(self).seen.update(self.table.books.seen)
            type(self).seen.update(self.table.house.seen)


EVERYTHING = {
    *(f"report {kind}" for kind in RULES),
    *(f"report {kind}" for kind in banked_rounds.IRREGULAR),
    *("Misdealt", "CalledDead", "RoundVoided", "HandVoided", "HandRefunded", "HandDead"),
    *("HandRefunded exposed", "HandRefunded ineligible", "HandRefunded wrong_number"),
    *("HandDead removed", "HandDead left_table", "undone with a rake taken"),
    *("a wager saved from a void", "stops", "plays on", "a capped seat", "a capped seat that won"),
    *("Exposed up_card", "Exposed dead", "Exposed choice", "Exposed exchange", "Exchanged"),
    *("CardRemoved face_up_card", "CardRemoved off_table", "CardRemoved exposed"),
    *("removed in a round", "RemovedPlayerLeft", "a final ruling", "a ruling that pays"),
    *("RakeTaken", "RakeBanked", "PromoDropTaken", "ContributionTaken", "raked"),
    *("BadBeatFound", "BadBeatVerified", "BadBeatDenied", "a jackpot paid", "PayoutMade"),
    *("ShufflerJammed", "ShufflerCleared", "ShufflerRemoved", "ShufflerInstalled"),
    *("TimeCharged", "TimeVerified", "Settled", "Agreed", "Protected"),
}


def run(game: Game, examples: int, steps: int, turn: int = 0) -> Counter[str]:
    """Drive tables of one game; what was seen there."""
    machine: Any = type(game.key, (Troubles,), {"game": game, "turn": turn, "seen": Counter()})
    profile = settings.get_profile("ci")
    machine.TestCase.settings = settings(
        profile, max_examples=examples, stateful_step_count=steps, phases=(Phase.generate,)
    )
    machine.TestCase().runTest()
    seen: Counter[str] = machine.seen
    return seen


def often(game: Game) -> int:
    """A game with its own rulings is drawn more often."""
    return 6 if game.banked or exposure(game).later or game.document.name == "BBC" else 2


def missed(seen: Counter[str]) -> set[str]:
    return EVERYTHING - (+seen).keys()


def test_troubles_at_tables_of_every_game() -> None:
    seen: Counter[str] = Counter()
    for turn in range(3):  # once is enough as a rule: again where chance left something out
        for game in GAMES.values() if missed(seen) else ():
            seen += run(game, often(game), 50, turn)
    assert missed(seen) == set()


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_long_troubles(game: Game) -> None:
    assert run(game, 12 * often(game), 150)
