"""One table with real cards, from its opening until the dealer stops, and its record."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import replace

from croupier.assist.preparing import Said, Step, plan
from croupier.assist.staff import Staff
from croupier.assist.table_record import Line, Record
from croupier.cards import UNKNOWN
from croupier.engine import commands as say
from croupier.engine.event import is_round_event
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.custody.state import Procedures
from croupier.room.house.decide import COMMANDS as HOUSE_COMMANDS
from croupier.room.house.decide import obey as obey_house
from croupier.room.house.evolve import replay as replay_house
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order
from croupier.room.table import decide as table_desk
from croupier.room.table import evolve as life
from croupier.room.table.orders import SetUpTable, set_up
from croupier.room.table.rounds import OF_THE_DEALER, OF_THE_FLOOR, DealRound, Play
from croupier.room.table.state import Table
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

NOBODY = Actor("to be named", "poker_shift_supervisor")  # of a table that is not on record yet


class Sitting:
    """A table that is dealt by hand; every entry is recorded before it takes effect."""

    def __init__(
        self, game: Game, sign: TableSign, record: Record, clock: Callable[[], datetime]
    ) -> None:
        """Resume the table of a record, or wait for the supervisor who sets one up."""
        self.record, self.clock = record, clock
        self._game, self._sign = game, sign
        self.resumed = bool(record.lines)
        self._replay()

    @property
    def founded(self) -> bool:
        """Whether the table is on record: a supervisor has set it up."""
        return bool(self.record.lines)

    @property
    def needs_approval(self) -> bool:
        """Whether the table can be set up only with an approval of its dealing shoe."""
        return self._game.banked and self._sign.deal_method == "automated_shoe"

    def found(self, supervisor: str, approval: str = "") -> None:
        """Set the table up, closed, in the name of a supervisor."""
        now, by = self.clock(), Actor(supervisor, NOBODY.role)
        founding = self._founding(now, by, Procedures(shoe_approval=approval))
        self.record.add(now, supervisor, founding, duties={"supervisor": supervisor})
        self._replay()

    def _founding(self, now: datetime, by: Actor, chosen: Procedures) -> list[Entry]:
        says = SetUpTable(name="1", sign=self._sign, procedures=chosen)
        return set_up(Order(now, by, says), self._game, House())

    def _replay(self) -> None:
        try:
            self.house = replay_house(self.record.house_entries())
            self.log = list(self.record.entries())
            chosen = Procedures(shoe_approval="to be named" if self.needs_approval else "")
            before = [] if self.log else self._founding(self.clock(), NOBODY, chosen)
            self.life: Table = life.replay(self.log or before, game_of)
        except (AssertionError, KeyError, IndexError, TypeError, ValueError):
            why = f"{self.record.path} does not describe a possible table"
            raise Refused("FIELD log", why) from None
        self._on_duty(self.record.duties())

    def _on_duty(self, duties: Mapping[str, str]) -> None:
        """Let these people act from now on: the dealer signs what follows from others' orders."""
        self.staff = Staff(duties)
        if self.staff.name("dealer"):
            self.life = replace(self.life, dealer=self.staff.actor("dealer"))

    def enter(
        self, typed: str, said: Iterable[Said], duties: Mapping[str, str] | None = None
    ) -> list[Entry]:
        """Carry out all orders or none; they are on disk when this returns."""
        now = self.clock()
        outcome = carried_out(self.life, self.house, said, now)
        self.record.add(now, typed, outcome.entries, outcome.of_house, duties)
        self.life, self.house = outcome.life, outcome.house
        self.log += outcome.entries
        self._on_duty(self.staff.duties | dict(duties or {}))
        return [*outcome.of_house, *outcome.entries]

    def would(self, said: Iterable[Said]) -> list[Entry]:
        """What orders would do, or their refusal; nothing changes."""
        return carried_out(self.life, self.house, said, self.clock()).entries

    def undo(self, typed: str = "u") -> Line:
        """Take the last entry back: the record keeps it, and says that it does not count."""
        last = self.record.take_back(self.clock(), typed)
        self._replay()
        return last

    def spoken(self, command: say.Command) -> Said:
        """A command of the round, given by the person who gives it: the dealer, or a player."""
        if isinstance(command, (*OF_THE_DEALER, *OF_THE_FLOOR)):
            return self.staff.actor("dealer"), Play(command=command)
        seat = self.life.seats.get(command.seat)
        if seat is None:
            raise Refused("FIELD seat", f"nobody sits at seat {command.seat}")
        return Actor(seat.person, "player"), Play(command=command)

    def steps(self) -> list[Step]:
        """What people must do before the next round, one after another."""
        return plan(self.life, self.clock(), self.house, self.staff)

    def dealing(self, *, straddle: int = 0, bomb: tuple[int, ...] = ()) -> Said:
        """The order to open a round with a deck whose cards are unknown."""
        deck = (UNKNOWN,) * self.life.game.deck
        return self.staff.actor("dealer"), DealRound(order=deck, straddle=straddle, bomb=bomb)

    def rounds(self) -> list[list[AnyEvent]]:
        """The events of every round so far, the one in hand last."""
        found: list[list[AnyEvent]] = []
        for entry in self.log:
            if isinstance(entry.fact, RoundOpened):
                found.append([])
            if is_round_event(entry.fact):
                found[-1].append(entry.fact)
        return found


class Done(NamedTuple):
    """The table and the house after orders, and what each log got."""

    life: Table
    house: House
    entries: list[Entry]
    of_house: list[Entry]


def carried_out(table: Table, house: House, said: Iterable[Said], now: datetime) -> Done:
    """Carry out orders of the dialogue to the table and to the house, one after another."""
    outcome = Done(table, house, [], [])
    for actor, command in said:
        order = Order(now, actor, command)
        if isinstance(command, HOUSE_COMMANDS):
            house, entries = obey_house(outcome.house, order)
            outcome = outcome._replace(house=house, of_house=outcome.of_house + entries)
        else:
            table, entries = table_desk.obey(outcome.life, order, outcome.house)
            outcome = outcome._replace(life=table, entries=outcome.entries + entries)
    return outcome
