"""Flop Poker: wagers, the choice, the settlement and the pot (FLOP 6, 10-12)."""

from typing import Any

import pytest

from croupier.cards import DECK_52, UNKNOWN, Card, parse_cards
from croupier.chips import Chips
from croupier.engine.commands import Announce, Check, Demand, Fold, Place, Report, Show, Surrender
from croupier.engine.play import replay
from croupier.rankings import FAMILIES
from croupier.rankings.picks import Exactly
from croupier.refused import Refused
from croupier.views.narration.narrate import narrate
from croupier.views.seat import hide, view
from tests.banking import Bank
from tests.clause import clause

GAME = "flop-poker"
ANTE, POT = 10_00, 5_00
COMMUNITY = "KsKh2d"
ODDS = (1000, 500, 100, 30, 20, 10, 4, 2, 1)  # FLOP 11(c), best hand first


def bets(players: int, *, ante: int = ANTE, pot: int = POT) -> dict[int, dict[str, int]]:
    """Everybody's wagers before the cards; a player alone places no pot wager."""
    wagers = {"ante": ante} if players == 1 else {"ante": ante, "pot": pot}
    return dict.fromkeys(range(1, players + 1), wagers)


def flop(players: int, hands: dict[int, str] | None = None, house: str = "", **more: Any) -> Bank:
    """A round in which everybody has wagered and the cards are dealt."""
    wagers = more.pop("wagers", None) or bets(players)
    return Bank(GAME, players, hands=hands, house=house, wagers=wagers, **more)


def announced(players: int, *pieces: str) -> Bank:
    """A round of which the dealer has named the first cards, piece by piece."""
    bank = flop(players, deck=(UNKNOWN,) * 52)
    for cards in pieces:
        bank.say(Announce(parse_cards(cards)))
    return bank


def awards(bank: Bank) -> dict[int, int]:
    return {
        int(move.target.removeprefix("stack:")): int(move.chips)
        for event in bank.events_of("PotAwarded")
        for move in event.moves
    }


def faces(bank: Bank, seat: int) -> set[Card]:
    """Every card that a seat has seen."""
    seen: set[Card] = set()
    for event in view(bank.log, seat):
        seen.update(getattr(event, "cards", ()))
    return seen - {UNKNOWN}


# --- the cards of the section -----------------------------------------------------------------


@clause("FLOP-5a")
def test_ranks_run_from_the_ace_down_and_suits_break_no_tie() -> None:
    bank = flop(2, {1: "As9c4h", 2: "Ks9d4s"}, "7d5hJc").run("p p")
    assert awards(bank) == {1: 10_00}
    bank = flop(2, {1: "Ac9c4h", 2: "As9s4s"}, "7d5hJc").run("p p")
    assert awards(bank) == {1: 5_00, 2: 5_00}


@clause("FLOP-5b")
def test_the_categories_stand_in_the_order_of_the_section() -> None:
    ladder = (
        "AsKsQsJsTs",
        "KhQhJhTh9h",
        "2s2h2d2cAs",
        "2s2h2d3c3s",
        "7s5s4s3s2s",
        "5d4h3s2sAs",
        "2s2h2d4c3s",
        "3s3h2d2c4s",
        "2s2h5d4c3s",
        "AsKdQcJs9h",
    )
    strengths = [FAMILIES["high-5"].strength(cards) for cards in ladder]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 10


@clause("FLOP-5c")
def test_equal_categories_are_decided_by_the_highest_card_the_other_hand_lacks() -> None:
    bank = flop(2, {1: "AhJh9h", 2: "As9sJs"}, "2h5h5s", wagers=bets(2)).run("p p")
    assert awards(bank) == {1: 10_00}, "A-J-9-5-2 suited; seat 2 has a pair of fives"
    high, low = (FAMILIES["high-5"].strength(text) for text in ("AhJh9h5h2h", "AsJs9s4s3s"))
    assert high > low


# --- wagers (FLOP 6) --------------------------------------------------------------------------


@clause("FLOP-6c")
def test_an_ante_and_a_pot_wager_are_required() -> None:
    bank = Bank(GAME, 2)
    bank.refused_wagers(1, "FLOP 6(c)", pot=POT)
    bank.refused_wagers(1, "FLOP 6(c)", ante=ANTE)
    bank.place(1, ante=ANTE, pot=POT)
    assert bank.spots == {"1 ante": ANTE}
    assert bank.state.pot == POT


