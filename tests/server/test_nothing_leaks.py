"""Nobody is sent a card that the rules do not show them: not in a frame, a reply or a log line."""

import asyncio
import json
import logging
from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.house.people import HOUSE_DEALER, Actor
from croupier.room.logbook import Order
from croupier.room.table.rounds import DealRound
from croupier.room.table.state import Table
from croupier.server.config import Config
from croupier.server.monitoring.server_log import JsonLines, log_order
from croupier.server.store.schema import events
from croupier.server.tables.desk import Watcher
from croupier.views.seat import NOBODY
from tests.server import worlds
from tests.server.rooms import FAST, opened, run, seated, served, until

VIEWERS = {"": NOBODY, "Zoe": NOBODY, "Ada": 1, "Bob": 2}  # Zoe is signed in, and has no seat
ROUNDS = 3
DEALT = list(GAMES)


@pytest.mark.parametrize("key", DEALT)
def test_two_worlds_that_differ_in_unseen_cards_are_sent_as_the_same_bytes(key: str) -> None:
    for seed in range(ROUNDS):
        before, steps = worlds.a_round(key, seed)
        for person, seat in VIEWERS.items():
            seen = worlds.seen_cards(seat, steps)
            other = worlds.another_world(key, steps, seen, seed * 7 + seat)
            answer = [worlds.without_public(one) for one in worlds.frames(before, steps, person)]
            again = [worlds.without_public(one) for one in worlds.frames(before, other, person)]
            assert answer == again
            assert worlds.named_cards(b"".join(answer).decode()) <= seen


def test_the_worlds_do_differ_and_players_are_sent_their_cards() -> None:
    """The plainest case, to see that the above looks at something."""
    before, steps = worlds.a_round("holdem", 1)
    seen = worlds.seen_cards(1, steps)
    other = worlds.another_world("holdem", steps, seen, 3)
    assert steps[0].entries != other[0].entries
    ada = b"".join(worlds.frames(before, steps, "Ada")).decode()
    assert worlds.named_cards(ada) == seen
    spectator = b"".join(worlds.frames(before, steps, "")).decode()
    assert worlds.named_cards(spectator) < seen


def deal(life: Table) -> set[str]:
    """Every card that nobody may see now: the stub and what others hold, for a spectator."""
    assert life.round is not None
    held = {card.value for hand in life.round.hands.values() for card in hand.down}
    return held | {card.value for card in life.round.deck}


def test_replies_metrics_and_errors_hold_no_hidden_card(sqlite: str) -> None:
    import httpx

    from croupier.server.app import create_app

    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            ada, _ = await service.accounts.admit(
                await service.accounts.add("Ada", "correct horse", "player", service.clock()),
                service.clock(),
            )
            app = create_app(Config(requests=10_000), service=service)
            app.state.service = service  # in this loop, and in service already
            wire = httpx.ASGITransport(app)  # type: ignore[arg-type]  # it is one
            async with httpx.AsyncClient(transport=wire, base_url="http://room") as client:
                mine = {card.value for card in desk.state.round.hands[1].down}  # type: ignore[union-attr]  # it plays
                hidden = deal(desk.state)
                for path in (
                    "/api/tables",
                    "/api/tables/1",
                    "/api/tables/1/chat",
                    "/api/tables/1/rules",
                    "/api/games",
                    "/health",
                    "/api/rounds",
                    "/api/tables/1/rounds/1",
                    "/api/tables/1/rounds/1/proof",
                ):
                    for headers in ({}, {"Authorization": f"Bearer {ada}"}):
                        reply = await client.get(path, headers=headers)
                        assert reply.status_code < 500, reply.text
                        named = {card.value for card in worlds.named_cards(reply.text)}
                        assert named & hidden <= (mine if headers else set()), path
                order = {
                    "client": "a",
                    "sequence": 1,
                    "command": {"type": "Play", "command": {"type": "Fold", "seat": 2}},
                }
                for seat in (2, 3, 9):
                    order["command"]["command"]["seat"] = seat  # type: ignore[index]  # a dict
                    reply = await client.post(
                        "/api/tables/1/orders",
                        json=order,
                        headers={"Authorization": f"Bearer {ada}"},
                    )
                    assert reply.status_code == 422
                    named = {card.value for card in worlds.named_cards(reply.text)}
                    assert not named & (hidden - mine)

    run(work)


def test_the_database_file_holds_no_hidden_card(tmp_path: Path, sqlite: str) -> None:
    """Of what is sealed, nothing is readable in any file of the database."""

    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            from sqlalchemy import select

            async with service.store.engine.connect() as connection:
                rows = list(await connection.execute(select(events)))
            sealed = [row for row in rows if row.sealed]
            assert {row.kind for row in sealed} >= {"DeckSealed", "DeckCut", "Dealt"}
            assert deal(desk.state)
            for row in rows:
                if not row.sealed:
                    text = bytes(row.body).decode()
                    assert not worlds.named_cards(text), row.kind
            order = json.dumps([c.value for c in desk.state.round.deck[:8]])[1:-1]  # type: ignore[union-attr]  # it plays
            for path in tmp_path.iterdir():
                assert order.replace(" ", "").encode() not in path.read_bytes()

    run(work)


def test_log_lines_tell_who_ordered_and_never_what_was_in_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    from croupier.cards import DECK_52

    order = Order(worlds.NOON, HOUSE_DEALER, DealRound(order=DECK_52))
    with caplog.at_level(logging.INFO, "croupier"):
        log_order("table/1", order)
        log_order("table/1", order, Refused("POKER 5", "As is on top"))
        try:
            raise ValueError(str(DECK_52))
        except ValueError as fault:
            log_order("table/1", order, fault)
        log_order("table/1", Order(worlds.NOON, Actor("Ada", "player"), DealRound(order=())))
    lines = [JsonLines().format(record) for record in caplog.records]
    assert len(lines) == 3
    answer = [json.loads(line) for line in lines]
    assert all(one["by"] == HOUSE_DEALER.name == "automated" for one in answer)
    assert all(one["role"] == "dealer" and one["order"] == "DealRound" for one in answer)
    assert answer[1]["refused"] == "POKER 5"
    assert answer[2]["fault"] == "ValueError"
    assert not any(worlds.named_cards(line) for line in lines)


def test_a_spectator_sees_a_delayed_table_late(sqlite: str) -> None:
    from msgspec.structs import replace

    async def work() -> None:
        async with served(sqlite, replace(FAST, delay=0.6)) as service:
            desk = await opened(service)
            await asyncio.sleep(0.7)
            watcher, before = Watcher(), desk.number
            desk.watch(watcher)
            await seated(service)
            assert desk.seen_by("").number == before
            assert desk.seen_by("Ada").number > before
            late = json.loads(desk.since(0))
            assert late["screen"]["number"] == before
            assert max(line["number"] for line in late["lines"]) == before
            assert watcher.frames.empty()
            await asyncio.sleep(0.8)
            assert desk.seen_by("").number > before
            assert json.loads(watcher.frames.get_nowait())["lines"][0]["number"] == before + 1

    run(work)
