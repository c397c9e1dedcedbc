"""Chances of winning: known truths, brute force for every game, and what drawn deals promise."""

import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import combinations
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest

from croupier.cards import DECK_52, Card, parse_cards, spell
from croupier.games import BANKED, GAMES, LIBRARY, game_of
from croupier.odds.deals import layout_of
from croupier.odds.equity import WORK_USUAL, Equity, equity
from croupier.odds.house_edge import house_edge
from croupier.odds.questions import read_question
from croupier.odds.ranges import read_range
from croupier.odds.tables import versus
from croupier.rankings import HIGH_5, LOW_8, Exactly
from croupier.refused import Refused
from tests.children import cpu_seconds, used_by
from tests.odds import brute

KEYS = [*GAMES.keys() - BANKED.keys(), *LIBRARY]
KEYS.sort()
HALF = Fraction(1, 2)
COUNTING = 2  # seconds of processor time: far more than it takes to begin


def ask(
    key: str, *hands: str, board: str = "", dead: str = "", trials: int | None = None
) -> Equity:
    return equity(game_of(key), hands, board, dead, trials=trials)


def equities(found: Equity) -> list[Fraction | None]:
    return [player.equity.exact for player in found.players]


def test_aces_against_kings() -> None:
    found = ask("holdem", "AsAh", "KsKd")
    assert (found.method, found.trials) == ("exact", 1_712_304)
    assert equities(found) == [Fraction(255121, 311328), Fraction(56207, 311328)]


def test_a_range_is_the_mean_of_its_hands() -> None:
    sixes = [(one, other) for one, other in combinations(parse_cards("6c6d6h6s"), 2)]
    total = sum(equities(ask("holdem", spell(pair), "AsKd"))[0] or Fraction(0) for pair in sixes)
    assert equities(ask("holdem", "66", "AsKd"))[0] == total / len(sixes)


def test_counted_and_drawn_deals_of_unknown_hands_agree() -> None:
    counted, drawn = (
        ask("holdem", "7c2d", "random"),
        ask("holdem", "7c2d", "random", trials=400_000),
    )
    assert (counted.method, counted.trials) == ("exact", 1225 * 1_712_304)
    for true, found in zip(counted.players, drawn.players, strict=True):
        assert abs(true.equity.value - found.equity.value) <= 4 * found.equity.error


def random_spot(key: str, seed: str) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """Two or three hands and a board such that few cards are still to come."""
    layout, chance = layout_of(game_of(key)), Random(seed)
    deck = chance.sample(game_of(key).cards, game_of(key).deck)
    players = chance.choice((2, 2, 3)) if layout.own < 7 else 2
    short = [0] * players
    if layout.board < 2:
        short[0] = 1
        short[1] = chance.choice((0, 1)) if not layout.board else 0
    hands = [tuple(deck.pop() for _ in range(layout.own - less)) for less in short]
    known = max(0, layout.board - (2 if players == 2 else chance.choice((1, 2))))
    return hands, tuple(deck.pop() for _ in range(known))


def written(key: str, hand: tuple[Card, ...]) -> str:
    """A hand as a question writes it: in draw games the cards to come are drawn."""
    layout = layout_of(game_of(key))
    if layout.draws:
        return f"{spell(hand)}:{layout.own - len(hand)}"
    if layout.up:
        down = max(len(hand) - layout.up, 1)
        return f"{spell(hand[:down])}/{spell(hand[down:])}"
    return spell(hand) + "??" * (layout.own - len(hand))


@pytest.mark.parametrize("spot", range(4))
@pytest.mark.parametrize("key", KEYS)
def test_brute_force_agrees(key: str, spot: int) -> None:
    hands, board = random_spot(key, f"{key} {spot}")
    layout = layout_of(game_of(key))
    found = ask(key, *(written(key, hand) for hand in hands), board=spell(board))
    truth = brute.count(key, [[hand] for hand in hands], board, layout.own, layout.board, ())
    assert found.trials == truth.deals
    check(found, truth)


def check(found: Equity, truth: brute.Counted) -> None:
    for at, player in enumerate(found.players):
        assert player.equity.exact == truth.equity[at] / truth.deals
        assert player.win.exact == Fraction(truth.win[at], truth.deals)
        assert player.tie.exact == Fraction(truth.tie[at], truth.deals)
        for share, figure in enumerate(player.shares.values()):
            assert figure.exact == truth.shares[share][at] / truth.deals
        for figure, counts in zip(player.parts.values(), truth.parts.values(), strict=False):
            assert figure.exact == Fraction(counts[at], truth.deals)


