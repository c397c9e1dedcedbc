"""Things that come from outside, refused by name when they will not do."""

from typing import Any

from croupier.refused import Refused, brief


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


def of_kind(field: str, value: object, kinds: Any, is_what: str) -> None:
    """Refuse what is not of these types, in words that say what would be.

    >>> of_kind("stack", [200, 300], int | list, "is whole cents, for all or one a seat")
    """
    if not isinstance(value, kinds):
        raise Refused(f"FIELD {field}", f"{field} {is_what}, not {brief(value)}")
