"""The event log of a fast table's round, replayed by the Python engine from a short record.

The fast table keeps no events. What it keeps is enough to play the round again, and the Python
engine then tells the whole log, clause by clause; that both end alike is checked on the way.
"""

from typing import NamedTuple

from croupier.chips import Chips
from croupier.engine.commands import Command, NoMoreBets, Place, Reshuffle
from croupier.engine.deal import renewal
from croupier.engine.events import AnyEvent
from croupier.engine.play import play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.fast.bank_program import spots_of
from croupier.fast.chance import RESHUFFLE, Stream, deck, reshuffled
from croupier.fast.house import House
from croupier.fast.verbs import command_of
from croupier.rules.banked import Wagers


class Record(NamedTuple):
    """One hand of one table: who sat where with what, what each said, and how it ended."""

    table: int
    hand: int
    seats: list[int]  # in dealing order
    stacks: list[int]  # in the same order
    ends: list[int]  # what each had in the end
    button: int
    kill: int  # the seat that posts the blind of a kill
    killed: bool  # whether the limits of a kill are in force
    meter: int
    wagers: list[tuple[int, int, int]]  # placed before the cards: seat, number of the spot, chips
    said: list[tuple[int, int, int]]  # seat, verb, amount


def replayed_log(house: House, record: Record) -> list[AnyEvent]:
    """The full event log of a record."""
    state, log = opened(house, record)
    chance = Stream(house.seed, record.table, record.hand, RESHUFFLE)
    replies = iter(record.said)
    if isinstance(state.step, Wagers):
        state = _wagered(state, log, record)
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


def _wagered(state: Round, log: list[AnyEvent], record: Record) -> Round:
    """What each player places before the cards, all spots at once; then no more bets."""
    names = spots_of(state.game, state.sign)
    placed: dict[int, dict[str, Chips]] = {}
    for seat, spot, chips in record.wagers:
        placed.setdefault(seat, {})[names[spot]] = Chips(chips)
    commands: list[Command] = [Place(seat, wagers) for seat, wagers in placed.items()]
    for command in [*commands, NoMoreBets()]:
        state, more = play(state, command)
        log += more
    return state


def opened(house: House, record: Record) -> tuple[Round, list[AnyEvent]]:
    """The beginning of a fast round's record on the Python engine."""
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
        killed_limits=record.killed,
        bomb=program.bomb,
        meter=record.meter if program.game.banked else None,
    )
