"""The cage at a glance: where every chip is, who has what, and what keeps a day open."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec import Struct

from croupier.chips import Chips
from croupier.engine.accounts import BANK, BOX, DROP, INVENTORY, METER, RAKE, Account
from croupier.room.cage.closing import COUNTED, obstacles, words_of
from croupier.room.cage.decide import book_day
from croupier.room.cage.ledger import CAGE, ISSUED, OUTSIDE
from croupier.room.cage.state import CASH, SLIPS, TRANSIT, Difference, Drop, Slip, table_account
from croupier.room.cage.trays import inventory
from croupier.room.funds.state import BoxSlip
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.room.logbook import Entry
from croupier.room.table.state import Table
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.screen.naming import table_name

PLACES = {  # in the order in which they are shown
    "cage": "Cage",
    "players": "Players' own",
    "stacks": "Stacks on tables",
    "pots": "Pots and spots",
    "banks": "House banks",
    "inventories": "Table inventories",
    "rake": "Rake and time",
    "funds": "Bad beat funds",
    "meters": "Progressive meters",
    "promotions": "Promotions",
    "way": "On the way",
}
_AT_TABLES = {
    BANK: "banks",
    RAKE: "rake",
    INVENTORY: "inventories",
    BOX: "funds",
    DROP: "promotions",
}
_IN_HOUSE = {
    "cage": "cage",
    "purse": "players",
    "fund": "funds",
    "reserve": "funds",
    "payable": "funds",
    "promotions": "promotions",
    "transit": "way",
    "dropchips": "way",
}


class PlaceSeen(Struct, frozen=True):
    """A place where chips lie."""

    key: str
    name: str
    chips: Chips


class TableHeld(Struct, frozen=True, kw_only=True):
    """What lies at a table, by its own log, and whether the books of the cage say the same."""

    name: str
    game: str
    title: str
    called: str  # what the table is called
    status: str
    banked: bool
    chips: Chips
    stacks: Chips
    inventory: Chips
    box: Chips  # currency in its drop box
    agrees: bool


class Purse(Struct, frozen=True):
    """The chips that a player has on hand."""

    person: str
    chips: Chips


class AskedFor(Struct, frozen=True):
    """Chips that a player asked for."""

    person: str
    table: str
    chips: Chips
    at: datetime


class Counting(Struct, frozen=True, kw_only=True):
    """What is counted for the close: what the books say now, and the latest count."""

    account: Account
    name: str
    expected: Chips
    at: datetime | None = None
    books: Chips | None = None  # what they said when it was counted
    counted: Chips | None = None


class CageSeen(Struct, frozen=True, kw_only=True):
    """Everything that the cage's desk shows."""

    at: datetime
    day: str
    closed: str
    closed_at: datetime | None
    issued: Chips
    places: tuple[PlaceSeen, ...]
    agrees: bool  # over the whole room, what was issued is what there is
    drawer: Chips
    paper: Chips  # slips that were taken instead of cash
    asked: tuple[AskedFor, ...]  # chips that players wait for
    boxes: Chips  # currency in drop boxes
    sold: Chips
    sales: int
    cashed: Chips
    payments: int
    purses: tuple[Purse, ...]
    tables: tuple[TableHeld, ...]
    slips: tuple[Slip, ...]
    drops: tuple[Drop, ...]
    jackpots: tuple[BoxSlip, ...]  # bad beat boxes on their way
    counting: tuple[Counting, ...]
    differences: tuple[Difference, ...]
    obstacles: tuple[str, ...]


class Booked(Struct, frozen=True, kw_only=True):
    """A line of the house's log that moved something, or counted it."""

    number: int
    at: datetime
    by: str
    words: str
    clause: str
    moves: tuple[tuple[str, str, Chips], ...]  # from, to, how much


