"""A table after one line of its log, as each viewer sees it: made once, and only for viewers.

What a player sees is the spectator's screen with a few fields of their own over it. Those are made
again only when something they are made of has changed; most actions of others change nothing there.
"""

from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from croupier.engine.accounts import STACKS
from croupier.engine.round import Hand, Round
from croupier.rankings.words import Called
from croupier.room.table.state import Table
from croupier.views.narration.readout import read_out
from croupier.views.screen.changes import NOTHING, Changes, applied, new_fields, own_since
from croupier.views.screen.table_view import (
    Kept,
    SeatSeen,
    TableSeen,
    as_public,
    fixed_fields,
    own_part,
    public_screen,
)
from croupier.views.seat import NOBODY, unveil

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
        self._fixed: dict[str, Any] | None = None
        self._unmoved: dict[int, SeatSeen] = {}
        self._around: TableSeen | None = None
        self._known: dict[int, Own] = {}
        self._own: dict[int, Own] = {}
        self._same: frozenset[int] = frozenset()  # the seats that see of their own what they saw
        self._words: Words = {}
        if before is not None:
            self._keep(before)

    def _keep(self, before: "Moment") -> None:
        old, life = before.life, self.life
        if old.sign is life.sign:
            self._fixed = before._fixed
        if old.seats is life.seats:
            self.seating = before.seating
        if old.rounds == life.rounds:
            self._words = before._words
        self._known = before._own
        moved = _moved(old, life)
        if moved is None:
            return
        if "public" in before.__dict__:
            seats = before.public.seats
            self._unmoved = {seen.seat: seen for seen in seats if seen.seat not in moved}
            self._around = before.public if _is_same_around(old, life) else None
        if (
            old.seating.bought is life.seating.bought
            and old.wishes.showing is life.wishes.showing
            and old.conduct.calls is life.conduct.calls
        ):
            self._own = {seat: own for seat, own in before._own.items() if seat not in moved}
            self._same = frozenset(self._own)

    @cached_property
    def seating(self) -> dict[str, int]:
        """The seat of each player."""
        return {held.person: seat for seat, held in self.life.seats.items()}

    def seat_of(self, person: str) -> int:
        """A person's seat; that of nobody for a spectator."""
        return self.seating.get(person, NOBODY) if person else NOBODY

    def know(self, state: Round | None) -> None:
        """Take the round as a spectator knows it, which a viewer's log was folded to."""
        now = self.life.round
        if state is not None and now is not None and state.done == now.done:  # not called off
            self._state = state

    @cached_property
    def _state(self) -> Round | None:
        """The round as a spectator knows it."""
        return as_public(self.life)

    @cached_property
    def public(self) -> TableSeen:
        """What a spectator sees."""
        if self._fixed is None:
            self._fixed = fixed_fields(self.life)
        kept = Kept(self._fixed, self._unmoved, self._read, self._state, self._around)
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
                mine = Own(of, self._made(seat))
            self._own[seat] = mine
        return mine.changes

    def _made(self, seat: int) -> Changes:
        """What only the player at a seat sees, made anew."""
        life, public, state = self.life, self.public, self._state
        if state is not None and life.round is not None:
            state = unveil(state, life.round, seat)
        fields, places = own_part(life, seat, state, self._read)
        new = (
            (seen.seat, new_fields(seen, places[seen.seat]))
            for seen in public.seats
            if seen.seat in places
        )
        return Changes(
            {name: value for name, value in fields.items() if value != getattr(public, name)},
            {place: changed for place, changed in new if changed},
        )

    def _read(self, state: Round, hand: Hand) -> list[Called]:
        """What a hand amounts to: described once in a round, for all who may see these cards."""
        of = hand.down, hand.up, state.boards, state.common
        if of not in self._words:
            self._words[of] = read_out(state, hand)
        return self._words[of]

    def apart(self, before: "Moment", common: Changes) -> set[str]:
        """The players for whom something may be new in addition to what all viewers are sent."""
        seats = self.life.seats
        if "seats" in common.fields or before.seating is not self.seating:
            return before.seating.keys() | self.seating.keys()
        return {
            seats[seat].person for seat in seats if seat not in self._same or seat in common.seats
        }

    def own_since(self, before: "Moment", was: int, seat: int, common: Changes) -> Changes:
        """What is new for one viewer only, after the changes that are common to all of them."""
        return own_since(before.own(was), self.own(seat), common, self.public)


def _is_same_around(old: Table, life: Table) -> bool:
    """Whether nothing changed around the round in play but stacks: what each field is made of."""
    was, now = old.custody, life.custody
    return (
        old.playing
        and life.playing
        and old.sign is life.sign
        and old.seats is life.seats
        and old.wishes is life.wishes
        and old.proposal is life.proposal
        and was.decks is now.decks
        and (old.status, old.button, old.kill) == (life.status, life.button, life.kill)
        and (was.paused, was.looked, old.meter) == (now.paused, now.looked, life.meter)
    )


def _moved(old: Table, life: Table) -> set[int] | None:
    """The seats where anything that viewers see there may have changed; None: all of them."""
    was, now = old.round, life.round
    if was is None or now is None or life.game.banked or was.owners or now.owners:
        return None
    cards = was.boards is now.boards and was.common is now.common
    if not cards or was.script is not now.script or was.done != now.done:
        return None
    before, discards = was.discards, now.discards
    if discards[: len(before)] != before:
        return None
    moved = {pile.seat for pile in discards[len(before) :]} | (old.seats.keys() ^ life.seats.keys())
    for seat, held in life.seats.items():
        chips = STACKS[seat]
        if (
            old.seats.get(seat) is not held
            or was.hands.get(seat) is not now.hands.get(seat)
            or old.accounts.get(chips) != life.accounts.get(chips)
        ):
            moved.add(seat)
    return moved


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
