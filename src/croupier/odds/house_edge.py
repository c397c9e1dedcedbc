"""What every wager of a house-banked game costs, under best play and under given play.

>>> from croupier.games import game_of
>>> game = game_of("two-card-joker")
>>> edge = house_edge(game, game.sign)
>>> edge.wagers["ante"].strategy.words, edge.wagers["ante"].house_edge
('call with queen-five or better', Fraction(563, 17901))
"""

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from math import sqrt
from typing import Any

import msgspec
from msgspec import Struct

from croupier.games import game_of
from croupier.markup import grid
from croupier.odds import flop, tcj, thb
from croupier.odds.kernel import Tell
from croupier.odds.wagers import Wager, exact
from croupier.refused import Refused
from croupier.rules.banked_sign import below_floor
from croupier.rules.game import Game
from croupier.rules.sign import TableSign, well_typed

STRATEGIES = {
    "texas-holdem-bonus": thb.STRATEGIES,
    "flop-poker": flop.STRATEGIES,
    "two-card-joker": tcj.STRATEGIES,
}
LIMITS = "payout limits are ignored: every prize is paid in full"
ZERO = "a wager of exactly zero expectation is not placed (A-80)"


class Edge(Struct, frozen=True):
    """Every wager of a game as its sign has it, under one strategy."""

    game: Game
    sign: TableSign
    strategy: str
    players: int
    wagers: dict[str, Wager]

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the figures must know."""
        below = [
            f"for comparison only, below the regulation: {fault.why} ({fault.clause})"
            for fault in below_floor(self.game, self.sign)
        ]
        return LIMITS, ZERO, *below

    def __repr__(self) -> str:
        edges = (f"{name} {float(wager.house_edge):.4%}" for name, wager in self.wagers.items())
        return f"<Edge of {self.game.key}, {self.strategy}: {', '.join(edges)}>"

    def _repr_html_(self) -> str:
        heads = ("wager", "house edge", "exactly", "element of risk", "hits", "deviation")
        rows = [
            [
                escape(name),
                f"{float(wager.house_edge):.4%}",
                str(wager.house_edge),
                f"{float(wager.element_of_risk):.4%}",
                f"{float(wager.hit_frequency):.2%}",
                f"{wager.standard_deviation:.4f}",
            ]
            for name, wager in self.wagers.items()
        ]
        return grid(heads, rows, f"{self.game.title}, {self.strategy} strategy")


def house_edge(
    game: Game | str,
    sign: TableSign | None = None,
    strategy: str = "optimal",
    *,
    players: int = 2,
    tell: Tell = None,
) -> Edge:
    """Measure every wager; `tell` hears, now and then, which part of the work is done.

    A game is a definition or its key; without a sign, the game's own counts. `players` matters to
    Flop Poker's pot alone.
    """
    game = game_of(game)
    sign = game.sign if sign is None else well_typed(sign)
    check(game, strategy, players)
    found = {wager.name: wager for wager in _wagers(game, sign, strategy, players, tell)}
    return Edge(game, sign, strategy, players, found)


def check(game: Game, strategy: str, players: int) -> None:
    """Refuse an equity question that cannot be computed, before any work starts."""
    if game.key not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise Refused("FIELD game", f"{game.key} has no house edge; these have: {known}")
    if strategy not in STRATEGIES[game.key]:
        known = ", ".join(STRATEGIES[game.key])
        raise Refused("FIELD strategy", f"{strategy[:40]!r} is not one of {known}")
    least, most = game.players.least, game.players.most
    if type(players) is not int or not least <= players <= most:
        raise Refused(
            "FIELD players", f"{game.key} takes {least} to {most} players, not {players!r}"
        )


def _wagers(
    game: Game, sign: TableSign, strategy: str, players: int, tell: Tell
) -> Iterator[Wager]:
    match game.key:
        case "texas-holdem-bonus":
            return thb.wagers(game, sign, strategy, tell)
        case "flop-poker":
            return flop.wagers(game, sign, strategy, players, tell)
        case _:
            return tcj.wagers(game, sign, strategy)


def record(edge: Edge) -> dict[str, Any]:
    """The house edge and its parts for JSON: exact fractions, and estimates with their errors."""
    return {
        "game": edge.game.key,
        "sign": msgspec.structs.asdict(edge.sign),
        "strategy": edge.strategy,
        "players": edge.players,
        "notes": list(edge.notes),
        "wagers": {name: _wager(wager) for name, wager in edge.wagers.items()},
    }


def _wager(wager: Wager) -> dict[str, Any]:
    strategy = wager.strategy
    deviation: dict[str, Any] = {"value": wager.standard_deviation}
    if wager.trials:
        deviation |= {"error": wager.deviation_error, "trials": wager.trials}
    else:
        deviation["variance"] = exact(wager.variance)
    total, counts = wager.combinations
    return {
        "ev": exact(wager.ev),
        "house_edge": exact(wager.house_edge),
        "element_of_risk": exact(wager.element_of_risk),
        "average_wager": exact(wager.average),
        "standard_deviation": deviation,
        "strategy": {
            "name": strategy.name,
            "words": strategy.words,
            "threshold": strategy.threshold,
            "folds": exact(strategy.folds),
            "folded": list(strategy.folded),
            "places": {spot: exact(often) for spot, often in strategy.places.items()},
        },
        "hit_frequency": _often(wager, wager.hit_frequency),
        "combinations": total,
        "ends": [
            {
                "words": end.words,
                "net": exact(end.net),
                "combinations": count,
                "probability": _often(wager, end.probability),
            }
            for end, count in zip(wager.ends, counts, strict=True)
        ],
        "notes": list(wager.notes),
        **{name: exact(number) for name, number in wager.more.items()},
    }


def _often(wager: Wager, probability: Fraction) -> dict[str, Any]:
    if not wager.trials:
        return exact(probability)
    error = sqrt(probability * (1 - probability) / wager.trials)
    return {"value": float(probability), "error": error, "trials": wager.trials}
