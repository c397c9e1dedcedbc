"""A table is opened through fields: what people write, every fault at its field, one sign."""

from typing import Any

import msgspec
import pytest

from croupier import start
from croupier.chips import read_money
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.house.templates import DropTemplate, KeepTemplate
from croupier.room.logbook import Order
from croupier.room.table.orders import PostSign, SetUpTable
from croupier.rules.readings import posted_in_full
from croupier.rules.sign import NOT_POSTED, TableSign
from croupier.rules.sign_fields import ELSEWHERE, fields, keys_of
from croupier.rules.sign_form import read_form
from croupier.rules.sign_keys import sign_keys
from croupier.server.demonstration.demo import sign_of
from tests.server.rooms import SUE, opened, run, seated, served, until
from tests.server.test_floor import door

NL = {"structure": "no_limit", "blinds": "$1/$2", "seats": "9"}


def faulty(key: str, texts: dict[str, str]) -> dict[str, str]:
    found = read_form(GAMES[key], GAMES[key].sign, texts)
    return {fault.field: fault.why for fault in found.faults}


def test_every_key_of_a_sign_has_a_field_in_some_game_or_a_reason() -> None:
    asked = {key for game in GAMES.values() for key in keys_of(game)}
    assert {key.name for key in sign_keys()} == asked | {*ELSEWHERE}
    assert not asked & (NOT_POSTED | {*ELSEWHERE})


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_sign_that_is_written_out_and_read_again_is_the_same(game: Any) -> None:
    for sign in (game.sign, sign_of(game.key), posted_in_full(game, game.sign)):
        texts = dict[str, str]()
        for field in fields(game, sign):
            if field.needs is None or texts.get(field.needs[0]) in field.needs[1]:
                texts[field.name] = field.value
        found = read_form(game, sign, texts)
        assert (found.sign, found.faults) == (sign, ())


@pytest.mark.parametrize(
    ("text", "cents"),
    [("2", 200), ("$0.50", 50), ("1,000", 100_000), (".25", 25), ("25c", 25)],
)
def test_amounts_are_read_as_people_write_them(text: str, cents: int) -> None:
    assert read_money(text) == cents


@pytest.mark.parametrize("text", ["", "two", "1/2", "-5", "1.234", "1,00", "$", "1e9", "9" * 30])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        read_money(text)


def test_stakes_are_written_like_the_signs_of_card_rooms() -> None:
    holdem = GAMES["holdem"]
    sign = read_form(holdem, holdem.sign, NL).check()
    assert (sign.structure, sign.blinds, sign.limits) == ("no_limit", (100, 200), (200,))
    limit = read_form(holdem, holdem.sign, {"structure": "limit", "limits": "4/8"}).check()
    assert (limit.limits, limit.blinds) == ((400, 800), (200, 400))
    raked = NL | {"rake": "$1 at $10, $1 at $20", "rake_max": "4"}
    assert read_form(holdem, holdem.sign, raked).check().rake_max == 400
    assert read_form(holdem, holdem.sign, raked | {"rake": "5%"}).check().rake is not None


def test_the_smallest_chip_follows_the_stakes_unless_it_is_written() -> None:
    holdem = GAMES["holdem"]
    for blinds, unit in (("0.25/0.50", 25), ("0.10/0.20", 10), ("1/2", 100), ("0.02/0.05", 1)):
        assert read_form(holdem, holdem.sign, NL | {"blinds": blinds}).check().unit == unit
    limit = {"structure": "limit", "limits": "1/2"}
    assert read_form(holdem, holdem.sign, limit).check().unit == 50  # the small blind
    coin = read_form(holdem, holdem.sign, NL | {"ante": "0.50"}).check()
    assert coin.unit == 100  # POKER 7(c): an ante may be coin
    found = faulty("holdem", NL | {"blinds": "0.25/0.50", "unit": "1"})
    assert found["blinds"].endswith("is not a whole number of chips: the smallest is $1")


def test_blinds_are_written_from_the_smallest() -> None:
    assert faulty("holdem", NL | {"blinds": "2/1"}) == {
        "blinds": "write the smallest blind first, like 1/2"
    }


