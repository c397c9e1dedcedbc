"""Decks in play at a poker table: clocks, rotation, the cut, counts, the shuffler.

POKER 2(b), 2(d), 5(b)-(c), 6(e)(1), (5), (8), 15(p)-(q).
"""

from datetime import timedelta
from typing import Any

import pytest

from croupier.engine import commands as spoken
from croupier.engine.events import DeckCut
from croupier.room.conduct.facts import IrregularityExplained
from croupier.room.custody import counting as say_counting
from croupier.room.custody import device as say_device
from croupier.room.custody import orders as say
from croupier.room.custody import readiness as custody_check
from croupier.room.custody import state as say_state
from croupier.room.custody.decide import place, uncounted_hands, undone
from croupier.room.table.duties import due
from croupier.room.table.facts import ClockStopped
from croupier.room.table.rounds import PassTurn, Play
from tests.clause import clause
from tests.room import decks
from tests.room.decks import dealer, deals, finish, look, machine_ready, opened, ready
from tests.room.tables import NOON, Scene


def played(at: Scene, seats: int = 3) -> Scene:
    """One round to its end, from the deck that lies ready, and its hands counted."""
    decks.deal(at)
    at.play_out()
    return returned(at)


def returned(at: Scene) -> Scene:
    assert at.life.round is not None
    piles = [pile for pile in at.life.round.discards if pile.draw == 0]
    dealer(at, say_counting.CountReturned(hands={pile.seat: len(pile.cards) for pile in piles}))
    return at


def again(at: Scene, deck: str = "A") -> Scene:
    """Shuffle and cut the deck in play."""
    dealer(at, say.ShuffleDeck(deck=deck), say.CutDeck(count=26))
    return at


def count(at: Scene, deck: str = "A") -> Scene:
    dealer(at, say_counting.CountDeck(deck=deck, count=52))
    return at


# --- POKER 2(b): three hours and six -------------------------------------------------------------


@clause("POKER-2b1")
@pytest.mark.parametrize("by", ["dealer", "floorperson"])
def test_a_deck_is_used_for_three_hours_and_then_put_in_sequence(by: Any) -> None:
    at = played(ready())  # first used at 12:00:00
    at.now = NOON + timedelta(hours=3, seconds=1)
    again(count(at))
    why = at.refused("dealer", deals(at), "POKER 2(b)")
    assert why == "put deck A in suit and sequence"
    at.now = NOON + timedelta(hours=3, minutes=2)
    (fact,) = at.do(by, say.SortDeck(deck="A"))
    assert (fact.clause, at.log[-1].at, at.log[-1].by.role) == ("POKER 2(b)", at.now, by)
    at.refused("dealer", deals(at), "POKER 5(a)")  # in sequence: it is shuffled first
    again(at)
    decks.deal(at)


@clause("POKER-2b1")
def test_at_three_hours_sharp_a_hand_may_still_begin() -> None:
    at = played(ready())
    at.now = NOON + timedelta(hours=3)
    decks.deal(again(count(at)))


@clause("POKER-2b1")
def test_the_clock_runs_from_the_first_use_or_the_last_sort_and_not_from_the_opening() -> None:
    at = ready().later(hours=2)  # opened at 12:00, first used at 14:00
    played(at)
    assert due_by(at, "sort") == NOON + timedelta(hours=5)
    at.later(hours=1)
    at.do("dealer", say.SortDeck(deck="A"))
    assert due_by(at, "sort") == NOON + timedelta(hours=6)


def due_by(at: Scene, what: str) -> Any:
    return next((one.by for one in due(at.life, at.now, at.house) if one.what == what), None)


@clause("POKER-2b2")
def test_opened_decks_leave_the_table_after_six_hours_sorted_or_not() -> None:
    at = played(ready())  # opened at 12:00
    at.now = NOON + timedelta(hours=3, minutes=2)
    at.do("dealer", say.SortDeck(deck="A"))
    at.now = NOON + timedelta(hours=6)
    decks.deal(again(count(at)))
    at.play_out()
    returned(at).now = NOON + timedelta(hours=6, seconds=1)
    again(count(at))
    assert at.refused("dealer", deals(at), "POKER 2(b)") == "replace deck A"
    replaced(at, "A", say_state.NewDeck("C", "scroll", "red"))
    dealer(at, say.PutInPlay(deck="C"), say.CutDeck(count=20))
    assert at.refused("dealer", deals(at), "POKER 2(b)") == "replace deck B"  # both of them
    replaced(at, "B", say_state.NewDeck("D", "scroll", "blue"))
    assert decks.deal(at)[0].deck == "C"


