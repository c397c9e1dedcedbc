"""The fast table beside other engines: hands inside, batches with observations, environments.

All take turns in one run, by the processor's clock. Two threads go by the wall's clock, which other
work on the machine disturbs; beside it stands what they cost the processor, which it does not.
Outside engines are driven from Python with the policy of `peers`: facing a bet, fold one time in
six; raise one time in six to the least on offer; else check or call. Inside, ours is the policy
`random`; the column of decisions shows how long hands are.
"""

from collections.abc import Callable, Iterable
from random import Random
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
import pokers
import rlcard
from rich.table import Table

from benchmarks.hands import CONTESTS, PLAYERS, STACK, Contest, deal_theirs
from benchmarks.peers import open_spiel_dealer, open_spiel_game, rlcard_dealer, wants
from croupier import fast
from croupier.rl.poker import PokerEnv
from croupier.sim.plan import Plan
from croupier.sim.simulate import simulate

TURNS = 5
SECONDS = 0.5


class Rate(NamedTuple):
    """How much was done in a second of the processor's time."""

    hands: float
    decisions: float


Work = Callable[[], tuple[int, int]]  # hands and decisions of a piece of work


def take_turns(works: dict[str, Work]) -> dict[str, Rate]:
    """Let all work in turns, and give the median of each."""
    rates: dict[str, list[Rate]] = {name: [] for name in works}
    for work in works.values():
        work()
    for _ in range(TURNS):
        for name, work in works.items():
            hands = decisions = 0
            begun = process_time()
            while (spent := process_time() - begun) < SECONDS:
                more, chosen = work()
                hands, decisions = hands + more, decisions + chosen
            rates[name].append(Rate(hands / spent, decisions / spent))
    return {name: sorted(found)[TURNS // 2] for name, found in rates.items()}


# --- whole hands -----------------------------------------------------------------------------


def inside(contest: Contest, *, threads: int = 1, rounds: int = 20_000) -> tuple[int, int]:
    found = fast.play(
        contest.game,
        contest.sign,
        players=PLAYERS,
        stack=STACK,
        rounds=rounds,
        seed=1,
        threads=threads,
    )
    return found.rounds, found.decisions


def one_by_one(deal: Callable[[Random], int]) -> Work:
    chance = Random(1)
    return lambda: (1, deal(chance))


def pokers_dealer(chance: Random) -> int:
    """A hand of the Rust library `pokers`."""
    raises, calls = pokers.ActionEnum.Raise, pokers.ActionEnum.Call
    state = pokers.State.from_seed(PLAYERS, 0, 1.0, 2.0, STACK / 100, chance.getrandbits(63))
    decisions = 0
    while not state.final_state:
        legal = state.legal_actions
        wanted = wants(chance, calls in legal)
        if wanted == "fold" and pokers.ActionEnum.Fold in legal:
            action = pokers.Action(pokers.ActionEnum.Fold)
        elif wanted == "raise" and raises in legal:
            action = pokers.Action(raises, state.min_bet or 2.0)
        else:
            action = pokers.Action(calls if calls in legal else pokers.ActionEnum.Check)
        state = state.apply_action(action)
        decisions += 1
    return decisions


def hands_table() -> Table:
    table = Table(title="hands a second, six players, $200 stacks, one thread")
    for column in ("game", "engine", "hands", "decisions a hand", "decisions", "ours is"):
        table.add_column(column, justify="left" if column in ("game", "engine") else "right")
    for contest in CONTESTS:
        works: dict[str, Work] = {"croupier.fast": lambda contest=contest: inside(contest)}  # type: ignore[misc]  # bound now
        if contest.game == "holdem":
            works["OpenSpiel (C++)"] = one_by_one(open_spiel_dealer())
            works["pokers (Rust)"] = one_by_one(pokers_dealer)
            works["RLCard"] = one_by_one(rlcard_dealer())
        works["PokerKit"] = one_by_one(lambda chance, c=contest: deal_theirs(c, chance)[0])  # type: ignore[misc]  # bound now
        _add(table, contest.name, take_turns(works))
    return table


def _add(table: Table, game: str, rates: dict[str, Rate]) -> None:
    ours = next(iter(rates.values()))
    for name, rate in rates.items():
        table.add_row(
            game,
            name,
            f"{rate.hands:,.0f}",
            f"{rate.decisions / rate.hands:.1f}",
            f"{rate.decisions:,.0f}",
            f"{ours.decisions / rate.decisions:,.0f}x",
        )


# --- decisions with observations -------------------------------------------------------------


def batch_work(tables: int, observed: str) -> Work:
    contest = CONTESTS[0]
    batch = fast.Batch(
        contest.game, contest.sign, tables=tables, players=PLAYERS, stack=STACK, seed=1
    )
    dice = np.random.default_rng(1)

    def work() -> tuple[int, int]:
        for _ in range(20):
            if observed:
                batch.observe(packed=observed == "packed")
            asked = batch.options()
            lot = dice.random(tables, dtype=np.float32)
            verbs = np.where(asked.can_check, fast.CHECK, fast.CALL).astype(np.uint8)
            verbs[(lot < 1 / 6) & asked.can_fold] = fast.FOLD
            raises = (lot > 5 / 6) & (asked.most > 0)
            verbs[raises] = fast.RAISE
            batch.step(verbs, np.where(raises, asked.least, 0).astype(np.int64))
        return 1, 20 * tables

    return work


def open_spiel_tensor() -> Work:
    game, chance = open_spiel_game(), Random(1)

    def deal() -> tuple[int, int]:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(legal[chance.randrange(len(legal))])
                continue
            np.asarray(state.information_state_tensor(), dtype=np.float32)
            wanted = wants(chance, 0 in legal)
            raises = legal[2:] if legal[0] == 0 else legal[1:]
            action = 0 if wanted == "fold" else raises[0] if wanted == "raise" and raises else 1
            state.apply_action(action)
            decisions += 1
        return 1, decisions

    return deal


def batch_table() -> Table:
    table = Table(title="decisions a second of no-limit hold'em, six players, answered from Python")
    for column in ("engine", "decisions", "ours is"):
        table.add_column(column, justify="left" if column == "engine" else "right")
    rates = take_turns(
        {
            "fast.Batch, 1,024 tables, full observation": batch_work(1024, "full"),
            "fast.Batch, 4,096 tables, packed observation": batch_work(4096, "packed"),
            "fast.Batch, 4,096 tables, no observation": batch_work(4096, ""),
            "OpenSpiel with its tensor": open_spiel_tensor(),
            "RLCard": one_by_one(rlcard_dealer()),
        }
    )
    ours = next(iter(rates.values())).decisions
    for name, rate in rates.items():
        table.add_row(name, f"{rate.decisions:,.0f}", f"{ours / rate.decisions:,.1f}x")
    return table


# --- environments ----------------------------------------------------------------------------


def environment(players: int) -> Work:
    env, chance = PokerEnv("holdem", players=players, sign=CONTESTS[0].sign), Random(1)

    def episode() -> tuple[int, int]:
        env.reset()
        decisions = 0
        while True:
            seen, _, over, _, _ = env.last()
            if over:
                return 1, decisions
            possible = np.flatnonzero(seen["action_mask"])
            env.step(int(possible[int(chance.random() * len(possible))]))
            decisions += 1

    return episode


def rlcard_environment(players: int) -> Work:
    env: Any = rlcard.make("no-limit-holdem", config={"game_num_players": players, "seed": 1})
    chance = Random(1)

    def episode() -> tuple[int, int]:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        return 1, decisions

    return episode


def environment_table() -> Table:
    table = Table(title="steps a second of an environment, no-limit hold'em, random actions")
    for column in ("players", "PokerEnv (PettingZoo)", "RLCard", "ours is"):
        table.add_column(column, justify="right")
    for players in (2, 6):
        rates = take_turns({"ours": environment(players), "rlcard": rlcard_environment(players)})
        ours, theirs = rates["ours"].decisions, rates["rlcard"].decisions
        table.add_row(str(players), f"{ours:,.0f}", f"{theirs:,.0f}", f"{ours / theirs:.1f}x")
    return table


# --- simulations, threads, memory ------------------------------------------------------------


def simulated(bots: tuple[str, ...], rounds: int) -> Work:
    sign = CONTESTS[0].sign
    plan = Plan(game="holdem", sign=sign, way="fast", players=6, bots=bots, rounds=rounds, seed=1)

    def work() -> tuple[int, int]:
        simulate(plan, workers=1)
        return rounds, rounds

    return work


def other_table() -> Table:
    table = Table(title="simulations, threads and memory")
    table.add_column("what")
    table.add_column("figure", justify="right")
    rates = take_turns(
        {
            "tight and loose": simulated(("tight", "loose") * 3, 10_000),
            "equity": simulated(("equity",) * 6, 500),
        }
    )
    for name, rate in rates.items():
        table.add_row(f"rounds of `simulate holdem` a second, {name} bots", f"{rate.hands:,.0f}")
    wall, cost = threads_gain()
    table.add_row("two threads are, of one, by the wall's clock", f"{wall:.2f}x")
    table.add_row("the same work on two threads costs, of one, by the processor's", f"{cost:.2f}x")
    memory = fast.Batch("holdem", tables=4096).bytes
    table.add_row("memory of 4,096 tables", f"{memory / 1e6:.1f} MB")
    return table


def threads_gain() -> tuple[float, float]:
    """How much sooner two threads are done, and how much more they work: the best of some turns."""
    best = {1: [float("inf")] * 2, 2: [float("inf")] * 2}
    for _ in range(3 * TURNS):
        for threads in best:
            begun = perf_counter(), process_time()
            inside(CONTESTS[0], threads=threads, rounds=400_000)
            spent = perf_counter() - begun[0], process_time() - begun[1]
            best[threads] = [min(pair) for pair in zip(best[threads], spent, strict=True)]
    return best[1][0] / best[2][0], best[2][1] / best[1][1]


def tables() -> Iterable[Table]:
    """Four tables."""
    yield hands_table()
    yield batch_table()
    yield environment_table()
    yield other_table()
