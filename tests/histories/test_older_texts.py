"""What older programs of sites left out: hands written for these tests, after published ones."""

from datetime import datetime

import pytest

from croupier.histories.conversion import convert
from tests.histories.hands import fault, good, only
from tests.histories.texts import LIKE_POKERSTARS, WINAMAX

# --- partypoker ------------------------------------------------------------------------------

NOBODY_POSTS = """\
Game #9101 starts.

#Game No : 9101
***** Hand History for Game 9101 *****
NL Texas Hold'em $215 USD Buy-in Trny:7711 Level:12  Blinds-Antes(1 000/2 000 -300) - Monday, \
September 26, 01:30:41 MSK 2016
Table Main Event $500,000 Gtd (7711) Table #83 (Real Money)
Seat 5 is the button
Total number of players : 4/9
Seat 6: Ann ( 60,200 )
Seat 7: Bob ( 200,100 )
Seat 2: Cy ( 80,000 )
Seat 5: Dee ( 40,700 )
Trny:7711 Level:12
Blinds-Antes(1 200/2 400 -400)
Cy posts ante [400]
Dee posts ante [400]
Ann posts ante [400]
Bob posts ante [400]
** Dealing down cards **
Dealt to Cy [  9h Kh ]
Cy raises [5,280]
Dee is all-In  [40,300]
Ann folds
Bob is all-In  [197,300]
Cy folds
** Dealing Flop ** [ Qd, Td, 7s ]
** Dealing Turn ** [ 6d ]
** Dealing River ** [ 6s ]
Bob shows [ Jc, Jh ]two pairs, Jacks and Sixes.
Dee shows [ Th, 8h ]two pairs, Tens and Sixes.
Bob wins 159,400 chips from the side pot 1 with two pairs, Jacks and Sixes.
Bob wins 88,680 chips from the main pot with two pairs, Jacks and Sixes.
Player Dee finished in 840.
"""


def test_a_tournament_of_partypoker_may_not_say_who_posts_the_blinds() -> None:
    """The line above the deal has the level in force, not the heading."""
    record = only(NOBODY_POSTS).record
    blinds = [(due.seat, due.chips) for due in record.dues if due.kind == "blind"]
    assert blinds == [(6, 1_200_00), (7, 2_400_00)]
    assert good(NOBODY_POSTS).stacks == [58_600, 248_080, 74_320, 0]


def test_who_only_moves_to_the_table_posts_no_blind() -> None:
    text = NOBODY_POSTS.replace("Seat 2: Cy", "Seat 1: Eve ( 3,000 )\nSeat 2: Cy")
    text = text.replace("Seat 6: Ann", "Seat 9: Ann").replace("Seat 7: Bob", "Seat 10: Bob")
    moved = text.replace("Seat 1: Eve", "Seat 8: Eve")  # next to the button
    assert [due.seat for due in only(moved).record.dues if due.kind == "blind"] == [9, 10]
    assert good(moved).stacks == good(NOBODY_POSTS).stacks


GLUED = """\
#Game No : 9106
***** Hand History for Game 9106 *****
$25 USD NL Texas Hold'em - Sunday,December 9, 14:29:49 ICT 2012
Table Ponce ( Real Money )
Seat 2 is the button
Total number of players : 4/6
seat 2: Ann ( $26,43 USD )
seat 3: Bob ( $27,03 USD )
seat 4: Cy ( $25 USD )
seat 5: Dee ( $25 USD )
Bob posts small blind [$0,10 USD].
Cy is sitting outDee posts big blind [$0,25 USD].
** Dealing down cards **
Dealt to Ann [ 5h, 4s ]
Ann folds
Bob folds
Dee does not show cards.
Dee wins $0,35 USD
"""


def test_a_line_of_partypoker_that_lost_its_end() -> None:
    assert good(GLUED).stacks == [26_93, 25_10, 26_43]


