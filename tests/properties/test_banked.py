"""The engine's promises at house-banked tables, the bank included.

Chips are conserved after every event; an open round offers an option; every option is accepted
and all else is refused; the log replays; no view shows a card before its time.
"""

import re
from collections.abc import Iterator
from dataclasses import replace as changed
from zlib import crc32

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.api import replay
from croupier.cards import DECK_52, DECK_54, UNKNOWN, Card
from croupier.clauses import is_citation
from croupier.engine import commands as say
from croupier.engine import events as engine_events
from croupier.engine.accounts import BANK
from croupier.engine.commands import Command, parse_command
from croupier.engine.events import AnyEvent, read_event, write_event
from croupier.engine.evolve import evolve
from croupier.engine.play import opening, options, play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.engine.verify import verify_log
from croupier.games import game_of
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.views.seat import NOBODY, hide, view
from tests.banked_rounds import (
    BANKED_GAMES,
    admitted,
    attempts,
    reports,
    rounds_of,
    seeded_round,
)
from tests.strategies import Chance, Drawn, Played, Seeded, one_of

CARD = re.compile(r"\b([2-9TJQKA][cdhs]|Jk[12])\b")
EACH_GAME = pytest.mark.parametrize("game", BANKED_GAMES, ids=lambda game: game.key)
PARTS, ROUNDS, QUICK = 4, 1_500, 60


# --- chips -----------------------------------------------------------------------------------


def chips_are_conserved(played: Played) -> None:
    """Fold the log event by event and count everything each time, the bank included."""
    opened, *rest = played.log
    assert isinstance(opened, engine_events.RoundOpened)
    brought = sum(played.setting.stacks.values()) + opened.meter
    state = opening(played.setting.game, opened)
    for event in rest:
        after = evolve(state, event)
        assert sum(after.accounts.values()) == after.brought == brought
        assert all(type(chips) is int for chips in after.accounts.values())
        assert all(chips >= 0 for name, chips in after.accounts.items() if name != BANK)
        assert after.accounts == _carried(state, after, event), event
        state = after
    assert not any(chips for name, chips in state.accounts.items() if name.startswith("spot:"))
    assert state.pot == 0
    (closed,) = (event for event in played.log if isinstance(event, engine_events.RoundClosed))
    assert state.stacks == closed.stacks


def _carried(before: Round, after: Round, event: AnyEvent) -> dict[str, int]:
    """What the moves of an event, and nothing else, make of the accounts."""
    accounts = {str(name): int(before.accounts.get(name, 0)) for name in after.accounts}
    for move in getattr(event, "moves", ()):
        assert type(move.chips) is int
        assert move.chips > 0
        players = [name.startswith("stack:") for name in (move.source, move.target)]
        assert players.count(True) <= 1  # no player pays another directly
        accounts[move.source] -= move.chips
        accounts[move.target] += move.chips
    return accounts


def nobody_loses_more_than_was_wagered(played: Played) -> None:
    """A stack falls at most by what its owner had on the layout."""
    at_risk = dict.fromkeys(played.setting.stacks, 0)
    owners: dict[int, int] = {}
    for event in played.log:
        if isinstance(event, engine_events.Placed | engine_events.Chose):
            if isinstance(event, engine_events.Placed):
                owners[event.seat] = event.owner or event.seat
            moves = (move for move in event.moves if "stack:" in move.source + move.target)
            for move in moves:
                sign = 1 if move.source.startswith("stack:") else -1
                at_risk[owners[event.seat]] += sign * move.chips
    for seat, stack in played.end.stacks.items():
        assert stack >= played.setting.stacks[seat] - at_risk[seat]


def a_void_round_changes_no_stack(played: Played) -> None:
    """Unless a document saves a wager, or one was settled before."""
    voids = [event for event in played.log if isinstance(event, engine_events.RoundVoided)]
    settled = any(
        isinstance(event, engine_events.Settled | engine_events.PotAwarded) for event in played.log
    )
    if voids and not settled:
        assert played.end.stacks == played.setting.stacks
        assert played.end.accounts[BANK] == 0


# --- options ---------------------------------------------------------------------------------


def somebody_has_an_option(played: Played) -> None:
    for state in played.states:
        assert bool(state.turns) != state.done
        actors = [turn.actor for turn in options(state)]
        assert len(set(actors)) == len(actors)
        for turn in state.turns:
            assert turn.options
            assert turn.actor == DEALER or not state.hands[turn.actor].out
            assert all(option.least <= option.most for option in turn.options), turn


def options_are_the_only_judge(state: Round, chance: Chance) -> None:
    """Say everything around the options: exactly what they admit is carried out."""
    for command in attempts(state, chance):
        if admitted(state, command):
            _, events = play(state, command)
            assert events, command
        else:
            assert is_refused(state, command), command
    for command in reports(state, chance):  # the floor's word is judged by the document
        is_refused(state, command)


