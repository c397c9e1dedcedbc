"""Hand evaluators side by side: each library gets its cheapest documented input, made beforehand.

Every evaluator is first checked against ours on a sample, hand against hand; then all of a contest
take short turns, and the best turn of each counts. A library that is not installed, or
whose build lacks a game, says so in the table.
"""

import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import combinations
from random import Random
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from rich.table import Table

from croupier.cards import DECK_52, Card, spell
from croupier.rankings import FAMILIES, Exactly
from croupier.refused import brief

Deal = tuple[Card, ...]
OMAHA = Exactly(own=2, board=3)
SAMPLE = 1_000
TURN_S, TURNS = 0.01, 40
HANDS_MOST, TABLE_ROWS = 4_000, 100_000  # a call for each hand; a call for a whole table


class Evaluator(NamedTuple):
    """One library in one contest."""

    name: str
    make: Callable[[Sequence[Deal]], Any]  # the input, outside the clock
    rank: Callable[[Any], Iterable[Any]]  # every value; this is what the clock sees
    best: int = 1  # 1 when larger values are better hands, -1 when smaller ones are
    many: bool = False  # ranks whole tables, so it is given a large one


class Contest(NamedTuple):
    """One kind of hand: how many cards, who takes part, and by which factor we mean to win."""

    name: str
    cards: int
    ours: Sequence[Evaluator]
    peers: Sequence[Callable[[], Evaluator]]
    goal: int
    rival: str = "the best of the others"


def one_by_one(function: Callable[[Any], Any]) -> Callable[[Iterable[Any]], list[Any]]:
    """A call for each hand, from one list to another: the same loop for everybody."""
    return lambda hands: [function(hand) for hand in hands]


def spread(function: Callable[..., Any]) -> Callable[[Iterable[Any]], list[Any]]:
    """The same for functions that take every card as a separate argument."""
    return lambda hands: [function(*hand) for hand in hands]


def numbers(deals: Sequence[Deal]) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    return np.array([[card.number for card in deal] for deal in deals], dtype=np.uint8)


def texts(deals: Sequence[Deal]) -> list[str]:
    return [spell(deal) for deal in deals]


def masks(deals: Sequence[Deal]) -> list[int]:
    return [sum(1 << card.number for card in deal) for deal in deals]


# Ours


def single(key: str) -> list[Evaluator]:
    strength = one_by_one(FAMILIES[key].strength)
    return [
        Evaluator("croupier, tuple of cards", list, strength),
        Evaluator("croupier, text", texts, strength),
        Evaluator("croupier, mask", masks, strength),
    ]


def batch(key: str) -> list[Evaluator]:
    return [Evaluator("croupier, array, 1 thread", numbers, FAMILIES[key].strengths, many=True)]


def omaha(own: int) -> list[Evaluator]:
    def make(deals: Sequence[Deal]) -> Any:
        rows = numbers(deals)
        return np.ascontiguousarray(rows[:, :own]), np.ascontiguousarray(rows[:, own:])

    high = FAMILIES["high-5"]
    return [
        Evaluator(
            "croupier, array, 1 thread",
            make,
            lambda both: high.strengths_of(*both, OMAHA),
            many=True,
        ),
        Evaluator(
            "croupier, one call",
            lambda deals: [(deal[:own], deal[own:], OMAHA) for deal in deals],
            spread(high.strength_of),
        ),
    ]


# Theirs


def eval7() -> Evaluator:
    peer = import_module("eval7")
    card = {card: peer.Card(card.value) for card in DECK_52}
    return Evaluator(
        "eval7",
        lambda deals: [[card[c] for c in deal] for deal in deals],
        one_by_one(peer.evaluate),
    )


def phevaluator() -> Evaluator:
    peer = import_module("phevaluator")
    return Evaluator(
        "phevaluator", lambda d: numbers(d).tolist(), spread(peer.evaluate_7cards), best=-1
    )


