"""The generated pages say what the program says."""

from tests import pages


def test_the_generated_pages_are_in_step() -> None:
    assert pages.drifted() == [], "run python -m tests.pages --write"
