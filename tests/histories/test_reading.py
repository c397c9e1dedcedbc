"""PHH as others write it: what we understand, and what we refuse at its place."""

import time

import pytest

from croupier.histories.conversion import convert
from croupier.histories.hand import Hand
from croupier.histories.phh_reader import read_phh
from croupier.histories.replayer import play_history
from croupier.histories.results import replay_hands
from croupier.refused import Refused
from tests.histories.fuzz import assert_one_sentence, attempt, broken
from tests.histories.hands import BADUGI, HOLDEM, SAMPLES, STUD


def only(text: str) -> Hand:
    (hand,) = read_phh(text)
    return hand


def ends(text: str) -> list[int]:
    hand = only(text)
    state, _ = play_history(hand.record, hand.places)
    return [int(state.stacks[seat]) // hand.about.unit for seat in hand.record.order]


@pytest.mark.parametrize("text", SAMPLES)
def test_a_sample_replays(text: str) -> None:
    ((result, _),) = replay_hands(text)
    assert (result.ok, result.faults) == (True, [])


def test_heads_up_the_button_posts_the_small_blind() -> None:
    """With two players both lists are reversed: p2 has the button and posts the first amount."""
    text = HOLDEM.replace("[0, 0, 0]", "[0, 0]").replace("[1, 2, 0]", "[1, 2]")
    text = text.replace("[200, 200, 200]", "[200, 200]").split("actions")[0]
    assert ends(f"{text}actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']") == [201, 199]


def test_decimals_are_scaled_to_whole_amounts() -> None:
    text = HOLDEM.replace("[200, 200, 200]", "[200, 200.5, 200.25]").split("finishing")[0]
    hand = only(text)
    assert (hand.about.decimals, hand.about.unit) == (2, 1)
    assert list(hand.record.stacks.values()) == [200_00, 200_50, 200_25]
    assert (only(HOLDEM).about.decimals, only(HOLDEM).about.unit) == (0, 100)
    assert list(only(HOLDEM).record.stacks.values()) == [200_00, 200_00, 200_00]


def test_all_hands_of_a_file_have_one_scale() -> None:
    fine = HOLDEM.replace("cbr 20", "cbr 20.5").split("finishing")[0]
    results = [result for result, _ in replay_hands(f"[1]\n{HOLDEM}\n[2]\n{fine}")]
    assert [(result.scale, result.ok) for result in results] == [(100, True), (100, True)]
    assert results[0].stacks == [236_00, 198_00, 166_00]


def test_an_endless_stack_is_played_and_written_back() -> None:
    text = HOLDEM.replace("[200, 200, 200]", "[inf, 200, inf]").split("finishing")[0]
    ((result, _),) = replay_hands(text)
    assert (result.ok, result.stacks) == (True, [None, 198, None])
    assert "starting_stacks = [inf, 200, inf]" in convert(convert(text), lossy=True)


def test_a_redundant_check_is_accepted() -> None:
    """The big blind checks although the other player is all-in for the small blind."""
    text = HOLDEM.replace("[200, 200, 200]", "[1, 200, 200]").split("actions")[0]
    actions = ["d dh p1 AsKs", "d dh p2 7c2d", "d dh p3 QhQd", "p3 f", "p2 cc"]
    actions += ["d db Ah7s3c", "p2 cc", "d db 9d", "p2 cc", "d db 2h", "p2 cc"]
    ((result, _),) = replay_hands(f"{text}actions = {[*actions, 'p1 sm AsKs', 'p2 sm 7c2d']}")
    assert (result.faults, result.stacks) == ([], [0, 201, 200])


@pytest.mark.parametrize(
    ("winnings", "fault"),
    [
        ("[70, 0, 0]", ""),
        ("[68, 0, 0]", ""),  # two for the house
        ("[0, 0, 0]", ""),  # several sources tell nothing but noughts
        ("[0, 70, 0]", "p1 wins 70, the file has 0"),
        ("[30, 0, 0]", "p1 wins 70, the file has 30"),
        ("[71, 0, 0]", "p1 wins 70, the file has 71"),
    ],
)
def test_winnings_that_contradict_the_cards_are_a_fault(winnings: str, fault: str) -> None:
    text = f"{HOLDEM.split('finishing')[0]}winnings = {winnings}\n"
    ((result, _),) = replay_hands(text)
    assert (result.ok, fault in "".join(result.faults)) == (not fault, True)


def test_the_imported_sign_is_no_tables() -> None:
    sign = only(STUD).record.sign
    assert (sign.unit, sign.raise_cap, sign.odd_chip) == (1_00, 3, "left_of_button")
    assert (sign.as_recorded, sign.authorised) == (True, False)
    assert sign.heads_up_button_small_blind
    assert only(HOLDEM).record.sign.raise_cap is None


def test_a_blind_below_zero_is_a_live_post() -> None:
    text = HOLDEM.replace("[1, 2, 0]", "[1, 2, -2]").split("actions")[0]
    holes = "'d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????'"
    assert ends(f"{text}actions = [{holes}, 'p3 cc', 'p1 f', 'p2 cc', 'd db 2c3c4c', 'p2 f']") == [
        199,
        198,
        203,
    ]


def test_antes_that_are_not_trimmed_all_lie_in_the_main_pot() -> None:
    """A short big-blind ante still contends for every chip of it, in one reading only."""
    text = """\
variant = 'NT'
ante_trimming_status = {trimmed}
antes = [10, 10, 10]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [4, 100, 100]
actions = [
  'd dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 QsQh', 'p3 cc', 'p2 cc',
  'd db 2c3c5d', 'p2 cc', 'p3 cc', 'd db 7h', 'p2 cc', 'p3 cc', 'd db 9s', 'p2 cc', 'p3 cc',
]
"""
    assert ends(text.format(trimmed="false")) == [24, 92, 88]
    assert ends(text.format(trimmed="true")) == [12, 104, 88]


def test_discards_first_become_one_player_at_a_time() -> None:
    draws = [
        (action.does, action.seat)
        for action in only(BADUGI).record.actions
        if action.does in ("discard", "hole")
    ]
    assert draws[2:6] == [("discard", 1), ("hole", 1), ("discard", 2), ("hole", 2)]


def test_an_opener_may_complete_at_once() -> None:
    text = STUD.replace("'p1 pb', 'p2 cbr 4', 'p1 cc'", "'p1 cbr 4', 'p2 cc'")
    assert ends(text) == [95, 105]


def test_all_in_hands_may_be_shown_before_the_last_cards() -> None:
    text = HOLDEM.split("actions")[0] + (
        "actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 200', 'p1 cc', 'p2 f',"
        " 'p1 sm ????', 'p3 sm ????', 'd db Ah7s3c', 'p3 sm QhQd', 'd db 9d', 'd db 2h',"
        " 'p1 sm AsKs']"
    )
    assert ends(text) == [402, 198, 0]


def test_hands_that_nobody_named_leave_a_showdown_open() -> None:
    text = HOLDEM.replace("AsKs", "????").replace("QhQd", "????")
    with pytest.raises(Refused, match="nobody can say who won"):
        ends(text)


def test_a_winner_may_show_when_all_others_have_folded() -> None:
    text = STUD.replace("'p1 f',", "'p1 f', 'p2 sm KhKdQs3s',")
    assert ends(text) == [95, 105]


def test_commentary_is_left_aside() -> None:
    text = HOLDEM.replace("'p2 f'", "'p2 f  # a fold', '# nothing happens'")
    assert ends(text) == [236, 198, 166]


def test_a_file_that_says_another_result_is_a_fault() -> None:
    ((result, _),) = replay_hands(HOLDEM.replace("236, 198, 166", "230, 204, 166"))
    assert not result.ok
    assert result.faults == [
        "hand 1: p1 ends with 236, the file has 230",
        "hand 1: p2 ends with 198, the file has 204",
    ]


def test_what_winners_lack_is_the_rake() -> None:
    ((result, _),) = replay_hands(HOLDEM.replace("236, 198, 166", "232.5, 198, 166"))
    assert (result.ok, result.rake, result.scale) == (True, 3_50, 100)


# --- hostile ---------------------------------------------------------------------------------

DEEP = 60_000
HOSTILE = {
    "nothing": ("", "- is not a hand history that can be read. Formats: "),
    "no hand": ("[1]\nx = 1\n[2]\nvariant = 7", "variant must be a string"),
    "not TOML": ("variant = ", "not TOML: Invalid value"),
    "cut in the middle": (HOLDEM[:150], "not TOML"),
    "a line of ten megabytes": (f"x = '{'x' * 10_000_000}'\n{HOLDEM}", "the hand is longer"),
    "nested arrays": (f"x = {'[' * DEEP}{']' * DEEP}\n{HOLDEM}", "too deeply nested"),
    "nested tables": (
        "variant = 'NT'\nx = " + "{a=" * DEEP + "1" + "}" * DEEP,
        "too deeply nested",
    ),
    "a dotted key": (f"variant = 'NT'\n{'a.' * DEEP}a = 1\n", "too many dots"),
    "a number of many digits": (HOLDEM.replace("min_bet = 2", f"min_bet = {'9' * 9_999}"), "long"),
    "a huge exponent": (HOLDEM.replace("min_bet = 2", "min_bet = 1e999999999"), "out of bounds"),
    "a tiny exponent": (HOLDEM.replace("min_bet = 2", "min_bet = 1e-999999999"), "out of bounds"),
    "no number": (HOLDEM.replace("min_bet = 2", "min_bet = nan"), "out of bounds"),
    "a bet without end": (HOLDEM.replace("min_bet = 2", "min_bet = inf"), "out of bounds"),
    "a flag for a number": (HOLDEM.replace("min_bet = 2", "min_bet = true"), "must be a number"),
    "a text for a list": (HOLDEM.replace("[0, 0, 0]", "'0'"), "antes must be a list"),
    "numbers for actions": (HOLDEM.replace("'p2 f'", "7"), "actions must be a list of strings"),
    "a negative stack": (HOLDEM.replace("[200, 200,", "[200, -200,"), "seat 2 has no chips"),
    "a negative ante": (HOLDEM.replace("[0, 0, 0]", "[0, -1, 0]"), "an ante must not be negative"),
    "an empty stack": (HOLDEM.replace("[200, 200,", "[200, 0,"), "seat 2 has no chips"),
    "one player": (HOLDEM.replace("[200, 200, 200]", "[200]"), "antes has 3 amounts for 1"),
    "twelve players": (HOLDEM.replace("[200, 200, 200]", "[1" + ", 1" * 11 + "]"), "at most 11"),
    "an unknown code": (HOLDEM.replace("'NT'", "'XX'"), "unknown variant code 'XX'"),
    "no least bet": (HOLDEM.replace("min_bet = 2\n", ""), "min_bet must be a number"),
    "an unknown action": (HOLDEM.replace("'p2 f'", "'p2 fold'"), "action 6 (p2 fold): PHH has"),
    "an unknown player": (HOLDEM.replace("'p2 f'", "'p7 f'"), "action 6 (p7 f): there is no p7"),
    "no player": (HOLDEM.replace("'p2 f'", "'q2 f'"), "action 6 (q2 f): 'q2' is not a player"),
    "a player out of turn": (HOLDEM.replace("'p2 f'", "'p3 f'"), "action 6 (p3 f): seat 2 is"),
    "no card": (HOLDEM.replace("Ah7s3c", "Ah7s3x"), "action 7 (d db Ah7s3x): '3x' is not a card"),
    "half a card": (HOLDEM.replace("Ah7s3c", "Ah7s3"), "'3' is not a card"),
    "a joker": (HOLDEM.replace("Ah7s3c", "Jk1"), "'Jk' is not a card"),
    "a card dealt twice": (HOLDEM.replace("Ah7s3c", "As7s3c"), "action 7 (d db As7s3c): As occurs"),
    "a card twice in a hand": (HOLDEM.replace("'d dh p1 AsKs'", "'d dh p1 AsAs'"), "action 1 "),
    "an unknown board": (HOLDEM.replace("Ah7s3c", "??????"), "a face-up card must be named"),
    "a flop of two": (HOLDEM.replace("Ah7s3c", "Ah7s"), "a board comes next"),
    "a flop of four": (HOLDEM.replace("Ah7s3c", "Ah7s3c4c"), "3 cards are due, not 4"),
    "a hand of three": (HOLDEM.replace("AsKs', 'd", "AsKsQs', 'd"), "seat 1 gets 2 cards"),
    "a hand missing": (HOLDEM.replace("'d dh p2 7c2d', ", ""), "2 cards to a hand come next"),
    "another hand shown": (HOLDEM.replace("sm AsKs", "sm AsQs"), "Ks was dealt to this hand"),
    "a raise too small": (HOLDEM.replace("cbr 6", "cbr 3"), "you can raise to between 4 and 200"),
    "a raise beyond the stack": (HOLDEM.replace("cbr 6", "cbr 201"), "covers 200 at most"),
    "a negative raise": (HOLDEM.replace("cbr 6", "cbr -6"), "'-6' is not an amount"),
    "a raise in letters": (HOLDEM.replace("cbr 6", "cbr six"), "'six' is not an amount"),
    "a forced bet in hold'em": (HOLDEM.replace("p3 cbr 6", "p3 pb"), "not bring_in"),
    "a call where a forced bet is due": (STUD.replace("p1 pb", "p1 cc"), "bring in or complete"),
    "a discard in hold'em": (HOLDEM.replace("p3 cbr 6", "p3 sd Qh"), "not discard"),
    "a discard of another's card": (BADUGI.replace("sd 9h", "sd 9c"), "of your hand"),
    "more drawn than thrown": (BADUGI.replace("dh p2 Kc", "dh p2 KcQc"), "seat 2 draws 1 cards"),
    "less drawn than thrown": (BADUGI.replace("dh p1 ????', 'd", "dh p1 ??', 'd"), "to a hand"),
    "an end too early": (HOLDEM.split("'d db 9d'")[0] + "]", "the end: a board comes next"),
    "an end before the action": (HOLDEM.split("'p3 cbr 6'")[0] + "]", "the end: seat 3 is to act"),
    "an action too many": (HOLDEM.replace("'p3 sm QhQd'", "'p3 sm QhQd', 'p1 cc'"), "is over"),
    "two thousand actions": (HOLDEM.replace("'p2 f'", "'p2 f'" + ", 'p2 f'" * 2_000), "more"),
    "a long action": (HOLDEM.replace("p2 f", "p2 f " + "f" * 900), "action 6: the action is too"),
    "control characters": (HOLDEM.replace("'p2 f'", '"p2 \\u0007 f"'), "PHH has no such"),
    "a stray value": (f"x = 1\n[1]\n{HOLDEM}", "variant must be a string"),
    "limits that fall": (STUD.replace("big_bet = 8", "big_bet = 2"), "limits must be positive"),
    "no limits": (STUD.replace("small_bet = 4", "small_bet = 0"), "limits must be positive"),
    "a forced bet of nothing": (STUD.replace("bring_in = 1", "bring_in = 0"), "forced bet"),
    "stacks of others": (HOLDEM.replace("236, 198, 166", "236, 198"), "2 stacks for 3 players"),
    "a field of ours, broken": (f"_croupier = '{{'\n{HOLDEM}", "not written by croupier"),
    "a field of ours, of another kind": (f"_croupier = 7\n{HOLDEM}", "not written by croupier"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_sentence(name: str) -> None:
    text, why = HOSTILE[name]
    before = time.process_time()
    words = attempt(text)
    assert why in words
    assert_one_sentence(words)
    assert time.process_time() - before < 20


def test_one_bad_hand_does_not_hide_the_others() -> None:
    text = f"[1]\n{HOLDEM}\n[2]\n{HOLDEM.replace('p2 f', 'p2 x')}\n[last]\n{STUD}"
    results = [result for result, _ in replay_hands(text, "three.phhs")]
    assert [(result.id, result.ok) for result in results] == [
        ("1", True),
        ("2", False),
        ("last", True),
    ]
    assert results[1].faults == ["hand 2: action 6 (p2 x): PHH has no such action (FIELD actions)"]


def test_nothing_of_a_refused_hand_is_shown() -> None:
    ((result, log),) = replay_hands(HOLDEM.replace("cbr 20", "cbr 2000"))
    assert (result.ok, result.stacks, result.pots, log) == (False, [], [], [])


def test_our_field_must_agree_with_the_rest() -> None:
    house = '{"game":"%s","sign":{},"button":3,"dues":%s,"scale":100}'
    other = house % ("badugi", "[]")
    assert "the field is for badugi, but the variant is NT" in attempt(
        f"_croupier = '{other}'\n{HOLDEM}"
    )
    sign = house.replace("{}", '{"structure":"no_limit","limits":[200]}', 1)
    none = sign % ("holdem", "[]")
    assert "contradicts the antes and blinds" in attempt(f"_croupier = '{none}'\n{HOLDEM}")
    ours = sign % ("holdem", '[[1,"blind",100,"POKER 10(e)"],[2,"blind",200,"POKER 10(e)"]]')
    assert attempt(f"_croupier = '{ours}'\n{HOLDEM}") == ""
    far = ours.replace('"button":3', '"button":1')
    assert "its button does not deal" in attempt(f"_croupier = '{far}'\n{HOLDEM}")


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_no_broken_file_does_harm(part: int) -> None:
    for seed in range(part * 1_000, part * 1_000 + 1_000):
        attempt(broken(seed))
