"""The irregularities that can be reported in a round now, and what a report must name.

Each of the engine's kinds is tried, and those that would be refused are
left out. Nothing in the list depends on an unseen card.

>>> from croupier import GAMES, start
>>> state, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00, 3: 200_00}, seed=7)
>>> found = {one.kind: one for one in troubles(state)}
>>> found["skipped_player"].clause, found["fouled"].seats, "exposed" in found
('POKER 15(e)(4)', (1, 2, 3), False)
"""

from collections.abc import Iterator
from itertools import product
from typing import get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.engine.commands import Report
from croupier.engine.events import AnyEvent
from croupier.engine.play import decide
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.views.narration.narrate_irregular import CAUSES


def _kinds(hint: object) -> Iterator[str]:
    for value in get_args(hint):
        if isinstance(value, str):
            yield value
        else:
            yield from _kinds(value)


KINDS = tuple(dict.fromkeys(_kinds(get_type_hints(Report)["kind"])))
FLAGS = tuple(name for name, hint in get_type_hints(Report).items() if hint is bool)


WORDS = {
    "ineligible": "a player was dealt in who should not have been",
    "missing_cards": "cards of the deck are missing",
    "additional_cards": "the deck has too many cards",
    "fouled": "a hand was touched by discards",
    "collected": "the dealer took in a live hand",
    "wrong_number": "a hand has a wrong number of cards",
    "left_table": "a player left a hand without a word",
    "disconnected": "a player lost the connection",
    "exposed": "a card dealt face down was turned up",
    "face_up_card": "a card lay face up in the deck",
    "off_table": "a card fell off the table",
}


def trouble_words(kind: str) -> str:
    """A kind in words."""
    return WORDS.get(kind) or CAUSES.get(kind) or kind.replace("_", " ")


class Trouble(Struct, frozen=True):
    """One irregularity that can be reported, and what the report must name."""

    kind: str
    words: str
    clause: str
    seat: bool  # whose hand it was must be said
    card: bool  # which card it was must be said
    seats: tuple[int, ...] = ()  # whose it can have been
    flags: tuple[str, ...] = ()  # what else decides the ruling


def troubles(state: Round | None) -> list[Trouble]:
    """The irregularities that can be reported now."""
    if state is None or state.done:
        return []
    return [found for kind in KINDS if (found := _trouble(state, kind))]


def _trouble(state: Round, kind: str) -> Trouble | None:
    """Try a report with as little as possible: its kind alone, a seat, a card, both."""
    sealed = bool(state.left) and state.deck[state.top] is not UNKNOWN  # it names its cards itself
    cards = (UNKNOWN,) if sealed else (UNKNOWN, _unseen(state))
    for card, seat in product(cards, (0, *state.order)):
        events = _tried(state, Report(kind, seat=seat, card=card))  # type: ignore[arg-type]  # of KINDS
        if events:
            names = card is not UNKNOWN or any(getattr(e, "card", "") == UNKNOWN for e in events)
            needs = bool(seat) or kind == "exposed"
            seats = _seats(state, kind, card) if needs else ()
            return Trouble(
                kind=kind,
                words=trouble_words(kind),
                clause=events[0].clause,
                seat=needs,
                card=names,
                seats=seats,
                flags=_flags(state, Report(kind, seat=seat, card=card), events),  # type: ignore[arg-type]  # as above
            )
    return None


def _seats(state: Round, kind: str, card: Card) -> tuple[int, ...]:
    """The seats for which a report would be accepted."""
    reports = {seat: Report(kind, seat=seat, card=card) for seat in state.order}  # type: ignore[arg-type]  # of KINDS
    return tuple(sorted(seat for seat, report in reports.items() if _tried(state, report)))


def _flags(state: Round, report: Report, events: list[AnyEvent]) -> tuple[str, ...]:
    """The flags that would change the ruling."""
    said = {flag: _tried(state, replace(report, **{flag: True})) for flag in FLAGS}
    return tuple(flag for flag, other in said.items() if other and other != events)


def _tried(state: Round, report: Report) -> list[AnyEvent]:
    try:
        return decide(state, report)
    except Refused:
        return []


def _unseen(state: Round) -> Card:
    """A card that is not on the table."""
    seen = {card for hand in state.hands.values() for card in (*hand.down, *hand.up)}
    seen |= {card for board in state.boards for card in board} | {*state.burns, *state.house}
    seen |= {card for pile in state.discards for card in pile.cards} | {*state.common}
    return next(card for card in state.game.cards if card not in seen)
