"""Every order that a role may give has a screen that gives it, or a reason why not."""

import re
from pathlib import Path

import pytest

from croupier.refused import Refused
from croupier.room.house.people import PLAYER
from croupier.room.logbook import Command
from croupier.server.order_forms import form_of, orders, read_order
from tests.server.rooms import SUE, opened, run, served
from tests.server.test_floor import door

STATIC = Path(__file__).parents[2] / "src" / "croupier" / "server" / "static"
PAGES = {path: path.read_text() for path in STATIC.rglob("*.js")}
ASKED = {"DistributeDecks": "the floor's desk asks for it, and the opener of a table gives it"}
BY_ROOM = {
    "SetUpHouse": "the page of the first run gives it, as a room of its own",
    "AwardBadBeat": "the slip of the table brings it to the house by itself",
    "ExcludePlayer": "the slip of a removal brings it to the house by itself",
    "AskChips": "the room asks by itself for a player who has no chips",
    "HostGame": "the lobby gives it with the table, as one request",
    "AdmitGuest": "the host's answer at the door gives it",
    "EndGame": "the host's panel gives it with the close of the table",
    "ResumeGame": "the host's panel gives it with the opening of the table",
    "TakeBack": "the end of a game among friends gives it",
}
PROGRAMS = {
    "SubmitFund": "the terms of a fund are a document of many parts, filed by a program",
    "DistributeFund": "the division of a fund that has ended is a list, filed by a program",
    "AdjustDisplays": "amounts by display are a list, filed by a program",
}


def screen_of(kind: type[Command]) -> str:
    """Where an order is given: a page that names it, the sheet of all orders, or why nowhere."""
    name = kind.__name__
    named = re.compile(rf"\b{name}\b")
    for path, text in PAGES.items():
        if named.search(text):
            return path.name
    if form_of(kind) is not None and kind.roles != PLAYER:
        return "all-orders.js"
    return ASKED.get(name) or BY_ROOM.get(name) or PROGRAMS.get(name) or ""


def test_every_order_has_a_screen_or_a_reason() -> None:
    missing = [name for name, kind in orders().items() if not screen_of(kind)]
    assert not missing


def test_no_reason_is_given_where_there_is_a_screen() -> None:
    idle = [
        name
        for name in PROGRAMS
        if form_of(orders()[name]) is not None or screen_of(orders()[name]).endswith(".js")
    ]
    assert not idle


def test_an_order_is_read_as_it_is_written() -> None:
    kinds = orders()
    says = read_order(kinds["IssueChips"], {"chips": "$1,000", "witness": "Carl, cage cashier"})
    assert (says.chips, says.witness.role) == (100_000, "cage_cashier")
    assert read_order(kinds["FreeSeat"], {"seat": "3"}).seat == 3
    for name, texts in (
        ("FreeSeat", {}),
        ("FreeSeat", {"seat": "three"}),
        ("FreeSeat", {"seat": "3", "chips": "4"}),
        ("IssueChips", {"chips": "lots", "witness": "Carl, cage cashier"}),
    ):
        with pytest.raises(Refused):
            read_order(kinds[name], texts)


def test_the_sheet_offers_a_role_its_own_orders_and_gives_them(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            await opened(service)
            offered = (await at.ask("/api/orders", SUE)).json()
            names = {form["name"] for form in offered}
            assert "Recut" in names
            assert "SellChips" not in names
            body = {"client": "c", "sequence": 1, "name": "CloseTable", "texts": {}, "table": "1"}
            assert (await at.ask("/api/orders", SUE, body)).status_code == 201
            assert service.desk("1").state.status == "closed"
            wrong = body | {"sequence": 2, "name": "FreeSeat"}
            assert (await at.ask("/api/orders", SUE, wrong)).json()["clause"] == "FIELD seat"

    run(work)
