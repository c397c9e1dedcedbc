"""A round as a neutral record: who played for what, every card and every action in order.

Burns, the stub and the order of a reshuffle are left out: they are nobody's to know. What the
rules alone decide (pots, returns, whose turn it was) is left out too: playing the record again
gives it back.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine import events as engine_events
from croupier.engine.dues import in_order
from croupier.engine.events import AnyEvent, Due, RoundOpened
from croupier.refused import Refused
from croupier.rules.sign import TableSign

Done = Literal[
    "hole",  # cards to one seat: the deal, a later street, a draw
    "board",
    "common",
    "bring_in",
    "fold",
    "call",  # or check
    "raise",  # or bet, or complete
    "discard",
    "agree",
    "show",
    "muck",
    "reveal",  # a hand among the discards, turned up by its owner
    "demand",  # the same, because the house asked
]


class Action(Struct, frozen=True, omit_defaults=True):
    """One thing that happened; `to` is the amount a bet or raise made it."""

    does: Done
    seat: int = 0
    cards: tuple[Card, ...] = ()
    to: Chips = Chips(0)
    board: int = 0
    yes: bool = True


class History(Struct, frozen=True, kw_only=True):
    """A finished round, or one as far as it is known."""

    game: str
    sign: TableSign
    stacks: dict[int, Chips]
    button: int
    dues: tuple[Due, ...]
    actions: tuple[Action, ...]
    finish: dict[int, Chips] | None = None
    bomb: bool = False
    killed: bool = False

    @property
    def order(self) -> tuple[int, ...]:
        """The seats as they are dealt in, the first to receive a card first."""
        return in_order(list(self.stacks), self.button)

    @property
    def veiled(self) -> bool:
        """Whether some card of a hand is not known."""
        return any(UNKNOWN in action.cards for action in self.actions)


def history(events: Iterable[AnyEvent]) -> History:
    """Fold a log, veiled or not, into the record of its round.

    >>> from croupier import GAMES, start
    >>> record = history(start(GAMES["holdem"], {1: 200_00, 2: 200_00}, seed=1)[1])
    >>> [action.does for action in record.actions], record.finish
    (['hole', 'hole'], None)
    """
    log = list(events)
    if not log or not isinstance(log[0], RoundOpened):
        raise Refused("FIELD log", "a log must begin with the opening of a round")
    first = log[0]
    actions: list[Action] = []
    fresh = 0  # where the step in hand begins: cards announced piece by piece belong together
    for place, event in enumerate(log):
        if isinstance(event, engine_events.Revealed) and _by_itself(log[place - 1], event):
            continue
        if isinstance(event, engine_events.Dealt | engine_events.BoardDealt):
            actions[fresh:] = _joined([*actions[fresh:], *_actions(event)])
        elif not isinstance(event, engine_events.TurnGiven | engine_events.Reshuffled):
            actions += _actions(event)
            fresh = len(actions)
    closed = [event for event in log if isinstance(event, engine_events.RoundClosed)]
    return History(
        game=first.game,
        sign=first.sign,
        stacks=first.stacks,
        button=first.button,
        dues=first.dues,
        actions=tuple(actions),
        finish=closed[-1].stacks if closed else None,
        bomb=first.bomb,
        killed=first.killed,
    )


def _joined(actions: list[Action]) -> list[Action]:
    """Cards of one step, all that go to one seat or one board together."""
    runs: dict[tuple[str, int, int], Action] = {}
    for action in actions:
        key = action.does, action.seat, action.board
        cards = runs[key].cards if key in runs else ()
        runs[key] = replace(action, cards=cards + action.cards)
    return list(runs.values())


def _by_itself(before: AnyEvent, event: engine_events.Revealed) -> bool:
    """A sign that has every conceded hand shown reveals it in the same breath."""
    return isinstance(before, engine_events.Mucked) and before.seat == event.seat


def _actions(event: AnyEvent) -> list[Action]:
    match event:
        case engine_events.Dealt():
            return _holes(event)
        case engine_events.BoardDealt():
            return [Action("board", cards=event.cards, board=event.board)]
        case engine_events.CommonDealt():
            return [Action("common", cards=(event.card,))]
        case engine_events.Agreed():
            return [Action("agree", event.seat, yes=event.yes)]
        case engine_events.Discarded():
            return [Action("discard", event.seat, event.cards)]
        case engine_events.Shown():
            return [Action("show", event.seat, event.cards)]
        case engine_events.Mucked():
            return [Action("muck", event.seat)]
        case engine_events.Revealed():
            return [Action("demand" if event.demanded else "reveal", event.seat, event.cards)]
        case _:
            return _bets(event)


def _bets(event: AnyEvent) -> list[Action]:
    match event:
        case engine_events.ForcedBetPlaced():
            return [Action("bring_in", event.seat)]
        case engine_events.Folded():
            return [Action("fold", event.seat)]
        case engine_events.Checked() | engine_events.Called():
            return [Action("call", event.seat)]
        case engine_events.Raised():
            return [Action("raise", event.seat, to=event.to)]
        case _:
            return []


def _holes(event: engine_events.Dealt) -> list[Action]:
    """A run of cards by seat, each hand in the order its cards came."""
    hands: dict[int, tuple[Card, ...]] = {}
    for seat, card in zip(event.seats, event.cards, strict=True):
        hands[seat] = (*hands.get(seat, ()), card)
    return [Action("hole", seat, cards) for seat, cards in hands.items()]
