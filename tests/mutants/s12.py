"""Breaks of the reshuffle that five-card draw shares with the other draw games."""

from tests.mutants import Mutant

EVERY_DRAW = "POKER-12f2 · POKER-21g2 · POKER-22g2"

MUTANTS = [
    Mutant(
        f"POKER-6e4 · {EVERY_DRAW}",
        "engine._renewal",
        old="cards = list(leftover)",
        new="cards = list(leftover + state.burns)",
    ),
    Mutant(
        EVERY_DRAW,
        "engine.begin",
        old="if not left:",
        new="if left < state.due_cards:",
    ),
    Mutant(
        EVERY_DRAW,
        "engine.thrown",
        old="after = replace(state, discards=(*state.discards, pile), live=live)",
        new="after = replace(state, live=live)",
    ),
    Mutant(
        "POKER-12f2 · POKER-21g2",
        "engine.Round.spared",
        old="(whole or pile.draw == draw)",
        new="(whole or pile.draw > self.draws)",
    ),
    Mutant(
        "POKER-12f2 · POKER-21g2",
        "engine.Round.spared",
        old="None if self.sign.reshuffle_own_discards else self.draws",
        new="self.draws",
    ),
    Mutant(
        "POKER-12f2",
        "games.s12_five_card_draw.STREETS",
        old="most=5, renewed=",
        new='most=5, spared="whole_round", renewed=',
    ),
]
