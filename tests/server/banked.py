"""A round against the bank at a table of a room in service: its own dealer deals it.

Players wager and choose over HTTP, the floor reports, and everything that is looked at was read
from the disk or from a screen. The deck comes through the chance of the table's dealer, which no
account has.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import count
from random import Random
from typing import Any, Self

from msgspec.structs import replace

from croupier.cards import Card, parse_cards
from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.commands import Command
from croupier.engine.event import RoundEvent
from croupier.engine.events import RoundClosed, RoundOpened
from croupier.engine.play import replay
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.custody.orders import LookAtDecks, VerifyDeck
from croupier.room.house.people import Actor
from croupier.room.seating.orders import Sit
from croupier.room.shuffle import Entropy
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import Play
from tests.banking import Bank, stacked
from tests.room.rigged import Rigged
from tests.server.api_scene import posted
from tests.server.rooms import PEOPLE
from tests.server.staffed import FLO, SUE, Room

CUT = 26  # what the dealer's cut takes in these rooms
PATIENT: dict[str, Any] = {
    "turn": 100_000.0,
    "bets": 600.0,
    "settled": 0.0,
    "pause": 0.3,
    "beat": 0.0,
}
LOOKING = 3600  # seconds for an inspection: players say themselves that they have looked
NAMES = count(1)


def player(seat: int) -> Actor:
    """The player at a seat."""
    return Actor(PEOPLE[seat - 1], "player")


def on_top(cards: Sequence[Card], named: str) -> tuple[Card, ...]:
    """A deck with these cards on top, in this order; none without a name."""
    first = parse_cards(named)
    return (*first, *(card for card in cards if card not in first)) if first else ()


class Chance:
    """The chance of a dealer: the first deck is sealed as wanted, the others by real chance."""

    def __init__(self, cards: Sequence[Any], wanted: Sequence[Any]) -> None:
        self.decks = [Rigged(cards, wanted, Random(0).randbytes)]

    def __call__(self) -> Entropy:
        """What the next order draws from."""
        return self.decks.pop() if self.decks else Entropy()


class Served(Bank):
    """The first round of a new table, in the words of `Bank`."""

    def __init__(
        self,
        here: Room,
        key: str,
        players: int | Mapping[int, int] = 3,
        *,
        chips: int = 1_000_00,
        hands: Mapping[int, str] | None = None,
        house: str = "",
        board: str = "",
        burns: str = "",
        dealt: Sequence[int] | None = None,
        deck: str = "",
        wagers: Mapping[int, Mapping[str, int]] | None = None,
        count_rounds: int = 5,
        **posts: Any,
    ) -> None:
        """Open a table, seat players and wait for the dealer; wagers are placed at once."""
        self.here, self.name, self.game = here, f"B{next(NAMES)}", game_of(key)
        self.sign = replace(self.game.sign, **posts)
        stacks = (
            dict(players)
            if isinstance(players, Mapping)
            else dict.fromkeys(range(1, players + 1), chips)
        )
        self._open(count_rounds)
        named: dict[str, Any] = {"hands": hands, "house": house, "board": board, "burns": burns}
        method = self.sign.deal_method
        seats = sorted(dealt or wagers or stacks)
        wanted = on_top(self.game.cards, deck) or stacked(self.game, seats, method=method, **named)
        cuts = self.sign.shuffler == "none"
        sealed = (*wanted[-CUT:], *wanted[:-CUT]) if cuts else wanted
        self.dealer._chance = Chance(self.game.cards, sealed)
        for seat, bought in stacks.items():
            self.order(player(seat), Sit(seat=seat, chips=Chips(bought)))
        if not stacks:
            return
        self.order(player(min(stacks)), LookAtDecks())
        here.until(lambda: self.desk.state.playing)
        self.look()
        for seat, spots in (wagers or {}).items():
            self.place(seat, **{name.replace(" ", "_"): chips for name, chips in spots.items()})
        if wagers:
            self.close()

    def _open(self, count_rounds: int) -> None:
        """Set the table up, have its decks brought and verified, and open it."""
        usual = self.game.sign
        procedures = {"inspection_seconds": LOOKING, "shoe_approval": "file 12"}
        body = {"name": self.name, "game": self.game.key, "sign": posted(usual, self.sign)}
        chosen = procedures | {"count_rounds": count_rounds}
        reply = self.here.post("/api/tables", SUE, body | {"procedures": chosen})
        assert reply.is_success, reply.text
        self.here.try_order(self.door, FLO, OpenTable())  # the decks are brought
        while waiting := self._unverified():
            self.order(FLO, VerifyDeck(deck=waiting[0]))
        self.order(FLO, OpenTable())

    def _unverified(self) -> list[str]:
        """The deck that lies there for the floorperson to verify: one after the other."""

        def inspected() -> list[str]:
            decks = self.desk.state.custody.decks.values()
            return [deck.name for deck in decks if deck.status == "inspected"]

        self.here.until(lambda: bool(inspected()) or self.here.ready(self.name))
        return inspected()

    @property
    def door(self) -> str:
        return f"/api/tables/{self.name}/orders"

    @property
    def desk(self) -> Any:
        return self.here.service.desk(self.name)

    @property
    def dealer(self) -> Any:
        return self.here.service.dealers[self.name]

    # --- speaking ---------------------------------------------------------------------------

    def order(self, by: Actor, command: Any) -> None:
        """Give an order to the table, which must be carried out."""
        self.here.order(self.door, by, command)

    def say(self, command: Command) -> Self:
        """A player's command by that player, any other by the floor."""
        self.order(self._speaker(command), Play(command=command))
        return self.look()

    def _speaker(self, command: Command) -> Actor:
        seat = 0 if isinstance(command, commands.Report) else getattr(command, "seat", 0)
        return player(seat) if seat else FLO

    def close(self) -> Self:
        """Wait for the dealer's "No more bets": at once if all have wagered, or in time."""
        asked = [turn.actor for turn in self.state.turns]
        if not all(self.state.hands[seat].stakes for seat in asked if seat > 0):
            self.time_passes(601)
        self.here.until(lambda: self.look().happened("BetsClosed"))
        return self

    def time_passes(self, seconds: float) -> None:
        """Let the room's clock jump, and the dealer look at it."""
        self.here.later += timedelta(seconds=seconds)
        self.here.call(self._wake)

    async def _wake(self) -> None:
        changed, self.desk.changed = self.desk.changed, asyncio.Event()
        changed.set()

    def refused(self, command: Command, clause: str) -> Refused:
        """Say something that is refused under a clause, and see that nothing was written."""
        before = len(self.here.log(self.name))
        reply = self.here.try_order(self.door, self._speaker(command), Play(command=command))
        assert reply.status_code in (422, 403), reply.text
        refusal = reply.json()
        assert refusal["clause"] == clause, refusal
        assert len(self.here.log(self.name)) == before
        return Refused(refusal["clause"], refusal["why"])

    # --- looking ----------------------------------------------------------------------------

    def look(self) -> Self:
        """Read the first round from the disk."""
        facts = [entry.fact for entry in self.here.log(self.name)]
        first = next(at for at, fact in enumerate(facts) if isinstance(fact, RoundOpened))
        self.log = []
        for fact in facts[first:]:
            if isinstance(fact, RoundEvent):
                self.log.append(fact)
            if isinstance(fact, RoundClosed):
                break
        self.state = replay(self.game, self.log)
        return self

    def happened(self, kind: str) -> bool:
        """Whether the round has such an event."""
        return kind in self.kinds

    def screen(self, by: Actor) -> str:
        """What a person's page of the table gets."""
        text: str = self.here.get(f"/api/tables/{self.name}", by).text
        return text

    def stack(self, seat: int) -> int:
        """The chips in front of a player, as the room has them now."""
        return int(self.desk.state.stacks[seat])
