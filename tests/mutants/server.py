"""Breaks of what the server sends, and of whom it waits for."""

from tests.mutants import Mutant

LEAKS = ("test_nothing_leaks.py",)
SERVICE = ("test_service.py",)
CLOCK = "test_clock.py"
SLIPS = ("test_slips.py",)
RESTART = (f"{CLOCK}::test_clocks_go_on_where_they_stood_after_every_restart[sqlite]",)

MUTANTS = [
    Mutant(  # everybody is sent the line as it is
        "POKER-6e2",
        "server.Desk._note",
        old="seen = seen_entry(entry)",
        new="seen = entry",
        tests=LEAKS,
    ),
    Mutant(  # a seat is sent what another one may see
        "POKER-6e2",
        "server.LoggedLine.line",
        old="seen_entry(self.entry, seat)",
        new="seen_entry(self.entry, 1)",
        tests=LEAKS,
    ),
    Mutant(  # a screen is made of the round without its veil
        "POKER-6e2",
        "views.as_public",
        old="hide(life.round) if",
        new="life.round if",
        tests=LEAKS,
    ),
    Mutant(  # the order of the deck lies open in the database
        "POKER-6e2",
        "server.to_lines",
        old="sealed=hides_cards(entry.fact)",
        new="sealed=False",
        tests=LEAKS,
    ),
    Mutant(  # a lost connection costs the hand at once
        "POKER-15i4",
        "server.TurnClock.protection",
        old="_given_up(held) or self.is_here(held.person):",
        new="_given_up(held) or held.person:",
        tests=(
            f"{CLOCK}::test_a_lost_connection_gets_the_reserve_and_a_protection_period_once_a_turn",
        ),
    ),
    Mutant(  # a restart gives everybody the whole reserve again
        "POKER-15i4",
        "room._allowed",
        old="spent = held.spent + fact.reserve",
        new="spent = held.spent",
        tests=RESTART,
    ),
    Mutant(  # a restart gives the turn's time again
        "POKER-15i4",
        "room._start",
        old="ran=pace.ran)]",
        new="ran=0.0)]",
        tests=RESTART,
    ),
    Mutant(  # the time during which the room was closed counts
        "POKER-15i4",
        "room._started",
        old="return replace(pace, since=entry.at, ran=entry.fact.ran",
        new="return replace(pace, ran=entry.fact.ran",
        tests=RESTART,
    ),
    Mutant(  # an absent player is dealt in for ever
        "POKER-15i4",
        "server.Dealer._leave_out",
        old="0 < self.config.misses <= held.passed",
        new="0 < self.config.misses < 0",
        tests=(
            f"{CLOCK}::test_the_dealer_protects_a_lost_connection_then_acts_and_leaves_the_player_out",
        ),
    ),
    Mutant(  # players talk about the hand they are in
        "POKER-16a",
        "server.Chat.say",
        old="check_message(life, by.name)",
        new="pass",
        tests=SERVICE,
    ),
    Mutant(  # the house takes whatever slip a client sends
        "POKER-19e",
        "server.HouseDesk.obey",
        old="self.pending_slips.check(order.says)",
        new="",
        tests=SLIPS,
    ),
    Mutant(  # a slip is known by its number, whatever it says
        "POKER-19e · POKER-19f",
        "server.PendingSlips.check",
        old="if made != slip:",
        new="if made is None:",
        tests=SLIPS,
    ),
    Mutant(  # a spectator who is signed in sees with the eyes of seat 1
        "POKER-6e2",
        "server.LoggedLine.line",
        old="self.seating.get(person, NOBODY)",
        new="self.seating.get(person, 1)",
        tests=LEAKS,
    ),
]
