"""What is typed, and what the screen says of it."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from croupier.assist.dialogue import Session
from croupier.chips import Chips
from croupier.engine import events as engine_events
from croupier.games import GAMES
from croupier.room.seating.lineup import dealt_in
from croupier.rules.revenue import Increments
from tests.assist.typist import Clock, Open, Typist, ready

THREE = ["sit 1 Ada 200", "sit 2 Bob 200", "sit 3 Cyd 150"]


DEAL = "(deal)"  # every step before a round is answered with yes, and the round begins


def typed(session: Session, *lines: str) -> Session:
    for line in lines:
        if line == DEAL:
            ready(session)
        session.take("" if line == DEAL else line)
        assert not session.refused, (line, session.refused)
    return session


def words(session: Session) -> str:
    return "\n".join(line.words for line in session.news)


def last(session: Session) -> list[object]:
    return [entry.fact for entry in session.sitting.log]


def test_the_prompt_leads_through_a_round_of_holdem(table: Open) -> None:
    session = table("holdem")
    assert session.now.words == "seat the players"
    ready(typed(session, *THREE))
    assert "button at seat 3" in session.now.words
    assert "seat 1's blind of $1 and seat 2's blind of $2" in session.now.words
    typed(session, "")
    assert session.now.words.startswith("deal two cards face down to each player")
    typed(session, "")
    assert session.now.words == "seat 3 Cyd to act: fold, call $2 or raise to $4"
    assert session.now.keys == "f, c, r"
    typed(session, "c", "c", "k")
    assert session.now.words == (
        "burn the top card, then deal the flop: three cards face up on the board"
    )


def test_an_action_implies_that_the_cards_before_it_are_dealt(table: Open) -> None:
    session = typed(table("holdem"), *THREE, DEAL, "c")
    assert [type(fact).__name__ for fact in last(session)][-3:] == [
        "TurnGiven",
        "Called",
        "TurnGiven",
    ]
    assert any(isinstance(fact, engine_events.Dealt) for fact in last(session))
    typed(session, "u")
    assert not any(isinstance(fact, engine_events.Dealt) for fact in last(session)), (
        "one entry, one undo"
    )


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("f", "seat 3 folds"),
        ("FOLD", "seat 3 folds"),
        ("3 f", "seat 3 folds"),
        ("c", "seat 3 calls $2"),
        ("call", "seat 3 calls $2"),
        ("r 10", "seat 3 raises to $10"),
        ("raise to 10", "seat 3 raises to $10"),
        ("b 10", "seat 3 raises to $10"),
        ("r $12.00", "seat 3 raises to $12"),
        ("all in", "seat 3 raises to $150 and is all-in"),
        ("allin", "seat 3 raises to $150 and is all-in"),
        ("a", "seat 3 raises to $150 and is all-in"),
        ("push 25", "calls $2"),
        ("push 5 5", "seat 3 raises to $10"),
        ("say raise 20", "seat 3 raises to $20"),
    ],
)
def test_an_action_may_be_typed_in_many_ways(table: Open, line: str, fact: str) -> None:
    sign = replace(GAMES["holdem"].sign, structure="no_limit", limits=(Chips(2_00),))
    session = typed(table("holdem", sign), *THREE, DEAL, "", line)
    assert fact in words(session)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("r", "how much?"),
        ("r 4 0", "type one amount"),
        ("say raise 40 35", "type one amount"),
        ("r lots", "is not an amount"),
        ("k", "is owed"),
        ("1 f", "seat 3 is to act"),
        ("9 f", "seat 9"),
        ("8c", "no card is due now"),
        ("d 2", "not discard"),
        ("dance", "is not a word here"),
        ("recutt", "did you mean recut?"),
        ("n", "nothing is asked that it answers"),
        ("", "a player must act"),
        ("next", "a round of play is open"),
        ("sit 3 Eve 100", "seat 3 is taken"),
        ("sit 4 Eve", "type sit 3 Ada 200"),
        ("oops nothing", "cannot be reported now"),
        ("\0", "is not a word here"),
        ("r 99999999", "is not an amount"),
    ],
)
def test_a_wrong_line_is_refused_in_a_sentence(table: Open, line: str, why: str) -> None:
    sign = replace(GAMES["holdem"].sign, structure="no_limit", limits=(Chips(2_00),))
    session = typed(table("holdem", sign), *THREE, DEAL, "")
    before = session.sitting.life
    session.take(line)
    assert why in session.refused
    assert "\n" not in session.refused
    assert session.sitting.life == before


def test_cards_may_be_typed_as_they_fall(table: Open) -> None:
    session = typed(table("holdem"), *THREE, DEAL, "", "c", "c", "k", "8c")
    assert "two more cards face up on the board" in session.now.words
    typed(session, "10D kh")
    assert session.sitting.life.round is not None
    assert session.sitting.life.round.boards == (("8c", "Td", "Kh"),)


def test_stud_names_the_up_cards_alone(table: Open) -> None:
    session = typed(table("seven-card-stud-hilo-8"), *THREE, DEAL)
    assert "two cards face down and one card face up to each player" in session.now.words
    assert "for seat 1, seat 2 and seat 3" in session.now.keys
    typed(session, "8c 5d Kh")
    state = session.sitting.life.round
    assert state is not None
    assert [(hand.down, hand.up) for hand in state.hands.values()] == [
        (("??", "??"), (card,)) for card in ("8c", "5d", "Kh")
    ]


def test_pots_are_shown_with_who_contends(table: Open) -> None:
    sign = replace(GAMES["holdem"].sign, structure="no_limit", limits=(Chips(2_00),))
    session = typed(table("holdem", sign), *THREE, DEAL, "", "all in", "all in", "c", "pots")
    assert [line.words for line in session.shows] == [
        "the main pot $450: seats 1, 2 and 3",
        "the side pot $100: seats 1 and 2",
    ]


def test_offers_of_the_sign_are_taken_with_the_round(table: Open) -> None:
    sign = replace(GAMES["bbc-omaha"].sign, bomb_pot=Chips(5_00))
    session = typed(table("bbc-omaha", sign), *(line.replace("200", "150") for line in THREE))
    ready(session)
    assert "next bomb" in session.now.keys
    typed(session, "next bomb 1 2")
    assert session.sitting.life.round is not None
    assert set(session.sitting.life.round.hands) == {1, 2}
    typed(session, "u", "next bomb")
    assert session.sitting.life.round is not None
    assert set(session.sitting.life.round.hands) == {1, 2, 3}


def test_what_went_wrong_is_listed_previewed_and_confirmed(table: Open) -> None:
    session = typed(table("holdem"), *THREE, DEAL)
    session.take("oops")
    assert any("turned up" in line.words for line in session.shows)
    session.take("oops exposed 2 Kd")
    (preview,) = session.shows
    assert preview.clause == "POKER 15(o)"
    assert "exchanged" in preview.words
    before = session.sitting.life
    session.take("")
    assert session.said == "nothing was recorded"
    assert session.sitting.life == before
    session.take("oops exposed 2 Kd")
    session.take("yes")
    assert "K♦ for seat 2 is exposed" in words(session)
    assert "exchange K♦ of seat 2" in session.now.words


def test_a_misdeal_gives_everything_back_and_the_round_begins_again(table: Open) -> None:
    session = typed(table("holdem"), *THREE, DEAL, "")
    session.take("oops skipped")
    session.take("y")
    assert session.sitting.life.rounds == 0
    assert session.sitting.life.stacks == {1: 200_00, 2: 200_00, 3: 150_00}
    assert "button at seat 3" in ready(session).now.words


def test_progressive_prizes_wait_for_every_hand(table: Open) -> None:
    """A folded hand with a dollar on the meter is turned up before any prize is paid."""
    sign = replace(
        GAMES["texas-holdem-bonus"].sign,
        progressive=True,
        progressive_seed=Chips(1000_00),
        progressive_share=50,
    )
    session = typed(table("texas-holdem-bonus", sign), "sit 1 Ada 200", "sit 2 Bob 200", DEAL)
    typed(session, "1 ante 5 progressive 1", "2 ante 5 progressive 1", "go", "p", "f")
    typed(session, "AsKs Qs", "k", "2d", "k", "2h")
    assert session.now.words == "turn up the dealer's hand"
    typed(session, "3c4c", "JsTs")
    assert session.now.words == "turn up the hand of seat 2"
    assert not [fact for fact in last(session) if isinstance(fact, engine_events.MeterReset)]
    typed(session, "9c9d")
    (settled,) = [f for f in last(session) if isinstance(f, engine_events.Settled) and f.seat == 1][
        1:
    ]
    assert settled.outcomes[0].line == "royal after 5"
    assert settled.outcomes[0].won == 1000_00
    assert session.sitting.life.round is not None
    assert session.sitting.life.round.done


def test_a_hand_that_decides_nothing_is_turned_up_for_nobody(table: Open) -> None:
    session = typed(table("two-card-joker"), "sit 1 Ada 200", DEAL, "1 10", "go", "p", "3c5d")
    assert session.sitting.life.round is not None
    assert session.sitting.life.round.done, "the dealer does not qualify: no hand is asked for"
    assert session.sitting.life.stacks == {1: 210_00}


def test_help_and_looks_change_nothing(table: Open) -> None:
    session = typed(table("badugi"), *THREE, DEAL, "")
    before, size = session.sitting.life, session.sitting.record.path.stat().st_size
    for line in ("?", "w", "table", "pots", "due", "record", "help"):
        typed(session, line)
    session.take("oops")
    assert (session.sitting.life, session.sitting.record.path.stat().st_size) == (before, size)


def test_who_conceded_may_show_when_the_round_is_over(table: Open) -> None:
    session = typed(table("holdem"), *THREE, DEAL, "", "f", "f")
    assert session.sitting.life.round is not None
    assert session.sitting.life.round.done
    typed(session, "3 s AhKd")
    assert "seat 3 turns up A♥ K♦" in words(session)


def test_a_kill_is_posted_with_the_next_round(table: Open) -> None:
    sign = replace(GAMES["omaha-hilo-8"].sign, kill="full", kill_pot=Chips(1_00))
    session = table("omaha-hilo-8", sign)
    typist = Typist(session, {1: 200_00, 2: 200_00, 3: 200_00}, 5, "random")
    kills = 0
    for _ in range(6):
        kills += "kill" in ready(session).now.words
        typist.deal()
    assert kills


def test_a_count_falls_due_by_the_clock_and_a_wrong_one_removes_the_deck(table: Open) -> None:
    session = typed(table("holdem"), "sit 1 Ada 200", "sit 2 Bob 200", DEAL, "f")
    assert not [step for step in session.steps if "stub" in step.words]
    clock = session.sitting.clock
    assert isinstance(clock, Clock)
    clock.now += timedelta(minutes=14)
    typed(session, "w", "y")
    assert session.now.words == "count the stub: 48 cards"
    session.take("")
    assert "y if so, or the number you counted" in session.refused
    typed(session, "47")
    assert "deck 1-1 is removed (47 cards were counted" in words(session)
    assert session.now.words == "receive a red deck"
    typed(session, DEAL)
    assert session.sitting.life.playing


def test_nothing_is_counted_that_is_not_due(table: Open) -> None:
    session = typed(table("holdem"), *THREE)
    for line in ("count 51", "count many", "count"):
        session.take(line)
        assert "(FIELD count)" in session.refused


def test_rake_is_announced_when_it_is_taken(table: Open) -> None:
    rake = Increments(levels=((Chips(4_00), Chips(1_00)),))
    sign = replace(GAMES["holdem"].sign, rake=rake, rake_max=Chips(4_00))
    session = typed(table("holdem", sign), *THREE, DEAL, "c", "c", "k")
    assert "$1 rake goes to the rake area" in words(session)
    typed(session, "pots")
    assert [line.words for line in session.shows] == ["the pot $5: seats 1, 2 and 3"]


def test_a_table_is_opened_before_anybody_sits_down(table: Open) -> None:
    session = table("holdem")
    session.take("u")
    assert session.now.words == "Flo opens the table"
    for line in ("sit 1 Ada 200", "next", "f", ""):
        session.take(line)
        assert "open" in session.refused
    typed(session, "y")
    assert session.sitting.life.status == "open"


def test_a_seat_asks_to_leave_to_sit_out_to_return_and_to_buy(table: Open) -> None:
    session = typed(table("holdem"), *THREE, "sit 4 Dov 100", "buy 4 50", "out 2")
    table_now = session.sitting.life
    assert table_now.stacks[4] == 150_00
    assert 2 not in dealt_in(table_now)
    typed(session, "in 2", "leave 4")
    assert [*dealt_in(session.sitting.life)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("leave", "which seat?"),
        ("leave 7", "nobody sits at seat 7"),
        ("buy 3", "type buy 3 100"),
        ("buy 3 lots", "is not an amount"),
        ("out 3 50", "type out 3"),
        ("draw 8c Kd 5h", "dealer's right"),
    ],
)
def test_what_a_seat_cannot_ask_is_refused(table: Open, line: str, why: str) -> None:
    session = typed(table("holdem"), *THREE)
    session.take(line)
    assert why in session.refused


@pytest.mark.parametrize(
    ("key", "cited"), [("holdem", "POKER 10(c)(2)"), ("bbc-omaha", "BBC oma-button")]
)
def test_cards_place_the_first_button_where_the_sign_has_it_so(
    table: Open, key: str, cited: str
) -> None:
    sign = replace(GAMES[key].sign, button_start="high_card")
    session = ready(typed(table(key, sign), *(line.replace("200", "150") for line in THREE)))
    assert "the highest gets the button" in session.now.words
    assert session.now.clause == cited
    session.take("draw 8c Kd")
    assert session.refused
    typed(session, "draw 8c Kd 5h")
    assert session.sitting.life.button == 2
    assert "button at seat 2" in session.now.words
    typed(session, "")
