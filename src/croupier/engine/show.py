"""The showdown: order of showing, conceding, and the end of the round."""

from croupier.cards import Card
from croupier.engine.commands import Demand, Muck, Show
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


def begin(state: Round, step: Showdown) -> list[AnyEvent]:
    """Ask the hands in order; when all have answered, award."""
    if not state.opened:
        return [ShowdownOpened(clause=_shows(state), waiting=_order(state))]
    if state.waiting:
        turn = Turn(state.waiting[0], SHOW_OR_MUCK)
        return [TurnGiven(clause=_shows(state), turns=(turn,))]
    return close(state)


def _clause(state: Round, poker: str, bbc: str) -> str:
    return f"BBC {bbc}" if state.game.document == "BBC" else f"POKER {poker}"


def _shows(state: Round) -> str:
    return _clause(state, "15(d)", "irr-showorder")


def _order(state: Round) -> tuple[int, ...]:
    """The last bettor of the final round first, else its first to act, then clockwise (A-54)."""
    betting = state.betting
    first = betting.aggressor or betting.first
    around = (first, *state.clockwise(first)[:-1]) if first else state.order
    return tuple(seat for seat in around if not state.hands[seat].out)


def close(state: Round) -> list[AnyEvent]:
    """Losing hands are collected, the pots pushed, then the winning hands (POKER 6(e)(6))."""
    clause = _clause(state, "6(e)(6)", "gen-award")
    awards = award(state)
    paid = {move.target for told in awards if isinstance(told, PotAwarded) for move in told.moves}
    winners = tuple(seat for seat in state.live if f"stack:{seat}" in paid)
    losers = tuple(seat for seat in state.live if seat not in winners)
    told: list[AnyEvent] = [Collected(clause=clause, seats=losers)] if losers else []
    told += awards
    told.append(Collected(clause=clause, seats=winners))
    stacks = dict(state.stacks)
    for event in awards:
        assert isinstance(event, PotAwarded)
        for move in event.moves:
            seat = int(move.target.removeprefix("stack:"))
            stacks[seat] = stacks[seat] + move.chips  # type: ignore[assignment]  # Chips plus Chips
    told.append(RoundClosed(clause=_clause(state, "1 round of play", "gen-award"), stacks=stacks))
    return told


def show(state: Round, command: Show, option: Option) -> list[AnyEvent]:
    """Table a hand and rate it, once, for every board and share."""
    hand = state.hands[command.seat]
    own = hand.down + hand.up
    strengths = tuple(
        tuple(
            FAMILIES[share.ranking].strength_of(own, board + state.common, share.pick)
            for share in state.showdown.shares
        )
        for board in state.boards
    )
    clause = _shows(state)
    return [Shown(clause=clause, seat=command.seat, cards=own, strengths=strengths)]


def muck(state: Round, command: Muck, option: Option) -> list[AnyEvent]:
    """Concede; where the sign says so, the hand is turned up all the same."""
    told: list[AnyEvent] = [Mucked(clause=_shows(state), seat=command.seat)]
    if state.sign.show_mucked == "always":
        hand = state.hands[command.seat]
        told.append(_revealed(state, command.seat, hand.down + hand.up, demanded=True))
    return told


def demand(state: Round, command: Demand) -> list[AnyEvent]:
    """The house turns up a discarded hand, where the sign keeps that right."""
    if state.sign.show_mucked == "hidden":
        raise Refused("SIGN show_mucked", "this table does not have discarded hands shown")
    if not state.done and not isinstance(state.step, Showdown):
        raise Refused("POKER 15(d)", "a discarded hand is shown at the showdown, not before")
    return [_revealed(state, command.seat, _thrown(state, command.seat), demanded=True)]


def show_after(state: Round, command: Show) -> list[AnyEvent]:
    """A player turns up his or her own hand of one's own will when the round is over."""
    return [_revealed(state, command.seat, _thrown(state, command.seat), demanded=False)]


def _thrown(state: Round, seat: int) -> tuple[Card, ...]:
    for pile in state.discards:
        if pile.seat == seat and pile.draw == 0:
            return pile.cards
    raise Refused("FIELD seat", f"seat {seat} has no hand among the discards")


def _revealed(state: Round, seat: int, cards: tuple[Card, ...], *, demanded: bool) -> Revealed:
    return Revealed(clause=_shows(state), seat=seat, cards=cards, demanded=demanded)
