"""What sites write now and then: rare games, rare lines and what their programs get wrong."""

from croupier.histories.customs import OUT_OF_TURN, UNANSWERED
from croupier.histories.results import replay_hands
from tests.histories.hands import fault, good, only
from tests.histories.texts import POKERSTARS

# --- PokerStars ------------------------------------------------------------------------------

CASHED_OUT = """\
PokerStars Hand #801: Hold'em No Limit ($0.10/$0.25 USD) - 2024/05/06 07:08:09 ET
Table 'Oak' 6-max Seat #2 is the button
Seat 2: Ann ($20 in chips)
Seat 4: Bob ($12 in chips)
Seat 5: Cy ($30 in chips)
Bob: posts small blind $0.10
Cy: posts big blind $0.25
*** HOLE CARDS ***
Ann: folds
Bob: raises $11.75 to $12 and is all-in
Cy: calls $11.75
*** FLOP *** [4c 9d Js]
*** TURN *** [4c 9d Js] [2h]
*** RIVER *** [4c 9d Js 2h] [6h]
*** SHOW DOWN ***
Bob: shows [Tc Th] (a pair of Tens)
Cy: shows [Ks Qs] (high card King)
Bob cashed out the hand for $13.20 | Cash Out Fee $0.13
*** SUMMARY ***
Total pot $24 | Rake $1
Board [4c 9d Js 2h 6h]
Seat 2: Ann (button) folded before Flop (didn't bet)
Seat 4: Bob (small blind) showed [Tc Th] and won ($23) with a pair of Tens \
 (pot not awarded as player cashed out)
Seat 5: Cy (big blind) showed [Ks Qs] and lost with high card King
"""


def test_a_pot_of_a_player_who_cashed_out_is_in_the_summary_alone() -> None:
    """The hand wins it, and beside it the house takes the pot for what it has paid."""
    about = only(CASHED_OUT).about
    assert (about.won, about.side) == ({4: 23_00}, {4: 13_20 - 23_00})
    assert good(CASHED_OUT).stacks == [24_00, 18_00, 20_00]


def test_an_empty_turn_is_named_by_the_summary() -> None:
    text = CASHED_OUT.replace("*** TURN *** [4c 9d Js] [2h]", "*** TURN *** [4c 9d Js] []")
    text = text.replace("*** RIVER *** [4c 9d Js 2h] [6h]", "*** RIVER *** [4c 9d Js] [6h]")
    assert only(text).record == only(CASHED_OUT).record


def test_a_cancelled_hand_is_named_as_one() -> None:
    head, blinds, _ = POKERSTARS.partition("*** HOLE CARDS ***\n")
    assert "the site canceled this hand" in fault(f"{head}Hand cancelled\n{blinds}")


def test_games_that_nobody_here_deals_are_named() -> None:
    text = CASHED_OUT.replace("Hold'em No Limit", "Split Hold'em No Limit")
    assert fault(text).startswith("split hold'em is a game that croupier does not deal")


def test_an_older_program_shouts_its_headings() -> None:
    head, _, rest = CASHED_OUT.partition("\n")
    shouted = head.upper().replace("HAND", "GAME")
    assert good(f"{shouted}\n{rest}").stacks == good(CASHED_OUT).stacks


LATE_BLIND = """\
PokerStars Hand #802: Hold'em Limit ($2/$4 USD) - 2024/05/06 07:08:09 ET
Table 'Oak' 6-max Seat #2 is the button
Seat 2: Ann ($50 in chips)
Seat 4: Bob ($50 in chips)
Seat 5: Cy ($50 in chips)
Seat 6: Dee ($50 in chips)
Bob: posts small blind $1
Cy: posts big blind $2
Dee: posts small blind $1
*** HOLE CARDS ***
Dee: calls $1
Ann: folds
Bob: folds
Cy: checks
*** FLOP *** [4c 9d Js]
Cy: bets $2
Dee: folds
Uncalled bet ($2) returned to Cy
Cy collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0
"""


