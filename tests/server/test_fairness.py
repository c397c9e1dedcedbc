"""The server seals what it deals, lets a player name the cut, and proves a round to its players."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as said
from croupier.engine import events as engine_events
from croupier.games import game_of
from croupier.room.custody.commitment import NameCut, cutter
from croupier.room.custody.facts import CutMade, CutNamed, DeckSealed
from croupier.room.table.rounds import Play
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.store.audit_log import Rounds
from croupier.server.tables.desk import Desk, Watcher
from croupier.views.fairness.fairness_check import check_file
from croupier.views.fairness.fairness_file import FairnessFile
from tests.clause import clause
from tests.room.test_sealing import ready
from tests.server.rooms import FAST, PATIENCE, opened, run, say, seated, served, until
from tests.server.spoiling import faults

QUICK = replace(FAST, turn=0.05, bank=0.0, protection=0.0, absent=0.01)


def facts(desk: Desk) -> list[object]:
    return [line.entry.fact for line in desk.tail]


@asynccontextmanager
async def calling(service: Service, name: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the room that is signed in as a player."""
    actor = await service.accounts.add(name, "correct horse", "player", service.clock())
    token, _ = await service.accounts.admit(actor, service.clock())
    app = create_app(Config(requests=10_000), service=service)
    app.state.service = service  # in this loop, and in service already
    wire = httpx.ASGITransport(app)  # type: ignore[arg-type]  # it is one
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(transport=wire, base_url="http://room", headers=headers) as client:
        yield client


@clause("POKER-5a2")
@pytest.mark.parametrize("key", ["holdem", "triple-draw-2-7", "seven-card-stud"])
def test_every_round_is_sealed_and_its_players_can_check_it(sqlite: str, key: str) -> None:
    async def work() -> None:
        sign = replace(game_of(key).sign, **({"shuffler": "plain"} if key == "holdem" else {}))
        async with served(sqlite, QUICK) as service:
            desk = await opened(service, key=key, sign=sign)
            await seated(service)
            await until(desk, lambda desk: desk.state.rounds >= 2 or len(desk.rounds) > 3)
            async with calling(service, "Ada") as client:
                reply = await client.get("/api/tables/1/rounds/1/proof")
                file = msgspec.json.decode(reply.text, type=FairnessFile)
                assert check_file(file) == []
                assert file.seat == 1
                assert file.done
                assert file.roots[0].size == 52
                ahead = await client.get("/api/tables/1/rounds/99/proof")
                assert ahead.status_code == 404
            async with calling(service, "Zoe") as client:
                assert (await client.get("/api/tables/1/rounds/1/proof")).status_code == 404
            found = facts(desk)
            for number, fact in enumerate(found):
                if isinstance(fact, engine_events.DeckCut):
                    before = [f for f in found[:number] if isinstance(f, DeckSealed)]
                    assert before[-1].size == len(fact.order)

    run(work)
    assert faults(sqlite) == []


def test_a_round_in_play_proves_what_has_been_seen_of_it_and_no_more(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            async with calling(service, "Ada") as client:
                reply = await client.get("/api/tables/1/rounds/1/proof")
            file = msgspec.json.decode(reply.text, type=FairnessFile)
            assert not file.done
            assert check_file(file) == []
            assert desk.state.round is not None
            own = set(desk.state.round.hands[1].down)
            assert {proof.card for proof in file.cards} == own

    run(work)


@clause("THB-4b1")
def test_a_machine_shuffle_at_a_banked_table_is_sealed_and_not_cut(sqlite: str) -> None:
    async def work() -> None:
        sign = replace(game_of("texas-holdem-bonus").sign, shuffler="plain")
        async with served(sqlite, QUICK) as service:
            desk = await opened(service, key="texas-holdem-bonus", sign=sign)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            await say(service, "1", "Ada", Play(command=said.Place(1, {"ante": Chips(5_00)})))
            await until(desk, lambda desk: len(desk.rounds) > 1)
            [ready, *_] = [fact for fact in facts(desk) if isinstance(fact, engine_events.DeckCut)]
            assert ready.cut == 0
            async with calling(service, "Ada") as client:
                reply = await client.get("/api/tables/1/rounds/1/proof")
            file = msgspec.json.decode(reply.text, type=FairnessFile)
            assert check_file(file) == []
            assert len(file.cards) >= 2

    run(work)
    assert faults(sqlite) == []


def test_a_reshuffle_is_sealed_before_it_is_dealt_from(sqlite: str) -> None:
    """Six players who throw everything: the deck is renewed."""

    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service, key="triple-draw-2-7")
            await seated(service, count=6)
            await until(desk, lambda desk: desk.state.playing)
            while not any(isinstance(fact, engine_events.Reshuffled) for fact in facts(desk)):
                changed = desk.changed
                state = desk.state.round
                assert state is not None
                turn = state.turns[0]
                if not turn.actor:
                    await asyncio.wait_for(changed.wait(), PATIENCE)
                    continue
                command: said.Command = said.Call(turn.actor)
                if turn.option("discard"):
                    command = said.Discard(turn.actor, state.hands[turn.actor].down)
                elif turn.option("check"):
                    command = said.Check(turn.actor)
                person = desk.state.seats[turn.actor].person
                await say(service, "1", person, Play(command=command))
            found = facts(desk)
            seals = [n for n, fact in enumerate(found) if isinstance(fact, DeckSealed)]
            [again] = [
                n for n, fact in enumerate(found) if isinstance(fact, engine_events.Reshuffled)
            ]
            assert [found[n].shuffle for n in seals] == [0, 1]  # type: ignore[attr-defined]  # seals
            assert seals[1] < again
            async with calling(service, "Ada") as client:
                reply = await client.get("/api/tables/1/rounds/1/proof")
            file = msgspec.json.decode(reply.text, type=FairnessFile)
            assert len(file.roots) == 2
            assert check_file(file) == []

    run(work)