HEADS_UP = """\
***** Hand History for Game 9102 *****
NL Texas Hold'em $11 USD Buy-in Trny: 7712 Level: 7  Blinds(300/600) - Friday, April 01, \
11:44:00 CEST 2011
Table Turbo #16 (Real Money)
Seat 5 is the button
Total number of players : 2/6
Seat 5: Ann ( 4,520 )
Seat 4: Bob ( 500 )
Trny: 7712 Level: 7
Blinds(300/600)
** Dealing down cards **
Dealt to Ann [  Js 2h ]
Ann folds
Bob does not show cards.
Bob wins 800 chips
"""


def test_heads_up_the_button_has_the_small_blind_that_nobody_posts() -> None:
    record = only(HEADS_UP).record
    assert [(due.seat, due.chips) for due in record.dues] == [(5, 300_00), (4, 600_00)]
    assert good(HEADS_UP).stacks == [800, 4_220]  # Bob had no 600


STUD_EVENT = """\
***** Hand History for Game 9105 *****
FL 7 Card Stud $6 USD Buy-in Trny:7713 Level:2  Stakes-Antes(60/120-10) - Wednesday, May 30, \
14:41:43 EDT 2012
Table Regular (26) Table #2 (Real Money)
Seat 0 is the button
Total number of players : 3/8
Seat 1: Hero ( 2,930 )
Seat 6: Ann ( 3,510 )
Seat 8: Bob ( 2,910 )
Trny:7713 Level:2
Stakes-Antes(60/120-10)
Hero posts ante [10]
Ann posts ante [10]
Bob posts ante [10]
** Dealing **
Dealt to Hero [  9d Qh 3h ]
Bob opens
Bob bring-ins [20]
Hero folds
Ann calls [20]
** Dealing Fourth street **
Bob opens
Bob double bets [120]
Ann calls [120]
** Dealing Fifth street **
Bob opens
Bob bets [120]
Ann calls [120]
** Dealing Sixth street **
Bob opens
Bob checks
Ann checks
** Dealing River **
Bob opens
Bob checks
Ann checks
Bob shows [ 9c, Tc, 2h, 2d, 6d, 9s, Qc ]two pairs, Nines and Twos.
Ann doesn't show [ 7s, 8h, 7c, 5d, 4d, Kd, Ad ]a pair of Sevens.
Bob wins 550 chips from the main pot with two pairs, Nines and Twos.
"""


def test_a_tournament_of_stud_has_no_blinds_to_post() -> None:
    """A double bet on fourth street is a bet like any other in this text."""
    record = only(STUD_EVENT).record
    assert {due.kind for due in record.dues} == {"ante"}
    assert good(STUD_EVENT).stacks == [2_920, 3_240, 3_190]


OWN_FORMAT = """\
#Game No : 9103
***** Hand History for Game 9104 ***** (Poker Room)
$1,000 USD PL  Omaha Hi-Saturday,February 18, 01:10:59 EST 2012
Table Table  167 (No DP) ( Real Money )
Seat 4 is the button
Total number of players : 3/6
seat1: Ann ( $664.25 USD ) - VPIP: 21, PFR: 14, Hands: 139
seat2: Hero ( $2,127.50 USD ) - (21.60 / 16.35 / 5.71 / 18k)
seat4: Cy ( $3,296.12 USD )
Ann posts small blind [$5 USD].
Hero posts big blind [$10 USD].
** Dealing down cards **
Dealt to Hero [ Js, Ad, 8c, 6d ]
Cy folds
Ann raises[ $25 USD ]
Hero calls[ $20 USD ]
** Dealing Flop ** [ Qd, 7c, Ac ]
Ann bets[ $40 USD ]
Hero folds
Ann wins $40 USD
Ann wins $58 USD from main pot
"""


def test_seats_of_partypoker_without_a_space_and_with_a_tracker_s_figures() -> None:
    assert good(OWN_FORMAT).stacks == [694_25, 2_097_50, 3_296_12]
    assert good(OWN_FORMAT).rake == 2_00


# --- Bovada ----------------------------------------------------------------------------------

