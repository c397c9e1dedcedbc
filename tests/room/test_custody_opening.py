"""Decks come to a poker table and are made ready (POKER 2(a), 2(c), 4, 5(d); BBC decks, open)."""

from datetime import time, timedelta

import pytest
from msgspec.structs import asdict, replace

from croupier.cards import DECK_52, RANKS
from croupier.refused import Refused
from croupier.room.custody import counting as say_counting
from croupier.room.custody import device as say_device
from croupier.room.custody import orders as say
from croupier.room.custody import state as say_state
from croupier.room.custody.cards_there import spread_view
from croupier.room.custody.decide import place
from croupier.room.custody.distribution import DistributeDecks
from croupier.room.custody.state import Back, Procedures
from croupier.room.seating.orders import HoldStake, StepAway
from croupier.room.table.duties import due, overdue
from croupier.room.table.orders import CloseTable, OpenTable
from croupier.views.seat import NOBODY, hide, view
from tests.clause import clause
from tests.room import decks
from tests.room.decks import BLUE, RED, dealer, deals, look, opened, ready, receive, scene, sit
from tests.room.tables import STAFF, Scene


def places(at: Scene) -> list[str]:
    return [place(at.life, deck) for deck in at.life.custody.decks.values()]


def made_ready(at: Scene) -> Scene:
    """Deck A lies ready before three players."""
    decks.inspect(receive(at)).do("floorperson", OpenTable())
    decks.wash(look(sit(at, 1, 2, 3), 1, 2))
    dealer(at, say.ShuffleDeck(deck="A"), say.ShuffleDeck(deck="B"), say.PutInPlay(deck="A"))
    dealer(at, say.CutDeck(count=26))
    return at


def sealed(idle: str = "up") -> Scene:
    """An open table whose two decks came pre-shuffled."""
    at = decks.distribute(scene(procedures={"idle_spread": idle}))
    given = [say_state.NewDeck(d.name, d.design, d.colour, pre_shuffled=True) for d in (RED, BLUE)]
    dealer(at, say.ReceiveDecks(decks=tuple(given)))
    at.refused("floorperson", OpenTable(), "POKER 4(a)")
    at.refused("dealer", say.InspectDeck(deck="A", count=52), "POKER 4(a)")
    at.do("floorperson", say.VerifyDeck(deck="A"), say.VerifyDeck(deck="B"), OpenTable())
    return at


# --- POKER 2(a): two decks and a cover card ------------------------------------------------------


@clause("POKER-2a2")
@pytest.mark.parametrize("count", [1, 3])
def test_a_table_owns_two_decks_not_one_and_not_three(count: int) -> None:
    at = decks.distribute(scene())
    green = say_state.NewDeck("C", "waves", "red")
    given = (RED, BLUE, green)[:count]
    why = at.refused("dealer", say.ReceiveDecks(decks=given), "POKER 2(a)")
    assert why == f"a table must have two decks, not {count}"
    at.refused("floorperson", OpenTable(), "POKER 4(a)")


@clause("POKER-2a2")
@pytest.mark.parametrize(
    "other", [say_state.NewDeck("B", "scroll", "red"), say_state.NewDeck("A", "scroll", "blue")]
)
def test_two_decks_that_look_alike_or_share_a_name_are_refused(other: say_state.NewDeck) -> None:
    at = decks.distribute(scene())
    at.refused("dealer", say.ReceiveDecks(decks=(RED, other)), "POKER 2(a)")
    at.do("dealer", say.ReceiveDecks(decks=(RED, say_state.NewDeck("B", "scroll", "blue"))))


@clause("POKER-2a2")
def test_a_table_that_lost_a_deck_deals_no_more_until_it_has_two() -> None:
    at = ready()
    at.do("floorperson", say_counting.RemoveDeck(deck="B", reason="a torn card"))
    assert at.refused("dealer", deals(at), "POKER 2(a)") == "a table must have two decks, not 1"


@clause("POKER-2a3")
def test_one_deck_is_live_and_the_other_stored() -> None:
    at = ready()
    assert places(at) == ["live", "stored"]
    assert decks.deal(at)[0].deck == "A"
    at.play_out()
    dealer(at, say.PutInPlay(deck="B"))
    assert places(at) == ["stored", "live"]


