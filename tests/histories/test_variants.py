"""Hands of our own in the many ways in which sites write names, amounts, headings and posts."""

from datetime import UTC, datetime

import pytest

from croupier.histories.amounts import cents
from tests.histories.hands import fault, good, only
from tests.histories.texts import FULL_TILT, GGPOKER, PACIFIC, PARTYPOKER, POKERSTARS, WINAMAX

HEAD = "PokerStars Hand #901: Hold'em No Limit ($1/$2 USD) - 2024/03/02 15:04:05 ET"
HAND = """\
Table 'Elm' 6-max Seat #1 is the button
Seat 1: {ann} ($200 in chips)
Seat 2: {bob} ($1,050.50 in chips)
Seat 3: {cy} ($90 in chips)
{bob}: posts small blind $1
{cy}: posts big blind $2
*** HOLE CARDS ***
Dealt to {cy} [Qs Qd]
{ann}: raises $4 to $6
{bob}: folds
{cy}: calls $4
*** FLOP *** [7h 2c Jd]
{cy}: bets $5
{ann}: folds
Uncalled bet ($5) returned to {cy}
{cy} collected $12.35 from pot
*** SUMMARY ***
Total pot $13 | Rake $0.65
Seat 3: {cy} (big blind) collected ($12.35)
"""
ENDS = [97_00, 194_00, 1049_50]  # before the rake


def stars(ann: str = "Ann", bob: str = "Bob", cy: str = "Cy", head: str = HEAD) -> str:
    return f"{head}\n{HAND.format(ann=ann, bob=bob, cy=cy)}"


def ends(text: str) -> list[int]:
    return sorted(chips for chips in good(text).stacks or [] if chips is not None)


# --- names -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names",
    [
        ("Bob", "Bob: the Second", "Bob: the"),
        ("Seat 2", "Seat 3", "Seat 1"),
        ("folds", "calls", "raises"),
        ("Dealer", "Board", "Total pot"),
        ("Ann (button)", "Bob (big blind)", "Cy [x]"),
        ("a - b", "*** FLOP ***", "("),
        ("\N{GRINNING FACE}", "$5", "Ann ($5 in chips)"),
        ("Bob collected $5 from pot", "Uncalled bet", "Dealt to Bob"),
        ("Ann is sitting out", "won ($3)", "Cy showed [As Ks]"),
    ],
)
def test_players_of_pokerstars_may_be_called_anything(names: tuple[str, str, str]) -> None:
    assert ends(stars(*names)) == sorted(ENDS)
    assert set(only(stars(*names)).about.people.values()) == set(names)


def test_the_longest_name_that_fits_is_meant_where_no_colon_ends_it() -> None:
    text = FULL_TILT.replace("Ann", "Bob calls").replace("Cy", "Bob calls calls")
    assert good(text).stacks == good(FULL_TILT).stacks
    wins = PARTYPOKER.replace("Ann", "wins $5").replace("Bob", "Dealt to me [x]")
    assert good(wins).stacks == good(PARTYPOKER).stacks
    shows = WINAMAX.replace("Ann", "Cy shows").replace("Bob", "Cy (x)")
    assert good(shows).stacks == good(WINAMAX).stacks


# --- headings --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "head",
    [
        HEAD.replace("Hand", "Zoom Hand").replace(" USD", ""),
        HEAD.replace("Hand #901:", "Home Game Hand #901: {Club (x)} "),
        HEAD.replace(" - 2024", " [ADM ID: AB12] - 2024"),
        HEAD.replace("No Limit (", "Pot Limit Pre-Flop, No Limit Post-Flop ("),
        HEAD.replace("Hold'em No Limit ($1", "8-Game (Hold'em No Limit, $1"),
        f"*********** # 1 **************\n{HEAD}",
    ],
)
def test_headings_of_pokerstars(head: str) -> None:
    assert ends(stars(head=head)) == sorted(ENDS)
    assert good(stars(head=head)).game == "holdem"


