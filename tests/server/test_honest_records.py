"""Nobody is named for what they did not do: at the tables, in the books, and in every export."""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.chips import Chips
from croupier.games import game_of
from croupier.room.cage.facts import TimeVerified
from croupier.room.custody import commitment
from croupier.room.custody.facts import DeckRemoved, DecksDistributed, DeckSealed, DeckVerified
from croupier.room.custody.orders import VerifyDeck
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import AUTOMATED, ROLES, Actor
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Entry
from croupier.room.seating.facts import StakeHeld, StakeRestored
from croupier.room.seating.orders import SitIn, StepAway
from croupier.room.shuffle import shuffle
from croupier.room.table.orders import OpenTable
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.views.reports.catalog import REPORTS
from tests.clause import clause
from tests.server.staffed import ACE, FLO, IDLE, IRA, PLAYERS, SUE, Kind, Room, room

INVENTED = ("floor", "shift", "dealer", "the cage", "the house", "supervisor", "security")


def people_in(value: Any) -> Iterator[str]:
    """Every person named as acting in a line of a log: a name beside a role."""
    if isinstance(value, list):
        if len(value) == 2 and isinstance(value[0], str) and value[1] in ROLES:
            yield value[0]
        for part in value:
            yield from people_in(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from people_in(part)


def named(entries: list[Entry]) -> set[str]:
    return {name for entry in entries for name in people_in(msgspec.to_builtins(entry))}


@clause("POKER-4b-person", "POKER-2c-person")
def test_a_table_of_a_card_room_waits_for_its_people(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        here.approve_things()
        body = {"name": "1", "game": "holdem", "sign": {}, "procedures": {"inspection_seconds": 1}}
        assert here.post("/api/tables", SUE, body).is_success
        orders = "/api/tables/1/orders"
        assert here.try_order(orders, FLO, OpenTable()).json()["clause"] == "POKER 2(c)"
        (asked,) = here.asked()
        assert asked["command"]["type"] == "DistributeDecks"
        assert here.try_order(asked["door"], FLO, asked["command"]).status_code == 403
        here.order(asked["door"], SUE, asked["command"])
        refused = here.try_order(orders, FLO, OpenTable())  # the dealer has inspected a deck
        assert refused.json()["clause"] == "POKER 4(a)"
        dee = Actor("Dee", "dealer")
        (asked,) = here.asked()
        assert here.try_order(orders, dee, asked["command"]).status_code == 403
        here.order(orders, FLO, asked["command"])
        here.until(lambda: bool(here.asked()))
        here.sign()
        here.order(orders, FLO, OpenTable())
        here.sit()
        here.rounds(2)
        log, house = here.log(), here.house_log()
    assert [entry.by for entry in log if isinstance(entry.fact, DeckVerified)] == [FLO, FLO]
    assert [entry.by for entry in house if isinstance(entry.fact, DecksDistributed)] == [SUE]
    assert named(log) == {AUTOMATED, SUE.name, FLO.name} | (named(log) & set(PLAYERS))


@clause("POKER-7c5-person")
def test_the_shift_supervisor_accounts_for_a_stake(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        here.set_up()
        here.sit()
        ada = Actor("Ada", "player")
        here.at(ada, StepAway())
        here.until(lambda: [one["command"]["type"] for one in here.asked()] == ["HoldStake"])
        (asked,) = here.asked()
        assert here.try_order(asked["door"], FLO, asked["command"]).status_code == 403
        assert here.sign() == ["HoldStake"]
        here.at(ada, SitIn())
        here.until(lambda: [one["command"]["type"] for one in here.asked()] == ["RestoreStake"])
        assert here.sign() == ["RestoreStake"]
        log = here.log()
    assert [entry.by for entry in log if isinstance(entry.fact, StakeHeld)] == [SUE]
    assert [entry.by for entry in log if isinstance(entry.fact, StakeRestored)] == [SUE]


@clause("POKER-14b3v-person")
def test_a_floorperson_verifies_a_time_charge(tmp_path: Path) -> None:
    charge = TimeCharge(hourly=(Hourly(game_of("holdem").sign.limits, Chips(12_00)),))
    rules = RakeRules(types=("time",), time_charges=(charge,))
    with room(tmp_path) as here:
        here.to_house(ACE, SubmitRakeRules(rules=rules))
        here.to_house(ACE, RecordRakeApproval(number=1, reference="MGC 1"))
        here.set_up(sign=replace(game_of("holdem").sign, time_charge=charge))
        here.sit()
        here.later += timedelta(minutes=31)
        here.until(lambda: "VerifyTime" in [one["command"]["type"] for one in here.asked()])
        assert not any(isinstance(entry.fact, TimeVerified) for entry in here.log())
        here.sign()
        log = here.log()
    assert [entry.by for entry in log if isinstance(entry.fact, TimeVerified)] == [FLO]


@pytest.mark.parametrize("kind", ["card-room", "friends", "demonstration"])
def test_only_accounts_that_acted_are_named_anywhere(tmp_path: Path, kind: Kind) -> None:
    """All logs, all reports in all forms, the floor's incidents and the exported hands."""
    with room(tmp_path, kind, think=0.0) as here:
        table = "1"
        if kind == "demonstration":
            table = "holdem"
            here.until(lambda: table in here.service.desks)
            with here.client.websocket_connect("/api/tables/holdem/socket?client=s") as wire:
                wire.receive_json()
                here.rounds(2, table)
        else:
            here.set_up()
            here.sit()
            here.rounds(3)
        logs = {name: here.log(name) for name in here.service.desks}
        logs["house"] = here.house_log()
        bots = {name for log in logs.values() for name in named(log) if name.endswith("(bot)")}
        seated = set(PLAYERS) if kind != "demonstration" else bots
        assert here.acted <= {SUE.name, FLO.name, ACE.name, *PLAYERS}
        for name, log in logs.items():
            assert named(log) <= here.acted | seated | {AUTOMATED}, name
        for text in exported(here, table):
            assert IDLE.name not in text
            assert not [name for name in INVENTED if signed(name, text)], text[:2000]


def exported(here: Room, table: str) -> Iterator[str]:
    """Everything that leaves the room about what was done there."""
    for key in REPORTS:
        for form in ("csv", "json", "html"):
            yield here.get(f"/api/reports/{key}?format={form}", IRA).text
    yield here.get("/api/floor/incidents", FLO).text
    yield here.get("/api/floor", FLO).text
    for format_ in ("phh", "ohh"):
        reply = here.client.get(
            f"/api/hands/export?format={format_}&table={table}",
            headers={"Authorization": f"Bearer {here.token(IRA)}"},
        )
        yield reply.text


def signed(name: str, text: str) -> bool:
    """Whether a name stands where a person's does: with a role behind it, or alone in a cell."""
    roles = "|".join(role.replace("_", " ") for role in ROLES)
    return bool(re.search(rf"(^|[,>\"])\s*{name} \(({roles})\)", text, re.M)) or json.dumps(
        name
    ) in re.findall(r'"by": ?("[^"]*")', text)


SPOILS: dict[str, Callable[[tuple[Card, ...]], tuple[Card, ...]]] = {
    "a missing card": lambda cards: cards[1:],
    "a doubled card": lambda cards: (cards[1], *cards[1:]),
    "a foreign card": lambda cards: (Card.JOKER_1, *cards[1:]),
}


@clause("POKER-6e5d")
@pytest.mark.parametrize("spoiled", SPOILS)
def test_the_dealer_finds_what_is_wrong_with_a_deck(
    tmp_path: Path, spoiled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card goes missing in the third shuffle; the deck is removed, and another one verified."""
    done: list[int] = []

    def spoiling(cards: Any, entropy: Any = None) -> Any:
        done.append(1)
        mixed = shuffle(cards, entropy)
        return SPOILS[spoiled](mixed) if len(done) == 3 else mixed

    monkeypatch.setattr(commitment, "shuffle", spoiling)
    with room(tmp_path) as here:
        here.set_up()
        here.sit()
        here.until(lambda: any(isinstance(e.fact, DeckRemoved) for e in here.log()))
        before = here.service.desk("1").state.rounds
        here.until(lambda: bool(here.asked()))
        assert {one["command"]["type"] for one in here.asked()} == {VerifyDeck.__name__}
        here.sign()
        here.rounds(before + 2)
        log = here.log()
    facts = [entry.fact for entry in log]
    wrong = [fact for fact in facts if isinstance(fact, DeckSealed)][2]
    (gone,) = [fact for fact in facts if isinstance(fact, DeckRemoved)]
    assert gone.deck == wrong.deck
    assert {"a missing card": "missing", "a doubled card": "twice", "a foreign card": "no card"}[
        spoiled
    ] in gone.reason
    assert not any(
        entry.by.name == AUTOMATED for entry in log if isinstance(entry.fact, DeckVerified)
    )
