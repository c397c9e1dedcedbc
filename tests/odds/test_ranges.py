"""Ranges as people write them: every rule of the grammar, counted by hand or by brute force."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, islice
from math import comb
from pathlib import Path

import pytest

from croupier.cards import DECK_52, Card, parse_cards, spell
from croupier.games import game_of
from croupier.odds.deals import layout_of
from croupier.odds.equity import equity
from croupier.odds.hand_order import ORDER, class_hands
from croupier.odds.ranges import mask_of, read_range
from croupier.refused import Refused
from tests.odds import brute

Hand = tuple[Card, ...]


def size(text: str, own: int = 2) -> int:
    return len(read_range(text, own).hands)


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA", 6),
        ("AK", 16),
        ("KA", 16),
        ("AKs", 4),
        ("AKo", 12),
        ("22+", 78),
        ("JJ+", 24),
        ("AQs+", 8),
        ("A2s+", 48),
        ("KTo+", 36),
        ("76s+", 4),
        ("22-55", 24),
        ("55-22", 24),
        ("A2s-A5s", 16),
        ("A5s-A2s", 16),
        ("76s-JTs", 20),
        ("JJ+,AQs+,KTo", 44),
        ("JJ+; AQs+ ;KTo", 44),
        ("AsKs", 1),
        ("AKs,AsKs", 4),
        ("As??,AKs", 54),
        ("22+,random", 1326),
        # letters of either case
        ("jj+,aqs+,kto", 44),
        ("aKS", 4),
        # exclusions and intersections
        ("22+!77", 72),
        ("22+ - 77", 72),
        ("22+!(77,88)", 66),
        ("!22+", 1326 - 78),
        ("A*!AA", 4 * 48),
        ("22+:[A-T]", 30),
        ("22+:[A-T]!AA", 24),
        # suits
        ("AhKx", 4),
        ("AhK", 4),
        ("AxKx", 4),
        ("AxKy", 12),
        ("AK[ss]", 1),
        ("AK[hs]", 1),
        ("AK[xx]", 4),
        ("hh", 78),
        ("xx", 4 * 78),
        ("A[s,h]K", 8),
        ("*s*s", 78),
        # ranks
        ("[A-T][A-T]", 20 * 19 // 2),
        ("[AKQ][2-]", 12 * 4),
        ("[T+]2", 20 * 4),
        ("RR", 78),
        ("RO", 1326 - 78),
        ("RxOx", 4 * 78),
        ("A", 6 + 4 * 48),
        ("$B$Z", 16 * 20),
        ("$np", 1326 - 78),
        ("10c9c", 1),
        # as others write them
        ("Axs", 48),
        ("axo", 144),
        ("AXs", 48),
        ("AX", 6 + 4 * 48),
        ("A♠ K♠", 1),
        ("as kd, ac  kc", 2),
        ("5-15%", 128),
        ("A*s", 48),
        ("A*o", 144),
        ("top 15%, 22", 206),
        ("Best15%", 200),
    ],
)
def test_a_range_has_so_many_hands(text: str, hands: int) -> None:
    assert size(text) == hands


# --- omaha, by brute force over some 26,000 hands ------------------------------------------------


def ranks(hand: Hand) -> str:
    return "".join(card.value[0] for card in hand)


def suits(hand: Hand) -> list[int]:
    """How many cards of each suit a hand has, most first."""
    letters = [card.value[1] for card in hand]
    return sorted((letters.count(suit) for suit in "cdhs"), reverse=True)


def doubles(hand: Hand) -> list[int]:
    return sorted((ranks(hand).count(rank) for rank in set(ranks(hand))), reverse=True)


def of_one_suit(hand: Hand, pair: str) -> Iterator[str]:
    """The suits of which a hand has both ranks."""
    for suit in "cdhs":
        if {pair[0] + suit, pair[1] + suit} <= {card.value for card in hand}:
            yield suit


BY_HAND: list[tuple[str, Callable[[Hand], bool]]] = [
    ("AA**", lambda hand: ranks(hand).count("A") >= 2),
    ("AAxx", lambda hand: ranks(hand).count("A") >= 2),
    ("aa", lambda hand: ranks(hand).count("A") >= 2),
    ("AA!AAA", lambda hand: ranks(hand).count("A") == 2),
    ("$ds", lambda hand: suits(hand) == [2, 2, 0, 0]),
    ("xxyy", lambda hand: suits(hand) == [2, 2, 0, 0]),
    ("ds", lambda hand: suits(hand) == [2, 2, 0, 0]),
    ("AAds", lambda hand: ranks(hand).count("A") >= 2 and suits(hand) == [2, 2, 0, 0]),
    ("AAxxds", lambda hand: ranks(hand).count("A") >= 2 and suits(hand) == [2, 2, 0, 0]),
    ("KQJAr", lambda hand: set(ranks(hand)) == set("AKQJ") and max(suits(hand)) == 1),
    (
        "AKQJss",
        lambda hand: (
            set(ranks(hand)) == set("AKQJ") and max(suits(hand)) >= 2 and suits(hand)[1] < 2
        ),
    ),
    ("AsAhxx", lambda hand: {"As", "Ah"} <= {card.value for card in hand}),
    (
        "AAss",  # as elsewhere, a suit belongs to the rank before it: another spade
        lambda hand: (
            "As" in spell(hand) and ranks(hand).count("A") >= 2 and spell(hand).count("s") >= 2
        ),
    ),
    ("AA:$ds", lambda hand: ranks(hand).count("A") >= 2 and suits(hand) == [2, 2, 0, 0]),
    ("AA**[ds]", lambda hand: ranks(hand).count("A") >= 2 and suits(hand) == [2, 2, 0, 0]),
    ("AxAyxy", lambda hand: ranks(hand).count("A") >= 2 and suits(hand) == [2, 2, 0, 0]),
    ("$ss", lambda hand: max(suits(hand)) >= 2 and suits(hand)[1] < 2),
    ("$r", lambda hand: suits(hand) == [1, 1, 1, 1]),
    ("wxyz", lambda hand: suits(hand) == [1, 1, 1, 1]),
    ("RRON", lambda hand: doubles(hand) == [2, 1, 1]),
    ("$op", lambda hand: doubles(hand) == [2, 1, 1]),
    ("RROO", lambda hand: doubles(hand) == [2, 2]),
    ("$tp", lambda hand: doubles(hand) == [2, 2]),
    ("RONP", lambda hand: doubles(hand) == [1, 1, 1, 1]),
    ("AARR", lambda hand: doubles(hand) == [2, 2] and "A" in ranks(hand)),
    ("[A-T][A-T][A-T][A-T]", lambda hand: set(ranks(hand)) <= set("AKQJT")),
    ("sshh", lambda hand: sorted(card.value[1] for card in hand) == ["h", "h", "s", "s"]),
    (
        "KQJT-9876",
        lambda hand: (
            "".join(sorted(ranks(hand), key="23456789TJQKA".index))
            in ("TJQK", "9TJQ", "89TJ", "789T", "6789")
        ),
    ),
    (
        "9876+",
        lambda hand: (
            "".join(sorted(ranks(hand), key="23456789TJQKA".index))
            in ("JQKA", "TJQK", "9TJQ", "89TJ", "789T", "6789")
        ),
    ),
    ("KK+", lambda hand: ranks(hand).count("A") >= 2 or ranks(hand).count("K") >= 2),
    ("AAQ+", lambda hand: ranks(hand).count("A") >= 2 and bool({"Q", "K"} & set(ranks(hand)))),
    (
        "(AK)(QJ)",
        lambda hand: any(
            one != other for one in of_one_suit(hand, "AK") for other in of_one_suit(hand, "QJ")
        ),
    ),
    ("(AK)**", lambda hand: any(of_one_suit(hand, "AK"))),
    ("AxKx", lambda hand: any(of_one_suit(hand, "AK"))),
    (
        "$B$B$Z$Z",
        lambda hand: (
            sum(rank in "AKQJ" for rank in ranks(hand)) == 2
            and sum(rank in "65432" for rank in ranks(hand)) == 2
        ),
    ),
]


@pytest.fixture(scope="module")
def omaha() -> list[tuple[int, Hand]]:
    """All hands of the four highest ranks, and every eleventh of the others."""
    picked = [*combinations(DECK_52[36:], 4), *islice(combinations(DECK_52, 4), 0, None, 11)]
    return [(mask_of(hand), hand) for hand in picked]


@pytest.mark.parametrize(("text", "rule"), BY_HAND, ids=[text for text, _ in BY_HAND])
def test_an_omaha_range_is_exactly_the_hands_it_says(
    text: str, rule: Callable[[Hand], bool], omaha: list[tuple[int, Hand]]
) -> None:
    found = set(read_range(text, 4).masks)
    assert found & {mask for mask, _ in omaha} == {mask for mask, hand in omaha if rule(hand)}


def test_pairs_of_aces_in_omaha_are_counted_by_hand_too() -> None:
    two, three, four = 6 * comb(48, 2), 4 * 48, 1
    assert size("AA**", 4) == two + three + four == 6961
    assert size("!AA**", 4) == comb(52, 4) - 6961
    assert size("(AK)(QJ)", 4) == 4 * 3
    assert size("AA***", 5) == 6 * comb(48, 3) + 4 * comb(48, 2) + 48


# --- weights, percentages -----------------------------------------------------------------------


@pytest.mark.parametrize("text", ["AA:0.5,KK", "50%AA,KK", "AA@50,KK", "AA@50%, KK", "50%(AA),KK"])
def test_weights_say_how_likely_a_hand_is(text: str) -> None:
    found = read_range(text, 2)
    by_hand = dict(zip(found.masks, found.weights, strict=True))
    assert {by_hand[mask] for mask in class_hands("AA")} == {1}
    assert {by_hand[mask] for mask in class_hands("KK")} == {2}


def test_weights_multiply_and_the_last_one_written_counts() -> None:
    found = read_range("50%(AA:0.5,KK),QQ,QsQh:0.125", 2)
    by_hand = dict(zip(found.masks, found.weights, strict=True))
    want = {"AsAh": 2, "KsKh": 4, "QsQd": 8, "QsQh": 1}
    assert {text: by_hand[mask_of(parse_cards(text))] for text in want} == want
    assert read_range("AA:0.3,KK:0.3", 2).weights == ()  # all the same is no weight


def test_a_weight_of_nothing_leaves_a_hand_out() -> None:
    assert size("AA,KK:0.0") == 6
    with pytest.raises(Refused, match="contains no hand"):
        read_range("AA@0", 2)


def test_a_weighted_range_is_the_weighted_mean_of_its_hands() -> None:
    game, board = game_of("holdem"), "Qd8c3s"
    aces, queens = (equity(game, [text, "Td9d"], board) for text in ("AA", "QQ"))
    both = equity(game, ["AA:0.25,QQ:0.75", "Td9d"], board)
    exact = [found.players[0].equity.exact or Fraction(0) for found in (aces, queens, both)]
    # six pairs of aces at a quarter, three of queens at three quarters
    assert exact[2] == (exact[0] * 6 + exact[1] * 3 * 3) / (6 + 3 * 3)
    drawn = equity(game, ["AA:0.25,QQ:0.75", "Td9d"], board, trials=200_000).players[0].equity
    assert abs(drawn.value - float(exact[2])) <= 4 * drawn.error


def test_weighted_ranges_agree_with_brute_force_when_all_cards_are_out() -> None:
    board = parse_cards("AdKc7s2h9c")
    mine, theirs = list(combinations(parse_cards("AcAhKd7c"), 2)), [parse_cards("QhQd")]
    texts = [f"{spell(hand)}:{0.25 if at % 2 else 1.0}" for at, hand in enumerate(mine)]
    found = equity(game_of("holdem"), [",".join(texts), "QhQd"], spell(board))
    weighed = [hand for at, hand in enumerate(mine) for _ in range(1 if at % 2 else 4)]
    truth = brute.count("holdem", [weighed, theirs], board, 2, 5, ())
    assert found.players[0].equity.exact == truth.equity[0] / truth.deals


def test_weights_too_fine_to_count_are_refused() -> None:
    fine = ",".join(f"{name}:0.{999_999 - at}" for at, name in enumerate(ORDER[:50]))
    with pytest.raises(Refused, match="too fine to count"):
        equity(game_of("holdem"), [fine, fine], "2c3d4h8s", exact=True)
    with pytest.raises(Refused, match="finer than a millionth"):
        read_range("50%(AA:0.0000001)", 2)


@pytest.mark.parametrize(
    ("text", "hands"),
    [("0.4%", 6), ("0.5%", 12), ("100%", 1326), ("5%-10%", 62), ("50%:AA", 6), ("0.5%!AA", 6)],
)
def test_a_percentage_is_the_best_part_of_all_hands(text: str, hands: int) -> None:
    assert size(text) == hands


def test_all_hands_are_in_the_order_once() -> None:
    masks = [mask for name in ORDER for mask in class_hands(name)]
    assert (len(masks), len(set(masks))) == (1326, 1326)


@pytest.mark.parametrize("first", [0, 40, 90, 167])
def test_the_order_is_by_equity_against_a_random_hand(first: int) -> None:
    game = game_of("holdem")

    def chance(name: str) -> float:
        (mask, *_) = class_hands(name)
        hand = spell(card for card in DECK_52 if mask >> card.number & 1)
        drawn = equity(game, [hand, "random"], trials=100_000).players[0].equity
        return drawn.value

    far = min(first + 30, 168) if first < 138 else first - 30
    one, other = chance(ORDER[first]), chance(ORDER[far])
    assert (one > other) == (first < far)


@pytest.mark.soak
def test_every_hand_of_the_order_has_a_lower_equity_than_the_one_before() -> None:
    game, last = game_of("holdem"), Fraction(1)
    for name in ORDER:
        hand = spell(card for card in DECK_52 if class_hands(name)[0] >> card.number & 1)
        found = equity(game, [hand, "random"], exact=True).players[0].equity.exact
        assert found is not None
        assert found < last, name
        last = found


# --- other games --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["random", "any", "*", "????", "Random"])
def test_nothing_known_is_all_to_come(text: str) -> None:
    found = read_range(text, 2)
    assert (found.hands, found.missing) == (((),), 2)


@pytest.mark.parametrize(
    ("key", "text", "hands", "missing"),
    [
        ("seven-card-stud", "QQ/K", 6 * 4, 4),
        ("seven-card-stud", "QQ+/Ks", 6 + 3 + 6, 4),
        ("seven-card-stud", "(AK)/Q", 4 * 4, 4),
        ("seven-card-stud", "[A-T][A-T]/[A-T]", comb(20, 3), 4),
        ("seven-card-stud", "AsKd/7c,AsKh/7c", 2, 4),
        ("seven-card-stud", "QQ/2:0.5,JJ/2", 6 * 4 * 2, 4),
        ("razz", "[A,2-5][A,2-5]/[A,2-5]:$np", comb(5, 3) * 64, 4),
        ("razz", "[A-5][A-5]/[A-5]:$np", comb(5, 3) * 64, 4),
        ("seven-card-stud", "[A-5][A-5]/[A-5]", comb(40, 3), 4),
        ("badugi", "[A-5][A,2-5][a-5]:1", comb(20, 3), 1),
        ("badugi", "A23:1", 64, 1),
        ("badugi", "As2d3c:1", 1, 1),
        ("badugi", "AwKxQyJz", 24, 0),
        ("triple-draw-2-7", "2347:1", 256, 1),
        ("short-deck", "77", 6, 0),
    ],
)
def test_stud_and_draw_games_have_ranges(key: str, text: str, hands: int, missing: int) -> None:
    found = layout_of(game_of(key)).read(text)
    assert (len(found.masks), found.missing) == (hands, missing)


def test_a_stud_range_is_the_mean_of_its_hands() -> None:
    game = game_of("seven-card-stud")
    rest, board = "2h3h4h5d", "QcJd/9h8h7c2d"
    means = []
    for text in ("KsKd", "KsKc"):
        found = equity(game, [f"{text}/{rest}", board], exact=True).players[0].equity.exact
        assert found is not None
        means.append(found)
    both = equity(game, [f"KsKd/{rest},KsKc/{rest}", board], exact=True).players[0].equity.exact
    assert both == sum(means) / 2


def test_a_range_has_only_cards_of_the_games_deck() -> None:
    found = layout_of(game_of("short-deck")).read("A*")
    assert len(found.masks) == 6 + 4 * 32


def test_a_joined_range_climbs_by_one_card_or_by_both() -> None:
    assert {spell(hand)[::2] for hand in read_range("A2s-A4s", 2).hands} == {"A2", "A3", "A4"}
    assert {spell(hand)[::2] for hand in read_range("76s-98s", 2).hands} == {"76", "87", "98"}
    assert {spell(hand)[::2] for hand in read_range("KTo+", 2).hands} == {"KT", "KJ", "KQ"}


@pytest.mark.parametrize(
    ("text", "own", "why"),
    [
        ("AKs-QJo", 2, "'AKs-QJo' joins hands of different kinds"),
        ("AKs-J9s", 2, "joins hands of different kinds"),
        ("22s", 2, "neither suited nor offsuit"),
        ("AKs+-", 2, "names one end of a row: write both, as in 22-66"),
        ("77-", 2, "names one end of a row"),
        ("+", 2, "neither a hand nor a range"),
        ("AsAs", 2, "As occurs twice"),
        ("AsAs,KK", 2, "'AsAs' (character 1 of the range) names a card twice"),
        (" ", 2, "a range without hands"),
        ("AA,,KK", 2, "has an empty part"),
        ("x" * 500, 2, "is 500 cards; a hand here is 2"),
        ("22+,AKZ", 2, "'AKZ' (character 5 of the range) is neither a hand nor a range: 'Z'"),
        ("AhXh", 2, "'X' is not a card"),  # another heart, or any card?
        ("AA:2", 2, "contains no hand (a weight is a decimal from 0 to 1"),
        ("(AA,KK", 2, "opens a parenthesis that nothing closes"),
        ("AA)", 2, "')' (character 3 of the range) does not belong here"),
        ("AA:2.5", 2, "a weight that is not from 0 to 1"),
        ("150%AA", 2, "a weight that is not from 0 to 1"),
        ("150%", 2, "is not a share of all hands"),
        ("15%", 4, "is a part of all hands of hold'em"),
        ("AK[ssh]", 2, "[ssh] names 3 suits of 2 cards"),
        ("A[K-]Q+", 4, "moves ranks that are not named"),
        ("[AX]K", 2, "'AX' is not a rank"),
        ("AsAh", 4, "is 2 cards; a hand here is 4, x for one not known"),
        ("AsAhKsKd2c", 4, "is 5 cards; a hand here is 4"),
        ("AAA:KKK", 4, "contains no hand"),
        ("(" * 400, 2, "has more than 30 groups or exclusions"),
        ("!" * 400 + "AA", 2, "has more than 30 groups or exclusions"),
        ("RROON", 5, "fits too many hands to look through: name more cards"),
    ],
)
def test_what_is_no_range_is_refused_in_words(text: str, own: int, why: str) -> None:
    with pytest.raises(Refused) as refused:
        read_range(text, own)
    assert why in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_percentage_is_refused_where_the_deck_is_another() -> None:
    with pytest.raises(Refused, match="this game has others"):
        equity(game_of("short-deck"), ["15%", "AsAh"])


# --- the page that documents them ---------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs/reference/ranges.md").read_text()
ROW = re.compile(
    r"^\| (?:`(?P<key>[a-z0-9-]+)` \| )?(?P<ranges>`[^|]+`) \| (?P<hands>\d+) \|", re.M
)


def documented() -> Iterator[tuple[str, str, int]]:
    heading = ""
    for line in PAGE.splitlines():
        heading = line if line.startswith("## ") else heading
        if row := ROW.match(line):
            usual = "omaha" if heading == "## Omaha" else "holdem"
            yield row["key"] or usual, row["ranges"], int(row["hands"])


def test_the_page_shows_enough_to_be_tested() -> None:
    assert len([*documented()]) > 45


@pytest.mark.parametrize(("key", "ranges", "hands"), [*documented()])
def test_the_page_counts_the_hands_of_every_range(key: str, ranges: str, hands: int) -> None:
    layout = layout_of(game_of(key))
    found = [frozenset(layout.read(text).masks) for text in re.findall("`([^`]+)`", ranges)]
    together = frozenset().union(*found)
    assert len(together) == hands
    assert hands in (len(found[0]), sum(map(len, found)))  # the same range, or parts of one