@clause("POKER-2a3")
def test_with_a_shuffler_the_other_deck_is_in_it() -> None:
    at = decks.machine_ready()
    assert places(at) == ["live", "shuffling"]
    dealer(at, decks.finish(at, "B"))
    assert places(at) == ["live", "ready"]


@clause("POKER-2a3")
def test_no_card_comes_from_a_deck_that_is_not_live() -> None:
    at = ready()
    dealer(at, say.PutInPlay(deck="B"))
    at.refused("dealer", deals(at), "POKER 5(b)")  # deck A was cut, and B is the one in play
    dealer(at, say.CutDeck(count=10))
    assert decks.deal(at)[0].deck == "B"


@clause("POKER-2a4", "POKER-1cover")
@pytest.mark.parametrize("colour", ["yellow", "green"])
def test_the_cover_card_goes_under_the_deck_at_the_cut(colour: str) -> None:
    at = ready(procedures={"cover": colour})
    cut = next(e.fact for e in reversed(at.log) if type(e.fact).__name__ == "CutMade")
    assert (cut.cover, cut.colour, cut.clause) == ("under the deck", colour, "POKER 5(b)")


@clause("POKER-2a4")
def test_the_cover_card_differs_from_the_backs() -> None:
    at = decks.distribute(scene(), ("scroll", "yellow"), ("scroll", "red"))
    yellow = say_state.NewDeck("B", "scroll", "yellow")
    at.refused("dealer", say.ReceiveDecks(decks=(RED, yellow)), "POKER 2(a)")


@clause("POKER-2a4")
def test_nobody_sees_the_bottom_card() -> None:
    at = ready()
    first = len(at.log)
    decks.deal(at)
    at.play_out()
    assert at.life.round is not None
    bottom = at.life.round.deck[-1]
    events = [entry.fact for entry in at.log[first + 1 :]]  # the round's own events
    for seat in (NOBODY, 1, 2, 3):
        assert all(bottom not in repr(event) for event in view(events, seat))
        seen = asdict(hide(at.life.round, seat))
        del seen["game"]  # it lists the whole deck, in order
        assert bottom not in repr(seen)
    assert all(bottom not in repr(entry.fact) for entry in at.log[: first + 1])


# --- POKER 2(c): the distribution of the day -----------------------------------------------------


@clause("POKER-2c")
def test_no_table_opens_without_the_record_of_its_gaming_day() -> None:
    at = scene()
    at.refused("dealer", say.ReceiveDecks(decks=(RED, BLUE)), "POKER 2(c)")
    decks.inspect(receive(at))
    at.later(hours=18, seconds=-1)  # 05:59:59: the gaming day of yesterday noon
    at.do("floorperson", OpenTable())
    at.do("floorperson", CloseTable())
    late = scene()
    decks.inspect(receive(late))
    late.later(hours=18)
    assert "table 1" in late.refused("floorperson", OpenTable(), "POKER 2(c)")
    decks.distribute(late).do("floorperson", OpenTable())


@clause("POKER-2c")
def test_a_table_that_stays_open_needs_the_record_of_the_new_day() -> None:
    at = scene()
    at.house = replace(at.house, day_starts=time(13))
    made_ready(at).later(hours=1, seconds=1)
    assert "distribution" in {one.what for one in overdue(at.life, at.now, at.house)}
    at.refused("dealer", deals(at), "POKER 2(c)")


@clause("POKER-2c")
@pytest.mark.parametrize("left_out", ["limits", "location", "game", "table"])
def test_the_record_states_limits_location_and_game(left_out: str) -> None:
    fields = {"table": "1", "limits": "$2/$4", "location": "row 2", "game": "hold'em"}
    backs = (Back("scroll", "red"), Back("scroll", "blue"))
    record = DistributeDecks(backs=backs, **(fields | {left_out: " "}))
    with pytest.raises(Refused) as refusal:
        scene().ask_house("poker_shift_supervisor", record)
    assert refusal.value.clause == "POKER 2(c)"
    (fact,) = scene().ask_house("casino_supervisor", DistributeDecks(backs=backs, **fields))
    assert (fact.allotment.limits, fact.allotment.location) == ("$2/$4", "row 2")
    assert (fact.allotment.game, fact.allotment.day) == ("hold'em", "2026-06-01")