def test_ranges_and_dead_cards_agree_with_brute_force() -> None:
    board, dead = parse_cards("AdKc7s2h"), parse_cards("As7d")
    mine = list(combinations(parse_cards("AcAhKdKs7c7h"), 2))
    theirs = list(combinations(parse_cards("AhQhQdJc"), 2))
    found = ask(
        "holdem",
        ",".join(map(spell, mine)),
        ",".join(map(spell, theirs)),
        "QsJs",
        board=spell(board),
        dead=spell(dead),
    )
    truth = brute.count("holdem", [mine, theirs, [parse_cards("QsJs")]], board, 2, 5, dead)
    assert found.trials == truth.deals
    check(found, truth)


def test_unknown_cards_agree_with_brute_force() -> None:
    board = parse_cards("AdKc7s2h")
    found = ask("holdem", "AsAh", "Ks??", board=spell(board))
    truth = brute.count("holdem", [[parse_cards("AsAh")], [parse_cards("Ks")]], board, 2, 5, ())
    assert found.trials == truth.deals
    check(found, truth)


def test_common_cards_stand_for_the_last_of_each_hand() -> None:
    hands = [parse_cards("AsKd7c8c9c2d"), parse_cards("QcQd2h3h4h")]
    found = ask("seven-card-stud", "AsKd/7c8c9c2d", "QcQd/2h3h4h", board="Ks")
    truth = brute.count("seven-card-stud", [[hand] for hand in hands], parse_cards("Ks"), 6, 1, ())
    check(found, truth)


def every_board(gone: str, size: int = 5) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    left = [card.number for card in DECK_52 if card not in parse_cards(gone)]
    flat = np.fromiter((c for board in combinations(left, size) for c in board), dtype=np.uint8)
    return flat.reshape(-1, size)


def test_every_board_of_three_suited_hands() -> None:
    hands = ("AsKs", "QhJh", "7s6s")
    boards = every_board("".join(hands))
    strengths = []
    for hand in hands:
        own = np.tile([card.number for card in parse_cards(hand)], (len(boards), 1))
        strengths.append(HIGH_5.strengths(np.column_stack([own, boards])))
    won = np.array(strengths) == np.max(strengths, axis=0)
    parts = won / won.sum(axis=0)
    found = ask("holdem", *hands)
    assert found.trials == len(boards)
    for player, part, wins in zip(found.players, parts, won, strict=True):
        alone = int((wins & (won.sum(axis=0) == 1)).sum())
        assert player.win.exact == Fraction(alone, len(boards))
        assert player.equity.value == pytest.approx(float(part.mean()), abs=1e-12)


def test_every_board_of_omaha_high_low() -> None:
    hands, pick = ("AsAh2s3h", "KsKd7c6c"), Exactly(own=2, board=3)
    boards = every_board("".join(hands))
    own = [np.tile([c.number for c in parse_cards(hand)], (len(boards), 1)) for hand in hands]
    high = np.array([HIGH_5.strengths_of(mine, boards, pick) for mine in own])
    low = np.array([LOW_8.strengths_of(mine, boards, pick) for mine in own])
    some = low.max(axis=0) > 0
    high_won, low_won = high == high.max(axis=0), (low == low.max(axis=0)) & some
    from_high = high_won / high_won.sum(axis=0) / (1 + some)
    from_low = low_won / np.maximum(low_won.sum(axis=0), 1) / 2
    for at, player in enumerate(ask("omaha-hilo-8", *hands).players):
        assert player.shares["high"].value == pytest.approx(from_high[at].mean(), abs=1e-12)
        assert player.shares["low"].value == pytest.approx(from_low[at].mean(), abs=1e-12)
        whole = from_high[at] + from_low[at]
        assert player.parts["three_quarter"].value == pytest.approx((whole == 0.75).mean())
        assert player.win.exact == Fraction(int((whole == 1).sum()), len(boards))


