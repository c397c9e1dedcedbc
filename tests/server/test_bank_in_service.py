"""THB, FLOP and TCJ in a room in service: its dealer deals, players wager at their screens.

Amounts are those of the documents: antes of $10 unless a test says otherwise.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from croupier.cards import Card, parse_cards
from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.commands import Place, Report
from croupier.room.custody.orders import LookAtDecks
from croupier.room.house.people import AUTOMATED, Actor
from croupier.room.seating.orders import Leave, Sit
from croupier.room.table.rounds import Play
from croupier.server.tables import dealer
from tests.clause import clause
from tests.server.banked import CUT, PATIENT, Served, player
from tests.server.staffed import FLO, SUE, Room, room

THB, FLOP, TCJ = "texas-holdem-bonus", "flop-poker", "two-card-joker"
NAMES = {THB: "THB", FLOP: "FLOP", TCJ: "TCJ"}
WAGERS: dict[str, dict[str, int]] = {
    THB: {"ante": 10_00},
    FLOP: {"ante": 10_00, "pot": 5_00},
    TCJ: {"ante": 10_00},
}
CHOICE = {THB: {"flop": 20_00}, FLOP: {"flop": 10_00}, TCJ: {"call": 10_00}}
EACH = pytest.mark.parametrize("key", [THB, FLOP, TCJ], ids=("THB", "FLOP", "TCJ"))
METHODS = {"manual_shoe": "7(b)", "hand": "8(b)(3)", "automated_shoe": "9(b)(2)"}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A card room with its people; what its dealer cuts is known, and nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dealer, "random_cut", lambda cards: CUT)
        with room(tmp_path_factory.mktemp("bank"), **PATIENT) as found:
            found.approve_things()
            yield found


def placing(seat: int, **spots: int) -> Place:
    return Place(seat, {name.replace("_", " "): Chips(chips) for name, chips in spots.items()})


def late(bank: Served, seat: int, **spots: int) -> None:
    bank.refused(placing(seat, **spots), f"{NAMES[bank.game.key]} 6(b)")


# --- 6(a): what a wager is -------------------------------------------------------------------


COUPONS: dict[str, tuple[dict[str, Any], str, int]] = {  # cards, answers, and what is won
    THB: ({"hands": {1: "AhKh"}, "house": "QcQd", "board": "Th7h2c2d9h"}, "p p p", 50_00),
    FLOP: ({"hands": {1: "JhJd2c"}, "house": "3c7d9h"}, "p", 20_00),
    TCJ: ({"hands": {1: "AhQd"}, "house": "QcTd"}, "p", 20_00),
}


@clause("THB-6a", "FLOP-6a", "TCJ-6a")
@EACH
def test_wagers_are_chips_or_a_posted_coupon_and_never_spoken(here: Room, key: str) -> None:
    cards, answers, won = COUPONS[key]
    bank = Served(here, key, 1, match_play=True, **cards)
    spoken = commands.Say(1, word="bet", amount=Chips(10_00))
    bank.refused(spoken, f"{NAMES[key]} 6(a)")
    bank.refused(placing(1, ante=10_00, lucky=5_00), "FIELD wagers")
    bank.place(1, ante=10_00, coupon=5_00).close()
    assert bank.stack(1) == 990_00, "a coupon is not a chip"
    bank.run(answers)
    assert bank.won(1) == won + 5_00, "the coupon is paid even money beside the winning ante"
    assert bank.outcomes(1)["match play"] == ("wins", 5_00)
    Served(here, key, 1).refused(
        Place(1, {"ante": Chips(10_00)}, coupon=Chips(5_00)), "SIGN match_play"
    )


# --- "No more bets" and the deal -------------------------------------------------------------


DECK = "AsKsQsJsTs9s8s7s6s5s4s3s2sAhKhQh"  # the first sixteen cards of every deck here
EVERY = {
    (THB, "manual_shoe"): ["AsTs", "Ks9s", "Qs8s"],
    (THB, "hand"): ["AsTs", "Ks9s", "Qs8s"],
    (THB, "automated_shoe"): ["AsKs", "QsJs", "Ts9s"],
    (TCJ, "manual_shoe"): ["AsTs", "Ks9s", "Qs8s"],
    (TCJ, "hand"): ["AsTs", "Ks9s", "Qs8s"],
    (TCJ, "automated_shoe"): ["AsKs", "QsJs", "Ts9s"],
    (FLOP, "manual_shoe"): ["AsTs6s", "Ks9s5s", "Qs8s4s"],
    (FLOP, "hand"): ["AsTs6s", "Ks9s5s", "Qs8s4s"],
    (FLOP, "automated_shoe"): ["AsKsQs", "JsTs9s", "8s7s6s"],
}
HOUSE = {"manual_shoe": "Js7s3s", "hand": "Js7s3s", "automated_shoe": "8s7s"}


class Tables:
    """One table of each game and method, dealt once: seat 4 has no wager."""

    def __init__(self, here: Room) -> None:
        self.here = here
        self.dealt: dict[tuple[str, str], Served] = {}

    def of(self, key: str, method: str) -> Served:
        """Its round, after the cards were dealt."""
        if (key, method) not in self.dealt:
            shuffler = "plain" if method == "hand" else "none"
            bank = Served(self.here, key, 4, deck=DECK, deal_method=method, shuffler=shuffler)
            for more in (50_00, 5_00):  # until the dealer ends it, wagers go up and down
                bank.place(1, **{**WAGERS[key], "ante": more})
            for seat in (1, 2, 3):
                bank.place(seat, **WAGERS[key])
            assert not bank.happened("Dealt")
            self.dealt[key, method] = bank.close()
        return self.dealt[key, method]


@pytest.fixture(scope="module")
def tables(here: Room) -> Tables:
    return Tables(here)


@clause(
    "THB-6b",
    "FLOP-6b",
    "TCJ-6b",
    "THB-7b",
    "THB-8b3",
    "THB-9b2",
    "FLOP-7b",
    "FLOP-8b3",
    "FLOP-9b2",
    "TCJ-7b",
    "TCJ-8b3",
    "TCJ-9b2",
)
@EACH
@pytest.mark.parametrize("method", METHODS)
def test_the_dealer_ends_the_wagers_before_the_first_card(
    tables: Tables, key: str, method: str
) -> None:
    bank = tables.of(key, method)
    (closed,) = bank.events_of("BetsClosed")
    assert closed.clause == f"{NAMES[key]} {METHODS[method]}"
    assert bank.kinds.index("BetsClosed") < bank.kinds.index("Dealt")
    (line,) = [e for e in bank.here.log(bank.name) if type(e.fact).__name__ == "BetsClosed"]
    assert line.by.name == AUTOMATED
    for seat in (1, 2, 4):  # asked, not asked yet, and without a wager
        late(bank, seat, **{**WAGERS[key], "ante": 20_00})
        late(bank, seat, ante=5_00)
    late(bank, 1, **CHOICE[key], ante=20_00)
    assert bank.stack(1) == 1_000_00 - sum(WAGERS[key].values())


@clause("THB-7a", "FLOP-7a", "TCJ-7a")
@EACH
def test_a_table_deals_by_one_of_three_methods(tables: Tables, key: str) -> None:
    dealt = [tables.of(key, method).events_of("Dealt")[0].clause for method in METHODS]
    assert dealt == [f"{NAMES[key]} {section}" for section in ("7(d)", "8(c)", "9(c)")]
    body = {"name": f"robot {NAMES[key]}", "game": key, "sign": {"deal_method": '"by_robot"'}}
    reply = tables.here.post("/api/tables", SUE, body)
    assert (reply.status_code, reply.json()["clause"]) == (422, "SIGN deal_method")


@clause("THB-3b", "FLOP-3b", "TCJ-3b")
@EACH
def test_the_first_player_sees_the_whole_deck_by_suit_and_sequence(here: Room, key: str) -> None:
    bank = Served(here, key, 0)
    (deck,) = here.get(f"/api/tables/{bank.name}", player(1)).json()["decks"]
    spread = deck["cards"]
    assert deck["face"] == "up"
    suits = ["".join(rank + suit for rank in "23456789TJQKA") for suit in "cdhs"]
    assert sorted("".join(spread[at : at + 13]) for at in (0, 13, 26, 39)) == suits
    assert len(spread) == (54 if key == TCJ else 52)
    assert not bank.desk.state.playing
    bank.order(player(1), Sit(seat=1, chips=Chips(100_00)))
    bank.order(player(1), LookAtDecks())  # one is enough
    here.until(lambda: bool(bank.desk.state.playing))


@clause("THB-7d", "THB-8c", "TCJ-7d", "TCJ-8c")
@pytest.mark.parametrize("key", [THB, TCJ])
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_cards_go_around_one_by_one_and_the_dealer_is_last(
    tables: Tables, key: str, method: str
) -> None:
    bank = tables.of(key, method)
    assert [held(bank, seat) for seat in (1, 2, 3)] == EVERY[key, method]
    assert bank.cards(0) == "Js7s"
    assert held(bank, 4) == "", "nothing without a wager"


@clause("THB-9c", "TCJ-9c")
@pytest.mark.parametrize("key", [THB, TCJ])
def test_an_automated_shoe_gives_stacks_of_two_and_the_dealer_the_last(
    tables: Tables, key: str
) -> None:
    bank = tables.of(key, "automated_shoe")
    assert [held(bank, seat) for seat in (1, 2, 3)] == ["AsKs", "QsJs", "Ts9s"]
    assert (bank.cards(0), held(bank, 4)) == ("8s7s", "")


@clause("FLOP-7d", "FLOP-8c")
@pytest.mark.parametrize("method", ["manual_shoe", "hand"])
def test_flop_poker_goes_around_three_times_and_the_community_is_last(
    tables: Tables, method: str
) -> None:
    bank = tables.of(FLOP, method)
    assert [held(bank, seat) for seat in (1, 2, 3)] == ["AsTs6s", "Ks9s5s", "Qs8s4s"]
    assert bank.cards(0) == "Js7s3s"


@clause("FLOP-9c")
def test_flop_poker_takes_stacks_of_three_from_an_automated_shoe(tables: Tables) -> None:
    bank = tables.of(FLOP, "automated_shoe")
    assert [held(bank, seat) for seat in (1, 2, 3)] == ["AsKsQs", "JsTs9s", "8s7s6s"]
    assert bank.cards(0) == "5s4s3s"


def held(bank: Served, seat: int) -> str:
    """The cards of a player, as that player's own screen shows them."""
    seats = bank.here.get(f"/api/tables/{bank.name}", player(seat)).json()["seats"]
    mine = next(one for one in seats if one["seat"] == seat)
    return "".join(mine.get("down", ()))


