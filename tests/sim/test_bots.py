"""Players that choose by themselves."""

from random import Random

import pytest

from croupier import GAMES, Refused, play, start
from croupier.cards import DECK_52, DECK_54, Card, parse_cards
from croupier.engine.commands import Discard, Fold, Muck, Place, RaiseTo, Show
from croupier.engine.round import Round
from croupier.engine.show import is_beaten
from croupier.engine.turns import Turn
from croupier.games import BANKED, PLAYER_BANKED
from croupier.room.shuffle import Entropy, shuffle
from croupier.rules.banked import Choice
from croupier.sim.bots import BOTS, Bot, bot
from croupier.sim.foresight import expected_share
from croupier.sim.runner import next_command, play_out
from croupier.views.seat import hide
from tests.dealing import Deal


def seated(name: str, seats: int, seed: int) -> dict[int, Bot]:
    return {seat: bot(name, f"{seed}/{seat}") for seat in range(1, seats + 1)}


AT_A_CEILING = ("sensible", "calling", "random")
BETWEEN_PLAYERS = [name for name in BOTS if name != "optimal"]


@pytest.mark.parametrize("name", BETWEEN_PLAYERS)
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_every_bot_plays_every_game(key: str, name: str) -> None:
    """As many as may play, for the bots that are quick or that people meet at a table."""
    game = GAMES[key]
    most = game.players.most if name in AT_A_CEILING else 3
    state, log = start(game, dict.fromkeys(range(1, most + 1), 50_00), seed=3)
    state, log = play_out(state, log, seated(name, most, 3), Entropy(Random(3).randbytes))
    assert state.done
    assert sum(state.stacks.values()) == most * 50_00


@pytest.mark.parametrize("key", ["holdem", "badacey"])
def test_a_seed_makes_the_same_choices_again(key: str) -> None:
    def played() -> list[object]:
        state, log = start(GAMES[key], dict.fromkeys(range(1, 5), 200_00), seed=5)
        bots = {seat: bot("sensible", seed=seat) for seat in state.order}
        return list(play_out(state, log, bots, Entropy(Random(5).randbytes))[1])

    assert played() == played()


def test_a_bot_sees_only_what_its_seat_may_see() -> None:
    state, _ = start(GAMES["holdem"], dict.fromkeys(range(1, 4), 200_00), seed=5)
    shown: list[Round] = []

    def watching(seen: Round, turn: Turn) -> Fold:
        shown.append(seen)
        return Fold(turn.actor)

    next_command(state, {3: watching})
    assert shown == [hide(state, 3)]
    assert set(shown[0].hands[1].down) == {"??"}
    assert set(shown[0].deck) == {"??"}


@pytest.mark.parametrize("key", ["holdem", "seven-card-stud-hilo-8", "badugi", "omaha-hilo-8"])
def test_a_tight_bot_plays_fewer_hands_than_a_loose_one(key: str) -> None:
    plays = dict.fromkeys(("tight", "loose", "calling"), 0)
    for seed in range(25):
        state, log = start(GAMES[key], dict.fromkeys(range(1, 7), 200_00), seed=seed)
        names = dict(zip(range(1, 7), (*plays, *plays), strict=True))
        bots = {seat: bot(name, f"{seed}/{seat}") for seat, name in names.items()}
        state, log = play_out(state, log, bots, Entropy(Random(seed).randbytes))
        for seat, name in names.items():
            plays[name] += state.hands[seat].out != "folded"
    assert plays["tight"] < plays["loose"] < plays["calling"]


def test_an_equity_bot_raises_the_nuts_and_folds_what_is_drawing_dead() -> None:
    deal = Deal("holdem", 3, hands={1: "AsKs", 2: "2c2d", 3: "QsQd"}, board="QcJs2sTs3h", button=3)
    deal.to_street("river")
    weighing = bot("equity", seed=1)
    assert deal.actor == 1
    first = weighing(hide(deal.state, 1), deal.turn)
    assert type(first).__name__ == "Bet"
    deal.bet(4_00)
    low = Deal("holdem", 2, hands={1: "AsKs", 2: "2c3d"}, board="QcJs9sTs8s").to_street("river")
    low.bet(4_00)
    assert bot("equity", seed=1)(hide(low.state, low.actor), low.turn) == Fold(low.actor)


@pytest.mark.parametrize(
    ("key", "own", "stays"),
    [
        ("two-card-joker", "Qs5d", True),
        ("two-card-joker", "Qs4d", False),
        ("flop-poker", "Ts8d3c", False),
        ("flop-poker", "Js8d3c", True),
    ],
)
def test_the_optimal_bot_plays_by_the_solver(key: str, own: str, *, stays: bool) -> None:
    cards = parse_cards(own)
    whole = DECK_54 if key == "two-card-joker" else DECK_52
    rest = [card for card in whole if card not in cards]
    deck: list[Card] = []
    for place, card in enumerate(cards):  # one to the player, one to the house, and so on
        deck += [card, rest[place]]
    state, _ = start(BANKED[key], {1: 100_00}, deck=(*deck, *rest[len(cards) :]))
    bots = {1: bot("optimal", seed=1)}
    for _ in range(2):  # the wager, and no more bets
        state, _ = play(state, next_command(state, bots))
    assert set(state.hands[1].down) == set(cards)
    assert isinstance(next_command(state, bots), Place) == stays


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refused, match=r"FIELD bots"):
        bot("shark", seed=1)


