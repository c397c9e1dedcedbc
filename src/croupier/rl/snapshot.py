"""A round at one moment, to be stored and stepped from any number of times.

Stepping gives a new snapshot and leaves the old one as it is. Nothing hangs on the order in which
this is done: even a reshuffle follows from the seed and the log alone.

>>> from croupier.engine.commands import Call, Fold
>>> from croupier.games import GAMES
>>> before = begin(GAMES["holdem"], {1: 200_00, 2: 200_00, 3: 200_00}, seed=7)
>>> folded, called = before.step(Fold(3)), before.step(Call(3))
>>> before.turn.actor, folded.turn.actor, called.state.pot
(3, 1, 500)
>>> Snapshot.read(called.write()) == called
True
"""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from croupier.api import replay
from croupier.cards import Card
from croupier.engine import play as engine
from croupier.engine.commands import Command, NoMoreBets, Reshuffle
from croupier.engine.deal import renewal
from croupier.engine.events import AnyEvent, Reshuffled, RoundOpened, read_event, write_event
from croupier.engine.round import Round
from croupier.engine.turns import DEALER, Turn
from croupier.fast import chance
from croupier.refused import Refused
from croupier.rules.banked import Wagers
from croupier.rules.game import Game
from croupier.rules.sign import TableSign
from croupier.views.narration.narrate import narrate
from croupier.views.seat import hide, view


class Snapshot(Struct, frozen=True):
    """A round, its log so far, and the seed of what chance is still to decide."""

    state: Round
    log: tuple[AnyEvent, ...]
    seed: int

    @property
    def done(self) -> bool:
        """Whether the round is over."""
        return self.state.done

    @property
    def turn(self) -> Turn:
        """The player to act, and everything they may do."""
        assert not self.done, "no player is asked when a round is over"
        return self.state.turns[0]

    def net(self, seat: int) -> int:
        """What a seat has won since the round began, in cents; chips in the pot count as lost."""
        opened = self.log[0]
        assert isinstance(opened, RoundOpened)
        return self.state.stacks[seat] - opened.stacks[seat]

    def seen(self, seat: int) -> Round:
        """The round as a seat knows it."""
        return hide(self.state, seat)

    def known(self, seat: int) -> bytes:
        """All that a seat has seen so far: equal for two rounds that it cannot tell apart."""
        return "\n".join(map(write_event, view(self.log, seat))).encode()

    def step(self, command: Command) -> "Snapshot":
        """What the round is after a command; the dealer's own part is done, too."""
        state, events = engine.play(self.state, command)
        return _dealt(Snapshot(state, (*self.log, *events), self.seed))

    def write(self) -> bytes:
        """Lines of JSON: the seed, then the log."""
        lines = [msgspec.json.encode(self.seed).decode(), *map(write_event, self.log)]
        return "\n".join(lines).encode()

    @staticmethod
    def read(written: bytes) -> "Snapshot":
        """Read a snapshot back, by replaying its log."""
        first, *lines = written.split(b"\n")
        try:
            seed = msgspec.json.decode(first, type=int)
        except msgspec.DecodeError:
            raise Refused("FIELD snapshot", "a snapshot begins with its seed") from None
        log = tuple(map(read_event, lines))
        return Snapshot(replay(log), log, seed)


def begin(
    game: Game,
    stacks: Mapping[int, int],
    sign: TableSign | None = None,
    *,
    seed: int,
    deck: Sequence[Card] | None = None,
    button: int | None = None,
    meter: int | None = None,
) -> Snapshot:
    """Open a round for research: dealt from a seed, or from a deck that is given."""
    state, log = engine.start(
        game,
        game.posted(sign),
        stacks,
        order=chance.deck(seed, 0, 0, game.cards) if deck is None else deck,
        button=max(stacks, default=0) if button is None else button,
        meter=meter,
    )
    return _dealt(Snapshot(state, tuple(log), seed))


def rendered(log: Sequence[AnyEvent], mode: str | None) -> str | None:
    """The round so far in words, as an environment renders it; printed in mode `human`."""
    words = "\n".join(line.words for line in narrate(log))
    if mode == "human":
        print(words)
        return None
    return words


def _renewed(seed: int, state: Round, log: Sequence[AnyEvent]) -> Reshuffle:
    """The next reshuffle of a round, after those it has had: as the fast table has it."""
    stream = chance.Stream(seed, 0, 0, chance.RESHUFFLE)
    for event in log:
        if isinstance(event, Reshuffled):
            stream.shuffled(event.order)
    return Reshuffle(chance.reshuffled(renewal(state), stream))


def _dealt(snapshot: Snapshot) -> Snapshot:
    """Let the dealer end the wagers when all have placed theirs, and renew a spent deck."""
    state, log = snapshot.state, snapshot.log
    while not state.done:
        if isinstance(state.step, Wagers):
            if not all(hand.stakes for hand in state.hands.values()):
                break
            state, events = engine.play(state, NoMoreBets())
        elif state.turns[0].actor == DEALER:
            state, events = engine.play(state, _renewed(snapshot.seed, state, log))
        else:
            break
        log = (*log, *events)
    return Snapshot(state, log, snapshot.seed)
