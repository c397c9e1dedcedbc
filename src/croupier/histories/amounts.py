"""Amounts of money, from the text of any site to whole cents and back; no fraction on the way."""

import re
from functools import lru_cache

from croupier.refused import Refused

ENDLESS = 5 * 10**11  # the stack of a player whose stack the source does not know
LONGEST = 24
_NUMBER = re.compile(r"\d{1,3}(?:[ ,.']\d{3})*|\d+")
_DECIMALS = re.compile(r"^(.*?)[.,](\d{1,2})$")
_LEADING_ZERO = re.compile(r"^0[.,](\d+)$")
_SHORT = re.compile(r"([^A-Z]*\d)([KM])")
_TIMES = {"K": 1_000, "M": 1_000_000}
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u00c2": None})  # Â: a space misread
_AROUND = re.compile(r"^[^\d.,-]+|[^\d]+$")


@lru_cache(1 << 16)
def cents(text: str) -> int:
    """Read an amount of money or chips in hundredths, as any locale writes it.

    >>> cents("$1,234.50"), cents("1.234,50 €"), cents("1 500"), cents("0.5"), cents("20,000")
    (123450, 123450, 150000, 50, 2000000)
    >>> cents("50K"), cents("1.5M")
    (5000000, 150000000)
    """
    if len(text) > LONGEST:
        raise Refused("FIELD amount", "the amount is too long")
    if short := _SHORT.fullmatch(text.strip()):
        return cents(short[1]) * _TIMES[short[2]]
    bare = _AROUND.sub("", text.translate(_SPACES))
    if bare.isdecimal() and bare.isascii():
        return int(bare) * 100
    small = _LEADING_ZERO.match(bare)
    whole, fine = ("0", small[1]) if small else (bare, "")
    if not small and (found := _DECIMALS.match(bare)):
        whole, fine = found[1] or "0", found[2]
    if len(fine.rstrip("0")) > 2 or not _NUMBER.fullmatch(whole) or not bare.isascii():
        raise Refused("FIELD amount", f"{text!r} is not an amount in whole cents")
    return int(re.sub(r"\D", "", whole)) * 100 + int(f"{fine}00"[:2])


def written(amount: int, scale: int = 100) -> str:
    """An amount in the source's own terms, with no more decimals than it needs.

    >>> written(12_50), written(400_00), written(5, 1000)
    ('12.5', '400', '0.005')
    """
    sign, amount = ("-", -amount) if amount < 0 else ("", amount)
    whole, rest = divmod(amount, scale)
    fine = str(rest).zfill(len(str(scale)) - 1).rstrip("0")
    return f"{sign}{whole}.{fine}" if fine else f"{sign}{whole}"
