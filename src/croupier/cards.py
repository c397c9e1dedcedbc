"""Cards, and the decks they make (POKER 2(a), 3(a); TCJ 2(a)).

A card is its own text: ``Card("As") == "As"``, so a log that holds cards can be read as it is.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache

from croupier.refused import Refused

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # lowest to highest, where suits are ranked at all (POKER 9(d))
SYMBOLS = str.maketrans("♣♦♥♠", SUITS)


class Card(StrEnum):
    """A playing card, a joker, or a card whose face is not known.

    >>> Card("As").rank, Card("As").suit, Card("As").number
    (12, 3, 51)
    """

    rank: int
    suit: int
    number: int

    def __new__(cls, text: str) -> "Card":
        """Attach rank (two is 0, ace 12), suit (club 0, spade 3) and number to the text."""
        card = str.__new__(cls, text)
        card._value_ = text
        card.rank, card.suit = RANKS.find(text[0]), SUITS.find(text[-1])
        card.number = 4 * card.rank + card.suit
        if text.startswith("Jk"):
            card.rank, card.suit, card.number = -1, -1, 51 + int(text[2])
        if text == "??":
            card.number = -1
        return card

    def __repr__(self) -> str:
        return f"Card('{self.value}')"

    _ignore_ = "_rank _suit"
    for _rank in RANKS:
        for _suit in SUITS:
            vars()[f"_{_rank}{_suit}"] = _rank + _suit
    JOKER_1 = "Jk1"
    JOKER_2 = "Jk2"
    UNKNOWN = "??"


UNKNOWN = Card.UNKNOWN
DECK_52: tuple[Card, ...] = tuple(card for card in Card if 0 <= card.number < 52)
DECK_54: tuple[Card, ...] = (*DECK_52, Card.JOKER_1, Card.JOKER_2)


def parse_card(text: str) -> Card:
    """Read one card.

    >>> parse_card("Td")
    Card('Td')
    """
    try:
        return Card(text)
    except ValueError:
        raise Refused("FIELD cards", f"{text[:12]!r} is not a card") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read a hand written as one word; spaces and commas between cards are allowed.

    >>> parse_cards("AsKs Jk1")
    (Card('As'), Card('Ks'), Card('Jk1'))
    >>> parse_cards("A♠, K♦")
    (Card('As'), Card('Kd'))
    """
    word = text.translate(SYMBOLS).replace(" ", "").replace(",", "").replace("10", "T")
    cards: list[Card] = []
    while word:
        size = 3 if word.startswith("Jk") else 2
        cards.append(parse_card(word[:size]))
        word = word[size:]
    return tuple(cards)


def worded(given: object, field: str) -> str:
    """Cards as text: what is text already, or a list of cards.

    >>> worded("As Kd", "board"), worded(["As", "Kd"], "board")
    ('As Kd', 'AsKd')
    """
    if isinstance(given, str):
        return given
    if isinstance(given, list | tuple) and all(isinstance(card, str) for card in given):
        return "".join(str(card) for card in given)
    why = f"{field} must be text such as 'AsKd' or a list of cards, not {str(given)[:40]!r}"
    raise Refused(f"FIELD {field}", why)


def spell(cards: Iterable[Card]) -> str:
    """Write cards as one word.

    >>> spell(parse_cards("As Kd"))
    'AsKd'
    """
    return "".join(card.value for card in cards)


def veil(cards: Sequence[Card]) -> tuple[Card, ...]:
    """As many cards, all unknown."""
    return (UNKNOWN,) * len(cards)


def check_distinct(cards: Iterable[Card]) -> None:
    """Refuse cards of which one occurs twice (unknown cards may repeat)."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen and card is not UNKNOWN:
            raise Refused("FIELD cards", f"{card.value} occurs twice")
        seen.add(card)


def deck_from(lowest: str) -> tuple[Card, ...]:
    """The cards of one rank and all above it: a stripped deck.

    >>> len(deck_from("6"))
    36
    """
    if lowest not in RANKS:
        raise Refused("FIELD cards", f"{lowest[:12]!r} is not a rank: write one of {RANKS}")
    return tuple(card for card in DECK_52 if card.rank >= RANKS.index(lowest))


def check_deck(
    order: Sequence[Card], deck: tuple[Card, ...] = DECK_52, clause: str = "POKER 2(a)"
) -> None:
    """Refuse an order that does not hold every card of the deck exactly once.

    A card that is not known may stand in the place of any.
    """
    if len(order) == len(deck) and set(order) == _distinct(deck):
        return
    given: Iterable[object] = order
    for card in given:
        if not isinstance(card, Card):
            why = f"a deck must hold cards, not {str(card)[:12]!r}: read text with parse_cards"
            raise Refused("FIELD deck", why)
    check_distinct(order)
    size = len(deck)
    for known in order:
        if known is not UNKNOWN and known not in deck:
            raise Refused(clause, f"{known.value} is not in this game's deck of {size} cards")
    if len(order) != size or UNKNOWN not in order:
        raise Refused(clause, f"a deck must be {size} distinct cards, not these {len(order)}")


@lru_cache
def _distinct(deck: tuple[Card, ...]) -> frozenset[Card]:
    return frozenset(deck)
