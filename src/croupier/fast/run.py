"""Rounds by the million, played by policies, with the full log of any one of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.engine.events import AnyEvent
from croupier.fast.batch import MOST_THREADS, Batch, Options
from croupier.fast.checks import of_kind, whole
from croupier.fast.compile import MOST_PLACES
from croupier.fast.house import House, Stacks, house_of
from croupier.fast.record import Record, replayed_log
from croupier.rankings import kernels
from croupier.refused import Refused, brief
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

SESSION = 50  # hands of one table, over which button and kill carry on
POLICIES = ("random", "calling", "tight", "loose", "equity", "optimal")
OUTSIDE = 6  # the core's number of a policy whose answers come from outside
ACCOUNTS = ("rake", "drop", "box", "bank", "meter")
TABLES_AT_ONCE = 1024
MOST_ROUNDS = 10**13

Answers = tuple[NDArray[Any], NDArray[Any]]
Custom = Callable[[Batch], Answers]  # looks at all tables, gives verbs and amounts
Policy = str | Sequence[str] | Custom


class Result:
    """What rounds brought: `net` by seat in cents, and what went to the accounts of the house."""

    def __init__(self, house: House, sums: dict[str, Any], logs: Callable[[int], Record]) -> None:
        """Keep the sums, and the way to any round's record."""
        self._house = house
        self._logs = logs
        self.sums = sums
        self.rounds: int = sums["rounds"]
        self.decisions: int = sums["decisions"]
        self.net: NDArray[np.int64] = np.array([s[0] for s in sums["seats"]], dtype=np.int64)
        self.house = {name: _net(sums[name]) for name in _accounts(house)}

    def __repr__(self) -> str:
        return f"Result(rounds={self.rounds}, decisions={self.decisions}, net={self.net.tolist()})"

    def log(self, round: int) -> list[AnyEvent]:  # noqa: A002  # the contract's word
        """The full event log of a round, replayed by the Python engine from the record."""
        of_kind("round", round, int, f"is one of 0 to {self.rounds - 1}")
        if not 0 <= round < self.rounds:
            raise Refused("FIELD round", f"rounds run from 0 to {self.rounds - 1}, not {round}")
        return replayed_log(self._house, self._logs(round))


def _accounts(house: House) -> tuple[str, ...]:
    """The accounts of the house: against the bank those are other ones."""
    return ACCOUNTS[3:] if house.program.game.banked else ACCOUNTS[:3]


def _net(sums: Any) -> int:
    return int((sums["net"] if isinstance(sums, dict) else sums)[0])


def play(
    game: str | Game,
    sign: TableSign | None = None,
    *,
    players: int = 6,
    stack: Stacks = 200_00,
    policy: Policy = "random",
    rounds: int,
    seed: int,
    threads: int = 1,
    straddle: bool = False,
    bomb: bool = False,
    wagers: Mapping[str, int] | None = None,
) -> Result:
    """Play rounds on the fast table; equal arguments give equal results for any number of threads.

    `policy` is one of `POLICIES` for all, one a seat, or a function that looks at a `Batch` and
    gives verbs and amounts (`each` makes one from a function of a single question). Stacks are the
    same again before every round; button, kill and meter go on for fifty rounds, which is a
    session. Against the bank all place the same `wagers` before the cards, in cents by spot; the
    least that must be placed if none are given. `optimal` plays there as the solver does.
    """
    whole("rounds", rounds, 1, MOST_ROUNDS)
    whole("threads", threads, 1, MOST_THREADS)
    of_kind("policy", policy, str | Sequence | Callable, "is a name, one a seat, or a function")
    whole("players", players, 1, MOST_PLACES)
    custom = None if isinstance(policy, str | Sequence) else policy
    names = () if custom else names_of(policy, players)  # type: ignore[arg-type]  # not a function
    house = house_of(
        game,
        sign,
        players=players,
        stack=stack,
        seed=seed,
        straddle=straddle,
        bomb=bomb,
        thinks=bool({*names} - {"random", "calling"}),
        wagers=wagers,
        ask_wagers=custom is not None and wagers is None,
        solved="optimal" in names,
    )
    if custom is not None:
        return _play_custom(house, custom, rounds, threads)
    numbers = [POLICIES.index(name) for name in names]
    sums = kernels.core.fast_play(house.core, numbers, 0, rounds, SESSION, threads)

    def record(number: int) -> Record:
        table, hand = divmod(number, SESSION)
        kept = kernels.core.fast_record(house.core, numbers, table, hand, [])
        return Record(table=table, hand=hand, **kept)

    return Result(house, sums, record)


