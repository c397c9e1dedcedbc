"""What sites have written since 2019: hands written for these tests, after published ones."""

from pathlib import Path

import pytest

from croupier.histories.conversion import TARGETS, Target, convert
from croupier.histories.sources import kind_of, sources
from tests.histories.hands import good, only

# --- GGPoker ---------------------------------------------------------------------------------

ANTE_IN_HEADING = """\
Poker Hand #TM901: Tournament #88, Sunday #7: $5,000 No Limit Hold'em Main [Flight W], $2M GTD \
Hold'em No Limit   - Level10 (1,000/2,000(250)) - 2026/02/03 04:05:06
Table '8' 8-max Seat #3 is the button
Seat 1: Hero (24,940 in chips)
Seat 3: 5bf8188d (24,440 in chips)
Seat 4: ef3b178a (24,740 in chips)
5bf8188d: posts the ante 250
Hero: posts the ante 250
ef3b178a: posts the ante 250
ef3b178a: posts small blind 1,000
Hero: posts big blind 2,000
*** HOLE CARDS ***
Dealt to Hero [Ad 4c]
Dealt to 5bf8188d
Dealt to ef3b178a
5bf8188d: folds
ef3b178a: folds
Uncalled bet (1,000) returned to Hero
*** SHOWDOWN ***
Hero collected 2,750 from pot
*** SUMMARY ***
Total pot 2,750 | Rake 0 | Jackpot 0 | Bingo 0 | Fortune 0 | Tax 0
Seat 1: Hero (big blind) collected (2,750)
"""


def test_a_level_may_name_its_ante_in_brackets_of_its_own() -> None:
    hand = only(ANTE_IN_HEADING)
    event = hand.about.tournament
    assert event is not None
    assert (event.number, event.level, event.name[:6]) == ("88", "10", "Sunday")
    assert (hand.record.sign.ante, hand.record.sign.blinds) == (250_00, (1_000_00, 2_000_00))
    assert good(ANTE_IN_HEADING).stacks == [23_490, 26_440, 24_190]


THRICE = """\
Poker Hand #OM902: PLO ($2/$5) - 2025/02/03 04:05:06
Table 'Oak4' 6-max Seat #6 is the button
Seat 1: aa75598 ($191.85 in chips)
Seat 2: d6f789f ($500 in chips)
Seat 5: Hero ($161.4 in chips)
Seat 6: da026df8 ($183.9 in chips)
aa75598: posts small blind $2
d6f789f: posts big blind $5
*** HOLE CARDS ***
Dealt to aa75598
Dealt to d6f789f
Dealt to Hero [Kh 8s 6h Ks]
Dealt to da026df8
Hero: raises $12 to $17
da026df8: folds
aa75598: raises $39 to $56
d6f789f: folds
Hero: calls $39
*** FLOP *** [Js 5s Jd]
aa75598: bets $50
Hero: raises $55.4 to $105.4 and is all-in
aa75598: calls $55.4
Hero: shows [Kh 8s 6h Ks] (Pair of Kings and Pair of Jacks)
aa75598: shows [Ac Ad 3c 3d] (Pair of Aces and Pair of Jacks)
*** FIRST TURN *** [Js 5s Jd] [7s]
*** FIRST RIVER *** [Js 5s Jd 7s] [2s]
*** SECOND TURN *** [Js 5s Jd] [4d]
*** SECOND RIVER *** [Js 5s Jd 4d] [Qh]
*** THIRD TURN *** [Js 5s Jd] [4s]
*** THIRD RIVER *** [Js 5s Jd 4s] [Ts]
*** FIRST SHOWDOWN ***
Hero collected $105.1 from pot
*** SECOND SHOWDOWN ***
aa75598 collected $105.1 from pot
*** THIRD SHOWDOWN ***
Hero collected $105.1 from pot
*** SUMMARY ***
Total pot $327.8 | Rake $7.5 | Jackpot $5 | Bingo $0
Hand was run three times
FIRST Board [Js 5s Jd 7s 2s]
SECOND Board [4d Qh]
THIRD Board [4s Ts]
"""


def test_a_third_of_the_pot_for_each_of_three_boards() -> None:
    (pot,) = good(THRICE).pots  # whole: the rake is the site's, and the odd cents go first
    assert {win.seat: win.amount for win in pot.winners} == {1: 109_27, 5: 218_53}
    assert only(THRICE).about.won == {1: 105_10, 5: 210_20}


