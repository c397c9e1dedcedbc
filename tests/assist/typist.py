"""A dealer with real cards at the keyboard, and a twin: the same round on a sealed deck.

The twin's bots say what players do and its deck is the one in the dealer's hands; everything is
typed at a session that knows none of it. Both must end with the same chips.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from croupier.assist.dealing import work
from croupier.assist.dialogue import Session
from croupier.assist.sitting import Sitting
from croupier.assist.table_record import Record
from croupier.cards import DECK_52, DECK_54, UNKNOWN, Card, spell
from croupier.chips import money
from croupier.engine import commands as say
from croupier.engine import events as engine_events
from croupier.engine.play import play, start
from croupier.engine.round import Round
from croupier.engine.turns import DEALER
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.seating.lineup import dealt_in
from croupier.room.shuffle import Entropy, shuffle
from croupier.rules.sign import TableSign
from croupier.sim.bots import bot
from croupier.sim.runner import next_command

SLIPS = 0.1  # how often an entry is taken back and typed again
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Clock:
    """A second passes at every look."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


Open = Callable[..., Session]


STAFF = {"shift supervisor": "Sid", "dealer": "Dana", "floorperson": "Flo", "l or r": "l"}


def begun(path: Path, key: str, sign: TableSign | None = None) -> Session:
    """A session at its first question."""
    game, record = game_of(key), Record(path, key)
    try:
        return Session(Sitting(game, sign or game.sign, record, Clock()))
    except Refused:
        record.close()
        raise


def staffed(session: Session) -> Session:
    """Name the people on duty, as far as they are asked for."""
    while session.now.keys in ("type the name", "l or r"):
        asked = session.now.words + session.now.keys
        session.take(next(name for duty, name in STAFF.items() if duty in asked))
        assert not session.refused, session.refused
    return session


def ready(session: Session) -> Session:
    """Answer every step before the next round with a yes."""
    while session.steps:
        session.take("y")
        assert not session.refused, (session.refused, session.now)
    return session


def opened(path: Path, key: str, sign: TableSign | None = None) -> Session:
    """A session whose table is open, with nobody seated."""
    session = staffed(begun(path, key, sign))
    while session.sitting.life.status != "open":
        session.take("y" if session.steps[0].ask != "words" else "MGC-2026-17")
        assert not session.refused, session.refused
    return session


def amount(chips: int) -> str:
    return money(chips).replace(",", "")


class Typist:
    """Deals rounds at a session, with every line that it types kept in `lines`."""

    def __init__(self, session: Session, stacks: dict[int, int], seed: int, bots: str) -> None:
        self.session = session
        self.lines: list[str] = []
        self.random, self.seed, self.bots = Random(seed), seed, bots
        for seat, chips in stacks.items():
            self.type(f"sit {seat} P{seat} {amount(chips)}")

    def type(self, line: str) -> None:
        self.lines.append(line)
        self.session.take(line)
        assert not self.session.refused, (line, self.session.refused, self.session.now)
        if self.random.random() < SLIPS:
            after = self.session.sitting.life.round
            self.session.take("u")
            self.session.take(line)
            assert self.session.sitting.life.round == after

    def deal(self) -> None:
        """Play one round to its end on both decks."""
        while self.session.steps:
            self.type("y")
        life = self.session.sitting.life
        stacks = dealt_in(life)
        self.type("")
        now = self.session.sitting.life
        assert now.round is not None
        deck = shuffle(DECK_54 if now.game.deck == 54 else DECK_52, Entropy(self.random.randbytes))
        self.twin, self.log = start(
            now.game, now.sign, stacks, order=deck, button=now.round.button, kill=life.kill
        )
        bots = {s: bot(self.bots, f"{self.seed}/{s}") for s in stacks}
        while not self.state.done:
            found, turn = work(self.state), self.twin.turn(DEALER)
            if turn is not None and turn.option("reshuffle"):
                self.tell_twin(next_command(self.twin, bots, Entropy(self.random.randbytes)))
            elif found.faces:
                self.type(self.faces())
            elif found.commands and self.random.random() < 0.5:
                self.type("")  # else the next action implies it
            else:
                command = next_command(self.twin, bots)
                self.type(self.spelled(command))
                self.tell_twin(command)
        assert self.twin.done
        assert self.state.stacks == self.twin.stacks

    @property
    def state(self) -> Round:
        state = self.session.sitting.life.round
        assert state is not None
        return state

    def tell_twin(self, command: say.Command) -> None:
        self.twin, more = play(self.twin, command)
        self.log += more

    def faces(self) -> str:
        """The cards that are turned up now, from the deck in hand or from the table."""
        found = work(self.state)
        assert found.faces is not None
        if found.faces.hand:
            return spell(self.dealt(found.faces.seat))
        top = found.after.top
        up = [place for place, shows in enumerate(found.faces.up) if shows]
        return " ".join(self.twin.deck[top + place] for place in up)

    def dealt(self, seat: int) -> tuple[Card, ...]:
        return tuple(
            card
            for event in self.log
            if isinstance(event, engine_events.Dealt)
            for card, to in zip(event.cards, event.seats, strict=True)
            if to == seat
        )

    def spelled(self, command: say.Command) -> str:
        match command:
            case say.Fold():
                return "f"
            case say.Check():
                return "k"
            case say.Call():
                return "c"
            case say.Bet() | say.RaiseTo():
                return f"r {amount(command.to)}"
            case say.Discard():
                return f"d {len(command.cards)}"
            case say.Show():
                hand = self.twin.hands[command.seat]
                known = self.state.hands[command.seat]
                unknown = UNKNOWN in known.down + known.up
                return f"s {spell(hand.down)}" if unknown else "s"
            case say.Muck():
                return "m"
            case say.Agree():
                return f"{command.seat} {'y' if command.yes else 'n'}"
            case say.NoMoreBets():
                return "go"
            case say.Surrender():
                return "surrender"
            case say.Place() if self.state.at:
                return "p"
            case say.Place():
                wagers = " ".join(f"{spot} {amount(c)}" for spot, c in command.wagers.items())
                return f"{command.seat} {wagers}"
            case _:
                raise AssertionError(f"nobody types {command}")
