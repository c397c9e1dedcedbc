"""Counterfactual regret minimization over snapshots of a small game for two.

The tree is made once, by stepping from snapshots. What a player knows at a decision is that
player's view of the log, so information sets need no code of their own. Then strategies are
improved round after round (CFR+: regrets never fall below nothing, later rounds count more) and
their average approaches an equilibrium. See docs/how-to/research.md.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.engine.commands import Command
from croupier.rl.snapshot import Snapshot

Choices = Callable[[Snapshot], list[Command]]
Strategy = Mapping[bytes, tuple[float, ...]]  # by what is known: how often each choice is made
Known = Callable[[Snapshot, int], bytes]  # what a seat knows at a moment
SEATS = (1, 2)


class Node(Struct):
    """A node of the tree: a player chooses, or the game is over and a player has won."""

    seat: int = 0
    known: bytes = b""
    next: "tuple[Node, ...]" = ()
    won: int = 0  # by seat 1, in cents


Tree = list[tuple[float, Node]]


class Solution(Struct, frozen=True):
    """An average strategy, what seat 1 wins under it, and how much a perfect opponent would gain.

    Amounts are cents a round; `choices` tells what the numbers of a strategy stand for.
    """

    strategy: Strategy
    choices: Mapping[bytes, tuple[Command, ...]]
    value: float
    exploitability: float


def solve(
    deals: Iterable[tuple[Fraction | int, Snapshot]],
    choices: Choices,
    rounds: int,
    known: Known = Snapshot.known,
) -> Solution:
    """Find strategies for both seats by regret; `deals` are all deals, each with its weight."""
    chances, offered = grow(deals, choices, known)
    regrets = {known: [0.0] * len(commands) for known, commands in offered.items()}
    sums = {known: [0.0] * len(commands) for known, commands in offered.items()}
    for number in range(1, rounds + 1):
        for seat in SEATS:
            gained = {known: [0.0] * len(commands) for known, commands in offered.items()}
            now = {known: matched(part) for known, part in regrets.items()}
            for chance, root in chances:
                _walk(root, seat, 1.0, chance, now, gained, sums, number)
            for seen, part in gained.items():
                regrets[seen] = [max(0.0, a + b) for a, b in zip(regrets[seen], part, strict=True)]
    average = {known: matched(part) for known, part in sums.items()}
    return Solution(average, offered, *judged(chances, average))


def judged(chances: Tree, strategy: Strategy) -> tuple[float, float]:
    """What seat 1 wins if both play a strategy of the trainer, and how much it can be exploited.

    Where the strategy says nothing, every answer is as likely.
    """
    value = sum(chance * _value(root, strategy) for chance, root in chances)
    return value, sum(_best(chances, seat, strategy) for seat in SEATS) / 2


def grow(
    deals: Iterable[tuple[Fraction | int, Snapshot]],
    choices: Choices,
    known: Known = Snapshot.known,
) -> tuple[Tree, dict[bytes, tuple[Command, ...]]]:
    """The game tree of all deals, each with its chance."""
    offered: dict[bytes, tuple[Command, ...]] = {}
    roots = [(weight, _grown(deal, choices, known, offered)) for weight, deal in deals]
    total = sum(weight for weight, _ in roots)
    return [(float(Fraction(weight) / Fraction(total)), root) for weight, root in roots], offered


def _grown(
    at: Snapshot, choices: Choices, known: Known, offered: dict[bytes, tuple[Command, ...]]
) -> Node:
    while not at.done:
        commands = tuple(choices(at))
        if len(commands) > 1:
            seat = at.turn.actor
            seen = known(at, seat)
            offered[seen] = commands
            after = tuple(_grown(at.step(c), choices, known, offered) for c in commands)
            return Node(seat, seen, after)
        at = at.step(commands[0])
    return Node(won=at.net(SEATS[0]))


def _often(strategy: Strategy, node: Node) -> tuple[float, ...]:
    return strategy.get(node.known) or (1 / len(node.next),) * len(node.next)


def matched(regrets: Iterable[float]) -> tuple[float, ...]:
    """Choose in proportion to regret; evenly where there is no regret.

    >>> matched([3.0, 1.0]), matched([0.0, 0.0])
    ((0.75, 0.25), (0.5, 0.5))
    """
    parts = list(regrets)
    total = sum(parts)
    return tuple(part / total if total else 1 / len(parts) for part in parts)


def _walk(
    node: Node,
    seat: int,
    mine: float,
    others: float,
    now: Strategy,
    gained: dict[bytes, list[float]],
    sums: dict[bytes, list[float]],
    number: int,
) -> float:
    """What the node is worth to a seat; regrets and averages are added up on the way."""
    if not node.next:
        return node.won if seat == SEATS[0] else -node.won
    often = now[node.known]
    if node.seat != seat:
        return sum(
            p * _walk(child, seat, mine, others * p, now, gained, sums, number)
            for p, child in zip(often, node.next, strict=True)
        )
    worth = [
        _walk(child, seat, mine * p, others, now, gained, sums, number)
        for p, child in zip(often, node.next, strict=True)
    ]
    value = sum(p * w for p, w in zip(often, worth, strict=True))
    for at, (p, w) in enumerate(zip(often, worth, strict=True)):
        gained[node.known][at] += others * (w - value)
        sums[node.known][at] += number * mine * p
    return value


def _value(node: Node, strategy: Strategy) -> float:
    if not node.next:
        return node.won
    return sum(
        p * _value(child, strategy)
        for p, child in zip(_often(strategy, node), node.next, strict=True)
    )


def _best(chances: list[tuple[float, Node]], seat: int, strategy: Strategy) -> float:
    """What the best answer of a seat to the other's strategy wins."""
    held: dict[bytes, list[tuple[float, Node]]] = {}
    for chance, root in chances:
        _reach(root, seat, chance, strategy, held)
    best: dict[bytes, int] = {}

    def worth(node: Node) -> float:
        if not node.next:
            return node.won if seat == SEATS[0] else -node.won
        if node.seat == seat:
            return worth(node.next[choice(node.known)])
        often = _often(strategy, node)
        return sum(p * worth(child) for p, child in zip(often, node.next, strict=True))

    def choice(known: bytes) -> int:
        if known not in best:
            nodes = held[known]
            count = len(nodes[0][1].next)
            sums = [sum(chance * worth(n.next[at]) for chance, n in nodes) for at in range(count)]
            best[known] = max(range(count), key=sums.__getitem__)
        return best[known]

    return sum(chance * worth(root) for chance, root in chances)


def _reach(
    node: Node,
    seat: int,
    chance: float,
    strategy: Strategy,
    held: dict[bytes, list[tuple[float, Node]]],
) -> None:
    """How often chance and the other seat lead to each point where this one chooses."""
    if not node.next:
        return
    if node.seat == seat:
        held.setdefault(node.known, []).append((chance, node))
    often = _often(strategy, node) if node.seat != seat else (1.0,) * len(node.next)
    for p, child in zip(often, node.next, strict=True):
        _reach(child, seat, chance * p, strategy, held)
