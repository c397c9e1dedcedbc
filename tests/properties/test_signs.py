"""Any sign at all: without a fault a round can be dealt, with faults all of them are named."""

from dataclasses import replace
from typing import Any
from zlib import crc32

import msgspec
import pytest

from croupier.clauses import is_citation
from croupier.engine.play import start
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import NOT_POSTED, TableSign, amend
from croupier.rules.sign_check import faults
from croupier.rules.sign_keys import SignKey, sign_keys
from tests.strategies import ALL_GAMES, Chance, Seeded, a_deck, a_setting, one_of, play_out

FIELDS = [field.name for field in msgspec.structs.fields(TableSign)]
VALUES: tuple[Any, ...] = (
    *(True, False, None),
    *(-1, 0, 1, 2, 3, 7, 24, 25, 50, 75, 99, 1_00, 1_01, 2_00, 10_00, 10**9),
    *([], [0], [1], [1_00], [1_00, 2_00], [2_00, 1_00], [1_00] * 12, [-1], [0, 2_00]),
    *("limit", "spread", "pot_limit", "no_limit", "any", "none", "half", "full"),
    *("suit", "left_of_button", "always", "on_request", ["upper"], ["lower"] * 4),
)
SIGNS = 100


def bent_sign(chance: Chance, sign: TableSign) -> TableSign | None:
    """A sign with up to three values from anywhere; None where they are not even of the type."""
    fields = msgspec.to_builtins(sign)
    for _ in range(1 + chance.below(3)):
        fields[one_of(chance, FIELDS)] = one_of(chance, VALUES)
    try:
        return msgspec.convert(fields, TableSign)
    except msgspec.ValidationError:
        return None


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_a_sign_is_dealt_under_or_every_fault_is_named(game: Game) -> None:
    chance = Seeded(crc32(game.key.encode()))
    seen = {"faulty": 0, "sound": 0}
    while sum(seen.values()) < SIGNS:
        setting = a_setting(chance, game)
        sign = bent_sign(chance, setting.sign)
        if sign is None:
            continue
        found = faults(game, sign)
        seen["faulty" if found else "sound"] += 1
        if found:
            with pytest.raises(Refused) as caught:
                start(game, sign, setting.stacks, order=a_deck(chance, game), button=setting.button)
            assert all(is_citation(fault.clause) for fault in found), found
            assert all(fault.why in caught.value.why for fault in found)
            assert caught.value.clause == found[0].clause
        else:
            seats = dict(list(setting.stacks.items())[: sign.seats or None])
            bent = replace(setting, sign=sign, stacks=seats, straddle=0, kill=0, bomb=False)
            play_out(bent, chance)
    assert min(seen.values()) > 10, seen


def test_every_key_of_a_sign_has_its_words_and_its_clause() -> None:
    keys = sign_keys()
    posted = {field.name for field in msgspec.structs.fields(TableSign)} - NOT_POSTED
    assert {key.name for key in keys} == posted
    assert [key.name for key in keys if not is_citation(key.clause)] == []
    assert [key.name for key in keys if not (key.title and key.does.endswith("."))] == []


@pytest.mark.parametrize("key", sign_keys(), ids=lambda key: key.name)
def test_the_default_of_a_key_can_be_posted_as_it_is_printed(key: SignKey) -> None:
    assert amend(TableSign(), {key.name: key.default}) == TableSign()
