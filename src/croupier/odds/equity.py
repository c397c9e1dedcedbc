"""Chances of winning: what part of the pot each hand can expect.

Every deal of the cards to come is counted where that is feasible, in whole numbers; else some
deals are drawn from a seed, and every figure comes with its error. Which hands win is read from the
game's showdown: its shares, their rankings and their picks. Odd chips are put aside.

>>> from croupier.games import GAMES
>>> aces, kings = equity(GAMES["holdem"], ["AsAh", "KsKd"]).players
>>> aces.equity.exact, kings.equity.exact
(Fraction(255121, 311328), Fraction(56207, 311328))
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from html import escape
from math import sqrt
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import worded
from croupier.games import game_of
from croupier.markup import grid
from croupier.odds import draws as several
from croupier.odds.deals import Layout, layout_of
from croupier.odds.drawing import rule
from croupier.odds.kernel import threads as all_threads
from croupier.odds.questions import Lineup, Question, lineup, read_question, texts_of, too_fine
from croupier.odds.ranges import Range
from croupier.rankings import kernels
from croupier.refused import Refused
from croupier.rules.game import Game

TRIALS = 1_000_000
TRIALS_MOST = 1_000_000_000
WORK_SMALL = 1e5  # hands rated: quicker than it takes to start another thread
WORK_USUAL = 3e8  # seconds
WORK_MOST = 1e12  # hours; beyond it not even who asks for exactness gets it
PARTS = ("scoop", "three_quarter", "half", "quarter")


class Figure(Struct, frozen=True):
    """A number between 0 and 1: exact, or with its standard error and how many deals gave it."""

    value: float
    exact: Fraction | None = None
    error: float = 0.0
    trials: int = 0

    def __str__(self) -> str:
        """The number in percent, with its fraction or its error.

        >>> str(Figure(0.5, Fraction(1, 2))), str(Figure(0.5, error=0.01, trials=10))
        ('50.000% (1/2)', '50.00% ± 1.00%')
        """
        if self.exact is None:
            return f"{self.value:.2%} ± {self.error:.2%}"
        return f"{self.value:.3%} ({self.exact})"

    def as_json(self) -> dict[str, Any]:
        """An exact or drawn chance as JSON."""
        if self.exact is None:
            return {"value": self.value, "error": self.error, "trials": self.trials}
        top, bottom = self.exact.as_integer_ratio()
        return {"exact": f"{top}/{bottom}", "value": self.value}


class Player(Struct, frozen=True):
    """What one player can expect.

    `win` is the chance of the whole pot alone, `tie` of a part of it, `equity` the expected part.
    Where the pot has two shares, `shares` says which part of it comes from each (together the
    equity), and `parts` how often the player gets all, three quarters, half or a quarter.
    """

    cards: str
    win: Figure
    tie: Figure
    equity: Figure
    shares: dict[str, Figure]
    parts: dict[str, Figure]

    def as_json(self) -> dict[str, Any]:
        """The fields of the contract, those of split games where they apply."""
        figures = {"win": self.win, "tie": self.tie, "equity": self.equity}
        fields = figures | self.shares | self.parts
        return {"cards": self.cards} | {name: figure.as_json() for name, figure in fields.items()}


class Equity(Struct, frozen=True):
    """The answer: by which method, over how many deals, and each player's chances."""

    game: str
    method: str
    trials: int
    players: tuple[Player, ...]
    seed: int | None = None
    board: str = ""
    dead: str = ""
    draws: int = 1  # to come, the one that is asked about included
    rule: str = ""  # by which the later ones are made, in words

    def as_json(self) -> dict[str, Any]:
        """The result as JSON, in a shape that scripts may rely on."""
        fields: dict[str, Any] = {"game": self.game, "method": self.method, "trials": self.trials}
        if self.seed is not None:
            fields["seed"] = self.seed
        fields |= {"board": self.board, "dead": self.dead}
        if self.rule:
            fields |= {"draws": self.draws, "rule": self.rule}
        return fields | {"players": [player.as_json() for player in self.players]}

    def _repr_html_(self) -> str:
        heads = ["cards", "equity", "win", "tie", *self.players[0].shares]
        rows = [
            [escape(one.cards), *map(str, (one.equity, one.win, one.tie, *one.shares.values()))]
            for one in self.players
        ]
        return grid(heads, rows, f"{self.game} {self.board}, {self.method}: {self.trials:,} deals")


