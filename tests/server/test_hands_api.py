"""Hand histories over HTTP: everybody finds what they may, and no card slips out."""

import json
from typing import Any

import pytest
from sqlalchemy import insert

from croupier.cards import UNKNOWN, Card
from croupier.engine.events import AnyEvent, Dealt, RoundClosed, read_event
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.histories.phh_reader import read_phh
from croupier.room.house.disclosure import AnswerOpening, AskOpening
from croupier.room.house.people import ROLES, Actor
from croupier.room.logbook import Order
from croupier.server.desks.hands import READERS
from croupier.server.store.finished import Kept, round_row
from croupier.server.store.schema import round_players, rounds
from croupier.server.tables.desk import Desk
from croupier.views.seat import NOBODY
from tests.clause import clause
from tests.server.books import PLAYERS, STAFF, Asking, asked, named, played
from tests.server.rooms import run
from tests.server.worlds import CARD, _faces

IEB, SHIFT = named("ieb_agent"), named("poker_shift_supervisor")
WATCH = named("surveillance")


async def log_of(desk: Desk) -> list[Any]:
    from croupier.room.table import evolve as life

    return [life.read_entry(body).fact async for _, body in desk.store.read(desk.stream)]


def shown_to(seat: int, log: list[Any]) -> set[Card]:
    """Every card that a seat saw, by the rules and not by the code under test."""
    return {card for fact in log for card in _faces(seat, fact)}


def cards_in(text: str, form: str) -> set[Card]:
    """Every card that a file names."""
    if form == "log":
        return {Card(name) for name in CARD.findall(text)}
    hands = read_phh(text)
    answer = [action for hand in hands for action in hand.record.actions]
    return {card for action in answer for card in action.cards} - {UNKNOWN}


@clause("POKER-6e2")
@pytest.mark.parametrize("key", ["holdem", "seven-card-stud", "badugi"])
def test_a_players_export_holds_no_card_that_the_player_did_not_see(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, "1", key, rounds=2)
            log = await log_of(desk)
            everything = {card for fact in log if isinstance(fact, Dealt) for card in fact.cards}
            for seat, player in enumerate(PLAYERS[:3], 1):
                mine = shown_to(seat, log)
                assert everything - mine
                for form in ("log", "phh"):
                    reply = await asking.get(
                        "/api/hands/export", player.name, format=form, lossy=True
                    )
                    assert reply.status_code == 200, reply.text
                    found = cards_in(reply.text, form)
                    assert found
                    assert found <= mine, (form, found - mine)
                listed = await asking.get("/api/hands", player.name)
                assert listed.json()["total"] == 2
                assert not CARD.findall(listed.text)
                for text in everything - mine:
                    found_by = await asking.get("/api/hands", player.name, text=text.value)
                    assert found_by.json()["total"] == 0  # nor can it be searched for

    run(work)


@clause("POKER-history")
def test_what_is_exported_replays(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, rounds=3)
            hands = (await asking.get("/api/hands", IEB)).json()["hands"]
            await opened_by_two(asking, hands[0])
            where = {"table": "1", "line": hands[0]["line"]}
            whole = await asking.get("/api/hands/export", IEB, **where)
            lines = whole.text.splitlines()
            verify_log(lines, game_of)  # every event is the same: stacks, pots and cards
            closed = [e for e in map(read_event, lines) if isinstance(e, RoundClosed)]
            stacks = {int(seat): chips for seat, chips in closed[-1].stacks.items()}
            assert stacks == {seat: desk.state.stacks[seat] for seat in stacks}
            ohh = await asking.get("/api/hands/export", IEB, format="ohh", lossy=True, **where)
            hand = json.loads(ohh.text)["ohh"]
            assert {player["name"] for player in hand["players"]} == {"Ada", "Bob", "Cyd"}
            assert hand["game_number"] == "1-3"
            phh = await asking.get("/api/hands/export", "Ada", format="phh", lossy=True)
            assert len(read_phh(phh.text)) == 3
            three = await asking.get("/api/hands/export", "Ada", format="ohh", lossy=True)
            parts = three.text.strip().split("\n\n")
            assert [json.loads(part)["ohh"]["hero_player_id"] for part in parts] == [1, 1, 1]

    run(work)


def test_what_a_format_cannot_say_is_refused_or_left_out(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, "1", "badugi", rounds=1)
            await played(asking.service, "2", "holdem", rounds=1)
            (one,) = (await asking.get("/api/hands", "Ada", game="badugi")).json()["hands"]
            where = {"table": "1", "line": one["line"], "format": "ohh", "lossy": True}
            reply = await asking.get("/api/hands/export", "Ada", **where)
            assert reply.status_code == 422
            assert "no action throws a card away" in reply.json()["why"]
            both = await asking.get("/api/hands/export", "Ada", format="ohh", lossy=True)
            assert (both.status_code, both.headers["x-left-out"]) == (200, "1")
            none = await asking.get("/api/hands/export", "Ada", text="nothing like it")
            assert none.status_code == 404

    run(work)


