"""Equities in tables: a hand against each hand of a range, and how they spread by street."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from msgspec import Struct

from croupier.cards import Card, spell, worded
from croupier.games import game_of
from croupier.markup import grid
from croupier.odds.deals import layout_of
from croupier.odds.equity import Figure, equity
from croupier.odds.ranges import class_name, read_known
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Board

HANDS_MOST = 2_000  # of a range that are asked about one by one
BOARDS = 400  # drawn where there are more than can be counted in seconds
BOARDS_MOST = 2_000
BINS = 10


class Matchup(Struct, frozen=True):
    """One kind of hand of a range: its part of the range, and the equity of the hand against it."""

    cards: str
    part: Fraction
    equity: Figure


class Versus(Struct, frozen=True):
    """A hand against every kind of hand of a range, the best first."""

    game: str
    hand: str
    against: str
    board: str
    rows: tuple[Matchup, ...]

    def as_json(self) -> dict[str, Any]:
        """The result as JSON, in a shape that scripts may rely on."""
        rows = [
            {"cards": row.cards, "part": str(row.part), "equity": row.equity.as_json()}
            for row in self.rows
        ]
        fields = {
            "game": self.game,
            "hand": self.hand,
            "against": self.against,
            "board": self.board,
        }
        return fields | {"rows": rows}

    def _repr_html_(self) -> str:
        rows = [[row.cards, f"{float(row.part):.2%}", str(row.equity)] for row in self.rows]
        return grid(("against", "of the range", "equity"), rows, f"{self.hand} {self.board}")


def versus(
    game: Game | str,
    hand: str,
    against: str,
    board: str | Sequence[str] = "",
    dead: str | Sequence[str] = "",
) -> Versus:
    """The equity of a hand against each kind of hand of a range: classes of hold'em, else hands.

    >>> from croupier.games import game_of
    >>> [row.cards for row in versus(game_of("holdem"), "AsKs", "QQ,72o", "2c7d9hTsKc").rows]
    ['QQ', '72o']
    """
    game, board, dead = game_of(game), worded(board, "board"), worded(dead, "dead")
    layout = layout_of(game)
    known = read_known(board, layout.board_most)
    mine = layout.read(hand)
    given = layout.read(against)
    if given.missing or len(given.masks) > HANDS_MOST * (8 if layout.own == 2 else 1):
        why = f"{against[:40]!r} has too many hands for a table: {HANDS_MOST} at most"
        raise Refused("FIELD hands", why)
    gone = {*known, *mine.cards}
    weights = given.weights or (1,) * len(given.masks)
    kinds: dict[str, dict[str, int]] = {}
    for cards, weight in zip(given.hands, weights, strict=True):
        if not gone & set(cards):
            name = class_of(cards) if layout.own == 2 else spell(cards)
            kinds.setdefault(name, {})[spell(cards)] = weight
    if not kinds:
        raise Refused("FIELD hands", f"{against[:40]!r} has no hand left beside the known cards")
    total = sum(sum(hands.values()) for hands in kinds.values())
    rows = []
    for name, hands in kinds.items():
        most = max(hands.values())
        text = ",".join(f"{cards}@{Fraction(100 * w, most)}" for cards, w in hands.items())
        text = text if len(set(hands.values())) > 1 else ",".join(hands)
        found = equity(game, [hand, text], board, dead).players[0].equity
        rows.append(Matchup(name, Fraction(sum(hands.values()), total), found))
    rows.sort(key=lambda row: (-row.equity.value, row.cards))
    return Versus(game.key, hand, against, spell(known), tuple(rows))


def class_of(cards: Sequence[Card]) -> str:
    """The class of a starting hand: `AA`, `AKs`, `AKo`.

    >>> from croupier.cards import parse_cards
    >>> class_of(parse_cards("KdAd"))
    'AKs'
    """
    high, low = sorted(cards, key=lambda card: -card.number)
    return class_name(high.rank, low.rank, suited=high.suit == low.suit)


class Spread(Struct, frozen=True):
    """How equities are distributed once a street has been dealt.

    `boards` holds each board with every player's equity on it; all boards there are, or this many
    drawn from a seed.
    """

    game: str
    hands: tuple[str, ...]
    street: str
    method: str
    boards: tuple[tuple[str, tuple[Fraction, ...]], ...]
    seed: int | None = None

    def mean(self, player: int) -> Fraction:
        """A player's equity over all these boards."""
        return sum((parts[player] for _, parts in self.boards), Fraction(0)) / len(self.boards)

    def histogram(self, player: int, bins: int = BINS) -> tuple[int, ...]:
        """How many boards give a player an equity below a tenth, two tenths, and so on."""
        counts = [0] * bins
        for _, parts in self.boards:
            counts[min(int(parts[player] * bins), bins - 1)] += 1
        return tuple(counts)

    def quantile(self, player: int, part: Fraction) -> Fraction:
        """The equity that so large a part of the boards does not exceed."""
        ordered = sorted(parts[player] for _, parts in self.boards)
        return ordered[min(int(part * len(ordered)), len(ordered) - 1)]

    def as_json(self) -> dict[str, Any]:
        """The result as JSON, in a shape that scripts may rely on."""
        players = [
            {
                "cards": hand,
                "mean": str(self.mean(at)),
                "histogram": list(self.histogram(at)),
                "quantiles": {
                    f"{tenth}0%": str(self.quantile(at, Fraction(tenth, 10)))
                    for tenth in range(1, 10)
                },
            }
            for at, hand in enumerate(self.hands)
        ]
        fields: dict[str, Any] = {"game": self.game, "street": self.street, "method": self.method}
        if self.seed is not None:
            fields["seed"] = self.seed
        return fields | {"boards": len(self.boards), "players": players}

    def _repr_html_(self) -> str:
        heads = ("cards", *(f"{at}0% to {at + 1}0%" for at in range(BINS)))
        rows = [[hand, *map(str, self.histogram(at))] for at, hand in enumerate(self.hands)]
        return grid(heads, rows, f"{self.street}: {len(self.boards)} boards")