@pytest.mark.parametrize(
    ("key", "hands"),
    [
        ("holdem", ("AsAh", "AcAd")),
        ("holdem", ("AsKs", "AhKh")),
        ("omaha", ("AsKsQhJh", "AdKdQcJc")),
        ("seven-card-stud", ("AsKs/2h3h4d", "AdKd/2c3c4s")),
        ("badugi", ("2c3d4h:1", "2d3c4s:1")),
    ],
)
def test_hands_alike_but_for_suits_share_equally(key: str, hands: tuple[str, ...]) -> None:
    assert equities(ask(key, *hands)) == [HALF, HALF]


@pytest.mark.parametrize("key", KEYS)
def test_equities_make_a_whole(key: str) -> None:
    hands, board = random_spot(key, f"{key} whole")
    found = ask(key, *(written(key, hand) for hand in hands), board=spell(board))
    assert sum(p.equity.exact or 0 for p in found.players) == 1
    drawn = ask(key, *["random"] * 4, trials=20_000)
    assert sum(p.equity.value for p in drawn.players) == pytest.approx(1)
    for player in drawn.players:
        assert abs(player.equity.value - 0.25) < 4 * player.equity.error
        if player.shares:
            together = sum(figure.value for figure in player.shares.values())
            assert together == pytest.approx(player.equity.value)


@pytest.mark.parametrize("key", KEYS)
def test_drawn_deals_come_near_the_truth(key: str) -> None:
    hands, board = random_spot(key, f"{key} drawn")
    words = [written(key, hand) for hand in hands]
    truth = ask(key, *words, board=spell(board))
    drawn = ask(key, *words, board=spell(board), trials=40_000)
    assert (truth.method, drawn.method) == ("exact", "simulated")
    for true, found in zip(truth.players, drawn.players, strict=True):
        for name in ("win", "tie", "equity"):
            figure = getattr(found, name)
            assert abs(getattr(true, name).value - figure.value) <= 4 * figure.error
        for name, figure in (found.shares | found.parts).items():
            exact = (true.shares | true.parts)[name]
            assert abs(exact.value - figure.value) <= 4 * figure.error


def test_drawn_ranges_come_near_the_truth() -> None:
    words = ("AA,KK,AKs", "KQs,AA", "JJ-TT")
    truth, drawn = ask("holdem", *words), ask("holdem", *words, trials=200_000)
    for true, found in zip(truth.players, drawn.players, strict=True):
        assert abs(true.equity.value - found.equity.value) <= 4 * found.equity.error


@pytest.mark.parametrize("words", [("AsAh", "random", "random"), ("AA,KK", "KQ+,AA", "random")])
def test_a_seed_draws_the_same_deals_on_any_number_of_threads(words: tuple[str, ...]) -> None:
    def draw(threads: int, seed: int = 7) -> Equity:
        return equity(game_of("holdem"), words, trials=30_001, seed=seed, threads=threads)

    assert draw(1) == draw(2) == draw(5)
    assert draw(1).players != draw(1, seed=8).players


def test_counting_does_not_depend_on_threads() -> None:
    words = ("AsKd/7c8c9c", "QcQd/2h3h4h", "random")
    assert equity(game_of("five-card-stud"), ("As/Kd", "Qc/Qd", "2c/3c4c5c"), threads=1) == equity(
        game_of("five-card-stud"), ("As/Kd", "Qc/Qd", "2c/3c4c5c"), threads=3
    )
    assert equity(game_of("seven-card-stud"), words, trials=5_000).method == "simulated"


def test_random_is_so_many_unknown_cards() -> None:
    assert ask("holdem", "AsAh", "random", board="KsQd2c").players == tuple(
        p if p.cards == "AsAh" else type(p)("random", p.win, p.tie, p.equity, {}, {})
        for p in ask("holdem", "AsAh", "????", board="KsQd2c").players
    )


