"""A table of the room with a human dealer: real cards, the assistant's page, the room's books."""

from pathlib import Path
from typing import Any

import pytest

from croupier.cards import DECK_52
from croupier.engine.events import Dealt, RoundClosed
from croupier.refused import Refused
from croupier.room.custody.commitment import SealDeck
from croupier.room.custody.facts import CutMade, DeckSealed, DeckShuffled
from croupier.room.house.people import AUTOMATED, Actor
from croupier.room.logbook import Order
from croupier.room.seating.orders import Leave
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import DealRound
from tests.clause import clause
from tests.server.signers import wrong_signers
from tests.server.staffed import FLO, PLAYERS, SUE, Room, room

DEE = Actor("Dee", "dealer")
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


def opened(here: Room) -> Page:
    for subject in ("cover card", "poker area"):  # and no automated dealer
        here.approve(subject, words="as shown to the Commission")
    procedures = {"inspection_seconds": 1, "dealer": "person"}
    body = {"name": "1", "game": "holdem", "sign": {}, "procedures": procedures}
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
