"""Poker tables of a room in service, with cards that a test decides: people act over HTTP."""

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine import commands as say
from croupier.games import game_of
from croupier.room.custody.orders import LookAtDecks
from croupier.room.house.people import Actor
from croupier.room.logbook import Order
from croupier.room.seating.lineup import next_deal
from croupier.room.seating.orders import Leave, Sit
from croupier.room.shuffle import Entropy
from croupier.room.table.orders import OpenTable
from croupier.room.table.rounds import Play
from tests.dealing import stacked
from tests.room.rigged import Rigged
from tests.server.api_scene import posted
from tests.server.banked import CUT, LOOKING, player
from tests.server.staffed import FLO, SUE, Room

PLAYS: dict[str, Any] = {"turn": 100_000.0, "pause": 0.3, "showdown": "show", "bets": 600.0}
NAMES = count(1)
Answer = Callable[[Any, Any], Any]  # a player's command, by the round and the turn


class Carded:
    """A poker table: players come, play the rounds they are dealt, and leave."""

    def __init__(
        self, here: Room, key: str = "holdem", *, prepare_both_decks: bool = True, **posts: Any
    ) -> None:
        self.here, self.name, self.game = here, f"P{next(NAMES)}", game_of(key)
        self.sign = replace(self.game.sign, **posts)
        self.wanted: list[dict[str, Any]] = []
        procedures = {
            "inspection_seconds": LOOKING,
            "prepare_both_decks": prepare_both_decks,
            "inspectors": 2,  # the club would ask for none, and deal before all are seated
        }
        body = {"name": self.name, "game": key, "sign": posted(self.game.sign, self.sign)}
        reply = here.post("/api/tables", SUE, body | {"procedures": procedures})
        assert reply.is_success, reply.text
        here.sign(self.name)
        seam: Any = here.service.dealers[self.name]
        seam._chance = self._chance

    def open(self) -> "Carded":
        """Have the decks brought and verified, and open the table."""
        self.here.try_order(self.door, FLO, OpenTable())
        self.here.until(lambda: self.here.sign(self.name) == [] and self.here.ready(self.name))
        if self.desk.state.status != "open":
            self.at(FLO, OpenTable())
        return self

    def _chance(self) -> Entropy:
        """The cards that are wanted next, wherever the button is; then any."""
        if not self.wanted:
            return Entropy()
        deal = next_deal(self.desk.state)
        order = stacked(self.game, list(deal.stacks), button=deal.button, **self.wanted.pop(0))
        return Rigged(self.game.cards, (*order[-CUT:], *order[:-CUT]), Random(0).randbytes)

    @property
    def door(self) -> str:
        return f"/api/tables/{self.name}/orders"

    @property
    def desk(self) -> Any:
        return self.here.service.desk(self.name)

    def facts(self, *kinds: str) -> list[Any]:
        """The facts of the log, by the names of their types."""
        facts = [entry.fact for entry in self.here.log(self.name)]
        return [fact for fact in facts if type(fact).__name__ in kinds]

    def at(self, by: Actor, command: Any) -> None:
        """Give an order, which must be carried out."""
        self.here.order(self.door, by, command)

    def refused(self, by: Actor, command: Any, clause: str) -> str:
        """Give an order, which must be refused under a clause."""
        reply = self.here.try_order(self.door, by, command)
        assert reply.status_code in (422, 403), reply.text
        assert reply.json()["clause"] == clause, reply.text
        return str(reply.json()["why"])

    def signed(self, by: Actor, command: Any) -> None:
        """An order that others sign too: that they type their passwords is proven elsewhere."""
        self.here.call(self.desk.ask, Order(self.here.service.clock(), by, command))
        self.here.acted |= {by.name} | {getattr(command, field).name for field in command.second}

    # --- playing ----------------------------------------------------------------------------

    def sit(self, chips: int | Mapping[int, int] = 200_00, players: int = 3) -> None:
        """Seat players, who look at the decks at once."""
        stacks = (
            chips if isinstance(chips, Mapping) else dict.fromkeys(range(1, players + 1), chips)
        )
        for seat, bought in stacks.items():
            self.at(player(seat), Sit(seat=seat, chips=Chips(bought)))
        for seat in sorted(stacks)[:2]:
            self.at(player(seat), LookAtDecks())

    def deal(self, answer: Answer) -> None:
        """Play the next round to its end, each player as `answer` has it."""
        self.here.until(lambda: bool(self.desk.state.playing))
        number = self.desk.state.rounds
        while self.desk.state.rounds == number:
            state = self.desk.state.round
            turns = [turn for turn in state.turns if turn.actor > 0] if not state.done else []
            shows = any(turn.option("show") for turn in turns)
            if not turns or shows:  # the dealer turns hands up
                self.here.until(lambda seen=state: self._moved(seen, number))  # type: ignore[misc]  # of this turn
                continue
            command = answer(state, turns[0])
            seat = turns[0].actor
            self.at(player(seat), Play(command=command))

    def _moved(self, state: Any, number: int) -> bool:
        life = self.desk.state
        return life.rounds != number or life.round is not state

    def clear(self) -> None:
        """All players leave: the table is idle."""
        for seat, held in list(self.desk.state.seats.items()):
            if not held.leaving:
                self.at(player(seat), Leave())
        self.here.until(lambda: not self.desk.state.seats and self._laid())

    def _laid(self) -> bool:
        """Whether the decks lie spread on an idle table."""
        decks = self.desk.state.custody.decks.values()
        return not self.desk.state.playing and all(deck.status == "spread" for deck in decks)


def calling(raise_to: int = 0, fold: int = 0) -> Answer:
    """Players who call and check; one raises first to an amount, one folds on the river."""

    def answer(state: Any, turn: Any) -> Any:
        first = not any(board for board in state.boards)
        if fold and len(state.boards[0]) == 5:
            if fold == turn.actor:
                return say.Fold(fold) if turn.option("fold") else say.Check(fold)
            if bet := turn.option("bet"):
                return say.Bet(turn.actor, Chips(bet.least))
        if raise_to and first and turn.option("raise") and state.betting.price < raise_to:
            return say.RaiseTo(turn.actor, Chips(raise_to))
        if turn.option("agree"):
            return say.Agree(turn.actor, yes=True)
        if turn.option("call"):
            return say.Call(turn.actor)
        return say.Check(turn.actor)

    return answer