def names_of(policy: str | Sequence[str], players: int) -> tuple[str, ...]:
    """The policy of each player on the fast table, one for all or one for each."""
    names = (policy,) * players if isinstance(policy, str) else tuple(policy)
    for name in names:
        if name not in POLICIES:
            known = ", ".join(POLICIES)
            raise Refused("FIELD policy", f"{str(name)[:20]!r} is not one of {known}")
    if len(names) != players:
        raise Refused("FIELD policy", f"{len(names)} policies for {players} players")
    return names


def each(choose: Callable[[dict[str, int]], tuple[int, int]]) -> Custom:
    """A policy from a function that answers one question: options by name in, verb and amount out.

    >>> from croupier import fast
    >>> def timid(asked):
    ...     if asked["draw_most"]:
    ...         return fast.DRAW, 0
    ...     return (fast.CHECK if asked["can_check"] else fast.FOLD), 0
    >>> fast.play("badugi", policy=fast.each(timid), rounds=10, seed=1).decisions
    50
    """

    def policy(batch: Batch) -> Answers:
        options = batch.options()
        rows = zip(*(column.tolist() for column in options), strict=True)
        chosen = [
            _pair(
                choose(dict(zip(Options._fields, row, strict=True))), "an answer is verb and amount"
            )
            for row in rows
        ]
        verbs, amounts = zip(*chosen, strict=True)
        return np.array(verbs), np.array(amounts)

    return policy


def _pair(given: Any, what: str) -> tuple[Any, Any]:
    """Two things that a function of a caller gave."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Refused("FIELD policy", f"{what}, not {brief(given)}")
    return given[0], given[1]


def _play_custom(house: House, policy: Custom, rounds: int, threads: int) -> Result:
    """Let a function answer for all tables of some sessions at a time."""
    sums: dict[str, Any] = {"rounds": rounds, "decisions": 0}
    net = np.zeros(house.players, dtype=np.int64)
    house_sums = np.zeros(len(ACCOUNTS), dtype=np.int64)
    kept: list[list[tuple[NDArray[Any], ...]]] = []
    sessions = -(-rounds // SESSION)
    for first in range(0, sessions, TABLES_AT_ONCE):
        tables = range(first, min(first + TABLES_AT_ONCE, sessions))
        limits = [min(SESSION, rounds - table * SESSION) for table in tables]
        batch = Batch._of(house, tables=len(tables), first=first, threads=threads, limits=limits)
        said: list[tuple[NDArray[Any], ...]] = []
        kept.append(said)
        while (awake := batch.options().actor > 0).any():
            verbs, amounts = _pair(policy(batch), "a policy gives verbs and amounts, an array each")
            said.append((awake, np.array(verbs), np.array(amounts)))
            batch.step(verbs, amounts)
            sums["decisions"] += int(awake.sum())
            net += batch.rewards.sum(axis=0)
        house_sums += batch.taken
    sums["seats"] = [(int(won), 0) for won in net]
    sums |= {name: (int(chips), 0) for name, chips in zip(ACCOUNTS, house_sums, strict=True)}

    def record(number: int) -> Record:
        table, hand = divmod(number, SESSION)
        batches, row = divmod(table, TABLES_AT_ONCE)
        script = [(int(v[row]), int(a[row])) for up, v, a in kept[batches] if up[row]]
        outside = [OUTSIDE] * house.players
        found = kernels.core.fast_record(house.core, outside, table, hand, script)
        return Record(table=table, hand=hand, **found)

    return Result(house, sums, record)
