"""A to B to A: the same hand, whatever lies between, to the cent and to the letter of a name."""

from itertools import permutations, product

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.histories.about import About
from croupier.histories.conversion import TARGETS, Target, convert
from croupier.histories.formats import read_piece
from croupier.histories.hand import Hand
from croupier.histories.history import History, history
from croupier.histories.results import pieces_of_text, play_piece
from croupier.refused import Refused
from tests.histories import test_odd_texts, test_variants
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
        with pytest.raises(Refused, match="OHH cannot express"):
            convert(BY_FORMAT[form], to)
        return
    there = read(convert(BY_FORMAT[form], to, lossy=True))
    assert same(there.record) == same(hand.record)
    assert described(there.about) == described(hand.about)
    assert there.about.viewer == hand.about.viewer or to == "pokerstars"


@pytest.mark.parametrize(("first", "second"), list(permutations(TARGETS, 2)))
@pytest.mark.parametrize("form", BY_FORMAT)
def test_every_pair_of_formats_gives_the_same_hand(
    form: str, first: Target, second: Target
) -> None:
    if {(form, first), (form, second)} & CANNOT:
        return  # as above
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


SHORT_DECK = """\
PokerStars Hand #905: 6+ Hold'em No Limit (Button Blind $1 - Ante $1 USD) - 2020/05/05 16:31:20 ET
Table 'Elm' 6-max Seat #5 is the button
Seat 2: Ann ($200 in chips)
Seat 5: Bob ($180 in chips)
Ann: posts the ante $1
Bob: posts the ante $1
Bob: posts button blind $1
*** HOLE CARDS ***
Ann: raises $4 to $5
Bob: calls $4
*** FLOP *** [6d Ad 8c]
Ann: bets $6
Bob: folds
Uncalled bet ($6) returned to Ann
Ann collected $11.40 from pot
*** SUMMARY ***
Total pot $12 | Rake $0.60
"""
STRADDLES = """\
Poker Hand #HD906: Hold'em No Limit ($1/$2) - 2021/04/13 10:03:48
Table 'Elm' 6-max Seat #1 is the button
Seat 1: aa1 ($200 in chips)
Seat 2: bb2 ($200 in chips)
Seat 3: cc3 ($200 in chips)
Seat 4: dd4 ($200 in chips)
Seat 5: Hero ($200 in chips)
bb2: posts small blind $1
cc3: posts big blind $2
dd4: straddle $4
Hero: straddle $8
Hero: straddle $20
*** HOLE CARDS ***
Dealt to Hero [Ah Ad]
aa1: folds
bb2: folds
cc3: calls $18
dd4: folds
Hero: checks
*** FLOP *** [2c 7d 9h]
cc3: checks
Hero: bets $6
cc3: folds
Uncalled bet ($6) returned to Hero
Hero collected $43.50 from pot
*** SUMMARY ***
Total pot $45 | Rake $1 | Jackpot $0.50
"""
EVENT = """\
Winamax Poker - Tournament "EXPRESSO (x) - 5€" buyIn: 4.65€ + 0.35€ level: 1 - \
HandId: #907-8-8 - Holdem no limit (10/20) - 2021/03/02 15:04:05 UTC
Table: 'Expresso(123)#0' 3-max (real money) Seat #1 is the button
Seat 1: Ann (500, 2.5€ bounty)
Seat 2: Bob (500)
Seat 3: Cy (500)
*** ANTE/BLINDS ***
Bob posts small blind 10
Cy posts big blind 20
*** PRE-FLOP ***
Ann folds
Bob raises 40 to 60
Cy folds
Bob collected 40 from pot
*** SUMMARY ***
Total pot 40 | No rake
"""
DEAD_BETWEEN = """\
Full Tilt Poker Game #908: Table Elm (6 max) - $1/$2 - No Limit Hold'em - 15:04:05 ET - 2010/03/02
Seat 1: Ann ($100)
Seat 2: Bob ($100)
Seat 3: Cy ($100)
Seat 4: Eve ($100)
Seat 5: Flo ($100)
Cy posts the small blind of $1
Flo posts the big blind of $2
Eve posts a dead small blind of $1
Eve posts $2
The button is in seat #2
*** HOLE CARDS ***
Ann folds
Bob folds
Cy folds
Eve checks
Flo checks
*** FLOP *** [2c 5s 6c]
Eve bets $8
Flo folds
Uncalled bet of $8 returned to Eve
Eve mucks
Eve wins the pot ($5.70)
*** SUMMARY ***
Total pot $6 | Rake $0.30
"""
CONSTRUCTS = {
    "bomb pot": test_variants.BOMB,
    "run twice": test_variants.TWICE,
    "short raise": test_variants.SHORT_RAISE,
    "names": test_variants.stars("Bob", "Bob: the Second", "Bob: the"),
    "names like lines": test_variants.stars("Seat 2", "Dealt to Bob", "Total pot"),
    "quotes": test_variants.stars("a\"b'c", "日本 語", "{x} \\n"),
    "dinars": test_variants.stars().replace("USD", "RSD").replace("$", ""),
    "cashed out": test_odd_texts.CASHED_OUT,
    "late blind": test_odd_texts.LATE_BLIND,
    "unasked": test_odd_texts.UNASKED,
    "short deck": SHORT_DECK,
    "straddles": STRADDLES,
    "event": EVENT,
    "dead between": DEAD_BETWEEN,
    "no number": BY_FORMAT["acpc"].replace(":11:", ":0:"),
}
CANNOT_SAY = {("bomb pot", "pokerstars"), ("short raise", "ohh"), ("short deck", "ohh")}


def played(text: str) -> Hand:
    """A hand with the actions that the engine made of it."""
    (piece,) = pieces_of_text(text)
    made = play_piece(piece)
    return Hand(made.name, history(made.log), made.about)


@pytest.mark.parametrize(("what", "to"), list(product(CONSTRUCTS, TARGETS)))
def test_rare_constructs_come_through_too(what: str, to: Target) -> None:
    hand = played(CONSTRUCTS[what])
    if (what, to) in CANNOT_SAY:
        with pytest.raises(Refused):
            convert(CONSTRUCTS[what], to, lossy=True)
        return
    there = played(convert(CONSTRUCTS[what], to, lossy=True))
    assert same(there.record) == same(hand.record)
    assert there.record.finish == hand.record.finish
    assert described(there.about) == described(hand.about)


def test_a_second_straddle_says_what_both_are_together() -> None:
    dues = [(due.seat, due.kind, due.chips) for due in played(STRADDLES).record.dues]
    assert dues[2:] == [(4, "straddle", 4_00), (5, "straddle", 20_00)]


def test_a_tournament_is_known_by_its_table() -> None:
    event = played(EVENT).about.tournament
    assert event is not None
    assert (event.number, event.name, event.buy_in) == ("123", "EXPRESSO (x) - 5€", "4.65€ + 0.35€")