def test_the_search_finds_by_player_table_game_day_and_words(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, "1", rounds=2)
            await played(asking.service, "2", "badugi", rounds=1, count=2)

            async def total(**query: Any) -> int:
                return int((await asking.get("/api/hands", IEB, **query)).json()["total"])

            assert await total() == 3
            assert await total(player="Cyd") == 2
            assert await total(table="2") == 1
            assert await total(game="badugi") == 1
            assert await total(text="badugi ada") == 1
            assert await total(text="round closed") == 3
            assert await total(round=2) == 1
            assert await total(to="2001-01-01") == 0
            assert await total(**{"from": "2001-01-01"}) == 3
            assert await total(player="Zoe") == 0
            page = (await asking.get("/api/hands", IEB, skip=1, limit=1)).json()
            assert (page["total"], len(page["hands"])) == (3, 1)
            assert (await asking.get("/api/hands", IEB, table="9")).status_code == 422

    run(work)


@clause("POKER-roles")
def test_others_hands_are_for_those_who_rule_or_watch(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, rounds=1)
            for actor in STAFF:
                for path in ("/api/hands", "/api/hands/export", "/api/tables/1/rounds/1"):
                    reply = await asking.get(path, actor.name)
                    assert reply.status_code == (200 if actor.role in READERS else 403), (
                        actor,
                        path,
                    )
                    if actor.role not in READERS:
                        assert reply.json()["clause"] == "POKER 6(e)(2)"
            assert (await asking.get("/api/hands", "Ada", player="Bob")).status_code == 403
            assert (await asking.get("/api/hands", "Zoe")).json()["total"] == 0
            assert (await asking.get("/api/tables/1/rounds/1", "Zoe")).status_code == 404
            assert (await asking.get("/api/hands", "")).status_code == 401

    run(work)


# --- hidden cards ----------------------------------------------------------------------------


async def opened_by_two(asking: Asking, hand: dict[str, Any]) -> None:
    body = {"table": hand["table"], "line": hand["line"], "reason": "a dispute"}
    assert (await asking.post("/api/openings", SHIFT, body)).status_code == 201
    path = f"/api/openings/{hand['table']}/{hand['line']}"
    assert (await asking.post(path, IEB, {"agree": True})).status_code == 201


@clause("POKER-6e2")
def test_hidden_cards_of_a_finished_round_are_opened_by_two_and_it_is_logged(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, rounds=2)
            log = await log_of(desk)
            public = shown_to(NOBODY, log)
            hand = (await asking.get("/api/hands", IEB)).json()["hands"][0]
            path = f"/api/tables/1/rounds/{hand['round']}"
            assert hand["seen"] == "spectator"
            for actor in STAFF:  # nobody alone
                if actor.role in READERS:
                    reply = await asking.get(path, actor.name)
                    assert reply.json()["seen"] == "spectator"
                    assert {Card(c) for c in CARD.findall(reply.text)} <= public
            body = {"table": "1", "line": hand["line"], "reason": "a dispute"}
            assert (await asking.post("/api/openings", SHIFT, body)).status_code == 201
            answer = f"/api/openings/1/{hand['line']}"
            for wrong in (SHIFT, named("casino_supervisor")):
                reply = await asking.post(answer, wrong, {"agree": True})
                assert (reply.status_code, reply.json()["clause"]) == (422, "POKER 6(e)(2)")
            assert (await asking.get(path, IEB)).json()["seen"] == "spectator"
            assert (await asking.post(answer, WATCH, {"agree": True})).status_code == 201
            whole = await asking.get(path, IEB)
            assert whole.json()["seen"] == "opened"
            dealt = [e for e in await _events(asking, hand) if isinstance(e, Dealt)]
            assert {c.value for e in dealt for c in e.cards} <= set(CARD.findall(whole.text))
            assert (await asking.get(path, named("floorperson"))).json()["seen"] == "spectator"
            assert (await asking.get(path, "Ada")).json()["seen"] == "player"
            listed = (await asking.get("/api/openings", IEB)).json()
            assert [one["granted"] for one in listed] == [True]
            report = (await asking.get("/api/reports/openings", IEB)).json()
            assert report["rows"][0]["result"] == "opened"

    run(work)


async def _events(asking: Asking, hand: dict[str, Any]) -> list[AnyEvent]:
    text = await asking.get("/api/hands/export", IEB, table="1", line=hand["line"])
    return [read_event(line) for line in text.text.splitlines()]