@clause("POKER-2c")
def test_only_the_backs_that_were_distributed_come_to_the_table() -> None:
    at = decks.distribute(scene())
    odd = say_state.NewDeck("B", "waves", "blue")
    why = at.refused("dealer", say.ReceiveDecks(decks=(RED, odd)), "POKER 2(c)")
    assert why == "blue waves was not distributed to this table today"
    with pytest.raises(Refused) as refusal:
        decks.distribute(at, ("scroll", "red"), ("scroll", "red"))
    assert refusal.value.clause == "POKER 2(c)"


# --- POKER 4: opening the table ------------------------------------------------------------------


@clause("POKER-4a")
def test_a_table_stays_closed_until_every_step_is_logged() -> None:
    at = scene()
    decks.distribute(at)
    steps = [
        ("dealer", say.ReceiveDecks(decks=(RED, BLUE))),
        ("dealer", say.InspectDeck(deck="A", count=52)),
        ("dealer", say.InspectDeck(deck="B", count=52)),
        ("floorperson", say.VerifyDeck(deck="A")),
        ("poker_supervisor", say.VerifyDeck(deck="B")),
        ("dealer", say.SpreadDeck(deck="A")),
        ("dealer", say.SpreadDeck(deck="B")),
    ]
    for number, (role, command) in enumerate(steps):
        cited = "POKER 4(b)" if number >= 4 else "POKER 4(a)"
        at.refused("floorperson", OpenTable(), cited)
        at.later(minutes=1).do(role, command)  # type: ignore[arg-type]  # roles of the staff
        assert (at.log[-1].at, at.log[-1].by.role) == (at.now, role)
    at.do("floorperson", OpenTable())
    assert at.life.status == "open"
    at.check()


@clause("POKER-4a")
def test_the_steps_come_in_their_order() -> None:
    at = receive(scene())
    at.refused("floorperson", say.VerifyDeck(deck="A"), "POKER 4(a)")
    at.refused("dealer", say.SpreadDeck(deck="A"), "POKER 4(b)")
    dealer(at, say.InspectDeck(deck="A", count=52))
    at.refused("dealer", say.InspectDeck(deck="A", count=52), "POKER 4(a)")
    at.refused("dealer", say.SpreadDeck(deck="A"), "POKER 4(b)")
    assert at.refused("dealer", say.SpreadDeck(deck="Z"), "FIELD deck")


@clause("POKER-4a")
@pytest.mark.parametrize("count", [51, 53])
def test_an_inspection_that_finds_another_number_of_cards_removes_the_deck(count: int) -> None:
    at = receive(scene())
    counted, removed = dealer(at, say.InspectDeck(deck="A", count=count))
    assert (counted.expected, counted.counted, removed.deck) == (52, count, "A")
    assert list(at.life.custody.decks) == ["B"]


@clause("POKER-4a")
def test_pre_shuffled_decks_are_verified_and_cut_without_a_spread() -> None:
    at = sit(sealed(), 1, 2)
    dealer(at, say.PutInPlay(deck="A"))
    at.refused("dealer", deals(at), "POKER 5(b)")
    dealer(at, say.CutDeck(count=26))
    decks.deal(at)
    at.play_out()
    dealer(at, say_counting.CountReturned(hands={1: 2, 2: 2}))
    at.refused("dealer", deals(at), "POKER 5(a)")


@clause("POKER-4a")
def test_a_closed_table_begins_anew_with_other_decks() -> None:
    at = ready()
    at.do("floorperson", CloseTable())
    assert at.life.custody.decks == {}
    at.refused("floorperson", OpenTable(), "POKER 4(a)")
    at.refused("dealer", say.ReceiveDecks(decks=(RED, BLUE)), "FIELD decks")
    at.check()


