"""The browser's modules know the types of what the server sends, and read nothing out of words."""

import re
from pathlib import Path

from croupier.room.house.people import ROLES
from croupier.server.auth.permissions import permissions, signatories
from tests.web import types

STATIC = Path(__file__).parents[2] / "src" / "croupier" / "server" / "static"
MODULES = sorted(STATIC.rglob("*.js"))
UNTYPED = re.compile(r"@(?:type|param|returns|typedef)\b[^\n]*?\bany\b")
UNTYPED_MOST = 89  # make it less, never more
TAKEN_APART = re.compile(r"\b(?:words|title|person)\.(?:split|match)\(")
ROLE_LISTS = re.compile(rf"\[[^]\n]*\"(?:{'|'.join(ROLES)})\",[^]\n]*\]")


def test_the_types_of_the_web_table_are_in_step_with_the_server() -> None:
    for path, text in types.files().items():
        assert path.read_text() == text, "renew them: python -m tests.web.types --write"


def test_fewer_and_fewer_values_have_no_type() -> None:
    found = sum(len(UNTYPED.findall(path.read_text())) for path in MODULES)
    assert found <= UNTYPED_MOST


def test_no_page_takes_a_sentence_apart() -> None:
    found = [path.name for path in MODULES if TAKEN_APART.search(path.read_text())]
    assert found == ["sheet.js"]  # still splits the rows of a pay table; strike it off, add none


def test_no_page_keeps_a_list_of_roles() -> None:
    kept = {path.name: ROLE_LISTS.findall(path.read_text()) for path in MODULES}
    other = {"floor-acts.js", "regulator.js"}  # a person to be notified; fields of a search
    assert {name for name, lists in kept.items() if lists} <= other


def test_pages_know_what_a_role_may_do() -> None:
    assert "CountAccount" in permissions("accounting")
    assert "CountAccount" not in permissions("dealer")
    assert "Audit" in permissions("ieb_agent")
    assert signatories()["PrepareFill"] == ("security",)
