"""Every order that a role may give is given by a page which that role can open, or has a reason.

A page is what its file loads: the modules that it imports, and theirs. It gives an order if one of
them makes it (`type: "PauseHand"`), calls the address that makes it, or lists it among the seldom
orders of its desk, whose forms the room itself answers with and takes back.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.refused import Refused
from croupier.room.house.people import ROLES, Actor, Role
from croupier.room.logbook import Command
from croupier.server.auth.permissions import DESKS
from croupier.server.desks.order_forms import form_of, orders, read_order
from croupier.server.desks.order_places import PLACES, WORDS
from croupier.views.screen.asking import WORDS as ASKED
from tests.server.rooms import SUE, opened, run, served
from tests.server.test_floor import Door, door

STATIC = Path(__file__).parents[2] / "src" / "croupier" / "server" / "static"
ANYBODY = frozenset(ROLES)
PLAYERS: frozenset[Role] = frozenset({"player"})
PAGES: dict[str, tuple[str, frozenset[Role]]] = {  # the page, and the roles that can open it
    "lobby": ("lobby/lobby.html", ANYBODY),
    "account": ("lobby/account.html", ANYBODY),
    "game": ("lobby/game.html", ANYBODY),
    "table": ("table/table.html", PLAYERS),
    **{desk: (f"desks/{desk}.html", roles) for desk, roles in DESKS.items()},
}
# Orders that the room makes for a person who asked for them at one of its addresses.
AT_ADDRESS = {
    "AskOpening": ("/api/openings",),
    "AnswerOpening": ("/api/openings/",),
    "KeepFactor": ("/api/factors",),
    "UseCode": ("/api/session",),
    "DropFactor": ("/api/factors",),
    "HostGame": ("/api/private",),
    "AdmitGuest": ("/answers",),
    "SendAway": ("/removals",),
    "EndGame": ('type: "PlanGame"',),  # the room ends it when no round is on
    "ResumeGame": ("/resume",),
    "TakeBack": ('type: "PlanGame"',),
    "AskChips": ('type: "Sit"', 'type: "Buy"'),  # the room asks for those who have no chips
}
REASONS = {
    "SetUpHouse": "the page of the first run gives it, before there is any role",
    "AwardBadBeat": "the slip of the table brings it to the house by itself",
    "ExcludePlayer": "the slip of a removal brings it to the house by itself",
}


@cache
def text_of(page: str) -> str:
    """Everything that a page loads, as text."""
    start = STATIC / PAGES[page][0]
    html = start.read_text()
    waiting = [STATIC / found for found in re.findall(r'src="\{static\}/([\w/.-]+\.js)"', html)]
    seen: dict[Path, str] = {}
    while waiting:
        path = waiting.pop().resolve()
        if path in seen:
            continue
        seen[path] = path.read_text()
        waiting += [path.parent / one for one in re.findall(r'from "(\.[^"]+)"', seen[path])]
        waiting += [
            path.parent / one for one in re.findall(r'import\("(\.[^"]+\.js)"\)', seen[path])
        ]
    assert seen, page
    return "\n".join(seen.values())


def made_by(name: str, page: str) -> bool:
    """Whether a page makes an order: as an object that is sent, or by an address."""
    text = text_of(page)
    if any(address in text for address in AT_ADDRESS.get(name, ())):
        return True
    sent = rf'type: "{name}"|"{name}", "[A-Z]|data-list="{name}"|\? "{name}"|: "{name}" \}}'
    if name in ("RequestFill", "RequestCredit"):  # the choice of a field
        sent += rf'|\["{name}", '
    return re.search(sent, text) is not None


def asked_at_floor(kind: type[Command]) -> bool:
    """Whether a table of a card room asks for it, and the floor signs with one press."""
    return kind in ASKED


def screens(kind: type[Command], role: Role) -> list[str]:
    """The pages where this role gives this order."""
    found = [
        page for page, (_, roles) in PAGES.items() if role in roles and made_by(kind.__name__, page)
    ]
    place = PLACES.get(kind)
    if place is not None and form_of(kind) is not None:
        found += [desk for desk in place.desks if role in DESKS[desk]]
    if asked_at_floor(kind) and role in DESKS["floor"]:
        found.append("floor")
    return found


def test_every_order_of_a_role_has_a_screen_that_this_role_can_open_or_a_reason() -> None:
    missing = [
        (name, role)
        for name, kind in orders().items()
        for role in sorted(kind.roles)
        if name not in REASONS and not screens(kind, role)
    ]
    assert missing == []


def test_no_reason_is_given_where_there_is_a_screen() -> None:
    idle = [
        name for name in REASONS if any(screens(orders()[name], r) for r in orders()[name].roles)
    ]
    assert idle == []


def test_a_page_that_loses_an_order_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pause = orders()["PauseHand"]
    assert "floor" in screens(pause, "floorperson")
    whole = {page: text_of(page) for page in PAGES}
    monkeypatch.setattr(
        "tests.server.test_screens.text_of",
        lambda page: whole[page].replace('type: "PauseHand"', "PauseHand"),  # named, not given
    )
    assert screens(pause, "floorperson") == []


def test_every_seldom_order_has_a_form_with_words_for_its_fields() -> None:
    for kind in PLACES:
        form = form_of(kind)
        assert form is not None, kind
        assert form.title
        assert form.group
        for field in form.fields:
            assert field.words, (form.name, field.name)
    asked = {field.name for kind in PLACES for field in form_of(kind).fields}  # type: ignore[union-attr]  # shown above
    assert not [name for name in WORDS if name not in asked]


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
        ("AdjustDisplays", {"name": "main", "readings": "many", "supervisor": "Sue, dealer"}),
    ):
        with pytest.raises(Refused):
            read_order(kinds[name], texts)


# --- the forms of a room in service ----------------------------------------------------------


async def offered(at: Door, by: Actor, desk: str, table: str = "") -> dict[str, Any]:
    forms = (await at.ask(f"/api/orders?desk={desk}&table={table}", by)).json()["forms"]
    return {form["name"]: form for form in forms}


def test_a_desk_offers_each_role_its_own_orders_and_takes_them_back(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            await opened(service)
            people = {role: Actor(f"a {role}"[:40], role) for role in ROLES}
            for role, by in people.items():
                for desk in ("floor", "cage"):
                    seen = {**await offered(at, by, desk), **await offered(at, by, desk, "1")}
                    wanted = {
                        kind.__name__
                        for kind, place in PLACES.items()
                        if desk in place.desks and role in kind.roles
                    }
                    assert {*seen} == wanted, (role, desk)
            form = (await offered(at, SUE, "floor", "1"))["RemoveDeck"]
            decks = next(one for one in form["fields"] if one["name"] == "deck")["options"]
            assert [value for value, _ in decks] == [*service.desk("1").state.custody.decks]
            body = {"client": "c", "sequence": 1, "name": "CloseTable", "texts": {}, "table": "1"}
            assert (await at.ask("/api/orders", SUE, body)).status_code == 201
            assert (await at.ask("/api/orders", SUE, body)).status_code == 201  # pressed twice
            assert service.desk("1").state.status == "closed"
            wrong = body | {"sequence": 2, "name": "FreeSeat"}
            assert (await at.ask("/api/orders", SUE, wrong)).json()["clause"] == "FIELD seat"

    run(work)


FUND = {
    "name": "main",
    "rules.least": "JcJdJhJs2c",
    "rules.shares.loser": "50",
    "rules.shares.winner": "25",
    "rules.shares.table": "25",
    "rules.contribution": "$1 at $10",
    "rules.contribution_max": "$1",
    "rules.min_pot": "$10",
    "rules.reserve_percent": "10",
    "rules.held_returned": "it joins the next payout",
    "rules.jackpot_percent": "90",
    "ending.stopping": "the sign is taken down",
    "ending.transferring": "it joins the next payout",
    "ending.disclosing": "it is posted",
}


def test_a_bad_beat_fund_is_begun_with_forms_alone(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            await opened(service)
            steps: list[tuple[str, str, dict[str, str]]] = [
                ("SubmitFund", "", FUND),
                ("RecordFundApproval", "", {"name": "main", "reference": "MGC 2026-1"}),
                (
                    "PostFund",
                    "",
                    {"name": "main", "place": "lobby", "percent": "90", "displays": "lobby"},
                ),
                ("DesignateTable", "", {"name": "main", "table": "1"}),
                ("OfferBadBeat", "1", {"fund": "main", "notice": "four jacks beaten win"}),
            ]
            for number, (name, table, texts) in enumerate(steps, 1):
                body = {"client": "c", "sequence": number, "name": name, "texts": texts}
                reply = await at.ask("/api/orders", SUE, body | {"table": table})
                assert reply.status_code == 201, (name, reply.text)
            fund = service.house.state.funds.named["main"]
            assert (fund.status, fund.tables) == ("offered", ("1",))
            form = (await offered(at, SUE, "floor"))["StopFund"]
            assert form["fields"][0]["options"] == [["main", "main"]]

    run(work)
