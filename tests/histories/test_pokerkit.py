"""PokerKit reads our exports of its own codes, and pays the same chips."""

import os
import warnings
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from croupier.histories.history import history
from croupier.histories.phh import STANDARD, write_phh
from croupier.histories.phh_losses import losses
from tests.histories.hands import usual_rounds, without_reveals


def pokerkit() -> Any:
    """The other engine; it may be missing anywhere but on the build machine."""
    if os.environ.get("CI") != "true":
        pytest.importorskip("pokerkit", reason="PokerKit is not installed: nothing to compare with")
    import pokerkit

    return pokerkit


def compare(code: str, seeds: range) -> tuple[int, int]:
    """How many rounds PokerKit could read, all of them to the chip, and how many were lossy."""
    peer, read, lossy = pokerkit(), 0, 0
    for played in usual_rounds(code, seeds):
        log = without_reveals(played.log)
        if losses(log):
            lossy += 1
            continue
        record = history(log)
        assert record.finish is not None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, state = peer.HandHistory.loads(write_phh(log, bare=True))
        ours = [record.finish[seat] for seat in record.order]
        assert [Decimal(str(chips)) * 100 for chips in state.stacks] == ours, played
        read += 1
    return read, lossy


@pytest.mark.parametrize("code", STANDARD)
def test_pokerkit_pays_the_same(code: str, record_property: Callable[[str, object], None]) -> None:
    read, lossy = compare(code, range(20))
    record_property(
        "says", f"PokerKit reads {read} of our {code} rounds to the chip, {lossy} lossy"
    )
    assert read > lossy


def test_half_of_an_odd_pot_is_paid_in_cents_by_others_too() -> None:
    """Without a point in any amount, they would give the odd dollar to one of two winners."""
    assert compare("PO", range(5_240, 5_241)) == (1, 0)


@pytest.mark.soak
@pytest.mark.parametrize("code", STANDARD)
def test_pokerkit_pays_the_same_for_long(code: str) -> None:
    read, lossy = compare(code, range(5_000, 5_400))
    assert read > lossy
