"""A table after one line of its log, as each viewer sees it: made once, and only for viewers.

What a player sees is the spectator's screen with a few fields of their own over it. Those are made
anew only when something they are made of has changed; most actions of others change nothing there.
"""

from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from croupier.engine.accounts import stack
from croupier.engine.round import Hand, Round
from croupier.rankings.words import Called
from croupier.room.table.state import Table
from croupier.views.narration.readout import read_out
from croupier.views.screen.changes import NOTHING, Changes, applied, changes_between
from croupier.views.screen.table_view import (
    Kept,
    SeatSeen,
    TableSeen,
    fixed_fields,
    public_screen,
    seen_from,
)
from croupier.views.seat import NOBODY

Words: TypeAlias = dict[tuple[Any, ...], list[Called]]


class Own(NamedTuple):
    """What only that player sees, and everything that it was made of."""

    of: tuple[Any, ...]
    changes: Changes


class Moment:
    """A table after one line of its log."""

    def __init__(self, life: Table, number: int, before: "Moment | None" = None) -> None:
        """Show a table after this line; what did not change since a moment before is kept."""
        self.life, self.number = life, number
        alike = before is not None and before.life.sign is life.sign
        self._fixed: dict[str, Any] | None = before._fixed if before and alike else None
        self._unmoved = _unmoved(before, life) if before is not None else {}
        self._known: dict[int, Own] = before._own if before is not None else {}
        self._own: dict[int, Own] = _untouched(before, life) if before is not None else {}
        if before is not None and before.life.seats is life.seats:
            self.seating = before.seating
        same_round = before is not None and before.life.rounds == life.rounds
        self._words: Words = before._words if before is not None and same_round else {}

    @cached_property
    def seating(self) -> dict[str, int]:
        """The seat of each player."""
        return {held.person: seat for seat, held in self.life.seats.items()}

    def seat_of(self, person: str) -> int:
        """A person's seat; that of nobody for a spectator."""
        return self.seating.get(person, NOBODY) if person else NOBODY

    @cached_property
    def public(self) -> TableSeen:
        """What a spectator sees."""
        if self._fixed is None:
            self._fixed = fixed_fields(self.life)
        kept = Kept(self._fixed, self._unmoved, self._read)
        return public_screen(self.life, self.number, kept)

    def screen(self, seat: int) -> TableSeen:
        """What the viewer at a seat sees; without a seat, a spectator."""
        return applied(self.public, self.own(seat)) if seat != NOBODY else self.public

    def own(self, seat: int) -> Changes:
        """What the viewer at a seat sees otherwise than a spectator."""
        if (mine := self._own.get(seat)) is None:
            if seat == NOBODY:
                return NOTHING
            of = _made_of(self.life, seat)
            mine = self._known.get(seat)
            if mine is None or mine.of != of:
                seen = seen_from(self.public, self.life, seat, self._read)
                mine = Own(of, changes_between(self.public, seen))
            self._own[seat] = mine
        return mine.changes

    def _read(self, state: Round, hand: Hand) -> list[Called]:
        """What a hand amounts to: described once in a round, for all who may see these cards."""
        of = hand.down, hand.up, state.boards, state.common
        if of not in self._words:
            self._words[of] = read_out(state, hand)
        return self._words[of]

    def own_since(self, before: "Moment", person: str, common: Changes) -> Changes:
        """What is new for one person only, after the changes that are common to all viewers."""
        was, seat = before.seat_of(person), self.seat_of(person)
        mine = self.own(seat)
        if before.own(was) is mine and not common.is_about(mine):
            return NOTHING
        return changes_between(applied(before.screen(was), common), self.screen(seat))


def _unmoved(before: Moment, life: Table) -> dict[int, SeatSeen]:
    """The seats that a spectator sees as before: none where anything they show may have changed."""
    was, now, old = before.life.round, life.round, before.life
    if was is None or now is None or life.game.banked or "public" not in before.__dict__:
        return {}
    cards = was.boards is now.boards and was.common is now.common and was.discards is now.discards
    if not cards or was.done != now.done or was.script is not now.script:
        return {}
    return {
        seen.seat: seen
        for seen in before.public.seats
        if (place := seen.seat) in life.seats
        and old.seats[place] is life.seats[place]
        and was.hands.get(place) is now.hands.get(place)
        and old.accounts.get(stack(place)) == life.accounts.get(stack(place))
    }


def _untouched(before: Moment, life: Table) -> dict[int, Own]:
    """What players see besides, where all that it is made of is the very same as before."""
    old, was, now = before.life, before.life.round, life.round
    if was is None or now is None or was.owners or now.owners:
        return {}
    alike = (
        was.boards is now.boards
        and was.common is now.common
        and was.script is now.script
        and was.discards is now.discards
        and was.done == now.done
        and old.seating.bought is life.seating.bought
        and old.wishes.showing is life.wishes.showing
        and old.conduct.calls is life.conduct.calls
    )
    if not alike:
        return {}
    return {
        seat: mine
        for seat, mine in before._own.items()
        if was.hands.get(seat) is now.hands.get(seat)
        and (held := life.seats.get(seat)) is not None
        and held.person == old.seats[seat].person
    }


def _made_of(life: Table, seat: int) -> tuple[Any, ...]:
    """Everything that a player's own part of the screen depends on."""
    person, state = life.seats[seat].person, life.round
    call = life.conduct.calls.get(person)
    wishes = person, life.seating.bought.get(person), life.wishes.showing.get(person), call
    if state is None:
        return wishes
    own = (seat, *(place for place, owner in state.owners.items() if owner == seat))
    hands = tuple(
        (place, hand.down, hand.up, hand.out, hand.strengths, hand.protected)
        for place in own
        if (hand := state.hands.get(place)) is not None
    )
    piles = tuple(pile for pile in state.discards if pile.seat in own)
    seen = state.boards, state.common, state.script, state.done
    return (*wishes, hands, piles, *seen)
