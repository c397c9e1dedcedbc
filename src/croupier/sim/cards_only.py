"""Questions without a decision: hands dealt to the end, rated by the kernels a thousand at a time.

How often is each kind of hand made, and how often does it win, when everybody stays in? The board
and the cards of a draw are dealt without a choice: no player draws.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK_52, Card
from croupier.odds.deals import Layout, layout_of
from croupier.rankings import FAMILIES
from croupier.rankings.classes import tables
from croupier.refused import Refused
from croupier.rules.steps import Share
from croupier.sim.plan import Plan
from croupier.sim.tally import Tally, count

Rows = NDArray[np.uint8]
NOTHING = "nothing that qualifies"


def check_cards(plan: Plan) -> Plan:
    """Refuse a table whose hands are more cards than a deck."""
    layout = layout_of(plan.definition)
    needed = layout.board + layout.own * plan.players
    if needed > plan.definition.deck:
        why = f"{plan.players} whole hands and the board are {needed} cards, more than a deck"
        raise Refused("FIELD players", why)
    return plan


def deal_cards(plan: Plan, shard: int) -> Tally:
    """Deal the rounds of a shard, and tally what was made and what won."""
    game = plan.definition
    layout = layout_of(game)
    rounds = plan.rounds_of(shard)
    chance = np.random.Generator(np.random.Philox(key=plan.seed_of(shard) & (1 << 128) - 1))
    cards = drawn(chance, rounds, layout.board + layout.own * plan.players, game.cards)
    tally: Tally = {"rounds": rounds}
    for share in layout.shares:
        rated = _rated(layout, share, cards, plan.players)
        _count(tally, f"made {share.name}", share, rated.ravel())
        best = rated.max(axis=1)
        _count(tally, f"won {share.name}", share, best)
        ways = (rated == best[:, None]).sum(axis=1)[best > 0]
        count(tally, f"tied {share.name}", int((ways > 1).sum()))
    return tally


def drawn(
    chance: np.random.Generator, rows: int, count_: int, deck: Sequence[Card] = DECK_52
) -> Rows:
    """So many different cards in every row, each choice as likely as any other."""
    decks = np.tile(np.array([card.number for card in deck], dtype=np.uint8), (rows, 1))
    every = np.arange(rows)
    for place in range(count_):
        other = chance.integers(place, len(deck), size=rows)
        here = decks[every, place].copy()
        decks[every, place] = decks[every, other]
        decks[every, other] = here
    return np.ascontiguousarray(decks[:, :count_])


def _rated(layout: Layout, share: Share, cards: Rows, players: int) -> NDArray[np.int32]:
    ranking, board = FAMILIES[share.ranking], np.ascontiguousarray(cards[:, : layout.board])
    columns = []
    for seat in range(players):
        first = layout.board + seat * layout.own
        own = np.ascontiguousarray(cards[:, first : first + layout.own])
        columns.append(ranking.strengths_of(own, board, share.pick))
    return np.stack(columns, axis=1)


def _count(tally: Tally, name: str, share: Share, strengths: NDArray[np.int32]) -> None:
    categories = tables(FAMILIES[share.ranking].family).category
    found, counts = np.unique(strengths, return_counts=True)
    for strength, times in zip(found.tolist(), counts.tolist(), strict=True):
        count(tally, f"{name} {categories[strength] or NOTHING}", times)
