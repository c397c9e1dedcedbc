"""Two Card Joker Poker: wagers, the call, two passes of settlement, irregularities (TCJ 6-12)."""

from typing import Any

import pytest

from croupier.cards import DECK_54, UNKNOWN, Card, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Announce, Check, Demand, Fold, Place, Report, Show, Surrender
from croupier.engine.events import write_event
from croupier.engine.play import replay
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.views.seat import hide, view
from tests.banking import Bank
from tests.clause import clause

GAME = "two-card-joker"
ANTE = {"ante": 10_00}
PAIR_UP, SUPER_FLUSH = {"pair up": 5_00}, {"super flush": 5_00}
ALL = {**ANTE, **PAIR_UP, **SUPER_FLUSH}
CALLED = {"ante": ("wins", 10_00), "call": ("wins", 10_00)}
LOST = {"ante": ("loses", 0), "call": ("loses", 0)}
PUSHED = {"ante": ("pushes", 0), "call": ("pushes", 0)}


def joker(
    wagers: dict[int, dict[str, int]],
    hands: dict[int, str] | None = None,
    house: str = "",
    **more: Any,
) -> Bank:
    """A round in which these seats have wagered and the cards are dealt."""
    players = more.pop("players", max(wagers))
    return Bank(GAME, players, hands=hands, house=house, wagers=wagers, **more)


def meets(player: str, dealer: str, wagers: dict[str, int] | None = None, **posted: Any) -> Bank:
    """One player calls, where asked, and meets the dealer."""
    bank = joker({1: wagers or ANTE}, {1: player}, dealer, **posted)
    return bank.to_end(placing=True)


def announced(wagers: dict[int, dict[str, int]], *pieces: str) -> Bank:
    """A round of which the dealer has named the first cards, piece by piece."""
    bank = joker(wagers, deck=(UNKNOWN,) * 54)
    for cards in pieces:
        bank.say(Announce(parse_cards(cards)))
    return bank


def named_to(bank: Bank, seat: int) -> set[Card]:
    """Every card that stands anywhere in the log as one seat has it."""
    text = "".join(write_event(event) for event in view(bank.log, seat))
    return {card for card in DECK_54 if f'"{card}"' in text}


# --- wagers (TCJ 6) ---------------------------------------------------------------------------


@clause("TCJ-6c1")
def test_an_ante_alone_plays_against_the_dealer() -> None:
    bank = joker({1: ANTE}, {1: "AsAh"}, "QcTd").run("p")
    assert bank.outcomes(1) == CALLED


@clause("TCJ-6c2")
@pytest.mark.parametrize("wagers", [PAIR_UP, SUPER_FLUSH, {**PAIR_UP, **SUPER_FLUSH}])
def test_bonus_wagers_play_without_an_ante(wagers: dict[str, int]) -> None:
    bank = joker({1: wagers}, {1: "AsKs"}, "QcTd")
    assert bank.state.done, "there is nothing to ask the player"
    assert bank.settled(1).keys() == wagers.keys()
    paid = 20 * wagers.get("pair up", 0) + 30 * wagers.get("super flush", 0)
    assert bank.won(1) == paid


@clause("TCJ-6c3")
def test_a_player_may_compete_with_the_dealer_and_the_pay_tables_at_once() -> None:
    bank = joker({1: ALL}, {1: "AsKs"}, "QcTd").run("p")
    assert bank.settled(1).keys() == {"ante", "call", "pair up", "super flush"}


@clause("TCJ-6c3")
def test_who_wagers_nothing_gets_no_cards() -> None:
    bank = Bank(GAME, 3)
    assert bank.state.turn(0) is None, "the dealer does not close before the first wager"
    bank.place(1, ante=10_00).place(2, ante=10_00).place(3, super_flush=5_00).place(1)
    assert bank.won(1) == 0
    bank.close()
    assert bank.events_of("BetsClosed")[0].seats == (2, 3)
    assert [bank.dealt_to(place) for place in (1, 2, 3, 0)] == [[], [1, 4], [2, 5], [3, 6]]