@clause("FLOP-6c")
def test_the_pot_wager_is_one_equal_posted_amount() -> None:
    bank = Bank(GAME, 2, pot_wager=7_00)
    for wrong in (5_00, 6_00, 8_00, 10_00):
        bank.refused_wagers(1, "FLOP 6(c)", ante=ANTE, pot=wrong)
    bank.place(1, ante=ANTE, pot=7_00).place(2, ante=100_00, pot=7_00)
    assert bank.state.pot == 14_00


@clause("FLOP-6c")
@pytest.mark.parametrize("least", [5_00, 15_00, 50_00])
def test_where_nothing_else_is_posted_the_pot_wager_is_the_table_minimum(least: int) -> None:
    bank = Bank(GAME, 2, wager_min=least)
    bank.refused_wagers(1, "FLOP 6(c)", ante=least, pot=least - 1_00)
    bank.refused_wagers(1, "FLOP 6(c)", ante=least, pot=least + 1_00)
    bank.place(1, ante=least + 1_00, pot=least)


@clause("FLOP-6c")
def test_a_player_alone_at_the_table_places_no_pot_wager_and_no_pot_is_awarded() -> None:
    bank = Bank(GAME, 1)
    assert [option.spot for option in bank.turn.options] == ["ante"]
    bank.refused_wagers(1, "FLOP 6(c)", ante=ANTE, pot=POT)
    bank.place(1, ante=ANTE).close().run("p")
    assert bank.state.done
    assert not bank.events_of("PotAwarded")
    assert bank.settled(1).keys() == {"ante", "flop"}


@clause("FLOP-6c")
def test_one_of_two_players_at_the_table_owes_the_pot_wager_though_the_other_sits_out() -> None:
    bank = Bank(GAME, 2)
    bank.refused_wagers(1, "FLOP 6(c)", ante=ANTE)
    bank.place(1, ante=ANTE, pot=POT).close()
    assert bank.events_of("BetsClosed")[0].seats == (1,)
    bank.run("s")
    assert awards(bank) == {1: POT}
    assert bank.events_of("PotAwarded")[0].clause == "FLOP 10(d)"


@clause("FLOP-6d")
@pytest.mark.parametrize("choices", ["p p p", "s p p", "p s s", "s s s", "p p s"])
@pytest.mark.parametrize("winner", ["AsAdAc", "5c7d9h"])
def test_ante_and_flop_results_never_reach_the_pot_wagers(choices: str, winner: str) -> None:
    hands = {1: winner, 2: "4c6d8h", 3: "3c6h8d"}
    bank = flop(3, hands, "JsTh2d").run(choices)
    assert awards(bank) == {1: 15_00}
    beside = {"AsAdAc": 10_00 + 40_00, "5c7d9h": -20_00}[winner]
    assert bank.won(1) == 10_00 + (beside if choices[0] == "p" else -10_00)


# --- the choice (FLOP 10(a)-(b)) --------------------------------------------------------------


@clause("FLOP-10a", "FLOP-10a1")
def test_after_three_cards_each_player_places_exactly_the_ante_on_flop_or_surrenders() -> None:
    wagers = {1: {"ante": 15_00, "pot": POT}, 2: {"ante": 40_00, "pot": POT}}
    bank = flop(2, wagers=wagers)
    assert all(len(bank.state.hands[seat].down) == 3 for seat in (1, 2))
    for seat, ante in ((1, 15_00), (2, 40_00)):
        assert bank.actor == seat
        assert bank.does == ["place", "surrender"]
        assert (bank.option("place").least, bank.option("place").most) == (ante, ante)
        for wrong in (ante - 1_00, ante + 1_00, 2 * ante):
            bank.refused(Place(seat, {"flop": Chips(wrong)}), "FLOP 10(a)")
        bank.refused(Place(seat, {"flop": Chips(ante), "pot": Chips(POT)}), "FLOP 6(b)")
        bank.refused(Place(seat, {"ante": Chips(ante)}), "FLOP 6(b)")
        bank.refused(Fold(seat), "FLOP 10(a)")
        bank.refused(Check(seat), "FLOP 10(a)")
        if seat == 1:
            bank.run("p")
            assert bank.spots["1 flop"] == 15_00


