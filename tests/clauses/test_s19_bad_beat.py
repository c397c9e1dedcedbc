"""Section 19: the bad beat payout inside a round: what feeds it, and how a bad beat is found."""

from decimal import Decimal
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.accounts import BOX, DROP, INVENTORY, POT, RAKE
from croupier.engine.commands import Demand
from croupier.games import GAMES, PLAYER_BANKED
from croupier.rules.revenue import BadBeat, Increments, Percentage, Shares
from croupier.rules.sign import TableSign, amend
from croupier.rules.sign_check import faults
from croupier.views.printed.rulebook import rulebook
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}
FOUR_LEVELS = Increments(tuple((Chips(at * 1_00), Chips(1_00)) for at in (10, 20, 40, 60)))
DROPS: dict[str, Any] = {
    "promo_drop": Chips(1_00),
    "rake": FOUR_LEVELS,
    "rake_max": Chips(4_00),
}
RAKED: dict[str, Any] = NO_LIMIT | {"rake": FOUR_LEVELS, "rake_max": Chips(4_00)}
POSTED = BadBeat(
    least="TsThTdTc2c",
    shares=Shares(loser=50, winner=25, table=25),
    contribution=Increments(((Chips(30_00), Chips(1_00)),)),
    contribution_max=Chips(1_00),
    min_pot=Chips(30_00),
    reserve_percent=10,
    held_returned="to the next jackpot",
    jackpot_percent=90,
    approval="2026-1",
)
BBC_POSTED = BadBeat(least="TsThTdTc2c", shares=Shares(50, 25, 25))


def found(deal: Deal) -> list[tuple[int, str, tuple[int, ...]]]:
    return [
        (event.seat, "".join(event.cards), event.by) for event in deal.events_of("BadBeatFound")
    ]


def clauses_of(key: str, posted: BadBeat, **others: Any) -> list[str]:
    sign = replace(GAMES[key].sign, bad_beat=posted, **others)
    return [fault.clause for fault in faults(GAMES[key], sign)]


# --- what is posted --------------------------------------------------------------------------


@clause("POKER-19b1", "POKER-19b2", "POKER-19b3", "POKER-19b4")
@pytest.mark.parametrize(
    ("missing", "cited"),
    [
        ({"contribution": None}, "POKER 19(b)(1)"),
        ({"contribution": Percentage(Decimal(11))}, "POKER 19(b)(1)"),
        ({"contribution_max": Chips(0)}, "POKER 19(b)(1)"),
        ({"reserve_percent": None}, "POKER 19(b)(2)"),
        ({"reserve_percent": -1, "jackpot_percent": 101}, "POKER 19(b)(2)"),
        ({"held_returned": ""}, "POKER 19(b)(2)"),
        ({"min_pot": None}, "POKER 19(b)(3)"),
        ({"least": ""}, "POKER 19(b)(4)"),
        ({"least": "TsThTdTc"}, "POKER 19(b)(4)"),
        ({"least": "TsTsTdTc2c"}, "POKER 19(b)(4)"),
        ({"least": "TsThTdTc2c3c"}, "POKER 19(b)(4)"),
        ({"shares": None}, "POKER 19(b)(4)"),
        ({"shares": Shares(50, 25, 24)}, "POKER 19(b)(4)"),
        ({"shares": Shares(150, -25, -25)}, "POKER 19(b)(4)"),
        ({"jackpot_percent": None}, "POKER 19(b)"),
        ({"jackpot_percent": 80}, "POKER 19(b)"),
        ({"approval": ""}, "POKER 19(i)"),
    ],
)
def test_a_payout_with_a_rule_missing_cannot_be_offered(
    missing: dict[str, Any], cited: str
) -> None:
    assert clauses_of("holdem", POSTED) == []
    assert clauses_of("holdem", replace(POSTED, **missing)) == [cited]


@clause("POKER-19b1", "POKER-19b2", "POKER-19b3", "POKER-19b4")
def test_all_that_is_missing_is_named_at_once() -> None:
    cited = set(clauses_of("holdem", BadBeat()))
    assert cited == {f"POKER 19({part})" for part in ("b)(1", "b)(2", "b)(3", "b)(4", "b", "i")}