@clause("TCJ-6d")
@pytest.mark.parametrize("choice", ["p", "f"])
@pytest.mark.parametrize("house", ["AhAd", "QcTd", "Jd9c", "Jk1Jk2"])
def test_bonus_wagers_are_settled_alike_whatever_becomes_of_ante_and_call(
    choice: str, house: str
) -> None:
    bank = joker({1: ALL}, {1: "7h6h"}, house).run(choice)
    bonus = {spot: bank.outcomes(1)[spot] for spot in ("pair up", "super flush")}
    assert bonus == {"pair up": ("wins", 25_00), "super flush": ("wins", 25_00)}


# --- call or fold (TCJ 10(a)-(b)) -------------------------------------------------------------


@clause("TCJ-10a", "TCJ-10b")
def test_each_ante_player_is_asked_from_the_far_left_and_no_other() -> None:
    wagers = {1: PAIR_UP, 2: ANTE, 3: SUPER_FLUSH, 4: {**ANTE, **PAIR_UP}, 5: ANTE}
    bank = joker(wagers)
    assert bank.events_of("ChoiceAsked")[0].waiting == (2, 4, 5)
    for seat in (2, 4, 5):
        assert bank.actor == seat
        assert bank.does == ["place", "fold"]
        bank.run("f")
    assert bank.state.done


@clause("TCJ-10a", "TCJ-10b")
def test_a_call_is_exactly_the_ante() -> None:
    bank = joker({1: {"ante": 15_00}, 2: {"ante": 40_00}})
    for seat, ante in ((1, 15_00), (2, 40_00)):
        for wrong in (5_00, ante - 1_00, ante + 1_00, 2 * ante):
            bank.refused(Place(seat, {"call": Chips(wrong)}), "TCJ 10(b)")
        bank.refused(Place(seat, {"ante": Chips(ante)}), "TCJ 6(b)")
        bank.refused(Check(seat), "TCJ 10(b)")
        bank.refused(Surrender(seat), "TCJ 10(b)")
        if seat == 1:
            bank.run("p")
            assert bank.spots == {"1 ante": 15_00, "1 call": 15_00, "2 ante": 40_00}


@clause("TCJ-10a", "TCJ-10b")
def test_who_folds_loses_the_ante_and_who_cannot_call_must_fold() -> None:
    wagers = {1: ANTE, 2: ANTE}
    bank = Bank(GAME, {1: 19_00, 2: 20_00}, wagers=wagers)
    assert bank.does == ["fold"]
    bank.run("f")
    assert bank.does == ["place", "fold"]
    bank.refused(Fold(1), "TCJ 6(b)")
    bank.run("f")
    assert [bank.won(seat) for seat in (1, 2)] == [-10_00, -10_00]


@clause("TCJ-10a", "TCJ-10b")
def test_nobody_sees_a_card_of_another_player_or_of_the_dealer_while_deciding() -> None:
    bank = joker({1: ALL, 2: ANTE}, {1: "AsAh", 2: "KsKh"}, "QcTd").run("p")
    for seat, hidden in ((1, "Ks Kh Qc Td"), (2, "As Ah Qc Td"), (-1, "As Ah Ks Kh Qc Td")):
        assert not named_to(bank, seat) & {*parse_cards(hidden)}
        assert set(hide(bank.state, seat).house) == {UNKNOWN}


# --- the first pass (TCJ 10(c)) ---------------------------------------------------------------


@clause("TCJ-10c1")
def test_bonus_wagers_are_settled_from_the_far_right_before_the_dealer_shows() -> None:
    wagers = {1: PAIR_UP, 2: ANTE, 3: {**ANTE, **SUPER_FLUSH}, 4: ALL}
    hands = {1: "AsAh", 2: "KsKh", 3: "7h6h", 4: "3c2d"}
    bank = joker(wagers, hands, "QcTd").run("p f p")
    reveal = bank.kinds.index("HouseRevealed")
    before = [e for e in bank.log[:reveal] if type(e).__name__ in ("Shown", "Settled")]
    seats: list[Any] = [(type(event).__name__, getattr(event, "seat", 0)) for event in before]
    assert seats == [
        ("Shown", 4),
        ("Settled", 4),
        ("Shown", 3),
        ("Settled", 3),
        ("Shown", 1),
        ("Settled", 1),
    ]
    first = {e.seat: {o.spot for o in e.outcomes} for e in bank.events_of("Settled")[:3]}
    assert first == {4: {"pair up", "super flush"}, 3: {"super flush", "ante"}, 1: {"pair up"}}
    assert bank.kinds[reveal - 1] == "SettlementClosed"


