"""Open Hand History: what is written has the published structure, and its readers pay the same.

The reader below knows the format and nothing of ours: no rule, no event, no sign.
"""

import json
from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any, Literal

import msgspec
import pytest
from msgspec import Struct

from croupier.chips import Chips
from croupier.engine import events as engine_events
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.round import Round
from croupier.games import GAMES, LIBRARY
from croupier.histories.about import About
from croupier.histories.conversion import convert
from croupier.histories.ohh import write_ohh, write_ohhs
from croupier.histories.ohh_losses import CAPABILITIES, GAME_TYPES, losses
from croupier.refused import Refused
from croupier.views.seat import view
from tests.dealing import Deal
from tests.histories.hands import rounds
from tests.histories.test_page import rows
from tests.strategies import Played

ROUNDS = 40
Street = Literal["Preflop", "Flop", "Turn", "River", "Showdown"]
Word = Literal[
    "Dealt Cards",
    "Mucks Cards",
    "Shows Cards",
    "Post Ante",
    "Post SB",
    "Post BB",
    "Straddle",
    "Post Dead",
    "Post Extra Blind",
    "Fold",
    "Check",
    "Bet",
    "Raise",
    "Call",
]
Card = str


class _Known(Struct, forbid_unknown_fields=True):
    """Part of a hand; a field that the specification does not name is a fault."""


class Limit(_Known):
    bet_type: Literal["NL", "PL", "FL"]
    bet_cap: Decimal


class Player(_Known):
    id: int
    seat: int
    name: str
    starting_stack: Decimal


class Action(_Known):
    action_number: int
    player_id: int
    action: Word
    amount: Decimal
    is_allin: bool
    cards: list[Card] = []


class Betting(_Known):
    id: int
    street: Street
    cards: list[Card]
    actions: list[Action]


class Win(_Known):
    player_id: int
    win_amount: Decimal


class Pot(_Known):
    number: int
    amount: Decimal
    rake: Decimal
    jackpot: Decimal
    player_wins: list[Win]


class Hand(_Known):
    spec_version: str
    site_name: str
    network_name: str
    internal_version: str
    tournament: Literal[False]
    game_number: str
    start_date_utc: str | None
    table_name: str
    game_type: Literal["Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"]
    bet_limit: Limit
    table_size: int
    currency: str
    dealer_seat: int
    small_blind_amount: Decimal
    big_blind_amount: Decimal
    ante_amount: Decimal
    hero_player_id: int | None
    flags: list[Literal["Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap", "Bomb_Pot"]]
    players: list[Player]
    rounds: list[Betting]
    pots: list[Pot]


class File(_Known):
    ohh: Hand


def read(text: str) -> Hand:
    return msgspec.json.decode(text, type=File).ohh


def finish(hand: Hand) -> dict[int, Decimal]:
    """The stacks that a reader arrives at who knows only the format."""
    put, live = Counter[int](), Counter[int]()
    for street in hand.rounds:
        if any(action.amount for action in street.actions):
            live.clear()  # only the last betting round can leave a bet that nobody called
        for action in street.actions:
            put[action.player_id] += action.amount  # type: ignore[assignment]  # decimals
            if action.action not in ("Post Ante", "Post Dead"):
                live[action.player_id] += action.amount  # type: ignore[assignment]  # as above
    stacks = {player.id: player.starting_stack - put[player.id] for player in hand.players}
    for pot in hand.pots:
        assert pot.amount == pot.rake + pot.jackpot + sum(win.win_amount for win in pot.player_wins)
        for win in pot.player_wins:
            stacks[win.player_id] += win.win_amount
    back = sum(put.values()) - sum(pot.amount for pot in hand.pots)
    if back:  # an uncalled bet goes back to the player who put in most
        (most, first), *others = live.most_common(2)
        assert first - sum(second for _, second in others) == back
        stacks[most] += back
    return stacks


@cache
def played(key: str) -> list[Played]:
    return [one for one in rounds(key, ROUNDS) if one.end.done and not _set_right(one.log)]


def _set_right(log: list[AnyEvent]) -> bool:
    try:
        write_ohh(log, lossy=True)
    except Refused as refused:
        return "a round set right" in refused.why
    return False


def cents(stacks: dict[int, Decimal]) -> dict[int, int]:
    return {seat: int(chips * 100) for seat, chips in stacks.items()}


@pytest.mark.parametrize("key", GAME_TYPES)
def test_a_reader_of_the_format_arrives_at_our_stacks(key: str) -> None:
    assert len(played(key)) > ROUNDS // 2
    for one in played(key):
        hand = read(write_ohh(one.log, lossy=True))
        assert cents(finish(hand)) == one.end.stacks, one


@pytest.mark.parametrize("key", GAME_TYPES)
def test_streets_cards_and_actions_are_those_of_the_round(key: str) -> None:
    for one in played(key):
        hand = read(write_ohh(one.log, lossy=True))
        _check_boards(hand, one.end)
        actions = [action for street in hand.rounds for action in street.actions]
        assert [action.action_number for action in actions] == list(range(1, len(actions) + 1))
        said = Counter(action.action for action in actions)
        events = Counter(type(event).__name__ for event in one.log)
        assert said["Fold"] == events["Folded"]
        assert (said["Check"], said["Call"]) == (events["Checked"], events["Called"])
        assert said["Bet"] + said["Raise"] == events["Raised"]
        assert said["Shows Cards"] == events["Shown"] + events["Revealed"]
        assert not any(a.action == "Bet" for a in hand.rounds[0].actions)  # the format has none
        assert ("Bomb_Pot" in hand.flags) == one.log[0].bomb  # type: ignore[attr-defined]  # it opens
        for seat, held in one.end.hands.items():
            dealt = [a.cards for a in actions if a.action == "Dealt Cards" and a.player_id == seat]
            assert all("??" not in cards for cards in dealt)
            if dealt and held.down:
                assert sorted(dealt[0]) == sorted(held.down)


