"""Wagers at a live table, POKER 6(c) and 7 and the club's: what may be bet, with which chips."""

import pytest

from croupier.chips import Chips
from croupier.games import PLAYER_BANKED
from croupier.refused import Refused
from tests.assist.live import BOTH, LIMIT, NO_LIMIT, Live
from tests.assist.typist import Open
from tests.clause import clause


def own(key: str, poker: str, club: str) -> str:
    """The clause of the game's own document."""
    return f"BBC {club}" if key == "bbc-omaha" else f"POKER {poker}"


# --- 6(c), 7(b): what is placed before and after cards ---------------------------------------


@clause("POKER-6c")
def test_every_round_of_cards_is_followed_by_betting_and_every_bet_goes_to_the_pot(
    tables: Open,
) -> None:
    live = Live(tables, "holdem", 100, 100, 100, **LIMIT).deal()
    for cards, bets, pot in (
        ("", ("c", "c", "k"), 6),
        ("8c Kd 5h", ("b", "c", "c"), 12),
        ("2c", ("b", "c", "c"), 24),
        ("3d", ("b", "c", "c"), 36),
    ):
        live.type(*([cards] if cards else []))
        assert "to act" in live.now, f"betting follows {cards or 'the deal'}"
        live.type(*bets)
        assert live.account("pot") == pot
        assert sum(live.stacks.values()) == 300 - pot
    assert "shows first" in live.now


@clause("POKER-7b1", "BBC-wag-ante")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_every_player_antes_before_any_card_and_who_cannot_gets_none(
    tables: Open, key: str
) -> None:
    live = Live(tables, key, 100, 100, 100, 0.5, unit=Chips(50), ante=Chips(1_00))
    while live.session.steps:
        live.type("y")
    assert "each player's ante of $1" in live.now, "it is taken in before the deal"
    live.type("")
    assert "each player antes $1" in live.story
    assert not live.said("face down", "face up"), "no card lies on the table yet"
    blinds = 3 if live.game.button else 0
    assert live.account("pot") == 3 + blinds
    assert live.session.sitting.life.round is not None
    assert set(live.session.sitting.life.round.hands) == {1, 2, 3}, "seat 4 had no ante to place"
    assert live.stacks[4] == 0.5


@clause("POKER-7b2", "BBC-wag-blind")
@pytest.mark.parametrize("key", BOTH)
def test_blinds_are_placed_left_of_the_button_before_any_card(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100, 100)
    while live.session.steps:
        live.type("y")
    assert live.now == "button at seat 4; take in seat 1's blind of $1 and seat 2's blind of $2"
    live.type("")
    assert live.story[-1] == "seat 1 posts a blind of $1, seat 2 one of $2"
    assert not live.said("face down")
    assert live.stacks == {1: 99, 2: 98, 3: 100, 4: 100}


@clause("POKER-7b3")
def test_the_lowest_up_card_places_the_forced_bet(tables: Open) -> None:
    live = Live(tables, "seven-card-stud", 100, 100, 100).deal().type("8c Kd 5h")
    assert "seat 3 shows the lowest up-card, 5♥, and places the forced bet of $1" in live.news
    assert live.stacks == {1: 100, 2: 100, 3: 99}
    assert "seat 1 Ada to act" in live.now


# --- 7(c): table stakes -----------------------------------------------------------------------


@clause("POKER-7c", "BBC-wag-stakes")
@pytest.mark.parametrize("key", BOTH)
def test_only_what_lay_there_when_the_round_began_is_bet(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 40, **NO_LIMIT).deal().type("buy 3 60")
    assert "40" in live.now, "seat 3 is offered $40 at most"
    assert "$100" not in live.now.partition("seat 3")[2]
    refusal = live.refused("r 41")
    assert "$40" in refusal
    live.type("all in")
    assert "seat 3 raises to $40 and is all-in" in live.news
    live.type("f", "f")
    assert live.stacks[3] == 40 + 3 + 60, "what was bought comes with the next round"


