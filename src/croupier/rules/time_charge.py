"""Rake by the clock: what a sign may post of it (POKER 14(b)(3), BBC rev-time)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from croupier.chips import Chips
from croupier.rules.fault import Fault

if TYPE_CHECKING:
    from croupier.rules.game import Game
    from croupier.rules.sign import TableSign

FRACTIONS = (60, 30, 20)  # an hour, or every thirty or twenty minutes (POKER 14(b)(3)(iii))


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


def time_faults(game: "Game", sign: "TableSign") -> Iterator[Fault]:
    """List what is wrong with the time charge that a sign posts."""
    posted = sign.time_charge
    if posted is None:
        return
    if game.banked:
        yield Fault("SIGN time_charge", f"{game.title} takes no rake")
    elif game.document == "BBC":
        yield from _period(sign, posted)
    else:
        yield from _fractions(sign, posted)


def _fractions(sign: "TableSign", posted: TimeCharge) -> Iterator[Fault]:
    hourly = posted.hourly_fee(sign.limits)
    if hourly is None or posted.each or not posted.charge_partial:
        why = "a time charge is an hourly fee for the limits of the table, and these have none"
        yield Fault("POKER 14(b)(3)(ii)", why)
    if posted.minutes not in FRACTIONS:
        why = "a time charge is taken by the hour, or every twenty or thirty minutes"
        yield Fault("POKER 14(b)(3)(iii)", why)
    elif hourly is not None and (hourly <= 0 or hourly * posted.minutes % (60 * sign.unit)):
        yield Fault("SIGN time_charge", "each fraction of the hourly fee is whole chips")


def _period(sign: "TableSign", posted: TimeCharge) -> Iterator[Fault]:
    clause = "BBC rev-time"
    if posted.basis != "player" or posted.hourly:
        yield Fault(clause, "a timed rake is a fixed sum of each player, not by hour or table")
    if posted.minutes <= 0:
        yield Fault(clause, "a timed rake is for a period of time (minutes)")
    if posted.each <= 0 or posted.each % sign.unit:
        yield Fault(clause, "a timed rake is a sum of whole chips (each)")
