"""What an order would do, before it is confirmed: words, clause and chips.

A ruling is shown as far as the order itself goes, without the cards the dealer would deal or
turn up after it: no role can learn a card, or the winner, by asking what would happen.

>>> from croupier import GAMES, start
>>> from croupier.engine.commands import Report
>>> state, log = start(GAMES["holdem"], {1: 200_00, 2: 200_00, 3: 200_00}, seed=7)
>>> seen = ruling(state, Report("skipped_player"))
>>> seen.clause, [move.chips for move in seen.moves]
('POKER 15(e)(4)', [100, 200])
>>> seen.words
'misdeal, an eligible player was not dealt in: all bets go back, and the deck is shuffled again'
"""

from collections.abc import Iterator, Sequence
from types import UnionType
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.engine import events as engine_events
from croupier.engine import faults
from croupier.engine.accounts import Account, Accounts, Move
from croupier.engine.commands import Report
from croupier.engine.event import is_round_event
from croupier.engine.events import CardRemoved, RoundClosed
from croupier.engine.evolve import evolve
from croupier.engine.play import decide
from croupier.engine.round import Round
from croupier.room.cage.ledger import post
from croupier.room.custody.facts import HandPaused, HandResumed, HandsVoided
from croupier.room.house import decide as houses
from croupier.room.house.state import House
from croupier.room.logbook import Order
from croupier.room.table import decide as lives
from croupier.room.table.facts import ClockStarted, ClockStopped
from croupier.room.table.state import Table
from croupier.views.narration.narrate import say
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.narration.sentences import Sentence, Spoken
from croupier.views.seat import NOBODY, hide, seen_by

OF_MARKER = (HandPaused, HandResumed, ClockStarted, ClockStopped)  # no ruling rests on them


class Carried(Struct, frozen=True):
    """Where the chips of one account stand before and after."""

    account: Account
    now: int
    after: int


Act = Literal["", "misdeal", "dead_round", "void", "dead_hand"]
_ACTS: tuple[tuple[type[Any] | UnionType, Act], ...] = (  # the first that fits names the ruling
    (faults.Misdealt, "misdeal"),
    (faults.CalledDead, "dead_round"),
    (engine_events.HandVoided | engine_events.RoundVoided | HandsVoided, "void"),
    (faults.HandDead, "dead_hand"),
)


class Announced(Struct, frozen=True):
    """One thing that the dealer will announce."""

    words: str
    sentence: Sentence
    marker: bool = False  # it only sets the marker or the clock, and no ruling rests on it


class Preview(Struct, frozen=True):
    """What a reader sees before confirming an order."""

    clause: str
    words: str
    announced: tuple[Announced, ...]
    moves: tuple[Move, ...]
    act: Act = ""  # what kind of ruling it is
    chips: tuple[Carried, ...] = ()
    goes_on: bool = False  # whether the dealer then continues the round


def ruling(state: Round, report: Report) -> Preview:
    """Preview a ruling without carrying it out."""
    events = decide(state, report)
    return _preview(events[0].clause, state, events)


def _preview(clause: str, state: Round | None, facts: Sequence[Any], **more: Any) -> Preview:
    announced = tuple(_announcements(state, facts))
    words = "; ".join(one.words for one in announced)
    acts = [act for kind, act in _ACTS if any(isinstance(fact, kind) for fact in facts)]
    return Preview(clause, words, announced, _moves(facts), acts[0] if acts else "", **more)


def preview(life: Table, order: Order, house: House) -> Preview:
    """Show what an order would do at a table; it may be refused like the order itself."""
    facts = [entry.fact for entry in lives.obey(life, order, house)[1]]
    heard = list(_heard(facts))
    state = hide(life.round) if life.round is not None else None
    rests_on = [fact for fact in heard or facts if not isinstance(fact, OF_MARKER)] or heard
    chips, goes_on = _carried(life.accounts, _moves(heard)), len(heard) < len(facts)
    seen = _preview(rests_on[0].clause, state, heard, chips=chips, goes_on=goes_on)
    if seen.announced:
        return seen
    words = "the dealer continues the round"
    return replace(seen, words=words, announced=(Announced(words, (words,)),))


def preview_house(house: House, order: Order) -> Preview:
    """Show what an order would do to the house."""
    facts = houses.decide(house, order)
    chips = _carried(house.accounts, _moves(facts))
    return _preview(facts[0].clause, None, facts, chips=chips)


def _heard(facts: Sequence[Any]) -> Iterator[Any]:
    """The facts up to the first that names cards, or that follows the end of a round.

    A card that is left out has no name yet.
    """
    over = False
    for fact in facts:
        if fact.ends_preview or (over and not is_round_event(fact)):
            return
        over = over or isinstance(fact, RoundClosed)
        if isinstance(fact, CardRemoved):
            yield replace(fact, card=UNKNOWN)
        else:
            yield seen_by(NOBODY, fact) if is_round_event(fact) else fact


def _announcements(state: Round | None, facts: Sequence[Any]) -> Iterator[Announced]:
    """Each fact in words; the round goes along."""
    for fact in facts:
        if not is_round_event(fact):
            if not isinstance(fact, ClockStarted | ClockStopped):  # they go with the marker
                words = narrate_room(fact).words
                yield Announced(words, (words,), isinstance(fact, OF_MARKER))
            continue
        assert state is not None  # no event of a round without one: an opening names cards
        if line := say(state, fact):
            sentence = line.sentence if isinstance(line, Spoken) else ()
            yield Announced(line.words, sentence or (line.words,))
        state = evolve(state, fact)


def _moves(facts: Sequence[Any]) -> tuple[Move, ...]:
    return tuple(move for fact in facts for move in getattr(fact, "moves", ()))


def _carried(accounts: Accounts, moves: tuple[Move, ...]) -> tuple[Carried, ...]:
    after = post(accounts, moves)
    touched = dict.fromkeys(account for move in moves for account in (move.source, move.target))
    return tuple(
        Carried(account, accounts.get(account, 0), after.get(account, 0)) for account in touched
    )
