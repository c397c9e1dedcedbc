"""All-ins by their exact equity: what each player would get on average of the boards to come."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from croupier.cards import UNKNOWN, Card, spell
from croupier.engine import events as engine_events
from croupier.engine.accounts import POT, SEATS
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.games import game_of
from croupier.odds.equity import equity
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Board, Draw

STUD_MOST = 2  # cards to come for each hand that can still be counted exactly


def expected(log: Sequence[AnyEvent]) -> dict[int, Fraction] | None:
    """What each live player could expect of the pots when the last chip had gone in.

    Nothing where no card was to come, where a hand is not known, where cards are drawn, or where
    the deals to come are too many to be counted.
    """
    first = log[0]
    assert isinstance(first, RoundOpened)
    game = game_of(first.game)
    steps = [step for part in game.streets for step in part.steps]
    if any(isinstance(step, Draw) for step in steps):
        return None
    last = max((at for at, event in enumerate(log) if _is_choice(event)), default=0)
    live = _live(log)
    if len(live) < 2:
        return None
    if any(isinstance(step, Board) for step in steps):
        scene = _on_a_board(log, last, live)
    else:
        scene = _in_stud(log, last, live)
    if scene is None or any(UNKNOWN in cards or not cards for cards in scene.hands.values()):
        return None
    shares: dict[int, Fraction] = {}
    for pot, seats in _pots(log, live):
        hands = tuple(spell(scene.hands[seat]) for seat in seats)
        dead = [card for seat in live if seat not in seats for card in scene.hands[seat]]
        chances = _chances(game, hands, spell(scene.board), spell((*scene.dead, *dead)))
        if chances is None:
            return None
        for seat, chance in zip(seats, chances, strict=True):
            shares[seat] = shares.get(seat, Fraction(0)) + pot * chance
    return shares


class _Scene(NamedTuple):
    """What was known when the last chip had gone in and cards were still to come."""

    hands: dict[int, tuple[Card, ...]]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()


def _on_a_board(log: Sequence[AnyEvent], last: int, live: tuple[int, ...]) -> _Scene | None:
    if not _boards(log[last + 1 :]):
        return None
    hands = {seat: _hand(log, seat) for seat in live}
    return _Scene(hands, _boards(log[: last + 1]))


def _in_stud(log: Sequence[AnyEvent], last: int, live: tuple[int, ...]) -> _Scene | None:
    """Hands as far as they were dealt; the up-cards of players who folded are dead."""
    if any(isinstance(event, engine_events.CommonDealt) for event in log):
        return None
    before = {seat: len(_dealt(log[: last + 1], seat)) for seat in live}
    whole = {seat: _hand(log, seat) for seat in live}
    missing = max(len(whole[seat]) - before[seat] for seat in live)
    if not 0 < missing <= STUD_MOST:
        return None
    first = log[0]
    assert isinstance(first, RoundOpened)
    folded = (seat for seat in first.stacks if seat not in live)
    gone = (card for seat in folded for card in _dealt(log[: last + 1], seat) if card != UNKNOWN)
    dealt = {seat: _known(log, seat, whole[seat])[: before[seat]] for seat in live}
    return _Scene(dealt, (), tuple(gone))


def _known(log: Sequence[AnyEvent], seat: int, shown: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand in the order it was dealt, with the cards that were named when it was shown."""
    dealt = _dealt(log, seat)
    rest = [card for card in shown if card not in dealt]
    if dealt.count(UNKNOWN) != len(rest):
        return ()
    return tuple(rest.pop(0) if card == UNKNOWN else card for card in dealt)


def _dealt(log: Sequence[AnyEvent], seat: int) -> tuple[Card, ...]:
    deals = (event for event in log if isinstance(event, engine_events.Dealt))
    return tuple(
        card
        for event in deals
        for to, card in zip(event.seats, event.cards, strict=True)
        if to == seat
    )


def _is_choice(event: AnyEvent) -> bool:
    return isinstance(
        event,
        engine_events.Called
        | engine_events.Raised
        | engine_events.Checked
        | engine_events.Folded
        | engine_events.Posted,
    )


def _boards(log: Sequence[AnyEvent]) -> tuple[Card, ...]:
    return tuple(
        card
        for event in log
        if isinstance(event, engine_events.BoardDealt) and event.board == 0
        for card in event.cards
    )


def _live(log: Sequence[AnyEvent]) -> tuple[int, ...]:
    first = log[0]
    assert isinstance(first, RoundOpened)
    folded = {event.seat for event in log if isinstance(event, engine_events.Folded)}
    return tuple(seat for seat in first.stacks if seat not in folded)


def _hand(log: Sequence[AnyEvent], seat: int) -> tuple[Card, ...]:
    """A hand as it was shown, else as it was dealt."""
    for event in log:
        if isinstance(event, engine_events.Shown | engine_events.Revealed) and event.seat == seat:
            return event.cards
    return _dealt(log, seat)


def _pots(log: Sequence[AnyEvent], live: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """The pots by what everybody put in, each with the live players who contend for it."""
    put: dict[int, int] = {}
    for event in log:
        for move in getattr(event, "moves", ()):
            back = isinstance(event, engine_events.Returned)
            if move.source in SEATS and move.target == POT:
                put[SEATS[move.source]] = put.get(SEATS[move.source], 0) + move.chips
            elif back and move.target in SEATS:
                put[SEATS[move.target]] = put.get(SEATS[move.target], 0) - move.chips
    pots: list[tuple[int, tuple[int, ...]]] = []
    below = 0
    for level in sorted({put.get(seat, 0) for seat in live}):
        chips = sum(min(max(mine - below, 0), level - below) for mine in put.values())
        if chips:
            pots.append((chips, tuple(seat for seat in live if put.get(seat, 0) >= level)))
        below = level
    over = sum(max(mine - below, 0) for mine in put.values())
    if over and pots:  # dead money above what any live player put in
        chips, seats = pots[-1]
        pots[-1] = (chips + over, seats)
    return pots


@lru_cache(1 << 14)
def _chances(
    game: Game, hands: tuple[str, ...], board: str, dead: str
) -> tuple[Fraction, ...] | None:
    if len(hands) == 1:
        return (Fraction(1),)
    try:
        answer = equity(game, hands, board, dead, threads=1)
    except Refused:
        return None
    parts = tuple(player.equity.exact for player in answer.players)
    return None if None in parts else tuple(part for part in parts if part is not None)
