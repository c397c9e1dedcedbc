"""POKER 15(e), (g), (p), (q): misdeals, dead rounds, and a shuffler that fails."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, parse_card
from croupier.chips import Chips
from croupier.engine.accounts import BOX, DROP, POT, RAKE
from croupier.engine.commands import Announce, Report
from croupier.engine.events import Due
from croupier.engine.faults import Accident, CalledDead, Misdealt
from croupier.engine.play import ANNOUNCED, play, start
from croupier.games import PLAYER_BANKED, game_of
from croupier.refused import Refused
from croupier.room.table.progress import close_round, deal_round, open_table, post_sign, sit
from croupier.rules.readings import posted_in_full
from croupier.rules.sign import TableSign
from tests.clause import clause
from tests.dealing import Deal

MISDEALS = {
    "not_shuffled": "POKER 15(e)(1)",
    "wrong_start": "POKER 15(e)(2)",
    "face_up_cards": "POKER 15(e)(3)",
    "skipped_player": "POKER 15(e)(4)",
}
NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}


def brought(deal: Deal) -> dict[int, int]:
    return dict(deal.events_of("RoundOpened")[0].stacks)


def was_undone(deal: Deal, kind: str) -> Any:
    """The round is over without a result, and every stack is what it was."""
    assert deal.state.done
    assert deal.state.undone
    assert deal.stacks == brought(deal)
    assert deal.state.pot == 0
    assert not deal.events_of("PotAwarded")
    assert deal.kinds[-1] == "RoundClosed"
    assert deal.everywhere == sorted(DECK_52)
    (events,) = deal.events_of(kind)
    return events


# --- what a misdeal does ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(e)(1)", marks=clause("POKER-15e")),
        pytest.param("seven-card-stud", "POKER 15(e)(1)", marks=clause("POKER-15e")),
        pytest.param("triple-draw-2-7", "POKER 15(e)(1)", marks=clause("POKER-15e")),
        pytest.param("bbc-omaha", "BBC irr-misdeal", marks=clause("BBC-irr-misdeal")),
    ],
)
def test_a_misdeal_gives_every_bet_of_the_hand_back(key: str, cited: str) -> None:
    deal = Deal(key, 4, ante=1_00)
    deal.passive().fold().passive().passive()
    assert deal.state.pot > 4_00
    deal.say(Report("not_shuffled"))
    events = was_undone(deal, "Misdealt")
    assert events.clause == cited
    assert not deal.state.deck_removed
    taken = sum(move.chips for move in events.moves)
    assert taken > 4_00
    assert {move.source for move in events.moves} == {POT}


@clause("POKER-15e", "BBC-irr-misdeal")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha", "omaha"])
def test_after_a_misdeal_button_kill_and_count_stay_and_the_next_round_is_the_same(
    key: str,
) -> None:
    table = open_table(game_of(key))
    for seat in (1, 3, 6):
        table = sit(table, seat, 100_00)
    table = replace(table, button=3, rounds=7)
    state, log = deal_round(table)
    state, more = play(state, Report("not_shuffled"))
    after = close_round(table, state, [*log, *more])
    assert after == table
    again, _ = deal_round(after)
    assert (again.button, again.dues, again.stacks) == (3, state.dues, again.stacks)
    assert again.dues == state.dues


@clause("POKER-15e")
def test_a_misdeal_leaves_the_kill_button_where_it_is() -> None:
    sign = TableSign(kill="full", kill_pot=Chips(40_00))
    table = open_table(game_of("omaha-hilo-8"), sign)
    for seat in (1, 2, 3, 4):
        table = sit(table, seat, 100_00)
    table = replace(table, button=1, kill=4)
    state, log = deal_round(table)
    state, more = play(state, Report("skipped_player"))
    assert close_round(table, state, [*log, *more]).kill == 4


@clause("POKER-15e")
def test_dead_posts_and_uncalled_bets_are_neither_lost_nor_paid_twice() -> None:
    game, stacks = game_of("holdem"), dict.fromkeys((1, 2, 3, 4), 200_00)
    usual = Deal("holdem", stacks, button=4).state.dues
    late = (Due(3, "post", Chips(2_00), "POKER 7(a)"), Due(3, "dead", Chips(1_00), "POKER 7(a)"))
    state, _ = start(game, TableSign(), stacks, order=DECK_52, button=4, owed=(*usual, *late))
    assert state.hands[3].put_in == 3_00
    state, more = play(state, Report("not_shuffled"))
    assert state.stacks == stacks
    (events,) = [event for event in more if isinstance(event, Misdealt)]
    assert sum(move.chips for move in events.moves) == 6_00


# --- causes without a time limit -------------------------------------------------------------


@clause("POKER-15e1")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_a_deck_not_shuffled_is_found_at_any_time_before_the_award(key: str) -> None:
    states = []
    deal = Deal(key, 3)
    while not deal.state.done:
        states.append(deal.state)
        deal.passive()
    assert len(states) > 3
    for state in states:
        after, _ = play(state, Report("not_shuffled"))
        assert after.undone == "misdeal"
        assert set(after.stacks.values()) == {200_00}
    deal.refused(Report("not_shuffled"), deal.game.own("POKER 15(e)(1)"))


@clause("POKER-15e3")
def test_two_cards_face_up_are_a_misdeal_even_on_the_river() -> None:
    deal = Deal("holdem", 3).to_street("river").bet(4_00)
    deal.say(Report("face_up_card"))
    assert not deal.state.done
    deal.say(Report("face_up_card"))
    assert was_undone(deal, "Misdealt").clause == "POKER 15(e)(3)"


@clause("POKER-15e3")
@pytest.mark.parametrize("key", PLAYER_BANKED)
def test_one_card_face_up_is_no_misdeal_and_a_second_is(key: str) -> None:
    one = (Accident("face_up_card", 2),)
    deal = Deal(key, 3, accidents=one).to_showdown()
    assert not deal.state.undone
    both = (*one, Accident("face_up_card", 5))
    was_undone(Deal(key, 3, accidents=both), "Misdealt")


@clause("POKER-15e3")
def test_two_cards_may_also_be_reported_at_once() -> None:
    deal = Deal("holdem", 3).to_street("turn").say(Report("face_up_cards"))
    assert was_undone(deal, "Misdealt").clause == "POKER 15(e)(3)"


# --- causes before the second wager ----------------------------------------------------------


@clause("POKER-15e2", "POKER-15e4")
@pytest.mark.parametrize("kind", ["wrong_start", "skipped_player"])
def test_blinds_and_one_caller_are_a_misdeal_two_callers_are_not(kind: Any) -> None:
    deal = Deal("holdem", 5)
    deal.call()
    undone, _ = play(deal.state, Report(kind))
    assert undone.undone == "misdeal"
    deal.call()
    refused = deal.refused(Report(kind), MISDEALS[kind])
    assert "two players" in refused.why


@clause("POKER-15e2", "POKER-15e4")
@pytest.mark.parametrize("kind", ["wrong_start", "skipped_player"])
def test_checks_folds_and_a_player_who_wagers_twice_do_not_count(kind: Any) -> None:
    deal = Deal("holdem", 3, **NO_LIMIT).fold().call().check()  # only seat 1 has wagered
    deal.check().bet(4_00).fold() if deal.actor == 2 else deal.bet(4_00)
    assert len(deal.state.wagered) == 1
    undone, _ = play(deal.state, Report(kind))
    assert undone.undone == "misdeal"
    deal.call()
    deal.refused(Report(kind), MISDEALS[kind])


@clause("POKER-15e2", "POKER-15e4")
@pytest.mark.parametrize("kind", ["wrong_start", "skipped_player"])
@pytest.mark.parametrize(
    ("key", "posted", "extra"),
    [
        ("seven-card-stud", {"ante": 1_00}, {}),
        ("omaha-hilo-8", {"kill": "full", "kill_pot": 40_00}, {"kill": 4}),
        ("five-card-omaha", {"straddle": 4_00}, {"straddle": 3}),
        ("bbc-omaha", {"bomb_pot": 5_00}, {"bomb": True}),
    ],
)
def test_no_forced_money_is_voluntary(
    kind: Any, key: str, posted: dict[str, Any], extra: dict[str, Any]
) -> None:
    deal = Deal(key, 4, sign=replace(game_of(key).sign, **posted), **extra)
    assert deal.state.pot > 0
    assert deal.state.wagered == ()
    undone, _ = play(deal.state, Report(kind))
    assert undone.undone == "misdeal"
    assert set(undone.stacks.values()) == {200_00}


@clause("POKER-15e2", "POKER-15e4")
def test_a_raise_and_a_completion_are_voluntary() -> None:
    deal = Deal("seven-card-stud", 3).raise_to(2_00).call()
    assert len(deal.state.wagered) == 2
    deal.refused(Report("wrong_start"), "POKER 15(e)(2)")


# --- dead rounds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        *(
            pytest.param(key, "POKER 15(g)", marks=clause("POKER-15g"))
            for key in ("holdem", "seven-card-stud", "five-card-draw", "badugi")
        ),
        pytest.param("bbc-omaha", "BBC irr-missing", marks=clause("BBC-irr-missing")),
    ],
)
@pytest.mark.parametrize("kind", ["missing_cards", "additional_cards"])
def test_missing_or_additional_cards_kill_the_round_at_any_time(
    key: str, cited: str, kind: Any
) -> None:
    deal = Deal(key, 4, ante=1_00)
    deal.passive().passive().fold().passive()
    while not isinstance(deal.state.step, type(deal.state.script[-1])):
        deal.passive()
    deal.say(Report(kind))
    events = was_undone(deal, "CalledDead")
    assert events.clause == cited
    assert deal.state.deck_removed
    assert len({move.target for move in events.moves}) == 4  # the hand that folded too


@clause("POKER-15g")
def test_what_was_taken_from_the_pot_goes_back_with_the_bets() -> None:
    """Rake, fund and promotion are nobody's before the round is complete (A-51)."""
    deal = Deal("holdem", 3).to_street("turn")
    assert deal.state.pot == 6_00
    parked = {POT: 3_50, RAKE: 1_00, BOX: 1_00, DROP: 50}
    state = replace(deal.state, accounts={**deal.state.accounts, **parked})
    state, events = play(state, Report("missing_cards"))
    assert state.stacks == {1: 200_00, 2: 200_00, 3: 200_00}
    assert {state.accounts[account] for account in (POT, RAKE, BOX, DROP)} == {0}
    dead = events[0]
    assert isinstance(dead, CalledDead)
    assert {move.source for move in dead.moves} == {POT, RAKE, BOX, DROP}