NO_STREETS = """\
Bovada Hand #9201: HOLDEM  No Limit - 2012-05-03 12:50:33
Seat 1: UTG ($13.25 in chips)
Seat 3: Dealer ($5.12 in chips)
Seat 4: Small Blind [ME] ($11.62 in chips)
Seat 5: Big Blind ($12.83 in chips)
Dealer : Set dealer/Bring in spot [3]
Small Blind [ME] : Ante/Small blind $0.10
Big Blind : Big blind/Bring in $0.25
*** HOLE CARDS ***
UTG : Card dealt to a spot [Qh Tc]
Dealer : Card dealt to a spot [7d 8h]
Small Blind [ME] : Card dealt to a spot [7c Qc]
Big Blind : Card dealt to a spot [Kh 3d]
UTG : Call(timeout) $0.25
Dealer : Folds
Small Blind [ME] : Call $0.15
Big Blind : Checks
Small Blind [ME] : Checks
Big Blind : Checks
UTG : Checks
Small Blind [ME] : Bets $0.50
Big Blind : Folds
UTG : Call $0.50
Small Blind [ME] : Checks
UTG : Bets $1
Small Blind [ME] : Call $1
Small Blind [ME] : Showdown [Qc Qs 7c 7h Ah] (Two pair)
UTG : Showdown [Qh Qs Ah Th 9s] (One pair)
Small Blind [ME] : Hand Result $3.57
*** SUMMARY ***
Total Pot($3.75)
Board [Qs 2d 7h Ah 9s]
"""
ALL_IN_UNSAID = """\
Bovada Hand #9202: HOLDEM Tournament #1099 TBL#4, No Limit- Level 13 (400/800) - 2012-07-28 20:53:10
Seat 1: UTG+1 (23,815 in chips)
Seat 5: Small Blind (2,720 in chips)
Seat 6: Big Blind (4,365 in chips)
Seat 7: UTG (1,255 in chips)
UTG+1 : Ante chip 80
Small Blind : Ante chip 80
Big Blind : Ante chip 80
UTG : Ante chip 80
Small Blind : Ante/Small blind 400
Big Blind : Big blind/Bring in 800
*** HOLE CARDS ***
UTG+1 : Card dealt to a spot [Kc Qd]
Small Blind : Card dealt to a spot [8h Jh]
Big Blind : Card dealt to a spot [Th 8c]
UTG : Card dealt to a spot [Qh 5h]
UTG : All-in(raise-timeout) 1175
UTG+1 : Raises 1975
Small Blind : Folds
Big Blind : Folds
UTG+1 : Return uncalled portion of bet 800
UTG+1 : Showdown [Ah Ad 9h 9c Kc] (Two pair)
UTG : Showdown [Ah Ad 9h 9c Qh] (Two pair)
UTG+1 : Hand Result 3870
UTG : Ranking 52
*** SUMMARY ***
Total Pot(3870)
Board [9h 5s 9c Ad Ah]
"""


def test_streets_of_bovada_that_no_line_names() -> None:
    """A street begins when a betting round is over; the summary has its cards."""
    actions = [action for action in only(NO_STREETS).record.actions if action.does != "hole"]
    said = ["".join(action.cards) if action.does == "board" else "-" for action in actions]
    assert [cards for cards in said if cards != "-"] == ["Qs2d7h", "Ah", "9s"]
    assert [at for at, cards in enumerate(said) if cards != "-"] == [4, 8, 12]
    assert good(NO_STREETS).rake == 18
    assert good(NO_STREETS).stacks == [13_62, 12_58, 11_50, 5_12]


def test_a_board_of_bovada_is_laid_after_an_all_in() -> None:
    boards = [one.cards for one in only(ALL_IN_UNSAID).record.actions if one.does == "board"]
    assert ["".join(cards) for cards in boards] == ["9h5s9c", "Ad", "Ah"]
    assert good(ALL_IN_UNSAID).stacks == [2_240, 3_485, 0, 26_430]


def test_a_street_without_its_board_is_a_fault() -> None:
    assert "a board comes next" in fault(NO_STREETS.replace("Board [Qs 2d 7h Ah 9s]", ""))