def cage_seen(
    house: House,
    lives: Iterable[Table],
    at: datetime,
    jackpots: tuple[BoxSlip, ...] = (),
) -> CageSeen:
    """The cage now, over the house and all tables."""
    tables = tuple(_table(house, life) for life in lives)
    places = _places(house, lives)
    issued, cage = Chips(-house.accounts.get(ISSUED, 0)), house.cage
    whole = sum(place.chips for place in places) == issued
    return CageSeen(
        at=at,
        day=book_day(house, at),
        closed=cage.closed,
        closed_at=cage.closed_at,
        issued=issued,
        places=places,
        agrees=whole and all(table.agrees for table in tables),
        drawer=house.accounts.get(CASH, Chips(0)),
        paper=house.accounts.get(SLIPS, Chips(0)),
        asked=tuple(
            AskedFor(who, one.table, one.chips, one.at) for who, one in cage.requests.items()
        ),
        boxes=Chips(sum(c for a, c in house.accounts.items() if a.startswith("dropbox:"))),
        sold=cage.sold,
        sales=cage.sales,
        cashed=cage.cashed,
        payments=cage.payments,
        purses=tuple(_purses(house)),
        tables=tables,
        slips=cage.slips[::-1],
        drops=cage.drops,
        jackpots=jackpots,
        counting=tuple(_counting(house, account) for account in COUNTED),
        differences=tuple(one for one in cage.differences if one.open),
        obstacles=tuple(obstacles(house, at)),
    )


def _places(house: House, lives: Iterable[Table]) -> tuple[PlaceSeen, ...]:
    """Where the chips lie: the house's own accounts, and every account of every table."""
    sums = dict.fromkeys(PLACES, 0)
    for account, chips in house.accounts.items():
        kind = account.partition(":")[0]
        if kind in _IN_HOUSE:
            sums[_IN_HOUSE[kind]] += chips
    for life in lives:
        for account, chips in life.accounts.items():
            if account != CAGE:
                sums[_place(account)] += chips
    return tuple(PlaceSeen(key, name, Chips(sums[key])) for key, name in PLACES.items())


def _place(account: Account) -> str:
    if account.startswith("stack:"):
        return "stacks"
    return "meters" if account == METER else _AT_TABLES.get(account, "pots")


def _table(house: House, life: Table) -> TableHeld:
    chips = Chips(-life.accounts.get(CAGE, 0))
    return TableHeld(
        name=life.name,
        game=life.game.key,
        title=life.game.heading,
        called=table_name(life.name, life.game),
        status=life.status,
        banked=life.game.banked,
        chips=chips,
        stacks=Chips(sum(life.stacks.values())),
        inventory=inventory(life),
        box=house.accounts.get(Account(f"dropbox:{life.name}"), Chips(0)),
        agrees=house.accounts.get(table_account(life.name), 0) == chips,
    )


def _purses(house: House) -> Iterator[Purse]:
    for account, chips in sorted(house.accounts.items()):
        kind, _, person = account.partition(":")
        if kind == "purse" and chips:
            yield Purse(person, chips)


def _counting(house: House, account: Account) -> Counting:
    count = house.cage.counts.get(account)
    expected = house.accounts.get(account, Chips(0))
    if count is None:
        return Counting(account=account, name=words_of(account), expected=expected)
    return Counting(
        account=account,
        name=words_of(account),
        expected=expected,
        at=count.at,
        books=count.expected,
        counted=count.counted,
    )


def booked(number: int, entry: Entry) -> Booked | None:
    """A line of the cage's journal on the screen, where chips moved or were counted."""
    fact = entry.fact
    moves = getattr(fact, "moves", ())
    if not moves and not hasattr(fact, "counted") and type(fact).__name__ != "DayClosed":
        return None
    return Booked(
        number=number,
        at=entry.at,
        by=", ".join(dict.fromkeys(_signers(entry))),
        words=narrate_room(fact).words,
        clause=fact.clause,
        moves=tuple((named(move.source), named(move.target), move.chips) for move in moves),
    )


def _signers(entry: Entry) -> Iterator[str]:
    """Everybody who signed a line: the person who gave the order, and those named beside."""
    yield entry.by.name
    for name in entry.fact.__struct_fields__:
        if isinstance(signer := getattr(entry.fact, name), Actor):
            yield signer.name


def named(account: Account) -> str:
    """An account of the house as the screen of the cage calls it.

    >>> [named(Account(name)) for name in ("purse:Ada", "table:7", "fund:main", "cash")]
    ['Ada', 'table 7', 'fund main', 'drawer']
    """
    kind, _, name = account.partition(":")
    plain = {
        CASH: "drawer",
        SLIPS: "slips",
        ISSUED: "issuer",
        OUTSIDE: "outside",
        TRANSIT: "on the way",
    }
    kinds = {"purse": "", "dropbox": "drop box", "dropcash": "drop", "dropchips": "drop"}
    return f"{kinds.get(kind, kind)} {name}".strip() if name else plain.get(account, account)