@pytest.mark.parametrize("target", TARGETS)
def test_three_boards_survive_every_format(target: Target) -> None:
    again = convert(THRICE, target, lossy=True)
    assert (good(again).stacks, good(again).pots) == (good(THRICE).stacks, good(THRICE).pots)
    if target == "pokerstars":
        assert "*** THIRD RIVER *** [Js 5s Jd 4s] [Ts]" in again


CASHED_OUT = """\
Poker Hand #HD903: Hold'em No Limit ($0.5/$1) - 2026/08/22 02:42:06
Table 'Oak12' 6-max Seat #2 is the button
Seat 1: cbd38f96 ($138.69 in chips)
Seat 2: fbb6c1a1 ($136.38 in chips)
Seat 3: b8da175a ($262.7 in chips)
b8da175a: posts small blind $0.5
cbd38f96: posts big blind $1
*** HOLE CARDS ***
fbb6c1a1: raises $1 to $2
b8da175a: folds
cbd38f96: raises $136.69 to $138.69 and is all-in
fbb6c1a1: calls $134.38 and is all-in
Uncalled bet ($2.31) returned to cbd38f96
cbd38f96: shows [Ah Ad]
fbb6c1a1: shows [Kh Kc]
cbd38f96: Chooses to EV Cashout
*** FLOP *** [Kd 8h 6c]
*** TURN *** [Kd 8h 6c] [2s]
*** RIVER *** [Kd 8h 6c 2s] [2d]
cbd38f96: Receives Cashout ($220)
*** SHOWDOWN ***
*** SUMMARY ***
Total pot $273.26 | Rake $4 | Jackpot $0 | Bingo $0 | Fortune $0 | Tax $0
Board [Kd 8h 6c 2s 2d]
Seat 1: cbd38f96 (big blind) showed [Ah Ad] and lost, EV Cashout ($220)
Seat 2: fbb6c1a1 (button) showed [Kh Kc] and won ($269.26) with three of a kind
"""


def test_a_pot_that_only_the_summary_of_ggpoker_awards() -> None:
    about = only(CASHED_OUT).about
    assert (about.won, about.side) == ({2: 269_26}, {1: 220_00})
    assert good(CASHED_OUT).stacks == [262_20, 2_31, 273_26]


# --- 888poker --------------------------------------------------------------------------------

SKIN = """\
#Game No : 8701
***** LuckyAcePoker.com Hand History for Game 8701 *****
$15/$30 Blinds Pot Limit OmahaHL - *** 19 08 2019 11:19:44
Tournament #50321242 $10 + $1 - Table #3 9 Max (Real Money)
Seat 5 is the button
Total number of players : 3
Seat 5: Ann ( $1,893 )
Seat 6: Bob ( $2.839 )
Seat 7: Cy ( $3 000 )
Bob posts small blind [$15]
Cy posts big blind [$30]
** Dealing down cards **
Ann folds
Bob calls [$15]
Cy raises [$30]
Bob folds
** Summary **
Cy did not show his hand
Cy collected [ $60 ]
"""


def test_a_tournament_of_888_plays_for_chips_under_any_brand() -> None:
    about = only(SKIN).about
    assert (about.currency, about.decimals, about.table, about.size) == ("", 0, "3", 9)
    assert about.tournament is not None
    assert (about.tournament.number, about.tournament.buy_in) == ("50321242", "$10 + $1")
    assert good(SKIN).stacks == [2_809, 3_030, 1_893]


BLAST = """\
#Game No : 8702
***** 888.ro BLAST Hand History for Game 8702 *****
42.797,60 $/0 $ Blinds No Limit Holdem - ***
Tournament #133514588 13,95 $ + 1,05 $ - Table #1 4 Max (Real Money)
Seat 7 is the button
Total number of players : 2
Seat 1: Ann ( 3.530 $ )
Seat 7: Bob ( 2.470 $ )
Ann posts ante [3.530 $]
Bob posts ante [2.470 $]
** Dealing down cards **
** Dealing flop ** [ As, 3h, Ac ]
** Dealing turn ** [ 8c ]
** Dealing river ** [ 7c ]
** Summary **
Ann shows [ 4s, Jc ]
Bob shows [ 5d, Kc ]
Bob collected [ 4.940 $ ]
"""