@clause("TCJ-10c1")
def test_the_bonus_of_a_player_who_folded_is_paid_and_the_hand_revealed() -> None:
    bank = joker({1: ALL}, {1: "AsKs"}, "AhAd").run("f")
    assert bank.outcomes(1) == {
        "pair up": ("wins", 100_00),
        "super flush": ("wins", 150_00),
        "ante": ("loses", 0),
    }
    assert bank.events_of("Shown")[0].cards == parse_cards("AsKs")
    assert bank.kinds.index("Settled") < bank.kinds.index("HouseRevealed")
    assert bank.won(1) == 250_00 - 10_00


@clause("TCJ-10c2")
def test_a_folded_ante_and_the_cards_are_collected_in_the_first_pass() -> None:
    bank = joker({1: ANTE, 2: ANTE}, {1: "7c5d", 2: "AsAh"}, "QcTd").run("f p")
    reveal = bank.kinds.index("HouseRevealed")
    (collected,) = [e for e in bank.log[:reveal] if type(e).__name__ == "Collected"]
    assert (collected.clause, getattr(collected, "seats", ())) == ("TCJ 10(c)(2)", (1,))
    (outcome,) = bank.settled(1).values()
    assert (outcome.result, outcome.clause) == ("loses", "TCJ 10(c)(2)")
    pile = bank.state.discards[0]
    assert (pile.seat, pile.down, pile.up) == (1, parse_cards("7c5d"), ())


@clause("TCJ-10c2")
def test_a_folded_hand_without_a_bonus_is_shown_to_nobody() -> None:
    bank = joker({1: ANTE, 2: ANTE}, {1: "7c5d", 2: "AsAh"}, "QcTd").run("f p")
    assert [shown.seat for shown in bank.events_of("Shown")] == [2]
    for seat in (-1, 2):
        assert not {Card("7c"), Card("5d")} & named_to(bank, seat)
    assert hide(bank.state, 2).discards[0].down == (UNKNOWN, UNKNOWN)


# --- the dealer's hand and the second pass (TCJ 10(d)) ----------------------------------------


@clause("TCJ-10d")
def test_the_dealer_shows_and_settles_from_the_far_right_what_still_lies_there() -> None:
    wagers = {1: ANTE, 2: PAIR_UP, 3: ANTE, 4: ALL}
    hands = {1: "AsAh", 2: "8s8h", 3: "KsKh", 4: "7h6h"}
    bank = joker(wagers, hands, "QcTd").run("p f p")
    reveal = bank.kinds.index("HouseRevealed")
    assert bank.log[reveal].clause == "TCJ 10(d)"
    after = [e for e in bank.log[reveal:] if type(e).__name__ in ("Shown", "Settled")]
    assert [(type(event).__name__, getattr(event, "seat", 0)) for event in after] == [
        ("Settled", 4),
        ("Shown", 1),
        ("Settled", 1),
    ]
    assert [bank.outcomes(seat).keys() for seat in (2, 3)] == [{"pair up"}, {"ante"}]


@clause("TCJ-10d")
@pytest.mark.parametrize(
    ("wagers", "choices"), [({1: ANTE, 2: ALL}, "f f"), ({1: PAIR_UP, 2: SUPER_FLUSH}, "")]
)
def test_the_dealer_shows_though_no_wager_is_left(
    wagers: dict[int, dict[str, int]], choices: str
) -> None:
    bank = joker(wagers, house="QcTd").run(choices)
    assert bank.events_of("HouseRevealed")[0].cards == parse_cards("QcTd")
    assert bank.kinds[-3:] == ["HouseRevealed", "Collected", "RoundClosed"]


@clause("TCJ-10d")
def test_the_dealers_hand_is_seen_by_nobody_before_it_is_shown() -> None:
    bank = joker({1: ALL, 2: ALL}, {1: "AsKs", 2: "3c2d"}, "QcTd").run("p f")
    reveal = bank.kinds.index("HouseRevealed")
    for seat in (-1, 1, 2):
        seen = view(bank.log, seat)[:reveal]
        assert not {Card("Qc"), Card("Td")} & {c for e in seen for c in getattr(e, "cards", ())}
        known = replay(bank.game, seen)
        assert set(known.house) == {UNKNOWN}
        assert known == hide(replay(bank.game, bank.log[:reveal]), seat)