def test_a_second_small_blind_is_live_where_its_player_adds_to_it() -> None:
    dues = {due.seat: due.kind for due in only(LATE_BLIND).record.dues}
    assert dues[6] == "post"
    dead = LATE_BLIND.replace("Dee: calls $1", "Dee: calls $2")
    dead = dead.replace("collected $5", "collected $6").replace("pot $5 ", "pot $6 ")
    dues = {due.seat: due.kind for due in only(dead).record.dues}
    assert dues[6] == "dead"
    assert good(LATE_BLIND).stacks == [49_00, 53_00, 48_00, 50_00]
    assert good(dead).stacks == [49_00, 54_00, 47_00, 50_00]


def test_a_fold_out_of_turn_waits_for_its_turn() -> None:
    """Players who are gone fold at once; the one before them is still to act."""
    text = LATE_BLIND.replace("Dee: calls $1\nAnn: folds\nBob: folds\n", "")
    text = text.replace("Cy: checks", "Ann: folds\nDee: calls $1\nBob: folds\nCy: checks")
    assert good(text).stacks == good(LATE_BLIND).stacks
    assert good(text).notes == [OUT_OF_TURN]
    assert good(LATE_BLIND).notes == []


def test_a_post_in_the_wrong_place_is_refused_in_words() -> None:
    """A line that is there twice made the engine pay nothing for a raise."""
    post = "Cy: posts big blind $2\n"
    assert "posts the big blind twice" in fault(LATE_BLIND.replace(post, 2 * post))
    late = LATE_BLIND.replace("*** FLOP", f"{post}*** FLOP")
    assert "posts after the betting began" in fault(late)


def test_more_cards_than_a_hand_has_are_refused_before_they_are_made() -> None:
    text = LOWBALL.replace("Bob discard 2 cards", f"Bob discard {10**11} cards")
    assert "'Bob' throws 100000000000 of 5 cards" in fault(text)


# --- Winamax ---------------------------------------------------------------------------------

STUD = """\
Winamax Poker - CashGame - HandId: #81-1-1 - 7-Card Stud fixed limit \
(1€/5€/10€) - 2020/02/03 04:05:06 UTC
Table: 'Orme' 6-max (real money)
Seat 2: Ann (100€)
Seat 5: Bob (80€)
*** ANTE/BLINDS ***
Ann posts ante 1€
Bob posts ante 1€
*** 3rd STREET ***
Dealt to Ann [Kh Ks 8c]
Dealt to Bob [X X 3d]
Bob brings in 2€
Ann raises 5€ to 5€
Bob calls 3€
*** 4th STREET ***
Dealt to Ann [Kh Ks 8c] [9d]
Dealt to Bob [X X 3d] [Tc]
Bob checks
Ann bets 5€
Bob folds
Ann collected 17€ from pot
*** SUMMARY ***
Total pot 17€ | No rake
"""
LOWBALL = """\
Winamax Poker - CashGame - HandId: #82-1-1 - Lowball27 fixed limit (1€/2€) - 2020/02/03 04:05:06 UTC
Table 'Orme' 6-max (real money) Seat #2 is the button
Seat 2: Ann (20€)
Seat 5: Bob (20€)
*** ANTE/BLINDS ***
Ann posts small blind 0.50€
Bob posts big blind 1€
*** FIRST-BET ***
Dealt to Ann [2c 3c 4d 7h Ks]
Dealt to Bob [X X X X X]
Ann calls 0.50€
Bob raises 1€ to 2€
Ann calls 1€
*** FIRST-DRAW ***
Bob discard 2 cards
Ann discard 1 card
*** SECOND-BET ***
Bob checks
Ann bets 1€
Bob calls 1€
*** SECOND-DRAW ***
Bob discard 1 card
Ann stands pat [X X X X X]
*** THIRD-BET ***
Bob checks
Ann bets 2€
Bob calls 2€
*** THIRD-DRAW ***
Bob discard 0 card
Ann stands pat [X X X X X]
*** FOURTH-BET ***
Bob checks
Ann checks
*** SHOW DOWN ***
Bob shows [2h 3d 5s 6h 8c] (High card : 8)
Ann shows [2c 3c 4d 7h 8s] (High card : 8)
Bob collected 9.50€ from pot
*** SUMMARY ***
Total pot 9.50€ | Rake 0.50€
"""


