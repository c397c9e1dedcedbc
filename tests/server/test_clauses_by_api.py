"""Groups 7, 9 and 11 of the checklist once more, through the API of a real room.

A test that proves one of their items at a table in memory runs here again with each order as a
request, by an account of that role; what it looks at was read from the disk. Items that are proven
without a table, or with several, are in `test_house_by_api`, `test_roles_by_api`,
`test_removal`, `test_filings` and `test_honest_records`.
"""

from collections.abc import Iterator
from math import prod
from types import FunctionType

import pytest

from tests.checklist import checklist
from tests.clause import proofs
from tests.room import (
    decks,
    jackpots,
    ledgers,
    test_bad_beat,
    test_bad_beat_funds,
    test_conduct,
    test_seating,
    test_seating_absence,
    test_seating_limits,
    test_submissions,
    test_waiting,
)
from tests.server.api_scene import ApiScene, building
from tests.views import test_reports_floor, test_reports_money

GROUPS = (7, 9, 11)
ITEMS = {item.id for item in checklist().items.values() if item.group in GROUPS}
PROOFS = (
    *(test_bad_beat, test_bad_beat_funds, test_conduct, test_waiting, test_submissions),
    *(test_seating, test_seating_absence, test_seating_limits),
    *(test_reports_floor, test_reports_money),
)


def carried(test: object) -> set[str]:
    """The items that a test carries."""
    marks = getattr(test, "pytestmark", ())
    return {item for mark in marks if mark.name == "clause" for item in mark.args}


def cases(test: object) -> int:
    """How often a test runs, with all its parameters."""
    marks = getattr(test, "pytestmark", ())
    return prod(len(mark.args[1]) for mark in marks if mark.name == "parametrize")


def once_more() -> dict[str, FunctionType]:
    """Enough of the proofs to see every item, the plainest first."""
    found = {
        name: test
        for module in PROOFS
        for name, test in vars(module).items()
        if name.startswith("test_") and carried(test) & ITEMS
    }
    left, quick = set.union(*(carried(test) & ITEMS for test in found.values())), set[str]()
    while left:
        gain = {name: len(carried(test) & left) / cases(test) for name, test in found.items()}
        best = max(gain, key=lambda name: (gain[name], -cases(found[name])))
        quick.add(best)
        left -= carried(found[best])
    return {name: found[name] for name in found if name in quick}


AGAIN = once_more()
globals().update(AGAIN)


@pytest.fixture(scope="module", autouse=True)
def the_room_is_in_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("api")
    with pytest.MonkeyPatch.context() as patch, building(folder, patch):
        for module in (*PROOFS, decks, jackpots, ledgers):
            if hasattr(module, "Scene"):
                patch.setattr(module, "Scene", ApiScene)
        yield


def test_every_item_of_the_groups_is_proven_over_the_api() -> None:
    again = {item for test in AGAIN.values() for item in carried(test)}
    here = ("house_by_api", "roles_by_api", "removal", "filings", "honest_records")
    files = tuple(f"tests/server/test_{name}.py" for name in here)
    written = {
        item for item, tests in proofs().items() if any(test.startswith(files) for test in tests)
    }
    assert ITEMS - again - written == set()
