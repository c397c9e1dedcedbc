"""The automated shuffler: loaded, done, jammed, removed (POKER 5(a), 15(p)-(q); THB 13(e), (g))."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.refused import Refused
from croupier.room.custody import facts as told
from croupier.room.custody import orders as say
from croupier.room.custody.counting import remove, wrong_count
from croupier.room.custody.preparation import shufflable
from croupier.room.custody.state import by_method, machine_clause, shuffler, waived
from croupier.room.logbook import Order

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


def check_working(life: "TableLife") -> None:
    """Refuse to rely on a shuffler that failed."""
    if life.custody.device == "jammed" and shuffler(life) != "none":
        why = "the shuffler failed: clear it by the approved procedure, or remove it"
        raise Refused(machine_clause(life.game, "(p)", "(e)"), why)


def _loaded(life: "TableLife") -> str:
    """The deck in the device, or nothing."""
    inside = (deck.name for deck in life.custody.decks.values() if deck.status == "shuffling")
    return next(inside, "")


def _posted(life: "TableLife") -> None:
    if shuffler(life) == "none":
        raise Refused("SIGN shuffler", "no automated shuffler is used at this table")


def _load(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.LoadShuffler = order.says
    _posted(life)
    check_working(life)
    clause = life.game.own(says.clause)
    if _loaded(life):
        raise Refused(clause, f"deck {_loaded(life)} is in the shuffler")
    deck = shufflable(life, says.deck, says.clause)
    return [told.ShufflerLoaded(clause=clause, deck=deck.name)]


def _finish(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: say.FinishShuffle = order.says
    _posted(life)
    check_working(life)
    clause, deck = life.game.own(says.clause), life.custody.deck(says.deck)
    if deck.status != "shuffling":
        raise Refused(clause, f"deck {deck.name} is not in the shuffler")
    done = told.DeckShuffled(clause=clause, deck=deck.name, how="device")
    counting = shuffler(life) == "counting"
    if counting != (says.count >= 0):
        does = "says how many cards it found" if counting else "does not count"
        raise Refused("FIELD count", f"this shuffler {does}")
    if not counting:
        return [done]
    count = told.DeckCounted(
        clause=_counts(life),
        deck=deck.name,
        what="device",
        expected=life.game.deck,
        counted=says.count,
        waives=waived(life),
    )
    return [done, count] if count.right else [count, remove(life, deck.name, wrong_count(count))]


def _counts(life: "TableLife") -> str:
    """The clause on a shuffler that counts; FLOP and TCJ have it for the automated shoe only."""
    if not life.game.banked:
        return "POKER 6(e)(5)"
    return by_method(life, *life.game.document.counting)


def _jam(life: "TableLife", order: Order, house: "House") -> list[Any]:
    _posted(life)
    clause = machine_clause(life.game, "(p)", "(e)")
    if life.custody.device == "jammed":
        raise Refused(clause, "the shuffler is out of order already")
    if not order.says.reason.strip():
        raise Refused("FIELD reason", "say what happened to the shuffler")
    return [told.ShufflerJammed(clause=clause, deck=_loaded(life), reason=order.says.reason)]


def _clear(life: "TableLife", order: Order, house: "House") -> list[Any]:
    clause = machine_clause(life.game, "(p)", "(e)")
    if life.custody.device != "jammed":
        raise Refused(clause, "the shuffler has not failed")
    if not order.says.procedure.strip():
        raise Refused(clause, "name the approved procedure")
    return [told.ShufflerCleared(clause=clause, procedure=order.says.procedure)]


def _remove(life: "TableLife", order: Order, house: "House") -> list[Any]:
    _posted(life)
    life.check_between("POKER 1 round of play")
    if not order.says.reason.strip():
        raise Refused("FIELD reason", "say why the shuffler is removed")
    clause = machine_clause(life.game, "(q)", "(g)")
    return [told.ShufflerRemoved(clause=clause, deck=_loaded(life), reason=order.says.reason)]


def _install(life: "TableLife", order: Order, house: "House") -> list[Any]:
    life.check_between("POKER 1 round of play")
    clause = machine_clause(life.game, "(q)", "(g)")
    if life.sign.shuffler == "none" or life.custody.device != "removed":
        raise Refused(clause, "no shuffler was removed from this table")
    return [told.ShufflerInstalled(clause=clause)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    say.LoadShuffler: _load,
    say.FinishShuffle: _finish,
    say.ReportJam: _jam,
    say.ClearShuffler: _clear,
    say.RemoveShuffler: _remove,
    say.InstallShuffler: _install,
}
