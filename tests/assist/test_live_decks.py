"""Decks at a live table, from their allotment to the discard rack: what the assistant asks for."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.assist.dialogue import Session
from croupier.assist.sitting import Sitting
from croupier.assist.table_record import Record
from croupier.games import GAMES
from croupier.refused import Refused
from croupier.room.custody import facts as deck_facts
from croupier.rules.sign import TableSign
from tests.assist.test_live_table import BANKED, entries, facts, later, table_of, typed
from tests.assist.typist import Clock, Open, begun, ready, staffed
from tests.clause import clause

TWO = ["sit 1 Ada 100", "sit 2 Bob 100"]
SHOE = {"manual_shoe": "7", "hand": "8", "automated_shoe": "9"}


def posted(key: str, **changes: Any) -> TableSign:
    return replace(GAMES[key].sign, **changes)


def steps(session: Session) -> list[str]:
    return [step.words for step in session.steps]


def folded(session: Session) -> Session:
    """A round that ends at once."""
    return typed(ready(session), "", "f")


def of_bank(session: Session) -> Session:
    """A round against the bank whose only player folds, surrenders or shows nothing."""
    typed(ready(session), "", "1 10", "go", "f" if not has_pot(session) else "surrender")
    for cards in ("Kc Qd 9h", "2c 4d 7h") if has_pot(session) else ("3c 5d",):
        if session.now.cards:
            typed(session, cards)
    return session


def has_pot(session: Session) -> bool:
    return session.sitting.life.game.document.has_pot


# --- poker -------------------------------------------------------------------------------


@clause("POKER-2a2")
def test_two_decks_that_look_alike_are_not_taken(tmp_path: Path) -> None:
    session = staffed(begun(tmp_path / "backs.jsonl", "holdem"))
    for backs in ("red bee, red bee", "red bee", "red bee, blue bee, green bee"):
        session.take(backs)
        assert "(POKER 2(c))" in session.refused, backs
    typed(session, "red bee, blue bee", "")
    (received,) = facts(session, deck_facts.DecksReceived)
    assert [(deck.colour, deck.design) for deck in received.decks] == [
        ("red", "bee"), ("blue", "bee"),
    ]  # fmt: skip
    session.sitting.record.close()


@clause("POKER-2c")
def test_decks_are_allotted_by_the_shift_supervisor_for_the_day(tmp_path: Path) -> None:
    session = staffed(begun(tmp_path / "allotted.jsonl", "holdem"))
    session.take("")
    assert session.refused, "Enter does not speak for the supervisor"
    typed(session, "y")
    (entry,) = [
        one for one in entries(session) if isinstance(one.fact, deck_facts.DecksDistributed)
    ]
    assert (entry.by.name, entry.by.role) == ("Sid", "poker_shift_supervisor")
    assert entry.fact.allotment.limits
    assert entry.fact.allotment.location
    session.sitting.record.close()


@clause("POKER-2b1")
def test_a_deck_is_put_in_sequence_within_three_hours(table: Open) -> None:
    session = folded(typed(table("holdem"), *TWO))
    later(session, 181)
    session.take("next")
    assert session.refused
    assert "put the red deck in suit and sequence" in steps(session)
    typed(ready(session), "")
    assert facts(session, deck_facts.DeckSorted)


@clause("POKER-2b2")
def test_decks_are_replaced_within_six_hours(table: Open) -> None:
    session = folded(typed(table("holdem"), *TWO))
    later(session, 361)
    typed(session, "y")
    while "off the table" not in session.now.words:
        typed(session, "y")
    assert "take the red and blue decks off the table" in session.now.words
    typed(ready(session), "")
    assert len(facts(session, deck_facts.DeckRemoved)) == 2


@clause("POKER-2d1")
def test_a_shuffler_wants_backs_of_two_colors(tmp_path: Path) -> None:
    path, sign = tmp_path / "colors.jsonl", posted("holdem", shuffler="plain")
    session = staffed(begun(path, "holdem", sign))
    typed(session, "red bee, red scroll")
    session.take("")
    assert "different colors (POKER 2(d)(1))" in session.refused
    session.sitting.record.close()


@clause("POKER-2d3")
def test_with_a_shuffler_the_decks_alternate(table: Open) -> None:
    session = typed(table("holdem", posted("holdem", shuffler="plain")), *TWO)
    for _ in range(4):
        folded(session)
    dealt = [fact.deck for fact in facts(session, deck_facts.DeckDealt)]
    assert dealt == ["1-1", "1-2", "1-1", "1-2"]


@clause("POKER-5b-always")
def test_a_poker_deck_is_cut_after_a_machine_too(table: Open) -> None:
    session = typed(table("holdem", posted("holdem", shuffler="plain")), *TWO)
    for _ in range(2):
        folded(session)
    assert len(facts(session, deck_facts.CutMade)) == 2
    assert {fact.count for fact in facts(session, deck_facts.CutMade)} == {0}


@clause("POKER-4c")
def test_one_player_is_not_enough_to_wash_the_cards(table: Open) -> None:
    session = typed(table("holdem"), *TWO, "")
    assert session.steps[0].ask == "looks"
    typed(session, "1")
    assert session.steps[0].ask == "looks", "one has looked, two must have"
    assert session.steps[0].seats == (2,), "and nobody is asked twice"
    typed(session, "2")
    assert "wash and stack" in session.now.words


@clause("POKER-5a1")
def test_the_deck_is_shuffled_before_every_round(table: Open) -> None:
    session = typed(table("holdem"), *TWO)
    for number in range(1, 4):
        folded(session)
        red = [one for one in facts(session, deck_facts.DeckShuffled) if one.deck == "1-1"]
        assert len(red) == number
    session.take("next")
    assert "first: " in session.refused


@clause("POKER-5d")
def test_the_decks_of_an_idle_table_are_spread_and_looked_at_again(table: Open) -> None:
    session = folded(typed(table("holdem"), *TWO))
    typed(session, "leave 2", "y")
    assert "spread the decks on the table" in session.now.words
    typed(session, "", "sit 2 Dov 100")
    assert "offer the cards" in session.now.words
    typed(ready(session), "")


@clause("POKER-6e5a")
def test_no_round_begins_without_a_count_of_fifteen_minutes(table: Open) -> None:
    session = ready(folded(typed(table("holdem"), *TWO)))
    assert isinstance(session.sitting.clock, Clock)
    session.sitting.clock.now += timedelta(minutes=16)  # behind a prompt that is shown already
    session.take("")
    assert "(POKER 6(e)(5))" in session.refused
    assert steps(session)[0] == "count the red deck: 52 cards"
    typed(ready(session), "")


@clause("POKER-6e5b")
def test_the_stub_is_counted_in_holdem_and_the_deck_in_stud(table: Open) -> None:
    session = later(folded(typed(table("holdem"), *TWO)), 14)
    assert "count the stub: 48 cards" in steps(session)
    session = typed(table_of(table, "seven-card-stud"), *TWO)
    typed(ready(session), "", "8c Kd", "f")
    assert "count the red deck: 52 cards" in steps(later(session, 14))


@clause("POKER-6e5c")
def test_a_shuffler_that_counts_replaces_the_dealers_count(table: Open) -> None:
    session = typed(table("holdem", posted("holdem", shuffler="counting")), *TWO)
    folded(session)
    later(session, 30)
    assert not [words for words in steps(session) if words.startswith("count the stub")]
    while "it counts 52 cards" not in session.now.words:
        typed(session, "y")
    typed(session, "51")
    assert facts(session, deck_facts.DeckRemoved)


# --- house-banked games ------------------------------------------------------------------


@clause("THB-3a", "FLOP-3a", "TCJ-3a")
@pytest.mark.parametrize("key", BANKED)
def test_a_banked_deck_is_inspected_verified_and_spread(tmp_path: Path, key: str) -> None:
    session = staffed(begun(tmp_path / "bank.jsonl", key))
    seen = []
    while session.sitting.life.status != "open":
        before = len(entries(session))
        asked = session.now.words.split(":")[0]
        typed(session, "y")
        seen.append((asked, {one.by.name for one in entries(session)[before:]}))
    assert seen == [
        ("receive a red deck", {"Dana"}),
        ("sort, inspect and count the deck", {"Dana"}),
        ("Flo verifies the deck", {"Flo"}),
        ("spread the deck face up, in fans, by suit and in sequence", {"Dana"}),
        ("Flo opens the table", {"Flo"}),
    ]
    session.sitting.record.close()


@clause("THB-3b", "FLOP-3b", "TCJ-3b")
@pytest.mark.parametrize("key", BANKED)
def test_one_player_looks_at_the_cards_of_a_banked_table(table: Open, key: str) -> None:
    lines = ["sit 1 Ada 100", "sit 2 Bob 100"]
    session = typed(table(key), *lines, "", "2")
    assert "wash and stack" in session.now.words


@clause("THB-4b2", "FLOP-4b2", "TCJ-4b2")
@pytest.mark.parametrize("key", BANKED)
def test_cards_shuffled_by_hand_are_cut(table: Open, key: str) -> None:
    session = ready(typed(table(key), *TWO))
    (cut,) = facts(session, deck_facts.CutMade)
    assert cut.cover == "discard rack"


@clause("THB-4b1", "FLOP-4b1", "TCJ-4b1")
@pytest.mark.parametrize("key", BANKED)
def test_cards_from_a_machine_are_dealt_without_a_cut(table: Open, key: str) -> None:
    session = ready(typed(table(key, posted(key, shuffler="plain")), *TWO))
    assert not facts(session, deck_facts.CutMade)
    typed(session, "", "1 10", "go")


@clause("THB-4c", "FLOP-4c", "TCJ-4c")
@pytest.mark.parametrize("key", BANKED)
def test_the_cover_card_goes_to_the_rack(table: Open, key: str) -> None:
    session = typed(table(key), *TWO)
    while not session.now.words.startswith("cut"):
        typed(session, "y")
    assert session.now.words == (
        "cut with one hand, ten cards or more onto the cover card, the rest on top; "
        "the cover card goes to the discard rack"
    )
    assert session.now.clause == f"{GAMES[key].document.name} 4(c)"


@clause("THB-4d", "FLOP-4d", "TCJ-4d")
@pytest.mark.parametrize("key", BANKED)
def test_a_supervisor_has_banked_cards_cut_again(table: Open, key: str) -> None:
    session = typed(ready(typed(table(key), *TWO)), "recut too shallow")
    (entry,) = [one for one in entries(session) if getattr(one.fact, "reason", "") == "too shallow"]
    assert (entry.by.name, entry.fact.clause) == ("Sid", f"{GAMES[key].document.name} 4(d)")
    typed(session, "", "1 10", "go")
    session.take("recut again")
    assert f"({GAMES[key].document.name} 4(d))" in session.refused


@clause("THB-4e", "FLOP-4e", "TCJ-4e")
@pytest.mark.parametrize("key", BANKED)
def test_an_idle_banked_table_spreads_its_cards(table: Open, key: str) -> None:
    session = ready(typed(table(key), "sit 1 Ada 100"))
    typed(session, "leave 1")
    assert "spread the decks on the table" in session.now.words
    typed(session, "", "sit 1 Bob 100")
    assert "offer the cards" in session.now.words


@clause("THB-8b1", "FLOP-8b1", "TCJ-8b1")
@pytest.mark.parametrize("key", BANKED)
def test_no_table_deals_from_the_hand_without_a_shuffler(tmp_path: Path, key: str) -> None:
    path = tmp_path / "hand.jsonl"
    with closing(Record(path, key)) as record, pytest.raises(Refused, match="shuffler"):
        Sitting(GAMES[key], posted(key, deal_method="hand"), record, Clock())


@clause("THB-9a", "FLOP-9a", "TCJ-9a")
@pytest.mark.parametrize("key", BANKED)
def test_an_automated_shoe_waits_for_the_reference_of_its_approval(
    tmp_path: Path, key: str
) -> None:
    sign = posted(key, deal_method="automated_shoe")
    session = begun(tmp_path / "shoe.jsonl", key, sign)
    typed(session, "Sid")
    assert "which approval of the Commission covers the automated dealing shoe?" in (
        session.now.words
    )
    session.take("")
    assert not entries(session), "nothing is set up without it"
    typed(session, "Sid", "MGC-77")
    assert session.sitting.life.custody.procedures.shoe_approval == "MGC-77"
    session.sitting.record.close()


METHODS = [(key, how) for key in BANKED for how in SHOE]


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
@pytest.mark.parametrize(("key", "how"), METHODS)
def test_the_stub_is_counted_in_every_fifth_round(tmp_path: Path, key: str, how: str) -> None:
    machine = "plain" if how == "hand" else "none"
    session = begun(tmp_path / "five.jsonl", key, posted(key, deal_method=how, shuffler=machine))
    typed(session, "Sid", *(["MGC-77"] if how == "automated_shoe" else []))
    staffed(session)
    while session.sitting.life.status != "open":
        typed(session, "y")
    typed(session, "sit 1 Ada 500")
    for number in range(1, 6):
        of_bank(session)
        due = any("count the stub" in words for words in steps(session))
        assert due == (number == 5)
    session.take("next")
    section = {"manual_shoe": "7(f)", "hand": "8(e)", "automated_shoe": "9(e)"}[how]
    assert f"({GAMES[key].document.name} {section})" in session.refused
    session.sitting.record.close()


@clause("THB-7f1", "FLOP-7f1", "TCJ-7f1")
@pytest.mark.parametrize("key", BANKED)
def test_a_right_count_puts_the_stub_into_the_rack(table: Open, key: str) -> None:
    session = typed(table(key), "sit 1 Ada 500")
    for _ in range(5):
        of_bank(session)
    typed(session, "y")
    *_, racked = facts(session, deck_facts.StubRacked)
    assert racked.clause.startswith(f"{GAMES[key].document.name} 7(f)")
    assert not facts(session, deck_facts.DeckRemoved)


@clause("FLOP-7f2", "TCJ-7f2")
@pytest.mark.parametrize("key", ["flop-poker", "two-card-joker"])
@pytest.mark.parametrize(("answer", "removed"), [("y", 0), ("n", 1)])
def test_a_wrong_stub_of_flop_and_joker_poker_voids_the_hands(
    table: Open, key: str, answer: str, removed: int
) -> None:
    session = typed(table(key), "sit 1 Ada 500")
    for _ in range(5):
        of_bank(session)
    typed(session, "40", answer)
    assert facts(session, deck_facts.HandsVoided)
    assert len(facts(session, deck_facts.DeckRemoved)) == removed


@clause("BBC-open")
def test_the_club_opens_without_a_verification(table: Open) -> None:
    session = table("bbc-omaha")
    assert not facts(session, deck_facts.DeckVerified)
    assert len(facts(session, deck_facts.DeckSpread)) == 2
    session = typed(session, *TWO)
    assert "wash and stack" in session.now.words, "no number of players must look"