@clause("TCJ-10d1", "TCJ-11b1")
@pytest.mark.parametrize("player", ["7c5d", "4c2d", "AsAh", "AsKs", "Jk1Jk2", "Jh9d"])
def test_a_dealer_below_queen_high_pays_the_ante_and_returns_the_call(player: str) -> None:
    bank = meets(player, "Jd9c")
    assert bank.outcomes(1) == {"ante": ("wins", 10_00), "call": ("pushes", 0)}
    assert bank.won(1) == 10_00, "ten on the ante, whatever the player holds"
    assert bank.bank == -10_00


@clause("TCJ-10d1", "TCJ-11b1")
def test_cards_that_decide_nothing_are_shown_to_nobody() -> None:
    wagers = {1: ANTE, 2: ANTE, 3: ALL}
    hands = {1: "7c5d", 2: "AsAh", 3: "8s8h"}
    bank = joker(wagers, hands, "Jd9c", show_mucked="always").run("p p p")
    assert [shown.seat for shown in bank.events_of("Shown")] == [3], "for its bonus wagers"
    for seat, own in ((-1, ""), (1, "7c5d"), (2, "AsAh"), (3, "8s8h")):
        for card in parse_cards("7c5dAsAh"):
            assert (card in named_to(bank, seat)) == (card in own), (seat, card)
        piles = {pile.seat: pile for pile in hide(bank.state, seat).discards}
        for other in {1, 2} - {seat}:
            assert set(piles[other].down) == {UNKNOWN}
            assert not piles[other].up
    for other in (1, 2):
        bank.refused(Demand(other), "TCJ 10(a)")
        bank.refused(Show(other), "TCJ 10(a)")


@clause("TCJ-10d1", "TCJ-11b1")
def test_who_folded_is_not_paid_by_a_dealer_who_does_not_qualify() -> None:
    bank = joker({1: ANTE}, {1: "AsAh"}, "Jd9c").run("f")
    assert bank.won(1) == -10_00


@clause("TCJ-qual")
@pytest.mark.parametrize(
    "dealer", ["3d2c", "4s2s", "Jk12c", "Qc2d", "QcTd", "Kc2d", "Ac3d", "2c2d", "As2s", "Jk1Jk2"]
)
def test_queen_high_and_every_named_hand_qualify(dealer: str) -> None:
    bank = meets("7c5d", dealer)
    assert bank.outcomes(1) == LOST
    assert len(bank.events_of("Shown")) == 1


@clause("TCJ-qual")
@pytest.mark.parametrize("dealer", ["Jd9c", "Jh2c", "Tc8d", "9c2d", "4c2d"])
def test_jack_high_and_less_do_not_qualify(dealer: str) -> None:
    bank = meets("6c3d", dealer)
    assert bank.outcomes(1) == {"ante": ("wins", 10_00), "call": ("pushes", 0)}
    assert not bank.events_of("Shown")


@clause("TCJ-10d2", "TCJ-11b2")
@pytest.mark.parametrize(
    ("player", "dealer"), [("AcQd", "Ks8h"), ("3d2c", "AsAh"), ("Jk1Jk2", "AsKs")]
)
def test_a_hand_above_a_qualified_dealer_wins_ante_and_call(player: str, dealer: str) -> None:
    bank = meets(player, dealer)
    assert bank.outcomes(1)["ante"] == ("wins", 10_00)
    assert bank.outcomes(1)["call"][0] == "wins"
    assert bank.events_of("Shown")[0].cards == parse_cards(player)


@clause("TCJ-10d2", "TCJ-11b2")
@pytest.mark.parametrize(
    ("player", "dealer"), [("Ks8h", "AcQd"), ("AsAh", "3d2c"), ("QcTd", "QdJh")]
)
def test_a_hand_below_a_qualified_dealer_loses_ante_and_call(player: str, dealer: str) -> None:
    bank = meets(player, dealer)
    assert bank.outcomes(1) == LOST
    assert bank.bank == 20_00
    assert bank.events_of("Shown")[0].cards == parse_cards(player)


