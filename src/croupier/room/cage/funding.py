"""Nobody buys in with nothing: a purchase at a table draws on the chips a player has on hand."""

from collections.abc import Iterable

from croupier.chips import Chips, money
from croupier.refused import Refused
from croupier.room.cage.lots import counting
from croupier.room.cage.orders import CashOut
from croupier.room.cage.requests import TakeBack
from croupier.room.cage.state import TableSlip, purse
from croupier.room.house.state import House, balance_of
from croupier.room.logbook import Order
from croupier.room.seating.orders import Buy, RestoreStake, Sit
from croupier.room.table.state import Table

DRAWS = (Sit, Buy, RestoreStake)  # what takes chips from a player's purse to a table
PAYS = CashOut | TakeBack  # and what takes them elsewhere
Pledges = dict[str, Chips]


class Short(Refused):
    """A purchase by a player who has too few chips on hand."""

    def __init__(self, person: str, has: int, wants: int, where: str = "") -> None:
        """Say what the player has, and what is missing; to the player, without a name."""
        whose = f"{person} has" if person else "you have"
        why = f"{whose} {money(max(has, 0))} in chips on hand{where}, not {money(wants)}"
        super().__init__("A-96", why)
        self.missing = Chips(wants - max(has, 0))


def pledges(tables: Iterable[Table], slips: Iterable[TableSlip]) -> Pledges:
    """By person, the chips on hand that are spoken for: bought, but not booked yet."""
    found: Pledges = {}
    for table in tables:
        for held in table.seats.values():
            for asked in held.asks:
                found[held.person] = Chips(found.get(held.person, 0) + asked.chips)
    for slip in slips:
        if slip.kind == "stake" and slip.chips > 0:
            found[slip.person] = Chips(found.get(slip.person, 0) + slip.chips)
    return found


def payer(table: Table, order: Order) -> str:
    """Whose chips on hand a purchase draws on; nobody's, where the stake's player is gone."""
    if not isinstance(order.says, RestoreStake):
        return order.by.name
    held = table.seats.get(order.says.seat)
    return held.person if held is not None else ""


def check_funded(table: Table, order: Order, house: House, pledged: Pledges) -> None:
    """Refuse a purchase that the player's chips on hand do not cover."""
    says, person = order.says, payer(table, order)
    if not isinstance(says, RestoreStake) and says.form != "chips":
        why = "notes and coin are changed at the cage, where a cashier records them"
        raise Refused("A-96", why)
    spoken = pledged.get(person, 0)
    has = balance_of(house, purse(person)) - spoken
    friends = house.kind == "friends"
    here = counting(house, table.name, person) - spoken if friends else has
    whose = "" if person == order.by.name else person
    if here < min(has, says.chips):
        raise Short(whose, here, says.chips, " that this game's host approved")
    if says.chips > has:
        raise Short(whose, has, says.chips)


def check_unpledged(order: Order, house: House, pledged: Pledges) -> None:
    """Refuse to pay out chips that a player has already bought in with."""
    says = order.says
    spoken = pledged.get(says.person, 0)
    if not spoken:
        return
    left = balance_of(house, purse(says.person)) - spoken
    if isinstance(says, TakeBack) or says.chips > left:
        why = f"{money(spoken)} of {says.person}'s chips is on its way to a table"
        raise Refused("A-96", f"{why}: {money(max(left, 0))} is left")
