"""One table played twice: with decks that differ only in cards that a viewer may not see."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from random import Random
from typing import Any, NamedTuple

from croupier.cards import DECK_52, DECK_54, Card
from croupier.engine import commands as said
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.turns import DEALER
from croupier.games import game_of
from croupier.room.custody.chores import next_chore
from croupier.room.custody.commitment import SealDeck, seal_due
from croupier.room.custody.orders import CutDeck
from croupier.room.logbook import Entry
from croupier.room.table import evolve as life
from croupier.room.table.evolve import founded
from croupier.room.table.rounds import DealRound, PassTurn, Play
from croupier.server.config import Config
from croupier.server.store.database import Store
from croupier.server.tables.clock import TurnClock
from croupier.server.tables.desk import Desk, Watcher
from croupier.sim.bots import bot
from croupier.views.screen.buying import buys
from croupier.views.seat import NOBODY, hide
from tests.room.rigged import Source, into
from tests.room.tables import Scene

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
PLAYERS = 3
CARD = re.compile(r"\b([2-9TJQKA][cdhs]|Jk[12])\b")
DRAWN = re.compile(r"([2-9TJQKA])([♣♦♥♠])")
SUITS = dict(zip("♣♦♥♠", "cdhs", strict=True))


class Step(NamedTuple):
    """An order given in a round: by whom, what, and the events that followed."""

    by: Any
    says: Any
    entries: list[Entry]


def table(key: str) -> Scene:
    """Three players at a table that is ready to deal."""
    at = Scene(key).open()
    usual = int(buys(at.life.game, at.life.sign)[1])
    at.seat(Ada=usual, Bob=usual, Cyd=usual)
    return at.uncut()


def a_round(key: str, seed: int) -> tuple[list[Entry], list[Step]]:
    """A round between bots: the log before it, and every step of it."""
    at = table(key)
    before, chance = list(at.log), Random(seed)
    bots = {seat: bot("random", f"{seed}/{seat}") for seat in at.life.seats}
    deck = list(DECK_54 if at.life.game.deck == 54 else DECK_52)
    chance.shuffle(deck)
    steps = [_seal(at, deck, chance.randbytes)]
    if next_chore(at.life, at.now, at.house):  # a machine's shuffle is not cut everywhere
        steps.append(_step(at, "dealer", CutDeck(count=10 + chance.randrange(30))))
    steps.append(_step(at, "dealer", DealRound()))
    for _ in range(400):
        if not at.life.playing:
            return before, steps
        assert at.life.round is not None
        turns = at.life.round.turns
        turn = next((turn for turn in turns if turn.actor != DEALER), turns[0])
        if turn.actor == DEALER:
            command = _dealer(at, chance)
            if isinstance(command, said.Reshuffle):
                steps.append(_seal(at, command.order, chance.randbytes))
            steps.append(_step(at, "dealer", Play(command=command)))
        elif at.life.round.turn(DEALER) and chance.random() < 0.4:
            steps.append(_step(at, "dealer", Play(command=said.NoMoreBets())))
        else:
            command = bots[turn.actor](hide(at.life.round, turn.actor), turn)
            person = at.life.seats[turn.actor].person
            steps.append(_step(at, _player(person), Play(command=command)))
    raise AssertionError("the round does not end")


def _player(name: str) -> Any:
    from tests.room.tables import player

    return player(name)


def _dealer(at: Scene, chance: Random) -> Any:
    from croupier.engine.deal import renewal

    assert at.life.round is not None
    turn = at.life.round.turn(DEALER)
    assert turn is not None
    if turn.option("reshuffle"):
        pile = list(renewal(at.life.round))
        chance.shuffle(pile)
        return said.Reshuffle(tuple(pile))
    return said.NoMoreBets()


def _seal(at: Scene, wanted: Sequence[Card], salts: Source) -> Step:
    """Seal the deck so that its cards lie as wanted."""
    says, before = SealDeck(), len(at.log)
    at.rigged(into(seal_due(at.life), wanted, salts), says)
    return Step("dealer", says, at.log[before:])


def _step(at: Scene, by: Any, command: Any) -> Step:
    before = len(at.log)
    at.do(by, command)
    return Step(by, command, at.log[before:])


# --- what a person may see -------------------------------------------------------------------


def seen_cards(viewer: int, steps: list[Step]) -> set[Card]:
    """Every card whose face a viewer was shown, by the rules and not by the code under test."""
    return {card for step in steps for entry in step.entries for card in _faces(viewer, entry.fact)}


def _faces(viewer: int, fact: Any) -> Iterator[Card]:
    match fact:
        case engine_events.Dealt(seats=seats, cards=cards, faces=up):
            for seat, card, face in zip(seats, cards, up, strict=True):
                if face == "U" or (seat == viewer and seat != NOBODY):
                    yield card
        case (
            engine_events.BoardDealt(cards=cards)
            | engine_events.Shown(cards=cards)
            | engine_events.Revealed(cards=cards)
        ):
            yield from cards
        case engine_events.HouseRevealed(cards=cards):
            yield from cards
        case engine_events.CommonDealt(card=card) | faults.Exposed(card=card):
            yield card
        case _:
            pass


def named_cards(text: str) -> set[Card]:
    """Every card that a text names, in letters or in pictures."""
    drawn = {Card(rank + SUITS[suit]) for rank, suit in DRAWN.findall(text)}
    return drawn | {Card(name) for name in CARD.findall(text)}


# --- another world ---------------------------------------------------------------------------


def another_world(key: str, steps: list[Step], seen: set[Card], turn: int) -> list[Step]:
    """The same round where every card that was not seen is another one."""
    at = table(key)
    whole = DECK_54 if at.life.game.deck == 54 else DECK_52
    hidden = [card for card in whole if card not in seen]
    turn = 1 + turn % (len(hidden) - 1)
    swap = dict(zip(hidden, hidden[turn:] + hidden[:turn], strict=True))
    return [_again(at, step, swap) for step in steps]


def _again(at: Scene, step: Step, swap: dict[Card, Card]) -> Step:
    if not isinstance(step.says, SealDeck):
        return _step(at, step.by, _translated(step.says, swap))
    sealed = step.entries[0].fact
    return _seal(at, [swap.get(card, card) for card in sealed.order], BytesIO(sealed.salts).read)


def _translated(command: Any, swap: dict[Card, Card]) -> Any:
    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    match command:
        case Play(command=said.Discard() as discard):
            return Play(command=said.Discard(discard.seat, other(discard.cards)))
        case Play(command=said.Reshuffle() as again):
            return Play(command=said.Reshuffle(other(again.order)))
        case _:
            assert isinstance(command, Play | PassTurn | CutDeck | DealRound)
            return command


# --- what the server sends -------------------------------------------------------------------


def desk_of(before: list[Entry], delay: float = 0.0, beat: float = 0.0) -> Desk:
    """A table in service after these lines of its log."""
    store = Store.__new__(Store)  # nothing is stored
    house = Scene().house
    clock = TurnClock(Config(), lambda: NOON)
    desk = Desk(store, founded(before[0], game_of), lambda: house, clock, delay, beat)
    for number, entry in enumerate(before, 1):
        desk.resume(number, entry)
    return desk


def go_on(desk: Desk, entries: list[Entry]) -> None:
    """Let these lines be written at a table."""
    for entry in entries:
        desk.state = life.evolve(desk.state, entry)
    desk.number += len(entries)
    desk.tell(entries)


def heard(watcher: Watcher) -> list[bytes]:
    """What a viewer was sent since the last time."""
    return [watcher.frames.get_nowait() for _ in range(watcher.frames.qsize())]


def frames(before: list[Entry], steps: list[Step], person: str) -> list[bytes]:
    """Everything that a table in service sends to one person."""
    desk = desk_of(before)
    watcher, sent = Watcher(person), list[bytes]()
    desk.watchers.add(watcher)
    for step in steps:
        go_on(desk, step.entries)
        sent += heard(watcher)
        sent.append(desk.since(-1, person))
    sent += [desk.since(number, person) for number in (0, len(before), desk.number)]
    return sent


ROOT = re.compile(rb'"root":"[0-9a-f]{64}"')
PATH = re.compile(rb'"path":\[[^]]*\]')
JOKERS = b'"jokers":["Jk1","Jk2"]'  # in the deck: always both, so it tells nothing


def without_public(text: bytes) -> bytes:
    """What is sent, apart from the roots of sealed decks, paths to them, and the deck's jokers."""
    return PATH.sub(b"", ROOT.sub(b"", text)).replace(JOKERS, b"")
