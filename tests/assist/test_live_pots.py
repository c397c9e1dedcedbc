"""Showdowns, pots and rake at a live table: POKER 14, 15(a), 15(d), 6(e)(6)-(7) and the club's."""

from decimal import Decimal
from typing import Any

import pytest

from croupier.chips import Chips
from croupier.refused import Refused
from croupier.rules.revenue import Increments, Percentage
from tests.assist.live import BOTH, LIMIT, NO_LIMIT, Live
from tests.assist.typist import Open
from tests.clause import clause

LEVELS = Increments(tuple((Chips(level * 100), Chips(1_00)) for level in (10, 20, 40, 60)))
STEPS: dict[str, Any] = {"rake": LEVELS, "rake_max": Chips(4_00)}
HANDS = {  # from the best to the worst, on 8c Kd 5h 2c 3d
    "holdem": ("KhKs", "8h8d", "5c5s", "AhQd"),
    "bbc-omaha": ("KhKsJdTd", "8h8dJcTc", "5c5sJhTh", "QhQdJsTs"),
}


def percent(number: str, most: int = 10, **more: Any) -> dict[str, Any]:
    return {"rake": Percentage(Decimal(number)), "rake_max": Chips(most * 100), **more}


def river(tables: Open, key: str, *stacks: float, **sign: Any) -> Live:
    """A table whose players have called and checked to the river of 8c Kd 5h 2c 3d."""
    live = Live(tables, key, *stacks, **(sign or LIMIT)).deal()
    checks = ["k"] * len(stacks)
    live.type(*["c"] * (len(stacks) - 1), "k", "8c Kd 5h", *checks, "2c", *checks)
    return live.type("3d")


def shown(live: Live, **places: int) -> Live:
    """Everybody shows: `a` to `d` name the seats of the best hand, the second, and so on."""
    of = {seat: HANDS[live.key]["abcd".index(letter)] for letter, seat in places.items()}
    while "show or muck" in live.now:
        live.type(f"s {of[live.session.now.seat]}")
    return live


# --- 15(d), 15(a): who shows, and what is shown --------------------------------------------


@clause("BBC-irr-showorder")
@pytest.mark.parametrize("key", BOTH)
@pytest.mark.parametrize(
    ("lines", "order"),
    [
        (("k", "b", "c", "c", "c"), [2, 3, 4, 1]),
        (("k", "b", "r", "c", "c", "c"), [3, 4, 1, 2]),
        (("k", "k", "k", "k"), [1, 2, 3, 4]),
    ],
)
def test_the_final_wager_shows_first_then_clockwise(
    tables: Open, key: str, lines: tuple[str, ...], order: list[int]
) -> None:
    live = river(tables, key, 100, 100, 100, 100, **LIMIT).type(*lines)
    assert "shows first" in live.now
    seen = []
    while "show or muck" in live.now:
        seen.append(live.session.now.seat)
        live.type(f"s {HANDS[key][len(seen) - 1]}")
    assert seen == order
    assert live.session.sitting.life.round is not None
    cited = [line.clause for line in live.session.story if "shows" in line.words]
    assert set(cited) == {"BBC irr-showorder" if key == "bbc-omaha" else "POKER 15(d)"}


@clause("POKER-15d2", "BBC-irr-display")
@pytest.mark.parametrize("key", BOTH)
def test_a_hand_is_shown_whole_and_named(tables: Open, key: str) -> None:
    live = river(tables, key, 100, 100).type("k", "k")
    few = "Kh" if key == "holdem" else "KhKs"
    assert "whole hand" in live.refused(f"s {few}")
    live.type(f"s {HANDS[key][0]}")
    assert "three-of-a-kind, kings" in live.news
    for card in ("K♥", "K♠", *(("J♦", "T♦") if key == "bbc-omaha" else ())):
        assert card.replace("T", "10") in live.news or card in live.news, card


@clause("POKER-15d3", "BBC-irr-disclose")
@pytest.mark.parametrize("key", BOTH)
def test_the_house_may_require_a_conceded_hand(tables: Open, key: str) -> None:
    live = river(tables, key, 100, 100, **LIMIT, show_mucked="on_request").type("k", "k")
    loser = 2 if live.session.now.seat == 1 else 1
    live.type(f"s {HANDS[key][0]}", "m")
    assert f"seat {loser} concedes without showing" in live.news
    assert "which cards" in live.refused(f"demand {loser}")
    live.type(f"demand {loser} {HANDS[key][3]}")
    assert "Q♦" in live.news
    assert live.session.sitting.log[-1].by.name == "Flo"
    assert live.refused(f"demand {loser} {HANDS[key][0]}"), "those cards are the winner's"
    hidden = river(tables, key, 100, 100, **LIMIT).type("k", "k", f"s {HANDS[key][0]}", "m")
    assert "SIGN show_mucked" in hidden.refused(f"demand {loser} {HANDS[key][3]}")


