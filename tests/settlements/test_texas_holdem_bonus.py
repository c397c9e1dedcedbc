"""Random deals of Texas Hold 'Em Bonus, settled by the engine and by the document."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, Card
from croupier.chips import Chips
from croupier.engine.accounts import METER
from croupier.engine.commands import Check, Fold, NoMoreBets, Place
from croupier.engine.events import AnyEvent, Settled
from croupier.engine.play import play, start
from croupier.engine.round import Round
from croupier.games import game_of
from croupier.rules.paytables import BONUS
from croupier.rules.sign import TableSign
from tests.settlements import texas_holdem_bonus as book
from tests.settlements.flop_poker import CATEGORIES, LIMIT

GAME = game_of("texas-holdem-bonus")
STACK, METER_BEFORE = 60_000_00, 80_000_00
PARTS = 8


def test_every_two_cards_are_on_the_line_of_the_document() -> None:
    for own in combinations(DECK_52, 2):
        line = book.bonus_line(own)
        assert BONUS.line(own, ()) == ("" if line is None else BONUS.lines[line].hand)
    assert tuple(line.odds for line in BONUS.lines) == book.BONUS


@dataclass
class Seat:
    wagers: dict[str, int]
    folded: bool = False


def posted(chance: Random) -> TableSign:
    """Any election of the house, one deal in four."""
    if chance.random() < 0.75:
        return replace(GAME.sign, progressive=True)
    odds = tuple(least + chance.choice([0, 1, 10]) for least in book.BONUS)
    return replace(
        GAME.sign,
        ante_threshold=chance.choice(["straight", "flush"]),
        bonus_odds=chance.choice([(), odds]),
        aces_v_aces=chance.choice([0, 1000, 2500]),
        progressive=True,
        progressive_prizes=chance.choice(["for", "to"]),
        progressive_after_fold=chance.random() < 0.5,
        progressive_share=chance.choice([0, 25]),
        wager_max=Chips(chance.choice([100_00, 5_000_00])),
    )


def shuffled(chance: Random, rich: bool) -> list[Card]:
    """A shuffled deck; a rich one has the high cards of two suits and the aces on top."""
    deck = chance.sample(DECK_52, 52)
    if rich:
        suits = chance.sample("cdhs", 2)
        deck.sort(key=lambda card: not (card.rank == 12 or (card.rank >= 8 and card[1] in suits)))
    return deck


def wagered(chance: Random, sign: TableSign) -> dict[str, int]:
    most = sign.wager_max
    wagers: dict[str, int] = {"ante": chance.choice([5_00, 20_00, 100_00, most])}
    if chance.random() < 0.6:
        wagers["bonus"] = chance.choice([1_00, 5_00, 100_00, most])
    if chance.random() < 0.5:
        wagers["progressive"] = 1_00
    return wagers


def decide(state: Round, seats: dict[int, Seat], chance: Random) -> tuple[Round, list[AnyEvent]]:
    """Answer every question: a wager, a fold, a check."""
    events: list[AnyEvent] = []
    while not state.done:
        (turn,) = state.turns
        seat, option = seats[turn.actor], turn.option("place")
        if option and chance.random() < 0.7:
            seat.wagers[option.spot] = option.most
            state, events = play(state, Place(turn.actor, {option.spot: Chips(option.most)}))
        elif turn.option("fold"):
            seat.folded = True
            state, events = play(state, Fold(turn.actor))
        else:
            state, events = play(state, Check(turn.actor))
    return state, events


def expected(
    seat: Seat, own: Any, dealer: Any, board: Any, sign: TableSign
) -> tuple[dict[str, int], int]:
    """What the document makes of every wager, and what leaves the meter or feeds it."""
    odds, aces = sign.bonus_odds or book.BONUS, sign.aces_v_aces
    net: dict[str, int] = {}
    if not seat.folded:
        mine, theirs = book.best(own, board), book.best(dealer, board)
        net = book.against_dealer(mine, theirs, seat.wagers, sign.ante_threshold)
    if "bonus" in seat.wagers:
        net["bonus"] = book.bonus(own, dealer, seat.wagers["bonus"], odds, aces)
    net = book.limited(net, sign.wager_min, odds, aces)
    if seat.folded:
        net["ante"] = -seat.wagers["ante"]
    if "progressive" not in seat.wagers:
        return net, 0
    won, from_meter = book.progressive(own, board, METER_BEFORE)
    if seat.folded and not sign.progressive_after_fold:
        won, from_meter = 0, False
    kept = not (won and sign.progressive_prizes == "to")
    net["progressive"] = won - 1_00 * kept
    return net, sign.progressive_share * kept - won * from_meter


def play_one(chance: Random, *, rich: bool = False) -> Counter[str]:
    """Deal one round with as many players, wagers and decisions as chance has it, and compare."""
    sign = posted(chance)
    numbers = sorted(chance.sample(range(1, 7), chance.choice([1, 1, 2, 3])))
    deck = shuffled(chance, rich)
    stacks = dict.fromkeys(numbers, STACK)
    state, _ = start(GAME, sign, stacks, order=deck, meter=METER_BEFORE)
    seats = {number: Seat(wagered(chance, sign)) for number in numbers}
    for number, seat in seats.items():
        wagers = {spot: Chips(chips) for spot, chips in seat.wagers.items()}
        state, _ = play(state, Place(number, wagers))
    state, _ = play(state, NoMoreBets())
    hands, dealer = {number: state.hands[number].down for number in numbers}, state.house
    state, events = decide(state, seats, chance)
    board, meter, lines = state.boards[0], METER_BEFORE, Counter[str]()
    for number, seat in seats.items():
        if not board:  # everybody folded, and nothing else was open
            assert seat.folded
            assert len(seat.wagers) == 1
            assert state.stacks[number] - STACK == -seat.wagers["ante"]
            continue
        net, fed = expected(seat, hands[number], dealer, board, sign)
        meter += fed
        assert state.stacks[number] - STACK == sum(net.values()), (hands, dealer, board, seat)
        assert _settled(events, number) == {
            spot: chips
            for spot, chips in net.items()
            if spot != "progressive" and not (spot == "ante" and seat.folded)
        }
        lines.update(_lines(net, hands[number], board))
    assert state.accounts[METER] == meter
    return lines


def _settled(events: list[AnyEvent], seat: int) -> dict[str, int]:
    return {
        outcome.spot: -outcome.staked if outcome.result == "loses" else outcome.won
        for event in events
        if isinstance(event, Settled) and event.seat == seat
        for outcome in event.outcomes
        if outcome.spot != "progressive"
    }


def _lines(net: dict[str, int], own: Any, board: Any) -> list[str]:
    held = CATEGORIES[book.best(own, board)[0]]
    paid = sum(chips for spot, chips in net.items() if spot != "progressive" and chips > 0)
    pushed = "flop" in net and not any(net.get(spot) for spot in book.MAIN)
    return [held] + ["limited"] * (paid == LIMIT) + ["push"] * pushed


def test_2_000_random_deals_are_settled_as_the_document_says() -> None:
    chance, lines = Random("texas hold 'em bonus"), Counter[str]()
    for _ in range(2_000):
        lines += play_one(chance)
    assert all(lines[seen] for seen in ("four-of-a-kind", "full house", "flush", "push"))


def test_600_deals_of_high_cards_are_settled_as_the_document_says() -> None:
    chance, lines = Random("aces and royals"), Counter[str]()
    for _ in range(600):
        lines += play_one(chance, rich=True)
    assert all(lines[seen] for seen in ("royal flush", "four-of-a-kind", "push", "limited"))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_200_000_random_deals_are_settled_as_the_document_says(part: int) -> None:
    chance, lines = Random(f"texas hold 'em bonus {part}"), Counter[str]()
    for _ in range(200_000 // PARTS):
        lines += play_one(chance)
    for _ in range(20_000 // PARTS):
        lines += play_one(chance, rich=True)
    seen = ("royal flush", "straight flush", "four-of-a-kind", "push", "limited")
    assert all(lines[line] for line in seen)
