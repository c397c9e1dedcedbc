"""House-banked games on the fast table against the Python engine."""

from typing import Any

import pytest

from croupier.cards import DECK_52, parse_cards
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from tests.banked_rounds import BANKED_GAMES, a_setting
from tests.banking import Bank
from tests.fast.bank_twins import BankTwins, play_both
from tests.strategies import Seeded, Setting

BANK = pytest.mark.parametrize("game", BANKED_GAMES, ids=lambda game: game.key)


def rounds_agree(game: Game, seeds: range) -> int:
    """Play rounds at both tables, and give how many decisions were compared."""
    decisions = 0
    for seed in seeds:
        chance = Seeded(seed)
        decisions += play_both(a_setting(chance, game, announced=False), chance).decisions
    return decisions


@BANK
def test_both_tables_offer_the_same_and_settle_alike(game: Game) -> None:
    assert rounds_agree(game, range(650)) > 3000


@pytest.mark.soak
@BANK
def test_both_tables_settle_alike_in_very_many_rounds(game: Game) -> None:
    assert rounds_agree(game, range(1000, 31_000)) > 150_000


AT_THE_LIMIT = [  # the game, own cards, the dealer's, the board, wagers, what a hand wins
    ("texas-holdem-bonus", "AsAh", "KcKd", "Ac9d9h4s2c", {"ante": 1_000_00, "bonus": 2_000_00}),
    ("flop-poker", "AsKsQs", "JsTs2d", "", {"ante": 100_00}),
]


@pytest.mark.parametrize(("key", "own", "house", "board", "wagers"), AT_THE_LIMIT)
def test_a_hand_wins_fifty_thousand_dollars_at_most(
    key: str, own: str, house: str, board: str, wagers: dict[str, int]
) -> None:
    """THB 11(e), FLOP 11(d)."""
    bank = Bank(key, 1, chips=10_000_00, hands={1: own}, house=house, board=board)
    sign = TableSign(seats=6, wager_max=Chips(2_000_00))
    twins = BankTwins(Setting(GAMES[key], sign, {1: 10_000_00}, 0, bank.state.deck))
    placed = say.Place(1, {spot: Chips(chips) for spot, chips in wagers.items()})
    twins.fast.say(placed)
    twins.tell(placed)
    twins.tell(say.NoMoreBets())
    while not twins.state.done:
        twins.choose(twins.state.turns[0], stays=True)
    twins.compare_end()
    assert twins.fast.stacks == {1: 60_000_00}


ROYALS = [  # own cards, flop, turn and river; what a dollar wins of a meter of 10,000 dollars
    ("AsKs", "QsJsTs", "2d", "3d", 10_000_00),
    ("AsKs", "QsJs2d", "Ts", "3d", 2_500_00),
    ("AsKs", "QsJs2d", "3d", "Ts", 500_00),
    ("2d3d", "AsKsQs", "Js", "Ts", 3_000_00),
    ("9s8s", "7s6s5s", "2d", "3d", 250_00),
    ("AsAd", "AhAc2d", "3d", "4d", 100_00),
    ("AsAd", "AhKcKd", "3d", "4d", 10_00),
    ("AsAd", "AhKcQd", "3d", "4d", 0),
]


@pytest.mark.parametrize("folds", [False, True])
@pytest.mark.parametrize(("own", "flop", "turn", "river", "won"), ROYALS)
def test_the_meter_pays_as_the_regulation_has_it(
    own: str, flop: str, turn: str, river: str, won: int, folds: bool
) -> None:
    game = GAMES["texas-holdem-bonus"]
    sign = TableSign(
        seats=6,
        progressive=True,
        progressive_seed=Chips(1_000_00),
        progressive_meter=Chips(10_000_00),
        progressive_share=50,
    )
    mine, community = parse_cards(own), parse_cards(flop + turn + river)
    rest = iter([card for card in DECK_52 if card not in mine + community])
    house = [next(rest), next(rest)]
    deck = [mine[0], house[0], mine[1], house[1]]
    for cards in (community[:3], community[3:4], community[4:]):
        deck += [next(rest), *cards]
    setting = Setting(game, sign, {1: 500_00}, 0, (*deck, *rest))
    twins = BankTwins(setting)
    twins.fast.say(say.Place(1, {"ante": Chips(5_00), "progressive": Chips(1_00)}))
    twins.tell(say.Place(1, {"ante": Chips(5_00), "progressive": Chips(1_00)}))
    twins.tell(say.NoMoreBets())
    while not twins.state.done:
        twins.choose(twins.state.turns[0], stays=not folds)
    twins.compare_end()
    paid = [chips for source, to, chips in twins.fast.moves if (source, to) == (38, 0)]
    fixed = [chips for source, to, chips in twins.fast.moves if (source, to) == (37, 0)]
    assert won in (*paid, *fixed, 0)
    after = 10_000_00 - sum(paid) + 50 + 1_000_00 * (won == 10_000_00)
    assert twins.fast.state["meter"] == after


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (say.Place(1, {"ante": Chips(1)}), "FIELD action"),
        (say.Place(1, {"lucky": Chips(5_00)}), "FIELD wagers"),
        (say.Place(1, {"ante": Chips(5_00)}, 2), "a second position"),
        (say.Place(1, {"ante": Chips(5_00)}, 0, Chips(5_00)), "coupons"),
        (say.Fold(1), "fold 0 does not answer"),
    ],
)
def test_what_cannot_be_wagered_is_refused_and_moves_nothing(command: Any, words: str) -> None:
    game = GAMES["two-card-joker"]
    twins = BankTwins(Setting(game, game.sign, {1: 500_00, 2: 500_00}, 0, game.cards))
    before = twins.fast.state
    with pytest.raises(Refused, match=words):
        twins.fast.say(command)
    assert twins.fast.state == before
    twins.fast.say(say.Place(1, {"ante": Chips(5_00)}))
    twins.fast.say(say.NoMoreBets())
    assert twins.fast.stacks == {1: 495_00, 2: 500_00}