def test_every_fault_stands_at_its_field_and_all_at_once() -> None:
    found = faulty("holdem", {"structure": "no limit 1/2", "blinds": "1 and two", "ante": "abc"})
    assert {"structure", "blinds", "ante"} <= found.keys()
    found = faulty("holdem", NL | {"seats": "40", "unit": "50", "ante": "0.30"})
    assert {"seats", "unit", "ante"} <= found.keys()
    assert faulty("omaha-hilo-8", {"kill_pot": "5"}).keys() == {"kill_pot"}  # there is no kill
    assert "bonus_odds.0" in faulty("texas-holdem-bonus", {"bonus_odds.0": "2"})
    assert "" in faulty("holdem", {"blind": "1/2"})  # no such field: never ignored
    assert faulty("holdem", NL | {"min_purchase": "500", "max_purchase": "200"}).keys() == {
        "min_purchase"
    }


@pytest.mark.parametrize(
    ("key", "texts", "field", "why"),
    [
        ("holdem", NL | {"ante": "1000"}, "ante", "an ante must be at most ten bets, $20"),
        ("seven-card-stud", {"ante": "1000"}, "ante", "an ante must be at most ten bets, $40"),
        ("holdem", NL | {"blinds": "1/1000"}, "blinds", "at most ten times the one before it, $10"),
        ("holdem", {"limits": "2/4", "blinds": "50/100"}, "blinds", "at most one bet, $4"),
        ("holdem", {"limits": "2/400"}, "limits", "at most ten times the lower, $20"),
        ("five-card-omaha", {"straddle": "500"}, "straddle", "at most ten times the last blind"),
        ("bbc-omaha", {"bomb_pot": "5000"}, "bomb_pot", "at most 100 bets, $200"),
        (
            "omaha-hilo-8",
            {"kill": "full", "kill_pot": "5000"},
            "kill_pot",
            "at most 100 bets, $400",
        ),
        ("holdem", NL | {"max_purchase": "1"}, "max_purchase", "it must cover one bet, $2 or more"),
    ],
)
def test_what_cannot_be_meant_is_refused_at_its_field_with_a_bound(
    key: str, texts: dict[str, str], field: str, why: str
) -> None:
    assert why in faulty(key, texts)[field]


@pytest.mark.parametrize(
    ("key", "texts"),
    [
        ("holdem", NL | {"ante": "2", "blinds": "1/2/4/8"}),
        ("holdem", NL | {"blinds": "2/5", "max_purchase": "5"}),
        ("seven-card-stud", {"limits": "20/40", "ante": "5"}),
        ("holdem", {"structure": "spread", "limits": "2/100", "blinds": "1/2"}),
        ("bbc-omaha", {"bomb_pot": "50"}),
    ],
)
def test_stakes_that_rooms_post_are_in_proportion(key: str, texts: dict[str, str]) -> None:
    assert faulty(key, texts) == {}


def test_an_order_posts_nothing_out_of_proportion_and_a_round_is_judged_as_before(
    sqlite: str,
) -> None:
    dear = msgspec.structs.replace(GAMES["holdem"].sign, ante=1_000_00)

    async def work() -> None:
        async with served(sqlite) as service:
            desk = await opened(service)
            with pytest.raises(Refused, match="an ante must be at most ten bets"):
                await desk.ask(Order(service.clock(), SUE, PostSign(sign=dear, notice="a sign")))
            says = SetUpTable(name="2", sign=dear)
            with pytest.raises(Refused, match="an ante must be at most ten bets"):
                await service.set_up(Order(service.clock(), SUE, says), GAMES["holdem"])

    run(work)
    start(GAMES["holdem"], {1: 5_000_00, 2: 5_000_00}, dear, seed=1)  # as in a log from before


