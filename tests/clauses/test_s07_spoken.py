"""POKER 7(d)-(i) and 15(j), and their twins of BBC: what is said and pushed, and what it means."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.accounts import POT
from croupier.engine.commands import Bet, Call, Check, Command, Fold, RaiseTo, Say
from croupier.engine.events import Ruled
from croupier.engine.play import decide
from croupier.games import GAMES
from croupier.refused import Refused
from tests.clause import clause
from tests.dealing import Deal
from tests.strategies import Seeded, attempts, seeded_round

LIMIT: dict[str, Any] = {"structure": "limit", "limits": (2_00, 4_00)}
STRADDLED = replace(GAMES["five-card-omaha"].sign, straddle=Chips(4_00))
NO_LIMIT: dict[str, Any] = {"structure": "no_limit", "limits": (2_00,)}
WORDS: tuple[Any, ...] = ("fold", "check", "call", "bet", "raise")


def says(
    deal: Deal, word: Any = "", amount: int = 0, *chips: int, seat: int = 0, **more: Any
) -> Ruled:
    """Let the player in turn (or another seat) say and push something; the ruling on it."""
    said = Say(
        seat or deal.actor,
        word=word,
        amount=Chips(amount),
        chips=tuple(Chips(chip) for chip in chips),
        **more,
    )
    before = len(deal.log)
    deal.say(said)
    ruled = deal.log[before]
    assert isinstance(ruled, Ruled)
    assert ruled.said == said
    return ruled


def not_binding(deal: Deal, cited: str, *said: Any, **more: Any) -> str:
    """Say something that changes nothing; what the dealer answers."""
    before = deal.state
    ruled = says(deal, *said, **more)
    assert (ruled.amounts_to, ruled.pending) == ("", None)
    assert ruled.clause == cited
    assert deal.state == before
    return ruled.says


def last(deal: Deal, kind: str) -> Any:
    return deal.events_of(kind)[-1]


def facing_four(key: str, **posted: Any) -> Deal:
    """Seat 3 has raised to $4, and seat 4 has nothing in yet."""
    return Deal(key, 5, button=5, **posted).raise_to(4_00)


# --- 7(d): a statement in turn binds ---------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(d)", marks=clause("POKER-7d")),
        pytest.param("bbc-omaha", "BBC wag-verbal", marks=clause("BBC-wag-verbal")),
    ],
)
@pytest.mark.parametrize(
    ("word", "kind", "words"),
    [
        ("fold", "Folded", "folds"),
        ("call", "Called", "calls $2"),
        ("raise", "Raised", "raises to $4"),
    ],
)
def test_a_word_binds_whose_turn_it_is(
    key: str, cited: str, word: str, kind: str, words: str
) -> None:
    deal = Deal(key, 3, **LIMIT)
    ruled = says(deal, word)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == (word, words, cited)
    assert last(deal, kind).seat == 3
    assert deal.actor == 1
    assert deal.stacks[3] == 200_00 - {"fold": 0, "call": 2_00, "raise": 4_00}[word]


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(d)", marks=clause("POKER-7d")),
        pytest.param("bbc-omaha", "BBC wag-verbal", marks=clause("BBC-wag-verbal")),
    ],
)
def test_check_and_bet_bind_where_nothing_is_bet(key: str, cited: str) -> None:
    deal = Deal(key, 3, **LIMIT).to_street("flop")
    ruled = says(deal, "check")
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("check", "checks", cited)
    ruled = says(deal, "bet")
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("bet", "bets $2", cited)
    assert [last(deal, "Checked").seat, last(deal, "Raised").to] == [1, 2_00]


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(d)", marks=clause("POKER-7d")),
        pytest.param("bbc-omaha", "BBC wag-verbal", marks=clause("BBC-wag-verbal")),
    ],
)
def test_an_announced_size_is_the_call_the_raise_or_the_bet_of_that_size(
    key: str, cited: str
) -> None:
    deal = Deal(key, 4, **NO_LIMIT)
    ruled = says(deal, "", 2_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("call", "calls $2", cited)
    ruled = says(deal, "", 10_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("raise", "raises to $10", cited)
    assert says(deal, "", 9_00).says == "calls $9"  # what the small blind still owes
    assert says(deal, "", 10_00).says == "calls $8"
    deal.fold()
    assert says(deal, "", 7_00).says == "bets $7"
    assert last(deal, "Raised").to == 7_00


@clause("POKER-7d")
def test_the_size_that_a_short_stack_makes_it_is_a_call() -> None:
    deal = Deal("holdem", {1: 200_00, 2: 32_00, 3: 200_00}, **NO_LIMIT).run("r5000 f")
    assert says(deal, "", 32_00).says == "calls $30"
    assert deal.stacks[2] == 0


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-7d")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-verbal")),
    ],
)
def test_raise_50_at_two_four_limit_is_a_raise_to_four(key: str) -> None:
    deal = Deal(key, 3, **LIMIT)
    ruled = says(deal, "raise", 50_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("raise", "raises to $4", "A-27")
    assert last(deal, "Raised").to == 4_00
    assert deal.stacks[3] == 196_00


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-7d")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-verbal")),
    ],
)
@pytest.mark.parametrize(
    ("named", "made"),
    [(3_00, 4_00), (1_00, 4_00), (10_40, 10_00), (10_60, 11_00), (900_00, 200_00)],
)
def test_a_raise_of_an_amount_that_is_not_legal_is_the_nearest_that_is(
    key: str, named: int, made: int
) -> None:
    deal = Deal(key, 3, **NO_LIMIT)
    assert says(deal, "raise", named).clause == "A-27"
    assert last(deal, "Raised").to == made


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(d)", marks=clause("POKER-7d")),
        pytest.param("bbc-omaha", "BBC wag-verbal", marks=clause("BBC-wag-verbal")),
    ],
)
def test_out_of_turn_nothing_binds(key: str, cited: str) -> None:
    deal = Deal(key, 4, **NO_LIMIT)
    for seat in (1, 2, 4):
        for word in WORDS:
            assert not_binding(deal, cited, word, seat=seat) == "out of turn: not binding"
        words = "out of turn: not binding; $10 back"
        assert not_binding(deal, cited, "", 0, 5_00, 5_00, seat=seat) == words
        not_binding(deal, cited, "raise", 40_00, 40_00, seat=seat)
        not_binding(deal, cited, "", 0, seat=seat, threw_hand=True)
    deal.fold()
    assert deal.does == ["fold", "call", "raise"]  # seat 4 is free to choose
    deal.call().call().raise_to(6_00)
    assert not_binding(deal, cited, "fold", seat=3) == "out of turn: not binding"  # no hand left


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(d)", marks=clause("POKER-7d")),
        pytest.param("bbc-omaha", "BBC wag-verbal", marks=clause("BBC-wag-verbal")),
    ],
)
def test_what_the_rules_or_the_limits_do_not_allow_does_not_bind(key: str, cited: str) -> None:
    deal = Deal(key, 3, **LIMIT, raise_cap=1)
    words = "not binding: $2 is owed: call, raise or fold"
    assert not_binding(deal, cited, "check") == words
    assert not_binding(deal, cited, "bet") == "not binding: a bet is open: raise"
    assert not_binding(deal, cited, "", 3_00) == "$3 is no wager here: not binding"
    assert not_binding(deal, cited, "", 50_00) == "$50 is no wager here: not binding"
    assert not_binding(deal, cited, "") == "nothing was said"
    deal.raise_to(4_00)
    words = "not binding: the sign allows 1 raises a betting round"
    assert not_binding(deal, cited, "raise") == words
    deal.to_street("flop")
    words = "not binding: there is no wager to fold to: check or bet"
    assert not_binding(deal, cited, "fold") == words
    words = "not binding: there is no bet to call: check or bet"
    assert not_binding(deal, cited, "call") == words
    assert not_binding(deal, cited, "raise") == "not binding: nothing is bet yet: bet"
    assert not_binding(deal, cited, "", 1_00) == "$1 is no wager here: not binding"


@clause("POKER-7d")
def test_a_completion_is_announced_by_its_own_word() -> None:
    deal = Deal("seven-card-stud", 3)
    ruled = says(deal, "raise")
    assert (ruled.amounts_to, ruled.says) == ("raise", "completes to $2")
    assert last(deal, "Raised").kind == "completion"


@pytest.mark.parametrize(
    ("key", "cited", "seated", "stakes", "over"),
    [
        pytest.param(
            "five-card-draw",
            "POKER 7(d)",
            "POKER 7(a)",
            "POKER 7(c)",
            "POKER 1 round of play",
            marks=clause("POKER-7d"),
        ),
        pytest.param(
            "bbc-omaha",
            "BBC wag-verbal",
            "BBC wag-seated",
            "BBC wag-stakes",
            "BBC gen-award",
            marks=clause("BBC-wag-verbal"),
        ),
    ],
)
def test_a_statement_that_cannot_be_one_is_refused(
    key: str, cited: str, seated: str, stakes: str, over: str
) -> None:
    deal = Deal(key, 3)
    deal.refused(Say(7, "call"), seated)
    deal.refused(Say(3, chips=(Chips(200_01),)), stakes)
    deal.refused(Say(3, chips=(Chips(150_00), Chips(51_00))), stakes)
    deal.refused(Say(1, chips=(Chips(200_00),)), stakes)  # the blind is in the pot already
    for absurd in (Say(3, amount=Chips(-1)), Say(3, chips=(Chips(0),))):
        deal.refused(absurd, "FIELD chips")
    deal.refused(Say(3, chips=(Chips(-5_00), Chips(7_00))), "FIELD chips")
    while not deal.may("discard" if key == "five-card-draw" else "show"):
        deal.passive()
    for word in WORDS:
        deal.refused(Say(deal.actor, word), cited)
    deal.to_showdown()
    deal.refused(Say(3, "call"), over)
    deal = Deal(key, 3).fold().fold()  # the last betting round stays open for ever
    deal.refused(Say(2, "bet"), over)


# --- 7(e): an announced amount, and other chips ----------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(e)", marks=clause("POKER-7e")),
        pytest.param("bbc-omaha", "BBC wag-announced", marks=clause("BBC-wag-announced")),
    ],
)
@pytest.mark.parametrize(
    ("chips", "words"),
    [
        ((25_00, 10_00), "raises to $40; $5 more"),
        ((35_00,), "raises to $40; $5 more"),
        ((25_00, 20_00), "raises to $40; $5 back"),
        ((45_00,), "raises to $40; $5 back"),
    ],
)
def test_raise_to_40_is_40_whether_35_or_45_is_put_in(
    key: str, cited: str, chips: tuple[int, ...], words: str
) -> None:
    deal = Deal(key, 3, **NO_LIMIT)
    ruled = says(deal, "raise", 40_00, *chips)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("raise", words, cited)
    assert last(deal, "Raised").to == 40_00
    assert deal.stacks[3] == 160_00
    assert deal.actor == 1


@pytest.mark.parametrize(
    ("key", "cited", "verbal"),
    [
        pytest.param("holdem", "POKER 7(e)", "POKER 7(d)", marks=clause("POKER-7e")),
        pytest.param(
            "bbc-omaha", "BBC wag-announced", "BBC wag-verbal", marks=clause("BBC-wag-announced")
        ),
    ],
)
def test_a_bet_is_corrected_too_and_chips_in_front_count(key: str, cited: str, verbal: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT).call()
    exact = says(deal, "raise", 40_00, 25_00, 5_00, 5_00, 1_00, 1_00, 1_00, 1_00)  # and $1 blind
    assert (exact.says, exact.clause) == ("raises to $40", verbal)
    deal.run("c f")
    ruled = says(deal, "bet", 40_00, 25_00)
    assert (ruled.says, ruled.clause) == ("bets $40; $15 more", cited)
    ruled = says(deal, "", 80_00, 25_00, 25_00, 25_00, 25_00)
    assert (ruled.says, ruled.clause) == ("raises to $80; $20 back", cited)
    assert deal.stacks == {1: 120_00, 2: 80_00, 3: 198_00}


# --- 7(f): chips pushed or released are a bet ------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(f)", marks=clause("POKER-7f", "POKER-1bet")),
        pytest.param("bbc-omaha", "BBC wag-placed", marks=clause("BBC-wag-placed")),
    ],
)
def test_chips_without_a_word_are_a_bet_or_a_raise(key: str, cited: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT)
    ruled = says(deal, "", 0, 5_00, 5_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("raise", "raises to $10", cited)
    assert deal.state.pot == 13_00
    deal.run("c f")
    ruled = says(deal, "", 0, 5_00, 2_00, 1_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("bet", "bets $8", cited)
    assert last(deal, "Raised").to == 8_00
    assert deal.stacks[1] == 182_00


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(f)", marks=clause("POKER-7f", "POKER-1bet")),
        pytest.param("bbc-omaha", "BBC wag-placed", marks=clause("BBC-wag-placed")),
    ],
)
def test_chips_are_a_bet_though_the_word_names_none(key: str, cited: str) -> None:
    deal = facing_four(key, **NO_LIMIT)
    ruled = says(deal, "check", 0, 1_00, 1_00)  # nobody can check here
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("call", "calls $4; $2 more", cited)
    deal.to_street("flop")
    ruled = says(deal, "raise", 0, 5_00, 1_00)  # nothing is bet yet
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("bet", "bets $6", cited)


@clause("POKER-7f", "POKER-1bet")
def test_chips_over_the_limit_come_back_and_chips_under_it_are_made_up() -> None:
    deal = Deal("holdem", 3, **LIMIT).to_street("flop")
    assert says(deal, "", 0, 5_00, 5_00).says == "bets $2; $8 back"
    assert says(deal, "", 0, 5_00, 5_00).says == "raises to $4; $6 back"
    deal.to_street("turn")
    assert says(deal, "", 0, 1_00, 1_00).says == "bets $4; $2 more"
    assert last(deal, "Raised").to == 4_00


@clause("POKER-7f", "POKER-1bet")
@pytest.mark.parametrize(
    ("chips", "amounts_to", "words"),
    [
        ((2_00, 1_00, 1_00), "raise", "raises to $4"),
        ((2_00, 1_00), "raise", "raises to $4; $1 more"),  # half of the raise
        ((2_00, 50), "call", "calls $2; $0.50 back"),  # less than half
    ],
)
def test_half_a_raise_is_made_a_raise_and_less_is_a_call(
    chips: tuple[int, ...], amounts_to: str, words: str
) -> None:
    for posted in (LIMIT, NO_LIMIT):
        deal = Deal("holdem", 3, **posted)
        ruled = says(deal, "", 0, *chips)
        assert (ruled.amounts_to, ruled.says) == (amounts_to, words)
        assert ruled.clause == ("POKER 7(f)" if sum(chips) == 4_00 else "A-29")


@clause("POKER-7f", "POKER-1bet")
def test_chips_go_back_where_no_bet_is_possible() -> None:
    deal = Deal("five-card-omaha", 4, straddle=3, raise_cap=1, sign=STRADDLED).run("c c c")
    assert (deal.actor, deal.does) == (3, ["check"])  # the straddle was the one raise
    words = not_binding(deal, "POKER 7(f)", "", 0, 5_00, 5_00)
    assert words == "no bet is possible; $10 back"


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(d)", marks=clause("POKER-7f", "POKER-1bet")),
        pytest.param("bbc-omaha", "BBC wag-verbal", marks=clause("BBC-wag-placed")),
    ],
)
def test_what_was_bet_cannot_be_undone(key: str, cited: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT)
    says(deal, "", 0, 5_00, 5_00)
    before = deal.state
    for command in (Fold(3), Check(3), Call(3), Bet(3, Chips(2_00)), RaiseTo(3, Chips(4_00))):
        deal.refused(command, cited)
    for word in WORDS:
        ruled = says(deal, word, seat=3)
        assert (ruled.amounts_to, ruled.pending) == ("", None)
    assert deal.state == before
    assert deal.stacks[3] == 190_00
    names = {kind.__name__ for kind in get_args(Command)}
    assert not [name for name in names if name.lower() in ("undo", "takeback", "withdraw")]


# --- 7(g): a bet is not increased ------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited", "verbal"),
    [
        pytest.param("holdem", "POKER 7(g)", "POKER 7(d)", marks=clause("POKER-7g")),
        pytest.param(
            "bbc-omaha", "BBC wag-string", "BBC wag-verbal", marks=clause("BBC-wag-string")
        ),
    ],
)
def test_a_string_bet_is_refused_with_the_dealers_words(key: str, cited: str, verbal: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT).to_street("flop")
    assert says(deal, "", 0, 5_00, 5_00).says == "bets $10"
    stands = "the bet stands: it cannot be increased"
    assert not_binding(deal, cited, "", 0, 20_00, seat=1) == f"{stands}; $20 back"
    assert not_binding(deal, cited, "", 40_00, seat=1) == stands
    assert not_binding(deal, cited, "raise", seat=1) == stands
    assert not_binding(deal, cited, "bet", 40_00, 5_00, seat=1) == f"{stands}; $5 back"
    deal.refused(RaiseTo(1, Chips(30_00)), verbal)
    assert deal.state.betting.price == 10_00
    assert not_binding(deal, verbal, "check", seat=1) == "out of turn: not binding"
    deal.raise_to(30_00)  # whose bet was raised may raise again, in turn
    assert not_binding(deal, verbal, "raise", seat=1) == "out of turn: not binding"
    deal.fold()
    assert says(deal, "", 0, 25_00, 25_00).says == "raises to $60"


@clause("POKER-7g")
def test_a_forced_bet_is_not_increased_by_who_placed_it() -> None:
    deal = Deal("seven-card-stud", 3)
    forced = last(deal, "ForcedBetPlaced").seat
    words = not_binding(deal, "POKER 7(g)", "", 0, 1_00, seat=forced)
    assert words == "the bet stands: it cannot be increased; $1 back"


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(g)(1)", marks=clause("POKER-7g1")),
        pytest.param("bbc-omaha", "BBC wag-string", marks=clause("BBC-wag-string")),
    ],
)
def test_a_bet_that_is_called_not_complete_may_grow(key: str, cited: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT).to_street("flop")
    ruled = says(deal, "", 0, 5_00, 5_00, incomplete=True)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("", "the bet is not complete", cited)
    assert deal.state.pot == 6_00
    assert deal.actor == 1
    assert deal.does == ["bet"]
    assert deal.option("bet").least == 10_00  # what is begun is never less
    assert says(deal, "", 0, 10_00, incomplete=True).says == "the bet is not complete"
    ruled = says(deal, "", 0, 5_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("bet", "bets $25", cited)
    assert last(deal, "Raised").to == 25_00
    assert deal.state.amiss.pending is None
    assert deal.stacks[1] == 173_00


@clause("POKER-7g1")
def test_the_rest_may_be_a_raise_a_word_an_amount_or_nothing() -> None:
    for rest, words in (
        (("",), "calls $4"),
        (("", 0, 2_00, 2_00), "raises to $8"),
        (("raise",), "raises to $6; $2 more"),
        (("raise", 20_00), "raises to $20; $16 more"),
        (("", 10_00, 5_00, 1_00), "raises to $10"),
        (("check",), "calls $4"),
    ):
        deal = facing_four("holdem", **NO_LIMIT)
        says(deal, "", 0, 2_00, 2_00, incomplete=True)
        assert deal.does == ["fold", "call", "raise"]
        assert says(deal, *rest).says == words
        assert deal.state.amiss.pending is None


@clause("POKER-7g1")
def test_what_is_begun_is_not_taken_back_by_a_later_word_or_action() -> None:
    for word in ("check", "call"):
        deal = facing_four("holdem", **NO_LIMIT)
        says(deal, "", 0, 5_00, 5_00, incomplete=True)
        assert says(deal, word).says == "raises to $10"
    for less in (4_00, 8_00):
        deal = facing_four("holdem", **NO_LIMIT)
        says(deal, "", 0, 5_00, 5_00, incomplete=True)
        assert says(deal, "", less).says == "raises to $10"
    deal = facing_four("holdem", **NO_LIMIT)
    says(deal, "", 0, 5_00, 5_00, incomplete=True)
    deal.refused(Call(4), "POKER 7(f)")
    deal.refused(Check(4), "POKER 7(f)")
    deal.refused(RaiseTo(4, Chips(8_00)), "A-29")
    deal.refused(Say(4, chips=(Chips(190_01),)), "POKER 7(c)")
    deal.raise_to(12_00)
    assert deal.state.amiss.pending is None
    assert deal.stacks[4] == 188_00


@clause("POKER-7g1")
def test_others_who_speak_meanwhile_change_nothing_of_it() -> None:
    deal = facing_four("holdem", **NO_LIMIT)
    says(deal, "", 0, 5_00, 5_00, incomplete=True)
    not_binding(deal, "POKER 7(d)", "call", seat=1)
    not_binding(deal, "POKER 7(g)", "raise", seat=3)
    deal.refused(Call(1), "POKER 7(d)")
    says(deal, seat=3, threw_hand=True)  # the player who raised gives the hand up
    assert deal.state.amiss.pending is not None
    assert (deal.actor, deal.option("raise").least) == (4, 10_00)
    assert says(deal).says == "raises to $10"
    assert deal.state.amiss.pending is None


@clause("POKER-7g1")
def test_without_that_word_the_first_chips_are_the_bet() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT).to_street("flop")
    assert says(deal, "", 0, 10_00, resting=False).says == "bets $10"
    words = not_binding(deal, "POKER 7(g)", "", 0, 15_00, seat=1)
    assert words == "the bet stands: it cannot be increased; $15 back"


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(g)(2)", marks=clause("POKER-7g2")),
        pytest.param("bbc-omaha", "BBC wag-string", marks=clause("BBC-wag-string")),
    ],
)
def test_chips_that_make_the_call_are_the_call_and_no_raise_follows(key: str, cited: str) -> None:
    deal = facing_four(key, **NO_LIMIT)
    ruled = says(deal, "", 0, 2_00, 1_00, 1_00, resting=False)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("call", "calls $4", cited)
    assert last(deal, "Called").seat == 4
    assert deal.actor == 5
    stands = "the call stands: it cannot be increased"
    assert not_binding(deal, cited, "raise", seat=4) == stands
    assert not_binding(deal, cited, "", 0, 4_00, 4_00, seat=4) == f"{stands}; $8 back"
    assert not_binding(deal, cited, "raise", 20_00, 16_00, seat=4) == f"{stands}; $16 back"
    assert deal.stacks[4] == 196_00
    assert deal.state.betting.price == 4_00


@clause("POKER-7g2")
def test_the_chips_that_a_blind_lacks_are_the_call() -> None:
    deal = Deal("holdem", 3, **NO_LIMIT).call()
    ruled = says(deal, "", 0, 1_00)
    assert (ruled.says, ruled.clause) == ("calls $1", "POKER 7(g)(2)")


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(g)(3)", marks=clause("POKER-7g3")),
        pytest.param("bbc-omaha", "BBC wag-string", marks=clause("BBC-wag-string")),
    ],
)
def test_after_raise_chips_may_come_until_the_hands_rest(key: str, cited: str) -> None:
    deal = facing_four(key, **NO_LIMIT)
    ruled = says(deal, "raise", resting=False)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("", "the bet is not complete", cited)
    assert deal.does == ["fold", "raise"]
    for chip in (4_00, 5_00, 5_00):  # the first of them makes the call
        assert says(deal, "", 0, chip, resting=False).pending is not None
    assert deal.option("raise").least == 14_00
    ruled = says(deal, "", 0, 5_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("raise", "raises to $19", cited)
    assert last(deal, "Raised").to == 19_00
    assert deal.state.amiss.pending is None


@clause("POKER-7g3")
def test_the_raise_stays_within_the_limits() -> None:
    for chips, words in (
        ((1_00,), "raises to $4; $3 more"),
        ((1_00, 3_00), "raises to $4"),
        ((1_00, 3_00, 5_00), "raises to $4; $5 back"),
        ((), "raises to $4"),
    ):
        deal = Deal("holdem", 3, **LIMIT)
        says(deal, "raise", resting=False)
        for chip in chips:
            says(deal, "", 0, chip, resting=False)
        assert says(deal).says == words
        assert last(deal, "Raised").to == 4_00
        assert deal.stacks[3] == 196_00


@clause("POKER-7g3")
def test_a_raise_announced_is_not_taken_back() -> None:
    for word in ("check", "call"):
        deal = facing_four("holdem", **NO_LIMIT)
        says(deal, "raise", resting=False)
        deal.refused(Call(4), "POKER 7(d)")
        assert says(deal, word).says == "raises to $6"
    deal = facing_four("holdem", **NO_LIMIT)
    says(deal, "raise", 30_00, 10_00, resting=False)  # the amount is announced: it is that
    assert last(deal, "Raised").to == 30_00


# --- 7(h): nobody takes chips out of the pot -------------------------------------------------

BETTORS = (Fold, Check, Call, Bet, RaiseTo, Say)
OF_HANDS = (commands.Protect, commands.Stop, commands.PlayOn)
PLAYERS = (*BETTORS, *OF_HANDS, commands.Discard, commands.Show, commands.Muck, commands.Agree)
OFFICIALS = (
    *(commands.Reshuffle, commands.Announce, commands.Demand, commands.Report),
    commands.Remove,
)
SECTIONS = [key for key, game in GAMES.items() if game.document.name == "POKER"]
SEEDS = 6
AT_THE_BANK = (commands.Place, commands.NoMoreBets, commands.Surrender)


def test_every_command_is_a_players_an_officials_or_for_the_games_against_the_house() -> None:
    assert set(PLAYERS) | set(OFFICIALS) | set(AT_THE_BANK) == set(get_args(Command))


def everything_said(seat: int) -> list[Command]:
    chips: tuple[tuple[int, ...], ...] = ((), (1_00,), (25_00,), (2_00, 2_00))
    return [
        Say(seat, word, Chips(amount), tuple(map(Chips, pushed)), threw_hand=threw)
        for word in ("", *WORDS)
        for amount in (0, 4_00)
        for pushed in chips
        for threw in (False, True)
    ]


@pytest.mark.parametrize(
    "key",
    [
        *(pytest.param(key, marks=clause("POKER-7h")) for key in SECTIONS),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-pottouch")),
    ],
)
def test_no_command_of_a_player_takes_chips_out_of_the_pot(key: str) -> None:
    tried = set()
    for seed in range(SEEDS):
        chance, played = Seeded(seed), seeded_round(GAMES[key], seed, announced=False)
        for state in played.states:
            asked = [turn.actor for turn in state.turns]
            said = attempts(state, chance)
            said += [words for seat in asked for words in everything_said(seat)]
            said += [commands.Surrender(1), commands.Place(1, {"ante": Chips(5_00)})]
            said += [commands.NoMoreBets(), *(word(seat) for word in OF_HANDS for seat in asked)]
            for command in said:
                try:
                    events = decide(state, command)
                except Refused:
                    continue
                tried.add(type(command))
                moves = [move for event in events for move in getattr(event, "moves", ())]
                assert [move for move in moves if move.source == POT] == []
    assert not tried & set(AT_THE_BANK)
    assert {Fold, Check, Call, Bet, Say, commands.Show, commands.Muck} <= tried


# --- 7(i): one chip that is too large --------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(i)", marks=clause("POKER-7i")),
        pytest.param("bbc-omaha", "BBC wag-oversize", marks=clause("BBC-wag-oversize")),
    ],
)
@pytest.mark.parametrize("posted", [LIMIT, NO_LIMIT], ids=["limit", "no limit"])
def test_one_silent_25_facing_4_is_a_call_and_21_come_back(
    key: str, cited: str, posted: dict[str, Any]
) -> None:
    deal = facing_four(key, **posted)
    ruled = says(deal, "", 0, 25_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("call", "calls $4; $21 back", cited)
    assert last(deal, "Called").moves[0].chips == 4_00
    assert deal.stacks[4] == 196_00
    assert deal.state.betting.price == 4_00


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-7i")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-oversize")),
    ],
)
def test_with_the_word_raise_or_with_a_second_chip_it_is_a_raise(key: str) -> None:
    deal = facing_four(key, **NO_LIMIT)
    assert says(deal, "raise", 0, 25_00).says == "raises to $25"
    deal = facing_four(key, **NO_LIMIT)
    assert says(deal, "", 0, 25_00, 25_00).says == "raises to $50"
    deal = facing_four(key, **LIMIT)
    assert says(deal, "raise", 0, 25_00).says == "raises to $6; $19 back"


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 7(i)", marks=clause("POKER-7i")),
        pytest.param("bbc-omaha", "BBC wag-oversize", marks=clause("BBC-wag-oversize")),
    ],
)
def test_a_blind_that_nobody_raised_has_called_already(key: str, cited: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT).run("c c")
    ruled = says(deal, "", 0, 25_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("check", "checks; $25 back", cited)
    assert deal.street == "flop"


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("holdem", marks=clause("POKER-7i")),
        pytest.param("bbc-omaha", marks=clause("BBC-wag-oversize")),
    ],
)
def test_one_silent_chip_that_opens_is_a_bet_of_its_value_cut_to_the_limit(key: str) -> None:
    deal = Deal(key, 3, **NO_LIMIT).to_street("flop")
    ruled = says(deal, "", 0, 25_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("bet", "bets $25", "A-28")
    deal = Deal(key, 3, **LIMIT).to_street("flop")
    ruled = says(deal, "", 0, 25_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("bet", "bets $2; $23 back", "A-28")
    assert deal.stacks[1] == 196_00


# --- 15(j): speech comes first ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(j)", marks=clause("POKER-15j")),
        pytest.param("bbc-omaha", "BBC irr-verbal", marks=clause("BBC-irr-verbal")),
    ],
)
@pytest.mark.parametrize("posted", [LIMIT, NO_LIMIT], ids=["limit", "no limit"])
def test_call_with_the_chips_of_a_raise_is_a_call(
    key: str, cited: str, posted: dict[str, Any]
) -> None:
    deal = facing_four(key, **posted)
    ruled = says(deal, "call", 0, 2_00, 2_00, 2_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("call", "calls $4; $2 back", cited)
    assert deal.stacks[4] == 196_00
    assert deal.state.betting.price == 4_00


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(j)", marks=clause("POKER-15j")),
        pytest.param("bbc-omaha", "BBC irr-verbal", marks=clause("BBC-irr-verbal")),
    ],
)
def test_the_word_outranks_the_chips_whatever_they_are(key: str, cited: str) -> None:
    for word, chips, words in (
        ("fold", (4_00,), "folds; $4 back"),
        ("call", (1_00,), "calls $4; $3 more"),
        ("call", (25_00, 25_00), "calls $4; $46 back"),
    ):
        deal = facing_four(key, **NO_LIMIT)
        ruled = says(deal, word, 0, *chips)
        assert (ruled.amounts_to, ruled.says, ruled.clause) == (word, words, cited)
    deal = facing_four(key, **NO_LIMIT)
    assert says(deal, "raise", 0, 2_00, 2_00).says == "raises to $6; $2 more"
    deal = Deal(key, 3, **NO_LIMIT).to_street("flop")
    ruled = says(deal, "check", 0, 5_00, 5_00)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("check", "checks; $10 back", cited)
    assert deal.stacks[1] == 198_00


# --- 15(j)(2): a hand thrown away still owes -------------------------------------------------


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(j)(2)", marks=clause("POKER-15j2")),
        pytest.param("bbc-omaha", "BBC irr-obligated", marks=clause("BBC-irr-obligated")),
    ],
)
@pytest.mark.parametrize("at_once", [True, False], ids=["in one breath", "then"])
def test_raise_to_8_and_then_a_fold_costs_8_and_the_hand(
    key: str, cited: str, at_once: bool
) -> None:
    deal = Deal(key, 3, **NO_LIMIT)
    ruled = says(deal, "raise", 8_00, threw_hand=at_once)
    if at_once:
        assert ruled.says == "raises to $8; the hand is dead"
    else:
        assert deal.state.live == (1, 2, 3)
        ruled = says(deal, "", seat=3, threw_hand=True)
        assert ruled.says == "the wager stands, the hand is dead"
    assert ruled.clause == last(deal, "Folded").clause == cited
    assert deal.stacks[3] == 192_00
    assert deal.state.live == (1, 2)
    assert (deal.actor, deal.turn.to_call) == (1, 7_00)  # others have the $8 to call
    deal.fold()
    assert deal.state.done
    assert deal.stacks == {1: 199_00, 2: 209_00, 3: 192_00}


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(j)(2)", marks=clause("POKER-15j2")),
        pytest.param("bbc-omaha", "BBC irr-obligated", marks=clause("BBC-irr-obligated")),
    ],
)
def test_a_call_and_a_bet_of_chips_are_owed_too(key: str, cited: str) -> None:
    deal = facing_four(key, **NO_LIMIT)
    ruled = says(deal, "call", threw_hand=True)
    assert (ruled.says, ruled.clause) == ("calls $4; the hand is dead", cited)
    ruled = says(deal, "", 0, 5_00, 5_00, threw_hand=True)
    assert (ruled.says, ruled.clause) == ("raises to $10; the hand is dead", cited)
    assert (deal.stacks[4], deal.stacks[5]) == (196_00, 190_00)
    assert deal.state.live == (1, 2, 3)


@pytest.mark.parametrize(
    ("key", "cited"),
    [
        pytest.param("holdem", "POKER 15(j)(2)", marks=clause("POKER-15j2")),
        pytest.param("bbc-omaha", "BBC irr-obligated", marks=clause("BBC-irr-obligated")),
    ],
)
@pytest.mark.parametrize("how", ["thrown", "said", "command"])
def test_a_raise_announced_and_not_complete_is_owed(key: str, cited: str, how: str) -> None:
    deal = facing_four(key, **NO_LIMIT)
    says(deal, "raise", 0, 4_00, 8_00, resting=False)
    if how == "thrown":
        says(deal, threw_hand=True)
    elif how == "said":
        says(deal, "fold")
    else:
        deal.fold()
    ruled = last(deal, "Ruled")
    assert (ruled.amounts_to, ruled.clause) == ("raise", cited)
    assert ruled.says == "raises to $12; the hand is dead"
    assert deal.stacks[4] == 188_00
    assert deal.state.hands[4].out == "folded"
    assert deal.state.amiss.pending is None


@clause("POKER-15j2")
@pytest.mark.parametrize("key", ["seven-card-stud", "seven-card-stud-hilo", "five-card-stud"])
def test_a_forced_bettor_who_throws_the_hand_away_has_paid(key: str) -> None:
    deal = Deal(key, 3)
    forced = last(deal, "ForcedBetPlaced").seat
    turn = deal.turn
    ruled = says(deal, "", seat=forced, threw_hand=True)
    assert (ruled.amounts_to, ruled.clause) == ("fold", "POKER 15(j)(2)")
    assert deal.stacks[forced] == 199_00
    assert forced not in deal.state.live
    assert deal.turn == turn  # the others have the forced bet to call
    deal.to_showdown()
    assert deal.won(forced) == -1_00


@clause("POKER-15j1")
@pytest.mark.parametrize("key", ["seven-card-stud", "seven-card-stud-hilo", "five-card-stud"])
def test_a_stud_player_who_turns_the_cards_down_has_folded_and_pays_nothing(key: str) -> None:
    deal = Deal(key, 3)
    seat = deal.actor
    assert deal.state.hands[seat].up
    assert deal.does[:2] == ["fold", "call"]
    ruled = says(deal, "", threw_hand=True)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("fold", "folds", "POKER 15(j)(1)")
    assert (deal.stacks[seat], deal.state.hands[seat].out) == (200_00, "folded")


@clause("POKER-15j2")
def test_an_opener_who_is_asked_for_the_forced_bet_pays_it_without_a_hand() -> None:
    deal = Deal("five-card-stud", 3, five_stud_opener_must_bet=True).run("c c")
    opener = deal.actor
    assert deal.does == ["bet"]
    ruled = says(deal, "", threw_hand=True)
    assert (ruled.amounts_to, ruled.says) == ("bet", "bets $2; the hand is dead")
    assert ruled.clause == "POKER 15(j)(2)"
    assert deal.won(opener) == -3_00
    deal = Deal("seven-card-stud", 3, as_recorded=True, authorised=False)
    opener = deal.actor
    ruled = says(deal, "", threw_hand=True)
    assert (ruled.amounts_to, ruled.clause) == ("call", "POKER 15(j)(2)")
    assert ruled.says == "places the forced bet of $1; the hand is dead"
    assert (deal.stacks[opener], opener in deal.state.live) == (199_00, False)


@clause("POKER-15j2")
def test_who_throws_the_hand_away_owes_nothing_unless_a_wager_is_owed() -> None:
    deal = facing_four("holdem", **NO_LIMIT)
    ruled = says(deal, "", threw_hand=True)
    assert (ruled.amounts_to, ruled.says, ruled.clause) == ("fold", "folds", "POKER 15(j)(1)")
    assert deal.stacks[4] == 200_00
    assert says(deal, "check", threw_hand=True).amounts_to == "fold"  # seat 5 cannot check
    deal.to_street("flop")
    words = not_binding(deal, "POKER 15(j)(1)", "", threw_hand=True)
    assert words == "not binding: no wager is faced, the hand is live"
    ruled = says(deal, "check", threw_hand=True)
    assert (ruled.amounts_to, deal.state.hands[1].out) == ("check", "")


@clause("POKER-15j2")
def test_of_a_dead_wager_nobody_wins_more_than_could_be_called() -> None:
    deal = Deal("holdem", {1: 30_00, 2: 200_00}, button=2, **NO_LIMIT).call()
    says(deal, "raise", 100_00, threw_hand=True)
    assert last(deal, "Returned").moves[0].chips == 70_00
    assert deal.stacks == {1: 60_00, 2: 170_00}


@clause("POKER-15j2")
def test_a_dead_wager_is_called_by_the_last_who_can() -> None:
    deal = Deal("holdem", {1: 200_00, 2: 2_00, 3: 200_00}, **NO_LIMIT)
    says(deal, "raise", 8_00, threw_hand=True)
    assert (deal.actor, deal.does) == (1, ["fold", "call"])
    deal.call()
    assert deal.pots == [(6_00, (1, 2)), (12_00, (1,))]


@clause("POKER-15j2")
def test_a_side_pot_whose_players_all_threw_their_hands_away_is_not_for_the_all_in_player() -> None:
    deal = Deal("holdem", {1: 200_00, 2: 5_00, 3: 200_00}, **NO_LIMIT).run("r3000 c c")
    assert deal.pots == [(15_00, (1, 2, 3)), (50_00, (1, 3))]
    says(deal, "bet", 10_00, threw_hand=True)
    deal.fold()
    assert deal.state.done
    assert deal.stacks == {1: 170_00, 2: 15_00, 3: 220_00}  # the last bet was never called
