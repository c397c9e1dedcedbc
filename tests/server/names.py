"""Whom a room names, in everything that it writes down, shows or gives away.

Fields are found by their types, not by known names: every text in every fact is either a person or
listed here as something else, and so is every text column of every report. A new field or column
that is in neither list is a fault, so nothing can name a person unnoticed.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from croupier.engine.event import Event
from croupier.room.custody.state import Procedures
from croupier.room.house.people import AUTOMATED, ROLES, Actor
from croupier.room.logbook import Entry
from croupier.views.reports.catalog import REPORTS
from tests.server.signers import wrong_signers
from tests.server.staffed import FLO, IRA, Room

PEOPLE = frozenset(  # fields of facts that hold names: in a text, a list or the keys of a table
    (
        "agent",
        "agreed",
        "dealer",
        "host",
        "loser",
        "others",
        "payments",
        "people",
        "person",
        "player",
        "players",
        "security",
        "shares",
        "signed",
        "supervisor",
        "winners",
    )
)
THINGS = frozenset(  # texts that name a thing or are words, typed by people or by the room
    (
        "about",
        "amounts_to",
        "answer",
        "approval",
        "backs",
        "basis",
        "before",
        "cause",
        "clause",
        "code",
        "colour",
        "container",
        "day",
        "deck",
        "design",
        "disclosing",
        "displays",
        "dispute",
        "elections",
        "excess",
        "faces",
        "finding",
        "fund",
        "game",
        "grounds",
        "held_returned",
        "how",
        "id",
        "kind",
        "label",
        "least",
        "limits",
        "line",
        "location",
        "name",
        "notice",
        "on",
        "place",
        "procedure",
        "readings",
        "reason",
        "reference",
        "root",
        "ruling",
        "saves",
        "says",
        "secret",
        "share",
        "shoe_approval",
        "slip",
        "spot",
        "spots",
        "stakes",
        "stopping",
        "street",
        "subject",
        "supplement",
        "surveillance",
        "table",
        "target",
        "text",
        "transferring",
        "why",
        "words",
        "zone",
    )
)
COLUMNS = {  # the columns of reports that hold names of people
    "time-charge": {"dealer", "verified by"},
    "purchases": {"person"},
    "fills": {"signed by"},
    "drop": {"counted by", "signed by"},
    "inventory": {"counted by", "signed by"},
    "day-close": {"closed by", "signed by"},
    "boxes": {"dealer", "supervisor", "security", "cashier"},
    "payouts": {"lost by", "verified by", "receiver", "brought by"},
    "displays": {"accounting", "supervisor"},
    "decks": {"by"},
    "absences": {"person", "held by", "returned by"},
    "irregularities": {"by"},
    "removals": {"person", "removed by", "IEB agent"},
    "openings": {"asked by", "answered by"},
}
WORDS = frozenset(  # and text columns that hold none
    (
        "game",
        "replays",
        "method",
        "basis",
        "seats",
        "form",
        "within",
        "place",
        "what",
        "clause",
        "kind",
        "state",
        "note",
        "account",
        "fund",
        "box",
        "cards",
        "display",
        "reason",
        "wager",
        "result",
        "step",
        "deck",
        "type",
        "ruling",
        "cause",
        "as",
        "closed day",
        "taken on",
        "limited by",
        "also as",
    )
)
NOBODY = {"", AUTOMATED, "on the way"}


def people_of(value: Any, field: str = "") -> Iterator[str]:
    """Every person named in a fact, by the types and fields of its parts."""
    match value:
        case Actor(name=name):
            yield name
        case Procedures():
            return  # its dealer is one of two words: a person deals, or the room does
        case Struct():
            for part in value.__struct_fields__:
                yield from people_of(getattr(value, part), part)
        case dict():
            for key, part in value.items():
                yield from people_of(key, field)
                yield from people_of(part, field)
        case tuple() | list() | frozenset():
            for part in value:
                yield from people_of(part, field)
        case str() if type(value) is str and field in PEOPLE:
            yield value


def named_in(log: list[Entry]) -> set[str]:
    """Every person named in a log."""
    return {name for entry in log for name in people_of(entry)} - NOBODY


def named_in_reports(here: Room) -> set[str]:
    """Every person named in a cell of any report."""
    found: set[str] = set()
    for kind, columns in COLUMNS.items():
        rows = here.get(f"/api/reports/{kind}?format=json", IRA).json()["rows"]
        for row in rows:
            cells = (row[column] or "" for column in columns)
            found |= {_bare(name) for cell in cells for name in re.split(r", | and ", cell)}
    return found - NOBODY


def _bare(name: str) -> str:
    """A name without the role behind it."""
    words, _, role = name.removesuffix(")").rpartition(" (")
    return words if role.replace(" ", "_") in ROLES else name


def named_in_pages(here: Room) -> set[str]:
    """Every person named by the floor's pages."""
    pages = [here.get(page, FLO).json() for page in ("/api/floor", "/api/floor/incidents")]
    return {name for page in pages for name in _in_json(page)} - NOBODY


