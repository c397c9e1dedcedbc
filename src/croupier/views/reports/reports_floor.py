"""What the floor answers for: removals, decks, absences, irregularities, purchases."""

from collections.abc import Iterator, Sequence

from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.accounts import stack
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.engine.round import Round
from croupier.games import game_of
from croupier.room.conduct.facts import DisputeRuled, PlayerRemoved, RemovalNotified
from croupier.room.custody import facts as decks
from croupier.room.custody.facts import DecksDistributed
from croupier.room.house.facts import ExclusionLifted
from croupier.room.house.notices import Notice
from croupier.room.logbook import Entry
from croupier.room.seating.facts import Bought, LimitsRaised
from croupier.room.table.facts import SignPosted, TableClosed, TableOpened, TableSetUp
from croupier.rules.game import Game
from croupier.rules.seating_sign import purchase_limits
from croupier.rules.sign import TableSign
from croupier.views.narration.narrate import say
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.recorded_hands import moves_of, numbered
from croupier.views.reports.absences import absences
from croupier.views.reports.definition import Book, Cell, Column, Kind, Line

# --- removals ------------------------------------------------------------------------------------


def _removals(book: Book) -> Iterator[Line]:
    for name, log in book.tables.items():
        for entry in log:
            if isinstance(entry.fact, PlayerRemoved):
                slip = entry.fact.slip
                notice = slip.notice or _notice(log, entry)
                agent, notified = (notice.agent, notice.at) if notice else ("", None)
                lifted = _lifted(book, entry)
                again = (lifted.at, lifted.fact.reason) if lifted else (None, "")
                cells = (
                    slip.person,
                    slip.cause,
                    entry.by.name,
                    agent,
                    notified,
                    *again,
                    slip.clause,
                )
                yield Line(entry.at, name, cells)


def _notice(log: Sequence[Entry], removal: Entry) -> Notice | None:
    """The notice that was given after a removal which followed from another table."""
    person = removal.fact.slip.person
    noticed = (
        entry.fact.notice
        for entry in log
        if isinstance(entry.fact, RemovalNotified)
        and entry.fact.person == person
        and entry.at >= removal.at
    )
    return next(noticed, None)


def _lifted(book: Book, removal: Entry) -> Entry | None:
    """When the same person was let in again, if ever."""
    person = removal.fact.slip.person
    return next(
        (
            entry
            for entry in book.house
            if isinstance(entry.fact, ExclusionLifted)
            and entry.fact.person == person
            and entry.at >= removal.at
        ),
        None,
    )


REMOVALS_REPORT = Kind(
    "removals",
    "players who were removed, and the notice to the IEB",
    "POKER 16(b)",
    (
        Column("person"),
        Column("cause"),
        Column("removed by"),
        Column("IEB agent"),
        Column("notified at", "time"),
        Column("let in again", "time"),
        Column("reason"),
        Column("clause"),
    ),
    _removals,
)

# --- decks ---------------------------------------------------------------------------------------

STEPS: dict[type, str] = {
    DecksDistributed: "distribution",
    decks.DecksReceived: "receipt",
    decks.DeckInspected: "opening and inspection",
    decks.DeckVerified: "verification",
    TableOpened: "table opens",
    decks.DeckPutInPlay: "rotation",
    decks.DeckSorted: "sort",
    decks.DeckCounted: "count",
    decks.HandsCounted: "count of returned hands",
    decks.DeckRemoved: "removal",
    decks.ShufflerJammed: "shuffler alarm",
    decks.ShufflerRemoved: "shuffler removed",
    decks.ShufflerInstalled: "shuffler installed",
    TableClosed: "table closes",
}


def _decks(book: Book) -> Iterator[Line]:
    for entry in book.house:
        if isinstance(entry.fact, DecksDistributed):
            yield _step(entry.fact.table, entry)
    for name, log in book.tables.items():
        for entry in log:
            if type(entry.fact) in STEPS:
                yield _step(name, entry)


def _step(table: str, entry: Entry) -> Line:
    fact = entry.fact
    line, deck = narrate_room(fact), getattr(fact, "deck", "")
    counts = (fact.expected, fact.counted) if isinstance(fact, decks.DeckCounted) else (None, None)
    who = f"{entry.by.name} ({entry.by.role.replace('_', ' ')})"
    cells: tuple[Cell, ...] = (STEPS[type(fact)], 1, deck, line.words, *counts, who, line.clause)
    return Line(entry.at, table, cells)


DECKS_REPORT = Kind(
    "decks",
    "decks: receipt, inspection, rotation, sorts, changes, counts, removals",
    "POKER 2",
    (
        Column("step", "key"),
        Column("times", "count"),
        Column("deck"),
        Column("what"),
        Column("expected", "number"),
        Column("counted", "number"),
        Column("by"),
        Column("clause"),
    ),
    _decks,
)

# --- absences ------------------------------------------------------------------------------------


