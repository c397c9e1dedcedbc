"""The example logs are those of the room as it is now."""

from tests.room.sample import drifted


def test_the_example_logs_are_in_step() -> None:
    assert drifted() == [], "run python -m tests.room.sample --write"