@clause("TCJ-10d2", "TCJ-11b2")
def test_cards_revealed_for_a_bonus_are_not_turned_again() -> None:
    bank = meets("AcQd", "Ks8h", ALL)
    assert bank.kinds.count("Shown") == 1
    assert bank.kinds.index("Shown") < bank.kinds.index("HouseRevealed")


@clause("TCJ-11f")
@pytest.mark.parametrize(
    ("player", "dealer"), [("AcQd", "AsQh"), ("Jk1Kd", "KsKh"), ("8c7c", "8h7h"), ("AsKs", "AhKh")]
)
def test_a_tie_returns_ante_and_call(player: str, dealer: str) -> None:
    bank = meets(player, dealer)
    assert bank.outcomes(1) == PUSHED
    assert bank.won(1) == 0
    assert bank.spots == {}
    assert {bank.settled(1)[spot].clause for spot in ("ante", "call")} == {"TCJ 11(f)"}


@clause("TCJ-11f")
def test_a_log_that_cites_the_odds_for_a_tie_still_verifies() -> None:
    log = [write_event(event) for event in meets("AcQd", "AsQh").log]
    assert verify_log(log, game_of).done
    tie, odds = '"TCJ 11(f)"', ('"TCJ 11(b)"', '"TCJ 11(c)"')
    earlier = [line.replace(tie, odds[0], 1).replace(tie, odds[1], 1) for line in log]
    assert earlier != log
    assert verify_log(earlier, game_of).done
    with pytest.raises(Refused, match="Settled has the wrong outcomes"):
        verify_log([line.replace(tie, '"TCJ 11(e)"') for line in log], game_of)


# --- payout odds (TCJ 11) ---------------------------------------------------------------------


@clause("TCJ-11c")
@pytest.mark.parametrize(
    ("player", "dealer", "odds"),
    [
        ("Jk1Jk2", "AsKs", 8),
        ("AsKs", "KhQh", 5),
        ("KhQh", "3h2h", 3),
        ("Ah2h", "AsKd", 3),
        ("AsKd", "AcAd", 1),
        ("3d2c", "AcAd", 1),
        ("AcAd", "KsKh", 1),
        ("Jk1Ad", "KsKh", 1),
        ("AhQh", "4s2s", 1),
        ("4s2s", "AcQd", 1),
        ("AcQd", "Qs2h", 1),
    ],
)
def test_the_call_pays_by_the_players_hand(player: str, dealer: str, odds: int) -> None:
    bank = meets(player, dealer)
    assert bank.outcomes(1) == {"ante": ("wins", 10_00), "call": ("wins", odds * 10_00)}
    assert bank.won(1) == 10_00 + odds * 10_00
    assert bank.settled(1)["call"].clause == "TCJ 11(c)"


HANDS = ("Jk1Jk2", "AsKs", "KhQh", "8c7d", "9c9d", "AhQh", "AcQd")  # best category first
PAIR_UP_ODDS = {1: (40, 20, 5, 3, 1), 2: (50, 25, 4, 3, 1), 3: (40, 30, 4, 3, 1)}


@clause("TCJ-11d")
@pytest.mark.parametrize("table", [1, 2, 3])
def test_pair_up_pays_by_the_posted_table(table: int) -> None:
    for hand, odds in zip(HANDS, PAIR_UP_ODDS[table], strict=False):
        bank = meets(hand, "Qc2d" if "Q" not in hand else "6c3d", PAIR_UP, pair_up_table=table)
        assert bank.outcomes(1) == {"pair up": ("wins", odds * 5_00)}, hand
    for hand in HANDS[5:]:
        bank = meets(hand, "6c3d", PAIR_UP, pair_up_table=table)
        assert bank.outcomes(1) == {"pair up": ("loses", 0)}, hand


@clause("TCJ-11d")
@pytest.mark.parametrize("hand", ["Jk1Kd", "Jk22c", "AsJk1", "2s2h"])
def test_a_joker_with_a_card_is_paid_as_a_pair(hand: str) -> None:
    assert meets(hand, "6c3d", PAIR_UP).outcomes(1) == {"pair up": ("wins", 5_00)}


