"""Decks at house-banked tables (THB, FLOP and TCJ 2 to 4 and 7 to 9)."""

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_54
from croupier.chips import Chips
from croupier.engine import commands as spoken
from croupier.engine.accounts import BANK
from croupier.engine.events import Dealt
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.courier import slips_of
from croupier.room.custody import counting as say_counting
from croupier.room.custody import device as say_device
from croupier.room.custody import orders as say
from croupier.room.custody import state as say_state
from croupier.room.custody.cards_there import spread_view
from croupier.room.custody.decide import rack
from croupier.room.custody.facts import HandsVoided
from croupier.room.custody.state import Procedures
from croupier.room.house.notices import Notice
from croupier.room.seating.orders import Leave, Sit
from croupier.room.shuffle import shuffle
from croupier.room.table.duties import due
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import DealRound, Play
from croupier.rules.sign import amend
from croupier.views.seat import NOBODY, view
from tests.clause import clause
from tests.room import decks
from tests.room.decks import (
    BLUE,
    FLOP,
    RED,
    TCJ,
    THB,
    bank,
    dealer,
    deals,
    finish,
    look,
    machine_ready,
    opened,
    ready,
    receive,
    scene,
)
from tests.room.tables import STAFF, Scene, player

EACH = pytest.mark.parametrize("key", [THB, FLOP, TCJ])
STUBS = {THB: 52 - 12 - 2 - 5 - 3, FLOP: 52 - 18 - 3, TCJ: 54 - 12 - 2}
METHODS = [("manual_shoe", "7"), ("hand", "8"), ("automated_shoe", "9")]
EACH_METHOD = pytest.mark.parametrize(("method", "section"), METHODS)
COUNTS = {"7": "7(f)", "8": "8(e)", "9": "9(e)"}


def cite(key: str, rest: str) -> str:
    return game_of(key).cite(rest)


def alone(key: str, players: int = 1, **more: Any) -> Scene:
    """One deck, hand-shuffled and cut, in play."""
    return ready(key, players, decks=1, **more)


def next_round(at: Scene, players: int = 1) -> Scene:
    """From the end of a round to the end of the next one, without a count of the stub."""
    if not at.life.custody.racked:
        dealer(at, say_counting.RackStub())
    make_ready(at)
    return bank(at, players)


def make_ready(at: Scene) -> None:
    if at.life.sign.shuffler == "none":
        dealer(at, say.ShuffleDeck(deck="A"), say.CutDeck(count=20))
    else:
        dealer(at, say_device.LoadShuffler(deck="A"), finish(at, "A"))


# --- 2: cards and decks --------------------------------------------------------------------------


@clause("THB-2a", "FLOP-2a")
@pytest.mark.parametrize("key", [THB, FLOP])
def test_the_game_is_played_with_one_deck_of_52(key: str) -> None:
    at = opened(key, decks=1)
    assert [len(cards) for cards in spread_view(at.life).values()] == [52]
    third = (RED, BLUE, say_state.NewDeck("C", "waves", "white"))
    scene(key, shuffler="plain").refused("dealer", say.ReceiveDecks(decks=third), cite(key, "2(a)"))
    at = receive(scene(key), RED)
    dealer(at, say.InspectDeck(deck="A", count=53))
    assert at.life.custody.decks == {}


@clause("TCJ-2a")
@pytest.mark.parametrize("cards", [52, 53])
def test_two_card_joker_is_played_with_54_cards(cards: int) -> None:
    at = receive(scene(TCJ), RED)
    removed = dealer(at, say.InspectDeck(deck="A", count=cards))[-1]
    assert removed.deck == "A"
    at.refused("floorperson", OpenTable(), "TCJ 3(a)")
    at = alone(TCJ)
    short = DealRound(order=shuffle(DECK_54)[:cards])
    at.refused("dealer", short, "TCJ 2(a)")
    assert [len(seen) for seen in spread_view(opened(TCJ, decks=1).life).values()] == [54]


@clause("THB-2b", "FLOP-2b", "TCJ-2b")
@EACH
def test_a_second_deck_comes_only_with_a_shuffler_and_in_another_colour(key: str) -> None:
    at = scene(key)
    at.refused("dealer", say.ReceiveDecks(decks=(RED, BLUE)), cite(key, "2(b)"))
    at = scene(key, shuffler="plain")
    waves = say_state.NewDeck("B", "waves", "red")
    at.refused("dealer", say.ReceiveDecks(decks=(RED, waves)), cite(key, "2(b)(2)"))
    at.do("dealer", say.ReceiveDecks(decks=(RED, BLUE)))