def by_street(
    game: Game | str,
    hands: Sequence[str],
    street: str,
    board: str | Sequence[str] = "",
    dead: str | Sequence[str] = "",
    *,
    boards: int | None = None,
    seed: int = 1,
) -> Spread:
    """How the equities spread over the boards that a street may bring.

    All boards are counted where there are at most 2,000; else 400, or as many as `boards` says,
    are drawn from the seed.

    >>> from croupier.games import game_of
    >>> spread = by_street(game_of("holdem"), ["AsAh", "KsKd"], "turn", "2c7d9h")
    >>> len(spread.boards), spread.histogram(0)
    (45, (2, 0, 0, 0, 0, 0, 0, 0, 0, 43))
    """
    game, board, dead = game_of(game), worded(board, "board"), worded(dead, "dead")
    layout, known = layout_of(game), read_known(board, layout_of(game).board_most)
    more = _cards_by(game, street) - len(known)
    if more < 1:
        raise Refused("FIELD board", f"the {street} is on the board: name a later street")
    if boards is not None and not 2 <= boards <= BOARDS_MOST:
        raise Refused("FIELD boards", f"the number of boards must be 2 to 2000, not {boards}")
    gone = {*known, *read_known(dead, 52)}
    for hand in hands:
        gone |= set(layout.read(hand).cards)
    left = [card for card in game.cards if card not in gone]
    drawn = boards is not None or comb(len(left), more) > BOARDS_MOST
    chance = Random(seed)
    coming = (
        [tuple(chance.sample(left, more)) for _ in range(boards or BOARDS)]
        if drawn
        else list(combinations(left, more))
    )
    found = []
    for cards in coming:
        full = spell((*known, *cards))
        players = equity(game, hands, full, dead).players
        parts = tuple(Fraction(one.equity.exact or one.equity.value) for one in players)
        found.append((full, parts))
    method = "simulated" if drawn else "exact"
    return Spread(game.key, tuple(hands), street, method, tuple(found), seed if drawn else None)


def _cards_by(game: Game, street: str) -> int:
    """How many community cards lie once a street is dealt."""
    count, known = 0, []
    for one in game.streets:
        laid = sum(step.up for step in one.steps if isinstance(step, Board))
        count += laid
        if laid:
            known.append(one.name)
            if one.name == street:
                return count
    names = ", ".join(known) or "none"
    raise Refused("FIELD street", f"{street[:40]!r} deals no community card; these do: {names}")