@clause("POKER-15a", "BBC-irr-ownhand")
@pytest.mark.parametrize("key", BOTH)
def test_who_concedes_the_best_hand_has_no_claim(tables: Open, key: str) -> None:
    live = river(tables, key, 100, 100, 100).type("k", "k", "k")
    live.type("m", f"s {HANDS[key][2]}", f"s {HANDS[key][3]}")
    assert live.stacks == {1: 98, 2: 104, 3: 98}
    live.type(f"1 s {HANDS[key][0]}")
    assert live.stacks == {1: 98, 2: 104, 3: 98}, "shown afterward it wins nothing"


@clause("POKER-6e6", "BBC-gen-award")
@pytest.mark.parametrize("key", BOTH)
def test_losing_hands_then_the_pot_then_the_winning_hand(tables: Open, key: str) -> None:
    live = shown(river(tables, key, 100, 100, 100).type("k", "k", "k"), a=2, b=1, c=3)
    log = live.session.sitting.rounds()[-1]
    order = [
        (type(event).__name__, getattr(event, "seats", None))
        for event in log
        if type(event).__name__ in ("Collected", "PotAwarded")
    ]
    assert order == [("Collected", (1, 3)), ("PotAwarded", order[1][1]), ("Collected", (2,))]
    assert live.stacks == {1: 98, 2: 104, 3: 98}


# --- pots -------------------------------------------------------------------------------


@clause("POKER-7c4-layers")
def test_pots_are_cut_by_the_all_in_amounts(tables: Open) -> None:
    live = Live(tables, "holdem", 100, 50, 20, 100, **NO_LIMIT).deal()
    live.type("a", "r 100", "c", "c")
    assert live.pots == [
        "the main pot $80: seats 1, 2, 3 and 4",
        "side pot 1 $90: seats 1, 2 and 4",
        "side pot 2 $100: seats 1 and 4",
    ]


@clause("POKER-6e7", "BBC-gen-sidefirst")
@pytest.mark.parametrize("key", BOTH)
def test_the_last_side_pot_is_awarded_first(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 50, 20, 100, **NO_LIMIT).deal().type("a", "r 100", "c", "c")
    live.type("8c Kd 5h", "2c", "3d")
    shown(live, a=3, b=2, c=1, d=4)
    assert live.said("wins") == [
        "seat 1 wins side pot 2, $100",
        "seat 2 wins side pot 1, $90",
        "seat 3 wins the main pot, $80",
    ]
    assert live.stacks == {1: 100, 2: 90, 3: 80, 4: 0}


# --- 14: the rake --------------------------------------------------------------------------


@clause("POKER-14b")
def test_only_a_posted_rake_leaves_a_pot(tables: Open) -> None:
    live = shown(river(tables, "holdem", 100, 100, 100).type("k", "k", "k"), a=1, b=2, c=3)
    assert sum(live.stacks.values()) == 300
    assert not live.said("rake")
    with pytest.raises(Refused, match="increments or by time"):
        Live(tables, "bbc-omaha", **percent("5"))
    with pytest.raises(Refused, match="takes no rake"):
        Live(tables, "two-card-joker", **STEPS)


@clause("POKER-14b1i")
def test_a_percentage_of_each_betting_round_in_whole_chips(tables: Open) -> None:
    """Five percent of $24 is $1.20, and $1 is taken; of $40 on the flop $2."""
    live = Live(tables, "holdem", 100, 100, 100, **NO_LIMIT, **percent("5")).deal()
    live.type("r 8", "c", "c")
    assert "$1 rake goes to the rake area" in live.news
    live.type("8c Kd 5h", "b 20", "c", "f")
    assert "$2 rake goes to the rake area" in live.news
    live = Live(tables, "holdem", 100, 100, 100, **NO_LIMIT, **percent("10")).deal()
    live.type("r 9", "c", "f")
    assert live.account("rake") == 2, "ten percent of $20"
    live = Live(tables, "holdem", 100, 100, 100, **NO_LIMIT, **percent("9.5")).deal()
    live.type("r 9", "c", "f")
    assert live.account("rake") == 1, "nine and a half percent of $20 is $1.90"
    for wrong in ("10.5", "11", "0"):
        with pytest.raises(Refused, match="above 0 and at most 10"):
            Live(tables, "holdem", **percent(wrong))


@clause("POKER-14b-each")
@pytest.mark.parametrize(("posted", "main"), [("", 3), ("main_first", 0)])
def test_each_pot_pays_its_part_by_its_size(tables: Open, posted: str, main: int) -> None:
    """A main pot of $3 and a side pot of $38, and $4 of rake: the main pot pays nothing."""
    tens = Increments(tuple((Chips(level * 10_00), Chips(1_00)) for level in (1, 2, 3, 4)))
    sign = {**NO_LIMIT, "rake": tens, "rake_max": Chips(4_00), "rake_from": posted}
    live = Live(tables, "bbc-omaha", 100, 100, 1, **sign).deal()
    live.type("a", "r 20", "c", "8c Kd 5h", "k", "k", "2c", "k", "k", "3d", "k", "k")
    shown(live, a=3, b=1, c=2)
    assert live.account("inventory") == 4
    assert live.stacks == {1: 80 + 38 + 3 - 4 - main, 2: 80, 3: main}


