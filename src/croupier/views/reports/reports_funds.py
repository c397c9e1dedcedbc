"""The players' money in bad beat funds: boxes, displays, totals, payouts (POKER 19)."""

from collections.abc import Iterator
from datetime import datetime

from croupier.engine.accounts import Account
from croupier.room.cage.ledger import CAGE
from croupier.room.funds.facts import (
    BadBeatAwarded,
    BoxCounted,
    BoxesReceived,
    BoxSent,
    DisplaysAdjusted,
    PayoutMade,
    PayoutPrepared,
)
from croupier.room.funds.state import BoxSlip
from croupier.room.logbook import Entry
from croupier.views.narration.wording import drawn
from croupier.views.recorded_hands import moves_of
from croupier.views.reports.definition import Book, Cell, Column, Kind, Line

# --- boxes ---------------------------------------------------------------------------------------


def _boxes(book: Book) -> Iterator[Line]:
    arrived = set[str]()
    for entry in book.house:
        if isinstance(entry.fact, BoxesReceived):
            arrived |= {slip.key for slip in entry.fact.slips}
            yield from _received(entry)
    for log in book.tables.values():
        for entry in log:
            if isinstance(entry.fact, BoxCounted | BoxSent) and entry.fact.slip.key not in arrived:
                yield _box(entry.at, entry.fact.slip, None, "on the way")


def _received(entry: Entry) -> Iterator[Line]:
    fact: BoxesReceived = entry.fact
    if fact.counts:
        for slip, counted in zip(fact.slips, fact.counts, strict=True):
            yield _box(entry.at, slip, counted, entry.by.name)
        return
    for slip in fact.slips:
        yield _box(entry.at, slip, None, entry.by.name)
    before = sum(slip.counted or 0 for slip in fact.slips)  # the cage verified them together
    boxes = f"{len(fact.slips)} boxes together"
    cells: tuple[Cell, ...] = (fact.name, boxes, fact.day, None, None, fact.counted)
    yield Line(entry.at, "", (*cells, fact.counted - before, "", "", "", entry.by.name))


def _box(at: datetime, slip: BoxSlip, cage: int | None, cashier: str) -> Line:
    last = cage if cage is not None else slip.counted
    difference = None if last is None else last - slip.total
    cells: tuple[Cell, ...] = (slip.fund, slip.key, slip.day, slip.total, slip.counted, cage)
    signed = (slip.dealer, slip.supervisor, slip.security, cashier)
    return Line(at, slip.table, (*cells, difference, *signed))


BOXES_REPORT = Kind(
    "boxes",
    "bad beat boxes: what left the pots, what was counted, and what the house bears",
    "POKER 19(e)",
    (
        Column("fund", "key"),
        Column("box"),
        Column("taken on"),
        Column("by the log", "money"),
        Column("table count", "money"),
        Column("cage count", "money"),
        Column("difference", "money"),
        Column("dealer"),
        Column("supervisor"),
        Column("security"),
        Column("cashier"),
    ),
    _boxes,
)

# --- displays ------------------------------------------------------------------------------------


def _displays(book: Book) -> Iterator[Line]:
    for entry in book.house:
        fact = entry.fact
        if not isinstance(fact, DisplaysAdjusted):
            continue
        for name, shown in fact.readings.items():
            amounts = (fact.before.get(name), shown, fact.balance)
            people = (entry.by.name, fact.supervisor.name)
            yield Line(entry.at, "", (fact.name, name, *amounts, fact.reason, *people))


DISPLAYS_REPORT = Kind(
    "displays",
    "displays of bad beat funds: every adjustment",
    "POKER 19(h)",
    (
        Column("fund", "key"),
        Column("display", "key"),
        Column("old", "reading"),
        Column("new", "reading"),
        Column("by the ledger", "reading"),
        Column("reason"),
        Column("accounting"),
        Column("supervisor"),
    ),
    _displays,
)

# --- totals --------------------------------------------------------------------------------------

FUND, RESERVE, PAYABLE, PURSE = "fund", "reserve", "payable", "purse"


def _totals(book: Book) -> Iterator[Line]:
    """What every move did to a fund: collected = paid + transferred + held + balance."""
    for entry in book.house:
        for move in moves_of(entry):
            source, target = _lies(move.source), _lies(move.target)
            for (place, name), other, sign in ((source, target, -1), (target, source, 1)):
                if place not in (FUND, RESERVE, PAYABLE):
                    continue
                chips = sign * move.chips
                outside = other[0] in (CAGE, PURSE)
                elsewhere = not outside and other[1] != name
                sums = (
                    chips if outside and sign > 0 else 0,
                    -chips if outside and sign < 0 else 0,
                    -chips if elsewhere else 0,
                    chips if place == RESERVE else 0,
                    chips if place != RESERVE else 0,
                )
                yield Line(entry.at, "", (name, *sums))


def _lies(account: Account) -> tuple[str, str]:
    """An account of the house as its place and the fund it belongs to."""
    place, _, name = account.partition(":")
    return place, name


FUNDS_REPORT = Kind(
    "funds",
    "bad beat money: what was collected, and how it was paid out or held",
    "POKER 19(j)",
    (
        Column("fund", "key"),
        Column("collected", "money"),
        Column("paid", "money"),
        Column("transferred", "money"),  # to other funds, less what came from them
        Column("held", "money"),
        Column("balance", "money"),  # what may be won, and what is won and not handed over
    ),
    _totals,
)

# --- payouts -------------------------------------------------------------------------------------


def _payouts(book: Book) -> Iterator[Line]:
    prepared: dict[int, PayoutPrepared] = {}
    handed: dict[tuple[int, str], Entry] = {}
    for entry in book.house:
        match entry.fact:
            case PayoutPrepared(number=number):
                prepared[number] = entry.fact
            case PayoutMade(number=number, person=person):
                handed[number, person] = entry
            case _:
                pass
    for entry in book.house:
        if isinstance(entry.fact, BadBeatAwarded):
            for person, chips in entry.fact.shares.items():
                given = handed.get((entry.fact.number, person))
                yield _share(entry, person, chips, prepared.get(entry.fact.number), given)


def _share(
    entry: Entry, person: str, chips: int, form: PayoutPrepared | None, given: Entry | None
) -> Line:
    fact: BadBeatAwarded = entry.fact
    slip = fact.slip
    cells: tuple[Cell, ...] = (
        fact.number,
        fact.name,
        slip.round,
        drawn(slip.cards),
        slip.loser,
        slip.verified_by.name,
        slip.at,
        person,
        chips,
        chips if given else 0,
        form.form.replace("_", " ") if form else None,
        form.place if form else None,
        given.by.name if given else None,
        given.at if given else None,
    )
    return Line(entry.at, slip.table, cells)


PAYOUTS_REPORT = Kind(
    "payouts",
    "bad beat payouts: the hand, who verified it, and who got what",
    "POKER 19(f)",
    (
        Column("payout", "number"),
        Column("fund", "key"),
        Column("hand", "number"),
        Column("cards"),
        Column("lost by"),
        Column("verified by"),
        Column("verified at", "time"),
        Column("receiver"),
        Column("amount", "money"),
        Column("handed over", "money"),
        Column("form"),
        Column("place"),
        Column("brought by"),
        Column("brought at", "time"),
    ),
    _payouts,
)
