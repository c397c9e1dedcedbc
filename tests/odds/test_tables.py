"""Equities in tables: each kind of hand, each street; and how notebooks draw them."""

from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards import parse_cards, spell
from croupier.games import game_of
from croupier.odds.equity import equity
from croupier.odds.ranges import read_range
from croupier.odds.tables import by_street, versus
from croupier.refused import Refused
from tests.odds import brute

HOLDEM = game_of("holdem")


def test_a_hand_against_each_kind_sums_to_the_range() -> None:
    table = versus(HOLDEM, "AsKs", "QQ:0.5,AK,72o", "2c7d9hTs")
    whole = equity(HOLDEM, ["AsKs", "QQ:0.5,AK,72o"], "2c7d9hTs").players[0].equity.exact
    assert {row.cards for row in table.rows} == {"QQ", "AKs", "AKo", "72o"}
    assert sum(row.part for row in table.rows) == 1
    assert sum(row.part * (row.equity.exact or 0) for row in table.rows) == whole


def test_a_row_is_what_brute_force_counts() -> None:
    board = parse_cards("2c7d9hTs")
    table = versus(HOLDEM, "AsKs", "QQ,JJ", spell(board))
    queens = list(combinations(parse_cards("QcQdQhQs"), 2))
    truth = brute.count("holdem", [[parse_cards("AsKs")], queens], board, 2, 5, ())
    row = next(row for row in table.rows if row.cards == "QQ")
    assert row.equity.exact == truth.equity[0] / truth.deals


def test_weights_within_a_kind_are_kept() -> None:
    table = versus(HOLDEM, "AsKs", "QsQh:0.25,QdQc", "2c7d9hTs")
    whole = equity(HOLDEM, ["AsKs", "QsQh:0.25,QdQc"], "2c7d9hTs").players[0].equity.exact
    assert [row.equity.exact for row in table.rows] == [whole]


def test_the_boards_of_a_street_average_to_the_equity() -> None:
    spread = by_street(HOLDEM, ["AsAh", "KsKd", "7c2d"], "river", "2c9h8s3d")
    found = equity(HOLDEM, ["AsAh", "KsKd", "7c2d"], "2c9h8s3d").players
    for at, player in enumerate(found):
        assert spread.mean(at) == player.equity.exact
        assert sum(spread.histogram(at)) == len(spread.boards) == 42
    best, middle = (spread.quantile(0, Fraction(part)) for part in (1, Fraction(1, 2)))
    assert best == 1 >= middle


def test_streets_with_too_many_boards_are_drawn_from_a_seed() -> None:
    one, same = (by_street(HOLDEM, ["AsAh", "KsKd"], "flop", boards=20) for _ in range(2))
    assert one == same
    assert (one.method, one.seed, len(one.boards)) == ("simulated", 1, 20)
    assert 0.6 < one.mean(0) < 1


def test_tables_that_cannot_be_are_refused() -> None:
    with pytest.raises(Refused, match="these do: flop, turn, river"):
        by_street(HOLDEM, ["AsAh", "KsKd"], "sixth")
    with pytest.raises(Refused, match="name a later street"):
        by_street(HOLDEM, ["AsAh", "KsKd"], "flop", "2c7d9h")
    with pytest.raises(Refused, match="too many hands for a table"):
        versus(game_of("omaha"), "AsAhKsKh", "random")
    with pytest.raises(Refused, match="has no hand"):
        versus(HOLDEM, "AsAh", "AsKs")


def test_notebooks_draw_ranges_and_equities() -> None:
    drawn = read_range("AA:0.5,KK,AKs", 2)._repr_html_()
    assert drawn.count("<td") == 169
    assert "rgba(200,120,0,0.500)" in drawn  # aces
    assert drawn.count("rgba(200,120,0,1.000)") == 2  # kings, ace-king suited
    assert "6,961 hands" in read_range("AA**", 4)._repr_html_()
    found = equity(HOLDEM, ["AsAh", "KsKd"], "2c7d9h")
    assert str(found.players[0].equity.exact) in found._repr_html_()
    table = versus(HOLDEM, "AsKs", "QQ", "2c7d9hTsKc")
    assert "100.000% (1)" in table._repr_html_()
    assert ">43<" in by_street(HOLDEM, ["AsAh", "KsKd"], "turn", "2c7d9h")._repr_html_()
