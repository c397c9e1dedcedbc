"""Nobody chooses the deck: only the room's own dealer touches the cards of an automated table."""

import asyncio
import json
import secrets
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple, get_args

import pytest
from litestar.testing import TestClient
from msgspec import inspect
from msgspec.structs import replace
from sqlalchemy import insert

from croupier.cards import DECK_52
from croupier.chips import Chips
from croupier.engine import events as engine_events
from croupier.refused import Refused
from croupier.room.custody import facts
from croupier.room.custody.chores import HOUSE_FLOOR, HOUSE_SHIFT, next_chore
from croupier.room.custody.commitment import SealDeck
from croupier.room.custody.counting import ResumeHand
from croupier.room.custody.facts import DeckSealed
from croupier.room.custody.orders import CutDeck, LookAtDecks, Recut
from croupier.room.house.orders import LiftExclusion
from croupier.room.house.people import HOUSE_DEALER, ROLES, Actor, NotYours
from croupier.room.house.setting_up import SetUpHouse
from croupier.room.house.state import RoomKind
from croupier.room.logbook import Entry, Order
from croupier.room.seating.orders import Sit
from croupier.room.shuffle import Entropy, shuffle
from croupier.room.table import decide as life
from croupier.room.table import evolve as life_log
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import CallOff, DealRound, PassTurn, Play
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.server.service import Service
from croupier.server.store.lines import stream_of
from croupier.server.store.people_log import enter_person
from croupier.server.store.schema import people
from croupier.server.tables import dealer
from croupier.server.tables.desk import Desk
from tests.clause import clause
from tests.server.api_scene import ApiScene, building
from tests.server.rooms import (
    FAST,
    PEOPLE,
    SUE,
    database_in,
    opened,
    run,
    say,
    seated,
    served,
    until,
)
from tests.server.test_roles_by_api import sample

DEE = Actor("Dee", "dealer")
CARDS = [card.value for card in DECK_52]
ACCOUNTS = [Actor(f"a {role}"[:40], role) for role in ROLES]
PATIENCE = 60.0


# --- the attack ------------------------------------------------------------------------------


def attack(deck: str) -> list[dict[str, Any]]:
    """What chose the deck of the next round, when a dealer's account could send it."""
    salts = b64encode(bytes(16 * 52)).decode()
    return [
        {"type": "CountReturned", "hands": {}},
        {"type": "ShuffleDeck", "deck": deck},
        {"type": "SealDeck", "order": CARDS, "salts": salts},
        {"type": "CutDeck", "count": 26},
        {"type": "DealRound", "order": CARDS},
        {"type": "PutInPlay", "deck": deck},
        {"type": "SortDeck", "deck": deck},
        {"type": "PlaceButton", "drawn": CARDS[:2]},
        {"type": "Play", "command": {"type": "Reshuffle", "order": CARDS}},
        {"type": "Play", "command": {"type": "Announce", "cards": CARDS[:2]}},
        {"type": "Play", "command": {"type": "NoMoreBets"}},
    ]


def played(tmp_path: Path, **more: Any) -> Config:
    """A room whose turns and pauses are short, and which nobody is shut out of."""
    quick: dict[str, Any] = {"pause": 0.02, "turn": 0.05, "bets": 0.2, "inspection": 0, "misses": 0}
    limits: dict[str, Any] = {"requests": 10**6, "sign_ins": 10**6, "protection": 0.0, "bank": 0.0}
    where = {"db": database_in(tmp_path), "keys": str(tmp_path / "keys")}
    return Config(play_chips=True, **{**quick, **limits, **where, "absent": 0.05, **more})


class House(NamedTuple):
    """A room in service, and a session for everybody in it."""

    client: TestClient[Any]
    service: Service
    tokens: dict[str, str]

    def call(self, does: Any, *given: Any) -> Any:
        return self.client.blocking_portal.call(does, *given)

    def post(self, table: str, by: str, command: Any, sequence: int) -> Any:
        headers = {"Authorization": f"Bearer {self.tokens[by]}"} if by else {}
        body = {"client": "x", "sequence": sequence, "command": command}
        return self.client.post(f"/api/tables/{table}/orders", json=body, headers=headers)

    def log(self, table: str) -> list[Entry]:
        async def read() -> list[Entry]:
            stream = stream_of(table)
            return [life_log.read_entry(line) async for _, line in self.service.store.read(stream)]

        found: list[Entry] = self.call(read)
        return found

    async def wait_for_rounds(self, table: str, count: int) -> None:
        await until(self.service.desk(table), lambda desk: desk.state.rounds >= count)