@clause("POKER-6e2")
def test_no_role_reads_hidden_cards_of_a_round_in_play(sqlite: str) -> None:
    """Not with a request either that was granted before the round was over."""

    async def work() -> None:
        async with asked(sqlite) as asking:
            desk = await played(asking.service, rounds=1, still=False)
            service, number = asking.service, desk.state.rounds + 1
            line = desk.rounds[-1].number
            body = {"table": "1", "line": line, "reason": "curious"}
            assert (await asking.post("/api/openings", SHIFT, body)).status_code == 404
            ask = AskOpening(table="1", line=line, round=number, reason="curious")
            yes = AnswerOpening(table="1", line=line, agree=True)
            for by, says in (
                (Actor(SHIFT, "poker_shift_supervisor"), ask),
                (Actor(IEB, "ieb_agent"), yes),
            ):
                await service.house.ask(Order(service.clock(), by, says))
            assert desk.state.playing
            held = {
                card
                for fact in (await log_of(desk))[line - 1 :]
                if isinstance(fact, Dealt)
                for card in fact.cards
            }
            for actor in STAFF:
                for path, query in (
                    (f"/api/tables/1/rounds/{number}", {}),
                    (f"/api/tables/1/rounds/{number}", {"line": line}),
                    ("/api/hands/export", {"table": 1, "line": line}),
                ):
                    reply = await asking.get(path, actor.name, **query)
                    assert reply.status_code in (403, 404), (actor, path)
                for path in ("/api/tables/1", "/api/hands", "/api/rounds"):
                    reply = await asking.get(path, actor.name)
                    assert not {card.value for card in held} & set(CARD.findall(reply.text))

    assert {actor.role for actor in STAFF} == set(ROLES) - {"player"}
    run(work)


@clause("POKER-roles")
def test_who_may_ask_and_who_may_answer(sqlite: str) -> None:
    async def work() -> None:
        async with asked(sqlite) as asking:
            await played(asking.service, rounds=1)
            (hand,) = (await asking.get("/api/hands", IEB)).json()["hands"]
            body = {"table": "1", "line": hand["line"], "reason": " "}
            for actor in [*STAFF, PLAYERS[0]]:
                asks = await asking.post("/api/openings", actor.name, body)
                assert asks.status_code == (422 if actor.role in AskOpening.roles else 403)
                path = f"/api/openings/1/{hand['line']}"
                answers = await asking.post(path, actor.name, {"agree": True})
                assert answers.status_code == (422 if actor.role in AnswerOpening.roles else 403)
                sees = await asking.get("/api/openings", actor.name)
                assert sees.status_code == (200 if actor.role in AnswerOpening.roles else 403)
            wrong = {"table": "1", "line": 99_999, "reason": "why not"}
            assert (await asking.post("/api/openings", IEB, wrong)).status_code == 404
            wrong = {"table": "9", "line": 1, "reason": "why not"}
            assert (await asking.post("/api/openings", IEB, wrong)).status_code == 422

    run(work)


@pytest.mark.parametrize("mac", [None, bytes(16)])
def test_a_round_that_the_room_did_not_enter_shows_nobody_a_card(db: str, mac: Any) -> None:
    """An intruder in the database, with an account, says to have played the round in play."""

    async def work() -> None:
        async with asked(db) as asking:
            desk = await played(asking.service, rounds=1, still=False)
            opened = desk.rounds[-1]
            lie = Kept(
                table="1",
                game="holdem",
                title="",
                round=opened.round,
                line=opened.number,
                at=opened.at,
                ended=opened.at,
                seating={"Zoe": 1},
                stacks={1: 200_00},
            )
            row = round_row(lie, asking.service.house.state.dawn)
            who = {"person": "Zoe", "stream": desk.stream, "line": opened.number}
            async with asking.service.store.engine.begin() as connection:
                entered = {name: row[name] for name in row if name != "people"}
                await connection.execute(insert(rounds), entered | {"mac": mac})
                await connection.execute(insert(round_players), who)
            where = f"/api/tables/1/rounds/{opened.round}"
            found = await asking.get("/api/hands/export", "Zoe", table="1", lossy=True)
            cards = await asking.get("/api/my/cards", "Zoe")
            shared = await asking.post(f"/api/tables/1/rounds/{opened.number}/share", "Zoe")
            told = await asking.get(where, "Zoe", line=opened.number)
            asks = {"table": "1", "line": opened.number, "reason": "to see it"}
            opening = await asking.post("/api/openings", SHIFT, asks)
            codes = [one.status_code for one in (found, cards, shared, told, opening)]
            assert (codes, cards.json()) == ([404, 200, 404, 404, 404], [])

    run(work)


def test_a_number_that_no_round_has_is_no_fault(db: str) -> None:
    async def work() -> None:
        async with asked(db) as asking:
            await played(asking.service, rounds=1)
            for number in (2**31, 2**63, 10**30):
                one = await asking.get(f"/api/tables/1/rounds/{number}", IEB)
                other = await asking.get("/api/tables/1/rounds/1", IEB, line=number)
                assert (one.status_code, other.status_code) == (404, 404)
                shared = await asking.get(f"/api/shared/1/{number}/code", "")
                asks = {"table": "1", "line": number, "reason": "to see it"}
                opening = await asking.post("/api/openings", SHIFT, asks)
                assert (shared.status_code, opening.status_code) == (404, 404)

    run(work)
