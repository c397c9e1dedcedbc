"""POKER 8 and what all games share: which are offered, for how many, and how a hand ends."""

import pytest
from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.chips import Chips
from croupier.engine.accounts import POT, stack
from croupier.games import LIBRARY, PLAYER_BANKED, game_of
from croupier.refused import Refused
from croupier.room.table.progress import deal_round, open_table, sit
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.seat import NOBODY, hide, view
from tests.clause import clause
from tests.dealing import Deal

CATALOGUE = {  # POKER 8(a), in its order
    "seven-card-stud": ("POKER 9", "high"),
    "seven-card-stud-hilo": ("POKER 9", "high-low"),
    "seven-card-stud-hilo-8": ("POKER 9", "high-low"),
    "holdem": ("POKER 10", "high"),
    "omaha": ("POKER 11", "high"),
    "omaha-hilo-8": ("POKER 11", "high-low"),
    "five-card-draw": ("POKER 12", "high"),
    "five-card-draw-low": ("POKER 12", "low"),
    "five-card-stud": ("POKER 13", "high"),
    "mambo-stud-hilo-6": ("POKER 13a", "high-low"),
    "five-card-omaha": ("POKER 20", "high"),
    "five-card-omaha-hilo-8": ("POKER 20", "high-low"),
    "triple-draw-2-7": ("POKER 21", "low"),
    "triple-draw-a-5": ("POKER 21", "low"),
    "badeucey": ("POKER 21", "low"),
    "badacey": ("POKER 21", "low"),
    "badugi": ("POKER 22", "low"),
}
CEILINGS = {
    "POKER 9": ("POKER 9(b)", 9),
    "POKER 10": ("POKER 10(b)", 11),
    "POKER 11": ("POKER 11(b)", 10),
    "POKER 12": ("POKER 12(b)", 8),
    "POKER 13": ("POKER 13(b)", 8),
    "POKER 13a": ("POKER 13a(b)", 11),
    "POKER 20": ("POKER 20(a)", 8),
    "POKER 21": ("POKER 21(a)", 7),
    "POKER 22": ("POKER 22(a)", 9),
}
STUD = ("seven-card-stud", "seven-card-stud-hilo-8", "five-card-stud", "mambo-stud-hilo-6")


def full_table(key: str) -> Deal:
    """As many players as the game may seat, down to the end."""
    return Deal(key, PLAYER_BANKED[key].players.most).to_showdown()


def taken(deal: Deal) -> int:
    """How many cards left the deck."""
    runs = deal.events_of("Dealt") + deal.events_of("BoardDealt")
    return sum(len(event.cards) for event in runs) + deal.kinds.count("Burned")


# --- 8: which games --------------------------------------------------------------------------


@clause("POKER-8a")
def test_the_catalogue_is_that_of_the_section() -> None:
    poker = {key: game for key, game in PLAYER_BANKED.items() if game.document.name == "POKER"}
    assert {key: (game.section, game.kind) for key, game in poker.items()} == CATALOGUE
    assert list(poker) == list(CATALOGUE)
    assert set(PLAYER_BANKED) - set(poker) == {"bbc-omaha"}


@clause("POKER-8a")
@pytest.mark.parametrize("key", CATALOGUE)
def test_every_permitted_game_may_be_offered_and_played_out(key: str) -> None:
    table = open_table(game_of(key))
    for seat in (1, 2, 3):
        table = sit(table, seat, 100_00)
    state, _ = deal_round(table)
    assert state.game.key == key
    assert Deal(key, 3).to_showdown().state.done


@clause("POKER-8b")
@pytest.mark.parametrize("name", ["faro", "Holdem", "omaha-hilo", "", "holdem "])
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="not an authorized game") as refused:
        game_of(name)
    assert refused.value.clause == "POKER 8(b)"


@clause("POKER-8b")
@pytest.mark.parametrize("key", LIBRARY)
def test_a_game_known_only_from_records_is_offered_by_no_table(key: str) -> None:
    game = game_of(key)
    with pytest.raises(Refused) as refused:
        open_table(game)
    assert refused.value.clause == "POKER 8(b)"
    with pytest.raises(Refused) as refused:
        Deal(key, sign=game.sign, authorised=True)
    assert refused.value.clause == "POKER 8(b)"


@clause("POKER-8b")
@pytest.mark.parametrize(
    ("key", "sign", "cited"),
    [
        ("holdem", TableSign(run_twice=True), "POKER 10"),
        ("holdem", TableSign(bomb_pot=Chips(5_00)), "POKER 10"),
        ("holdem", TableSign(kill="full", kill_pot=Chips(40_00)), "POKER 10"),
        ("seven-card-stud", TableSign(odd_chip="left_of_button"), "POKER 9"),
        ("omaha-hilo-8", TableSign(odd_chip="left_of_button"), "POKER 11"),
        ("badugi", TableSign(reshuffle_own_discards=True), "POKER 22"),
        ("holdem", TableSign(five_stud_opener_must_bet=True), "POKER 10"),
    ],
)
def test_a_rule_of_another_game_is_refused(key: str, sign: TableSign, cited: str) -> None:
    with pytest.raises(Refused) as refused:
        open_table(game_of(key), sign)
    assert refused.value.clause == cited


