"""One short hand a site, written for these tests: no line of them was ever played."""

POKERSTARS = """\
PokerStars Hand #70001:  Hold'em No Limit ($0.25/$0.50 USD) - 2024/03/02 15:04:05 ET
Table 'Elm II' 6-max Seat #3 is the button
Seat 1: Ann ($40 in chips)
Seat 3: Bob: the Second ($51.25 in chips)
Seat 4: Cy ($12.10 in chips) is sitting out
Seat 6: Dee ($49.75 in chips)
Dee: posts small blind $0.25
Ann: posts big blind $0.50
*** HOLE CARDS ***
Dealt to Ann [Qs Qd]
Eve joins the table at seat #2
Bob: the Second: raises $1 to $1.50
Dee: folds
Ann: raises $3 to $4.50
Bob: the Second: calls $3
*** FLOP *** [7h 2c Jd]
Ann: bets $5
Bob: the Second: calls $5
*** TURN *** [7h 2c Jd] [3s]
Ann: checks
Bob: the Second: checks
*** RIVER *** [7h 2c Jd 3s] [9c]
Ann: bets $10
Bob: the Second: calls $10
*** SHOW DOWN ***
Ann: shows [Qs Qd] (a pair of Queens)
Bob: the Second: mucks hand
Ann collected $37.75 from pot
*** SUMMARY ***
Total pot $39.25 | Rake $1.50
Board [7h 2c Jd 3s 9c]
Seat 1: Ann (big blind) showed [Qs Qd] and won ($37.75) with a pair of Queens
Seat 3: Bob: the Second (button) mucked [Jh Tc]
Seat 6: Dee (small blind) folded before Flop
"""
FULL_TILT = """\
Full Tilt Poker Game #80002: Table Oak - $1/$2 Ante $0.20 - Limit Razz - 15:04:05 ET - 2010/03/02
Seat 1: Ann ($30)
Seat 2: Bob ($28.40)
Seat 5: Cy ($55), is sitting out
Ann antes $0.20
Bob antes $0.20
*** 3RD STREET ***
Dealt to Ann [4c 6d] [8s]
Dealt to Bob [Kh]
Bob is high with [Kh]
Bob brings in for $0.30
Ann completes it to $1
Bob calls $0.70
*** 4TH STREET ***
Dealt to Ann [4c 6d 8s] [2h]
Dealt to Bob [Kh] [Qc]
Ann bets $1
Bob folds
Uncalled bet of $1 returned to Ann
Ann mucks
Ann wins the pot ($2.30)
*** SUMMARY ***
Total pot $2.40 | Rake $0.10
Seat 1: Ann collected ($2.30), mucked
Seat 2: Bob folded on 4th St.
"""
GGPOKER = """\
Poker Hand #RC9003: Hold'em No Limit ($0.05/$0.10) - 2023/03/02 15:04:05
Table 'RushAndCash3' 6-max Seat #1 is the button
Seat 1: Hero ($10.55 in chips)
Seat 2: 4fae11 ($9.90 in chips)
Seat 3: 77b0c2 ($20 in chips)
4fae11: posts small blind $0.05
77b0c2: posts big blind $0.1
*** HOLE CARDS ***
Dealt to Hero [Ah Kh]
Dealt to 4fae11
Dealt to 77b0c2
Hero: raises $0.2 to $0.3
4fae11: raises $9.6 to $9.9 and is all-in
77b0c2: folds
Hero: calls $9.6
Hero: shows [Ah Kh]
4fae11: shows [Tc Td]
*** FLOP *** [2h 5h 9s]
*** TURN *** [2h 5h 9s] [Jh]
*** RIVER *** [2h 5h 9s Jh] [Jc]
*** SHOWDOWN ***
Hero collected $18.9 from pot
*** SUMMARY ***
Total pot $19.9 | Rake $0.7 | Jackpot $0.3 | Bingo $0 | Fortune $0 | Tax $0
Board [2h 5h 9s Jh Jc]
"""
BOVADA = """\
Ignition Hand #40004 TBL#9911 HOLDEM No Limit - 2021-03-02 15:04:05
Seat 1: Dealer ($20 in chips)
Seat 4: Small Blind [ME] ($8.50 in chips)
Seat 5: Big Blind ($25.60 in chips)
Dealer : Set dealer [1]
Small Blind  [ME] : Small Blind $0.10
Big Blind : Big blind $0.25
*** HOLE CARDS ***
Dealer : Card dealt to a spot [7c 2d]
Small Blind  [ME] : Card dealt to a spot [9s 9d]
Big Blind : Card dealt to a spot [Ac 4c]
Dealer : Folds
Small Blind  [ME] : Raises $0.65 to $0.75
Big Blind : Calls $0.50
*** FLOP *** [9h 4d 4s]
Small Blind  [ME] : All-in $7.75
Big Blind : Calls $7.75
*** TURN *** [9h 4d 4s] [Kd]
*** RIVER *** [9h 4d 4s Kd] [2s]
Small Blind  [ME] : Showdown [9h 9s 9d 4d 4s] (Full House)
Big Blind : Showdown [4d 4s 4c Ac Kd] (Three of a kind)
Small Blind  [ME] : Hand result $16.20
*** SUMMARY ***
Total Pot($17) | Rake ($0.80)
Board [9h 4d 4s Kd 2s]
"""
KINGS_CLUB = """\
#50005: Limit Badugi - 10/20
2021-03-02 15:04:05
Table 'Elm' Seat 2 is the button
Seat 2: Ann (500)
Seat 3: Bob (412.50)
Ann: posts the small blind 5
Bob: posts the big blind 10
*** 1ST BETTING ROUND ***
Dealt to Ann: [Ac 2d 3h 3s]
Dealt to Bob: [X X X X]
Ann calls 10
Bob checks
*** 1ST DRAW ***
Bob draws 2
Ann discards [3s] draws [9s]
*** 2ND BETTING ROUND ***
Bob checks
Ann bets 10
Bob folds
*** SUMMARY ***
Seat 2: Ann (509) +9
Seat 3: Bob (402.50) -10
Rake 1
Ann wins pot (19)
"""
PACIFIC = """\
***** 888poker Hand History for Game 60006 *****
$0.50/$1 Blinds No Limit Holdem - *** 02 03 2021 15:04:05
Table Elm 6 Max (Real Money)
Seat 4 is the button
Total number of players : 3
Seat 1: Ann ( $100 )
Seat 4: Bob ( $87.50 )
Seat 6: Cy ( $1,020.75 )
Cy posts small blind [$0.50]
Ann posts big blind [$1]
** Dealing down cards **
Dealt to Ann [ Ks, Kc ]
Bob raises [$3]
Cy folds
Ann raises [$9]
Bob calls [$7]
** Dealing flop ** [ 2d, 8h, 8c ]
Ann bets [$12]
Bob folds
** Summary **
Ann did not show his hand
Ann collected [ $19.50 ]
"""
PARTYPOKER = """\
***** Hand History for Game 70007 *****
$0.50/$1 USD NL Texas Hold'em - Tuesday, March 02, 15:04:05 EST 2021
Table Elm (Real Money)
Seat 2 is the button
Total number of players : 2/6
Seat 2: Ann ( $60 USD )
Seat 5: Bob ( $41.30 USD )
Ann posts small blind [$0.50 USD].
Bob posts big blind [$1 USD].
** Dealing down cards **
Dealt to Bob [  Ah Td ]
Ann calls [$0.50 USD]
Bob raises [$2 USD]
Ann calls [$2 USD]
** Dealing Flop ** [ Ts, 6c, 2h ]
Bob bets [$4 USD]
Ann folds
Bob does not show cards.
Bob wins $10 USD
"""
WINAMAX = """\
Winamax Poker - CashGame - HandId: #80-8-8 - Omaha pot limit (1€/2€) - 2021/03/02 15:04:05 UTC
Table: 'Orme' 5-max (real money) Seat #4 is the button
Seat 1: Ann (200€)
Seat 4: Bob (154.50€)
Seat 5: Cy (80€)
*** ANTE/BLINDS ***
Cy posts small blind 1€
Ann posts big blind 2€
Dealt to Bob [As Ac 7d 6d]
*** PRE-FLOP ***
Bob raises 5€ to 7€
Cy calls 6€
Ann folds
*** FLOP *** [Ad 8d 3c]
Cy bets 16€
Bob calls 16€
*** TURN *** [Ad 8d 3c][Kh]
Cy bets 48€
Bob calls 48€
*** RIVER *** [Ad 8d 3c Kh][Ks]
Cy bets 9€ and is all-in
Bob calls 9€
*** SHOW DOWN ***
Cy shows [8s 8c Qh Jh] (Full of 8s)
Bob shows [As Ac 7d 6d] (Full of Aces)
Bob collected 158€ from pot
*** SUMMARY ***
Total pot 162€ | Rake 4€
Board: [Ad 8d 3c Kh Ks]
"""
IPOKER = """\
<?xml version="1.0" encoding="utf-8"?>
<session sessioncode="9">
 <general>
  <mode>real</mode>
  <gametype>Holdem NL 0,50€/1€</gametype>
  <tablename>Orme, 9</tablename>
  <tablecurrency>EUR</tablecurrency>
  <currency>EUR</currency>
  <nickname>Ann</nickname>
 </general>
 <game gamecode="90009">
  <general>
   <startdate>2021-03-02 15:04:05</startdate>
   <players>
    <player seat="1" name="Ann" chips="100€" dealer="1" win="11,50€" bet="6€"/>
    <player seat="6" name="Bob" chips="73,25€" dealer="0" win="0€" bet="6€"/>
   </players>
  </general>
  <round no="0">
   <action no="1" player="Ann" type="1" sum="0,50€"/>
   <action no="2" player="Bob" type="2" sum="1€"/>
  </round>
  <round no="1">
   <cards type="Pocket" player="Ann">S10 D10</cards>
   <cards type="Pocket" player="Bob">X X</cards>
   <action no="3" player="Ann" type="23" sum="3€"/>
   <action no="4" player="Bob" type="3" sum="2€"/>
  </round>
  <round no="2">
   <cards type="Flop">H2 C7 DQ</cards>
   <action no="5" player="Bob" type="4" sum="0€"/>
   <action no="6" player="Ann" type="5" sum="3€"/>
   <action no="7" player="Bob" type="3" sum="3€"/>
  </round>
  <round no="3">
   <cards type="Turn">S5</cards>
   <action no="8" player="Bob" type="0" sum="0€"/>
  </round>
 </game>
</session>
"""
ACPC = "STATE:11:r300c/cc/r900f:AsKd|7h2c/4c5dTh/Qs:300|-300:alpha|beta\n"

