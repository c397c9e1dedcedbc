"""What the dealer does next: deal face-down cards, then cards that must be named."""

from collections.abc import Sequence
from typing import NamedTuple

from croupier.cards import UNKNOWN, Card
from croupier.engine import commands as say
from croupier.engine import deal, exchange, settle
from croupier.engine import events as engine_events
from croupier.engine.events import AnyEvent
from croupier.engine.faults import Exchanged
from croupier.engine.play import play
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, HOUSE, Option
from croupier.refused import Refused
from croupier.rules.banked import Reveal, Settle
from croupier.rules.steps import Board, Burn, Deal, Draw
from croupier.views.narration.wording import counted, drawn, house_area, listed, seats

BOARDS = ("the first board", "the second board", "the third board")


class Faces(NamedTuple):
    """Cards that lie open once they are dealt, and so must be named."""

    words: str
    places: tuple[str, ...]  # where each goes
    up: tuple[bool, ...]  # of every card of the step, whether it lies face up
    hand: tuple[Card, ...] = ()  # a hand on the table that is turned up
    seat: int = HOUSE  # whose it is

    def named(self, cards: Sequence[Card]) -> say.Announce:
        """The announcement of these cards; face-down cards are not known.

        Where some are named, the deal stands at the last of them: the next may be exposed.
        """
        due = len(self.places)
        if not 1 <= len(cards) <= due or (self.hand and len(cards) < due):
            raise Refused("FIELD cards", f"name {counted(due, 'card')}, not {len(cards)}")
        if self.hand:
            return say.Announce(completed(self.hand, cards))
        named, run = list(cards), list[Card]()
        for up in self.up:
            if not named and (up or len(cards) < due):
                break
            run.append(named.pop(0) if up else UNKNOWN)
        return say.Announce(tuple(run))


class Work(NamedTuple):
    """What the dealer does now: the tasks, their events, and the cards to name at the end."""

    tasks: tuple[str, ...]
    commands: tuple[say.Command, ...]
    faces: Faces | None
    after: Round  # as the tasks leave it


def completed(hand: Sequence[Card], cards: Sequence[Card]) -> tuple[Card, ...]:
    """A hand whose unknown cards alone were named, made whole; any other as it was named.

    >>> completed((UNKNOWN, Card("As")), (Card("Kd"),))
    (Card('Kd'), Card('As'))
    """
    fresh = list(cards)
    if len(fresh) != sum(card is UNKNOWN for card in hand):
        return tuple(cards)
    return tuple(fresh.pop(0) if card is UNKNOWN else card for card in hand)


def work(state: Round) -> Work:
    """Everything the dealer does before a card must be named or a player must act."""
    tasks: list[str] = []
    done: list[say.Command] = []
    while (turn := state.turn(DEALER)) is not None:
        option = turn.options[0]
        if option.does not in ("announce", "reshuffle"):
            break
        faces = _faces(state, option)
        if faces is not None:
            return Work(tuple(tasks), tuple(done), faces, state)
        task, command = _hidden(state, option)
        tasks.append(task)
        done.append(command)
        state = play(state, command)[0]
    return Work(tuple(tasks), tuple(done), None, state)


def _hidden(state: Round, option: Option) -> tuple[str, say.Command]:
    """A task that names no card."""
    unknown = (UNKNOWN,) * option.most
    if option.does == "reshuffle":
        pile = state.step.if_spent if isinstance(state.step, Burn) else "discards"
        words = f"shuffle the {pile}: {counted(option.most, 'card')} to deal"
        return words, say.Reshuffle(unknown)
    (event,) = _outcome(state, option.most)
    if isinstance(event, engine_events.Burned):
        return "burn the top card", say.Announce(unknown)
    if isinstance(event, Exchanged):
        words = f"exchange {drawn((event.exposed,))} of seat {event.seat} for the next card"
        burn = ", and lay it out as the burn" if event.to == "burn" else ""
        return words + burn, say.Announce(unknown)
    assert isinstance(event, engine_events.Dealt)
    return f"deal {_run(state, event)}", say.Announce(unknown)


def _faces(state: Round, option: Option) -> Faces | None:
    """The cards of this step that are named, if any are."""
    if option.does != "announce":
        return None
    if isinstance(state.step, Reveal | Settle):
        return _turned(state, option.most)
    events = _outcome(state, option.most)
    up = tuple(face for event in events for face in _open(event))
    if not any(up):
        return None
    places = [place for event in events for place in _places(state, event)]
    named = tuple(place for place, shows in zip(places, up, strict=True) if shows)
    return Faces(_upward(state, events), named, up)