def replaced(at: Scene, old: str, new: say_state.NewDeck) -> None:
    at.do("floorperson", say_counting.RemoveDeck(deck=old, reason="six hours"))
    dealer(at, say.ReceiveDecks(decks=(new,)))
    decks.inspect(at, new.name)
    decks.wash(look(at, 1, 2), new.name)
    dealer(at, say.ShuffleDeck(deck=new.name))


@clause("POKER-2b2")
def test_a_house_may_change_its_decks_sooner() -> None:
    at = ready(procedures={"change_minutes": 60}).later(minutes=60)
    again(at, "A").later(seconds=1).refused("dealer", deals(at), "POKER 2(b)")


@clause("POKER-2b3")
def test_decks_rotate_between_hands_only_and_keep_their_own_clocks() -> None:
    at = ready()
    at.refused("dealer", say.PutInPlay(deck="A"), "POKER 2(b)")
    decks.deal(at)
    at.refused("dealer", say.PutInPlay(deck="B"), "POKER 2(b)")
    at.play_out()
    returned(at).later(hours=1)
    dealer(at, say.PutInPlay(deck="B"), say.CutDeck(count=20))
    played(at)  # deck B is first used at 13:00
    at.now = NOON + timedelta(hours=3, minutes=1)
    again(count(at, "B"), "B")
    decks.deal(at)  # B has an hour left
    at.play_out()
    returned(at)
    dealer(at, say.PutInPlay(deck="A"))
    again(count(at))
    at.refused("dealer", deals(at), "POKER 2(b)")  # A lay stored, and its three hours are over
    assert place(at.life, at.life.custody.decks["B"]) == "stored"


# --- POKER 2(d): two decks and a shuffler --------------------------------------------------------


@clause("POKER-2d1")
def test_with_a_shuffler_the_backs_have_different_colours() -> None:
    at = decks.distribute(decks.scene(shuffler="plain"), ("scroll", "red"), ("waves", "red"))
    waves = say_state.NewDeck("B", "waves", "red")
    at.refused("dealer", say.ReceiveDecks(decks=(decks.RED, waves)), "POKER 2(d)(1)")
    plain = decks.distribute(decks.scene(), ("scroll", "red"), ("waves", "red"))
    plain.do("dealer", say.ReceiveDecks(decks=(decks.RED, waves)))


@clause("POKER-2d2")
def test_while_one_deck_is_dealt_the_other_is_in_the_shuffler() -> None:
    at = opened(shuffler="plain")
    decks.wash(look(at, 1, 2))
    dealer(at, say_device.LoadShuffler(deck="A"), finish(at, "A"), say.PutInPlay(deck="A"))
    dealer(at, say.CutDeck(count=20))
    at.refused("dealer", deals(at), "POKER 2(d)(2)")
    dealer(at, say_device.LoadShuffler(deck="B"))
    assert place(at.life, at.life.custody.decks["B"]) == "shuffling"
    decks.deal(at)
    ready_too = machine_ready()
    dealer(ready_too, finish(ready_too, "B"))
    decks.deal(ready_too)


def turn(at: Scene, to: str) -> Scene:
    """After a round: the other deck comes from the shuffler, and this one goes in."""
    was = at.life.custody.live
    if at.life.custody.decks[to].status == "shuffling":
        dealer(at, finish(at, to))
    dealer(at, say.PutInPlay(deck=to), say.CutDeck(count=20), say_device.LoadShuffler(deck=was))
    return at


@clause("POKER-2d3")
def test_with_a_shuffler_the_decks_alternate_hand_by_hand() -> None:
    at = machine_ready()
    used = []
    for other in ("B", "A", "B", "A"):
        used.append(decks.deal(at)[0].deck)
        at.play_out()
        turn(returned(at), other)
    assert used == ["A", "B", "A", "B"]
    at.check()


@clause("POKER-2d3")
def test_the_same_deck_does_not_deal_two_hands_running() -> None:
    at = played(machine_ready())
    dealer(at, finish(at, "B"), say_device.LoadShuffler(deck="A"), finish(at, "A"))
    dealer(at, say.CutDeck(count=20))
    at.refused("dealer", deals(at), "POKER 2(d)(3)")
    dealer(at, say.PutInPlay(deck="B"), say.CutDeck(count=20))
    assert decks.deal(at)[0].deck == "B"


