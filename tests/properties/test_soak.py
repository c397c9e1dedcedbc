"""The same laws over many more rounds: a few thousand each time, a hundred thousand in the soak."""

from zlib import crc32

import pytest

from croupier.rules.game import Game
from croupier.views.seat import NOBODY
from tests.properties.test_cards import every_card_is_in_one_place
from tests.properties.test_chips import chips_are_conserved
from tests.properties.test_division import (
    nobody_wins_what_was_not_risked,
    side_pots_come_first,
    the_pots_go_where_a_plain_count_says,
)
from tests.properties.test_options import every_fact_has_its_clause, options_are_the_only_judge
from tests.properties.test_progress import somebody_has_an_option, the_end_comes_nearer
from tests.properties.test_replay import commands_tell_the_same_log, the_log_replays
from tests.properties.test_revenue import the_house_takes_what_is_posted
from tests.properties.test_secrecy import (
    a_view_folds_to_what_its_seat_knows,
    another_world_looks_the_same,
    no_unseen_card_is_written,
    other_discards_look_the_same,
    reshuffles_look_the_same,
)
from tests.strategies import ALL_GAMES, Played, Seeded, one_of, seeded_round

PARTS = 5
ROUNDS = 1_000  # in a part: 20 games of 5 parts are 100,000 rounds
QUICK = 40
LAWS = (
    chips_are_conserved,
    every_card_is_in_one_place,
    somebody_has_an_option,
    the_end_comes_nearer,
    every_fact_has_its_clause,
    the_log_replays,
    the_pots_go_where_a_plain_count_says,
    nobody_wins_what_was_not_risked,
    side_pots_come_first,
    the_house_takes_what_is_posted,
)


def holds(game: Game, seed: int) -> None:
    """Play the round with this number and look at it from all sides; the dear ones take turns."""
    played = seeded_round(game, seed)
    try:
        for law in LAWS:
            law(played)
        _dear_laws(played, seed)
    except BaseException as fault:
        fault.add_note(f"round {seed} of {played}")
        raise


def _dear_laws(played: Played, seed: int) -> None:
    chance = Seeded(seed)
    viewer = one_of(chance, (NOBODY, *played.setting.stacks))
    match seed % 8:
        case 0:
            a_view_folds_to_what_its_seat_knows(played, viewer)
        case 1:
            no_unseen_card_is_written(played, viewer)
        case 2:
            options_are_the_only_judge(one_of(chance, played.states), chance)
        case 3:
            commands_tell_the_same_log(played)
        case 4:
            another_world_looks_the_same(played, viewer, len(played.commands), chance)
        case 5:
            upto = chance.below(len(played.commands))
            another_world_looks_the_same(played, viewer, upto, chance)
        case 6:
            other_discards_look_the_same(played, viewer, chance)
        case _:
            reshuffles_look_the_same(played, viewer, chance)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_forty_rounds(game: Game) -> None:
    for number in range(QUICK):
        holds(game, crc32(game.key.encode()) + number)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, PARTS + 1))
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_a_thousand_rounds(game: Game, part: int) -> None:
    for number in range(ROUNDS):
        holds(game, crc32(game.key.encode()) + part * ROUNDS + number)