def equity(
    game: Game | str,
    hands: Sequence[str | Range | Sequence[str]],
    board: str | Sequence[str] = "",
    dead: str | Sequence[str] = "",
    *,
    draws: int = 1,
    exact: bool = False,
    trials: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
    work: float = WORK_USUAL,
    sampled: int = TRIALS,
) -> Equity:
    """Count or draw the deals to come, and say what part of the pot each hand can expect.

    Left to itself it counts where that takes seconds; `exact` and `trials` ask for one way. With
    more than one of the `draws` to come, every player goes on by the rule that the answer states.
    `work` is how many hands it may rate to count; beyond that it draws as many deals as `sampled`.
    A game is a definition or its key; cards are text or lists.
    """
    plain = trials is None and threads is None and draws == 1 and seed == 1
    if plain and work >= WORK_SMALL and (found := _showdown(game, hands, board, dead)):
        return found
    check_way(exact=exact, trials=trials, seed=seed, threads=threads)
    game = game_of(game)
    layout = layout_of(game)
    _check_draws(game, layout, draws, exact=exact)
    asked = texts_of(hands), worded(board, "board"), worded(dead, "dead")
    question = read_question(game, layout, *asked)
    if draws > 1:
        return _drawn(question, draws, trials or several.TRIALS, seed, progress)
    contest = question.contest()
    fine = too_fine(question)
    if exact and fine:
        raise Refused("FIELD exact", "the weights are too fine to count every deal: round them")
    if trials is None and not fine and _countable(contest, work, exact=exact):
        if threads is None:
            threads = 1 if (contest.work() or 0) < WORK_SMALL else all_threads()
        return _answer(question, contest.enumerate(threads, progress), None)
    drawn = contest.sample(trials or sampled, seed, threads or all_threads(), progress)
    return _answer(question, drawn, seed)


def check_way(*, exact: bool, trials: int | None, seed: int, threads: int | None) -> None:
    """Refuse a way to count or to draw deals that cannot be."""
    for field, number in (("trials", trials), ("seed", seed), ("threads", threads)):
        if number is not None and not isinstance(number, int):
            raise Refused(f"FIELD {field}", f"{field} must be a whole number, not {number!r}")
    if exact and trials is not None:
        raise Refused("FIELD trials", "exact chances need no trials: ask for one or the other")
    if trials is not None and not 2 <= trials <= TRIALS_MOST:
        raise Refused("FIELD trials", f"the number of trials must be 2 to 1000000000, not {trials}")
    if not 0 <= seed < 1 << 64:
        raise Refused("FIELD seed", f"the seed must be from 0 to 2**64 - 1, not {seed}")
    if threads is not None and threads < 1:
        raise Refused("FIELD threads", f"threads must be at least 1, not {threads}")


def _check_draws(game: Game, layout: Layout, draws: int, *, exact: bool) -> None:
    if not 1 <= draws <= max(1, layout.draws):
        have = {0: "no draw", 1: "one draw"}.get(layout.draws, f"{layout.draws} draws")
        raise Refused("FIELD draws", f"draws must not be {draws}: {game.title} has {have}")
    if draws > 1 and exact:
        why = "what is kept after a draw is the player's choice: only the last draw can be counted"
        raise Refused("FIELD exact", why)


def _drawn(
    question: Question,
    draws: int,
    trials: int,
    seed: int,
    progress: Callable[[float], None] | None,
) -> Equity:
    """The answer with more than one draw to come."""
    shares, own = question.layout.shares, question.layout.own
    drawing = several.Drawing(shares, question.seats, question.gone, own, draws)
    found = _answer(question, several.sample(drawing, trials, seed, progress), seed)
    return replace(found, draws=draws, rule=rule(shares))


