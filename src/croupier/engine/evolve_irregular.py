"""What the rulings on irregularities do to a round of poker."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import events as told
from croupier.engine import faults
from croupier.engine.accounts import carry
from croupier.engine.event import Undisclosed
from croupier.engine.round import Pile, Round
from croupier.engine.turns import DEALER, HOUSE
from croupier.rules.steps import AnyStep, Burn, Deal, Draw


def _unchanged(state: Round, event: told.Noted | Undisclosed) -> Round:
    return state


def _card_removed(state: Round, event: told.CardRemoved) -> Round:
    """Only the dealer sees a card off the table; a dealer who waits to deal is asked anew."""
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


def _exposed(state: Round, event: faults.Exposed) -> Round:
    if event.then == "exchange":
        return _amiss(state, exposed=(*state.amiss.exposed, (event.seat, event.card)))
    if event.then == "choice":
        return _amiss(state, choosing=(*state.amiss.choosing, event.seat))
    return state


def _amiss(state: Round, **changes: Any) -> Round:
    return replace(state, amiss=replace(state.amiss, **changes))


def _exchanged(state: Round, event: faults.Exchanged) -> Round:
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


def _elected(state: Round, event: faults.Elected) -> Round:
    hand = replace(state.hands[event.seat], stopped=event.stops)
    choosing = tuple(seat for seat in state.amiss.choosing if seat != event.seat)
    hands = state.hands | {event.seat: hand}
    return _amiss(replace(state, hands=hands, turns=()), choosing=choosing)


def _protected(state: Round, event: faults.Protected) -> Round:
    hand = replace(state.hands[event.seat], protected=True)
    return replace(state, hands=state.hands | {event.seat: hand})


def _hand_dead(state: Round, event: faults.HandDead) -> Round:
    return _without(state, event.seat, out="dead")


def _hand_refunded(state: Round, event: faults.HandRefunded) -> Round:
    none = Chips(0)
    after = replace(state, accounts=carry(state.accounts, event.moves))
    return _without(after, event.seat, out="void", bet=none, paid=none, dead=none)


def _without(state: Round, seat: int, **changes: Any) -> Round:
    """A hand leaves the round in the middle of whatever is being done; prices stand."""
    hand = state.hands[seat]
    live = tuple(other for other in state.live if other != seat)
    gone = len(state.order) - len(live)
    pile = (Pile(seat, 0, hand.down, hand.up),) if hand.down or hand.up else ()
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
    if isinstance(state.step, Draw) and state.opened:
        return _drawn_around(after, state, seat)
    return after


def _dealt_around(after: Round, before: Round, seat: int) -> Round:
    """Count the step without the seat's cards: everybody else gets the next one in turn."""
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


def _misdealt(state: Round, event: faults.Misdealt) -> Round:
    return _undone(state, event, "misdeal")


def _called_dead(state: Round, event: faults.CalledDead) -> Round:
    return _undone(state, event, "dead")


def _undone(state: Round, event: faults.Misdealt | faults.CalledDead, how: str) -> Round:
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


IRREGULAR: dict[type, Callable[[Round, Any], Round]] = {
    Undisclosed: _unchanged,
    told.Noted: _unchanged,
    told.CardRemoved: _card_removed,
    faults.Exposed: _exposed,
    faults.Exchanged: _exchanged,
    faults.Elected: _elected,
    faults.Protected: _protected,
    faults.HandDead: _hand_dead,
    faults.HandRefunded: _hand_refunded,
    faults.Misdealt: _misdealt,
    faults.CalledDead: _called_dead,
}