WHOLE_BETS = """\
Bovada Hand #9204: TBL#12 OMAHA Pot Limit - 2012-05-14 00:54:46
Seat 1: UTG+1 ($160 in chips)
Seat 2: Dealer [ME] ($120 in chips)
Seat 3: Small Blind ($116 in chips)
Seat 4: Big Blind ($300 in chips)
Seat 5: UTG ($900.50 in chips)
Dealer  [ME] : Set dealer/Bring in spot [2]
Small Blind : Ante/Small Blind $2
Big Blind : Big blind/Bring in $4
*** HOLE CARDS ***
UTG+1 : Card dealt to a spot [Tc 5s 5h Kc]
Dealer  [ME] : Card dealt to a spot [Js Ad Jd 9h]
Small Blind : Card dealt to a spot [2s Kh 6s 8d]
Big Blind : Card dealt to a spot [7s 7d 9d 8c]
UTG : Card dealt to a spot [3d Jc 3c 6c]
UTG : Calls $4
UTG+1 : Folds
Dealer  [ME] : Calls $4
Small Blind : Folds
Big Blind : Raises $18
UTG : Raises $60
Dealer  [ME] : All-in(raise) $120
Big Blind : All-in(raise) $300
UTG : Calls $240
Dealer  [ME] : Showdown [Ad Jd Td 6d 5d] (Flush)
Big Blind : Showdown [7d 9d Td 6d 5d] (Flush)
UTG : Showdown [Jc 6c Td Qs 6d] (One pair)
Big Blind : Hand result-Side pot $360
Dealer  [ME] : Hand result $359
*** SUMMARY ***
Total Pot($722) | Rake ($3)
Board [Td 8h Qs 6d 5d]
"""


def test_an_all_in_of_bovada_may_be_the_whole_of_the_bet() -> None:
    assert good(WHOLE_BETS).stacks == [114_00, 360_00, 600_50, 160_00, 362_00]


DOUBLE_BET = """\
Bovada Hand #9203: 7CARD Tournament #1378 TBL#1, Fixed Limit- Level 1 (0/0) - 2012-06-17 22:22:54
Seat+1: 1,493 in chips
Seat+7: 1,493 in chips
Seat+8 [ME]: 1,463 in chips
Seat+1 : Ante chip 2
Seat+7 : Ante chip 2
Seat+8 [ME] : Ante chip 2
*** HOLE CARDS ***
Seat+1 : Card dealt to a spot [Tc 2s 4d]
Seat+7 : Card dealt to a spot [3s 2d Kh]
Seat+8 [ME] : Card dealt to a spot [9c Ad Jc]
Seat+1 : Big blind/Bring in(timeout) 5
Seat+7 : Call 5
Seat+8 [ME] : Call 5
Seat+1 : Card dealt to a spot [6s]
Seat+7 : Card dealt to a spot [Ac]
Seat+8 [ME] : Card dealt to a spot [Js]
Seat+8 [ME] : Double bets 20
Seat+1 : Folds
Seat+7 : Call 20
Seat+7 : Card dealt to a spot [9s]
Seat+8 [ME] : Card dealt to a spot [3c]
Seat+8 [ME] : Bets 20
Seat+7 : Folds
Seat+8 [ME] : Return uncalled portion of bet 20
Seat+8 [ME] : Hand Result 61
*** SUMMARY ***
Total Pot(61)
"""


def test_a_double_bet_of_bovada_tells_half_of_it() -> None:
    assert only(DOUBLE_BET).record.sign.limits == (10_00, 20_00)
    assert good(DOUBLE_BET).stacks == [1_486, 1_466, 1_497]


# --- GGPoker ---------------------------------------------------------------------------------

