"""Texas Hold 'Em Bonus, exactly: every starting hand, board and dealer's hand."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from croupier.cards import DECK_52, RANKS, parse_cards
from croupier.chips import money
from croupier.engine.layout import DOLLAR
from croupier.engine.progressive import COMMUNITY_ROYAL, FIXED, METER_PERCENT
from croupier.engine.settle import THRESHOLD
from croupier.odds.contests import lines_of, on_table, times, two_card_wager
from croupier.odds.kernel import Tell, core, high_5, threads
from croupier.odds.wagers import Strategy, Wager, ends_of
from croupier.rankings import FAMILIES
from croupier.rules.game import Game
from croupier.rules.paytables import category_of_five
from croupier.rules.sign import TableSign
from croupier.views.narration.wording import listed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLD = -1
DEALS = comb(50, 3) * 47 * 46  # flop, turn and river for a starting hand; then the dealer's hand
DEALER = comb(45, 2)
ELECTIONS = ("straight", "flush")
RESULTS = ("loses", "ties", "wins", "wins with a straight", "wins with a flush or better")
PLANS = ("gains", "never", "always", "pair")  # as the compiled core counts them
STRATEGIES = {
    "optimal": "fold exactly the hands that lose less so; turn and river wagers when they gain",
    "never-fold": "play every hand; turn and river wagers when they gain",
    "always": "play every hand and place every turn and river wager",
    "flop-only": "fold the hands that lose less so; never a turn or river wager",
    "simple": "fold 2-3 to 2-7 of different suits; turn and river wagers with a pair or better "
    "that is not the board's alone",
}
LATER = {"always": "always", "flop-only": "never", "simple": "pair"}
_LATER = {
    "gains": "turn and river wagers exactly when the hand beats more of the dealer's than beat it",
    "never": "never a turn or river wager",
    "always": "every turn and river wager",
    "pair": "turn and river wagers with a pair or better that is not the board's alone",
}
_SIMPLE_FOLDS = frozenset({"32o", "42o", "52o", "62o", "72o"})
UNSOLVED: dict[str, frozenset[str]] = {  # what these fold is known without counting
    "never-fold": frozenset(),
    "always": frozenset(),
    "simple": _SIMPLE_FOLDS,
}


class Start(Struct, frozen=True):
    """One of the 169 kinds of starting hands, and how its deals end.

    `ends` has a row for each plan: of turn wager or not, river wager or not, and the results.
    """

    name: str
    combinations: int
    ends: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    prizes: dict[str, int]  # of the progressive wager, over all deals of the board


class Sizes(NamedTuple):
    """How many antes the later wagers are."""

    flop: int
    turn: int
    river: int


class Played(NamedTuple):
    """A starting hand when it is played."""

    ends: list[tuple[str, int, int]]
    value: Fraction
    wagered: Fraction
    turn: Fraction
    river: Fraction


def wagers(game: Game, sign: TableSign, strategy: str, tell: Tell = None) -> Iterator[Wager]:
    """The ante with all its later wagers under the strategy, the bonus and the progressive."""
    found = starts(tell)
    ante = _ante(game, sign, strategy, found)
    yield ante
    yield _bonus(game, sign)
    if sign.progressive:
        yield progressive(sign, found, ante.strategy.folded)


@cache
def marks() -> tuple[list[int], int, list[int]]:
    """Strengths from which a hand counts: for the ante, for a plan, for each prize."""
    high = FAMILIES["high-5"]
    ante = [high.strength(THRESHOLD[elected]) for elected in ELECTIONS]
    least = dict.fromkeys(reversed(FIXED), high.strength("AsKsQsJsTs"))
    for strength in range(high.strength("AsKsQsJsTs"), 0, -1):
        category = category_of_five(strength)
        if category in least:
            least[category] = strength
    return ante, ante[0], [*least.values(), high.strength("AsKsQsJsTs")]


_SOLVED: list[Start] = []  # one enumeration answers every sign and strategy
_GAINS: "list[NDArray[np.uint8]]" = []


def starts(tell: Tell = None) -> list[Start]:
    """All kinds of starting hands, solved once."""
    if not _SOLVED:
        ante, made, prizes = marks()
        solved = core().solve_holdem_bonus(high_5(), ante, made, prizes, threads(), tell)
        ends, won, *_GAINS[:] = solved
        lines = [*reversed(FIXED), *METER_PERCENT, "community royal"]
        for at in range(len(RANKS) ** 2):
            name, count = _named(at)
            every = tuple(
                tuple(tuple(tuple(cell) for cell in row) for row in plan[at].tolist())
                for plan in ends
            )
            prize = dict(zip(lines, won[at].tolist(), strict=True))
            _SOLVED.append(Start(name, count, every, prize))
    return _SOLVED


def gains(tell: Tell = None) -> "tuple[NDArray[np.uint8], NDArray[np.uint8]]":
    """Which turn and river wagers gain, as the compiled core numbers boards and own cards."""
    starts(tell)
    turn, river = _GAINS
    return turn, river


def _named(at: int) -> tuple[str, int]:
    """The name of a kind, suited above the diagonal, and how many hands it has."""
    row, column = divmod(at, len(RANKS))
    high, low = RANKS[max(row, column)], RANKS[min(row, column)]
    if row == column:
        return high + low, 6
    return (f"{high}{low}s", 4) if row > column else (f"{high}{low}o", 12)


# --- the ante and its later wagers -------------------------------------------------------------


def _ante(game: Game, sign: TableSign, strategy: str, found: list[Start]) -> Wager:
    sizes = Sizes(times(game, "flop"), times(game, "turn"), times(game, "river"))
    plan = LATER.get(strategy, "gains")
    every = {start.name: played(start, plan, sign.ante_threshold, sizes) for start in found}
    folded = _folded(strategy, {name: one.value for name, one in every.items()})
    total = comb(52, 2) * DEALS * DEALER
    ends: list[tuple[str, Fraction | int, int]] = []
    average, places = Fraction(0), dict.fromkeys(("flop", "turn", "river"), Fraction(0))
    for start in found:
        share, one = Fraction(start.combinations, comb(52, 2)), every[start.name]
        if start.name in folded:
            ends.append(("folds", FOLD, start.combinations * DEALS * DEALER))
            average += share
            continue
        ends += one.ends
        average += share * one.wagered
        for spot, often in (("flop", Fraction(1)), ("turn", one.turn), ("river", one.river)):
            places[spot] += share * often
    folds = Fraction(sum(s.combinations for s in found if s.name in folded), comb(52, 2))
    names = tuple(start.name for start in found if start.name in folded)
    return Wager(
        name="ante",
        ends=ends_of(ends, total),
        average=average,
        strategy=Strategy(
            strategy,
            f"{fold_words(names)}; {_LATER[plan]}",
            threshold=fold_words(names),
            folded=names,
            folds=folds,
            places=places,
        ),
        values={name: one.value for name, one in every.items()},
        notes=("turn and river are decided board by board; no short rule says when they gain",)
        if plan == "gains"
        else (),
    )


def _folded(strategy: str, values: dict[str, Fraction]) -> frozenset[str]:
    if strategy in UNSOLVED:
        return UNSOLVED[strategy]
    return frozenset(name for name, value in values.items() if value <= FOLD)


def played(start: Start, plan: str, elected: str, sizes: Sizes) -> Played:
    """What becomes of a starting hand under a plan, and what it is worth in antes."""
    ends: list[tuple[str, int, int]] = []
    wagered = turns = rivers = 0
    for turn, by_river in enumerate(start.ends[PLANS.index(plan)]):
        for river, counts in enumerate(by_river):
            later = sizes.flop + turn * sizes.turn + river * sizes.river
            count = sum(counts)
            wagered += (1 + later) * count
            turns, rivers = turns + turn * count, rivers + river * count
            ends += zip(RESULTS, nets(later, elected), counts, strict=True)
    total = start.combinations * DEALS * DEALER
    value = Fraction(sum(net * count for _, net, count in ends), total)
    shares = (Fraction(count, total) for count in (wagered, turns, rivers))
    return Played(ends, value, *shares)


def nets(later: int, elected: str) -> list[int]:
    """What each result brings with this many antes of later wagers, the ante included.

    >>> nets(2, "straight")
    [-3, 0, 2, 3, 3]
    """
    pays = RESULTS.index("wins with a straight") + ELECTIONS.index(elected)
    return [-1 - later, 0, *(later + (at >= pays) for at in range(2, len(RESULTS)))]


def fold_words(folded: tuple[str, ...]) -> str:
    """Which hands are folded, in words.

    >>> fold_words(("32o", "42o", "52o", "43o"))
    'fold 3-2 to 5-2 and 4-3 of different suits'
    """
    if not folded:
        return "play every hand"
    if len(folded) == len(RANKS) ** 2:
        return "fold every hand"
    parts = []
    for suit, words in (("o", "of different suits"), ("s", "of one suit")):
        runs = []
        for low in RANKS:
            highs = [h for h in RANKS if f"{h}{low}{suit}" in folded]
            for first, last in _runs(highs):
                run = f"{first}-{low}"
                runs.append(run if first == last else f"{run} to {last}-{low}")
        if runs:
            parts.append(f"{listed(runs)} {words}")
    pairs = [rank for rank in RANKS if rank * 2 in folded]
    if pairs:
        parts.append(f"pairs of {listed(pairs)}")
    return f"fold {listed(parts)}"


def _runs(ranks: list[str]) -> Iterator[tuple[str, str]]:
    """Neighboring ranks as first and last."""
    places = [RANKS.index(rank) for rank in ranks]
    for place in places:
        if place - 1 not in places:
            last = place
            while last + 1 in places:
                last += 1
            yield RANKS[place], RANKS[last]


# --- the bonus and the progressive wager -------------------------------------------------------


def _bonus(game: Game, sign: TableSign) -> Wager:
    """On the player's two cards; where posted, aces against the dealer's aces pay more."""
    wager = two_card_wager(game, sign, "bonus")
    if not sign.aces_v_aces:
        return wager
    aces = "ace-ace"
    odds = {line.hand: line.odds for line in lines_of(on_table(game, "bonus"), sign)[1]}
    left = [card for card in DECK_52 if card not in parse_cards("AsAh")]
    against = Fraction(comb(sum(card.rank == 12 for card in left), 2), comb(len(left), 2))
    total = comb(52, 2) * comb(50, 2)
    ends: list[tuple[str, Fraction | int, int]] = []
    for end in wager.ends:
        count = end.probability * total
        if end.words == aces and odds[aces] is not None:
            both = count * against
            ends.append((f"{aces} against {aces}", sign.aces_v_aces, int(both)))
            count -= both
        ends.append((end.words, end.net, int(count)))
    return Wager(
        name="bonus", ends=ends_of(ends, total), average=wager.average, strategy=wager.strategy
    )


def progressive(sign: TableSign, found: list[Start], folded: tuple[str, ...] = ()) -> Wager:
    """The wager of a dollar on the progressive meter; folded hands lose where the sign says so."""
    counts = prizes(found, () if sign.progressive_after_fold else folded)
    total = comb(52, 2) * DEALS
    kept = 0 if sign.progressive_prizes == "to" else 1
    ends: list[tuple[str, Fraction | int, int]] = []
    for line, count in counts.items():
        won = prize(line, sign.progressive_meter)
        ends.append((line, Fraction(won, DOLLAR) - (kept if won else 1), count))
    ends.append(("anything else", -1, total - sum(counts.values())))
    even = break_even(sign, counts)
    notes = [f"on a meter of {money(sign.progressive_meter)}; one unit is one dollar"]
    if even is not None:
        notes.append(f"the wager breaks even at a meter of {money(even)}")
    return Wager(
        name="progressive",
        ends=ends_of(ends, total),
        average=Fraction(1),
        strategy=Strategy("none", "there is nothing to decide"),
        notes=tuple(notes),
        more={}
        if even is None
        else {
            "break_even_meter": Fraction(even),
            "break_even_unrounded": unrounded_break_even(sign, counts),
        },
    )


def prizes(found: list[Start], lost: tuple[str, ...]) -> dict[str, int]:
    """How many deals of the board win each prize, over all starting hands that may win."""
    counts: dict[str, int] = {}
    for start in found:
        for line, count in start.prizes.items():
            counts[line] = counts.get(line, 0) + (0 if start.name in lost else count)
    return counts


def prize(line: str, meter: int) -> int:
    """What a line of the pay table wins, in cents, for the exact return."""
    if line in METER_PERCENT:
        return meter * METER_PERCENT[line] // 100
    return COMMUNITY_ROYAL if line == "community royal" else FIXED[line]


def unrounded_break_even(sign: TableSign, counts: dict[str, int]) -> Fraction:
    """The meter, in cents, at which the player expects nothing if shares of it are not rounded."""
    total, kept = comb(52, 2) * DEALS, 0 if sign.progressive_prizes == "to" else DOLLAR
    gain, rises = Fraction(-DOLLAR * total), Fraction(0)
    for line, count in counts.items():
        gain += count * (DOLLAR - kept)
        if line in METER_PERCENT:
            rises += Fraction(count * METER_PERCENT[line], 100)
        else:
            gain += count * prize(line, 0)
    return -gain / rises


def break_even(sign: TableSign, counts: dict[str, int]) -> int | None:
    """The least meter, in cents, at which the player expects to lose nothing."""
    total, kept = comb(52, 2) * DEALS, 0 if sign.progressive_prizes == "to" else DOLLAR

    def worth(meter: int) -> int:
        gain = -DOLLAR * total
        for line, count in counts.items():
            won = prize(line, meter)
            gain += count * (won + DOLLAR - kept) if won else 0
        return gain

    if not any(counts[line] for line in METER_PERCENT):
        return None
    low, high = 0, int(DOLLAR)
    while worth(high) < 0:
        low, high = high, 2 * high
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if worth(middle) < 0 else (low, middle)
    return low
