"""A wager over an evening: the result of many rounds, and how often a bankroll is lost."""

from fractions import Fraction
from math import lcm, sqrt
from typing import Any

import numpy as np
from msgspec import Struct

from croupier.odds.wagers import Wager, exact
from croupier.refused import Refused

ROUNDS_MOST = 100_000
WORK_MOST = 2_000_000_000  # states times ends times rounds


class Session(Struct, frozen=True):
    """So many rounds of a wager, in units of it.

    `mean` and `variance` are exact. `ruin` is the chance that less than one unit of the bankroll
    is left after some round; a player who has a unit left is taken to find the later wagers.
    """

    rounds: int
    mean: Fraction
    variance: Fraction
    bankroll: int = 0
    ruin: float = 0.0

    @property
    def standard_deviation(self) -> float:
        """How far the result of the session lies from the mean, as a rule."""
        return sqrt(self.variance)

    def as_json(self) -> dict[str, Any]:
        """The result as JSON, in a shape that scripts may rely on."""
        fields: dict[str, Any] = {
            "rounds": self.rounds,
            "mean": exact(self.mean),
            "variance": exact(self.variance),
            "standard_deviation": self.standard_deviation,
        }
        if self.bankroll:
            fields |= {"bankroll": self.bankroll, "ruin": self.ruin}
        return fields


def session(wager: Wager, rounds: int, bankroll: int = 0) -> Session:
    """The result of many rounds of a wager; with a bankroll, how often it is lost.

    >>> from croupier.odds.wagers import Strategy, ends_of
    >>> ends = ends_of([("heads", 1, 1), ("tails", -1, 1)], 2)
    >>> coin = Wager(name="coin", ends=ends, average=Fraction(1), strategy=Strategy("", ""))
    >>> session(coin, 3, bankroll=1).ruin  # tails at once, or heads and then tails twice
    0.625
    """
    if not 1 <= rounds <= ROUNDS_MOST:
        raise Refused("FIELD rounds", f"the number of rounds must be 1 to 100000, not {rounds}")
    if bankroll < 0:
        raise Refused("FIELD bankroll", "the bankroll must not be negative")
    ruin = risk_of_ruin(wager, rounds, bankroll) if bankroll else 0.0
    return Session(rounds, rounds * wager.ev, rounds * wager.variance, bankroll, ruin)


def risk_of_ruin(wager: Wager, rounds: int, bankroll: int) -> float:
    """The chance that less than one unit is left after one of the rounds.

    The chances of every amount are carried from round to round; an amount that the rounds left
    cannot lose is safe.
    """
    parts = lcm(*(end.net.denominator for end in wager.ends))
    nets = [(int(end.net * parts), float(end.probability)) for end in wager.ends]
    worst = -min(net for net, _ in nets)
    if worst <= 0:
        return 0.0
    safe = parts + worst * rounds  # from here on no round can ruin
    if safe * len(nets) * rounds > WORK_MOST:
        raise Refused("FIELD rounds", "these are too many rounds to count: ask for fewer")
    if bankroll * parts >= safe:
        return 0.0
    chances = np.zeros(safe + 1)
    chances[bankroll * parts] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        after = np.zeros(safe + 1)
        after[safe] = chances[safe]
        alive = chances[:safe]
        for net, often in nets:
            if net >= 0:
                inside = max(safe - net, 0)
                after[net:safe] += often * alive[:inside]
                after[safe] += often * alive[inside:].sum()
            else:
                after[: safe + net] += often * alive[-net:]
                ruined += often * float(alive[:-net].sum())
        ruined += float(after[:parts].sum())
        after[:parts] = 0
        chances = after
    return ruined