PARTED_LATE = """\
Poker Hand #OM9301: PLO ($0.02/$0.05) - 2026/01/18 20:24:00
Table 'Oak8' 7-max Seat #1 is the button
Seat 1: aa11 ($4.72 in chips)
Seat 2: bb22 ($4.72 in chips)
Seat 5: Hero ($7 in chips)
bb22: posts small blind $0.02
Hero: posts big blind $0.05
*** HOLE CARDS ***
Dealt to Hero [Qc 7h 2s 2d]
aa11: raises $0.12 to $0.17
bb22: calls $0.15
Hero: folds
*** FIRST FLOP *** [Ts Jc 8s]
bb22: checks
aa11: bets $0.39
bb22: calls $0.39
*** FIRST TURN *** [Ts Jc 8s] [7s]
bb22: bets $1.17
aa11: raises $2.99 to $4.16 and is all-in
bb22: calls $2.99 and is all-in
aa11: shows [Ad Th Tc 4c] (Three Tens)
bb22: shows [Qs 9s 3c 3d] (Flush)
*** FIRST RIVER *** [Ts Jc 8s 7s] [Td]
*** SECOND RIVER *** [Ts Jc 8s 7s] [6c]
*** FIRST SHOWDOWN ***
aa11 collected $4.56 from pot
*** SECOND SHOWDOWN ***
bb22 collected $4.55 from pot
*** SUMMARY ***
Total pot $9.49 | Rake $0.33 | Jackpot $0.05 | Bingo $0
Hand was run twice
FIRST Board [Ts Jc 8s 7s Td]
SECOND Board [6c]
"""


@pytest.mark.parametrize("first", ["FIRST ", ""])
def test_streets_that_both_boards_share_may_be_called_first(first: str) -> None:
    text = PARTED_LATE
    for street in ("FLOP", "TURN"):
        text = text.replace(f"*** FIRST {street}", f"*** {first}{street}")
    boards = [(one.board, one.cards) for one in only(text).record.actions if one.does == "board"]
    assert [board for board, _ in boards] == [0, 0, 0, 1]
    assert "".join(boards[-1][1]) == "6c"
    agreed = [at for at, one in enumerate(only(text).record.actions) if one.does == "agree"]
    assert len(agreed) == 2
    assert agreed[0] > next(
        at for at, one in enumerate(only(text).record.actions) if one.to == 4_16
    )
    assert good(text).stacks == [4_74, 6_95, 4_75]


# --- iPoker ----------------------------------------------------------------------------------

EMPTY_SEATS = """\
<?xml version="1.0" encoding="utf-8"?><session sessioncode="29">
  <general>
    <gametype>Holdem L $5/$10</gametype>
    <tablename>Mino</tablename>
    <currency>USD</currency>
    <nickname>Bob</nickname>
  </general>
  <game gamecode="9401">
  <general>
    <startdate>22-Jan-2011 21:25:31</startdate>
    <players>
    <player seat="1" name="Ann" chips="$380.25" dealer="1" win="$17" bet="$10" />\
<player seat="2" name="" chips="$0" dealer="0" win="$0" bet="$0" />\
<player seat="4" name="" chips="$0" dealer="0" win="$0" bet="$0" />
    <player seat="8" name="Bob" chips="$790.30" dealer="0" win="$0" bet="$2.50" />\
<player seat="10" name="Cy" chips="$261.82" dealer="0" win="$0" bet="$5" />
    </players>
  </general>
  <round no="0">
    <action no="1" player="Bob" type="1" sum="$2.50" cards="[cards]"/>\
<action no="2" player="Cy" type="2" sum="$5" cards="[cards]"/>
  </round>
  <round no="1">
    <cards type="Pocket" player="Bob">S5 CA</cards><action no="4" player="Bob" type="0" sum="$0"/>\
<cards type="Pocket" player="Ann">X X</cards><action no="3" player="Ann" type="23" sum="$10"/>\
<cards type="Pocket" player="Cy">X X</cards><action no="5" player="Cy" type="0" sum="$0"/>
  </round>
  </game></session>
"""


@pytest.mark.parametrize("second", ["", ":31"])
def test_a_date_of_ipoker_may_have_no_seconds(second: str) -> None:
    text = EMPTY_SEATS.replace("22-Jan-2011 21:25:31", f"22/01/2011 21:25{second}")
    at = datetime(2011, 1, 22, 21, 25, 31 * bool(second))  # noqa: DTZ001  # no zone is named
    assert only(text).about.at == at


