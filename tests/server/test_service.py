"""Tables in service: single writers that answer once, restart where they were, and keep time."""

import asyncio
import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncEngine

from croupier.chips import Chips
from croupier.engine.commands import Call, Check, Fold
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.cage.facts import TimeCharged, TimeVerified
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Order
from croupier.room.seating.facts import Bought, SeatLeft, StakeHeld
from croupier.room.seating.orders import Buy, Leave, Sit, StepAway
from croupier.room.table.facts import ButtonPlaced, ClockStarted
from croupier.room.table.orders import OpenTable, SetUpTable
from croupier.room.table.rounds import PassTurn, Play
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.server.config import Config, load_config
from croupier.server.demonstration import demo
from croupier.server.store.audit import audit
from croupier.server.store.copies import backup, restore
from croupier.server.store.database import make_engine
from croupier.server.tables.clock import TurnClock
from croupier.server.tables.desk import Desk, Watcher
from croupier.server.tables.steady_clock import wall_clock
from tests.clause import clause
from tests.server.rooms import (
    FAST,
    KEYS,
    PATIENCE,
    SUE,
    Onlooker,
    opened,
    run,
    say,
    seated,
    served,
    until,
)


def playing(desk: Desk) -> bool:
    return desk.state.playing


def asked(desk: Desk) -> tuple[int, str]:
    """Whose turn it is, by seat and by name."""
    assert desk.state.round is not None
    seat = desk.state.round.turns[0].actor
    return seat, desk.state.seats[seat].person


def answer(desk: Desk) -> Play:
    assert desk.state.round is not None
    turn = desk.state.round.turns[0]
    return Play(command=(Check if turn.option("check") else Call)(turn.actor))


# --- once, in order --------------------------------------------------------------------------


def test_a_command_is_carried_out_once_however_often_it_is_sent(db: str) -> None:
    async def work() -> None:
        async with served(db) as service:
            desk = await opened(service)
            buy, request = Buy(chips=Chips(50_00)), {"client": "Ada/x", "sequence": 2}
            await say(
                service, "1", "Ada", Sit(seat=1, chips=Chips(100_00)), client="Ada/x", sequence=1
            )
            first = await say(service, "1", "Ada", buy, **request)
            again = await asyncio.gather(*(say(service, "1", "Ada", buy, **request) for _ in "abc"))
            assert set(again) == {first}
            assert desk.state.stacks[1] == 150_00
            await say(service, "1", "Ada", buy, client="Ada/x", sequence=7)
            with pytest.raises(Refused, match="5 is stale: 7 was carried out"):
                await say(service, "1", "Ada", buy, client="Ada/x", sequence=5)
            assert desk.state.stacks[1] == 200_00
        async with served(db) as service:  # the answers outlive the process
            assert await say(service, "1", "Ada", buy, **request) == first
            with pytest.raises(Refused, match="stale"):
                await say(service, "1", "Ada", buy, client="Ada/x", sequence=5)
            assert service.desk("1").state.stacks[1] == 200_00

    run(work)


