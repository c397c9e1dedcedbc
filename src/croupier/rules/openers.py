"""Openers of a betting round: small values that look only at public cards."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from croupier.cards import Card
from croupier.rankings.reference import showing


class Opener(Struct, frozen=True, tag=True):
    """Picks one of the seats, given clockwise from the dealer's left or the button's."""

    @property
    def by_position(self) -> bool:
        """Whether the choice ignores the cards."""
        return False

    @property
    def highest(self) -> bool:
        """Whether the best cards showing open."""
        return False

    def pick(self, up: Mapping[int, Sequence[Card]], board: Sequence[Card]) -> int:
        """Name the seat among `up` (clockwise from the dealer's left) that opens."""
        raise NotImplementedError


class LeftOfBlinds(Opener, frozen=True):
    """The first live player left of the last blind or straddle (POKER 20(f), A-23)."""

    @property
    def by_position(self) -> bool:
        """The opener by position: no card is looked at."""
        return True


class LeftOfButton(Opener, frozen=True):
    """The first live player left of the button (POKER 10(h))."""

    @property
    def by_position(self) -> bool:
        """The opener by position: no card is looked at."""
        return True


class LowestUpcard(Opener, frozen=True):
    """The lowest up-card, ace high, equal ranks by suit (POKER 9(d)(1), 9(d)(3), 13a(d))."""

    def pick(self, up: Mapping[int, Sequence[Card]], board: Sequence[Card]) -> int:
        """The opener by the lowest card; clubs are the lowest suit."""
        return min(up, key=lambda seat: (up[seat][0].rank, up[seat][0].suit))


class HighestUpcard(Opener, frozen=True):
    """The highest up-card, equal ranks by suit; 9(d)(2) puts the ace below the two."""

    ace_low: bool = False

    @property
    def highest(self) -> bool:
        """The highest card opens; with the ace low it is the worst, and opens by force."""
        return not self.ace_low

    def pick(self, up: Mapping[int, Sequence[Card]], board: Sequence[Card]) -> int:
        """The opener by the highest card; spades are the highest suit."""

        def height(seat: int) -> tuple[int, int]:
            card = up[seat][0]
            return (-1 if self.ace_low and card.rank == 12 else card.rank, card.suit)

        return max(up, key=height)


class BestShowing(Opener, frozen=True):
    """The best hand showing, ties to the dealer's left (POKER 9(f)); razz turns it around."""

    low: bool = False
    ace_high: bool = False  # 2-7 razz

    @property
    def highest(self) -> bool:
        """The best hand opens; in razz that is the lowest."""
        return not self.low

    def pick(self, up: Mapping[int, Sequence[Card]], board: Sequence[Card]) -> int:
        """The mapping is clockwise from the dealer's left, so the first of equals is nearest."""
        if self.low:
            return min(up, key=lambda seat: _low_showing(up[seat], ace_high=self.ace_high))
        return max(up, key=lambda seat: showing(up[seat]))


class PairedUpcard(Opener, frozen=True):
    """The best pair of up-card and community card, else the highest up-card (POKER 13a(h))."""

    def pick(self, up: Mapping[int, Sequence[Card]], board: Sequence[Card]) -> int:
        """Ties go to the player nearest the dealer's left, not by suit (13a(h)(2))."""
        paired = {card.rank for card in board}
        return max(up, key=lambda seat: (up[seat][0].rank in paired, up[seat][0].rank))


def _low_showing(cards: Sequence[Card], *, ace_high: bool) -> tuple[tuple[int, int], ...]:
    """Order exposed cards for razz: fewer pairs, then lower cards."""
    ranks = [card.rank if ace_high else (card.rank + 1) % 13 for card in cards]
    return tuple(sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True))
