"""The events of irregularities: what happened to a card, a hand or the whole round."""

from collections.abc import Collection
from typing import Any, Literal, Self

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine.accounts import Move, carry
from croupier.engine.event import RoundEvent, Undisclosed
from croupier.engine.evolve import evolves, unchanged
from croupier.engine.round import Pile, Round
from croupier.engine.turns import DEALER, HOUSE
from croupier.rules.irregular import Accident as Accident
from croupier.rules.steps import AnyStep, Burn, Deal, Discard, Draw

Then = Literal["up_card", "dead", "choice", "exchange"]  # what becomes of an exposed card


class Noted(RoundEvent, frozen=True, kw_only=True):
    """An irregularity that is only recorded: it changes nothing."""

    visibility = "public"
    kind: str
    seat: int = 0


evolves(Noted, Undisclosed)(unchanged)


class CardRemoved(RoundEvent, frozen=True, kw_only=True):
    """A card is not used, because it lay face up or fell off the table; the next replaces it."""

    visibility = "veiled"
    card: Card
    kind: Literal["face_up_card", "off_table", "exposed"] = "face_up_card"

    def veiled(self, own: Collection[int]) -> Self:
        """Hide a card that fell off the table: only the dealer examines it."""
        return self if self.kind != "off_table" else replace(self, card=UNKNOWN)


@evolves(CardRemoved)
def _card_removed(state: Round, event: CardRemoved) -> Round:
    """Only the dealer sees a card off the table; a waiting dealer is asked again."""
    hidden = event.kind == "off_table"
    up, down = ((), (event.card,)) if hidden else ((event.card,), ())
    pile = Pile(HOUSE, -1, down, up, barred=event.kind != "exposed")
    asked = not state.game.banked and any(turn.actor == DEALER for turn in state.turns)
    return replace(
        state,
        top=state.top + 1,
        discards=(*state.discards, pile),
        turns=() if asked else state.turns,
    )


class Exposed(RoundEvent, frozen=True, kw_only=True):
    """A card to be dealt face down to a seat is turned up in the dealing."""

    visibility = "public"
    ends_preview = True
    seat: int
    card: Card
    then: Then


@evolves(Exposed)
def _exposed(state: Round, event: Exposed) -> Round:
    if event.then == "exchange":
        return _amiss(state, exposed=(*state.amiss.exposed, (event.seat, event.card)))
    if event.then == "choice":
        return _amiss(state, choosing=(*state.amiss.choosing, event.seat))
    return state


def _amiss(state: Round, **changes: Any) -> Round:
    return replace(state, amiss=replace(state.amiss, **changes))


class Exchanged(RoundEvent, frozen=True, kw_only=True):
    """An exposed card was exchanged for the top card of the deck (POKER 15(o))."""

    visibility = "veiled"
    ends_preview = True
    seat: int
    exposed: Card
    card: Card
    to: Literal["discards", "burn"]

    def veiled(self, own: Collection[int]) -> Self:
        """Hide the new card; everyone saw the old one."""
        return self if self.seat in own else replace(self, card=UNKNOWN)


@evolves(Exchanged)
def _exchanged(state: Round, event: Exchanged) -> Round:
    """The new card is the player's; the old one is the burn, or lies with the discards."""
    hand = state.hands[event.seat]
    up = tuple(card for card in hand.up if card != event.exposed)
    after = replace(
        state,
        hands=state.hands | {event.seat: replace(hand, down=(*hand.down, event.card), up=up)},
        amiss=replace(state.amiss, exposed=state.amiss.exposed[1:]),
        top=state.top + 1,
        turns=(),
    )
    if event.to == "discards":
        pile = Pile(HOUSE, -1, (), (event.exposed,))
        return replace(after, discards=(*state.discards, pile))
    script = _without_burn(state.script, state.at)
    after = replace(after, script=script)
    return _amiss(after, burns_up=(*state.amiss.burns_up, event.exposed))


def _without_burn(script: tuple[AnyStep, ...], at: int) -> tuple[AnyStep, ...]:
    """No other card is burned before the flop, or before the first draw (A-94)."""
    burn = next(place for place in range(at, len(script)) if isinstance(script[place], Burn))
    return script[:burn] + script[burn + 1 :]


class Elected(RoundEvent, frozen=True, kw_only=True):
    """A player whose last hole card was exposed stops wagering, or plays on (POKER 15(k), (m))."""

    visibility = "public"
    seat: int
    stops: bool


