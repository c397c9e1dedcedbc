"""Forced bets of a hand from elsewhere: what each seat owed, and the sign it is played under."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from croupier.chips import Chips
from croupier.engine.events import Due
from croupier.rules.sign import Structure, TableSign

PostKind = Literal["ante", "dead", "small", "big", "both", "straddle", "post", "button", "missed"]


def missed_kind(chips: int, big: int) -> PostKind:
    """What a missed blind is that a text does not name: its size tells.

    >>> missed_kind(1_00, 2_00), missed_kind(2_00, 2_00), missed_kind(3_00, 2_00)
    ('small', 'post', 'both')
    """
    return "small" if chips < big else "post" if chips == big else "both"


class Post(NamedTuple):
    """What a player put in before the first card."""

    seat: int
    kind: PostKind
    chips: int


def dues_of(
    posts: Sequence[Post],
    order: tuple[int, ...],
    stacks: Mapping[int, int],
    blinds: tuple[int, int],
) -> tuple[tuple[Due, ...], tuple[Chips, ...]]:
    """What everybody posted in a site's text, and the blinds of the sign.

    A player too short for a blind owes all of it; a second big blind is a live post, a second
    small blind is dead.
    """
    places = order if len(order) > 2 else order[::-1]
    small, big = blinds
    antes: list[Due] = []
    live: list[tuple[int, Due]] = []
    row = [0] * len(order)
    first = {"small": -1, "big": -1}
    for post in posts:  # every site names the blinds of this hand before those that were missed
        if post.kind in first and first[post.kind] < 0:
            first[post.kind] = places.index(post.seat)
    if len(order) > 2 and 0 <= first["big"] < first["small"]:
        first["small"] = -1
    spent: dict[int, int] = {}
    for post in posts:
        spent[post.seat] = spent.get(post.seat, 0) + post.chips
    for post in posts:
        place, chips = places.index(post.seat), post.chips
        short = spent[post.seat] >= stacks[post.seat]
        if post.kind == "ante":
            antes.append(Due(post.seat, "ante", Chips(chips), "SIGN ante"))
        elif post.kind == "dead" or (post.kind == "small" and place != first["small"]):
            antes.append(Due(post.seat, "dead", Chips(chips), "SIGN ante"))
        elif post.kind == "both":
            alive = min(big, chips) if big else chips
            if chips > alive:
                antes.append(Due(post.seat, "dead", Chips(chips - alive), "SIGN ante"))
            live.append((3, Due(post.seat, "post", Chips(alive), "SIGN blinds")))
        elif post.kind == "post" or (post.kind == "big" and place != first["big"]):
            live.append((3, Due(post.seat, "post", Chips(chips), "SIGN blinds")))
        elif post.kind == "straddle":
            row[place] = chips
            live.append((2, Due(post.seat, "straddle", Chips(chips), "SIGN straddle")))
        else:
            nominal = max(chips, small if post.kind == "small" else big) if short else chips
            row[place] = nominal
            live.append((1, Due(post.seat, "blind", Chips(nominal), "SIGN blinds")))
    live.sort(key=lambda due: (due[0], places.index(due[1].seat)))
    last = max(range(len(row)), key=lambda place: (row[place], place)) if any(row) else -1
    blinds_posted = tuple(Chips(chips) for chips in row[: last + 1])
    return (*antes, *(due for _, due in live)), blinds_posted


@lru_cache(1 << 12)
def sign_of(
    structure: Structure,
    limits: tuple[Chips, ...],
    *,
    blinds: tuple[Chips, ...] | None = None,
    forced_bet: int = 0,
    ante: int = 0,
    unit: int = 1,
    boards: int = 1,
) -> TableSign:
    """The rules that hand histories follow; no table may post them."""
    posted = {"forced_bet": Chips(forced_bet)} if blinds is None else {"blinds": blinds}
    return TableSign(
        unit=Chips(unit),
        ante=Chips(ante),
        structure=structure,
        limits=limits,
        raise_cap=3 if structure == "limit" else None,
        heads_up_button_small_blind=True,
        odd_chip="left_of_button",
        run_twice=boards > 1,
        run_times=max(boards, 2),
        as_recorded=True,
        authorised=False,
        **posted,
    )