@clause("THB-2b", "FLOP-2b", "TCJ-2b")
@EACH
def test_two_decks_alternate_and_the_rack_holds_one_of_them(key: str) -> None:
    at = bank(machine_ready(key, 1), 1)
    assert rack(at.life) == ["A"]
    dealer(at, say_counting.RackStub(), finish(at, "B"), say.PutInPlay(deck="B"))
    at.refused("dealer", deals(at), cite(key, "2(b)(5)"))  # the cards of A lie in the rack
    dealer(at, say_device.LoadShuffler(deck="A"))
    assert rack(at.life) == []
    bank(at, 1)
    assert rack(at.life) == ["B"]
    dealer(
        at,
        say_counting.RackStub(),
        finish(at, "A"),
        say_device.LoadShuffler(deck="B"),
        finish(at, "B"),
    )
    at.refused("dealer", deals(at), cite(key, "2(b)(4)"))
    dealer(at, say.PutInPlay(deck="A"))
    bank(at, 1)
    at.check()


@clause("THB-2b", "FLOP-2b", "TCJ-2b")
@EACH
def test_one_deck_is_shuffled_while_the_other_plays(key: str) -> None:
    at = decks.wash(look(opened(key, 1, shuffler="plain"), 1))
    dealer(at, say_device.LoadShuffler(deck="A"), finish(at, "A"), say.PutInPlay(deck="A"))
    at.refused("dealer", deals(at), cite(key, "2(b)(3)"))
    dealer(at, say_device.LoadShuffler(deck="B"))
    decks.deal(at)


# --- 3: opening the table ------------------------------------------------------------------------


@clause("THB-3a", "FLOP-3a", "TCJ-3a")
@EACH
def test_opening_needs_receipt_inspection_and_verification(key: str) -> None:
    at, cited = scene(key), cite(key, "3(a)")
    at.refused("floorperson", OpenTable(), cited)
    receive(at, RED).refused("floorperson", OpenTable(), cited)
    dealer(at, say.InspectDeck(deck="A", count=at.life.game.deck))
    why = at.refused("floorperson", OpenTable(), cited)
    assert why.endswith("is inspected, but not verified yet")
    at.do("floorperson", say.VerifyDeck(deck="A"))
    at.refused("floorperson", OpenTable(), cite(key, "3(b)"))
    dealer(at, say.SpreadDeck(deck="A"))
    at.do("floorperson", OpenTable())


@clause("THB-3a", "FLOP-3a", "TCJ-3a")
@EACH
def test_pre_shuffled_cards_are_the_other_way_to_open(key: str) -> None:
    at = receive(scene(key), say_state.NewDeck("A", "scroll", "red", pre_shuffled=True))
    at.refused("floorperson", OpenTable(), cite(key, "3(a)"))
    at.do("floorperson", say.VerifyDeck(deck="A"), OpenTable())
    decks.sit(at, 1)
    dealer(at, say.PutInPlay(deck="A"))
    at.refused("dealer", deals(at), cite(key, "4(b)(2)"))
    dealer(at, say.CutDeck(count=20))
    bank(at, 1)


@clause("THB-3b", "FLOP-3b", "TCJ-3b")
@EACH
def test_one_player_inspects_and_that_is_enough(key: str) -> None:
    at = opened(key, 0, decks=1)
    assert list(spread_view(at.life)) == ["A"]
    at.refused("dealer", say.OfferInspection(), cite(key, "3(b)"))
    why = at.refused("dealer", say.WashDeck(deck="A"), cite(key, "3(c)"))
    assert why == "one player must have the opportunity to inspect the cards first"
    decks.sit(at, 1)
    decks.wash(look(at, 1))


@clause("THB-3c", "FLOP-3c", "TCJ-3c")
@EACH
def test_after_the_inspection_the_cards_are_washed_and_shuffled(key: str) -> None:
    at = opened(key, 1, decks=1)
    dealer(at, say.OfferInspection())
    at.refused("dealer", say.ShuffleDeck(deck="A"), cite(key, "4(a)"))
    at.later(minutes=1)
    decks.wash(at)
    assert spread_view(at.life) == {}
    dealer(at, say.ShuffleDeck(deck="A"))
    assert at.life.custody.decks["A"].status == "shuffled"