def _absences(book: Book) -> Iterator[Line]:
    for name, log in book.tables.items():
        for away in absences(log):
            back, out = away.returned, away.stake
            gone = "away" if away.lifted_at is None else "back" if back is not None else "gave up"
            by = away.lifted_by.name if away.lifted_by else None
            cells: tuple[Cell, ...] = (away.person, away.seat, away.method, out, back)
            difference = None if back is None else back - out
            ends = (difference, gone, away.held_by.name, by, away.lifted_at)
            yield Line(away.held_at, name, (*cells, *ends))


ABSENCES_REPORT = Kind(
    "absences",
    "stakes held for absent players: out, in, difference",
    "POKER 7(c)(5)",
    (
        Column("person"),
        Column("seat", "number"),
        Column("method", "key"),
        Column("out", "money"),
        Column("in", "money"),
        Column("difference", "money"),
        Column("state"),
        Column("held by"),
        Column("returned by"),
        Column("returned at", "time"),
    ),
    _absences,
)

# --- irregularities ------------------------------------------------------------------------------

IRREGULAR = (
    engine_events.Noted,
    engine_events.CardRemoved,
    engine_events.HandVoided,
    engine_events.RoundVoided,
    faults.Exposed,
    faults.Exchanged,
    faults.Elected,
    faults.HandDead,
    faults.HandRefunded,
    faults.Misdealt,
    faults.CalledDead,
    decks.HandsVoided,
    DisputeRuled,
)
TYPES: dict[type, str] = {
    engine_events.CardRemoved: "card not used",
    faults.Exposed: "exposed card",
    faults.Exchanged: "exposed card exchanged",
    faults.Elected: "exposed card, election",
    decks.HandsVoided: "wrong count",
    DisputeRuled: "dispute",
}


def _irregularities(book: Book) -> Iterator[Line]:
    for name, log in book.tables.items():
        state: Round | None = None
        for number, entry in numbered(log):
            fact = entry.fact
            if isinstance(fact, engine_events.RoundOpened):
                state = opening(game_of(fact.game), fact)
                continue
            if isinstance(fact, IRREGULAR):
                yield Line(entry.at, name, (number, *_irregular(state, entry)))
            if state is not None and isinstance(fact, engine_events.AnyEvent):
                state = evolve(state, fact)


def _irregular(state: Round | None, entry: Entry) -> tuple[Cell, ...]:
    fact = entry.fact
    if isinstance(fact, engine_events.AnyEvent):
        assert state is not None  # an event lies in a round
        line = say(state, fact)
    else:
        line = narrate_room(fact)
    words = line.words if line else ""
    kind = TYPES.get(type(fact)) or getattr(fact, "kind", "") or "void hand"
    back = sum(move.chips for move in moves_of(entry) if move.target.startswith("stack:"))
    return kind.replace("_", " "), 1, fact.clause, words, back, entry.by.name


IRREGULARITIES_REPORT = Kind(
    "irregularities",
    "irregularities and disputes: what was ruled, and what went back",
    "POKER 15",
    (
        Column("hand", "number"),
        Column("type", "key"),
        Column("times", "count"),
        Column("clause"),
        Column("ruling"),
        Column("to players", "money"),
        Column("by"),
    ),
    _irregularities,
)

# --- purchases -----------------------------------------------------------------------------------


def _purchases(book: Book) -> Iterator[Line]:
    for name, log in book.tables.items():
        setup: TableSetUp = log[0].fact
        game, sign = game_of(setup.game), setup.sign
        stacks, spent = dict[str, int](), dict[str, int]()
        for entry in log:
            for move in moves_of(entry):
                stacks[move.source] = stacks.get(move.source, 0) - move.chips
                stacks[move.target] = stacks.get(move.target, 0) + move.chips
            match entry.fact:
                case SignPosted(sign=posted) | LimitsRaised(sign=posted):
                    sign = posted
                case TableClosed():
                    spent = {}
                case Bought(person=person, seat=seat):
                    fresh = sum(m.chips for m in entry.fact.moves) - entry.fact.carried
                    spent[person] = spent.get(person, 0) + fresh
                    then = (stacks[stack(seat)], spent[person])
                    cells = _purchase(game, sign, entry.fact, fresh, *then)
                    yield Line(entry.at, name, cells)
                case _:
                    pass


def _purchase(
    game: Game, sign: TableSign, fact: Bought, fresh: int, stack_then: int, in_all: int
) -> tuple[Cell, ...]:
    limits = purchase_limits(game, sign)
    pairs = ((fresh, limits.each), (stack_then, limits.stack_after), (in_all, limits.total))
    within = all(not most or had <= most for had, most in pairs) or not fresh
    limited = (fact.form, fresh, limits.each or None, stack_then, limits.stack_after or None)
    ends = (in_all, limits.total or None, "yes" if within else "no")
    return fact.person, *limited, *ends


PURCHASES_REPORT = Kind(
    "purchases",
    "chips bought by every player, against what may be bought",
    "BBC buy",
    (
        Column("person", "key"),
        Column("form"),
        Column("bought", "money"),
        Column("allowed", "reading"),
        Column("stack then", "reading"),
        Column("stack allowed", "reading"),
        Column("since the opening", "reading"),
        Column("all allowed", "reading"),
        Column("within"),
    ),
    _purchases,
)