def test_a_date_without_seconds_and_a_zone_between_brackets() -> None:
    head = "PokerStars Game #901: Hold'em No Limit ($1/$2) - 2009/10/12 - 23:45 (ET)"
    assert only(stars(head=head)).about.at == datetime(2009, 10, 13, 3, 45, tzinfo=UTC)


def test_a_zoom_tournament_is_a_tournament() -> None:
    head = HEAD.replace(": Hold'em", ": Zoom Tournament #77, $1+$0.10 USD Hold'em")
    head = head.replace("($1/$2 USD)", "- Level II (1/2)")
    event = only(stars(head=head)).about.tournament
    assert event is not None
    assert (event.number, event.buy_in, event.level) == ("77", "$1+$0.10 USD", "II")


# --- amounts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hundredths"),
    [
        ("50K", 50_000_00),
        ("$1.5M", 1_500_000_00),
        ("1\u202f234,50\u00a0€", 1234_50),
        ("RSD45.70", 45_70),
    ],
)
def test_amounts_of_more_places(text: str, hundredths: int) -> None:
    assert cents(text) == hundredths


@pytest.mark.parametrize("symbol", ["£", "€", "Rs. ", "₹", "¥"])
def test_other_money_before_the_amount(symbol: str) -> None:
    assert ends(stars().replace("$", symbol)) == sorted(ENDS)


def test_money_after_the_amount_with_commas_and_spaces() -> None:
    text = stars(head=HEAD.replace("$1/$2 USD", "1 €/2 €"))
    for amount, there in (
        ("$1,050.50", "1\u00a0050,50\u00a0€"),
        ("$12.35", "12,35 €"),
        ("$0.65", "0,65 €"),
        ("$200", "200,00 €"),
        ("$90", "90 €"),
        *((f"${chips}", f"{chips} €") for chips in (13, 1, 2, 4, 5, 6)),
    ):
        text = text.replace(amount, there)
    assert ends(text) == sorted(ENDS)
    assert only(text).about.currency == "EUR"


def test_thousands_in_the_stakes_of_a_late_level() -> None:
    text = FULL_TILT.replace("Table Oak - $1/$2 Ante $0.20 -", "KO (7), Table 2 - 1K/2K Ante 200 -")
    assert only(text).record.sign.limits == (1_000_00, 2_000_00)


def test_play_money_may_have_hundredths() -> None:
    text = PACIFIC.replace("(Real Money)", "(Practice Play)").replace("$", "")
    assert good(text).stacks == good(PACIFIC).stacks
    assert only(text).about.currency == ""


# --- posts -----------------------------------------------------------------------------------

BOMB = """\
Poker Hand #HD902: Hold'em No Limit ($1/$2) - 2021/04/13 10:03:48
Table 'Elm' 6-max Seat #1 is the button
Seat 1: aa1 ($200 in chips)
Seat 2: bb2 ($200 in chips)
Seat 5: Hero ($200 in chips)
aa1: posts the ante $5
bb2: posts the ante $5
Hero: posts the ante $5
*** HOLE CARDS ***
Dealt to Hero [Ah Ad]
*** FLOP *** [2c 7d 9h]
bb2: checks
Hero: bets $6
aa1: folds
bb2: folds
Uncalled bet ($6) returned to Hero
Hero collected $14 from pot
*** SUMMARY ***
Total pot $15 | Rake $1 | Jackpot $0
"""


def test_a_bomb_pot_begins_with_the_flop() -> None:
    record = only(BOMB).record
    assert record.bomb
    assert {due.kind for due in record.dues} == {"bomb"}
    assert ends(BOMB) == [195_00, 195_00, 210_00]


def test_antes_alone_are_no_bomb_pot_where_players_bet_before_the_flop() -> None:
    before = "bb2: checks\nHero: checks\naa1: checks\n*** FLOP"
    text = BOMB.replace("*** FLOP", before)
    assert not only(text).record.bomb
    assert ends(text) == [195_00, 195_00, 210_00]