@clause("POKER-2d3")
def test_a_misdeal_is_dealt_again_from_the_same_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    at = played(machine_ready())
    monkeypatch.setattr(custody_check, "undone", lambda played: "misdeal" if played else "")
    dealer(at, finish(at, "B"), say.PutInPlay(deck="B"), say.CutDeck(count=20))
    dealer(at, say_device.LoadShuffler(deck="A"))
    at.refused("dealer", deals(at), "POKER 2(d)(3)")
    dealer(at, finish(at, "A"), say.PutInPlay(deck="A"), say.CutDeck(count=20))
    assert decks.deal(at)[0].deck == "A"


# --- POKER 5(b)-(c): the cut and the recut -------------------------------------------------------


@clause("POKER-5b-always")
def test_a_hand_is_shuffled_and_cut_every_time() -> None:
    at = played(ready())
    at.refused("dealer", deals(at), "POKER 5(a)")
    at.refused("dealer", say.CutDeck(count=20), "POKER 5(a)")
    dealer(at, say.ShuffleDeck(deck="A"))
    at.refused("dealer", deals(at), "POKER 5(b)")
    dealer(at, say.CutDeck(count=11))
    events = decks.deal(at)
    assert next(event.cut for event in events if isinstance(event, DeckCut)) == 11


@clause("POKER-5b-always")
def test_cards_from_a_shuffler_are_cut_too() -> None:
    at = opened(shuffler="counting")
    decks.wash(look(at, 1, 2))
    dealer(at, say_device.LoadShuffler(deck="A"), finish(at, "A"), say.PutInPlay(deck="A"))
    dealer(at, say_device.LoadShuffler(deck="B"))
    at.refused("dealer", deals(at), "POKER 5(b)")
    at.refused("dealer", say.CutDeck(count=9), "POKER 5(b)(2)")
    at.refused("dealer", say.CutDeck(count=43), "POKER 5(b)(2)")
    dealer(at, say.CutDeck(count=10))
    decks.deal(at)


@clause("POKER-5c")
def test_a_supervisor_orders_a_recut_between_the_cut_and_the_first_card() -> None:
    at = ready()
    recut = say.Recut(count=30, reason="too near the top")
    at.refused("dealer", recut, "POKER 5(c)")
    at.refused("dealer", say.CutDeck(count=30), "POKER 5(c)")
    at.refused("casino_supervisor", say.Recut(count=9, reason="again"), "POKER 5(b)(2)")
    at.refused("casino_supervisor", say.Recut(count=20, reason=" "), "FIELD reason")
    (fact,) = at.do("casino_supervisor", recut)
    assert (fact.clause, fact.count, fact.reason) == ("POKER 5(c)", 30, "too near the top")
    events = decks.deal(at)
    assert next(event.cut for event in events if isinstance(event, DeckCut)) == 30
    at.refused("casino_supervisor", recut, "POKER 5(c)")  # the first card is dealt


@clause("POKER-5c")
def test_what_is_not_cut_is_not_recut() -> None:
    at = played(ready())
    dealer(at, say.ShuffleDeck(deck="A"))
    at.refused("casino_supervisor", say.Recut(count=20, reason="why not"), "POKER 5(c)")


# --- POKER 6(e)(1): the marker -------------------------------------------------------------------


@clause("POKER-6e1")
def test_no_card_is_dealt_while_a_marker_lies_on_the_deck() -> None:
    at = ready()
    at.refused("dealer", say_counting.PauseHand(reason="a buy-in"), "POKER 6(e)(1)")
    decks.deal(at)
    at.refused("dealer", say_counting.PauseHand(reason=""), "FIELD reason")
    fact, clock = dealer(at, say_counting.PauseHand(reason="a buy-in"))
    assert isinstance(clock, ClockStopped)
    assert fact.clause == "POKER 6(e)(1)"
    assert at.life.round is not None
    seat = at.life.round.turns[0].actor
    call = Play(command=spoken.Call(seat))
    assert "a buy-in" in at.refused(decks.player(seat), call, "POKER 6(e)(1)")
    at.refused("dealer", say_counting.PauseHand(reason="a dispute"), "POKER 6(e)(1)")
    dealer(at, say_counting.ResumeHand())
    at.refused("dealer", say_counting.ResumeHand(), "POKER 6(e)(1)")
    at.do(decks.player(seat), call)
    at.check()


