"""Breaks of how two people open the hidden cards of a finished round."""

from tests.mutants import Mutant

ROOM = ("test_openings.py",)

MUTANTS = [
    Mutant(  # one person opens alone
        "POKER-6e2",
        "room._answer",
        old="check_apart(found.asked_by, order.by, says.clause)",
        new="",
        tests=ROOM,
    ),
    Mutant(  # two of one duty open
        "POKER-6e2",
        "room.check_apart",
        old="one.role == other.role or (one.role in SHIFT and other.role in SHIFT)",
        new="one.role == other.role",
        tests=ROOM,
    ),
    Mutant(  # what was refused is open
        "POKER-6e2",
        "room._answered",
        old="granted=isinstance(entry.fact, OpeningGranted)",
        new="granted=True",
        tests=ROOM,
    ),
    Mutant(  # a round that is not over is opened
        "POKER-6e2",
        "room.opened",
        old="ended is None or found.asked_at < ended",
        new="ended is None",
        tests=ROOM,
    ),
    Mutant(  # nobody needs a reason
        "POKER-6e2",
        "room._ask",
        old="check_words(says.clause, table=says.table, reason=says.reason)",
        new="check_words(says.clause, table=says.table)",
        tests=ROOM,
    ),
]
