"""Hands read from the text their site wrote, against the common record of the same hands."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from croupier.cards import spell
from croupier.histories.batches import pieces_of
from croupier.histories.formats import Piece
from croupier.histories.history import Action
from croupier.histories.phh import code_of
from croupier.histories.results import Played, judged
from tests.hands.record import folder, records

FORMATS = {  # the names of the common record, and ours
    "stars": "pokerstars",
    "ftp": "full-tilt",
    "gg": "ggpoker",
    "bovada": "bovada",
    "kings": "kings-club",
    "acpc": "acpc",
}
HANDS = {
    "pokerstars": 235,
    "full-tilt": 75,
    "ggpoker": 36,
    "bovada": 83,
    "kings-club": 4,
    "acpc": 200,
}


class Read(NamedTuple):
    """A hand as we read it, beside its record."""

    record: dict[str, Any]
    played: Played | None
    fault: str


@pytest.fixture(scope="module")
def hands() -> dict[str, list[Read]]:
    events = {(FORMATS[one["format"]], _number(one)): one for one in records() if _is_text(one)}
    found: dict[str, list[Read]] = {}
    for piece in pieces_of([str(folder() / name) for name in ("text-mit", "text-agpl", "acpc")]):
        assert isinstance(piece, Piece), piece
        result, played = judged(piece)
        number = (
            f"{piece.file.rpartition('/')[2]}#{result.id}" if piece.format == "acpc" else result.id
        )
        record = events[piece.format, number]
        found.setdefault(piece.format, []).append(Read(record, played, "; ".join(result.faults)))
    return found


def _is_text(record: dict[str, Any]) -> bool:
    return record["format"] in FORMATS


def _number(record: dict[str, Any]) -> str:
    return str(record["id"]).partition(":")[2]


def _cents(record: dict[str, Any], amounts: list[int]) -> list[int]:
    return [amount * 100 // record["scale"] for amount in amounts]


def _acts(actions: tuple[Action, ...], names: dict[int, str], per: int) -> list[str]:
    """Actions in the notation of the record, without deals and showdowns."""
    words = {"fold": "f", "call": "cc", "bring_in": "pb"}
    found = []
    for action in actions:
        if action.does in words:
            found.append(f"{names[action.seat]} {words[action.does]}")
        elif action.does == "raise":
            found.append(f"{names[action.seat]} cbr {action.to // per}")
        elif action.does == "discard":
            found.append(f"{names[action.seat]} sd {spell(action.cards)}".rstrip())
        elif action.does == "board" and not action.board:
            found.append(f"d db {spell(action.cards)}")
    return found


def _dealt(lines: list[str]) -> dict[str, str]:
    cards: dict[str, str] = {}
    for line in lines:
        if line.startswith("d dh "):
            _, _, player, dealt = line.split()
            cards[player] = cards.get(player, "") + dealt
    return cards


def differences(hand: Read) -> list[str]:
    """Everything in which a hand and its record are not the same."""
    record, played = hand.record, hand.played
    assert played is not None
    ours, order = played.record, played.record.order
    names = {seat: f"p{place}" for place, seat in enumerate(order, 1)}
    theirs = [line for line in record["actions"] if " sm" not in line]
    holes = dict.fromkeys(names.values(), "")
    for action in ours.actions:
        if action.does == "hole":
            holes[names[action.seat]] += spell(action.cards)
    limits = (
        [record["small_bet"], record["big_bet"]] if record["small_bet"] else [record["min_bet"]]
    )
    pairs: dict[str, tuple[object, object]] = {
        "variant": (code_of(ours.game, ours.sign.structure), record["variant"]),
        "stacks": ([ours.stacks[seat] for seat in order], _cents(record, record["stacks"])),
        "limits": (list(ours.sign.limits), _cents(record, limits)),
        "holes": (holes, _dealt(record["actions"])),
        "finish": (
            [ours.finish[seat] for seat in order] if ours.finish else [],
            _cents(record, record["finish"]),
        ),
        "rake": (played.about.rake, _cents(record, [record["rake"] or 0])[0]),
        "actions": (
            _acts(ours.actions, names, 100 // record["scale"]),
            [line for line in theirs if not line.startswith("d dh ")],
        ),
    }
    if record["seats"] and max(record["seats"]) <= 11:
        pairs["seats"] = (list(order), record["seats"])
    for kind in ("ante", "dead"):
        posted = Counter[int]()
        for due in ours.dues:
            if due.kind == kind:
                posted[due.seat] += due.chips
        pairs[kind] = ([posted[seat] for seat in order], _cents(record, record["posted"][kind]))
    return [f"{what}: {a} is not {b}" for what, (a, b) in pairs.items() if a != b]


@pytest.mark.parametrize("form", HANDS)
def test_the_text_gives_the_same_hand_as_the_record(
    form: str, hands: dict[str, list[Read]], record_property: Callable[[str, object], None]
) -> None:
    found = hands[form]
    wrong = [
        f"{hand.record['id']}: {hand.fault or differences(hand)}"
        for hand in found
        if hand.fault or differences(hand)
    ]
    record_property(
        "says",
        f"text of {form}: {len(found) - len(wrong)} of {len(found)} hands are those of the record",
    )
    assert wrong == []
    assert len(found) == HANDS[form]
