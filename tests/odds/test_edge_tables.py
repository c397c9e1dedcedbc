"""What `croupier edge` tells beyond the edge: hand by hand, over sessions, and for comparison."""

import csv
import io
import json
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from msgspec.structs import replace

from croupier.games import game_of
from croupier.odds import decisions
from croupier.odds.house_edge import Edge, house_edge
from croupier.odds.sessions import risk_of_ruin, session
from croupier.odds.sheet import file_name
from croupier.odds.wagers import Strategy, Wager, ends_of
from croupier.refused import Refused

JOKER = game_of("two-card-joker")
BONUS = game_of("texas-holdem-bonus")


@pytest.fixture(scope="module")
def joker() -> Edge:
    return house_edge(JOKER, JOKER.sign)


def dice(*ends: tuple[Fraction | int, int]) -> Wager:
    named = [(str(at), net, count) for at, (net, count) in enumerate(ends)]
    total = sum(count for _, count in ends)
    return Wager(
        name="dice", ends=ends_of(named, total), average=Fraction(1), strategy=Strategy("", "")
    )


def test_mistakes_add_up_to_what_folding_everything_would_cost(joker: Edge) -> None:
    found = decisions.decisions(joker)
    assert len(found) == comb(54, 2)
    assert {one.hand for one in found if one.best == "fold"} == {
        one.hand for one in found if one.play <= -1
    }
    # the edge again, from the table alone: the better choice of every hand
    worth = sum((max(one.play, Fraction(-1)) for one in found), Fraction(0)) / len(found)
    assert worth == joker.wagers["ante"].ev == Fraction(-563, 17901)
    never = house_edge(JOKER, JOKER.sign, "never-fold").wagers["ante"].ev
    cost = sum((one.mistake for one in found if one.best == "fold"), Fraction(0)) / len(found)
    assert joker.wagers["ante"].ev - never == cost


def test_the_table_of_hands_is_written_as_csv_and_json(joker: Edge) -> None:
    rows = [*csv.DictReader(io.StringIO(decisions.as_csv(joker)))]
    read = json.loads(decisions.as_json(joker))["hands"]
    assert len(rows) == len(read) == 1431
    for row, one in zip(rows, read, strict=True):
        assert (row["hand"], row["best"]) == (one["hand"], one["best"])
        assert Fraction(row["mistake_exact"]) == Fraction(one["mistake"]["exact"])
        assert Fraction(row["play_exact"]) - Fraction(row["fold"]) in (
            Fraction(row["mistake_exact"]),
            -Fraction(row["mistake_exact"]),
        )


def test_combinations_and_hits_are_counted(joker: Edge) -> None:
    wager = joker.wagers["pair up"]
    total, counts = wager.combinations
    assert sum(counts) == total
    assert comb(54, 2) % total == 0
    pairs = 13 * comb(4, 2) + 2 * 52  # two of a rank, and a joker with any card
    scale = comb(54, 2) // total
    hit = {end.words: count * scale for end, count in zip(wager.ends, counts, strict=True)}
    assert hit["two jokers"] == 1
    assert hit["pair"] == pairs
    assert wager.hit_frequency == 1 - Fraction(hit["anything else"], comb(54, 2))


@pytest.mark.parametrize(
    ("ends", "bankroll", "rounds"),
    [
        (((1, 1), (-1, 1)), 2, 5),
        (((3, 1), (0, 2), (-2, 3)), 3, 4),
        (((Fraction(1, 2), 3), (-1, 2)), 2, 5),
    ],
)
def test_ruin_is_what_every_way_through_the_rounds_says(
    ends: tuple[tuple[Fraction | int, int], ...], bankroll: int, rounds: int
) -> None:
    wager, lost = dice(*ends), Fraction(0)
    for way in product(wager.ends, repeat=rounds):
        left, chance, ruined = Fraction(bankroll), Fraction(1), False
        for end in way:
            chance *= end.probability
            left += end.net
            ruined |= left < 1
        lost += chance * ruined
    assert risk_of_ruin(wager, rounds, bankroll) == pytest.approx(float(lost), abs=1e-12)


def test_a_session_is_so_many_rounds(joker: Edge) -> None:
    ante = joker.wagers["ante"]
    found = session(ante, 100, bankroll=20)
    assert (found.mean, found.variance) == (100 * ante.ev, 100 * ante.variance)
    assert 0 < found.ruin < 1
    assert session(ante, 100, bankroll=200).ruin < found.ruin
    assert session(ante, 5, bankroll=1_000).ruin == 0
    with pytest.raises(Refused, match="number of rounds"):
        session(ante, 0)


def test_odds_below_the_regulation_are_priced_and_marked() -> None:
    sign = replace(JOKER.sign)
    assert not any("comparison" in note for note in house_edge(JOKER, sign).notes)
    flop = game_of("flop-poker")
    low = replace(flop.sign, flop_odds=(1000, 500, 100, 30, 20, 10, 4, 2, 0))
    notes = Edge(flop, low, "optimal", 2, {}).notes
    assert (
        "for comparison only, below the regulation: pair, jacks or better must pay at least 1 to "
        "1, not 0 (FLOP 11(c))" in notes
    )


def test_every_election_has_a_sheet_of_its_own(joker: Edge) -> None:
    second = replace(joker, sign=replace(JOKER.sign, pair_up_table=2))
    assert file_name(joker) == "two-card-joker"
    assert file_name(second) == "two-card-joker-pair_up_table-2"
    assert file_name(replace(second, strategy="simple")) == "two-card-joker-pair_up_table-2-simple"


def test_a_card_to_print_lists_what_is_folded(joker: Edge) -> None:
    card = decisions.strategy_card(joker)
    assert "call with queen-five or better" in card
    assert all(kind in card for kind in joker.wagers["ante"].strategy.folded)
    assert "src=" not in card
    assert "http" not in card


def test_notebooks_draw_an_edge(joker: Edge) -> None:
    assert "3.1451%" in joker._repr_html_()
    assert "563/17901" in joker._repr_html_()
