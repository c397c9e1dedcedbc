"""Two Card Joker Poker settled a second time: written from TCJ 5, 10 and 11 alone.

Nothing of the package is used, so that a slip in its rankings or pay tables shows.
"""

RANKS = "23456789TJQKA"
TWO, THREE, QUEEN, KING, ACE = map(RANKS.index, "23QKA")

CATEGORIES = (  # TCJ 5(b), lowest first
    "high card",
    "flush",
    "pair",
    "straight",
    "straight flush",
    "royal flush",
    "two jokers",
)
CALL = {  # TCJ 11(c)
    "two jokers": 8,
    "royal flush": 5,
    "straight flush": 3,
    "straight": 1,
    "pair": 1,
    "flush": 1,
    "high card": 1,
}
PAIR_UP = {  # TCJ 11(d), by the number of the table
    1: {"two jokers": 40, "royal flush": 20, "straight flush": 5, "straight": 3, "pair": 1},
    2: {"two jokers": 50, "royal flush": 25, "straight flush": 4, "straight": 3, "pair": 1},
    3: {"two jokers": 40, "royal flush": 30, "straight flush": 4, "straight": 3, "pair": 1},
}

Rank = tuple[int, int, int]  # category, then the cards that decide
Net = dict[str, int]  # what each wager brings the player: won, lost (negative) or nothing


def rank(hand: tuple[str, ...]) -> Rank:
    """Where a hand stands (TCJ 5): a larger one is higher, equal ones tie.

    >>> rank(("3d", "2c")) > rank(("As", "Ah")) > rank(("Ah", "Qh"))
    True
    """
    naturals = [card for card in hand if not card.startswith("Jk")]
    if not naturals:
        return CATEGORIES.index("two jokers"), 0, 0
    high, low = (
        max(RANKS.index(card[0]) for card in naturals),
        min(RANKS.index(card[0]) for card in naturals),
    )
    if len(naturals) == 1 or high == low:
        return CATEGORIES.index("pair"), high, high
    suited = naturals[0][1] == naturals[1][1]
    if (high, low) == (ACE, TWO):
        return CATEGORIES.index("straight flush" if suited else "straight"), TWO, TWO - 1
    if high - low > 1:
        return CATEGORIES.index("flush" if suited else "high card"), high, low
    if suited:
        return CATEGORIES.index("royal flush" if high == ACE else "straight flush"), high, low
    return CATEGORIES.index("straight"), high, low


def category(hand: tuple[str, ...]) -> str:
    """The name of a hand by TCJ 5(b)."""
    return CATEGORIES[rank(hand)[0]]


def qualifies(dealer: tuple[str, ...]) -> bool:
    """Queen or higher (TCJ 10(d)): any hand with a name, or a high card from the queen up."""
    place, high, _ = rank(dealer)
    return place > CATEGORIES.index("high card") or high >= QUEEN


def against_dealer(player: tuple[str, ...], dealer: tuple[str, ...], ante: int) -> Net:
    """Ante and call of a player who called (TCJ 10(d), 11(b), (c), (f))."""
    if not qualifies(dealer):
        return {"ante": ante, "call": 0}
    mine, theirs = rank(player), rank(dealer)
    if mine == theirs:
        return {"ante": 0, "call": 0}
    if mine < theirs:
        return {"ante": -ante, "call": -ante}
    return {"ante": ante, "call": ante * CALL[CATEGORIES[mine[0]]]}


def pair_up(player: tuple[str, ...], wager: int, table: int) -> int:
    """The pair up wager (TCJ 11(d))."""
    odds = PAIR_UP[table].get(category(player))
    return -wager if odds is None else odds * wager


def super_flush(player: tuple[str, ...], wager: int) -> int:
    """The super flush bonus wager (TCJ 11(e))."""
    match category(player):
        case "royal flush":
            return 30 * wager
        case "straight flush":
            return 5 * wager
        case "flush":
            high = max(RANKS.index(card[0]) for card in player)
            return wager * (3 if high == ACE else 2 if high == KING else 1)
        case "straight" | "pair" | "two jokers":
            return 0
        case _:
            return -wager


def settlement(
    player: tuple[str, ...],
    dealer: tuple[str, ...],
    wagers: dict[str, int],
    *,
    called: bool = True,
    table: int = 1,
) -> Net:
    """Every wager of one position, by its spot."""
    net: Net = {}
    if "pair up" in wagers:
        net["pair up"] = pair_up(player, wagers["pair up"], table)
    if "super flush" in wagers:
        net["super flush"] = super_flush(player, wagers["super flush"])
    if "ante" in wagers and called:
        net |= against_dealer(player, dealer, wagers["ante"])
    elif "ante" in wagers:
        net["ante"] = -wagers["ante"]
    return net