def test_stud_and_draws_of_winamax() -> None:
    assert good(STUD).stacks == [106_00, 74_00]
    assert only(STUD).record.sign.forced_bet == 2_00
    assert good(LOWBALL).game == "triple-draw-2-7"
    assert good(LOWBALL).stacks == [25_00, 15_00]


UNASKED = """\
Winamax Poker - Tournament "Orme" buyIn: 1€ + 0€ level: 2 - HandId: #83-1-1 - Omaha5 pot limit \
(20/40) - 2020/02/03 04:05:06 UTC
Table: 'Orme(9)#0' 6-max (real money) Seat #2 is the button
Seat 2: Ann (500)
Seat 5: Bob (300)
*** ANTE/BLINDS ***
Ann posts small blind 20
Bob posts big blind 40
*** PRE-FLOP ***
Ann raises 80 to 120
Bob calls 80
*** FLOP ***: [2c 7d Kh]
Bob bets 180 and is all-in
Ann raises 200 to 380 and is all-in
*** TURN ***: [2c 7d Kh][8s]
*** RIVER ***: [2c 7d Kh 8s][3c]
*** SHOW DOWN ***
Bob shows [Kd Qd 8c 5s 4h] (Two pairs)
Ann shows [As Ac Jd Tc 9h] (One pair)
Ann collected 200 from side pot 1
Bob collected 600 from main pot
*** SUMMARY ***
Total pot 800 | No rake
"""


def test_a_raise_that_nobody_can_answer_is_a_call() -> None:
    assert good(UNASKED).game == "five-card-omaha"
    assert good(UNASKED).stacks == [600, 200]
    assert good(UNASKED).notes == [UNANSWERED]


# --- GGPoker and King's Club -----------------------------------------------------------------


def test_short_deck_of_ggpoker_names_its_one_blind() -> None:
    text = """\
Poker Hand #9012345: ShortDeck No Limit ($1) - 2021/02/03 04:05:06
Table 'Oak' 5-max Seat #3 is the button
Seat 1: a1b2 ($40 in chips)
Seat 3: c3d4 ($55 in chips)
a1b2: posts the ante $1
c3d4: posts the ante $1
c3d4: posts button blind $1
*** HOLE CARDS ***
a1b2: raises $3 to $4
c3d4: folds
Uncalled bet ($3) returned to a1b2
*** SHOWDOWN ***
a1b2 collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0 | Jackpot $0
"""
    assert good(text).stacks == [42_00, 53_00]


def test_a_draw_that_was_run_twice_is_refused_in_words() -> None:
    text = """\
#77: No Limit 2-7 Single Draw - 1/2
2021-02-03 04:05:06
Table 'Oak' Seat 2 is the button
Seat 2: Ann (50)
Seat 3: Bob (50)
*** 1ST BETTING ROUND ***
Ann: posts the small blind 1
Bob: posts the big blind 2
Ann raises to 50, and is all in
Bob calls 50, and is all in
*** 1ST DRAW ***
Run 1: Bob shows [2c 3c 4c 5c 7h]
"""
    assert fault(text).startswith("the draw was run twice")


# --- Bovada ----------------------------------------------------------------------------------

BOVADA = """\
Bovada Hand #8401 TBL#12 HOLDEM No Limit [MVS] - 2021-02-03 04:05:06 UTC
Table Info: Version: 1, Type: MVS, Stakes: $1-$2, Table: 12
Seat 1: Big Blind ($60 in chips)
Seat 2: UTG [ME] ($80 in chips)
Seat 6: Small Blind ($70 in chips)
Dealer : Set dealer [5]
Small Blind : Small Blind $1
Big Blind : Big Blind $2
UTG [ME] : Posts dead chip $3
*** HOLE CARDS ***
Big Blind : Card dealt to a spot [Kc Js]
UTG [ME] : Card dealt to a spot [Qh Qs]
Small Blind : Card dealt to a spot [5c 4h]
UTG [ME] : Raises $6
Small Blind : Folds & shows [5c 4h]
Big Blind : Calls $4
*** FLOP *** [7d Kh 9h]
Big Blind : Checks
UTG [ME] : Bets $5
Big Blind : Raises $15
UTG [ME] : Folds
Big Blind : Return uncalled portion of bet $10
Big Blind : Does not show [Kc Js] (One pair)
Big Blind : Hand result $23
*** SUMMARY ***
Total Pot($24) | Rake ($1)
"""


