"""The people on duty at a live table: who they are is asked once, and each signs what they do."""

from collections.abc import Mapping
from typing import Final, Literal

from croupier.refused import Refused
from croupier.room.house.people import Actor, Role
from croupier.room.logbook import Command
from croupier.room.table.state import Table

Duty = Literal["supervisor", "dealer", "floor"]
DUTIES: Final[Mapping[Duty, Role]] = {
    "dealer": "dealer",
    "floor": "floorperson",
    "supervisor": "poker_shift_supervisor",
}
CALLED: Final[Mapping[Duty, str]] = {
    "dealer": "dealer",
    "floor": "floorperson",
    "supervisor": "shift supervisor",
}
LONGEST = 40
ANSWERS = ("y", "yes", "n", "no")  # no names: a dealer has pressed a key too many


class Staff:
    """Names by duty, as they were typed."""

    def __init__(self, duties: Mapping[str, str]) -> None:
        """Take over who does what."""
        self.duties = dict(duties)

    def name(self, duty: Duty) -> str:
        """The name on a duty, or nothing."""
        return self.duties.get(duty, "")

    def actor(self, duty: Duty) -> Actor:
        """The person on a duty, or a refusal."""
        if not self.name(duty):
            raise Refused(f"FIELD {duty}", f"who is the {CALLED[duty]}? type {duty} and the name")
        return Actor(self.name(duty), DUTIES[duty])

    def giver(self, command: Command | type[Command]) -> Actor:
        """The person at this table whose order a command is."""
        fit = (duty for duty, role in DUTIES.items() if role in command.roles)
        return self.actor(next(fit))


def read_person(text: str, field: str, called: str) -> str:
    """The name of a person as it was typed, or a refusal."""
    name = " ".join(text.split())
    letters = any(letter.isalpha() for letter in name)
    if len(name) > LONGEST or not letters or name.lower() in ANSWERS:
        raise Refused(f"FIELD {field}", f"type the name of the {called}")
    return name


def read_name(table: Table, staff: Staff, duty: Duty, text: str) -> str:
    """A name for a duty, or a refusal: no one verifies their own work, and players hold none."""
    name = read_person(text, duty, CALLED[duty])
    if any(seat.person == name for seat in table.seats.values()):
        raise Refused(table.game.own("POKER 6(b)"), f"{name} is a player at this table")
    other: Duty = "floor" if duty == "dealer" else "dealer"
    if name == staff.name(other) or (duty == "dealer" and name == staff.name("supervisor")):
        raise Refused(
            table.game.own("POKER 4(b)"), f"{name} cannot verify what {name} did: name another"
        )
    return name