@clause("FLOP-7d7", "TCJ-7d5", "THB-10a-hidden")
@EACH
@pytest.mark.parametrize("method", METHODS)
def test_no_screen_shows_another_players_card_or_the_houses(
    tables: Tables, key: str, method: str
) -> None:
    bank, cards = tables.of(key, method), EVERY[key, method]
    for viewer in (1, 2, 3, 4):
        text = bank.screen(player(viewer))
        others = "".join(hand for seat, hand in enumerate(cards, 1) if seat != viewer)
        for card in parse_cards(others + bank.cards(0)):
            assert f'"{card}"' not in text, (viewer, card)
    text = bank.screen(FLO)
    assert not any(f'"{card}"' in text for card in parse_cards("".join(cards) + bank.cards(0)))


# --- 6(e): seated players --------------------------------------------------------------------


@clause("THB-6e", "FLOP-6e", "TCJ-6e")
@EACH
def test_only_seated_players_wager_and_they_stay_to_the_end(here: Room, key: str) -> None:
    bank = Served(here, key, 2)
    stranger = Actor("Zoe", "player")
    reply = here.try_order(bank.door, stranger, Play(command=placing(3, **WAGERS[key])))
    assert reply.status_code in (422, 403)
    assert reply.json()["clause"] == f"{NAMES[key]} 6(e)"
    bank.place(1, **WAGERS[key]).place(2, **WAGERS[key]).close()
    bank.order(player(1), Leave())
    here.until(lambda: bank.look().happened("Chose"))  # an absent player is not waited for
    assert bank.events_of("Chose")[0].seat == 1
    bank.decline()
    here.until(lambda: 1 not in bank.desk.state.seats)
    kinds = [type(entry.fact).__name__ for entry in here.log(bank.name)]
    asked, over, left = (kinds.index(one) for one in ("LeaveAsked", "RoundClosed", "SeatLeft"))
    assert asked < over < left


