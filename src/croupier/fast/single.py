"""One round on the fast table, asked and answered by Python: for environments and for records.

`Single.replay` plays a recorded hand: a fixed deck in which cards may be unknown, any dues, and
the commands of the engine (`croupier.fast.recorded` reads them from a log). What it cannot play
(irregularities, spoken bets) it refuses by name, and the Python engine then plays it.

>>> from croupier.cards import DECK_52
>>> from croupier.engine.commands import Call, Fold
>>> from croupier.games import GAMES
>>> table = Single.replay(
...     GAMES["holdem"], GAMES["holdem"].sign, {1: 50_00, 2: 50_00, 3: 50_00},
...     deck=DECK_52, button=3, commands=[Fold(3), Fold(1)],
... )
>>> table.done, table.stacks
(True, {1: 4900, 2: 5100, 3: 5000})
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK_54, UNKNOWN, Card
from croupier.engine import commands as words
from croupier.engine.commands import Command
from croupier.engine.dues import in_order
from croupier.engine.events import Due
from croupier.fast.bank_program import MOST_CHIPS, check_stacks, opening_meter, spots_of
from croupier.fast.compile import Program, compile, in_places, owed  # noqa: A004  # of games
from croupier.fast.vector_layout import Layout
from croupier.fast.verbs import (
    AGREE,
    BET,
    CHECK,
    DECLINE,
    DRAW,
    FOLD,
    KINDS,
    NAMES,
    PLACE,
    PLACES,
    RAISE,
)
from croupier.rankings import kernels
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

PLAYABLE = (
    words.Fold,
    words.Check,
    words.Call,
    words.Bet,
    words.RaiseTo,
    words.Discard,
    words.Show,
    words.Muck,
    words.Agree,
    words.Place,
    words.Surrender,
)


class Asked(NamedTuple):
    """What one player is asked; kinds are those of `croupier.fast.verbs`."""

    kind: int
    place: int
    can_fold: bool
    can_check: bool
    to_call: int
    least: int
    most: int
    draw_most: int
    price: int
    pot: int
    spot: int


class Single:
    """A round in progress."""

    def __init__(
        self,
        program: Program,
        stacks: Mapping[int, int],
        *,
        button: int = 0,
        seed: int = 0,
        deck: Sequence[Card] = (),
        dues: Sequence[Due] | None = None,
        straddle: int = 0,
        kill: int = 0,
        meter: int | None = None,
    ) -> None:
        """Open a round of these seats; without a deck it is dealt from the seed."""
        self.program = program
        buttoned = program.game.button
        self.order = in_order(list(stacks), button if buttoned else 0)
        self._places = {seat: place for place, seat in enumerate(self.order)}
        brought = [stacks[seat] for seat in self.order]
        if sum(brought) >= MOST_CHIPS:
            why = "the fast table counts chips below ten million dollars: the engine counts all"
            raise Refused("FIELD stacks", why)
        listed: list[tuple[int, int, int]] = []
        if program.game.banked:
            check_stacks(program.game, program.sign, brought)
        elif dues is None:
            listed = owed(program, self.order, straddle=straddle, kill=kill)
        else:
            listed = in_places(dues, self.order)
        numbers, unnamed = _numbered(deck)
        if meter is None:
            meter = opening_meter(program.sign)
        self._core = kernels.core.FastRound(
            program.core, brought, listed, numbers, seed, 0, 0, meter
        )
        self._core.open([seat - 1 for seat in self.order], button - 1 if buttoned else -1, unnamed)

    @classmethod
    def replay(
        cls,
        game: Game,
        sign: TableSign,
        stacks: Mapping[int, int],
        *,
        deck: Sequence[Card],
        button: int,
        commands: Iterable[Command],
        dues: Sequence[Due] | None = None,
        bomb: bool = False,
        killed: bool = False,
        meter: int | None = None,
    ) -> "Single":
        """Play a recorded hand: a deck in which cards may be unknown, and what was said."""
        program = compile(game, sign, kill=killed, bomb=bomb)
        table = cls(program, stacks, button=button, deck=deck, dues=dues, meter=meter)
        for command in commands:
            table.say(command)
        return table

    @property
    def asked(self) -> Asked:
        """What is asked now."""
        return Asked._make(self._core.asked)

    @property
    def actor(self) -> int:
        """The seat that is asked; 0 when the round is over."""
        kind, place, *_ = self._core.asked
        return self.order[place] if kind else 0

    @property
    def done(self) -> bool:
        """Whether the round is over."""
        return not self._core.asked[0]

    @property
    def state(self) -> dict[str, Any]:
        """Everything that is true of the round, hidden cards too, by place."""
        return self._core.state

    @property
    def stacks(self) -> dict[int, int]:
        """The chips in front of each seat."""
        chips = self._core.stacks
        return {seat: chips[self._places[seat]] for seat in sorted(self.order)}

    @property
    def moves(self) -> list[tuple[int, int, int]]:
        """All chips that traveled: source, target, chips; a seat's account is its place."""
        return self._core.moves

    @property
    def unit(self) -> int:
        """The smallest chip."""
        return int(self.program.sign.unit)

    def held(self, seat: int) -> int:
        """How many cards lie face down in front of a seat."""
        down: int = self._core.state["hands"][self._places[seat]][0]
        return down.bit_count()

    def copy(self) -> "Single":
        """The same moment again, to be played on by itself."""
        twin = Single.__new__(Single)
        twin.program, twin.order, twin._places = self.program, self.order, self._places
        twin._core = self._core.copy()
        return twin

    def answer(self, verb: int, amount: int = 0) -> None:
        """Answer for the seat that is asked; refuse what it may not do."""
        if not self._core.answer(verb, amount):
            word = NAMES[verb] if 0 <= verb < len(NAMES) else f"verb {verb}"
            kind = KINDS[self._core.asked[0]]
            why = f"{word} {amount} does not answer seat {self.actor}, who is asked to {kind}"
            raise Refused("FIELD action", why)

    def say(self, command: Command) -> None:
        """The same by a command of the engine.

        Before the cards of a house-banked game a player places all wagers at once; players whose
        turn has gone by, and all when the dealer says "No more bets", have placed nothing more.
        """
        if self.asked.kind == PLACES and isinstance(command, words.Place | words.NoMoreBets):
            self._place(command)
        elif not isinstance(command, words.NoMoreBets):  # there were no more to be had
            self.answer(*self.coded(command))

    def _place(self, command: words.Place | words.NoMoreBets) -> None:
        wagers: dict[str, int] = {}
        if isinstance(command, words.Place):
            wagers = {spot: int(chips) for spot, chips in command.wagers.items() if chips}
            if command.coupon or command.position not in (0, command.seat):
                why = "coupons and a second position are played on the engine, not the fast table"
                raise Refused("FIELD command", why)
        before, names = self._core.copy(), spots_of(self.program.game, self.program.sign)
        try:
            while self.asked.kind == PLACES and self._is_before(command.seat):
                chips = wagers.pop(names[self.asked.spot], 0) if self.actor == command.seat else 0
                self.answer(PLACE if chips else CHECK, chips)
            if wagers:
                spot = next(iter(wagers))
                raise Refused("FIELD wagers", f"seat {command.seat} cannot wager on {spot[:20]!r}")
        except Refused:
            self._core = before
            raise

    def _is_before(self, seat: int) -> bool:
        """Whether the player who is asked is this seat or comes before it; the dealer is last."""
        return not seat or self.order.index(self.actor) <= self._places.get(seat, -1)

    def coded(self, command: Command) -> tuple[int, int]:
        """A command for the seat that is asked, as verb and amount."""
        if not isinstance(command, PLAYABLE):
            name = type(command).__name__
            raise Refused(
                "FIELD command", f"the fast table does not support {name}: use the engine"
            )
        if command.seat != self.actor:
            raise Refused("FIELD command", f"seat {self.actor} is asked, not seat {command.seat}")
        if isinstance(command, words.Show) and command.cards:
            self._name(command)
        match command:
            case words.Bet():
                return BET, command.to
            case words.RaiseTo():
                return RAISE, command.to
            case words.Agree():
                return (AGREE if command.yes else DECLINE), 0
            case words.Discard():
                return DRAW, self._thrown(command)
            case words.Place():
                return PLACE, sum(command.wagers.values())
            case words.Surrender():
                return FOLD, 0
            case _:
                return NAMES.index(command.does), 0

    def _thrown(self, command: words.Discard) -> int:
        """The bits of the cards thrown; unknown ones are any that are not named."""
        down: int = self._core.state["hands"][self._places[command.seat]][0]
        held = [card for card in DECK_54 if down >> card.number & 1]
        named = [card for card in command.cards if card is not UNKNOWN]
        if not {*named} <= {*held}:
            raise Refused("FIELD cards", "you can only discard cards of your hand")
        others = [card for card in held if card not in named]
        thrown = named + others[: len(command.cards) - len(named)]
        return sum(1 << held.index(card) for card in thrown)

    def _name(self, command: words.Show) -> None:
        """A hand that is shown whole takes the place of the unknown one."""
        down, up, *_ = self._core.state["hands"][self._places[command.seat]]
        cards = [card for card in command.cards if not up >> card.number & 1]
        if len({*cards}) != down.bit_count() or UNKNOWN in cards:
            count = down.bit_count()
            raise Refused("FIELD cards", f"you must show the whole hand: name its {count} cards")
        self._core.name(self._places[command.seat], sum(1 << c.number for c in cards), up)

    def observe(self, layout: Layout, seat: int) -> NDArray[np.float32]:
        """What a seat sees, as `croupier.rl.observation` has it from the Python engine."""
        out = np.zeros(layout.size, dtype=np.float32)
        if seat in self._places:  # one without chips is not dealt in, and sees nothing
            self._core.observe(layout.core, self._places[seat], out)
        return out


def _numbered(deck: Sequence[Card]) -> tuple[list[int], int]:
    """A deck as numbers; cards that are not known are stood for by those that are not in it."""
    if not deck:
        return [], 0
    if UNKNOWN not in deck:
        return [card.number for card in deck], 0
    spare = iter(sorted({*range(len(deck))} - {card.number for card in deck}))
    numbers = [next(spare) if card is UNKNOWN else card.number for card in deck]
    unnamed = (number for number, card in zip(numbers, deck, strict=True) if card is UNKNOWN)
    return numbers, sum(1 << number for number in unnamed)
