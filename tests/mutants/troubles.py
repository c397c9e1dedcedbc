"""Breaks that the machine over all games notices by itself, from the raw log (POKER 14-16, 19)."""

from tests.mutants import Mutant

MACHINE = ("test_rulings_machine.py",)

MUTANTS = [
    Mutant(  # a refund is a cent short
        "POKER-15i3",
        "engine._refunded",
        old="refund(state, {command.seat: state.hands[command.seat].put_in})",
        new="refund(state, {command.seat: max(0, state.hands[command.seat].put_in - 1)})",
        tests=MACHINE,
    ),
    Mutant(  # a misdeal keeps the rake
        "POKER-14-void",
        "engine.misdealt",
        old="return Misdealt(clause=clause, kind=kind, moves=refund(state, _all_in_it(state)))",
        new=(
            "moves = tuple(m for m in refund(state, _all_in_it(state)) if m.source != RAKE)\n"
            "return Misdealt(clause=clause, kind=kind, moves=moves)"
        ),
        tests=MACHINE,
    ),
    Mutant(  # a dead round contributes to the jackpot what the first player should have back
        "POKER-15g",
        "engine.called_dead",
        old="return CalledDead(clause=clause, kind=kind, moves=refund(state, _all_in_it(state)))",
        new=(
            "first, *rest = refund(state, _all_in_it(state)) or (None,)\n"
            "if first is not None and BOX in state.accounts:\n"
            "    first = Move(first.source, BOX, first.chips)\n"
            "moves = tuple(move for move in (first, *rest) if move is not None)\n"
            "return CalledDead(clause=clause, kind=kind, moves=moves)"
        ),
        tests=MACHINE,
    ),
    Mutant(  # the cap holds for each betting round
        "POKER-14a3-cap",
        "engine.take",
        old="min(due, _most(state) - taken)",
        new="min(due, _most(state))",
        tests=MACHINE,
    ),
    Mutant(  # the posted maximum of a contribution is no maximum
        "POKER-19c2",
        "engine._contribution",
        old="due = min(posted.contribution.of(sums, state.sign.unit), posted.contribution_max)",
        new="due = posted.contribution.of(sums, state.sign.unit)",
        tests=MACHINE,
    ),
    Mutant(  # a player who has stopped wagering is asked again
        "POKER-15k-third",
        "engine.Round.able",
        old="if accounts[STACKS[seat]] and not hands[seat].stopped:",
        new="if accounts[STACKS[seat]]:",
    ),
    Mutant(  # a wager that the document saves goes back too
        "FLOP-12a",
        "engine._refund",
        old=("if spot == saves:\n    continue"),
        new="",
        tests=MACHINE,
    ),
    Mutant(  # a removed player plays the hand out
        "POKER-16b",
        "room._out_of_round",
        old="if table.game.banked or seat not in table.round.live or deck_rests(table):",
        new="if True:",
        tests=MACHINE,
    ),
    Mutant(  # the floor speaks after the shift supervisor
        "POKER-15b",
        "room._rule",
        old="if stands is not None and stands.final and order.by.role != FINAL:",
        new="if False:",
        tests=MACHINE,
    ),
    Mutant(  # each winner has the winners' whole share
        "POKER-19a",
        "room.divided",
        old="divide(Chips(amount * percent // 100), len(people), unit=Chips(1))",
        new="divide(Chips(amount * percent // 100), 1, unit=Chips(1))",
        tests=MACHINE,
    ),
    Mutant(  # the bets of hands that are dead go to a player who had stopped wagering
        "POKER-15k-third",
        "engine._unmatched",
        old="if state.able:",
        new="if any(state.accounts[stack(seat)] for seat in state.live):",
    ),
    Mutant(  # a hand thrown away owes what nobody could call
        "POKER-15k-third",
        "engine.uncalled",
        old=("for other in state.able]\nnext_most"),
        new=("for other in state.live]\nnext_most"),
    ),
]
