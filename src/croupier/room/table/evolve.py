"""How facts change a table, and its log written and read back."""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import or_

from msgspec.structs import replace

from croupier.engine.event import RoundEvent
from croupier.engine.events import (
    AnyEvent,
    BadBeatFound,
    Placed,
    PotAwarded,
    Reshuffled,
    RoundOpened,
)
from croupier.engine.evolve import evolve as evolve_round
from croupier.engine.play import opening
from croupier.refused import Refused
from croupier.room.cage import evolve as cage
from croupier.room.cage.ledger import post
from croupier.room.conduct import evolve as conduct
from croupier.room.custody import evolve as custody
from croupier.room.custody.cards_there import left_on_table
from croupier.room.custody.facts import DeckDealt
from croupier.room.custody.state import Custody, put_away
from croupier.room.funds import evolve as funds
from croupier.room.house.people import HOUSE_DEALER, is_automated
from croupier.room.logbook import Entry, Evolvers, TableFact, entry_codec, within
from croupier.room.seating import evolve as seating
from croupier.room.seating.evolve import changed
from croupier.room.seating.lineup import owed_again, seats_after
from croupier.room.seating.state import Seating
from croupier.room.table.button import moved_on
from croupier.room.table.facts import (
    ButtonPlaced,
    ClockStarted,
    ClockStopped,
    RoundCalledOff,
    SignPosted,
    TableClosed,
    TableOpened,
    TableSetUp,
    TimeAllowed,
    TurnPassed,
)
from croupier.room.table.pace import is_betting, player_of
from croupier.room.table.state import Pace, Table
from croupier.rules.game import Game
from croupier.rules.readings import as_logged

# --- opening and closing ---------------------------------------------------------------------


def founded(entry: Entry[TableSetUp], find: Callable[[str], Game]) -> Table:
    """The table as the first line of its log leaves it; `find` gives the game of a key."""
    fact = entry.fact
    game = find(fact.game)
    return Table(
        name=fact.name,
        game=game,
        sign=as_logged(game, fact.sign),
        accounts=post({}, fact.moves),
        custody=Custody(procedures=fact.procedures),
    )


def _opened(table: Table, entry: Entry[TableOpened]) -> Table:
    return replace(table, status="open", opened=entry.at, approvals=entry.fact.approvals)


def _closed(table: Table, entry: Entry[TableClosed]) -> Table:
    return replace(
        table,
        status="closed",
        button=0,
        kill=0,
        killed=False,
        seats={},
        seating=Seating(),
        proposal=None,
        custody=put_away(table.custody),
        conduct=replace(table.conduct, leaving={}),
    )


def _posted(table: Table, entry: Entry[SignPosted]) -> Table:
    fact = entry.fact
    sign = as_logged(table.game, fact.sign)
    return replace(table, sign=sign, approvals=fact.approvals, proposal=None)


# --- rounds ----------------------------------------------------------------------------------


def _placed(table: Table, entry: Entry[ButtonPlaced]) -> Table:
    return replace(table, button=entry.fact.seat)


def _round_opened(table: Table, entry: Entry[RoundOpened]) -> Table:
    fact = entry.fact
    return replace(
        table,
        round=opening(table.game, fact),
        awards=(),
        button=fact.button,
        killed=fact.killed,
        seats=seats_after(table, fact),
        pace=table.pace.asked(entry.at),
        wishes=replace(table.wishes, bomb=None),  # it was for this round, played or not
    )


def _round_event(table: Table, entry: Entry) -> Table:
    """Every event of the round in hand; the last of them closes it for the table too."""
    assert table.round is not None
    state, fact = evolve_round(table.round, entry.fact), entry.fact
    awards = (*table.awards, fact) if isinstance(fact, PotAwarded) else table.awards
    after = _waited(replace(table, round=state, awards=awards), entry)
    if isinstance(fact, Reshuffled):
        after = replace(after, custody=custody.unsealed(after.custody))
    if not state.done or table.round.done:  # a hand shown afterward closes nothing
        return after
    after = left_on_table(after, state)
    if state.undone:
        after = replace(after, seats=owed_again(after.seats))
    return moved_on(after, state, awards)


