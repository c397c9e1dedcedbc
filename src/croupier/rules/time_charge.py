"""Rake by the clock: what a sign may post of it (POKER 14(b)(3), BBC rev-time)."""

from typing import Literal

from msgspec import Struct

from croupier.chips import Chips


class Hourly(Struct, frozen=True, array_like=True):
    """The fee of an hour at tables with these wagering limits (POKER 14(b)(3)(ii))."""

    limits: tuple[Chips, ...]
    fee: Chips


class TimeCharge(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The posted time charge: an hourly fee by limits, or at BBC a fixed sum each period."""

    basis: Literal["player", "table"] = "player"
    minutes: int = 30
    hourly: tuple[Hourly, ...] = ()
    each: Chips = Chips(0)  # BBC: of each player and period
    charge_partial: bool = True  # BBC: any portion of a period may be charged in full

    def hourly_fee(self, limits: tuple[Chips, ...]) -> Chips | None:
        """The hourly fee of a table with these limits, if it has a row.

        >>> TimeCharge(hourly=(Hourly((Chips(2_00), Chips(4_00)), Chips(12_00)),)).hourly_fee(
        ...     (Chips(2_00), Chips(4_00)))
        1200
        """
        return next((row.fee for row in self.hourly if row.limits == limits), None)

    def fee(self, limits: tuple[Chips, ...]) -> Chips:
        """What one period costs, each player or the table."""
        hourly = self.hourly_fee(limits)
        return self.each if hourly is None else Chips(hourly * self.minutes // 60)
