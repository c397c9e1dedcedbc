"""A house-banked table in a test: stack the deck, place wagers, choose, look at the settlement.

bank = Bank("texas-holdem-bonus", 2, hands={1: "AhKh"}, house="QcQd", board="Th7h2c2d9h")
bank.place(1, ante=10_00, bonus=5_00).place(2, ante=5_00).close()   # "No more bets"
bank.run("p f")            # the players to act, in turn: p place, f fold, c check, s surrender
bank.to_end()              # everybody else declines: checks, folds or surrenders
bank.outcomes(1)           # {"ante": ("wins", 1000), ...}: result and winnings of each wager
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, DECK_54, UNKNOWN, Card, parse_cards
from croupier.chips import Chips
from croupier.engine import commands
from croupier.engine.accounts import BANK, METER
from croupier.engine.commands import Command
from croupier.engine.play import play, replay, start
from croupier.engine.turns import Option, Turn
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.table.progress import deal_round
from croupier.room.table.state import Table
from croupier.rules.banked import Deliver, Irregularity
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.steps import Board, Burn

HOUSE = 0


def stacked(
    game: Game,
    seats: Sequence[int],
    *,
    hands: Mapping[int, str] | None = None,
    house: str = "",
    board: str = "",
    burns: str = "",
    method: str = "manual_shoe",
) -> tuple[Card, ...]:
    """A deck that gives these cards when exactly these seats have wagered.

    `house` is what lies in front of the dealer: the dealer's hand, or Flop Poker's community
    cards. Places that are not named are filled with the cards left over, lowest first.
    """
    own = {seat: list(parse_cards((hands or {}).get(seat, ""))) for seat in seats}
    own[HOUSE], community, burned = map(list, map(parse_cards, (house, board, burns)))
    named = {card for pile in (*own.values(), community, burned) for card in pile}
    whole = DECK_54 if game.deck == 54 else DECK_52
    rest = [card for card in whole if card not in named]
    deck: list[Card] = []

    def take(pile: list[Card]) -> None:
        deck.append((pile or rest).pop(0))

    places = (*seats, HOUSE)
    for step in game.script:
        match step:
            case Deliver(each=each) if method == "automated_shoe":
                for place in places:
                    for _ in range(each):
                        take(own[place])
            case Deliver(each=each):
                for place in places * each:
                    take(own[place])
            case Burn():
                take(burned)
            case Board(up=up):
                for _ in range(up):
                    take(community)
            case _:
                pass
    leftover = [card for pile in (*own.values(), community, burned) for card in pile]
    assert not leftover, f"the deal has no place for {leftover}"
    return (*deck, *rest)


class Bank:
    """A round against the bank, with short words for what the seats and the dealer say."""

    def __init__(
        self,
        key: str,
        players: int | Mapping[int, int] = 3,
        *,
        chips: int = 1_000_00,
        hands: Mapping[int, str] | None = None,
        house: str = "",
        board: str = "",
        burns: str = "",
        dealt: Sequence[int] | None = None,
        deck: Sequence[Card] | None = None,
        wagers: Mapping[int, Mapping[str, int]] | None = None,
        meter: int | None = None,
        sign: TableSign | None = None,
        **posted: Any,
    ) -> None:
        """Open a round; further keywords amend the game's usual sign.

        `wagers` (seat to spots) are placed and the betting is closed at once. `dealt` names the
        positions the deck is stacked for, where they are not those with `wagers`, or all.
        """
        self.game = game_of(key)
        stacks = (
            dict(players)
            if isinstance(players, Mapping)
            else dict.fromkeys(range(1, players + 1), chips)
        )
        self.sign = replace(sign or self.game.sign, **posted)
        order = deck or stacked(
            self.game,
            sorted(dealt or wagers or stacks),
            hands=hands,
            house=house,
            board=board,
            burns=burns,
            method=self.sign.deal_method,
        )
        self.state, self.log = start(self.game, self.sign, stacks, order=order, meter=meter)
        for seat, spots in (wagers or {}).items():
            self.say(commands.Place(seat, dict(spots)))  # type: ignore[arg-type]  # cents
        if wagers:
            self.close()

    @classmethod
    def at(cls, table: Table, *, dealt: Sequence[int] | None = None, **cards: Any) -> "Bank":
        """Open the next round of a table, with cards named as for `stacked`."""
        bank, method = cls.__new__(cls), table.sign.deal_method
        order = stacked(table.game, dealt or table.seated, method=method, **cards)
        bank.game, bank.sign = table.game, table.sign
        bank.state, bank.log = deal_round(table, order=order)
        return bank

    # --- speaking ---------------------------------------------------------------------------

    def say(self, command: Command) -> Self:
        """Play any command."""
        self.state, events = play(self.state, command)
        self.log += events
        return self

    def place(self, seat: int, *, position: int = 0, coupon: int = 0, **spots: int) -> Self:
        """Set the wagers of a seat before the cards; `pair_up=500` is the spot "pair up"."""
        wagers = {name.replace("_", " "): Chips(chips) for name, chips in spots.items()}
        return self.say(commands.Place(seat, wagers, position, Chips(coupon)))

    def close(self) -> Self:
        """The dealer says "No more bets"; the cards follow."""
        return self.say(commands.NoMoreBets())

    def run(self, words: str) -> Self:
        """Answer for the player to act: p place, f fold, c check, s surrender."""
        for word in words.split():
            match word:
                case "p":
                    option = self.option("place")
                    self.say(commands.Place(self.actor, {option.spot: Chips(option.most)}))
                case "f":
                    self.say(commands.Fold(self.actor))
                case "c":
                    self.say(commands.Check(self.actor))
                case "s":
                    self.say(commands.Surrender(self.actor))
                case _:
                    raise AssertionError(word)
        return self

    def decline(self) -> Self:
        """One answer that costs least: check, fold or surrender."""
        return self.run({"check": "c", "fold": "f", "surrender": "s"}[self.turn.options[-1].does])

    def to_end(self, *, placing: bool = False) -> Self:
        """Go on to the end: everybody asked declines, or places what they are asked for."""
        while not self.state.done:
            self.run("p") if placing and self.may("place") else self.decline()
        return self

    def report(
        self,
        kind: Irregularity,
        *,
        seat: int = 0,
        card: Card = UNKNOWN,
        mended: bool = False,
    ) -> Self:
        """The dealer or the floor names an irregularity."""
        return self.say(commands.Report(kind, seat, card, mended))

    def refused(self, command: Command, clause: str) -> Refused:
        """Say something that is refused under a clause, and see that nothing changed."""
        before = self.state
        with pytest.raises(Refused) as caught:
            play(self.state, command)
        assert caught.value.clause == clause, str(caught.value)
        assert self.state is before
        return caught.value

    def refused_wagers(
        self, seat: int, clause: str, *, position: int = 0, coupon: int = 0, **spots: int
    ) -> Refused:
        """Place wagers that are refused under a clause."""
        wagers = {name.replace("_", " "): Chips(chips) for name, chips in spots.items()}
        return self.refused(commands.Place(seat, wagers, position, Chips(coupon)), clause)

    def rewind(self, kind: str) -> Self:
        """Go back to just after the first event of a kind, before the dealer went on."""
        self.log = self.log[: self.kinds.index(kind) + 1]
        self.state = replay(self.game, self.log)
        return self

    # --- looking ----------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        return self.state.turns[0]

    @property
    def actor(self) -> int:
        """Whose turn it is."""
        return self.turn.actor

    def option(self, does: str) -> Option:
        found = self.turn.option(does)
        assert found is not None, f"{does} is not among {self.turn.options}"
        return found

    def may(self, does: str) -> bool:
        return self.turn.option(does) is not None

    @property
    def does(self) -> list[str]:
        """What the player in turn may do, in order."""
        return [option.does for option in self.turn.options]

    def events_of(self, kind: str) -> list[Any]:
        """All events of a kind, by the name of their type."""
        return [event for event in self.log if type(event).__name__ == kind]

    @property
    def kinds(self) -> list[str]:
        """The log as names of event types."""
        return [type(event).__name__ for event in self.log]

    def settled(self, seat: int) -> dict[str, Any]:
        """The outcome of each wager of a seat, by its spot."""
        return {
            outcome.spot: outcome
            for event in self.events_of("Settled")
            if event.seat == seat
            for outcome in event.outcomes
        }

    def outcomes(self, seat: int) -> dict[str, tuple[str, int]]:
        """Result and winnings of each wager of a seat."""
        return {spot: (o.result, int(o.won)) for spot, o in self.settled(seat).items()}

    def won(self, seat: int) -> int:
        """What a seat gained or lost in this round so far, in cents."""
        opened = self.events_of("RoundOpened")[0]
        return int(self.state.stacks[seat] - opened.stacks[seat])

    @property
    def bank(self) -> int:
        """What the house gained or lost in this round so far, in cents."""
        return int(self.state.accounts[BANK])

    @property
    def meter(self) -> int:
        return int(self.state.accounts[METER])

    @property
    def spots(self) -> dict[str, int]:
        """What lies on the layout: "1 ante" to cents."""
        return {
            account.removeprefix("spot:").replace(":", " "): int(chips)
            for account, chips in self.state.accounts.items()
            if account.startswith("spot:") and chips
        }

    def cards(self, seat: int) -> str:
        """The cards of a seat; of the house (0)."""
        state = self.state
        return "".join(state.house if seat == HOUSE else state.hands[seat].down)

    def dealt_to(self, seat: int) -> list[int]:
        """The places in the deck, from 1, of the cards that a seat (0: the house) was dealt."""
        deck = self.events_of("DeckCut")[0].order
        return [
            deck.index(card) + 1
            for event in self.events_of("Dealt")
            for owner, card in zip(event.seats, event.cards, strict=True)
            if owner == seat
        ]
