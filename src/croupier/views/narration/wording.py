"""Lines that people read: words, the clause behind them, and cards with their suits drawn."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.rules.game import Game

SUITS = dict(zip("cdhs", "♣♦♥♠", strict=True))
NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


class Line(Struct, frozen=True, gc=False):
    """One line: a title, a heading, or a fact with its clause and perhaps a list below it."""

    words: str
    clause: str = ""
    kind: Literal["title", "heading", "fact"] = "fact"
    items: tuple[str, ...] = ()


def drawn(cards: Iterable[Card]) -> str:
    """Cards in words, with their suits drawn.

    >>> drawn((Card("As"), Card("Td"), Card("??")))
    'A♠ T♦ ??'
    >>> drawn((Card("Jk2"),))
    'joker'
    """
    return " ".join(
        "joker"
        if card.value.startswith("Jk")
        else card.value[:-1] + SUITS.get(card.value[-1], card.value[-1])
        for card in cards
    )


def house_area(game: Game) -> str:
    """Where the cards beside the players' go in a game against the bank.

    >>> from croupier.games import GAMES
    >>> house_area(GAMES["flop-poker"]), house_area(GAMES["two-card-joker"])
    ('to the community cards', 'to the house')
    """
    return "to the community cards" if game.document.has_pot else "to the house"


def counted(count: int, noun: str) -> str:
    """A small number of things in words: "two cards".

    >>> counted(1, "card"), counted(3, "card"), counted(23, "card")
    ('one card', 'three cards', '23 cards')
    """
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {noun}" + ("" if count == 1 else "s")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> listed(["1", "2", "5"]), listed(["fold"]), listed(["check", "bet"], "or")
    ('1, 2 and 5', 'fold', 'check or bet')
    """
    *first, final = words
    return f"{', '.join(first)} {last} {final}" if first else final


def seats(numbers: Sequence[int]) -> str:
    """Seats in words: "seats 2 and 3".

    >>> seats([3]), seats([1, 4])
    ('seat 3', 'seats 1 and 4')
    """
    return ("seat " if len(numbers) == 1 else "seats ") + listed(str(seat) for seat in numbers)
