"""Rounds played to their end by bots, with the dealer's part done for them."""

from collections.abc import Mapping, Sequence

from croupier.engine.commands import Command, Reshuffle
from croupier.engine.deal import renewal
from croupier.engine.events import AnyEvent
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.room.shuffle import Entropy, shuffle
from croupier.sim.bots import Bot
from croupier.views.seat import hide


def play_out(
    state: Round,
    log: Sequence[AnyEvent],
    bots: Mapping[int, Bot],
    entropy: Entropy | None = None,
) -> tuple[Round, list[AnyEvent]]:
    """Let the bots play until the round is over; give the last state and the whole log.

    Should the deck run out, the dealer reshuffles with this entropy, the operating system's if
    none is given.
    """
    told = list(log)
    while not state.done:
        state, more = play(state, next_command(state, bots, entropy))
        told += more
    return state, told


def next_command(state: Round, bots: Mapping[int, Bot], entropy: Entropy | None = None) -> Command:
    """What the first actor who is asked says: a bot sees the round as its seat does."""
    turn = state.turns[0]
    if turn.actor == DEALER:
        return reshuffle(state, entropy)
    return bots[turn.actor](hide(state, turn.actor), turn)


def reshuffle(state: Round, entropy: Entropy | None = None) -> Reshuffle:
    """The dealer's new order of the pile that renews the deck."""
    return Reshuffle(shuffle(renewal(state), entropy))
