"""More than one draw to come: the stated rule against a plain enumeration, and what is refused."""

from fractions import Fraction
from random import Random

import pytest

from croupier.cards import DECK_52, parse_cards
from croupier.games import game_of
from croupier.odds import draws as several
from croupier.odds.deals import layout_of
from croupier.odds.drawing import keep_low, keeper
from croupier.odds.equity import Equity, equity
from croupier.rankings import LOW_27
from croupier.refused import Refused


def ask(key: str, *hands: str, draws: int, **how: int) -> Equity:
    return equity(game_of(key), hands, draws=draws, **how)  # type: ignore[arg-type]  # numbers only


def test_two_draws_of_one_card_come_near_what_all_of_them_say() -> None:
    """A nine stands pat; the other hand draws one card, and another where the rule says so."""
    pat, kept = parse_cards("2s3h4c8d9s"), parse_cards("2c3d4h7s")
    mine = LOW_27.strength(pat)
    rest = [card for card in DECK_52 if card not in pat + kept]
    truth = Fraction(0)
    for first in rest:
        then = keep_low((*kept, first), 1, ace_low=False)
        hands = [then] if len(then) == 5 else [(*then, card) for card in rest if card != first]
        won = sum(1 if LOW_27.strength(hand) > mine else 0 for hand in hands)
        truth += Fraction(won, len(hands) * len(rest))
    found = ask("triple-draw-2-7", "2c3d4h7s:1", "2s3h4c8d9s:0", draws=2).players[0].equity
    assert found.exact is None
    assert abs(found.value - truth) < 4 * found.error < 0.02


def test_a_draw_more_is_worth_something_to_who_is_behind() -> None:
    last = ask("badugi", "As2d3c:1", "4s5d6c9h:0", draws=1).players[0].equity
    three = ask("badugi", "As2d3c:1", "4s5d6c9h:0", draws=3, trials=4000).players[0].equity
    assert last.exact is not None
    assert three.value > last.value + 0.1


@pytest.mark.parametrize("key", ["triple-draw-2-7", "triple-draw-a-5", "badugi", "badeucey"])
def test_everybody_ends_with_a_whole_hand_of_cards_that_nobody_else_has(key: str) -> None:
    layout = layout_of(game_of(key))
    seats = tuple(layout.read("random") for _ in range(game_of(key).players.most))
    drawing = several.Drawing(layout.shares, seats, (), layout.own, 3)
    chance, keep = Random(key), keeper(layout.shares)
    for _ in range(40):  # at a full table the deck is spent and renewed
        hands = [*several.played(drawing, keep, chance)]
        assert {len(hand) for hand in hands} == {layout.own}
        cards = [card for hand in hands for card in hand]
        assert len(set(cards)) == len(cards)


def test_the_parts_of_all_players_make_a_pot() -> None:
    found = ask("badacey", "random", "As2d3c4h7s", "random", draws=2, trials=2000)
    assert sum(player.equity.value for player in found.players) == pytest.approx(1)
    for player in found.players:
        assert sum(part.value for part in player.shares.values()) == pytest.approx(
            player.equity.value
        )
    assert found.players[1].equity.value > 0.5


def test_a_seed_draws_the_same_deals() -> None:
    one, same, other = (
        ask("badugi", "As2d????", "random", draws=2, trials=500, seed=seed) for seed in (3, 3, 4)
    )
    assert one == same
    assert one.players[0].equity != other.players[0].equity


def test_the_answer_states_the_rule_it_was_drawn_by() -> None:
    answer = ask("badugi", "As2d3c:1", "random", draws=3, trials=500).as_json()
    assert answer["draws"] == 3
    assert "stand pat" in answer["rule"]
    assert answer["method"] == "simulated"
    assert "rule" not in ask("badugi", "As2d3c:1", "5s6d7c8h", draws=1).as_json()


@pytest.mark.parametrize(
    ("key", "draws", "exact", "clause"),
    [
        ("badugi", 0, False, "FIELD draws"),
        ("badugi", 4, False, "FIELD draws"),
        ("five-card-draw", 2, False, "FIELD draws"),
        ("holdem", 2, False, "FIELD draws"),
        ("badugi", 2, True, "FIELD exact"),
    ],
)
def test_draws_that_are_not_to_come_are_refused(
    key: str, draws: int, exact: bool, clause: str
) -> None:
    with pytest.raises(Refused) as caught:
        equity(game_of(key), ["random", "random"], draws=draws, exact=exact)
    assert caught.value.clause == clause


def test_hands_that_cannot_be_held_at_once_are_refused() -> None:
    with pytest.raises(Refused, match="at once"):
        ask("badugi", "As2d3c4h,As2d3c5h", "As2d3c6h,As2d3c7h", draws=2)