@clause("FLOP-10a", "FLOP-10a1")
def test_a_choice_covers_the_flop_spot_of_the_asked_position_and_takes_no_coupon() -> None:
    bank = flop(2, match_play=True)
    bank.refused(Place(1, {"flop": Chips(ANTE)}, position=2), "FLOP 6(b)")
    bank.refused(Place(1, {"flop": Chips(ANTE)}, coupon=Chips(ANTE)), "FLOP 6(b)")
    bank.refused(Place(2, {"flop": Chips(ANTE)}), "FLOP 6(b)")


@clause("FLOP-10a2")
def test_a_surrendered_ante_goes_to_the_house_at_once() -> None:
    bank = flop(2).run("s")
    assert bank.actor == 2
    assert bank.bank == ANTE
    assert "1 ante" not in bank.spots
    assert bank.state.pot == 2 * POT
    bank.refused(Surrender(1), "FLOP 6(b)")
    bank.run("p")
    assert bank.outcomes(1) == {}, "nothing of it is left to settle"


@clause("FLOP-10a2")
def test_a_player_who_cannot_cover_the_flop_wager_may_only_surrender() -> None:
    bank = flop({1: 24_00, 2: 25_00}, wagers=bets(2))  # type: ignore[arg-type]  # stacks
    assert bank.does == ["surrender"]
    bank.refused(Place(1, {"flop": Chips(9_00)}), "FLOP 10(a)")
    bank.run("s")
    assert bank.does == ["place", "surrender"]


@clause("FLOP-10a2")
def test_nobody_surrenders_after_the_flop_wager() -> None:
    bank = flop(2).run("p")
    bank.refused(Surrender(1), "FLOP 6(b)")


@clause("FLOP-10a-keeps")
def test_a_surrendered_hand_still_wins_the_pot_wagers() -> None:
    bank = flop(3, {1: "AsAdKd", 2: "3c6h8d", 3: "QsQd7c"}, COMMUNITY).run("s p p")
    assert awards(bank) == {1: 15_00}
    assert bank.won(1) == 15_00 - POT - ANTE


@clause("FLOP-10a-keeps")
def test_a_surrendered_hand_shares_the_pot_with_a_tied_one() -> None:
    bank = flop(2, {1: "AsQd7d", 2: "AcQh7s"}, COMMUNITY).run("s p")
    assert awards(bank) == {1: 5_00, 2: 5_00}


@clause("FLOP-10a-keeps")
def test_a_surrendered_hand_lies_face_down_until_it_is_turned_up_with_the_others() -> None:
    bank = flop(2, {1: "AsAdKd", 2: "3c6h8d"}, COMMUNITY).run("s")
    own = set(parse_cards("AsAdKd"))
    assert bank.cards(1) == "AsAdKd"
    assert not faces(bank, 2) & own
    assert set(hide(bank.state, 2).hands[1].down) == {UNKNOWN}
    bank.run("p")
    assert own < faces(bank, 2)


@clause("FLOP-10b")
def test_the_community_cards_are_turned_when_all_have_decided_and_not_before() -> None:
    bank = flop(3, house=COMMUNITY)
    shared = set(parse_cards(COMMUNITY))
    for word in ("p", "s"):
        bank.run(word)
        assert not bank.events_of("HouseRevealed")
        assert not any(faces(bank, seat) & shared for seat in (-1, 1, 2, 3))
        assert set(hide(bank.state, 1).house) == {UNKNOWN}
    bank.run("p")
    (turned,) = bank.events_of("HouseRevealed")
    assert (turned.cards, turned.clause) == (parse_cards(COMMUNITY), "FLOP 10(b)")
    assert bank.kinds[bank.kinds.index("HouseRevealed") - 1] == "Chose"
    assert shared <= faces(bank, -1)


@clause("FLOP-10b")
def test_no_card_is_burned_in_this_game() -> None:
    bank = flop(6).to_end(placing=True)
    assert not bank.state.burns
    assert not bank.events_of("Burned")
    assert bank.state.top == 21
    assert bank.state.left == 31