def phevaluator_omaha(own: int) -> Callable[[], Evaluator]:
    def prepare() -> Evaluator:
        peer = import_module("phevaluator")
        rank = peer.evaluate_omaha_cards if own == 4 else peer.evaluate_plo5_cards
        rank(*range(5 + own))  # a build may lack it
        return Evaluator(
            "phevaluator",
            lambda deals: [row[own:] + row[:own] for row in numbers(deals).tolist()],
            spread(rank),
            best=-1,
        )

    return prepare


def treys() -> Evaluator:
    peer = import_module("treys")
    card = {card: peer.Card.new(card.value) for card in DECK_52}

    def make(deals: Sequence[Deal]) -> Any:
        hands = ([card[c] for c in deal] for deal in deals)
        return [(hand[:2], hand[2:]) for hand in hands]

    return Evaluator("treys", make, spread(peer.Evaluator().evaluate), best=-1)


def treys_omaha(own: int) -> Callable[[], Evaluator]:
    def prepare() -> Evaluator:
        peer = import_module("treys")
        card = {card: peer.Card.new(card.value) for card in DECK_52}
        evaluate = peer.Evaluator().evaluate

        def make(deals: Sequence[Deal]) -> Any:
            hands = ([card[c] for c in deal] for deal in deals)
            return [(hand[:own], hand[own:]) for hand in hands]

        def best(mine: list[int], board: list[int]) -> int:
            threes = [list(three) for three in combinations(board, 3)]
            pairs = (list(pair) for pair in combinations(mine, 2))
            return min(evaluate(pair, three) for pair in pairs for three in threes)

        return Evaluator("treys, every choice", make, spread(best), best=-1)

    return prepare


def holdem_hand_evaluator() -> Evaluator:
    peer = import_module("holdem_hand_evaluator")
    return Evaluator("holdem-hand-evaluator", texts, one_by_one(peer.evaluate_hand))


def poker_equity(kernel: str, *, many: bool = False) -> Callable[[], Evaluator]:
    def prepare() -> Evaluator:
        score = import_module("poker_equity").score_batch
        if many:
            return Evaluator(
                "poker-equity, list of texts", texts, lambda t: score(kernel, t), -1, many
            )
        return Evaluator(
            "poker-equity",
            lambda deals: [[text] for text in texts(deals)],
            lambda hands: [score(kernel, hand)[0] for hand in hands],
            best=-1,
        )

    return prepare


def pokerkit(kind: str, own: int = 0) -> Callable[[], Evaluator]:
    """Their hands compare by themselves; a whole hand of five need not be looked for."""

    def prepare() -> Evaluator:
        peer = import_module("pokerkit")
        card = {card: next(iter(peer.Card.parse(card.value))) for card in DECK_52}
        hand = getattr(peer, kind)

        def make(deals: Sequence[Deal]) -> Any:
            hands = (tuple([card[c] for c in deal]) for deal in deals)
            return [(hand[:own], hand[own:]) if own else (hand, ()) for hand in hands]

        if kind in ("StandardLowHand", "RegularLowHand"):
            return Evaluator(
                "pokerkit", lambda d: [cards for cards, _ in make(d)], one_by_one(hand)
            )
        return Evaluator("pokerkit", make, spread(hand.from_game))

    return prepare


CONTESTS = (
    Contest(
        "7-card high, one call",
        7,
        single("high-5"),
        [
            *(eval7, phevaluator, treys, holdem_hand_evaluator),
            *(pokerkit("StandardHighHand"), poker_equity("high")),
        ],
        goal=3,
    ),
    Contest("7-card high, batch", 7, batch("high-5"), [poker_equity("high", many=True)], goal=60),
    Contest(
        "omaha, four own cards",
        9,
        omaha(4),
        [phevaluator_omaha(4), pokerkit("OmahaHoldemHand", 4), treys_omaha(4)],
        goal=8,
    ),
    Contest(
        "omaha, five own cards",
        10,
        omaha(5),
        [treys_omaha(5), pokerkit("OmahaHoldemHand", 5), phevaluator_omaha(5)],
        goal=100,
    ),
    Contest(
        "badugi, one call",
        4,
        single("badugi"),
        [pokerkit("BadugiHand"), poker_equity("badugi")],
        goal=30,
        rival="pokerkit",
    ),
    Contest(
        "2-7 low, one call",
        5,
        single("low-27"),
        [pokerkit("StandardLowHand"), poker_equity("deuce_seven")],
        goal=30,
        rival="pokerkit",
    ),
    Contest(
        "A-5 low, one call",
        5,
        single("low-a5"),
        [pokerkit("RegularLowHand"), poker_equity("low_a5")],
        goal=30,
        rival="pokerkit",
    ),
)


