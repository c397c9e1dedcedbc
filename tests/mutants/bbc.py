"""Breaks of the Boston Billiard Club's stakes, bomb pot and run it twice (BBC)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # $150 at a time, as often as a player likes
        "BBC-buy",
        "rules._in_all",
        old='sign.purchase_limit == "each"',
        new='sign.purchase_limit != "in all"',
    ),
    Mutant(  # dealt in without the ante
        "BBC-entry",
        "room._first_short",
        old="if stacks[seat] < asked:",
        new="if table.game.document.checks_entry and stacks[seat] < asked:",
    ),
    Mutant(  # another document's clause
        "BBC-definitions",
        "rules._BBC",
        old='"BBC stakes"',
        new='"POKER 17"',
    ),
    Mutant(  # the pot without the call
        "BBC-pl",
        "engine._ceiling",
        old="2 * spot.price - spot.bet + spot.pot",
        new="spot.price + spot.pot",
    ),
    Mutant(  # the ante is forgotten
        "BBC-forced10",
        "rules._blinds",
        old="max(sign.blinds, default=0) + sign.ante",
        new="max(sign.blinds, default=0)",
    ),
    Mutant(  # the second board first
        "BBC-runtwice2",
        "engine._run_again",
        old="*natural, *others, script[-1])",
        new="*others, *natural, script[-1])",
    ),
    Mutant(  # no burns for the second board
        "BBC-runtwice2",
        "engine._run_again",
        old="for step in rest_of_board(script, at)",
        new="for step in rest_of_board(script, at) if isinstance(step, Board)",
    ),
    Mutant(  # the odd chip to the second board
        "BBC-runtwice3 · BBC-bomb3",
        "engine._award_pot",
        old="sum(pieces[board : board + 1])",
        new="sum(pieces) * board",
    ),
    Mutant(  # ten players too
        "BBC-runtwice4",
        "engine._asked",
        old="state.left >= state.sign.run_times * cards",
        new="state.left >= cards",
    ),
    Mutant(  # betting before the flop
        "BBC-bomb2",
        "rules.bombed",
        old="script[:first] + script[first + 1 :]",
        new="script",
    ),
    Mutant(  # ten players and two boards
        "BBC-bomb3",
        "engine._bomb",
        old="if need > game.deck:",
        new="if need > 53:",
    ),
]
