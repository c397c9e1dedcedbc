"""Hands of no-limit hold'em a second, six players with a hundred big blinds, in every engine.

One policy for all, as in `hands`: facing a bet, fold one time in six; raise one time in six to the
least that the engine offers; else check or call. Engines keep what they keep: ours and PokerKit's
keep every event. Where a raise cannot be chosen freely (RLCard), it is the smallest on offer, so
hands are as long as the column of decisions says. Seconds are the processor's, so that other work
on the machine takes no side.
"""

from collections.abc import Callable, Iterable
from random import Random
from time import process_time
from typing import Any, NamedTuple

import clubs
import numpy as np
import pyspiel
import rlcard
from rich.table import Table
from texasholdem import ActionType, TexasHoldEm

from benchmarks.hands import CONTESTS, PLAYERS, STACK, deal_ours, deal_theirs

BLINDS = (100, 200)
NO_LIMIT = CONTESTS[0]
Deal = Callable[[Random], int]  # one hand; how many decisions it took


def wants(chance: Random, owed: float) -> str:
    dice = chance.random()
    if owed and dice < 1 / 6:
        return "fold"
    return "raise" if dice > 5 / 6 else "call"


def croupier(chance: Random) -> int:
    return deal_ours(NO_LIMIT, chance)[0]


def pokerkit(chance: Random) -> int:
    return deal_theirs(NO_LIMIT, chance)[0]


def rlcard_dealer() -> Deal:
    env = rlcard.make("no-limit-holdem", config={"game_num_players": PLAYERS, "seed": 1})

    def deal(chance: Random) -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            seen = state["raw_obs"]
            wanted = wants(chance, max(seen["all_chips"]) - seen["my_chips"])
            action = {"fold": 0, "call": 1}.get(wanted) or min(
                (a for a in legal if a > 1), default=1
            )
            if wanted == "fold":
                action = 0
            state, _ = env.step(action if action in legal else 1)
            decisions += 1
        return decisions

    return deal


def open_spiel_game() -> Any:
    return pyspiel.load_game(
        "universal_poker",
        {
            "betting": "nolimit",
            "bettingAbstraction": "fullgame",
            "numPlayers": PLAYERS,
            "numRounds": 4,
            "blind": " ".join(["1", "2", *["0"] * (PLAYERS - 2)]),  # it lists every amount: dollars
            "firstPlayer": "3 1 1 1",
            "numSuits": 4,
            "numRanks": 13,
            "numHoleCards": 2,
            "numBoardCards": "0 3 1 1",
            "stack": " ".join([str(STACK // 100)] * PLAYERS),
        },
    )


def open_spiel_dealer() -> Deal:
    game = open_spiel_game()

    def deal(chance: Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions = state.legal_actions()
                state.apply_action(actions[chance.randrange(len(actions))])
                continue
            legal = state.legal_actions()
            wanted = wants(chance, 0 in legal)
            raises = legal[2:] if legal[0] == 0 else legal[1:]
            action = 1
            if wanted == "fold":
                action = 0
            elif wanted == "raise" and raises:
                action = raises[0]
            state.apply_action(action)
            decisions += 1
        return decisions

    return deal


def clubs_dealer() -> Deal:
    rules: dict[str, Any] = clubs.configs.NO_LIMIT_HOLDEM_SIX_PLAYER | {
        "blinds": [*BLINDS, *[0] * (PLAYERS - 2)],
        "start_stack": STACK,
    }
    dealer = clubs.poker.Dealer(**rules)

    def deal(chance: Random) -> int:
        seen = dealer.reset(reset_button=True, reset_stacks=True)  # elsewhere odd chips fail it
        done: Any = [False]
        decisions = 0
        while not np.all(done):
            wanted = wants(chance, seen["call"])
            bet = {"fold": -1, "call": seen["call"]}.get(wanted, seen["min_raise"])
            seen, _, done = dealer.step(bet or seen["call"])
            decisions += 1
        return decisions

    return deal


def texasholdem_dealer() -> Deal:
    def deal(chance: Random) -> int:
        game = TexasHoldEm(buyin=STACK, big_blind=200, small_blind=100, max_players=PLAYERS)
        game.start_hand()
        decisions = 0
        while game.is_hand_running():
            owed = game.chips_to_call(game.current_player)
            wanted = wants(chance, owed)
            least = game.value_to_total(game.min_raise(), game.current_player)
            if wanted == "fold":
                game.take_action(ActionType.FOLD)
            elif wanted == "raise" and game.validate_move(action=ActionType.RAISE, total=least):
                game.take_action(ActionType.RAISE, total=least)
            else:
                game.take_action(ActionType.CALL if owed else ActionType.CHECK)
            decisions += 1
        return decisions

    return deal


class Score(NamedTuple):
    hands_a_second: float
    decisions: float


def measure(deal: Deal, *, seconds: float = 1.0, turns: int = 3) -> Score:
    """The best of some turns of the clock."""
    deal(Random(1))
    scores = []
    for turn in range(turns):
        chance, hands, decisions = Random(turn), 0, 0
        begun = process_time()
        while process_time() - begun < seconds:
            decisions += deal(chance)
            hands += 1
        scores.append(Score(hands / (process_time() - begun), decisions / hands))
    return max(scores)


ENGINES: dict[str, Callable[[], Deal]] = {
    "croupier": lambda: croupier,
    "PokerKit": lambda: pokerkit,
    "RLCard": rlcard_dealer,
    "OpenSpiel (C++)": open_spiel_dealer,
    "clubs": clubs_dealer,
    "texasholdem": texasholdem_dealer,
}


def tables() -> Iterable[Table]:
    """One table: every engine beside ours."""
    table = Table(title="no-limit hold'em, six players, one policy for all")
    for column in ("engine", "hands a second", "decisions a hand", "decisions a second", "ours is"):
        table.add_column(column, justify="left" if column == "engine" else "right")
    ours = 0.0
    for name, make in ENGINES.items():
        score = measure(make())
        rate = score.hands_a_second * score.decisions
        ours = ours or rate
        table.add_row(
            name,
            f"{score.hands_a_second:,.0f}",
            f"{score.decisions:.2f}",
            f"{rate:,.0f}",
            f"{ours / rate:.1f}x",
        )
    yield table
