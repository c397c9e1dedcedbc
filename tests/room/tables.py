"""A table for tests: people with names, a clock that is set by hand, and a log that is kept."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Self

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, Card
from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.engine.events import AnyEvent
from croupier.engine.turns import Turn
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.custody.chores import chores, next_chore
from croupier.room.custody.commitment import SealDeck, seal_due
from croupier.room.custody.distribution import DistributeDecks
from croupier.room.custody.orders import CutDeck, LookAtDecks
from croupier.room.custody.state import Procedures
from croupier.room.house import evolve as houses
from croupier.room.house.decide import obey as obey_house
from croupier.room.house.people import Actor, Role
from croupier.room.house.state import House
from croupier.room.logbook import Entry, Order
from croupier.room.sealed import Seal
from croupier.room.seating.orders import Sit
from croupier.room.shuffle import Entropy, shuffle
from croupier.room.table import decide as life_desk
from croupier.room.table import evolve as life
from croupier.room.table.orders import OpenTable, SetUpTable, set_up
from croupier.room.table.rounds import DealRound, Play
from croupier.rules.sign import TableSign
from croupier.views.narration.narrate_room import narrate_room
from tests.room.rigged import into

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)

STAFF: dict[Role, Actor] = {
    "dealer": Actor("Dee", "dealer"),
    "floorperson": Actor("Flo", "floorperson"),
    "poker_supervisor": Actor("Pat", "poker_supervisor"),
    "poker_shift_supervisor": Actor("Sue", "poker_shift_supervisor"),
    "casino_supervisor": Actor("Cas", "casino_supervisor"),
    "cage_cashier": Actor("Kay", "cage_cashier"),
    "accounting": Actor("Abe", "accounting"),
    "security": Actor("Sam", "security"),
    "surveillance": Actor("Eve", "surveillance"),
    "ieb_agent": Actor("Ian", "ieb_agent"),
}


def player(name: str) -> Actor:
    return Actor(name, "player")


def _passive(turn: Turn) -> Any:
    """The command that ends the round soonest."""
    seat = turn.actor
    choices = {
        "no_more_bets": say.NoMoreBets(),
        "check": say.Check(seat),
        "call": say.Call(seat),
        "discard": say.Discard(seat, ()),
        "agree": say.Agree(seat, yes=False),
        "show": say.Show(seat),
        "fold": say.Fold(seat),
        "surrender": say.Surrender(seat),
    }
    does = {option.does for option in turn.options}
    return next((command for word, command in choices.items() if word in does), None)


class Office:
    """A house and its log; tables of one room share it."""

    def __init__(self) -> None:
        self.house, self.log = House(), list[Entry]()


class Scene:
    """A house with one table, its log, and the time; a person deals, who has no room's chance."""

    chance: Callable[[], Entropy] | None = None

    def __init__(
        self,
        key: str = "holdem",
        sign: TableSign | None = None,
        procedures: Procedures | None = None,
        name: str = "1",
    ) -> None:
        self.office = Office()
        self.now = NOON
        game = game_of(key)
        order = Order(
            self.now,
            STAFF["poker_shift_supervisor"],
            SetUpTable(
                name=name,
                sign=sign or game.sign,
                procedures=procedures or Procedures(shoe_approval="file 12"),
            ),
        )
        self.log = set_up(order, game, self.house)
        self.life = life.replay(self.log, game_of)

    @property
    def house(self) -> House:
        return self.office.house

    @house.setter
    def house(self, house: House) -> None:
        self.office.house = house

    @property
    def house_log(self) -> list[Entry]:
        return self.office.log

    @contextmanager
    def closed_tables(self, *names: str) -> Iterator[None]:
        """For a while the room has these closed tables, of which the house's log knows nothing."""
        self.house = replace(self.house, closed=frozenset(names))
        try:
            yield
        finally:
            self.house = replace(self.house, closed=frozenset())

    def later(self, **span: float) -> Self:
        self.now += timedelta(**span)
        return self

    def do(self, by: Actor | Role, *commands: Any) -> list[Any]:
        """Give orders to the table; the facts of the last one."""
        actor = by if isinstance(by, Actor) else STAFF[by]
        entries: list[Entry] = []
        for command in commands:
            order = Order(self.now, actor, command, self.chance)
            self.life, entries = life_desk.obey(self.life, order, self.house)
            self.log += entries
        return [entry.fact for entry in entries]

    def ask_house(self, by: Actor | Role, *commands: Any) -> list[Any]:
        """Give orders to the house; the facts of the last one."""
        actor = by if isinstance(by, Actor) else STAFF[by]
        entries: list[Entry] = []
        for command in commands:
            self.house, entries = obey_house(self.house, Order(self.now, actor, command))
            self.house_log.extend(entries)
        return [entry.fact for entry in entries]

    def made_out(self, slip: Any) -> None:
        """Let a slip count as the table's own, without the rounds that led to it."""

    def refused(self, by: Actor | Role, command: Any, clause: str) -> str:
        """The words of a refusal under this clause; nothing may change."""
        before = self.life, len(self.log)
        with pytest.raises(Refused) as refusal:
            self.do(by, command)
        assert refusal.value.clause == clause, refusal.value
        assert before == (self.life, len(self.log))
        return refusal.value.why

    def house_refused(self, by: Actor | Role, command: Any, clause: str) -> str:
        """The words in which the house refuses under this clause; nothing may change."""
        before = self.house, len(self.house_log)
        with pytest.raises(Refused) as refusal:
            self.ask_house(by, command)
        assert refusal.value.clause == clause, refusal.value
        assert before == (self.house, len(self.house_log))
        return refusal.value.why

    def open(self) -> Self:
        """Go through the whole opening of the table, the shortest allowed way."""
        self.attend().do("floorperson", OpenTable())
        return self

    def attend(self) -> Self:
        """The house's staff do what they can until others must act."""
        for order in chores(self.life, self.now, self.house):
            if isinstance(order.says, DistributeDecks):
                self.ask_house(order.by, order.says)
            else:
                self.do(order.by, order.says)
        return self

    def prepare(self) -> Self:
        """Bring a deck to where it may be dealt: everybody looks where the cards are spread."""
        return self.uncut().attend()

    def uncut(self) -> Self:
        """Bring a deck to where it lies shuffled, and is not cut yet."""
        self._until_cut()
        if any(deck.status == "spread" for deck in self.life.custody.decks.values()):
            looked = self.life.custody.looked
            there = {seat.person for seat in self.life.seats.values() if seat.away is None}
            for person in sorted(there - {*looked}):
                self.do(Actor(person, "player"), LookAtDecks())
            self._until_cut()
        return self

    def _until_cut(self) -> None:
        while order := next_chore(self.life, self.now, self.house):
            if isinstance(order.says, CutDeck):
                return
            if isinstance(order.says, DistributeDecks):
                self.ask_house(order.by, order.says)
            else:
                self.do(order.by, order.says)

    def seal(self, order: Sequence[Card] = ()) -> Seal:
        """Seal the deck before the dealer, or the pile that renews it."""
        due = seal_due(self.life)
        self.rigged(into(due, order or shuffle(due)), SealDeck())
        custody = self.life.custody
        found = custody.decks[custody.dealt if self.life.playing else custody.live].seal
        assert found is not None
        return found

    def rigged(self, chance: Callable[[], Entropy], command: Any) -> list[Any]:
        """Let the dealer do something by this chance."""
        self.chance, before = chance, self.chance
        try:
            return self.do("dealer", command)
        finally:
            self.chance = before

    def deal_sealed(self, order: Sequence[Card] = (), cut: int = 26) -> list[Any]:
        """Seal the deck, cut it where it is cut, and deal it."""
        self.uncut()
        self.seal(order)
        if next_chore(self.life, self.now, self.house):
            self.do("dealer", CutDeck(count=cut))
        return self.do("dealer", DealRound())

    def deal(self, order: Sequence[Card] = (), **more: Any) -> list[Any]:
        """Deal a round, from a deck that is made ready as the rules have it."""
        self.prepare()
        return self.do("dealer", DealRound(order=tuple(order) or self.shuffled(), **more))

    def shuffled(self) -> tuple[Card, ...]:
        return shuffle(DECK_54 if self.life.game.deck == 54 else DECK_52)

    def seat(self, **chips: int) -> Self:
        """Seat people by name, from seat 1 on, with these chips."""
        taken = len(self.life.seats)
        for seat, (name, stack) in enumerate(chips.items(), taken + 1):
            self.do(player(name), Sit(seat=seat, chips=Chips(stack)))
        return self

    def say(self, command: say.Command) -> list[Any]:
        """Let the player of a seat, or the dealer, speak in the round."""
        by: Actor | Role = "dealer"
        if command.seat:
            by = player(self.life.seats[command.seat].person)
        return self.do(by, Play(command=command))

    def play_out(self) -> Self:
        """Everybody checks, calls and shows until the round is over; nobody draws or agrees."""
        while self.life.playing:
            self.answer()
        return self

    def answer(self) -> list[Any]:
        """The player to act checks, calls or shows."""
        assert self.life.round is not None
        return self.say(next(filter(None, map(_passive, self.life.round.turns))))

    @property
    def stacks(self) -> dict[str, int]:
        """What lies in front of everybody."""
        return {held.person: self.life.stacks[seat] for seat, held in self.life.seats.items()}

    def check(self) -> None:
        """The log replays to the same table, no chip came or went, and every fact has words."""
        lines = [life.write_entry(entry) for entry in self.log]
        again = [life.read_entry(line) for line in lines]
        assert again == self.log
        assert life.replay(again, game_of) == self.life
        assert sum(self.life.accounts.values()) == 0
        papers = [houses.read_entry(houses.write_entry(entry)) for entry in self.house_log]
        assert papers == self.house_log
        assert houses.replay(papers) == self.house
        assert sum(self.house.accounts.values()) == 0
        facts = [entry.fact for entry in (*self.log, *self.house_log)]
        assert all(narrate_room(fact).words for fact in facts if not isinstance(fact, AnyEvent))


PEOPLE = ("Ada", "Bob", "Cyd", "Dan", "Eva", "Fay", "Gus", "Hal", "Ivy", "Jim")


def seat_players(scene: Scene, count: int, chips: int = 150_00) -> None:
    """The first people of the list take the first seats."""
    for seat, name in enumerate(PEOPLE[:count], 1):
        scene.do(Actor(name, "player"), Sit(seat=seat, chips=Chips(chips)))
