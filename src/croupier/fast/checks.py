"""Whole numbers that come from outside, refused by name when they will not do."""

from croupier.refused import Refused


def whole(field: str, value: object, least: int, most: int) -> int:
    """An argument of the fast table as a whole number within bounds.

    >>> whole("tables", 4, 1, 9)
    4
    """
    number = value if isinstance(value, int) and not isinstance(value, bool) else None
    if number is None or not least <= number <= most:
        why = f"{field} must be a whole number from {least} to {most}, not {str(value)[:20]}"
        raise Refused(f"FIELD {field}", why)
    return number
