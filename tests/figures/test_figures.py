"""Figures of players: counted by hand on short hands, and held to sums over many."""

import csv
import re
from fractions import Fraction

import pytest

from croupier.figures.facts import Fact, facts_of, position
from croupier.figures.report import MEANS, as_csv, as_json, as_page
from croupier.figures.sums import POINTS, Figures, Sums
from croupier.histories.results import pieces_of_text, play_piece
from tests.histories.texts import ALL_IN, BY_FORMAT, FULL_TILT, POKERSTARS


def facts(text: str) -> dict[str, Fact]:
    return {
        fact.player: fact for piece in pieces_of_text(text) for fact in facts_of(play_piece(piece))
    }


def test_style_is_counted_street_by_street() -> None:
    found = facts(POKERSTARS)
    ann, bob, dee = found["Ann"], found["Bob: the Second"], found["Dee"]
    assert (ann.vpip, ann.raised_first, ann.could_three_bet, ann.three_bet) == (True,) * 4
    assert (bob.vpip, bob.raised_first, bob.could_three_bet, bob.three_bet) == (
        True,
        True,
        False,
        False,
    )
    assert (dee.vpip, dee.could_three_bet, dee.three_bet, dee.saw_second) == (
        False,
        True,
        False,
        False,
    )
    assert [(fact.wagers, fact.calls) for fact in (ann, bob, dee)] == [(2, 0), (0, 2), (0, 0)]
    assert [fact.showdown for fact in (ann, bob, dee)] == [True, True, False]
    assert [fact.won_showdown for fact in (ann, bob)] == [True, False]
    assert [fact.position for fact in (ann, bob, dee)] == ["BB", "BTN", "SB"]
    assert {fact.stakes for fact in found.values()} == {"$0.25/$0.50 no limit"}


def test_money_and_rake_are_those_of_the_text() -> None:
    found = facts(POKERSTARS)
    assert [found[name].net for name in ("Ann", "Bob: the Second", "Dee")] == [18_25, -19_50, -25]
    assert sum(fact.net for fact in found.values()) == -1_50
    assert [found[name].rake for name in ("Ann", "Bob: the Second", "Dee")] == [75, 74, 1]
    assert facts(FULL_TILT)["Ann"].unit == 2_00  # the big bet


def test_an_all_in_is_paid_by_its_equity() -> None:
    """Nine hearts, three aces and three kings of 44 cards beat the queens."""
    found = facts(ALL_IN)
    pot, left = 161_00, Fraction(158, 161)
    assert found["Ann"].adjusted == -80_00 + Fraction(15, 44) * pot * left
    assert found["Cy"].adjusted == -80_00 + Fraction(29, 44) * pot * left
    assert found["Bob"].adjusted == -1_00
    assert [found[name].all_in for name in ("Ann", "Bob", "Cy")] == [True, False, True]
    assert all(fact.adjusted is None for fact in facts(POKERSTARS).values())


@pytest.mark.parametrize("form", BY_FORMAT)
def test_luck_moves_chips_and_makes_none(form: str) -> None:
    found = facts(BY_FORMAT[form]).values()
    fair = [fact.net if fact.adjusted is None else fact.adjusted for fact in found]
    assert sum(fair) == sum(fact.net for fact in found)


def test_positions_have_their_names() -> None:
    names = [position(place, 9) for place in range(9)]
    assert names == ["SB", "BB", "UTG", "UTG", "MP", "MP", "HJ", "CO", "BTN"]
    assert [position(place, 3) for place in range(3)] == ["SB", "BB", "BTN"]
    assert position(2, 6, button=False) == ""


def test_the_interval_is_that_of_the_textbook() -> None:
    """Nets of 2, 4, 4, 4, 5, 5, 7, 9 big blinds: mean 5, sample deviation 2.138."""
    sums = Sums()
    ann = facts(POKERSTARS)["Ann"]
    for bets in (2, 4, 4, 4, 5, 5, 7, 9):
        sums.add(Fact(ann.player, ann.game, "x", "", "BB", 50, 50 * bets, 0, None))
    assert sums.per_hundred.value == 500
    assert sums.per_hundred.error == pytest.approx(100 * 1.96 * 2.1380899 / 8**0.5)


