"""Slips that a table makes out for the house: boxes, verified bad beats, and who was removed.

The house takes only slips that are in a table's log.
"""

from collections.abc import Callable
from typing import Any

from croupier.refused import Refused
from croupier.room.courier import Slip, is_pending
from croupier.room.funds.intake import ReceiveBoxes
from croupier.room.funds.payouts import AwardBadBeat
from croupier.room.funds.state import BoxSlip
from croupier.room.house.orders import ExcludePlayer
from croupier.room.house.state import House, Removal


class PendingSlips:
    """The slips that tables made out and the house has not taken in."""

    def __init__(self, house: Callable[[], House]) -> None:
        """Keep the slips for this house."""
        self._house = house
        self._made: dict[str, Slip] = {}

    def note(self, slip: Any) -> None:
        """Note the slip for the house in a line of a table's log, if it has one."""
        if isinstance(slip, Slip):
            done = self._house().funds.slips
            kept = {name: made for name, made in self._made.items() if name not in done}
            self._made = kept | {_name(slip): slip}

    def check(self, says: Any) -> None:
        """Refuse an order with a slip that no table made out, or that says otherwise."""
        for slip in _carried(says):
            made = self._made.get(_name(slip))
            if made != slip:
                no = "no slip" if made is None else "a different slip"
                raise Refused(says.clause, f"table {slip.table[:40]} issued {no}: {_name(slip)}")

    def check_waiting(self, person: str) -> None:
        """Refuse a place in a line to a player whose removal is on its way to the house."""
        slip = self._made.get(f"removal of {person[:40]}")
        if isinstance(slip, Removal) and is_pending(slip, self._house()):
            why = f"{person} was removed at table {slip.table} and cannot wait for a seat"
            raise Refused(slip.clause, why)

    def check_released(self, table: str, clause: str) -> None:
        """Refuse to release a table with a slip that the house has not taken in."""
        house = self._house()
        made = [slip for slip in self._made.values() if not isinstance(slip, Removal)]
        for slip in made:
            if slip.table == table and is_pending(slip, house):
                raise Refused(clause, f"the house must receive slip {slip.key} first")

    def boxes(self) -> tuple[BoxSlip, ...]:
        """Boxes that left a table, and that no cashier has counted yet."""
        done = self._house().funds.slips
        made = self._made.values()
        return tuple(slip for slip in made if isinstance(slip, BoxSlip) and slip.key not in done)


def _carried(says: Any) -> tuple[Slip, ...]:
    if isinstance(says, ReceiveBoxes):
        return says.slips
    return (says.slip,) if isinstance(says, AwardBadBeat | ExcludePlayer) else ()


def _name(slip: Slip) -> str:
    return f"removal of {slip.person[:40]}" if isinstance(slip, Removal) else slip.key
