"""Whatever anybody says or pushes: it is ruled on or refused, and the round stays whole."""

from contextlib import suppress
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.chips import Chips
from croupier.clauses import is_citation
from croupier.engine.accounts import stack
from croupier.engine.commands import Say
from croupier.engine.events import (
    AnyEvent,
    Called,
    Folded,
    ForcedBetPlaced,
    Raised,
    Ruled,
    TurnGiven,
    write_event,
)
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.verify import verify_log
from croupier.games import BANKED, game_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Bet
from croupier.views.narration.narrate import narrate
from croupier.views.seat import NOBODY
from tests.banking import Bank
from tests.properties.test_chips import chips_are_conserved
from tests.properties.test_division import Table
from tests.properties.test_options import every_fact_has_its_clause, options_are_the_only_judge
from tests.properties.test_replay import (
    commands_tell_the_same_log,
    every_prefix_replays,
    the_log_replays,
)
from tests.properties.test_secrecy import a_view_folds_to_what_its_seat_knows
from tests.strategies import (
    ALL_GAMES,
    Chance,
    Drawn,
    Played,
    Seeded,
    Setting,
    _go_on,
    a_setting,
    legal_command,
    one_of,
    rarely,
)

WORDS: tuple[Any, ...] = ("", "raise", "call", "bet", "check", "fold")
QUICK = 12
ROUNDS = 300


# --- what is said ----------------------------------------------------------------------------


def a_statement(state: Round, chance: Chance) -> Say:
    """Anything: mostly by the player in turn, mostly near what is offered, sometimes absurd."""
    actor = state.turns[0].actor
    seat = one_of(chance, (actor, actor, actor, one_of(chance, list(state.hands)), 12, 0, -1))
    near = _near(state, seat)
    chips = tuple(Chips(one_of(chance, near)) for _ in range(chance.below(4)))
    return Say(
        seat,
        word=one_of(chance, WORDS),
        amount=Chips(one_of(chance, near)) if rarely(chance, 3) else Chips(0),
        chips=chips,
        incomplete=rarely(chance, 4),
        resting=not rarely(chance, 3),
        threw_hand=rarely(chance, 6),
    )