LIKE_POKERSTARS = """\
SupremaPoker Hand #90011:  5 Card Omaha Pot Limit (¥0.30/¥0.60 CNY) - 2024/07/15 20:40:11 UTC
Table 'ClubId:14,Table:SP_14' 6-max Seat #2 is the button
Seat 1: 1172 (¥53.40 in chips)
Seat 2: 4586 (¥184.10 in chips)
Seat 3: 1165 (¥65.50 in chips)
1165: posts small blind ¥0.30
1172: posts big blind ¥0.60
*** HOLE CARDS ***
4586: raises ¥1.50 to ¥2.10
1165: folds
1172: calls ¥1.50
*** FLOP *** [2h 7h 9c]
1172: checks
4586: bets ¥3
1172: folds
Uncalled bet (¥3) returned to 4586
4586 collected ¥4.20 from pot
*** SUMMARY ***
Total pot ¥4.50 | Rake ¥0.30
Board [2h 7h 9c]
"""

ALL_IN = """\
PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2024/03/02 15:04:05 ET
Table 'Elm' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($60 in chips)
Seat 3: Cy ($80 in chips)
Bob: posts small blind $1
Cy: posts big blind $2
*** HOLE CARDS ***
Ann: raises $4 to $6
Bob: folds
Cy: calls $4
*** FLOP *** [2h 7h 9c]
Cy: checks
Ann: checks
*** TURN *** [2h 7h 9c] [3s]
Cy: bets $74 and is all-in
Ann: calls $74
*** RIVER *** [2h 7h 9c 3s] [3d]
*** SHOW DOWN ***
Cy: shows [Qs Qd] (two pair)
Ann: shows [Ah Kh] (a pair)
Cy collected $158 from pot
*** SUMMARY ***
Total pot $161 | Rake $3
"""

