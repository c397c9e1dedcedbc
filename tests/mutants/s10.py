"""Breaks of hold'em (POKER 10)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # the blinds right of the button
        "POKER-10e",
        "engine.blind_seats",
        old="tuple(order[: len(sign.blinds)])",
        new="tuple(order[-len(sign.blinds) :])",
    ),
    Mutant(  # the literal text heads-up, whatever the sign says
        "POKER-10e",
        "engine.blind_seats",
        old="if len(order) == 2 and sign.heads_up_button_small_blind:",
        new="if len(order) == 2 and not sign.heads_up_button_small_blind:",
    ),
    Mutant(  # no option for the blinds
        "POKER-10g",
        "engine._waiting",
        old="(*able[place:], *able[:place])",
        new="tuple(s for s in able if state.hands[s].bet < state.betting.price)",
    ),
    Mutant(
        "POKER-10i",
        "games.HOLDEM",
        old='Bet("10(i)", LeftOfButton(), tier="upper")',
        new='Bet("10(i)", LeftOfBlinds(), tier="upper")',
    ),
    Mutant(
        "POKER-10j",
        "games.HOLDEM",
        old='Bet("10(j)", LeftOfButton(), tier="upper")',
        new='Bet("10(j)", LeftOfBlinds(), tier="upper")',
    ),
    Mutant(  # the first of equals takes all
        "POKER-10k2",
        "engine._winners",
        old="strengths[seat] == best] if best else []",
        new="strengths[seat] == best][:1] if best else []",
    ),
]
