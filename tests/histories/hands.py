"""Rounds and hand histories that the tests of this folder share."""

from collections.abc import Iterator
from functools import cache

from croupier.chips import Chips
from croupier.engine.events import AnyEvent, Revealed
from croupier.games import game_of
from croupier.histories.formats import read_piece
from croupier.histories.hand import Hand
from croupier.histories.phh import BASES, decoded
from croupier.histories.results import HandResult, pieces_of_text, replay_hands
from croupier.rules.sign import TableSign
from tests.strategies import (
    SEATS,
    Played,
    Seeded,
    Setting,
    a_deck,
    one_of,
    play_out,
    seeded_round,
    some_of,
)

GAMES = (*BASES.values(), "bbc-omaha")

HOLDEM = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = [
  'd dh p1 AsKs', 'd dh p2 7c2d', 'd dh p3 QhQd',
  'p3 cbr 6', 'p1 cc', 'p2 f',
  'd db Ah7s3c', 'p1 cc', 'p3 cbr 8', 'p1 cc',
  'd db 9d', 'p1 cc', 'p3 cc',
  'd db 2h', 'p1 cbr 20', 'p3 cc', 'p1 sm AsKs', 'p3 sm QhQd',
]
finishing_stacks = [236, 198, 166]
"""
STUD = """\
variant = 'F7S'
ante_trimming_status = true
antes = [1, 1]
bring_in = 1
small_bet = 4
big_bet = 8
starting_stacks = [100, 100]
actions = [
  'd dh p1 ????2c', 'd dh p2 KhKdQs', 'p1 pb', 'p2 cbr 4', 'p1 cc',
  'd dh p1 9c', 'd dh p2 3s', 'p2 cbr 4', 'p1 f',
]
"""
BADUGI = """\
variant = 'FB'
antes = [0, 0]
blinds_or_straddles = [10, 20]
small_bet = 20
big_bet = 40
starting_stacks = [500, 500]
actions = [
  'd dh p1 ????????', 'd dh p2 As2d3h9h', 'p2 cc', 'p1 cc',
  'p1 sd ????', 'p2 sd 9h', 'd dh p1 ????', 'd dh p2 Kc', 'p1 cc', 'p2 cc',
  'p1 sd', 'p2 sd Kc', 'd dh p2 4c', 'p1 cc', 'p2 cbr 40', 'p1 cc',
  'p1 sd ??', 'p2 sd', 'd dh p1 ??', 'p1 cc', 'p2 cbr 40', 'p1 cc',
  'p2 sm As2d3h4c', 'p1 sm',
]
"""
SAMPLES = (HOLDEM, STUD, BADUGI)


@cache
def rounds(key: str, count: int) -> list[Played]:
    """The first rounds of a game: any sign, any stacks, some decks announced."""
    return [seeded_round(game_of(key), seed) for seed in range(count)]


def without_reveals(log: list[AnyEvent]) -> list[AnyEvent]:
    """A log as PHH can tell it: nobody shows a hand when the round is over."""
    return [event for event in log if not isinstance(event, Revealed)]


def usual_rounds(code: str, seeds: range) -> Iterator[Played]:
    """Rounds under the signs that most rooms have, with stacks of every depth."""
    key, structure = decoded(code)
    game = game_of(key)
    for seed in seeds:
        chance = Seeded(seed)
        sign = TableSign(
            structure=structure,
            limits=(Chips(2_00), Chips(4_00)) if structure == "limit" else (Chips(2_00),),
            unit=Chips(1_00 if chance.below(3) else 1),
            ante=Chips(chance.below(3) * 1_00),
            raise_cap=3 if structure == "limit" and chance.below(2) else None,
            heads_up_button_small_blind=bool(chance.below(2)),
            odd_chip="left_of_button" if chance.below(3) else "",
            authorised=False,
        )
        count = 2 + chance.below(min(game.players.most, 6) - 1)
        seats = sorted(some_of(chance, SEATS, count))
        short = [int(sign.unit) * (1 + chance.below(24_00 // sign.unit)) for _ in seats]
        stacks = {
            seat: chips if chance.below(2) else 200_00
            for seat, chips in zip(seats, short, strict=True)
        }
        setting = Setting(game, sign, stacks, one_of(chance, seats), a_deck(chance, game))
        yield play_out(setting, chance)


def only(text: str) -> Hand:
    """The one hand of a site's text, read."""
    (piece,) = pieces_of_text(text)
    return read_piece(piece)


def good(text: str) -> HandResult:
    """The one hand of a text, replayed without a fault."""
    ((result, _),) = replay_hands(text)
    assert result.faults == []
    return result


def fault(text: str) -> str:
    """The one fault of the one hand of a text."""
    ((result, _),) = replay_hands(text)
    (why,) = result.faults
    return why