@contextmanager
def house(config: Config, table: str = "1", kind: RoomKind = "card-room") -> Iterator[House]:
    """A room of this kind with a table that three people sit at; a demonstration room has bots."""
    with TestClient(create_app(config)) as client:
        service: Service = client.app.state.service
        here = House(client, service, {})
        if config.demonstration:
            for actor in ACCOUNTS:
                guest = client.post("/api/guests", json={"name": actor.name, "role": actor.role})
                here.tokens[actor.name] = guest.json().get("token", "")
        else:
            if kind != "card-room":  # one that was set up waits for its staff
                here.call(set_up, service, kind)
            here.call(opened, service, table)
            here.call(seated, service, table)
            for actor in (DEE, *ACCOUNTS):
                here.tokens[actor.name] = here.call(admitted, service, actor)
        yield here


async def set_up(service: Service, kind: RoomKind) -> None:
    says = SetUpHouse(kind=kind, name="The Back Room")
    await service.house.ask(Order(service.clock(), SUE, says))


async def admitted(service: Service, actor: Actor) -> str:
    """A session of a person with an account; hashing of passwords is proven elsewhere."""
    row = {"name": actor.name, "role": actor.role, "secret": "", "created": service.clock()}
    async with service.store.engine.begin() as connection:
        await connection.execute(insert(people), {**row, "disabled": False})
        await enter_person(connection, service.store.keys, actor.name)
    return (await service.accounts.admit(actor, service.clock()))[0]


@clause("POKER-5a2")
def test_a_dealer_account_cannot_choose_the_next_deck(tmp_path: Path) -> None:
    """Four rounds with the orders that once made every hole card known; over both doors."""
    with house(played(tmp_path, pause=0.3)) as room:
        sequence = 0
        for number in range(1, 5):
            room.call(room.wait_for_rounds, "1", number)
            deck = room.service.desk("1").state.custody.dealt
            for command in attack(deck):
                sequence += 1
                reply = room.post("1", "Dee", command, sequence)
                known = command["type"] == "Play"  # the door has no word for the others
                assert reply.status_code == (403 if known else 400), (command, reply.text)
            for says in (SealDeck(), CutDeck(count=26), DealRound(order=DECK_52)):  # past the door
                with pytest.raises(NotYours, match="only the room's own dealer may"):
                    room.call(say, room.service, "1", DEE, says)
            path = "/api/tables/1/socket?client=s"
            with room.client.websocket_connect(
                path, headers={"Authorization": f"Bearer {room.tokens['Dee']}"}
            ) as wire:
                for number, command in enumerate(attack(deck), sequence + 1000):
                    wire.send_json({"do": command, "sequence": number})
                    while (answer := wire.receive_json()).get("sequence") != number:
                        pass
                    assert answer["kind"] == "refused", command
        log = room.log("1")
    assert not any(entry.by == DEE for entry in log)
    sealed = [entry.fact for entry in log if isinstance(entry.fact, DeckSealed)]
    assert len(sealed) >= 4
    assert all(fact.order != DECK_52 for fact in sealed)


def test_no_account_of_any_role_has_a_command_that_touches_the_cards() -> None:
    """Every command that only a dealer gives over cards, and every one that carries some."""
    open_to_accounts = {kind.__name__ for kind in life.FOR_ACCOUNTS}
    closed = {kind.__name__ for kind in life.COMMANDS} - open_to_accounts
    assert {"SealDeck", "ShuffleDeck", "CutDeck", "DealRound", "LoadShuffler"} <= closed
    for kind in life.FOR_ACCOUNTS:
        if kind is not Play:
            text = str([field.type for field in inspect.type_info(kind).fields])  # type: ignore[attr-defined]  # a struct's
            assert "CustomType" not in text, f"{kind.__name__} carries a card"
    dealers = {kind.__name__ for kind in life.FOR_ACCOUNTS if kind.roles == {"dealer"}}
    money = {"AssessTime", "CollectTime", "CountBox", "TakeFill", "SendCredit", "CountInventory"}
    assert dealers == money


# --- every role, at random -------------------------------------------------------------------


class Witness(Entropy):
    """The operating system's entropy, with a note of every draw."""

    drawn: ClassVar[list[list[bytes]]] = []

    def __init__(self) -> None:
        mine: list[bytes] = []
        Witness.drawn.append(mine)

        def source(count: int) -> bytes:
            mine.append(secrets.token_bytes(count))
            return mine[-1]

        super().__init__(source)


TABLE_FACTS = (
    *(facts.DeckShuffled, facts.DeckPutInPlay, facts.DeckWashed, facts.DeckSpread),
    *(facts.DeckSorted, DeckSealed, engine_events.RoundOpened, engine_events.Reshuffled),
)
RESHUFFLE_FOR = (  # what may undo a seal before its deck is dealt, each under its clause
    *(facts.DeckRemoved, facts.ShufflerJammed, facts.ShufflerRemoved, facts.ShufflerInstalled),
    *(facts.DeckSpread, facts.DeckCounted, facts.DeckSorted),
)


