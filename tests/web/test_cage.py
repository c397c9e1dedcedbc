"""The cage in the browser: a player leaves and is paid; the day closes on no difference."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Browse, Room, take_seat
from tests.web.doors import icons_follow
from tests.web.playing import finish, leave_table


def at_the_cage(page: Page, room: Room) -> None:
    page.goto(f"{room.url}/cage")
    page.get_by_role("button", name="Try the cage as cage cashier").click()
    page.get_by_role("heading", name="Players' chips").wait_for()
    expect(page.get_by_text("Accounts sum to what was issued")).to_be_visible()


def books(page: Page, what: str) -> float:
    """What the books say of something that is counted."""
    row = page.get_by_role("region", name="Counts").get_by_role("listitem", name=re.compile(what))
    data = row.get_by_role("definition").first.inner_text()
    return float(data.replace("$", "").replace(",", ""))


def record(page: Page, what: str, amount: float) -> None:
    page.get_by_role("button", name=f"Count {what}").click()
    slip = page.get_by_role("dialog")
    slip.get_by_label("Sum").fill(f"{amount:.2f}")
    slip.get_by_role("button", name="Record the count").click()
    expect(slip).to_have_count(0)


def close(page: Page) -> None:
    page.get_by_role("button", name=re.compile(r"^Close \w{3} \d")).click()
    page.get_by_role("dialog").get_by_role("button", name="Close the day").click()


def test_a_player_is_paid_at_the_cage_and_the_day_closes_on_no_difference(
    browse: Browse, room: Room
) -> None:
    player, cashier = browse(), browse()
    take_seat(player, room, "Hold'em")
    finish(player)
    leave_table(player)
    player.goto(room.url)
    welcome = player.get_by_text(re.compile("^You are .*, with play chips"))
    name = welcome.inner_text().removeprefix("You are ").split(",")[0]
    at_the_cage(cashier, room)
    out = cashier.get_by_role("button", name=f"Cash out {name}")
    out.click()
    slip = cashier.get_by_role("dialog")
    slip.get_by_role("button", name="Pay").click()
    expect(slip).to_have_count(0)
    expect(out).to_have_count(0)
    expect(cashier.get_by_text(re.compile(f"^{name} cashes"))).to_be_visible()
    expect(cashier.get_by_text("Accounts sum to what was issued")).to_be_visible()

    record(cashier, "the cash of the drawer", books(cashier, "The cash"))
    record(cashier, "the chips of the cage", books(cashier, "The chips") - 5)
    close(cashier)
    refusal = cashier.get_by_role("alert")
    expect(refusal).to_contain_text("expected")
    expect(refusal).to_contain_text("-$5")
    cashier.get_by_role("dialog").get_by_role("button", name="Go back").click()
    cashier.get_by_role("button", name=re.compile("Explain difference")).click()
    slip = cashier.get_by_role("dialog")
    slip.get_by_label("Reason").fill("a chip fell behind the safe")
    slip.get_by_role("button", name="Correct the books").click()
    expect(slip).to_have_count(0)
    expect(cashier.get_by_text("Counted, and everything agrees.")).to_be_visible()
    close(cashier)
    expect(
        cashier.get_by_text(re.compile(r"open since \d\d:\d\d, when .* was closed"))
    ).to_be_visible()
    assert icons_follow(cashier)
    expect(cashier.get_by_text("Accounts sum to what was issued")).to_be_visible()


def test_chips_are_sold_by_keys_alone_and_a_refusal_says_why(browse: Browse, room: Room) -> None:
    page = browse()
    at_the_cage(page, room)
    page.get_by_role("button", name="Sell chips").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Zoe at the counter")
    page.keyboard.press("Tab")
    page.keyboard.type("9000000")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("cannot be sold")
    page.get_by_role("dialog").get_by_label("Amount").fill("120")
    page.keyboard.press("Enter")
    row = page.get_by_role("row", name=re.compile("Zoe at the counter"))
    expect(row.first).to_contain_text("$120")


def test_counts_are_counts_in_the_currency_s_denominations(browse: Browse, room: Room) -> None:
    cashier = browse()
    at_the_cage(cashier, room)
    cashier.get_by_role("button", name="Count the cash of the drawer").click()
    slip = cashier.get_by_role("dialog")
    expect(slip.get_by_label("$20", exact=True)).to_be_visible()
    expect(slip.get_by_label("$25", exact=True)).to_have_count(0)
    slip.get_by_label("$20", exact=True).fill("-5")
    slip.get_by_label("Sum").fill("100")
    slip.get_by_role("button", name="Record the count").click()
    expect(cashier.get_by_text("is not a count")).to_be_visible()
    expect(slip).to_be_visible()
    slip.get_by_label("$20", exact=True).fill("7")
    expect(slip.get_by_label("Sum")).to_have_value("140.00")
    slip.get_by_role("button", name="Record the count").click()
    expect(slip).to_have_count(0)
    cashier.goto("about:blank")
