"""Breaks of omaha and its kill (POKER 11)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # one of the hand and four of the board
        "POKER-11f · BBC-oma-2of4",
        "games.TWO_AND_THREE",
        old="Exactly(own=2, board=3)",
        new="Exactly(own=1, board=4)",
    ),
    Mutant(  # any low wins half
        "POKER-11g",
        "games.OMAHA_HILO_8",
        old='"low-8"',
        new='"low-a5"',
    ),
    Mutant(
        "POKER-1kill · POKER-11i1",
        "rules.killed",
        old='"full": 4',
        new='"full": 3',
    ),
    Mutant(
        "POKER-1halfkill",
        "rules.killed",
        old='"half": 3',
        new='"half": 4',
    ),
    Mutant(  # every pot qualifies
        "POKER-11i1 · POKER-11i5",
        "room.next_kill",
        old="if net < qualifying_pot(table.sign, state.sign):",
        new="if not net:",
    ),
    Mutant(  # a kill blind on top of the blind
        "POKER-11i3",
        "engine.dues",
        old="in posts if seat != kill]",
        new="in posts]",
    ),
    Mutant(  # the sign in force becomes the posted one, and is doubled again
        "POKER-11i4",
        "room.moved_on",
        old="rounds=table.rounds + 1",
        new=("rounds=table.rounds + 1,\nsign=state.sign"),
    ),
    Mutant(  # the button stays in front of its first holder
        "POKER-11i4",
        "room.next_kill",
        old="return int(winners.pop()",
        new="return table.kill or int(winners.pop()",
    ),
    Mutant(  # a posted amount rises as a multiple does
        "POKER-11i6",
        "rules.qualifying_pot",
        old='posted.kill_threshold != "multiple"',
        new='posted.kill_threshold == ""',
    ),
    Mutant(  # the kill goes with its winner
        "POKER-11i7",
        "room.deal_round",
        old="killed_limits=table.killed",
        new="killed_limits=False",
    ),
    Mutant(  # the same dollars qualify in a kill hand
        "POKER-11i5",
        "rules.qualifying_pot",
        old="posted.kill_pot * force.lower // posted.lower",
        new="posted.kill_pot",
    ),
    Mutant(  # a tie ends it
        "POKER-11i5",
        "room.next_kill",
        old="return table.kill, True",
        new="return 0, False",
    ),
    Mutant(  # two pots, each won whole, count as split between high and low
        "POKER-11i5",
        "room._hilo_split",
        old="len(shares) > 1 and len(set.union(*shares.values())) > 1",
        new="len(shares) > 1",
    ),
]
