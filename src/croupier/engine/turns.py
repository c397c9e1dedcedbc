"""Turns and their options: the only judge of what is legal."""

from typing import Literal

from msgspec import Struct

from croupier.chips import Chips

Does = Literal[
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "discard",
    "show",
    "muck",
    "agree",
    "reshuffle",
    "announce",
    "place",
    "no_more_bets",
    "surrender",
    "stop",
    "play_on",
]
DEALER = 0  # the dealer's place; players sit at 1 and up
HOUSE = 0  # the area in front of the dealer, where the house's cards lie


class Option(Struct, frozen=True, omit_defaults=True, gc=False):
    """One legal action; amounts from `least` to `most`, in whole units or all-in."""

    does: Does
    least: int = 0  # a bet or raise: the amount to make it; a count for cards
    most: int = 0
    unit: int = 1
    spot: str = ""  # the betting area of a house-banked table

    def admits(self, amount: int) -> bool:
        """Whether an amount (or a number of cards) lies within this option."""
        least, most, unit = self.least, self.most, self.unit
        return least <= amount <= most and (not amount % unit or amount in (least, most))


class Turn(Struct, frozen=True, omit_defaults=True, gc=False):
    """An actor to act, the price of a call, and every option (POKER 6(e)(3))."""

    actor: int
    options: tuple[Option, ...]
    to_call: Chips = Chips(0)

    def option(self, does: str) -> Option | None:
        """The option of that name, or None."""
        for option in self.options:
            if option.does == does:
                return option
        return None