def anything(chance: Random, decks: list[str]) -> dict[str, Any]:
    """Some command, more or less well formed, about the decks of a table or anything else."""
    if chance.random() < 0.5:
        return chance.choice(attack(chance.choice(decks or ["1-1"])))
    kind = chance.choice(life.COMMANDS)
    body: dict[str, Any] = sample(inspect.type_info(kind))
    for field in body:
        if field == "deck" and decks:
            body[field] = chance.choice(decks)
        elif field in ("count", "seat", "number"):
            body[field] = chance.randrange(1, 43)
        elif field in ("reason", "cause", "procedure"):
            body[field] = "because"
    return body


def check_log(log: list[Entry], since: int = 0, staff: tuple[Actor, ...] = ()) -> int:
    """No order of a deck is anybody's choice, and no seal is undone without a clause."""
    sealed, cause, count = "", "", 0
    for entry in log[since:]:
        fact = entry.fact
        if isinstance(fact, TABLE_FACTS):
            assert entry.by in (HOUSE_DEALER, HOUSE_FLOOR, HOUSE_SHIFT, *staff), entry
        if isinstance(fact, RESHUFFLE_FOR):
            cause = fact.clause
        if isinstance(fact, DeckSealed):
            assert any(_drawn(fact, bits) for bits in Witness.drawn), "an order from elsewhere"
            if not fact.shuffle:
                assert not sealed or cause, f"{sealed} was shuffled again without a clause"
                sealed, cause = fact.deck, ""
            count += 1
        elif isinstance(fact, engine_events.RoundOpened):
            assert sealed, "a round was dealt without a seal"
            sealed = cause = ""
    return count


def _drawn(fact: DeckSealed, bits: list[bytes]) -> bool:
    """Whether these draws of the operating system are this order and these salts, and no more."""
    again = iter(bits)
    if len(bits) <= fact.size or b"".join(bits[-fact.size :]) != fact.salts:
        return False
    cards = shuffle(tuple(sorted(fact.order)), Entropy(lambda _: next(again)))
    return len(set(cards)) == fact.size and next(again) == fact.salts[:16]


@pytest.mark.parametrize("kind", get_args(RoomKind))
@clause("POKER-5a2")
def test_nobody_knows_or_influences_a_deck_before_its_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: RoomKind
) -> None:
    Witness.drawn = []
    monkeypatch.setattr(dealer, "Entropy", Witness)
    demonstration = kind == "demonstration"
    config = played(tmp_path, demonstration=demonstration, think=0.02)
    chance, table = Random(f"deal/{kind}"), "holdem" if demonstration else "1"
    with house(config, table, kind) as room:
        assert room.service.house.state.kind == kind
        with room.client.websocket_connect(f"/api/tables/{table}/socket") as watching:
            watching.receive_json()
            answers: list[tuple[int, str]] = []
            for sequence in range(1, 241):
                by = chance.choice(["", *room.tokens])
                if by and not room.tokens[by]:
                    by = ""
                life_now = room.service.desk(table).state
                command = anything(chance, list(life_now.custody.decks))
                reply = room.post(table, by, command, sequence)
                assert reply.status_code < 500, (by, command, reply.text)
                kind = command["type"]
                if kind not in {one.__name__ for one in life.FOR_ACCOUNTS}:
                    assert reply.status_code in (400, 401, 403), (by, command, reply.text)
                answers.append((room.service.desk(table).number, reply.text))
                if sequence % 8 == 0:
                    room.call(asyncio.sleep, 0.05)
                    if not demonstration:
                        room.call(reopen, room.service, table)
            until_then = time.monotonic() + PATIENCE
            while not demonstration and room.service.desk(table).state.rounds < 3:
                assert time.monotonic() < until_then, room.service.desk(table).state.status
                room.call(reopen, room.service, table)  # a table may close after its round
                room.call(asyncio.sleep, 0.05)
        log = room.log(table)
    assert check_log(log) >= 3
    for number, text in answers:
        later = [entry.fact for entry in log[number:] if isinstance(entry.fact, DeckSealed)]
        assert not any(fact.root in text for fact in later)
        assert not any(json.dumps([c.value for c in fact.order])[1:-1] in text for fact in later)


async def reopen(service: Service, table: str) -> None:
    """Let a table play on that was closed or paused, or whose players were sent away."""
    for says in (OpenTable(), ResumeHand()):
        with suppress(Refused):
            await say(service, table, SUE, says)
    for name in service.house.state.exclusions.out:
        lift = LiftExclusion(person=name, reason="the table plays on")
        await service.house.ask(Order(service.clock(), SUE, lift))
    for seat, person in enumerate(PEOPLE[:3], 1):
        with suppress(Refused):
            await say(service, table, person, Sit(seat=seat, chips=Chips(200_00)))


# --- two orders remain -----------------------------------------------------------------------