@clause("THB-3d", "FLOP-3d", "TCJ-3d")
@EACH
def test_two_decks_go_through_every_step_on_their_own(key: str) -> None:
    at = machine_ready(key, 1)
    facts = [
        type(entry.fact).__name__ for entry in at.log if getattr(entry.fact, "deck", "") == "B"
    ]
    steps = ["DeckInspected", "DeckVerified", "DeckSpread", "DeckWashed", "ShufflerLoaded"]
    assert [fact for fact in facts if fact != "DeckCounted"] == steps
    early = opened(key, 1, shuffler="plain")
    decks.wash(look(early, 1), "A")
    early.refused("dealer", say_device.LoadShuffler(deck="B"), cite(key, "4(a)"))


# --- 4: shuffle and cut --------------------------------------------------------------------------


@clause("THB-4a", "FLOP-4a", "TCJ-4a")
@EACH
def test_cards_are_shuffled_before_the_first_round_and_after_every_one(key: str) -> None:
    at = decks.wash(look(opened(key, 1, decks=1), 1))
    dealer(at, say.PutInPlay(deck="A"))
    at.refused("dealer", deals(at), cite(key, "3(c)"))
    dealer(at, say.ShuffleDeck(deck="A"), say.CutDeck(count=20))
    bank(at, 1)
    at.refused("dealer", deals(at), cite(key, "4(a)"))
    next_round(at)


@clause("THB-4b1", "FLOP-4b1", "TCJ-4b1")
@EACH
def test_cards_from_a_shuffler_are_dealt_without_a_cut(key: str) -> None:
    at = machine_ready(key, 1, decks=1)
    at.refused("dealer", say.CutDeck(count=20), cite(key, "4(b)(1)"))
    bank(at, 1)
    assert not any(type(entry.fact).__name__ == "CutMade" for entry in at.log)


@clause("THB-4b2", "FLOP-4b2", "TCJ-4b2")
@EACH
def test_cards_shuffled_by_hand_are_cut(key: str) -> None:
    at = decks.wash(look(opened(key, 1, decks=1), 1))
    dealer(at, say.ShuffleDeck(deck="A"), say.PutInPlay(deck="A"))
    at.refused("dealer", deals(at), cite(key, "4(b)(2)"))
    dealer(at, say.CutDeck(count=20))
    bank(at, 1)


@clause("THB-4c", "FLOP-4c", "TCJ-4c")
@EACH
def test_the_cover_card_leaves_the_deck_after_the_cut(key: str) -> None:
    at = alone(key)
    cut = next(entry.fact for entry in at.log if type(entry.fact).__name__ == "CutMade")
    assert (cut.cover, cut.clause) == ("discard rack", cite(key, "4(c)"))
    bank(at, 1)
    dealer(at, say_counting.RackStub(), say.ShuffleDeck(deck="A"))
    most = at.life.game.deck - 10
    for count in (9, most + 1):
        at.refused("dealer", say.CutDeck(count=count), cite(key, "4(c)(1)(ii)"))
    dealer(at, say.CutDeck(count=most))


@clause("THB-4d", "FLOP-4d", "TCJ-4d")
@EACH
def test_a_supervisor_has_the_cards_recut_before_the_first_card(key: str) -> None:
    at = alone(key)
    recut = say.Recut(count=30, reason="a card showed")
    first = at.life.custody.cut
    for other in ("dealer", "floorperson", "surveillance", "accounting"):
        at.refused(STAFF[other], recut, cite(key, "4(d)"))
    at.refused(decks.player(1), recut, cite(key, "4(d)"))
    at.refused("casino_supervisor", replace(recut, reason=" "), "FIELD reason")
    at.refused("casino_supervisor", replace(recut, count=9), cite(key, "4(c)(1)(ii)"))
    assert at.life.custody.cut == first != 30
    (fact,) = at.do("casino_supervisor", recut)
    assert (fact.clause, fact.count, fact.reason) == (cite(key, "4(d)"), 30, "a card showed")
    assert at.log[-1].by == STAFF["casino_supervisor"]
    assert at.life.custody.cut == 30
    at.do("casino_supervisor", replace(recut, count=31))  # as often as needed
    bank(at, 1, end=False)
    assert next(e.fact for e in reversed(at.log) if type(e.fact).__name__ == "DeckCut").cut == 31
    at.refused("casino_supervisor", recut, cite(key, "4(d)"))
    uncut = decks.wash(look(opened(key, 1, decks=1), 1))
    uncut.refused("casino_supervisor", recut, cite(key, "4(d)"))


