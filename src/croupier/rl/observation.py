"""What a seat sees, as numbers from 0 to 1, made from the Python engine's view of a round.

`croupier.fast.vector_layout` says what lies where, and the fast table writes the same vector; this
is the plain version, which reads nothing but the seat's own view. `docs/how-to/research.md`
explains every field.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import UNKNOWN, Card
from croupier.engine import events as engine_events
from croupier.engine.events import AnyEvent
from croupier.engine.round import Round
from croupier.engine.turns import Turn
from croupier.fast.vector_layout import ABOUT_ANSWER, ABOUT_SEAT, ANSWERS, CARDS, Layout

__all__ = ["CARDS", "Layout", "observation", "put"]

Vector = NDArray[np.float32]
FOLD, CHECK, CALL, BET, RAISE = range(1, 6)
LIVE = ("blind", "straddle", "kill", "post")
KINDS = ("bet", "discard", "show", "agree")
MOST_RAISES = MOST_STREETS = 8
MOST_DRAWS = 3


class Answer(NamedTuple):
    """A betting answer: who, what, in which betting round, and what the seat has in after it."""

    seat: int
    verb: int
    street: int
    to: int


def observation(
    layout: Layout, seen: Round, log: Iterable[AnyEvent], seat: int, turn: Turn | None
) -> Vector:
    """The vector of a seat's view; a round that is over has nothing more to be seen."""
    vector = np.zeros(layout.size, dtype=np.float32)
    if seen.done or seat not in seen.hands:
        return vector
    others = [(seat - 1 + step) % layout.players + 1 for step in range(1, layout.players)]
    seen_log = list(log)
    _put_cards(vector, layout, seen, seat, others)
    _put_seats(vector, layout, seen, (seat, *others), _drawn(seen_log))
    betting, streets = _betting(seen_log)
    _put_table(vector, layout, seen, turn, streets)
    _put_history(vector, layout, seen, seat, betting)
    return vector


# --- cards -----------------------------------------------------------------------------------


def _put_cards(vector: Vector, layout: Layout, seen: Round, seat: int, others: list[int]) -> None:
    hand = seen.hands[seat]
    _put(vector, layout, "own down", hand.down)
    _put(vector, layout, "own up", hand.up)
    own = [card for pile in seen.discards if pile.seat == seat for card in pile.cards]
    _put(vector, layout, "own discards", own)
    for place, other in enumerate(others):
        if other in seen.hands:
            shown = seen.hands[other]
            _put(vector, layout, "others", shown.down + shown.up, place)
    dead = [card for pile in seen.discards if pile.seat != seat for card in pile.cards]
    _put(vector, layout, "dead", dead)
    for place, board in enumerate(seen.boards[: layout.boards]):
        _put(vector, layout, "boards", board, place)
    _put(vector, layout, "common", seen.common)


def _put(vector: Vector, layout: Layout, part: str, cards: Iterable[Card], place: int = 0) -> None:
    """Set the bit of each card that is known, where the game has such a part."""
    if part in layout.parts:
        put(vector, layout.parts[part].start + CARDS * place, cards)


def put(vector: Vector, first: int, cards: Iterable[Card]) -> None:
    """Set the bit of each known card in an observation."""
    for card in cards:
        if card is not UNKNOWN:
            vector[first + card.number] = 1


# --- seats and table -------------------------------------------------------------------------


def _put_seats(
    vector: Vector,
    layout: Layout,
    seen: Round,
    seats: tuple[int, ...],
    drawn: dict[int, list[int]],
) -> None:
    chips, stacks = max(1, seen.brought), seen.stacks
    for place, seat in enumerate(seats):
        if seat not in seen.hands:
            continue
        first, about = layout.parts["seats"].start + ABOUT_SEAT * place, seen.hands[seat]
        counts = [count + 1 for count in drawn.get(seat, [])]  # 1: stood pat
        vector[first : first + ABOUT_SEAT] = (
            stacks[seat] / chips,
            about.bet / chips,
            about.paid / chips,
            seat in seen.live,
            seen.game.button and seat == seen.button,
            *(np.array([*counts, 0, 0, 0][:MOST_DRAWS]) / 6),
        )


def _drawn(log: list[AnyEvent]) -> dict[int, list[int]]:
    """How many cards each seat threw at each draw."""
    drawn: dict[int, list[int]] = {}
    for event in log:
        if isinstance(event, engine_events.Discarded):
            drawn.setdefault(event.seat, []).append(len(event.cards))
    return drawn


def _put_table(
    vector: Vector, layout: Layout, seen: Round, turn: Turn | None, streets: int
) -> None:
    chips = max(1, seen.brought)
    wager = turn and (turn.option("bet") or turn.option("raise"))
    kind = -1
    if turn:
        does = turn.options[0].does
        kind = KINDS.index(does) if does in KINDS else 0
    vector[layout.parts["table"]] = (
        seen.pot / chips,
        turn.to_call / chips if turn else 0,
        wager.least / chips if wager else 0,
        wager.most / chips if wager else 0,
        min(seen.betting.raises, MOST_RAISES) / MOST_RAISES,
        min(streets, MOST_STREETS) / MOST_STREETS,
        seen.draws / MOST_DRAWS,
        *(kind == number for number in range(len(KINDS))),
    )


# --- what was said ---------------------------------------------------------------------------


def _betting(log: list[AnyEvent]) -> tuple[list[Answer], int]:
    """Every answer in the betting rounds, and how many of these have begun."""
    answers: list[Answer] = []
    bets: dict[int, int] = {}
    streets = 0
    for event in log:
        match event:
            case engine_events.Posted() if event.kind in LIVE:
                for move in event.moves:
                    seat = int(move.source.removeprefix("stack:"))
                    bets[seat] = bets.get(seat, 0) + move.chips
            case engine_events.BettingOpened():
                streets += 1
            case engine_events.ForcedBetPlaced():
                bets[event.seat] = event.moves[0].chips
            case engine_events.Folded():
                answers.append(Answer(event.seat, FOLD, streets, bets.get(event.seat, 0)))
            case engine_events.Checked():
                answers.append(Answer(event.seat, CHECK, streets, bets.get(event.seat, 0)))
            case engine_events.Called():
                bets[event.seat] = bets.get(event.seat, 0) + event.moves[0].chips
                answers.append(Answer(event.seat, CALL, streets, bets[event.seat]))
            case engine_events.Raised():
                bets[event.seat] = event.to
                verb = BET if event.kind == "bet" else RAISE
                answers.append(Answer(event.seat, verb, streets, event.to))
            case engine_events.BettingClosed():
                streets += event.skipped
                bets = {}
            case _:
                pass
    return answers, streets


def _put_history(
    vector: Vector, layout: Layout, seen: Round, seat: int, answers: list[Answer]
) -> None:
    """The last answers, the latest first."""
    chips, count, order = max(1, seen.brought), len(seen.order), seen.order
    mine = order.index(seat)
    for back, answer in enumerate(reversed(answers[-ANSWERS:])):
        first = layout.parts["history"].start + ABOUT_ANSWER * back
        vector[first : first + ABOUT_ANSWER] = (
            ((order.index(answer.seat) - mine) % count + 1) / count,
            answer.verb / 5,
            min(answer.street, MOST_STREETS) / MOST_STREETS,
            answer.to / chips,
        )
