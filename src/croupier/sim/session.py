"""A session at a table of the real engine: a shard of a simulation by bots.

Before every round each player has the same stack again, so that rounds can be compared; the
button, the kill button and the meter carry over from round to round.
"""

from collections.abc import Sequence
from random import Random

from croupier.engine.commands import Command, NoMoreBets, Place
from croupier.engine.events import AnyEvent
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Turn
from croupier.room.shuffle import Entropy, shuffle
from croupier.room.table.progress import close_round, deal_round, with_stacks
from croupier.room.table.state import Table
from croupier.rules.banked import Wagers
from croupier.sim.bots import Bot, bot, is_own
from croupier.sim.plan import Plan
from croupier.sim.referee import Referee
from croupier.sim.runner import reshuffle
from croupier.sim.scores import count_round
from croupier.sim.tally import MESSAGE, Tally, count


def play_session(plan: Plan, shard: int) -> Tally:
    """Play the rounds of a shard, and tally what they brought."""
    seed, game = plan.seed_of(shard), plan.definition
    chance = Random(seed)
    seats = range(1, plan.players + 1)
    named = dict(zip(seats, plan.bots, strict=True))
    referee = Referee(
        {seat: _seated(plan, bot(name, f"{seed}/{seat}")) for seat, name in named.items()},
        {seat: plan.answer_s for seat, name in named.items() if is_own(name)},
    )
    stacks = dict.fromkeys(seats, plan.stack)
    table = Table(game=game, sign=plan.sign, button=chance.choice(seats))
    entropy = Entropy(chance.randbytes)
    tally: Tally = {}
    for _ in range(plan.rounds_of(shard)):
        table = with_stacks(table, stacks)
        state, log = deal_round(table, order=shuffle(game.cards, entropy))
        state, log = play_watched(state, log, referee, entropy)
        count(tally, "rounds")
        if not state.done:  # no player wagered: there was no round
            count(tally, "not dealt")
            continue
        count_round(tally, state, log, stacks)
        table = close_round(table, state, log)
    for (seat, kind), times in referee.faults.items():
        count(tally, f"fault {seat} {kind}", times)
    for (seat, words), times in referee.messages.items():
        count(tally, f"{MESSAGE}{seat} {words}", times)
    return tally


def _seated(plan: Plan, player: Bot) -> Bot:
    """The bot, who places what the plan says before the cards and chooses freely afterward."""
    if not plan.wagers:
        return player

    def answer(seen: Round, turn: Turn) -> Command:
        if isinstance(seen.step, Wagers):
            return Place(turn.actor, plan.wagers)
        return player(seen, turn)

    return answer


def play_watched(
    state: Round, log: Sequence[AnyEvent], referee: Referee, entropy: Entropy
) -> tuple[Round, list[AnyEvent]]:
    """Let bots play to the end under a referee; a round stays open if no bot wagers."""
    events = list(log)
    if isinstance(state.step, Wagers):
        for turn in state.turns:
            answered = referee.answer(state, turn)
            if answered is not None:
                state = answered[0]
                events += answered[1]
        if state.turn(DEALER) is None:
            return state, events
        state, more = play(state, NoMoreBets())
        events += more
    while not state.done:
        turn = state.turns[0]
        if turn.actor == DEALER:
            state, more = play(state, reshuffle(state, entropy))
        else:
            answered = referee.answer(state, turn)
            assert answered is not None, "during a round there is always something to do by rule"
            state, more = answered
        events += more
    return state, events