def _countable(contest: "kernels.core.Contest", most: float, *, exact: bool) -> bool:
    if not exact and contest.least_work() > most:  # too many to be worth listing them
        return False
    work = contest.work()
    if exact and (work is None or work > WORK_MOST):
        raise Refused("FIELD exact", "these are too many deals to count; leave some to chance")
    return work is not None and (exact or work <= most)


def _answer(question: Question, counted: tuple[int, int, list[Any]], seed: int | None) -> Equity:
    deals, pot, accounts = counted
    board, dead = question.spelled
    names = [share.name for share in question.layout.shares]
    drawn = seed is not None
    players = [
        _player(seat.text, names, got, pot, deals, drawn=drawn)
        for seat, got in zip(question.seats, accounts, strict=True)
    ]
    method = "simulated" if drawn else "exact"
    return Equity(question.game.key, method, deals, tuple(players), seed, board, dead)


def _showdown(game: Game | str, hands: Any, board: Any, dead: Any) -> Equity | None:
    """The answer where all cards are out and plainly written; else the longer road is taken."""
    try:
        asked = lineup(game, tuple(hands) if type(hands) is list else hands)
        counted = asked and asked.core.showdown(board, dead)
    except TypeError:  # lists of cards
        return None
    if not asked or not counted:
        return None
    return Equity(asked.key, "exact", counted[0], _players(asked, counted), None, board, dead)


@lru_cache(maxsize=4096)  # to put a small count into words takes longer than to count
def _players(asked: Lineup, counted: tuple[int, int, tuple[Any, ...]]) -> tuple[Player, ...]:
    deals, pot, accounts = counted
    names = ("win", "tie", "units", "three_quarter", "half", "quarter", "share_units")
    none = {"squares": 0, "share_squares": (0,) * len(asked.shares)}
    players = [
        _player(text, asked.shares, none | dict(zip(names, got, strict=False)), pot, deals)
        for text, got in zip(asked.seats, accounts, strict=True)
    ]
    return tuple(players)


def _player(
    text: str,
    names: Sequence[str],
    got: dict[str, Any],
    pot: int,
    deals: int,
    *,
    drawn: bool = False,
) -> Player:
    won, tied = got["win"], got["tie"]
    return Player(
        cards=text,
        win=figure(won, won, 1, deals, drawn=drawn),
        tie=figure(tied, tied, 1, deals, drawn=drawn),
        equity=figure(got["units"], got["squares"], pot, deals, drawn=drawn),
        shares=_shares(names, got, pot, deals, drawn=drawn),
        parts=_parts(names, got, deals, drawn=drawn),
    )


def _shares(
    names: Sequence[str], got: dict[str, Any], pot: int, deals: int, *, drawn: bool
) -> dict[str, Figure]:
    """Which part of the pot comes from each share, where there are two."""
    if len(names) < 2:
        return {}
    sums = zip(names, got["share_units"], got["share_squares"], strict=True)
    return {name: figure(units, by, pot, deals, drawn=drawn) for name, units, by in sums}


def _parts(
    names: Sequence[str], got: dict[str, Any], deals: int, *, drawn: bool
) -> dict[str, Figure]:
    """How often a player gets which part of the pot, where it has two shares."""
    if len(names) < 2:
        return {}
    counts = {name: got["win" if name == "scoop" else name] for name in PARTS}
    return {name: figure(count, count, 1, deals, drawn=drawn) for name, count in counts.items()}


@lru_cache(maxsize=4096)  # a small question takes no longer to count than a fraction to make
def _exact(total: int, whole: int) -> Figure:
    """A part of the deals that were counted."""
    return Figure(total / whole, exact=Fraction(total, whole))


def figure(total: int, squares: int, unit: int, deals: int, *, drawn: bool) -> Figure:
    """An equity from its sum; sampled deals give it a standard error.

    Where all drawn deals agree, the error is one deal: what never happened may still be possible.
    """
    if not drawn:
        return _exact(total, unit * deals)
    mean = Fraction(total, unit * deals)
    spread = Fraction(squares, unit * unit * deals) - mean * mean
    error = max(sqrt(spread / (deals - 1)), 1 / deals)
    return Figure(float(mean), error=error, trials=deals)
