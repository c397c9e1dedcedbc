"""What the house earned between players: rake by hand, time charges, the club's drop (POKER 14)."""

from collections.abc import Iterator
from datetime import datetime

from croupier.engine.accounts import DROP, INVENTORY, POT, RAKE
from croupier.engine.events import Agreed
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.cage.facts import TimeCharged, TimeCollected, TimeExcused, TimeVerified
from croupier.room.logbook import Entry
from croupier.rules.revenue import Increments, Percentage
from croupier.views.recorded_hands import Hand, hands_of, into, moves_of, out_of
from croupier.views.reports.definition import Book, Column, Kind, Line

OF_TIME = (TimeCharged, TimeCollected, TimeVerified)


def all_hands(book: Book) -> Iterator[Hand]:
    """The hands of every table in the book that a report is made from."""
    for name, log in book.tables.items():
        yield from hands_of(name, log)


def method(hand: Hand) -> str:
    """How a hand was raked, in a report."""
    names: dict[type, str] = {Percentage: "percentage", Increments: "increments"}
    return names.get(type(hand.sign.rake), "none")


def _rake(book: Book) -> Iterator[Line]:
    for hand in all_hands(book):
        if hand.game.banked:
            continue
        moves = hand.moves
        taken, banked = into(moves, RAKE), into(moves, INVENTORY)
        back = out_of(moves, RAKE) - banked  # of a dead round, to those who had paid it
        yield Line(hand.at, hand.table, (hand.number, method(hand), 1, taken, back, banked))
    for name, log in book.tables.items():
        for entry in log:
            if isinstance(entry.fact, OF_TIME):
                taken, banked = (into(moves_of(entry), place) for place in (RAKE, INVENTORY))
                yield Line(entry.at, name, (None, "time", 0, taken, 0, banked))


RAKE_REPORT = Kind(
    "rake",
    "rake of every hand, and where it went",
    "POKER 6(e)(9)",
    (
        Column("hand", "number"),
        Column("method", "key"),
        Column("hands", "count"),
        Column("taken", "money"),  # into the rake area
        Column("returned", "money"),  # out of it, when the round was dead
        Column("to inventory", "money"),
    ),
    _rake,
)


def _time(book: Book) -> Iterator[Line]:
    for name, log in book.tables.items():
        sheets = list[list[Entry]]()
        for entry in log:
            if isinstance(entry.fact, TimeCharged):
                sheets.append([entry])
            elif isinstance(entry.fact, TimeCollected | TimeExcused | TimeVerified):
                sheets[-1].append(entry)
        for sheet in sheets:
            yield _sheet(name, sheet)


def _seats(charged: TimeCharged) -> str:
    """The seats that were charged, and those whose players are away with their stakes."""
    now, later = (", ".join(map(str, seats)) for seats in (charged.owed, charged.later))
    return f"{now}; {later} when back" if later else now


def _sheet(table: str, entries: list[Entry]) -> Line:
    """One period, from its assessment to its verification."""
    charged: TimeCharged = entries[0].fact
    moves = [move for entry in entries for move in moves_of(entry)]
    owed = sum(charged.owed.values())
    excused = sum(entry.fact.chips for entry in entries if isinstance(entry.fact, TimeExcused))
    ends = [entry for entry in entries if isinstance(entry.fact, TimeVerified)]
    verifier: str | None = ends[0].by.name if ends else None
    verified: datetime | None = ends[0].at if ends else None
    return Line(
        entries[0].at,
        table,
        (
            charged.since,
            charged.until,
            charged.basis,
            _seats(charged),
            len(charged.owed),
            owed,
            excused,
            owed - excused,
            into(moves, RAKE),
            entries[0].by.name,
            verifier,
            verified,
        ),
    )


TIME_REPORT = Kind(
    "time-charge",
    "time charges: what was due, collected and verified",
    "POKER 14(b)(3)",
    (
        Column("since", "time"),
        Column("until", "time"),
        Column("basis", "key"),
        Column("seats"),
        Column("charged", "count"),
        Column("owed", "money"),
        Column("excused", "money"),
        Column("expected", "money"),
        Column("collected", "money"),
        Column("dealer"),
        Column("verified by"),
        Column("verified at", "time"),
    ),
    _time,
)


def _club(book: Book) -> Iterator[Line]:
    for hand in all_hands(book):
        if not hand.game.document.promo_drop:
            continue
        moves = hand.moves
        twice = any(isinstance(e.fact, Agreed) and e.fact.twice for e in hand.entries)
        back = out_of(moves, RAKE) - into(moves, INVENTORY)
        rake, promo = into(moves, RAKE) - back, into(moves, DROP) - out_of(moves, DROP)
        yield Line(hand.at, hand.table, (hand.number, 1, 2 if twice else 1, rake, promo))


CLUB_REPORT = Kind(
    "club",
    "rake and promotional drop of every game at the club's tables",
    "BBC report",
    (
        Column("hand", "number"),
        Column("games", "count"),
        Column("boards", "count"),
        Column("rake", "money"),  # of charity and house
        Column("promotional drop", "money"),  # the players'
    ),
    _club,
)


def _hands(book: Book) -> Iterator[Line]:
    for hand in all_hands(book):
        moves = hand.moves
        pot = into(moves, POT)
        won = sum(move.chips for move in moves if move.target.startswith("stack:"))
        cells = (hand.number, hand.game.key, 1, len(hand.opened.stacks), pot, won)
        yield Line(hand.at, hand.table, (*cells, len(hand.entries), replayed(hand)))


def replayed(hand: Hand) -> str:
    """Whether a stored hand, played again from its first line, ends as it did at the table."""
    if not hand.closed:
        return "still open"
    try:
        verify_log(hand.lines, game_of)
    except Refused as refused:
        return f"no: {refused.why}"
    return "yes"  # every event was the same: stacks, pots and cards


HANDS_REPORT = Kind(
    "hands",
    "every hand, played again from its stored events",
    "POKER 15(i)(2)",
    (
        Column("hand", "number"),
        Column("game", "key"),
        Column("hands", "count"),
        Column("players", "count"),
        Column("into pots", "money"),
        Column("to players", "money"),
        Column("events", "count"),
        Column("replays"),
    ),
    _hands,
)