def test_an_ante_that_nobody_can_match_comes_back_and_is_no_rake() -> None:
    for text in (BLAST, convert(BLAST, "pokerstars")):
        result = good(text)
        assert (result.stacks, result.rake) == ([1_060, 4_940], 0)


# --- partypoker ------------------------------------------------------------------------------

TWO_LINES = """\
***** Hand History for Game 8801 *****
NL Texas Hold'em $1 USD Buy-in  - Sunday, July 24, 19:33:33 CEST 2022
Table $1 Sit & Go Hero (128487129) Table #1 (Real Money)
Seat 1 is the button
Total number of players : 3/4
Seat 1: Ann ( 1,500 )
Seat 2: Bob ( 1,500 )
Seat 3: Cy ( 1,500 )
Trny: 128487129 Level: 2
Blinds(10/20)
** Dealing down cards **
Bob posts small blind [10].
Cy posts big blind [20].
Dealt to Ann [  9h 7h ]
Ann raises [60]
Bob folds
Cy folds
Ann does not show cards.
Ann wins 90 chips from the main pot
"""


def test_a_tournament_of_partypoker_may_be_named_below_the_seats() -> None:
    about = only(TWO_LINES).about
    assert (about.currency, about.decimals) == ("", 0)
    assert about.tournament is not None
    assert about.tournament.buy_in == "$1 USD"
    assert (about.tournament.number, about.tournament.level) == ("128487129", "2")
    assert good(TWO_LINES).stacks == [1_490, 1_480, 1_530]


def test_the_seats_tell_the_money_where_the_heading_has_bare_numbers() -> None:
    text = """\
***** Hand History For Game 8802abc *****
0.10/0.25 Texas Holdem Game Table (NL) - Mon Feb 09 12:55:26 EST 2026
Table Table 74 (Real Money) -- Seat 1 is the button
Total number of players : 2/6
Seat 1: Ann ($10)
Seat 2: Bob ($20.25)
Ann posts small blind (0.10)
Bob posts big blind (0.25)
** Dealing down cards **
Ann folds
** Summary **
Main Pot: $0.20
Ann balance $9.90, lost $0.10 (folded)
Bob balance $20.35, bet $0.25, collected $0.35, net +$0.10
"""
    assert only(text).about.currency == "USD"
    assert good(text).stacks == [20_35, 9_90]


MUCKED = """\
***** Hand History for Game 8803 *****
$0.02/$0.04 USD NL Texas Hold'em - Friday, December 06, 23:16:02 CET 2024
Table Elm (Real Money)
Seat 1 is the button
Total number of players : 2/6
Seat 1: Ann ( $4 USD )
Seat 2: Bob ( $4 USD )
Ann posts small blind [$0.02 USD].
Bob posts big blind [$0.04 USD].
** Dealing down cards **
Ann calls [$0.02 USD]
Bob checks
** Dealing Flop ** [ 2d, 9s, 4d ]
Bob checks
Ann checks
** Dealing Turn ** [ 6d ]
Bob checks
Ann checks
** Dealing River ** [ 4h ]
Bob checks
Ann checks
Bob shows [ 9c, Jh ]two pairs, Nines and Fours.
Ann doesn't show [ Ah, Kc ]a pair of Fours.
Bob wins $0.08 USD from the main pot with two pairs, Nines and Fours.
"""


def test_a_mucked_hand_that_is_known_makes_nobody_the_owner_of_a_file() -> None:
    again = convert(MUCKED, "pokerstars")
    assert "Seat 1: Ann mucked [Ah Kc]" in again
    assert "Dealt to" not in again
    assert only(again).about.viewer == only(MUCKED).about.viewer == 0
    holes = {a.seat: a.cards for a in only(again).record.actions if a.does == "hole"}
    assert holes == {a.seat: a.cards for a in only(MUCKED).record.actions if a.does == "hole"}


# --- Ignition and iPoker ---------------------------------------------------------------------

