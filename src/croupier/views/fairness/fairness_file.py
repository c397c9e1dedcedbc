"""Fairness files: what a player needs to check a round alone, and what the regulator keeps of it.

A player's file holds the roots, the round as that player saw it, and every card that the player
could see with its salt and its path. The sealed file holds the whole deck of every shuffle with
all its salts. Both are made from the table's log; `fairness_check` reads them.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.event import is_round_event
from croupier.engine.events import AnyEvent
from croupier.engine.turns import HOUSE
from croupier.refused import Refused
from croupier.room.custody.facts import DeckSealed
from croupier.room.logbook import Entry
from croupier.room.sealed import apart, open_leaves, position_dealt
from croupier.views.recorded_hands import numbered
from croupier.views.seat import view

NOT_SEALED = "not sealed: no root was published before the first card"


class Root(Struct, frozen=True):
    """What was published about a shuffle before its first card."""

    shuffle: int  # 0 before the deal, then one for every reshuffle of the round
    root: str
    size: int
    at: datetime


class Proof(Struct, frozen=True):
    """One card, opened: where it lay in its shuffle before the cut, its salt, its path."""

    shuffle: int
    position: int
    card: Card
    salt: str
    path: tuple[str, ...]


class FairnessFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round as one player saw it, and the proof of every card in it."""

    kind: Literal["croupier fairness file"] = "croupier fairness file"
    version: Literal[1] = 1
    table: str
    round: int
    game: str
    seat: int
    done: bool
    roots: tuple[Root, ...]
    cards: tuple[Proof, ...]
    log: tuple[AnyEvent, ...]


class Whole(Struct, frozen=True):
    """A whole shuffle: every card in its order, and every salt."""

    root: Root
    order: tuple[Card, ...]
    salts: bytes


class SealedFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A round with everything in it: for the regulator, when it is over."""

    kind: Literal["croupier sealed file"] = "croupier sealed file"
    version: Literal[1] = 1
    table: str
    round: int
    game: str
    shuffles: tuple[Whole, ...]
    log: tuple[AnyEvent, ...]


class Place(NamedTuple):
    """A card that left the deck: from which position of which shuffle, and where it went."""

    shuffle: int
    position: int
    to: str
    card: Card


def of_one_round(entries: Iterable[Entry]) -> tuple[list[Entry], list[AnyEvent]]:
    """The seals and the events of the round that these entries begin with."""
    seals, log = list[Entry](), list[AnyEvent]()
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, DeckSealed):
            if log and not fact.shuffle:  # the next round's
                break
            seals = [*seals, entry] if fact.shuffle else [entry]
        elif isinstance(fact, engine_events.RoundOpened) and log:
            break
        elif is_round_event(fact):
            log.append(fact)
    return seals, log


def places(log: Iterable[AnyEvent]) -> Iterator[list[Place]]:
    """For each event of a round, the cards that it takes from the deck, in the dealing order.

    The top card of a deck that was cut lay below the cards that the cut took.
    """
    shuffle = top = taken = size = 0
    for event in log:
        if isinstance(event, engine_events.DeckCut):
            shuffle, top, taken, size = 0, 0, event.cut, len(event.order)
        elif isinstance(event, engine_events.Reshuffled):
            shuffle, top, taken, size = shuffle + 1, 0, 0, len(event.order)
        leaves = _leave(event)
        if top + len(leaves) > size:
            raise Refused("FIELD log", "more cards were dealt than the deck holds")
        found = [
            Place(shuffle, position_dealt(top + count, taken, size), to, card)
            for count, (to, card) in enumerate(leaves)
        ]
        top += len(found)
        yield found


def _leave(event: AnyEvent) -> list[tuple[str, Card]]:
    match event:
        case engine_events.Dealt():
            return [
                (whose(seat), card) for seat, card in zip(event.seats, event.cards, strict=True)
            ]
        case engine_events.BoardDealt():
            return [("board", card) for card in event.cards]
        case engine_events.Burned():
            return [("burn", event.card)]
        case engine_events.CommonDealt():
            return [("common", event.card)]
        case faults.Exchanged():
            return [(whose(event.seat), event.card)]
        case engine_events.CardRemoved():
            return [("removed", event.card)]
        case _:
            return []


def whose(seat: int) -> str:
    """The place of a seat's cards in a fairness file."""
    return "house" if seat == HOUSE else f"seat {seat}"