@clause("POKER-8b")
def test_a_sign_made_for_records_is_posted_at_no_table() -> None:
    with pytest.raises(Refused) as refused:
        open_table(game_of("holdem"), TableSign(authorised=False))
    assert refused.value.clause == "POKER 8(b)"


# --- 6(b): how many, and the dealer ----------------------------------------------------------


def ceiling_of(game: Game) -> tuple[str, int]:
    return ("BBC oma-max", 10) if game.document.name == "BBC" else CEILINGS[game.section]


@pytest.mark.parametrize(
    "key",
    [
        *(pytest.param(key, marks=clause("POKER-6b")) for key in CATALOGUE),
        pytest.param("bbc-omaha", marks=clause("BBC-gen-players")),
    ],
)
def test_every_game_has_its_ceiling_and_none_goes_beyond_eleven(key: str) -> None:
    cited, most = ceiling_of(PLAYER_BANKED[key])
    assert most <= 11
    assert len(Deal(key, most).state.hands) == most
    with pytest.raises(Refused) as refused:
        Deal(key, most + 1)
    assert refused.value.clause == cited
    with pytest.raises(Refused) as refused:
        Deal(key, 2, seats=most + 1)
    assert refused.value.clause == cited


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        *(pytest.param(key, "POKER 6(b)", marks=clause("POKER-6b")) for key in CATALOGUE),
        pytest.param("bbc-omaha", "BBC gen-players", marks=clause("BBC-gen-players")),
    ],
)
def test_two_may_play_and_one_may_not(key: str, cited: str) -> None:
    assert Deal(key, 2).to_showdown().state.done
    with pytest.raises(Refused) as refused:
        Deal(key, 1)
    assert refused.value.clause == cited


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-6b")),
        pytest.param("bbc-omaha", marks=clause("BBC-gen-players")),
    ],
)
def test_a_house_may_seat_fewer(key: str) -> None:
    table = open_table(game_of(key), replace(game_of(key).sign, seats=2))
    table = sit(sit(table, 1, 50_00), 5, 50_00)
    with pytest.raises(Refused, match="full with 2 players"):
        sit(table, 6, 50_00)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-6b")),
        pytest.param("bbc-omaha", marks=clause("BBC-gen-players")),
    ],
)
def test_the_dealer_has_no_seat_no_cards_and_no_chips(key: str) -> None:
    with pytest.raises(Refused, match="there is no seat 0"):
        Deal(key, {0: 200_00, 1: 200_00, 2: 200_00})
    deal = Deal(key, 3).to_showdown()
    assert set(deal.state.accounts) == {POT, stack(1), stack(2), stack(3)}
    assert {seat for event in deal.events_of("Dealt") for seat in event.seats} == {1, 2, 3}
    assert {turn.actor for event in deal.events_of("TurnGiven") for turn in event.turns} <= {
        1,
        2,
        3,
    }


# --- 6(d): how a hand ends -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 6(e)(6)", marks=clause("POKER-6d")),
        pytest.param("seven-card-stud-hilo-8", "POKER 6(e)(6)", marks=clause("POKER-6d")),
        pytest.param("bbc-omaha", "BBC gen-award", marks=clause("BBC-gen-object")),
    ],
)
def test_the_last_live_player_wins_unseen(key: str, cited: str) -> None:
    deal = Deal(key, 3, ante=1_00).call().call()
    if deal.may("check"):
        deal.check()
    (seat,) = {1, 2, 3} - {deal.bet(2_00).actor, deal.fold().actor}
    deal.fold()
    assert deal.state.done
    (award,) = deal.events_of("PotAwarded")
    assert (award.clause, award.moves[0].target) == (cited, stack(seat))
    assert not deal.events_of("ShowdownOpened")
    assert not deal.events_of("Shown")
    assert [deal.won(other) < 0 for other in (1, 2, 3)] == [other != seat for other in (1, 2, 3)]


@pytest.mark.parametrize(
    "key",
    [
        *(pytest.param(key, marks=clause("POKER-6d")) for key in CATALOGUE),
        pytest.param("bbc-omaha", marks=clause("BBC-gen-object")),
    ],
)
def test_two_who_remain_show_their_hands_after_the_last_betting_round(key: str) -> None:
    deal = Deal(key, 3).fold().to_showdown()
    shown = deal.kinds.index("ShowdownOpened")
    assert deal.kinds[:shown].count("BettingClosed") == len(deal.game.bets)
    assert "BettingOpened" not in deal.kinds[shown:]
    assert len(deal.events_of("Shown")) == 2


# --- cards, up-cards, kinds ------------------------------------------------------------------