@clause("POKER-7c-coin")
def test_coin_is_for_an_ante_below_a_dollar_and_for_nothing_else(tables: Open) -> None:
    for cents in (25, 50, 75):
        live = Live(tables, "seven-card-stud", 100, 100, ante=Chips(cents))
        live.type("buy 1 1 coin")
        assert "Ada brings $1 in coin to seat 1" in live.news
        assert "POKER 7(c)" in live.refused("buy 1 0.60 coin"), "pieces of $0.25 and $0.50"
        live.deal().type("8c Kd")
        assert live.refused("r 2.50") == "you can only raise to $2 (POKER 17)", "no bet in coin"
    for posted in ({"ante": Chips(10)}, {"ante": Chips(1_25)}, {"forced_bet": Chips(50)}):
        with pytest.raises(Refused):
            Live(tables, "seven-card-stud", **posted)
    with pytest.raises(Refused):
        Live(tables, "holdem", blinds=(Chips(50), Chips(1_00)))
    live = Live(tables, "holdem", 100, 100, ante=Chips(1_00))
    assert "coin can be used only where the ante is below $1" in live.refused("buy 1 1 coin")


@clause("POKER-7c1a", "BBC-wag-topup")
@pytest.mark.parametrize("key", BOTH)
def test_chips_are_added_between_rounds_only(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 60, **NO_LIMIT)
    live.type("buy 3 10")
    assert live.stacks[3] == 70, "between rounds they are there at once"
    live.deal().type("buy 3 20")
    assert live.news == "seat 3 gets $20 when the round is over"
    assert live.stacks[3] == 70
    live.type("f", "f")
    assert live.stacks == {1: 99, 2: 101, 3: 90}


@clause("POKER-7c1b", "BBC-wag-noremove")
@pytest.mark.parametrize("key", BOTH)
def test_no_chip_is_removed_during_ongoing_play(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100, **NO_LIMIT).deal().type("f", "leave 3")
    assert live.stacks[3] == 100, "the chips stay beside the folded hand"
    assert 3 in live.session.sitting.life.seats
    live.type("f").deal()
    assert 3 not in live.session.sitting.life.seats
    cited = own(key, "7(c)(1)", "wag-noremove")
    refusal = live.refused("sit 3 Cyd 50")
    assert "$100" in refusal
    assert cited in refusal or "SIGN reentry_minutes" in refusal
    live.type("sit 3 Cyd 100")


@clause("POKER-7c2b")
@pytest.mark.parametrize(
    ("players", "cents", "said"),
    [
        (6, 25, "one dollar chip, $0.50 stays in coin"),
        (7, 50, "three dollar chips, $0.50 stays in coin"),
        (4, 25, "one dollar chip"),
        (3, 25, ""),
    ],
)
def test_coin_in_the_pot_becomes_dollar_chips(
    tables: Open, players: int, cents: int, said: str
) -> None:
    live = Live(tables, "seven-card-stud", *[100] * players, ante=Chips(cents)).deal()
    assert live.said("coin") == [f"the coin in the pot is changed for {said}"] * bool(said)
    assert live.account("pot") == players * cents / 100


@clause("POKER-7c3")
def test_who_cannot_pay_what_is_owed_and_one_bet_is_not_dealt_in(tables: Open) -> None:
    """$2/$4 with blinds of $1 and $2: the big blind needs $4, the small blind $3, others $2."""

    def dealt(key: str, *dollars: float, **sign: object) -> set[int]:
        live = Live(tables, key, *dollars, **sign).deal()
        assert live.session.sitting.life.round is not None
        return set(live.session.sitting.life.round.hands)

    assert dealt("holdem", 100, 100, 2, 100) == {1, 2, 3, 4}
    assert dealt("holdem", 100, 100, 1, 100) == {1, 2, 4}
    assert dealt("holdem", 3, 4, 100, 100) == {1, 2, 3, 4}
    assert 1 not in dealt("holdem", 2, 100, 100, 100)
    assert 2 not in dealt("holdem", 100, 3, 100, 100)
    stud = {"unit": Chips(50), "ante": Chips(50)}
    assert dealt("seven-card-stud", 3.5, 100, 100, **stud) == {1, 2, 3}
    assert dealt("seven-card-stud", 3, 100, 100, **stud) == {2, 3}


