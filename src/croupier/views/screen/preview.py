"""What an order would do, before it is confirmed: words, clause and chips.

A ruling is shown as far as the order itself goes. What the dealer would deal or turn up after it
is no part of it: no role learns a card, or who wins, by asking what would happen.

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
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.engine import events as told
from croupier.engine.accounts import Account, Accounts, Move
from croupier.engine.commands import Report
from croupier.engine.events import AnyEvent
from croupier.engine.evolve import evolve
from croupier.engine.play import decide
from croupier.engine.round import Round
from croupier.room.cage.ledger import post
from croupier.room.custody.facts import HandResumed
from croupier.room.house import decide as houses
from croupier.room.house.state import House
from croupier.room.logbook import Order
from croupier.room.table import decide as lives
from croupier.room.table.facts import ClockStarted, ClockStopped
from croupier.room.table.state import Table
from croupier.views.narration.narrate import say
from croupier.views.narration.narrate_room import narrate_room
from croupier.views.seat import NOBODY, hide, seen_by

OF_MARKER = (HandResumed, ClockStarted, ClockStopped)  # no ruling rests on them


class Carried(Struct, frozen=True):
    """Where the chips of one account stand before and after."""

    account: Account
    now: int
    after: int


class Preview(Struct, frozen=True):
    """What somebody reads before they confirm."""

    clause: str
    words: str
    moves: tuple[Move, ...]
    chips: tuple[Carried, ...] = ()
    goes_on: bool = False  # whether the dealer then goes on with the round


def ruling(state: Round, report: Report) -> Preview:
    """Show a ruling without carrying it out; what would be refused is refused here too."""
    events = decide(state, report)
    words = "; ".join(_told(state, events))
    return Preview(events[0].clause, words, _moves(events))


def preview(life: Table, order: Order, house: House) -> Preview:
    """Show what an order would do at a table; what would be refused is refused here too."""
    facts = [entry.fact for entry in lives.obey(life, order, house)[1]]
    heard = list(_heard(facts))
    state = hide(life.round) if life.round is not None else None
    words = "; ".join(_told(state, heard)) or "the dealer goes on with the round"
    moves = _moves(heard)
    rests_on = [fact for fact in heard or facts if not isinstance(fact, OF_MARKER)] or heard
    clause = rests_on[0].clause
    return Preview(clause, words, moves, _carried(life.accounts, moves), len(heard) < len(facts))


def preview_house(house: House, order: Order) -> Preview:
    """Show what an order would do to the house."""
    facts = houses.decide(house, order)
    moves, words = _moves(facts), "; ".join(_told(None, facts))
    return Preview(facts[0].clause, words, moves, _carried(house.accounts, moves))


def _heard(facts: Sequence[Any]) -> Iterator[Any]:
    """The facts up to the first that tells cards, or that follows by itself once a round is over.

    A card that is left out has no name yet.
    """
    over = False
    for fact in facts:
        if fact.ends_preview or (over and not isinstance(fact, AnyEvent)):
            return
        over = over or isinstance(fact, told.RoundClosed)
        if isinstance(fact, told.CardRemoved):
            yield replace(fact, card=UNKNOWN)
        else:
            yield seen_by(NOBODY, fact) if isinstance(fact, AnyEvent) else fact


def _told(state: Round | None, facts: Sequence[Any]) -> Iterator[str]:
    """Each fact in words; the round goes along."""
    for fact in facts:
        if not isinstance(fact, AnyEvent):
            if not isinstance(fact, ClockStarted | ClockStopped):  # they go with the marker
                yield narrate_room(fact).words
            continue
        assert state is not None  # no event of a round without one: an opening tells cards
        if line := say(state, fact):
            yield line.words
        state = evolve(state, fact)


def _moves(facts: Sequence[Any]) -> tuple[Move, ...]:
    return tuple(move for fact in facts for move in getattr(fact, "moves", ()))


def _carried(accounts: Accounts, moves: tuple[Move, ...]) -> tuple[Carried, ...]:
    after = post(accounts, moves)
    touched = dict.fromkeys(account for move in moves for account in (move.source, move.target))
    return tuple(
        Carried(account, accounts.get(account, 0), after.get(account, 0)) for account in touched
    )