@evolves(Elected)
def _elected(state: Round, event: Elected) -> Round:
    hand = replace(state.hands[event.seat], stopped=event.stops)
    choosing = tuple(seat for seat in state.amiss.choosing if seat != event.seat)
    hands = state.hands | {event.seat: hand}
    return _amiss(replace(state, hands=hands, turns=()), choosing=choosing)


class Protected(RoundEvent, frozen=True, kw_only=True):
    """A player protects the hand."""

    visibility = "public"
    seat: int


@evolves(Protected)
def _protected(state: Round, event: Protected) -> Round:
    hand = replace(state.hands[event.seat], protected=True)
    return replace(state, hands=state.hands | {event.seat: hand})


class HandDead(RoundEvent, frozen=True, kw_only=True):
    """A hand is dead without redress: its chips stay in the pot."""

    visibility = "public"
    seat: int
    kind: str


@evolves(HandDead)
def _hand_dead(state: Round, event: HandDead) -> Round:
    return _without(state, event.seat, out="dead")


class HandRefunded(RoundEvent, frozen=True, kw_only=True):
    """A hand left the round, and all that it had put in went back; the others play on."""

    visibility = "public"
    seat: int
    kind: str
    moves: tuple[Move, ...]


@evolves(HandRefunded)
def _hand_refunded(state: Round, event: HandRefunded) -> Round:
    none = Chips(0)
    after = replace(state, accounts=carry(state.accounts, event.moves))
    return _without(after, event.seat, out="void", bet=none, paid=none, dead=none)


def _without(state: Round, seat: int, **changes: Any) -> Round:
    """A hand leaves the round in the middle of a step; prices stand."""
    hand = state.hands[seat]
    live = tuple(other for other in state.live if other != seat)
    gone = len(state.order) - len(live)
    held = bool(hand.down or hand.up)
    pile = (Pile(seat, 0, hand.down, hand.up, step=state.at),) if held else ()
    hand = replace(hand, down=(), up=(), gone=gone, **changes)
    amiss, pending = state.amiss, state.amiss.pending
    after = replace(
        state,
        hands=state.hands | {seat: hand},
        live=live,
        discards=state.discards + pile,
        waiting=tuple(other for other in state.waiting if other != seat),
        turns=(),
        amiss=replace(
            amiss,
            exposed=tuple(one for one in amiss.exposed if one[0] != seat),
            choosing=tuple(other for other in amiss.choosing if other != seat),
            pending=None if pending is not None and pending.seat == seat else pending,
        ),
    )
    if isinstance(state.step, Deal):
        return _dealt_around(after, state, seat)
    if isinstance(state.step, Draw | Discard) and state.opened:
        return _drawn_around(after, state, seat)
    return after


def _dealt_around(after: Round, before: Round, seat: int) -> Round:
    """Count the step without the seat's cards: the others get the next one in turn."""
    step = before.step
    assert isinstance(step, Deal)
    each = step.down + step.up
    dealt = before.dealt - (before.live * each)[: before.dealt].count(seat)
    if before.dealt and dealt == len(after.live) * each:
        return replace(after, dealt=0, at=before.at + 1)
    return replace(after, dealt=dealt)


def _drawn_around(after: Round, before: Round, seat: int) -> Round:
    if before.waiting[:1] == (seat,):
        after = replace(after, due_cards=0)
    if after.waiting:
        return after
    return replace(after, opened=False, at=before.at + 1)


class Misdealt(RoundEvent, frozen=True, kw_only=True):
    """A misdeal: every bet goes back, and the same deck is shuffled and dealt again."""

    visibility = "public"
    kind: str
    moves: tuple[Move, ...]


@evolves(Misdealt)
def _misdealt(state: Round, event: Misdealt) -> Round:
    return _undone(state, event, "misdeal")


class CalledDead(RoundEvent, frozen=True, kw_only=True):
    """The round is called dead: every bet goes back, and the deck is replaced (POKER 15(g))."""

    visibility = "public"
    kind: str
    moves: tuple[Move, ...]


@evolves(CalledDead)
def _called_dead(state: Round, event: CalledDead) -> Round:
    return _undone(state, event, "dead")


def _undone(state: Round, event: Misdealt | CalledDead, how: str) -> Round:
    none = Chips(0)
    hands = {
        seat: replace(hand, bet=none, paid=none, dead=none) for seat, hand in state.hands.items()
    }
    return replace(
        state,
        amiss=replace(state.amiss, undone=how, exposed=(), choosing=(), pending=None),
        hands=hands,
        accounts=carry(state.accounts, event.moves),
        waiting=(),
        turns=(),
    )