def tables() -> Iterable[Table]:
    for contest in CONTESTS:
        yield table(contest)


def table(contest: Contest) -> Table:
    """All evaluators of a contest, the best of theirs as the measure."""
    peers, missing = prepared(contest.peers)
    speeds = measure([*contest.ours, *peers], contest)
    fastest = max((speeds[peer.name] for peer in peers), default=0.0)
    title = f"{contest.name}: hands a second (goal {contest.goal}x {contest.rival})"
    shown = Table("evaluator", title=title, title_justify="left", min_width=72)
    shown.add_column("hands a second", justify="right")
    shown.add_column("of the best peer", justify="right")
    for name, speed in speeds.items():
        shown.add_row(name, f"{speed:,.0f}", f"{speed / fastest:,.2f}x" if fastest else "")
    for why in missing:
        shown.add_row(why, "-", "")
    return shown


def prepared(peers: Iterable[Callable[[], Evaluator]]) -> tuple[list[Evaluator], list[str]]:
    ready, missing = [], []
    for peer in peers:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ready.append(peer())
        except (ImportError, NotImplementedError) as fault:
            missing.append(f"not here: {brief(fault).split('. ')[0]}")
    return ready, missing


def measure(evaluators: Sequence[Evaluator], contest: Contest) -> dict[str, float]:
    """Check everybody, then let them take turns, each with as many hands as fill a turn."""
    chance = Random(contest.name)
    most = TABLE_ROWS if any(one.many for one in evaluators) else HANDS_MOST
    deals = [tuple(chance.sample(DECK_52, contest.cards)) for _ in range(most)]
    check(evaluators, deals[:SAMPLE])
    tasks = {one.name: task(one, deals) for one in evaluators}
    best = dict.fromkeys(tasks, 0.0)
    for _ in range(TURNS):
        for one in evaluators:
            given, hands, passes = tasks[one.name]
            best[one.name] = max(best[one.name], hands * passes / seconds(one, given, passes))
    return best


def task(evaluator: Evaluator, deals: Sequence[Deal]) -> tuple[Any, int, int]:
    """What fills a turn: the input, how many hands are in it, how often it is gone through."""
    hands = TABLE_ROWS
    if not evaluator.many:
        pace = seconds(evaluator, evaluator.make(deals[:100]), passes=1) / 100
        hands = min(HANDS_MOST, max(20, int(TURN_S / pace)))
    given = evaluator.make(deals[:hands])
    once = min(seconds(evaluator, given, passes=1) for _ in range(3))
    return given, hands, max(1, int(TURN_S / once))


def seconds(evaluator: Evaluator, given: Any, passes: int) -> float:
    """Of the processor, so that what else the machine does matters little."""
    begun = process_time()
    for _ in range(passes):
        evaluator.rank(given)
    return process_time() - begun


def check(evaluators: Sequence[Evaluator], deals: Sequence[Deal]) -> None:
    """Leave out a library that ranks a sample in a different order than ours."""
    truth, *others = [places(one, deals) for one in evaluators]
    for one, found in zip(evaluators[1:], others, strict=True):
        if found != truth:
            raise AssertionError(f"{one.name} ranks hands otherwise than {evaluators[0].name}")


def places(evaluator: Evaluator, deals: Sequence[Deal]) -> list[int]:
    """The place of each hand among the sample, ties sharing one."""
    values = list(evaluator.rank(evaluator.make(deals)))
    order = sorted(range(len(values)), key=values.__getitem__, reverse=evaluator.best < 0)
    placed, place = [0] * len(values), 0
    for before, at in zip([order[0], *order], order, strict=False):
        place += values[before] != values[at]
        placed[at] = place
    return placed