def sensible() -> Bot:
    return bot("sensible", seed=1)


def asked(deal: Deal) -> object:
    turn = deal.turn
    return sensible()(hide(deal.state, turn.actor), turn)


def test_aces_are_raised_and_the_worst_hand_is_folded() -> None:
    deal = Deal("holdem", 6, hands={3: "AsAd", 4: "7c2d"}, button=6)
    assert asked(deal) == RaiseTo(3, 400)  # type: ignore[arg-type]  # cents
    deal.raise_to(4_00)
    assert asked(deal) == Fold(4)


def test_the_nuts_are_worth_the_pot_and_drawing_dead_nothing() -> None:
    deal = Deal("holdem", 2, hands={1: "AsKs", 2: "2c2d"}, board="QsJsTs3h4c").to_street("river")
    chance = Random(1)
    assert expected_share(hide(deal.state, 1), 1, trials=20, chance=chance) == 1.0
    high_low = Deal(
        "omaha-hilo-8", 2, hands={1: "As2dKcKh", 2: "QsQdJcJh"}, board="3c4h8sKdTc"
    ).to_street("river")
    assert expected_share(hide(high_low.state, 1), 1, trials=40, chance=chance) > 0.9


def test_a_pair_is_kept_at_the_draw() -> None:
    deal = Deal("five-card-draw", 2, hands={1: "AsAd9c7h2s"}).run("c c")
    command = asked(deal)
    assert isinstance(command, Discard)
    assert set(command.cards) == set(parse_cards("9c7h2s"))


def test_a_beaten_hand_is_conceded_and_a_tie_is_shown() -> None:
    board = "Ac9s8h4d2c"
    deal = Deal("holdem", 3, hands={1: "AsAd", 2: "KsKd", 3: "AhKh"}, board=board, button=3)
    deal.to_street("showdown").show()
    assert asked(deal) == Muck(2)
    tie = Deal("holdem", 2, hands={1: "KsQd", 2: "KdQs"}, board=board).to_street("showdown").show()
    assert asked(tie) == Show(tie.actor)
    assert not is_beaten(hide(tie.state, tie.actor), tie.actor)


def test_a_hand_beaten_by_a_short_stack_still_contends_for_the_side_pot() -> None:
    deal = Deal(
        "holdem",
        {1: 10_00, 2: 40_00, 3: 40_00},
        button=3,
        structure="no_limit",
        limits=(2_00,),
        hands={1: "AsAd", 2: "KsKd", 3: "QsQd"},
        board="2c3d7h8sJc",
    ).run("r4000 c c")
    while deal.actor != 2:
        deal.show()
    assert asked(deal) == Show(2)


# --- against the bank ------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in BOTS if name != "optimal"])
@pytest.mark.parametrize("key", BANKED)
def test_every_bot_plays_against_the_bank(key: str, name: str) -> None:
    game = BANKED[key]
    deck = shuffle(DECK_54 if game.deck == 54 else DECK_52, Entropy(Random(3).randbytes))
    state, log = start(game, dict.fromkeys(range(1, 5), 100_00), deck=deck)
    state, log = play_out(state, log, seated(name, 4, 3))
    assert state.done
    assert "RoundClosed" in {type(event).__name__ for event in log}
    assert sum(state.accounts.values()) == state.brought


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("key", BANKED)
def test_a_bot_whose_stack_does_not_cover_the_next_wager_declines(key: str, name: str) -> None:
    """The only option left is to fold, check or surrender."""
    game = BANKED[key]
    deck = shuffle(DECK_54 if game.deck == 54 else DECK_52, Entropy(Random(3).randbytes))
    first = 10_00 if key == "flop-poker" else 5_00  # there a pot wager goes with the ante
    state, _ = start(game, {1: first, 2: 100_00}, deck=deck)
    bots, declined = seated(name, 2, 3), set[str]()
    while not state.done:
        command = next_command(state, bots)
        if isinstance(state.step, Choice) and (turn := state.turn(1)):
            assert turn.option("place") is None
            declined.add(type(command).__name__)
        state, _ = play(state, command)
    assert declined
    assert declined <= {"Fold", "Check", "Surrender"}


def test_a_good_hand_stays_in_against_the_bank_and_a_bad_one_does_not() -> None:
    def chosen(own: str) -> object:
        rest = [card for card in DECK_54 if card not in parse_cards(own)]
        deck = (*parse_cards(own)[:1], rest[0], *parse_cards(own)[1:], *rest[1:])
        state, _ = start(BANKED["two-card-joker"], {1: 100_00}, deck=deck)
        for _ in range(2):  # the wager, and no more bets
            state, _ = play(state, next_command(state, {1: bot("sensible", seed=1)}))
        return next_command(state, {1: bot("sensible", seed=1)})

    assert chosen("AsAd") == Place(1, {"call": 5_00})  # type: ignore[dict-item]  # cents
    assert chosen("2s4d") == Fold(1)