@clause("TCJ-11d")
def test_one_table_is_selected_before_play() -> None:
    assert meets("AsKs", "6c3d", PAIR_UP).outcomes(1)["pair up"] == ("wins", 20 * 5_00)
    for unknown in (0, 4):
        with pytest.raises(Refused) as caught:
            Bank(GAME, 1, pair_up_table=unknown)
        assert caught.value.clause == "TCJ 11(d)"
    bank = joker({1: PAIR_UP}, pair_up_table=3)
    assert bank.events_of("RoundOpened")[0].sign.pair_up_table == 3


@clause("TCJ-11e")
@pytest.mark.parametrize(
    ("hand", "result"),
    [
        ("AsKs", ("wins", 30 * 5_00)),
        ("KhQh", ("wins", 5 * 5_00)),
        ("Ah2h", ("wins", 5 * 5_00)),
        ("AhQh", ("wins", 3 * 5_00)),
        ("Ah3h", ("wins", 3 * 5_00)),
        ("KhJh", ("wins", 2 * 5_00)),
        ("Kd2d", ("wins", 2 * 5_00)),
        ("QhTh", ("wins", 5_00)),
        ("4s2s", ("wins", 5_00)),
        ("AsKd", ("pushes", 0)),
        ("As2d", ("pushes", 0)),
        ("9c9d", ("pushes", 0)),
        ("Jk1Ad", ("pushes", 0)),
        ("Jk1Jk2", ("pushes", 0)),
        ("AcQd", ("loses", 0)),
        ("4c2d", ("loses", 0)),
    ],
)
def test_super_flush_pays_flushes_and_pushes_straights_and_pairs(
    hand: str, result: tuple[str, int]
) -> None:
    bank = meets(hand, "8c6d", SUPER_FLUSH)
    assert bank.outcomes(1) == {"super flush": result}
    back = {"wins": result[1], "pushes": 0, "loses": -5_00}[result[0]]
    assert bank.won(1) == back


@clause("TCJ-11e")
def test_king_jack_suited_against_queen_ten_brings_25_in_all() -> None:
    bank = meets("KhJh", "QcTd", ALL)
    assert bank.outcomes(1) == {
        "pair up": ("loses", 0),
        "super flush": ("wins", 10_00),
        "ante": ("wins", 10_00),
        "call": ("wins", 10_00),
    }
    assert bank.won(1) == 25_00


@clause("TCJ-10e")
@pytest.mark.parametrize("choices", ["p p", "f p", "f f"])
def test_the_dealers_cards_go_to_the_discard_rack_last(choices: str) -> None:
    bank = joker({1: ANTE, 2: ALL}, {1: "7c5d", 2: "AsAh"}, "QcTd").run(choices)
    assert bank.kinds[-2:] == ["Collected", "RoundClosed"]
    assert bank.state.house == ()
    pile = bank.state.discards[-1]
    assert (pile.seat, pile.down, pile.up) == (0, (), parse_cards("QcTd"))
    assert {pile.seat for pile in bank.state.discards} == {0, 1, 2}
    for seat in (-1, 1, 2):
        assert replay(bank.game, view(bank.log, seat)) == hide(bank.state, seat)


# --- several positions (A-75) -----------------------------------------------------------------


def test_a_player_may_play_several_positions_where_the_sign_says_so() -> None:
    hands = {1: "7c5d", 2: "KsKh", 3: "AsAh", 4: "9c8c"}
    bank = Bank(GAME, {1: 100_00, 3: 100_00}, hands=hands, dealt=[1, 2, 3, 4], house="QcTd")
    bank.refused_wagers(1, "SIGN multi_position", position=2, ante=10_00)
    bank = Bank(
        GAME,
        {1: 100_00, 3: 100_00},
        hands=hands,
        dealt=[1, 2, 3, 4],
        house="QcTd",
        multi_position=True,
    )
    bank.place(1, ante=10_00).place(1, position=2, ante=20_00, pair_up=5_00)
    bank.place(3, ante=10_00).place(1, position=4, super_flush=5_00)
    bank.refused_wagers(1, "FIELD position", position=3, ante=10_00)
    bank.refused_wagers(3, "FIELD position", position=2, ante=10_00)
    bank.refused_wagers(1, "FIELD position", position=7, ante=10_00)
    assert bank.state.stacks == {1: 60_00, 3: 90_00}
    bank.close()
    assert bank.events_of("ChoiceAsked")[0].waiting == (1, 2, 3)
    assert bank.option("place").most == 10_00
    bank.run("f")
    assert (bank.actor, bank.option("place").most) == (2, 20_00)
    bank.run("p p")
    assert [settled.seat for settled in bank.events_of("Settled")] == [4, 2, 1, 3, 2]
    assert bank.outcomes(2) == {
        "pair up": ("wins", 5_00),
        "ante": ("wins", 20_00),
        "call": ("wins", 20_00),
    }
    assert bank.won(1) == 25_00 - 10_00 + 5_00 + 40_00
    assert bank.won(3) == 20_00
    assert bank.bank == -80_00


