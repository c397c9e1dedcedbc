"""Two decks, shufflers and shoes at a live table: what the assistant asks, and what it records."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.assist.dialogue import Session
from croupier.room.custody import facts as deck_facts
from tests.assist.test_live_decks import TWO, folded, of_bank, posted, steps
from tests.assist.test_live_table import BANKED, entries, facts, later, typed
from tests.assist.typist import Open, begun, ready, staffed
from tests.clause import clause

NAMES = dict(zip(BANKED, ("THB", "FLOP", "TCJ"), strict=True))
SHOES = ("manual_shoe", "hand", "automated_shoe")


def bank(path: Path, key: str, how: str, machine: str) -> Session:
    """A table of this game, method and machine, with a player who can afford many rounds."""
    session = begun(path / "bank.jsonl", key, posted(key, deal_method=how, shuffler=machine))
    typed(session, "Sid", *(["MGC-77"] if how == "automated_shoe" else []))
    staffed(session)
    while session.sitting.life.status != "open":
        typed(session, "y")
    return typed(session, "sit 1 Ada 500")


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Session]]:
    """Sessions that are closed when the test is over."""
    monkeypatch.setattr("os.fsync", lambda handle: None)
    found: list[Session] = []
    yield found
    for session in found:
        session.sitting.record.close()


def story(session: Session, deck: str) -> list[str]:
    """What happened to a deck, by the names of the facts."""
    steps = [entry.fact for entry in entries(session)]
    return [type(fact).__name__ for fact in steps if getattr(fact, "deck", "") == deck]


# --- poker -----------------------------------------------------------------------------------


@clause("POKER-2a4")
def test_the_cover_card_has_another_color_than_the_backs(tmp_path: Path, table: Open) -> None:
    session = staffed(begun(tmp_path / "backs.jsonl", "holdem"))
    typed(session, "red bee, yellow bee")
    session.take("")
    assert "(POKER 2(a))" in session.refused
    assert not facts(session, deck_facts.DecksReceived)
    session.sitting.record.close()
    cut = facts(ready(typed(table("holdem"), *TWO)), deck_facts.CutMade)
    assert [(one.cover, one.colour) for one in cut] == [("under the deck", "yellow")]


@clause("POKER-2b3")
def test_each_deck_keeps_its_own_three_hours(table: Open) -> None:
    """Red is first dealt at noon and blue an hour later; each is sorted in its own time."""
    session = typed(table("holdem", posted("holdem", shuffler="plain")), *TWO)
    folded(session)
    folded(ready(later(session, 60)))
    dealt = [fact.deck for fact in facts(session, deck_facts.DeckDealt)]
    assert dealt == ["1-1", "1-2"]
    ready(later(session, 121))
    sorted_ = [fact.deck for fact in facts(session, deck_facts.DeckSorted)]
    assert sorted_ == ["1-1"], "three hours after noon only the red deck is due"
    folded(session)
    ready(later(session, 60))
    assert [fact.deck for fact in facts(session, deck_facts.DeckSorted)] == ["1-1", "1-2"]


@clause("POKER-4c2")
def test_with_a_shuffler_one_deck_is_cut_and_the_other_is_in_the_machine(table: Open) -> None:
    session = ready(typed(table("holdem", posted("holdem", shuffler="plain")), *TWO))
    red, blue = session.sitting.life.custody.decks.values()
    assert (red.status, blue.status, blue.shuffled_by) == ("cut", "shuffled", "device")
    assert story(session, "1-1").count("CutMade") == 1
    assert story(session, "1-2")[-2:] == ["ShufflerLoaded", "DeckShuffled"]


# --- house-banked games: two decks -----------------------------------------------------------


@clause("THB-2b", "FLOP-2b", "TCJ-2b")
@pytest.mark.parametrize("key", BANKED)
def test_two_decks_come_with_a_shuffler_alternate_and_never_share_the_rack(
    table: Open, key: str
) -> None:
    session = typed(table(key, posted(key, shuffler="plain")), "sit 1 Ada 500")
    for _ in range(4):
        of_bank(session)
    (received,) = facts(session, deck_facts.DecksReceived)
    assert [deck.colour for deck in received.decks] == ["red", "blue"]
    dealt = [fact.deck for fact in facts(session, deck_facts.DeckDealt)]
    assert dealt == ["1-1", "1-2", "1-1", "1-2"]
    for deck in ("1-1", "1-2"):
        steps = [one for one in story(session, deck) if one in ("DeckDealt", "ShufflerLoaded")]
        assert steps[:3] == ["ShufflerLoaded", "DeckDealt", "ShufflerLoaded"], deck
    loaded = [
        fact.deck
        for fact in (entry.fact for entry in entries(session))
        if isinstance(fact, deck_facts.DeckDealt | deck_facts.ShufflerLoaded)
    ]
    assert loaded[2:6] == ["1-1", "1-1", "1-2", "1-2"], "off the rack before the other is dealt"


@clause("THB-2b", "FLOP-2b", "TCJ-2b")
@pytest.mark.parametrize("key", BANKED)
def test_without_a_shuffler_one_deck_is_all_there_is(table: Open, key: str) -> None:
    session = ready(typed(table(key), "sit 1 Ada 500"))
    (received,) = facts(session, deck_facts.DecksReceived)
    assert len(received.decks) == 1
    for _ in range(2):
        of_bank(session)
    assert {fact.deck for fact in facts(session, deck_facts.DeckDealt)} == {"1-1"}


@clause("THB-3d", "FLOP-3d", "TCJ-3d")
@pytest.mark.parametrize("key", BANKED)
def test_each_of_two_decks_goes_through_every_step(table: Open, key: str) -> None:
    session = ready(typed(table(key, posted(key, shuffler="plain")), "sit 1 Ada 500"))
    for deck in ("1-1", "1-2"):
        opening = [one for one in story(session, deck) if one != "DeckPutInPlay"][:6]
        assert opening == [
            "DeckCounted",
            "DeckInspected",
            "DeckVerified",
            "DeckSpread",
            "DeckWashed",
            "ShufflerLoaded",
        ]
    verified = [e.by.name for e in entries(session) if isinstance(e.fact, deck_facts.DeckVerified)]
    assert verified == ["Flo", "Flo"]


# --- the stub --------------------------------------------------------------------------------


STUBS = {  # one player: two or three cards each, and what the round leaves
    "texas-holdem-bonus": 48,  # folded before the flop: 52 - 2 - 2
    "flop-poker": 46,  # 52 - 3 - 3
    "two-card-joker": 50,  # 54 - 2 - 2
}


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
@pytest.mark.parametrize("key", BANKED)
@pytest.mark.parametrize("how", SHOES)
def test_the_stub_goes_to_the_rack_and_no_card_of_it_is_named(
    live: list[Session], tmp_path: Path, key: str, how: str
) -> None:
    session = bank(tmp_path, key, how, "plain" if how == "hand" else "none")
    live.append(session)
    of_bank(session)
    assert session.now.words == "put the stub in the discard rack, no card exposed"
    cited = f"{NAMES[key]} {dict(zip(SHOES, ('7(e)', '8(d)', '9(d)'), strict=True))[how]}"
    assert session.now.clause == cited
    session.take("Ks")
    assert session.refused, "cards of the stub are not typed"
    typed(session, "")
    (racked,) = facts(session, deck_facts.StubRacked)
    assert (racked.clause, racked.left) == (cited, STUBS[key])


@clause("THB-7g", "THB-8f", "THB-9f")
@pytest.mark.parametrize(("how", "cited"), [*zip(SHOES, ("7(g)", "8(f)", "9(f)"), strict=True)])
def test_a_counting_shuffler_counts_for_the_dealer_and_finds_a_missing_card(
    live: list[Session], tmp_path: Path, how: str, cited: str
) -> None:
    session = bank(tmp_path, "texas-holdem-bonus", how, "counting")
    live.append(session)
    for _ in range(6):
        of_bank(session)
        assert not any("count the stub" in words for words in steps(session))
    while "it counts 52 cards" not in session.now.words:
        typed(session, "y")
    typed(session, "51")
    *_, counted = facts(session, deck_facts.DeckCounted)
    assert (counted.clause, counted.counted, counted.expected) == (f"THB {cited}", 51, 52)
    *_, removed = facts(session, deck_facts.DeckRemoved)
    assert removed.deck == counted.deck


@clause("FLOP-9f", "TCJ-9f")
@pytest.mark.parametrize("key", ["flop-poker", "two-card-joker"])
@pytest.mark.parametrize(("how", "waived"), [*zip(SHOES, (False, False, True), strict=True)])
def test_elsewhere_it_counts_for_the_dealer_at_an_automated_shoe_only(
    live: list[Session], tmp_path: Path, key: str, how: str, waived: bool
) -> None:
    session = bank(tmp_path, key, how, "counting")
    live.append(session)
    for _ in range(5):
        of_bank(session)
    assert any("count the stub" in words for words in steps(session)) != waived


# --- machines that fail ----------------------------------------------------------------------


MACHINES = {"texas-holdem-bonus": "THB 13", "flop-poker": "FLOP 12", "two-card-joker": "TCJ 12"}


@clause("THB-13e", "FLOP-12e", "TCJ-12e")
@pytest.mark.parametrize("key", BANKED)
def test_a_shuffler_that_fails_is_cleared_by_its_procedure_and_shuffles_again(
    table: Open, key: str
) -> None:
    session = typed(table(key, posted(key, shuffler="plain")), "sit 1 Ada 500")
    while "the shuffler is done" not in session.now.words:
        typed(session, "y")
    typed(session, "shuffler jam it stopped")
    assert session.now.clause == f"{MACHINES[key]}(e)"
    (jammed,) = facts(session, deck_facts.ShufflerJammed)
    assert jammed.clause == f"{MACHINES[key]}(e)"
    for line in ("", "y", "next"):
        session.take(line)
        assert session.refused, "no round starts before it is cleared"
    typed(session, "MGC procedure 3")
    (cleared,) = facts(session, deck_facts.ShufflerCleared)
    assert (cleared.clause, cleared.procedure) == (f"{MACHINES[key]}(e)", "MGC procedure 3")
    of_bank(session)
    steps = story(session, jammed.deck)
    assert steps[: steps.index("DeckShuffled")].count("ShufflerLoaded") == 2, (
        "shuffled again, whole"
    )


@clause("THB-13g", "FLOP-12g", "TCJ-12g")
@pytest.mark.parametrize("key", BANKED)
def test_cards_are_shuffled_by_hand_only_when_the_machine_is_off_the_table(
    table: Open, key: str
) -> None:
    session = of_bank(typed(table(key, posted(key, shuffler="plain")), "sit 1 Ada 500"))
    assert not any(words.startswith("shuffle ") for words in steps(session))
    typed(session, "shuffler off worn out")
    (removed,) = facts(session, deck_facts.ShufflerRemoved)
    assert removed.clause == f"{MACHINES[key]}(g)"
    assert any(words.startswith("shuffle ") for words in steps(session))
    assert not any("into the shuffler" in words for words in steps(session))
    of_bank(session)
    *_, last = facts(session, deck_facts.DeckShuffled)
    assert last.how == "hand"
