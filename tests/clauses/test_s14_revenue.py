"""Section 14: poker revenue, and what BBC says of it (rake by percentage and by increments)."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.chips import Chips
from croupier.engine.accounts import BOX, DROP, INVENTORY, POT, RAKE, stack
from croupier.engine.commands import Report
from croupier.engine.events import RakeTaken, ShowdownOpened
from croupier.engine.pots import _each_its_part
from croupier.games import GAMES, PLAYER_BANKED
from croupier.refused import Refused
from croupier.rules.revenue import Increments, Method, Percentage
from croupier.rules.sign import TableSign, amend
from croupier.rules.sign_check import check_sign, faults
from croupier.views.printed.rulebook import rulebook
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}


def percent(of: str, most: int = 1000_00) -> dict[str, Any]:
    return {"rake": Percentage(Decimal(of)), "rake_max": most}


def levels(*at: int, most: int = 1000_00) -> dict[str, Any]:
    """A dollar at each of these levels, in dollars."""
    rake = Increments(tuple((Chips(level * 1_00), Chips(1_00)) for level in at))
    return {"rake": rake, "rake_max": most}


def takes(deal: Deal) -> list[tuple[str, int]]:
    """Where and how much, in order."""
    return [
        (take.street, sum(move.chips for move in take.moves))
        for take in deal.events_of("RakeTaken")
    ]


def clauses_of(key: str, **posted: Any) -> list[str]:
    sign = amend(GAMES[key].sign, {name: str(value) for name, value in posted.items()})
    return [fault.clause for fault in faults(GAMES[key], sign)]


def rake(text: str, **others: Any) -> dict[str, Any]:
    return {"rake": text, "rake_max": 400} | others


PERCENT = '{"method": "percentage", "percent": %s}'
LEVELS = '{"method": "increments", "levels": %s}'


# --- methods and maximum ---------------------------------------------------------------------


@clause("POKER-14b")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_nothing_but_the_rake_leaves_a_pot_for_the_house(key: str) -> None:
    deal = Deal(key, 3, ante=1_00, **levels(1, 2, 3))
    deal.to_showdown()
    gone = {move.target for event in deal.log for move in getattr(event, "moves", ())}
    seats = {stack(seat) for seat in deal.stacks}
    assert gone <= {POT, RAKE, INVENTORY} | seats
    assert deal.state.accounts[INVENTORY] == 3_00
    assert sum(deal.stacks.values()) == 597_00


@clause("POKER-14b")
def test_increments_or_time_only_at_bbc() -> None:
    assert clauses_of("bbc-omaha", **rake(PERCENT % 5)) == ["BBC rev-inc1"]
    assert clauses_of("bbc-omaha", **rake(LEVELS % [[1000, 100]])) == []
    assert clauses_of("omaha", **rake(PERCENT % 5)) == []


@clause("POKER-14b")
@pytest.mark.parametrize("key", ["texas-holdem-bonus", "flop-poker", "two-card-joker"])
def test_a_house_banked_table_takes_no_rake(key: str) -> None:
    assert clauses_of(key, **rake(PERCENT % 5)) == ["SIGN rake", "SIGN rake_max"]


@clause("POKER-14b")
def test_without_a_posted_rake_nothing_is_taken() -> None:
    deal = Deal("holdem", 3).to_showdown()
    assert not deal.events_of("RakeTaken")
    assert {RAKE, INVENTORY, BOX, DROP}.isdisjoint(deal.state.accounts)
    assert clauses_of("holdem", rake_max=400) == ["SIGN rake_max"]
    assert clauses_of("holdem", rake_tiers="[[4, 100]]") == ["SIGN rake_tiers"]


@clause("POKER-14a3")
def test_a_rake_without_a_maximum_cannot_be_posted() -> None:
    with pytest.raises(Refused, match="with its maximum") as caught:
        check_sign(GAMES["holdem"], TableSign(rake=Percentage(Decimal(5))))
    assert caught.value.clause == "POKER 14(a)(3)"
    assert clauses_of("bbc-omaha", rake=LEVELS % [[1000, 100]]) == ["BBC rev-sign"]


@clause("POKER-14a3", "POKER-14a3-cap")
@pytest.mark.parametrize("posted", [percent("10", 4_00), levels(*range(10, 200, 5), most=4_00)])
def test_the_maximum_is_for_the_whole_round_and_all_pots_together(posted: dict[str, Any]) -> None:
    stacks = {1: 30_00, 2: 70_00, 3: 120_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, **NO_LIMIT, **posted)
    deal.raise_to(120_00).call().call().call()
    assert len(deal.pots) == 3
    deal.to_showdown()
    assert deal.state.accounts[INVENTORY] == 4_00
    assert sum(deal.stacks.values()) == 416_00


@clause("POKER-14a3", "POKER-14a3-cap")
def test_the_maximum_holds_over_several_betting_rounds() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT, **percent("10", 5_00)).run("r800 c c b2000 c f b4000 c")
    assert takes(deal) == [("hole cards", 2_00), ("flop", 3_00)]


@clause("POKER-14a3-cap")
@pytest.mark.parametrize(("players", "most"), [(2, 1_00), (3, 2_00), (4, 2_00), (5, 4_00)])
def test_few_players_are_raked_less_where_that_is_posted(players: int, most: int) -> None:
    tiers = ((2, Chips(1_00)), (4, Chips(2_00)))
    deal = Deal("holdem", players, rake_tiers=tiers, **NO_LIMIT, **percent("10", 4_00))
    deal.raise_to(100_00).call()
    deal.to_showdown()
    assert deal.state.accounts[INVENTORY] == most


@clause("POKER-14a3-cap")
@pytest.mark.parametrize(
    "tiers", ["[[1, 100]]", "[[4, 100], [2, 200]]", "[[2, 400]]", "[[2, 150]]"]
)
def test_tiers_rise_and_stay_below_the_maximum(tiers: str) -> None:
    assert clauses_of("holdem", **rake(PERCENT % 5, rake_tiers=tiers)) == ["SIGN rake_tiers"]


# --- a percentage ----------------------------------------------------------------------------


@clause("POKER-14b1i")
def test_a_percentage_of_each_betting_round_is_rounded_down_to_the_chip() -> None:
    """5 %: 24 before the flop are $1.20, so $1; 40 on the flop are $2."""
    deal = Deal("holdem", 3, **NO_LIMIT, **percent("5")).run("r800 c c b2000 c f")
    assert takes(deal) == [("hole cards", 1_00), ("flop", 2_00)]
    assert deal.state.pot == 61_00


@clause("POKER-14b1i")
def test_ten_percent_of_nineteen_is_one_dollar() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT, **percent("10")).run("r900 f c")
    assert takes(deal) == [("hole cards", 1_00)]
    assert deal.state.gross == 19_00


@clause("POKER-14b1i")
def test_what_was_rounded_away_is_not_made_up_for_in_the_next_betting_round() -> None:
    """Nine dollars and nine more: ten percent of each is less than a dollar."""
    deal = Deal("holdem", 3, blinds=(1_00, 3_00), **NO_LIMIT, **percent("10"))
    deal.run("c c c b300 c c").to_showdown()
    assert takes(deal) == []


@clause("POKER-14b1i", "POKER-14b-each")
@pytest.mark.parametrize(
    ("posted", "pots"),
    [({}, (108_00, 108_00, 90_00)), ({"rake_from": "main_first"}, (86_00, 120_00, 100_00))],
    ids=["each pot its part", "the main pot first"],
)
def test_side_pots_bear_the_percentage_too(
    posted: dict[str, Any], pots: tuple[int, int, int]
) -> None:
    """10 % of 340 is 34: 12 of the main pot of 120, 12 and 10 of the side pots of 120 and 100."""
    stacks = {1: 30_00, 2: 70_00, 3: 120_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, **NO_LIMIT, **percent("10"), **posted)
    deal.raise_to(120_00).call().call().call()
    assert takes(deal) == [("hole cards", 34_00)]
    assert deal.pots == list(zip(pots, ((1, 2, 3, 4), (2, 3, 4), (3, 4)), strict=True))


@clause("POKER-14b-each")
def test_a_player_all_in_for_little_does_not_pay_for_the_side_pot() -> None:
    """$1 all-in against two: of the $4 that $41 bear, the main pot of $3 pays nothing."""
    levels: dict[str, Any] = {"rake": Increments(((Chips(20_00), Chips(4_00)),)), "rake_max": 4_00}
    hands = {1: "AsAh", 2: "KsKh", 3: "2c7d"}
    stacks = {1: 1_00, 2: 20_00, 3: 20_00}
    deal = Deal("holdem", stacks, hands=hands, board="3c4d8h9sJd", **NO_LIMIT, **levels)
    deal.run("r2000").to_showdown()
    assert sum(chips for _, chips in takes(deal)) == 4_00
    assert deal.stacks == {1: 3_00, 2: 34_00, 3: 0}


@clause("POKER-14b-each")
@given(
    pots=st.lists(st.integers(1, 400), min_size=1, max_size=6),
    unit=st.sampled_from([1, 25, 100]),
    part=st.integers(0, 100),
)
def test_what_is_taken_is_divided_by_size_to_within_a_chip(
    pots: list[int], unit: int, part: int
) -> None:
    pots = [chips * unit for chips in pots]
    taken = sum(pots) * part // 100 // unit * unit
    parts = _each_its_part(pots, taken, unit)
    assert sum(parts) == taken
    for chips, pays in zip(pots, parts, strict=True):
        assert 0 <= pays <= chips
        assert abs(Fraction(pays) - Fraction(taken * chips, sum(pots))) < unit


@clause("POKER-14b1i")
@pytest.mark.parametrize(
    "text", ["10.5", "0", "-1", '"NaN"', '"Infinity"', "10.01", "1000", "5.125"]
)
def test_more_than_ten_percent_cannot_be_posted(text: str) -> None:
    assert clauses_of("holdem", **rake(PERCENT % text)) == ["POKER 14(b)(1)(i)"]


@clause("POKER-14b1i")
@pytest.mark.parametrize("text", ["10", "0.5", '"2.75"', "0.01", "1e1"])
def test_a_percentage_is_read_exactly(text: str) -> None:
    assert clauses_of("holdem", **rake(PERCENT % text)) == []
    posted = amend(TableSign(), rake(PERCENT % text, rake_max="400")).rake
    assert isinstance(posted, Percentage)
    assert posted.of(10_000_00, 1) == int(Decimal(text.strip('"')) * 100_00)


@clause("POKER-14b1ii")
def test_the_rake_waits_in_the_rake_area_while_play_goes_on() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT, **percent("5"))
    deal.run("r800 c")
    assert deal.state.accounts[RAKE] == 0
    deal.call()
    assert (deal.state.accounts[RAKE], deal.state.accounts[INVENTORY]) == (1_00, 0)
    take, closed = deal.events_of("RakeTaken")[0], deal.events_of("BettingClosed")[0]
    assert deal.log.index(closed) == deal.log.index(take) + 1
    assert (take.clause, take.method) == ("POKER 14(b)(1)(ii)", "percentage")
    deal.run("b2000 c f")
    assert deal.state.accounts[RAKE] == 3_00


@clause("POKER-14b1iii")
def test_the_percentage_goes_to_the_table_inventory_when_the_round_is_over() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT, **percent("5")).run("r800 c c").to_showdown()
    (banked,) = deal.events_of("RakeBanked")
    assert banked.clause == "POKER 14(b)(1)(iii)"
    assert deal.kinds[-2:] == ["RakeBanked", "RoundClosed"]
    assert (deal.state.accounts[RAKE], deal.state.accounts[INVENTORY]) == (0, 1_00)


# --- increments ------------------------------------------------------------------------------


@clause("POKER-14b2i", "BBC-rev-inc1")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha"])
def test_a_dollar_at_ten_twenty_forty_and_sixty(key: str) -> None:
    posted = levels(10, 20, 40, 60)
    deal = Deal(key, 3, **(NO_LIMIT | {"run_twice": False}), **posted).run("r600 c c")
    assert (deal.state.gross, deal.state.accounts[RAKE]) == (18_00, 1_00)
    deal.run("b1000 c f")
    assert (deal.state.gross, deal.state.accounts[RAKE]) == (38_00, 2_00)
    deal.run("b1100 c")
    assert (deal.state.gross, deal.state.accounts[RAKE]) == (60_00, 4_00)
    assert takes(deal) == [("hole cards", 1_00), ("flop", 1_00), ("turn", 2_00)]


@clause("POKER-14b2i", "BBC-rev-inc1")
@pytest.mark.parametrize(
    "text", ["[]", "[[0, 100]]", "[[2000, 100], [1000, 100]]", "[[1000, 100], [1000, 100]]"]
)
def test_levels_rise(text: str) -> None:
    assert set(clauses_of("holdem", **rake(LEVELS % text))) == {"POKER 14(b)(2)(i)"}
    assert set(clauses_of("bbc-omaha", **rake(LEVELS % text))) == {"BBC rev-inc1"}


@clause("POKER-14b2i", "BBC-rev-inc1")
@pytest.mark.parametrize("text", ["[[1000, 0]]", "[[1000, 50]]", "[[1000, -100]]", "[[100, 200]]"])
def test_what_a_level_takes_is_whole_chips_that_the_pot_holds(text: str) -> None:
    assert set(clauses_of("holdem", **rake(LEVELS % text))) == {"POKER 14(b)(2)(i)"}
    assert set(clauses_of("bbc-omaha", **rake(LEVELS % text))) == {"BBC rev-inc1"}


@clause("POKER-14b2i")
def test_main_and_side_pots_reach_a_level_together() -> None:
    """100, 60 and 40 are in three pots; together they pass 150, which none of them does."""
    stacks = {1: 25_00, 2: 45_00, 3: 65_00, 4: 200_00}
    deal = Deal("holdem", stacks, button=4, **NO_LIMIT, **levels(150))
    deal.raise_to(65_00).call().call().call()
    assert takes(deal) == [("hole cards", 1_00)]
    assert [chips for chips, _ in deal.pots] == [99_00, 60_00, 40_00]


@clause("POKER-14b2ii", "BBC-rev-inc2")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 14(b)(2)(ii)"), ("bbc-omaha", "BBC rev-inc2")]
)
def test_each_increment_goes_to_the_rake_area_when_collected(key: str, cited: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT, **levels(10, 20)).run("r600 c c")
    (take,) = deal.events_of("RakeTaken")
    assert [(move.source, move.target, move.chips) for move in take.moves] == [(POT, RAKE, 1_00)]
    assert (take.clause, take.method) == (cited, "increments")


@clause("POKER-14b2iii", "BBC-rev-inc3")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 14(b)(2)(iii)"), ("bbc-omaha", "BBC rev-inc3")]
)
def test_increments_go_to_the_table_inventory_when_the_round_is_over(key: str, cited: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT, **levels(10, 20)).run("r600 c c b500 f f")
    (banked,) = deal.events_of("RakeBanked")
    moved = [(move.source, move.target, move.chips) for move in banked.moves]
    assert moved == [(RAKE, INVENTORY, 1_00)]
    assert (banked.clause, deal.kinds[-2:]) == (cited, ["RakeBanked", "RoundClosed"])
    assert deal.state.accounts[RAKE] == 0


# --- what is not raked -----------------------------------------------------------------------

BOTH: list[Method] = [levels(10, 20, 40, 60)["rake"], Percentage(Decimal(5))]


@clause("POKER-14d", "BBC-rev-uncalled")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha"])
def test_an_uncalled_final_bet_reaches_no_level(key: str) -> None:
    """38 in the pot and 30 uncalled on the river: the rake is that of 38."""
    deal = Deal(key, 3, **NO_LIMIT, **levels(10, 20, 40, 60)).run("r600 c c b1000 c f c c b3000 f")
    assert deal.events_of("Returned")[0].moves[0].chips == 30_00
    assert deal.state.accounts[INVENTORY] == 2_00
    assert deal.events_of("PotAwarded")[0].moves[0].chips == 36_00


@clause("POKER-14d")
def test_no_percentage_of_an_uncalled_final_bet() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT, **percent("10")).run("r600 c c b1000 c f c c b3000 f")
    assert takes(deal) == [("hole cards", 1_00), ("flop", 2_00)]
    deal = Deal("holdem", 3, **NO_LIMIT, **percent("10")).run("r9000 f f")
    assert takes(deal) == []


@clause("POKER-14d")
def test_the_part_of_a_bet_that_a_short_call_leaves_is_not_raked() -> None:
    deal = Deal("holdem", {1: 40_00, 2: 200_00, 3: 200_00}, **NO_LIMIT, **percent("10"))
    deal.run("r10000 c f")
    assert takes(deal) == [("hole cards", 8_00)]  # of 82, not of 142
    assert deal.kinds.index("Returned") < deal.kinds.index("RakeTaken")


@clause("POKER-14d")
@pytest.mark.parametrize("method", BOTH)
def test_an_ante_that_nobody_matched_is_not_raked(method: Method) -> None:
    """An ante of $30 against $9: one player alone has put in the $21 above."""
    deal = Deal("five-card-stud", {1: 9_00, 2: 200_00}, ante=30_00, rake=method, rake_max=1000_00)
    deal.to_showdown()
    assert deal.state.accounts[INVENTORY] == (1_00 if isinstance(method, Increments) else 0)


@clause("BBC-rev-uncalled")
def test_an_ante_that_nobody_matched_reaches_no_level_of_the_club() -> None:
    """An ante of $5 against $2: $4 of the $7 there were matched, and $5 is the first level."""
    posted = levels(5, 20) | {"blinds": (Chips(1_00),), "ante": Chips(5_00)}
    deal = Deal("bbc-omaha", {1: 2_00, 2: 100_00}, **posted)
    deal.to_showdown()
    assert deal.state.accounts[INVENTORY] == 0


@clause("POKER-14e", "BBC-rev-final")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha"])
def test_nothing_is_taken_once_a_pot_is_pushed(key: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT, **levels(10, 20)).run("r600 c c b500 c c").to_showdown()
    pushed = deal.kinds.index("PotAwarded")
    assert "RakeTaken" not in deal.kinds[pushed:]
    assert deal.state.turns == ()  # nobody could ask for more
    later = [move for event in deal.log[pushed:] for move in getattr(event, "moves", ())]
    assert {move.source for move in later} == {POT, RAKE}
    assert {move.target for move in later if move.source == RAKE} == {INVENTORY}


# --- no flop, no drop ------------------------------------------------------------------------


@pytest.mark.parametrize("method", BOTH)
def test_no_flop_no_drop_leaves_a_pot_alone_that_sees_no_flop(method: Method) -> None:
    posted: dict[str, Any] = {"rake": method, "rake_max": 10_00, "no_flop_no_drop": True}
    deal = Deal("holdem", 3, **NO_LIMIT, **posted).run("r3000 r6000 f f")
    assert not deal.events_of("RakeTaken")
    deal = Deal("holdem", 3, **NO_LIMIT, **posted).run("r2000 c c c c c")
    assert takes(deal) == [("flop", 3_00 if isinstance(method, Percentage) else 4_00)]


def test_only_a_game_with_a_flop_may_post_it() -> None:
    posted = rake(PERCENT % 5, no_flop_no_drop="true")
    assert clauses_of("holdem", **posted) == clauses_of("five-card-omaha", **posted) == []
    assert clauses_of("badugi", **posted) == ["SIGN no_flop_no_drop"]
    assert clauses_of("mambo-stud-hilo-6", **posted) == ["SIGN no_flop_no_drop"]


# --- pot limit, and a dead round -------------------------------------------------------------


def test_a_pot_limit_bet_counts_the_pot_before_rake() -> None:
    """A-82: 18 before the flop, of which $1 is in the rake area: a bet of 18 is allowed."""
    deal = Deal("holdem", 3, structure="pot_limit", limits=(2_00,), **levels(10)).run("r600 c c")
    assert (deal.state.pot, deal.option("bet").most) == (17_00, 18_00)


@clause("POKER-14-void")
@pytest.mark.parametrize("kind", ["not_shuffled", "missing_cards"])
@pytest.mark.parametrize("posted", [percent("5"), levels(10, 20, 40)], ids=["percentage", "levels"])
def test_a_round_that_dies_yields_no_rake(kind: Any, posted: dict[str, Any]) -> None:
    """A-51: nothing is revenue until the round is complete; what was parked goes back too."""
    deal = Deal("holdem", 3, **NO_LIMIT, **posted).run("r800 c c b2000 c f")
    assert deal.state.accounts[RAKE] >= 3_00
    deal.say(Report(kind))
    assert (deal.state.pot, deal.state.accounts[RAKE], deal.state.accounts[INVENTORY]) == (0, 0, 0)
    assert set(deal.stacks.values()) == {200_00}
    assert deal.events_of("RakeBanked") == []


def test_a_pot_that_the_rake_eats_whole_is_pushed_to_nobody() -> None:
    """Where it pays first the main pot of $3 goes for rake, and the side pot plays on."""
    stacks = {1: 1_00, 2: 200_00, 3: 200_00}
    posted: dict[str, Any] = {**NO_LIMIT, **levels(10, 11, 12, 13, 14), "rake_from": "main_first"}
    deal = Deal("holdem", stacks, **posted).run("r2000 c")
    assert deal.pots == [(0, (1, 2, 3)), (36_00, (2, 3))]
    deal.to_showdown()
    assert [award.pot for award in deal.events_of("PotAwarded")] == [1]
    assert sum(deal.stacks.values()) == 396_00


# --- the sign --------------------------------------------------------------------------------


@clause("POKER-14c", "BBC-rev-sign")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 14(c)"), ("bbc-omaha", "BBC rev-sign")]
)
def test_the_sign_states_the_type_and_the_amounts(key: str, cited: str) -> None:
    posted = rake(LEVELS % [[1000, 100], [2000, 50]], rake_max="400", unit="50")
    sign = amend(GAMES[key].sign, posted | {"rake_tiers": "[[4, 200]]"})
    (line,) = (line for line in rulebook(GAMES[key], sign) if line.words.startswith("rake"))
    assert line.words == (
        "rake: $1 when the pot is $10 and $0.50 when the pot is $20, at most $4 a round of play"
    )
    assert (line.clause, line.items) == (cited, ("at most $2 with four players or fewer",))


@clause("POKER-14c")
def test_the_sign_states_a_percentage() -> None:
    sign = amend(TableSign(), rake(PERCENT % 2.5, rake_max="400", no_flop_no_drop="true"))
    words = [line.words for line in rulebook(GAMES["holdem"], sign)]
    assert "rake: 2.5 % of the sums bet in each betting round, at most $4 a round of play" in words
    assert "no flop, no drop: nothing is taken before the flop" in words
    assert not [line for line in rulebook(GAMES["holdem"]) if "rake" in line.words]


def test_events_are_announced_before_the_showdown_opens() -> None:
    deal = Deal("holdem", 2, **percent("10"), blinds=(5_00, 10_00)).to_showdown()
    opened = next(
        place for place, event in enumerate(deal.log) if isinstance(event, ShowdownOpened)
    )
    assert all(deal.log.index(take) < opened for take in deal.log if isinstance(take, RakeTaken))