@clause("THB-4e", "FLOP-4e", "TCJ-4e")
@EACH
def test_the_cards_of_an_idle_table_are_turned_up_for_one_player(key: str) -> None:
    at = receive(
        scene(key, {"idle_spread": "down"}),
        say_state.NewDeck("A", "scroll", "red", pre_shuffled=True),
    )
    at.do("floorperson", say.VerifyDeck(deck="A"), OpenTable())
    dealer(at, say.GoIdle())
    assert spread_view(at.life) == {}
    at.refused("dealer", say.TurnUpDecks(), cite(key, "4(e)"))
    decks.sit(at, 1)
    at.refused(decks.player(1), say.LookAtDecks(), cite(key, "3(b)"))
    (fact,) = dealer(at, say.TurnUpDecks())
    assert fact.clause == cite(key, "4(e)")
    at.refused("dealer", say.WashDeck(deck="A"), cite(key, "3(c)"))
    decks.wash(look(at, 1))
    dealer(at, say.ShuffleDeck(deck="A"), say.PutInPlay(deck="A"), say.CutDeck(count=20))
    bank(at, 1)


# --- 7 to 9: shoes and hands ---------------------------------------------------------------------


@clause("THB-7a", "FLOP-7a", "TCJ-7a")
@EACH
@EACH_METHOD
def test_a_table_deals_in_one_of_three_ways(key: str, method: str, section: str) -> None:
    at = machine_ready(key, 1, decks=1, deal_method=method)
    bank(at, 1)
    first = next(entry.fact for entry in at.log if isinstance(entry.fact, Dealt))
    assert first.clause.startswith(cite(key, section))
    with pytest.raises(Refused) as refusal:
        amend(game_of(key).sign, {"deal_method": "by_robot"})
    assert refusal.value.clause == "SIGN deal_method"


@clause("THB-8b1", "FLOP-8b1", "TCJ-8b1")
@EACH
def test_dealing_from_the_hand_needs_a_shuffler(key: str) -> None:
    with pytest.raises(Refused) as refusal:
        scene(key, deal_method="hand")
    assert refusal.value.clause == cite(key, "8(b)(1)")
    at = machine_ready(key, 1, decks=1, deal_method="hand")
    at.do("floorperson", say_device.RemoveShuffler(reason="broken"))
    dealer(at, say.ShuffleDeck(deck="A"), say.CutDeck(count=20))
    at.refused("dealer", deals(at), cite(key, "8(b)(1)"))


@clause("THB-9a", "FLOP-9a", "TCJ-9a")
@pytest.mark.parametrize(("key", "cards"), [(THB, 2), (FLOP, 3), (TCJ, 2)])
def test_an_approved_shoe_delivers_stacks(key: str, cards: int) -> None:
    at = alone(key, 2, deal_method="automated_shoe")
    bank(at, 2)
    first = next(entry.fact for entry in at.log if isinstance(entry.fact, Dealt))
    assert first.seats == (1,) * cards + (2,) * cards + (0,) * cards
    with pytest.raises(Refused) as refusal:
        scene(key, {"shoe_approval": ""}, deal_method="automated_shoe")
    assert refusal.value.clause == cite(key, "9(a)")
    scene(key, {"shoe_approval": ""})


@clause(
    "THB-7f",
    "THB-8e",
    "THB-9e",
    "FLOP-7f",
    "FLOP-8e",
    "FLOP-9e",
    "TCJ-7f",
    "TCJ-8e",
    "TCJ-9e",
)
@EACH
@EACH_METHOD
def test_the_stub_is_counted_once_in_five_rounds(key: str, method: str, section: str) -> None:
    shuffled_by = "none" if method == "manual_shoe" else "plain"
    make = machine_ready if shuffled_by == "plain" else ready
    at = bank(make(key, 6, decks=1, deal_method=method, shuffler=shuffled_by), 6)
    for _ in range(4):
        next_round(at, 6)
    assert at.life.rounds == 5
    cited = cite(key, COUNTS[section])
    at.refused("dealer", deals(at), cited)
    at.refused("dealer", say_counting.RackStub(), cited)
    at.refused(
        "dealer", say.ShuffleDeck(deck="A"), cited if shuffled_by == "none" else _removal(key)
    )
    counts = [one for one in due(at.life, at.now, at.house) if one.what == "count"]
    assert [one.clause for one in counts] == [cited]
    fact = dealer(at, say_counting.CountStub(count=STUBS[key]))[0]
    assert (fact.expected, fact.right, fact.clause) == (STUBS[key], True, cited)
    assert STUBS == {THB: 30, FLOP: 31, TCJ: 40}
    next_round(at, 6)
    assert at.life.custody.uncounted == 1
    at.check()


