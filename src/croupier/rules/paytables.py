"""Pay tables: which line a hand is on, and the odds that are the least a house may post."""

from bisect import bisect
from collections.abc import Callable
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card
from croupier.rankings import FAMILIES
from croupier.rankings.picks import AnyOf, Exactly

Cards = tuple[Card, ...]


class Line(Struct, frozen=True):
    """A line of a pay table; odds are so much to 1, and no odds are a push."""

    hand: str
    odds: int | None


class PayTable(Struct, frozen=True, cache_hash=True):
    """A posted pay table, best line first; `key` is the sign key that may raise its odds."""

    name: str
    clause: str
    reads: str  # which reader finds the line
    lines: tuple[Line, ...]
    key: str = ""

    def line(self, own: Cards, board: Cards) -> str:
        """The name of the line these cards are on; empty when they lose.

        >>> from croupier.cards import parse_cards
        >>> BONUS.line(parse_cards("AsKs"), ())
        'ace-king (same suit)'
        """
        return READERS[self.reads](own, board)

    def odds(self, line: str, posted: tuple[int, ...] = ()) -> int | None:
        """The odds of a line as posted, or the least the clause allows."""
        place = next(place for place, entry in enumerate(self.lines) if entry.hand == line)
        return posted[place] if posted else self.lines[place].odds


def _two_cards(own: Cards, board: Cards) -> str:
    """The bonus wager of Texas Hold 'Em Bonus: the player's two cards alone (THB 11(c))."""
    high, low = sorted((card.rank for card in own), reverse=True)
    suited = "same suit" if own[0].suit == own[1].suit else "different suits"
    if high == low:
        if high == 12:
            return "ace-ace"
        return "king-king, queen-queen or jack-jack" if high >= 9 else "10-10 through two-two"
    if high == 12 and low == 11:
        return f"ace-king ({suited})"
    return f"ace-queen or ace-jack ({suited})" if high == 12 and low >= 9 else ""


_JACKS = FAMILIES["high-5"].strength("JcJd4h3h2h")


def _five_cards(own: Cards, board: Cards) -> str:
    """Flop Poker: all three own cards and two of the community cards (FLOP 10(c))."""
    return line_of_five(FAMILIES["high-5"].strength_of(own, board, Exactly(own=3, board=2)))


def line_of_five(strength: int) -> str:
    """The line of Flop Poker's table that a five-card hand of this strength is on.

    >>> line_of_five(7462), line_of_five(1)
    ('royal flush', '')
    """
    if strength < _JACKS:
        return ""
    category = _CATEGORY(strength)
    return "pair, jacks or better" if category == "one pair" else category


def _category_of_five() -> Callable[[int], str]:
    """Look a category up by strength: the weakest hand of each, from the lowest up."""
    ranking = FAMILIES["high-5"]
    weakest = {
        "one pair": "2s2h5d4c3s",
        "two pairs": "3s3h2d2c4s",
        "three-of-a-kind": "2s2h2d4c3s",
        "straight": "5s4h3s2sAs",
        "flush": "7s5s4s3s2s",
        "full house": "2s2h2d3c3s",
        "four-of-a-kind": "2s2h2d2c3s",
        "straight flush": "5s4s3s2sAs",
        "royal flush": "AsKsQsJsTs",
    }
    names = ("high card", *weakest)
    least = [ranking.strength(cards) for cards in weakest.values()]
    return lambda strength: names[bisect(least, strength)]


_CATEGORY = _category_of_five()


def category_of_five(strength: int) -> str:
    """The category of a five-card high hand by its strength, for pay tables.

    >>> category_of_five(7462)
    'royal flush'
    """
    return _CATEGORY(strength)


@cache  # 1,431 hands, and their words are never read here
def _joker_category(own: Cards) -> str:
    hand = FAMILIES["joker-2"].hand_of(own, (), AnyOf(2))
    assert hand is not None
    return hand.category


def _two_of_54(own: Cards, board: Cards) -> str:
    """Two Card Joker Poker by category (TCJ 11(c)-(d))."""
    return _joker_category(own)


def _super_flush(own: Cards, board: Cards) -> str:
    """The super flush bonus looks at the high card of a flush too (TCJ 11(e))."""
    category = _joker_category(own)
    if category != "flush":
        return "pair" if category == "two jokers" else category
    high = max(card.rank for card in own)
    return {12: "ace high flush", 11: "king high flush"}.get(high, "flush")


def _super_flush_a3(own: Cards, board: Cards) -> str:
    """The same where an ace and a three are the lowest flush: they are not ace high (A-18)."""
    line = _super_flush(own, board)
    low = line == "ace high flush" and min(card.rank for card in own) == 1
    return "flush" if low else line


READERS: dict[str, Callable[[Cards, Cards], str]] = {
    "two cards": _two_cards,
    "five cards": _five_cards,
    "two of 54": _two_of_54,
    "super flush": _super_flush,
    "super flush, A-3 low": _super_flush_a3,
}

BONUS = PayTable(
    "bonus",
    "11(c)",
    "two cards",
    (
        Line("ace-ace", 30),
        Line("ace-king (same suit)", 25),
        Line("ace-queen or ace-jack (same suit)", 20),
        Line("ace-king (different suits)", 15),
        Line("king-king, queen-queen or jack-jack", 10),
        Line("ace-queen or ace-jack (different suits)", 5),
        Line("10-10 through two-two", 3),
    ),
    key="bonus_odds",
)

FLOP = PayTable(
    "flop",
    "11(c)",
    "five cards",
    (
        Line("royal flush", 1000),
        Line("straight flush", 500),
        Line("four-of-a-kind", 100),
        Line("full house", 30),
        Line("flush", 20),
        Line("straight", 10),
        Line("three-of-a-kind", 4),
        Line("two pairs", 2),
        Line("pair, jacks or better", 1),
    ),
    key="flop_odds",
)

CALL = PayTable(
    "call",
    "11(c)",
    "two of 54",
    (
        Line("two jokers", 8),
        Line("royal flush", 5),
        Line("straight flush", 3),
        Line("straight", 1),
        Line("pair", 1),
        Line("flush", 1),
        Line("high card", 1),
    ),
)


def _pair_up(number: int, *odds: int) -> PayTable:
    hands = ("two jokers", "royal flush", "straight flush", "straight", "pair")
    lines = tuple(Line(hand, odd) for hand, odd in zip(hands, odds, strict=True))
    return PayTable(f"pair up, table {number}", "11(d)", "two of 54", lines)


PAIR_UP = (_pair_up(1, 40, 20, 5, 3, 1), _pair_up(2, 50, 25, 4, 3, 1), _pair_up(3, 40, 30, 4, 3, 1))

SUPER_FLUSH = PayTable(
    "super flush",
    "11(e)",
    "super flush",
    (
        Line("royal flush", 30),
        Line("straight flush", 5),
        Line("ace high flush", 3),
        Line("king high flush", 2),
        Line("flush", 1),
        Line("straight", None),
        Line("pair", None),
    ),
)

SUPER_FLUSH_A3 = replace(SUPER_FLUSH, reads="super flush, A-3 low")