def test_an_empty_seat_may_have_the_button_and_a_dead_chip_be_two_blinds() -> None:
    """A raise that names one amount names all of it."""
    record = only(BOVADA).record
    assert record.button == 2  # the last of the three before the empty seat
    assert record.order == (6, 1, 2)
    assert [(due.kind, due.chips) for due in record.dues if due.seat == 2] == [
        ("dead", 1_00),
        ("post", 2_00),
    ]
    assert good(BOVADA).stacks == [69_00, 73_00, 68_00]


def test_a_button_that_no_line_names_is_before_the_small_blind() -> None:
    text = BOVADA.replace("Dealer : Set dealer [5]", "Set dealer/Bring in spot")
    assert only(text).record.order == (6, 1, 2)
    named = BOVADA.replace("Small Blind : Small Blind $1\n", "")  # nobody posts it
    assert only(named).record.order == (6, 1, 2)


# --- 888poker and partypoker -----------------------------------------------------------------

PACIFIC = """\
#Game No : 8501
***** Cassava Hand History for Game 8501 *****
$1/$2 Blinds Fix Limit OmahaHL - *** 03 02 2011 04:05:06
Table Oak (Real Money)
Seat 1 is the button
Total number of players : 4
Seat 1: Ann ( $50 )
Seat 3: Bob ( $50 )
Seat 4: Cy ( $50 )
Seat 6: Dee ( $50 )
Bob posts small blind [$1]
Cy posts big blind [$2]
Dee folds
** Dealing down cards **
Ann calls [$2]
Bob folds
Cy checks
** Dealing flop ** [ 2s, 5h, Jc ]
Cy checks
Ann checks
** Dealing turn ** [ Kd ]
Cy bets [$4]
Ann folds
** Summary **
Cy did not show his hand
Cy collected [ $5 ]
"""


def test_888_names_the_blinds_of_a_fixed_limit() -> None:
    """A player who folds before the cards is not dealt in."""
    assert only(PACIFIC).record.sign.limits == (2_00, 4_00)
    assert good(PACIFIC).stacks == [49_00, 53_00, 48_00]


PARTY = """\
***** Hand History For Game 8601abc *****
0.50/1 Omaha Hi Game Table (PL) - Mon Feb 03 04:05:06 EST 2025
Table Table 86 (Real Money) -- Seat 1 is the button
Total number of players : 3/6
Seat 1: Ann ($50)
Seat 2: Bob ($20)
Seat 3: Cy ($60)
Bob posts small blind (0.50)
Cy posts big blind (1)
** Dealing down cards **
Ann folds\x20
Bob raises 2.50 to 3
Cy calls (2)
** Dealing Flop ** :  [ 2c, 7d, Kh ]
Bob bets (6)
Cy raises 24 to 24
Bob calls (11)
Bob is all-In.
Creating Main Pot with $ 38 with Bob, Cy
Bob opted for cash-out
** Dealing Turn ** :  [ 9s ]
** Dealing River ** :  [ 3h ]
** Summary **
Main Pot: $38 Rake: $2
Board: [ 2c, 7d, Kh, 9s, 3h ]
Ann balance $50, didn't bet (folded)
Bob Cashed out  balance $15, bet $20, collected $15, net -$5[ As, Ac, Jd, Tc ] [ a pair, aces ]
Cy balance $78, bet $27, collected $45, net +$18[ Ks, Kd, 8c, 5s ] [ three kings ]
"""


def test_the_newer_summary_of_partypoker() -> None:
    """What nobody called is among what was won; a cash-out is beside the pot."""
    hand, result = only(PARTY), good(PARTY)
    assert (hand.about.side, result.rake) == ({2: 15_00}, 2_00)
    assert result.stacks == [0, 80_00, 50_00]