RUN_TWICE = """\
PokerStars Hand #2:  Hold'em No Limit ($1/$2 USD) - 2024/03/02 15:04:05 ET
Table 'Elm' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Seat 3: Cy ($50 in chips)
Bob: posts small blind $1
Cy: posts big blind $2
*** HOLE CARDS ***
Ann: raises $48 to $50 and is all-in
Bob: calls $49 and is all-in
Cy: calls $48 and is all-in
*** FIRST FLOP *** [2h 7h 9c]
*** FIRST TURN *** [2h 7h 9c] [3s]
*** FIRST RIVER *** [2h 7h 9c 3s] [3d]
*** SECOND FLOP *** [Kd 7c 9d]
*** SECOND TURN *** [Kd 7c 9d] [4s]
*** SECOND RIVER *** [Kd 7c 9d 4s] [5d]
*** FIRST SHOW DOWN ***
Bob: shows [Qs Qd] (a pair of Queens)
Cy: shows [Ts Td] (a pair of Tens)
Ann: shows [As Kh] (high card Ace)
Bob collected $74 from pot
*** SECOND SHOW DOWN ***
Bob: shows [Qs Qd] (a pair of Queens)
Cy: shows [Ts Td] (a pair of Tens)
Ann: shows [As Kh] (a pair of Kings)
Ann collected $74 from pot
*** SUMMARY ***
Total pot $150 | Rake $2
Hand was run twice
FIRST Board [2h 7h 9c 3s 3d]
SECOND Board [Kd 7c 9d 4s 5d]
"""

BY_FORMAT = {
    "pokerstars": POKERSTARS,
    "full-tilt": FULL_TILT,
    "ggpoker": GGPOKER,
    "bovada": BOVADA,
    "kings-club": KINGS_CLUB,
    "888": PACIFIC,
    "partypoker": PARTYPOKER,
    "winamax": WINAMAX,
    "ipoker": IPOKER,
    "like-pokerstars": LIKE_POKERSTARS,
    "acpc": ACPC,
}