IGNITION = """\
Ignition Hand #8901: HOLDEM Tournament #M-20250422003411 TBL#18, Turbo- Level 7 (75/150) [MVS] \
- 2025-04-22 01:42:48 UTC
Table Info: Version: 1, Type: MVS, Stakes: 75-150, Table: 00-0, Buyin: $25+$2.50, TableType: MTT
Seat 65: UTG (21,516 in chips)
Seat 146: Dealer (11,045 in chips)
Seat 63: Small Blind (17,337 in chips)
Seat 39: Big Blind [ME] (37,589 in chips)
Seating Info: 65, 146, 63, 39
Dealer : Set dealer [2]
Player Info: Seat1: P65-4ba5, Seat2: P146-e7d5
Small Blind : Small Blind 75
Big Blind [ME] : Big Blind 150
*** HOLE CARDS ***
Big Blind [ME] : Card dealt to a spot [Qd Qc]
UTG : Folds
Dealer : Raises 450 to 450
Small Blind : Folds
Big Blind [ME] : Raises 1,875 to 2,025
Dealer : Folds
Big Blind [ME] : Return uncalled portion of bet 1,575
Big Blind [ME] : Hand result 975
*** SUMMARY ***
Total Pot(975)
"""


def test_a_tournament_of_ignition_may_have_letters_in_its_number() -> None:
    about = only(IGNITION).about
    assert (about.currency, about.decimals, about.table) == ("", 0, "18")
    assert about.tournament is not None
    assert about.tournament.number == "M-20250422003411"
    assert good(IGNITION).stacks == [17_262, 38_114, 21_516, 10_595]


TWISTER = """\
<?xml version="1.0" encoding="UTF-8"?>
<session sessioncode="58">
<general><mode>real</mode>
<gametype>Holdem NL €0.05/€0.10</gametype>
<tablename>Twister 0.25€, 1200531183</tablename>
<currency>EUR</currency>
<nickname>hero</nickname>
<tournamentcode>1200531182</tournamentcode>
<tournamentname>Twister 0.25€</tournamentname>
<buyin>0,24€+0,01€</buyin>
</general>
<games>
<game gamecode="9001">
<general><startdate>2026-08-27 21:17:37</startdate>
<players>
<player seat="1" name="ann" chips="500€" dealer="0" win="0€" bet="20€"/>
<player seat="2" name="bob" chips="500€" dealer="1" win="60€" bet="30€"/>
<player seat="3" name="hero" chips="500€" dealer="0" win="0€" bet="10€"/>
</players></general>
<round no="0">
<action no="1" player="hero" type="1" sum="5€"/>
<action no="2" player="ann" type="2" sum="10€"/>
</round>
<round no="1">
<cards type="Pocket" player="hero">S4 C5</cards>
<action no="3" player="bob" type="3" sum="10€"/>
<action no="4" player="hero" type="3" sum="5€"/>
<action no="5" player="ann" type="4" sum="0€"/>
</round>
<round no="2">
<cards type="Flop" player="">D9 C10 CJ</cards>
<action no="6" player="hero" type="4" sum="0€"/>
<action no="7" player="ann" type="5" sum="10€"/>
<action no="8" player="bob" type="23" sum="20€"/>
<action no="9" player="hero" type="0" sum="0€"/>
<action no="10" player="ann" type="0" sum="0€"/>
</round>
</game>
</games>
</session>
"""


def test_a_tournament_of_ipoker_has_the_stakes_of_its_blinds() -> None:
    hand = only(TWISTER)
    assert (hand.record.sign.limits, hand.about.scale) == ((10_00,), 100)
    assert (hand.about.decimals, hand.about.currency, hand.about.viewer) == (0, "", 3)
    assert good(TWISTER).stacks == [490, 480, 530]


# --- what is no hand -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "first",
    [
        "PokerStars Tournament #329147523, No Limit Hold'em",
        "Tournament #309123331, PLO-5 Bounty $5.40, Omaha5 Pot Limit",
        "Winamax Poker - Tournament summary : Freeroll(5142226)",
    ],
)
def test_the_results_of_a_tournament_are_named_as_such(first: str, tmp_path: Path) -> None:
    path = tmp_path / "results.txt"
    path.write_text(f"{first}\nBuy-In: $2.00/$0.20 USD\n440 players\n", encoding="utf-8")
    (source,) = sources([str(path)])
    assert kind_of(source) == "the results of a tournament, without its hands"