@pytest.mark.parametrize(
    ("key", "words", "refusal"),
    [
        ("holdem", {"hands": ("AsAh", "AsKd")}, "As occurs twice (FIELD hands)"),
        ("holdem", {"hands": ("AsAh", "KsKd"), "board": "2c2c3d"}, "2c occurs twice (FIELD board)"),
        ("holdem", {"hands": ("AsAh", "KsKd"), "board": "As2c3d"}, "As occurs twice (FIELD hands)"),
        (
            "holdem",
            {"hands": ("AsAh", "KsKd"), "board": "2s2c3d", "dead": "2s"},
            "2s occurs twice (FIELD dead)",
        ),
        (
            "holdem",
            {"hands": ("AsAh", "KsKd"), "board": "2c3c4c5c6c7c"},
            "'2c3c4c5c6c7c' is 6 cards; there are 5 at most (FIELD board)",
        ),
        (
            "badugi",
            {"hands": ("2c3d4h:1", "2s3h4d8c"), "board": "Ks"},
            "'Ks' is 1 card; this game has no board (FIELD board)",
        ),
        ("holdem", {"hands": ("", "KsKd")}, "'' is a range without hands (FIELD hands)"),
        ("holdem", {"hands": ("AA,,KK", "KsKd")}, "'AA,,KK' has an empty part (FIELD hands)"),
        (
            "holdem",
            {"hands": ("AKX", "KsKd")},
            "'AKX' is neither a hand nor a range: 'X' is not a card (FIELD hands)",
        ),
        (
            "holdem",
            {"hands": ("AAs", "KsKd")},
            "'AAs' is a pair, which is neither suited nor offsuit (FIELD hands)",
        ),
        (
            "holdem",
            {"hands": ("AsAh", "AsAc,AhAd")},
            "'AsAc,AhAd' has no hand left: the known cards rule out all of them (FIELD hands)",
        ),
        (
            "holdem",
            {"hands": ("AsAh,AcAd", "AsAc,AsAd")},
            "the hands cannot all be held at once: ranges that conflict (FIELD hands)",
        ),
        ("holdem", {"hands": ("AsAh",)}, "1 hand is given; 2 to 11 may play (FIELD hands)"),
        (
            "holdem",
            {"hands": ("AsAhKc", "KsKd")},
            "'AsAhKc' is 3 cards; a hand here is 2, x for one not known (FIELD hands)",
        ),
        ("holdem", {"hands": ("Jk1As", "KsKd")}, "Jk1 is not in this game's deck (FIELD hands)"),
        (
            "seven-card-stud",
            {"hands": ("random",) * 8},
            "the hands, the board and the dead cards are 56 cards, more than a deck (FIELD hands)",
        ),
        (
            "seven-card-stud",
            {"hands": ("AsKsQsJs/2c", "random")},
            "'AsKsQsJs' has 4 cards; here it can have at most 3 (FIELD hands)",
        ),
        (
            "holdem",
            {"hands": ("As/Ks", "random")},
            "'As/Ks' is not a hand of this game (FIELD hands)",
        ),
        (
            "holdem",
            {"hands": ("As:1", "random")},
            "'As:1' draws cards, and this game has no draw (FIELD hands)",
        ),
        (
            "badugi",
            {"hands": ("2c3d4h:2", "random")},
            "'2c3d4h:2' keeps 3 and draws 2; a hand has 4 cards (FIELD hands)",
        ),
        (
            "badugi",
            {"hands": ("2c3d4h:x", "random")},
            "'2c3d4h:x' does not say how many cards are drawn: 2c3d4h7s:1 (FIELD hands)",
        ),
    ],
)
def test_impossible_questions_are_refused_in_words(
    key: str, words: dict[str, str | tuple[str, ...]], refusal: str
) -> None:
    with pytest.raises(Refused) as refused:
        equity(game_of(key), **words)  # type: ignore[arg-type]  # hands, board and dead by name
    assert str(refused.value) == refusal


def test_a_hand_names_its_next_draw_alone() -> None:
    with pytest.raises(Refused, match="say how many are to come"):
        ask("triple-draw-2-7", "2c3d4h7s:1:1", "2s3h4d8h9c")


def test_a_banked_game_is_refused() -> None:
    with pytest.raises(Refused, match="played against the house"):
        ask("texas-holdem-bonus", "AsAh", "KsKd")


def test_a_question_is_refused_before_any_work() -> None:
    began = time.process_time()
    with pytest.raises(Refused):
        equity(game_of("seven-card-stud"), ["random"] * 7, exact=True)
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ({"exact": True, "trials": 10}, "FIELD trials"),
        ({"trials": 0}, "FIELD trials"),
        ({"trials": 2_000_000_000}, "FIELD trials"),
        ({"seed": -1}, "FIELD seed"),
        ({"threads": 0}, "FIELD threads"),
    ],
)
def test_an_impossible_way_is_refused(way: dict[str, int], why: str) -> None:
    with pytest.raises(Refused) as refused:
        equity(game_of("holdem"), ("AsAh", "KsKd"), **way)  # type: ignore[arg-type]  # any option
    assert refused.value.clause == why


