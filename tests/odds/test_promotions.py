"""Bad beats: every deal of two hands, many hands by chance, and what the payout costs."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from croupier.cards import DECK_52, Card
from croupier.odds import promotions
from croupier.odds.equity import Figure
from croupier.odds.promotions import BadBeat, bad_beat_chance, budget
from croupier.rankings import HIGH_5, AnyOf, Exactly
from croupier.refused import Refused

ACES_FULL, QUADS, STRAIGHT_FLUSH = "AcAdAhTsTc", "2c2d2h2s3c", "Ac2c3c4c5c"
OMAHA = Exactly(own=2, board=3)


def beats_on(board: tuple[Card, ...], beaten: int) -> dict[bool, int]:
    """Hold'em deals of two hands to this board with a bad beat, by trying all of them.

    By whether both cards of both hands must play.
    """
    left = [card for card in DECK_52 if card not in board]
    able: dict[bool, list[tuple[set[Card], int]]] = {True: [], False: []}
    for own in combinations(left, 2):
        strength = HIGH_5.strength_of(own, board, AnyOf(5))
        if strength >= beaten:
            able[False].append(({*own}, strength))
            if HIGH_5.strength_of(own, board, OMAHA) == strength:
                able[True].append(({*own}, strength))
    return {
        both_play: sum(
            2 for one, least in hands for other, most in hands if least < most and not one & other
        )
        for both_play, hands in able.items()
    }


def test_two_hands_of_holdem_agree_with_sampled_boards() -> None:
    """The exact figure is a mean over boards; hundreds of them, tried by hand, come near it."""
    chance, least = Random(5), HIGH_5.strength("2c2d2h3s3c")
    tried = [beats_on(tuple(chance.sample(DECK_52, 5)), least) for _ in range(400)]
    for both_play in (True, False):
        counts = [one[both_play] for one in tried]
        mean = sum(counts) / len(counts)
        spread = (sum((count - mean) ** 2 for count in counts) / len(counts)) ** 0.5
        beat = BadBeat("holdem", "2c2d2h3s3c", both_play=both_play)
        exact = bad_beat_chance(beat, 2).value * comb(47, 2) * comb(45, 2)
        assert abs(mean - exact) < 4 * spread / len(counts) ** 0.5


@pytest.mark.parametrize(
    ("game", "beaten", "both_play"),
    [
        ("holdem", ACES_FULL, False),
        ("holdem", "2c2d2h3s3c", True),
        ("omaha", QUADS, True),
        ("five-card-omaha", QUADS, True),
    ],
)
def test_exact_and_drawn_chances_agree(game: str, beaten: str, *, both_play: bool) -> None:
    beat = BadBeat(game, beaten, both_play=both_play)
    exact, drawn = bad_beat_chance(beat, 2), bad_beat_chance(beat, 2, trials=500_000)
    assert exact.exact is not None
    assert drawn.trials == 500_000
    assert abs(exact.value - drawn.value) < 4 * drawn.error


def test_any_hand_that_loses_is_the_complement_of_a_tie() -> None:
    """Where every hand qualifies, only tied deals have no bad beat; ties are counted elsewhere."""
    from croupier.games import game_of
    from croupier.odds.equity import equity

    chance = bad_beat_chance(BadBeat("holdem", "2c3d4h5s7c", both_play=False), 2, trials=400_000)
    ties = equity(game_of("holdem"), ("random", "random"), trials=400_000).players[0].tie
    assert abs(chance.value - (1 - ties.value)) < 4 * (chance.error + ties.error)


def test_more_players_have_more_bad_beats() -> None:
    beat = BadBeat("holdem", ACES_FULL, both_play=False)
    chances = [bad_beat_chance(beat, players, trials=1_000_000) for players in (2, 6, 10)]
    assert chances[0].value < chances[1].value < chances[2].value
    assert all(chance.error > 0 for chance in chances)


def test_a_seed_draws_the_same_on_any_number_of_threads() -> None:
    beat = BadBeat("omaha", QUADS)
    drawn = [bad_beat_chance(beat, 6, trials=100_000, seed=3, threads=count) for count in (1, 4)]
    assert drawn[0] == drawn[1]


def test_a_better_winner_is_rarer() -> None:
    plain = bad_beat_chance(BadBeat("holdem", ACES_FULL), 2).value
    harder = bad_beat_chance(BadBeat("holdem", ACES_FULL, winner=STRAIGHT_FLUSH), 2).value
    assert 0 < harder < plain


def test_omaha_below_four_of_a_kind_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promotions, "TRIALS", 300_000)
    found = bad_beat_chance(BadBeat("omaha", ACES_FULL), 2)
    assert found.exact is None
    assert found.trials == 300_000


@pytest.mark.parametrize(
    ("beat", "players", "refusal"),
    [
        (
            BadBeat("badugi", QUADS),
            2,
            "bad beats can be priced only for hold'em and omaha, not for badugi (FIELD game)",
        ),
        (BadBeat("holdem", "AsAh"), 2, "'AsAh' is 2 cards; a hand is named by five (FIELD beaten)"),
        (BadBeat("holdem", "AsAsKsKsQc"), 2, "As occurs twice (FIELD beaten)"),
        (BadBeat("holdem", QUADS, winner="x"), 2, "'x' is not a card (FIELD winner)"),
        (BadBeat("holdem", QUADS), 1, "1 players are dealt in; 2 to 11 may play (FIELD players)"),
        (BadBeat("holdem", QUADS), 12, "12 players are dealt in; 2 to 11 may play (FIELD players)"),
    ],
)
def test_impossible_promotions_are_refused(beat: BadBeat, players: int, refusal: str) -> None:
    with pytest.raises(Refused) as refused:
        bad_beat_chance(beat, players)
    assert str(refused.value) == refusal


def test_a_budget_weighs_what_comes_in_against_what_goes_out() -> None:
    one_in_20_000 = Figure(1 / 20_000, exact=Fraction(1, 20_000))
    found = budget(
        one_in_20_000,
        contribution=1_00,
        contributing=Fraction(1, 2),
        held=Fraction(1, 5),
        display=10_000_00,
    )
    assert (found.contribution, found.held) == (Fraction(50), Fraction(10))
    assert found.rounds_between == pytest.approx(20_000)
    assert found.payout == pytest.approx(50)
    assert found.payout_rate == pytest.approx(1)
    assert found.break_even == pytest.approx(8_000_00)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"contribution": 0}, "FIELD contribution"),
        ({"contributing": Fraction(3, 2)}, "FIELD contributing"),
        ({"contributing": Fraction(0)}, "FIELD contributing"),
        ({"held": Fraction(-1, 2)}, "FIELD held"),
    ],
)
def test_an_impossible_budget_is_refused(given: dict[str, Fraction], field: str) -> None:
    usual = {"contribution": 100, "display": 1_000_00}
    with pytest.raises(Refused) as refused:
        budget(Figure(0.1), **(usual | given))  # type: ignore[arg-type]  # cents and fractions
    assert refused.value.clause == field
