"""What a newcomer types is checked and answered in words; the dealer does the dealer's part."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings

from croupier import (
    GAMES,
    Refused,
    TableSign,
    exposed,
    face_up,
    final_hands,
    off_table,
    options,
    play,
    replay,
    spell,
    stacked_deck,
    start,
    unknown_deck,
    view,
)
from croupier.cards import UNKNOWN, parse_cards
from croupier.engine.accounts import METER
from croupier.engine.commands import Announce, Call, Check, Discard, Muck, RaiseTo, Show
from croupier.engine.events import Reshuffled
from croupier.engine.faults import Accident, Exposed
from croupier.engine.round import Round
from croupier.odds.house_edge import house_edge
from croupier.odds.ranges import read_range
from croupier.rules.revenue import Percentage
from croupier.testing import Played, check_round, check_rounds, rounds_of

HOLDEM = GAMES["holdem"]
TWO = {1: 200_00, 2: 200_00}
Sign: Any = TableSign


def to_the_end(state: Round, answer: Callable[[Round], Any] | None = None) -> Round:
    """Check or call, throw nothing, until the round is over."""
    while not state.done:
        turn = options(state)[0]
        if turn.option("discard"):
            command: Any = answer(state) if answer else Discard(turn.actor)
        else:
            command = Call(turn.actor) if turn.to_call else Check(turn.actor)
        state, _ = play(state, command)
    return state


@pytest.mark.parametrize(
    ("sign", "why"),
    [
        (Sign(structure="no-limit"), "'no-limit' is not valid: it must be one of 'limit'"),
        (Sign(kill="double"), "it must be one of 'none', 'half', 'full' (SIGN kill)"),
        (Sign(ante="50"), "'50' is not valid: Expected `int`, got `str` (SIGN ante)"),
        (Sign(rake={"percent": 5}), "(SIGN rake)"),
        (Sign(blinds=100), "'100' is not valid: Expected `array`, got `int` (SIGN blinds)"),
        ("no_limit", "a sign must be a TableSign, not str (FIELD sign)"),
    ],
)
def test_a_faulty_sign_is_refused_in_words(sign: Any, why: str) -> None:
    with pytest.raises(Refused) as refused:
        start(HOLDEM, TWO, sign)
    assert why in str(refused.value)


def test_all_faults_of_a_sign_come_at_once() -> None:
    with pytest.raises(Refused) as refused:
        start(HOLDEM, TWO, Sign(structure="no-limit", ante="50"))
    assert "SIGN structure" in str(refused.value)
    assert "SIGN ante" in str(refused.value)


@pytest.mark.parametrize(
    "sign",
    [
        Sign(limits=[2_00, 4_00], blinds=[1_00, 2_00]),
        Sign(rake=Percentage(5), rake_max=4_00),  # type: ignore[arg-type]  # whole percents
        Sign(rake={"method": "percentage", "percent": 5}, rake_max=4_00),
    ],
)
def test_lists_mappings_and_whole_percents_are_read(sign: TableSign) -> None:
    state, _ = start(HOLDEM, TWO, sign, seed=7)
    assert state.sign.limits == (2_00, 4_00)
    assert state.sign.rake in (None, Percentage(Decimal(5)))
    assert to_the_end(state).done


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"stacks": {1: 200.5, 2: 200_00}}, "seat 1 must have whole cents, not 200.5"),
        ({"stacks": {"1": 200_00, 2: 200_00}}, "'1' is not the number of a seat (FIELD stacks)"),
        ({"stacks": 200_00}, "stacks must be {seat: cents} or a list of cents (FIELD stacks)"),
        ({"deck": ["As", "Kx"]}, "'Kx' is not a card (FIELD cards)"),
        ({"deck": "AsKs"}, "a deck must be 52 distinct cards, not these 2 (POKER 2(a))"),
        ({"deck": "AsAs"}, "As occurs twice (FIELD cards)"),
        ({"game": "holdm"}, "did you mean holdem? (POKER 8(b))"),
        ({"game": 7}, "a game must be a Game, not int (FIELD game)"),
        ({"accidents": [Accident("expose", 3)]}, "did you mean exposed? (FIELD accidents)"),  # type: ignore[arg-type]  # mistyped
        ({"accidents": ["seat 2"]}, "write exposed(seat=2, card=2)"),
        ({"accidents": [exposed(seat=2, card=3)]}, "seat 2 gets no card 3 before a draw"),
        ({"button": "1"}, "button must be the number of a seat, not '1' (FIELD button)"),
        ({"kill": 1.5}, "kill must be the number of a seat, not '1.5' (FIELD kill)"),
        ({"meter": 5}, "the sign posts no progressive wager, so there is no meter (FIELD meter)"),
        ({"meter": -5}, "meter must be cents, not '-5' (FIELD meter)"),
        ({"asks": ("muck",)}, "asks must be a collection of reshuffle and show (FIELD asks)"),
    ],
)
def test_a_faulty_table_is_refused_in_words(given: dict[str, Any], why: str) -> None:
    fields: dict[str, Any] = {"game": HOLDEM, "stacks": TWO, "seed": 7} | given
    with pytest.raises(Refused) as refused:
        start(fields.pop("game"), fields.pop("stacks"), **fields)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("call", "a command must be one such as Call(seat=3), not 'call' (FIELD command)"),
        (Call, "a command must be one such as Call(seat=3), not Call itself (FIELD command)"),
        (RaiseTo(2, 4_00.0), "Expected `int`, got `float` - at `$.to` (FIELD command)"),  # type: ignore[arg-type]  # mistyped
        (Call(2.0), "Expected `int`, got `float` - at `$.seat` (FIELD command)"),  # type: ignore[arg-type]  # mistyped
        (Call(seat=True), "Expected `int`, got `bool` - at `$.seat` (FIELD command)"),
    ],
)
def test_a_mistyped_command_is_refused_in_words(command: Any, why: str) -> None:
    state, _ = start(HOLDEM, TWO, button=1, seed=7)
    with pytest.raises(Refused) as refused:
        play(state, command)
    assert str(refused.value).endswith(why)


def test_what_is_neither_a_round_nor_a_log_is_refused_in_words() -> None:
    started: Any = start(HOLDEM, TWO, seed=7)
    for asks in (options, lambda given: play(given, Call(1))):
        with pytest.raises(Refused, match="`start` gives the round, then its events"):
            asks(started)
    for reads in (replay, view):
        with pytest.raises(Refused, match="its entry 2 is 'Called'"):
            reads([started[1][0], "Called"])  # type: ignore[list-item]  # mistyped
    for seat in (9, "1"):
        with pytest.raises(Refused, match=f"'{seat}' is not a seat of this round"):
            view(started[1], seat=seat)  # type: ignore[arg-type]  # mistyped


def test_a_deck_of_plain_text_is_read() -> None:
    deck = stacked_deck(HOLDEM, (1, 2), hands={1: "AsAh", 2: "KsKd"})
    for order in (deck, [str(card) for card in deck], spell(deck)):
        state, _ = start("holdem", [200_00, 200_00], deck=order)
        assert state.hands[1].down == parse_cards("AsAh")


def test_the_dealer_renews_a_spent_deck() -> None:
    game, log = GAMES["five-card-draw"], []
    state, events = start(game, dict.fromkeys(range(1, 9), 200_00), seed=7)
    while not state.done:
        log += events
        turn = options(state)[0]
        assert turn.actor != 0, "the dealer is not asked"
        hand = state.hands[turn.actor].down
        draws = turn.option("discard")
        bets = Call(turn.actor) if turn.to_call else Check(turn.actor)
        state, events = play(state, Discard(turn.actor, hand) if draws else bets)
    assert any(isinstance(event, Reshuffled) for event in log)


def test_the_caller_may_answer_for_the_dealer() -> None:
    state, _ = start(HOLDEM, TWO, seed=7, asks=("show",))
    while not options(state)[0].option("show"):
        turn = options(state)[0]
        bets = Call(turn.actor) if turn.to_call else Check(turn.actor)
        state, _ = play(state, bets, asks=("show",))
    first = options(state)[0].actor
    state, _ = play(state, Show(first), asks=("show",))
    assert options(state)[0].option("muck")


def test_hands_are_shown_by_the_dealer_and_those_that_are_beaten_mucked() -> None:
    deck = stacked_deck(HOLDEM, (1, 2), hands={1: "AsAh", 2: "KsKd"}, board="2c7d9hTsJc")
    state = to_the_end(start(HOLDEM, TWO, deck=deck)[0])
    assert state.stacks == {1: 202_00, 2: 198_00}
    found = final_hands(state)
    assert spell(found[2].cards) == "KsKd"
    assert found[1].how == "shown"
    assert found[1].made["high"].words == "a pair of aces, jack-ten-nine kickers"
    assert play(state, Show(1)) == (state, [])  # a script that shows goes on as before
    if found[2].how == "conceded":
        assert play(state, Muck(2)) == (state, [])


def test_hands_of_an_open_round_are_not_final() -> None:
    with pytest.raises(Refused, match="the round is not over"):
        final_hands(start(HOLDEM, TWO, seed=7)[0])


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_an_accident_is_named_by_person(seat: int) -> None:
    stacks = dict.fromkeys((1, 2, 3), 200_00)
    _, log = start(HOLDEM, stacks, seed=7, button=2, accidents=[exposed(seat=seat, card=2)])
    assert [event.seat for event in log if isinstance(event, Exposed)] == [seat]
    others = (off_table(seat=seat, card=1), face_up(board=0, card=4), face_up(burn=True, card=1))
    for mishap in others:
        assert start(HOLDEM, stacks, seed=7, accidents=[mishap])[1]


def test_a_partly_known_deck_asks_for_what_is_missing() -> None:
    deck = stacked_deck(HOLDEM, (1, 2), hands={1: "AsAh"}, known=False)
    assert deck.count(UNKNOWN) == 50
    state, _ = start(HOLDEM, TWO, deck=deck)
    (turn,) = options(state)
    assert (turn.actor, turn.option("announce") is not None) == (0, True)
    with pytest.raises(Refused, match="As is further down in the deck"):
        play(state, Announce(parse_cards("KsAs")))
    state, _ = start(HOLDEM, TWO, deck=unknown_deck(HOLDEM))
    assert options(state)[0].option("announce")


def test_a_stacked_deck_refuses_what_does_not_fit() -> None:
    for hands, why in (
        ({1: "AsAhAd"}, "Ad is one card too many for hand 1"),
        ({1: "AsAh", 2: "As"}, "As occurs twice"),
        ({1: "Jk1"}, "Jk1 is not in the deck of hold'em"),
    ):
        with pytest.raises(Refused, match=why):
            stacked_deck(HOLDEM, (1, 2), hands=hands)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"game": "holdme"}, "did you mean holdem? (POKER 8(b))"),
        ({"seats": 2}, "seats must be the numbers of seats, such as (1, 2), not '2' (FIELD seats)"),
        ({"hands": ["AsAh", "KsKd"]}, "hands must be seats and their cards, such as {1: 'AsAh'}"),
        ({"hands": {1: 5}}, "hands must be text such as 'AsKd' or a list of cards, not '5'"),
    ],
)
def test_a_mistyped_deck_is_refused_in_words(given: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused) as refused:
        stacked_deck(**({"game": "holdem", "seats": (1, 2)} | given))
    assert why in str(refused.value)


def test_a_deck_is_stacked_by_the_key_of_a_game_and_lists_of_cards() -> None:
    usual = stacked_deck(HOLDEM, (1, 2), hands={1: "AsAh"})
    assert stacked_deck("holdem", (1, 2), hands={1: ["As", "Ah"]}) == usual
    assert unknown_deck("short-deck") == (UNKNOWN,) * 36


def test_a_progressive_meter_is_given() -> None:
    game = GAMES["texas-holdem-bonus"]
    sign = TableSign(progressive=True, progressive_seed=1000_00)  # type: ignore[arg-type]  # cents
    assert start(game, [200_00], sign, seed=7, meter=2500_00)[0].accounts[METER] == 2500_00


def test_what_is_printed_is_short_and_what_a_notebook_shows_is_drawn() -> None:
    state, _ = start(HOLDEM, TWO, seed=7)
    assert repr(state) == "<Round of holdem: hole cards, seat 1 to act, pot $3>"
    assert repr(HOLDEM) == "<Game holdem (POKER 10)>"
    assert "A♦" in state._repr_html_()
    state = to_the_end(state)
    made = final_hands(state)[1].made["high"]
    assert made.words in made._repr_html_()
    assert repr(read_range("22+,AKs", 2)) == "<Range 22+,AKs: 82 hands>"
    assert repr(house_edge("two-card-joker")).startswith("<Edge of two-card-joker, optimal: ante ")
    with pytest.raises(Refused, match="str is not a round"):
        final_hands("a round")  # type: ignore[arg-type]  # mistyped


def test_authors_of_games_have_their_checks() -> None:
    assert check_rounds(GAMES["badugi"], rounds=3) == 3


@settings(max_examples=5, deadline=None)
@given(played=rounds_of(HOLDEM))
def test_authors_of_games_have_a_strategy(played: Played) -> None:
    check_round(played)