def test_progress_is_reported_while_the_work_goes_on() -> None:
    answer: list[float] = []
    equity(game_of("holdem"), ["random"] * 6, trials=1_000_000, progress=answer.append)
    assert answer == sorted(answer)
    assert all(0 <= done <= 1 for done in answer)


def test_a_fault_in_progress_ends_the_work() -> None:
    def tell(done: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        equity(game_of("holdem"), ["random"] * 9, trials=500_000_000, progress=tell)


@pytest.mark.parametrize(
    "way", ["--trials 1000000000", "--exact"], ids=["drawn deals", "counted deals"]
)
def test_ctrl_c_stops_at_once(way: str) -> None:
    before = cpu_seconds()
    command = ["-m", "croupier", "equity", "seven-card-stud", "AsKd/7c", "QcQd/2h", *way.split()]
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            while used_by(running.pid) < COUNTING:
                assert running.poll() is None, "still counting"
                time.sleep(0.01)
            running.send_signal(signal.SIGINT)
            _, err = running.communicate(timeout=120)
        finally:
            running.kill()
    assert (running.returncode, err) == (130, "croupier: stopped\n")
    assert cpu_seconds() - before < COUNTING + 5


def test_python_goes_on_while_deals_are_counted() -> None:
    def work() -> None:
        ask("holdem", *["random"] * 9, trials=1_000_000)

    thread = Thread(target=work)
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 20


@pytest.mark.parametrize(
    ("key", "hands", "board"),
    [
        ("holdem", ("AsAh", "KsKd"), ""),
        ("holdem", ("AA,KK", "AA,KK"), ""),
        ("holdem", ("22+,A2s+", "random"), "2c7d9h"),
        ("holdem", ("AsAh", "random"), ""),
        ("omaha", ("AA:$ds", "AsKsQdJd"), "2c7d9h"),
        ("omaha", ("8s9s7d6d", "(AK)(QJ)"), ""),
        ("omaha", ("AsAhKdQc", "random"), "2c7d9h"),
        ("short-deck", ("AsAh", "random"), ""),
    ],
)
def test_the_least_work_is_never_more_than_the_work(
    key: str, hands: tuple[str, ...], board: str
) -> None:
    game = game_of(key)
    contest = read_question(game, layout_of(game), hands, board, "").contest()
    work = contest.work()
    assert work is not None
    assert contest.least_work() <= work


def test_what_is_plainly_too_much_is_not_listed_first() -> None:
    """Before the flop of omaha, an unknown hand can be held in 194,580 ways."""
    game = game_of("omaha")
    question = read_question(game, layout_of(game), ("AsAhKdQc", "random"), "", "")
    contest = question.contest()
    assert contest.least_work() > WORK_USUAL
    assert equity(game, ["AsAhKdQc", "random"], sampled=2_000).method == "simulated"


def test_a_key_stands_for_its_game_and_lists_for_cards() -> None:
    usual = equity(game_of("holdem"), ["AsAh", "KK"], board="2c3d4h", dead="Kd")
    given: Any = [["As", "Ah"], read_range("KK", 2)]
    assert equity("holdem", given, board=["2c", "3d", "4h"], dead=("Kd",)) == usual
    assert versus("holdem", "AsAh", "KK", ["2c", "3d", "4h"]).rows
    assert house_edge("two-card-joker").sign == game_of("two-card-joker").sign


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "hodlem"}, "did you mean holdem? (POKER 8(b))"),
        ({"game": 5}, "a game must be its key or a Game, not int (FIELD game)"),
        ({"hands": "AA KK"}, "hands must be a list such as ['AsAh', 'KK+'], not 'AA KK'"),
        ({"hands": [5, "AA"]}, "hands must be text such as 'AsKd' or a list of cards, not '5'"),
        ({"board": 5}, "board must be text such as 'AsKd' or a list of cards, not '5'"),
        ({"trials": "x"}, "trials must be a whole number, not 'x' (FIELD trials)"),
    ],
)
def test_what_is_no_question_is_refused_in_words(given: dict[str, Any], why: str) -> None:
    fields: dict[str, Any] = {"game": "holdem", "hands": ["AA", "KK"]} | given
    with pytest.raises(Refused) as refused:
        equity(**fields)
    assert why in str(refused.value)
