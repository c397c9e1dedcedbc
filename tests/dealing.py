"""A table in a test: stack the deck, speak for the seats, look at the result.

deal = Deal("holdem", 3, hands={1: "AsAh", 2: "KsKh"}, board="2c7d9hTsJc", button=3)
deal.call().call().check()       # the players to act, in turn
deal.run("cc cb200 f")           # the same in short: c check or call, b/r amount, f fold
deal.to_showdown()               # check or call, draw nothing, show
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from croupier.cards import DECK_52, Card, parse_cards
from croupier.decks import stacked_deck
from croupier.engine import commands
from croupier.engine.commands import Command
from croupier.engine.deal import renewal
from croupier.engine.faults import Accident
from croupier.engine.play import play, start
from croupier.engine.pots import layers
from croupier.engine.turns import Option, Turn
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.table.button import place_button
from croupier.room.table.progress import deal_round
from croupier.room.table.state import Table
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.rules.steps import AnyStep, Bet

Outcome = TypeVar("Outcome")


def stacked(
    game: Game,
    seats: Sequence[int],
    *,
    hands: Mapping[int, str] | None = None,
    board: str = "",
    burns: str = "",
    stub: str = "",
    second: str = "",
    button: int = 0,
) -> tuple[Card, ...]:
    """A deck that gives these cards when everybody stays: each hand in the order it is dealt.

    `stub` lies right after the last card dealt before a draw (or after the whole deal);
    `second` is the other board of a bomb pot with two; places that are not named are filled with
    the cards left over, lowest first.
    """
    both = (board, second) if second else board
    return stacked_deck(game, seats, hands=hands, board=both, burns=burns, stub=stub, button=button)


def face_up(up: Mapping[int, str], *, down: int, board: str = "") -> dict[int, str]:
    """Hands that show these up-cards, behind so many down-cards that nobody has named."""
    named = parse_cards("".join(up.values()) + board)
    spare = iter([card for card in DECK_52 if card not in named])
    return {seat: "".join(next(spare) for _ in range(down)) + cards for seat, cards in up.items()}


def cited(steps: Iterable[AnyStep]) -> list[str]:
    """The clauses that steps carry, in order; a betting round has one more for the answers."""
    return [
        text
        for step in steps
        for text in ((step.clause, step.answers) if isinstance(step, Bet) else (step.clause,))
    ]


class Deal:
    """A round in play, with short words for what the seats and the dealer say."""

    def __init__(
        self,
        key: str,
        players: int | Mapping[int, int] = 3,
        *,
        chips: int = 200_00,
        hands: Mapping[int, str] | None = None,
        board: str = "",
        burns: str = "",
        stub: str = "",
        second: str = "",
        deck: Sequence[Card] | None = None,
        button: int | None = None,
        straddle: int = 0,
        kill: int = 0,
        bomb: bool = False,
        accidents: Sequence[Accident] = (),
        sign: TableSign | None = None,
        **posted: Any,
    ) -> None:
        """Start a round; further keywords amend the game's usual sign."""
        self.game = game_of(key)
        stacks = (
            dict(players)
            if isinstance(players, Mapping)
            else dict.fromkeys(range(1, players + 1), chips)
        )
        place = max(stacks) if button is None else button
        order = deck or stacked(
            self.game,
            list(stacks),
            hands=hands,
            board=board,
            burns=burns,
            stub=stub,
            second=second,
            button=place,
        )
        base = sign or self.game.sign
        self.sign = replace(base, authorised=base.authorised and self.game.authorised)
        self.sign = replace(self.sign, **posted)
        self.state, self.log = start(
            self.game,
            self.sign,
            stacks,
            order=order,
            button=place,
            straddle=straddle,
            kill=kill,
            bomb=bomb,
            accidents=accidents,
        )

    @classmethod
    def at(
        cls,
        table: Table,
        *,
        straddle: int = 0,
        bomb: Iterable[int] = (),
        **cards: Any,
    ) -> "Deal":
        """Open the next round of a table, with cards named as for `stacked`."""
        if table.game.button and not table.button:
            table = place_button(table)
        deal, payers = cls.__new__(cls), set(bomb)
        seats = [seat for seat in table.seated if table.stacks[seat] and seat in (payers or {seat})]
        order = stacked(table.game, seats, button=table.button, **cards)
        deal.game, deal.sign = table.game, table.sign
        deal.state, deal.log = deal_round(table, order=order, straddle=straddle, bomb=payers)
        return deal

    # --- speaking ---------------------------------------------------------------------------

    def say(self, command: Command) -> "Deal":
        """Play any command."""
        self.state, events = play(self.state, command)
        self.log += events
        return self

    @property
    def actor(self) -> int:
        """Whose turn it is."""
        return self.state.turns[0].actor

    def fold(self) -> "Deal":
        return self.say(commands.Fold(self.actor))

    def check(self) -> "Deal":
        return self.say(commands.Check(self.actor))

    def call(self) -> "Deal":
        return self.say(commands.Call(self.actor))

    def bet(self, to: int) -> "Deal":
        return self.say(commands.Bet(self.actor, to))  # type: ignore[arg-type]  # cents

    def raise_to(self, to: int) -> "Deal":
        return self.say(commands.RaiseTo(self.actor, to))  # type: ignore[arg-type]  # cents

    def discard(self, cards: str = "") -> "Deal":
        return self.say(commands.Discard(self.actor, parse_cards(cards)))

    def throw(self, count: int = 5) -> "Deal":
        """Discard so many cards of the hand in turn, the first dealt first."""
        return self.say(commands.Discard(self.actor, self.state.hands[self.actor].down[:count]))

    def show(self) -> "Deal":
        return self.say(commands.Show(self.actor))

    def muck(self) -> "Deal":
        return self.say(commands.Muck(self.actor))

    def agree(self, seat: int, yes: bool = True) -> "Deal":
        return self.say(commands.Agree(seat, yes))

    def reshuffle(self, cards: str | None = None) -> "Deal":
        """The dealer renews the deck: in the given order, or just as the pile lies."""
        order = renewal(self.state) if cards is None else parse_cards(cards)
        return self.say(commands.Reshuffle(order))

    def run(self, words: str) -> "Deal":
        """Speak in short: f fold, c check or call, b500 bet, r800 raise, x show, m muck, p pat."""
        for word in words.split():
            match word[0]:
                case "f":
                    self.fold()
                case "c":
                    self.call() if self.may("call") else self.check()
                case "b":
                    self.bet(int(word[1:]))
                case "r":
                    self.raise_to(int(word[1:]))
                case "x":
                    self.show()
                case "m":
                    self.muck()
                case "p":
                    self.discard()
                case _:
                    raise AssertionError(word)
        return self

    def passive(self) -> "Deal":
        """One answer that costs least: check or call, else bet; stand pat, show, do not agree."""
        turn = self.state.turns[0]
        does = {option.does for option in turn.options}
        if "check" in does:
            return self.check()
        if "call" in does:
            return self.call()
        if least := turn.option("bet"):  # an opener who must bet
            return self.bet(least.least)
        if must := turn.option("discard"):
            return self.throw(must.least)
        if "show" in does:
            return self.show()
        if "agree" in does:
            return self.agree(turn.actor, yes=False)
        if "play_on" in does:
            return self.say(commands.PlayOn(turn.actor))
        return self.reshuffle()

    def to_street(self, street: str) -> "Deal":
        """Go on passively until the first decision of a street."""
        while not (self.state.turns and self.street == street):
            assert not self.state.done, f"the round ended before {street}"
            self.passive()
        return self

    def to_showdown(self) -> "Deal":
        """Go on passively to the end: everybody checks or calls, and shows."""
        while not self.state.done:
            self.passive()
        return self

    def refused(self, command: Command, clause: str) -> Refused:
        """Say something that is refused under a clause, and see that nothing changed."""
        before = self.state
        with pytest.raises(Refused) as caught:
            play(self.state, command)
        assert caught.value.clause == clause, str(caught.value)
        assert self.state is before
        return caught.value

    # --- looking ----------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        return self.state.turns[0]

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

    @property
    def street(self) -> str:
        return self.state.step.street

    @property
    def stacks(self) -> dict[int, int]:
        return dict(self.state.stacks)

    def won(self, seat: int) -> int:
        """What a seat gained or lost in this round, in cents."""
        opened = self.events_of("RoundOpened")[0]
        return int(self.state.stacks[seat] - opened.stacks[seat])

    @property
    def awards(self) -> dict[str, dict[int, int]]:
        """What each share of the only pot brought each seat."""
        return {
            event.share: {
                int(move.target.removeprefix("stack:")): move.chips for move in event.moves
            }
            for event in self.events_of("PotAwarded")
        }

    def events_of(self, kind: str) -> list[Any]:
        """All events of a kind, by the name of their type."""
        return [event for event in self.log if type(event).__name__ == kind]

    @property
    def kinds(self) -> list[str]:
        """The log as names of event types."""
        return [type(event).__name__ for event in self.log]

    @property
    def pots(self) -> list[tuple[int, tuple[int, ...]]]:
        """Main and side pots now: cents, and the seats (sorted) that contend."""
        return [(int(pot.chips), tuple(sorted(pot.seats))) for pot in layers(self.state)]

    @property
    def everywhere(self) -> list[Card]:
        """Every card of the deck, wherever it lies now, in order."""
        state = self.state
        lying = [*state.deck[state.top :], *state.burns, *state.amiss.burns_up, *state.common]
        lying += sum(state.boards, ())
        lying += [card for hand in state.hands.values() for card in hand.down + hand.up]
        return sorted(lying + [card for pile in state.discards for card in pile.cards])

    def cards(self, seat: int) -> str:
        hand = self.state.hands[seat]
        return "".join(hand.down + hand.up)