@clause("THB-6e", "FLOP-6e", "TCJ-6e")
@EACH
def test_wagers_of_players_who_are_gone_stay_and_their_time_runs_out(here: Room, key: str) -> None:
    wagers = dict.fromkeys((1, 2), WAGERS[key])
    bank = Served(here, key, 2, wagers=wagers, turn_seconds=1)
    here.until(lambda: bank.look().state.done)
    does = {THB: "fold", FLOP: "surrender", TCJ: "fold"}[key]
    chose = [(event.seat, event.does) for event in bank.events_of("Chose")]
    assert chose == [(1, does), (2, does)]


# --- THB: wagers -----------------------------------------------------------------------------


NOTHING = "2c5d8hTcQd"  # a board with which high cards stay high cards


@clause("THB-6c")
def test_a_bonus_goes_with_an_ante_and_has_no_bearing_on_it(here: Room) -> None:
    hands = {1: "JsJd", 2: "JhJc"}
    bank = Served(here, THB, 2, hands=hands, house="KsKd", board=NOTHING, unit=50)
    bank.refused(placing(1, bonus=5_00), "THB 6(c)")
    bank.refused(placing(1, ante=10_00, bonus=50), "THB 6(c)")
    bank.place(1, ante=10_00, bonus=5_00).place(2, ante=10_00).close()
    bank.run("p p c c c c")
    assert bank.won(2) == -30_00, "ante and flop lose against the dealer's kings"
    assert bank.won(1) == -30_00 + 50_00, "and the bonus pays a pair of jacks 10 to 1"


