"""A table of the room with a human dealer: real cards, the assistant's page, the room's books."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52
from croupier.chips import Chips
from croupier.engine.accounts import BOX
from croupier.engine.events import ContributionTaken, Dealt, RakeTaken, RoundClosed
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.cage.closing import CountDrop
from croupier.room.cage.fills import PrepareFill, RequestFill
from croupier.room.cage.orders import IssueChips
from croupier.room.cage.trays import RemoveDrop, TakeFill
from croupier.room.custody.commitment import SealDeck
from croupier.room.custody.facts import CutMade, DeckSealed, DeckShuffled
from croupier.room.funds.box import OfferBadBeat
from croupier.room.funds.orders import DesignateTable, PostFund, RecordFundApproval, SubmitFund
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import AUTOMATED, Actor
from croupier.room.house.state import RakeRules
from croupier.room.logbook import Order
from croupier.room.seating.orders import Leave
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import DealRound
from croupier.rules.revenue import Increments
from tests.clause import clause
from tests.room.jackpots import DISPLAYS, ENDING
from tests.server.api_scene import posted
from tests.server.names import check_names
from tests.server.signers import wrong_signers
from tests.server.staffed import ACE, FLO, IRA, KIM, PLAYERS, SAL, SUE, Room, room
from tests.server.test_fund_in_service import RULES

DEE = Actor("Dee", "dealer")
HOLDEM = game_of("holdem").sign
RAKE = Increments(((Chips(10_00), Chips(1_00)),))
FUND = replace(RULES, contribution=RAKE, min_pot=Chips(10_00))
PAGE = "/api/tables/1/assist"


class Page:
    """The dealer's page of table 1."""

    def __init__(self, here: Room) -> None:
        self.here = here

    @property
    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.here.get(PAGE, DEE).json()
        return found

    def type(self, text: str, number: int | None = None) -> dict[str, Any]:
        """Type a line, and read the page that answers it."""
        body = {"text": text, "number": self.seen["number"] if number is None else number}
        reply = self.here.post(PAGE, DEE, body)
        assert reply.is_success, reply.text
        found: dict[str, Any] = reply.json()
        return found

    def types(self, *lines: str) -> dict[str, Any]:
        """Type lines that are all carried out."""
        for line in lines:
            seen = self.type(line)
            assert not seen["refused"], (line, seen["refused"])
        return self.seen

    def prepare(self) -> None:
        """Answer the dealer's steps, and let others do theirs at the floor desk."""
        for _ in range(60):
            seen = self.seen
            if "Begin round" in "".join(press["label"] for press in seen["presses"]):
                return
            if seen["words"].startswith("Wait: the floorperson opens"):
                self.here.at(FLO, OpenTable())
                self.here.sit(count=3)
            elif seen["words"].startswith("Wait: who has looked"):
                self.here.until(lambda: not self.seen["words"].startswith("Wait: who has looked"))
            elif seen["words"].startswith("Wait"):
                assert self.here.sign(), seen
            else:
                self.types("y")
        raise AssertionError(self.seen)


def opened(here: Room, **sign: Any) -> Page:
    for subject in ("cover card", "poker area"):  # and no automated dealer
        here.approve(subject, words="as shown to the Commission")
    procedures = {"inspection_seconds": 1, "dealer": "person"}
    full = replace(HOLDEM, **sign)
    posts = posted(HOLDEM, full)
    body = {"name": "1", "game": "holdem", "sign": posts, "procedures": procedures}
    assert here.post("/api/tables", SUE, body | {"opens": True}).json()["clause"] == "FIELD opens"
    assert here.post("/api/tables", SUE, body).is_success
    page = Page(here)
    assert "in which hand" in page.seen["words"]
    page.types("l")
    page.prepare()
    return page


