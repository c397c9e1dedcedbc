"""How a simulated wager can end: ends with their parts, and the counters of a table."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

LOSES = "anything else"
Played = tuple[list[int], list[tuple[int, int]]]


class Part(Struct, frozen=True):
    """What one counter means to one spot, in units of the spot's first wager."""

    spot: str
    staked: int
    net: Fraction


class Counter(Struct, frozen=True):
    """One way a wager ends, in all its parts: a counter of the kernel."""

    wager: str  # as `croupier edge` has it: the ante stands for the whole main game
    words: str
    parts: tuple[Part, ...]

    @property
    def net(self) -> Fraction:
        """What a simulated wager brings the player, in units of the wager."""
        return sum((part.net for part in self.parts), Fraction(0))

    @property
    def staked(self) -> int:
        """All that is wagered with it, in units of the wager."""
        return sum(part.staked for part in self.parts)


def one(wager: str, words: str, net: Fraction | int) -> Counter:
    """The counter of a simulated wager that has no other wagers behind it."""
    return Counter(wager, words, (Part(wager, 1, Fraction(net)),))


class Layout(Struct, frozen=True):
    """The counters of a game as its sign has it, and the kernel that fills them."""

    counters: tuple[Counter, ...]
    play: Callable[..., Played]  # (rounds, seed, seats, nets)