@clause("POKER-15g", "BBC-irr-missing")
def test_a_dead_round_is_played_again_from_the_same_button() -> None:
    table = open_table(game_of("bbc-omaha"))
    for seat in (1, 2, 3):
        table = sit(table, seat, 100_00)
    table = replace(table, button=2)
    state, log = deal_round(table)
    state, more = play(state, Report("additional_cards"))
    assert close_round(table, state, [*log, *more]) == table


# --- the shuffler ----------------------------------------------------------------------------


@clause("POKER-15p")
def test_a_shuffler_that_fails_leaves_the_hand_not_started() -> None:
    deal = Deal("holdem", 3, deck=ANNOUNCED, shuffler="plain")
    assert deal.state.pot == 3_00
    deal.say(Report("shuffler_failed"))
    assert deal.state.undone == "misdeal"
    (events,) = deal.events_of("Misdealt")
    assert (events.clause, events.kind) == ("POKER 15(p)", "shuffler_failed")
    assert deal.stacks == brought(deal)
    assert not deal.events_of("Dealt")


@clause("POKER-15p")
def test_once_a_card_is_dealt_the_shuffle_is_over() -> None:
    deal = Deal("holdem", 3, deck=ANNOUNCED, shuffler="plain")
    deal.say(Announce((parse_card("As"),)))
    deal.refused(Report("shuffler_failed"), "POKER 15(p)")
    Deal("holdem", 3, shuffler="plain").refused(Report("shuffler_failed"), "POKER 15(p)")


@clause("POKER-15p")
def test_a_table_without_a_shuffler_has_none_that_fails() -> None:
    Deal("holdem", 3, deck=ANNOUNCED).refused(Report("shuffler_failed"), "SIGN shuffler")


@clause("POKER-15q")
@pytest.mark.parametrize("key", ["holdem", "seven-card-stud", "bbc-omaha"])
def test_a_shuffler_is_removed_before_another_method_is_used(key: str) -> None:
    game = game_of(key)
    machine = replace(game.sign, shuffler="plain")
    table = post_sign(open_table(game), machine)  # from the hand to a machine: nothing to remove
    with pytest.raises(Refused) as caught:
        post_sign(table, game.sign)
    assert caught.value.clause == "POKER 15(q)"
    with pytest.raises(Refused):
        post_sign(table, replace(machine, shuffler="counting"))
    assert post_sign(table, game.sign, removed=["shuffler"]).sign == posted_in_full(game, game.sign)
    assert post_sign(table, replace(machine, ante=Chips(1_00))).sign.ante == 1_00
