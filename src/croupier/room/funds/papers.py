"""The papers that carry money and claims from a table to the house (POKER 19(d)-(f)).

A table writes a slip into its log, and an order to the house carries it: neither log reads the
other, and the sums of both stay zero.
"""

from datetime import datetime
from typing import Literal

from msgspec import Struct

from croupier.cards import Card
from croupier.chips import Chips
from croupier.room.house.notices import Notice
from croupier.room.house.people import Actor

Place = Literal["closed_table", "cage", "satellite_cage"]


class BoxSlip(Struct, frozen=True, kw_only=True):
    """The contents of a bad beat box on their way to the cage."""

    table: str
    number: int  # of the slips of that table
    fund: str
    day: str  # the gaming day it was taken on
    place: Place  # where it is counted first
    total: Chips  # what the log says lies in it
    counted: Chips | None  # by the dealer; None where the cashiers count
    dealer: str  # who signed the count; empty where the cashiers count
    supervisor: str
    surveillance: str  # the reference of the recording
    container: str  # the lock or seal it travels under
    security: str  # who carries it
    notice: Notice  # to the IEB
    beats: int = 0  # how many slips of verified bad beats this table has written
    final: bool = False  # the table feeds the fund no more

    @property
    def key(self) -> str:
        """Its name among all slips."""
        return f"box {self.table} {self.number}"


class BeatSlip(Struct, frozen=True, kw_only=True):
    """A bad beat that the shift supervisor verified: who lost with what, to whom, before whom."""

    table: str
    number: int
    fund: str
    round: int
    loser: str
    cards: tuple[Card, ...]
    winners: tuple[str, ...]
    others: tuple[str, ...]  # the rest of those who were dealt in
    verified_by: Actor
    notified: Actor  # of security or accounting, who brings the money
    at: datetime

    @property
    def key(self) -> str:
        """Its name among all slips."""
        return f"beat {self.table} {self.number}"
