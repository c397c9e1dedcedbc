"""The events of dealing and drawing: cards go to players, the board and the discards."""

from collections.abc import Collection, Iterator
from typing import Literal, Self

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, veil
from croupier.engine.event import RoundEvent
from croupier.engine.evolve import evolves
from croupier.engine.round import Pile, Round, without
from croupier.engine.turns import HOUSE
from croupier.rules.banked import Deliver
from croupier.rules.steps import Board, Deal, Discard, Draw


class Dealt(RoundEvent, frozen=True, kw_only=True):
    """A run of cards went to seats, one by one; `faces` has a D or U for each card."""

    visibility = "veiled"
    ends_preview = True
    seats: tuple[int, ...]
    cards: tuple[Card, ...]
    faces: str

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the cards that lie face down, except those of the viewer's seats."""
        mine = set(own) - {HOUSE}  # cards in front of the dealer are hidden until they are turned
        dealt = zip(self.seats, self.cards, self.faces, strict=True)
        cards = [card if seat in mine or face == "U" else UNKNOWN for seat, card, face in dealt]
        return replace(self, cards=tuple(cards))


@evolves(Dealt)
def _dealt(state: Round, event: Dealt) -> Round:
    step, count = state.script[state.at], len(event.cards)
    if isinstance(step, Draw):
        return _drawn(state, event)
    hands, house = state.hands.copy(), state.house
    for seat, faces, cards in _portions(event):
        if seat == HOUSE:
            house += cards
            continue
        hand = hands[seat]
        if "U" not in faces:
            hands[seat] = replace(hand, down=hand.down + cards)
            continue
        down = [card for card, face in zip(cards, faces, strict=True) if face == "D"]
        up = [card for card, face in zip(cards, faces, strict=True) if face == "U"]
        hands[seat] = replace(hand, down=(*hand.down, *down), up=(*hand.up, *up))
    if isinstance(step, Deliver):
        dealt, at = _piece(state, count, (len(state.live) + 1) * step.each)
    else:
        assert isinstance(step, Deal)
        dealt, at = _piece(state, count, len(state.live) * (step.down + step.up))
    top = state.top + count
    return replace(state, hands=hands, house=house, top=top, turns=(), dealt=dealt, at=at)


