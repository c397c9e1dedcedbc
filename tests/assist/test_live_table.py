"""What a live table needs apart from its rounds: people, decks, charges, absences, removals, chips.

Every line is typed at a session; what it records is what was asked and answered, and by whom.
"""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.assist.dialogue import HELP, WORDS, Session
from croupier.chips import Chips
from croupier.games import GAMES
from croupier.room.cage.facts import FillTaken, TimeCharged, TimeVerified
from croupier.room.conduct.facts import CollusionFlagged, DisputeRuled, PlayerRemoved
from croupier.room.custody import facts as deck_facts
from croupier.room.house.facts import RakeRulesApproved
from croupier.room.house.people import Actor
from croupier.room.seating.facts import Bought, StakeHeld, StakeRestored
from croupier.rules.revenue import Increments
from croupier.rules.time_charge import Hourly, TimeCharge
from tests.assist.typist import Clock, Open, begun, ready, staffed
from tests.clause import clause
from tests.server.signers import wrong_signers

THREE = ["sit 1 Ada 200", "sit 2 Bob 200", "sit 3 Cyd 150"]


def typed(session: Session, *lines: str) -> Session:
    for line in lines:
        session.take(line)
        assert not session.refused, (line, session.refused)
    return session


def entries(session: Session) -> list[Any]:
    return [*session.sitting.record.house_entries(), *session.sitting.log]


def facts(session: Session, kind: type) -> list[Any]:
    return [entry.fact for entry in entries(session) if isinstance(entry.fact, kind)]


