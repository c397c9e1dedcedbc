"""Breaks of seven-card stud (POKER 9)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # spades are the lowest suit
        "POKER-9d",
        "rules.LowestUpcard.pick",
        old="min(up, key=lambda seat: (up[seat][0].rank, up[seat][0].suit))",
        new="min(up, key=lambda seat: (up[seat][0].rank, -up[seat][0].suit))",
    ),
    Mutant(  # suits decide in every round
        "POKER-9d · POKER-9f2",
        "rules.BestShowing.pick",
        old="max(up, key=lambda seat: showing(up[seat]))",
        new="max(up, key=lambda seat: (showing(up[seat]), max(up[seat], key=lambda c: c.number)))",
    ),
    Mutant(  # the last of equals opens
        "POKER-9f2",
        "rules.BestShowing.pick",
        old="max(up, key=lambda seat: showing(up[seat]))",
        new="max(reversed([*up]), key=lambda seat: showing(up[seat]))",
    ),
    Mutant(
        "POKER-9d2",
        "games.SEVEN_CARD_STUD_HILO",
        old='third_street("9(d)(2)", HighestUpcard(ace_low=True))',
        new='third_street("9(d)(2)", LowestUpcard())',
    ),
    Mutant(  # the ace is the highest card
        "POKER-9d2",
        "games.SEVEN_CARD_STUD_HILO",
        old='third_street("9(d)(2)", HighestUpcard(ace_low=True))',
        new='third_street("9(d)(2)", HighestUpcard())',
    ),
    Mutant(
        "POKER-9d3",
        "games.SEVEN_CARD_STUD_HILO_8",
        old='third_street("9(d)(3)", LowestUpcard())',
        new='third_street("9(d)(3)", HighestUpcard(ace_low=True))',
    ),
    Mutant(  # the forced bettor has an option, as a blind has
        "POKER-9e",
        "engine._forced_bet_placed",
        old="waiting=tuple(seat for seat in state.waiting if seat != event.seat)",
        new="waiting=(*(seat for seat in state.waiting if seat != event.seat), event.seat)",
    ),
    Mutant(  # a completion counts as a raise
        "POKER-9e",
        "engine._raised",
        old='(event.full and event.kind == "raise")',
        new='(event.full and event.kind != "bet")',
    ),
    Mutant(  # the burn is forgotten when the cards are counted
        "POKER-9h2",
        "engine.common",
        old="state.left < len(state.live)",
        new="state.left + 1 < len(state.live)",
    ),
    Mutant(  # a common card only where not even the burns are left
        "POKER-9h3",
        "rules.Burn.reserve",
        old='return 1 if self.if_spent == "burns" else self.leaves',
        new="return 0",
    ),
    Mutant(  # a renewed deck serves each player
        "POKER-9h3",
        "engine.common",
        old="return len(state.deck) < state.game.deck or state.left",
        new="return state.left",
    ),
    Mutant(  # the last card stays out of the shuffle
        "POKER-9h3",
        "engine._renewal",
        old="return state.burns + leftover",
        new="return state.burns",
    ),
    Mutant(
        "POKER-9j",
        "games.SEVEN_CARD_STUD_HILO_8",
        old='Share("9(j)", "low", "low-8"',
        new='Share("9(j)", "low", "low-a5"',
    ),
]
