"""The compiled core, built from src/kernels; call it through croupier.rankings.kernels."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.rankings.picks import Cards, Pick

class SuitRule(Enum):
    """How suits count in a family."""

    ignored = 0
    better = 1
    worse = 2
    different = 3
    jokers = 4

class Kernel:
    """One family's tables."""

    def __init__(
        self,
        size: int,
        rule: SuitRule,
        classes: list[int],
        strengths: list[int],
        suited: list[int],
        read: Callable[[Iterable[Card] | str | int], Cards],
    ) -> None: ...
    def strength(self, cards: Iterable[Card] | str | int, /) -> int: ...
    def strength_of(self, own: Cards, board: Cards, pick: Pick, /) -> int: ...
    def strengths(self, rows: NDArray[np.uint8], out: NDArray[np.int32], threads: int) -> int: ...
    def strengths_of(
        self,
        own: NDArray[np.uint8],
        board: NDArray[np.uint8],
        pick: Pick,
        out: NDArray[np.int32],
        threads: int,
    ) -> int: ...
    @property
    def bytes(self) -> int: ...

class Contest:
    """A contest: hands, cards to come, and how the pot is shared; hands and boards are masks."""

    def __init__(
        self,
        shares: list[tuple[Kernel, Pick]],
        seats: list[tuple[list[int], int]],
        board: int,
        board_missing: int,
        dead: int,
        weights: Sequence[list[int]] = ...,
    ) -> None: ...
    def least_work(self) -> float: ...
    def work(self) -> float | None: ...
    def enumerate(
        self, threads: int, progress: Callable[[float], None] | None = None
    ) -> tuple[int, int, list[dict[str, Any]]]: ...
    def sample(
        self,
        trials: int,
        seed: int,
        threads: int,
        progress: Callable[[float], None] | None = None,
    ) -> tuple[int, int, list[dict[str, Any]]]: ...

class Lineup:
    """Who may hold what, read once; asked about boards with all cards out, plainly written."""

    def __init__(
        self,
        shares: list[tuple[Kernel, Pick]],
        seats: list[tuple[list[int], int]],
        board: int,
        cards: int,
        weights: Sequence[list[int]] = ...,
    ) -> None: ...
    def showdown(self, board: str, dead: str) -> tuple[int, int, tuple[Any, ...]] | None: ...

def bad_beats(
    kernel: Kernel,
    own: int,
    beaten: int,
    winner: int,
    both_play: bool,
    threads: int,
    progress: Callable[[float], None] | None = None,
) -> int: ...
def sample_bad_beats(
    kernel: Kernel,
    own: int,
    beaten: int,
    winner: int,
    both_play: bool,
    players: int,
    trials: int,
    seed: int,
    threads: int,
    progress: Callable[[float], None] | None = None,
) -> int: ...
def learn(cards: tuple[Card, ...]) -> None: ...
def solve_holdem_bonus(
    high_5: Kernel,
    ante: list[int],
    made: int,
    prizes: list[int],
    threads: int,
    tell: Callable[[float], None] | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.uint8]]: ...
def count_rivers(high_5: Kernel, ante: list[int], four: list[int]) -> NDArray[np.int64]: ...
def count_flop_lines(
    high_5: Kernel,
    line_of: NDArray[np.uint8],
    lines: int,
    threads: int,
    tell: Callable[[float], None] | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
def count_flop_ties(high_5: Kernel, threads: int, tell: Callable[[float], None] | None) -> int: ...

Played = tuple[list[int], list[tuple[int, int]]]

def simulate_two_cards(
    rounds: int,
    seed: int,
    seats: int,
    nets: NDArray[np.int64],
    strength: NDArray[np.int32],
    qualifies: int,
    plays: NDArray[np.uint8],
    wins: NDArray[np.uint16],
    sides: NDArray[np.uint16],
) -> Played: ...
def simulate_three_cards(
    rounds: int,
    seed: int,
    seats: int,
    nets: NDArray[np.int64],
    high_5: Kernel,
    plays: NDArray[np.uint8],
    line: NDArray[np.uint16],
    pot: int,
) -> Played: ...
def simulate_holdem_bonus(
    rounds: int,
    seed: int,
    seats: int,
    nets: NDArray[np.int64],
    high_5: Kernel,
    plan: int,
    ante: list[int],
    made: int,
    stays: NDArray[np.uint8],
    bonus_lines: NDArray[np.uint16],
    aces: int | None,
    prizes: list[int],
    progressive: int | None,
    after_fold: bool,
    decisions: tuple[NDArray[np.uint8], NDArray[np.uint8]] | None,
) -> Played: ...

class Program:
    """A game under a sign, as the fast table plays it."""

    def __init__(self, given: dict[str, Any]) -> None: ...

class FastLayout:
    """Where each part of an observation lies."""

    def __init__(self, flags: list[int]) -> None: ...

class FastRound:
    """One round on the fast table."""

    def __init__(
        self,
        program: Program,
        stacks: list[int],
        dues: list[tuple[int, int, int]],
        deck: list[int],
        seed: int,
        table: int,
        hand: int,
        meter: int = 0,
    ) -> None: ...
    def open(self, seats: list[int], button: int, unnamed: int) -> None: ...
    def copy(self) -> FastRound: ...
    def answer(self, verb: int, amount: int) -> bool: ...
    def name(self, place: int, down: int, up: int) -> None: ...
    def observe(self, layout: FastLayout, place: int, out: NDArray[np.float32]) -> None: ...
    @property
    def stacks(self) -> list[int]: ...
    @property
    def asked(self) -> tuple[Any, ...]: ...
    @property
    def state(self) -> dict[str, Any]: ...
    @property
    def moves(self) -> list[tuple[int, int, int]]: ...
    @property
    def beats(self) -> list[tuple[int, int]]: ...
    @property
    def reshuffles(self) -> list[list[int]]: ...

class FastHouse:
    """What all tables of a simulation have in common."""

    def __init__(self, given: dict[str, Any]) -> None: ...

def fast_play(
    house: FastHouse, policies: list[int], first: int, rounds: int, each: int, threads: int
) -> dict[str, Any]: ...
def fast_record(
    house: FastHouse, policies: list[int], table: int, hand: int, script: list[tuple[int, int]]
) -> dict[str, Any]: ...

class FastBatch:
    """Many tables that are asked and answered together."""

    def __init__(
        self,
        house: FastHouse,
        layout: list[int],
        tables: int,
        first: int,
        limits: list[int],
        actor: NDArray[np.int8],
        kind: NDArray[np.uint8],
        can_fold: NDArray[np.bool_],
        can_check: NDArray[np.bool_],
        to_call: NDArray[np.int32],
        least: NDArray[np.int32],
        most: NDArray[np.int32],
        draw_most: NDArray[np.int8],
        spot: NDArray[np.int8],
        price: NDArray[np.int32],
        pot: NDArray[np.int32],
        rewards: NDArray[np.int32],
        done: NDArray[np.bool_],
    ) -> None: ...
    def step(self, verbs: NDArray[Any], amounts: NDArray[Any], threads: int) -> int: ...
    def observe(self, out: NDArray[np.float32], threads: int) -> None: ...
    def pack(self, cards: NDArray[np.uint64], numbers: NDArray[np.int32], threads: int) -> None: ...
    @property
    def taken(self) -> tuple[int, int, int, int, int]: ...
    @property
    def size(self) -> int: ...
    @property
    def bytes(self) -> int: ...
