"""Breaks of the cage: its close, its corrections, its counts, and where chips go (A-96)."""

from tests.mutants import Mutant

ROOM = ("room/test_cage.py",)

MUTANTS = [
    Mutant(  # a day closes on a difference
        "POKER-cage",
        "room.obstacles",
        old=("for one in cage.differences:\n    if one.open:"),
        new=("for one in cage.differences:\n    if False:"),
        tests=ROOM,
    ),
    Mutant(  # an old count is good enough
        "POKER-cage",
        "room.obstacles",
        old="if count is None or at - count.at > timedelta(minutes=house.count_minutes):",
        new="if count is None:",
        tests=ROOM,
    ),
    Mutant(  # a closed day is written to
        "POKER-cage",
        "room.check_books",
        old="if closed is not None and order.at < closed and",
        new="if closed is not None and closed < order.at and",
        tests=ROOM,
    ),
    Mutant(  # a day is closed twice
        "POKER-cage",
        "room._check_day",
        old="if day <= house.cage.closed:",
        new="if day < house.cage.closed:",
        tests=ROOM,
    ),
    Mutant(  # one person closes alone
        "POKER-cage",
        "room.house.decide",
        old="check_signed(order)",
        new="",
        tests=ROOM,
    ),
    Mutant(  # a shortage of cash is taken from the chips
        "POKER-cage",
        "room._correcting",
        old="beyond = OUTSIDE if is_cash else ISSUED",
        new="beyond = ISSUED",
        tests=ROOM,
    ),
    Mutant(  # what a table's bank is short of goes unnoticed
        "POKER-cage",
        "room._slip_booked",
        old="return _compared(cage, entry.at, tray_of(table), slip.expected, slip.counted)",
        new="return cage",
        tests=ROOM,
    ),
    Mutant(  # chips on hand are sold a second time
        "POKER-cage",
        "room._postings",
        old="own = min(accounts.get(purse(slip.person), 0), chips)",
        new="own = 0",
        tests=ROOM,
    ),
    Mutant(  # nobody pays for chips sold at a table
        "POKER-cage",
        "room._postings",
        old="return [*moves, *transfer(OUTSIDE, CASH, sold)]",
        new="return [*moves]",
        tests=ROOM,
    ),
    Mutant(  # a fill leaves the cage twice
        "POKER-cage",
        "room._postings",
        old="transfer(TRANSIT if under_way else CAGE, here, chips)",
        new="transfer(CAGE, here, chips)",
        tests=ROOM,
    ),
    Mutant(  # a fill that does not agree is signed
        "POKER-cage",
        "room._take",
        old="if says.counted != slip.chips:",
        new="if False:",
        tests=ROOM,
    ),
    Mutant(  # a fill is taken twice
        "POKER-cage",
        "room._slip",
        old="if slip.status != status or slip.number in table.tray.done:",
        new="if slip.status != status:",
        tests=ROOM,
    ),
    Mutant(  # one person signs a fill twice
        "POKER-cage",
        "room.slips_of",
        old="(fact.dealer or entry.by).name",
        new="entry.by.name",
        tests=ROOM,
    ),
    Mutant(  # a supervisor signs for a dealer of flesh and blood
        "POKER-cage",
        "room._sign",
        old="if table.dealt_by_person:",
        new="if False:",
        tests=ROOM,
    ),
]
