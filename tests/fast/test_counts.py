"""Whole trees of small tables, counted on the fast table and on the Python engine."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from croupier.engine import commands as say
from croupier.engine.commands import Command
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.fast.compile import compile  # noqa: A004  # of games
from croupier.fast.single import Asked, Single
from croupier.fast.verbs import (
    AGREE,
    AGREES,
    BETS,
    CALL,
    CHECK,
    DECLINE,
    DRAW,
    DRAWS,
    FOLD,
    MUCK,
    RAISE,
    SHOW,
)
from tests.counts.betting import said
from tests.counts.test_betting_counts import BLINDS, table
from tests.dealing import Deal

# --- the fast table --------------------------------------------------------------------------


def twin(deal: Deal, stacks: tuple[int, ...]) -> Single:
    """The same opening on the fast table."""
    state = deal.state
    return Single(
        compile(deal.game, deal.sign),
        dict(enumerate(stacks, 1)),
        button=state.button,
        deck=state.deck,
    )


def answers(one: Single, asked: Asked) -> Iterator[tuple[int, int]]:
    """Every answer to a question, every whole amount and every set of cards on its own."""
    if asked.kind == BETS:
        may = {FOLD: asked.can_fold, CHECK: asked.can_check, CALL: asked.to_call > 0}
        yield from ((verb, 0) for verb in may if may[verb])
        if asked.most:
            yield from ((RAISE, to) for to in range(asked.least, asked.most + 1))
    elif asked.kind == DRAWS:
        for mask in range(1 << one.held(one.actor)):
            if asked.least <= mask.bit_count() <= asked.draw_most:
                yield DRAW, mask
    else:
        yield from ((AGREE, 0), (DECLINE, 0)) if asked.kind == AGREES else ((SHOW, 0), (MUCK, 0))


def count_fast(one: Single, *, bets_only: bool) -> int:
    """Play every branch to its end; outside the betting only the first answer if so wished."""
    if one.done:
        return 1
    asked, total = one.asked, 0
    for verb, amount in answers(one, asked):
        branch = one.copy()
        branch.answer(verb, amount)
        total += count_fast(branch, bets_only=bets_only)
        if bets_only and asked.kind != BETS:
            break
    return total


# --- the engine ------------------------------------------------------------------------------


def commands(state: Round, turn: Turn) -> Iterator[Command]:
    """Everything that a turn allows."""
    seat = turn.actor
    match turn.options[0].does:
        case "discard":
            option = turn.options[0]
            for size in range(option.least, option.most + 1):
                for cards in combinations(state.hands[seat].down, size):
                    yield say.Discard(seat, cards)
        case "agree":
            yield from (say.Agree(seat, yes) for yes in (True, False))
        case "show":
            yield from (say.Show(seat), say.Muck(seat))
        case _:
            yield from said(turn)


def count_whole(state: Round) -> int:
    """Play every branch to its end."""
    if state.done:
        return 1
    turn = state.turns[0]  # two are asked at once to run it twice: in order
    return sum(count_whole(play(state, command)[0]) for command in commands(state, turn))


# --- the counts ------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "stacks", "structure", "limits", "posted", "number"), BLINDS)
def test_the_fast_table_has_every_betting_sequence_and_no_other(
    key: str,
    stacks: tuple[int, ...],
    structure: str,
    limits: tuple[int, ...],
    posted: dict[str, Any],
    number: int,
) -> None:
    deal = table(key, stacks, structure, limits=limits, **{"blinds": (1, 2), **posted})
    assert count_fast(twin(deal, stacks), bets_only=True) == number


@pytest.mark.parametrize(
    ("key", "posted", "number"),
    [
        ("five-card-stud", {"raise_cap": 3, "five_stud_opener_must_bet": False}, 7_290),
        ("mambo-stud-hilo-6", {"raise_cap": 2}, 392),
    ],
)
def test_stud_has_the_numbers_counted_by_hand(
    key: str, posted: dict[str, Any], number: int
) -> None:
    deal = table(key, (200, 200), "limit", limits=(2, 4), forced_bet=1, **posted)
    assert count_fast(twin(deal, (200, 200)), bets_only=True) == number


@pytest.mark.parametrize(
    ("key", "stacks", "structure", "posted", "number"),
    [
        ("holdem", (3, 3), "no_limit", {"blinds": (1, 2)}, 36),
        ("holdem", (4, 2, 3), "no_limit", {"blinds": (1, 2)}, 94),
        ("omaha-hilo-8", (5, 5), "limit", {"blinds": (1, 2), "limits": (2, 4)}, 132),
        ("bbc-omaha", (3, 3), "no_limit", {"blinds": (1, 2), "run_twice": True}, 72),
        ("five-card-draw", (2, 2), "no_limit", {"blinds": (1, 2)}, 3_073),
        ("razz", (3, 3), "limit", {"limits": (2, 4), "forced_bet": 1}, 76),
        ("crazy-pineapple", (2, 2), "no_limit", {"blinds": (1, 2)}, 28),
    ],
)
def test_both_have_as_many_whole_rounds(
    key: str, stacks: tuple[int, ...], structure: str, posted: dict[str, Any], number: int
) -> None:
    """With every discard, showing or mucking, and every answer to running it twice."""
    deal = table(key, stacks, structure, **{"limits": (2,), **posted})
    assert count_whole(deal.state) == number
    assert count_fast(twin(deal, stacks), bets_only=False) == number