@clause("FLOP-10b")
def test_the_cards_are_turned_though_the_only_player_surrendered() -> None:
    bank = flop(1, {1: "AsAdKd"}, COMMUNITY).run("s")
    tail = ["Chose", "HouseRevealed", "Shown", "SettlementClosed", "Collected", "RoundClosed"]
    assert bank.kinds[-6:] == tail
    assert bank.won(1) == -ANTE


# --- the hand (FLOP 1, 10(c)) -----------------------------------------------------------------


@clause("FLOP-1hand", "FLOP-10c-hand")
@pytest.mark.parametrize(
    ("own", "community", "line", "odds"),
    [
        ("2c7dQh", "QsQdQc", "three-of-a-kind", 4),
        ("JsJh3d", "3c3hKs", "full house", 30),
        ("AsKsQs", "JsTs2d", "royal flush", 1000),
        ("9c8c7c", "6c5dTc", "straight flush", 500),
        ("AsAhAd", "Ac2c3c", "four-of-a-kind", 100),
        ("JsJhJd", "QcQhQs", "full house", 30),
        ("5d6h7s", "8c9d2h", "straight", 10),
        ("QsQh2d", "2cJs9d", "two pairs", 2),
        ("KsJh4d", "KcTh2c", "pair, jacks or better", 1),
    ],
)
def test_a_hand_is_all_three_own_cards_and_two_of_the_community_cards(
    own: str, community: str, line: str, odds: int
) -> None:
    bank = flop(1, {1: own}, community).run("p")
    assert bank.settled(1)["flop"].line == line
    assert bank.outcomes(1) == {"ante": ("wins", 10_00), "flop": ("wins", odds * 10_00)}


@clause("FLOP-1hand", "FLOP-10c-hand")
@pytest.mark.parametrize(
    ("own", "community"),
    [("JsTs2d", "AsKsQs"), ("QcQd2h", "3sQhQs"), ("2c3d7h", "AsAhAd"), ("4s5sTd", "6s7s8s")],
)
def test_neither_an_own_card_is_left_out_nor_are_all_three_community_cards_used(
    own: str, community: str
) -> None:
    bank = flop(1, {1: own}, community).run("p")
    (shown,) = bank.events_of("Shown")
    cards, shared = parse_cards(own), parse_cards(community)
    pairs = [(shared[0], shared[1]), (shared[0], shared[2]), (shared[1], shared[2])]
    best = max(FAMILIES["high-5"].strength((*cards, *two)) for two in pairs)
    assert shown.strengths == ((best,),)
    assert best < FAMILIES["high-5"].strength((*cards, *shared))


@clause("FLOP-10c")
def test_from_the_far_right_each_hand_is_turned_and_settled_before_the_next() -> None:
    bank = flop(3, {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}, COMMUNITY).run("p s p")
    passed = bank.log[bank.kinds.index("HouseRevealed") + 1 : bank.kinds.index("SettlementClosed")]
    assert [(type(event).__name__, getattr(event, "seat", 0)) for event in passed] == [
        ("Shown", 3),
        ("Settled", 3),
        ("Shown", 2),
        ("Shown", 1),
        ("Settled", 1),
    ]
    assert {event.clause for event in passed} == {"FLOP 10(c)"}


@clause("FLOP-10c")
def test_the_best_hand_of_every_player_is_announced() -> None:
    hands = {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}
    bank = flop(3, hands, COMMUNITY).run("p s p")
    for shown in bank.events_of("Shown"):
        assert shown.cards == parse_cards(hands[shown.seat])
        best = FAMILIES["high-5"].strength_of(
            shown.cards, parse_cards(COMMUNITY), Exactly(own=3, board=2)
        )
        assert shown.strengths == ((best,),)
    events = [line.words for line in narrate(bank.log)]
    assert "seat 3 has Q♠ Q♦ 7♣: two pair, kings and queens, seven kicker" in events
    assert "seat 2 has 3♣ 6♥ 8♦: a pair of kings, eight-six-three kickers" in events
    assert "seat 1 has A♠ A♦ A♣: full house, aces over kings" in events


@clause("FLOP-10c")
def test_only_the_dealer_turns_a_hand_up() -> None:
    bank = flop(2, show_mucked="on_request").run("p p")
    bank.refused(Show(1), "FLOP 10(a)")
    bank.refused(Demand(1), "FLOP 10(a)")


