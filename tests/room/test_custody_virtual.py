"""The automated dealer of a virtual table does everything by itself, and the log shows it."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from croupier.engine.commands import Report
from croupier.room.custody import counting as say_counting
from croupier.room.custody import device as say
from croupier.room.custody.chores import HOUSE_FLOOR, HOUSE_SHIFT, chores, next_chore
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.table.duties import overdue
from croupier.room.table.rounds import Play
from tests.clause import clause
from tests.room import decks
from tests.room.tables import NOON, Scene
from tests.room.test_custody_machine import Inspector, kind

NIGHT = NOON + timedelta(hours=10)
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("holdem", {}),
    ("holdem", {"shuffler": "plain"}),
    ("omaha", {"shuffler": "counting"}),
    ("seven-card-stud", {}),
    ("triple-draw-2-7", {"shuffler": "plain"}),
    ("bbc-omaha", {}),
    (decks.THB, {}),
    (decks.FLOP, {"shuffler": "counting", "deal_method": "hand"}),
    (decks.TCJ, {"shuffler": "plain", "deal_method": "automated_shoe"}),
]


def a_night(key: str, posted: dict[str, Any], minutes: int = 11, hours: int = 9) -> Scene:
    """Rounds from ten in the evening to seven in the morning; nobody says a word of the cards."""
    at = decks.scene(key, **posted)
    at.now = NIGHT
    at.open()
    decks.sit(at, 1, 2, 3)
    while at.now < NIGHT + timedelta(hours=hours):
        at.attend().later(seconds=60)  # a spread is inspected, or its time runs out
        at.attend()
        assert list(overdue(at.life, at.now, at.house)) == []
        before = list(at.log)
        dealt = decks.deal(at)[0].deck
        assert list(Inspector(at, before).faults(dealt, at.now)) == []
        decks.bank_on(at, 3) if at.life.game.banked else finish(at)
        at.later(minutes=minutes)
    at.check()
    return at


def finish(at: Scene) -> None:
    while at.life.playing:
        assert at.life.round is not None
        turn = at.life.round.turns[0]
        command = next(
            made(turn.actor)
            for does, made in decks.ANSWERS.items()
            if does in {option.does for option in turn.options}
        )
        at.do(decks.player(turn.actor), Play(command=command))


@pytest.mark.parametrize(("key", "posted"), TABLES)
def test_nothing_is_overdue_in_a_whole_night(key: str, posted: dict[str, Any]) -> None:
    at = a_night(key, posted, hours=9 if key == "holdem" else 5)
    events = Counter(kind(entry) for entry in at.log)
    rounds = at.life.rounds
    assert rounds > 20
    assert events["DeckDealt"] == rounds
    assert events["DeckShuffled"] >= rounds
    names = {entry.by.name for entry in at.log[1:] if kind(entry) == "DeckShuffled"}
    assert names == {HOUSE_DEALER.name}
    if key == "holdem" and not posted:
        assert events["DecksReceived"] == 2  # after less than six hours two more
        assert events["DeckSorted"] == 1  # the second pair is not that old yet
        assert events["CutMade"] == events["DeckShuffled"] - 2  # one of each pair is only stored
        stubs = [e for e in at.log if kind(e) == "DeckCounted" and e.fact.what == "stub"]
        assert len(stubs) >= 9 * 60 / 15 - 2
        assert len(at.house_log) == 2  # a gaming day began at six
    if key == decks.THB:
        assert events["DeckCounted"] - events["DeckInspected"] == (rounds - 1) // 5
        assert events["StubRacked"] == rounds - 1  # the last one still lies there


def test_a_house_with_short_intervals_does_not_go_in_a_circle() -> None:
    chosen = {"count_minutes": 1, "sort_minutes": 2, "change_minutes": 5}
    at = decks.scene(procedures=chosen)
    at.open()
    decks.sit(at, 1, 2)
    for _ in range(6):
        at.deal()
        at.play_out().later(minutes=1)
    at.check()


@pytest.mark.parametrize("idle", ["up", "down"])
def test_decks_of_an_empty_table_are_spread_and_taken_up_again(idle: str) -> None:
    at = decks.scene(procedures={"idle_spread": idle})
    at.open()
    assert chores(at.life, at.now, at.house) == []
    decks.sit(at, 1)
    at.attend().later(minutes=5)
    assert next_chore(at.life, at.now, at.house) is None  # one player is not enough
    decks.sit(at, 2)
    at.attend().later(minutes=1)
    at.attend()
    decks.deal(at)


def test_only_the_deck_in_use_is_prepared_where_the_house_elects_it() -> None:
    at = decks.scene(procedures={"prepare_both_decks": False})
    at.open()
    decks.sit(at, 1, 2)
    at.prepare()
    assert [deck.status for deck in at.life.custody.decks.values()] == ["cut", "stored"]


def test_everybody_does_what_is_theirs() -> None:
    at = decks.scene()
    orders = chores(at.life, at.now, at.house)
    by = {type(order.says).__name__: order.by for order in orders}
    assert by["DistributeDecks"] == HOUSE_SHIFT
    assert by["VerifyDeck"] == HOUSE_FLOOR
    assert by["InspectDeck"] == by["SpreadDeck"] == HOUSE_DEALER


def test_a_jam_is_cleared_and_a_wrong_hand_leads_to_a_count() -> None:
    at = decks.machine_ready(key="seven-card-stud")
    at.do("dealer", say.ReportJam(reason="dust"))
    at.attend()
    assert at.life.custody.device == "ok"
    decks.deal(at)
    finish(at)
    seats = [pile.seat for pile in at.life.round.discards] if at.life.round else []
    at.do("dealer", say_counting.CountReturned(hands=dict.fromkeys(set(seats), 1)))
    assert at.life.custody.alert
    at.attend()
    assert not at.life.custody.alert
    decks.deal(at)


@clause("POKER-2d3")
@pytest.mark.parametrize("key", ["holdem", "omaha"])
def test_after_a_misdeal_the_dealer_takes_the_same_deck_from_the_shuffler(key: str) -> None:
    at = decks.scene(key, shuffler="plain").open()
    decks.sit(at, 1, 2, 3)
    dealt = []
    for undone in (True, False, False):
        at.attend().later(seconds=60)
        at.attend()
        dealt.append(decks.deal(at)[0].deck)
        if undone:
            at.do("floorperson", Play(command=Report("not_shuffled")))
        else:
            finish(at)
    first, again, other = dealt
    assert first == again != other