def _near(state: Round, seat: int) -> list[int]:
    """Amounts that mean something here, and some that do not."""
    unit, size = int(state.sign.unit), int(state.betting.size or state.sign.lower)
    amounts = {unit, size, 2 * size, 25_00, state.betting.price, 1, size + 1}
    if seat in state.hands:
        lies, in_front = state.accounts[stack(seat)], state.hands[seat].bet
        amounts |= {lies, lies // 2, lies + in_front, lies + 1}
        for turn in state.turns:
            amounts.add(turn.to_call)
            for option in turn.options:
                span = {option.least, option.most, option.least - in_front, option.most - in_front}
                amounts |= span | {option.least + unit, option.most + unit}
    return sorted(amounts) * 4 + [0, -unit]


def talk(setting: Setting, chance: Chance) -> Played:
    """Play to the end among people who talk."""
    state, events = setting.start()
    played = Played(setting, [], [events], [state])
    while not state.done:
        if rarely(chance, 2) or (state.amiss.pending is not None and rarely(chance, 2)):
            with suppress(Refused):
                state = _go_on(played, a_statement(state, chance))
        else:
            state = _go_on(played, legal_command(state, chance))
    return played


# --- the laws --------------------------------------------------------------------------------


def a_statement_does_what_its_ruling_says(played: Played) -> None:
    before, after = played.states[:-1], played.states[1:]
    for command, state, events, then in zip(
        played.commands, before, played.events[1:], after, strict=True
    ):
        if isinstance(command, Say):
            _as_ruled(command, state, events, then)


def _as_ruled(said: Say, state: Round, events: list[AnyEvent], then: Round) -> None:
    ruled, *rest = events
    assert isinstance(ruled, Ruled)
    assert ruled.said == said
    assert ruled.says
    assert is_citation(ruled.clause)
    if ruled.pending is not None:
        (given_again,) = rest
        assert isinstance(given_again, TurnGiven)
        before_it = replace(then.amiss, pending=state.amiss.pending)
        assert replace(then, amiss=before_it, turns=state.turns) == state
        before = state.amiss.pending.chips if state.amiss.pending else ()
        assert ruled.pending.chips == before + said.chips
    elif not ruled.amounts_to:
        assert rest == []
        assert then == state
    else:
        follows = rest[0]
        names = {"Raised": ("bet", "raise"), "ForcedBetPlaced": ("call",), "Folded": ("fold",)}
        usual = {"Called": ("call",), "Checked": ("check",)}
        assert ruled.amounts_to in (names | usual)[type(follows).__name__]
        assert follows.seat == said.seat  # type: ignore[attr-defined]  # all of these have one
        assert then.amiss.pending is None or then.amiss.pending.seat != said.seat


def a_bet_begun_is_its_players_and_never_less(played: Played) -> None:
    """It waits only in the turn of its player, and what follows covers the chips and the word."""
    for state, events in zip(played.states, [*played.events[1:], []], strict=True):
        begun = state.amiss.pending
        if begun is None:
            continue
        assert isinstance(state.step, Bet)
        assert not state.done
        assert [turn.actor for turn in state.turns] == [begun.seat]
        does = {option.does for option in state.turns[0].options}
        assert "check" not in does
        assert not (begun.word == "raise" and {"call", "raise"} <= does)
        acts = [event for event in events if getattr(event, "seat", 0) == begun.seat]
        for event in acts:
            if isinstance(event, Folded):
                assert isinstance(acts[acts.index(event) - 1], Called | Raised | ForcedBetPlaced)
            if isinstance(event, Raised):
                least = min(state.hands[begun.seat].bet + sum(begun.chips), event.to)
                option = state.turns[0].option("raise") or state.turns[0].option("bet")
                assert option is not None
                assert event.to >= min(least, option.most)


class Talkers(Table):
    """Where hands are thrown away after a wager, the dead may have paid more than the living."""

    def __init__(self, played: Played) -> None:
        super().__init__(played)
        self.stacks = played.setting.stacks

    def behind(self, seat: int) -> int:
        return self.stacks[seat] - self.paid[seat]


def the_pots_go_where_a_plain_count_says(played: Played) -> None:
    table, stacks = Talkers(played), played.setting.stacks
    won = table.winnings()
    assert played.end.stacks == {
        seat: stacks[seat] - table.paid[seat] + won[seat] for seat in stacks
    }


def nobody_wins_what_could_not_be_risked(played: Played) -> None:
    table, before, after = Talkers(played), played.setting.stacks, played.end.stacks
    last = [seat for seat in table.order if seat not in table.folded]
    for seat, stake in table.paid.items():
        risk = stake + (table.behind(seat) if [seat] == last else 0)
        others = [chips for other, chips in table.paid.items() if other != seat]
        assert after[seat] - before[seat] <= sum(min(risk, chips) for chips in others)


def all_holds(played: Played, viewer: int) -> None:
    a_statement_does_what_its_ruling_says(played)
    a_bet_begun_is_its_players_and_never_less(played)
    chips_are_conserved(played)
    every_fact_has_its_clause(played)
    the_pots_go_where_a_plain_count_says(played)
    nobody_wins_what_could_not_be_risked(played)
    the_log_replays(played)
    a_view_folds_to_what_its_seat_knows(played, viewer)
    lines = [write_event(event) for event in played.log]
    if UNKNOWN not in played.setting.deck:
        assert verify_log(lines, game_of) == played.end
    assert all(line.words for line in narrate(played.log))


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@settings(max_examples=8)
@given(data=st.data())
def test_whatever_is_said_the_round_stays_whole(game: Game, data: st.DataObject) -> None:
    chance = Drawn(data.draw)
    played = talk(a_setting(chance, game), chance)
    all_holds(played, one_of(chance, (NOBODY, *played.setting.stacks)))
    every_prefix_replays(played)
    commands_tell_the_same_log(played)
    for state in played.states:
        if state.amiss.pending is not None:
            options_are_the_only_judge(state, chance)


def holds(game: Game, seed: int) -> None:
    chance = Seeded(seed)
    played = talk(a_setting(chance, game), chance)
    try:
        all_holds(played, one_of(chance, (NOBODY, *played.setting.stacks)))
        for state in played.states:
            if state.amiss.pending is not None:
                options_are_the_only_judge(state, chance)
    except BaseException as fault:
        fault.add_note(f"round {seed} of {played}")
        raise


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_a_dozen_rounds_among_people_who_talk(game: Game) -> None:
    for number in range(QUICK):
        holds(game, crc32(game.key.encode()) + number)


@pytest.mark.soak
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
def test_hundreds_of_rounds_among_people_who_talk(game: Game) -> None:
    for number in range(ROUNDS):
        holds(game, crc32(game.key.encode()) + QUICK + number)


@pytest.mark.parametrize("game", BANKED.values(), ids=lambda game: game.key)
def test_a_spoken_wager_against_the_house_is_refused(game: Game) -> None:
    bank = Bank(game.key)
    for said in (Say(1, "call"), Say(1, chips=(Chips(5_00),)), Say(9), Say(1, threw_hand=True)):
        with pytest.raises(Refused, match="spoken wagers are not accepted") as caught:
            play(bank.state, said)
        assert caught.value.clause == f"{game.document.name} 6(a)"
