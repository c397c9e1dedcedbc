"""What a table may post about its seats: purchases, absence, re-entry, blinds missed, vacancies."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from croupier.chips import Chips, money, not_whole
from croupier.rules.document import Document
from croupier.rules.fault import Fault
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

LONGEST = 3600  # seconds
REENTRY_MINUTES = 60  # where nothing else is posted


class PurchaseLimits(Struct, frozen=True):
    """How many chips a player may buy; 0 where nothing limits it."""

    each: Chips
    stack_after: Chips
    total: Chips


def purchase_limits(game: Game, sign: TableSign) -> PurchaseLimits:
    """The limits in force: what the sign posts, else what the document says (BBC buy, A-40).

    >>> from croupier.games import GAMES
    >>> purchase_limits(GAMES["bbc-omaha"], TableSign()).stack_after
    100000
    """
    return PurchaseLimits(
        each=sign.max_purchase or game.document.purchase_most,
        stack_after=sign.max_stack_after_purchase or game.document.stack_most,
        total=sign.max_total_purchase or _in_all(game.document, sign),
    )


def _in_all(document: Document, sign: TableSign) -> Chips:
    """What the document lets a player buy during the course of play; 0 for no limit."""
    return Chips(0) if sign.purchase_limit == "each" else document.purchase_most


def reentry_minutes(game: Game, sign: TableSign) -> int:
    """For how long the document has a player who left bring the stake back (POKER 7(c)(1), A-98).

    >>> from croupier.games import GAMES
    >>> reentry_minutes(GAMES["holdem"], TableSign())
    60
    """
    if sign.reentry_minutes is None:
        return 0 if game.banked else REENTRY_MINUTES
    return sign.reentry_minutes


def absence_method(game: Game, sign: TableSign) -> Literal["record", "cover"]:
    """How the stake of an absent player is kept; at a BBC table nothing may leave it."""
    return "cover" if game.document.covers_absent_stakes else sign.absence


def announced(game: Game, sign: TableSign) -> Literal["any", "waiting"]:
    """Which vacancies a document and a sign let a room announce (POKER 18, BBC wait3, A-62)."""
    return sign.announce or game.document.announces


def seating_faults(game: Game, sign: TableSign) -> Iterator[Fault]:
    """List what is wrong with what a sign says of the seats."""
    for key in ("min_purchase", "max_purchase", "max_stack_after_purchase", "max_total_purchase"):
        chips = getattr(sign, key)
        if chips < 0:
            yield Fault(f"SIGN {key}", "the amount must not be negative")
        elif sign.unit > 0 and chips % sign.unit:
            yield Fault(f"SIGN {key}", not_whole(chips, sign.unit))
    yield from _purchases(game.document, sign)
    limits = purchase_limits(game, sign)
    for most in filter(None, (limits.each, limits.stack_after, limits.total)):
        if sign.min_purchase > most:
            why = f"the minimum must not be above the {money(most)} that a player may buy"
            yield Fault("SIGN min_purchase", why)
            break
    for key in ("turn_seconds", "bank_seconds"):
        if not 0 <= (getattr(sign, key) or 0) <= LONGEST:
            yield Fault(f"SIGN {key}", f"it must be 0 to {LONGEST} seconds")
    if sign.announce == "any" and game.document.announces == "waiting":
        why = "only seats with a waiting player can be announced"
        yield Fault(game.document.announcement, why, "announce")
    if sign.reentry_minutes is not None and sign.reentry_minutes < 0:
        yield Fault("SIGN reentry_minutes", "the time must not be negative")
    if sign.missed_blinds != "none" and not game.button:
        yield Fault("SIGN missed_blinds", f"{game.title} has no blinds that could be missed")


def _purchases(document: Document, sign: TableSign) -> Iterator[Fault]:
    each, stack = document.purchase_most, document.stack_most
    if each and sign.max_purchase > each:
        yield Fault(document.purchases, f"a purchase must be at most {money(each)}", "max_purchase")
    if stack and sign.max_stack_after_purchase > stack:
        yield Fault(
            document.purchases,
            f"a purchase must leave a stack of at most {money(stack)}",
            "max_stack_after_purchase",
        )
    if sign.purchase_limit and not each:
        yield Fault("SIGN purchase_limit", f"{document.name} limits no purchase")
    most = _in_all(document, sign)
    if most and sign.max_total_purchase > most:
        yield Fault(
            document.purchases,
            f"a player can buy at most {money(most)} in all",
            "max_total_purchase",
        )
