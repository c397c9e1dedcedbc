"""Breaks of the showdown (POKER 15(d))."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # hands are turned up while players can still bet
        "POKER-15r",
        "engine.turn_up.before_board",
        old="not nobody_bets(state, state.able)",
        new="False",
    ),
    Mutant(  # the first to act shows first, even if another bet
        "POKER-15d1 · BBC-irr-showorder",
        "engine._order",
        old="first = betting.aggressor or betting.first",
        new="first = betting.first",
    ),
    Mutant(  # a bet of an earlier round decides
        "POKER-15d1 · BBC-irr-showorder",
        "engine._betting_opened",
        old="first=event.waiting[0] if event.waiting else 0",
        new=("first=event.waiting[0] if event.waiting else 0,\naggressor=state.betting.aggressor"),
    ),
    Mutant(  # a mucked hand still wins
        "POKER-15a · BBC-irr-ownhand",
        "engine._mucked",
        old='return thrown(state, event.seat, "conceded")',
        new="return answered(state, event.seat, state.hands[event.seat], state.accounts, ())",
    ),
]