@clause("POKER-6e1")
def test_the_floor_stops_play_between_rounds_too_and_nobody_is_passed_over_meanwhile() -> None:
    at = ready()
    at.do("floorperson", say_counting.PauseHand(reason="a dispute about seats"))
    assert "about seats" in at.refused("dealer", deals(at), "POKER 6(e)(1)")
    at.later(minutes=3).do("poker_shift_supervisor", say_counting.ResumeHand())
    decks.deal(at)
    assert at.life.round is not None
    seat = at.life.round.turns[0].actor
    at.do("floorperson", say_counting.PauseHand(reason="a dispute"))
    at.refused("dealer", PassTurn(seat=seat), "POKER 6(e)(1)")
    ran = at.life.pace.elapsed(at.now)
    at.later(minutes=2)
    assert at.life.pace.elapsed(at.now) == ran
    at.do("floorperson", say_counting.ResumeHand())
    at.later(seconds=5)
    assert at.life.pace.elapsed(at.now) == ran + 5
    at.check()


@clause("POKER-6e1")
def test_a_ruling_completes_what_the_marker_lies_there_for() -> None:
    at = ready()
    decks.deal(at)
    dealer(at, say_counting.PauseHand(reason="a player was not dealt in"))
    found = Play(command=spoken.Report("skipped_player"))
    resumed, clock, misdeal, *_ = at.do("floorperson", found)
    names = [type(fact).__name__ for fact in (resumed, clock, misdeal)]
    assert names == ["HandResumed", "ClockStarted", "Misdealt"]
    assert not at.life.custody.paused
    at.check()


def test_what_was_seen_of_an_irregularity_stands_before_the_ruling() -> None:
    at = ready()
    decks.deal(at)
    seen = "the count found 51 cards"
    found = Play(command=spoken.Report("missing_cards", reason=f" {seen} "))
    told, dead, *_ = at.do("floorperson", found)
    assert isinstance(told, IrregularityExplained)
    assert (told.reason, type(dead).__name__) == (seen, "CalledDead")
    at.check()


@clause("POKER-15g", "BBC-irr-missing")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 15(g)"), ("bbc-omaha", "BBC irr-missing")]
)
def test_the_deck_of_a_dead_round_is_dealt_no_more_and_must_be_replaced(
    key: str, cited: str
) -> None:
    at = ready(key)
    decks.deal(at)
    at.do("floorperson", Play(command=spoken.Report("missing_cards")))
    again(returned(at) if key == "holdem" else at)
    assert "deck A must be replaced" in at.refused("dealer", deals(at), cited)
    at.do("floorperson", say_counting.RemoveDeck(deck="A", reason="a card is missing"))
    assert "A" not in at.life.custody.decks
    at.check()


@clause("POKER-15g", "BBC-irr-missing")
@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 15(g)"), ("bbc-omaha", "BBC irr-missing")]
)
def test_no_round_is_called_dead_when_it_is_over(key: str, cited: str) -> None:
    at = ready(key)
    decks.deal(at)
    at.play_out()
    stacks = at.life.stacks
    at.refused("floorperson", Play(command=spoken.Report("missing_cards")), cited)
    assert at.life.stacks == stacks


def test_nobody_learns_the_next_card_of_a_sealed_deck_by_naming_one() -> None:
    at = ready()
    decks.deal(at)
    assert at.life.round is not None
    for card in at.life.round.deck[at.life.round.top :]:
        report = Play(command=spoken.Report("face_up_card", card=card))
        assert "sealed" in at.refused("dealer", report, "FIELD card")


# --- POKER 6(e)(5): the count --------------------------------------------------------------------


@clause("POKER-6e5a")
def test_no_hand_begins_when_the_last_count_is_older_than_fifteen_minutes() -> None:
    at = again(played(ready())).later(minutes=15)
    decks.deal(at)
    at.play_out()
    again(returned(at)).later(seconds=1)
    assert at.refused("dealer", deals(at), "POKER 6(e)(5)") == "count deck A"
    (fact,) = dealer(at, say_counting.CountDeck(deck="A", count=52))
    assert (fact.what, fact.expected, fact.counted) == ("deck", 52, 52)
    again(at)
    decks.deal(at)
    assert due_by(at, "count") == NOON + timedelta(minutes=30, seconds=1)