def _portions(event: Dealt) -> Iterator[tuple[int, str, tuple[Card, ...]]]:
    """What each seat gets of a run: every nth card, where whole rounds are dealt."""
    seats = tuple(dict.fromkeys(event.seats))
    count, cards, faces = len(seats), event.cards, event.faces
    if event.seats == seats * (len(cards) // count):
        for place, seat in enumerate(seats):
            yield seat, faces[place::count], cards[place::count]
        return
    yield from zip(event.seats, faces, [(card,) for card in cards], strict=True)


def _drawn(state: Round, event: Dealt) -> Round:
    """Cards for those thrown go face down to the player who draws; the last of them ends it."""
    waiting, count = state.waiting, len(event.cards)
    hands = state.hands.copy()
    hand = hands[waiting[0]]
    hands[waiting[0]] = replace(hand, down=hand.down + event.cards)
    owed = state.due_cards - count
    if not owed:
        waiting = waiting[1:]
    return replace(
        state,
        hands=hands,
        top=state.top + count,
        due_cards=owed,
        waiting=waiting,
        turns=(),
        opened=bool(waiting),
        at=state.at if waiting else state.at + 1,
    )


def _piece(state: Round, count: int, wanted: int) -> tuple[int, int]:
    """Cards dealt of a step that comes piece by piece, and the step: the last piece ends it."""
    dealt = state.dealt + count
    return (dealt, state.at) if dealt < wanted else (0, state.at + 1)


class Burned(RoundEvent, frozen=True, kw_only=True):
    """The top card left play."""

    visibility = "veiled"
    ends_preview = True
    card: Card

    def veiled(self, own: Collection[int]) -> Self:
        """The event without the card."""
        return replace(self, card=UNKNOWN)


@evolves(Burned)
def _burned(state: Round, event: Burned) -> Round:
    return replace(
        state, burns=(*state.burns, event.card), top=state.top + 1, at=state.at + 1, turns=()
    )


class BoardDealt(RoundEvent, frozen=True, kw_only=True):
    """Community cards were turned up."""

    visibility = "public"
    ends_preview = True
    board: int
    cards: tuple[Card, ...]


@evolves(BoardDealt)
def _board_dealt(state: Round, event: BoardDealt) -> Round:
    boards = list(state.boards)
    boards[event.board] += event.cards
    step = state.step
    assert isinstance(step, Board)
    count = len(event.cards)
    dealt, at = _piece(state, count, step.up * len(step.boards))
    top = state.top + count
    return replace(state, boards=tuple(boards), top=top, turns=(), dealt=dealt, at=at)


class CommonDealt(RoundEvent, frozen=True, kw_only=True):
    """One card for everybody, because the deck could not serve each player (POKER 9(h))."""

    visibility = "public"
    ends_preview = True
    card: Card


@evolves(CommonDealt)
def _common_dealt(state: Round, event: CommonDealt) -> Round:
    common = (*state.common, event.card)
    return replace(state, common=common, top=state.top + 1, at=state.at + 1, turns=())


class Reshuffled(RoundEvent, frozen=True, kw_only=True):
    """A pile was shuffled to renew the deck; seats in `spared` keep their discards out of it."""

    visibility = "veiled"
    ends_preview = True
    pile: Literal["burns", "discards"]
    order: tuple[Card, ...]
    spared: tuple[int, ...] = ()

    def veiled(self, own: Collection[int]) -> Self:
        """The event without the order of the deck."""
        return replace(self, order=veil(self.order))


@evolves(Reshuffled)
def _reshuffled(state: Round, event: Reshuffled) -> Round:
    amiss = replace(state.amiss, accidents=()) if state.amiss.accidents else state.amiss
    if event.pile == "burns":
        return replace(state, deck=event.order, top=0, burns=(), turns=(), amiss=amiss)
    kept = tuple(state.spared())
    return replace(state, deck=event.order, top=0, discards=kept, turns=(), amiss=amiss)


class DrawOpened(RoundEvent, frozen=True, kw_only=True):
    """Players may now exchange cards, in this order."""

    visibility = "public"
    street: str
    waiting: tuple[int, ...]


@evolves(DrawOpened)
def _draw_opened(state: Round, event: DrawOpened) -> Round:
    return replace(state, opened=True, waiting=event.waiting, draws=state.draws + 1)


class Discarded(RoundEvent, frozen=True, kw_only=True):
    """A player threw cards, or none; how many is public, which is not."""

    visibility = "veiled"
    ends_preview = True
    seat: int
    cards: tuple[Card, ...]

    def veiled(self, own: Collection[int]) -> Self:
        """Hide which cards were thrown; how many is public."""
        return self if self.seat in own else replace(self, cards=veil(self.cards))


@evolves(Discarded)
def _discarded(state: Round, event: Discarded) -> Round:
    hand, count = state.hands[event.seat], len(event.cards)
    if not count:
        return _next_drawer(state)
    hands = state.hands.copy()
    hands[event.seat] = replace(hand, down=without(hand.down, event.cards))
    discards = (*state.discards, Pile(event.seat, state.draws, event.cards))
    if isinstance(state.step, Discard):
        return _next_drawer(replace(state, hands=hands, discards=discards))
    return replace(state, turns=(), hands=hands, due_cards=count, discards=discards)


def _next_drawer(state: Round) -> Round:
    waiting = state.waiting[1:]
    at = state.at if waiting else state.at + 1
    return replace(state, waiting=waiting, turns=(), opened=bool(waiting), at=at)