@clause("POKER-19b1", "POKER-19b2", "POKER-19b3", "POKER-19b4")
def test_the_posted_rules_are_on_the_sign() -> None:
    sign = amend(TableSign(), {"bad_beat": json.encode(POSTED).decode()})
    lines = {line.clause: line for line in rulebook(GAMES["holdem"], sign) if "19" in line.clause}
    words = {clause: line.words for clause, line in lines.items()}
    assert words == {
        "POKER 19(b)(4)": "bad beat: T♠ T♥ T♦ T♣ 2♣ or better, shown and beaten",
        "POKER 19(b)(1)": "contribution: $1 when the pot is $30, at most $1 a pot",
        "POKER 19(b)(2)": "10 % of the daily drop is held, and returned: to the next jackpot",
        "POKER 19(b)(3)": "no contribution from a pot below $30",
        "POKER 19(b)": "90 % of what is collected is paid in",
    }
    assert lines["POKER 19(b)(4)"].items[0] == "50 % of the payout to the loser"


def test_only_a_game_with_a_high_hand_may_offer_it() -> None:
    low = {"badugi", "badacey", "badeucey", "triple-draw-2-7", "triple-draw-a-5"}
    low |= {"five-card-draw-low"}
    three = {"mambo-stud-hilo-6": "AsAhAd"}
    for key in PLAYER_BANKED:
        if key != "bbc-omaha":
            posted = replace(POSTED, least=three.get(key, POSTED.least))
            assert clauses_of(key, posted) == (["SIGN bad_beat"] if key in low else []), key


def test_all_own_cards_play_only_beside_community_cards() -> None:
    posted = replace(POSTED, hole_cards="loser")
    assert clauses_of("seven-card-stud", posted) == ["SIGN bad_beat"]
    assert clauses_of("holdem", posted) == clauses_of("omaha", posted) == []


def test_at_bbc_the_promotional_drop_feeds_promotions() -> None:
    assert clauses_of("bbc-omaha", BBC_POSTED, **DROPS) == []
    assert clauses_of("bbc-omaha", BBC_POSTED) == ["SIGN promo_drop"]
    assert clauses_of("bbc-omaha", POSTED, **DROPS) == ["SIGN bad_beat"]
    raked = replace(GAMES["holdem"].sign, **DROPS)
    assert [fault.clause for fault in faults(GAMES["holdem"], raked)] == ["POKER 1 pot"]
    unraked = replace(GAMES["bbc-omaha"].sign, promo_drop=Chips(1_00))
    assert [fault.clause for fault in faults(GAMES["bbc-omaha"], unraked)] == ["SIGN promo_drop"]


# --- contributions ---------------------------------------------------------------------------


@clause("POKER-19c1")
def test_uncalled_bet_then_rake_then_contribution_then_award() -> None:
    """A called pot of 60: rake 4, contribution 1, and the winner gets 55."""
    deal = Deal("holdem", 3, bad_beat=POSTED, **RAKED).run("r600 c c b2100 c f b5000 f")
    order = [kind for kind in deal.kinds if kind.endswith(("Returned", "Taken", "Awarded"))]
    assert order[-3:] == ["Returned", "ContributionTaken", "PotAwarded"]
    assert deal.state.accounts[INVENTORY] == 4_00
    (taken,), (award,) = deal.events_of("ContributionTaken"), deal.events_of("PotAwarded")
    assert [(move.source, move.target, move.chips) for move in taken.moves] == [(POT, BOX, 1_00)]
    assert (taken.clause, award.moves[0].chips) == ("POKER 19(c)", 55_00)


@clause("POKER-19c1")
def test_the_last_rake_comes_before_the_contribution() -> None:
    """All fold to a bet that makes no pot: what was called before it is raked first."""
    deal = Deal("holdem", 3, bad_beat=POSTED, **RAKED).run("r3000 c r9000 f f")
    order = [kind for kind in deal.kinds if kind.endswith(("Returned", "Taken", "Awarded"))]
    assert order == ["Returned", "RakeTaken", "ContributionTaken", "PotAwarded"]
    assert deal.events_of("PotAwarded")[0].moves[0].chips == 90_00 - 4_00 - 1_00


@clause("POKER-19c2")
@pytest.mark.parametrize(("bet", "box"), [(14_00, 0), (14_50, 1_00)])
def test_a_pot_below_the_minimum_contributes_nothing(bet: int, box: int) -> None:
    """29 against 30; the pot is counted before the rake, which would take 30 below it (A-90)."""
    method = replace(POSTED, contribution=Increments(((Chips(1_00), Chips(1_00)),)))
    deal = Deal("holdem", 3, bad_beat=method, **(RAKED | {"unit": 50}))
    deal.run(f"r{bet} f c").to_showdown()
    assert deal.events_of("RakeTaken")[0].moves[0].chips == 2_00
    assert deal.state.accounts[BOX] == box
    assert len(deal.events_of("ContributionTaken")) == bool(box)


