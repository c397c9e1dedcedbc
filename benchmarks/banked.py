"""Rounds against the bank beside a hand of limit hold'em, six players each, every event kept."""

from collections.abc import Callable, Iterable
from random import Random
from time import process_time

from pokerkit import State
from rich.table import Table

from benchmarks.hands import PLAYERS, STACK, Contest, deal_ours, shuffled
from croupier.cards import DECK_52, DECK_54
from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.play import play, start
from croupier.games import BANKED, GAMES
from croupier.rules.game import Game

ANTE = Chips(10_00)
TURNS = 12  # of which the best counts; the games take them in turn


def deal_round(game: Game, chance: Random) -> int:
    """Everybody antes and chooses at random; the number of events kept."""
    order = shuffled(DECK_54 if game.deck == 54 else DECK_52, chance)
    stacks = dict.fromkeys(range(1, PLAYERS + 1), STACK)
    state, log = start(game, game.sign, stacks, order=order)
    wagers = {"ante": ANTE}
    if any(option.spot == "pot" for option in state.turns[0].options):
        wagers["pot"] = game.sign.pot_wager or game.sign.wager_min
    said: list[commands.Command] = [commands.Place(seat, wagers) for seat in stacks]
    for command in (*said, commands.NoMoreBets()):
        state, answer = play(state, command)
        log += answer
    while not state.done:
        turn = state.turns[0]
        option = turn.options[int(chance.random() * len(turn.options))]
        state, answer = play(state, _choice(turn.actor, option.does, option.spot, option.most))
        log += answer
    return len(log)


def _choice(seat: int, does: str, spot: str, chips: int) -> commands.Command:
    if does == "place":
        return commands.Place(seat, {spot: Chips(chips)})
    if does == "fold":
        return commands.Fold(seat)
    return commands.Check(seat) if does == "check" else commands.Surrender(seat)


def deal_holdem(game: Game, chance: Random) -> int:
    """A hand of limit hold'em under the random policy of the other table."""
    return deal_ours(Contest(game.title, game.key, game.sign, pokerkit_is_not_asked), chance)[1]


def pokerkit_is_not_asked() -> State:
    """Only our side of a contest is dealt here."""
    raise NotImplementedError


def tables() -> Iterable[Table]:
    """One table: rounds a second, and the cost of each beside a hand of hold'em."""
    table = Table(title="rounds against the bank, six players, random choices, every event kept")
    for column in ("game", "a second", "events", "cost of a hold'em hand"):
        table.add_column(column, justify="left" if column == "game" else "right")
    dealt = {"limit hold'em": (deal_holdem, GAMES["holdem"])}
    dealt |= {game.title: (deal_round, game) for game in BANKED.values()}
    turns = [{name: _turn(*one) for name, one in dealt.items()} for _ in range(TURNS)]
    best = {name: max(turn[name] for turn in turns) for name in dealt}
    holdem = best["limit hold'em"][0]
    for name, (rate, events) in best.items():
        table.add_row(name, f"{rate:,.0f}", f"{events:.0f}", f"{holdem / rate:.2f}")
    yield table


def _turn(
    deal: Callable[[Game, Random], int], game: Game, rounds: int = 150
) -> tuple[float, float]:
    """One turn of the processor's clock: rounds a second, and events a round."""
    chance = Random(2026)
    begun = process_time()
    events = sum(deal(game, chance) for _ in range(rounds))
    return rounds / (process_time() - begun), events / rounds
