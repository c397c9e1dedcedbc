"""The automated dealer counts the cards that are there: faults planted in a room in service.

The cards of a table change in its shuffle, in its deal or on their way to the discards; what the
dealer writes of them, and what it does about them, is read from the disk.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from croupier.cards import Card
from croupier.engine import deal, events_betting
from croupier.engine.round import Round
from croupier.room.conduct.orders import RemovePlayer
from croupier.room.courier import slips_of
from croupier.room.custody import commitment
from croupier.room.custody.facts import (
    DeckCounted,
    DeckDealt,
    DeckRemoved,
    DeckSealed,
    DeckVerified,
    HandsCounted,
    HandsVoided,
    StubRacked,
)
from croupier.room.custody.orders import VerifyDeck
from croupier.room.house.notices import Notice
from croupier.room.house.people import AUTOMATED
from croupier.room.shuffle import shuffle
from tests.clause import clause
from tests.server.banked import PATIENT, Served, player
from tests.server.staffed import FLO, IRA, Room, room

Fact = TypeVar("Fact")
SPOILS: dict[str, Callable[[tuple[Card, ...]], tuple[Card, ...]]] = {
    "a missing card": lambda cards: cards[1:],
    "a doubled card": lambda cards: (cards[1], *cards[1:]),
    "a foreign card": lambda cards: (Card.JOKER_1, *cards[1:]),
}
REASONS = {"a missing card": "missing", "a doubled card": "twice", "a foreign card": "no card"}
BANKED = ("texas-holdem-bonus", "two-card-joker", "flop-poker")


def spoil(patch: pytest.MonkeyPatch, spoiled: str, number: int) -> None:
    """Let one of the shuffles of a room change the cards."""
    done: list[int] = []

    def spoiling(cards: Any, entropy: Any = None) -> Any:
        done.append(1)
        mixed = shuffle(cards, entropy)
        return SPOILS[spoiled](mixed) if len(done) == number else mixed

    patch.setattr(commitment, "shuffle", spoiling)


def facts_of(here: Room, table: str = "1") -> list[Any]:
    return [entry.fact for entry in here.log(table)]


def of_kind(facts: list[Any], kind: type[Fact]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kind)]


def replaced_and_dealt_on(here: Room) -> list[Any]:
    """The facts of a table until a round is dealt after a deck was removed and another verified."""
    here.until(lambda: bool(of_kind(facts_of(here), DeckRemoved)))
    dealt = len(of_kind(facts_of(here), DeckDealt))
    here.until(lambda: bool(here.asked()))
    assert {one["command"]["type"] for one in here.asked()} == {VerifyDeck.__name__}
    here.sign()
    here.until(lambda: len(of_kind(facts_of(here), DeckDealt)) > dealt)
    signed = [entry.by.name for entry in here.log() if isinstance(entry.fact, DeckVerified)]
    assert AUTOMATED not in signed
    return facts_of(here)


def check_replaced(tmp_path: Path, key: str, spoiled: str, number: int) -> None:
    """The deck of one shuffle is removed, for what is wrong with it; another one is verified."""
    with room(tmp_path) as here:
        here.set_up(key)
        here.sit()
        facts = replaced_and_dealt_on(here)
    wrong = of_kind(facts, DeckSealed)[number - 1]
    (gone,) = of_kind(facts, DeckRemoved)
    assert gone.deck == wrong.deck
    assert REASONS[spoiled] in gone.reason


@clause("POKER-6e5d")
@pytest.mark.parametrize("spoiled", SPOILS)
def test_the_dealer_finds_what_is_wrong_with_a_deck(
    tmp_path: Path, spoiled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch, spoiled, 3)
    check_replaced(tmp_path, "holdem", spoiled, 3)


@clause("THB-7f2", "FLOP-7f2", "TCJ-7f2")
@pytest.mark.parametrize(("key", "spoiled"), [*zip(BANKED, reversed(SPOILS), strict=True)])
def test_the_dealer_of_a_banked_table_finds_it_too(
    tmp_path: Path, key: str, spoiled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch, spoiled, 1)
    check_replaced(tmp_path, key, spoiled, 1)


# --- POKER 6(e)(8): returned hands -----------------------------------------------------------


@clause("POKER-6e8")
def test_a_hand_that_comes_back_short_has_the_deck_counted_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card of the first folded hand is lost on its way to the discards."""
    real = events_betting.thrown
    decks: list[tuple[Card, ...]] = []

    def losing(state: Round, seat: int, how: str) -> Round:
        after = real(state, seat, how)
        decks.append(state.deck)
        if state.deck != decks[0] or len(state.live) < 3:
            return after
        *others, pile = after.discards
        return replace(after, discards=(*others, replace(pile, down=pile.down[:1])))

    monkeypatch.setattr(events_betting, "thrown", losing)
    with room(tmp_path) as here:
        here.set_up()
        here.sit()
        facts = replaced_and_dealt_on(here)
    (short,) = [fact for fact in of_kind(facts, HandsCounted) if fact.wrong]
    assert [short.hands[seat] for seat in short.wrong] == [1]
    (wrong,) = [fact for fact in of_kind(facts, DeckCounted) if not fact.right]
    (gone,) = of_kind(facts, DeckRemoved)
    assert (wrong.counted, gone.deck) == (wrong.expected - 1, wrong.deck)
    first, second, *_ = of_kind(facts, DeckDealt)
    order = [facts.index(fact) for fact in (first, short, wrong, gone, second)]
    assert order == sorted(order), "nothing is dealt until the deck was counted and replaced"