@pytest.mark.parametrize(("chips", "kind"), [(1, "dead"), (2, "post"), (3, "dead post")])
def test_a_missed_blind_is_what_its_size_says(chips: int, kind: str) -> None:
    text = f"""\
Poker Hand #HD903: Hold'em No Limit ($1/$2) - 2021/04/13 10:03:48
Table 'Elm' 6-max Seat #1 is the button
Seat 1: aa1 ($200 in chips)
Seat 2: bb2 ($200 in chips)
Seat 3: cc3 ($200 in chips)
Seat 5: Hero ($200 in chips)
bb2: posts small blind $1
cc3: posts big blind $2
Hero: posts missed blind ${chips}
*** HOLE CARDS ***
Hero: folds
aa1: folds
bb2: folds
Uncalled bet ($1) returned to cc3
cc3 collected ${chips + 2} from pot
*** SUMMARY ***
Total pot ${chips + 2} | Rake $0
"""
    if kind != "dead":  # a live post is the price that the big blind pays
        text = text.replace("Uncalled bet ($1) returned to cc3\n", "")
        text = text.replace(f"${chips + 2} ", f"${chips + 3} ")
    dues = [due.kind for due in only(text).record.dues if due.seat == 5]
    assert " ".join(dues) == kind
    assert ends(text) == sorted([200_00, 199_00, 200_00 - 100 * chips, 201_00 + 100 * chips])


# --- boards and ends -------------------------------------------------------------------------


def test_cards_glued_together_and_named_twice() -> None:
    text = POKERSTARS.replace("*** FLOP *** [7h 2c Jd]", "*** FLOP *** [7h] [7h2c Jd]")
    assert only(text).record == only(POKERSTARS).record


def test_a_draw_of_dutch_letters_is_told_from_french_ones() -> None:
    dutch = PACIFIC.replace("Ks, Kc", "Hs, Hc").replace("2d, 8h", "Vd, 8h")
    french = PACIFIC.replace("Ks, Kc", "Rs, Rc").replace("2d, 8h", "Vd, 8h")
    for text, rank in ((dutch, "Q"), (french, "J")):
        (flop,) = [action for action in only(text).record.actions if action.does == "board"]
        assert flop.cards[0] == f"{rank}d"
        assert good(text).stacks == good(PACIFIC).stacks


TWICE = """\
FullTiltPoker Game #904: Table Elm (6 max) - $2/$4 - Pot Limit Omaha Hi - 18:15:00 ET - 2010/12/01
Seat 1: Ann ($40)
Seat 3: Bob ($100)
Seat 4: Cy ($80)
Bob posts the small blind of $2
Cy posts the big blind of $4
The button is in seat #1
*** HOLE CARDS ***
Ann raises to $14
Bob folds
Cy raises to $40
Ann calls $26, and is all in
Players agree to Run It Twice
Ann shows [As Ad 3c 4d]
Cy shows [9s Jc 8c 7s]
*** FLOP *** [2c 5d 6h]
*** TURN 1 *** [2c 5d 6h] [Kd]
*** RIVER 1 *** [2c 5d 6h Kd] [Kh]
*** TURN 2 *** [2c 5d 6h] [Tc]
*** RIVER 2 *** [2c 5d 6h Tc] [9c]
*** SHOW DOWN 1 ***
Ann shows a straight, Six high
Cy shows a pair of Kings
*** SHOW DOWN 2 ***
Ann shows a straight, Six high
Cy shows a straight, Jack high
Ann wins pot 1 ($40) with a straight, Six high
Cy wins pot 2 ($40) with a straight, Jack high
*** SUMMARY ***
Total pot $82 | Rake $2
*** SUMMARY 1 ***
Pot 1 $40
Board: [2c 5d 6h Kd Kh]
*** SUMMARY 2 ***
Pot 2 $40
Board: [2c 5d 6h Tc 9c]
"""


