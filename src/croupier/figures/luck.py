"""All-ins by their exact equity: what each player would get on average of the boards to come."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from croupier.cards import UNKNOWN, Card, spell
from croupier.engine import events as told
from croupier.engine.accounts import POT, SEATS
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.games import game_of
from croupier.odds.equity import equity
from croupier.refused import Refused
from croupier.rules.game import Game
from croupier.rules.steps import Board, Draw


def expected(log: Sequence[AnyEvent]) -> dict[int, Fraction] | None:
    """What each live player could expect of the pots when the last chip had gone in.

    Nothing where no card was to come, where a hand is not known, or where cards are drawn.
    """
    first = log[0]
    assert isinstance(first, RoundOpened)
    game = game_of(first.game)
    if not _dealt_to_a_board(game):
        return None
    last = max((at for at, event in enumerate(log) if _is_choice(event)), default=0)
    board, rest = _boards(log[: last + 1]), _boards(log[last + 1 :])
    live = _live(log)
    if not rest or len(live) < 2:
        return None
    hands = {seat: _hand(log, seat) for seat in live}
    if any(UNKNOWN in cards or not cards for cards in hands.values()):
        return None
    shares: dict[int, Fraction] = {}
    for pot, seats in _pots(log, live):
        chances = _chances(game, tuple(spell(hands[seat]) for seat in seats), spell(board))
        if chances is None:
            return None
        for seat, chance in zip(seats, chances, strict=True):
            shares[seat] = shares.get(seat, Fraction(0)) + pot * chance
    return shares


def _dealt_to_a_board(game: Game) -> bool:
    steps = [step for part in game.streets for step in part.steps]
    return any(isinstance(step, Board) for step in steps) and not any(
        isinstance(step, Draw) for step in steps
    )


def _is_choice(event: AnyEvent) -> bool:
    return isinstance(event, told.Called | told.Raised | told.Checked | told.Folded | told.Posted)


def _boards(log: Sequence[AnyEvent]) -> tuple[Card, ...]:
    return tuple(
        card
        for event in log
        if isinstance(event, told.BoardDealt) and event.board == 0
        for card in event.cards
    )


def _live(log: Sequence[AnyEvent]) -> tuple[int, ...]:
    first = log[0]
    assert isinstance(first, RoundOpened)
    folded = {event.seat for event in log if isinstance(event, told.Folded)}
    return tuple(seat for seat in first.stacks if seat not in folded)


def _hand(log: Sequence[AnyEvent], seat: int) -> tuple[Card, ...]:
    """A hand as it was shown, else as it was dealt."""
    dealt: list[Card] = []
    for event in log:
        if isinstance(event, told.Shown | told.Revealed) and event.seat == seat:
            return event.cards
        if isinstance(event, told.Dealt):
            dealt += [card for to, card in zip(event.seats, event.cards, strict=True) if to == seat]
    return tuple(dealt)


def _pots(log: Sequence[AnyEvent], live: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """The pots by what everybody put in, each with the live players who contend for it."""
    put: dict[int, int] = {}
    for event in log:
        for move in getattr(event, "moves", ()):
            back = isinstance(event, told.Returned)
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
def _chances(game: Game, hands: tuple[str, ...], board: str) -> tuple[Fraction, ...] | None:
    if len(hands) == 1:
        return (Fraction(1),)
    try:
        answer = equity(game, hands, board, threads=1)
    except Refused:
        return None
    parts = tuple(player.equity.exact for player in answer.players)
    return None if None in parts else tuple(part for part in parts if part is not None)
