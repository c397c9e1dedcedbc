"""Breaks of what the house-banked games have in common."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # the ante can be raised with the decision
        "THB-6b · FLOP-6b · TCJ-6b",
        "engine._place_choice",
        old="command.wagers != {step.place: option.most}",
        new="command.wagers.get(step.place) != option.most",
    ),
    Mutant(  # a wager is never withdrawn
        "THB-6b · FLOP-6b · TCJ-6b",
        "engine._shifts",
        old=("elif more:\n    back.append"),
        new=("elif False:\n    back.append"),
    ),
    Mutant(  # "No more bets" is always cited as if from a manual shoe
        "THB-8b3 · FLOP-8b3 · TCJ-8b3 · THB-9b2 · FLOP-9b2 · TCJ-9b2",
        "engine.no_more_bets",
        old="by_method.get(state.sign.deal_method, step.closing)",
        new="step.closing",
    ),
    Mutant(
        "THB-7b · FLOP-7b · TCJ-7b",
        "engine.no_more_bets",
        old="by_method.get(state.sign.deal_method, step.closing)",
        new="step.by_hand",
    ),
    Mutant(
        "THB-14 · FLOP-13",
        "engine._check_position",
        old="if not state.sign.multi_position:",
        new="if False:",
    ),
    Mutant(  # a sign may allow it
        "THB-14 · FLOP-13",
        "rules.banked_faults",
        old="game.document.one_position:",
        new="not game.document.one_position:",
    ),
    Mutant(  # card by card
        "THB-9c · TCJ-9c",
        "engine._tell_delivery",
        old='state.sign.deal_method == "automated_shoe"',
        new="False",
    ),
    Mutant(  # a stack also for a player without a wager
        "THB-9c · TCJ-9c",
        "engine.no_more_bets",
        old="tuple(seat for seat in state.order if state.hands[seat].stakes)",
        new="state.order",
    ),
    Mutant(
        "THB-11e · FLOP-11d",
        "engine.LIMIT",
        old="LIMIT = Chips(50_000_00)",
        new="LIMIT = Chips(500_000_00)",
    ),
    Mutant(  # minimum wagers never raise it
        "THB-11e · FLOP-11d",
        "engine.payout_limit",
        old="Chips(max(LIMIT, best))",
        new="LIMIT",
    ),
    Mutant(  # each wager has its own limit
        "THB-11e · FLOP-11d",
        "engine._limited",
        old="left = Chips(left - won)",
        new="left = Chips(left + 0 * won)",
    ),
    Mutant(
        "THB-11a · FLOP-11a · TCJ-11a",
        "views._rows",
        old='f"{odds} to 1"',
        new='f"{odds + 1} for 1"',
    ),
    Mutant(
        "THB-11a · FLOP-11a · TCJ-11a",
        "views.check_posted",
        old="if found:",
        new="if not found:",
    ),
    Mutant(  # the round goes on
        "THB-13f",
        "games.TEXAS_HOLDEM_BONUS",
        old='"shoe_failed", voids="round"',
        new='"shoe_failed"',
    ),
    Mutant(  # the bonus is saved as after an exposed card
        "THB-13f",
        "games.TEXAS_HOLDEM_BONUS",
        old='"shoe_failed", voids="round"',
        new='"shoe_failed", voids="round", saves="bonus"',
    ),
    Mutant(
        "FLOP-12f",
        "games.FLOP_POKER",
        old='"shoe_failed", voids="round"',
        new='"shoe_failed", voids="round", saves="pot"',
    ),
    Mutant(
        "TCJ-12f",
        "games.TWO_CARD_JOKER",
        old='"shoe_failed", voids="round"',
        new='"shoe_failed"',
    ),
    Mutant(  # what was collected from a folded hand stays with the house
        "THB-void · FLOP-void",
        "engine._refund",
        old="if chips > there:",
        new="if False:",
    ),
    Mutant(  # the place in front of the dealer sees its cards
        "FLOP-7d7 · TCJ-7d5 · THB-10a-hidden",
        "engine.Dealt.veiled",
        old="mine = set(own) - {HOUSE}",
        new="mine = set(own)",
    ),
    Mutant(  # a coupon is paid on a loss too
        "THB-6a · FLOP-6a · TCJ-6a",
        "engine._match_play",
        old='won = coupon if result == "wins" else NOTHING',
        new="won = coupon",
    ),
    Mutant(  # the assistant stops at a jammed shuffler
        "THB-13e · FLOP-12e · TCJ-12e",
        "assist.short_count",
        old="if not step.said:",
        new="if False:",
    ),
    Mutant(  # and cites another document
        "THB-13e · FLOP-12e · TCJ-12e",
        "assist._cleared",
        old='machine_clause(table.game, "(p)", "(e)")',
        new='"POKER 15(p)"',
    ),
]
