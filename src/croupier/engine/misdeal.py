"""Rounds without a result: misdeals and dead rounds, and what goes back (POKER 15(e), (g))."""

from collections.abc import Mapping

from croupier.chips import Chips
from croupier.engine.accounts import BOX, DROP, POT, RAKE, Move, stack
from croupier.engine.events import AnyEvent, Collected, RoundClosed
from croupier.engine.faults import CalledDead, Misdealt
from croupier.engine.round import Round

TAKEN = (POT, RAKE, BOX, DROP)  # the pot first; what was parked makes up the rest


def misdealt(state: Round, kind: str, clause: str) -> Misdealt:
    """Declare a misdeal: the cards are reshuffled and every bet is returned."""
    return Misdealt(clause=clause, kind=kind, moves=refund(state, _all_in_it(state)))


def called_dead(state: Round, kind: str, clause: str) -> CalledDead:
    """Declare the round dead: every bet is returned and the deck is replaced."""
    return CalledDead(clause=clause, kind=kind, moves=refund(state, _all_in_it(state)))


def _all_in_it(state: Round) -> dict[int, Chips]:
    return {seat: state.hands[seat].put_in for seat in state.order}


def refund(state: Round, owed: Mapping[int, Chips]) -> tuple[Move, ...]:
    """Give each seat exactly what it put in, wherever it lies now.

    The bets of the others in this betting round stay in the pot: uncalled, they go back.
    """
    left = {source: state.accounts.get(source, Chips(0)) for source in TAKEN}
    left[POT] = Chips(left[POT] - sum(h.bet for seat, h in state.hands.items() if seat not in owed))
    moves: list[Move] = []
    for seat, chips in owed.items():
        for source in TAKEN:
            part = Chips(min(chips, left[source]))
            if part:
                moves.append(Move(source, stack(seat), part))
            left[source], chips = Chips(left[source] - part), Chips(chips - part)
        assert not chips, f"{chips} of seat {seat} are nowhere"
    return tuple(moves)


def spent(state: Round) -> list[AnyEvent]:
    """Too few cards are left, because some were not used: a misdeal (A-48)."""
    lost = any(pile.draw < 0 for pile in state.discards) or state.amiss.burns_up
    assert lost, "the deck is spent: the sign allows too many players"
    return [misdealt(state, "deck_spent", "A-48")]


def close(state: Round) -> list[AnyEvent]:
    """Collect the cards and end the round; every player has their starting stack."""
    events: list[AnyEvent] = []
    seats = tuple(seat for seat in state.live if state.hands[seat].down or state.hands[seat].up)
    if seats:
        clause = "POKER 15(g)" if state.undone == "dead" else "POKER 15(e)"
        events.append(Collected(clause=state.game.own(clause), seats=seats))
    clause = state.game.own("POKER 1 round of play")
    events.append(RoundClosed(clause=clause, stacks=dict(state.stacks)))
    return events
