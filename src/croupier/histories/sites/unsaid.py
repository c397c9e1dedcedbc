"""What a text leaves out of a hand's actions, put where it belongs.

An action is a list: what is done, the seat, cards, an amount, the line it came from.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from croupier.cards import UNKNOWN, Card
from croupier.histories.sites.forced import Post

_WAGERS = ("fold", "call", "raise")


def with_early_card(actions: list[list[Any]], early: int) -> list[list[Any]]:
    """Turn the card of courchevel before the betting, where only the flop names it."""
    at = next((at for at, action in enumerate(actions) if action[0] == "board"), -1)
    if not early or at < 0 or len(actions[at][2]) <= early:
        return actions
    does, seat, cards, board, line = actions[at]
    dealt = next(at for at, action in enumerate(actions) if action[0] == "deal")
    first, flop = [does, seat, cards[:early], board, line], [does, seat, cards[early:], board, line]
    return [*actions[: dealt + 1], first, *actions[dealt + 1 : at], flop, *actions[at + 1 :]]


def where_boards_part(actions: Sequence[Sequence[Any]], shared: int) -> int:
    """The place among the actions where the first board gets a card that is not shared."""
    laid = 0
    for at, action in enumerate(actions):
        laid += len(action[2]) if action[0] == "board" else 0
        if laid > shared:
            return at
    return len(actions)


def with_checks_behind_a_cap(
    actions: list[list[Any]], able: Sequence[int], capped: Collection[int]
) -> list[list[Any]]:
    """Let players who have chips behind a cap check the streets that the text passes over."""
    if len(able) < 2 or sum(seat in capped for seat in able) < len(able) - 1:
        return actions
    last = max((at for at, action in enumerate(actions) if action[0] in _WAGERS), default=-1)
    whole: list[list[Any]] = []
    for at, action in enumerate(actions):
        whole.append(action)
        if action[0] == "board" and at > last:
            whole += [["call", seat, (), 0, action[4]] for seat in able]
    return whole


def is_bomb_pot(posts: Sequence[Post], actions: Sequence[Sequence[Any]]) -> bool:
    """Whether players ante, nobody posts a blind, and the flop comes before any betting."""
    if any(post.kind != "ante" for post in posts):
        return False
    first = next((action[0] for action in actions if action[0] in (*_WAGERS, "board")), "")
    return first == "board"


def unmatched(net: Mapping[int, int], left: int) -> int:
    """The seat whose ante was larger than any other player's by what nobody won; 0 for none.

    >>> unmatched({1: 35_00, 7: 24_00}, 11_00), unmatched({1: 5_00, 7: 5_00}, 0)
    (1, 0)
    """
    *_, second, first = (0, 0, *sorted(net.values()))
    return max(net, key=net.__getitem__) if left and left == first - second else 0


def name_shown(
    hands: dict[int, dict[int, Card]],
    ends: Mapping[int, tuple[str, tuple[Card, ...]]],
    dealt: int,
) -> None:
    """Put cards that were turned up at the end where they were dealt."""
    for seat, (_, cards) in ends.items():
        if len(cards) == dealt and UNKNOWN not in cards:
            hand = hands.setdefault(seat, {})
            known = set(hand.values())
            rest = [card for card in cards if card not in known]
            free = [place for place in range(len(cards)) if place not in hand]
            if len(rest) == len(free):
                hand.update(zip(free, rest, strict=True))
