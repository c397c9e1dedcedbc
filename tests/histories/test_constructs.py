"""Constructs that real files of the sites contain, each in a hand written for these tests."""

import pytest

from croupier.histories.conversion import TARGETS, Target, convert
from croupier.histories.formats import read_piece
from croupier.histories.results import pieces_of_text, replay_hands
from croupier.refused import Refused
from tests.histories.hands import good, only

COMMAS = """\
#Game No : 5001
***** 888poker Hand History for Game 5001 *****
2 $/4 $ Blinds Pot Limit Omaha - *** 18 01 2024 18:29:43
Table Elm 6 Max (Real Money)
Seat 4 is the button
Total number of players : 3
Seat 1: Ann ( 1 192,48 $ )
Seat 4: Bob ( 2\u00a0400,50 $ )
Seat 6: Cy ( 1\u00c2\u00a0000 $ )
Cy posts small blind [2 $]
Ann posts big blind [4 $]
Bob raises [14 $]
Cy folds
Ann calls [10 $]
** Dealing flop ** [ 4d, Ks, 2h ]
Ann bets [12 $]
Bob calls [12 $]
** Dealing turn ** [ 10c ]
Ann checks
Bob checks
** Dealing river ** [ Kd ]
Ann checks
Bob checks
** Summary **
Ann shows [ Ec, Knc, 3h, 3c ]
Bob shows [ Kns, Th, 5c, Dc ]
Bob collected [ 51,30 $ ]
"""


def test_888_in_other_languages() -> None:
    """Comma decimals, spaces in thousands, the symbol behind, and E, Kn, D for A, J and Q."""
    hand = only(COMMAS)
    assert hand.record.stacks == {1: 1_192_48, 4: 2_400_50, 6: 1_000_00}
    shown = {action.seat: action.cards for action in hand.record.actions if action.does == "show"}
    assert [str(card) for card in shown[1]] == ["Ac", "Jc", "3h", "3c"]
    assert [str(card) for card in shown[4]] == ["Js", "Th", "5c", "Qc"]
    assert good(COMMAS).rake == 2_70


PARTY = """\
***** Hand History for Game 6001 *****
$4 USD PL Omaha - Friday, December 06, 23:16:02 CET 2024
Table Elm (Real Money)
Seat 4 is the button
Total number of players : 4/6
Seat 6: Ann ( $4.06 USD )
Seat 4: Bob ( $4 USD )
Seat 1: Cy ( $1.50 USD )
Seat 5: Dee ( $3.96 USD )
Dee posts small blind [$0.02 USD].
Ann posts big blind [$0.04 USD].
Cy posts big blind + dead [$0.06].
** Dealing down cards **
Dealt to Ann [  Ac Td 7d As ]
Cy raises [$0.10 USD]
Ann will be using their time bank for this hand.
Bob folds
Dee calls [$0.12 USD]
Ann calls [$0.10 USD]
** Dealing Flop ** [ 2d, 9s, 4d ]
Dee checks
Eve has joined the table.
Ann checks
Cy bets [$0.42 USD]
Dee raises [$1.70 USD]
Ann is all-In  [$3.92 USD]
Cy is all-In  [$0.92 USD]
Dee is all-In  [$2.12 USD]
** Dealing Turn ** [ 6d ]
** Dealing River ** [ 4h ]
Dee shows [ 9c, Jh, 5d, 9h ]a full house, Nines full of Fours.
Ann shows [ Ac, Td, 7d, As ]a flush, Ten high.
Cy doesn't show [ Ah, Ad, 8d, 8h ]a flush, Ace high.
Ann wins $0.10 USD from the side pot 2 with a flush, Ten high.
Dee wins $4.80 USD from the side pot 1 with a full house, Nines full of Fours.
Dee wins $4.20 USD from the main pot with a full house, Nines full of Fours.
"""


def test_partypoker_names_a_buy_in_instead_of_stakes() -> None:
    """Stakes from the blinds, a dead small blind, three pots, and no rake on record."""
    hand, result = only(PARTY), good(PARTY)
    assert hand.record.sign.blinds == (2, 4)
    assert [(due.kind, due.chips) for due in hand.record.dues if due.seat == 1] == [
        ("dead", 2),
        ("post", 4),
    ]
    assert hand.record.finish == {1: 0, 4: 4_00, 5: 9_00, 6: 10}
    assert (result.rake, hand.about.size) == (42, 6)