@clause("POKER-14b1ii")
def test_the_rake_waits_in_the_rake_area_while_play_goes_on(tables: Open) -> None:
    live = Live(tables, "holdem", 100, 100, 100, **NO_LIMIT, **percent("10")).deal()
    live.type("r 10")
    assert live.account("rake") == 0, "not before the betting round is over"
    live.type("c", "c")
    assert (live.account("rake"), live.account("pot"), live.account("inventory")) == (3, 27, 0)
    live.type("8c Kd 5h", "b 10", "c", "f")
    assert (live.account("rake"), live.account("inventory")) == (5, 0)


@clause("POKER-14b1iii", "POKER-14b2iii", "BBC-rev-inc3")
@pytest.mark.parametrize(
    ("key", "rake", "taken"),
    [("holdem", percent("10"), 6), ("holdem", STEPS, 4), ("bbc-omaha", STEPS, 4)],
)
def test_when_the_round_is_over_the_rake_is_in_the_table_inventory(
    tables: Open, key: str, rake: dict[str, Any], taken: int
) -> None:
    live = Live(tables, key, 100, 100, 100, **NO_LIMIT, **rake).deal().type("r 20", "c", "c")
    live.type("8c Kd 5h", "b 4", "f", "f")
    assert f"the rake of ${taken} goes to the table inventory" in live.news
    assert (live.account("rake"), live.account("inventory")) == (0, taken)
    assert live.stacks[1] == 80 + 60 - taken


@clause("POKER-14b2i", "BBC-rev-inc1")
@pytest.mark.parametrize("key", BOTH)
def test_a_dollar_at_ten_twenty_forty_and_sixty(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100, **NO_LIMIT, **STEPS).deal().type("r 6", "c", "c")
    assert live.account("rake") == 1, "$18"
    live.type("8c Kd 5h", "b 10", "c", "f")
    assert live.account("rake") == 2, "$38"
    live.type("2c", "b 11", "c")
    assert live.account("rake") == 4, "$60"
    falling = Increments(((Chips(20_00), Chips(1_00)), (Chips(10_00), Chips(1_00))))
    with pytest.raises(Refused, match="rising"):
        Live(tables, key, rake=falling, rake_max=Chips(4_00))


@clause("POKER-14b2ii", "BBC-rev-inc2")
@pytest.mark.parametrize("key", BOTH)
def test_each_increment_goes_to_the_rake_area_when_collected(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100, **NO_LIMIT, **STEPS).deal().type("r 6", "c", "c")
    assert "$1 rake goes to the rake area" in live.news
    assert (live.account("rake"), live.account("inventory")) == (1, 0)
    live.type("8c Kd 5h", "b 14", "c", "f")
    assert "$2 rake goes to the rake area" in live.news, "$46: two levels in one betting round"
    assert (live.account("rake"), live.account("inventory")) == (3, 0)


@clause("POKER-14a3", "POKER-14a3-cap")
def test_the_maximum_is_for_the_whole_round_and_all_pots_together(tables: Open) -> None:
    live = Live(tables, "holdem", 100, 100, 30, **NO_LIMIT, **percent("10", 5)).deal()
    live.type("a", "r 100", "c")
    assert live.account("rake") == 5, "ten percent of $230, but at most $5"
    live.type("8c Kd 5h", "2c", "3d")
    shown(live, a=1, b=2, c=3)
    assert live.account("inventory") == 5
    with pytest.raises(Refused, match="with its maximum") as refusal:
        Live(tables, "holdem", rake=LEVELS)
    assert refusal.value.clause == "POKER 14(a)(3)"


@clause("POKER-14e", "BBC-rev-final")
@pytest.mark.parametrize("key", BOTH)
def test_nothing_is_taken_once_the_pot_is_pushed(tables: Open, key: str) -> None:
    live = shown(
        river(tables, key, 100, 100, 100, **LIMIT, **STEPS).type("k", "k", "k"), a=1, b=2, c=3
    )
    assert live.account("inventory") == 0, "$6 reached no level"
    for line in ("rake 1", "push 1", "1 push 1"):
        live.refused(line)
    live.deal()
    assert (live.account("rake"), live.account("inventory")) == (0, 0)


@clause("POKER-14-void")
@pytest.mark.parametrize("trouble", ["missing", "not_shuffled"])
def test_a_round_that_dies_yields_no_rake(tables: Open, trouble: str) -> None:
    live = Live(tables, "holdem", 100, 100, 100, **NO_LIMIT, **STEPS).deal().type("r 20", "c", "c")
    assert live.account("rake") == 4
    live.type(f"oops {trouble}", "yes")
    assert live.stacks == {1: 100, 2: 100, 3: 100}
    assert (live.account("rake"), live.account("inventory")) == (0, 0)