@clause("THB-6d")
def test_flop_turn_and_river_wagers_have_their_moments_and_multiples(here: Room) -> None:
    bank = Served(here, THB, 1, hands={1: "AhKh"}, house="QcQd", board="Th7h2c2d9h")
    for spot in ("flop", "turn", "river"):
        bank.refused(placing(1, ante=15_00, **{spot: 15_00}), "FIELD wagers")
    bank.place(1, ante=15_00).close()
    for spot, amount, cited, wrong in (
        ("flop", 30_00, "THB 10(a)", (15_00, 45_00, 29_00)),
        ("turn", 15_00, "THB 10(c)", (30_00, 14_00, 16_00)),
        ("river", 15_00, "THB 10(e)", (30_00, 14_00, 16_00)),
    ):
        for other in wrong:  # once or thrice the ante, and a dollar beside it
            bank.refused(placing(1, **{spot: other}), cited)
        for elsewhere in {"flop", "turn", "river"} - {spot}:
            bank.refused(placing(1, **{elsewhere: amount}), cited)
        bank.say(placing(1, **{spot: amount}))
    assert bank.state.done
    assert bank.won(1) == 15_00 + 30_00 + 15_00 + 15_00


@clause("THB-12a")
def test_the_progressive_is_one_dollar_beside_an_ante_before_the_cards(here: Room) -> None:
    bank = Served(here, THB, 1, progressive=True)
    for wrong in (2_00, 5_00):
        bank.refused(placing(1, ante=5_00, progressive=wrong), "THB 12(a)")
    bank.refused(placing(1, progressive=1_00), "THB 12(a)")
    bank.place(1, ante=5_00).close()
    bank.refused(placing(1, progressive=1_00), "THB 6(b)")
    Served(here, THB, 1).refused(placing(1, ante=5_00, progressive=1_00), "SIGN progressive")