def is_refused(state: Round, command: Command) -> bool:
    """Try a command; a refusal cites a clause, names no card, and changes nothing."""
    refused = _tried(state, command)
    if refused is None:
        return False
    assert is_citation(refused.clause), (command, refused)
    assert refused.why
    assert "\n" not in str(refused)
    assert refused.clause == "FIELD cards" or not CARD.search(refused.why)
    return True


def _tried(state: Round, command: Command) -> Refused | None:
    before = msgspec.json.encode(state)
    try:
        play(state, command)
    except Refused as refused:
        return refused
    finally:
        assert msgspec.json.encode(state) == before
    return None


def every_fact_has_its_clause(played: Played) -> None:
    for event in played.log:
        assert is_citation(event.clause), event
        for outcome in getattr(event, "outcomes", ()):
            assert is_citation(outcome.clause), outcome


# --- replay ----------------------------------------------------------------------------------


def the_log_replays(played: Played) -> None:
    lines = [write_event(event) for event in played.log]
    events = [read_event(line) for line in lines]
    assert events == played.log
    length = 0
    for events_here, state in zip(played.events, played.states, strict=True):
        length += len(events_here)
        again = replay(events[:length])
        assert again == state
        assert msgspec.json.encode(again) == msgspec.json.encode(state)


def the_log_verifies(played: Played) -> None:
    """Played again from what it says, the whole log comes out the same."""
    assert verify_log(map(write_event, played.log), game_of) == played.end


def commands_tell_the_same_log(played: Played) -> None:
    state, log = played.setting.start()
    for command in played.commands:
        state, events = play(state, parse_command(msgspec.json.encode(command)))
        log += events
    assert [write_event(event) for event in log] == [write_event(event) for event in played.log]


# --- secrecy ---------------------------------------------------------------------------------


def viewers(played: Played) -> tuple[int, ...]:
    return (NOBODY, DEALER, *played.setting.stacks)


def a_view_folds_to_what_its_seat_knows(played: Played, viewer: int) -> None:
    """`fold(view(events)) == hide(fold(events))`, after every command."""
    seen = iter(view(played.log, viewer))
    opened = next(seen)
    assert isinstance(opened, engine_events.RoundOpened)
    known = opening(played.setting.game, opened)
    for number, state in enumerate(played.states):
        for _ in played.events[number][number == 0 :]:
            known = evolve(known, next(seen))
        hidden = hide(state, viewer)
        assert known == hidden
        assert msgspec.json.encode(known) == msgspec.json.encode(hidden)


def no_unseen_card_is_written(played: Played, viewer: int) -> None:
    """Follow what a seat has been entitled to see: no event or state names another card."""
    entitled: set[Card] = set()
    seen = iter(view(played.log, viewer))
    shown = shown_to(viewer, played.log)
    for events, state in zip(played.events, played.states, strict=True):
        for _ in events:
            entitled |= next(shown)
            event = next(seen)
            assert _cards_in(event) <= entitled, event
        hidden = hide(state, viewer)
        names = [name for name in hidden.__struct_fields__ if name != "game"]  # it lists its deck
        assert _cards_in([getattr(hidden, name) for name in names]) <= entitled
        assert _cards_in(options(state)) == set()


def _cards_in(value: object) -> set[Card]:
    return {Card(found) for found in CARD.findall(msgspec.json.encode(value).decode())}


def shown_to(viewer: int, events: list[AnyEvent]) -> Iterator[set[Card]]:
    """The faces that each event shows a viewer: their own cards, and those turned up."""
    own = {viewer} - {DEALER}
    for event in events:
        match event:
            case engine_events.Placed(seat=seat, owner=owner):
                own |= {seat} if owner and owner == viewer else set()
                yield set()
            case engine_events.Dealt(seats=seats, cards=cards):
                yield {card for seat, card in zip(seats, cards, strict=True) if seat in own}
            case engine_events.BoardDealt(cards=cards) | engine_events.Shown(cards=cards):
                yield set(cards)
            case engine_events.HouseRevealed(cards=cards):
                yield set(cards)
            case engine_events.CardRemoved(card=card):
                yield {card}
            case _:
                yield set()


def house_cards_wait_for_their_reveal(played: Played) -> None:
    """No text of any view names a house or community card before it is turned."""
    house = {
        card
        for event in played.log
        if isinstance(event, engine_events.Dealt)
        for seat, card in zip(event.seats, event.cards, strict=True)
        if seat == DEALER
    }
    for viewer in viewers(played):
        for event in view(played.log, viewer):
            if isinstance(event, engine_events.HouseRevealed):
                break
            assert not _cards_in(event) & house, event


