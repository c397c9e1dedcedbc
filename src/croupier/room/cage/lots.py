"""Chips among friends: who gave them, where they were won, and at which tables they count.

Every game has its own host, and nobody plays for chips that another host gave. So a player's chips
are kept in lots of one origin each. A purchase draws on those that count at the table, the nearest
first; what comes back fills the same lots again, the farthest first, and the rest was won there.
"""

from collections.abc import Callable

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

    What a person gave who hosts nothing, and what was won at a table that is nobody's game, is good
    everywhere.
    """
    game = house.games.get(table)
    if lot.at:
        return 0 if lot.at == table else 2 if lot.at not in house.games else FOREIGN
    if game is not None and lot.by in game.hosts:
        return 1
    return FOREIGN if any(lot.by in one.hosts for one in house.games.values()) else 2


def _kept(house: House, person: str, lots: Lots) -> House:
    """The house with these lots of a person, those of one origin and place together."""
    sums: dict[tuple[str, str, str], int] = {}
    for lot in lots:
        sums[lot.by, lot.at, lot.lie] = sums.get((lot.by, lot.at, lot.lie), 0) + lot.chips
    mine = tuple(
        Lot(by=by, at=at, lie=lie, chips=Chips(chips)) for (by, at, lie), chips in sums.items()
    )
    others = {name: kept for name, kept in house.cage.lots.items() if name != person}
    lots_now = others | ({person: mine} if mine else {})
    return replace(house, cage=replace(house.cage, lots=lots_now))


def _moved(
    lots: Lots, source: str, target: str, chips: int, order: Callable[[Lot], int]
) -> tuple[Lots, int]:
    """Lots after chips went from one place to another, and how many of them are in no lot."""
    found, left = list[Lot](), chips
    for lot in sorted(lots, key=order):
        taken = min(left, lot.chips) if lot.lie == source else 0
        left -= taken
        found += [replace(lot, lie=target, chips=Chips(taken))] if taken else []
        found += [replace(lot, chips=Chips(lot.chips - taken))] if taken < lot.chips else []
    return tuple(found), left


def _given(house: House, entry: Entry[BuyInApproved]) -> House:
    person, chips = entry.fact.person, sum(move.chips for move in entry.fact.moves)
    fresh = Lot(by=entry.by.name, chips=Chips(chips))
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
        lots, _ = _moved(lots, "", table, slip.chips, lambda lot: _distance(house, table, lot))
        return _kept(house, slip.person, lots)
    lots, won = _moved(lots, table, "", -slip.chips, lambda lot: -_distance(house, table, lot))
    more = (Lot(at=table, chips=Chips(won)),) if won else ()
    return _kept(house, slip.person, lots + more)


def _settled(house: House, entry: Entry[LedgerSettled]) -> House:
    return replace(house, cage=replace(house.cage, lots={}))


LOTS: Evolvers[House] = {
    BuyInApproved: _given,
    ChipsReturned: _taken_back,
    TableBooked: _booked,
    LedgerSettled: _settled,
}
