"""Breaks of Flop Poker."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "FLOP-6c",
        "engine._waived",
        old='return alone and spot.name == "pot"',
        new="return False",
    ),
    Mutant(
        "FLOP-6c",
        "games.FLOP_POKER",
        old='Spot("6(c)", "pot", required=True',
        new='Spot("6(c)", "pot"',
    ),
    Mutant(
        "FLOP-6c",
        "engine.span",
        old="amount = sign.pot_wager or sign.wager_min",
        new="amount = sign.pot_wager or DOLLAR * 5",
    ),
    Mutant(
        "FLOP-10a-keeps",
        "engine._chose",
        old='elif event.does == "fold":',
        new='elif event.does in ("fold", "surrender"):',
    ),
    Mutant("FLOP-10a-keeps", "games.FLOP_POKER", old="turns_all=True", new="turns_all=False"),
    Mutant(
        "FLOP-1hand · FLOP-10c-hand",
        "games.FLOP_POKER",
        old="Exactly(own=3, board=2)",
        new="Exactly(own=2, board=3)",
    ),
    Mutant(
        "FLOP-1hand · FLOP-10c-hand",
        "rules._five_cards",
        old="Exactly(own=3, board=2)",
        new="AnyOf(5)",
    ),
    Mutant(  # two pairs and better win nothing
        "FLOP-10c2",
        "rules.line_of_five",
        old='if category == "one pair" else category',
        new='if category == "one pair" else ""',
    ),
    Mutant(  # tens will do
        "FLOP-10c1",
        "rules._JACKS",
        old='"JcJd4h3h2h"',
        new='"TcTd4h3h2h"',
    ),
    Mutant(
        "FLOP-10c",
        "engine._from_the_right",
        old="for seat in reversed(state.order) if seat in live",
        new="for seat in state.order if seat in live",
    ),
    Mutant(
        "FLOP-10d1",
        "engine._winners",
        old="best = max(strengths.values())",
        new="best = min(strengths.values())",
    ),
    Mutant(
        "FLOP-10d1",
        "engine.close",
        old="if not state.showdown.asks:",
        new="if state.showdown.asks and not state.live:",
    ),
    Mutant(
        "FLOP-10d2",
        "engine.precedence",
        old="return [seat for seat in state.order if seat in winners]",
        new="return [seat for seat in reversed(state.order) if seat in winners]",
    ),
    Mutant(
        "FLOP-12a",
        "games.FLOP_POKER",
        old='"community_card_exposed", voids="round", saves="pot"',
        new='"community_card_exposed", voids="round"',
    ),
    Mutant("FLOP-12a", "engine._refund", old="if chips > there:", new="if not chips:"),
    Mutant(
        "FLOP-12a",
        "engine._goes_on",
        old="isinstance(step, Deliver | Settle | Showdown)",
        new="isinstance(step, Settle | Showdown)",
    ),
    Mutant(
        "FLOP-12b",
        "engine._is_dealt",
        old="return not any(isinstance(step, Deliver) for step in state.script[state.at :])",
        new="return bool(state.house or state.boards[0])",
    ),
    Mutant("FLOP-12b", "engine._remove", old="if card is UNKNOWN:", new="if not card:"),
    Mutant(
        "FLOP-12d",
        "games.FLOP_POKER",
        old='"player_wrong_number", voids="hand"',
        new='"player_wrong_number", voids="round"',
    ),
]
