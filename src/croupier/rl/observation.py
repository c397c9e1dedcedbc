"""What a seat sees, as numbers from 0 to 1: cards as bits, chips as parts of all chips in play."""

import numpy as np
from numpy.typing import NDArray

from croupier.cards import UNKNOWN, Card
from croupier.engine.round import Round
from croupier.engine.turns import Turn

CARDS = 54
ABOUT_SEAT = 6
MOST_RAISES = 8
Vector = NDArray[np.float32]


class Observation:
    """How the view of a table of so many seats becomes a vector; `parts` says what lies where."""

    def __init__(self, players: int, boards: int = 1) -> None:
        """Lay the parts out one behind the other."""
        self.players = players
        self.boards = boards
        sizes = {
            "own down": CARDS,
            "own up": CARDS,
            "others": CARDS * (players - 1),  # what may be seen of them, clockwise
            "boards": CARDS * boards,
            "common": CARDS,
            "seats": ABOUT_SEAT * players,  # stack, bet, paid, live, drawn, button; own first
            "table": 4,  # pot, to call, raises, how far the round is
        }
        self.parts: dict[str, slice] = {}
        self.size = 0
        for name, size in sizes.items():
            self.parts[name] = slice(self.size, self.size + size)
            self.size += size

    def of(self, seen: Round, seat: int, turn: Turn | None = None) -> Vector:
        """The vector of one seat's view; what belongs to a turn is 0 while somebody else acts."""
        vector = np.zeros(self.size, dtype=np.float32)
        hand, chips = seen.hands[seat], max(1, seen.brought)
        put(vector, self.parts["own down"].start, hand.down)
        put(vector, self.parts["own up"].start, hand.up)
        order = (seat, *[other for other in seen.clockwise(seat) if other != seat])
        for place, other in enumerate(order[1:]):
            shown = seen.hands[other]
            put(vector, self.parts["others"].start + CARDS * place, shown.down + shown.up)
        for place, board in enumerate(seen.boards[: self.boards]):
            put(vector, self.parts["boards"].start + CARDS * place, board)
        put(vector, self.parts["common"].start, seen.common)
        drawn: dict[int, int] = {}
        for pile in seen.discards:
            if pile.draw:
                drawn[pile.seat] = len(pile.cards)
        stacks = seen.stacks
        for place, other in enumerate(order):
            first = self.parts["seats"].start + ABOUT_SEAT * place
            about = seen.hands[other]
            vector[first : first + ABOUT_SEAT] = (
                stacks[other] / chips,
                about.bet / chips,
                about.paid / chips,
                other in seen.live,
                drawn.get(other, 0) / 5,
                other == seen.button,
            )
        vector[self.parts["table"]] = (
            seen.pot / chips,
            turn.to_call / chips if turn else 0,
            min(seen.betting.raises, MOST_RAISES) / MOST_RAISES,
            min(seen.at, len(seen.script)) / len(seen.script),
        )
        return vector


def put(vector: Vector, first: int, cards: tuple[Card, ...]) -> None:
    """Set the bit of each card that is known."""
    for card in cards:
        if card is not UNKNOWN:
            vector[first + card.number] = 1