@clause("FLOP-10c1")
@pytest.mark.parametrize(
    ("own", "community"),
    [
        *((own, "4c6d8h") for own in ("TsThAc", "2c7d9h", "AsKdQc", "TdTc9s")),
        ("JsTh9c", "Qc4d6h"),  # four to a straight
        ("As3s5s", "7s9d8c"),  # four to a flush
        ("AhKs2c", "TcTd4h"),  # the pair lies among the community cards
        ("AhQs2c", "JcKdTh"),  # a straight that would need one card of the player's fewer
    ],
)
def test_below_a_pair_of_jacks_ante_and_flop_lose(own: str, community: str) -> None:
    bank = flop(1, {1: own}, community).run("p")
    assert bank.outcomes(1) == {"ante": ("loses", 0), "flop": ("loses", 0)}
    assert bank.won(1) == -20_00
    assert bank.bank == 20_00


@clause("FLOP-10c2")
@pytest.mark.parametrize(
    ("own", "community", "odds"),
    [
        *((own, "4c6d8h", 1) for own in ("JsJh2c", "QsQh2c", "KsKh2c", "AsAh2c")),
        ("Js7h2c", "Jd4c6d", 1),  # one jack from each
        ("9s7h2c", "JcJd4h", 1),  # both from the community cards
        ("3s3h2d", "2c4s9d", 2),  # two pairs, both below jacks
        ("2s2h2d", "4c3s9d", 4),
        ("5d4h3s", "2sAs9d", 10),  # the ace as one
        ("7s5s4s", "3s2s9d", 20),
        ("2s2h2d", "3c3s9d", 30),
        ("2s2h2d", "2c3s9d", 100),
        ("As2s3s", "4s5s9d", 500),
        ("AsKsQs", "JsTs2d", 1000),
    ],
)
def test_a_pair_of_jacks_and_every_better_hand_win_ante_and_flop(
    own: str, community: str, odds: int
) -> None:
    bank = flop(1, {1: own}, community).run("p")
    assert bank.outcomes(1) == {"ante": ("wins", 10_00), "flop": ("wins", odds * 10_00)}
    assert bank.won(1) == 10_00 + odds * 10_00


# --- payout odds (FLOP 11) --------------------------------------------------------------------


EVERY_LINE = [
    ("royal flush", "AsKsQs", "JsTs2d", 1000),
    ("straight flush", "As2s3s", "4s5s9d", 500),
    ("four-of-a-kind", "2s2h2d", "2c3s9d", 100),
    ("full house", "2s2h2d", "3c3s9d", 30),
    ("flush", "7s5s4s", "3s2s9d", 20),
    ("straight", "5d4h3s", "2sAs9d", 10),
    ("three-of-a-kind", "2s2h2d", "4c3s9d", 4),
    ("two pairs", "3s3h2d", "2c4s9d", 2),
    ("pair, jacks or better", "JsJh2c", "4c6d8h", 1),
]


@clause("FLOP-11b")
@pytest.mark.parametrize(("line", "own", "community", "odds"), EVERY_LINE)
def test_a_winning_ante_pays_1_to_1_whatever_the_hand(
    line: str, own: str, community: str, odds: int
) -> None:
    bank = flop(1, {1: own}, community, wagers={1: {"ante": 15_00}}).run("p")
    assert bank.outcomes(1)["ante"] == ("wins", 15_00)


@clause("FLOP-11c")
@pytest.mark.parametrize(("line", "own", "community", "odds"), EVERY_LINE)
def test_a_winning_flop_wager_is_paid_once_for_the_highest_hand(
    line: str, own: str, community: str, odds: int
) -> None:
    bank = flop(1, {1: own}, community, wagers={1: {"ante": 5_00}}).run("p")
    outcome = bank.settled(1)["flop"]
    assert (outcome.line, outcome.won, outcome.clause) == (line, odds * 5_00, "FLOP 11(c)")
    assert bank.won(1) == 5_00 + odds * 5_00
    assert bank.bank == -bank.won(1)


@clause("FLOP-11c")
def test_ten_dollars_each_on_ante_and_flop_bring_310_with_a_full_house() -> None:
    bank = flop(1, {1: "2s2h2d"}, "3c3s9d").run("p")
    assert bank.won(1) == 10_00 + 300_00 == 310_00


