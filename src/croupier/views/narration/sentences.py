"""Sentences whose parts depend on the reader: names for seats, "you" for the reader, and cards.

A sentence is a tuple of texts and slots. `plain` fills the slots as a log does, by seat numbers;
a page fills them with names, in the second person for the reader, and draws the cards.

>>> sentence = said(by(3, "calls", "call"), " $20", when(3, " and is all-in", " and are all-in"))
>>> plain(sentence)
'seat 3 calls $20 and is all-in'
"""

from collections.abc import Sequence

from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.rankings.words import Called
from croupier.views.narration.wording import Line, counted, drawn, seats


class Slot(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a sentence that is not the same for every reader: a player, players, or cards."""

    seat: int = 0
    you: str = ""  # what the player at this seat reads
    others: tuple[str, ...] = ()  # what others read: texts with the player's name between them
    seats: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()


Part = str | Slot
Sentence = tuple[Part, ...]


class Made(Struct, frozen=True, omit_defaults=True, gc=False):
    """A hand as a plate names it: without its kickers, and where there is little room.

    Of a hand that is turned up: the cards that make it, and the share and board it is for.
    """

    name: str
    brief: str  # nothing for a hand that does not count
    cards: tuple[Card, ...] = ()
    share: str = ""
    board: int = 0


def named(hands: Sequence[Called]) -> tuple[Made, ...]:
    """Hands as a plate names them."""
    return tuple(Made(name.short, name.brief) for name in hands)


class Spoken(Line, frozen=True):
    """A line about a round: its sentence, and what a hand that is turned up in it amounts to."""

    sentence: Sentence = ()
    hands: tuple[Made, ...] = ()


Said = str | Sentence | Line | None  # what narration makes of an event


def said(*parts: Part) -> Sentence:
    """Put a sentence of the narration together from texts, players and cards."""
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, str) and isinstance(last, str):
            joined[-1] = last + part
        elif part:
            joined.append(part)
    return tuple(joined)


def by(seat: int, does: str, you: str) -> Slot:
    """A player who does something: "Ann raises" or "you raise"."""
    return Slot(seat, f"you {you}", ("", f" {does}"))


def to(seat: int) -> Slot:
    """A player in a sentence: the name, or "you"."""
    return Slot(seat, "you", ("", ""))


def hand_of(seat: int) -> Slot:
    """A player's hand: "the hand of Ann" or "your hand"."""
    return Slot(seat, "your hand", ("the hand of ", ""))


def when(seat: int, others: str, you: str) -> Slot:
    """A text that reads differently for the player at a seat, without a name."""
    return Slot(seat, you, (others,))


def players(numbers: Sequence[int]) -> Slot:
    """Several players by name, in a sentence."""
    return Slot(seats=tuple(numbers))


def shown(cards: Sequence[Card]) -> Part:
    """Cards in a sentence, or how many there are when none may be seen."""
    if any(card is not UNKNOWN for card in cards):
        return faces(cards)
    return counted(len(cards), "card")


def faces(cards: Sequence[Card]) -> Slot:
    """Cards in a sentence, each as it is."""
    return Slot(cards=tuple(cards))


def plain(sentence: Sentence) -> str:
    """A sentence as a log has it: seats by number, cards with their suits drawn."""
    return "".join(part if isinstance(part, str) else _filled(part) for part in sentence)


def _filled(slot: Slot) -> str:
    if slot.cards:
        return drawn(slot.cards)
    return seats(slot.seats) if slot.seats else f"seat {slot.seat}".join(slot.others)
