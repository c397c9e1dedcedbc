"""Check the time charge that a sign posts (POKER 14(b)(3), BBC rev-time)."""

from collections.abc import Iterator

from croupier.rules.fault import Fault
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.time_charge import TimeCharge

FRACTIONS = (60, 30, 20)  # an hour, or every thirty or twenty minutes (POKER 14(b)(3)(iii))


def time_faults(game: Game, sign: TableSign) -> Iterator[Fault]:
    """List what is wrong with the time charge that a sign posts."""
    posted = sign.time_charge
    if posted is None:
        return
    if game.banked:
        yield Fault("SIGN time_charge", f"{game.title} takes no rake")
    elif game.document.period_charge:
        yield from _period(sign, posted)
    else:
        yield from _fractions(sign, posted)


def _fractions(sign: TableSign, posted: TimeCharge) -> Iterator[Fault]:
    hourly = posted.hourly_fee(sign.limits)
    if hourly is None or posted.each or not posted.charge_partial:
        why = "a time charge needs an hourly fee for the table's limits"
        yield Fault("POKER 14(b)(3)(ii)", why, "time_charge")
    if posted.minutes not in FRACTIONS:
        why = "a time charge must be taken every hour, or every twenty or thirty minutes"
        yield Fault("POKER 14(b)(3)(iii)", why, "time_charge")
    elif hourly is not None and (hourly <= 0 or hourly * posted.minutes % (60 * sign.unit)):
        yield Fault("SIGN time_charge", "each part of the hourly fee must be whole chips")


def _period(sign: TableSign, posted: TimeCharge) -> Iterator[Fault]:
    clause = "BBC rev-time"
    if posted.basis != "player" or posted.hourly:
        yield Fault(
            clause,
            "a timed rake must be a fixed sum per player, not by hour or table",
            "time_charge",
        )
    if posted.minutes <= 0:
        yield Fault(clause, "a timed rake must name its period (minutes)", "time_charge")
    if posted.each <= 0 or posted.each % sign.unit:
        yield Fault(clause, "a timed rake must be whole chips (each)", "time_charge")
