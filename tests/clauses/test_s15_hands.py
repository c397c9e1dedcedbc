"""POKER 15(f), (i), (r): hands fouled, collected, left or dealt to the wrong player."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, UNKNOWN
from croupier.engine.accounts import POT, RAKE
from croupier.engine.commands import Announce, Protect, Report
from croupier.engine.faults import Accident, HandRefunded
from croupier.engine.play import ANNOUNCED, decide
from croupier.games import PLAYER_BANKED, game_of
from croupier.histories.phh import write_phh
from croupier.refused import Refused
from croupier.rules.sign import Supplement, TableSign, amend
from croupier.views.narration.narrate import narrate
from croupier.views.screen.preview import ruling
from tests.clause import clause
from tests.dealing import Deal

NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}
STUDS = [key for key, game in PLAYER_BANKED.items() if not game.button]


def unnamed(key: str = "holdem", players: Any = 5, **posted: Any) -> Deal:
    """A real table: nobody has named the cards that lie face down."""
    deal = Deal(key, players, deck=ANNOUNCED, **posted)
    most = deal.option("announce").most
    return deal.say(Announce((UNKNOWN,) * most))


def pot_of_sixty(key: str = "holdem") -> Deal:
    """Five players, 4 each before the flop; then four of them 10 each: 60, of which 14 a player."""
    deal = unnamed(key, **NO_LIMIT)
    deal.raise_to(4_00)
    while deal.street == "hole cards":
        deal.call()
    deal.say(Announce((UNKNOWN,)))
    deal.say(Announce(DECK_52[:3]))
    deal.bet(10_00).call().call().call()
    assert deal.actor == 5
    deal.fold()
    assert deal.state.pot == 60_00
    return deal


# --- unprotected -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(i)", marks=clause("POKER-15i", "POKER-1fouled")),
        pytest.param("badugi", "POKER 15(i)", marks=clause("POKER-15i", "POKER-1fouled")),
        pytest.param("bbc-omaha", "BBC irr-unprotected", marks=clause("BBC-irr-unprotected")),
    ],
)
@pytest.mark.parametrize("kind", ["fouled", "collected"])
def test_an_unprotected_hand_is_dead_without_redress(key: str, cited: str, kind: Any) -> None:
    deal = Deal(key, 4)
    deal.call()
    gone, pot = deal.events_of("Called")[0].seat, deal.state.pot
    deal.say(Report(kind, gone))
    (events,) = deal.events_of("HandDead")
    assert (events.seat, events.clause) == (gone, cited)
    assert deal.state.pot == pot
    deal.to_showdown()
    assert deal.won(gone) == -2_00
    assert gone not in {shown.seat for shown in deal.events_of("Shown")}
    assert deal.everywhere == sorted(DECK_52)


@clause("POKER-15i", "POKER-1fouled", "BBC-irr-unprotected")
def test_the_turn_passes_on_and_the_last_hand_takes_the_pot() -> None:
    deal = Deal("holdem", 3)
    assert deal.actor == 3
    deal.say(Report("fouled", 3))
    assert deal.actor == 1
    deal.say(Report("fouled", 2))
    assert deal.state.done
    assert (deal.won(1), deal.won(2), deal.won(3)) == (2_00, -2_00, 0)


@clause("POKER-15i")
def test_what_a_dead_hand_bet_is_still_to_be_called() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT).raise_to(10_00)
    deal.say(Report("fouled", 3))
    assert deal.turn.to_call == 9_00
    deal.call().call()
    assert deal.state.pot == 30_00


@clause("POKER-15i")
def test_only_a_live_hand_can_be_fouled() -> None:
    deal = Deal("holdem", 3).fold()
    deal.refused(Report("fouled", 3), "FIELD seat")
    deal.refused(Report("fouled", 9), "FIELD seat")
    deal.fold()
    deal.refused(Report("fouled", 2), "POKER 15(i)")


# --- protected -------------------------------------------------------------------------------


@clause("POKER-1protected")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_a_player_protects_the_hand_at_any_time_while_it_is_live(key: str) -> None:
    deal = Deal(key, 3)
    asked = deal.state.turns
    waiting = next(seat for seat in (1, 2, 3) if seat != deal.actor)
    deal.say(Protect(waiting))
    assert deal.state.turns == asked
    assert deal.state.hands[waiting].protected
    (events,) = deal.events_of("Protected")
    assert events.clause == deal.state.game.own("POKER 1 protected hand")
    deal.say(Report("fouled", waiting))
    assert waiting in deal.state.live


@clause("POKER-1protected")
def test_a_hand_thrown_away_cannot_be_protected() -> None:
    deal = Deal("holdem", 3).fold()
    deal.refused(Protect(3), "POKER 1 protected hand")
    deal.refused(Protect(9), "POKER 7(a)")
    deal.fold()
    deal.refused(Protect(2), "POKER 1 protected hand")


@clause("POKER-15i1")
@pytest.mark.parametrize("key", STUDS)
@pytest.mark.parametrize("kind", ["fouled", "collected"])
def test_hole_cards_of_stud_need_no_protection(key: str, kind: Any) -> None:
    deal = Deal(key, 3)
    deal.say(Report(kind, deal.actor))
    assert not deal.events_of("HandDead")
    assert len(deal.state.live) == 3


@clause("POKER-15i1")
@pytest.mark.parametrize("key", [key for key in PLAYER_BANKED if key not in STUDS])
def test_hands_of_other_games_do(key: str) -> None:
    deal = Deal(key, 3)
    deal.say(Report("fouled", deal.actor))
    assert len(deal.state.live) == 2


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(i)(2)", marks=clause("POKER-15i2")),
        pytest.param("bbc-omaha", "BBC irr-reconstruct", marks=clause("BBC-irr-reconstruct")),
    ],
)
def test_a_protected_hand_is_restored_and_plays_on(key: str, cited: str) -> None:
    hands = {1: "AsAh", 2: "KsKh"} if key == "holdem" else {1: "AsAh2c3d", 2: "KsKh4c5d"}
    deal = Deal(key, 2, hands=hands, board="7d9hTsJc8s").say(Protect(1))
    deal.say(Report("fouled", 1))
    (events,) = deal.events_of("Noted")
    assert (events.clause, events.seat) == (cited, 1)
    before = deal.cards(1)
    deal.to_showdown()
    assert deal.events_of("Shown")[0].seat in (1, 2)
    assert before in {"".join(shown.cards) for shown in deal.events_of("Shown")}


@clause("POKER-15i2", "BBC-irr-reconstruct")
def test_at_a_real_table_the_floor_says_whether_it_could_be_restored() -> None:
    deal = unnamed().say(Protect(4))
    deal.say(Report("collected", 4, mended=True))
    assert deal.events_of("Noted")[0].seat == 4
    deal.say(Report("collected", 4))
    assert deal.events_of("HandRefunded")[0].seat == 4


# --- the refund ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(i)(3)", marks=clause("POKER-15i3")),
        pytest.param("bbc-omaha", "BBC irr-refund", marks=clause("BBC-irr-refund")),
    ],
)
@pytest.mark.parametrize("kind", ["fouled", "collected"])
def test_fourteen_of_a_pot_of_sixty_go_back(key: str, cited: str, kind: Any) -> None:
    deal = pot_of_sixty(key).say(Protect(3)).say(Report(kind, 3))
    (events,) = deal.events_of("HandRefunded")
    assert events.clause == cited
    assert [(move.source, move.chips) for move in events.moves] == [(POT, 14_00)]
    assert deal.state.pot == 46_00
    assert deal.won(3) == 0
    assert deal.pots == [(46_00, (1, 2, 4))]


@clause("POKER-15i3", "BBC-irr-refund")
def test_who_had_a_part_in_the_error_gets_nothing() -> None:
    deal = pot_of_sixty().say(Protect(3)).say(Report("fouled", 3, contributed=True))
    (events,) = deal.events_of("HandDead")
    assert events.clause == "POKER 15(i)(3)"
    assert deal.state.pot == 60_00
    assert deal.won(3) == -14_00


@clause("POKER-15i3", "BBC-irr-refund")
def test_side_pots_are_right_without_the_money_that_went_back() -> None:
    stacks = {1: 20_00, 2: 50_00, 3: 200_00, 4: 200_00}
    deal = unnamed(players=stacks, **NO_LIMIT)
    deal.raise_to(100_00).call().call().call()  # seats 3, 4, 1, 2
    assert deal.pots == [
        (80_00, (1, 2, 3, 4)),
        (90_00, (2, 3, 4)),
        (100_00, (3, 4)),
    ]
    deal.say(Protect(3)).say(Report("collected", 3))
    assert deal.stacks[3] == 200_00
    assert deal.pots == [(60_00, (1, 2, 4)), (60_00, (2, 4)), (50_00, (4,))]


@clause("POKER-15i3", "BBC-irr-refund")
def test_where_rake_has_left_the_pot_short_it_gives_the_rest_back() -> None:
    deal = unnamed(players=2, **NO_LIMIT).say(Protect(2))
    assert deal.state.hands[2].put_in == 2_00
    accounts = {**deal.state.accounts, POT: 2_00, RAKE: 1_00}  # 1_00 of it is seat 1's own bet
    (events,) = decide(replace(deal.state, accounts=accounts), Report("fouled", 2))
    assert isinstance(events, HandRefunded)
    assert [(move.source, move.chips) for move in events.moves] == [(POT, 1_00), (RAKE, 1_00)]


@clause("POKER-15i3")
def test_the_others_play_on_at_the_price_that_stood() -> None:
    deal = unnamed(players=4, **NO_LIMIT)
    deal.raise_to(10_00)  # seat 3
    deal.say(Protect(3)).say(Report("collected", 3))
    assert (deal.actor, deal.turn.to_call) == (4, 10_00)
    deal.fold().fold()
    assert deal.state.done
    assert [deal.won(seat) for seat in (1, 2, 3, 4)] == [-1_00, 1_00, 0, 0]


# --- a wrong number of cards -----------------------------------------------------------------


@clause("POKER-1fouled-count")
def test_a_protected_hand_with_a_wrong_number_of_cards_is_refunded() -> None:
    deal = Deal("holdem", 3).call().say(Protect(3)).say(Report("wrong_number", 3))
    (events,) = deal.events_of("HandRefunded")
    assert events.clause == "POKER 15(i)(3)"
    assert deal.stacks[3] == 200_00
    assert not deal.state.undone  # the deck is whole: no dead round


@clause("POKER-1fouled-count")
@pytest.mark.parametrize(
    ("protected", "contributed", "refunded"),
    [(True, False, True), (True, True, False), (False, False, False), (False, True, False)],
)
def test_an_unprotected_hand_or_an_own_error_is_dead(
    protected: bool, contributed: bool, refunded: bool
) -> None:
    deal = Deal("holdem", 3).call()
    if protected:
        deal.say(Protect(3))
    deal.say(Report("wrong_number", 3, contributed=contributed))
    assert bool(deal.events_of("HandRefunded")) is refunded
    assert bool(deal.events_of("HandDead")) is not refunded
    assert deal.stacks[3] == (200_00 if refunded else 198_00)


# --- leaving ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(i)(4)", marks=clause("POKER-15i4")),
        pytest.param("bbc-omaha", "BBC irr-left", marks=clause("BBC-irr-left")),
    ],
)
def test_who_leaves_an_unprotected_hand_has_no_claim(key: str, cited: str) -> None:
    deal = Deal(key, 3).call().say(Report("left_table", 3))
    (events,) = deal.events_of("HandDead")
    assert (events.clause, events.kind) == (cited, "left_table")
    assert deal.won(3) == -2_00
    assert 3 not in deal.state.live


@clause("POKER-15i4", "BBC-irr-left")
def test_a_protected_hand_waits_for_its_player() -> None:
    deal = Deal("holdem", 3).call().say(Protect(3)).say(Report("left_table", 3))
    assert 3 in deal.state.live
    assert deal.events_of("Noted")[0].seat == 3


@clause("POKER-15i4", "BBC-irr-left")
def test_a_lost_connection_is_no_leaving_unless_an_approved_supplement_says_so() -> None:
    deal = Deal("holdem", 3).call().say(Report("disconnected", 3))
    assert 3 in deal.state.live
    assert deal.events_of("Noted")[0].clause == "A-52"
    policy = Supplement("disconnect_leaves", "a seat that is gone for a minute has left", "IC-7")
    deal = Deal("holdem", 3, supplements=(policy,)).call().say(Report("disconnected", 3))
    assert deal.events_of("HandDead")[0].clause == "POKER 15(i)(4)"


# --- a player who was not to be dealt in -----------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(f)", marks=clause("POKER-15f")),
        pytest.param("seven-card-stud", "POKER 15(f)", marks=clause("POKER-15f")),
        pytest.param("five-card-draw", "POKER 15(f)", marks=clause("POKER-15f")),
        pytest.param("bbc-omaha", "BBC irr-ineligible", marks=clause("BBC-irr-ineligible")),
    ],
)
def test_only_the_cards_of_an_ineligible_player_are_discarded(key: str, cited: str) -> None:
    deal = Deal(key, 4, ante=1_00)
    others = {seat: deal.state.hands[seat] for seat in (1, 3, 4)}
    cards, pot = deal.cards(2), deal.state.pot
    put = deal.state.hands[2].put_in
    deal.say(Report("ineligible", 2))
    (events,) = deal.events_of("HandRefunded")
    assert events.clause == cited
    assert {seat: deal.state.hands[seat] for seat in others} == others  # no card is shifted
    assert "".join(deal.state.discards[-1].cards) == cards
    assert deal.stacks[2] == 200_00  # never entitled to play: never in the pot
    assert deal.state.pot == pot - put
    deal.to_showdown()
    assert deal.won(2) == 0
    assert deal.everywhere == sorted(DECK_52)


@clause("POKER-15f")
def test_found_in_the_middle_of_the_deal_the_rest_is_dealt_past_the_seat() -> None:
    deal = Deal("holdem", 3, deck=ANNOUNCED).say(Announce(DECK_52[:2]))
    deal.say(Report("ineligible", 2))
    deal.say(Announce(DECK_52[2:5]))
    assert deal.state.hands[1].down == (DECK_52[0], DECK_52[3])
    assert deal.state.hands[3].down == (DECK_52[2], DECK_52[4])
    assert deal.street == "hole cards"
    assert deal.state.turns[0].actor in (1, 3)


@clause("POKER-15f")
def test_found_at_the_last_card_of_the_deal_the_deal_is_over() -> None:
    deal = Deal("holdem", 3, deck=ANNOUNCED).say(Announce(DECK_52[:5]))
    deal.say(Report("ineligible", 3))
    assert deal.state.turns[0].actor in (1, 2)


@clause("POKER-15f")
@pytest.mark.parametrize("key", ["five-card-draw", "badugi"])
def test_found_in_the_draw_the_next_player_draws(key: str) -> None:
    deal = Deal(key, 3).to_street("draw" if key == "five-card-draw" else "first draw")
    drawer = deal.actor
    deal.say(Report("ineligible", drawer))
    assert deal.does == ["discard"]
    assert deal.actor != drawer
    last = deal.discard().actor
    deal.say(Report("ineligible", last))
    assert deal.state.done


# --- supplements -----------------------------------------------------------------------------


@clause("POKER-15r")
@pytest.mark.parametrize(("approval", "live"), [("", False), ("IC-2026-14", True)])
def test_a_supplement_counts_only_with_its_approval(approval: str, live: bool) -> None:
    screens = Supplement("hands_protected", "a hand on a screen is protected", approval)
    deal = Deal("holdem", 3, supplements=(screens,)).call().say(Report("fouled", 3))
    assert (3 in deal.state.live) is live


@clause("POKER-15r")
def test_a_supplement_is_posted_like_everything_else() -> None:
    text = '[{"kind": "hands_protected", "text": "screens", "approval": "IC-2026-14"}]'
    sign = amend(TableSign(), {"supplements": text})
    assert sign.supplements[0].approval == "IC-2026-14"
    with pytest.raises(Refused):
        amend(
            TableSign(), {"supplements": '[{"kind": "dealer_decides", "text": "", "approval": ""}]'}
        )


# --- before it is confirmed ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("report", "clause_", "words"),
    [
        (Report("fouled", 3), "POKER 15(i)", "the hand of seat 3 is dead (touched by discards)"),
        (Report("ineligible", 3), "POKER 15(f)", "the hand of seat 3 is out (not entitled to be"),
        (Report("missing_cards"), "POKER 15(g)", "the round is dead, cards are missing: all bets"),
        (Report("face_up_card"), "POKER 15(h)", "lay face up in the deck and is not used"),
    ],
)
def test_the_floor_sees_what_a_ruling_would_do(report: Report, clause_: str, words: str) -> None:
    deal = Deal("holdem", 3).call()
    before = deal.state
    seen = ruling(deal.state, report)
    assert seen.clause == clause_
    assert words in seen.words
    deal.say(report)
    moved = [
        move
        for event in deal.log
        if type(event).__name__ in ("HandRefunded", "CalledDead")
        for move in event.moves  # type: ignore[attr-defined]  # both have moves
    ]
    assert list(seen.moves) == moved
    assert before is not deal.state


def test_a_ruling_that_would_be_refused_is_refused_in_the_preview() -> None:
    deal = Deal("holdem", 5).call().call()
    with pytest.raises(Refused) as caught:
        ruling(deal.state, Report("skipped_player"))
    assert caught.value.clause == "POKER 15(e)(4)"


def test_a_game_knows_only_its_own_irregularities() -> None:
    Deal("holdem", 3).refused(Report("drawn_in_error"), "FIELD kind")
    game = game_of("flop-poker")
    assert game.banked


def test_a_deal_that_is_interrupted_is_recorded_card_by_card() -> None:
    deal = Deal("holdem", 3, deck=DECK_52, accidents=(Accident("exposed", 5),))
    words = [line.words for line in narrate(deal.log)]
    at = words.index("four cards face down to seats 1, 2 and 3")
    assert words[at + 1 :] == [
        "3♣ for seat 2 is exposed: it is exchanged when the deal is complete",
        "one card face up to seat 2",
        "one card face down to seat 3",
        "seat 2 gets the next card; 3♣ is the burn, face up",
    ]


def test_a_round_set_right_is_not_written_as_phh() -> None:
    for reports in ((Report("fouled", 3),), (Report("ineligible", 3),), (Report("not_shuffled"),)):
        deal = Deal("holdem", 3)
        for report in reports:
            deal.say(report)
        with pytest.raises(Refused, match="voids a hand"):
            write_phh(deal.to_showdown().log, lossy=True)
    exposed = Deal("holdem", 3, accidents=(Accident("exposed", 5),)).to_showdown()
    with pytest.raises(Refused, match="voids a hand"):
        write_phh(exposed.log, lossy=True)


def test_every_ruling_is_put_into_words() -> None:
    deal = Deal("holdem", 5).call().say(Protect(1)).say(Report("fouled", 1))
    deal.say(Report("left_table", 3)).say(Report("ineligible", 4)).say(Report("face_up_card"))
    deal.say(Report("not_shuffled"))
    words = [line.words for line in narrate(deal.log)]
    for expected in (
        "seat 1 protects the hand",
        "the hand of seat 1 (touched by discards) is restored, and play continues",
        "the hand of seat 3 is dead (left on the table without a word): its chips stay in",
        "the hand of seat 4 is out (not entitled to be dealt in)",
        "misdeal, the deck was not shuffled and cut: all bets go back, and the deck is shuffled "
        "again",
    ):
        assert expected in words, words