@clause("POKER-4b")
def test_both_decks_lie_face_up_by_suit_and_in_sequence() -> None:
    at = opened(players=0)
    seen = spread_view(at.life)
    assert list(seen) == ["A", "B"]
    for cards in seen.values():
        assert sorted(cards) == sorted(DECK_52)
        suits = [cards[start : start + 13] for start in range(0, 52, 13)]
        assert all(len({card.suit for card in suit}) == 1 for suit in suits)
        assert all("".join(str(c)[0] for c in suit) == RANKS for suit in suits)
    spread = [e.fact for e in at.log if type(e.fact).__name__ == "DeckSpread"]
    assert [(s.deck, s.face, s.in_sequence) for s in spread] == [
        ("A", "up", True),
        ("B", "up", True),
    ]


@clause("POKER-4b")
def test_what_is_washed_is_seen_no_more() -> None:
    at = look(opened(players=2), 1, 2)
    decks.wash(at, "A")
    assert list(spread_view(at.life)) == ["B"]


@clause("POKER-4c")
def test_nothing_is_washed_before_two_players_had_the_opportunity() -> None:
    at = opened(players=1)
    dealer(at, say.OfferInspection())
    at.later(hours=2)
    look(at, 1)
    why = at.refused("dealer", say.WashDeck(deck="A"), "POKER 4(c)")
    assert why == "2 players must have the opportunity to inspect the cards first"
    sit(at, 2)
    at.refused("dealer", say.WashDeck(deck="A"), "POKER 4(c)")
    look(at, 2)
    decks.wash(at, "A", "B")


@clause("POKER-4c")
def test_the_opportunity_is_an_acknowledgement_or_a_time_out() -> None:
    at = opened(players=2, procedures={"inspection_seconds": 30})
    dealer(at, say.OfferInspection())
    at.later(seconds=29).refused("dealer", say.WashDeck(deck="A"), "POKER 4(c)")
    at.later(seconds=1)
    decks.wash(at, "A")


@clause("POKER-4c")
def test_a_player_is_one_player_however_often_invited() -> None:
    at = opened(players=1)
    dealer(at, say.OfferInspection())
    at.refused("dealer", say.OfferInspection(), "POKER 4(b)")
    look(at, 1)
    at.refused(decks.player(1), say.LookAtDecks(), "POKER 4(b)")
    at.refused(decks.player(7), say.LookAtDecks(), "POKER 4(b)")
    at.later(minutes=5).refused("dealer", say.WashDeck(deck="A"), "POKER 4(c)")


@clause("POKER-4c")
def test_a_player_who_has_stepped_away_looks_at_nothing() -> None:
    at = opened(players=2)
    at.do(decks.player(2), StepAway())
    at.do("poker_shift_supervisor", HoldStake(seat=2))
    (offered,) = dealer(at, say.OfferInspection())
    assert offered.players == ("P1",)
    at.refused(decks.player(2), say.LookAtDecks(), "POKER 4(b)")
    at.later(hours=1).refused("dealer", say.WashDeck(deck="A"), "POKER 4(c)")


@clause("POKER-4c")
def test_each_deck_is_washed_and_shuffled_on_its_own() -> None:
    at = look(opened(), 1, 2)
    at.refused("dealer", say.ShuffleDeck(deck="A"), "POKER 5(a)")
    decks.wash(at, "A")
    dealer(at, say.ShuffleDeck(deck="A"), say.PutInPlay(deck="A"), say.CutDeck(count=30))
    at.refused("dealer", say.ShuffleDeck(deck="B"), "POKER 5(a)")
    at.refused("dealer", say.PutInPlay(deck="B"), "POKER 4(c)")
    at.refused("dealer", deals(at), "POKER 4(c)(1)")
    decks.wash(at, "B")
    at.refused("dealer", deals(at), "POKER 4(c)(1)")
    dealer(at, say.ShuffleDeck(deck="B"))
    decks.deal(at)


@clause("POKER-4c1")
def test_a_house_may_prepare_only_the_deck_in_use() -> None:
    at = look(opened(procedures={"prepare_both_decks": False}), 1, 2)
    decks.wash(at, "A")
    dealer(at, say.ShuffleDeck(deck="A"), say.PutInPlay(deck="A"), say.CutDeck(count=30))
    dealer(at, say.StoreDeck(deck="B"))
    assert places(at) == ["live", "stored"]
    decks.deal(at)
    at.play_out()
    dealer(at, say.PutInPlay(deck="B"))
    at.refused("dealer", deals(at), "POKER 4(c)")
    at.refused("dealer", say.ShuffleDeck(deck="B"), "POKER 5(a)")
    decks.wash(at, "B")
    dealer(at, say.ShuffleDeck(deck="B"), say.CutDeck(count=12))
    assert decks.deal(at)[0].deck == "B"


