"""A round in words."""

from collections.abc import Iterable
from typing import Any

import pytest

from croupier import GAMES, Refused, start, view
from croupier.cards import DECK_52, DECK_54
from croupier.clauses import is_citation
from croupier.engine.commands import Demand, Show
from croupier.engine.event import kinds
from croupier.games import BANKED, PLAYER_BANKED
from croupier.sim.bots import bot
from croupier.sim.runner import play_out
from croupier.views.narration import narrate as narrating
from croupier.views.narration.narrate import narrate
from croupier.views.narration.wording import Line
from tests.clauses.test_pots import BAD_BEAT, FIVE, NO_LIMIT
from tests.dealing import Deal

TITLES = {"RoundOpened"}  # said once, as the title


def words(lines: Iterable[Line]) -> list[str]:
    return [line.words for line in lines]


def lines_of(deal: Deal) -> list[str]:
    return words(narrate(deal.log))


def test_every_kind_of_event_has_its_words() -> None:
    names = {kind.__name__ for kind in kinds()}
    assert {kind.__name__ for kind in narrating.SAY} == names - TITLES | {"Undisclosed"}


@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_every_line_cites_what_may_be_cited(key: str) -> None:
    lines = list(narrate(Deal(key).to_showdown().log))
    facts = [line for line in lines if line.kind == "fact"]
    assert all(is_citation(line.clause) for line in facts)
    headings = [line.words for line in lines if line.kind == "heading"]
    assert headings == [street.name for street in GAMES[key].streets] + ["showdown"]


def test_a_round_that_does_not_begin_is_refused() -> None:
    with pytest.raises(Refused, match="FIELD log"):
        list(narrate([]))
    with pytest.raises(Refused, match="FIELD log"):
        list(narrate(Deal("holdem").log[1:]))


def test_what_leaves_a_pot_and_a_bad_beat_are_narrated() -> None:
    cards: dict[str, Any] = {"hands": {1: "KsKh", 2: "TsTh"}, "board": "KdKcTdTc2c"}
    deal = Deal("holdem", 2, rake=FIVE, rake_max=4_00, bad_beat=BAD_BEAT, **NO_LIMIT, **cards)
    lines = lines_of(deal.run("r5000 c").to_showdown())
    assert "$4 rake goes to the rake area" in lines
    assert "$1 goes to the bad beat payout box" in lines
    assert "the rake of $4 goes to the table inventory" in lines
    beat = "seat 2 loses to seat 1 with T♠ T♥ T♦ T♣ K♦"
    assert f"a bad beat: {beat}; the shift supervisor verifies it" in lines


def test_the_betting_of_a_round() -> None:
    deal = Deal("holdem", 4, button=4).run("c f r400 c c")
    assert lines_of(deal)[6:] == [
        "seat 3 calls $2",
        "seat 4 folds",
        "seat 1 raises to $4",
        "seat 2 calls $2",
        "seat 3 calls $2",
        "flop",
        "the top card is burned",
        lines_of(deal)[-1],
    ]


def test_a_hand_is_shown_in_words() -> None:
    deal = Deal("holdem", 2, hands={1: "KsKd", 2: "AsAd"}, board="9h9cKh2c3d").to_showdown()
    assert "seat 1 shows K♠ K♦: full house, kings over nines" in lines_of(deal)
    assert "seat 2 shows A♠ A♦: two pair, aces and nines, king kicker" in lines_of(deal)
    assert "seat 1 wins the pot, $4" in lines_of(deal)


def test_both_shares_of_a_hand_are_narrated() -> None:
    deal = Deal(
        "omaha-hilo-8", 2, hands={1: "As2dKcKh", 2: "QsQdJcJh"}, board="3c4h8sKdTc"
    ).to_showdown()
    assert (
        "seat 1 shows A♠ 2♦ K♣ K♥: three-of-a-kind, kings, ten-eight kickers; eight-four low"
        in lines_of(deal)
    )
    assert any(line.endswith("; no low") for line in lines_of(deal))
    assert "seat 1 wins $2 of the pot for high" in lines_of(deal)
    assert "seat 1 wins $2 of the pot for low" in lines_of(deal)


def test_main_and_side_pots_are_named() -> None:
    deal = Deal(
        "holdem",
        {1: 10_00, 2: 40_00, 3: 40_00},
        button=3,
        structure="no_limit",
        limits=(2_00,),
        hands={1: "AsAd", 2: "KsKd", 3: "QsQd"},
        board="2c3d7h8sJc",
    )
    deal.run("r4000 c c").to_showdown()
    lines = {line.words: line for line in narrate(deal.log)}
    pots = lines["the pots, and who contends for them"]
    assert pots.items == ("the main pot $30: seats 1, 2 and 3", "the side pot $60: seats 2 and 3")
    assert "seat 3 raises to $40 and is all-in" in lines
    assert "seat 2 wins the side pot, $60" in lines
    assert "seat 1 wins the main pot, $30" in lines
    closed = lines["the round is over"]
    assert closed.items == ("seat 1 $30 (+$20)", "seat 2 $60 (+$20)", "seat 3 $0 (-$40)")