def test_archives_of_ipoker_list_empty_seats_and_sort_actions_by_player() -> None:
    assert good(EMPTY_SEATS).rake == 50
    assert good(EMPTY_SEATS).stacks == [787_80, 256_82, 387_75]
    assert only(EMPTY_SEATS).about.people == {1: "Ann", 8: "Bob", 10: "Cy"}


# --- Winamax ---------------------------------------------------------------------------------


def test_a_table_of_winamax_may_have_no_colon_behind_it() -> None:
    text = WINAMAX.replace("Table: '", "Table '").replace("*** FLOP *** [", "*** FLOP ***: [")
    assert text.count("Table '") == text.count("FLOP ***:") == 1
    assert only(text) == only(WINAMAX)


# --- rooms like PokerStars, and programs ----------------------------------------------------


def test_a_room_that_writes_like_pokerstars_keeps_its_name() -> None:
    about = only(LIKE_POKERSTARS).about
    assert (about.site, about.currency) == ("SupremaPoker", "CNY")
    named = LIKE_POKERSTARS.replace("SupremaPoker Hand", "Run It Once Poker Hand")
    assert only(named).about.site == "Run It Once Poker"
    assert only(convert(named, "pokerstars")).about.site == "Run It Once Poker"
    assert only(named).record == only(LIKE_POKERSTARS).record


def test_a_room_adds_to_a_pot_under_another_name() -> None:
    text = LIKE_POKERSTARS.replace("*** HOLE CARDS ***", "*** HOLE CARDS ***\nSTP added: ¥1")
    text = text.replace("collected ¥4.20", "collected ¥5.20")
    assert only(text).about.added == 1_00
    assert good(text).stacks == [65_20, 51_30, 186_50]  # of the players' chips alone


SIX_HANDED = (
    "STATE:29:r300fffr10000fc///:3c3s|6d5s|9dTs|2sQs|AdKd|7cTc/2c2d4s/5h/Jh"
    ":10100|-100|-10000|0|0|0:Mia|Gus|Bud|Eve|Bill|Plu\n"
)


def test_six_players_of_a_dealer_log_have_smaller_stacks() -> None:
    """10,000 each, as in the experiments of 2019; two or three have the competition's 20,000."""
    ends = [20_100_00, 9_900_00, 0, 10_000_00, 10_000_00, 10_000_00]
    assert good(SIX_HANDED).stacks == ends


BARE = """\
{"id": "hand1", "ohh": {"spec_version": "1.4.3", "site_name": "iPoker", "game_number": "t1",
 "table_size": 6, "dealer_seat": 3, "small_blind_amount": 0.05, "big_blind_amount": 0.1,
 "currency": "EUR",
 "players": [{"id": 1, "seat": 1, "name": "Ann", "starting_stack": 10.0},
  {"id": 2, "seat": 2, "name": "Bob", "starting_stack": 10.0}],
 "rounds": [{"id": 0, "street": "Preflop", "cards": [], "actions": [
  {"action_number": 0, "player_id": 1, "action": "Dealt Cards", "cards": ["As", "Kd"]},
  {"action_number": 1, "player_id": 1, "action": "Post SB", "amount": 0.05},
  {"action_number": 2, "player_id": 2, "action": "Post BB", "amount": 0.1},
  {"action_number": 3, "player_id": 1, "action": "Raise", "amount": 0.3},
  {"action_number": 4, "player_id": 2, "action": "Fold"}]}],
 "pots": [{"number": 0, "amount": 0.2, "rake": 0,
  "player_wins": [{"player_id": 1, "win_amount": 0.2}]}]}}
"""


def test_an_open_hand_history_without_game_limit_and_button() -> None:
    """Another program wrote an id before the hand, and neither `game_type` nor `bet_limit`."""
    record = only(BARE).record
    assert (record.game, record.sign.structure) == ("holdem", "no_limit")
    assert good(BARE).stacks == [9_90, 10_10]
    four = BARE.replace('"As", "Kd"', '"As", "Kd", "2c", "2d"')
    assert only(four).record.game == "omaha"
