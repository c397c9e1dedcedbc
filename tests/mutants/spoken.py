"""Breaks of what is said and pushed (POKER 7(d)-(i), 15(j))."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # a player who speaks out of turn is heard all the same
        "POKER-7d · BBC-wag-verbal",
        "engine.bind",
        old="if state.turn(said.seat) is None:",
        new="if state.turn(said.seat) is None and said.seat not in state.waiting:",
    ),
    Mutant(  # an illegal number makes the raise as small as it can be
        "POKER-7d · BBC-wag-verbal",
        "engine._raise",
        old="to = nearest(option, said.amount)",
        new="to = Chips(option.least)",
    ),
    Mutant(  # a size beyond the limits binds to the nearest without any word
        "POKER-7d · BBC-wag-verbal",
        "engine._by_amount",
        old="if option is None or not option.admits(said.amount):",
        new="if option is None:",
    ),
    Mutant(  # chips outrank speech
        "POKER-15j · BBC-irr-verbal",
        "engine._by_word",
        old=("option = turn.option(said.word)\nif option is None:"),
        new=("option = turn.option(said.word)\nif option is None or said.chips:"),
    ),
    Mutant(  # the chips count, not the number
        "POKER-7e · BBC-wag-announced",
        "engine._raise",
        old=("if not said.amount:\n    to = at_most"),
        new=("if not said.amount or said.chips:\n    to = at_most"),
    ),
    Mutant(  # a word that names nothing makes the chips come back
        "POKER-7f · POKER-1bet · BBC-wag-placed",
        "engine._by_chips",
        old=("if not pushed:\n    return Ruling(None"),
        new=("if not pushed or said.word:\n    return Ruling(None"),
    ),
    Mutant(  # chips that follow are only out of turn
        "POKER-7g · BBC-wag-string",
        "engine._out_of_turn",
        old="if wagered and (said.chips or",
        new="if not wagered and (said.chips or",
    ),
    Mutant(  # the chips that follow make a new bet
        "POKER-7g1 · BBC-wag-string",
        "engine._joined",
        old="chips=before.chips + said.chips",
        new="chips=said.chips",
    ),
    Mutant(  # a bet begun may be taken back by another action
        "POKER-7g1 · POKER-7g3",
        "engine._irregular",
        old="(spoken.begin(state) if amiss.pending else [])",
        new="[]",
    ),
    Mutant(  # a bet begun stays begun after the turn is over
        "POKER-7g1 · POKER-7g3",
        "engine._raised",
        old=("waiting),\nturns=(),\namiss=state.amiss.said()"),
        new=("waiting),\nturns=()"),
    ),
    Mutant(  # the exact call waits for a raise
        "POKER-7g2",
        "engine.bind",
        old="if ruling.open and more:",
        new='if ruling.open and (more or ruling.clause == state.game.own("POKER 7(g)(2)")):',
    ),
    Mutant(  # a player who called may raise while others think
        "POKER-7g2",
        "engine._out_of_turn",
        old='("POKER 7(g)", "bet") if made else ("POKER 7(g)(2)", "call")',
        new='("POKER 7(g)", "bet") if True else ("POKER 7(g)(2)", "call")',
    ),
    Mutant(  # the raise is over with its first chips
        "POKER-7g3",
        "engine.bind",
        old='(whole.word == "raise" or before is not None)',
        new="(before is not None)",
    ),
    Mutant(  # a player who folds takes the bet back
        "POKER-7h · BBC-wag-pottouch",
        "engine.act",
        old="return [Folded(clause=clause, seat=seat)]",
        new=(
            "bet = state.hands[seat].bet\n"
            "back = (Move(POT, stack(seat), bet),) if bet else ()\n"
            "taken = [Returned(clause=clause, seat=seat, moves=back)] if back else []\n"
            "return [*taken, Folded(clause=clause, seat=seat)]"
        ),
    ),
    Mutant(  # the large chip is a raise
        "POKER-7i · BBC-wag-oversize",
        "engine._by_chips_facing",
        old=("if len(said.chips) == 1:\n    return call"),
        new=("if not said.chips:\n    return call"),
    ),
    Mutant(  # the chip that opens calls nothing
        "POKER-7i · BBC-wag-oversize",
        "engine._by_chips",
        old="if one and state.betting.price:",
        new="if one:",
    ),
    Mutant(  # a player who throws the hand away is out of it
        "POKER-15j2 · BBC-irr-obligated",
        "engine._thrown",
        old="if not isinstance(owed, PAYS):",
        new="if owed or not owed:",
    ),
    Mutant(  # the hand lives on after it was thrown away
        "POKER-15j2 · BBC-irr-obligated",
        "engine.say",
        old="if ruling.dead:",
        new="if ruling.dead and command is None:",
    ),
    Mutant(  # the uncalled wager of a dead hand comes back
        "POKER-15j2 · BBC-irr-obligated",
        "engine.uncalled",
        old="next_most = min(most, Chips(max([next_most, *could])))",
        new="next_most = next_most if could else most",
    ),
    Mutant(  # an all-in player wins what only dead hands have paid
        "POKER-15j2",
        "engine._unmatched",
        old="if state.able:",
        new="if state.live:",
    ),
    Mutant(  # a stud player who turns the up-cards down pays the call
        "POKER-15j1",
        "engine._thrown",
        old='if turn.option("fold"):',
        new='if turn.option("fold") and not state.hands[said.seat].up:',
    ),
]
