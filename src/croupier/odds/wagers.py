"""A wager as a mathematician sees it: every end with its probability, exact until printed."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm, sqrt

from msgspec import Struct


class End(Struct, frozen=True):
    """One way a wager may end: what it brings in units of the wager, and how often."""

    words: str
    net: Fraction
    probability: Fraction


class Strategy(Struct, frozen=True):
    """How a wager is played: in words, and hand by hand where there is a choice."""

    name: str
    words: str
    threshold: str = ""  # the weakest hand that plays, where one hand parts the others
    folded: tuple[str, ...] = ()
    folds: Fraction = Fraction(0)  # how often
    places: Mapping[str, Fraction] = {}  # how often each later wager is placed


class Wager(Struct, frozen=True, kw_only=True, dict=True):
    """A wager under a strategy; amounts are in units of the wager itself."""

    name: str
    ends: tuple[End, ...]
    average: Fraction  # all that is wagered on average, this wager included
    strategy: Strategy
    values: Mapping[str, Fraction] = {}  # what each starting hand is worth when it is played
    notes: tuple[str, ...] = ()
    more: Mapping[str, Fraction] = {}  # further exact figures by name
    trials: int = 0  # deals behind the ends, where they are estimated

    def __post_init__(self) -> None:
        assert sum(end.probability for end in self.ends) == 1, self.name

    @property
    def ev(self) -> Fraction:
        """What the player expects, negative when the house wins.

        >>> ends = ends_of([("heads", 1, 1), ("tails", -1, 1)], 2)
        >>> Wager(name="coin", ends=ends, average=Fraction(1), strategy=Strategy("", "")).ev
        Fraction(0, 1)
        """
        return sum((end.net * end.probability for end in self.ends), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house expects of each unit of this wager."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house expects of each unit wagered, later wagers included."""
        return -self.ev / self.average

    @property
    def variance(self) -> Fraction:
        """The square of the standard deviation."""
        squares = sum((end.net**2 * end.probability for end in self.ends), Fraction(0))
        return squares - self.ev**2

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager wins something."""
        won = (end.probability for end in self.ends if end.net > 0)
        return sum(won, Fraction(0))

    @property
    def combinations(self) -> tuple[int, tuple[int, ...]]:
        """The fewest equally likely cases that tell all ends apart, and how many each end has.

        >>> ends = ends_of([("heads", 1, 10), ("tails", -1, 20)], 30)
        >>> Wager(name="", ends=ends, average=Fraction(1), strategy=Strategy("", "")).combinations
        (3, (1, 2))
        """
        total = lcm(*(end.probability.denominator for end in self.ends))
        return total, tuple(int(end.probability * total) for end in self.ends)

    @property
    def standard_deviation(self) -> float:
        """How far a result lies from the expected one, as a rule."""
        return sqrt(self.variance)

    @property
    def deviation_error(self) -> float:
        """The standard error of the standard deviation, where it is estimated."""
        fourth = sum(float(end.net - self.ev) ** 4 * float(end.probability) for end in self.ends)
        spread = max(0.0, fourth - float(self.variance) ** 2)
        return sqrt(spread / self.trials) / (2 * self.standard_deviation)


def ends_of(counts: Iterable[tuple[str, Fraction | int, int]], total: int) -> tuple[End, ...]:
    """Join equal ends of a wager, the best first; those that never happen are left out.

    >>> ends_of([("wins", 1, 2), ("loses", -1, 5), ("wins", 1, 3)], 10)[0].probability
    Fraction(1, 2)
    """
    found: dict[tuple[str, Fraction], int] = {}
    for words, net, count in counts:
        key = words, Fraction(net)
        found[key] = found.get(key, 0) + count
    ordered = sorted(found.items(), key=lambda entry: (-entry[0][1], entry[0][0]))
    return tuple(
        End(words, net, Fraction(count, total)) for (words, net), count in ordered if count
    )


def exact(number: Fraction | int) -> dict[str, object]:
    """Write an exact number for JSON.

    >>> exact(Fraction(2, 4))
    {'exact': '1/2', 'value': 0.5}
    """
    number = Fraction(number)
    return {"exact": f"{number.numerator}/{number.denominator}", "value": float(number)}