def turned_up(event: AnyEvent) -> list[tuple[str, Card]]:
    """The cards that an event names although they left the deck before, and whose they are."""
    match event:
        case (
            engine_events.Shown()
            | engine_events.TurnedUp()
            | engine_events.Revealed()
            | engine_events.Discarded()
        ):
            found = [(whose(event.seat), card) for card in event.cards]
        case engine_events.HouseRevealed():
            found = [("house", card) for card in event.cards]
        case faults.Exposed():
            found = [(whose(event.seat), event.card)]
        case _:
            found = []
    return [(to, card) for to, card in found if card is not UNKNOWN]


def fairness_file(table: str, number: int, seat: int, entries: Iterable[Entry]) -> FairnessFile:
    """A round so far as a seat sees it; the entries begin with its seal, or its opening."""
    seals, log = of_one_round(entries)
    seen = view(log, seat)
    return FairnessFile(
        table=table,
        round=number,
        game=_game(log),
        seat=seat,
        done=is_over(log),
        roots=tuple(map(_root, seals)),
        cards=tuple(_proofs(seals, _entitled(log, seen))),
        log=tuple(seen),
    )


def sealed_file(table: str, number: int, entries: Iterable[Entry]) -> SealedFile:
    """A round with its whole decks."""
    seals, log = of_one_round(entries)
    wholes = (Whole(_root(seal), seal.fact.order, seal.fact.salts) for seal in seals)
    return SealedFile(
        table=table, round=number, game=_game(log), shuffles=tuple(wholes), log=tuple(log)
    )


def sealed_rounds(table: str, log: Iterable[Entry]) -> Iterator[SealedFile]:
    """Every round of a table's log with its whole decks."""
    number, seal, group = 0, list[Entry](), list[Entry]()
    for at, entry in numbered(log):
        fact = entry.fact
        opens = isinstance(fact, engine_events.RoundOpened)
        seals = isinstance(fact, DeckSealed) and not fact.shuffle
        if group and (opens or seals):
            yield sealed_file(table, number, group)
            group = []
        if seals:
            seal = [entry]
        elif opens:
            number, group, seal = at, [*seal, entry], []
        elif group and (is_round_event(fact) or isinstance(fact, DeckSealed)):
            group.append(entry)
    if group:
        yield sealed_file(table, number, group)


def _game(log: Sequence[AnyEvent]) -> str:
    first = log[0]
    assert isinstance(first, engine_events.RoundOpened)
    return first.game


def is_over(log: Iterable[AnyEvent]) -> bool:
    """Whether the round of a fairness file is over."""
    return any(isinstance(event, engine_events.RoundClosed) for event in log)


def _root(seal: Entry) -> Root:
    fact: DeckSealed = seal.fact
    return Root(fact.shuffle, fact.root, fact.size, seal.at)


def _entitled(log: Sequence[AnyEvent], seen: Sequence[AnyEvent]) -> list[Place]:
    """Every card that the seen events name, where it lay; in the order in which it was dealt."""
    where, found = dict[Card, Place](), set[Place]()
    for left, veiled in zip(places(log), seen, strict=True):
        where |= {place.card: place for place in left}
        named = [card for _, card in (*_leave(veiled), *turned_up(veiled))]
        found |= {where[card] for card in named if card is not UNKNOWN}
    order = {place: count for count, place in enumerate(p for left in places(log) for p in left)}
    return sorted(found, key=lambda place: order[place])


def _proofs(seals: Sequence[Entry], opened: Sequence[Place]) -> Iterator[Proof]:
    for seal in seals:
        fact: DeckSealed = seal.fact
        wanted = [place.position for place in opened if place.shuffle == fact.shuffle]
        for leaf in open_leaves(fact.order, apart(fact.salts), wanted):
            path = tuple(step.hex() for step in leaf.path)
            yield Proof(fact.shuffle, leaf.position, leaf.card, leaf.salt.hex(), path)
