"""Random deals of Flop Poker, settled by the engine and by the document."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52
from croupier.chips import Chips
from croupier.engine.commands import NoMoreBets, Place, Surrender
from croupier.engine.events import AnyEvent, PotAwarded, Settled
from croupier.engine.play import play, start
from croupier.games import game_of
from croupier.rankings import FAMILIES
from tests.settlements import flop_poker as book

GAME = game_of("flop-poker")
STACK = 1_000_00
PARTS = 8


def test_the_engine_ranks_five_cards_in_the_same_order_as_the_document() -> None:
    chance, ranking = Random("FLOP 5"), FAMILIES["high-5"]
    classes = {}
    for _ in range(20_000):
        cards = tuple(chance.sample(DECK_52, 5))
        classes[ranking.strength(cards)] = book.rank(cards)
    for suit in "cdhs":  # what chance seldom deals
        for ranks in combinations("23456789TJQKA", 5):
            if chance.random() < 0.2:
                cards = tuple(card for card in DECK_52 if card[0] in ranks and card[1] == suit)
                classes[ranking.strength(cards)] = book.rank(cards)
    ordered = [classes[strength] for strength in sorted(classes)]
    assert ordered == sorted(set(ordered))


def play_one(chance: Random) -> Counter[str]:
    """Deal one round with as many players, wagers and decisions as chance has it, and compare."""
    seats = sorted(chance.sample(range(1, 7), chance.randint(1, 6)))
    unit = chance.choice([50, 1_00])
    sign = replace(GAME.sign, unit=Chips(unit))
    state, _ = start(GAME, sign, dict.fromkeys(seats, STACK), order=chance.sample(DECK_52, 52))
    alone = len(seats) == 1
    antes = {seat: chance.choice([5_00, 20_00, 100_00]) for seat in seats}
    for seat in seats:
        wagers = {"ante": Chips(antes[seat])} | ({} if alone else {"pot": Chips(5_00)})
        state, _ = play(state, Place(seat, wagers))
    state, _ = play(state, NoMoreBets())
    community, stays = state.house, {seat: chance.random() < 0.75 for seat in seats}
    held = {seat: book.best(state.hands[seat].down, community) for seat in seats}
    events: list[AnyEvent] = []
    for seat in seats:
        flop = Place(seat, {"flop": Chips(antes[seat])})
        state, events = play(state, flop if stays[seat] else Surrender(seat))
    assert state.done
    shares = {} if alone else book.pot_shares(held, 5_00, unit)
    awarded = {
        int(move.target.removeprefix("stack:")): move.chips
        for event in events
        if isinstance(event, PotAwarded)
        for move in event.moves
    }
    assert awarded == shares, (held, community)
    settled = {
        event.seat: {
            outcome.spot: -outcome.staked if outcome.result == "loses" else outcome.won
            for outcome in event.outcomes
        }
        for event in events
        if isinstance(event, Settled)
    }
    lines: Counter[str] = Counter(tied=len(shares) > 1)
    for seat in seats:
        expected = book.against_table(held[seat], antes[seat], 5_00) if stays[seat] else {}
        assert settled.get(seat, {}) == expected, (held[seat], antes[seat])
        against_bank = sum(expected.values()) if stays[seat] else -antes[seat]
        pot = 0 if alone else shares.get(seat, 0) - 5_00
        assert state.stacks[seat] - STACK == against_bank + pot
        lines[book.CATEGORIES[held[seat][0]]] += 1
        lines["limited"] += sum(expected.values()) == book.LIMIT
    return lines


def test_2_000_random_deals_are_settled_as_the_document_says() -> None:
    chance, lines = Random("flop poker"), Counter[str]()
    for _ in range(2_000):
        lines += play_one(chance)
    assert all(lines[seen] for seen in ("full house", "flush", "tied"))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_200_000_random_deals_are_settled_as_the_document_says(part: int) -> None:
    chance, lines = Random(f"flop poker {part}"), Counter[str]()
    for _ in range(200_000 // PARTS):
        lines += play_one(chance)
    assert all(lines[seen] for seen in ("four-of-a-kind", "full house", "flush", "tied"))
