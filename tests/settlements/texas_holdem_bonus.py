"""Texas Hold 'Em Bonus settled a second time: written from THB 5, 10, 11 and 12 alone.

Nothing of the package is used, so that a slip in its rankings or pay tables shows.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

from tests.settlements.flop_poker import ACE, CATEGORIES, LIMIT, RANKS, Cards, Rank, rank

KING, QUEEN, JACK = map(RANKS.index, "KQJ")
MAIN = ("ante", "flop", "turn", "river")
BONUS = (30, 25, 20, 15, 10, 5, 3)  # THB 11(c), line by line
METER = {5: 100, 6: 25, 7: 5}  # THB 12, Table 1: percent of the meter
PRIZES = {"straight flush": 250_00, "four-of-a-kind": 100_00, "full house": 10_00}
COMMUNITY_ROYAL = 3_000_00

Net = dict[str, int]  # what each wager brings the player: won, lost (negative) or nothing


@lru_cache(maxsize=32)  # a hand is looked at for its main wagers and for its dollar
def best(own: Cards, board: Cards) -> Rank:
    """The best five of the seven (THB 1 hand)."""
    return max(rank(five) for five in combinations((*own, *board), 5))


def against_dealer(mine: Rank, theirs: Rank, wagers: Mapping[str, int], threshold: str) -> Net:
    """Ante, flop, turn and river of a player who did not fold (THB 10(h)(1)-(3), 11(b))."""
    main = {spot: wagers[spot] for spot in MAIN if spot in wagers}
    if mine == theirs:
        return dict.fromkeys(main, 0)
    if mine < theirs:
        return {spot: -chips for spot, chips in main.items()}
    paid = mine[0] >= CATEGORIES.index(threshold)
    return {spot: chips if spot != "ante" or paid else 0 for spot, chips in main.items()}


def bonus_line(own: Cards) -> int | None:
    """Which line of THB 11(c) two cards are on."""
    first, second = sorted((RANKS.index(card[0]) for card in own), reverse=True)
    suited = own[0][1] == own[1][1]
    if first == second:
        return 0 if first == ACE else 4 if first >= JACK else 6
    if first == ACE and second == KING:
        return 1 if suited else 3
    if first == ACE and second in (QUEEN, JACK):
        return 2 if suited else 5
    return None


def bonus(own: Cards, dealer: Cards, wager: int, odds: tuple[int, ...], aces: int) -> int:
    """The bonus wager, with the supplement for aces against aces where it is posted."""
    line = bonus_line(own)
    if line is None:
        return -wager
    if line == 0 and aces and {card[0] for card in dealer} == {"A"}:
        return aces * wager
    return odds[line] * wager


def limited(net: Net, least: int, odds: tuple[int, ...], aces: int) -> Net:
    """Cut what is paid last down to the aggregate limit (THB 11(e), A-70)."""
    left = max(LIMIT, 5 * least + max(*odds, aces) * 1_00)
    cut: Net = {}
    for spot, chips in net.items():
        cut[spot] = min(chips, left)
        left -= max(cut[spot], 0)
    return cut


def progressive(own: Cards, board: Cards, meter: int) -> tuple[int, bool]:
    """The prize of a dollar, and whether the meter pays it (THB 12(b)-(c))."""
    held = best(own, board)
    if CATEGORIES[held[0]] != "royal flush":
        return PRIZES.get(CATEGORIES[held[0]], 0), False
    if CATEGORIES[rank(board)[0]] == "royal flush":
        return COMMUNITY_ROYAL, False
    seen = next(n for n in METER if _holds_royal((*own, *board[: n - 2])))
    return meter * METER[seen] // 100, True


def _holds_royal(cards: Cards) -> bool:
    return any(CATEGORIES[rank(five)[0]] == "royal flush" for five in combinations(cards, 5))
