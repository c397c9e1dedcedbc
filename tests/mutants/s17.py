"""Breaks of limits, raise caps and structures (POKER 17, A-29, A-91)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # one raise too many
        "POKER-17b",
        "engine.why_no_raise",
        old="spot.raises >= sign.raise_cap",
        new="spot.raises > sign.raise_cap",
    ),
    Mutant(  # a bet and a completion count as raises
        "POKER-17b",
        "engine._raised",
        old='(event.full and event.kind == "raise")',
        new="event.full",
    ),
    Mutant(  # a straddle does not count
        "POKER-17b",
        "engine._open",
        old='raises=sum(due.kind == "straddle" for due in state.dues) if price else 0',
        new="raises=0",
    ),
    Mutant(  # exactly half a bet is too little
        "POKER-struct",
        "engine._after",
        old="(to - betting.level) * 2 >= betting.size",
        new="(to - betting.level) * 2 > betting.size",
    ),
    Mutant(  # any larger amount reopens
        "POKER-struct",
        "engine.why_no_raise",
        old="(1 if fixed else spot.size)",
        new="1",
    ),
    Mutant(  # a raise need only be a minimum bet
        "POKER-struct",
        "engine._after",
        old="(to, max(betting.size, more))",
        new="(to, betting.size)",
    ),
    Mutant(  # the call is not counted into the pot
        "POKER-17a",
        "engine._ceiling",
        old="(2 * spot.price - spot.bet + spot.pot)",
        new="(spot.price + spot.pot)",
    ),
    Mutant(  # patrons vote for what was never approved
        "POKER-22c-filed",
        "room._propose",
        old="granted = approvals(table.game, sign, house, by_person=table.dealt_by_person)",
        new="granted = table.approvals",
    ),
    Mutant(  # the table goes on posting the version before the vote
        "POKER-22c-filed",
        "room._limits_raised",
        old="fact.approvals or table.approvals",
        new="table.approvals",
    ),
    Mutant(  # a patron who sits out is not asked
        "POKER-17c",
        "room._raised",
        old="held.person for held in table.seats.values()",
        new="held.person for held in table.seats.values() if not held.out",
    ),
]
