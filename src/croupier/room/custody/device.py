"""The automated shuffler: loaded, done, jammed, removed (POKER 5(a), 15(p)-(q); THB 13(e), (g))."""

from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.custody.counting import OfDeck, remove, wrong_count
from croupier.room.custody.decide import by_method, check_working, machine_clause, shuffler, waived
from croupier.room.custody.facts import (
    DeckCounted,
    DeckShuffled,
    ShufflerCleared,
    ShufflerInstalled,
    ShufflerJammed,
    ShufflerLoaded,
    ShufflerRemoved,
)
from croupier.room.custody.orders import shufflable
from croupier.room.house.people import DEALER, FLOOR, TABLE_STAFF
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import House
from croupier.room.logbook import Command, Order, given_by
from croupier.room.table.state import Table, TableDeciders


@given_by(DEALER, "POKER 5(a)", "load the shuffler", by_room=True)
class LoadShuffler(OfDeck, frozen=True, kw_only=True):
    """Put a deck into the automated shuffler."""


@given_by(DEALER, "POKER 5(a)", "take a deck from the shuffler", by_room=True)
class FinishShuffle(OfDeck, frozen=True, kw_only=True):
    """The automated shuffler is done; one that counts counts: `count` is required."""

    count: int = -1  # -1: the device does not count


@given_by(TABLE_STAFF, "POKER 15(p)", "report a failing shuffler")
class ReportJam(Command, frozen=True, kw_only=True):
    """Report that the shuffler jams, stops, or does not complete its cycle."""

    reason: str


@given_by(TABLE_STAFF, "POKER 15(p)", "clear the shuffler")
class ClearShuffler(Command, frozen=True, kw_only=True):
    """Record that the shuffler works again, by the approved procedure."""

    procedure: str


@given_by(FLOOR, "POKER 15(q)", "remove the shuffler")
class RemoveShuffler(Command, frozen=True, kw_only=True):
    """Take the shuffler off the table: from now on the cards are shuffled by hand."""

    reason: str


@given_by(FLOOR, "POKER 15(q)", "install a shuffler")
class InstallShuffler(Command, frozen=True, kw_only=True):
    """Put a working shuffler back on the table."""


def _loaded(table: Table) -> str:
    """The deck in the device, or nothing."""
    inside = (deck.name for deck in table.custody.decks.values() if deck.status == "shuffling")
    return next(inside, "")


def _posted(table: Table) -> None:
    if shuffler(table) == "none":
        raise Refused("SIGN shuffler", "no automated shuffler is used at this table")


def _load(table: Table, order: Order[LoadShuffler], house: House) -> list[Event]:
    says = order.says
    _posted(table)
    check_working(table)
    clause = table.game.own(says.clause)
    if _loaded(table):
        raise Refused(clause, f"deck {_loaded(table)} is in the shuffler")
    deck = shufflable(table, says.deck, says.clause)
    return [ShufflerLoaded(clause=clause, deck=deck.name)]


def _finish(table: Table, order: Order[FinishShuffle], house: House) -> list[Event]:
    says = order.says
    _posted(table)
    check_working(table)
    clause, deck = table.game.own(says.clause), table.custody.deck(says.deck)
    if deck.status != "shuffling":
        raise Refused(clause, f"deck {deck.name} is not in the shuffler")
    done = DeckShuffled(clause=clause, deck=deck.name, how="device")
    counting = shuffler(table) == "counting"
    if counting != (says.count >= 0):
        does = "counts: `count` is required" if counting else "does not count: leave `count` out"
        raise Refused("FIELD count", f"this shuffler {does}")
    if not counting:
        return [done]
    count = DeckCounted(
        clause=_counts(table),
        deck=deck.name,
        what="device",
        expected=table.game.deck,
        counted=says.count,
        waives=waived(table),
    )
    return [done, count] if count.right else [count, remove(table, deck.name, wrong_count(count))]


def _counts(table: Table) -> str:
    """The clause on a shuffler that counts; FLOP and TCJ have it for the automated shoe only."""
    if not table.game.banked:
        return table.game.own("POKER 6(e)(5)")
    return by_method(table, *table.game.document.counting)


def _jam(table: Table, order: Order[ReportJam], house: House) -> list[Event]:
    _posted(table)
    clause = machine_clause(table.game, "(p)", "(e)")
    if table.custody.device == "jammed":
        raise Refused(clause, "the shuffler is already out of order")
    if not order.says.reason.strip():
        raise Refused("FIELD reason", "`reason` must say what happened to the shuffler")
    return [ShufflerJammed(clause=clause, deck=_loaded(table), reason=order.says.reason)]


def _clear(table: Table, order: Order[ClearShuffler], house: House) -> list[Event]:
    clause = machine_clause(table.game, "(p)", "(e)")
    if table.custody.device != "jammed":
        raise Refused(clause, "the shuffler has not failed")
    if not order.says.procedure.strip():
        raise Refused(clause, "`procedure` must name the approved procedure")
    approved = table.game.banked or table.game.document.approves_rake  # the club knows no approval
    if is_staffed(house) and approved:
        filed = (one.approval for one in house.submissions.of("shuffler procedure"))
        if order.says.procedure not in filed:
            raise Refused(clause, "`procedure` must be the reference of an approved procedure")
    return [ShufflerCleared(clause=clause, procedure=order.says.procedure)]


def _remove(table: Table, order: Order[RemoveShuffler], house: House) -> list[Event]:
    _posted(table)
    table.check_between("POKER 1 round of play")
    if not order.says.reason.strip():
        raise Refused("FIELD reason", "`reason` must say why the shuffler is removed")
    clause = machine_clause(table.game, "(q)", "(g)")
    return [ShufflerRemoved(clause=clause, deck=_loaded(table), reason=order.says.reason)]


def _install(table: Table, order: Order[InstallShuffler], house: House) -> list[Event]:
    table.check_between("POKER 1 round of play")
    clause = machine_clause(table.game, "(q)", "(g)")
    if table.sign.shuffler == "none" or table.custody.device != "removed":
        raise Refused(clause, "no shuffler was removed from this table")
    return [ShufflerInstalled(clause=clause)]


DECIDE: TableDeciders = {
    LoadShuffler: _load,
    FinishShuffle: _finish,
    ReportJam: _jam,
    ClearShuffler: _clear,
    RemoveShuffler: _remove,
    InstallShuffler: _install,
}
