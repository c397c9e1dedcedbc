"""Breaks of seats, stakes, the entry test and the waiting list (POKER 7, 17, BBC)."""

from tests.mutants import Mutant

MUTANTS = [
    Mutant(  # no hour is kept where nothing is posted
        "POKER-7c1b · BBC-wag-noremove",
        "rules.reentry_minutes",
        old="0 if game.banked else REENTRY_MINUTES",
        new="0",
    ),
    Mutant(  # a player who leaves takes the chips at once, in the middle of a round
        "POKER-7c1b · BBC-wag-noremove",
        "room._leave",
        old=("if not table.playing:\n    return [departure("),
        new=("if True:\n    return [departure("),
    ),
    Mutant(  # a player who comes back at once may bring less
        "POKER-7c1b · BBC-wag-noremove",
        "room._sit",
        old="if says.chips < stake:",
        new="if False:",
    ),
    Mutant(  # what is bought in a round is there at once
        "POKER-7c1a · BBC-wag-topup",
        "room.purchase",
        old=("if table.playing:\n    return PurchaseQueued"),
        new=("if False:\n    return PurchaseQueued"),
    ),
    Mutant(  # the blind is forgotten: everybody needs one minimum bet
        "POKER-7c3",
        "room._first_short",
        old="sum(due.chips for due in owed if due.seat == seat) + entry",
        new="entry",
    ),
    Mutant(  # the minimum bet is forgotten
        "POKER-7c3",
        "engine.entry_least",
        old="return sign.lower + (",
        new="return (",
    ),
    Mutant(  # in stud only the ante counts
        "POKER-7c3",
        "engine.entry_least",
        old="(sign.forced_bet if forced else 0)",
        new="0",
    ),
    Mutant(  # exactly enough is too little
        "POKER-7c3",
        "room._first_short",
        old="if stacks[seat] < asked:",
        new="if stacks[seat] <= asked:",
    ),
    Mutant(  # BBC asks for a minimum bet too
        "BBC-entry",
        "engine.entry_least",
        old="if not game.document.checks_entry:",
        new="if game.banked:",
    ),
    Mutant(  # the last to come is called first
        "BBC-wait2",
        "room._call",
        old=("first = line[0].person\nreturn ["),
        new=("first = line[-1].person\nreturn ["),
    ),
    Mutant(  # one list for all stakes
        "BBC-wait2",
        "room.WaitingLists.of",
        old="for waits in self.line if waits.kind == kind)",
        new="for waits in self.line if waits.kind.game == kind.game)",
    ),
    Mutant(  # anybody takes the seat to which another was called
        "BBC-wait2",
        "room.check_turn",
        old="if call is not None and call.person != person:",
        new="if False:",
    ),
    Mutant(  # a list is no reason to wait
        "BBC-wait2",
        "room.check_turn",
        old="if call is None and line:",
        new="if False:",
    ),
    Mutant(  # one patron's word is enough
        "POKER-17c",
        "room._raised",
        old="not patrons <= set(proposal.agreed)",
        new="not patrons & set(proposal.agreed)",
    ),
    Mutant(  # the limits change in the middle of a round
        "POKER-17c",
        "room._answer",
        old="if not agree or table.playing:",
        new="if not agree:",
    ),
    Mutant(  # a stake comes back smaller than it went
        "POKER-7c5",
        "room._restore",
        old='if away.method == "record" and brings < away.chips:',
        new="if False:",
    ),
    Mutant(  # what lies there already does not count
        "BBC-buy",
        "room._check_limits",
        old="(limits.stack_after, stack_then",
        new="(limits.stack_after, asks.chips",
    ),
    Mutant(  # a misdeal pays for missed blinds
        "POKER-15e · BBC-irr-misdeal",
        "room._round_event",
        old="if state.undone:",
        new="if False:",
    ),
    Mutant(  # five dollars dead beside ten live
        "BBC-forced10",
        "room._late",
        old="if owed and (most := forced_most(table.game)):",
        new="if (most := 0):",
    ),
    Mutant(  # purchases that wait do not count toward the limit in all
        "BBC-buy",
        "room._check_limits",
        old="asked.chips - asked.carried for asked in waiting",
        new="0 for asked in waiting",
    ),
    Mutant(  # a hand is beaten by one that is all-in for less
        "POKER-15d3",
        "engine.is_beaten",
        old="and hand.paid >= mine.paid",
        new="",
        tests=("room/test_showing.py",),
    ),
    Mutant(  # late blinds of a misdeal are forgiven in a room in service
        "POKER-15e · BBC-irr-misdeal",
        "seating.lineup.owed_again",
        old="missed=held.posted",
        new="missed=()",
        tests=(
            "server/test_floor_in_service.py::"
            "test_late_blinds_are_posted_once_and_owed_again_after_a_misdeal",
        ),
    ),
]