def test_an_owner_sees_the_cards_of_every_position_of_his_or_hers_and_nobody_else() -> None:
    hands = {1: "7c5d", 2: "KsKh", 3: "AsAh"}
    stacks = {1: 100_00, 3: 100_00}
    bank = Bank(GAME, stacks, hands=hands, dealt=[1, 2, 3], multi_position=True)
    bank.place(1, ante=10_00).place(1, position=2, ante=10_00).place(3, ante=10_00).close()
    for seat, seen in ((1, {1, 2}), (2, {2}), (3, {3}), (-1, set[int]())):
        known = hide(bank.state, seat)
        assert {s for s in hands if UNKNOWN not in known.hands[s].down} == seen
        assert replay(bank.game, view(bank.log, seat)) == known


def test_the_owner_pays_the_calls_of_all_positions_from_one_stack() -> None:
    bank = Bank(GAME, {1: 35_00}, dealt=[1, 2], multi_position=True)
    bank.place(1, ante=10_00).place(1, position=2, ante=10_00)
    bank.refused_wagers(1, "TCJ 6(b)", position=3, ante=16_00)
    bank.close()
    assert bank.does == ["place", "fold"]
    bank.run("p")
    assert (bank.actor, bank.does) == (2, ["fold"]), "five dollars do not make a call"


def test_wagers_on_a_further_position_may_be_withdrawn_before_no_more_bets() -> None:
    bank = Bank(GAME, {1: 100_00}, multi_position=True)
    bank.place(1, ante=10_00).place(1, position=2, ante=10_00, pair_up=5_00).place(1, position=2)
    assert bank.state.stacks == {1: 90_00}
    bank.close()
    assert bank.events_of("BetsClosed")[0].seats == (1,)


# --- irregularities (TCJ 12) ------------------------------------------------------------------


@clause("TCJ-12a")
def test_one_card_face_up_is_discarded_and_the_next_one_dealt() -> None:
    bank = joker({1: ANTE, 2: ANTE}).rewind("BetsClosed").report("face_up_card")
    (removed,) = bank.events_of("CardRemoved")
    assert (removed.card, removed.clause) == ("2c", "TCJ 12(a)")
    assert [bank.dealt_to(place) for place in (1, 2, 0)] == [[2, 5], [3, 6], [4, 7]]
    bank.to_end(placing=True)
    assert len(bank.events_of("Settled")) == 2


