"""The deliberate breaks can be applied, and the machinery that applies them can tell."""

from pathlib import Path

import pytest

from tests.checklist import checklist
from tests.mutants import PROMISES, Mutant, missing, mutants
from tests.mutants.overlay import judge
from tests.mutants.places import find

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
        mutant.selected()


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
    mutant = Mutant("POKER-odd-unit", "chips.divide", DIVIDE, new, tests=(str(probe),))
    verdict = judge(mutant, list(mutant.tests))
    assert verdict.outcome == outcome, verdict.words


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("divide", DIVIDE, "pieces = [unit] * ( excess // unit )  # the same"),
        ("divide", "no such words", ""),
        ("divide", "unit", "units"),
        ("divide", DIVIDE, "pieces = ["),
        ("chips.part", DIVIDE, "pieces = []"),
        ("engine.divide", DIVIDE, "pieces = []"),
    ],
    ids=["the same", "absent", "many", "not Python", "no such name", "no such package"],
)
def test_a_mutant_that_cannot_be_applied_is_no_success(name: str, old: str, new: str) -> None:
    assert judge(Mutant("POKER-odd-unit", name, old, new), []).outcome == "unclear"


MODULE = '''"""Counts decks."""

LIMIT = {"deck": 52}


class Shoe:
    async def count(self, cards):
        if self.ready:
            return len(
                cards,
            )


def count(cards):
    return len(cards) + 1
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    home = tmp_path / "package"
    (home / "room" / "custody").mkdir(parents=True)
    (home / "room" / "custody" / "decide.py").write_text(MODULE)
    return home


@pytest.mark.parametrize("name", ["count", "room.count", "custody.count", "decide.Shoe.count"])
def test_a_definition_is_found_by_its_name_wherever_it_lies(name: str, package: Path) -> None:
    place = find(package, name, "if self.ready: return len(cards)")
    assert place.definition.name == "room.custody.decide.Shoe.count"


def test_a_break_changes_its_place_alone_and_takes_the_indentation_of_the_line(
    package: Path,
) -> None:
    place = find(package, "Shoe.count", "if self.ready:")
    old = "        if self.ready:\n"
    new = "        if not self.ready:\n            return 0\n        if True:\n"
    assert place.replaced("if not self.ready:\n    return 0\nif True:") == MODULE.replace(old, new)


@pytest.mark.parametrize(
    ("name", "pattern", "words"),
    [
        ("room.decide.tell", "len", "nothing in package is called room.decide.tell"),
        ("custody.room.count", "len", "nothing in package is called custody.room.count"),
        ("room.count", "len(cards)", "occurs 2 times, not once"),
        ("LIMIT", '"deck": 54', "occurs 0 times, not once"),
        ("LIMIT", "52}\n\n\nclass", "occurs 0 times, not once"),
    ],
)
def test_a_place_that_is_gone_or_not_the_only_one_is_named(
    name: str, pattern: str, words: str, package: Path
) -> None:
    with pytest.raises(ValueError, match=words):
        find(package, name, pattern)


def test_named_tests_are_found_wherever_they_lie_and_missed_when_gone() -> None:
    def selected(*tests: str) -> list[str]:
        return Mutant("", "", "", "", tests=tests).selected()

    this = "test_every_marked_item_that_is_built_has_a_mutant"
    there = selected("test_tidy.py", f"test_mutants.py::{this}[1]")
    assert there == ["tests/test_tidy.py", f"tests/test_mutants.py::{this}[1]"]
    with pytest.raises(ValueError, match="0 files of tests are called test_of_old"):
        selected("test_of_old.py")
    with pytest.raises(ValueError, match="has no test test_of_old"):
        selected("test_mutants.py::test_of_old")