@clause("POKER-cap-cards")
@pytest.mark.parametrize(
    ("key", "players", "cards"),
    [
        ("holdem", 11, 30),
        ("omaha", 10, 48),
        ("omaha-hilo-8", 10, 48),
        ("five-card-omaha", 8, 48),
        ("five-card-omaha-hilo-8", 8, 48),
        ("five-card-draw", 8, 41),
        ("five-card-draw-low", 8, 41),
        ("five-card-stud", 8, 43),
        ("mambo-stud-hilo-6", 11, 36),
        ("triple-draw-2-7", 7, 38),
        ("badeucey", 7, 38),
        ("badugi", 9, 39),
    ],
)
def test_the_deck_serves_a_full_table(key: str, players: int, cards: int) -> None:
    deal = full_table(key)
    assert len(deal.state.hands) == players
    assert taken(deal) == cards
    assert len(deal.events_of("Shown")) == players
    assert not deal.events_of("Reshuffled") + deal.events_of("CommonDealt")


@clause("POKER-cap-cards")
@pytest.mark.parametrize(
    ("key", "stub"), [("five-card-draw", 11), ("triple-draw-a-5", 14), ("badugi", 13)]
)
def test_a_full_table_that_draws_has_the_discards_to_draw_from(key: str, stub: int) -> None:
    deal = full_table(key)
    assert 52 - taken(deal) == stub
    wild = Deal(key, deal.game.players.most)
    while not wild.state.done:
        if wild.may("discard"):
            wild.throw(wild.option("discard").most)
        else:
            wild.passive()
    assert wild.events_of("Reshuffled")
    assert len(wild.events_of("Shown")) == wild.game.players.most
    assert {len(event.cards) for event in wild.events_of("Shown")} == {4 if key == "badugi" else 5}


@clause("POKER-cap-cards")
@pytest.mark.parametrize("key", ["seven-card-stud", "seven-card-stud-hilo"])
@pytest.mark.parametrize("players", [6, 7, 8, 9])
def test_seven_card_stud_for_seven_to_nine_ends_with_a_common_card(key: str, players: int) -> None:
    deal = Deal(key, players).to_showdown()
    assert bool(deal.events_of("CommonDealt")) is (players > 6)
    assert len(deal.events_of("Shown")) == players


@clause("POKER-1upcard")
@pytest.mark.parametrize("key", STUD)
def test_up_cards_are_public_from_the_moment_they_are_dealt(key: str) -> None:
    deal = Deal(key, 3)
    while not deal.state.done:
        for seat in (NOBODY, 1, 2, 3):
            seen = hide(deal.state, seat)
            assert [hand.up for hand in seen.hands.values()] == [
                hand.up for hand in deal.state.hands.values()
            ]
            up = [
                card
                for event in view(deal.log, seat)
                for card, face in zip(
                    getattr(event, "cards", ()), getattr(event, "faces", ""), strict=False
                )
                if face == "U"
            ]
            assert up
            assert UNKNOWN not in up
        deal.passive()


@clause("POKER-1upcard")
@pytest.mark.parametrize("key", STUD)
def test_up_cards_stay_until_the_hand_is_folded(key: str) -> None:
    deal = Deal(key, 3)
    first = {seat: hand.up for seat, hand in deal.state.hands.items()}
    seat = deal.actor
    deal.fold()
    assert hide(deal.state).hands[seat].up == ()
    while deal.street != "showdown":
        for other in {1, 2, 3} - {seat}:
            assert hide(deal.state).hands[other].up[0] == first[other][0]
        deal.passive()


@clause("POKER-1types")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_what_a_game_declares_says_which_hands_win(key: str) -> None:
    game = PLAYER_BANKED[key]
    shares = [share.name for share in Deal(key, 2).state.showdown.shares]
    assert game.kind in ("high", "low", "high-low")
    if game.kind == "high-low":
        assert shares == ["high", "low"]
    elif game.kind == "high":
        assert shares == ["high"]
    else:
        assert set(shares) <= {"low", "badugi"}
    deal = Deal(key, 3).to_showdown()
    assert {award.share for award in deal.events_of("PotAwarded")} <= set(shares)


@clause("POKER-1types")
@pytest.mark.parametrize(
    ("key", "high", "low"),
    [
        ("seven-card-stud", 1, 0),
        ("seven-card-stud-hilo", 1, 2),
        ("seven-card-stud-hilo-8", 1, 2),
        ("five-card-draw", 1, 0),
        ("five-card-draw-low", 0, 2),
        ("triple-draw-a-5", 0, 2),
    ],
)
def test_the_same_hands_win_by_what_the_game_declares(key: str, high: int, low: int) -> None:
    deal = Deal(key, 2, hands={1: "AsAhAdKsKh", 2: "2c3d4h6s7c"}).to_showdown()
    for award in deal.events_of("PotAwarded"):
        assert award.moves[0].target == stack({"high": high, "low": low}[award.share])
    assert bool(high) is any(award.share == "high" for award in deal.events_of("PotAwarded"))
