"""Chips brought to the table: only between rounds, and never more than is posted (POKER 7(c))."""

from croupier.chips import MOST_AT_ONCE, Chips, money, not_whole
from croupier.engine.accounts import Account, stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.logbook import ByDealer
from croupier.room.seating.evolve import changed
from croupier.room.seating.facts import Bought, CurrencyConverted, PurchaseDropped, PurchaseQueued
from croupier.room.seating.state import Purchase
from croupier.room.table.state import Decided, Table
from croupier.rules.seating_sign import purchase_limits

DOLLAR = 1_00
QUARTER = 25


def adding(table: Table) -> str:
    """The rule under which a player adds to a stack."""
    return table.game.document.topping_up or table.game.own("POKER 7(c)(1)")


def purchase(table: Table, seat: int, person: str, asks: Purchase) -> Bought | PurchaseQueued:
    """Say what becomes of a purchase, or refuse it; what is carried back was bought before."""
    _check_form(table, asks)
    _check_limits(table, seat, person, asks)
    clause = adding(table)
    if table.playing:
        return PurchaseQueued(clause=clause, seat=seat, asks=asks)
    return Bought(
        clause=clause,
        seat=seat,
        person=person,
        form=asks.form,
        carried=asks.carried,
        moves=transfer(CAGE, stack(seat), asks.chips),
    )


def _check_form(table: Table, asks: Purchase) -> None:
    if asks.chips <= 0:
        raise Refused("FIELD chips", "the amount must be above zero")
    if asks.chips > MOST_AT_ONCE:
        raise Refused("FIELD chips", f"one purchase can be at most {money(MOST_AT_ONCE)}")
    if asks.form == "coin":
        _check_coin(table, asks.chips)
        return
    if asks.form == "currency":
        _check_currency(table)
    if asks.chips % table.sign.unit:
        raise Refused("SIGN unit", not_whole(asks.chips, table.sign.unit))


def _check_currency(table: Table) -> None:
    if table.game.banked:
        raise Refused(table.game.cite("6(a)"), "wagers must be made with chips, not with cash")
    if not table.game.document.takes_currency:
        raise Refused("A-87", "only chips can be used at this table")


def _check_coin(table: Table, chips: Chips) -> None:
    ante = table.sign.ante
    if not table.game.document.takes_coin or not 0 < ante < DOLLAR:
        raise Refused(
            table.game.own("POKER 7(c)"), "coin can be used only where the ante is below $1"
        )
    if chips % QUARTER:
        raise Refused("POKER 7(c)", "coin must be in pieces of $0.25 and $0.50")


def _check_limits(table: Table, seat: int, person: str, asks: Purchase) -> None:
    limits, chips = purchase_limits(table.game, table.sign), asks.chips - asks.carried
    has = table.stacks.get(seat, Chips(0))
    waiting = table.seats[seat].asks if seat in table.seats else ()
    stack_then = has + sum(asked.chips for asked in (*waiting, asks))
    spent = table.seating.bought.get(person, 0) + sum(
        asked.chips - asked.carried for asked in waiting
    )
    for most, would, key, what in (
        (limits.each, chips, "max_purchase", "a purchase can be"),
        (limits.stack_after, stack_then, "max_stack_after_purchase", "the stack can then be"),
        (limits.total, spent + chips, "max_total_purchase", "all purchases together can be"),
    ):
        if chips > 0 and 0 < most < would:
            posted = getattr(table.sign, key) or not table.game.document.purchases
            clause = f"SIGN {key}" if posted else table.game.document.purchases
            raise Refused(clause, f"{what} at most {money(most)}, not {money(would)}")


def after_round(table: Table) -> list[Event]:
    """The next purchase that waited for the end of the round."""
    for seat, held in table.seats.items():
        for asks in held.asks[:1]:
            try:
                return [purchase(changed(table, seat, asks=()), seat, held.person, asks)]
            except Refused as refused:  # a pot was won meanwhile: the limits hold at the purchase
                why = refused.why
                return [PurchaseDropped(clause=refused.clause, seat=seat, asks=asks, why=why)]
    return []


def with_currency(table: Table, facts: Decided) -> Decided:
    """Before a bet that needs a player's currency the dealer exchanges it (POKER 7(c)(2))."""
    chips = {
        stack(seat): table.stacks[seat] - held.currency
        for seat, held in table.seats.items()
        if held.currency
    }
    if not chips:
        return facts
    ready: list[Event | ByDealer] = []
    for fact in facts:
        for move in getattr(fact, "moves", ()):
            if move.target in chips:
                chips[move.target] += move.chips
            if move.source in chips:
                chips[move.source] -= move.chips
        for account in [account for account, left in chips.items() if left < 0]:
            del chips[account]
            ready.append(ByDealer(_converted(table, account)))
        ready.append(fact)
    return ready


def _converted(table: Table, account: Account) -> CurrencyConverted:
    seat = next(seat for seat in table.seats if stack(seat) == account)
    notes = table.seats[seat].currency
    return CurrencyConverted(clause="POKER 7(c)(2)", seat=seat, chips=notes)