@pytest.fixture
def by_api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("deal")
    with pytest.MonkeyPatch.context() as patch, building(folder, patch):
        yield


@clause("POKER-5c")
@pytest.mark.usefixtures("by_api")
def test_a_recut_comes_after_the_seal_and_its_number_is_the_rooms() -> None:
    at = ApiScene().open()
    at.seat(Ada=200_00, Bob=200_00, Cyd=200_00)
    at.uncut()
    recut = Recut(reason="the floor saw a card")
    at.refused("poker_supervisor", recut, "POKER 5(c)")
    at.seal()
    at.refused("poker_supervisor", recut, "POKER 5(c)")
    at.deals("dealer", CutDeck(count=20))
    assert "draws the number" in at.refused(
        "poker_supervisor", Recut(reason="x", count=20), "FIELD count"
    )
    numbers = {at.do("poker_supervisor", recut)[0].count for _ in range(12)}
    assert len(numbers) > 3
    assert all(10 <= number <= 42 for number in numbers)


@clause("POKER-5c")
def test_a_supervisor_has_time_to_order_a_recut_where_the_room_gives_it(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, replace(FAST, recut=600.0)) as service:
            desk = await opened(service)
            await seated(service)
            for person in PEOPLE[:3]:
                await say(service, "1", person, LookAtDecks())

            def is_cut(desk: Desk) -> bool:
                live = desk.state.custody.decks.get(desk.state.custody.live)
                return live is not None and live.status == "cut"

            await until(desk, is_cut)
            for _ in range(3):  # the dealer looks again after each, and still waits
                await say(service, "1", SUE, Recut(reason="the floor saw a card"))
            assert not desk.state.playing
            service.dealers["1"].config = FAST
            await say(service, "1", SUE, Recut(reason="once more"))
            await until(desk, lambda desk: desk.state.playing)
            kinds = [type(line.entry.fact) for line in desk.tail]
            cuts = [n for n, kind in enumerate(kinds) if kind is facts.CutMade]
            assert len(cuts) == 5
            assert kinds.index(DeckSealed) < cuts[0] < kinds.index(engine_events.RoundOpened)

    run(work)


# --- the clock that the player sees ----------------------------------------------------------


@clause("POKER-5a2")
def test_no_round_is_dealt_without_a_seal(sqlite: str) -> None:
    """A deck that an older server cut without sealing it is shuffled again, and then sealed."""

    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            await service.dealers["1"].stop()
            await seated(service)
            for person in PEOPLE[:3]:
                await say(service, "1", person, LookAtDecks())
            while not isinstance((chore := _chore(service)).says, CutDeck):
                await desk.ask(chore)
            await desk.ask(chore)
            with pytest.raises(Refused, match="must be sealed"):
                await desk.ask(replace(chore, says=DealRound()))
            before = desk.number
            again = dealer.Dealer(desk, service.house, service.config, service.clock)
            again.start()
            await until(desk, lambda desk: desk.state.playing)
            await again.stop()
            lines = [line async for _, line in desk.store.read(desk.stream, before)]
            kinds = [type(life_log.read_entry(line).fact) for line in lines]
            shuffled, sealed = kinds.index(facts.DeckShuffled), kinds.index(DeckSealed)
            assert shuffled < sealed < kinds.index(engine_events.RoundOpened)

    run(work)


def _chore(service: Service) -> Order:
    order = next_chore(service.desk("1").state, service.clock(), service.house.state)
    assert order is not None
    return replace(order, chance=Entropy)


def test_the_dealer_obeys_the_clock_that_the_player_sees(sqlite: str) -> None:
    async def work() -> None:
        config = played(Path(), turn=60.0, db="", keys="")
        async with served(sqlite, config) as service:
            desk = await opened(service)
            await seated(service)
            await until(desk, lambda desk: desk.state.playing)
            assert desk.state.round is not None
            seat = desk.state.round.turns[0].actor
            for by in (DEE, SUE, HOUSE_DEALER):
                with pytest.raises(Refused, match="seconds left"):
                    await say(service, "1", by, PassTurn(seat=seat))
            remaining = desk.clock.shown(desk.state, "Ada")
            assert remaining is not None
            assert remaining.left > 50

    run(work)


def test_wagers_end_and_a_round_is_called_off_only_when_their_time_is_up(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite, played(Path(), bets=60.0, db="", keys="")) as service:
            desk = await opened(service, key="texas-holdem-bonus")
            await say(service, "1", "Ada", Sit(seat=1, chips=Chips(200_00)))
            await until(desk, lambda desk: desk.state.playing)
            assert desk.state.round is not None
            for by in (DEE, SUE):
                for says in (CallOff(), CallOff(late=True)):
                    with pytest.raises(Refused, match="seconds left"):
                        await say(service, "1", by, says)
            assert desk.state.playing

    run(work)