@clause("POKER-4c1")
def test_otherwise_both_are_prepared_and_one_of_them_is_cut() -> None:
    at = look(opened(), 1, 2)
    at.refused("dealer", say.StoreDeck(deck="B"), "POKER 4(c)(1)")
    at = ready()
    assert [deck.status for deck in at.life.custody.decks.values()] == ["cut", "shuffled"]
    early = opened(procedures={"prepare_both_decks": False})
    early.refused("dealer", say.StoreDeck(deck="B"), "POKER 4(c)")


@clause("POKER-4c2")
def test_with_a_shuffler_one_deck_is_cut_and_the_other_stays_in_the_device() -> None:
    at = decks.machine_ready()
    assert [deck.status for deck in at.life.custody.decks.values()] == ["cut", "shuffling"]
    at.refused("dealer", say_device.LoadShuffler(deck="A"), "POKER 5(a)")
    decks.deal(at)


# --- POKER 5(d): no gaming activity --------------------------------------------------------------


@clause("POKER-5d")
def test_when_play_stops_both_decks_are_spread_and_made_ready_anew() -> None:
    at = ready()
    at.deal()
    at.refused("dealer", say.GoIdle(), "POKER 5(d)")
    at.play_out()
    at.refused("dealer", say.GoIdle(), "POKER 6(e)(8)")  # what came back is counted first
    dealer(at, say_counting.CountReturned(hands={1: 2, 2: 2, 3: 2}), say.GoIdle())
    assert places(at) == ["spread", "spread"]
    assert list(spread_view(at.life)) == ["A", "B"]
    at.refused("dealer", deals(at), "POKER 4(c)")
    at.refused("dealer", say.WashDeck(deck="A"), "POKER 4(c)")
    look(at, 2, 3)
    decks.wash(at)
    at.refused("dealer", say.CutDeck(count=20), "POKER 5(b)")
    at.deal()
    at.check()


@clause("POKER-5d")
def test_spread_face_down_they_are_turned_up_for_two_players() -> None:
    at = ready(players=2, procedures={"idle_spread": "down"})
    at.do("dealer", say.GoIdle())
    assert spread_view(at.life) == {}
    at.refused(decks.player(1), say.LookAtDecks(), "POKER 4(b)")
    at.refused("dealer", say.OfferInspection(), "POKER 4(b)")
    at.later(hours=1).refused("dealer", say.WashDeck(deck="A"), "POKER 4(c)")
    dealer(at, say.TurnUpDecks())
    assert list(spread_view(at.life)) == ["A", "B"]
    decks.wash(look(at, 1, 2))


@clause("POKER-5d")
def test_one_player_does_not_turn_the_decks_up() -> None:
    at = sit(sealed("down"), 1)
    assert "spread" in {one.what for one in due(at.life, at.now, at.house)}
    dealer(at, say.GoIdle())
    assert [deck.face for deck in at.life.custody.decks.values()] == ["down", "down"]
    assert "spread" not in {one.what for one in due(at.life, at.now, at.house)}
    at.refused("dealer", say.GoIdle(), "POKER 5(d)")
    at.refused("dealer", say.TurnUpDecks(), "POKER 5(d)")
    sit(at, 2)
    dealer(at, say.TurnUpDecks())
    at.refused("dealer", say.TurnUpDecks(), "POKER 5(d)")
    at.check()