def test_winamax_posts_out_of_position() -> None:
    text = """\
Winamax Poker - CashGame - HandId: #71-1-1 - Holdem no limit (0.25€/0.50€) - 2024/11/07 03:53:58 UTC
Table: 'Elm 02' 5-max (real money) Seat #5 is the button
Seat 1: Ann (99.36€)
Seat 2: Bob ()
Seat 3: Cy Two (13.23€)
Seat 5: Dee (94.85€)
*** ANTE/BLINDS ***
Ann posts small blind 0.25€
Cy Two posts big blind 0.50€
Dee posts small blind 0.25€ out of position
Dee posts big blind 0.50€ out of position
*** PRE-FLOP ***
Dee raises 1€ to 1.50€
Ann folds
Cy Two calls 1€
*** FLOP *** [4d Kc 9c]
Cy Two checks
Dee bets 2.50€
Cy Two folds
Dee collected 5.90€ from pot
*** SUMMARY ***
Total pot 5.90€ | Rake 0.10€
"""
    assert good(text).rake == 10
    assert only(text).record.finish == {1: 99_11, 3: 11_73, 5: 96_50}


IPOKER = """\
<session sessioncode="1">
 <general><gametype>Holdem NL</gametype><tablename>Elm, 1</tablename></general>
 <game gamecode="81">
  <general><startdate>2024-01-01 01:01:01</startdate><players>
   <player chips="1,000" dealer="1" bet="0" win="0" seat="1" name="Ann"/>
   <player chips="1,000" dealer="0" bet="35" win="0" seat="3" name="Bob"/>
   <player chips="1,000" dealer="0" bet="95" win="145" seat="5" name="Cy"/>
   <player chips="1,000" dealer="0" bet="15" win="0" seat="6" name="Dee"/>
  </players></general>
  <round no="0">
   <action sum="5" no="1" player="Bob" type="1"/>
   <action sum="10" no="2" player="Cy" type="2"/>
   <action sum="15" no="3" player="Dee" type="2"/>
  </round>
  <round no="1">
   <cards player="Cy" type="Pocket">HQ C10</cards>
   <action sum="0" no="4" player="Dee" type="4"/>
   <action sum="0" no="5" player="Ann" type="0"/>
   <action sum="5" no="6" player="Bob" type="3"/>
   <action sum="0" no="7" player="Cy" type="4"/>
  </round>
  <round no="2">
   <cards type="Flop">H8 S4 SQ</cards>
   <action sum="25" no="8" player="Bob" type="5"/>
   <action sum="25" no="9" player="Cy" type="3"/>
   <action sum="0" no="10" player="Dee" type="0"/>
  </round>
  <round no="3">
   <cards type="Turn">S7</cards>
   <action sum="0" no="11" player="Bob" type="4"/>
   <action sum="60" no="12" player="Cy" type="5"/>
   <action sum="0" no="13" player="Bob" type="0"/>
  </round>
 </game>
</session>
"""


def test_ipoker_posts_both_blinds_in_one_sum() -> None:
    """A second big blind of more than one: the rest is dead; stakes follow from the blinds."""
    hand = only(IPOKER)
    assert [(due.kind, due.chips) for due in hand.record.dues if due.seat == 6] == [
        ("dead", 5_00),
        ("post", 10_00),
    ]
    assert good(IPOKER).stacks[1] == 1_050_00  # 35 of others, 15 of Dee, and the uncalled 60 back


def test_antes_alone_are_stakes_enough() -> None:
    text = (
        IPOKER.partition("  <general><startdate>")[0]
        + """
  <general><players>
   <player dealer="1" win="2" bet="1" chips="1" seat="3" name="Ann"/>
   <player dealer="0" win="0" bet="1" chips="1" seat="8" name="Bob"/>
  </players></general>
  <round no="0">
   <action player="Ann" sum="1" type="15" no="1"/><action player="Bob" sum="1" type="15" no="2"/>
  </round>
  <round no="1">
   <cards player="Ann" type="Pocket">H7 DK</cards><cards player="Bob" type="Pocket">C2 SQ</cards>
  </round>
  <round no="2"><cards type="Flop">S9 S6 H6</cards></round>
  <round no="3"><cards type="Turn">H8</cards></round>
  <round no="4"><cards type="River">C6</cards></round>
 </game>
</session>
"""
    )
    assert good(text).stacks == [0, 2_00]


