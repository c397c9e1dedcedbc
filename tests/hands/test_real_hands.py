"""1,111 hands that were really played, dealt again by our engine."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.histories.customs import COMPLETED, DOUBLED, notes_of
from croupier.histories.results import replay_hands
from tests.hands.record import Replayed, folder, records, replayed, run_twice

HANDS = 1_111

# What our rules make of the hands that no two rooms judge alike: the page, and the result.
RULED = {
    "raise-nobody-can-call": ("0019-a-raise-nobody-can-call.md", {"paid": 2}),
    "short-or-missing-big-blind": ("0020-a-blind-all-in-for-less.md", {"paid": 1}),
    "limit-short-all-in-completed": ("0006-short-all-in.md", {"paid": 2}),
    "stud-high-open-pair-double-bet": ("0021-an-open-pair.md", {"paid": 2}),
    "run-it-twice": ("0016-run-it-twice.md", {"paid": 1}),
}
RULINGS = Path(__file__).parents[2] / "docs" / "rulings"


@pytest.fixture(scope="module")
def hands() -> list[Replayed]:
    return [
        run_twice(record) if record.get("edge") == "run-it-twice" else replayed(record)
        for record in records()
    ]


def is_edge(hand: Replayed) -> bool:
    return "edge" in hand.record


def is_plain(hand: Replayed) -> bool:
    return not is_edge(hand)


def named(hands: list[Replayed]) -> list[str]:
    return [f"{hand.record['id']}: {hand.fault}" for hand in hands]


def outcome(hand: Replayed) -> str:
    if hand.end is None:
        return "refused"
    return "paid" if hand.pays_to_the_chip else "paid otherwise"


def test_the_four_numbers(
    hands: list[Replayed], record_property: Callable[[str, object], None]
) -> None:
    plain = [hand for hand in hands if is_plain(hand)]
    accepted = [hand for hand in hands if hand.end is not None]
    recorded = [hand for hand in accepted if hand.record["finish"] is not None]
    paid = [hand for hand in recorded if hand.pays_to_the_chip]
    edges = Counter(f"{hand.record['edge']} {outcome(hand)}" for hand in hands if is_edge(hand))
    for line in (
        f"real hands: {len(accepted)} of {len(hands)} replay with every action accepted",
        f"real hands: {len(paid)} of {len(recorded)} with a recorded result end to the chip",
        f"real hands: {sum(edges.values())} at the edge of the rules, each ruled: "
        + ", ".join(f"{count} {what}" for what, count in sorted(edges.items())),
    ):
        record_property("says", line)
    assert (len(hands), len(plain)) == (HANDS, 1_103)


def test_every_action_is_accepted(hands: list[Replayed]) -> None:
    assert named([hand for hand in hands if is_plain(hand) and hand.end is None]) == []


def test_every_recorded_result_is_paid_to_the_chip(hands: list[Replayed]) -> None:
    recorded = [hand for hand in hands if is_plain(hand) and hand.record["finish"] is not None]
    assert len(recorded) == 962
    assert named([hand for hand in recorded if not hand.pays_to_the_chip]) == []


def test_without_a_recorded_result_only_listed_winners_gain(hands: list[Replayed]) -> None:
    open_ended = [hand for hand in hands if is_plain(hand) and hand.record["finish"] is None]
    assert len(open_ended) == 141
    wrong = [
        hand
        for hand in open_ended
        if any(hand.record["won"] or ())
        and any(
            ours > before and not listed
            for ours, before, listed in zip(
                hand.stacks, hand.record["stacks"], hand.record["won"], strict=True
            )
        )
    ]
    assert named(wrong) == []


@pytest.mark.parametrize("kind", RULED)
def test_a_hand_at_the_edge_has_a_ruling(hands: list[Replayed], kind: str) -> None:
    page, expected = RULED[kind]
    found = [hand for hand in hands if hand.record.get("edge") == kind]
    assert Counter(map(outcome, found)) == expected
    assert (RULINGS / page).is_file()


def test_every_edge_is_ruled(hands: list[Replayed]) -> None:
    assert {hand.record["edge"] for hand in hands if is_edge(hand)} == set(RULED)


def test_customs_of_other_rooms_are_noted(hands: list[Replayed]) -> None:
    notes = Counter(
        note
        for hand in hands
        if hand.end is not None and hand.hand is not None
        for note in notes_of(hand.hand.record, hand.end.log)
    )
    assert notes == {DOUBLED: 2, COMPLETED: 1}


def test_phh_files_replay_as_they_lie() -> None:
    files = sorted((folder() / "phh").rglob("*.phh*"))
    results = [result for file in files for result, _ in replay_hands(file.read_text(), file.name)]
    assert len(results) == 478
    assert [(result.file, result.faults) for result in results if not result.ok] == []


def by_variant(hands: list[Replayed]) -> dict[str, int]:
    return Counter(str(hand.record["variant"]) for hand in hands if hand.end is not None)


def test_every_variant_is_among_them(hands: list[Replayed]) -> None:
    known: dict[str, Any] = by_variant(hands)
    assert set(known) == {hand.record["variant"] for hand in hands}