@clause("POKER-19c2")
def test_never_more_than_the_posted_maximum() -> None:
    method = replace(POSTED, contribution=Percentage(Decimal(10)), contribution_max=Chips(2_00))
    deal = Deal("holdem", 3, bad_beat=method, **NO_LIMIT).run("r5000 c c").to_showdown()
    assert deal.state.accounts[BOX] == 2_00
    few = replace(method, contribution_max=Chips(50_00))
    deal = Deal("holdem", 3, bad_beat=few, **NO_LIMIT).run("r5000 c c").to_showdown()
    assert deal.state.accounts[BOX] == 15_00


@clause("POKER-19c2")
def test_a_table_that_does_not_take_part_contributes_nothing() -> None:
    deal = Deal("holdem", 3, **RAKED).run("r5000 c c").to_showdown()
    assert not deal.events_of("ContributionTaken")
    assert BOX not in deal.state.accounts


@clause("POKER-6e10")
@pytest.mark.parametrize("key", ["holdem", "seven-card-stud", "omaha-hilo-8", "five-card-draw"])
def test_the_contribution_of_every_eligible_round_is_logged(key: str) -> None:
    posted = replace(POSTED, min_pot=Chips(0), contribution=Increments(((Chips(1_00),) * 2,)))
    for _ in range(2):
        deal = Deal(key, 3, ante=1_00, bad_beat=posted).to_showdown()
        assert len(deal.events_of("ContributionTaken")) == 1
        assert deal.state.accounts[BOX] == 1_00


def test_no_flop_no_drop_spares_the_box_too() -> None:
    deal = Deal("holdem", 3, bad_beat=POSTED, no_flop_no_drop=True, **NO_LIMIT)
    deal.run("r5000 c r9800 f f")
    assert not deal.events_of("ContributionTaken")


# --- a bad beat ------------------------------------------------------------------------------

KINGS_OVER_TENS: dict[str, Any] = {
    "hands": {1: "KsKh", 2: "TsTh", 3: "AcAd"},
    "board": "KdKcTdTc2c",
}


def beaten(posted: BadBeat = POSTED, **cards: Any) -> Deal:
    cards = KINGS_OVER_TENS | cards
    return Deal("holdem", 3, bad_beat=posted, **NO_LIMIT, **cards).run("r2000 c c")


@clause("POKER-19a", "POKER-1badbeat")
def test_a_posted_hand_that_loses_at_the_showdown_is_found() -> None:
    deal = beaten().to_showdown()
    assert found(deal) == [(2, "TsThTdTcKd", (1,))]
    kinds = deal.kinds
    assert kinds.index("PotAwarded") < kinds.index("BadBeatFound") < kinds.index("RoundClosed")
    assert deal.events_of("BadBeatFound")[0].clause == "POKER 19(f)"
    assert not hasattr(deal.events_of("BadBeatFound")[0], "moves")
    assert deal.state.accounts[BOX] == 1_00


@clause("POKER-19a", "POKER-1badbeat")
@pytest.mark.parametrize(
    ("least", "loses"),
    [("TsThTdTcKd", True), ("TsThTdTcAd", False), ("9s9h9d9cAd", True), ("JsJhJdJc2c", False)],
)
def test_the_least_hand_that_qualifies_does(least: str, loses: bool) -> None:
    deal = beaten(replace(POSTED, least=least)).to_showdown()
    assert bool(found(deal)) is loses


@clause("POKER-19a", "POKER-1badbeat")
def test_the_winning_hand_is_no_bad_beat_and_neither_is_a_tie() -> None:
    alone = beaten(hands={1: "KsKh", 2: "2s3h", 3: "AcAd"}).to_showdown()
    assert found(alone) == []
    tied = beaten(hands={1: "2s3s", 2: "2h3h", 3: "2d3d"}, board="TsThTdTcAc").to_showdown()
    assert found(tied) == []


@clause("POKER-19a", "POKER-1badbeat")
@pytest.mark.parametrize(("rule", "loses"), [("any", True), ("loser", False), ("both", False)])
def test_all_own_cards_play_where_that_is_posted(rule: Any, loses: bool) -> None:
    """Seat 2 plays one of its cards, the winner both."""
    posted = replace(POSTED, hole_cards=rule)
    cards: dict[str, Any] = {"hands": {1: "QsJs", 2: "Tc2h", 3: "3c4d"}, "board": "TsThTdKsAs"}
    deal = beaten(posted, **cards).to_showdown()
    assert [seat for seat, _, _ in found(deal)] == ([2] if loses else [])


