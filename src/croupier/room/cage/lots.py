"""Chips among friends: who gave them, where they were won, and at which tables they count.

Every game has its own host, and nobody plays for chips that another host gave. So a player's chips
are kept in lots of one origin each. A purchase draws on those that count at the table, the nearest
first. What comes back are the lots that came last, and the rest was won there; the others are lost,
so that no later chips of a host bring back what counted everywhere.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.room.cage.facts import BuyInApproved, ChipsReturned, TableBooked
from croupier.room.cage.state import Lot
from croupier.room.house.facts import LedgerSettled
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Evolvers

Lots = tuple[Lot, ...]
FOREIGN = 3  # how far a lot is from a table where it does not count


def counting(house: House, table: str, person: str) -> int:
    """How many of the chips that a person has on hand count at a table."""
    mine = (lot for lot in house.cage.lots.get(person, ()) if not lot.lie)
    return sum(lot.chips for lot in mine if _distance(house, table, lot) < FOREIGN)


def _distance(house: House, table: str, lot: Lot) -> int:
    """How far a lot is from a table: won there, given by its host, good everywhere, or foreign.

    What a person gave who hosted nothing then, and what was won at a table that is nobody's game,
    is good everywhere: nobody takes that away by handing this person a game.
    """
    game = house.games.get(table)
    if lot.at:
        return 0 if lot.at == table else 2 if lot.at not in house.games else FOREIGN
    if game is not None and lot.by in game.hosts:
        return 1
    return FOREIGN if _hosts(house, lot.by) else 2


def _hosts(house: House, person: str) -> bool:
    """Whether a person hosts a game, or has hosted one."""
    return any(person in one.hosts for one in house.games.values())


def _kept(house: House, person: str, lots: Lots) -> House:
    """The house with these lots of a person; neighbors of one origin and place are one."""
    mine = list[Lot]()
    for lot in sorted(lots, key=lambda lot: lot.lie):  # at each table in the order they came
        if mine and replace(mine[-1], chips=lot.chips) == lot:
            lot = replace(lot, chips=Chips(mine.pop().chips + lot.chips))
        mine.append(lot)
    others = {name: kept for name, kept in house.cage.lots.items() if name != person}
    lots_now = others | ({person: tuple(mine)} if mine else {})
    return replace(house, cage=replace(house.cage, lots=lots_now))


def _drawn(lots: Iterable[Lot], chips: int) -> tuple[Lots, Lots]:
    """Split lots after this many chips: the first ones, and the rest."""
    taken, left = list[Lot](), list[Lot]()
    for lot in lots:
        part = min(chips, lot.chips)
        chips -= part
        taken += [replace(lot, chips=Chips(part))] if part else []
        left += [replace(lot, chips=Chips(lot.chips - part))] if part < lot.chips else []
    return tuple(taken), tuple(left)


def _given(house: House, entry: Entry[BuyInApproved]) -> House:
    person, chips = entry.fact.person, sum(move.chips for move in entry.fact.moves)
    by = entry.by.name if _hosts(house, entry.by.name) else ""  # as things stand now
    fresh = Lot(by=by, chips=Chips(chips))
    return _kept(house, person, (*house.cage.lots.get(person, ()), fresh))


def _taken_back(house: House, entry: Entry[ChipsReturned]) -> House:
    person = entry.fact.person
    return _kept(house, person, tuple(lot for lot in house.cage.lots.get(person, ()) if lot.lie))


def _booked(house: House, entry: Entry[TableBooked]) -> House:
    table, slip = entry.fact.table, entry.fact.slip
    if slip.kind != "stake" or slip.person not in house.cage.ledger:
        return house
    lots = house.cage.lots.get(slip.person, ())
    if slip.chips > 0:
        return _kept(house, slip.person, _bought(house, table, lots, slip.chips))
    return _kept(house, slip.person, _came_back(table, lots, -slip.chips))


def _bought(house: House, table: str, lots: Lots, chips: int) -> Lots:
    """Lots after a purchase at a table: the nearest go there."""
    here = [lot for lot in lots if not lot.lie]
    taken, left = _drawn(sorted(here, key=lambda lot: _distance(house, table, lot)), chips)
    there = tuple(lot for lot in lots if lot.lie)
    return (*left, *there, *(replace(lot, lie=table) for lot in taken))


def _came_back(table: str, lots: Lots, chips: int) -> Lots:
    """Lots after a player came back from a table, with everything that was not lost there."""
    there = [lot for lot in lots if lot.lie == table]
    taken, _ = _drawn(reversed(there), chips)
    won = chips - sum(lot.chips for lot in taken)
    more = (Lot(at=table, chips=Chips(won)),) if won else ()
    others = tuple(lot for lot in lots if lot.lie != table)
    return (*others, *(replace(lot, lie="") for lot in taken), *more)


def _settled(house: House, entry: Entry[LedgerSettled]) -> House:
    return replace(house, cage=replace(house.cage, lots={}))


LOTS: Evolvers[House] = {
    BuyInApproved: _given,
    ChipsReturned: _taken_back,
    TableBooked: _booked,
    LedgerSettled: _settled,
}