def another_world_looks_the_same(played: Played, viewer: int, upto: int, chance: Chance) -> None:
    """Permute the cards a seat has not seen by then: it gets the same bytes, event for event."""
    events = [event for events_here in played.events[: upto + 1] for event in events_here]
    seen = set().union(*shown_to(viewer, events))
    whole = DECK_54 if played.setting.game.deck == 54 else DECK_52
    hidden = [card for card in whole if card not in seen]
    turn = 1 + chance.below(len(hidden) - 1) if len(hidden) > 1 else 0
    swap = dict(zip(hidden, hidden[turn:] + hidden[:turn], strict=True))
    deck = tuple(swap.get(card, card) for card in played.setting.deck)
    state, log = changed(played.setting, deck=deck).start()
    for command in played.commands[:upto]:
        state, more = play(state, _translated(command, swap))
        log += more
    assert _bytes(log, viewer) == _bytes(events, viewer)
    original = played.states[upto]
    assert options(state) == options(original)
    assert msgspec.json.encode(hide(state, viewer)) == msgspec.json.encode(hide(original, viewer))


def _translated(command: Command, swap: dict[Card, Card]) -> Command:
    match command:
        case say.Announce():
            return say.Announce(tuple(swap.get(card, card) for card in command.cards))
        case say.Report():
            return msgspec.structs.replace(command, card=swap.get(command.card, command.card))
        case _:
            return command


def _bytes(events: list[AnyEvent], viewer: int) -> list[str]:
    return [write_event(event) for event in view(events, viewer)]


# --- the properties --------------------------------------------------------------------------

LAWS = (
    chips_are_conserved,
    nobody_loses_more_than_was_wagered,
    a_void_round_changes_no_stack,
    somebody_has_an_option,
    every_fact_has_its_clause,
    the_log_replays,
    house_cards_wait_for_their_reveal,
)


@EACH_GAME
@settings(max_examples=25)
@given(data=st.data())
def test_chips_are_conserved_and_somebody_has_an_option(game: Game, data: st.DataObject) -> None:
    played = data.draw(rounds_of(game))
    for law in LAWS:
        law(played)


@EACH_GAME
@settings(max_examples=10)
@given(data=st.data())
def test_options_are_accepted_and_all_else_is_refused(game: Game, data: st.DataObject) -> None:
    played = data.draw(rounds_of(game))
    for state in played.states:
        options_are_the_only_judge(state, Drawn(data.draw))


@EACH_GAME
@settings(max_examples=15)
@given(data=st.data())
def test_every_view_shows_what_its_seat_may_know(game: Game, data: st.DataObject) -> None:
    played = data.draw(rounds_of(game))
    for viewer in viewers(played):
        a_view_folds_to_what_its_seat_knows(played, viewer)
        no_unseen_card_is_written(played, viewer)


@EACH_GAME
@settings(max_examples=20)
@given(data=st.data())
def test_worlds_that_differ_in_unseen_cards_look_the_same(game: Game, data: st.DataObject) -> None:
    played, chance = data.draw(rounds_of(game)), Drawn(data.draw)
    for viewer in {NOBODY, one_of(chance, viewers(played))}:
        another_world_looks_the_same(played, viewer, len(played.commands), chance)
        another_world_looks_the_same(played, viewer, chance.below(len(played.commands)), chance)


def holds(game: Game, seed: int) -> None:
    """Play the round with this number and look at it from all sides; the dear ones take turns."""
    played, chance = seeded_round(game, seed), Seeded(seed)
    viewer = one_of(chance, viewers(played))
    try:
        for law in LAWS:
            law(played)
        match seed % 4:
            case 0:
                a_view_folds_to_what_its_seat_knows(played, viewer)
                no_unseen_card_is_written(played, viewer)
            case 1:
                options_are_the_only_judge(one_of(chance, played.states), chance)
            case 2:
                commands_tell_the_same_log(played)
                the_log_verifies(played)
            case _:
                another_world_looks_the_same(played, viewer, len(played.commands), chance)
                upto = chance.below(len(played.commands))
                another_world_looks_the_same(played, viewer, upto, chance)
    except BaseException as fault:
        fault.add_note(f"round {seed} of {played}")
        raise


@EACH_GAME
def test_sixty_rounds(game: Game) -> None:
    for number in range(QUICK):
        holds(game, crc32(game.key.encode()) + number)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, PARTS + 1))
@EACH_GAME
def test_fifteen_hundred_rounds(game: Game, part: int) -> None:
    for number in range(ROUNDS):
        holds(game, crc32(game.key.encode()) + part * ROUNDS + number)


def test_the_rounds_reach_everything_worth_looking_at() -> None:
    """A property holds of nothing if the rounds it looks at are all alike."""
    kinds: set[str] = set()
    for game in BANKED_GAMES:
        for number in range(60):
            played = seeded_round(game, 7_000 + number)
            kinds |= {type(event).__name__ for event in played.log}
            kinds |= {"announced"} & {"announced" if UNKNOWN in played.setting.deck else ""}
    wanted = {"Placed", "Chose", "HouseRevealed", "Shown", "Settled", "Noted", "CardRemoved"}
    wanted |= {"HandVoided", "RoundVoided", "PotAwarded", "announced"}
    assert wanted <= kinds
