"""Chips brought to the table: only between rounds, and never more than is posted (POKER 7(c))."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from croupier.chips import Chips, money
from croupier.engine.accounts import Account, Move, stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.house.people import PLAYER, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.orders import Form, Purchase, changed, seat_of
from croupier.rules.seating_sign import purchase_limits

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

DOLLAR = 1_00
QUARTER = 25


class Buy(Command, frozen=True, kw_only=True):
    """Add to the stack; in a round, as soon as it is over."""

    chips: Chips
    form: Form = "chips"
    roles: ClassVar[frozenset[Role]] = PLAYER
    clause: ClassVar[str] = "POKER 7(c)(1)"
    what: ClassVar[str] = "add to a stack"


class Bought(Event, frozen=True, kw_only=True):
    """Chips, currency or coin came to the table; `carried` of it was there before (re-entry)."""

    seat: int
    person: str
    form: Form
    carried: Chips = Chips(0)
    moves: tuple[Move, ...]


class PurchaseQueued(Event, frozen=True, kw_only=True):
    """What was asked for in a round waits for its end (POKER 7(c)(1))."""

    seat: int
    asks: Purchase


class PurchaseDropped(Event, frozen=True, kw_only=True):
    """What was asked for in the round may not be bought any more: its end left too many chips."""

    seat: int
    asks: Purchase
    why: str


class CurrencyConverted(Event, frozen=True, kw_only=True):
    """The dealer exchanged a player's currency for chips, because a bet needed it."""

    seat: int
    chips: Chips


Fact = Bought | PurchaseQueued | PurchaseDropped | CurrencyConverted


def adding(life: "TableLife") -> str:
    """The rule under which a player adds to a stack."""
    return life.game.document.topping_up or life.game.own("POKER 7(c)(1)")


def purchase(life: "TableLife", seat: int, person: str, asks: Purchase) -> Bought | PurchaseQueued:
    """Say what becomes of a purchase, or refuse it; what is carried back was bought before."""
    _check_form(life, asks)
    _check_limits(life, seat, person, asks)
    clause = adding(life)
    if life.playing:
        return PurchaseQueued(clause=clause, seat=seat, asks=asks)
    return Bought(
        clause=clause,
        seat=seat,
        person=person,
        form=asks.form,
        carried=asks.carried,
        moves=transfer(CAGE, stack(seat), asks.chips),
    )


def _check_form(life: "TableLife", asks: Purchase) -> None:
    if asks.chips <= 0:
        raise Refused("FIELD chips", "an amount is above nothing")
    if asks.form == "coin":
        _check_coin(life, asks.chips)
        return
    if asks.form == "currency":
        _check_currency(life)
    if asks.chips % life.sign.unit:
        raise Refused("SIGN unit", f"{money(asks.chips)} is not a whole number of chips")


def _check_currency(life: "TableLife") -> None:
    if life.game.banked:
        raise Refused(life.game.cite("6(a)"), "wagers are made with chips, and cash is not taken")
    if not life.game.document.takes_currency:
        raise Refused("A-87", "only chips are played with at this table")


def _check_coin(life: "TableLife", chips: Chips) -> None:
    ante = life.sign.ante
    if not life.game.document.takes_coin or not 0 < ante < DOLLAR:
        raise Refused(life.game.own("POKER 7(c)"), "coin is for an ante below one dollar only")
    if chips % QUARTER:
        raise Refused("POKER 7(c)", "coin is in pieces of $0.25 and $0.50")


def _check_limits(life: "TableLife", seat: int, person: str, asks: Purchase) -> None:
    limits, chips = purchase_limits(life.game, life.sign), asks.chips - asks.carried
    has = life.stacks.get(seat, Chips(0))
    waiting = life.seats[seat].asks if seat in life.seats else ()
    stack_then = has + sum(asked.chips for asked in (*waiting, asks))
    spent = life.seating.bought.get(person, 0) + sum(
        asked.chips - asked.carried for asked in waiting
    )
    for most, would, key, what in (
        (limits.each, chips, "max_purchase", "a purchase is"),
        (limits.stack_after, stack_then, "max_stack_after_purchase", "a stack is then"),
        (limits.total, spent + chips, "max_total_purchase", "all purchases together are"),
    ):
        if chips > 0 and 0 < most < would:
            posted = getattr(life.sign, key) or not life.game.document.purchases
            clause = f"SIGN {key}" if posted else life.game.document.purchases
            raise Refused(clause, f"{what} at most {money(most)}, not {money(would)}")


def _buy(life: "TableLife", order: Order, house: "House") -> list[Any]:
    seat = seat_of(life, order.by.name)
    held = life.seats[seat]
    if held.leaving or held.away is not None:
        raise Refused(adding(life), f"{held.person} is leaving or away")
    asks = Purchase(order.says.chips, order.says.form)
    return [purchase(life, seat, held.person, asks)]


def after_round(life: "TableLife") -> list[Any]:
    """The next purchase that waited for the end of the round."""
    for seat, held in life.seats.items():
        for asks in held.asks[:1]:
            try:
                return [purchase(changed(life, seat, asks=()), seat, held.person, asks)]
            except Refused as refused:  # a pot was won meanwhile: the limits hold at the purchase
                why = refused.why
                return [PurchaseDropped(clause=refused.clause, seat=seat, asks=asks, why=why)]
    return []


def with_currency(life: "TableLife", facts: list[Any]) -> list[Any]:
    """Before a bet that needs a player's currency the dealer exchanges it (POKER 7(c)(2))."""
    chips = {
        stack(seat): life.stacks[seat] - held.currency
        for seat, held in life.seats.items()
        if held.currency
    }
    if not chips:
        return facts
    told: list[Any] = []
    for fact in facts:
        for move in getattr(fact, "moves", ()):
            if move.target in chips:
                chips[move.target] += move.chips
            if move.source in chips:
                chips[move.source] -= move.chips
        for account in [account for account, left in chips.items() if left < 0]:
            del chips[account]
            told.append(_converted(life, account))
        told.append(fact)
    return told


def _converted(life: "TableLife", account: Account) -> CurrencyConverted:
    seat = next(seat for seat in life.seats if stack(seat) == account)
    notes = life.seats[seat].currency
    return CurrencyConverted(clause="POKER 7(c)(2)", seat=seat, chips=notes)


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {Buy: _buy}


def _bought(life: "TableLife", entry: Entry) -> "TableLife":
    fact: Bought = entry.fact
    held, chips = life.seats[fact.seat], Chips(sum(move.chips for move in fact.moves))
    currency = Chips(held.currency + (chips if fact.form == "currency" else 0))
    spent = Chips(life.seating.bought.get(fact.person, 0) + chips - fact.carried)
    bought = {**life.seating.bought, fact.person: spent}
    life = replace(life, seating=replace(life.seating, bought=bought))
    return changed(life, fact.seat, currency=currency, asks=held.asks[1:])


def _queued(life: "TableLife", entry: Entry) -> "TableLife":
    fact: PurchaseQueued = entry.fact
    return changed(life, fact.seat, asks=(*life.seats[fact.seat].asks, fact.asks))


def _dropped(life: "TableLife", entry: Entry) -> "TableLife":
    return changed(life, entry.fact.seat, asks=life.seats[entry.fact.seat].asks[1:])


def _exchanged(life: "TableLife", entry: Entry) -> "TableLife":
    return changed(life, entry.fact.seat, currency=Chips(0))


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    Bought: _bought,
    PurchaseQueued: _queued,
    PurchaseDropped: _dropped,
    CurrencyConverted: _exchanged,
}
