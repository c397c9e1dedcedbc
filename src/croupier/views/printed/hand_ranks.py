"""Hands from the best to the worst, with an example of each: what a learner looks up at a table."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, parse_cards
from croupier.engine.settle import reads
from croupier.rankings import FAMILIES, Family
from croupier.rules.game import Game
from croupier.rules.steps import Showdown

HIGH_5 = {
    "royal flush": "AsKsQsJsTs",
    "straight flush": "9h8h7h6h5h",
    "four-of-a-kind": "QsQhQdQc7d",
    "full house": "KsKhKd8c8s",
    "flush": "AdJd8d6d3d",
    "straight": "Ts9h8d7c6s",
    "three-of-a-kind": "7s7h7dKcQs",
    "two pairs": "JsJh4d4cAs",
    "one pair": "TsTh9d6c2s",
    "high card": "AsQh9d6c3s",
}
SHORT_5 = {  # where the deck begins with a higher card than a two
    "straight flush": "KhQhJhTh9h",
    "four-of-a-kind": "QsQhQdQcJd",
    "full house": "KsKhKdTcTs",
    "flush": "AdKdJdTd9d",
    "straight": "AsKhQdJcTs",
    "three-of-a-kind": "QsQhQdKcJs",
    "two pairs": "JsJhTdTcAs",
    "one pair": "TsThAdKcQs",
    "high card": "AsKhJdTc9s",
}
HIGH_3 = {
    "royal flush": "AsKsQs",
    "straight flush": "9h8h7h",
    "three-of-a-kind": "7s7h7d",
    "straight": "Ts9h8d",
    "flush": "AdJd8d",
    "one pair": "TsTh6c",
    "high card": "AsQh9d",
}
JOKER_2 = {
    "two jokers": "Jk1Jk2",
    "royal flush": "AsKs",
    "straight flush": "9h8h",
    "straight": "Ts9h",
    "pair": "8s8h",
    "flush": "AdJd",
    "high card": "AsQh",
}
BADUGIS: tuple[str, ...] = ("4s3h2dAc", "5s3h2dAd", "5s5hAsAh", "As5s8sKs")
BADUGIS_27 = ("5s4h3d2c", "6s4h3d2d", "5s5h2s2h", "2s5s8sKs")
LOWS = tuple(f"{rank}h4d3c2sAc" for rank in "56789TJQK")
LOWS_3 = tuple(f"{rank}h2dAc" for rank in "3456789TJQK")
LOWS_27 = tuple(f"{rank}h5d4c3s2c" for rank in "789TJQKA")


class Rank(Struct, frozen=True, omit_defaults=True):
    """A kind of hand and an example of it."""

    name: str
    cards: tuple[Card, ...]
    brief: str  # what a plate calls such a hand
    starts: str = ""  # of a low: how the name of every such hand begins


class RankSheet(Struct, frozen=True):
    """The hands for one share of a pot, the best first."""

    share: str
    clause: str
    qualifies: str  # what a hand must be to count; empty where every hand does
    rows: tuple[Rank, ...]


def hand_ranks(game: Game) -> tuple[RankSheet, ...]:
    """How hands rank in a game, for each share of its pot.

    >>> from croupier.games import GAMES
    >>> [(sheet.share, sheet.rows[0].name) for sheet in hand_ranks(GAMES["omaha-hilo-8"])]
    [('high', 'royal flush'), ('low', 'five-four low')]
    """
    return tuple(
        RankSheet(
            share,
            family.clause,
            family.qualifier.name if family.qualifier else "",
            (*_rows(family),),
        )
        for share, family in families_of(game)
    )


def families_of(game: Game) -> Iterator[tuple[str, Family]]:
    """The family that ranks the hands for each share of the pot."""
    finish = game.script[-1]
    if game.banked or not isinstance(finish, Showdown):
        yield "high", FAMILIES[reads(game)[0]].family
        return
    for share in finish.shares:
        yield share.name, FAMILIES[share.ranking].family


def _rows(family: Family) -> Iterator[Rank]:
    high = family.ace == "high"
    if "badugi" in family.categories:
        examples = BADUGIS_27 if high else BADUGIS
    elif family.wins == "lowest":
        yield from _lows(family, LOWS_27 if high else LOWS_3 if family.size == 3 else LOWS)
        examples = _known(family)[1:]
    else:
        examples = _known(family)
    yield from (rank for cards in examples if (rank := _rank(family, cards)))


def _known(family: Family) -> tuple[str, ...]:
    """An example of each category, in the family's order; none that its deck cannot make."""
    known = {5: HIGH_5, 3: HIGH_3, 2: JOKER_2}.get(family.size, {})
    both = [
        (known.get(kind, known.get("high card", "")), SHORT_5.get(kind, ""))
        for kind in family.categories
    ]
    deck = set(family.deck)
    return tuple(
        next((cards for cards in examples if deck.issuperset(parse_cards(cards))), "")
        for examples in both
    )


def _lows(family: Family, examples: tuple[str, ...]) -> Iterator[Rank]:
    """Lows by their highest card."""
    for cards in examples:
        if rank := _rank(family, cards):
            yield replace(rank, starts=rank.brief.partition("-")[0] + "-")


def _rank(family: Family, cards: str) -> Rank | None:
    """The row of an example; none where such a hand does not count."""
    hand = FAMILIES[family].hand(cards) if cards else None
    if hand is None:
        return None
    name = "a pair" if hand.category == "one pair" else hand.name.category
    return Rank(name, parse_cards(cards), hand.name.brief)
