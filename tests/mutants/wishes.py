"""Breaks of what players wish for the next round, and of who is called to a seat."""

from tests.mutants import Mutant

WISHES = ("test_wishes.py",)
LISTS = ("test_waiting_lists.py",)

MUTANTS = [
    Mutant(  # a player who declined pays as well
        "BBC-bomb1",
        "room.bombers",
        old="if vote.answers.get(seat))",
        new="if seat in vote.answers)",
        tests=WISHES,
    ),
    Mutant(  # a seat straddles for its previous player
        "POKER-20d",
        "room.straddler",
        old="table.wishes.straddles.get(seat) != held.person",
        new="seat not in table.wishes.straddles",
        tests=WISHES,
    ),
    Mutant(  # a bomb pot goes on for ever
        "BBC-bomb1",
        "room._round_opened",
        old="wishes=replace(table.wishes, bomb=None)",
        new="wishes=table.wishes",
        tests=WISHES,
    ),
    Mutant(  # a seat is kept for good
        "BBC-wait2",
        "server._waiting",
        old="if call is not None and at < call.at + KEPT:",
        new="if call is not None:",
        tests=LISTS,
    ),
    Mutant(  # what is the staff's alone is sent to everybody
        "POKER-16a",
        "views.seen_entry",
        old="return entry if seen is entry.fact else",
        new='return entry if entry.fact.visibility == "staff" else',
        tests=LISTS,
    ),
    Mutant(  # less than the whole amount is enough
        "BBC-bomb1",
        "room.bombers",
        old="chips >= table.sign.bomb_pot",
        new="chips > 0",
        tests=WISHES,
    ),
]
