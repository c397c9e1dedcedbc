"""A to B to A: the same hand, whatever lies between, to the cent and to the letter of a name."""

from itertools import product

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.histories.about import About
from croupier.histories.conversion import TARGETS, Target, convert
from croupier.histories.formats import read_piece
from croupier.histories.hand import Hand
from croupier.histories.history import History
from croupier.histories.results import pieces_of_text, play_piece
from croupier.refused import Refused
from tests.histories.hands import HOLDEM, SAMPLES
from tests.histories.texts import BY_FORMAT, RUN_TWICE

CANNOT = {("full-tilt", "ohh"), ("kings-club", "ohh")}  # stud and draws


def read(text: str) -> Hand:
    (piece,) = pieces_of_text(text)
    if piece.format == "log":
        played = play_piece(piece)
        return Hand(played.name, played.record, played.about)
    return read_piece(piece)


def same(record: History) -> History:
    """A record without the stacks at the end, which a log has before the rake.

    A hand that was shown at the end is known at once, and one that was not said to be mucked is.
    """
    ends = ("show", "muck")
    actions = tuple(action for action in record.actions if action.does not in ends)
    sign = replace(record.sign, unit=Chips(1))  # as above: whole chips or cents
    return replace(record, finish=None, actions=actions, sign=sign)


def described(about: About) -> About:
    """A description without what some formats always or never tell.

    OHH and PokerStars always tell a number of seats; PokerStars tells no currency of no name, and
    no viewer where every hand is open.
    """
    return replace(about, viewer=0, size=0, decimals=2)


@pytest.mark.parametrize(("form", "to"), list(product(BY_FORMAT, TARGETS)))
def test_nothing_is_lost_on_the_way(form: str, to: Target) -> None:
    hand = read(BY_FORMAT[form])
    if (form, to) in CANNOT:
        with pytest.raises(Refused, match="OHH cannot say"):
            convert(BY_FORMAT[form], to)
        return
    there = read(convert(BY_FORMAT[form], to, lossy=True))
    assert same(there.record) == same(hand.record)
    assert described(there.about) == described(hand.about)
    assert there.about.viewer == hand.about.viewer or to == "pokerstars"


@pytest.mark.parametrize(("first", "second"), list(product(TARGETS, TARGETS)))
@pytest.mark.parametrize("form", ["pokerstars", "winamax", "ggpoker", "acpc"])
def test_every_pair_of_formats_gives_the_same_hand(
    form: str, first: Target, second: Target
) -> None:
    one = convert(BY_FORMAT[form], first, lossy=True)
    again = convert(convert(one, second, lossy=True), first, lossy=True)
    there, back = read(one), read(again)
    assert same(back.record) == same(there.record)
    assert described(back.about) == described(there.about)


@pytest.mark.parametrize("to", TARGETS)
def test_a_board_run_twice_stays_so(to: Target) -> None:
    hand, there = read(RUN_TWICE), read(convert(RUN_TWICE, to, lossy=True))
    assert there.record.sign.run_twice
    boards = [
        [action.cards for action in one.record.actions if action.does == "board"]
        for one in (hand, there)
    ]
    assert boards[0] == boards[1]
    assert (there.about.won, there.about.rake) == (hand.about.won, hand.about.rake)


@pytest.mark.parametrize("text", SAMPLES)
def test_a_hand_without_a_description_has_none_afterwards(text: str) -> None:
    assert "HandDescribed" not in convert(text, "log")


def test_small_stakes_keep_their_decimals() -> None:
    """0.25/0.50 stays 0.25/0.50, and a file of whole dollars stays one."""
    small = HOLDEM.split("finishing")[0].replace("[1, 2, 0]", "[0.25, 0.5, 0]")
    small = small.replace("min_bet = 2", "min_bet = 0.5")
    back = convert(convert(small), lossy=True)
    assert "blinds_or_straddles = [0.25, 0.5, 0]\nmin_bet = 0.5" in back
    assert '"small_blind_amount":0.25,"big_blind_amount":0.50' in convert(small, "ohh")
    assert '"small_blind_amount":1.00,"big_blind_amount":2.00' in convert(HOLDEM, "ohh")
    assert "blinds_or_straddles = [1, 2, 0]" in convert(convert(HOLDEM), lossy=True)
