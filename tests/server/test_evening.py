"""An evening of a card room: what its logs and screens show of the rules, table by table.

One room in service, with the automated dealer, the bookkeeper, people at their screens and bots in
the seats; every test reads one rule from what that room wrote down or answers.
"""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54
from croupier.engine.commands import Fold
from croupier.engine.events import RoundOpened
from croupier.games import game_of
from croupier.room.custody import facts
from croupier.room.house.people import Actor
from croupier.room.logbook import Entry
from croupier.room.table.facts import TableOpened, TableSetUp
from croupier.room.table.rounds import Play
from croupier.server.demonstration.demo import Guests
from tests.clause import clause
from tests.server.staffed import FLO, IRA, SUE, Room, room

POKER = {"1": "holdem", "2": "seven-card-stud", "3": "bbc-omaha"}
BANKED = {"4": "texas-holdem-bonus", "5": "flop-poker", "6": "two-card-joker"}
POSTED: dict[str, dict[str, Any]] = {
    "2": {"shuffler": "plain"},
    "3": {"purchase_limit": "each"},  # else bots that have lost $150 end the evening there
}
COUNTED = {"1": "stub", "2": "deck"}  # what is counted there a quarter of an hour later
ROUNDS = 7
MOST = 60  # times three rounds until a count; a few are usual


class Evening(NamedTuple):
    """What the room left behind, and the room itself, still open."""

    here: Room
    logs: dict[str, list[Entry]]
    house: list[Entry]
    spread: dict[str, Any]  # what a screen showed before play

    def facts(self, table: str, *kinds: Any) -> list[Any]:
        return [entry.fact for entry in self.logs[table] if isinstance(entry.fact, kinds)]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    with room(tmp_path_factory.mktemp("evening"), think=0.0, turn=20.0, pause=0.0) as here:
        for table, key in (POKER | BANKED).items():
            here.set_up(key, replace(game_of(key).sign, **POSTED.get(table, {})), table)
        spread = {
            table: here.get(f"/api/tables/{table}", FLO).json()["decks"] for table in POKER | BANKED
        }
        bots = [here.call(_bots, here, table) for table in POKER | BANKED]
        for table in POKER | BANKED:
            here.rounds(ROUNDS, table)
        for table in COUNTED:
            _count(here, table)
        for task in bots:
            here.client.blocking_portal.call(task.cancel)
        logs = {table: here.log(table) for table in POKER | BANKED}
        yield Evening(here, logs, here.house_log(), spread)


def _count(here: Room, table: str) -> None:
    """Play on until a count is on record: the stub is counted in a round that all cards reach."""
    for _ in range(MOST):
        here.later += timedelta(minutes=16)  # a count is due again
        here.rounds(here.service.desk(table).state.rounds + 3, table)
        counts = (one.fact for one in here.log(table) if isinstance(one.fact, facts.DeckCounted))
        if any(count.what == COUNTED[table] for count in counts):
            return


async def _bots(here: Room, table: str) -> asyncio.Task[None]:
    guests = Guests(here.service, here.service.desk(table), Random(table))
    return asyncio.create_task(guests.run())


def before(log: list[Entry], kind: Any) -> Iterator[list[Any]]:
    """The facts that came before each fact of a kind, since the one before it."""
    since: list[Any] = []
    for entry in log:
        if isinstance(entry.fact, kind):
            yield since
            since = []
        since.append(entry.fact)


@clause("POKER-2a1")
def test_every_deck_that_is_dealt_has_52_cards(evening: Evening) -> None:
    for table in POKER:
        sealed = [f for f in evening.facts(table, facts.DeckSealed) if not f.shuffle]
        assert len(sealed) >= ROUNDS
        assert {frozenset(fact.order) for fact in sealed} == {frozenset(DECK_52)}


@clause("THB-2a", "FLOP-2a")
def test_a_game_against_the_bank_is_dealt_from_its_deck(evening: Evening) -> None:
    for table, cards in (("4", DECK_52), ("5", DECK_52), ("6", DECK_54)):
        sealed = evening.facts(table, facts.DeckSealed)
        assert {frozenset(fact.order) for fact in sealed} == {frozenset(cards)}


@clause("POKER-2a2")
def test_a_table_has_two_decks_that_differ(evening: Evening) -> None:
    for table in POKER:
        (received,) = evening.facts(table, facts.DecksReceived)
        assert len({(deck.design, deck.colour) for deck in received.decks}) == 2


@clause("POKER-2a3")
def test_cards_come_from_the_deck_in_play_only(evening: Evening) -> None:
    for table in POKER:
        live = ""
        for fact in evening.facts(table, facts.DeckPutInPlay, facts.DeckDealt):
            if isinstance(fact, facts.DeckDealt):
                assert fact.deck == live
            live = fact.deck