@clause("FLOP-11c")
@pytest.mark.parametrize(("line", "own", "community", "odds"), EVERY_LINE)
def test_a_sign_may_post_better_odds_line_by_line_and_none_worse(
    line: str, own: str, community: str, odds: int
) -> None:
    place = ODDS.index(odds)
    better = tuple(odd + (at == place) for at, odd in enumerate(ODDS))
    bank = flop(1, {1: own}, community, wagers={1: {"ante": 5_00}}, flop_odds=better).run("p")
    assert bank.outcomes(1)["flop"] == ("wins", (odds + 1) * 5_00)
    worse = tuple(odd - (at == place) for at, odd in enumerate(ODDS))
    with pytest.raises(Refused) as caught:
        Bank(GAME, 1, flop_odds=worse)
    assert caught.value.clause == "FLOP 11(c)"


@clause("FLOP-11c")
def test_posted_odds_name_every_line() -> None:
    with pytest.raises(Refused) as caught:
        Bank(GAME, 1, flop_odds=ODDS[:-1])
    assert caught.value.clause == "SIGN flop_odds"


# --- the pot (FLOP 10(d)) ---------------------------------------------------------------------


@clause("FLOP-10d1")
def test_the_pot_is_awarded_only_after_all_ante_and_flop_wagers_are_settled() -> None:
    bank = flop(3, {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}, COMMUNITY).run("p s p")
    kinds = bank.kinds
    last = max(at for at, kind in enumerate(kinds) if kind == "Settled")
    assert last < kinds.index("SettlementClosed") < kinds.index("PotAwarded")
    assert bank.events_of("PotAwarded")[0].clause == "FLOP 10(d)"
    assert kinds.count("PotAwarded") == 1


@clause("FLOP-10d1")
def test_the_best_hand_takes_every_pot_wager_with_less_than_jacks_too() -> None:
    hands = {1: "3c6h8d", 2: "4c6s9d", 3: "3h6d9c"}
    bank = flop(3, hands, "2sTdQh").run("p p p")
    assert [bank.outcomes(seat)["flop"] for seat in (1, 2, 3)] == [("loses", 0)] * 3
    assert awards(bank) == {2: 15_00}


@clause("FLOP-10d1")
def test_the_pot_never_touches_the_house() -> None:
    bank = flop(5).to_end()
    assert bank.bank == 5 * ANTE
    assert sum(awards(bank).values()) == 25_00
    assert bank.state.pot == 0


@clause("FLOP-10d1")
def test_every_hand_is_collected_after_the_pot_is_awarded() -> None:
    bank = flop(3, {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}, COMMUNITY).run("p s p")
    assert bank.kinds[-3:] == ["PotAwarded", "Collected", "RoundClosed"]
    (collected,) = bank.events_of("Collected")
    assert (collected.seats, collected.clause) == ((3, 2, 1), "FLOP 10(e)")


@clause("FLOP-10d2")
@pytest.mark.parametrize(
    ("unit", "shares"),
    [(50, {2: 12_50, 4: 12_50}), (1_00, {2: 13_00, 4: 12_00})],
)
def test_tied_hands_share_25_dollars_in_equal_amounts(unit: int, shares: dict[int, int]) -> None:
    hands = {1: "3c6h8d", 2: "AsQd7d", 3: "4c6s9d", 4: "AcQh7s", 5: "5h6d9c"}
    bank = flop(5, hands, "KsKh2d", unit=unit).run("p p p p p")
    assert awards(bank) == shares
    (award,) = bank.events_of("PotAwarded")
    assert award.excess == ("A-74" if unit == 1_00 else "")


@clause("FLOP-10d2")
def test_pieces_left_over_go_one_by_one_from_the_dealers_left() -> None:
    hands = {1: "3c6h8d", 2: "AsQd7d", 3: "AhQs7c", 4: "AcQh7s", 5: "5h6d9c"}
    bank = flop(5, hands, "KsKh2d").run("s s s s s")
    assert awards(bank) == {2: 9_00, 3: 8_00, 4: 8_00}
    bank = flop(5, hands, "KsKh2d", unit=50).run("s s s s s")
    assert awards(bank) == {2: 8_50, 3: 8_50, 4: 8_00}


@clause("FLOP-10d2")
def test_no_sign_gives_the_odd_chip_to_a_suit() -> None:
    with pytest.raises(Refused):
        Bank(GAME, 2, odd_chip="suit")


