"""When something goes wrong: what can have gone wrong now, and what the ruling would be.

The kinds are the engine's own, and so is the ruling: it is asked, and its answer is shown before
anything is done. What the engine would refuse is not listed.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import get_args, get_type_hints

from msgspec import Struct

from croupier.assist.dealing import up_to
from croupier.assist.typed import looks_like_cards, read_cards, read_number
from croupier.cards import UNKNOWN, Card
from croupier.chips import money
from croupier.engine.commands import Command, Report
from croupier.engine.events import AnyEvent
from croupier.engine.play import decide
from croupier.engine.round import Round
from croupier.refused import Refused
from croupier.views.lines import Line
from croupier.views.narrate_irregular import CAUSES
from croupier.views.ruling import ruling


def _kinds(hint: object) -> Iterator[str]:
    for value in get_args(hint):
        if isinstance(value, str):
            yield value
        else:
            yield from _kinds(value)


VIRTUAL = {"disconnected"}  # no real hand loses its connection
KINDS = tuple(
    kind for kind in dict.fromkeys(_kinds(get_type_hints(Report)["kind"])) if kind not in VIRTUAL
)
FLAGS = tuple(name for name, hint in get_type_hints(Report).items() if hint is bool)


WORDS = {
    "ineligible": "somebody was dealt in who may not be",
    "missing_cards": "cards of the deck are missing",
    "additional_cards": "the deck has too many cards",
    "fouled": "a hand was touched by discards",
    "collected": "the dealer took in a live hand",
    "wrong_number": "a hand has a wrong number of cards",
    "left_table": "a player left a hand without a word",
    "exposed": "a card dealt face down was turned up",
    "face_up_card": "a card lay face up in the deck",
    "off_table": "a card fell off the table",
    "drawn_in_error": "a card was drawn in error",
    "dealer_card_exposed": "a card of the dealer was turned up",
    "community_card_exposed": "a community card was turned up",
    "player_wrong_number": "a player has a wrong number of cards",
    "house_wrong_number": "the house has a wrong number of cards",
    "shoe_failed": "the dealing shoe failed",
}


class Trouble(Struct, frozen=True):
    """One thing that can have gone wrong, and what must be typed with it."""

    kind: str
    clause: str
    seat: bool  # whose hand it was must be said
    card: bool  # which card it was must be said

    @property
    def words(self) -> str:
        """The kind as people say it."""
        return WORDS.get(self.kind) or CAUSES.get(self.kind) or self.kind.replace("_", " ")


def troubles(state: Round | None) -> list[Trouble]:
    """What can have gone wrong now."""
    if state is None or state.done:
        return []
    return [found for kind in KINDS if (found := _trouble(state, kind))]


def _trouble(state: Round, kind: str) -> Trouble | None:
    """Try a report with as little as will do: nothing more, a seat, a card, both."""
    cards = (UNKNOWN, _unseen(state))
    for card, seat in product(cards, (0, *state.order)):
        told = _tried(state, Report(kind, seat=seat, card=card))  # type: ignore[arg-type]  # of KINDS
        if told:
            asks = card is not UNKNOWN or any(getattr(e, "card", "") == UNKNOWN for e in told)
            return Trouble(kind, told[0].clause, seat=bool(seat) or kind == "exposed", card=asks)
    return None


def _tried(state: Round, report: Report) -> list[AnyEvent]:
    try:
        return decide(state, report)
    except Refused:
        return []


def _unseen(state: Round) -> Card:
    """Some card that lies nowhere on the table."""
    seen = {card for hand in state.hands.values() for card in (*hand.down, *hand.up)}
    seen |= {card for board in state.boards for card in board} | {*state.burns, *state.house}
    seen |= {card for pile in state.discards for card in pile.cards} | {*state.common}
    return next(card for card in Card if 0 <= card.number < state.game.deck and card not in seen)


def read_report(state: Round, words: Sequence[str]) -> Report:
    """Read `2`, `2 seat 3 Kd`, `exposed 3 Kd`: a number of the list or a name, then the rest."""
    listed = troubles(state)
    found = _chosen(listed, words[0])
    seat, card, flags = 0, UNKNOWN, dict[str, bool]()
    for word in words[1:]:
        if word == "seat":
            continue
        if word in FLAGS:
            flags[word] = True
        elif looks_like_cards(word):
            (card,) = read_cards(word)[:1]
        else:
            seat = read_number(word, "seat")
    if found.seat and not seat:
        raise Refused("FIELD seat", f"{found.words} at which seat? type oops {words[0]} seat 3")
    if found.card and card is UNKNOWN and found.kind != "off_table":
        raise Refused("FIELD card", f"{found.words}: which card? type oops {words[0]} ... Kd")
    return Report(found.kind, seat=seat, card=card, **flags)  # type: ignore[arg-type]  # of KINDS


def _chosen(listed: Sequence[Trouble], word: str) -> Trouble:
    if word.isdigit() and 1 <= int(word) <= len(listed):
        return listed[int(word) - 1]
    fits = [found for found in listed if found.kind.startswith(word.replace("-", "_"))]
    if not fits:
        raise Refused(
            "FIELD kind", f"{word[:20]!r} cannot have gone wrong now: oops lists what can"
        )
    return fits[0]


def reported(state: Round, report: Report) -> tuple[list[Command], Line]:
    """All that a report stands for, and its ruling in words: the cards before it lie dealt."""
    before: tuple[Command, ...] = ()
    if report.card is not UNKNOWN and report.seat:  # on its way to a hand: of an unfinished deal
        before, state = up_to(state, report.seat)
    seen = ruling(state, report)
    back = (f"{move.target.replace('stack:', 'seat ')} {money(move.chips)}" for move in seen.moves)
    return [*before, report], Line(seen.words, seen.clause, items=tuple(back))
