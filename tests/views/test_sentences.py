"""Sentences in parts: what depends on the reader is a field, never read out of words."""

import re

import pytest

from croupier.games import GAMES
from croupier.rules.game import Game
from croupier.testing import play_random
from croupier.views.narration.narrate import narrate
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


def test_several_players_are_one_slot() -> None:
    assert plain(said(players([1, 4]), " divide the pot")) == "seats 1 and 4 divide the pot"