def _outcome(state: Round, count: int) -> Sequence[AnyEvent]:
    """The events of dealing this many cards, whatever they are."""
    if exchange.due(state):
        return exchange.tell(state, UNKNOWN)
    return deal.tell(state, state.step, (UNKNOWN,) * count)


def up_to(state: Round, seat: int) -> tuple[tuple[say.Command, ...], Round]:
    """What has been dealt when the next card is for a seat, and the round at that moment."""
    done: list[say.Command] = []
    before = state
    while (turn := before.turn(DEALER)) is not None and turn.options[0].does == "announce":
        option = turn.options[0]
        if _faces(before, option) and not isinstance(before.step, Deal):
            break
        (event,) = _outcome(before, option.most)
        if isinstance(event, engine_events.Dealt) and seat in event.seats:
            place = event.seats.index(seat)
            if place and "U" not in event.faces[:place]:
                done.append(say.Announce((UNKNOWN,) * place))
                before = play(before, done[-1])[0]
            return tuple(done), before
        if _faces(before, option):
            break
        done.append(say.Announce((UNKNOWN,) * option.most))
        before = play(before, done[-1])[0]
    return (), state


def _turned(state: Round, count: int) -> Faces:
    seat = settle.to_turn_up(state)
    assert seat is not None
    if seat != HOUSE:
        hand = state.hands[seat].down
        return Faces(f"turn up the hand of seat {seat}", (f"seat {seat}",) * count, (), hand, seat)
    community = isinstance(state.step, Reveal) and state.step.community
    whose = "the community cards" if community else "the dealer's hand"
    return Faces(f"turn up {whose}", (whose,) * count, (), state.house)


def _open(event: AnyEvent) -> tuple[bool, ...]:
    match event:
        case engine_events.BoardDealt():
            return (True,) * len(event.cards)
        case engine_events.CommonDealt():
            return (True,)
        case engine_events.Dealt():
            return tuple(face == "U" for face in event.faces)
        case _:
            return (False,)


def _places(state: Round, event: AnyEvent) -> tuple[str, ...]:
    match event:
        case engine_events.BoardDealt():
            return (_board(state, event.board),) * len(event.cards)
        case engine_events.Dealt():
            return tuple(f"seat {seat}" for seat in event.seats)
        case _:
            return ("everybody",)


def _board(state: Round, number: int) -> str:
    return BOARDS[number] if len(state.boards) > 1 else "the board"


def _upward(state: Round, events: Sequence[AnyEvent]) -> str:
    first = events[0]
    if isinstance(first, engine_events.Dealt):
        return f"deal {_run(state, first)}"
    if isinstance(first, engine_events.CommonDealt):
        return "too few cards are left: turn up one card for all players"
    assert isinstance(state.step, Board)
    more = "more " if state.dealt else ""
    parts = [
        f"{counted(len(event.cards), f'{more}card')} face up on {_board(state, event.board)}"
        for event in events
        if isinstance(event, engine_events.BoardDealt)
    ]
    return f"deal the {state.step.street}: {listed(parts)}"


def _run(state: Round, event: engine_events.Dealt) -> str:
    """Cards to hands, in words: how many to each, face down and up, and who is first."""
    players = [seat for seat in dict.fromkeys(event.seats) if seat != HOUSE]
    if isinstance(state.step, Draw) or len(set(event.seats)) == 1:
        face = " face up" if "U" in event.faces else ""
        return f"{counted(len(event.seats), 'card')}{face} to {seats(players[:1])}"
    each = {face: event.faces.count(face) / len(set(event.seats)) for face in "DU"}
    sides = {"D": "face down", "U": "face up"}
    parts = [f"{counted(int(each[face]), 'card')} {sides[face]}" for face in "DU" if each[face]]
    if any(count != int(count) for count in each.values()):  # the rest of a deal that was begun
        return f"the other {counted(len(event.seats), 'card')}, {seats([event.seats[0]])} first"
    house = f" and {house_area(state.game)}" if HOUSE in event.seats else ""
    return f"{listed(parts)} to each player{house}, one at a time, seat {players[0]} first"
