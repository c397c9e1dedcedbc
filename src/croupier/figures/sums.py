"""Facts of many hands added up, exactly, by player and game; figures with their confidence."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from croupier.figures.facts import POSITIONS, Fact

CONFIDENT = 1.96  # standard errors either side: 95 of 100
POINTS = 512  # of a curve
ORDER = {place: at for at, place in enumerate(("SB", "BB", *POSITIONS[::-1]))}


class Share(Struct, frozen=True):
    """How often something happened of how often it could."""

    times: int
    of: int

    @property
    def value(self) -> float | None:
        """How often a player did something, as a part of the times it was possible."""
        return self.times / self.of if self.of else None


class Mean(Struct, frozen=True):
    """A mean with half the width of its 95% confidence interval."""

    value: float
    error: float | None  # nothing of a single hand


class Curve:
    """A running sum, kept at a limited number of points."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.step, self.count = 1, 0
        self.points: list[float] = [0.0]
        self.total = Fraction(0)

    @property
    def last(self) -> int:
        """The hand of the last point."""
        return self.step * (len(self.points) - 1)

    def add(self, amount: Fraction) -> None:
        """Go on by one hand."""
        self.count += 1
        self.total += amount
        if self.count % self.step == 0:
            self.points.append(float(self.total))
        if len(self.points) > POINTS:
            self.points, self.step = self.points[::2], self.step * 2


class Sums:
    """Everything that is counted of one player in one game, or in a part of it."""

    def __init__(self) -> None:
        """Begin with no hand."""
        self.hands = self.net = self.rake = 0
        self.adjusted = Fraction(0)
        self.units: dict[int, list[int]] = {}  # by unit: hands, sum, sum of squares
        self.stakes: dict[str, int] = {}
        self.counts = dict.fromkeys(
            ("vpip", "raised_first", "could_three_bet", "three_bet", "saw_second", "showdown"), 0
        )
        self.counts |= dict.fromkeys(("won_showdown", "won", "won_second", "all_in"), 0)
        self.wagers = self.calls = 0
        self.curve, self.luckless = Curve(), Curve()

    def add(self, fact: Fact) -> None:
        """Count one hand."""
        self.hands += 1
        self.net += fact.net
        self.rake += fact.rake
        fair = Fraction(fact.net) if fact.adjusted is None else fact.adjusted
        self.adjusted += fair
        unit = self.units.setdefault(fact.unit, [0, 0, 0])
        unit[0] += 1
        unit[1] += fact.net
        unit[2] += fact.net * fact.net
        self.stakes[fact.stakes] = self.stakes.get(fact.stakes, 0) + 1
        for name in self.counts:
            self.counts[name] += bool(getattr(fact, name, False))
        self.counts["won_second"] += fact.won and fact.saw_second
        self.wagers += fact.wagers
        self.calls += fact.calls
        self.curve.add(Fraction(fact.net, fact.unit))
        self.luckless.add(fair / fact.unit)

    @property
    def per_hundred(self) -> Mean:
        """Big blinds (or big bets of fixed limit) won in a hundred hands."""
        mean = sum(Fraction(total, unit) for unit, (_, total, _) in self.units.items()) / self.hands
        squares = sum(Fraction(s, unit * unit) for unit, (_, _, s) in self.units.items())
        if self.hands < 2:
            return Mean(float(mean * 100), None)
        spread = (squares - self.hands * mean * mean) / (self.hands - 1)
        error = CONFIDENT * sqrt(max(0.0, float(spread)) / self.hands)
        return Mean(float(mean * 100), error * 100)

    @property
    def aggression(self) -> float | None:
        """Bets and raises for each call from the second street on."""
        return self.wagers / self.calls if self.calls else None

    def share(self, name: str, of: str = "") -> Share:
        """How often a mark was set, of all hands or of those with another."""
        return Share(self.counts[name], self.counts[of] if of else self.hands)


class Key(NamedTuple):
    """Whose figures, and of what: fixed limits count in big bets, all others in big blinds."""

    player: str
    game: str
    currency: str  # "": chips
    fixed: bool

    @property
    def unit(self) -> str:
        """What results are counted in."""
        return "big bet" if self.fixed else "big blind"


class Figures:
    """The sums of every player in every game, and of each position there."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.players: dict[Key, Sums] = {}
        self.positions: dict[Key, dict[str, Sums]] = {}

    def add(self, facts: Iterable[Fact]) -> None:
        """Count a hand."""
        for fact in facts:
            key = Key(fact.player, fact.game, fact.currency, fact.fixed)
            self.players.setdefault(key, Sums()).add(fact)
            if fact.position:
                places = self.positions.setdefault(key, {})
                places.setdefault(fact.position, Sums()).add(fact)

    def places(self, key: Key) -> dict[str, Sums]:
        """The positions of a player, in the order of dealing."""
        return dict(sorted(self.positions.get(key, {}).items(), key=lambda item: ORDER[item[0]]))

    def rows(self, player: str = "", least: int = 1) -> Iterator[tuple[Key, Sums]]:
        """Players by their number of hands, the most first."""
        found = sorted(self.players.items(), key=lambda item: (-item[1].hands, item[0]))
        for key, sums in found:
            if sums.hands >= least and player in ("", key[0]):
                yield key, sums