def _removal(key: str) -> str:
    return cite(key, "13(g)" if key == THB else "12(g)")


@clause("THB-7f", "FLOP-7f", "TCJ-7f")
@EACH
def test_a_house_may_count_more_often(key: str) -> None:
    at = bank(alone(key, procedures={"count_rounds": 1}), 1)
    at.refused("dealer", say_counting.RackStub(), cite(key, "7(f)"))
    assert at.life.round is not None
    dealer(at, say_counting.CountStub(count=at.life.round.left))
    next_round(at)
    at.refused(
        "dealer", say_counting.CountDeck(deck="A", count=at.life.game.deck), cite(key, "7(f)")
    )


def six_rounds(key: str, method: str) -> Scene:
    at = machine_ready(key, 1, decks=1, deal_method=method, shuffler="counting")
    bank(at, 1)
    for _ in range(5):
        next_round(at)
    return at


@clause("THB-7g", "THB-8f", "THB-9f")
@EACH_METHOD
def test_with_a_counting_shuffler_no_stub_is_counted(method: str, section: str) -> None:
    at = six_rounds(THB, method)
    assert at.life.rounds == 6
    dealer(at, say_counting.RackStub(), say_device.LoadShuffler(deck="A"))
    counted, removed = dealer(at, say_device.FinishShuffle(deck="A", count=51))
    assert counted.clause == {"7": "THB 7(g)", "8": "THB 8(f)", "9": "THB 9(f)"}[section]
    assert removed.deck == "A"
    at.refused("dealer", deals(at), "THB 2(a)")


@clause("FLOP-9f", "TCJ-9f")
@pytest.mark.parametrize("key", [FLOP, TCJ])
def test_elsewhere_the_waiver_is_for_the_automated_shoe_only(key: str) -> None:
    assert six_rounds(key, "automated_shoe").life.rounds == 6
    for method, cited in (("manual_shoe", "7(f)"), ("hand", "8(e)")):
        with pytest.raises(Refused) as refusal:
            six_rounds(key, method)
        assert refusal.value.clause == cite(key, cited)


@clause("THB-7f1", "FLOP-7f1", "TCJ-7f1")
@EACH
def test_a_right_count_puts_the_stub_in_the_rack(key: str) -> None:
    at = bank(alone(key, 6), 6)
    counted, racked = dealer(at, say_counting.CountStub(count=STUBS[key]))
    assert counted.right
    assert (racked.clause, racked.left) == (cite(key, "7(f)(1)"), STUBS[key])
    at.refused("dealer", say_counting.CountStub(count=STUBS[key]), cite(key, "7(f)"))
    assert list(at.life.custody.decks) == ["A"]


@clause("THB-7f2", "FLOP-7f2", "TCJ-7f2")
@EACH
@pytest.mark.parametrize("misdealt", [True, False])
@pytest.mark.parametrize("settled", [True, False])
def test_a_wrong_count_voids_all_hands(key: str, misdealt: bool, settled: bool) -> None:
    at = bank(alone(key, 6), 6, end=settled or key == THB)  # THB has its last card at the end
    assert at.life.round is not None
    wrong = say_counting.CountStub(count=at.life.round.left + 1, misdealt=misdealt)
    dealer(at, wrong)
    assert not at.life.playing
    assert set(at.life.stacks.values()) == {1_000_00}
    assert at.life.accounts.get(BANK, 0) == 0
    assert ("A" in at.life.custody.decks) == misdealt
    if misdealt:
        next_round(at, 6)
    else:
        at.refused("dealer", deals(at), cite(key, "2(a)"))
    at.check()


@clause("THB-7f2", "FLOP-7f2", "TCJ-7f2")
@EACH
@pytest.mark.parametrize("most", [True, False])
@pytest.mark.parametrize("removed", [True, False])
def test_a_wrong_count_pays_who_has_left_at_the_cage_and_takes_nothing_back(
    key: str, most: bool, removed: bool
) -> None:
    """The seat may have another player by then, who has no part in the round."""
    at = alone(key, 6)
    seat = one_of(at, 6, wins=most)
    before, gains = at.life.custody.before, won(at)
    person, bank_had = at.life.seats[seat].person, at.life.accounts[BANK] + sum(gains.values())
    gone(at.later(seconds=1), seat, removed)
    at.later(seconds=1).do(player("Abe"), Sit(seat=seat, chips=Chips(500_00)))
    at.later(seconds=1).do(player("Abe"), Leave())
    at.do(player("Zoe"), Sit(seat=seat, chips=Chips(500_00)))
    assert refunds(at) == ([] if most else [("stake", person, gains[seat])])
    assert at.life.stacks == {**before, seat: 500_00}
    assert at.life.accounts[BANK] == bank_had - max(gains[seat], 0)
    at.check()