DOLLAR = {"ante": 5_00, "progressive": 1_00}


@clause("THB-12b")
def test_the_progressive_pays_fixed_prizes_that_spare_the_meter(here: Room) -> None:
    """Best five of a hand and the board: $10, $100 and $250; a flush wins nothing."""
    hands = {1: "9c9d", 2: "9h2h", 3: "7d6d"}
    wagers = dict.fromkeys(hands, DOLLAR)
    posted: dict[str, Any] = {"progressive": True, "progressive_meter": 80_000_00}
    bank = Served(here, THB, 3, hands=hands, board="9s8d5d4d8h", wagers=wagers, **posted)
    bank.run("p p p").to_end()
    prizes = {seat: bank.outcomes(seat)["progressive"] for seat in hands}
    assert prizes == {1: ("wins", 10_00), 2: ("loses", 0), 3: ("wins", 250_00)}
    assert bank.meter == 80_000_00
    bank = Served(here, THB, 1, hands={1: "9c9d"}, board="9s9h5d4d2c", wagers={1: DOLLAR}, **posted)
    bank.run("p").to_end()
    assert bank.outcomes(1)["progressive"] == ("wins", 100_00)


@clause("THB-12c")
def test_a_royal_pays_the_meter_by_its_last_card_or_three_thousand_on_the_board(
    here: Room,
) -> None:
    posted: dict[str, Any] = {"progressive": True, "progressive_meter": 80_000_00}

    def royal(board: str, *hands: str) -> Served:
        held = dict(enumerate(hands, 1))
        wagers = dict.fromkeys(held, DOLLAR)
        bank = Served(here, THB, len(held), hands=held, board=board, wagers=wagers, **posted)
        bank.run(" ".join("p" for _ in held)).to_end()
        return bank

    river = royal("KsQsJs3dTs", "As2c")
    assert (river.outcomes(1)["progressive"], river.meter) == (("wins", 4_000_00), 76_000_00)
    turn = royal("KsQsJsTs3d", "As2c")
    assert (turn.outcomes(1)["progressive"], turn.meter) == (("wins", 20_000_00), 60_000_00)
    flop = royal("QsJsTs2d3c", "AsKs")
    assert (flop.outcomes(1)["progressive"], flop.meter) == (("wins", 80_000_00), 0)
    shared = royal("AsKsQsJsTs", "2c3c", "4h4d")
    assert [shared.outcomes(s)["progressive"] for s in (1, 2)] == [("wins", 3_000_00)] * 2
    assert shared.meter == 80_000_00


# --- THB 13 ----------------------------------------------------------------------------------


FULL = {1: {"ante": 5_00, "bonus": 5_00, "progressive": 1_00}, 2: {"ante": 10_00}}
irregular = partial(
    Served, key=THB, players=2, hands={1: "KhKd", 2: "7h2d"}, wagers=FULL, progressive=True
)


@clause("THB-13a")
def test_an_exposed_dealer_card_voids_all_hands_but_bonuses_are_paid(here: Room) -> None:
    bank = irregular(here).run("p f")
    bank.report("dealer_card_exposed")
    assert bank.events_of("RoundVoided")[0].clause == "THB 13(a)"
    assert bank.outcomes(1) == {"bonus": ("wins", 50_00)}, "a pair of kings pays 10 to 1"
    assert (bank.won(1), bank.won(2)) == (50_00, 0), "the ante that seat 2 had lost comes back"


