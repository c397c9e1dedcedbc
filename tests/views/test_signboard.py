"""The sign of a table: everything that is enforced stands on it, as it is in force."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.clauses import is_citation
from croupier.games import GAMES, game_of
from croupier.refused import Refused
from croupier.room.seating.limits import AnswerLimits, ProposeLimits
from croupier.room.table.orders import PostSign
from croupier.rules import paytables
from croupier.rules.revenue import BadBeat, Increments, Percentage, Shares
from croupier.rules.sign import NOT_POSTED, Supplement, TableSign, amend
from croupier.rules.sign_check import faults
from croupier.rules.time_charge import Hourly, TimeCharge
from croupier.views.printed.signboard import signboard
from tests.clause import clause
from tests.room.tables import Scene, player

THB, FLOP, TCJ, BBC = "texas-holdem-bonus", "flop-poker", "two-card-joker", "bbc-omaha"
KILL = {"kill": "full", "kill_pot": 40_00}
PROGRESSIVE: dict[str, Any] = {"progressive": True, "progressive_seed": 1_000_00}
FIVE_PERCENT = Percentage(Decimal(5))
RAKED: dict[str, Any] = {"rake": FIVE_PERCENT, "rake_max": 4_00}
LEVELS = Increments(((Chips(10_00), Chips(1_00)),))
# Every key that a table may post: a game in which it matters, what else is posted, another value.
POSTED: dict[str, tuple[str, dict[str, Any], Any]] = {
    "seats": ("holdem", {}, 6),
    "unit": ("holdem", {}, 50),
    "ante": ("holdem", {}, 75),
    "blinds": ("holdem", {}, (2_00, 2_00)),
    "forced_bet": ("seven-card-stud", {}, 2_00),
    "structure": ("holdem", {"limits": (2_00, 10_00)}, "spread"),
    "limits": ("holdem", {}, (2_00, 5_00)),
    "raise_cap": ("holdem", {}, 3),
    "check_raise": ("holdem", {}, False),
    "straddle": ("badugi", {}, 4_00),
    "straddle_seat": (BBC, {"straddle": 4_00}, "any"),
    "kill": ("omaha-hilo-8", {"kill_pot": 40_00}, "half"),
    "kill_pot": ("omaha-hilo-8", KILL, 50_00),
    "kill_threshold": ("omaha-hilo-8", KILL, "multiple"),
    "kill_ends_on": ("omaha-hilo-8", KILL, "shared"),
    "bomb_pot": (BBC, {}, 10_00),
    "bomb_boards": (BBC, {"bomb_pot": 10_00}, 2),
    "run_twice": (BBC, {}, False),
    "button_start": ("holdem", {}, "high_card"),
    "heads_up_button_small_blind": ("holdem", {}, True),
    "odd_chip": ("badugi", {}, "suit"),
    "reshuffle_own_discards": ("five-card-draw", {}, True),
    "exposed_card": ("holdem", {}, "discard"),
    "show_mucked": ("holdem", {}, "always"),
    "show_all_in": ("holdem", {}, True),
    "absence": ("holdem", {}, "cover"),
    "five_stud_opener_must_bet": ("five-card-stud", {}, False),
    "limit_tiers": ("holdem", {}, ("lower", "upper", "upper", "upper")),
    "announce": ("holdem", {}, "waiting"),
    "min_purchase": ("holdem", {}, 40_00),
    "turn_seconds": ("holdem", {}, 20),
    "bank_seconds": ("holdem", {}, 90),
    "max_purchase": ("holdem", {}, 300_00),
    "max_stack_after_purchase": (BBC, {}, 500_00),
    "max_total_purchase": (BBC, {}, 100_00),
    "purchase_limit": (BBC, {}, "each"),
    "reentry_minutes": ("holdem", {}, 30),
    "missed_blinds": ("holdem", {}, "post"),
    "rake": ("holdem", {"rake_max": 4_00}, FIVE_PERCENT),
    "rake_from": ("holdem", RAKED, "main_first"),
    "rake_max": ("holdem", RAKED, 5_00),
    "rake_tiers": ("holdem", RAKED, ((2, 1_00),)),
    "no_flop_no_drop": ("holdem", RAKED, True),
    "promo_drop": (BBC, {"rake": LEVELS, "rake_max": 4_00}, 1_00),
    "time_charge": ("holdem", {}, TimeCharge(hourly=(Hourly((2_00, 4_00), 12_00),))),  # type: ignore[arg-type]  # chips
    "bad_beat": (
        BBC,
        {"rake": LEVELS, "rake_max": 4_00, "promo_drop": 1_00},
        BadBeat(least="TsThTdTc2c", shares=Shares(50, 25, 25)),
    ),
    "supplements": ("holdem", {}, (Supplement("hands_protected", "all are", "file 7"),)),
    "wager_min": (THB, {}, 10_00),
    "wager_max": (THB, {}, 200_00),
    "ante_threshold": (THB, {}, "flush"),
    "bonus_odds": (THB, {}, (31, 25, 20, 15, 10, 5, 3)),
    "aces_v_aces": (THB, {}, 1000),
    "progressive": (THB, {}, True),
    "progressive_seed": (THB, PROGRESSIVE, 2_000_00),
    "progressive_share": (THB, PROGRESSIVE, 25),
    "progressive_meter": (THB, PROGRESSIVE, 3_000_00),
    "progressive_prizes": (THB, PROGRESSIVE, "to"),
    "progressive_after_fold": (THB, PROGRESSIVE, False),
    "flop_odds": (FLOP, {}, tuple((line.odds or 0) + 1 for line in paytables.FLOP.lines)),
    "pot_wager": (FLOP, {}, 10_00),
    "pair_up_table": (TCJ, {}, 2),
    "lowest_flush": (TCJ, {}, "A-3"),
    "deal_method": (THB, {"shuffler": "plain"}, "hand"),
    "shuffler": ("holdem", {}, "counting"),
    "cut_number": ("holdem", {}, "player"),
    "match_play": (TCJ, {}, True),
    "multi_position": (TCJ, {}, True),
}
ONE_VALUE = {"button_rule"}  # a key with nothing to choose yet


def printed(key: str, **posted: Any) -> str:
    game = game_of(key)
    lines = signboard(game, replace(game.sign, **posted))
    return "\n".join(words for line in lines for words in (line.words, *line.items))


@clause("POKER-17d", "POKER-sign")
def test_every_key_of_a_sign_is_printed_or_cannot_be_elected() -> None:
    fields = {field.name for field in msgspec.structs.fields(TableSign)}
    assert set(POSTED) | ONE_VALUE == fields - NOT_POSTED


@clause("POKER-17d", "POKER-sign")
@pytest.mark.parametrize("field", POSTED)
def test_what_is_in_force_can_be_read_from_the_sign(field: str) -> None:
    key, beside, value = POSTED[field]
    game = game_of(key)
    before = replace(game.sign, **beside)
    after = replace(before, **{field: value})
    assert not faults(game, after)
    assert getattr(before, field) != value
    assert printed(key, **beside) != printed(key, **{**beside, field: value})


@clause("POKER-17d", "POKER-sign")
@pytest.mark.parametrize("key", GAMES)
def test_every_line_of_a_sign_has_its_clause_and_no_line_stands_twice(key: str) -> None:
    game = game_of(key)
    lines = list(signboard(game, game.sign))
    assert all(is_citation(line.clause) for line in lines if line.kind == "fact")
    facts = [line for line in lines if line.kind == "fact"]
    assert len(set(facts)) == len(facts)
    assert game.title in lines[0].words


@clause("POKER-17d", "POKER-sign")
def test_the_sign_shows_minimum_maximum_raises_and_the_ban_on_check_raises() -> None:
    text = printed("holdem", limits=(4_00, 8_00), raise_cap=3, check_raise=False)
    assert "fixed limit: bets and raises of $4 and $8" in text
    assert "at most three raises in a betting round" in text
    assert "a player who checked may not raise" in text
    spread = printed("holdem", structure="spread", limits=(2_00, 10_00))
    assert "from $2 to $10" in spread
    assert "raises without a cap" in spread


SECTIONS = {
    "9b": ("seven-card-stud", "seven-card-stud-hilo", "seven-card-stud-hilo-8"),
    "10b": ("holdem",),
    "11b": ("omaha", "omaha-hilo-8"),
    "12b": ("five-card-draw", "five-card-draw-low"),
    "13b": ("five-card-stud",),
    "13a-b": ("mambo-stud-hilo-6",),
    "20a": ("five-card-omaha", "five-card-omaha-hilo-8"),
    "21a": ("triple-draw-2-7", "triple-draw-a-5", "badeucey", "badacey"),
    "22a": ("badugi",),
}


def _games(*sections: str) -> list[str]:
    return [key for section in sections for key in SECTIONS[section]]


@clause(
    "POKER-9b-sign",
    "POKER-10b-sign",
    "POKER-11b-sign",
    "POKER-12b-sign",
    "POKER-13b-sign",
    "POKER-13a-b-sign",
    "POKER-20a-sign",
    "POKER-21a-sign",
    "POKER-22a-sign",
)
@pytest.mark.parametrize("key", _games(*SECTIONS))
@pytest.mark.parametrize(("ante", "words"), [(0, "not posted"), (75, "$0.75"), (1_00, "$1")])
def test_the_sign_shows_the_ante(key: str, ante: int, words: str) -> None:
    assert f"an ante from every player: {words}\n" in printed(key, ante=ante)


@clause("POKER-10e-sign", "POKER-20c-sign", "POKER-21c-sign", "POKER-22c-sign")
@pytest.mark.parametrize("key", _games("10b", "20a", "21a", "22a"))
@pytest.mark.parametrize(
    ("blinds", "words"),
    [((2_00,), "$2"), ((1_00, 2_00), "$1 and $2"), ((1_00, 1_00, 2_00), "$1, $1 and $2")],
)
def test_the_sign_shows_number_and_amount_of_the_blinds(
    key: str, blinds: tuple[int, ...], words: str
) -> None:
    text = printed(key, blinds=blinds)
    assert f"blinds, first to the left of the button: {words}\n" in text


@clause("POKER-20d-sign", "POKER-21d-sign", "POKER-22d-sign")
@pytest.mark.parametrize("key", _games("20a", "21a", "22a"))
def test_the_sign_shows_the_straddle_rule(key: str) -> None:
    assert "one straddle before the cards: not posted\n" in printed(key)
    text = printed(key, straddle=4_00)
    assert "one straddle before the cards: $4, left of the last blind\n" in text


@clause("POKER-20d-sign", "POKER-21d-sign", "POKER-22d-sign", "POKER-sign")
@pytest.mark.parametrize("key", _games("9b", "10b", "11b", "12b", "13b", "13a-b"))
def test_no_straddle_stands_on_the_sign_of_another_game(key: str) -> None:
    assert "straddle" not in printed(key)
    assert faults(game_of(key), replace(game_of(key).sign, straddle=Chips(4_00)))


@clause("POKER-17d", "POKER-sign")
@pytest.mark.parametrize("kill", ["half", "full"])
def test_the_sign_shows_a_kill_and_its_qualifying_pot(kill: str) -> None:
    assert "a kill or half-kill: not posted" in printed("omaha-hilo-8")
    text = printed("omaha-hilo-8", kill=kill, kill_pot=40_00)
    assert f"a {kill} kill: a player who alone wins a pot of $40 or more" in text


@clause("POKER-17d", "POKER-sign")
def test_the_sign_follows_what_is_in_force() -> None:
    scene = Scene().open().seat(Ada=200_00, Bob=200_00)

    def text() -> str:
        return "\n".join(line.words for line in signboard(scene.life.game, scene.life.sign))

    assert "bets and raises of $2 and $4" in text()
    four = TableSign(limits=(Chips(4_00), Chips(8_00)), blinds=(Chips(2_00), Chips(4_00)))
    scene.do("floorperson", ProposeLimits(sign=four))
    for name in ("Ada", "Bob"):
        assert "$4 and $8" not in text()
        scene.do(player(name), AnswerLimits(agree=True))
    assert "bets and raises of $4 and $8" in text()
    scene.do("floorperson", PostSign(sign=replace(four, raise_cap=2)))
    assert "at most two raises" in text()


@clause("POKER-17d", "POKER-sign")
def test_nothing_can_be_configured_that_a_sign_does_not_know() -> None:
    with pytest.raises(Refused) as refused:
        amend(TableSign(), {"secret_rake": "1"})
    assert refused.value.clause == "SIGN secret_rake"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"secret_rake": 1}, TableSign)
    for key in NOT_POSTED:
        with pytest.raises(Refused):
            amend(TableSign(), {key: "true"})
