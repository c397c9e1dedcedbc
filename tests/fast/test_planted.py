"""The comparison with the engine can fail: every planted fault is found."""

import pytest

from tests.fast.planted import FAULTS, ROOT, survivors


def test_every_fault_has_one_place() -> None:
    for fault in FAULTS:
        text = (ROOT / "src" / "kernels" / fault.header).read_text(encoding="utf-8")
        assert text.count(fault.old) == 1, fault.words


@pytest.mark.soak
def test_every_planted_fault_is_found() -> None:
    assert survivors() == []
