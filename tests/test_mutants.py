"""The deliberate breaks can be applied, and the machinery that applies them can tell."""

from pathlib import Path

import pytest

from tests.checklist import checklist
from tests.mutants import PROMISES, Mutant, missing, mutants
from tests.mutants.overlay import judge

PROBE = """\
from croupier.chips import Chips, divide


def test_the_excess_is_at_most_one_unit_each():
    assert divide(Chips(32_00), 3, unit=Chips(1_00)) == (10_00, [1_00, 1_00])
"""
DIVIDE = "pieces = [unit] * (excess // unit)"


def test_every_mutant_names_items_and_breaks_one_place() -> None:
    for mutant in mutants():
        assert set(mutant.ids) <= set(checklist().items) | PROMISES
        mutant.mutated()


def test_every_marked_item_that_is_built_has_a_mutant() -> None:
    assert list(missing()) == []


@pytest.mark.parametrize(
    ("new", "outcome"),
    [
        ("pieces = [Chips(excess)] if excess else []", "noticed"),
        ("pieces = [unit for _ in range(excess // unit)]", "survived"),
        ("pieces = [unit] * (excess // units)", "unclear"),
    ],
    ids=["a rule broken", "nothing changed", "a slip of the pen"],
)
def test_a_break_is_noticed_by_a_failing_test_alone(new: str, outcome: str, tmp_path: Path) -> None:
    probe = tmp_path / "test_probe.py"
    probe.write_text(PROBE)
    mutant = Mutant("POKER-odd-unit", "chips.py", DIVIDE, new, tests=(str(probe),))
    verdict = judge(mutant, list(mutant.tests))
    assert verdict.outcome == outcome, verdict.words


@pytest.mark.parametrize(
    ("old", "new"),
    [(DIVIDE, DIVIDE), ("no such text", ""), ("unit", "units"), (DIVIDE, "pieces = [")],
    ids=["the same", "absent", "many", "not Python"],
)
def test_a_mutant_that_cannot_be_applied_is_no_success(old: str, new: str) -> None:
    assert judge(Mutant("POKER-odd-unit", "chips.py", old, new), []).outcome == "unclear"
