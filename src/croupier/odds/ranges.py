"""What a player may hold: a hand, known or in part, or a range of hands with their weights.

A hand is its cards, `??` for each that is not known. Everything else is a range, in the notation of
notation.py.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from html import escape

from msgspec import Struct

from croupier.cards import DECK_52, RANKS, UNKNOWN, Card, check_distinct, parse_cards, spell
from croupier.markup import grid
from croupier.odds.hand_order import class_hands
from croupier.odds.notation import RANDOM, cards_named, plain, read_hands, refused
from croupier.odds.patterns import WHOLE
from croupier.refused import Refused


class Range(Struct, frozen=True, dict=True):
    """Any of these hands, each with this many cards still to come.

    Hands are sums of a bit for each card, as the kernels know them. They are equally likely, or
    as likely as the ratio of their weights says.
    """

    text: str
    masks: tuple[int, ...]
    missing: int
    weights: tuple[int, ...] = ()

    def __hash__(self) -> int:
        return hash((self.text, self.missing, len(self.masks)))  # the hands may be many

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are known for certain: none of a range."""
        return self.hands[0] if len(self.masks) == 1 else ()

    def __repr__(self) -> str:
        count = f"{len(self.masks):,} hand" + "s" * (len(self.masks) != 1)
        return (
            f"<Range {self.text}: {count}{f', {self.missing} cards to come' * (self.missing > 0)}>"
        )

    def _repr_html_(self) -> str:
        return html_of(self)

    @cached_property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands in cards, highest first."""
        return tuple([cards_of(mask) for mask in self.masks])


def html_of(held: Range) -> str:
    """A range in a notebook: two cards as the grid of 169 classes, others as a list."""
    whole = held.missing == 0 and held.masks and held.masks[0].bit_count() == 2
    if not whole:
        shown = ", ".join(spell(hand) or "random" for hand in held.hands[:20])
        more = f" and {len(held.masks) - 20:,} more" if len(held.masks) > 20 else ""
        return f"<p>{escape(held.text)}: {len(held.masks):,} hands: {shown}{more}</p>"
    weights = held.weights or (1,) * len(held.masks)
    weight = dict(zip(held.masks, weights, strict=True))
    rows = []
    for high in reversed(range(13)):
        cells = []
        for low in reversed(range(13)):
            name = class_name(max(high, low), min(high, low), suited=high > low)
            hands = class_hands(name)
            part = sum(weight.get(hand, 0) for hand in hands) / len(hands) / max(weights)
            style = f"background:rgba(200,120,0,{part:.3f});padding:0 .3em"
            cells.append(f'<span style="{style}">{name}</span>')
        rows.append(cells)
    return grid([], rows, f"{held.text}: {len(held.masks)} hands")


def class_name(high: int, low: int, *, suited: bool) -> str:
    """The name of a class of starting hands by its ranks.

    >>> class_name(12, 11, suited=True)
    'AKs'
    """
    kind = "" if high == low else "s" if suited else "o"
    return RANKS[high] + RANKS[low] + kind


def mask_of(cards: Sequence[Card]) -> int:
    """Cards as a mask, a bit for each, for the compiled counts.

    >>> mask_of(parse_cards("2c3c"))
    17
    """
    return sum([1 << card.number for card in cards])


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, highest first.

    >>> cards_of(17)
    (Card('3c'), Card('2c'))
    """
    found = []
    while mask:
        top = mask.bit_length() - 1
        found.append(DECK_52[top])
        mask ^= 1 << top
    return tuple(found)


def known(text: str, cards: Sequence[Card], missing: int) -> Range:
    """One hand of which these cards are known.

    >>> known("As??", parse_cards("As"), 1).hands
    ((Card('As'),),)
    """
    return Range(text, (mask_of(cards),), missing)


@lru_cache(maxsize=256)
def read_range(text: str, size: int, deck: int = WHOLE, more: int = 0) -> Range:
    """Read what a player of a game with this many own cards may hold.

    Every hand of the range is dealt `more` cards.

    >>> len(read_range("JJ+,AQs+,KTo", 2).hands)
    44
    >>> read_range("AA:0.5,KK", 2).weights
    (2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1)
    """
    given, text = text, plain(text)
    if text.strip().lower() in RANDOM:
        return Range(given, (0,), size + more)
    try:
        cards = parse_cards(text) if "," not in text else ()
    except Refused:
        cards = ()
    if len(cards) == size:
        hand = read_known(text, size)
        return known(given, hand, size + more - len(hand))
    found = read_hands(text, size, deck)
    return Range(given, tuple(found.masks.tolist()), more, found.weights())


def read_start(text: str, own: int, deck: int = WHOLE) -> Range:
    """Read the first cards of hands that have this many in the end: `QQ/K` in stud.

    >>> read_start("QQ+/[A-T]", 7).missing
    4
    """
    size = cards_named(plain(text), own)
    if size > own:
        raise refused(text, f"has {size} cards; here it can have at most {own}")
    return read_range(text, size, deck, own - size)


def read_known(text: str, most: int) -> tuple[Card, ...]:
    """The known cards of a board or of dead cards; `??` is unknown.

    >>> read_known("As??", 2)
    (Card('As'),)
    """
    cards = parse_cards(text)
    known = tuple(card for card in cards if card is not UNKNOWN)
    if len(cards) > most:
        raise refused(text, f"has {count(cards)}; here it can have at most {most}")
    for card in known:
        if card not in DECK_52:
            raise Refused("FIELD hands", f"{card.value} is not in this game's deck")
    check_distinct(known)
    return known


def count(cards: Sequence[Card]) -> str:
    """The number of cards of a hand or a range, in words.

    >>> count(parse_cards("As"))
    '1 card'
    """
    return f"{len(cards)} card" + "s" * (len(cards) != 1)
