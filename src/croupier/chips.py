"""Chips in whole cents, and their equal division (POKER 9(i)(2))."""

import re
from typing import Annotated, NewType

from msgspec import Meta

from croupier.refused import Refused

MOST = 10**12  # cents: no amount and no account is larger; far below what a JSON number holds
MOST_AT_ONCE = 10**9  # cents: the most that one purchase or one posted stake may be

Chips = NewType("Chips", Annotated[int, Meta(ge=-MOST, le=MOST)])
NOTHING = Chips(0)


def divide(pot: Chips, ways: int, *, unit: Chips) -> tuple[Chips, list[Chips]]:
    """Split a pot into equal parts of whole units, and the pieces of the excess, at most one each.

    >>> divide(Chips(32_00), 3, unit=Chips(1_00))
    (1000, [100, 100])
    >>> divide(Chips(8), 3, unit=Chips(1))
    (2, [1, 1])
    """
    assert pot >= 0 and ways > 0 and unit > 0
    part = Chips(pot // (ways * unit) * unit)  # a chip is never broken: the excess has its own rule
    excess = pot - ways * part
    pieces = [unit] * (excess // unit)
    if excess % unit:  # coin left from antes is the smallest piece, and so the last (POKER 7(c)(2))
        pieces.append(Chips(excess % unit))
    assert len(pieces) <= ways
    return part, pieces


def money(chips: int) -> str:
    """Write an amount as people read it.

    >>> money(1_250), money(4_00), money(-1_50)
    ('$12.50', '$4', '-$1.50')
    """
    sign, cents = ("-", -chips) if chips < 0 else ("", chips)
    return f"{sign}${cents // 100:,}" + (f".{cents % 100:02}" if cents % 100 else "")


def not_whole(chips: int, unit: int) -> str:
    """Why an amount that is no whole number of a table's smallest chip is refused.

    >>> not_whole(50, 1_00)
    '$0.50 is not a whole number of chips: the smallest is $1'
    """
    return f"{money(chips)} is not a whole number of chips: the smallest is {money(unit)}"


_WRITTEN = re.compile(r"\$?\s*(?P<dollars>\d{1,3}(?:,\d{3})+|\d*)(?:\.(?P<cents>\d{1,2}))?")
_COINS = re.compile(r"(\d{1,2})\s*(?:c|\u00a2|cents?)")


def read_money(text: str, field: str = "chips") -> Chips:
    """Read an amount as people write it, in dollars; anything else is refused.

    >>> read_money("$1,250"), read_money("0.50"), read_money("25c"), read_money(".5")
    (125000, 50, 25, 50)
    """
    said = text.strip()
    if coins := _COINS.fullmatch(said.lower()):
        return Chips(int(coins[1]))
    found = _WRITTEN.fullmatch(said)
    if found is None or not (found["dollars"] or found["cents"]):
        why = f"{text[:40]!r} is not an amount: write dollars, like 2, $0.50 or 1,000"
        raise Refused(f"FIELD {field}", why)
    dollars = int(found["dollars"].replace(",", "") or 0)
    chips = dollars * 100 + int((found["cents"] or "").ljust(2, "0"))
    if chips > MOST_AT_ONCE:
        raise Refused(f"FIELD {field}", f"the amount must be at most {money(MOST_AT_ONCE)}")
    return Chips(chips)
