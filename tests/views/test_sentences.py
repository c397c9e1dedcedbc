"""Sentences in parts: what depends on the reader is a field, never read out of words."""

import re

import pytest

from croupier.games import GAMES
from croupier.room.logbook import TableFact
from croupier.room.seating.facts import LeaveAsked, SatIn, SatOut, Seated
from croupier.room.table.facts import TurnPassed
from croupier.room.table.pace import READING
from croupier.rules.game import Game
from croupier.testing import play_random
from croupier.views.narration.narrate import narrate
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.narration.sentences import Slot, Spoken, by, plain, players, said, when

NAMES_A_SEAT = re.compile(r"\bseats? \d")
DRAWS_A_CARD = re.compile(r"[2-9TJQKA][♣♦♥♠]")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_text_of_a_round_names_a_seat_or_a_card(game: Game) -> None:
    compared = 0
    for seed in range(6):
        played = play_random(game, players=4, seed=seed)
        for line in narrate(played.log):
            if line.kind != "fact" or not (NAMES_A_SEAT.search(line.words)):
                continue
            if line.words.endswith("has the button"):  # the opening, of which a screen shows more
                continue
            assert isinstance(line, Spoken), line.words
            texts = [part for part in line.sentence if isinstance(part, str)]
            assert not any(map(NAMES_A_SEAT.search, texts)), line.words
            assert not any(map(DRAWS_A_CARD.search, texts)), line.words
            assert plain(line.sentence) == line.words
            compared += 1
    assert compared


def test_a_sentence_reads_differently_for_its_player() -> None:
    first, amount, last = said(by(3, "calls", "call"), " $", "20", when(3, " and is", " and are"))
    assert (amount, isinstance(first, Slot), isinstance(last, Slot)) == (" $20", True, True)
    assert isinstance(first, Slot)
    assert first.you == "you call"


ABOUT_SEAT_2 = (
    (TurnPassed(seat=2, clause="A-52"), "your time is up", "the time of seat 2 is up"),
    (
        SatOut(seat=2, clause=READING),
        "you let turns go by and sit out",
        "seat 2 let turns go by and sits out",
    ),
    (SatIn(seat=2, clause=""), "you are dealt in again", "seat 2 is dealt in again"),
    (
        LeaveAsked(seat=2, clause=""),
        "you leave when the round is over",
        "seat 2 leaves when the round is over",
    ),
    (Seated(seat=2, person="Bob", clause=""), "you take seat 2", "Bob takes seat 2"),
)


@pytest.mark.parametrize(("fact", "mine", "others"), ABOUT_SEAT_2)
def test_a_fact_around_a_round_reads_differently_for_its_player(
    fact: TableFact, mine: str, others: str
) -> None:
    line = narrate_room(fact)
    assert isinstance(line, Spoken)
    read = "".join(part if isinstance(part, str) else part.you for part in line.sentence)
    assert (read, line.words) == (mine, others)


def test_several_players_are_one_slot() -> None:
    assert plain(said(players([1, 4]), " divide the pot")) == "seats 1 and 4 divide the pot"
