"""The workbench in a browser: every number on the page is the library's fraction."""

import re
from fractions import Fraction

from playwright.sync_api import Page, expect

from croupier.games import game_of
from croupier.odds.equity import equity
from croupier.odds.house_edge import house_edge
from croupier.rules.sign import amend
from tests.web.conftest import Browse, Room


def shown(page: Page) -> list[list[str]]:
    """The exact fractions of the answer, row by row."""
    rows = page.locator("#answer tbody tr")
    return [
        [cell.get_attribute("data-exact") or "" for cell in row.locator("td[data-exact]").all()]
        for row in rows.all()
    ]


def fractions(game: str, hands: list[str], board: str = "") -> list[list[str]]:
    found = equity(game_of(game), hands, board, exact=True)
    return [
        [
            "/".join(map(str, (figure.exact or Fraction(0)).as_integer_ratio()))
            for figure in (one.equity, one.win, one.tie)
        ]
        for one in found.players
    ]


def check(page: Page, game: str, hands: list[str], board: str = "") -> None:
    """Wait until the command names the question, and compare every number."""
    command = page.locator(".odds-command")
    expect(command).to_contain_text(f"equity {game}")
    for text in (*hands, board):
        expect(command).to_contain_text(text)
    assert shown(page) == fractions(game, hands, board)


def test_hands_and_boards_are_picked_and_equities_follow(browse: Browse, room: Room) -> None:
    page = browse()
    page.goto(f"{room.url}/odds")
    check(page, "holdem", ["AsAh", "KsKd"])
    page.locator("#board").focus()
    for card in ("2c", "7d", "9h"):
        page.get_by_role("button", name=card, exact=True).click()
    check(page, "holdem", ["AsAh", "KsKd"], "2c7d9h")
    expect(page.get_by_role("button", name="2c", exact=True)).to_be_disabled()
    page.locator("#hand-1").focus()
    page.locator("#classes summary").click()
    page.get_by_role("button", name="QQ", exact=True).click()
    page.get_by_role("button", name="AKs", exact=True).click()
    check(page, "holdem", ["AsAh", "QQ,AKs"], "2c7d9h")
    page.locator("#hand-1").fill("QQ:0.5,ZZ")
    expect(page.get_by_role("alert")).to_contain_text("'ZZ' (character 8 of the range)")
    page.locator("#game").select_option("omaha")
    check(page, "omaha", ["AsAhKsKh", "9c8c7d6d"])
    page.locator("#board").fill("2h7s9h")
    check(page, "omaha", ["AsAhKsKh", "9c8c7d6d"], "2h7s9h")
    for game in ("short-deck", "crazy-pineapple"):
        page.locator("#game").select_option(game)
        check(page, game, ["AsAh", "KsKd"])


def test_sliders_move_the_edge(browse: Browse, room: Room) -> None:
    page = browse(390, 844)
    page.goto(f"{room.url}/odds")
    page.locator("#game").select_option("two-card-joker")
    game = game_of("two-card-joker")
    for table in (1, 3):
        page.locator("#slider-0").fill(str(table))
        truth = house_edge(game, amend(game.sign, {"pair_up_table": str(table)}))
        exact = "/".join(map(str, truth.wagers["pair up"].house_edge.as_integer_ratio()))
        cell = page.locator("tr[data-wager='pair up'] td[data-exact]").first
        expect(cell).to_have_attribute("data-exact", exact)
    expect(page.locator(".odds-command")).to_contain_text("--sign pair_up_table=3")
    page.locator("#game").select_option("flop-poker")
    last = page.locator("#sliders input").last
    last.fill("0")
    expect(page.locator("#answer")).to_contain_text(re.compile("below the regulation"))
    expect(page.locator("#sliders output").last).to_have_class(re.compile("odds-below"))
    for part in ("main", "#sliders", "#answer", ".odds-command"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 390, part
