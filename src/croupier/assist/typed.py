"""What is typed: cards, amounts and short words, read forgivingly, refused in one sentence."""

import re

from croupier.cards import Card
from croupier.chips import Chips
from croupier.refused import Refused

_SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))
_CARD = re.compile(
    r"(?P<rank>10|[2-9tjqka])(?P<suit>[cdhs])|jk?(?P<joker>[12])|(?P<unknown>\?\?|xx)"
)
_MONEY = re.compile(r"\$?(\d{1,7})(?:[.,](\d{1,2}))?")


def read_cards(text: str) -> tuple[Card, ...]:
    """Read cards in either case, with or without spaces.

    >>> read_cards("ah kD,10c jk1")
    (Card('Ah'), Card('Kd'), Card('Tc'), Card('Jk1'))
    """
    word = "".join(_SUITS.get(letter, letter) for letter in text.lower() if letter not in " ,")
    cards: list[Card] = []
    at = 0
    while at < len(word):
        found = _CARD.match(word, at)
        if found is None:
            raise Refused("FIELD cards", f"{word[at : at + 2]!r} is not a card: type 8c, Kd, Th")
        cards.append(_card(found))
        at = found.end()
    return tuple(cards)


def _card(found: re.Match[str]) -> Card:
    if found["joker"]:
        return Card(f"Jk{found['joker']}")
    if found["unknown"]:
        return Card.UNKNOWN
    rank = "T" if found["rank"] == "10" else found["rank"].upper()
    return Card(rank + found["suit"])


def looks_like_cards(word: str) -> bool:
    """Whether a word is meant as cards, well typed or not: a rank, and something after it.

    >>> looks_like_cards("8c"), looks_like_cards("8x"), looks_like_cards("8"), looks_like_cards("r")
    (True, True, False, False)
    """
    return bool(re.match(r"(10|[2-9tjqka])[a-z♣♦♥♠]|jk|\?\?|xx", word.lower()))


def is_amount(text: str) -> bool:
    """Whether a typed word is an amount of dollars."""
    return _MONEY.fullmatch(text) is not None


def read_money(text: str) -> Chips:
    """Read dollars on a typed line as whole cents.

    >>> read_money("40"), read_money("$2.50")
    (4000, 250)
    """
    found = _MONEY.fullmatch(text)
    if found is None:
        raise Refused("FIELD amount", f"{text[:12]!r} is not an amount: type 40 or 2.50")
    dollars, cents = found.groups()
    return Chips(int(dollars) * 100 + int((cents or "0").ljust(2, "0")))


def read_number(text: str, field: str) -> int:
    """Read a typed seat or count.

    >>> read_number("3", "seat")
    3
    """
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise Refused(f"FIELD {field}", f"{text[:12]!r} is not a number")
    return int(text)
