"""The house at a live table: time charges, absences, rulings and removals (POKER 7, 14 to 16)."""

from typing import Any

import pytest

from croupier.chips import Chips
from croupier.refused import Refused
from croupier.room.conduct.facts import DisputeRuled, PlayerRemoved
from croupier.room.seating.facts import StakeHeld, StakeRestored
from croupier.rules.time_charge import Hourly, TimeCharge
from tests.assist.live import Live
from tests.assist.typist import Open
from tests.clause import clause

LIMITS = (Chips(2_00), Chips(4_00))
CLUB = "bbc-omaha"


def hourly(dollars: int, **more: Any) -> TimeCharge:
    return TimeCharge(hourly=(Hourly(LIMITS, Chips(dollars * 100)),), **more)


def prepared(live: Live) -> Live:
    while live.session.steps:
        live.type("y")
    return live


# --- rake by the clock --------------------------------------------------------------------


@clause("POKER-14b3i")
def test_every_seated_player_pays_also_who_sits_out_and_no_empty_seat(tables: Open) -> None:
    live = prepared(Live(tables, "holdem", 100, 100, 100, time_charge=hourly(12))).type("out 2")
    live.later(31)
    assert live.now == (
        "take the time charge into the rake area: $6 from seat 1, $6 from seat 2 and $6 from seat 3"
    )
    live.type("")
    assert live.stacks == {1: 94, 2: 94, 3: 94}


@clause("POKER-14b3i")
def test_a_charge_per_table_is_one_sum_in_whole_chips(tables: Open) -> None:
    """$90 an hour is $30 for twenty minutes: of four players $8, $8, $7 and $7."""
    posted = hourly(90, basis="table", minutes=20)
    live = prepared(Live(tables, "holdem", 100, 100, 100, 100, time_charge=posted)).later(21)
    live.type("")
    assert live.stacks == {1: 92, 2: 92, 3: 93, 4: 93}


@clause("POKER-14b3ii")
def test_the_fee_is_by_the_hour_and_by_the_limits_of_the_table(tables: Open) -> None:
    rows = (Hourly((Chips(4_00), Chips(8_00)), Chips(18_00)), Hourly(LIMITS, Chips(12_00)))
    live = prepared(Live(tables, "holdem", 100, 100, time_charge=TimeCharge(hourly=rows)))
    live.later(31).type("")
    assert live.stacks == {1: 94, 2: 94}
    four = {"limits": (Chips(4_00), Chips(8_00)), "blinds": (Chips(2_00), Chips(4_00))}
    live = prepared(Live(tables, "holdem", 100, 100, time_charge=TimeCharge(hourly=rows), **four))
    live.later(31).type("")
    assert live.stacks == {1: 91, 2: 91}
    with pytest.raises(Refused) as refusal:
        Live(tables, "holdem", time_charge=hourly(12), limits=(Chips(4_00), Chips(8_00)))
    assert refusal.value.clause == "POKER 14(b)(3)(ii)"


@clause("POKER-14b3iii")
@pytest.mark.parametrize(("minutes", "each"), [(20, 4), (30, 6), (60, 12)])
def test_an_hourly_fee_may_be_taken_every_twenty_or_thirty_minutes(
    tables: Open, minutes: int, each: int
) -> None:
    live = prepared(Live(tables, "holdem", 100, 100, time_charge=hourly(12, minutes=minutes)))
    live.later(minutes - 2)
    assert "time charge" not in live.now
    live.later(3)
    assert f"${each} from seat 1" in live.now
    assert "POKER 14(b)(3)" in live.refused("next"), "no round before it is taken"


@clause("POKER-14b3iii")
def test_no_other_fraction_is_taken(tables: Open) -> None:
    for minutes in (10, 15, 45, 90):
        with pytest.raises(Refused) as refusal:
            Live(tables, "holdem", time_charge=hourly(12, minutes=minutes))
        assert refusal.value.clause == "POKER 14(b)(3)(iii)"


@clause("BBC-rev-time")
@pytest.mark.parametrize(("partial", "late"), [(True, 94), (False, 100)])
def test_at_the_club_any_part_of_a_period_may_be_charged_in_full(
    tables: Open, partial: bool, late: float
) -> None:
    posted = TimeCharge(each=Chips(6_00), minutes=30, charge_partial=partial)
    live = prepared(Live(tables, CLUB, 100, 100, time_charge=posted)).later(31).type("")
    while live.session.steps:
        live.type("y")
    first = dict(live.stacks)
    live.later(28).type("sit 3 Cyd 100").later(3)
    while "time charge" not in live.now:
        live.type("y")
    live.type("")
    assert live.stacks == {1: first[1] - 6, 2: first[2] - 6, 3: late}, "Cyd came at minute 29"
    assert first[1] == (94 if partial else 100), "the first half hour began before they sat down"


# --- stakes that are held ------------------------------------------------------------------


@clause("POKER-7c5-log")
@pytest.mark.parametrize("method", ["record", "cover"])
def test_the_record_tells_who_held_a_stake_and_when_it_was_lifted(
    tables: Open, method: str
) -> None:
    live = prepared(Live(tables, "holdem", 100, 100, 310, absence=method)).type("away 3", "y")
    live.later(25).type("back 3")
    if method == "record":
        assert "$60 is missing" in live.refused("250"), "$310 left, and $250 came back"
    live.type("310" if method == "record" else "y")
    log = live.session.sitting.log
    (held,) = [entry for entry in log if isinstance(entry.fact, StakeHeld)]
    (lifted,) = [entry for entry in log if isinstance(entry.fact, StakeRestored)]
    assert (held.by.name, held.fact.method) == ("Sid", method)
    assert lifted.by.name == "Sid"
    assert 25 * 60 <= (lifted.at - held.at).total_seconds() < 26 * 60
    assert live.stacks[3] == 310


# --- rulings and removals --------------------------------------------------------------------


@clause("POKER-15b", "BBC-irr-ruling")
@pytest.mark.parametrize("key", ["holdem", CLUB])
def test_the_decision_of_the_shift_supervisor_is_final(tables: Open, key: str) -> None:
    live = Live(tables, key, 100, 100, 100)
    live.type("rule", "hand 3", "pay 1 2 10", "the board was misread")
    live.type("rule final", "hand 3", "pay 2 1 10", "the camera shows it")
    first, final = live.facts(DisputeRuled)
    assert (first.by, first.final) == ("floorperson", False)
    assert (final.by, final.final) == ("poker_shift_supervisor", True)
    assert live.stacks == {1: 100, 2: 100, 3: 100}
    live.type("rule", "hand 3", "pay 1 2 10")
    refusal = live.refused("I see it otherwise")
    assert ("BBC irr-ruling" if key == CLUB else "POKER 15(b)") in refusal
    assert live.stacks == {1: 100, 2: 100, 3: 100}


@clause("BBC-con-leave")
def test_the_club_removes_a_player_without_notice_to_an_agent(tables: Open) -> None:
    live = Live(tables, CLUB, 100, 100, 100).deal().type("r 6", "remove 1")
    assert live.now == "why does Flo have Ada leave the game?"
    live.type("signals to seat 2")
    (removed,) = live.facts(PlayerRemoved)
    assert removed.slip.notice is None
    assert removed.clause == "BBC con-leave"
    live.type("f")
    assert live.stacks[3] == 100 + 1 + 2, "the blind of seat 1 stays in the pot"
    prepared(live)
    assert 1 not in live.session.sitting.life.seats
    assert "was removed" in live.refused("sit 1 Ada 99")