# --- house parameters ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "chosen", "cited"),
    [
        ("holdem", {"sort_minutes": 181}, "POKER 2(b)"),
        ("holdem", {"change_minutes": 361}, "POKER 2(b)"),
        ("holdem", {"count_minutes": 16}, "POKER 6(e)(5)"),
        ("holdem", {"count_minutes": 0}, "POKER 6(e)(5)"),
        ("holdem", {"inspectors": 1}, "POKER 4(c)"),
        ("holdem", {"inspection_seconds": 0}, "FIELD inspection_seconds"),
        (decks.THB, {"count_rounds": 6}, "THB 7(f)"),
        (decks.TCJ, {"inspectors": 0}, "TCJ 3(c)"),
        ("bbc-omaha", {"inspectors": -2}, "BBC open"),
    ],
)
def test_a_house_elects_within_the_document(key: str, chosen: dict[str, int], cited: str) -> None:
    with pytest.raises(Refused) as refusal:
        scene(key, chosen)
    assert refusal.value.clause == cited


def test_the_longest_intervals_are_the_usual_ones() -> None:
    usual = Procedures()
    assert (usual.sort_minutes, usual.change_minutes, usual.count_minutes) == (180, 360, 15)
    assert timedelta(minutes=usual.sort_minutes) == timedelta(hours=3)


# --- BBC ------------------------------------------------------------------------------------------


@clause("BBC-decks")
def test_the_club_keeps_two_decks_that_differ_and_one_cover_card() -> None:
    at = scene("bbc-omaha")
    at.refused("dealer", say.ReceiveDecks(decks=(RED,)), "BBC decks")
    at = ready("bbc-omaha")
    assert places(at) == ["live", "stored"]
    cut = next(e.fact for e in at.log if type(e.fact).__name__ == "CutMade")
    assert (cut.cover, cut.clause) == ("under the deck", "BBC shuffle")


@clause("BBC-decks")
def test_the_club_has_no_clocks_unless_the_house_switches_them_on() -> None:
    at = ready("bbc-omaha")
    decks.deal(at)
    at.play_out().later(hours=9)
    dealer(at, say.ShuffleDeck(deck="A"), say.CutDeck(count=20))
    decks.deal(at)
    strict = ready("bbc-omaha", procedures={"poker_clocks": True})
    decks.deal(strict)
    strict.play_out().later(minutes=15, seconds=1)
    dealer(strict, say.ShuffleDeck(deck="A"), say.CutDeck(count=20))
    strict.refused("dealer", deals(strict), "A-88")  # its document states no count


@clause("BBC-open")
def test_the_club_opens_after_the_dealers_inspection_and_a_spread() -> None:
    at = receive(scene("bbc-omaha"))
    at.refused("floorperson", OpenTable(), "BBC open")
    for name in ("A", "B"):
        dealer(at, say.InspectDeck(deck=name, count=52))
    at.refused("floorperson", OpenTable(), "BBC open")
    dealer(at, say.SpreadDeck(deck="A"), say.SpreadDeck(deck="B"))
    assert [len(cards) for cards in spread_view(at.life).values()] == [52, 52]
    at.do("floorperson", OpenTable())
    decks.wash(at)  # no player need have come
    at.refused("dealer", deals(at), "BBC decks")
    dealer(at, say.ShuffleDeck(deck="A"), say.ShuffleDeck(deck="B"), say.PutInPlay(deck="A"))
    assert at.life.custody.decks["A"].status == at.life.custody.decks["B"].status == "shuffled"


@clause("BBC-open")
def test_the_club_may_ask_for_players_who_inspect() -> None:
    at = opened("bbc-omaha", players=1, procedures={"inspectors": 1})
    at.refused("dealer", say.WashDeck(deck="A"), "BBC open")
    decks.wash(look(at, 1))


def test_who_is_not_at_the_table_receives_nothing() -> None:
    at = decks.distribute(scene())
    at.refused(STAFF["cage_cashier"], say.ReceiveDecks(decks=(RED, BLUE)), "POKER 4(a)")
    at.refused("dealer", say.ReceiveDecks(decks=()), "FIELD decks")
    blank = say_state.NewDeck("B", "", "blue")
    at.refused("dealer", say.ReceiveDecks(decks=(RED, blank)), "FIELD decks")


@pytest.mark.parametrize("key", ["bbc-omaha", "texas-holdem-bonus", "flop-poker", "two-card-joker"])
def test_setting_up_and_opening_a_table_cite_its_own_document(key: str) -> None:
    at = Scene(key).open()
    own = {"A", at.life.game.document.name}
    assert {entry.fact.clause.replace("-", " ").split()[0] for entry in at.log} == own
