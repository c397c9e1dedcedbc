"""A log that proves itself: every command read from it, played again, must tell the same events.

`replay` folds whatever it is given; this believes nothing. From the opening and the deck it plays
the whole round anew, and refuses the first line that the dealer would not have said.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from croupier.clauses import is_citation
from croupier.engine import commands as say
from croupier.engine import events as told
from croupier.engine import faults
from croupier.engine.commands import Command
from croupier.engine.events import AnyEvent, Due, read_event
from croupier.engine.play import ANNOUNCED, play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.refused import Refused, brief
from croupier.rules.game import Game

LATE = ("post", "dead")  # dues that the room adds to those of the sign
LEAST_CUT = 10


class Line(NamedTuple):
    """One line of a log: its number, its event, and all that is written there."""

    number: int
    event: AnyEvent
    written: Any


def verify_log(lines: Iterable[str | bytes], find: Callable[[str], Game]) -> Round:
    """Play the log of a whole round again and return its end; the first wrong line is refused.

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
    """Tell a refusal again with the line that led to it."""
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


def _open(log: Sequence[Line], find: Callable[[str], Game]) -> tuple[Round, list[AnyEvent]]:
    """Open the round as the first two lines have it, under every check that a new one passes."""
    if not log or not isinstance(log[0].event, told.RoundOpened):
        raise _refused(log[0].number if log else 1, "a log begins with the opening of a round")
    opened = log[0].event
    with _line(log[0]):
        game = find(opened.game)
        own = opened.dues if opened.sign.as_recorded else None  # a hand history brings its dues
        _, (usual, *_) = _started(game, opened, ANNOUNCED[:1] * game.deck, owed=own)
        assert isinstance(usual, told.RoundOpened)
        _check_dues(game, opened, usual.dues)
    if len(log) < 2 or not isinstance(log[1].event, told.DeckCut):
        raise _refused(log[:2][-1].number, "the deck lies ready before anything else")
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
    opened: told.RoundOpened,
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
        bomb=opened.bomb,
        owed=owed,
        meter=opened.meter if game.banked else None,
        accidents=accidents,
    )


def _check_dues(game: Game, opened: told.RoundOpened, usual: tuple[Due, ...]) -> None:
    """The sign says what is owed; the room may add what a player owes who comes late."""
    wanted = tuple(due for due in usual if due.kind not in LATE)
    if tuple(due for due in opened.dues if due.kind not in LATE) != wanted:
        raise Refused("FIELD dues", "the sign has other dues than these")
    for due in opened.dues:
        cited = is_citation(due.clause) or not game.authorised
        if due.seat not in opened.stacks or due.chips <= 0 or not cited:
            raise Refused("FIELD dues", f"nobody owes {due.chips} at seat {due.seat}")


def _check_cut(ready: told.DeckCut) -> None:
    most = len(ready.order) - LEAST_CUT
    if ready.cut and not LEAST_CUT <= ready.cut <= most:
        raise Refused("POKER 5(b)(2)", f"a cut takes {LEAST_CUT} to {most} cards")


# --- the commands ----------------------------------------------------------------------------

_COMMANDS: dict[type, Callable[[Any], Command]] = {
    told.Ruled: lambda event: event.said,
    told.Folded: lambda event: say.Fold(event.seat),
    told.Checked: lambda event: say.Check(event.seat),
    told.ForcedBetPlaced: lambda event: say.Call(event.seat),  # where the opener had a choice
    told.Called: lambda event: say.Call(event.seat),
    told.Raised: lambda event: (say.Bet if event.kind == "bet" else say.RaiseTo)(
        event.seat, event.to
    ),
    told.Discarded: lambda event: say.Discard(event.seat, event.cards),
    told.Agreed: lambda event: say.Agree(event.seat, event.yes),
    told.Shown: lambda event: say.Show(event.seat, event.cards),
    told.Mucked: lambda event: say.Muck(event.seat),
    told.Revealed: lambda event: (
        say.Demand(event.seat) if event.demanded else say.Show(event.seat, event.cards)
    ),
    told.Reshuffled: lambda event: say.Reshuffle(event.order),
    told.Dealt: lambda event: say.Announce(event.cards),
    told.Burned: lambda event: say.Announce((event.card,)),
    told.CommonDealt: lambda event: say.Announce((event.card,)),
    told.Placed: lambda event: say.Place(
        event.owner or event.seat, event.spots, event.seat if event.owner else 0, event.coupon
    ),
    told.BetsClosed: lambda event: say.NoMoreBets(),
    told.Chose: lambda event: (
        say.Place(event.seat, {event.spot: event.chips})
        if event.does == "place"
        else _OTHERWISE[event.does](event.seat)
    ),
    told.Noted: lambda event: say.Report(event.kind, event.seat, mended=True),
    told.CardRemoved: lambda event: say.Report(event.kind, card=event.card),
    told.HandVoided: lambda event: say.Report("player_wrong_number", event.seat),
    told.RoundVoided: lambda event: say.Report(event.kind),
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
    """What somebody must have said, that the log goes on like this."""
    event = log[0].event
    if isinstance(event, told.HouseRevealed | told.Shown) and state.turn(DEALER):
        return say.Announce(event.cards)  # turned up by the dealer, who then names them
    if isinstance(event, told.BoardDealt):  # one announcement may fill two boards
        run = takewhile(lambda line: isinstance(line.event, told.BoardDealt), log)
        return say.Announce(sum((line.event.cards for line in run), ()))  # type: ignore[attr-defined]  # all are BoardDealt
    make = _COMMANDS.get(type(event))
    if make is None:
        raise Refused("FIELD log", f"nothing that anybody may say begins with {_name(event)}")
    return make(event)


# --- the comparison --------------------------------------------------------------------------


def _matched(log: Sequence[Line], at: int, expected: Sequence[AnyEvent]) -> int:
    """Hold what the dealer tells against the log from here on; say where the log goes on."""
    for event in expected:
        if at == len(log):
            raise _refused(log[-1].number, f"the log ends where {_name(event)} should follow")
        _match(log[at], event)
        at += 1
    return at


def _match(line: Line, event: AnyEvent) -> None:
    if type(line.event) is not type(event):
        raise _refused(line.number, f"{_name(event)} comes here, not {_name(line.event)}")
    fields = event.__struct_fields__
    wrong = [name for name in fields if getattr(line.event, name) != getattr(event, name)]
    if wrong:
        raise _refused(line.number, f"{_name(event)} has another {' and '.join(wrong)}")
    if not _as_told(line.written, msgspec.json.decode(msgspec.json.encode(event))):
        raise _refused(line.number, f"{_name(event)} says more than was told")


def _as_told(written: Any, event: Any) -> bool:
    """Whether all that is written was told; what has its usual value may be left out."""
    if isinstance(written, dict) and isinstance(event, dict):
        return all(key in event and _as_told(value, event[key]) for key, value in written.items())
    if isinstance(written, list) and isinstance(event, list):
        pairs = zip(written, event, strict=False)
        return len(written) == len(event) and all(_as_told(*pair) for pair in pairs)
    return type(written) is type(event) and written == event


def _name(event: AnyEvent) -> str:
    return type(event).__name__
