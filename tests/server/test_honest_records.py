"""Nobody is named for what they did not do: at the tables, in the books, and in every export."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.commands import Report
from croupier.games import game_of
from croupier.room.cage.facts import TimeVerified
from croupier.room.conduct.facts import PlayerRemoved
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.custody.counting import PauseHand
from croupier.room.custody.facts import DecksDistributed, DecksLookedAt, DeckVerified
from croupier.room.house.notices import Notice
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import Actor
from croupier.room.house.state import RakeRules, Removal
from croupier.room.logbook import Entry
from croupier.room.seating.facts import StakeHeld, StakeRestored
from croupier.room.seating.limits import AnswerLimits, ProposeLimits
from croupier.room.seating.orders import Buy, Leave, Sit, SitIn, StepAway
from croupier.room.seating.state import Kind as Waited
from croupier.room.seating.waiting import JoinList
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import Play
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.server.store.lines import HOUSE, stream_of
from croupier.views.reports.catalog import REPORTS
from tests.clause import clause
from tests.server.names import check_names, named_in, unlisted_columns, unlisted_fields
from tests.server.signers import unlisted
from tests.server.staffed import (
    ACE,
    FLO,
    IDLE,
    IRA,
    KIM,
    PAM,
    PLAYERS,
    SAL,
    SUE,
    Kind,
    Room,
    play,
    room,
)

REX, WES, NAN, VIC = (Actor(name, "player") for name in ("Rex", "Wes", "Nan", "Vic"))


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
    assert named_in(log) == {SUE.name, FLO.name} | (named_in(log) & set(PLAYERS))


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
    with room(tmp_path, kind, think=0.0, turn=100_000.0, showdown="show") as here:
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
            evening(here)
            after_hours(here)
        logs = [here.log(name) for name in here.service.desks]
        bots = {name for log in logs for name in named_in(log) if name.endswith("(bot)")}
        assert here.acted <= {SUE.name, FLO.name, ACE.name, *PLAYERS, REX.name, WES.name}
        assert bots or kind != "demonstration"
        plays = {type(e.fact).__name__ for log in logs for e in log if e.by.role == "player"}
        assert plays & {"Called", "Checked"}, "nobody played: nothing follows from what they did"
        notified = {IRA.name} if kind == "card-room" else set()
        check_names(here, [*here.service.desks], here.acted | bots | notified)
        quiet = {actor.name for actor in here.tokens} - here.acted - {IRA.name}
        quiet -= {ACE.name}  # so is a card
        assert {IDLE.name, PAM.name, KIM.name, SAL.name} <= quiet
        assert kind == "demonstration" or {NAN.name, VIC.name} <= quiet
        for where, text in everything(here):
            found = {name for name in quiet if re.search(rf"\b{re.escape(name)}\b", text)}
            assert not found, (where, found)
            told = re.search(rf"\b{IRA.name}\b", text) and not where.startswith("report")
            assert not told or re.search("Removed|Excluded", text), where


def after_hours(here: Room) -> None:
    """One is removed and kept out, one waits for a seat; one is refused, and one looks on."""
    here.at(REX, Sit(seat=4, chips=Chips(100_00)))
    notice = Notice(IRA.name, here.service.clock()) if here.kind == "card-room" else None
    here.at(FLO, RemovePlayer(seat=4, cause="showed a hand to a friend", notice=notice))
    here.until(lambda: REX.name in here.service.house.state.exclusions.out)
    here.to_house(WES, JoinList(kind=Waited("badugi", "$2/$4 limit")))
    orders = "/api/tables/1/orders"
    assert not here.try_order(orders, NAN, Sit(seat=1, chips=Chips(100_00))).is_success
    assert not here.try_order(orders, NAN, Buy(chips=Chips(100_00))).is_success
    assert not here.try_order(orders, PAM, Leave()).is_success
    here.get("/api/tables/1", VIC)


PAGES = (
    *("floor", "floor/incidents", "board", "books", "cage", "cage/journal", "cage/balances"),
    *("tables", "rounds", "openings", "hands", "lists", "games"),
)


def everything(here: Room) -> Iterator[tuple[str, str]]:
    """Every text that a room writes, shows its staff or gives away, and where it stands."""

    async def lines(stream: str) -> list[bytes]:
        return [line async for _, line in here.service.store.read(stream)]

    for stream in (HOUSE, *map(stream_of, here.service.desks)):
        for number, line in enumerate(here.call(lines, stream)):
            yield f"line {number} of {stream}", line.decode()
    for number, text in enumerate(exported(here)):
        yield f"report {number}", text
    for page in (*PAGES, *(f"tables/{name}" for name in here.service.desks)):
        for reader in (IRA, SUE, ACE, VIC):
            headers = {"Authorization": f"Bearer {here.token(reader)}"}
            reply = here.client.get(f"/api/{page}", headers=headers)
            if reply.is_success:
                yield f"page {page}", reply.text
    headers = {"Authorization": f"Bearer {here.token(IRA)}"}
    for name in here.service.desks:
        for form in ("phh", "ohh"):
            path = f"/api/hands/export?format={form}&table={name}"
            yield f"hands of {name}", here.client.get(path, headers=headers).text


def evening(here: Room) -> None:
    """Three rounds in which players act, and much follows from it that they did not do."""
    ada, bob, cyd = (Actor(name, "player") for name in PLAYERS)
    desk = here.service.desk("1")
    here.until(lambda: bool(desk.state.playing))
    here.at(bob, Buy(chips=Chips(20_00)))
    sign = desk.state.sign
    higher = replace(sign, limits=(sign.limits[0] * 2, sign.limits[1] * 2), blinds=sign.limits)
    here.at(FLO, ProposeLimits(sign=higher))
    for patron in (ada, bob, cyd):
        here.at(patron, AnswerLimits(agree=True))
    play(here)
    here.until(lambda: bool(desk.state.playing))
    if here.kind == "card-room":
        here.at(FLO, PauseHand(reason="a hand lies among the discards"))
        assert desk.state.round is not None
        here.at(FLO, Play(command=Report("fouled", desk.state.round.live[-1])))
    play(here, fold=False)
    here.until(lambda: bool(desk.state.playing))
    here.at(cyd, Leave())
    play(here)
    kinds = {type(entry.fact).__name__ for entry in here.log()}
    assert {"Bought", "LimitsRaised", "SeatLeft", "BoardDealt", "PotAwarded"} <= kinds
    assert {"HandResumed", "HandDead"} <= kinds or here.kind != "card-room"


def exported(here: Room) -> Iterator[str]:
    """Every report in the forms in which it leaves the room."""
    for key in REPORTS:
        for form in ("csv", "json", "html"):
            yield here.get(f"/api/reports/{key}?format={form}", IRA).text


def test_whose_act_a_line_is_is_written_down_for_every_kind_of_line() -> None:
    assert unlisted() == set()


def test_every_text_of_a_fact_or_a_report_is_known_to_name_a_person_or_not() -> None:
    assert unlisted_fields() == set()
    assert unlisted_columns() == set()


def test_a_person_who_did_nothing_is_found_wherever_the_name_stands() -> None:
    """What `check_names` looks at, shown on facts with a stranger in them."""
    notice = Notice("Stranger 1", datetime(2026, 6, 1, tzinfo=UTC))
    removal = Removal(
        person="Stranger 2", cause="", table="1", at=notice.at, clause="POKER 16(b)", notice=notice
    )
    facts = (
        PlayerRemoved(clause="POKER 16(b)", seat=1, slip=removal),
        DecksLookedAt(clause="POKER 4(b)", player="Stranger 3"),
    )
    log = [Entry(notice.at, Actor("Stranger 4", "floorperson"), fact) for fact in facts]
    assert named_in(log) == {f"Stranger {number}" for number in (1, 2, 3, 4)}