def three_and_one(state: Round, step: Any, cards: tuple[Card, ...]) -> list[Any]:
    """A deal in which the last card goes to the wrong player."""
    (dealt,) = REAL_DEAL(state, step, cards)
    return [replace(dealt, seats=(*dealt.seats[:-1], dealt.seats[0]))]


REAL_DEAL: Any = deal._tell_deal


@clause("POKER-6e8")
def test_hands_of_three_cards_and_of_one_are_found_and_a_whole_deck_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal, "_tell_deal", three_and_one)
    with room(tmp_path) as here:
        here.set_up()
        here.sit()
        here.rounds(2)
        facts = facts_of(here)
    first, second, *_ = of_kind(facts, DeckDealt)
    facts = facts[facts.index(first) : facts.index(second)]
    wrong = [fact for fact in of_kind(facts, HandsCounted) if fact.wrong]
    assert sorted(fact.hands[seat] for fact in wrong for seat in fact.wrong) == [1, 3]
    (count,) = of_kind(facts, DeckCounted)
    assert count.right, "52 cards are there: the next round may be dealt from them"
    assert facts.index(wrong[-1]) < facts.index(count)
    assert not of_kind(facts, DeckRemoved)


# --- THB 7(f): the stub of a banked table ----------------------------------------------------

REAL_DELIVERY: Any = deal._tell_delivery


def one_too_many(state: Round, step: Any, cards: tuple[Card, ...]) -> list[Any]:
    """A deal in which the first player gets a third card."""
    (dealt,) = REAL_DELIVERY(state, step, cards)
    extra = state.deck[state.top + len(cards)]
    seats, faces = (*dealt.seats, dealt.seats[0]), f"{dealt.faces}D"
    return [replace(dealt, seats=seats, cards=(*cards, extra), faces=faces)]


def counted(bank: Served) -> list[Any]:
    """The facts of the table until its stub was counted; the player gives the hand up."""
    bank.run("s" if bank.game.key == "flop-poker" else "f")
    bank.here.until(lambda: bool(stub_counts(facts_of(bank.here, bank.name))))
    return facts_of(bank.here, bank.name)


def stub_counts(facts: list[Any]) -> list[DeckCounted]:
    return [fact for fact in of_kind(facts, DeckCounted) if fact.what == "stub"]


@clause("THB-7f2", "FLOP-7f2", "TCJ-7f2")
@pytest.mark.parametrize("key", BANKED)
def test_a_card_too_many_of_a_player_voids_all_hands_and_the_deck_stays(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal, "_tell_delivery", one_too_many)
    with room(tmp_path, **PATIENT) as here:
        here.approve_things()
        bank = Served(here, key, 1, count_rounds=1, wagers={1: {"ante": 10_00}})
        facts = counted(bank)
        stack = bank.stack(1)
    (count,) = stub_counts(facts)
    assert (count.counted, count.misdealt) == (count.expected - 1, True)
    assert of_kind(facts, HandsVoided)
    assert stack == 1_000_00, "the wagers go back"
    assert of_kind(facts, StubRacked)
    assert not of_kind(facts, DeckRemoved)


@clause("THB-7f2", "FLOP-7f2", "TCJ-7f2")
@pytest.mark.parametrize("key", BANKED)
def test_a_player_removed_from_a_round_that_a_count_voids_gets_everything_back(
    tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the table or at the cage, whichever comes first: the count, or the player's going."""
    monkeypatch.setattr(deal, "_tell_delivery", one_too_many)
    with room(tmp_path, **PATIENT | {"turn": 1.0}) as here:
        here.approve_things()
        bank = Served(here, key, 1, count_rounds=1, wagers={1: {"ante": 10_00}})
        notice = Notice(IRA.name, here.service.clock())
        bank.order(FLO, RemovePlayer(seat=1, cause="looked at another hand", notice=notice))
        here.until(lambda: bool(of_kind(facts_of(here, bank.name), HandsVoided)))
        here.until(lambda: 1 not in bank.desk.state.seats)
        log = here.log(bank.name)
    slips = [slip for number, entry in enumerate(log) for slip in slips_of(number, entry)]
    person = player(1).name
    brought, *taken = (slip.chips for slip in slips if slip.person == person)
    assert (brought, sum(taken)) == (1_000_00, -1_000_00)
