"""BBC: what the club's document says itself of a hand, beside the rules that it shares with POKER.

The clauses are typed from the document: a refusal at this table never cites another one.
"""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Bet, Call, Check, Command, Demand, Fold, RaiseTo
from croupier.games import game_of
from croupier.views.printed.rulebook import rulebook
from croupier.views.printed.signboard import signboard
from tests.clause import clause
from tests.dealing import Deal

CLUB = "bbc-omaha"
LIMIT: dict[str, Any] = {"structure": "limit", "limits": (2_00, 4_00), "raise_cap": 3}


@clause("BBC-definitions")
@pytest.mark.parametrize(
    ("street", "command", "cited"),
    [
        ("hole cards", Check(3), "BBC definitions"),
        ("hole cards", Bet(3, Chips(8_00)), "BBC definitions"),
        ("hole cards", RaiseTo(3, Chips(5_00)), "BBC stakes"),
        ("flop", Fold(1), "BBC definitions"),
        ("flop", Call(1), "BBC definitions"),
        ("flop", Bet(1, Chips(3_00)), "BBC stakes"),
        ("flop", RaiseTo(1, Chips(4_00)), "BBC definitions"),
    ],
)
def test_a_refused_wager_cites_the_club(street: str, command: Command, cited: str) -> None:
    deal = Deal(CLUB, 3, button=3, **LIMIT).to_street(street)
    deal.refused(command, cited)


@clause("BBC-definitions")
def test_rules_that_no_document_states_are_cited_by_reading_or_sign() -> None:
    deal = Deal(CLUB, 3, button=3)
    assert "$4" in deal.refused(RaiseTo(3, Chips(3_00)), "A-29").why
    capped = Deal(CLUB, 3, button=3, **LIMIT).run("r400 r600 r800")
    capped.refused(RaiseTo(3, Chips(10_00)), "SIGN raise_cap")


@clause("BBC-definitions")
def test_no_printed_rule_of_the_club_cites_another_document() -> None:
    game = game_of(CLUB)
    lines = [*rulebook(game, game.sign), *signboard(game, game.sign)]
    assert [line for line in lines if line.clause.startswith(("POKER", "THB", "FLOP", "TCJ"))] == []


@clause("BBC-wag-allcards")
def test_a_player_all_in_on_the_flop_gets_turn_and_river_like_the_others() -> None:
    deal = Deal(
        CLUB, {1: 6_00, 2: 200_00, 3: 200_00}, button=3, board="2c7d9hTsJc", run_twice=False
    )
    deal.run("r600 c c")
    assert deal.stacks[1] == 0
    deal.to_showdown()
    (shown,) = [event for event in deal.events_of("Shown") if event.seat == 1]
    assert len(shown.cards) == 4
    assert "".join(deal.state.boards[0]) == "2c7d9hTsJc"


@clause("BBC-wag-secondpot")
def test_the_others_bet_on_for_a_second_pot_that_is_theirs_alone() -> None:
    hands = {1: "AsAhKsKh", 2: "QsQhJsJh", 3: "2c2d3c3d"}
    stacks = {1: 6_00, 2: 200_00, 3: 200_00}
    deal = Deal(CLUB, stacks, hands=hands, board="Ac8d7s6hQd", button=3).run("r600 c c")
    assert deal.actor == 2
    deal.bet(10_00).call()
    assert deal.pots == [(18_00, (1, 2, 3)), (20_00, (2, 3))]
    deal.to_showdown()
    assert (deal.stacks[1], deal.stacks[2]) == (18_00, 204_00)


@clause("BBC-irr-display")
def test_the_winning_hand_is_displayed_whole_and_named() -> None:
    hands = {1: "AsAhKsKh", 2: "2c2d3c3d"}
    deal = Deal(CLUB, 2, hands=hands, board="Ac8d7s6hQd", button=2).to_showdown()
    (shown,) = [event for event in deal.events_of("Shown") if event.seat == 1]
    assert sorted(shown.cards) == sorted(parse_cards("AsAhKsKh"))
    assert deal.won(1) > 0


@clause("BBC-irr-disclose")
def test_the_floor_may_demand_a_hand_that_was_conceded() -> None:
    hands = {1: "AsAhKsKh", 2: "2c2d3c3d"}
    sign = replace(game_of(CLUB).sign, show_mucked="on_request")
    deal = Deal(CLUB, 2, hands=hands, board="Ac8d7s6hQd", button=2, sign=sign)
    while not deal.may("muck"):
        deal.passive()
    seat = deal.actor
    deal.muck().say(Demand(seat))
    (event,) = [event for event in deal.events_of("Revealed") if event.seat == seat]
    assert event.demanded
    assert sorted(event.cards) == sorted(parse_cards(hands[seat]))
