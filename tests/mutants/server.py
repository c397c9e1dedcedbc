"""Breaks of what the server sends, and of whom it waits for."""

from tests.mutants import Mutant

LEAKS = ("tests/server/test_nothing_leaks.py",)
SERVICE = ("tests/server/test_service.py",)

MUTANTS = [
    Mutant(  # everybody is sent the line as it is
        "POKER-6e2",
        "server/desk.py",
        old="seen = seen_entry(entry)",
        new="seen = entry",
        tests=LEAKS,
    ),
    Mutant(  # a seat is sent what another one may see
        "POKER-6e2",
        "server/desk.py",
        old="seen_entry(self.entry, seat)",
        new="seen_entry(self.entry, 1)",
        tests=LEAKS,
    ),
    Mutant(  # a screen is made of the round without its veil
        "POKER-6e2",
        "views/screen.py",
        old="state = hide(life.round) if",
        new="state = life.round if",
        tests=LEAKS,
    ),
    Mutant(  # the order of the deck lies open in the database
        "POKER-6e2",
        "server/lines.py",
        old="sealed=hides_cards(entry.fact)",
        new="sealed=False",
        tests=LEAKS,
    ),
    Mutant(  # a lost connection costs the hand at once
        "POKER-15i4",
        "server/clock.py",
        old="if left <= 0 and self._protect(life)",
        new="if left <= -9 and self._protect(life)",
        tests=SERVICE,
    ),
    Mutant(  # players talk about the hand they are in
        "POKER-16a",
        "server/chat.py",
        old="check_message(life, by.name, held.person)",
        new="check_message(life, by.name, by.name)",
        tests=SERVICE,
    ),
]