# --- irregularities (FLOP 12) -----------------------------------------------------------------


@clause("FLOP-12a")
def test_an_early_community_card_voids_ante_and_flop_and_the_pot_is_still_awarded() -> None:
    hands = {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}
    bank = flop(3, hands, COMMUNITY).run("p s").report("community_card_exposed")
    assert bank.state.done
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == ("FLOP 12(a)", "pot")
    assert awards(bank) == {1: 15_00}
    assert [bank.won(seat) for seat in (1, 2, 3)] == [10_00, -POT, -POT]
    assert bank.bank == 0, "the surrendered ante went back too"
    assert not bank.events_of("Settled")
    assert [shown.seat for shown in bank.events_of("Shown")] == [3, 2, 1]


@clause("FLOP-12a")
def test_a_tie_for_the_pot_is_shared_after_an_early_community_card() -> None:
    hands = {1: "AsQd7d", 2: "AcQh7s"}
    bank = flop(2, hands, COMMUNITY).report("community_card_exposed")
    assert awards(bank) == {1: 5_00, 2: 5_00}
    assert [bank.won(seat) for seat in (1, 2)] == [0, 0]


@clause("FLOP-12a")
def test_a_card_exposed_before_the_deal_is_complete_does_not_stop_it() -> None:
    bank = announced(2, "3c4c5c", "3d4d")
    bank.report("community_card_exposed")
    assert bank.spots == {}
    assert bank.state.pot == 2 * POT
    assert not bank.events_of("HouseRevealed")
    bank.say(Announce(parse_cards("5d3h4h5h")))
    assert bank.state.done
    assert bank.events_of("HouseRevealed")[0].cards == parse_cards("5c5d5h")
    assert [len(shown.cards) for shown in bank.events_of("Shown")] == [3, 3]
    assert awards(bank) == {2: 10_00}


@clause("FLOP-12a")
def test_a_player_alone_gets_the_ante_back_and_there_is_no_pot() -> None:
    bank = flop(1).report("community_card_exposed")
    assert bank.state.done
    assert bank.won(1) == 0
    assert not bank.events_of("PotAwarded")


@clause("FLOP-12a")
def test_the_rule_ends_with_the_last_decision_and_begins_with_the_cards() -> None:
    exposed = Report("community_card_exposed")
    bank = Bank(GAME, 2)
    bank.place(1, ante=ANTE, pot=POT).refused(exposed, "FLOP 12(a)")
    bank.place(2, ante=ANTE, pot=POT).close().run("p p")
    bank.refused(exposed, "FLOP 12(a)")
    last = len(bank.kinds) - 1 - bank.kinds[::-1].index("Chose")
    bank.log = bank.log[: last + 1]
    bank.state = replay(bank.game, bank.log)
    bank.refused(exposed, "FLOP 12(a)")


@clause("FLOP-12b")
def test_one_card_face_up_is_discarded_and_the_next_one_dealt() -> None:
    bank = flop(2).rewind("BetsClosed").report("face_up_card")
    (removed,) = bank.events_of("CardRemoved")
    assert (removed.card, removed.clause) == (DECK_52[0], "FLOP 12(b)")
    assert [bank.dealt_to(place) for place in (1, 2, 0)] == [[2, 5, 8], [3, 6, 9], [4, 7, 10]]
    assert [pile.cards for pile in bank.state.discards] == [(DECK_52[0],)]
    bank.run("p p")
    assert bank.state.done
    assert awards(bank)


@clause("FLOP-12b")
def test_a_named_face_up_card_is_dealt_to_nobody() -> None:
    bank = announced(2, "3c4c").report("face_up_card", card=Card("9s"))
    assert bank.events_of("CardRemoved")[0].card == "9s"
    bank.refused(Announce((Card("9s"),)), "FIELD cards")
    bank.refused(Report("face_up_card", card=Card("3c")), "FIELD cards")
    bank.say(Announce(parse_cards("5c3d4d5d3h4h5h")))
    assert bank.cards(0) == "5c5d5h"


