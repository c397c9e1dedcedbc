"""What a house may take from a pot before it is won: the rake, and what feeds a bad beat payout.

Every amount is whole cents, every percentage an exact decimal: no chip is ever rounded up.
"""

from decimal import Decimal
from typing import Literal

from msgspec import Struct

from croupier.chips import Chips


class Percentage(
    Struct, frozen=True, tag="percentage", tag_field="method", forbid_unknown_fields=True
):
    """A straight percentage, to a hundredth of a percent (POKER 14(b)(1))."""

    percent: Decimal

    def of(self, sums: int, unit: int) -> Chips:
        """The rake of these sums by percentage, rounded down to the smallest chip (A-59).

        >>> Percentage(Decimal(5)).of(24_00, 1_00), Percentage(Decimal("2.5")).of(40_00, 1)
        (100, 100)
        """
        hundredths = int(self.percent * 100)
        return Chips(sums * hundredths // (100_00 * unit) * unit)


class Increments(
    Struct, frozen=True, tag="increments", tag_field="method", forbid_unknown_fields=True
):
    """Fixed amounts as the pot reaches fixed levels (POKER 14(b)(2)): `(level, amount)`, rising."""

    levels: tuple[tuple[Chips, Chips], ...]

    def of(self, sums: int, unit: int) -> Chips:
        """The rake of a pot by increments, as it reaches each level.

        >>> Increments(((Chips(10_00), Chips(1_00)), (Chips(20_00), Chips(1_00)))).of(20_00, 1_00)
        200
        """
        return Chips(sum(amount for level, amount in self.levels if sums >= level))


Method = Percentage | Increments


class Shares(Struct, frozen=True, forbid_unknown_fields=True):
    """How a bad beat payout is divided, in percent (A-61)."""

    loser: int
    winner: int
    table: int  # the others who were dealt in


class BadBeat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The posted rules of a bad beat payout (POKER 19(b)); what is left out is a fault."""

    least: str = ""  # the least losing hand that qualifies, as cards: (b)(4)
    shares: Shares | None = None  # (b)(4)
    hole_cards: Literal["any", "loser", "both"] = "any"  # whose own cards must all play
    contribution: Method | None = None  # how it is calculated: (b)(1)
    contribution_max: Chips = Chips(0)  # from one pot: (b)(1)
    min_pot: Chips | None = None  # no less is asked to contribute: (b)(3)
    reserve_percent: int | None = None  # held back of each day's drop: (b)(2)
    held_returned: str = ""  # how the players get back what is held: (b)(2)
    jackpot_percent: int | None = None  # of what is collected: (b)
    approval: str = ""  # of the procedures for ending it: 19(i)