@clause("THB-13b")
def test_one_card_face_up_is_not_used_and_two_void_all_but_bonuses(here: Room) -> None:
    bank = irregular(here, burns="3c4c", board="AsKsQs9c").run("p p")
    bank.refused(Report("face_up_card", card=Card("4c")), "FIELD card")  # the deck is sealed
    bank.report("face_up_card").to_end()
    (removed,) = bank.events_of("CardRemoved")
    assert (removed.clause, removed.card) == ("THB 13(b)", "4c")
    assert "4c" not in bank.state.burns + bank.state.boards[0]
    bank = irregular(here).run("p f").report("face_up_cards")
    assert bank.events_of("RoundVoided")[0].clause == "THB 13(b)"
    assert (bank.won(1), bank.won(2)) == (50_00, 0)


@clause("THB-13c", "FLOP-12c", "TCJ-12b")
@EACH
def test_a_card_drawn_in_error_is_the_next_card(here: Room, key: str) -> None:
    wagers = dict.fromkeys((1, 2), WAGERS[key])
    bank = Served(here, key, 2, wagers=wagers, burns="3c" if key == THB else "")
    before = bank.state
    bank.report("drawn_in_error")
    cited = {THB: "THB 13(c)", FLOP: "FLOP 12(c)", TCJ: "TCJ 12(b)"}[key]
    assert bank.events_of("Noted")[0].clause == cited
    assert bank.state.deck[bank.state.top :] == before.deck[before.top :]
    if key == THB:
        bank.run("p p")
        assert bank.state.burns[0] == "3c"


@clause("THB-13d1")
def test_a_hand_with_the_wrong_number_of_cards_is_void_and_others_play_on(here: Room) -> None:
    bank = irregular(here).report("player_wrong_number", seat=1)
    assert bank.events_of("HandVoided")[0].clause == "THB 13(d)"
    assert (bank.won(1), bank.stack(1)) == (0, 1_000_00)
    assert bank.actor == 2
    bank.run("f")
    assert bank.won(2) == -10_00


@clause("THB-13d2")
def test_a_dealer_with_the_wrong_number_voids_all_unless_the_card_is_dealt(here: Room) -> None:
    bank = irregular(here).run("p").report("house_wrong_number", mended=True)
    assert bank.events_of("Noted")[0].clause == "THB 13(d)"
    assert not bank.state.done
    bank.run("p")  # the flop is turned up
    bank.refused(Report("house_wrong_number", mended=True), "THB 13(d)")
    bank.report("house_wrong_number")
    assert bank.events_of("RoundVoided")[0].clause == "THB 13(d)"
    assert (bank.won(1), bank.won(2)) == (0, 0)


@clause("THB-13f", "FLOP-12f", "TCJ-12f")
@EACH
def test_a_failing_shoe_voids_the_round_with_every_side_wager(here: Room, key: str) -> None:
    side = {THB: {"bonus": 5_00}, FLOP: {}, TCJ: {"pair up": 5_00}}[key]
    wagers = {seat: {**WAGERS[key], **side} for seat in (1, 2)}
    bank = Served(here, key, 2, wagers=wagers, deal_method="automated_shoe")
    bank.decline().report("shoe_failed")
    cited = {THB: "THB 13(f)", FLOP: "FLOP 12(f)", TCJ: "TCJ 12(f)"}[key]
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == (cited, "")
    assert [bank.won(seat) for seat in (1, 2)] == [0, 0]
    here.until(lambda: bank.desk.state.rounds >= 1 and bank.desk.state.playing)
    kinds = [type(entry.fact).__name__ for entry in here.log(bank.name)]
    again = kinds[kinds.index("RoundVoided") :]
    assert "DeckShuffled" in again[: again.index("RoundOpened")], "all cards are shuffled again"


# --- FLOP ------------------------------------------------------------------------------------


COMMUNITY = "JsTh2d"
POT = {seat: {"ante": 10_00, "pot": 5_00} for seat in (1, 2, 3)}