def test_a_long_curve_stays_short() -> None:
    sums = Sums()
    ann = facts(POKERSTARS)["Ann"]
    for _ in range(5_000):
        sums.add(ann)
    assert len(sums.curve.points) <= POINTS
    assert sums.curve.points[-1] <= 5_000 * 18_25 / 50
    assert sums.hands == 5_000


def figures() -> Figures:
    made = Figures()
    for text in (ALL_IN, POKERSTARS):
        made.add(facts(text).values())
    return made


def test_the_page_needs_nothing_else_and_escapes_names() -> None:
    made = figures()
    made.add(facts(ALL_IN.replace("Ann", "<b>&x")).values())
    page = as_page(made, "", 1, "Two hands")
    assert not re.search(r"<script|\bsrc=|\bhref=|url\(|https?:", page)
    assert "&lt;b&gt;&amp;x" in page
    assert "<b>&x" not in page
    assert page.count("<svg") == len(made.players)


def test_the_page_tells_money_from_chips_and_names_the_stakes() -> None:
    made = figures()
    chips = ALL_IN.replace("$", "").replace(" USD", "")
    made.add(facts(chips).values())
    page = as_page(made, "Ann", 1, "Three hands")
    assert "Ann, hold&#x27;em, USD" in page
    assert "Ann, hold&#x27;em, chips" in page
    assert "Stakes (hands): $0.25/$0.50 no limit (1), $1/$2 no limit (1)" in page
    assert all(name in page.replace("<br>", " ") for name in MEANS)


def test_fixed_limits_are_counted_apart_and_positions_in_the_order_of_dealing() -> None:
    made = figures()
    limit = ALL_IN.replace("Hold'em No Limit", "Hold'em Limit")
    limit = limit.partition("*** FLOP")[0].replace("raises $4 to $6", "raises $2 to $4")
    limit = limit.replace("Cy: calls $4", "Cy: folds") + "Ann collected $5 from pot\n"
    made.add(facts(limit).values())
    units = {
        (row["fixed_limit"], row["hands"]): row["per_100"]["unit"]
        for row in as_json(made, "Ann", 1)
    }
    assert units == {(False, 2): "big blind", (True, 1): "big bet"}
    assert "Ann: fixed-limit hold&#x27;em, USD" in as_page(made, "Ann", 1, "Three hands")
    (row,) = [row for row in as_json(made, "Ann", 1) if not row["fixed_limit"]]
    assert [*row["positions"]] == ["BB", "BTN"]


def test_a_table_opens_in_a_spreadsheet() -> None:
    made = figures()
    made.add(facts(ALL_IN.replace("Ann", "=Ann")).values())
    rows = list(csv.DictReader(as_csv(made, "", 1).splitlines()))
    assert {row["player"] for row in rows} >= {"Ann", "'=Ann", "Cy"}
    (ann,) = [row for row in rows if row["player"] == "Ann"]
    assert (ann["hands"], ann["net"]) == ("2", str(18_25 - 80_00))


STUD_ALL_IN = """\
variant = 'F7S'
antes = [0, 0]
bring_in = 1
small_bet = 2
big_bet = 4
starting_stacks = [10, 10]
actions = ['d dh p1 AsAhAd', 'd dh p2 9c9d9h', 'p2 pb', 'p1 cbr 2', 'p2 cc',
  'd dh p1 Ks', 'd dh p2 3s', 'p1 cbr 2', 'p2 cc', 'd dh p1 Kh', 'd dh p2 4s', 'p1 cbr 4', 'p2 cc',
  'd dh p1 2c', 'd dh p2 5h', 'p1 cbr 2', 'p2 cc', 'd dh p1 3c', 'd dh p2 4c',
  'p1 sm AsAhAdKsKh2c3c', 'p2 sm 9c9d9h3s4s5h4c']
players = ['Ann', 'Bob']
"""


def test_an_all_in_of_stud_is_paid_by_its_equity() -> None:
    """Nines need the fourth, one of 40 cards, and aces not theirs, one of 39: 38 of 1,560."""
    found = facts(STUD_ALL_IN)
    assert found["Ann"].net == 10_00
    assert found["Bob"].adjusted == -10_00 + Fraction(38, 1_560) * 20_00
    assert found["Ann"].adjusted == 10_00 - Fraction(38, 1_560) * 20_00
    hidden = STUD_ALL_IN.replace("p2 9c9d9h'", "p2 ????9h'")  # named when they are shown
    assert facts(hidden)["Bob"].adjusted == found["Bob"].adjusted
