"""The room as its floor sees it: every table at a glance, what is due, who waits, who is out.

It holds only what a spectator could see, and the house's own records: no hidden cards.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from msgspec import Struct

from croupier.chips import Chips
from croupier.room.funds.state import Found, Payout
from croupier.room.house import decide as houses
from croupier.room.house.decide import gaming_day
from croupier.room.house.state import House, Removal, Submissions
from croupier.room.logbook import Procedure
from croupier.room.seating.decide import called, kind_of
from croupier.room.seating.state import Call, Kind, Waits
from croupier.room.table.duties import due
from croupier.room.table.state import Table
from croupier.rules.seating_sign import announced
from croupier.rules.stakes import stakes
from croupier.views.printed.rulebook_revenue import rake_words
from croupier.views.reports.definition import Book
from croupier.views.screen.naming import family, table_name

SPANS = {"count": "count_minutes", "sort": "sort_minutes", "change": "change_minutes"}


class DueSeen(Struct, frozen=True):
    """A procedure, and how much of its interval has gone by."""

    what: str
    by: datetime
    clause: str
    words: str
    late: bool
    span: float = 0.0  # seconds of the whole interval; 0: it has none


class Sitter(Struct, frozen=True):
    """A player at a table."""

    seat: int
    person: str
    chips: Chips
    state: str  # in, folded, away, out, leaving, or nothing between rounds


class CallSeen(Struct, frozen=True):
    """A player who called the floor and waits for an answer (POKER 15(b))."""

    person: str
    seat: int
    about: str
    at: datetime


class DisputeSeen(Struct, frozen=True):
    """A dispute as it was last decided."""

    dispute: str
    ruling: str
    reason: str
    by: str
    final: bool


class TableOnFloor(Struct, frozen=True):
    """One table."""

    name: str
    game: str
    title: str
    called: str  # what the table is called
    family: str
    stakes: str
    document: str  # which rules it is under
    status: str
    places: int
    playing: bool
    round: int
    street: str
    asked: tuple[int, ...]  # the seats whose answer is awaited
    seats: tuple[Sitter, ...]
    free: tuple[int, ...]  # free seats to which no player was called
    kind: Kind  # the type of table that players wait for
    announces: str  # which seats may be announced
    paused: str
    paused_at: datetime | None
    due: tuple[DueSeen, ...]
    disputes: tuple[DisputeSeen, ...]
    removed: tuple[Removal, ...]  # who has yet to leave a seat
    beats: tuple[Found, ...]  # bad beats that wait to be verified
    calls: tuple[CallSeen, ...]  # for the floor


class WaitingList(Struct, frozen=True):
    """The waiting list of one type of table."""

    kind: Kind
    words: str
    line: tuple[Waits, ...]
    calls: tuple[Call, ...]  # whose seats are kept


class HouseOnFloor(Struct, frozen=True):
    """What the tables share."""

    day: str
    shift: str
    due: tuple[DueSeen, ...]
    lists: tuple[WaitingList, ...]
    out: tuple[Removal, ...]  # people barred from play in this room
    payouts: tuple[Payout, ...]  # bad beats that are not paid in full
    submissions: Submissions
    rake: tuple[str, ...]  # every version of the rake rules, in words


def table_on_floor(life: Table, at: datetime, house: House) -> TableOnFloor:
    """A table, and everything that waits for the floor there."""
    state = life.round if life.playing else None
    places = life.sign.seats or life.game.players.most
    taken = set(life.seats)
    return TableOnFloor(
        name=life.name,
        game=life.game.key,
        title=life.game.heading,
        called=table_name(life.name, life.game),
        family=family(life.game),
        stakes=stakes(life.game, life.sign),
        document=life.game.document.name,
        status=life.status,
        places=places,
        playing=life.playing,
        round=life.rounds + life.playing,
        street=state.step.street if state and state.at < len(state.script) else "",
        asked=tuple(turn.actor for turn in state.turns if turn.actor) if state else (),
        seats=tuple(_sitter(life, seat) for seat in sorted(taken)),
        free=tuple(
            seat
            for seat in range(1, places + 1)
            if seat not in taken and called(life, seat, house) is None
        ),
        kind=kind_of(life),
        announces=announced(life.game, life.sign),
        paused=life.custody.paused,
        paused_at=life.custody.paused_at,
        due=tuple(_due(life, one, at) for one in due(life, at, house)),
        disputes=tuple(
            DisputeSeen(one.dispute, one.ruling, one.reason, one.by, one.final)
            for one in life.conduct.rulings.values()
        ),
        removed=tuple(life.conduct.leaving.values()),
        beats=life.box.found,
        calls=open_calls(life),
    )


def open_calls(life: Table) -> tuple[CallSeen, ...]:
    """The players who called the floor and wait for an answer, the first first."""
    seats = {held.person: seat for seat, held in life.seats.items()}
    waiting = [
        CallSeen(person, seats[person], call.about, call.at)
        for person, call in life.conduct.calls.items()
        if not call.answer and person in seats
    ]
    return tuple(sorted(waiting, key=lambda call: call.at))


def _sitter(life: Table, seat: int) -> Sitter:
    held, hand = life.seats[seat], life.round.hands.get(seat) if life.round else None
    if seat in life.conduct.leaving:
        state = "leaving"
    elif held.away is not None:
        state = "away"
    elif held.out:
        state = "out"
    elif hand is not None and life.playing:
        state = hand.out or "in"
    else:
        state = ""
    return Sitter(seat, held.person, life.stacks[seat], state)


def _due(life: Table, one: Procedure, at: datetime) -> DueSeen:
    minutes = getattr(life.custody.procedures, SPANS[one.what]) if one.what in SPANS else 0
    return _shown(one, at, timedelta(minutes=minutes))


def _shown(one: Procedure, at: datetime, span: timedelta = timedelta()) -> DueSeen:
    late = one.by < at
    return DueSeen(one.what, one.by, one.clause, one.words, late, span / timedelta(seconds=1))


def house_on_floor(house: House, at: datetime, tables: Iterable[Table]) -> HouseOnFloor:
    """What the tables share, and what waits for the floor there."""
    book = Book(day_starts=house.dawn, shifts=house.shifts)
    kept = [
        call
        for life in tables
        for seat in range(1, (life.sign.seats or life.game.players.most) + 1)
        if seat not in life.seats and (call := called(life, seat, house)) is not None
    ]
    kinds = dict.fromkeys([waits.kind for waits in house.waiting.line] + [c.kind for c in kept])
    return HouseOnFloor(
        day=gaming_day(house, at),
        shift=book.period("shift", at),
        due=tuple(_shown(one, at) for one in houses.due(house, at)),
        lists=tuple(
            WaitingList(
                kind,
                kind.words,
                house.waiting.of(kind),
                tuple(call for call in kept if call.kind == kind),
            )
            for kind in kinds
        ),
        out=tuple(house.exclusions.out.values()),
        payouts=tuple(one for one in house.funds.payouts if set(one.handed) != set(one.shares)),
        submissions=house.submissions,
        rake=tuple(rake_words(version.rules) for version in house.submissions.rake),
    )