@clause("FLOP-12b")
@pytest.mark.parametrize("pieces", [(), ("3c",), ("3c4c5c",), ("3c4c5c3d4d5d3h4h",)])
def test_two_cards_face_up_while_dealing_void_everything(pieces: tuple[str, ...]) -> None:
    bank = announced(2, *pieces).report("face_up_cards")
    assert bank.state.done
    assert bank.events_of("RoundVoided")[0].clause == "FLOP 12(b)"
    assert not bank.events_of("PotAwarded")
    assert [bank.won(seat) for seat in (1, 2)] == [0, 0]
    assert bank.bank == bank.state.pot == 0


@clause("FLOP-12b")
def test_two_cards_face_up_after_the_deal_void_all_but_the_pot() -> None:
    bank = flop(2, {1: "AsAdAc", 2: "3c6h8d"}, COMMUNITY).run("s").report("face_up_cards")
    assert bank.state.done
    assert awards(bank) == {1: 10_00}
    assert [bank.won(seat) for seat in (1, 2)] == [POT, -POT]
    assert bank.bank == 0


@clause("FLOP-12b")
def test_a_deck_that_cannot_serve_all_without_the_face_up_card_voids_the_hands() -> None:
    bank = Bank(GAME, 16, seats=16, wagers=bets(16)).rewind("BetsClosed")
    bank.report("face_up_card")
    assert bank.state.top == 52
    assert not bank.events_of("RoundVoided")
    bank.refused(Report("face_up_card"), "FLOP 12(b)")
    bank.rewind("CardRemoved").report("face_up_card")
    assert bank.state.done
    assert bank.events_of("RoundVoided")[0].clause == "FLOP 12(b)"
    assert all(bank.won(seat) == 0 for seat in range(1, 17))


@clause("FLOP-12d")
@pytest.mark.parametrize("choices", ["", "p", "s"])
def test_a_hand_with_a_wrong_number_of_cards_is_void_and_the_others_play_on(choices: str) -> None:
    hands = {1: "AsAdAc", 2: "3c6h8d", 3: "QsQd7c"}
    bank = flop(3, hands, COMMUNITY).run(choices).report("player_wrong_number", seat=1)
    (void,) = bank.events_of("HandVoided")
    assert (void.seat, void.clause) == (1, "FLOP 12(d)")
    assert bank.won(1) == 0, "ante, flop and pot wager went back"
    assert bank.bank == 0
    assert bank.actor == 2
    bank.run("p p")
    assert [shown.seat for shown in bank.events_of("Shown")] == [3, 2]
    assert awards(bank) == {3: 10_00}
    assert bank.won(1) == 0
    assert bank.outcomes(1) == {}


@clause("FLOP-12d")
def test_the_round_goes_on_when_the_last_to_decide_has_the_void_hand() -> None:
    bank = flop(2, {1: "AsAdAc", 2: "3c6h8d"}, COMMUNITY).run("p")
    bank.report("player_wrong_number", seat=2)
    assert bank.state.done
    assert awards(bank) == {1: POT}
    assert bank.outcomes(1)["flop"] == ("wins", 30 * ANTE)
    assert not faces(bank, 1) & set(parse_cards("3c6h8d"))


@clause("FLOP-12d")
def test_when_every_hand_is_void_nothing_is_won_or_lost() -> None:
    bank = flop(2).report("player_wrong_number", seat=2).report("player_wrong_number", seat=1)
    assert bank.state.done
    assert [bank.won(seat) for seat in (1, 2)] == [0, 0]
    assert not bank.events_of("PotAwarded")


@clause("FLOP-12d")
def test_a_hand_is_counted_when_the_deal_is_complete_and_only_once() -> None:
    bank = announced(2, "3c4c5c")
    bank.refused(Report("player_wrong_number", seat=1), "FLOP 12(d)")
    bank = flop(2).report("player_wrong_number", seat=1)
    bank.refused(Report("player_wrong_number", seat=1), "FIELD seat")
    bank.refused(Report("player_wrong_number", seat=5), "FIELD seat")


@clause("FLOP-12d")
def test_a_wrong_number_of_community_cards_voids_every_hand_and_the_pot() -> None:
    bank = flop(3).run("p s").report("house_wrong_number")
    assert bank.state.done
    (void,) = bank.events_of("RoundVoided")
    assert (void.clause, void.saves) == ("FLOP 7(f)(2)", "")
    assert [bank.won(seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert not bank.events_of("PotAwarded")
    again = flop(3)
    again.refused(Report("house_wrong_number", mended=True), "FLOP 7(f)(2)")