def _bad_beat(table: Table, entry: Entry[BadBeatFound]) -> Table:
    return funds.noted(_round_event(table, entry), entry, number=table.rounds + 1)


def _called_off(table: Table, entry: Entry[RoundCalledOff]) -> Table:
    assert table.round is not None
    return replace(table, round=replace(table.round, done=True, turns=()))


# --- the clock -------------------------------------------------------------------------------


def _allowed(table: Table, entry: Entry[TimeAllowed]) -> Table:
    fact = entry.fact
    pace, seat = table.pace, fact.seat
    lost = fact.why == "connection" and seat not in pace.protected
    pace = replace(
        pace,
        allowed={**pace.allowed, seat: pace.allowed.get(seat, 0.0) + fact.seconds},
        protected=(*pace.protected, seat) if lost else pace.protected,
    )
    held = table.seats[player := player_of(table, seat)]
    passed = 0 if fact.why == "reserve" else held.passed  # a player who asks for time is there
    spent = held.spent + fact.reserve
    return changed(replace(table, pace=pace), player, spent=spent, passed=passed)


def _stopped(pace: Pace, entry: Entry[ClockStopped]) -> Pace:
    return replace(pace, since=None, ran=pace.elapsed(entry.at), stopped=entry.by.name)


def _started(pace: Pace, entry: Entry[ClockStarted]) -> Pace:
    return replace(pace, since=entry.at, ran=entry.fact.ran, stopped="")


def _passed(table: Table, entry: Entry[TurnPassed]) -> Table:
    seat = entry.fact.seat
    return changed(table, seat, passed=table.seats[seat].passed + 1)


def _waited(table: Table, entry: Entry) -> Table:
    """The table after an event of the round: its player is present, and the clock restarts."""
    if entry.by.role == "player":
        for seat, held in table.seats.items():
            if held.passed and held.person == entry.by.name:
                table = changed(table, seat, passed=0)
    if not is_betting(table):
        return replace(table, pace=table.pace.asked(entry.at))
    if isinstance(entry.fact, Placed):
        return replace(table, pace=replace(table.pace, placed=entry.at))
    return table


# --- the log ---------------------------------------------------------------------------------

_PACE: Evolvers[Pace] = {ClockStopped: _stopped, ClockStarted: _started}
EVOLVE: Evolvers[Table] = {
    TableOpened: _opened,
    TableClosed: _closed,
    SignPosted: _posted,
    ButtonPlaced: _placed,
    RoundOpened: _round_opened,
    BadBeatFound: _bad_beat,
    RoundCalledOff: _called_off,
    TimeAllowed: _allowed,
    TurnPassed: _passed,
    **within("pace", _PACE),
    **within("custody", custody.EVOLVE),
    **within("charges", cage.CHARGES),
    **within("tray", cage.TRAY),
    **within("wishes", seating.WISHES),
    **seating.SEATS,
    **funds.BOX,
    **conduct.EVOLVE,
}
AnyFact: object = AnyEvent | reduce(or_, TableFact.__subclasses__())
write_entry, read_entry = entry_codec(AnyFact)


def evolve(table: Table, entry: Entry) -> Table:
    """The table after one more line of its log."""
    fact = entry.fact
    if moves := getattr(fact, "moves", ()):
        table = replace(table, accounts=post(table.accounts, moves))
    if entry.by.role == "dealer" and (table.dealt_by_person or isinstance(fact, DeckDealt)):
        dealer = HOUSE_DEALER if is_automated(entry.by) else entry.by
        table = table if dealer == table.dealer else replace(table, dealer=dealer)
    if change := EVOLVE.get(type(fact)):
        return change(table, entry)
    return _round_event(table, entry) if isinstance(fact, RoundEvent) else table


def replay(entries: Iterable[Entry], find: Callable[[str], Game]) -> Table:
    """Fold a log back into its table; `find` gives the game of a key."""
    lines = iter(entries)
    first = next(lines, None)
    if first is None or not isinstance(first.fact, TableSetUp):
        raise Refused("FIELD log", "the log of a table must begin with its setup")
    return reduce(evolve, lines, founded(first, find))