@clause("POKER-19a", "POKER-1badbeat")
@pytest.mark.parametrize(("rule", "loses"), [("any", True), ("loser", True), ("both", False)])
def test_the_winners_own_cards_play_where_that_is_posted(rule: Any, loses: bool) -> None:
    """Seat 2 plays both of its cards for four tens, the winner one for a straight flush."""
    posted = replace(POSTED, hole_cards=rule)
    cards: dict[str, Any] = {"hands": {1: "Js2d", 2: "TcTd", 3: "3c4d"}, "board": "TsThKsAsQs"}
    deal = beaten(posted, **cards).to_showdown()
    assert [seat for seat, _, _ in found(deal)] == ([2] if loses else [])


@clause("POKER-19a", "POKER-1badbeat")
def test_only_the_high_hand_counts_where_high_and_low_divide() -> None:
    """Four tens lose the high half; that seat 2 takes the low half is another matter."""
    hands = {1: "KsKh9c9d", 2: "TsThAc2s", 3: "QcQd8c8d"}
    deal = Deal(
        "omaha-hilo-8", 3, hands=hands, board="KdKcTdTc3c", bad_beat=POSTED, **NO_LIMIT
    ).to_showdown()
    assert found(deal) == [(2, "TsThTdTcKd", (1,))]


@clause("POKER-19-eligible")
def test_a_pot_won_without_a_showdown_has_no_bad_beat() -> None:
    assert found(beaten().run("b1000 f f")) == []


@clause("POKER-19-eligible")
def test_a_loser_who_mucks_cannot_qualify_even_when_the_house_turns_the_hand_up() -> None:
    deal = Deal(
        "holdem", 3, bad_beat=POSTED, show_mucked="on_request", **NO_LIMIT, **KINGS_OVER_TENS
    )
    deal.run("r2000 c c c c c c c c c c c")
    while not deal.state.done:
        deal.muck() if deal.actor == 2 else deal.show()
    assert found(deal) == []
    deal.say(Demand(2))
    assert deal.events_of("Revealed")
    assert found(deal) == []


@clause("POKER-19-eligible")
def test_a_hand_that_folded_cannot_qualify() -> None:
    deal = beaten().run("b1000 f c").to_showdown()
    assert [event.seat for event in deal.events_of("Folded")] == [2]
    assert found(deal) == []


# --- run twice -------------------------------------------------------------------------------


def run_twice(stub: str, board: str, **posted: Any) -> Deal:
    """Two players of BBC, all-in on the flop, who run the rest twice."""
    hands = {1: "KsKh3c4d", 2: "TsTh5c6d"}
    deal = Deal("bbc-omaha", 2, chips=30_00, hands=hands, board=board, stub=stub, **DROPS, **posted)
    deal.to_street("flop")
    while not deal.may("agree"):
        deal.raise_to(deal.option("raise").most) if deal.may("raise") else (
            deal.bet(deal.option("bet").most) if deal.may("bet") else deal.passive()
        )
    return deal.agree(1).agree(2).to_showdown()


@clause("BBC-runtwice-promo")
@pytest.mark.parametrize("natural", [True, False])
def test_only_the_natural_board_can_qualify(natural: bool) -> None:
    """Kings and tens quadruple on one of the two boards only."""
    good, poor = ("Kc", "Tc"), ("2c", "7h")
    first, second = (good, poor) if natural else (poor, good)
    stub = f"8d{second[0]}8h{second[1]}"
    deal = run_twice(stub, "KdTd9s" + "".join(first), bad_beat=BBC_POSTED)
    assert [len(event.cards) for event in deal.events_of("BoardDealt")] == [3, 1, 1, 1, 1]
    assert bool(found(deal)) is natural


@clause("BBC-runtwice-promo")
def test_one_promotional_drop_for_two_boards() -> None:
    deal = run_twice("8d2c8h7h", "KdTd9sKcTc")
    (drop,) = deal.events_of("PromoDropTaken")
    assert [(move.source, move.target, move.chips) for move in drop.moves] == [(POT, DROP, 1_00)]
    assert deal.state.accounts[DROP] == 1_00
    assert deal.kinds.index("PromoDropTaken") > max(
        place for place, kind in enumerate(deal.kinds) if kind == "RakeTaken"
    )


def test_a_pot_that_is_not_raked_has_no_promotional_drop() -> None:
    deal = Deal("bbc-omaha", 3, **DROPS).fold().fold()
    assert not deal.events_of("PromoDropTaken")
    assert (deal.state.accounts[RAKE], deal.state.accounts[DROP]) == (0, 0)
