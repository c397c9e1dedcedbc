"""The end of a round in the running room: the streets one by one, then the hands, unasked."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.commands import Call, Check, Fold, RaiseTo, Report
from croupier.engine.events import Mucked, RoundClosed, Shown
from croupier.engine.faults import Misdealt
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.table.facts import ShowingFollowed
from croupier.room.table.rounds import Play
from croupier.room.table.showing import ChooseShowing, TurnUp
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.tables.dealer import LONGER
from croupier.server.tables.desk import Desk, Watcher
from tests.clause import clause
from tests.server.model import Model
from tests.server.rooms import FAST, opened, run, say, seated, served, until

BLINDS = (Chips(1_00), Chips(2_00))
NO_LIMIT = replace(
    game_of("holdem").sign, structure="no_limit", limits=(Chips(2_00),), blinds=BLINDS
)
QUICK = replace(FAST, showdown="muck", pause=0.2, beat=0.01)


class Page(Watcher):
    """A viewer that keeps every frame."""

    def __init__(self, person: str = "") -> None:
        super().__init__(person)
        self.got: list[dict[str, Any]] = []
        self.model = Model()

    def tell(self, frame: bytes) -> None:
        got = json.loads(frame)
        if got["kind"] == "update":
            assert self.model.take(got)
            got["screen"] = self.model.screen
        self.got.append(got)


def asked(desk: Desk) -> tuple[int, str]:
    assert desk.state.round is not None
    seat = desk.state.round.turns[0].actor
    return seat, desk.state.seats[seat].person


async def all_in(service: Service, desk: Desk) -> None:
    """Two players put everything in before the flop."""
    await until(desk, lambda desk: desk.state.playing)
    seat, person = asked(desk)
    turn = desk.state.round.turns[0]  # type: ignore[union-attr]  # a player is to act
    most = turn.option("raise").most  # type: ignore[union-attr]  # nobody has raised yet
    await say(service, "1", person, Play(command=RaiseTo(seat, Chips(most))))
    seat, person = asked(desk)
    await say(service, "1", person, Play(command=Call(seat)))


def facts(desk: Desk, *kinds: type) -> list[Any]:
    return [line.entry for line in desk.tail if isinstance(line.entry.fact, kinds)]


@clause("POKER-15d1")
def test_streets_follow_one_another_and_hands_are_turned_up_without_a_question(db: str) -> None:
    async def work() -> None:
        async with served(db, QUICK) as service:
            desk = await opened(service, sign=NO_LIMIT)
            await seated(service, count=2)
            pages = [Page("Ada"), Page()]
            desk.watchers.update(pages)
            await all_in(service, desk)
            await until(desk, lambda desk: bool(facts(desk, RoundClosed)))
            for page in pages:
                frames = [frame for frame in page.got if frame["kind"] == "update"]
                dealt = [
                    f for f in frames if any("BoardDealt" in json.dumps(x) for x in f["lines"])
                ]
                boards = [len(frame["screen"]["boards"][0]) for frame in dealt]
                assert boards == [3, 4, 5]
                assert [frame.get("wait", 0) > 0 for frame in dealt] == [False, True, True]
                numbers = [line["number"] for frame in frames for line in frame["lines"]]
                assert numbers == sorted(set(numbers))  # nothing twice, nothing left out
                assert all(f["screen"]["number"] == f["lines"][-1]["number"] for f in dealt)
            followed = facts(desk, ShowingFollowed)
            assert [entry.by for entry in followed] == [HOUSE_DEALER] * 2
            answers = facts(desk, Shown, Mucked)
            assert [entry.fact.seat for entry in answers] == [e.fact.seat for e in followed]
            assert isinstance(answers[0].fact, Shown)

    run(work)


@clause("POKER-15r")
def test_all_in_hands_are_in_sight_before_the_board_and_nobody_is_asked(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, replace(QUICK, showdown="ask")) as service:
            desk = await opened(service, sign=replace(NO_LIMIT, show_all_in=True))
            await seated(service, count=2)
            page = Page()
            desk.watchers.add(page)
            await all_in(service, desk)
            await until(desk, lambda desk: bool(facts(desk, RoundClosed)))
            frames = [f for f in page.got if f["kind"] == "update" and f["lines"]]
            kinds = [{line["entry"]["fact"]["type"] for line in frame["lines"]} for frame in frames]
            (turned,) = [n for n, seen in enumerate(kinds) if "TurnedUp" in seen]
            assert "BoardDealt" not in kinds[turned]
            assert "BoardDealt" in kinds[turned + 1]
            assert frames[turned + 1]["wait"] > 0  # hands are looked at before the flop
            hands = [seat["down"] for seat in frames[turned]["screen"]["seats"]]
            assert "??" not in {card for hand in hands for card in hand}
            assert len(facts(desk, Shown)) == len(facts(desk, ShowingFollowed)) == 2

    run(work)


@clause("POKER-15d3")
def test_a_player_who_wants_to_be_asked_is_asked(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await opened(service, sign=NO_LIMIT)
            await seated(service, count=2)
            await say(service, "1", "Ada", ChooseShowing(how="ask"))
            await say(service, "1", "Bob", ChooseShowing(how="ask"))
            await all_in(service, desk)
            seat, person = asked(desk)
            assert desk.state.round.turns[0].option("show")  # type: ignore[union-attr]  # asked
            assert not facts(desk, ShowingFollowed)
            await say(service, "1", person, ChooseShowing(how="show"))
            await until(desk, lambda desk: bool(facts(desk, Shown)))
            assert facts(desk, Shown)[0].fact.seat == seat

    run(work)


@pytest.mark.parametrize("role", ["player", "dealer", "floorperson"])
def test_no_account_turns_up_another_players_hand(sqlite: str, role: Any) -> None:
    async def work() -> None:
        async with served(sqlite, replace(QUICK, showdown="ask")) as service:
            desk = await opened(service, sign=NO_LIMIT)
            await seated(service, count=2)
            await all_in(service, desk)
            order = TurnUp(seat=asked(desk)[0], usual="show")
            with pytest.raises(Refused):
                await say(service, "1", Actor("Eve", role), order)
            assert not facts(desk, Shown)

    run(work)


def test_a_round_without_a_showdown_is_cleared_away_sooner(sqlite: str) -> None:
    async def work() -> None:
        config = Config(
            play_chips=True, pause=0.05, uncontested=0.0, inspection=1, misses=0, beat=0.0
        )
        async with served(sqlite, config) as service:
            desk = await opened(service, sign=NO_LIMIT)
            await seated(service, count=2)
            await until(desk, lambda desk: desk.state.playing)
            dealer = service.dealers["1"]
            seat, person = asked(desk)
            await say(service, "1", person, Play(command=Fold(seat)))
            assert dealer._rest(desk.state) == 0.0

    run(work)


def test_a_misdeal_stays_in_sight_as_long_as_a_showdown(sqlite: str) -> None:
    async def work() -> None:
        config = Config(play_chips=True, pause=60.0, uncontested=0.0, inspection=1, misses=0)
        async with served(sqlite, config) as service:
            desk = await opened(service, sign=NO_LIMIT)
            await seated(service, count=2)
            await until(desk, lambda desk: desk.state.playing)
            report = Play(command=Report("skipped_player"))
            await say(service, "1", Actor("Flo", "floorperson"), report)
            await until(desk, lambda desk: bool(facts(desk, Misdealt)))
            assert service.dealers["1"]._rest(desk.state) == 60.0

    run(work)


async def checked_down(service: Service, desk: Desk) -> None:
    """Two players see every card for one big blind."""
    await until(desk, lambda desk: desk.state.playing)
    while (state := desk.state.round) and any(turn.option("check") for turn in state.turns):
        seat, person = asked(desk)
        await say(service, "1", person, Play(command=Check(seat)))


@pytest.mark.parametrize(("all_of_it", "rests"), [(False, 60.0), (True, 60.0 * LONGER)])
def test_a_big_pot_stays_in_sight_a_little_longer(
    sqlite: str, *, all_of_it: bool, rests: float
) -> None:
    async def work() -> None:
        config = Config(play_chips=True, pause=60.0, inspection=1, misses=0, beat=0.0)
        async with served(sqlite, config) as service:
            desk = await opened(service, sign=NO_LIMIT)
            await seated(service, count=2)
            await until(desk, lambda desk: desk.state.playing)
            if all_of_it:
                await all_in(service, desk)
            else:
                seat, person = asked(desk)
                await say(service, "1", person, Play(command=Call(seat)))
                await checked_down(service, desk)
            await until(desk, lambda desk: bool(facts(desk, RoundClosed)))
            assert service.dealers["1"]._rest(desk.state) == rests

    run(work)


@pytest.mark.parametrize(("players", "waits"), [(2, 60.0), (4, 30.0)])
def test_many_hands_are_turned_up_in_the_time_of_two(
    sqlite: str, players: int, waits: float
) -> None:
    async def work() -> None:
        config = Config(play_chips=True, pause=60.0, inspection=1, misses=0, beat=60.0)
        async with served(sqlite, config) as service:
            desk = await opened(service, sign=NO_LIMIT)
            await seated(service, count=players)
            await until(desk, lambda desk: desk.state.playing)
            while (state := desk.state.round) and any(turn.option("call") for turn in state.turns):
                seat, person = asked(desk)
                await say(service, "1", person, Play(command=Call(seat)))
            await checked_down(service, desk)
            assert desk.state.round is not None
            assert desk.state.round.turns[0].option("show")
            assert service.dealers["1"]._beat(desk.state) == waits

    run(work)