def awarded(bank: Served) -> dict[int, int]:
    found: dict[int, int] = {}
    for event in bank.events_of("PotAwarded"):
        for move in event.moves:
            if move.target.startswith("stack:"):
                seat = int(move.target.removeprefix("stack:"))
                found[seat] = found.get(seat, 0) + move.chips
    return found


@clause("FLOP-6c")
def test_ante_and_the_posted_pot_wager_are_required_unless_one_plays_alone(here: Room) -> None:
    bank = Served(here, FLOP, 2, pot_wager=7_00)
    bank.refused(placing(1, ante=10_00), "FLOP 6(c)")
    bank.refused(placing(1, pot=7_00), "FLOP 6(c)")
    bank.refused(placing(1, ante=10_00, pot=5_00), "FLOP 6(c)")
    bank.place(1, ante=10_00, pot=7_00).place(2, ante=50_00, pot=7_00)
    assert bank.state.pot == 14_00
    alone = Served(here, FLOP, 1, hands={1: "JhJd2c"}, house="3c7d9h")
    alone.refused(placing(1, ante=10_00, pot=5_00), "FLOP 6(c)")
    alone.place(1, ante=10_00).close().run("p")
    assert (alone.won(1), alone.events_of("PotAwarded")) == (20_00, [])


@clause("FLOP-6d")
def test_ante_and_flop_have_no_bearing_on_the_pot(here: Room) -> None:
    """The best three cards take the pot of $15 whether they are surrendered or lose."""
    hands = {1: "AsAdAc", 2: "4c6d8h", 3: "3c6h8d"}
    bank = Served(here, FLOP, 3, hands=hands, house=COMMUNITY, wagers=POT).run("s p p")
    assert awarded(bank) == {1: 15_00}
    assert [bank.won(seat) for seat in hands] == [0, -25_00, -25_00]
    best = {1: "5c7d9h", 2: "4c6d8h", 3: "3c6h8d"}
    bank = Served(here, FLOP, 3, hands=best, house=COMMUNITY, wagers=POT).run("p s p")
    assert awarded(bank) == {1: 15_00}
    assert bank.won(1) == 10_00 - 20_00, "no pair: ante and flop lose"


@clause("FLOP-12a")
def test_an_early_community_card_voids_ante_and_flop_and_the_pot_is_awarded(here: Room) -> None:
    hands = {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}
    bank = Served(here, FLOP, 3, hands=hands, house=COMMUNITY, wagers=POT).run("p s")
    bank.report("community_card_exposed")
    assert bank.events_of("RoundVoided")[0].clause == "FLOP 12(a)"
    assert awarded(bank) == {1: 15_00}
    assert [bank.won(seat) for seat in hands] == [10_00, -5_00, -5_00]


@clause("FLOP-12b")
def test_one_card_face_up_is_discarded_and_two_leave_only_the_pot(here: Room) -> None:
    hands = {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}
    bank = Served(here, FLOP, 3, hands=hands, house=COMMUNITY, wagers=POT).run("s")
    bank.report("face_up_card")
    (removed,) = bank.events_of("CardRemoved")
    assert (removed.clause, removed.card) == ("FLOP 12(b)", "2c")
    assert not bank.state.done
    bank.report("face_up_cards")
    assert bank.events_of("RoundVoided")[0].clause == "FLOP 12(b)"
    assert [bank.won(seat) for seat in hands] == [10_00, -5_00, -5_00]


@clause("FLOP-12d")
def test_a_wrong_hand_gets_ante_flop_and_pot_wager_back(here: Room) -> None:
    hands = {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}
    bank = Served(here, FLOP, 3, hands=hands, house=COMMUNITY, wagers=POT).run("p")
    bank.report("player_wrong_number", seat=1)
    assert bank.events_of("HandVoided")[0].clause == "FLOP 12(d)"
    assert bank.won(1) == 0
    bank.run("p p")
    assert awarded(bank) == {3: 10_00}
    assert bank.won(1) == 0


# --- TCJ -------------------------------------------------------------------------------------


