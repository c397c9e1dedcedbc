"""A round of the fast table told by the Python engine: the seed, the setting and what was said.

The fast table keeps no events. What it keeps is enough to play the round again, and the Python
engine then tells the whole log, clause by clause; that both end alike is checked on the way.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from croupier.engine import commands as say
from croupier.engine import events as told_of
from croupier.engine.commands import Command, Reshuffle
from croupier.engine.deal import renewal
from croupier.engine.events import AnyEvent
from croupier.engine.play import play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.fast.chance import RESHUFFLE, Stream, deck, reshuffled
from croupier.fast.house import House
from croupier.fast.verbs import command_of


def commands_of(log: Iterable[AnyEvent]) -> Iterator[Command]:
    """What the players of a log said, in order; what the dealer did by itself is left out."""
    for event in log:
        match event:
            case told_of.Folded():
                yield say.Fold(event.seat)
            case told_of.Checked():
                yield say.Check(event.seat)
            case told_of.Called():
                yield say.Call(event.seat)
            case told_of.Raised():
                make = say.Bet if event.kind == "bet" else say.RaiseTo
                yield make(event.seat, event.to)
            case told_of.Discarded():
                yield say.Discard(event.seat, event.cards)
            case told_of.Agreed():
                yield say.Agree(event.seat, event.yes)
            case told_of.Shown():
                yield say.Show(event.seat)
            case told_of.Mucked():
                yield say.Muck(event.seat)
            case _:
                pass


class Record(NamedTuple):
    """One hand of one table: who sat where with what, what each said, and how it ended."""

    table: int
    hand: int
    seats: list[int]  # in dealing order
    stacks: list[int]  # in the same order
    ends: list[int]  # what each had in the end
    button: int
    kill: int
    said: list[tuple[int, int, int]]  # seat, verb, amount


def told(house: House, record: Record) -> list[AnyEvent]:
    """The full event log of a record."""
    state, log = opened(house, record)
    chance = Stream(house.seed, record.table, record.hand, RESHUFFLE)
    replies = iter(record.said)
    while not state.done:
        if state.turns[0].actor == DEALER:
            state, more = play(state, Reshuffle(reshuffled(renewal(state), chance)))
        else:
            seat, verb, amount = next(replies)
            state, more = play(state, command_of(state, seat, verb, amount))
        log += more
    ends = dict(zip(record.seats, record.ends, strict=True))
    assert state.stacks == dict(sorted(ends.items())), "both tables end a round alike"
    return log


def opened(house: House, record: Record) -> tuple[Round, list[AnyEvent]]:
    """The beginning of a record on the Python engine."""
    program = house.program
    order = deck(house.seed, record.table, record.hand, program.game.cards)
    return start(
        program.game,
        program.sign,
        dict(zip(record.seats, record.stacks, strict=True)),
        order=order,
        button=record.button if program.game.button else 0,
        straddle=house.straddler(record.seats, record.kill),
        kill=record.kill,
        bomb=program.bomb,
    )
