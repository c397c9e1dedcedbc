"""Tools for authors of games and bots: rounds played at random, and what must hold in all of them.

>>> from croupier import GAMES
>>> check_rounds(GAMES["badugi"], rounds=5)
5

`stacked_deck` names the cards that a test is about. `rounds_of` is a Hypothesis strategy, for
which Hypothesis must be installed.
"""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from croupier.api import ASKS, replay, seeded_deck, start, view
from croupier.decks import stacked_deck, unknown_deck
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.round import Round
from croupier.engine.verify import verify_log
from croupier.room.shuffle import Entropy
from croupier.rules.definition_check import check_game
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.sim.bots import bot
from croupier.sim.runner import play_out
from croupier.views.narration.narrate import narrate

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["Played", "check_round", "check_rounds", "rounds_of", "stacked_deck", "unknown_deck"]

STACK = 200_00


class Played(Struct, frozen=True):
    """A round that was played to its end: what it was, how it ended, and its log."""

    game: Game
    state: Round
    log: list[AnyEvent]


def play_random(
    game: Game,
    *,
    players: int,
    seed: int,
    stacks: Sequence[int] | None = None,
    sign: TableSign | None = None,
) -> Played:
    """Play a round in which every answer is as good as any other."""
    chips = list(stacks or [STACK] * players)
    deck = seeded_deck(seed, game.cards)
    state, log = start(game, chips, sign, deck=deck, asks=ASKS)
    bots = {seat: bot("random", f"{seed}/{seat}") for seat in state.order}
    return Played(game, *play_out(state, log, bots, Entropy(Random(seed).randbytes)))


def check_round(played: Played) -> None:
    """Assert what must hold of every round: chips, replay, proof, words, secrets."""
    game, state, log = played.game, played.state, played.log
    assert state.done, "a round must end"
    assert sum(state.accounts.values()) == state.brought, "no chip may be made or lost"
    assert replay(log) == state, "the log must replay to the same state"
    assert verify_log(map(write_event, log), lambda key: game) == state
    assert all(line.words for line in narrate(log, lambda key: game)), "every event has words"
    for seat in (*state.order, 0):
        seen = view(log, seat)
        assert len(seen) == len(log), "a view hides cards, never events"


def check_rounds(game: Game, rounds: int = 100, seed: int = 7) -> int:
    """Play this many random rounds with any number of players, check each, and say how many.

    A game need not be registered: a definition with faults is refused first.
    """
    check_game(game)
    chance = Random(seed)
    for _ in range(rounds):
        players = chance.randint(game.players.least, min(game.players.most, 9))
        stacks = [chance.choice((STACK, STACK // 10, 5 * STACK)) for _ in range(players)]
        check_round(play_random(game, players=players, seed=chance.getrandbits(32), stacks=stacks))
    return rounds


def rounds_of(game: Game, **changes: Any) -> "SearchStrategy[Played]":
    """A Hypothesis strategy of rounds of this game; keywords go to `play_random`."""
    from hypothesis import strategies as st

    most = min(game.players.most, 9)
    return st.builds(
        lambda players, seed: play_random(game, players=players, seed=seed, **changes),
        players=st.integers(game.players.least, most),
        seed=st.integers(0, 2**32 - 1),
    )
