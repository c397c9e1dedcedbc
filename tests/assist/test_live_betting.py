"""What players say and push at a live table, and what goes wrong there: typed at the assistant."""

import pytest
from msgspec.structs import replace

from croupier.assist.dialogue import Session
from croupier.chips import Chips
from croupier.games import GAMES
from tests.assist.test_live_table import typed
from tests.assist.typist import Open, ready
from tests.clause import clause

THREE = ["sit 1 Ada 150", "sit 2 Bob 150", "sit 3 Cyd 150"]
KEYS = ["holdem", "bbc-omaha"]


def dealt(table: Open, key: str) -> Session:
    """A round of no-limit hold'em or of the club's omaha, seat 3 to answer the blinds."""
    usual = GAMES[key].sign
    no_limit = replace(usual, structure="no_limit", limits=(Chips(2_00),))
    session = typed(table(key, no_limit if key == "holdem" else usual), *THREE)
    return typed(ready(session), "", "")


def words(session: Session) -> str:
    return " ".join(line.words for line in session.news)


def cited(session: Session) -> list[str]:
    return [line.clause for line in session.news]


@clause("POKER-7a", "BBC-wag-seated")
@pytest.mark.parametrize("key", KEYS)
def test_only_players_of_the_round_act(table: Open, key: str) -> None:
    session = dealt(table, key)
    session.take("9 f")
    assert "seat 9" in session.refused
    typed(session, "sit 4 Dov 100")
    session.take("4 f")
    assert session.refused, "a player who sat down in the round waits for the next one"


@clause("POKER-7d", "BBC-wag-verbal")
@pytest.mark.parametrize("key", KEYS)
def test_what_is_said_in_turn_binds(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "say raise 6")
    assert "seat 3 raises to $6" in words(session)
    typed(session, "2 say fold")
    assert "seat 2 folds" not in words(session), "out of turn it binds nobody"
    state = session.sitting.life.round
    assert state is not None
    assert not state.hands[2].out


@clause("POKER-7e", "BBC-wag-announced")
@pytest.mark.parametrize("key", KEYS)
def test_the_announced_amount_counts(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "say raise 6 push 5")
    assert "seat 3 raises to $6" in words(session)
    own = GAMES[key].own("POKER 7(e)")
    assert own in cited(session)


@clause("POKER-7f", "BBC-wag-placed")
@pytest.mark.parametrize("key", KEYS)
def test_chips_pushed_forward_are_a_bet(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "push 5 1")
    assert "seat 3 raises to $6" in words(session)


@clause("POKER-7g", "BBC-wag-string")
@pytest.mark.parametrize("key", KEYS)
def test_a_call_is_not_enlarged_afterwards(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "push 1 1")
    assert "seat 3 calls $2" in words(session)
    typed(session, "3 push 5")
    state = session.sitting.life.round
    assert state is not None
    assert state.hands[3].bet == 2_00
    assert any(clause.startswith(GAMES[key].own("POKER 7(g)")) for clause in cited(session))


@clause("POKER-7i", "BBC-wag-oversize")
@pytest.mark.parametrize("key", KEYS)
def test_one_large_chip_without_a_word_is_a_call(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "push 25")
    state = session.sitting.life.round
    assert state is not None
    assert state.hands[3].bet == 2_00


@clause("POKER-7j", "BBC-wag-checkraise")
@pytest.mark.parametrize("key", KEYS)
def test_a_player_who_checked_may_raise(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "c", "c", "k", "8c Kd 5h", "k", "b 2", "f")
    typed(session, "r 6")
    assert "seat 1 raises to $6" in words(session)


@clause("POKER-14d", "BBC-rev-uncalled")
@pytest.mark.parametrize("key", KEYS)
def test_a_bet_that_nobody_calls_goes_back(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "c", "c", "k", "8c Kd 5h", "b 4", "f", "f")
    assert "seat 1 takes back an uncalled $4" in words(session)
    assert GAMES[key].own("POKER 14(d)") in cited(session)


# --- what goes wrong ---------------------------------------------------------------------


@clause("POKER-15e2", "POKER-15e4")
@pytest.mark.parametrize("kind", ["skipped", "wrong_start"])
def test_a_misdeal_is_one_only_until_two_players_have_wagered(table: Open, kind: str) -> None:
    session = typed(dealt(table, "holdem"), "c", f"oops {kind}")
    assert session.now.words == "is this what happened?"
    typed(session, "", "c")
    session.take(f"oops {kind}")
    assert session.refused
    assert session.sitting.life.playing


@clause("POKER-15e", "BBC-irr-misdeal")
@pytest.mark.parametrize("key", KEYS)
def test_a_misdeal_gives_every_bet_back(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "c", "oops skipped", "yes")
    assert session.sitting.life.stacks == {1: 150_00, 2: 150_00, 3: 150_00}
    assert session.sitting.life.rounds == 0
    assert "button at seat 3" in ready(session).now.words


@clause("POKER-15g", "BBC-irr-missing")
@pytest.mark.parametrize("key", KEYS)
def test_missing_cards_end_the_round_and_replace_the_deck(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "c", "c", "oops missing", "yes")
    assert session.sitting.life.stacks == {1: 150_00, 2: 150_00, 3: 150_00}
    assert any("off the table" in step.words for step in session.steps)


@clause("POKER-15h", "BBC-irr-faceup")
@pytest.mark.parametrize("key", KEYS)
def test_a_card_face_up_in_the_deck_is_not_used(table: Open, key: str) -> None:
    session = typed(dealt(table, key), "c", "c", "k", "oops face_up 5c", "yes")
    assert "5♣" in words(session)
    session.take("5c Kd 5h")
    assert session.refused, "it does not come again"
    typed(session, "8c Kd 5h")
    assert session.sitting.life.playing
