"""How many betting sequences a small table knows: numbers that no example would have found wrong.

Each number was counted by playing every branch through the engine, and again by `from_rules`, a
second program that knows no cards; to count one yourself, take the first: blinds 1 and 2, three
chips each. The first player folds (1), calls, or goes all-in for 3. After the call the second
player may check, or go all-in (call or fold: 2). After the all-in: call or fold (2). A check brings
the flop with a chip each: check, check goes on; all-in by either is answered twice. So a street
has 5 ends, 4 of them final, and 1 + 2 + 2 + (4 + (4 + (4 + 1))) = 18.
"""

from random import Random
from typing import Any

import pytest

from croupier.games import game_of
from tests.counts.betting import Rules, count, from_rules
from tests.dealing import Deal

# game, stacks from the button's left, structure, limits, what else the sign posts, the number
BLINDS: list[tuple[str, tuple[int, ...], str, tuple[int, ...], dict[str, Any], int]] = [
    ("holdem", (3, 3), "no_limit", (2,), {}, 18),
    ("holdem", (5, 5), "no_limit", (2,), {}, 98),
    ("holdem", (3, 5), "no_limit", (2,), {}, 26),
    ("holdem", (7, 7), "no_limit", (2,), {}, 498),
    ("holdem", (8, 8), "no_limit", (2,), {"raise_cap": 1}, 874),
    ("holdem", (9, 9), "limit", (2, 4), {}, 362),
    ("holdem", (200, 200), "limit", (2, 4), {"raise_cap": 3}, 10_206),
    ("holdem", (200, 200), "limit", (2, 4), {"raise_cap": 1, "check_raise": False}, 384),
    ("holdem", (6, 6), "pot_limit", (2,), {}, 178),
    ("holdem", (5, 5), "spread", (1, 2), {}, 242),
    ("omaha", (5, 7), "pot_limit", (2,), {}, 138),
    ("omaha-hilo-8", (7, 7), "limit", (2, 4), {}, 170),
    ("five-card-draw", (3, 3, 3), "no_limit", (2,), {}, 42),
    ("five-card-draw", (7, 7, 7), "no_limit", (2,), {}, 1_156),
    ("five-card-draw", (3, 5, 9), "limit", (2, 4), {}, 86),
    ("five-card-draw", (7, 7, 7), "limit", (2, 4), {}, 404),
    ("five-card-draw", (5, 6, 7), "limit", (2, 4), {"check_raise": False}, 194),
    ("five-card-draw", (5, 6, 8), "pot_limit", (2,), {}, 482),
    ("five-card-draw", (4, 5, 6), "spread", (1, 3), {}, 284),
    ("five-card-draw", (1, 1, 4, 6), "limit", (2, 4), {}, 12),
    ("five-card-draw", (4, 4, 4, 4), "limit", (2, 2), {}, 152),
    ("five-card-draw", (9, 9, 9), "limit", (4, 8), {"blinds": (1, 2)}, 366),
    ("five-card-draw", (30, 30, 30), "limit", (2, 4), {"raise_cap": 1}, 278),
    ("five-card-draw", (6, 6), "no_limit", (2,), {"blinds": (2,)}, 58),
    ("triple-draw-2-7", (5, 5), "no_limit", (2,), {}, 98),
    ("badugi", (4, 6), "pot_limit", (2,), {}, 34),
]


def table(key: str, stacks: tuple[int, ...], structure: str, **posted: Any) -> Deal:
    seats = dict(enumerate(stacks, 1))
    return Deal(key, seats, button=len(stacks), unit=1, structure=structure, **posted)


@pytest.mark.parametrize(("key", "stacks", "structure", "limits", "posted", "number"), BLINDS)
def test_the_engine_plays_every_sequence_and_no_other(
    key: str,
    stacks: tuple[int, ...],
    structure: Any,
    limits: tuple[int, ...],
    posted: dict[str, Any],
    number: int,
) -> None:
    posted = {"blinds": (1, 2), **posted}
    deal = table(key, stacks, structure, limits=limits, **posted)
    assert count(deal.state) == number