@clause("POKER-6e5a")
def test_the_first_quarter_of_an_hour_of_play_begins_with_the_first_hand() -> None:
    at = ready().later(minutes=14)  # counted at the inspection, at 12:00
    played(at)
    assert due_by(at, "count") == NOON + timedelta(minutes=29)


@clause("POKER-6e5a")
def test_a_house_may_count_more_often() -> None:
    at = again(played(ready(procedures={"count_minutes": 5}))).later(minutes=5, seconds=1)
    at.refused("dealer", deals(at), "POKER 6(e)(5)")


@clause("POKER-6e5a")
def test_a_deck_that_lay_stored_is_counted_when_it_comes_back() -> None:
    at = played(ready())
    dealer(at, say.PutInPlay(deck="B"), say.CutDeck(count=20))
    played(at).later(minutes=16)
    dealer(at, say.PutInPlay(deck="A"))
    again(at).refused("dealer", deals(at), "POKER 6(e)(5)")


@clause("POKER-6e5b")
@pytest.mark.parametrize(
    ("key", "players", "stub"),
    [("holdem", 9, 52 - 18 - 5 - 3), ("omaha", 10, 52 - 40 - 5 - 3), ("five-card-omaha", 7, 9)],
)
def test_the_stub_is_what_hands_board_and_burns_left(key: str, players: int, stub: int) -> None:
    at = ready(key, players)
    decks.deal(at)
    at.refused("dealer", say_counting.CountStub(count=stub), "POKER 6(e)(5)")  # cards are to come
    at.play_out().later(minutes=15)
    (fact,) = dealer(at, say_counting.CountStub(count=stub))
    assert (fact.what, fact.expected, fact.right) == ("stub", stub, True)
    assert fact.expected == {"holdem": 26, "omaha": 4, "five-card-omaha": 9}[key]
    returned(at).later(minutes=15)
    decks.deal(again(at))  # the count of the stub was the count


@clause("POKER-6e5b")
@pytest.mark.parametrize(
    "key", ["seven-card-stud", "five-card-draw", "mambo-stud-hilo-6", "badugi"]
)
def test_elsewhere_the_entire_deck_is_counted(key: str) -> None:
    at = ready(key)
    decks.deal(at)
    at.refused("dealer", say_counting.CountStub(count=30), "POKER 6(e)(5)")


@clause("POKER-6e5b")
def test_the_stub_is_counted_before_the_cards_are_gathered() -> None:
    at = again(played(ready()))
    at.refused("dealer", say_counting.CountStub(count=38), "POKER 6(e)(5)")


@clause("POKER-6e5c")
def test_a_shuffler_that_counts_replaces_the_count() -> None:
    at = machine_ready(shuffler="counting")
    events = [e.fact for e in at.log if type(e.fact).__name__ == "DeckCounted"]
    assert [(fact.what, fact.counted) for fact in events[-1:]] == [("device", 52)]
    decks.deal(at)
    at.play_out()
    turn(returned(at), "B").later(hours=2)
    decks.deal(at)
    at.play_out()
    turn(returned(at), "A")
    decks.deal(at)  # two hours later, and no dealer counted
    assert due_by(at, "count") is None


@clause("POKER-6e5c")
def test_a_shuffler_that_does_not_count_replaces_nothing() -> None:
    at = played(machine_ready())
    turn(at, "B")
    at.refused("dealer", say_device.FinishShuffle(deck="A", count=52), "FIELD count")
    decks.deal(at)
    at.play_out()
    turn(returned(at), "A").later(minutes=16)
    at.refused("dealer", deals(at), "POKER 6(e)(5)")
    counting = opened(shuffler="counting")
    decks.wash(look(counting, 1, 2))
    dealer(counting, say_device.LoadShuffler(deck="A"))
    counting.refused("dealer", say_device.FinishShuffle(deck="A"), "FIELD count")


@clause("POKER-6e5d")
@pytest.mark.parametrize("found", [51, 53])
def test_a_wrong_count_takes_the_deck_out_of_service(found: int) -> None:
    at = played(ready())
    counted, removed = dealer(at, say_counting.CountDeck(deck="A", count=found))
    assert (counted.right, removed.deck, removed.clause) == (False, "A", "POKER 6(e)(5)")
    assert at.life.custody.live == ""
    at.refused("dealer", deals(at), "POKER 2(a)")
    dealer(at, say.ReceiveDecks(decks=(say_state.NewDeck("C", "scroll", "red"),)))
    at.check()