@clause("POKER-6b", "BBC-gen-players")
def test_a_person_deals_a_round_in_the_room(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        page = opened(here)
        page.types("")
        assert "Deal two cards face down" in page.seen["words"]
        assert "deck in your left hand" in page.seen["hint"]["words"]
        page.types("c", "c", "k", "8c Kd 5h", "k", "k", "k", "2s", "k", "k", "k", "3h")
        page.types("k", "b", "c", "f")
        assert "shows first" in page.seen["words"]
        page.types("s AhAd", "s KcQc")
        here.until(lambda: here.service.desk("1").state.rounds == 1)
        log = here.log()
        stacks = here.service.desk("1").state.stacks
        here.at(Actor("Ada", "player"), Leave())
    assert sum(stacks.values()) == 600_00
    assert {
        entry.by for entry in log if isinstance(entry.fact, Dealt | CutMade | DeckShuffled)
    } == {DEE}
    assert any(isinstance(entry.fact, RoundClosed) for entry in log)
    assert not [entry for entry in log if isinstance(entry.fact, DeckSealed)]
    assert {entry.by.name for entry in log} <= {"Dee", "Flo", "Sue", *PLAYERS, AUTOMATED}
    acted = {entry.by.name for entry in log if entry.by.name == AUTOMATED}
    assert not acted, "nothing of this table was done by the room itself"
    assert not [*wrong_signers(log)]


@clause("POKER-cage")
def test_rake_drop_fills_and_fund_of_a_persons_table_are_in_the_rooms_books(tmp_path: Path) -> None:
    """A pot of $14 by hand: a dollar for the house, a dollar for the fund, a fill and a drop."""
    with room(tmp_path) as here:
        rake = RakeRules(types=("increments",), methods=(RAKE,), maximum=Chips(1_00))
        for by, says in (
            (ACE, SubmitRakeRules(rules=rake)),
            (ACE, RecordRakeApproval(number=1, reference="R 1")),
            (ACE, SubmitFund(name="main", rules=FUND, ending=ENDING)),
            (ACE, RecordFundApproval(name="main", reference="MGC 26-7")),
            (SUE, PostFund(name="main", place="desk", percent=90, displays=DISPLAYS)),
            (SUE, DesignateTable(name="main", table="1")),
        ):
            here.to_house(by, says)
        page = opened(here, rake=RAKE, rake_max=Chips(1_00))
        here.at(SUE, OfferBadBeat(fund="main", notice="quads beaten win"))
        page.types("", "c", "c", "k", "8c Kd 5h", "k", "k", "k", "2s", "k", "k", "k", "3h")
        page.types("k", "b", "c", "f", "s AhAd", "s KcQc")
        desk, clock = here.service.desk("1"), here.service.clock
        here.until(lambda: desk.state.rounds == 1)
        house = here.service.house
        fill = TakeFill(number=1, counted=Chips(500_00), supervisor=FLO)
        for ask, by, does in (
            (house.ask, ACE, IssueChips(chips=Chips(2_000_00), witness=SUE)),
            (house.ask, FLO, RequestFill(table="1", chips=Chips(500_00))),
            (house.ask, KIM, PrepareFill(number=1, witness=SAL)),
            (desk.ask, DEE, fill),  # with a second password, which is shown elsewhere
            (desk.ask, FLO, RemoveDrop(security=SAL)),
        ):
            here.call(ask, Order(clock(), by, does))
            here.acted.add(by.name)
        here.acted |= {DEE.name, SAL.name, *PLAYERS}
        here.until(lambda: bool(house.state.cage.drops))
        count = CountDrop(table="1", number=1, cash=Chips(0), chips=Chips(0), witness=SUE)
        here.call(house.ask, Order(clock(), ACE, count))
        listed = here.get("/api/tables", Actor("Ada", "player")).json()
        assert [(one["name"], len(one["seats"])) for one in listed] == [("1", 3)]  # the same lobby
        lines = {
            name: _rows(here, name) for name in ("rake", "fills", "drop", "funds", "purchases")
        }
        log = here.log()
        check_names(here, ["1"], here.acted | {IRA.name})
    assert [row["to inventory"] for row in lines["rake"]] == [1_00]
    assert [(row["filled"], row["signed by"]) for row in lines["fills"]][-1][0] == 500_00
    assert len(lines["drop"]) == 1
    assert len(lines["purchases"]) == 3
    boxes = [move for e in log for move in getattr(e.fact, "moves", ()) if move.target == BOX]
    assert [move.chips for move in boxes] == [1_00]
    assert {e.by for e in log if isinstance(e.fact, RakeTaken | ContributionTaken)} == {DEE}


def _rows(here: Room, report: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = here.get(f"/api/reports/{report}?format=json", IRA).json()["rows"]
    return found


def test_the_dealer_acts_for_nobody_else(tmp_path: Path) -> None:
    """What a floorperson, a supervisor or a player does, the dealer's page refuses."""
    with room(tmp_path) as here:
        page = opened(here)
        before = here.service.desk("1").number
        for line in ("sit 5 Eve 100", "leave 1", "remove 1 cheats", "recut it showed", "close"):
            assert "under their own name" in page.type(line)["refused"], line
        for line in ("u", "quit", "dance", "fill 500", "dealer Eve"):
            assert page.type(line)["refused"], line
        assert "moved on" in page.type("", number=1)["refused"]
        assert here.service.desk("1").number == before


def test_a_table_of_a_person_is_nobody_elses(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        opened(here)
        for by in (FLO, SUE, Actor("Ada", "player")):
            reply = here.post(PAGE, by, {"text": "", "number": 1})
            assert reply.status_code == 403
        body = {"name": "2", "game": "holdem", "sign": {}}
        assert here.post("/api/tables", SUE, body).is_success
        reply = here.post("/api/tables/2/assist", DEE, {"text": "", "number": 1})
        assert "automated dealer" in reply.json()["why"]


def test_real_cards_have_no_seal(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        opened(here)
        desk, at = here.service.desk("1"), here.service.clock()
        for says in (SealDeck(), DealRound(order=DECK_52)):
            with pytest.raises(Refused, match="real"):
                here.call(desk.ask, Order(at, DEE, says))
