"""Every test run: the Hypothesis profiles, and the checklist marks."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator

import pytest

from tests import profiles
from tests.clause import fault_of
from tests.own_games import forgotten_after

# A test starts many processes: each would compile all modules anew if none kept its bytecode.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Tests started in the background ignore interrupts, and so would what they start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

__all__ = ["profiles"]


LONGEST = "test_week.py"


@pytest.fixture(autouse=True)
def own_games_are_forgotten() -> Iterator[None]:
    """No test sees a game that another test of the same process registered."""
    with forgotten_after():
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--clause",
        action="append",
        default=[],
        metavar="ID",
        help="run only the tests that prove this item of the checklist (may be repeated)",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    carried = {item.nodeid: ids_of(item) for item in items}
    faults = [f"{name}: {fault_of(ids)}" for name, ids in carried.items() if ids and fault_of(ids)]
    if faults:
        raise pytest.UsageError("\n".join(faults))
    if asked := set(config.getoption("clause")):
        left_out = [item for item in items if asked.isdisjoint(carried[item.nodeid])]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.path.name != LONGEST)  # the others fill the time beside it


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector look at what tests make, not at ten thousand tests each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have to say whether they pass or not, from whichever process."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, ()):
            for name, words in report.user_properties:
                if name == "says":
                    terminalreporter.write_line(str(words))


def ids_of(item: pytest.Item) -> list[str]:
    """The checklist IDs that a test carries, from all its marks."""
    return [str(given) for mark in item.iter_markers("clause") for given in mark.args]
