"""What a table may post about its seats: purchases, absence, re-entry, blinds missed, vacancies."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from croupier.chips import Chips, money
from croupier.rules.fault import Fault
from croupier.rules.sign import TableSign

if TYPE_CHECKING:
    from croupier.rules.game import Game

BBC_PURCHASE = Chips(150_00)
BBC_STACK = Chips(1_000_00)


class PurchaseLimits(Struct, frozen=True):
    """How many chips a player may buy; 0 where nothing limits it."""

    each: Chips
    stack_after: Chips
    total: Chips


def purchase_limits(game: "Game", sign: TableSign) -> PurchaseLimits:
    """The limits in force: what the sign posts, else what the document says (BBC buy, A-40).

    >>> from croupier.games import GAMES
    >>> purchase_limits(GAMES["bbc-omaha"], TableSign()).stack_after
    100000
    """
    bbc = game.document == "BBC"
    return PurchaseLimits(
        each=sign.max_purchase or (BBC_PURCHASE if bbc else Chips(0)),
        stack_after=sign.max_stack_after_purchase or (BBC_STACK if bbc else Chips(0)),
        total=sign.max_total_purchase,
    )


def absence_method(game: "Game", sign: TableSign) -> Literal["record", "cover"]:
    """How the stake of an absent player is kept; at a BBC table nothing may leave it."""
    return "cover" if game.document == "BBC" else sign.absence


def announced(game: "Game", sign: TableSign) -> Literal["any", "waiting"]:
    """Which vacancies may be announced (POKER 18, BBC wait3, A-62)."""
    return sign.announce or ("waiting" if game.document == "BBC" else "any")


def seating_faults(game: "Game", sign: TableSign) -> Iterator[Fault]:
    """List what is wrong with what a sign says of the seats."""
    for key in ("max_purchase", "max_stack_after_purchase", "max_total_purchase"):
        chips = getattr(sign, key)
        if chips < 0:
            yield Fault(f"SIGN {key}", "an amount is not negative")
        elif sign.unit > 0 and chips % sign.unit:
            yield Fault(f"SIGN {key}", f"{money(chips)} is not a whole number of chips")
    if game.document == "BBC":
        yield from _bbc(sign)
    if sign.reentry_minutes < 0:
        yield Fault("SIGN reentry_minutes", "a time is not negative")
    if sign.missed_blinds != "none" and not game.button:
        yield Fault("SIGN missed_blinds", f"{game.title} has no blinds that could be missed")


def _bbc(sign: TableSign) -> Iterator[Fault]:
    if sign.max_purchase > BBC_PURCHASE:
        yield Fault("BBC buy", f"a purchase is at most {money(BBC_PURCHASE)}")
    if sign.max_stack_after_purchase > BBC_STACK:
        yield Fault("BBC buy", f"a purchase makes a stack of at most {money(BBC_STACK)}")
    if sign.announce == "any":
        yield Fault("BBC wait3", "only vacancies that somebody waits for are announced")
