"""The books at a glance, and how they are drawn."""

import re
from itertools import pairwise
from pathlib import Path

from croupier.chips import Chips
from croupier.room.cage.charges import AssessTime, VerifyTime
from croupier.views.reports.charts import Chart, Series, bars
from croupier.views.reports.definition import book
from croupier.views.reports.overview import overview
from croupier.views.reports.reports_bank import AT_TABLES, PLACES
from croupier.views.reports.running_sums import amounts, tally
from tests.room.test_charges import charged
from tests.views.test_reports_money import bet, raked


def test_a_time_charge_is_no_rake_of_a_hand_and_is_counted_once() -> None:
    hands, clock = raked("2"), charged(players=2)
    bet(hands)
    clock.later(minutes=30).do("dealer", AssessTime())
    clock.later(minutes=2).do("floorperson", VerifyTime(counted=Chips(12_00)))
    seen = overview(tally(amounts(book(hands.log, clock.log))))
    figures = {one.name: (one.cents, one.note) for one in seen.figures}
    assert figures["Rake"] == (1_00, "one hand")
    assert figures["Time charges"][0] == 12_00
    rake, charges = seen.charts[0].series
    assert (sum(rake.values), sum(charges.values)) == (1_00, 12_00)


def test_bars_stand_on_an_axis_with_its_unit_and_its_words() -> None:
    chart = Chart("Win", ("2026-11-06", "2026-11-07"), (Series("win", (120_00, -35_00)),), "Day")
    drawn = bars(chart)
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert words == [
        *("-$50", "$0", "$50", "$100", "$150"),
        *("Dollars", "Day", "6 Nov", "7 Nov", "$120", "-$35"),
    ]
    assert "<title>2026-11-07: win -$35</title>" in drawn
    assert drawn.count('class="lost"') == 1


def test_names_below_bars_never_touch() -> None:
    days = tuple(f"2026-11-{day:02}" for day in range(1, 31))
    drawn = bars(Chart("Rake", days, (Series("rake", (1_00,) * 30),), "Gaming day"))
    places = [
        float(found[1]) for found in re.finditer(r'<text x="([\d.]+)"[^>]*>\d+ Nov</text>', drawn)
    ]
    apart = [right - left for left, right in pairwise(places)]
    assert len(places) > 5
    assert min(apart) >= len("30 Nov") * 6


def test_every_place_of_chips_has_a_color_of_its_own() -> None:
    desks = Path(__file__).parents[2] / "src" / "croupier" / "server" / "static" / "desks"
    script, style = ((desks / f"books.{kind}").read_text() for kind in ("js", "css"))
    listed = re.search(r"const INKS = \[(.*?)\];.*?const PLACES = \[(.*?)\];", script, re.DOTALL)
    assert listed
    inks, places = (re.findall(r'"([^"]+)"', one) for one in listed.groups())
    cash = {"issued", "cash drawer", "cash outside", "currency in drop boxes"}  # no chips lie there
    assert set(places) == {*PLACES.values(), AT_TABLES} - cash
    fills = [re.findall(rf"\.ink-{ink} {{ fill: ([^;]+);", style) for ink in inks]
    assert len(places) <= len(inks) == len({fill for (fill,) in fills})