@clause("BBC-entry")
def test_at_the_club_who_cannot_pay_the_ante_or_the_blind_is_not_dealt_in(tables: Open) -> None:
    live = Live(tables, "bbc-omaha", 100, 100, 2, 100, ante=Chips(5_00)).deal()
    assert live.session.sitting.life.round is not None
    assert set(live.session.sitting.life.round.hands) == {1, 2, 4}
    live.type("f", "f")
    live = Live(tables, "bbc-omaha", 1, 1, 1, 100, 100).deal()
    assert live.session.sitting.life.round is not None
    hands = set(live.session.sitting.life.round.hands)
    assert hands == {1, 4, 5}, "$1 is a small blind, and the big blind of $2 falls on seat 4"


@clause("POKER-7c4", "BBC-wag-allin")
@pytest.mark.parametrize("key", BOTH)
def test_an_all_in_player_wins_only_what_was_matched(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 30, 100, **NO_LIMIT).deal().type("r 60", "c", "c")
    assert "seat 2 calls $28 and is all-in" in live.news
    assert live.pots == ["the main pot $90: seats 1, 2 and 3", "the side pot $60: seats 1 and 3"]


@clause("POKER-7c4ii", "BBC-wag-allcards")
@pytest.mark.parametrize("key", BOTH)
def test_an_all_in_player_gets_every_later_card_and_shows(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 30, 100, **NO_LIMIT).deal().type("r 60", "c", "c")
    live.type("8c Kd 5h", "k", "k", "2c", "k", "k", "3d", "k", "k")
    hands = ("AhAd", "KhKs", "QhQd") if key == "holdem" else ("AhAd2s3h", "KhKs4c6d", "QhQd7s9h")
    live.type(f"s {hands[0]}")
    assert "seat 2 Bob to act: show or muck" in live.now
    live.type(f"s {hands[1]}", f"s {hands[2]}")
    assert live.stacks == {1: 40 + 60, 2: 90, 3: 40}


@clause("POKER-7c4ii")
def test_an_all_in_player_draws_with_the_others(tables: Open) -> None:
    live = Live(tables, "five-card-draw", 100, 5, 100, ante=Chips(1_00)).deal()
    live.type("r", "r", "c", "c")
    assert "seat 2 calls $2 and is all-in" in live.story
    asked = []
    while "throw" in live.now:
        asked.append(live.session.now.seat)
        live.type("d 1", "")
    assert 2 in asked


@clause("POKER-7c4iii", "BBC-wag-secondpot")
@pytest.mark.parametrize("key", BOTH)
def test_the_others_bet_on_for_a_pot_that_is_theirs_alone(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 20, 100, **NO_LIMIT).deal().type("r 20", "c", "c")
    live.type("8c Kd 5h", "b 30", "c")
    assert live.pots == ["the main pot $60: seats 1, 2 and 3", "the side pot $60: seats 1 and 3"]
    assert live.session.now.seat != 2
    live.type("2c", "k", "k", "3d", "k", "k")
    best = "AhAd" if key == "holdem" else "AhAd2s4h"
    poor = ("QhQs", "JhJs") if key == "holdem" else ("QhQs7s9h", "JhJs7d9c")
    live.type(f"s {poor[0]}", f"s {best}", f"s {poor[1]}")
    assert live.said("wins") == ["seat 1 wins the side pot, $60", "seat 2 wins the main pot, $60"]
    assert live.stacks == {1: 110, 2: 60, 3: 50}


@clause("POKER-7h", "BBC-wag-pottouch")
@pytest.mark.parametrize("key", BOTH)
def test_no_player_takes_a_chip_from_the_pot(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100, **NO_LIMIT).deal().type("r 6", "c", "c")
    for line in ("3 push -6", "3 say call push -1", "3 buy -6", "buy 3 0", "3 r 0", "b 0", "r -4"):
        live.refused(line)
        assert live.account("pot") == 18
    live.type("leave 3", "8c Kd 5h", "b 10", "c", "f")
    assert (live.account("pot"), live.stacks[3]) == (38, 94)
    folded = Live(tables, key, 100, 100, 100, **NO_LIMIT).deal().type("r 6", "f")
    assert (folded.account("pot"), folded.stacks[1]) == (9, 99), "a fold leaves the blind there"