def later(session: Session, minutes: int) -> Session:
    assert isinstance(session.sitting.clock, Clock)
    session.sitting.clock.now += timedelta(minutes=minutes)
    return typed(session, "w")


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A session at its first question."""
    monkeypatch.setattr("os.fsync", lambda handle: None)
    session = begun(tmp_path / "fresh.jsonl", "holdem")
    yield session
    session.sitting.record.close()


# --- only what was answered --------------------------------------------------------------


def test_nothing_is_on_record_before_a_supervisor_is_named(fresh: Session) -> None:
    assert "who sets this table up" in fresh.now.words
    for line in ("", "   ", "123", "next", "sit 1 Ada 200"):
        fresh.take(line)
        assert not entries(fresh)
    typed(fresh, "Sid")
    assert {entry.by.name for entry in entries(fresh)} == {"Sid"}


def test_enter_alone_records_no_deed_of_another_person(fresh: Session) -> None:
    """Press Enter a hundred times: what other people do and what is counted stays unrecorded."""
    staffed(fresh)
    for _ in range(100):
        fresh.take("")
    assert not facts(fresh, deck_facts.DeckVerified)
    assert not facts(fresh, deck_facts.DeckCounted)
    assert not facts(fresh, deck_facts.DecksLookedAt)
    assert fresh.sitting.life.status != "open"
    assert {entry.by.name for entry in entries(fresh)} <= {"Sid", "Dana"}


@clause("POKER-4a")
def test_each_step_of_the_opening_is_one_answer_of_a_named_person(fresh: Session) -> None:
    staffed(fresh)
    seen = []
    while fresh.sitting.life.status != "open":
        before, asked = len(entries(fresh)), fresh.now.words
        typed(fresh, "y")
        added = entries(fresh)[-(len(entries(fresh)) - before) :]
        seen.append((asked.split(":")[0], {entry.by.name for entry in added}))
    assert seen == [
        ("Sid allots decks to this table for the day", {"Sid"}),
        ("receive the decks", {"Dana"}),
        ("sort, inspect and count the red deck", {"Dana"}),
        ("Flo verifies the red deck", {"Flo"}),
        ("spread the red deck face up, by suit and in sequence", {"Dana"}),
        ("sort, inspect and count the blue deck", {"Dana"}),
        ("Flo verifies the blue deck", {"Flo"}),
        ("spread the blue deck face up, by suit and in sequence", {"Dana"}),
        ("Flo opens the table", {"Flo"}),
    ]


def test_no_name_is_recorded_that_was_not_typed(table: Open) -> None:
    session = typed(table("holdem"), *THREE)
    ready(session)
    typed(session, "", "", "f", "f")
    ready(session)
    people = {"Sid", "Dana", "Flo", "Ada", "Bob", "Cyd"}
    assert {entry.by.name for entry in entries(session)} == people
    assert not [*wrong_signers(session.sitting.log, Actor("Dana", "dealer"))]


@clause("POKER-6b")
def test_what_follows_from_an_act_is_the_work_of_whoever_deals_then(table: Open) -> None:
    """Cyd calls and the dealer goes on: Dana, and after a change in mid-round Eve, not Cyd."""
    session = typed(table("holdem"), *THREE)
    ready(session)
    typed(session, "", "c")
    assert [(e.by.name, type(e.fact).__name__) for e in session.sitting.log[-2:]] == [
        ("Cyd", "Called"),
        ("Dana", "TurnGiven"),
    ]
    typed(session, "dealer Eve", "l", "c")
    assert [(e.by.name, type(e.fact).__name__) for e in session.sitting.log[-2:]] == [
        ("Ada", "Called"),
        ("Eve", "TurnGiven"),
    ]
    record = session.sitting.record.path
    session.sitting.record.close()
    again = begun(record, "holdem")
    assert again.sitting.life == session.sitting.life
    typed(again, "k")
    assert again.sitting.log[-1].by.name == "Eve"
    again.sitting.record.close()


@pytest.mark.parametrize("answer", ["y", "YES", "n", "no"])
def test_an_answer_is_nobodys_name(fresh: Session, answer: str) -> None:
    fresh.take(answer)
    assert fresh.refused
    staffed(fresh)
    for line in (f"dealer {answer}", f"floor {answer}", f"supervisor {answer}"):
        fresh.take(line)
        assert "type the name" in fresh.refused
    typed(fresh, "float 5000")
    fresh.take(answer)
    assert "type the name of the person of accounting" in fresh.refused
    assert answer not in {entry.by.name for entry in entries(fresh)}


@pytest.mark.parametrize("answer", ["y", "NO"])
@pytest.mark.parametrize("line", ["rule", "remove 2", "flag 2", "replace red", "pause"])
def test_an_answer_is_no_reason(table: Open, line: str, answer: str) -> None:
    session = ready(typed(table("holdem"), *THREE))
    known = len(entries(session))
    typed(session, line).take(answer)
    assert "does not answer this" in session.refused
    assert len(entries(session)) == known
    if line == "rule":
        typed(session, line, "a late call").take(answer)
        assert session.refused.startswith(f"{answer} does not answer this: how does Flo rule?")


@pytest.mark.parametrize("answer", ["y", "n"])
def test_an_answer_approves_no_automated_shoe(tmp_path: Path, answer: str) -> None:
    sign = replace(GAMES["flop-poker"].sign, deal_method="automated_shoe")
    session = begun(tmp_path / "shoe.jsonl", "flop-poker", sign)
    for line in ("Sue", answer):
        session.take(line)
    assert "does not answer this" in session.refused
    assert not session.sitting.founded
    session.sitting.record.close()


def test_a_cut_is_not_counted(table: Open) -> None:
    session = ready(typed(table("holdem"), *THREE))
    (cut,) = facts(session, deck_facts.CutMade)
    assert cut.count == 0
    assert "ten cards deep or more" in " ".join(line.words for line in session.news)


@clause("POKER-4b")
def test_players_who_look_are_named_by_their_seats(table: Open) -> None:
    session = typed(table("holdem"), *THREE, "", "2 3")
    looked = [fact.player for fact in facts(session, deck_facts.DecksLookedAt)]
    assert looked == ["Bob", "Cyd"]
    session.take("9")
    assert session.refused
    banked = typed(table_of(table, "texas-holdem-bonus"), "sit 1 Ada 200", "", "1")
    assert [fact.player for fact in facts(banked, deck_facts.DecksLookedAt)] == ["Ada"]


def table_of(table: Open, key: str) -> Session:
    path = Path(str(table("holdem").sitting.record.path))
    path.unlink()
    return table(key)


@clause("POKER-14a1", "POKER-14a2", "POKER-14a3-doc")
def test_the_assistant_approves_nothing(tmp_path: Path) -> None:
    """A rake that needs an approval waits until its reference is typed."""
    rake = Increments(levels=((Chips(4_00), Chips(1_00)),))
    sign = replace(GAMES["holdem"].sign, rake=rake, rake_max=Chips(4_00))
    session = staffed(begun(tmp_path / "rake.jsonl", "holdem", sign))
    while "which approval" not in session.now.words:
        typed(session, "y")
    for line in ("", "y", "n", "No"):
        session.take(line)
        assert session.refused
    typed(session, "MGC-2026-17", "y")
    assert [fact.reference for fact in facts(session, RakeRulesApproved)] == ["MGC-2026-17"]
    assert session.sitting.life.status == "open"
    session.sitting.record.close()


def test_a_dealer_does_not_verify_and_a_player_does_not_deal(table: Open) -> None:
    session = typed(table("holdem"), *THREE)
    for line in ("floor Dana", "dealer Flo", "dealer Ada", "sit 4 Dana 100", "dealer", "floor 7"):
        session.take(line)
        assert session.refused, line
    typed(session, "dealer Eve")
    assert session.now.words == "Eve: in which hand do you hold the deck: l or r?"
    typed(session, "r", "floor Max", "supervisor Sue")
    assert session.sitting.staff.duties == {
        "supervisor": "Sue", "dealer": "Eve", "hand": "right", "floor": "Max",
    }  # fmt: skip


def test_a_record_without_people_is_resumed_by_naming_them(table: Open) -> None:
    session = typed(table("holdem"), *THREE)
    path = session.sitting.record.path
    session.sitting.record.close()
    text = path.read_text()
    for duty in ('"told":{"supervisor":"Sid"}', '"told":{"hand":"left"}', '"told":{"floor":"Flo"}'):
        assert duty in text
        text = text.replace(duty, '"told":{}')
    path.write_text(text)
    again = table("holdem")
    assert again.sitting.staff.name("supervisor") == "Sid", "asked for again"
    assert len(again.sitting.life.seats) == 3


# --- counts ------------------------------------------------------------------------------


def test_a_deck_that_is_not_complete_is_removed_at_its_inspection(fresh: Session) -> None:
    staffed(fresh)
    typed(fresh, "y", "", "51")
    assert [fact.deck for fact in facts(fresh, deck_facts.DeckRemoved)] == ["1-1"]
    assert fresh.now.words == "receive a red deck"


@clause("POKER-6e8")
def test_a_hand_that_comes_back_short_has_the_deck_counted(table: Open) -> None:
    session = ready(typed(table("holdem"), *THREE))
    typed(session, "", "f", "f")
    assert session.now.words == "count the hands that came back: seats 1, 2 and 3, 2 cards each"
    session.take("7 1")
    assert "seat 7 returned no hand" in session.refused
    typed(session, "3 1")
    (counted,) = facts(session, deck_facts.HandsCounted)
    assert (counted.hands, counted.wrong) == ({3: 1, 1: 2, 2: 2}, (3,))
    assert session.now.words == "count the stub: 46 cards"
    typed(session, "45")
    assert facts(session, deck_facts.DeckRemoved)


@clause("THB-7f2")
@pytest.mark.parametrize(("answer", "removed"), [("y", 0), ("n", 1)])
def test_a_stub_that_is_wrong_asks_whether_cards_were_misdealt(
    table: Open, answer: str, removed: int
) -> None:
    session = typed(table("texas-holdem-bonus"), "sit 1 Ada 200")
    for _ in range(5):
        typed(ready(session), "", "1 5", "go", "f")
    assert session.now.words.startswith("count the stub face down on the layout: ")
    assert session.now.clause == "THB 7(f)"
    typed(session, "40")
    assert "has a hand too many or too few cards?" in session.now.words
    typed(session, answer)
    (count,) = facts(session, deck_facts.DeckCounted)[-1:]
    assert (count.counted, count.misdealt) == (40, answer == "y")
    assert len(facts(session, deck_facts.DeckRemoved)) == removed


# --- time --------------------------------------------------------------------------------


def charged(table: Open) -> Session:
    hourly = (Hourly((Chips(2_00), Chips(4_00)), Chips(12_00)),)
    time = TimeCharge(basis="player", minutes=30, hourly=hourly)
    sign = replace(GAMES["holdem"].sign, time_charge=time)
    return ready(typed(table("holdem", sign), *THREE))


@clause("POKER-14b3iv", "POKER-14b3v")
def test_a_time_charge_is_taken_and_verified_and_play_goes_on(table: Open) -> None:
    session = later(charged(table), 31)
    assert session.now.words == (
        "take the time charge into the rake area: $6 from seat 1, $6 from seat 2 and $6 from seat 3"
    )
    typed(session, "")
    assert facts(session, TimeCharged)
    assert session.now.words == "Flo counts the rake area: $18 of time charges"
    session.take("")
    assert session.refused
    session.take("17")
    assert "all three must agree" in session.refused
    typed(session, "18")
    verified = [entry for entry in entries(session) if isinstance(entry.fact, TimeVerified)]
    assert [entry.by.name for entry in verified] == ["Flo"]
    typed(ready(session), "", "c")
    assert session.sitting.life.playing


def test_a_seat_that_cannot_pay_buys_chips_or_is_excused(table: Open) -> None:
    session = charged(table)
    typed(session, "leave 3", "sit 3 Dov 5")
    later(session, 31)
    typed(session, "")
    assert "seat 3 cannot pay $1" in session.now.words
    session.take("y")
    assert session.refused, "a reason is wanted"
    typed(session, "lost every chip", "y")
    assert not session.sitting.life.charges.waiting
    assert "Enter begins round" in session.now.keys


# --- seats, absence, currency ------------------------------------------------------------


@clause("POKER-7c2a")
def test_currency_stays_currency(table: Open) -> None:
    session = typed(table("holdem"), "sit 1 Ada 100 currency", "sit 2 Bob 200", "buy 2 50 currency")
    assert [fact.form for fact in facts(session, Bought)] == ["currency", "chips", "currency"]
    assert session.sitting.life.seats[1].currency == 100_00
    session.take("buy 2 50 gold")
    assert "buy 3 100 currency" in session.refused


@clause("POKER-7c5")
@pytest.mark.parametrize("method", ["record", "cover"])
def test_the_shift_supervisor_keeps_the_stake_of_an_absent_player(table: Open, method: str) -> None:
    sign = replace(GAMES["holdem"].sign, absence=method)
    session = ready(typed(table("holdem", sign), *THREE))
    typed(session, "away 3")
    does = {"record": "Sid records the $150 that Cyd takes along", "cover": "Sid covers the $150"}
    assert session.now.words.startswith(does[method])
    session.take("")
    assert session.refused, "the supervisor's deed is confirmed with a yes"
    typed(session, "y")
    (held,) = [entry for entry in entries(session) if isinstance(entry.fact, StakeHeld)]
    assert (held.by.name, held.fact.method) == ("Sid", method)
    typed(session, "back 3")
    if method == "record":
        session.take("100")
        assert "$50 is missing" in session.refused
    typed(session, "y")
    assert facts(session, StakeRestored)
    assert session.sitting.life.stacks[3] == 150_00


def test_a_kept_seat_is_freed_and_an_absent_player_is_acted_for(table: Open) -> None:
    session = ready(typed(table("holdem"), *THREE, "out 3", "free 3"))
    assert 3 not in session.sitting.life.seats
    typed(session, "", "", "pass 2" if session.now.seat == 2 else "pass 1")
    assert "folds" in " ".join(line.words for line in session.news)


# --- the deck ----------------------------------------------------------------------------


@clause("POKER-5c")
def test_the_supervisor_has_the_cards_cut_again(table: Open) -> None:
    session = typed(table("holdem"), *THREE)
    session.take("recut")
    assert "only after the cut" in session.refused
    typed(ready(session), "recut")
    assert session.now.words == "why does Sid have the cards cut again?"
    typed(session, "the cut was too shallow")
    *_, entry = [entry for entry in entries(session) if isinstance(entry.fact, deck_facts.CutMade)]
    assert (entry.by.name, entry.fact.reason) == ("Sid", "the cut was too shallow")
    typed(session, "")
    session.take("recut again")
    assert "before the first card" in session.refused


@clause("POKER-6e1")
def test_the_deck_is_set_down_under_its_marker(table: Open) -> None:
    session = typed(ready(typed(table("holdem"), *THREE)), "", "pause change for seat 3")
    assert "marker button" in session.now.words
    session.take("")
    assert "a marker is on the deck" in session.refused
    typed(session, "resume", "", "c")
    paused = [entry for entry in entries(session) if isinstance(entry.fact, deck_facts.HandPaused)]
    assert [entry.by.name for entry in paused] == ["Dana"]
    typed(session, "f", "k")


def test_a_deck_is_replaced_and_a_shuffler_fails(table: Open) -> None:
    session = ready(typed(table("holdem"), *THREE))
    session.take("replace green")
    assert "replace red or replace blue" in session.refused
    typed(session, "replace blue", "a bent card")
    assert session.now.words == "receive a blue deck"
    session.take("shuffler jam it stopped")
    assert "no automated shuffler" in session.refused


def test_a_shuffler_is_cleared_by_a_procedure_that_is_named(table: Open) -> None:
    sign = replace(GAMES["holdem"].sign, shuffler="plain")
    session = ready(typed(table("holdem", sign), *THREE))
    typed(session, "shuffler jam it stopped")
    assert "approved procedure" in session.now.words
    for answer in ("y", "n"):
        session.take(answer)
        assert session.refused
    typed(session, "MGC shuffler procedure 3")
    typed(ready(session), "shuffler off worn out", "shuffler on")


# --- which hand, where the cards go ------------------------------------------------------

BANKED = ("texas-holdem-bonus", "flop-poker", "two-card-joker")


def hint(session: Session) -> str:
    assert session.now.hint is not None, session.now
    return f"{session.now.hint.words} ({session.now.hint.clause})"


@clause("POKER-6e1-hold", "BBC-gen-hold")
@pytest.mark.parametrize("key", [key for key in GAMES if key not in BANKED])
def test_the_dealer_keeps_to_the_chosen_hand(table: Open, key: str) -> None:
    session = typed(table(key), "sit 1 Ada 100", "sit 2 Bob 100")
    typed(ready(session), "")
    cited = "BBC gen-hold" if key == "bbc-omaha" else "POKER 6(e)(1)"
    assert hint(session) == (
        f"deck in your left hand, level, over the table; burns apart from discards ({cited})"
    )
    session.take("hand")
    assert "keeps to one hand" in session.refused
    assert f"({cited})" in session.refused


@clause("THB-7c", "FLOP-7c", "TCJ-7c")
@pytest.mark.parametrize("key", BANKED)
def test_cards_leave_the_shoe_with_the_hand_next_to_it(table: Open, key: str) -> None:
    session = typed(table(key), "sit 1 Ada 200")
    typed(ready(session), "", "1 10", "go")
    document = GAMES[key].document.name
    assert "draw from the shoe with your left hand, place with the right" in hint(session)
    assert f"({document} 7(c))" in hint(session)
    where = "the community cards in its area" if key == "flop-poker" else "under a cover card"
    assert where in hint(session)


@clause("THB-8b2", "FLOP-8b2", "TCJ-8b2")
@pytest.mark.parametrize("key", BANKED)
def test_a_deck_dealt_from_the_hand_stays_over_the_inventory(table: Open, key: str) -> None:
    sign = replace(GAMES[key].sign, deal_method="hand", shuffler="plain")
    session = typed(table(key, sign), "sit 1 Ada 200")
    typed(ready(session), "", "1 10", "go")
    assert "deck in your left hand, over the table inventory; deal with the right" in hint(session)
    assert f"({GAMES[key].document.name} 8(b)(2))" in hint(session)
    session.take("hand")
    assert session.refused, "not during a round"


@clause("THB-7e", "FLOP-7e", "TCJ-7e")
@pytest.mark.parametrize("key", BANKED)
def test_the_stub_goes_into_the_rack_unseen(table: Open, key: str) -> None:
    session = typed(table(key), "sit 1 Ada 200", "sit 2 Bob 200")
    typed(ready(session), "", "1 10", "2 10", "go")
    while session.sitting.life.playing:
        session.take("f")
        if session.refused:
            break
    if not session.sitting.life.playing:
        assert session.now.words == "put the stub in the discard rack, no card exposed"
        assert session.now.clause == f"{GAMES[key].document.name} 7(e)"


# --- disputes, removals, chips -----------------------------------------------------------


@clause("POKER-15b")
def test_the_floor_rules_on_a_dispute(table: Open) -> None:
    session = typed(table("holdem"), *THREE, "rule", "who won the last pot", "pay 2 3 25")
    typed(session, "the board was misread")
    (ruled,) = [entry for entry in entries(session) if isinstance(entry.fact, DisputeRuled)]
    assert (ruled.by.name, ruled.fact.reason) == ("Flo", "the board was misread")
    assert session.sitting.life.stacks == {1: 200_00, 2: 175_00, 3: 175_00}


@clause("POKER-16a")
def test_what_looks_like_collusion_is_flagged(table: Open) -> None:
    session = typed(table("holdem"), *THREE, "flag 2 3 soft play")
    (flagged,) = facts(session, CollusionFlagged)
    assert (flagged.players, flagged.grounds) == (("Bob", "Cyd"), "soft play")


@clause("POKER-16b")
@pytest.mark.parametrize("key", ["holdem", "bbc-omaha"])
def test_a_removed_player_leaves_and_the_agent_is_named(table: Open, key: str) -> None:
    lines = (line.replace("200", "150") for line in THREE)
    session = typed(ready(typed(table(key), *lines)), "", "remove 3")
    assert session.now.words == "why does Flo have Cyd leave the game?"
    typed(session, "signals to seat 2")
    if key == "holdem":
        assert session.now.words == "which agent of the IEB was notified?"
        typed(session, "Agent Ng")
    (removed,) = [entry for entry in entries(session) if isinstance(entry.fact, PlayerRemoved)]
    notice = removed.fact.slip.notice
    assert removed.by.name == "Flo"
    assert (notice.agent if notice else "") == ("Agent Ng" if key == "holdem" else "")
    while session.sitting.life.playing:
        typed(session, "f")
    while "Cyd" not in session.now.words:
        typed(session, "y")
    typed(session, "")
    assert 3 not in session.sitting.life.seats
    session.take("sit 3 Cyd 150")
    assert "was removed" in session.refused


def test_a_fill_is_signed_at_both_ends(table: Open) -> None:
    session = typed(table("texas-holdem-bonus"), "fill 500", "Carl", "Sam")
    session.take("500")
    assert "the cage holds $0" in session.refused
    typed(session, "float 2000", "Ann", "fill 500", "Carl", "Sam")
    session.take("480")
    assert "the two must agree" in session.refused
    typed(session, "fill 500", "Carl", "Sam", "500", "credit 200", "200", "drop", "Sam")
    (taken,) = [entry for entry in entries(session) if isinstance(entry.fact, FillTaken)]
    assert (taken.by.name, taken.fact.supervisor.name) == ("Dana", "Flo")
    typed(session, "tray 300", "close", "y")
    assert session.sitting.life.status == "closed"


def test_enter_leaves_a_question_and_records_nothing(table: Open) -> None:
    session = ready(typed(table("holdem"), *THREE))
    before = session.sitting.record.path.stat().st_size
    for line in ("recut", "pause", "rule", "remove 3", "close", "flag 2", "replace red", "float 9"):
        typed(session, line, "")
        assert session.said == "nothing was recorded", line
    assert session.sitting.record.path.stat().st_size == before


# --- help --------------------------------------------------------------------------------


def test_help_lists_every_word_and_fits_a_small_terminal(table: Open) -> None:
    session = typed(table("holdem"), "?")
    shown = "\n".join(line.words for line in session.shows)
    for word in {run.__name__: word for word, run in WORDS.items()}.values():
        same = [other for other, run in WORDS.items() if run is WORDS[word]]
        assert any(f" {other}" in shown for other in same), same
    assert len(HELP) <= 16
    assert max(len(line) for line in shown.splitlines()) <= 78


def test_how_many_keys_a_round_takes(table: Open) -> None:
    """Between rounds four keys and two Enters: three steps answered at once, and the deal."""
    session = ready(typed(table("holdem"), *THREE))
    typed(session, "", "f", "f")
    assert "yyy for all" in session.now.keys
    typed(session, "yyy", "")
    assert session.sitting.life.playing
    assert not session.steps