@clause("POKER-2c")
def test_decks_are_distributed_by_the_shift_supervisor_before_a_table_opens(
    evening: Evening,
) -> None:
    given = {
        entry.fact.table: entry
        for entry in evening.house
        if isinstance(entry.fact, facts.DecksDistributed)
    }
    for table in ("1", "2"):
        opened = next(e for e in evening.logs[table] if isinstance(e.fact, TableOpened))
        allotment = given[table].fact.allotment
        assert given[table].by == SUE
        assert given[table].at <= opened.at
        assert all((allotment.limits, allotment.location, allotment.game))


@clause("POKER-2d1")
def test_with_a_shuffler_the_backs_have_different_colors(evening: Evening) -> None:
    (received,) = evening.facts("2", facts.DecksReceived)
    assert len({deck.colour for deck in received.decks}) == 2


@clause("POKER-2d2")
def test_one_deck_is_shuffled_while_the_other_is_dealt(evening: Evening) -> None:
    for facts_before in list(before(evening.logs["2"], facts.DeckDealt))[1:]:
        dealt = next(fact.deck for fact in facts_before if isinstance(fact, facts.DeckDealt))
        loaded = [f.deck for f in facts_before if isinstance(f, facts.ShufflerLoaded)]
        assert dealt in loaded


@clause("POKER-2d3")
def test_with_a_shuffler_the_decks_alternate(evening: Evening) -> None:
    dealt = [fact.deck for fact in evening.facts("2", facts.DeckDealt)]
    assert len(dealt) >= ROUNDS
    assert all(one != other for one, other in pairwise(dealt))


@clause("POKER-4c")
def test_two_players_can_look_at_the_cards_before_they_are_washed(evening: Evening) -> None:
    for table in ("1", "2"):
        first = next(before(evening.logs[table], facts.DeckWashed))
        offered = [fact.players for fact in first if isinstance(fact, facts.InspectionOffered)]
        assert len({name for players in offered for name in players}) >= 2


@clause("POKER-5a1")
def test_the_deck_is_shuffled_for_every_round(evening: Evening) -> None:
    for table in POKER:
        for facts_before in before(evening.logs[table], facts.DeckDealt):
            assert any(isinstance(fact, facts.DeckShuffled) for fact in facts_before)
    orders = [fact.order for fact in evening.facts("1", facts.DeckSealed)]
    assert len(set(orders)) == len(orders)


@clause("POKER-5b-always")
def test_every_poker_deck_is_cut_at_least_ten_cards_deep(evening: Evening) -> None:
    for table in POKER:
        cuts = evening.facts(table, facts.CutMade)
        assert len(cuts) >= len(evening.facts(table, facts.DeckDealt))
        assert all(10 <= cut.count <= 42 for cut in cuts)


@clause("POKER-6e5a")
def test_the_deck_is_counted_within_fifteen_minutes(evening: Evening) -> None:
    counts = [f for f in evening.facts("2", facts.DeckCounted) if f.what == "deck"]
    assert len(counts) > 2  # the two at the opening, and those of the dealer
    assert all(count.counted == count.expected == 52 for count in counts)


@clause("POKER-6e5b")
def test_the_stub_is_counted_instead_in_holdem(evening: Evening) -> None:
    stubs = [f for f in evening.facts("1", facts.DeckCounted) if f.what == "stub"]
    assert stubs
    assert all(count.counted == count.expected < 52 for count in stubs)


@clause("THB-3a", "FLOP-3a", "TCJ-3a")
def test_decks_of_the_pit_are_inspected_verified_and_spread(evening: Evening) -> None:
    steps = (facts.DeckInspected, facts.DeckVerified, facts.DeckSpread)
    for table in BANKED:
        done = [e for e in evening.logs[table] if isinstance(e.fact, steps)][:3]
        assert tuple(type(entry.fact) for entry in done) == steps
        assert done[1].by == FLO


@clause("THB-3b", "FLOP-3b", "TCJ-3b")
def test_the_screen_shows_every_card_of_the_spread_deck(evening: Evening) -> None:
    for table, cards in (("4", DECK_52), ("5", DECK_52), ("6", DECK_54)):
        (deck,) = evening.spread[table]
        assert deck["face"] == "up"
        assert sorted(deck["cards"]) == sorted(card.value for card in cards)


@clause("THB-4a", "FLOP-4a", "TCJ-4a")
def test_decks_of_the_pit_are_shuffled_for_every_round(evening: Evening) -> None:
    for table in BANKED:
        for facts_before in before(evening.logs[table], facts.DeckDealt):
            assert any(isinstance(fact, facts.DeckShuffled) for fact in facts_before)