@clause("TCJ-6c1")
def test_an_ante_alone_plays_against_the_dealer(here: Room) -> None:
    bank = Served(here, TCJ, 1, hands={1: "AhKh"}, house="QcTd", wagers={1: {"ante": 10_00}})
    bank.run("p")
    assert bank.outcomes(1) == {"ante": ("wins", 10_00), "call": ("wins", 50_00)}


@clause("TCJ-6c2")
def test_pair_up_and_super_flush_need_no_ante(here: Room) -> None:
    wagers = {1: {"pair up": 5_00}, 2: {"super flush": 5_00}, 3: {"pair up": 5_00}}
    hands = {1: "AhKh", 2: "9c6c", 3: "7d5h"}
    bank = Served(here, TCJ, 3, hands=hands, house="QcTd", wagers=wagers)
    assert bank.state.done, "nobody is asked for a call"
    assert [bank.won(seat) for seat in (1, 2, 3)] == [100_00, 5_00, -5_00]


@clause("TCJ-6c3")
def test_all_three_wagers_may_be_placed_and_none_is_no_hand(here: Room) -> None:
    three = {"ante": 10_00, "pair up": 5_00, "super flush": 5_00}
    bank = Served(here, TCJ, 2, hands={1: "AhKh"}, house="QcTd", dealt=[1])
    bank.refused(placing(1, call=10_00), "FIELD wagers")
    bank.place(1, **{name.replace(" ", "_"): chips for name, chips in three.items()}).close()
    assert bank.cards(2) == ""
    bank.run("p")
    assert bank.won(1) == 10_00 + 50_00 + 100_00 + 150_00


@clause("TCJ-6d")
@pytest.mark.parametrize("answer", ["p", "f"])
def test_pair_up_and_super_flush_do_not_depend_on_ante_and_call(here: Room, answer: str) -> None:
    wagers = {1: {"ante": 10_00, "pair up": 5_00, "super flush": 5_00}}
    bank = Served(here, TCJ, 1, hands={1: "9c9d"}, house="KcKd", wagers=wagers).run(answer)
    assert bank.outcomes(1)["pair up"] == ("wins", 5_00)
    assert bank.outcomes(1)["super flush"] == ("pushes", 0)
    assert bank.won(1) == 5_00 - (20_00 if answer == "p" else 10_00)


ALL = {"ante": 10_00, "pair up": 5_00, "super flush": 5_00}


@clause("TCJ-12a")
def test_one_card_face_up_is_discarded_and_more_void_every_hand(here: Room) -> None:
    bank = Served(here, TCJ, 2, hands={1: "9c9d"}, wagers={1: ALL, 2: {"ante": 10_00}})
    bank.report("face_up_cards")
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == ("TCJ 12(a)", "")
    assert [bank.won(seat) for seat in (1, 2)] == [0, 0], "no bonus is saved"


@clause("TCJ-12c")
@pytest.mark.parametrize(("kind", "seat"), [("player_wrong_number", 2), ("house_wrong_number", 0)])
def test_a_wrong_number_of_cards_anywhere_voids_all_hands(here: Room, kind: Any, seat: int) -> None:
    bank = Served(here, TCJ, 2, hands={1: "9c9d"}, wagers={1: ALL, 2: {"ante": 10_00}}).run("f")
    bank.report(kind, seat=seat)
    assert bank.events_of("RoundVoided")[0].clause == "TCJ 12(c)"
    assert [bank.won(seat) for seat in (1, 2)] == [0, 0]


@clause("TCJ-12d")
def test_an_exposed_dealer_card_voids_all_hands_before_the_reveal(here: Room) -> None:
    bank = Served(here, TCJ, 2, hands={1: "9c9d"}, wagers={1: ALL, 2: {"ante": 10_00}}).run("f")
    bank.report("dealer_card_exposed")
    assert bank.events_of("RoundVoided")[0].clause == "TCJ 12(d)"
    assert [bank.won(seat) for seat in (1, 2)] == [0, 0]
