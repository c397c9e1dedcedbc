"""Every player's hand against every dealer's hand, settled by the engine and by the document."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_54, Card
from croupier.chips import Chips
from croupier.engine.accounts import Accounts
from croupier.engine.events import Outcome
from croupier.engine.play import replay
from croupier.engine.round import Round
from croupier.engine.settle import outcomes_of
from croupier.rankings import FAMILIES
from croupier.rules.banked import Contest, Settle
from tests.banking import Bank
from tests.settlements import two_card_joker as book

Pair = tuple[Card, Card]
PAIRS: tuple[Pair, ...] = tuple(combinations(DECK_54, 2))
WAGERS = {"ante": 10_00, "pair up": 5_00, "super flush": 15_00}
PARTS = 6


def called(table: int = 1) -> Round:
    """A round in which seat 1 has wagered on everything and called, before any settlement."""
    bank = Bank("two-card-joker", 1, wagers={1: WAGERS}, pair_up_table=table).run("p")
    turn = bank.kinds.index("Chose")
    state = replay(bank.game, bank.log[: turn + 1])
    assert bank.kinds[turn + 1] == "Shown"
    return replace(state, house_shown=True)


def contests(state: Round) -> list[Contest]:
    return [c for step in state.script if isinstance(step, Settle) for c in step.contests]


def net(outcomes: Iterable[Outcome]) -> Iterator[tuple[str, int]]:
    for outcome in outcomes:
        yield outcome.spot, -outcome.staked if outcome.result == "loses" else outcome.won


def engine(state: Round, asked: list[Contest], player: Pair, dealer: Pair) -> dict[str, int]:
    """What the engine's settlement makes of the wagers when these two hands meet."""
    hand = replace(state.hands[1], down=player)
    met = replace(state, hands={1: hand}, house=dealer)
    return {spot: won for contest in asked for spot, won in net(outcomes_of(met, contest, 1))}


def check(pairs: Iterator[tuple[Pair, Pair]], table: int = 1) -> int:
    state = called(table)
    asked, settled = contests(state), 0
    for player, dealer in pairs:
        expected = book.settlement(player, dealer, WAGERS, table=table)
        assert engine(state, asked, player, dealer) == expected, (player, dealer)
        settled += 1
    return settled


def test_all_1431_hands_fall_into_the_categories_of_the_document() -> None:
    ranking = FAMILIES["joker-2"]
    by_engine, by_book = Counter[str](), Counter[str]()
    for pair in PAIRS:
        hand = ranking.hand(pair)
        assert hand is not None
        by_engine[hand.category] += 1
        by_book[book.category(pair)] += 1
    counts = [by_book[name] for name in reversed(book.CATEGORIES)]
    assert len(PAIRS) == sum(counts) == 1431
    assert counts == [1, 4, 48, 156, 182, 260, 780]
    assert by_engine == by_book


def test_the_engine_ranks_all_hands_as_the_document_does() -> None:
    ranking = FAMILIES["joker-2"]
    classes = {(ranking.strength(pair), book.rank(pair)) for pair in PAIRS}
    ordered = sorted(classes)
    assert len({strength for strength, _ in classes}) == len(ordered)
    assert [rank for _, rank in ordered] == sorted({book.rank(pair) for pair in PAIRS})


@pytest.mark.parametrize("table", [1, 2, 3])
def test_7_000_pairs_of_hands_at_each_table_are_settled_as_the_document_says(table: int) -> None:
    chance = Random(f"TCJ 11(d) table {table}")

    def drawn() -> Iterator[tuple[Pair, Pair]]:
        for _ in range(7_000):
            a, b, c, d = chance.sample(DECK_54, 4)
            yield (a, b), (c, d)

    assert check(drawn(), table) == 7_000


@pytest.mark.parametrize("table", [1, 2, 3])
def test_every_hand_is_paid_by_the_posted_tables(table: int) -> None:
    dealers = [next(pair for pair in PAIRS if not {*pair} & {*player}) for player in PAIRS]
    assert check(zip(PAIRS, dealers, strict=True), table) == 1431


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_each_of_1431_by_1326_pairs_of_hands_is_settled_as_the_document_says(part: int) -> None:
    players = PAIRS[part::PARTS]

    def met() -> Iterator[tuple[Pair, Pair]]:
        for player in players:
            first, second = player
            for dealer in PAIRS:
                if first not in dealer and second not in dealer:
                    yield player, dealer

    assert check(met()) == len(players) * 1326


def received(bank: Bank, place: int) -> tuple[Card, ...]:
    """The cards dealt to a seat; to the dealer (0)."""
    (dealt,) = bank.events_of("Dealt")
    return tuple(card for seat, card in zip(dealt.seats, dealt.cards, strict=True) if seat == place)


def placed(chance: Random) -> dict[str, int]:
    spots = chance.sample(list(WAGERS), chance.randint(1, 3))
    return {spot: chance.randrange(5_00, 100_00 + 1, 1_00) for spot in spots}


@pytest.mark.parametrize("seed", range(6))
def test_whole_rounds_pay_every_seat_what_the_document_says(seed: int) -> None:
    chance = Random(f"two card joker {seed}")
    for _ in range(60):
        table = chance.choice([1, 2, 3])
        method = chance.choice(["manual_shoe", "automated_shoe"])
        seats = sorted(chance.sample(range(1, 7), chance.randint(1, 6)))
        bank = Bank(
            "two-card-joker",
            dict.fromkeys(seats, 1_000_00),
            deck=chance.sample(DECK_54, 54),
            pair_up_table=table,
            deal_method=method,
        )
        wagers = {seat: placed(chance) for seat in seats}
        for seat in seats:
            bank.place(seat, **{name.replace(" ", "_"): n for name, n in wagers[seat].items()})
        bank.close()
        house, *own = (received(bank, place) for place in (0, *seats))
        hands = dict(zip(seats, own, strict=True))
        stays = {}
        while not bank.state.done:
            stays[bank.actor] = chance.random() < 0.7
            bank.run("p" if stays[bank.actor] else "f")
        for seat in seats:
            expected = book.settlement(
                hands[seat], house, wagers[seat], called=stays.get(seat, True), table=table
            )
            got = dict(net(iter(bank.settled(seat).values())))
            assert got == expected, (hands[seat], house, wagers[seat])
            assert bank.won(seat) == sum(expected.values())
        assert bank.bank == -sum(bank.won(seat) for seat in seats)
        assert emptied(bank.state.accounts)


def emptied(accounts: Accounts) -> bool:
    """Nothing lies on the layout any more."""
    return all(chips == Chips(0) for spot, chips in accounts.items() if spot.startswith("spot:"))