PARTY_STUD = """\
***** Hand History for Game 8602 *****
$10/$20 USD FL 7 Card Stud Hi-Lo - Monday, February 03, 04:05:06 EST 2012
Table Table  86 (Real Money)
Seat 0 is the button
Total number of players : 2/8
seat 1: Ann ( $90 USD )
seat 3: Bob ( $90 USD )
Ann posts ante [$1 USD]
Bob posts ante [$1 USD]
** Dealing **
Dealt to Ann [  Ah 4h 2d ]
Ann opens
Ann bring-ins [$3 USD]
Bob completes [$10 USD]
Ann calls [$7 USD]
** Dealing Fourth street **
Dealt to Ann [  Td ]
Ann opens
Ann bets [$10 USD]
Bob folds
Ann does not show cards.
Ann wins $32 USD
"""


def test_stud_of_partypoker() -> None:
    """The text tells no cards of others before the showdown."""
    assert good(PARTY_STUD).stacks == [101_00, 79_00]
    holes = [a.cards for a in only(PARTY_STUD).record.actions if a.does == "hole" and a.seat == 1]
    assert " ".join(str(card) for cards in holes for card in cards) == "Ah 4h 2d Td"


def test_a_game_of_partypoker_without_a_limit_in_its_name_has_fixed_ones() -> None:
    text = """\
***** Hand History for Game 8603 *****
$2/$4 USD Texas Hold'em - Monday, February 03, 04:05:06 EST 2012
Table Oak (Real Money)
Seat 1 is the button
Total number of players : 2/6
Seat 1: Ann ( $90 USD )
Seat 3: Bob ( $90 USD )
Dee has joined the table.
Ann posts small blind [$1 USD].
Bob posts big blind [$2 USD].
** Dealing down cards **
Ann raises [$3 USD]
Bob folds
Ann does not show cards.
Ann wins $6 USD
"""
    assert only(text).record.sign.limits == (2_00, 4_00)
    assert good(text).stacks == [88_00, 92_00]
    joins = text.replace("Bob posts big blind", "Dee posts big blind")
    assert "'Dee' joined the table during this hand" in fault(joins)


# --- iPoker ----------------------------------------------------------------------------------

IPOKER = """\
<session sessioncode="87"><general><gametype>{game} L €1/€2</gametype>
<tablename>Oak, 87</tablename><tablecurrency>EUR</tablecurrency></general><game gamecode="871">
<general><startdate>2014-02-03 04:05:06</startdate><players>
<player seat="1" name="Ann" chips="€40" dealer="1" win="{ann}" bet="€3.20"/>
<player seat="6" name="Bob" chips="€40" dealer="0" win="{bob}" bet="€1.20"/></players></general>
{rounds}
</game><game gamecode="872"></game></session>
"""
STREETS = """\
<round no="0"><action no="1" player="Ann" type="15" sum="€0.20"/>
<action no="2" player="Bob" type="15" sum="€0.20"/></round>
<round no="1"></round>
<round no="2"><cards type="Third Street" player="Ann">DK DQ H9</cards>
<cards type="Third Street" player="Bob">X X C2</cards>
<action no="3" player="Bob" type="16" sum="€0.50"/><action no="4" player="Ann" type="23" sum="€1"/>
<action no="5" player="Bob" type="3" sum="€0.50"/></round>
<round no="3"><cards type="Fourth Street" player="Ann">S4</cards>
<cards type="Fourth Street" player="Bob">C10</cards>
<action no="6" player="Bob" type="4" sum="€0"/><action no="7" player="Ann" type="5" sum="€1"/>
<action no="8" player="Bob" type="0" sum="€0"/></round>
"""


def test_stud_of_ipoker_with_hands_that_share_a_line() -> None:
    text = IPOKER.format(game="7 Card Stud", ann="€3.40", bob="€0", rounds=STREETS)
    text = text.replace('bet="€3.20"', 'bet="€2.20"')
    first, second = replay_hands(text)
    assert (first[0].faults, first[0].stacks) == ([], [41_20, 38_80])
    assert first[0].game == "seven-card-stud"
    assert "fewer than two players act" in second[0].faults[0]
