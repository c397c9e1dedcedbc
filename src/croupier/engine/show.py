"""The showdown: order of showing, conceding, and the end of the round."""

from croupier.cards import UNKNOWN, Card, check_distinct
from croupier.engine import bad_beat, rake
from croupier.engine.accounts import SEATS, STACKS
from croupier.engine.commands import Demand, Muck, Show
from croupier.engine.deal import laid_out
from croupier.engine.decides import decides
from croupier.engine.events import (
    AnyEvent,
    Collected,
    Mucked,
    PotAwarded,
    Revealed,
    RoundClosed,
    ShowdownOpened,
    Shown,
    TurnGiven,
)
from croupier.engine.pots import award
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.rankings import FAMILIES
from croupier.refused import Refused
from croupier.rules.steps import Showdown

SHOW_OR_MUCK = (Option("show"), Option("muck"))
SHOW = (Option("show"),)  # a hand that lies face up already cannot be conceded unseen


def begin(state: Round, step: Showdown) -> list[AnyEvent]:
    """Ask the hands in order; when all have answered, award."""
    if not step.asks:
        return close(state)
    if not state.opened:
        return [ShowdownOpened(clause=_shows(state), waiting=_order(state))]
    if state.waiting:
        seat = state.waiting[0]
        turn = Turn(seat, SHOW if state.hands[seat].turned else SHOW_OR_MUCK)
        return [TurnGiven(clause=_shows(state), turns=(turn,))]
    return close(state)


def _shows(state: Round) -> str:
    return state.game.own("POKER 15(d)")


def _order(state: Round) -> tuple[int, ...]:
    """The last bettor of the final round first, else its first to act, then clockwise (A-54)."""
    betting = state.betting
    first = betting.aggressor or betting.first
    around = (first, *state.clockwise(first)[:-1]) if first else state.order
    return tuple([seat for seat in around if not state.hands[seat].out])


def close(state: Round) -> list[AnyEvent]:
    """Collect the losing hands, push the pots, collect the winning hands (POKER 6(e)(6)).

    The house takes its part before the award; nothing leaves the pots after it (POKER 14(e)).
    """
    clause = state.game.own("POKER 6(e)(6)")
    state, events = rake.extract(state)
    awards = award(state)
    paid = {move.target for one in awards if isinstance(one, PotAwarded) for move in one.moves}
    winners = tuple([seat for seat in state.live if not paid or STACKS[seat] in paid])
    losers = tuple([seat for seat in state.live if seat not in winners])
    if not state.showdown.asks:  # against the bank: the award, then every hand (FLOP 10(e))
        losers, winners = (), tuple(reversed(state.live))
    if losers:
        events.append(Collected(clause=clause, seats=losers))
    events += awards
    events.append(Collected(clause=clause, seats=winners))
    stacks = state.stacks
    for event in awards:
        assert isinstance(event, PotAwarded)
        for move in event.moves:
            stacks[SEATS[move.target]] += move.chips  # type: ignore[assignment]  # Chips plus Chips
    events += [*bad_beat.found(state), *rake.bank(state)]
    events.append(RoundClosed(clause=state.game.own("POKER 1 round of play"), stacks=stacks))
    return events


def is_beaten(state: Round, seat: int) -> bool:
    """Whether hands already shown beat this one for every part of every pot it contends for.

    A hand that was turned up before the board is shown in any case, and conceded by no one.
    """
    mine = state.hands[seat]
    if mine.turned:
        return False
    shown = [
        hand
        for hand in state.hands.values()
        if hand.strengths and not hand.out and hand.paid >= mine.paid
    ]
    for number, board in enumerate(state.boards):
        for index, share in enumerate(state.showdown.shares):
            ranking = FAMILIES[share.ranking]
            strength = ranking.strength_of(mine.down + mine.up, board + state.common, share.pick)
            if strength and all(strength >= hand.strengths[number][index] for hand in shown):
                return False
    return True


@decides(Show)
def show(state: Round, command: Show, option: Option) -> list[AnyEvent]:
    """Table a hand and rate it, once, for every board and share."""
    hand = state.hands[command.seat]
    own = named(state, hand.down + hand.up, command.cards)
    rated = [(FAMILIES[share.ranking], share.pick) for share in state.showdown.shares]
    boards = [board + state.common for board in state.boards]
    strengths = tuple(
        [
            tuple([ranking.strength_of(own, board, pick) for ranking, pick in rated])
            for board in boards
        ]
    )
    clause = _shows(state)
    return [Shown(clause=clause, seat=command.seat, cards=own, strengths=strengths)]


def named(state: Round, hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand with every card known: those an announced deck left open are named when shown."""
    if not cards and UNKNOWN not in hand:
        return hand
    if len(cards) != len(hand) or not set(cards).issubset(state.game.cards):
        raise Refused("FIELD cards", f"you must show the whole hand: name its {len(hand)} cards")
    fresh = list(cards)
    for card in hand:
        if card is not UNKNOWN and card not in fresh:
            raise Refused("FIELD cards", f"{card.value} was dealt to this hand and must be shown")
        if card is not UNKNOWN:
            fresh.remove(card)
    check_distinct((*laid_out(state), *fresh))
    return tuple(fresh.pop(0) if card is UNKNOWN else card for card in hand)


@decides(Muck)
def muck(state: Round, command: Muck, option: Option) -> list[AnyEvent]:
    """Concede; where the sign says so, the hand is turned up all the same."""
    events: list[AnyEvent] = [Mucked(clause=_shows(state), seat=command.seat)]
    if state.sign.show_mucked == "always":
        hand = state.hands[command.seat]
        events.append(_revealed(state, command.seat, hand.down + hand.up, demanded=True))
    return events


def demand(state: Round, command: Demand) -> list[AnyEvent]:
    """The house turns up a discarded hand, where the sign keeps that right."""
    if state.sign.show_mucked == "hidden":
        raise Refused("SIGN show_mucked", "at this table discarded hands are not shown")
    if not state.done and not isinstance(state.step, Showdown):
        raise Refused(_shows(state), "a discarded hand can be shown only at the showdown")
    hand = _thrown(state, command.seat)
    if command.cards:
        hand = named(state, hand, command.cards)
    return [_revealed(state, command.seat, hand, demanded=True)]


def show_after(state: Round, command: Show) -> list[AnyEvent]:
    """Turn up a player's hand voluntarily when the round is over."""
    hand = named(state, _thrown(state, command.seat), command.cards)
    return [_revealed(state, command.seat, hand, demanded=False)]


def _thrown(state: Round, seat: int) -> tuple[Card, ...]:
    for pile in state.discards:
        if pile.seat == seat and pile.draw == 0:
            return pile.cards
    raise Refused("FIELD seat", f"seat {seat} has no hand among the discards")


def _revealed(state: Round, seat: int, cards: tuple[Card, ...], *, demanded: bool) -> Revealed:
    return Revealed(clause=_shows(state), seat=seat, cards=cards, demanded=demanded)