def test_a_tie_is_divided_and_the_odd_chip_has_its_clause() -> None:
    deal = Deal("holdem", 3, hands={1: "2c3d", 2: "2d3h", 3: "AsAd"}, board="TsJsQsKsAc", button=3)
    deal.run("c c c c c c b400 c c").to_showdown()
    awarded = [line for line in narrate(deal.log) if "divide" in line.words]
    assert awarded == []
    deal = Deal("holdem", 3, hands={1: "2c3d", 2: "2d3h", 3: "4s5d"}, board="TsJsQsKsAs", button=3)
    deal.run("f c c").to_showdown()
    assert "seats 1 and 2 divide the pot, $4: seat 1 $2 and seat 2 $2" in lines_of(deal)


def test_a_draw_is_narrated_with_what_it_leaves() -> None:
    deal = Deal("five-card-draw", 2, hands={1: "AsAdKc7h2s"}, stub="3c3dAcAh").run("c c")
    deal.discard("Kc7h2s")
    assert "seat 1 discards K♣ 7♥ 2♠" in lines_of(deal)
    (drew,) = [line for line in lines_of(deal) if line.startswith("seat 1 draws")]
    assert drew == "seat 1 draws 3♣ 3♦ A♣, and holds A♠ A♦ 3♣ 3♦ A♣"
    deal.discard()
    assert "seat 2 stands pat" in lines_of(deal)


def test_a_seat_hears_only_what_it_may_know() -> None:
    deal = Deal("five-card-draw", 2, hands={1: "AsAdKc7h2s"}).run("c c").discard("Kc7h2s")
    seen = list(narrate(view(deal.log, seat=2)))
    dealt = next(line for line in seen if line.items and "?" in line.items[0])
    assert dealt.items[0] == "seat 1 ?? ?? ?? ?? ??"
    assert "seat 1 discards three cards" in words(seen)
    assert "seat 1 draws three cards" in words(seen)


def test_a_stud_hand_shows_what_is_down_and_what_is_up() -> None:
    deal = Deal("seven-card-stud", 2, hands={1: "AsAd2c", 2: "KsKd3c"})
    third = next(line for line in narrate(deal.log) if line.words.startswith("two cards"))
    assert third.words == "two cards face down and one face up to each player"
    assert third.items == ("seat 1 (A♠ A♦) 2♣", "seat 2 (K♠ K♦) 3♣")
    assert "seat 1 shows the lowest up-card, 2♣, and places the forced bet of $1" in lines_of(deal)


def test_running_twice_has_a_heading_for_each_board() -> None:
    deal = Deal("bbc-omaha", {1: 4_00, 2: 4_00}, button=2).run("r400 c").agree(1).agree(2)
    deal.to_showdown()
    headings = [line.words for line in narrate(deal.log) if line.kind == "heading"]
    assert headings == [
        "hole cards",
        "flop",
        *(f"{street}, first board" for street in ("flop", "turn", "river")),
        *(f"{street}, second board" for street in ("flop", "turn", "river")),
        "showdown",
    ]
    assert any("on the second board" in line for line in lines_of(deal))


def test_an_ante_in_coin_is_changed() -> None:
    deal = Deal("holdem", 3, ante=50)
    assert "each player antes $0.50" in lines_of(deal)
    assert "the coin in the pot is changed for one dollar chip, $0.50 stays in coin" in lines_of(
        deal
    )


def test_hands_turned_up_afterwards_are_narrated() -> None:
    deal = Deal("holdem", 2, hands={1: "KsKd"}, show_mucked="on_request").fold()
    assert "seat 1 turns up K♠ K♦" in lines_of(deal.say(Show(1)))
    assert "seat 1 has to turn up K♠ K♦" in lines_of(deal.say(Demand(1)))


@pytest.mark.parametrize("key", BANKED)
def test_a_round_against_the_bank_is_narrated(key: str) -> None:
    game = BANKED[key]
    deck = DECK_54 if game.deck == 54 else DECK_52
    state, log = start(game, {1: 100_00, 2: 100_00}, deck=deck)
    state, log = play_out(state, log, dict.fromkeys((1, 2), bot("calling", seed=1)))
    lines = list(narrate(log))
    assert all(is_citation(line.clause) for line in lines if line.kind == "fact")
    said = words(lines)
    assert "no more bets" in said
    assert any(line.startswith("seat 1 wagers $5 on ante") for line in said)
    area = "to the community cards" if key == "flop-poker" else "to the house"
    assert any(line.endswith(f"to each player and {area}") for line in said)
    assert any(line.startswith(("seat 1 wins", "seat 1 loses", "seat 1 breaks")) for line in said)
    dealt = next(line for line in narrate(view(log)) if area in line.words)
    assert all(set(item.split()[-2:]) == {"??"} for item in dealt.items)
