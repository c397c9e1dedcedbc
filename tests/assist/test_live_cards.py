"""Cards at a live table: a spent deck in stud, lows that tie, badeucey's ace, and what is said."""

import pytest

from croupier.chips import Chips
from tests.assist.live import BOTH, NO_LIMIT, Live
from tests.assist.typist import Open
from tests.clause import clause

STUDS = ("seven-card-stud", "seven-card-stud-hilo", "seven-card-stud-hilo-8")
RANKS = "KQJT98765432A"


@clause("POKER-9h2")
@pytest.mark.parametrize("key", STUDS)
@pytest.mark.parametrize(
    ("players", "common"),
    [(6, []), (7, ["seventh"]), (8, ["seventh"]), (9, ["sixth", "seventh"])],
)
def test_one_common_card_where_the_deck_does_not_serve_all(
    tables: Open, key: str, players: int, common: list[str]
) -> None:
    """Nine who stay leave five cards after fifth street; seven leave seven before the last."""
    deck = [rank + suit for suit in "cdhs" for rank in RANKS]
    live = Live(tables, key, *[100] * players).deal()
    found = []
    for street in ("third", "fourth", "fifth", "sixth", "seventh"):
        if "turn up one card for all players" in live.now:
            found.append(street)
            assert "burn the top card" in live.now
            live.type(deck.pop(0))
        elif "face up" in live.now:
            live.type(" ".join(deck.pop(0) for _ in range(players)))
        while live.session.now.seat and "shows" not in live.now:
            live.type("c")
    assert found == common
    assert "shows first" in live.now, "betting followed every card"


@clause("POKER-3g", "BBC-rank4")
@pytest.mark.parametrize("key", BOTH)
def test_cards_speak_whatever_a_player_announces(tables: Open, key: str) -> None:
    """The first player says two pair and holds a flush; the second says royal flush with less."""
    live = Live(tables, key, 100, 100, **NO_LIMIT).deal().type("c", "k", "Qs 9s 4s", "k", "k")
    live.type("Ah", "k", "k", "3d", "k", "k")
    hands = ("AsKs", "AdAc") if key == "holdem" else ("AsKs7d6h", "AdAc8h7c")
    first = live.session.now.seat
    for announced in ("say two pair", "s two pair", f"s two pair {hands[0]}", "say royal flush"):
        assert live.refused(announced)
    live.type(f"s {hands[0]}")
    assert "flush, ace high" in live.news
    assert "two pair" not in live.news
    live.refused("say royal flush")
    live.type(f"s {hands[1]}")
    assert "three-of-a-kind, aces" in "\n".join(live.said("shows"))
    assert live.stacks == {first: 102, 3 - first: 98}


@clause("POKER-21k1i")
@pytest.mark.parametrize(
    ("first", "second", "stacks"),
    [
        ("AsKs2h3d4c", "KdKh5s3h2c", {1: 104, 2: 96}),  # K-4-3-2 of these five, not A-4-3-2
        ("Ac2d3h4s4d", "Kc5d6h7s7d", {1: 100, 2: 100}),  # an ace is high: K-7-6-5 is better
        ("7s5h4d3c2h", "8s5d4h3s2c", {1: 100, 2: 100}),  # 7-4-3-2 loses to 5-4-3-2
        ("2s3h4d5c5h", "6s3d4h2c2d", {1: 100, 2: 100}),  # 5-4-3-2 is the best, but fives are a pair
    ],
)
def test_badeucey_counts_the_ace_high_in_its_badugi(
    tables: Open, first: str, second: str, stacks: dict[int, float]
) -> None:
    live = Live(tables, "badeucey", 100, 100).deal().type("r", "c")
    for _ in range(3):
        live.type("d 0", "d 0", "k", "k")
    while "show or muck" in live.now:
        live.type(f"s {first if live.session.now.seat == 1 else second}")
    assert live.stacks == stacks


@clause("POKER-20j2iii")
@pytest.mark.parametrize(("higher", "lower"), ["dc", "hd", "sh"])
@pytest.mark.parametrize("low", [2, 3])
def test_the_excess_of_tied_lows_goes_to_the_lowest_card_by_suit(
    tables: Open, higher: str, lower: str, low: int
) -> None:
    """$63: $32 to the high hand, and of $31 $16 to the ace of the lower suit, $15 to the other."""
    live = Live(tables, "five-card-omaha-hilo-8", 21, 21, 21, **NO_LIMIT).deal()
    live.type("a", "c", "c", "2s 4h 7c", "Kc", "Qh")
    rest = {2: "JsTd9s", 3: "JdTs9h"}
    hands = {1: "KsKdQsQd9c"} | {
        seat: f"A{suit}5{suit}{rest[seat]}" for seat, suit in ((low, lower), (5 - low, higher))
    }
    while "show or muck" in live.now:
        live.type(f"s {hands[live.session.now.seat]}")
    assert live.stacks == {1: 32, low: 16, 5 - low: 15}


@clause("POKER-20j2iii")
def test_another_player_may_be_named_for_the_excess_where_it_is_posted(tables: Open) -> None:
    sign = {**NO_LIMIT, "odd_chip": "left_of_button", "unit": Chips(1_00)}
    live = Live(tables, "five-card-omaha-hilo-8", 21, 21, 21, **sign).deal()
    live.type("a", "c", "c", "2s 4h 7c", "Kc", "Qh")
    hands = {1: "KsKdQsQd9c", 2: "Ad5dJsTd9s", 3: "Ac5cJdTs9h"}
    while "show or muck" in live.now:
        live.type(f"s {hands[live.session.now.seat]}")
    assert live.stacks == {1: 32, 2: 16, 3: 15}


# --- the lowest flush of Two Card Joker ------------------------------------------------------


@clause("TCJ-5b6")
@pytest.mark.parametrize(("posted", "stack"), [("4-2", 235), ("A-3", 185)])
def test_an_ace_beside_a_three_is_high_unless_the_sign_posts_it_as_printed(
    tables: Open, posted: str, stack: int
) -> None:
    live = Live(tables, "two-card-joker", 200, lowest_flush=posted).deal()
    live.type("1 ante 10 super flush 5", "go", "p", "As3s", "4h2h")
    assert live.stacks == {1: stack}
