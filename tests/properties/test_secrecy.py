"""A hidden card leaves the engine only to those entitled to see it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as changed

from croupier.cards import UNKNOWN, Card
from croupier.engine import commands as say
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.commands import Command
from croupier.engine.deal import renewal
from croupier.engine.events import AnyEvent, write_event
from croupier.engine.evolve import evolve
from croupier.engine.play import opening, options, play
from croupier.rules.game import Game
from croupier.rules.steps import Showdown
from croupier.views.seat import NOBODY, hide, seen_by, unveil, view
from tests.strategies import ALL_GAMES, Chance, Drawn, Played, examples, one_of, rounds_of, some_of

CARD = re.compile(r"\b([2-9TJQKA][cdhs])\b")


# --- a view is a whole log -------------------------------------------------------------------


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
        assert unveil(hide(state), state, viewer) == hidden


# --- no unseen card in any text --------------------------------------------------------------


def no_unseen_card_is_written(played: Played, viewer: int) -> None:
    """Follow what a seat has been entitled to see: no event or state names another card."""
    entitled: set[Card] = set()
    for events, state in zip(played.events, played.states, strict=True):
        for event in events:
            entitled |= set(shown_to(viewer, event))
            assert _cards_in(seen_by(viewer, event)) <= entitled, event
        assert _cards_in(changed(hide(state, viewer), game=None)) <= entitled
        assert _cards_in(options(state)) == set()


def _cards_in(value: object) -> set[Card]:
    return {Card(text) for text in CARD.findall(msgspec.json.encode(value).decode())}


def shown_to(viewer: int, event: AnyEvent) -> Iterator[Card]:
    """The faces that an event turns toward a viewer."""
    match event:
        case engine_events.Dealt(seats=seats, cards=cards, faces=faces):
            for seat, card, face in zip(seats, cards, faces, strict=True):
                if seat == viewer or face == "U":
                    yield card
        case (
            engine_events.BoardDealt(cards=cards)
            | engine_events.TurnedUp(cards=cards)
            | engine_events.Shown(cards=cards)
            | engine_events.Revealed(cards=cards)
        ):
            yield from cards
        case engine_events.CommonDealt(card=card) | faults.Exposed(card=card):
            yield card
        case engine_events.CardRemoved(card=card, kind=kind) if kind != "off_table":
            yield card
        case faults.Exchanged(seat=seat, card=card) if seat == viewer:
            yield card
        case _:
            pass


# --- other worlds ----------------------------------------------------------------------------


def another_world_looks_the_same(played: Played, viewer: int, upto: int, chance: Chance) -> None:
    """Permute the cards a seat has not seen by then: it gets the same bytes, event for event."""
    seen = {card for events in played.events[: upto + 1] for card in _seen(viewer, events)}
    hidden = [card for card in played.setting.game.cards if card not in seen]
    swap = dict(zip(hidden, _deranged(hidden, chance), strict=True))
    other = Played(replace(played.setting, deck=_swapped(played.setting.deck, swap)), [], [], [])
    _begin(other)
    for command in played.commands[:upto]:
        _repeat(other, _translated(command, swap))
    _look_the_same(played, other, viewer)


def other_discards_look_the_same(played: Played, viewer: int, chance: Chance) -> None:
    """Let the others throw other cards, as many: until piles or hands are turned, all is equal."""
    other = Played(played.setting, [], [], [])
    _begin(other)
    for command, after in zip(played.commands, played.states[1:], strict=True):
        turned = other.end.done or isinstance(other.end.step, Showdown)
        turned = turned or any(hand.turned for hand in after.hands.values())
        if turned or isinstance(command, say.Reshuffle):
            break
        if isinstance(command, say.Discard) and command.seat != viewer:
            hand = other.end.hands[command.seat].down
            command = say.Discard(command.seat, some_of(chance, hand, len(command.cards)))
        _repeat(other, command)
    _look_the_same(played, other, viewer)


def reshuffles_look_the_same(played: Played, viewer: int, chance: Chance) -> None:
    """Shuffle a pile another way: the seat sees no difference before it gets one of its cards."""
    if UNKNOWN in played.setting.deck:  # an announced deck asks whenever its next card is unknown
        return
    other = Played(played.setting, [], [], [])
    _begin(other)
    for number, command in enumerate(played.commands):
        if isinstance(command, say.Reshuffle):
            pile = renewal(other.end)
            _, events = play(other.end, say.Reshuffle(some_of(chance, pile, len(pile))))
            quiet = not any(list(_seen(viewer, one)) for one in (events, played.events[number + 1]))
            if quiet:
                assert _bytes(events, viewer) == _bytes(played.events[number + 1], viewer)
            break
        _repeat(other, command)


def _seen(viewer: int, events: Iterable[AnyEvent]) -> Iterator[Card]:
    for event in events:
        yield from shown_to(viewer, event)


def _deranged(cards: list[Card], chance: Chance) -> list[Card]:
    """Every card moves at least one place, then the whole is turned by some more."""
    if len(cards) < 2:
        return cards
    turn = 1 + chance.below(len(cards) - 1)
    return cards[turn:] + cards[:turn]


def _swapped(cards: tuple[Card, ...], swap: dict[Card, Card]) -> tuple[Card, ...]:
    return tuple(swap.get(card, card) for card in cards)


def _translated(command: Command, swap: dict[Card, Card]) -> Command:
    match command:
        case say.Discard():
            return say.Discard(command.seat, _swapped(command.cards, swap))
        case say.Reshuffle():
            return say.Reshuffle(_swapped(command.order, swap))
        case say.Announce():
            return say.Announce(_swapped(command.cards, swap))
        case say.Report():
            return changed(command, card=swap.get(command.card, command.card))
        case _:
            return command


def _begin(other: Played) -> None:
    state, events = other.setting.start()
    other.states.append(state)
    other.events.append(events)


def _repeat(other: Played, command: Command) -> None:
    state, events = play(other.end, command)
    other.commands.append(command)
    other.states.append(state)
    other.events.append(events)


def _look_the_same(played: Played, other: Played, viewer: int) -> None:
    pairs = zip(other.events, other.states, played.events, played.states, strict=False)
    for events, state, expected, original in pairs:
        assert _bytes(events, viewer) == _bytes(expected, viewer)
        assert options(state) == options(original)
    last = played.states[len(other.states) - 1]
    assert msgspec.json.encode(hide(other.end, viewer)) == msgspec.json.encode(hide(last, viewer))


def _bytes(events: list[AnyEvent], viewer: int) -> list[str]:
    return [write_event(event) for event in view(events, viewer)]


# --- the properties --------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(10)
@given(data=st.data())
def test_a_view_folds_to_what_its_seat_knows(game: Game, data: st.DataObject) -> None:
    played, chance = data.draw(rounds_of(game)), Drawn(data.draw)
    for viewer in (NOBODY, *some_of(chance, list(played.setting.stacks), 2)):
        a_view_folds_to_what_its_seat_knows(played, viewer)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(10)
@given(data=st.data())
def test_no_view_names_an_unseen_card(game: Game, data: st.DataObject) -> None:
    played, chance = data.draw(rounds_of(game)), Drawn(data.draw)
    for viewer in (NOBODY, *some_of(chance, list(played.setting.stacks), 2)):
        no_unseen_card_is_written(played, viewer)


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.key)
@examples(14)
@given(data=st.data())
def test_worlds_that_differ_in_unseen_cards_look_the_same(game: Game, data: st.DataObject) -> None:
    played, chance = data.draw(rounds_of(game)), Drawn(data.draw)
    for viewer in {NOBODY, one_of(chance, list(played.setting.stacks))}:
        another_world_looks_the_same(played, viewer, len(played.commands), chance)
        another_world_looks_the_same(played, viewer, chance.below(len(played.commands)), chance)
        other_discards_look_the_same(played, viewer, chance)
        reshuffles_look_the_same(played, viewer, chance)


def test_a_spectator_sees_no_hole_card_and_players_only_theirs() -> None:
    """The plainest case, to see that the above does look at something."""
    from tests.dealing import Deal

    deal = Deal("holdem", 2, hands={1: "AsAh", 2: "KsKh"})
    texts = {seat: "".join(_bytes(deal.log, seat)) for seat in (NOBODY, 1, 2)}
    assert UNKNOWN in texts[NOBODY]
    assert [("As" in text, "Ks" in text) for text in texts.values()] == [
        (False, False),
        (True, False),
        (False, True),
    ]
