"""Verify a log: every command read from it, played again, must give the same events.

`replay` folds whatever it is given; this trusts nothing. From the opening and the deck it plays
the whole round again, and refuses the first line that differs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.clauses import is_citation
from croupier.engine import commands as say
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.commands import Command
from croupier.engine.events import AnyEvent, Due, read_event
from croupier.engine.play import ANNOUNCED, play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.refused import Refused, brief
from croupier.rules.game import Game
from croupier.rules.readings import as_logged

LATE = ("post", "dead")  # dues that the room adds to those of the sign
LEAST_CUT = 10
EARLIER: dict[tuple[type, str], str] = {  # an event and its clause, and what earlier logs cite
    (engine_events.Collected, "POKER 15(g)"): "POKER 15(e)",
    (engine_events.Collected, "BBC irr-misdeal"): "POKER 15(e)",
    (engine_events.Collected, "BBC irr-missing"): "POKER 15(e)",
    (faults.Exposed, "A-48"): "BBC irr-exposed",
    (faults.Exchanged, "A-48"): "BBC irr-exposed",
    (engine_events.CardRemoved, "A-48"): "BBC irr-exposed",
    (engine_events.TurnGiven, "A-48"): "BBC irr-exposed",  # for the replacement of a real card
}
TIE, TIE_EARLIER = "TCJ 11(f)", ("TCJ 11(b)", "TCJ 11(c)")


class Line(NamedTuple):
    """One line of a log: its number, its event, and all that is written there."""

    number: int
    event: AnyEvent
    written: Any


def verify_log(lines: Iterable[str | bytes], find: Callable[[str], Game]) -> Round:
    """Play the log of a whole round again and return its end; refuse the first wrong line.

    `find` gives the game of a key. The log is unveiled: a seat's view of it cannot be verified.
    """
    log = _read(lines)
    state, expected = _open(log, find)
    at = _matched(log, 0, expected)
    while at < len(log):
        with _line(log[at]):
            state, expected = play(state, _command(state, log[at:]))
        at = _matched(log, at, expected)
    if not state.done:
        raise _refused(log[-1].number, "the log ends before the round is over")
    return state


def _refused(number: int, why: str) -> Refused:
    return Refused("FIELD log", f"line {number}: {brief(why)}")


@contextmanager
def _line(line: Line) -> Iterator[None]:
    """Add the line number to a refusal."""
    try:
        yield
    except Refused as refused:
        raise _refused(line.number, str(refused)) from None


def _read(lines: Iterable[str | bytes]) -> list[Line]:
    log: list[Line] = []
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            log.append(Line(number, read_event(text), msgspec.json.decode(text)))
        except Refused as refused:
            raise _refused(number, refused.why) from None
        except (msgspec.DecodeError, RecursionError, ValueError) as fault:  # in unknown fields
            raise _refused(number, f"not an event: {fault}") from None
    return log


# --- the opening -----------------------------------------------------------------------------


def _open(log: list[Line], find: Callable[[str], Game]) -> tuple[Round, list[AnyEvent]]:
    """Open the round from the first two lines, with every check of a new round."""
    if not log or not isinstance(log[0].event, engine_events.RoundOpened):
        raise _refused(log[0].number if log else 1, "a log must begin with the opening of a round")
    opened = log[0].event
    with _line(log[0]):
        game = find(opened.game)
        opened = replace(opened, sign=as_logged(game, opened.sign))
        log[0] = log[0]._replace(event=opened)
        own = opened.dues if opened.sign.as_recorded else None  # a hand history brings its dues
        _, (usual, *_) = _started(game, opened, ANNOUNCED[:1] * game.deck, owed=own)
        assert isinstance(usual, engine_events.RoundOpened)
        _check_dues(game, opened, usual.dues)
    if len(log) < 2 or not isinstance(log[1].event, engine_events.DeckCut):
        raise _refused(log[:2][-1].number, "the second line must be the cut deck")
    ready = log[1].event
    with _line(log[1]):
        _check_cut(ready)
        return _started(
            game,
            opened,
            ready.order,
            cut=ready.cut,
            owed=opened.dues,
            accidents=ready.accidents,
        )


def _started(
    game: Game,
    opened: engine_events.RoundOpened,
    order: Sequence[Any],
    *,
    cut: int = 0,
    owed: tuple[Due, ...] | None = None,
    accidents: Sequence[faults.Accident] = (),
) -> tuple[Round, list[AnyEvent]]:
    seats = {due.kind: due.seat for due in opened.dues}
    return start(
        game,
        opened.sign,
        opened.stacks,
        order=order,
        button=opened.button,
        cut=cut,
        straddle=seats.get("straddle", 0),
        kill=seats.get("kill", 0),
        killed_limits=opened.killed,
        bomb=opened.bomb,
        owed=owed,
        meter=opened.meter if game.banked else None,
        accidents=accidents,
    )


def _check_dues(game: Game, opened: engine_events.RoundOpened, usual: tuple[Due, ...]) -> None:
    """Check the dues against the sign; the room may add those of a late player."""
    wanted = tuple(due for due in usual if due.kind not in LATE)
    if tuple(due for due in opened.dues if due.kind not in LATE) != wanted:
        raise Refused("FIELD dues", "the dues do not match the sign")
    for due in opened.dues:
        cited = is_citation(due.clause) or not game.authorised
        if due.seat not in opened.stacks or due.chips <= 0 or not cited:
            raise Refused("FIELD dues", f"seat {due.seat} does not owe {due.chips}")


def _check_cut(ready: engine_events.DeckCut) -> None:
    most = len(ready.order) - LEAST_CUT
    if ready.cut and not LEAST_CUT <= ready.cut <= most:
        raise Refused("POKER 5(b)(2)", f"a cut must take {LEAST_CUT} to {most} cards")


# --- the commands ----------------------------------------------------------------------------

_COMMANDS: dict[type, Callable[[Any], Command]] = {
    engine_events.Ruled: lambda event: event.said,
    engine_events.Folded: lambda event: say.Fold(event.seat),
    engine_events.Checked: lambda event: say.Check(event.seat),
    engine_events.ForcedBetPlaced: lambda event: say.Call(
        event.seat
    ),  # where the opener had a choice
    engine_events.Called: lambda event: say.Call(event.seat),
    engine_events.Raised: lambda event: (say.Bet if event.kind == "bet" else say.RaiseTo)(
        event.seat, event.to
    ),
    engine_events.Discarded: lambda event: say.Discard(event.seat, event.cards),
    engine_events.Agreed: lambda event: say.Agree(event.seat, event.yes),
    engine_events.Shown: lambda event: say.Show(event.seat, event.cards),
    engine_events.Mucked: lambda event: say.Muck(event.seat),
    engine_events.Revealed: lambda event: (
        say.Demand(event.seat, () if UNKNOWN in event.cards else event.cards)
        if event.demanded
        else say.Show(event.seat, event.cards)
    ),
    engine_events.Reshuffled: lambda event: say.Reshuffle(event.order),
    engine_events.Dealt: lambda event: say.Announce(event.cards),
    engine_events.Burned: lambda event: say.Announce((event.card,)),
    engine_events.CommonDealt: lambda event: say.Announce((event.card,)),
    engine_events.Placed: lambda event: say.Place(
        event.owner or event.seat, event.spots, event.seat if event.owner else 0, event.coupon
    ),
    engine_events.BetsClosed: lambda event: say.NoMoreBets(),
    engine_events.Chose: lambda event: (
        say.Place(event.seat, {event.spot: event.chips})
        if event.does == "place"
        else _OTHERWISE[event.does](event.seat)
    ),
    engine_events.Noted: lambda event: say.Report(event.kind, event.seat, mended=True),
    engine_events.CardRemoved: lambda event: say.Report(event.kind, card=event.card),
    engine_events.HandVoided: lambda event: say.Report("player_wrong_number", event.seat),
    engine_events.RoundVoided: lambda event: say.Report(event.kind),
    faults.Exposed: lambda event: say.Report("exposed", card=event.card),
    faults.Exchanged: lambda event: say.Announce((event.card,)),
    faults.Elected: lambda event: (say.Stop if event.stops else say.PlayOn)(event.seat),
    faults.Protected: lambda event: say.Protect(event.seat),
    faults.HandDead: lambda event: (
        say.Remove(event.seat, event.clause)
        if event.kind == "removed"
        else say.Report(event.kind, event.seat, contributed=True)
    ),
    faults.HandRefunded: lambda event: say.Report(event.kind, event.seat),
    faults.Misdealt: lambda event: say.Report(event.kind),
    faults.CalledDead: lambda event: say.Report(event.kind),
}
_OTHERWISE: dict[str, Callable[[int], Command]] = {
    "fold": say.Fold,
    "check": say.Check,
    "surrender": say.Surrender,
}


def _command(state: Round, log: Sequence[Line]) -> Command:
    """The command that must have led to the next line of the log."""
    event = log[0].event
    if isinstance(event, engine_events.HouseRevealed | engine_events.Shown) and state.turn(DEALER):
        return say.Announce(event.cards)  # turned up by the dealer, who then names them
    if isinstance(event, engine_events.BoardDealt):  # one announcement may fill two boards
        run = takewhile(lambda line: isinstance(line.event, engine_events.BoardDealt), log)
        return say.Announce(sum((line.event.cards for line in run), ()))  # type: ignore[attr-defined]  # all are BoardDealt
    make = _COMMANDS.get(type(event))
    if make is None:
        raise Refused("FIELD log", f"no command begins with {_name(event)}")
    return make(event)


# --- the comparison --------------------------------------------------------------------------


def _matched(log: Sequence[Line], at: int, expected: Sequence[AnyEvent]) -> int:
    """Compare the expected events with the log; return the position after them."""
    for event in expected:
        if at == len(log):
            raise _refused(log[-1].number, f"the log ends where {_name(event)} should follow")
        _match(log[at], event)
        at += 1
    return at


def _match(line: Line, event: AnyEvent) -> None:
    event = _as_cited(line.event, event)
    if type(line.event) is not type(event):
        raise _refused(line.number, f"{_name(event)} was expected, not {_name(line.event)}")
    fields = event.__struct_fields__
    wrong = [name for name in fields if getattr(line.event, name) != getattr(event, name)]
    if wrong:
        raise _refused(line.number, f"{_name(event)} has the wrong {' and '.join(wrong)}")
    if not _says(line.written, event):
        raise _refused(line.number, f"{_name(event)} has extra fields or values of another type")


def _as_cited(logged: AnyEvent, event: AnyEvent) -> AnyEvent:
    """The event that was expected, under the clause by which earlier logs recorded it."""
    if isinstance(logged, engine_events.Settled) and isinstance(event, engine_events.Settled):
        return _settled_as_cited(logged, event)
    earlier = EARLIER.get((type(event), event.clause))
    same = earlier == logged.clause and type(logged) is type(event)
    return replace(event, clause=earlier) if same else event


def _settled_as_cited(
    logged: engine_events.Settled, event: engine_events.Settled
) -> engine_events.Settled:
    """Equal hands of Two Card Joker were cited under the odds of each wager, and not as a tie."""
    outcomes = tuple(
        replace(due, clause=said.clause)
        if due.clause == TIE and said.clause in TIE_EARLIER
        else due
        for said, due in zip(logged.outcomes, event.outcomes, strict=False)
    )
    return replace(event, outcomes=(*outcomes, *event.outcomes[len(outcomes) :]))


def _says(written: Any, value: Any) -> bool:
    """Whether JSON says this value and no more; fields with default values may be left out."""
    if isinstance(written, dict):
        named = _named(value)
        return all(key in named and _says(part, named[key]) for key, part in written.items())
    if isinstance(written, list):
        items = msgspec.structs.astuple(value) if isinstance(value, msgspec.Struct) else value
        return len(written) == len(items) and all(map(_says, written, items))
    return bool(written == msgspec.to_builtins(value))  # reading it has checked the type


def _named(value: Any) -> dict[Any, Any]:
    """What JSON calls by a name: the fields of a struct and its tag, or the items of a mapping."""
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    config, fields = value.__struct_config__, value.__struct_encode_fields__
    return {config.tag_field: config.tag} | dict(
        zip(fields, msgspec.structs.astuple(value), strict=True)
    )


def _name(event: AnyEvent) -> str:
    return type(event).__name__
