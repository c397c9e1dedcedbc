"""One table with real cards, from its opening until the dealer stops, and its record."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from croupier.assist.preparing import Said, preparation
from croupier.assist.table_record import Line, Record
from croupier.cards import UNKNOWN
from croupier.engine import commands as say
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.decide import COMMANDS as HOUSE_COMMANDS
from croupier.room.house.decide import obey as obey_house
from croupier.room.house.evolve import replay as replay_house
from croupier.room.house.orders import RecordRakeApproval, SubmitRakeRules
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.room.house.submissions import rake_rules
from croupier.room.logbook import Entry, Order
from croupier.room.table import decide as table_desk
from croupier.room.table import evolve as life
from croupier.room.table.orders import OpenTable, SetUpTable, set_up
from croupier.room.table.rounds import OF_THE_DEALER, OF_THE_FLOOR, DealRound, Play
from croupier.room.table.state import Table
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

DEALER = Actor("dealer", "dealer")
FLOOR = Actor("floor", "floorperson")
SHIFT = Actor("shift supervisor", "poker_shift_supervisor")


class Sitting:
    """A table that is dealt by hand; every entry is recorded before it takes effect."""

    def __init__(
        self, game: Game, sign: TableSign, record: Record, clock: Callable[[], datetime]
    ) -> None:
        """Resume the table of a record, or set one up and open it."""
        self.record, self.clock = record, clock
        self.resumed = bool(record.lines)
        if not self.resumed:
            self._found(game, sign)
        self._replay()

    def _found(self, game: Game, sign: TableSign) -> None:
        """Set the table up, closed."""
        now = self.clock()
        founding = set_up(Order(now, SHIFT, SetUpTable(name="1", sign=sign)), game, House())
        self.record.add(now, f"assist {game.key}", founding)

    def _replay(self) -> None:
        try:
            self.house = replay_house(self.record.house_entries())
            self.log = list(self.record.entries())
            self.life: Table = life.replay(self.log, game_of)
        except (AssertionError, KeyError, IndexError, TypeError, ValueError):
            why = f"{self.record.path} does not describe a possible table"
            raise Refused("FIELD log", why) from None

    def enter(self, typed: str, said: Iterable[Said]) -> list[Entry]:
        """Carry out all orders or none; they are on disk when this returns."""
        now = self.clock()
        outcome = _obeyed(self.life, self.house, said, now)
        self.record.add(now, typed, outcome.entries, outcome.of_house)
        self.life, self.house = outcome.life, outcome.house
        self.log += outcome.entries
        return outcome.entries

    def would(self, said: Iterable[Said]) -> list[Entry]:
        """What orders would do, or their refusal; nothing changes."""
        return _obeyed(self.life, self.house, said, self.clock()).entries

    def undo(self, typed: str = "u") -> Line:
        """Take the last entry back: the record keeps it, and says that it does not count."""
        last = self.record.take_back(self.clock(), typed)
        self._replay()
        return last

    def spoken(self, command: say.Command) -> Said:
        """A command of the round, given by the person who may give it."""
        if isinstance(command, OF_THE_DEALER):
            return DEALER, Play(command=command)
        if isinstance(command, OF_THE_FLOOR):
            return FLOOR, Play(command=command)
        seat = self.life.seats.get(command.seat)
        if seat is None:
            raise Refused("FIELD seat", f"nobody sits at seat {command.seat}")
        return Actor(seat.person, "player"), Play(command=command)

    def preparing(self, cut: int = 26) -> list[Said]:
        """What is done with the decks before the next round."""
        return preparation(self.life, self.clock(), self.house, cut)

    def opening(self) -> list[Said]:
        """What opens the table: its decks come, are inspected, verified and spread (POKER 4)."""
        return [*self._approvals(), *self.preparing(), (FLOOR, OpenTable())]

    def _approvals(self) -> list[Said]:
        """The house's word that the rake on its sign is approved (POKER 14(a))."""
        rules, papers = rake_rules(self.life.sign), self.house.submissions
        if rules is None or papers.in_force is not None:
            return []
        number = len(papers.rake) + 1
        return [
            (SHIFT, SubmitRakeRules(rules=rules)),
            (SHIFT, RecordRakeApproval(number=number, reference="as posted at the table")),
        ]

    def dealing(self, *, straddle: int = 0, bomb: tuple[int, ...] = ()) -> Said:
        """The order to open a round with a deck whose cards are unknown."""
        deck = (UNKNOWN,) * self.life.game.deck
        return DEALER, DealRound(order=deck, straddle=straddle, bomb=bomb)

    def rounds(self) -> list[list[AnyEvent]]:
        """The events of every round so far, the one in hand last."""
        found: list[list[AnyEvent]] = []
        for entry in self.log:
            if isinstance(entry.fact, RoundOpened):
                found.append([])
            if isinstance(entry.fact, AnyEvent):
                found[-1].append(entry.fact)
        return found


class _Obeyed(NamedTuple):
    life: Table
    house: House
    entries: list[Entry]
    of_house: list[Entry]


def _obeyed(table: Table, house: House, said: Iterable[Said], now: datetime) -> _Obeyed:
    """Carry out orders to the table and to the house, one after another."""
    outcome = _Obeyed(table, house, [], [])
    for actor, command in said:
        order = Order(now, actor, command)
        if isinstance(command, HOUSE_COMMANDS):
            house, entries = obey_house(outcome.house, order)
            outcome = outcome._replace(house=house, of_house=outcome.of_house + entries)
        else:
            table, entries = table_desk.obey(outcome.life, order, outcome.house)
            outcome = outcome._replace(life=table, entries=outcome.entries + entries)
    return outcome