@pytest.mark.parametrize(("key", "stacks", "structure", "limits", "posted", "number"), BLINDS)
def test_the_rules_alone_count_as_many(
    key: str,
    stacks: tuple[int, ...],
    structure: Any,
    limits: tuple[int, ...],
    posted: dict[str, Any],
    number: int,
) -> None:
    lower, upper = limits[0], limits[-1]
    tiers = [bet.tier if structure == "limit" else "lower" for bet in game_of(key).bets]
    rules = Rules(
        structure=structure,
        bets=tuple(upper if tier == "upper" else lower for tier in tiers),
        most=upper,
        cap=posted.get("raise_cap"),
        check_raise=posted.get("check_raise", True),
    )
    assert from_rules(rules, stacks, posted.get("blinds", (1, 2))) == number


# --- by hand ---------------------------------------------------------------------------------


def deep_street(raises: int) -> tuple[int, int]:
    """Two deep players, fixed limit: how many sequences of a street go on, and how many fold.

    Both check; or the first bets, or checks and the second bets: then up to so many raises, and
    the last wager is called or folded to.
    """
    return 1 + 2 * (1 + raises), 2 * (1 + raises)


def whole(first: tuple[int, int], later: tuple[int, int], streets: int) -> int:
    """Every sequence of a first street and some later ones; the last one's all end the round."""
    ends = 1
    for _ in range(streets):
        ends = later[1] + later[0] * ends
    return first[1] + first[0] * ends


def test_limit_holdem_heads_up_by_hand() -> None:
    """Before the flop: fold; call, then check or up to three raises; or up to three raises."""
    assert whole((1 + 3 + 3, 1 + 3 + 3), deep_street(3), streets=3) == 10_206


@pytest.mark.parametrize(
    ("must_bet", "cap", "number"),
    [(False, 1, 750), (False, 3, 7_290), (True, 1, 69), (True, 3, 745)],
)
def test_five_card_stud_heads_up_by_hand(must_bet: bool, cap: int, number: int) -> None:
    """The forced bet is folded to, called (which ends the street), or completed and then raised.

    An opener of a later street who must bet leaves the answers to a bet: fold, call, or a raise.
    """
    first = (1 + 1 + cap, 1 + 1 + cap)
    later = (1 + cap, 1 + cap) if must_bet else deep_street(cap)
    assert whole(first, later, streets=3) == number
    posted = {"forced_bet": 1, "raise_cap": cap, "five_stud_opener_must_bet": must_bet}
    deal = table("five-card-stud", (200, 200), "limit", limits=(2, 4), **posted)
    assert count(deal.state) == number


def test_mambo_has_a_street_less() -> None:
    number = whole((4, 4), deep_street(2), streets=2)
    deal = table("mambo-stud-hilo-6", (200, 200), "limit", limits=(2, 4), forced_bet=1, raise_cap=2)
    assert count(deal.state) == number == 392


# --- at random -------------------------------------------------------------------------------

STRUCTURES = ("limit", "spread", "pot_limit", "no_limit")


@pytest.mark.parametrize("structure", STRUCTURES)
def test_engine_and_rules_agree_on_small_tables_of_any_kind(structure: Any) -> None:
    """Short stacks, odd blinds, caps: wherever an all-in or a blind is less than a full bet."""
    source = Random(structure)
    compared = 0
    while compared < 25:
        stacks = tuple(source.randint(1, 9) for _ in range(source.choice((2, 3, 3, 4))))
        blinds = tuple(source.randint(1, 3) for _ in range(source.choice((1, 2, 2, 3))))
        blinds = blinds[: len(stacks)]
        lower = source.choice((1, 2, 2, 3, 4))
        limits = (lower, lower * source.choice((1, 2))) if structure in STRUCTURES[:2] else (lower,)
        rules = Rules(
            structure=structure,
            bets=limits if structure == "limit" else (lower, lower),
            most=limits[-1],
            cap=source.choice((None, None, 1, 2)),
            check_raise=source.random() < 0.7,
        )
        number = from_rules(rules, stacks, blinds)
        if number > 400:
            continue
        posted = {"raise_cap": rules.cap, "check_raise": rules.check_raise, "blinds": blinds}
        deal = table("five-card-draw", stacks, structure, limits=limits, **posted)
        assert count(deal.state) == number, (rules, stacks, blinds)
        compared += 1