@clause("POKER-6e5d")
def test_a_wrong_count_of_the_shuffler_takes_the_deck_out_too() -> None:
    at = machine_ready(shuffler="counting")
    dealer(at, say_device.FinishShuffle(deck="B", count=51))
    assert list(at.life.custody.decks) == ["A"]


@clause("POKER-6e5d")
def test_found_in_the_middle_of_a_hand_nobody_plays_on() -> None:
    at = ready()
    decks.deal(at)
    while at.life.round is not None and at.life.round.step.street != "river":
        seat = at.life.round.turns[0].actor
        does = {option.does for option in at.life.round.turns[0].options}
        said = spoken.Check(seat) if "check" in does else spoken.Call(seat)
        at.do(decks.player(seat), Play(command=said))
    assert at.life.round is not None
    left = at.life.round.left
    dealer(at, say_counting.CountStub(count=left - 1))
    assert "A" not in at.life.custody.decks
    if at.life.playing:  # the floor has still to call the round dead
        seat = at.life.round.turns[0].actor
        at.refused(decks.player(seat), Play(command=spoken.Check(seat)), "POKER 15(g)")
    else:
        assert undone(at.life.round) == "dead"


# --- POKER 6(e)(8): returned hands ---------------------------------------------------------------

SIZES = {
    "holdem": 2,
    "omaha": 4,
    "five-card-omaha": 5,
    "seven-card-stud": 7,
    "five-card-stud": 5,
    "mambo-stud-hilo-6": 4,
    "five-card-draw": 5,
    "triple-draw-2-7": 5,
    "badugi": 4,
}


@clause("POKER-6e8")
@pytest.mark.parametrize("key", SIZES)
def test_every_returned_hand_is_counted_before_the_shuffle(key: str) -> None:
    at = ready(key)
    decks.deal(at)
    folded = fold(at)
    assert at.life.round is not None
    (pile,) = [pile for pile in at.life.round.discards if pile.draw == 0]
    held = len(pile.cards)
    at.refused("dealer", say_counting.CountReturned(hands={11: held}), "POKER 6(e)(8)")
    (fact,) = dealer(at, say_counting.CountReturned(hands={folded: held}))
    assert (fact.wrong, fact.hands) == ((), {folded: held})
    finish_round(at)
    assert at.refused("dealer", say.ShuffleDeck(deck="A"), "POKER 6(e)(8)")
    rest = uncounted_hands(at.life)
    assert folded not in rest
    dealer(at, say_counting.CountReturned(hands=rest))
    assert all(cards <= max(SIZES[key], 7) for cards in rest.values())
    dealer(at, say.ShuffleDeck(deck="A"))
    at.refused("dealer", say_counting.CountReturned(hands=rest), "POKER 6(e)(8)")


@clause("BBC-decks")
def test_a_club_cites_its_own_document_for_a_deck_and_a_reading_for_returned_hands() -> None:
    at = ready("bbc-omaha")
    decks.deal(at)
    folded = fold(at)
    dealer(at, say_counting.CountReturned(hands={folded: 4}))
    cited = {type(entry.fact).__name__: entry.fact.clause for entry in at.log}
    assert (cited["HandsCounted"], cited["DeckPutInPlay"]) == ("A-88", "BBC decks")
    assert not [clause for clause in cited.values() if clause.startswith("POKER")]


def fold(at: Scene) -> int:
    """The first player who may, folds."""
    while True:
        assert at.life.round is not None
        turn = at.life.round.turns[0]
        does = {option.does for option in turn.options}
        command: Any = spoken.Call(turn.actor)
        if "fold" in does:
            command = spoken.Fold(turn.actor)
        at.do(decks.player(turn.actor), Play(command=command))
        if isinstance(command, spoken.Fold):
            return turn.actor


def finish_round(at: Scene) -> None:
    while at.life.playing:
        assert at.life.round is not None
        turn = at.life.round.turns[0]
        does = {option.does for option in turn.options}
        command: Any = spoken.Show(turn.actor)
        if "fold" in does:
            command = spoken.Fold(turn.actor)
        elif "check" in does:
            command = spoken.Check(turn.actor)
        elif "call" in does:
            command = spoken.Call(turn.actor)
        at.do(decks.player(turn.actor), Play(command=command))