def test_full_tilt_runs_it_twice_and_names_hands_after_their_cards() -> None:
    assert ends(TWICE) == [41_00, 81_00, 98_00]
    assert only(TWICE).record.sign.run_twice


def test_a_hand_named_in_words_after_its_cards_stays_shown() -> None:
    once = TWICE.partition("*** TURN 1")[0].replace("Players agree to Run It Twice\n", "")
    once += """\
*** TURN *** [2c 5d 6h] [Kd]
*** RIVER *** [2c 5d 6h Kd] [Kh]
Ann shows a straight, Six high
Cy shows a pair of Kings
Ann wins the pot ($80) with a straight, Six high
*** SUMMARY ***
Total pot $82 | Rake $2
"""
    assert ends(once) == [40_00, 82_00, 98_00]


# --- one site alone --------------------------------------------------------------------------


def test_no_limit_after_the_flop_in_the_heading_of_ggpoker() -> None:
    text = BOMB.replace("Hold'em No Limit", "PLO (NL postflop)").replace("[Ah Ad]", "[Ah Ad 3c 4c]")
    assert (good(text).game, only(text).record.sign.structure) == ("omaha", "no_limit")


def test_what_a_house_of_winamax_adds_to_a_pot() -> None:
    text = WINAMAX.replace("CashGame", 'HOLD-UP "Orme"')
    text = text.replace("*** PRE-FLOP", "Hold-up to Pot: total 10€\n*** PRE-FLOP")
    text = text.replace("collected 158€", "collected 168€").replace("pot 162€", "pot 172€")
    assert (only(text).about.added, only(text).about.won) == (10_00, {4: 168_00})
    assert good(text).rake == good(WINAMAX).rake


SHORT_RAISE = """\
Winamax Poker - CashGame - HandId: #90-1-1 - 7-Card Stud fixed limit (5€/25€/50€) - \
2016/11/14 02:56:04 UTC
Table: 'Orme' 6-max (real money)
Seat 2: Ann (33.90€)
Seat 3: Bob (400€)
*** ANTE/BLINDS ***
Ann posts ante 5€
Bob posts ante 5€
*** 3rd STREET ***
Dealt to Ann [X X 8h]
Dealt to Bob [Qd 3s Kc]
Ann brings in 10€
Bob raises 25€ to 25€
Ann raises -6.10€ to 18.90€
Bob calls 3.90€
*** 4th STREET ***
Dealt to Bob [Qd 3s Kc] [6d]
Dealt to Ann [X X 8h] [5c]
*** 5th STREET ***
Dealt to Bob [Qd 3s Kc 6d] [7d]
Dealt to Ann [X X 8h 5c] [Js]
*** 6th STREET ***
Dealt to Bob [Qd 3s Kc 6d 7d] [2d]
Dealt to Ann [X X 8h 5c Js] [Ad]
*** 7th STREET ***
Dealt to Bob [Qd 3s Kc 6d 7d 2d] [9s]
Dealt to Ann [X X 8h 5c Js Ad] [X]
*** SHOW DOWN ***
Bob shows [Qd 3s Kc 6d 7d 2d 9s] (High card : King)
Ann shows [4d Ac 8h 5c Js Ad Ts] (One pair : Aces)
Ann collected 66.30€ from pot
*** SUMMARY ***
Total pot 66.30€ | Rake 1.50€
"""


def test_a_raise_by_less_than_nothing_is_what_is_put_in() -> None:
    assert ends(SHORT_RAISE) == [67_80, 366_10]


def test_another_language_is_named_as_the_reason() -> None:
    german = stars().replace("Seat ", "Platz ").replace("posts small blind", "setzt Small Blind")
    assert "only English text can be read" in fault(german)


def test_straddles_one_over_the_other() -> None:
    text = GGPOKER.replace("*** HOLE", "Hero: straddle $0.2\nHero: straddle $0.4\n*** HOLE", 1)
    assert "straddle" in {due.kind for due in only(text).record.dues}