def _in_json(value: Any, field: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _in_json(part, key)
    elif isinstance(value, list):
        if field == "by" and len(value) == 2:
            yield value[0]
            return
        for part in value:
            yield from _in_json(part, field)
    elif isinstance(value, str) and field in PEOPLE:
        yield value


def named_in_hands(here: Room, table: str) -> set[str]:
    """Every player named in exported hands."""
    headers = {"Authorization": f"Bearer {here.token(IRA)}"}
    found: set[str] = set()
    for form in ("phh", "ohh"):
        text = here.client.get(
            f"/api/hands/export?format={form}&table={table}", headers=headers
        ).text
        if form == "phh":
            for line in re.findall(r"^players = (\[.*\])$", text, re.M):
                found |= set(json.loads(line.replace("'", '"')))
        else:
            found |= set(re.findall(r'"name": ?"([^"]*)"(?=[^{}]*"(?:seat|starting_stack))', text))
    return found - NOBODY


def check_names(here: Room, tables: list[str], accounts: set[str]) -> None:
    """Nobody is named in this room but accounts that acted in it, for what they did."""
    found = {
        "the house": named_in(here.house_log()),
        "reports": named_in_reports(here),
        "pages": named_in_pages(here),
    }
    for table in tables:
        found[f"table {table}"] = named_in(here.log(table))
        found[f"hands of {table}"] = named_in_hands(here, table)
    strangers = {where: names - accounts for where, names in found.items() if names - accounts}
    assert not strangers, strangers
    wrong = {table: [*wrong_signers(here.log(table))][:5] for table in tables}
    assert not any(wrong.values()), wrong


def unlisted_columns() -> set[tuple[str, str]]:
    """Text columns of reports that are neither people nor listed as something else."""
    return {
        (name, column.name)
        for name, kind in REPORTS.items()
        for column in kind.columns
        if column.holds in ("words", "key") and column.name not in COLUMNS.get(name, set()) | WORDS
    }


def unlisted_fields() -> set[tuple[str, str]]:
    """Texts in facts and their parts that are neither people nor listed as something else."""
    found: set[tuple[str, str]] = set()
    for kind in _kinds(Event):
        if kind.__module__.startswith("croupier."):
            _texts(kind, "", (), found)
    return {(owner, field) for owner, field in found if field not in PEOPLE | THINGS}


def _kinds(kind: type) -> Iterator[type]:
    below: type
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)


def _texts(kind: Any, field: str, owners: tuple[type, ...], found: set[tuple[str, str]]) -> None:
    """Every field of a type that holds plain text, in it or below it."""
    if kind is str:
        found.add((owners[-1].__name__, field))
    elif isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in owners and kind is not Actor:
            hints = get_type_hints(kind)
            for name in kind.__struct_fields__:
                _texts(hints[name], name, (*owners, kind), found)
    else:
        for part in get_args(kind):
            _texts(part, field, owners, found)