def test_a_refused_command_leaves_no_trace_and_its_number_free(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            before, sit = (desk.number, desk.state), Sit(seat=1, chips=Chips(100_00))
            with pytest.raises(Refused):
                await say(service, "1", "Ada", replace(sit, seat=99), client="a", sequence=1)
            assert (desk.number, desk.state) == before
            await say(service, "1", "Ada", sit, client="a", sequence=1)
            assert desk.state.seats[1].person == "Ada"

    run(work)


def test_a_failure_to_store_is_reported_and_changes_nothing(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            before, append = (desk.number, desk.state), service.store.append

            async def broken(*_: object) -> None:
                raise OSError("the disk is full")

            monkeypatch.setattr(service.store, "append", broken)
            with pytest.raises(OSError, match="disk"):
                await say(service, "1", "Ada", Sit(seat=1, chips=Chips(100_00)))
            assert (desk.number, desk.state) == before
            monkeypatch.setattr(service.store, "append", append)
            await say(service, "1", "Ada", Sit(seat=1, chips=Chips(100_00)))

    run(work)


# --- restart ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["holdem", "five-card-draw", "texas-holdem-bonus"])
def test_a_restart_finds_the_same_table_and_the_same_question(db: str, key: str) -> None:
    async def work() -> None:
        async with served(db) as service:
            desk = await opened(service, key=key)
            await seated(service)
            await until(desk, playing)
            if not game_of(key).banked:
                await say(service, "1", asked(desk)[1], answer(desk))
            left = desk
        async with served(db) as service:
            desk = service.desk("1")
            assert replace(desk.state, pace=left.state.pace) == left.state
            assert desk.number == left.number + 1
            entries = [event.entry for event in desk.tail]
            assert entries[:-1] == [event.entry for event in left.tail]
            assert isinstance(entries[-1].fact, ClockStarted)  # nothing else has happened
            assert service.house.state.distribution or game_of(key).banked
            assert [fault async for fault in audit(service.store.engine, KEYS)] == []
            if not game_of(key).banked:
                await say(service, "1", asked(desk)[1], answer(desk))

    run(work)


# --- the automated dealer --------------------------------------------------------------------


async def copied(engine: AsyncEngine, folder: Path) -> None:
    """Audit and copy a room while it is played in: both see one moment of it."""
    assert [str(fault) async for fault in audit(engine, KEYS)] == []
    await backup(engine, folder / "copy")
    other = make_engine(f"sqlite:///{folder}/other.db")
    await restore(other, folder / "copy")
    assert [str(fault) async for fault in audit(other, KEYS)] == []
    await other.dispose()


def test_a_demonstration_room_deals_every_game_and_is_copied_meanwhile(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "THINKS", (0.0, 0.02))
    monkeypatch.setattr(demo, "LOOKS", 0.0)

    async def work() -> None:
        config = Config(demonstration=True, pause=0.01, bets=0.3, inspection=1)
        async with served(sqlite, config) as service:
            tasks = await demo.furnish(service)
            assert service.desks.keys() == {*demo.FIRST, *GAMES}
            onlooker = Onlooker()
            for desk in service.desks.values():
                desk.watch(onlooker)
            await asyncio.gather(
                *(
                    until(desk, lambda desk: desk.state.rounds > 1)
                    for desk in service.desks.values()
                )
            )
            for name in service.desks.keys() - {"holdem", "flop-poker"}:  # these two go on
                service.desks[name].watchers.discard(onlooker)
            before = service.desk("holdem").state.rounds
            await copied(service.store.engine, tmp_path)
            assert service.desk("holdem").state.rounds > before
            for task in tasks:
                assert not task.done()
                task.cancel()

    run(work)


def test_a_bot_that_is_broke_buys_again_and_the_table_goes_on(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "THINKS", (0.0, 0.0))
    monkeypatch.setattr(demo, "LOOKS", 0.0)
    monkeypatch.setattr(demo, "stake", lambda life: 6_00)

    async def work() -> None:
        config = Config(demonstration=True, pause=0.01)
        async with served(sqlite, config) as service:
            monkeypatch.setattr(demo, "GAMES", {"holdem": GAMES["holdem"]})
            tasks = await demo.furnish(service)
            desk = service.desk("holdem")
            desk.watch(Onlooker())
            await until(desk, lambda desk: desk.state.rounds >= 12)
            purchases = [t for t in desk.tail if isinstance(t.entry.fact, Bought)]
            assert len(purchases) > 4
            for task in tasks:
                task.cancel()

    run(work)


def test_a_table_with_a_time_charge_is_charged_and_verified_by_the_house(sqlite: str) -> None:
    """The dealer assesses, the floor verifies: nobody of the staff has to come."""
    ahead = timedelta()

    async def work() -> None:
        nonlocal ahead
        usual = game_of("holdem").sign
        charge = TimeCharge(minutes=20, hourly=(Hourly(usual.limits, Chips(12_00)),))
        sign = replace(usual, time_charge=charge)
        rules = RakeRules(types=("time",), time_charges=(charge,))

        def clock() -> datetime:
            return wall_clock() + ahead

        async with served(sqlite) as service:
            service.clock = clock
            for says in (SubmitRakeRules(rules=rules), RecordRakeApproval(number=1, reference="7")):
                await service.house.ask(Order(clock(), SUE, says))
            desk = await opened(service, sign=sign)
            await seated(service)
            await until(desk, playing)
            ahead = timedelta(minutes=21)
            while not any(isinstance(event.entry.fact, TimeVerified) for event in desk.tail):
                if desk.state.playing and asked(desk)[0]:
                    await say(service, "1", asked(desk)[1], Play(command=Fold(asked(desk)[0])))
                else:
                    await asyncio.wait_for(desk.changed.wait(), PATIENCE)
            assert any(isinstance(event.entry.fact, TimeCharged) for event in desk.tail)

    run(work)


def test_the_house_holds_the_stake_of_who_steps_away_and_draws_for_the_button(sqlite: str) -> None:
    async def work() -> None:
        sign = replace(game_of("holdem").sign, button_start="high_card")
        async with served(sqlite) as service:
            desk = await opened(service, sign=sign)
            await seated(service)
            await until(desk, playing)
            assert any(isinstance(event.entry.fact, ButtonPlaced) for event in desk.tail)
            await say(service, "1", "Cyd", StepAway())
            while not any(isinstance(event.entry.fact, StakeHeld) for event in desk.tail):
                if desk.state.playing:
                    await say(service, "1", asked(desk)[1], Play(command=Fold(asked(desk)[0])))
                else:
                    await asyncio.wait_for(desk.changed.wait(), PATIENCE)

    run(work)


def test_only_the_staff_has_a_table_prepared_and_opened(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            order = Order(service.clock(), SUE, SetUpTable(name="1", sign=game_of("holdem").sign))
            await service.set_up(order, game_of("holdem"))
            with pytest.raises(Refused, match="only a"):
                await say(service, "1", "Ada", OpenTable())
            assert service.desk("1").number == 1  # nobody has moved
            await say(service, "1", SUE, OpenTable())
            assert service.desk("1").state.status == "open"

    run(work)


# --- an absent player -----------------------------------------------------------------------


@clause("POKER-15i4")
def test_an_absent_player_checks_where_it_is_free_and_folds_otherwise(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, playing)
            await service.dealers["1"].stop()
            none = replace(FAST, turn=0.0, bank=0.0, protection=0.0)
            desk.clock = TurnClock(none, service.clock)  # whose time is up at once
            seat = asked(desk)[0]
            await say(service, "1", HOUSE_DEALER, PassTurn(seat=seat))
            assert desk.state.round.hands[seat].out == "folded"  # type: ignore[union-attr]  # a bet is owed
            await say(service, "1", asked(desk)[1], answer(desk))
            seat = asked(desk)[0]
            await say(service, "1", HOUSE_DEALER, PassTurn(seat=seat))
            assert not desk.state.round.hands[seat].out  # type: ignore[union-attr]  # the blind's option

    run(work)


# --- chat ------------------------------------------------------------------------------------


@clause("POKER-16a")
def test_messages_of_a_round_reach_players_with_a_live_hand_when_it_is_over(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk, now = await opened(service), service.clock()
            ada = Actor("Ada", "player")
            await seated(service)
            assert await desk.chat.say(desk.state, ada, "good  luck\n", now) == 1
            await until(desk, playing)
            seat, folded = asked(desk)
            await say(service, "1", folded, Play(command=Fold(seat)))
            _, holds = asked(desk)
            live = Actor(holds, "player")
            with pytest.raises(Refused, match="you hold a live hand") as refusal:
                await desk.chat.say(desk.state, live, "I have aces", now)
            assert refusal.value.clause == "POKER 16(a)"
            pages = {name: Watcher(name) for name in (holds, folded, "Eva", "")}
            desk.watchers.update(pages.values())
            by = Actor(folded, "player")
            line = await desk.chat.say(desk.state, by, "I threw a king", now)
            desk.utter(line, folded, b"king")
            assert messages(pages) == {folded: [b"king"]}  # neither a live hand nor a spectator
            assert line not in desk.chat.readable
            seat, person = asked(desk)
            await say(service, "1", person, Play(command=Fold(seat)))  # and the round is over
            assert messages(pages) == {name: [b"king"] for name in pages}
            assert line in desk.chat.readable

    run(work)


def messages(pages: dict[str, Watcher]) -> dict[str, list[bytes]]:
    """The messages that reached each page since the last look."""
    found = {}
    for name, page in pages.items():
        frames = [page.frames.get_nowait() for _ in range(page.frames.qsize())]
        if heard := [frame for frame in frames if frame == b"king"]:
            found[name] = heard
    return found


@clause("POKER-16a")
def test_messages_are_moderated_bounded_and_kept(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk, now = await opened(service), service.clock()
            ada, eva = Actor("Ada", "player"), Actor("Eva", "player")
            assert await desk.chat.say(desk.state, ada, "good  luck\n", now) == 1
            assert await desk.chat.say(desk.state, eva, "nice table", now) == 2
            with pytest.raises(Refused, match="only a"):
                await desk.chat.hush(desk.state, eva, 1, now)
            with pytest.raises(Refused, match="no message 9"):
                await desk.chat.hush(desk.state, SUE, 9, now)
            assert await desk.chat.hush(desk.state, SUE, 2, now) == 3
            for words in ("", " \n", "x" * 281):
                with pytest.raises(Refused, match="1 to 280"):
                    await desk.chat.say(desk.state, eva, words, now)
        async with served(sqlite) as service:
            lines = service.desk("1").chat.lines
            assert {number: said.words for number, said in lines.items()} == {1: "good luck"}
            assert [fault async for fault in audit(service.store.engine, KEYS)] == []

    run(work)


# --- settings --------------------------------------------------------------------------------


def test_the_command_line_beats_the_environment_which_beats_the_file(tmp_path: object) -> None:
    path = Path(str(tmp_path)) / "room.toml"
    path.write_text('port = 1\nturn = 2.5\ndb = "sqlite:///a.db"\n')
    env = {"CROUPIER_PORT": "3", "CROUPIER_DB": "sqlite:///b.db", "OTHER": "x"}
    config = load_config(path, {"db": "sqlite:///c.db", "host": None}, env)
    assert (config.port, config.turn, config.db) == (3, 2.5, "sqlite:///c.db")
    with pytest.raises(Refused, match="port"):
        load_config(None, {}, {"CROUPIER_PORT": "many"})
    path.write_text("prot = 1\n")
    with pytest.raises(Refused, match="prot"):
        load_config(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [("log", "loud"), ("turn", "-1"), ("port", "70000"), ("checkpoint", "0"), ("frames", "0")],
)
def test_a_setting_that_makes_no_sense_is_refused_by_its_name(key: str, value: str) -> None:
    with pytest.raises(Refused, match=key):
        load_config(None, {}, {f"CROUPIER_{key.upper()}": value})


def test_a_setting_of_the_environment_that_is_none_is_named_with_what_was_meant() -> None:
    env = {"CROUPIER_TRUN": "5", "CROUPIER_ABSENT": "1", "CROUPIER_XYZ": "1", "CROUPIER_TEST_": ""}
    with pytest.raises(Refused) as refusal:
        load_config(None, {}, env)
    assert refusal.value.clause == "FIELD config"
    said = "unknown settings in the environment: trun, xyz; is turn meant?"
    assert refusal.value.why == said
    elsewhere = {"CROUPIER_HANDS": "/x", "CROUPIER_TEST_MARK": "/y"}
    assert load_config(None, {}, elsewhere) == load_config(None, {}, {})


def test_a_viewer_who_cannot_keep_up_is_let_go(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk, watcher = await opened(service), Watcher()
            desk.watch(watcher)
            for seat in range(140):
                person = f"p{seat}"
                await say(service, "1", person, Sit(seat=1, chips=Chips(100_00)))
                await say(service, "1", person, Leave())
            assert watcher.gone
            assert watcher not in desk.watchers
            missed = json.loads(desk.since(desk.number - 3))
            assert [line["number"] for line in missed["lines"]] == [
                desk.number - 2,
                desk.number - 1,
                desk.number,
            ]
            assert isinstance(desk.tail[-1].entry.fact, SeatLeft)

    run(work)