def _check_boards(hand: Hand, end: Round) -> None:
    cards = [card for street in hand.rounds for card in street.cards]
    assert Counter(cards) == Counter({card for board in end.boards for card in board})
    assert ("Run_It_Twice" in hand.flags) == (len({tuple(board) for board in end.boards}) > 1)
    for street in hand.rounds:
        most = {"Preflop": 0, "Flop": 3, "Turn": 1, "River": 1, "Showdown": 0}[street.street]
        assert len(street.cards) == most


def test_every_loss_is_met_and_refused_unless_asked_for() -> None:
    met: set[str] = set()
    for one in (one for key in GAME_TYPES for one in played(key)):
        lost = losses(one.log)
        met |= {loss.what for loss in lost}
        if lost:
            with pytest.raises(Refused, match=lost[0].why) as caught:
                write_ohh(one.log)
            assert caught.value.clause == "FIELD lossy"
        else:
            assert write_ohh(one.log)
    assert met == {loss.what for loss in CAPABILITIES if loss.level == "lossy"}


def test_the_usual_game_of_hold_em_loses_nothing() -> None:
    deal = Deal("holdem", 3).to_showdown()
    assert losses(deal.log) == []
    hand = read(write_ohh(deal.log))
    assert [a.action for a in hand.rounds[0].actions[:2]] == ["Post SB", "Post BB"]
    assert [street.street for street in hand.rounds[:2]] == ["Preflop", "Flop"]


WITH_DRAWS = (
    *("five-card-draw", "five-card-draw-low", "triple-draw-2-7", "triple-draw-a-5", "badugi"),
    *("badacey", "badeucey", "2-7-single-draw", "drawmaha"),
    *("pineapple", "crazy-pineapple"),
)


@pytest.mark.parametrize("key", sorted((GAMES | LIBRARY).keys() - GAME_TYPES.keys()))
def test_a_game_without_a_type_is_refused_with_the_reason(key: str) -> None:
    opened = _opened(key)
    with pytest.raises(Refused, match="OHH cannot express") as caught:
        write_ohh([opened], lossy=True)
    assert caught.value.clause == "FIELD game"
    assert ("draws" in str(caught.value)) == (key in WITH_DRAWS)


def _opened(key: str) -> engine_events.RoundOpened:
    game = (GAMES | LIBRARY)[key]
    return engine_events.RoundOpened(
        clause="", game=key, sign=game.sign, stacks={1: Chips(100_00)}, button=1, dues=()
    )


def test_a_round_that_is_not_over_is_refused() -> None:
    with pytest.raises(Refused, match="a hand is written when it is over"):
        write_ohh(Deal("holdem", 3).log, lossy=True)
    with pytest.raises(Refused, match="must begin with the opening"):
        write_ohh([])


def test_a_round_that_was_set_right_is_refused() -> None:
    log = Deal("holdem", 3).to_showdown().log
    taken = engine_events.CardRemoved(clause="POKER 15(a)", card="As", kind="off_table")  # type: ignore[arg-type]  # any card
    with pytest.raises(Refused, match="no action voids a hand or takes a card away"):
        write_ohh([*log, taken], lossy=True)


def test_players_get_their_cards_and_those_that_were_shown() -> None:
    for one in played("omaha"):
        for seat in one.end.order:
            seen = view(one.log, seat)
            about = About(
                table="7", number="12", viewer=seat, people={seat: "Ann"},
                at=datetime(2026, 6, 1, 12, tzinfo=UTC),
            )  # fmt: skip
            hand = read(write_ohh(seen, about, lossy=True))
            dealt = {
                action.player_id
                for street in hand.rounds
                for action in street.actions
                if action.action == "Dealt Cards"
            }
            assert dealt <= {seat}
            assert (hand.table_name, hand.game_number, hand.hero_player_id) == ("7", "12", seat)
            assert hand.start_date_utc == "2026-06-01T12:00:00Z"
            assert "Observed" not in hand.flags
            assert {p.name for p in hand.players if p.id == seat} == {"Ann"}


def test_a_log_is_converted_and_several_hands_stand_apart() -> None:
    logs = [Deal("holdem", 3).to_showdown().log for _ in range(2)]
    text = "\n".join(write_event(event) for log in logs for event in log)
    found = convert(text, to="ohh")
    assert found == write_ohhs(
        write_ohh(log, About(number=str(n))) for n, log in enumerate(logs, 1)
    )
    assert [json.loads(part)["ohh"]["game_number"] for part in found.split("\n\n")] == ["1", "2"]


def test_the_page_lists_every_capability() -> None:
    assert rows("What OHH can carry") == [tuple(one) for one in CAPABILITIES]


def test_amounts_are_decimals_of_whole_cents() -> None:
    raw: Any = json.loads(write_ohh(Deal("holdem", 3).to_showdown().log), parse_float=str)
    assert all(len(p["starting_stack"].partition(".")[2]) == 2 for p in raw["ohh"]["players"])