def gone(at: Scene, seat: int, removed: bool) -> None:
    """A player leaves, or is made to."""
    if not removed:
        at.do(player(at.life.seats[seat].person), Leave())
        return
    notice = Notice("Ian", at.now)
    at.do("floorperson", RemovePlayer(seat=seat, cause="looked at another hand", notice=notice))


def refunds(at: Scene) -> list[tuple[str, str, int]]:
    """Count a card too many, and say what the cage is asked to pay."""
    assert at.life.round is not None
    dealer(at, say_counting.CountStub(count=at.life.round.left + 1))
    (voided,) = (entry for entry in at.log if isinstance(entry.fact, HandsVoided))
    return [(slip.kind, slip.person, slip.chips) for slip in slips_of(1, voided)]


@clause("THB-7f2", "FLOP-7f2", "TCJ-7f2")
@EACH
@pytest.mark.parametrize("elsewhere", [True, False])
def test_who_has_left_and_sat_down_again_is_paid_for_the_void_round(
    key: str, elsewhere: bool
) -> None:
    at = alone(key, 5)
    seat = one_of(at, 5, wins=False)
    person, lost = at.life.seats[seat].person, won(at)[seat]
    gone(at.later(seconds=1), seat, removed=False)
    at.later(seconds=1)
    at.do(player(person), Sit(seat=6 if elsewhere else seat, chips=Chips(2_000_00)))
    assert refunds(at) == [("stake", person, lost)]
    at.check()


def one_of(at: Scene, seats: int, *, wins: bool) -> int:
    """Play rounds until somebody has won, or lost: the seat."""
    bank(at, seats)
    while not (found := [seat for seat, chips in won(at).items() if chips and (chips > 0) == wins]):
        assert at.life.round is not None
        dealer(at, say_counting.CountStub(count=at.life.round.left))
        next_round(at, seats)
    return found[0]


def won(at: Scene) -> dict[int, int]:
    """What the last round brought to each seat."""
    return {seat: chips - at.life.custody.before[seat] for seat, chips in at.life.stacks.items()}


@clause(
    "THB-7e",
    "THB-8d",
    "THB-9d",
    "FLOP-7e",
    "FLOP-8d",
    "FLOP-9d",
    "TCJ-7e",
    "TCJ-8d",
    "TCJ-9d",
)
@EACH
@EACH_METHOD
def test_the_stub_goes_to_the_rack_unseen(key: str, method: str, section: str) -> None:
    at = machine_ready(key, 2, decks=1, deal_method=method)
    first = len(at.log)
    bank(at, 2, end=False)
    cited = cite(key, {"7": "7(e)", "8": "8(d)", "9": "9(d)"}[section])
    if key == THB:  # community cards are to come
        at.refused("dealer", say_counting.RackStub(), cited)
    while at.life.playing:
        assert at.life.round is not None
        turn = at.life.round.turns[0]
        option = next(one for one in turn.options if one.does == "place")
        place = spoken.Place(turn.actor, {option.spot: Chips(option.most)})
        at.do(decks.player(turn.actor), Play(command=place))
    at.refused("dealer", say_device.LoadShuffler(deck="A"), cited)
    assert at.life.round is not None
    (fact,) = dealer(at, say_counting.RackStub())
    assert (fact.clause, fact.left) == (cited, at.life.round.left)
    at.refused("dealer", say_counting.RackStub(), cited)
    stub = at.life.round.deck[at.life.round.top :]
    events = [entry.fact for entry in at.log[first + 1 : -1]]
    for seat in (NOBODY, 1, 2):
        seen = repr(view(events, seat))
        assert not any(repr(card) in seen for card in stub)


def test_a_poker_table_has_no_rack() -> None:
    at = ready()
    decks.deal(at)
    at.refused("dealer", say_counting.RackStub(), "FIELD stub")
    assert rack(at.life) == []
    assert Procedures().count_rounds == 5
