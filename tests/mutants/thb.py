"""Breaks of Texas Hold 'Em Bonus (THB)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(
        "THB-10a · THB-10a1",
        "games.TEXAS_HOLDEM_BONUS",
        old="times=2",
        new="times=1",
    ),
    Mutant(  # any amount on the right spot
        "THB-10a · THB-10a1",
        "engine._place_choice",
        old="command.wagers != {step.place: option.most}",
        new="set(command.wagers) != {step.place}",
    ),
    Mutant(
        "THB-1fold",
        "games.TEXAS_HOLDEM_BONUS",
        old='place="turn", times=1, otherwise="check"',
        new='place="turn", times=1, otherwise="fold"',
    ),
    Mutant(
        "THB-1fold",
        "games.TEXAS_HOLDEM_BONUS",
        old='place="river", times=1, otherwise="check"',
        new='place="river", times=1, otherwise="fold"',
    ),
    Mutant(  # the cards are gone before the bonus is settled
        "THB-10a2i",
        "engine.otherwise",
        old="if step.collects and not _plays_on(state, step, seat):",
        new="if step.collects:",
    ),
    Mutant(  # the bonus is forfeited with the ante
        "THB-10a2i",
        "engine._on_table",
        old="if not chips or (contest.forfeited and hand.out):",
        new="if not chips or hand.out:",
    ),
    Mutant(  # only a player who bet the turn is asked
        "THB-10e · THB-10f",
        "games.TEXAS_HOLDEM_BONUS",
        old='asks="flop", place="river"',
        new='asks="turn", place="river"',
    ),
    Mutant(
        "THB-10e · THB-10f",
        "games.TEXAS_HOLDEM_BONUS",
        old='place="river", times=1',
        new='place="river", times=2',
    ),
    Mutant(  # from the dealer's left
        "THB-10h",
        "engine._from_the_right",
        old="for seat in reversed(state.order) if seat in live",
        new="for seat in state.order if seat in live",
    ),
    Mutant(  # the bonus first
        "THB-10h",
        "engine._settle_seat",
        old="for contest in step.contests for o in",
        new="for contest in reversed(step.contests) for o in",
    ),
    Mutant(  # a winning ante is always paid
        "THB-10h2",
        "games.TEXAS_HOLDEM_BONUS",
        old=", threshold=True",
        new="",
    ),
    Mutant(
        "THB-10h2",
        "engine._contest",
        old="THRESHOLD[state.sign.ante_threshold]",
        new='THRESHOLD["straight"]',
    ),
    Mutant(  # an ante below the elected hand is lost
        "THB-10h2",
        "engine._contest",
        old='if mine >= least else ("pushes", 0)',
        new='if mine >= least else ("loses", 0)',
    ),
    Mutant(
        "THB-11c",
        "rules._two_cards",
        old='if high >= 9 else "10-10 through two-two"',
        new='if high >= 8 else "10-10 through two-two"',
    ),
    Mutant(
        "THB-11c",
        "rules._two_cards",
        old="if high == 12 and low >= 9 else",
        new="if high == 12 and low >= 8 else",
    ),
    Mutant(
        "THB-11c",
        "rules._floors",
        old="if line.odds is not None and odds < line.odds:",
        new="if line.odds is not None and odds < line.odds - 1:",
    ),
    Mutant(  # the whole meter for any royal
        "THB-12c",
        "engine.METER_PERCENT",
        old='"royal after 6": 25',
        new='"royal after 6": 100',
    ),
    Mutant(  # the royal is looked for on too many cards
        "THB-12c",
        "engine.outcome_line",
        old="board[: n - 2]",
        new="board[: n - 1]",
    ),
    Mutant(  # a royal on the board is paid by the meter
        "THB-12c",
        "engine.outcome_line",
        old="if _royal(board):",
        new="if False:",
    ),
    Mutant(  # only players who stayed
        "THB-12c",
        "engine.prize",
        old="if hand.out and not state.sign.progressive_after_fold:",
        new="if hand.out:",
    ),
    Mutant(  # any prize restarts the meter
        "THB-12c",
        "engine.reset",
        old='if not any(o.line == "royal after 5" for',
        new="if not any(True for",
    ),
    Mutant(
        "THB-13a",
        "games.TEXAS_HOLDEM_BONUS",
        old='"dealer_card_exposed", voids="round", saves="bonus"',
        new='"dealer_card_exposed", voids="round"',
    ),
    Mutant(  # the supplement is paid though the round is void
        "THB-13a",
        "engine._dealer_has_aces",
        old="return state.house_shown and all(",
        new="return all(",
    ),
    Mutant(  # a forfeited ante is not given back
        "THB-13a",
        "engine._refund",
        old="if chips > there:",
        new="if False:",
    ),
    Mutant(  # one wrong hand voids the round
        "THB-13d1",
        "games.TEXAS_HOLDEM_BONUS",
        old='"player_wrong_number", voids="hand"',
        new='"player_wrong_number", voids="round"',
    ),
    Mutant(  # the bonus of a void hand stays
        "THB-13d1",
        "engine._void_hand",
        old='moves=_refund(state, seat, "")',
        new='moves=_refund(state, seat, "bonus")',
    ),
    Mutant(  # a second card face up is set aside like the first
        "THB-13b",
        "engine._remove",
        old="if second or state.left",
        new="if state.left",
    ),
    Mutant(
        "THB-10a2ii",
        "games.TEXAS_HOLDEM_BONUS",
        old='collects="10(a)(2)(ii)"',
        new='collects=""',
    ),
]
