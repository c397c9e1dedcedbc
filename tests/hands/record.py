"""The common record of hands played elsewhere: JSON lines, found through CROUPIER_HANDS.

The hands are other people's: they are read where they lie and never copied here.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.histories.hand import Hand
from croupier.histories.history import Action
from croupier.histories.phh_reader import read_hand
from croupier.histories.replayer import Imported, play_history
from croupier.refused import Refused

FILES = ("records-mit.jsonl", "records-agpl.jsonl")
FIELDS = {
    "variant": "variant",
    "ante_trim": "ante_trimming_status",
    "antes": "antes",
    "blinds": "blinds_or_straddles",
    "bring_in": "bring_in",
    "small_bet": "small_bet",
    "big_bet": "big_bet",
    "min_bet": "min_bet",
    "stacks": "starting_stacks",
    "actions": "actions",
    "seats": "seats",
    "finish": "finishing_stacks",
}
UNKNOWN_BRING_IN = 1  # every opener of these hands completed at once, and nobody wrote it down


def folder() -> Path:
    """Where the hands lie; without them the test is skipped, but never on the build machine."""
    given = os.environ.get("CROUPIER_HANDS", "")
    if given and all((Path(given) / name).is_file() for name in FILES):
        return Path(given)
    why = f"CROUPIER_HANDS is {given!r}: no recorded hands lie there"
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


def records() -> Iterator[dict[str, Any]]:
    """Every record, one JSON object a line."""
    for name in FILES:
        with (folder() / name).open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


class Replayed(NamedTuple):
    """A record, and what our engine made of it: the end of the round, or why there is none."""

    record: dict[str, Any]
    hand: Hand | None
    end: Imported | None
    fault: str = ""

    @property
    def stacks(self) -> list[int]:
        assert self.end is not None
        assert self.hand is not None
        order, scale = self.hand.record.order, self.hand.about.scale
        return [int(self.end.state.stacks[seat]) // scale for seat in order]

    @property
    def over(self) -> list[int]:
        """How much more than recorded each player ends with: rake, if it is a winner."""
        return [ours - theirs for ours, theirs in zip(self.stacks, self.finish, strict=True)]

    @property
    def finish(self) -> list[int]:
        return list(self.record["finish"])

    @property
    def pays_to_the_chip(self) -> bool:
        """The stacks are those recorded, but for the rake, which winners paid."""
        won = self.record["won"] or [0] * len(self.over)
        winners_only = all(more == 0 or (more > 0 and won[at]) for at, more in enumerate(self.over))
        return winners_only and sum(self.over) == (self.record["rake"] or 0)


def entries(record: dict[str, Any]) -> dict[str, Any]:
    """A record in the fields of PHH."""
    found = {phh: record[ours] for ours, phh in FIELDS.items() if record[ours] is not None}
    return found if record["blinds"] else {"bring_in": UNKNOWN_BRING_IN, **found}


def replayed(record: dict[str, Any]) -> Replayed:
    try:
        hand = read_hand(record["id"], entries(record))
        return Replayed(record, hand, play_history(hand.record, hand.places))
    except Refused as refused:
        return Replayed(record, None, None, str(refused))


def run_twice(record: dict[str, Any]) -> Replayed:
    """The rest of the board dealt twice, by the only rule that has it: the BBC's."""
    hand = read_hand(record["id"], entries(record))
    boards = [tuple(map(Card, board)) for board in record["boards"]]
    found = [action for action in hand.record.actions if action.does != "board"]
    found += [Action("agree", seat) for seat in hand.record.order]
    for board in boards:
        found += [Action("board", cards=board[slice(*part)]) for part in ((0, 3), (3, 4), (4, 5))]
    found.sort(key=lambda action: action.does in ("show", "muck"))
    sign = replace(hand.record.sign, run_twice=True)
    twice = replace(hand.record, game="bbc-omaha", sign=sign, actions=tuple(found))
    return Replayed(record, hand._replace(record=twice, places=()), play_history(twice))