@clause("TCJ-12a")
@pytest.mark.parametrize("pieces", [(), ("3c",), ("3c4c5c",), ("3c4c5c3d4d5d",)])
def test_more_than_one_card_face_up_voids_all_hands_and_saves_no_bonus(
    pieces: tuple[str, ...],
) -> None:
    bank = announced({1: ALL, 2: SUPER_FLUSH, 3: ANTE}, *pieces).report("face_up_cards")
    assert bank.state.done
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == ("TCJ 12(a)", "")
    assert [bank.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert not bank.events_of("Settled")


@clause("TCJ-12a")
def test_a_full_table_of_26_has_no_card_to_spare() -> None:
    bank = Bank(GAME, 26, seats=26, wagers=dict.fromkeys(range(1, 27), ANTE))
    assert bank.state.left == 0
    bank.rewind("BetsClosed").report("face_up_card")
    assert bank.state.done
    assert bank.events_of("RoundVoided")[0].clause == "TCJ 12(a)"
    assert all(bank.won(seat) == 0 for seat in range(1, 27))


@clause("TCJ-12c")
@pytest.mark.parametrize("kind", ["player_wrong_number", "house_wrong_number"])
@pytest.mark.parametrize("choices", ["", "p", "f"])
def test_a_wrong_number_of_cards_anywhere_voids_all_hands(kind: Any, choices: str) -> None:
    bank = joker({1: ALL, 2: ANTE, 3: PAIR_UP}, {3: "AsKs"}).run(choices)
    bank.report(kind, seat=2 if kind == "player_wrong_number" else 0)
    assert bank.state.done
    assert bank.events_of("RoundVoided")[0].clause == "TCJ 12(c)"
    assert [bank.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert bank.spots == {}
    assert bank.bank == 0
    assert not bank.events_of("Settled")


@clause("TCJ-12c")
def test_a_wrong_number_is_not_mended_by_dealing_on() -> None:
    bank = joker({1: ANTE})
    bank.refused(Report("house_wrong_number", mended=True), "TCJ 12(c)")


@clause("TCJ-12d")
@pytest.mark.parametrize("choices", ["", "p", "f"])
def test_an_exposed_dealer_card_voids_every_hand(choices: str) -> None:
    bank = joker({1: ALL, 2: ANTE, 3: PAIR_UP}, {3: "AsKs"}).run(choices)
    bank.report("dealer_card_exposed")
    assert bank.state.done
    assert bank.events_of("RoundVoided")[0].clause == "TCJ 12(d)"
    assert [bank.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert not bank.events_of("Settled")


@clause("TCJ-12d")
def test_bonus_wagers_already_settled_stand_and_the_others_are_void() -> None:
    wagers = {1: ALL, 2: ANTE, 3: {**ANTE, **PAIR_UP}}
    hands = {1: "AsKs", 2: "7c5d", 3: "9c9d"}
    bank = joker(wagers, hands, "QcTd").run("p f p")
    bank.rewind("SettlementClosed").report("dealer_card_exposed")
    assert bank.state.done
    assert bank.won(1) == 20 * 5_00 + 30 * 5_00
    assert bank.won(2) == -10_00, "the folded ante was collected"
    assert bank.won(3) == 5_00
    assert bank.bank == -250_00 + 10_00 - 5_00
    assert not bank.events_of("HouseRevealed")


@clause("TCJ-12d")
def test_between_two_players_only_the_settled_one_keeps_the_bonus() -> None:
    wagers = {1: ALL, 3: {**ANTE, **PAIR_UP}}
    bank = joker(wagers, {1: "AsKs", 3: "9c9d"}, "QcTd").run("p p")
    bank.rewind("Settled").report("dealer_card_exposed")
    assert [bank.won(seat) for seat in (1, 3)] == [0, 5_00]


@clause("TCJ-12d")
def test_the_rule_ends_when_the_dealer_reveals() -> None:
    exposed = Report("dealer_card_exposed")
    bank = Bank(GAME, 1)
    bank.place(1, ante=10_00).refused(exposed, "TCJ 12(d)")
    bank.close().run("p").refused(exposed, "TCJ 12(d)")
    bank.rewind("HouseRevealed").refused(exposed, "TCJ 12(d)")


@clause("TCJ-5b6")
@pytest.mark.parametrize(
    ("posted", "contest", "paid"), [("4-2", "wins", 15_00), ("A-3", "loses", 5_00)]
)
def test_the_sign_says_which_flush_is_the_lowest(posted: str, contest: str, paid: int) -> None:
    """An ace and a three of one suit against four-two of one suit, and what super flush pays."""
    bank = joker({1: ALL}, {1: "As3s"}, "4h2h", lowest_flush=posted).run("p")
    assert bank.outcomes(1)["call"][0] == contest
    assert bank.outcomes(1)["super flush"] == ("wins", paid)
    best = joker({1: ALL}, {1: "AsQs"}, "KhTh", lowest_flush=posted).run("p")
    assert best.outcomes(1)["super flush"] == ("wins", 15_00)
    assert best.outcomes(1)["call"][0] == "wins"
    next_up = joker({1: ALL}, {1: "As3s"}, "KhJd", lowest_flush=posted).run("p")
    assert next_up.outcomes(1)["call"][0] == "wins", "a flush beats a high card in any case"
