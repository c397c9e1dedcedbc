"""Breaks of what the floor may do, and of what it must not learn."""

from tests.mutants import Mutant

PREVIEW = ("test_preview.py",)
FLOOR = ("server/test_floor.py",)
DESKS = ("server/test_desks.py",)
PLAY = ("test_custody_play.py",)
STOPPED = ("test_filings.py::test_floor_and_players_see_why_an_open_table_deals_no_more",)

MUTANTS = [
    Mutant(  # nobody learns why a table deals no more
        "POKER-14a3",
        "room.table.duties.stopped",
        old="return refused.why",
        new='return ""',
        tests=STOPPED,
    ),
    Mutant(  # the floor knows, and the players at the table do not
        "POKER-14a3",
        "server.tables.room_view.room_info",
        old="stopped=stopped(life, house)",
        new='stopped=""',
        tests=STOPPED,
    ),
    Mutant(  # a preview names the card that would be left out: the next one
        "POKER-6e2",
        "views._heard",
        old="yield replace(fact, card=UNKNOWN)",
        new="yield fact",
        tests=PREVIEW,
    ),
    Mutant(  # a preview goes on to the community cards
        "POKER-6e2",
        "views._heard",
        old="fact.ends_preview or ",
        new="",
        tests=PREVIEW,
    ),
    Mutant(  # the next card of a sealed deck is found by trial
        "POKER-6e2",
        "room._check_report",
        old='raise Refused("FIELD card",',
        new='Refused("FIELD card",',
        tests=PLAY,
    ),
    Mutant(  # a guest of a demonstration stays on the staff of a real room
        "POKER-6e2",
        "server.Accounts._admits",
        old="return self.demonstration or not name.endswith(GUEST)",
        new="return True",
        tests=DESKS,
    ),
    Mutant(  # players learn whom the staff suspects
        "POKER-16a",
        "views.seen_entry",
        old="return entry if seen is entry.fact else",
        new='return entry if entry.fact.visibility == "staff" else',
        tests=FLOOR,
    ),
    Mutant(  # the floor is open to players
        "POKER-15b",
        "server.provide_staff",
        old="if actor.role not in STAFF:",
        new="if not actor.role:",
        tests=FLOOR,
    ),
    Mutant(  # time runs while nobody may act
        "POKER-6e1",
        "room._pause",
        old="if running else []",
        new="if not running else []",
        tests=PLAY,
    ),
    Mutant(  # an absent player is passed over while the deck lies under a marker
        "POKER-6e1",
        "room._pass_turn",
        old="check_marker(table)",
        new="",
        tests=PLAY,
    ),
]