@clause("POKER-6e8")
@pytest.mark.parametrize(("key", "held"), [("holdem", 2), ("omaha", 4), ("badugi", 4)])
def test_a_hand_that_is_not_complete_alerts_and_stops_the_next_hand(key: str, held: int) -> None:
    at = ready(key)
    decks.deal(at)
    folded = fold(at)
    (fact,) = dealer(at, say_counting.CountReturned(hands={folded: held - 1}))
    assert fact.wrong == (folded,)
    alert = next(one for one in due(at.life, at.now, at.house) if one.what == "check")
    assert alert.clause == "POKER 6(e)(8)"
    assert f"seat {folded}" in alert.words
    finish_round(at)
    dealer(at, say_counting.CountReturned(hands=uncounted_hands(at.life)))
    again(at)
    at.refused("dealer", deals(at), "POKER 6(e)(8)")
    at.do("floorperson", say_counting.RemoveDeck(deck="B", reason="torn"))
    assert alert in due(at.life, at.now, at.house), "the other deck is no answer to it"


@clause("POKER-6e8")
def test_a_hand_that_is_complete_after_all_lets_the_next_one_begin() -> None:
    at = ready()
    decks.deal(at)
    dealer(at, say_counting.CountReturned(hands={fold(at): 1}))
    finish_round(at)
    dealer(at, say_counting.CountReturned(hands=uncounted_hands(at.life)))
    again(at).refused("dealer", deals(at), "POKER 6(e)(8)")
    again(count(at))
    decks.deal(at)


# --- POKER 15(p)-(q): the shuffler fails ---------------------------------------------------------


@clause("POKER-15p")
def test_a_jam_starts_no_hand_and_the_cards_are_shuffled_again() -> None:
    at = machine_ready()
    at.refused("dealer", say_device.ReportJam(reason=""), "FIELD reason")
    (fact,) = dealer(at, say_device.ReportJam(reason="a bent card"))
    assert (fact.clause, fact.deck, fact.reason) == ("POKER 15(p)", "B", "a bent card")
    assert at.life.custody.device == "jammed"
    at.refused("dealer", deals(at), "POKER 15(p)")
    at.refused("dealer", say_device.LoadShuffler(deck="B"), "POKER 15(p)")
    at.refused("dealer", say_device.ReportJam(reason="again"), "POKER 15(p)")
    at.refused("floorperson", say_device.ClearShuffler(procedure=" "), "POKER 15(p)")
    at.do("floorperson", say_device.ClearShuffler(procedure="submission 7"))
    at.refused("floorperson", say_device.ClearShuffler(procedure="submission 7"), "POKER 15(p)")
    at.refused("dealer", deals(at), "POKER 2(d)(2)")
    dealer(at, say_device.LoadShuffler(deck="B"))
    decks.deal(at)
    at.check()


@clause("POKER-15q")
def test_no_hand_shuffles_while_a_shuffler_is_on_the_table() -> None:
    at = played(machine_ready())
    why = at.refused("dealer", say.ShuffleDeck(deck="A"), "POKER 15(q)")
    assert why == "the shuffler must be removed before the cards are shuffled by hand"
    at.refused("floorperson", say_device.InstallShuffler(), "POKER 15(q)")
    (fact,) = at.do("floorperson", say_device.RemoveShuffler(reason="jams"))
    assert (fact.clause, fact.deck) == ("POKER 15(q)", "B")
    dealer(at, say.ShuffleDeck(deck="B"))
    again(at)
    assert decks.deal(at)[0].deck == "A"  # by hand, the decks need not alternate
    at.refused("floorperson", say_device.InstallShuffler(), "POKER 1 round of play")
    at.play_out()
    at.do("floorperson", say_device.InstallShuffler())
    at.refused("dealer", say.ShuffleDeck(deck="B"), "POKER 15(q)")


def test_a_table_without_a_shuffler_loads_none() -> None:
    at = played(ready())
    at.refused("dealer", say_device.LoadShuffler(deck="A"), "SIGN shuffler")
    at.refused("dealer", say_device.ReportJam(reason="jam"), "SIGN shuffler")
    at.refused("floorperson", say_device.RemoveShuffler(reason="jam"), "SIGN shuffler")
