"""Which cards a sensible player keeps at a draw, by the rankings the pot is divided by."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations

from croupier.cards import Card
from croupier.rankings import HIGH_5, LOW_27
from croupier.rules.steps import Share

Cards = tuple[Card, ...]
Keep = Callable[[Cards, int], Cards]  # (hand, draws left with this one) -> what is kept

ACE = 12
GOOD = 8  # the highest card worth keeping for a low
PAT = {1: 10, 2: 9, 3: 8}  # with this many draws left, a low this good is not drawn to
PAT_BADUGI = {1: 11, 2: 10, 3: 9}
NAMES = {8: "eight", 9: "nine", 10: "ten", 11: "jack"}


def keeper(shares: Iterable[Share]) -> Keep:
    """The way to draw for these shares of the pot."""
    rankings = {share.ranking for share in shares}
    if "high-5" in rankings:
        return keep_high
    ace_low = not rankings & {"low-27", "badugi-27"}
    lowball = rankings & {"low-27", "low-a5"}
    badugi = rankings & {"badugi", "badugi-27"}

    def keep(hand: Cards, draws: int) -> Cards:
        if lowball and badugi:
            return keep_both(hand, ace_low=ace_low)
        if badugi:
            return keep_badugi(hand, draws, ace_low=ace_low)
        return keep_low(hand, draws, ace_low=ace_low)

    return keep


def rule(shares: Iterable[Share]) -> str:
    """How the bot draws, in words, for readers of the simulation."""
    rankings = {share.ranking for share in shares}
    lowball = rankings & {"low-27", "low-a5"}
    badugi = rankings & {"badugi", "badugi-27"}
    if lowball and badugi:
        return f"keep cards up to {NAMES[GOOD]} of different ranks and suits, and one more rank"
    if badugi:
        best = f"keep the best badugi of cards up to {NAMES[GOOD]}"
        return f"{best}; stand pat on a badugi up to {_stands(PAT_BADUGI)}"
    if lowball:
        best = f"keep one card of each rank up to {NAMES[GOOD]}"
        return f"{best}; stand pat on a low up to {_stands(PAT)}"
    return "keep what is made, then pairs, four to a flush or an open straight, high cards"


def _stands(pat: dict[int, int]) -> str:
    return ", ".join(f"{NAMES[high]} with {left} to come" for left, high in pat.items())


def keep_high(hand: Cards, draws: int = 1) -> Cards:
    """Keep what is made, then pairs, then four to a flush or an open straight, then high cards.

    >>> from croupier.cards import parse_cards, spell
    >>> spell(keep_high(parse_cards("KsKd9h5c2s"))), spell(keep_high(parse_cards("Kh9h5h2hAs")))
    ('KsKd', 'Kh9h5h2h')
    """
    ranks = Counter(card.rank for card in hand)
    grouped = tuple(card for card in hand if ranks[card.rank] > 1)
    if grouped:
        whole = sorted(ranks.values()) in ([2, 3], [1, 4])
        return hand if whole else grouped
    read = HIGH_5.hand(hand)
    if read is None or read.category != "high card":
        return hand
    return _four_to_a_flush(hand) or _four_to_a_straight(hand) or _highest(hand)


def _four_to_a_flush(hand: Cards) -> Cards:
    suit, count = Counter(card.suit for card in hand).most_common(1)[0]
    return tuple(card for card in hand if card.suit == suit) if count == 4 else ()


def _four_to_a_straight(hand: Cards) -> Cards:
    ordered = sorted(hand, key=lambda card: card.rank)
    for run in (tuple(ordered[:4]), tuple(ordered[1:])):
        if run[-1].rank - run[0].rank == 3 and run[-1].rank != ACE:
            return run
    return ()


def _highest(hand: Cards) -> Cards:
    ordered = sorted(hand, key=lambda card: card.rank, reverse=True)
    jack = 9
    return tuple(card for card in ordered[:2] if card.rank >= jack) or tuple(ordered[:1])


def keep_low(hand: Cards, draws: int = 1, *, ace_low: bool = True) -> Cards:
    """Keep one of each low rank; stand pat on a low that is good enough for the draws left.

    >>> from croupier.cards import parse_cards, spell
    >>> spell(keep_low(parse_cards("As2d2h7cKs"))), spell(keep_low(parse_cards("9c7d4h3s2c")))
    ('As2d7c', '2c3s4h7d9c')
    """
    by_rank = {_height(card, ace_low=ace_low): card for card in reversed(hand)}
    heights = sorted(by_rank)
    stands = len(heights) == len(hand) and heights[-1] <= PAT.get(draws, GOOD)
    kept = tuple(by_rank[height] for height in heights if stands or height <= GOOD)
    if len(kept) < len(hand) or ace_low:
        return kept
    read = LOW_27.hand(kept)  # here straights and flushes count against the hand
    return kept if read is not None and read.category == "high card" else kept[:-1]


def keep_badugi(hand: Cards, draws: int = 1, *, ace_low: bool = True) -> Cards:
    """Keep the best badugi in the hand, without the cards that are too high for it.

    >>> from croupier.cards import parse_cards, spell
    >>> spell(keep_badugi(parse_cards("As2d2h7c"))), spell(keep_badugi(parse_cards("As2d3dKc")))
    ('As2d7c', 'As2d')
    """
    best = _rainbow(hand, ace_low=ace_low)
    highest = max(_height(card, ace_low=ace_low) for card in best)
    if len(best) == 4 and highest <= PAT_BADUGI.get(draws, GOOD):
        return best
    low = tuple(card for card in hand if _height(card, ace_low=ace_low) <= GOOD)
    return _rainbow(low, ace_low=ace_low) if low else ()


def keep_both(hand: Cards, *, ace_low: bool = True) -> Cards:
    """Keep low cards of different suits, and one more of a rank that is still missing.

    >>> from croupier.cards import parse_cards, spell
    >>> spell(keep_both(parse_cards("2s3d4h5s7c"), ace_low=False))
    '2s3d4h7c5s'
    """
    low = tuple(card for card in hand if _height(card, ace_low=ace_low) <= GOOD)
    kept = _rainbow(low, ace_low=ace_low) if low else ()
    ranks = {card.rank for card in kept}
    more = sorted((card for card in low if card.rank not in ranks), key=lambda card: card.rank)
    return kept + tuple(more[:1])


def _rainbow(hand: Cards, *, ace_low: bool) -> Cards:
    """The most cards of different rank and suit, the lowest of those."""
    for size in range(min(4, len(hand)), 1, -1):
        found = [
            cards
            for cards in combinations(hand, size)
            if len({card.rank for card in cards}) == len({card.suit for card in cards}) == size
        ]
        if found:
            return min(found, key=lambda cards: _heights(cards, ace_low=ace_low))
    return min(((card,) for card in hand), key=lambda cards: _heights(cards, ace_low=ace_low))


def _heights(cards: Cards, *, ace_low: bool) -> list[int]:
    return sorted((_height(card, ace_low=ace_low) for card in cards), reverse=True)


def _height(card: Card, *, ace_low: bool) -> int:
    """A rank as people count it: two is 2, and the ace 1 or 14."""
    return 1 if ace_low and card.rank == ACE else card.rank + 2