CAP = """\
PokerStars Game #91:  Hold'em No Limit ($10/$20 - $400 Cap -  USD) - 2024/05/28 18:56:16 ET
Table 'Elm CAP, Fast,20-50 bb' 6-max Seat #1 is the button
Seat 1: Ann ($1464 in chips)
Seat 2: Bob ($430 in chips)
Seat 3: Cy ($1259.28 in chips)
Bob: posts small blind $10
Cy: posts big blind $20
*** HOLE CARDS ***
Ann: raises $20 to $40
Bob: folds
Cy: raises $360 to $400 and has reached the $400 cap
Ann: calls $360 and has reached the $400 cap
*** FLOP *** [Qh Tc 9d]
*** TURN *** [Qh Tc 9d] [Kc]
*** RIVER *** [Qh Tc 9d Kc] [3d]
*** SHOW DOWN ***
Cy: shows [Kh Qd] (two pair, Kings and Queens)
Ann: mucks hand
Cy collected $807 from pot
*** SUMMARY ***
Total pot $810 | Rake $3
"""


def test_a_cap_is_all_a_player_can_lose() -> None:
    """Players who have reached it check the rest of the board, which the text leaves out."""
    assert good(CAP).stacks == [420_00, 1_669_28, 1_064_00]


DROP = """\
Poker Hand #RC12: Hold'em No Limit  ($0.05/$0.1) - 2024/03/14 21:05:11
Table 'Rush1' 6-max Seat #1 is the button
Seat 1: 4f1a ($10 in chips)
Seat 2: Hero ($12.34 in chips)
Seat 3: 9d8e ($25.07 in chips)
Seat 4: aa11 ($10 in chips)
Hero: posts small blind $0.05
9d8e: posts big blind $0.1
aa11: straddle $0.2
Cash Drop to Pot : total $5
*** HOLE CARDS ***
Dealt to 4f1a
Dealt to Hero [Ah Kh]
4f1a: folds
Hero: raises $0.4 to $0.6
9d8e: folds
aa11: calls $0.4
*** FLOP *** [2h 7h Jc]
Hero: bets $11.74 and is all-in
aa11: calls $9.4 and is all-in
Uncalled bet ($2.34) returned to Hero
Hero: shows [Ah Kh]
aa11: shows [Jd Js]
aa11: Chooses to EV Cashout
*** TURN *** [2h 7h Jc] [3c]
*** RIVER *** [2h 7h Jc 3c] [9d]
*** SHOWDOWN ***
aa11 collected $23.9 from pot
aa11: Pays Cashout Risk ($1.25)
*** SUMMARY ***
Total pot $25.1 | Rake $1 | Jackpot $0.2 | Bingo $0 | Fortune $0 | Tax $0
"""


def test_chips_that_the_house_adds_are_won_with_the_pot() -> None:
    about, result = only(DROP).about, good(DROP)
    assert (about.added, about.rake, about.jackpot, about.side) == (5_00, 1_00, 20, {4: -1_25})
    assert result.rake == 1_20
    without = DROP.replace("Cash Drop to Pot : total $5\n", "")
    assert not replay_hands(without)[0][0].ok


@pytest.mark.parametrize("target", [target for target in TARGETS if target != "ohh"])
def test_what_the_house_adds_survives_conversions(target: Target) -> None:
    (piece,) = pieces_of_text(convert(DROP, target, lossy=True))
    ((result, _),) = replay_hands("\n".join(piece.lines))
    assert result.ok, result.faults
    if piece.format != "log":
        about = read_piece(piece).about
        assert (about.added, about.side, about.won) == (5_00, {4: -1_25}, {4: 23_90})


def test_ohh_refuses_chips_that_the_house_adds() -> None:
    with pytest.raises(Refused, match="OHH has no field for chips that the house adds"):
        convert(DROP, "ohh", lossy=True)
