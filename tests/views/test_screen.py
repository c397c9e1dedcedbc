"""A screen shows what its viewer may see: equal worlds for one seat give equal screens."""

import pytest
from msgspec import json
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.play import play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.games import GAMES
from croupier.room.seating.state import Seat
from croupier.room.table.state import Table
from croupier.rules.game import Game
from croupier.sim.bots import bot
from croupier.views.narration.readout import read_out
from croupier.views.screen.naming import family
from croupier.views.screen.table_view import screen
from croupier.views.seat import NOBODY, hide

encode = json.Encoder().encode


def _life(game: Game, state: Round) -> Table:
    seats = {seat: Seat(f"p{seat}") for seat in state.order}
    return Table(
        name="t",
        game=game,
        sign=game.sign,
        status="open",
        seats=seats,
        round=state,
        accounts=state.accounts,
        button=state.button,
    )


def _rounds(game: Game) -> list[Round]:
    """Every state of one round, played by bots."""
    deck = DECK_54 if game.deck == 54 else DECK_52
    chips = dict.fromkeys(range(1, 4), Chips(200_00))
    state, _ = start(
        game, game.sign, chips, order=deck[7:] + deck[:7], button=3 if game.button else 0
    )
    choose, seen = bot("calling", "x"), [state]
    while not state.done and len(seen) < 80:
        idle = {s for s in state.order if state.at == 0 and state.hands[s].stakes}
        turn = next((t for t in state.turns if t.actor != DEALER and t.actor not in idle), None)
        command = say.NoMoreBets() if turn is None else choose(hide(state, turn.actor), turn)
        state, _ = play(state, command)
        seen.append(state)
    return seen


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_screen_is_the_same_in_worlds_that_differ_in_hidden_cards(game: Game) -> None:
    for state in _rounds(game):
        for seat in (1, NOBODY):
            veiled = hide(state, seat)
            assert encode(screen(_life(game, state), 1, seat)) == encode(
                screen(_life(game, veiled), 1, seat)
            )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_player_hears_their_hand_and_no_other(game: Game) -> None:
    for state in _rounds(game):
        seen = screen(_life(game, state), 1, 1)
        for place in seen.seats:
            if place.down and UNKNOWN in place.down:
                assert not place.words
            if place.seat == 1 and place.down and place.state == "in":
                assert place.words


def test_families_of_games() -> None:
    kinds = [family(game) for game in GAMES.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "stud": 5,
        "community": 6,
        "draw": 7,
        "banked": 3,
    }


def test_nothing_is_read_out_of_unknown_cards() -> None:
    state = _rounds(GAMES["holdem"])[1]
    hand = replace(state.hands[1], down=(UNKNOWN, Card("As")))
    assert read_out(state, hand) == []


def test_every_wager_on_the_layout_is_seen() -> None:
    game = GAMES["texas-holdem-bonus"]
    most = max(len(screen(_life(game, state), 1, 1).seats[0].spots) for state in _rounds(game))
    assert most >= 2  # the ante, and the wager that stays in


def test_a_layout_says_which_wagers_are_required() -> None:
    expected = {
        "texas-holdem-bonus": {"ante"},
        "flop-poker": {"ante", "pot"},
        "two-card-joker": set(),
    }
    for key, required in expected.items():
        game = GAMES[key]
        seen = screen(Table(name="t", game=game, sign=game.sign), 0)
        assert {spot.name for spot in seen.layout if spot.required} == required


def test_a_screen_says_how_many_cards_hands_and_boards_have() -> None:
    expected = {"holdem": (2, 5), "five-card-omaha": (5, 5), "seven-card-stud": (7, 0)}
    expected |= {"mambo-stud-hilo-6": (3, 1), "badugi": (4, 0), "five-card-draw": (5, 0)}
    for key, (hand, board) in expected.items():
        game = GAMES[key]
        seen = screen(Table(name="t", game=game, sign=game.sign), 0)
        assert (key, seen.hand_cards, seen.board_cards) == (key, hand, board)


@pytest.mark.parametrize(
    ("key", "marked"),
    [  # seat 3 shows six-five against two five-fours; a community card asks for pairs
        ("five-card-stud", {"third street": 3, "fourth street": 3, "fifth street": 3}),
        ("mambo-stud-hilo-6", {"third card": 3}),
        ("holdem", {}),
    ],
)
def test_the_highest_hand_showing_is_marked_where_it_opens(
    key: str, marked: dict[str, int]
) -> None:
    game = GAMES[key]
    seen = [screen(_life(game, state), NOBODY) for state in _rounds(game)]
    assert {one.street: one.highest for one in seen if one.highest} == marked