@clause("POKER-5b2")
def test_a_player_who_is_there_names_the_number_of_the_cut(sqlite: str) -> None:
    async def work() -> None:
        sign = replace(game_of("holdem").sign, cut_number="player")
        async with served(sqlite, replace(FAST, cut=30.0)) as service:
            desk = await opened(service, sign=sign)
            desk.watch(Watcher("Cyd"))
            await seated(service)
            await until(desk, lambda desk: cutter(desk.state) > 0)
            await asyncio.sleep(0.2)
            assert not desk.state.playing  # the dealer waits
            await say(service, "1", "Cyd", NameCut(count=33))
            await until(desk, lambda desk: desk.state.playing)
            [ready] = [fact for fact in facts(desk) if isinstance(fact, engine_events.DeckCut)]
            assert ready.cut == 33

    run(work)


@clause("POKER-5b2")
@pytest.mark.parametrize("here", [True, False])
def test_the_dealer_cuts_for_who_does_not_answer(sqlite: str, here: bool) -> None:
    async def work() -> None:
        sign = replace(game_of("holdem").sign, cut_number="player")
        async with served(sqlite, replace(FAST, cut=0.3 if here else 30.0)) as service:
            desk = await opened(service, sign=sign)
            if here:
                desk.watch(Watcher("Cyd"))
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            assert not any(isinstance(fact, CutNamed) for fact in facts(desk))
            [made] = [fact for fact in facts(desk) if isinstance(fact, CutMade)]
            assert 10 <= made.count <= 42

    run(work)


def test_a_restart_deals_the_deck_that_was_sealed_before_it(sqlite: str) -> None:
    async def work() -> None:
        sign = replace(game_of("holdem").sign, cut_number="player")
        slow = replace(FAST, cut=30.0)
        async with served(sqlite, slow) as service:
            desk = await opened(service, sign=sign)
            desk.watch(Watcher("Cyd"))
            await seated(service)
            await until(desk, lambda desk: cutter(desk.state) > 0)
            [before] = [fact for fact in facts(desk) if isinstance(fact, DeckSealed)]
        async with served(sqlite, slow) as service:
            desk = service.desk("1")
            await until(desk, lambda desk: desk.state.playing)
            [ready] = [fact for fact in facts(desk) if isinstance(fact, engine_events.DeckCut)]
            assert ready.order == before.order[ready.cut :] + before.order[: ready.cut]

    run(work)
    assert faults(sqlite) == []


def test_an_audit_plays_a_void_round_again_to_its_end() -> None:
    at = ready("texas-holdem-bonus")
    before = len(at.log)
    at.deal_sealed()
    for seat in (1, 2, 3):
        at.say(said.Place(seat, {"ante": Chips(5_00)}))
    at.say(said.NoMoreBets())
    at.do("floorperson", Play(command=said.Report("dealer_card_exposed")))
    at.play_out()
    lines_so_far = dict(enumerate(at.log[before:], 1))
    assert any(isinstance(entry.fact, engine_events.RoundVoided) for entry in lines_so_far.values())
    assert list(Rounds("table/1").take(lines_so_far)) == []


def test_an_audit_finds_a_deck_that_is_not_the_sealed_one() -> None:
    at = ready()
    before = len(at.log)
    at.deal_sealed()
    at.play_out()
    lines = dict(enumerate(at.log[before:], 1))
    assert list(Rounds("table/1").take(lines)) == []
    seal = lines[1].fact
    assert isinstance(seal, DeckSealed)
    other = (seal.order[1], seal.order[0], *seal.order[2:])
    lines[1] = replace(lines[1], fact=replace(seal, order=other))
    assert any("root" in fault.what for fault in Rounds("table/1").take(lines))
