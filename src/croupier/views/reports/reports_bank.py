"""The house-banked tables: every wager and the table's win, the meter, pot wagers; and the cage."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from croupier.engine.accounts import BANK, BOX, DROP, INVENTORY, METER, POT, RAKE, Account, Move
from croupier.engine.events import (
    Chose,
    HandVoided,
    MeterReset,
    Outcome,
    RoundOpened,
    RoundVoided,
    Settled,
)
from croupier.engine.progressive import METER_PERCENT
from croupier.games import game_of
from croupier.room.cage.ledger import CAGE
from croupier.room.custody import facts as decks
from croupier.room.logbook import Entry
from croupier.room.seating.facts import CurrencyConverted
from croupier.room.table.facts import SignPosted, TableSetUp
from croupier.rules.banked import Settle
from croupier.rules.game import Game
from croupier.views.recorded_hands import hands_of, into, moves_of, numbered, out_of
from croupier.views.reports.definition import Book, Cell, Column, Kind, Line


def _banked_tables(book: Book) -> Iterator[tuple[str, Game, Sequence[Entry]]]:
    for name, log in book.tables.items():
        games = (
            entry.fact.game for entry in log if isinstance(entry.fact, TableSetUp | RoundOpened)
        )
        key = next(games, "")  # the log may be there from its beginning, or from a round on
        if key and game_of(key).banked:
            yield name, game_of(key), log


# --- wagers --------------------------------------------------------------------------------------


def _wagers(book: Book) -> Iterator[Line]:
    for name, game, log in _banked_tables(book):
        steps = (step for step in game.script if isinstance(step, Settle) and step.limited)
        limits = {game.cite(step.limited) for step in steps}
        for number, entry in numbered(log):
            for cells in _of_entry(entry, limits):
                yield Line(entry.at, name, (number, game.key, *cells))


def _of_entry(entry: Entry, limits: set[str]) -> Iterator[tuple[Cell, ...]]:
    """The report lines of a fact: seat, wager, staked, result, collected, paid, win, back."""
    fact = entry.fact
    match fact:
        case Settled():
            for outcome in fact.outcomes:
                yield _wager(fact, outcome, limits)
        case Chose():
            for move in fact.moves:  # a wager given up at once, whole or in part
                if move.target == BANK:
                    spot, chips = move.source.rpartition(":")[2], move.chips
                    cells = (fact.seat, spot, chips, fact.does, chips, 0, chips, 0)
                    yield (*cells, "", "", fact.clause)
        case HandVoided() | RoundVoided() | decks.HandsVoided() | MeterReset():
            what = "meter reset" if isinstance(fact, MeterReset) else "void"
            taken, paid = _bank(fact.moves)
            back = sum(move.chips for move in fact.moves if move.target.startswith("stack:"))
            wager = "progressive" if what == "meter reset" else "all"
            sums = (taken, paid, taken - paid, back if what == "void" else 0)
            yield (getattr(fact, "seat", None), wager, 0, what, *sums, "", "", fact.clause)
        case decks.DeckCounted(what="stub" | "device"):
            note = f"{fact.counted} of {fact.expected} cards"
            found = "right" if fact.right else "wrong"
            yield (None, f"{fact.what} count", 0, found, *NO_SUMS, "", note, fact.clause)
        case decks.ShufflerJammed():
            yield (None, "shuffler", 0, "alarm", *NO_SUMS, "", fact.reason, fact.clause)
        case _:
            pass


NO_SUMS = (0, 0, 0, 0)


def _wager(fact: Settled, outcome: Outcome, limits: set[str]) -> tuple[Cell, ...]:
    """One wager: what the bank took of it, and what the bank paid; the meter has its own report."""
    taken = outcome.staked if outcome.result == "loses" else 0
    paid: int = outcome.won
    if outcome.spot == "progressive":
        taken = sum(
            move.chips
            for move in fact.moves
            if move.target == BANK and move.source.endswith(":progressive")
        )
        paid = 0 if outcome.line in METER_PERCENT else outcome.won
    cut = outcome.clause if outcome.clause in limits else ""
    cells = (fact.seat, outcome.spot, outcome.staked, outcome.result, taken, paid, taken - paid)
    return (*cells, 0, cut, outcome.line, outcome.clause)


def _bank(moves: Sequence[Move]) -> tuple[int, int]:
    """What a fact brought to the bank, and took from it."""
    return into(moves, BANK), out_of(moves, BANK)


BANKED_REPORT = Kind(
    "banked",
    "house-banked tables: every wager, its result, and the table's win",
    "THB 11",
    (
        Column("hand", "number"),
        Column("game", "key"),
        Column("seat", "number"),
        Column("wager", "key"),
        Column("staked", "money"),
        Column("result"),
        Column("collected", "money"),
        Column("paid", "money"),
        Column("win", "money"),
        Column("returned", "money"),
        Column("limited by"),
        Column("note"),
        Column("clause"),
    ),
    _wagers,
)

# --- the meter -----------------------------------------------------------------------------------


def _meter(book: Book) -> Iterator[Line]:
    for name, _, log in _banked_tables(book):
        reading = 0
        for number, entry in numbered(log):
            fact, moves = entry.fact, moves_of(entry)
            came, went = into(moves, METER), out_of(moves, METER)
            reading += came - went
            if isinstance(fact, Settled):
                yield from _hits(name, number, entry, came, reading)
            elif came or went:
                seeded = isinstance(fact, TableSetUp | SignPosted | MeterReset)
                what = "seed" if seeded else "void"
                sums = (0, came, 0, 0) if seeded else (came - went, 0, 0, 0)
                cells = (number, None, what, None, *sums, came - went, reading, fact.clause)
                yield Line(entry.at, name, cells)


def _hits(table: str, number: int, entry: Entry, came: int, reading: int) -> Iterator[Line]:
    fact: Settled = entry.fact
    for outcome in fact.outcomes:
        if outcome.spot != "progressive":
            continue
        percent = METER_PERCENT.get(outcome.line) if outcome.won else None
        hit = outcome.won if percent else 0
        sums = (came, 0, hit, 0 if percent else outcome.won, came - hit)
        what = outcome.line if outcome.won else "no prize"
        cells = (number, fact.seat, what, percent, *sums, reading, outcome.clause)
        yield Line(entry.at, table, cells)


METER_REPORT = Kind(
    "progressive",
    "the progressive meter: contributions, hits, and what the house added",
    "THB 12",
    (
        Column("hand", "number"),
        Column("seat", "number"),
        Column("what", "key"),
        Column("percent", "number"),
        Column("contributed", "money"),
        Column("seed", "money"),
        Column("from the meter", "money"),
        Column("fixed", "money"),  # paid by the house, not from the meter
        Column("change", "money"),  # of the meter
        Column("meter then", "reading"),
        Column("clause"),
    ),
    _meter,
)

# --- pot wagers ----------------------------------------------------------------------------------


def _pots(book: Book) -> Iterator[Line]:
    for name, game, log in _banked_tables(book):
        if not game.document.has_pot:
            continue
        for hand in hands_of(name, log):
            moves = hand.moves
            came = sum(m.chips for m in moves if m.target == POT and _is_stack(m.source))
            back = sum(m.chips for m in moves if m.source == POT and _is_stack(m.target))
            taken = sum(m.chips for m in moves if m.source == POT and not _is_stack(m.target))
            given = sum(m.chips for m in moves if m.target == POT and not _is_stack(m.source))
            yield Line(hand.at, name, (hand.number, came, back, taken - given))


def _is_stack(account: Account) -> bool:
    return account.startswith("stack:")


POTS_REPORT = Kind(
    "pot-wagers",
    "pot wagers of Flop Poker: all that comes in goes back to players",
    "FLOP 10",
    (
        Column("hand", "number"),
        Column("wagered", "money"),
        Column("to players", "money"),
        Column("house win", "money"),
    ),
    _pots,
)

# --- the cage ------------------------------------------------------------------------------------

PLACES: dict[str, str] = {
    CAGE: "cage",
    RAKE: "rake areas",
    INVENTORY: "inventories",
    BOX: "bad beat boxes",
    DROP: "promotional drop",
    BANK: "banks",
    METER: "meters",
    "fund": "bad beat funds",
    "reserve": "held of the funds",
    "payable": "won and not handed over",
    "table": "cage",  # the other side of the cage in a table's own ledger
    "issued": "issued",
    "purse": "players' own",
    "transit": "fills and credits on the way",
    "promotions": "promotions",
    "dropchips": "drop to be counted",
    "dropcash": "drop to be counted",
    "dropbox": "currency in drop boxes",
    "cash": "cash drawer",
    "outside": "cash outside",
}
AT_TABLES = "players at tables"


@lru_cache(maxsize=1024)  # the same few accounts again and again
def place(account: Account) -> str:
    """Where a report counts the chips of an account: with players, in a fund, in the cage.

    >>> [place(Account(name)) for name in ("stack:3", "spot:3:ante", "inventory", "fund:main")]
    ['players at tables', 'players at tables', 'inventories', 'bad beat funds']
    """
    return PLACES.get(account.partition(":")[0], AT_TABLES)


def _cage(book: Book) -> Iterator[Line]:
    logs = [*book.tables.items(), ("", book.house)]
    for name, log in logs:
        for entry in log:
            if moves_of(entry) or isinstance(entry.fact, CurrencyConverted):
                yield from (Line(entry.at, name, cells) for cells in _double(entry))


def _double(entry: Entry) -> Iterator[tuple[Cell, ...]]:
    """Both sides of everything that went from one place to another."""
    what = type(entry.fact).__name__
    if isinstance(entry.fact, CurrencyConverted):
        chips = entry.fact.chips
        yield AT_TABLES, what, chips, chips, 0, entry.fact.clause
    sums: dict[str, list[int]] = {}
    for move in moves_of(entry):
        source, target = place(move.source), place(move.target)
        if source != target:
            sums.setdefault(source, [0, 0])[1] += move.chips
            sums.setdefault(target, [0, 0])[0] += move.chips
    for where, (came, went) in sums.items():
        yield where, what, came, went, came - went, entry.fact.clause


CAGE_REPORT = Kind(
    "cage",
    "where the chips are: buy-ins, cash-outs, conversions, drops and funds, double-entry",
    "POKER 7(c)",
    (
        Column("place", "key"),
        Column("what"),
        Column("in", "money"),
        Column("out", "money"),
        Column("change", "money"),  # over all places always nothing
        Column("clause"),
    ),
    _cage,
)