@clause("THB-4b2", "FLOP-4b2", "TCJ-4b2")
def test_decks_shuffled_by_hand_are_cut_in_the_pit(evening: Evening) -> None:
    for table in BANKED:
        for facts_before in before(evening.logs[table], facts.DeckDealt):
            assert any(isinstance(fact, facts.CutMade) for fact in facts_before)


@clause("THB-7f", "FLOP-7f", "TCJ-7f")
def test_the_stub_is_counted_at_least_every_five_rounds(evening: Evening) -> None:
    for table in BANKED:
        counted = 0
        for fact in evening.facts(table, facts.DeckDealt, facts.DeckCounted):
            stub = isinstance(fact, facts.DeckCounted) and fact.what == "stub"
            counted = 0 if stub else counted + isinstance(fact, facts.DeckDealt)
            assert counted <= 5


@clause("POKER-6b", "BBC-gen-players")
def test_rounds_have_two_to_eleven_players(evening: Evening) -> None:
    for table in POKER:
        opened = evening.facts(table, RoundOpened)
        assert len(opened) >= ROUNDS
        assert all(2 <= len(fact.stacks) <= 11 for fact in opened)


@clause("POKER-7a", "BBC-wag-seated")
def test_nobody_wagers_without_a_seat(evening: Evening) -> None:
    stranger = Actor("Zoe", "player")
    for table, cited in (("1", "POKER 7(a)"), ("3", "BBC wag-seated")):
        said = Play(command=Fold(1))
        reply = evening.here.try_order(f"/api/tables/{table}/orders", stranger, said)
        assert reply.status_code == 422
        assert reply.json()["clause"] in (cited, cited.replace("7(a)", "1 round of play"))


@clause("POKER-17d")
def test_the_sign_of_a_table_in_service_shows_its_limits(evening: Evening) -> None:
    printed = evening.here.get("/api/tables/1/rules", FLO).text
    assert "$2" in printed
    assert "$4" in printed
    assert "raises" in printed


@clause("TCJ-2a")
def test_two_card_joker_is_dealt_from_54_cards(evening: Evening) -> None:
    assert all(fact.size == 54 for fact in evening.facts("6", facts.DeckSealed))


@clause("THB-3c", "FLOP-3c", "TCJ-3c")
def test_a_player_can_look_at_the_deck_of_the_pit_before_it_is_washed(evening: Evening) -> None:
    for table in BANKED:
        first = next(before(evening.logs[table], facts.DeckWashed))
        assert any(isinstance(fact, facts.InspectionOffered) for fact in first)


@clause("THB-4c", "FLOP-4c", "TCJ-4c")
def test_a_cut_of_the_pit_is_ten_cards_deep_and_its_cover_goes_to_the_rack(
    evening: Evening,
) -> None:
    for table in BANKED:
        cuts = evening.facts(table, facts.CutMade)
        assert len(cuts) >= ROUNDS
        assert {cut.cover for cut in cuts} == {"discard rack"}
        assert min(cut.count for cut in cuts) >= 10


@clause("BBC-decks")
def test_the_club_has_two_decks_that_differ(evening: Evening) -> None:
    (received,) = evening.facts("3", facts.DecksReceived)
    assert len({(deck.design, deck.colour) for deck in received.decks}) == 2


@clause("BBC-shuffle")
def test_the_club_shuffles_and_cuts_for_every_round(evening: Evening) -> None:
    for facts_before in before(evening.logs["3"], facts.DeckDealt):
        kinds = {type(fact) for fact in facts_before}
        assert {facts.DeckShuffled, facts.CutMade} <= kinds


@clause("POKER-6a")
def test_poker_stands_in_the_poker_room_and_banked_games_in_the_pit(evening: Evening) -> None:
    for table in POKER | BANKED:
        (placed,) = evening.facts(table, TableSetUp)
        assert placed.area == ("poker_room" if table in POKER else "pit")


@clause("POKER-2-report")
def test_the_deck_log_names_the_people_who_verified(evening: Evening) -> None:
    report = evening.here.get("/api/reports/decks?format=csv", IRA).text
    assert report.count(FLO.name) >= 2 * 2 + 3  # two decks of two tables, and one of each banked
    assert "automated" in report


@clause("THB-14")
@clause("FLOP-13")
def test_the_sign_of_the_pit_shows_the_least_and_the_most(evening: Evening) -> None:
    for table in ("4", "5"):
        printed = evening.here.get(f"/api/tables/{table}/rules", FLO).text
        assert "$5" in printed
        assert "$100" in printed
