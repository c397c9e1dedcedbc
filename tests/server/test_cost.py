"""What costs nothing must still be noticed when it matters: the house, sessions, frames."""

import gc
from datetime import timedelta
from typing import get_args

import pytest
from websockets.frames import Frame, Opcode

from croupier.chips import Chips
from croupier.engine.commands import Fold
from croupier.engine.event import RoundEvent, Undisclosed, is_round_event
from croupier.engine.events import AnyEvent, Folded
from croupier.room.cage.orders import IssueChips
from croupier.room.custody.facts import HandsCounted
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.logbook import Order
from croupier.room.seating.decide import kind_of
from croupier.room.seating.waiting import JoinList
from croupier.room.table.rounds import Play
from croupier.server.auth.users import Accounts
from croupier.server.tables.desk import Desk
from croupier.server.tables.direct import header
from croupier.server.tables.steady_clock import wall_clock
from tests.server import worlds
from tests.server.rooms import KEYS, PEOPLE, opened, run, say, seated, served, stored, until

ABE, KAY = Actor("Abe", "accounting"), Actor("Kay", "cage_cashier")
BOB = Actor("Bob", "player")


def test_tables_hear_of_the_house_what_concerns_them(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk, sent = await opened(service), list[str]()
            monkeypatch.setattr(Desk, "tell_room", lambda desk: sent.append(desk.state.name))
            says = IssueChips(chips=Chips(1_000_00), witness=KAY)
            await service.house.ask(Order(service.clock(), ABE, says))
            assert sent == []  # chips of the cage
            await service.house.ask(Order(service.clock(), BOB, JoinList(kind=kind_of(desk.state))))
            assert sent == ["1"]

    run(work)


def test_whatever_ends_a_session_is_seen_from_afar(db: str) -> None:
    async def work() -> None:
        async with stored(db) as store:
            accounts, now = Accounts(store.engine, KEYS), wall_clock()
            seen = [await accounts.standing(now)]
            for name in ("Ada", "Bob"):
                await accounts.enter(name, "player", now)
                seen.append(await accounts.standing(now))
            _, session = await accounts.admit(Actor("Ada", "player"), now)
            seen.append(await accounts.standing(now))
            assert await accounts.standing(now) == seen[-1]  # nothing happened
            await accounts.disable("Bob")
            seen.append(await accounts.standing(now))
            seen.append(await accounts.standing(now + timedelta(days=400)))  # it has run out
            await accounts.sign_out(session)
            await accounts.admit(Actor("Ada", "player"), now + timedelta(seconds=1))
            seen.append(await accounts.standing(now))
            assert len(set(seen)) == len(seen)

    run(work)


def test_a_hand_that_comes_back_is_counted_in_the_transaction_that_brings_it(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: bool(desk.state.round and desk.state.round.turns))
            assert desk.state.round is not None
            (turn,), before, commits = desk.state.round.turns, desk.number, service.store.commits
            fold = Play(command=Fold(turn.actor))
            reply = await say(service, "1", PEOPLE[turn.actor - 1], fold)
            lines = [line for line in desk.tail if before < line.number <= reply.upto]
            kinds = {type(line.entry.fact): line.entry.by for line in lines}
            assert kinds[Folded].name == PEOPLE[turn.actor - 1]
            assert kinds[HandsCounted] == HOUSE_DEALER
            assert service.store.commits == commits + 1

    run(work)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 70_000])
def test_a_frame_is_read_as_it_was_sent(size: int) -> None:
    body = b"x" * size
    assert header(size) + body == Frame(Opcode.TEXT, body).serialize(mask=False)


def test_lines_at_hand_are_never_looked_through_for_garbage() -> None:
    before, steps = worlds.a_round("holdem", 1)
    desk = worlds.desk_of(before)
    for step in steps:
        worlds.go_on(desk, step.entries)
    kept = [part for line in desk.tail for part in (line, line.entry, line.said, line.entry.fact)]
    assert not any(gc.is_tracked(part) for part in kept)


def test_an_event_of_a_round_is_told_without_asking_every_class() -> None:
    before, steps = worlds.a_round("holdem", 1)
    facts = [entry.fact for entry in before] + [e.fact for step in steps for e in step.entries]
    for fact in [*facts, Undisclosed()]:
        assert is_round_event(fact) == isinstance(fact, AnyEvent)
    assert set(RoundEvent.__subclasses__()) == {*get_args(AnyEvent), Undisclosed}
    assert not any(kind.__subclasses__() for kind in get_args(AnyEvent))
