"""Rounds played to their end by bots, with the dealer's part done for them."""

from collections.abc import Mapping, Sequence

from croupier.engine.commands import Command, NoMoreBets, Reshuffle
from croupier.engine.deal import renewal
from croupier.engine.events import AnyEvent
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Turn
from croupier.room.shuffle import Entropy, shuffle
from croupier.rules.banked import Wagers
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
    events = list(log)
    while not state.done:
        state, more = play(state, next_command(state, bots, entropy))
        events += more
    return state, events


def next_command(state: Round, bots: Mapping[int, Bot], entropy: Entropy | None = None) -> Command:
    """What the first actor who is asked says: a bot sees the round as its seat does."""
    turn = _first_asked(state)
    if turn.actor == DEALER:
        return NoMoreBets() if turn.option("no_more_bets") else reshuffle(state, entropy)
    return bots[turn.actor](hide(state, turn.actor), turn)


def _first_asked(state: Round) -> Turn:
    """Before the cards, a player who has not wagered, the dealer last; else the first."""
    if not isinstance(state.step, Wagers):
        return state.turns[0]
    players = (turn for turn in state.turns if turn.actor != DEALER)
    idle = (turn for turn in players if not state.hands[turn.actor].stakes)
    return next(idle, state.turns[-1])


def reshuffle(state: Round, entropy: Entropy | None = None) -> Reshuffle:
    """The dealer's new order of the pile that renews the deck."""
    return Reshuffle(shuffle(renewal(state), entropy))