def test_a_form_becomes_an_open_table(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            form = (await at.ask("/api/games/holdem/form", SUE)).json()
            assert form["name"] == "1"
            assert form["fields"][0]["name"] == "structure"
            wrong = {"game": "holdem", "name": "1", "texts": NL | {"ante": "-1", "seats": "x"}}
            answer = (await at.ask("/api/signs", SUE, wrong)).json()
            assert {fault["field"] for fault in answer["faults"]} == {"ante", "seats"}
            assert answer["lines"] == []
            answer = (await at.ask("/api/signs", SUE, wrong | {"texts": NL})).json()
            assert answer["faults"] == []
            assert answer["stakes"] == "$1/$2 no limit"
            assert any("no limit" in line["words"] for line in answer["lines"])
            table = {"name": "1", "game": "holdem", "posts": answer["sign"], "opens": True}
            assert (await at.ask("/api/tables", SUE, table)).status_code == 201
            assert service.desk("1").state.status == "open"
            assert service.desk("1").state.sign.blinds == (100, 200)
            again = await at.ask("/api/tables", SUE, table)  # pressed twice
            assert again.status_code == 422
            assert len(service.desks) == 1
            answer = (await at.ask("/api/signs", SUE, wrong | {"texts": NL})).json()
            assert [fault["field"] for fault in answer["faults"]] == ["name"]

    run(work)


def test_a_table_that_may_not_open_is_not_set_up_either(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            raked = {"game": "holdem", "name": "1", "texts": NL | {"rake": "5%", "rake_max": "4"}}
            answer = (await at.ask("/api/signs", SUE, raked)).json()
            assert [fault["field"] for fault in answer["faults"]] == ["rake"]  # not approved
            table = {"name": "1", "game": "holdem", "posts": answer["sign"], "opens": True}
            assert (await at.ask("/api/tables", SUE, table)).status_code == 422
            assert not service.desks

    run(work)


def test_a_sign_is_changed_between_rounds(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service, door(service) as at:
            posts = read_form(GAMES["holdem"], TableSign(), NL).sign
            body = {"name": "1", "game": "holdem", "opens": True}
            sent = msgspec.to_builtins(posts)
            assert (await at.ask("/api/tables", SUE, body | {"posts": sent})).status_code == 201
            asked = {"game": "holdem", "table": "1", "texts": {"blinds": "2/5"}}
            answer = (await at.ask("/api/signs", SUE, asked)).json()
            assert answer["stakes"] == "$2/$5 no limit"
            assert answer["faults"] == []
            command = {"type": "PostSign", "sign": answer["sign"]}
            order = {"client": "c", "sequence": 1, "command": command}
            assert (await at.ask("/api/tables/1/orders", SUE, order)).status_code == 201
            assert service.desk("1").state.sign.blinds == (200, 500)

    run(work)


def test_the_house_keeps_signs(sqlite: str) -> None:
    async def work() -> None:
        holdem = GAMES["holdem"]
        sign = read_form(holdem, holdem.sign, NL).check()
        async with served(sqlite) as service, door(service) as at:
            keep = KeepTemplate(name="the usual", game="holdem", sign=sign)
            await service.house.ask(Order(service.clock(), SUE, keep))
            form = (await at.ask("/api/games/holdem/form?template=the%20usual", SUE)).json()
            assert form["templates"] == ["the usual"]
            assert {"name": "seats", "value": "9"}.items() <= next(
                f for f in form["fields"] if f["name"] == "seats"
            ).items()
        async with served(sqlite) as service:
            assert service.house.state.templates["the usual"].sign.blinds == (100, 200)
            await service.house.ask(Order(service.clock(), SUE, DropTemplate(name="the usual")))
            assert not service.house.state.templates

    run(work)


def test_nobody_sits_down_with_less_than_the_minimum(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            sign = read_form(GAMES["holdem"], TableSign(), NL | {"min_purchase": "40"}).check()
            await opened(service, "1", "holdem", sign)
            with pytest.raises(Refused, match="at least \\$40"):
                await seated(service, "1", 1, 39_00)
            await seated(service, "1", 1, 40_00)

    run(work)


def test_a_table_has_its_own_times(sqlite: str) -> None:
    async def work() -> None:
        async with served(sqlite) as service:
            texts = NL | {"turn_seconds": "45", "bank_seconds": "5"}
            sign = read_form(GAMES["holdem"], TableSign(), texts).check()
            desk = await opened(service, "1", "holdem", sign)
            await seated(service, "1", 3, 100_00)
            await until(desk, lambda it: it.state.playing)
            asked = desk.clock.shown(desk.state, desk.state.seats[1].person)
            assert asked is not None
            assert asked.total == 45

    run(work)
