"""What everybody chose in a recorded hand, played on the fast table where it can be.

Figures need dues, answers, boards and pots, not whole logs: here the fast table checks the hand,
and a short log is written from its moves. Hands that it does not play, or that end otherwise than
their source says, are for the engine.
"""

from collections.abc import Iterator, Sequence

from croupier.cards import UNKNOWN, Card
from croupier.chips import Chips
from croupier.engine import events as engine_events
from croupier.engine.accounts import POT, SEATS, Move, stack
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.fast.single import Single
from croupier.fast.verbs import MUCK, SHOW, SHOWS
from croupier.histories.history import History
from croupier.histories.quick import answered, dealt, whole

POTS = 32  # their account among the moves of the fast table
SHOWN = ("show", "muck")
_BETTING = engine_events.BettingOpened(
    clause="", street="", waiting=(), price=Chips(0), level=Chips(0), size=Chips(0)
)


def choices_of(record: History) -> tuple[dict[int, int], list[AnyEvent]] | None:
    """Stacks at the end and a short log; nothing where the engine must play."""
    hands = _hands(record)
    table = dealt(record, hands) if hands is not None else None
    if hands is None or table is None:
        return None
    played = _Played(record, table)
    return (table.stacks, [*played.log(hands)]) if played.ends else None


def _hands(record: History) -> dict[int, tuple[Card, ...]] | None:
    """The hands as they were dealt or shown; nothing where one that stays in is not known."""
    hands = {action.seat: action.cards for action in record.actions if action.does == "hole"}
    live = record.stacks.keys() - {one.seat for one in record.actions if one.does == "fold"}
    said = [action for action in record.actions if action.does in SHOWN]
    if len(live) == 1:
        return hands if not said else None
    mucked = set[int]()
    for action in said:
        dealt = hands.get(action.seat, ())
        if action.seat not in live or action.seat in mucked:
            return None
        if action.does == "muck":
            mucked.add(action.seat)
        elif len(action.cards) != len(dealt) or {*dealt} - {UNKNOWN} - {*action.cards}:
            return None
        else:
            hands[action.seat] = action.cards
    known = all(UNKNOWN not in hands.get(seat, (UNKNOWN,)) for seat in live - mucked)
    return hands if known else None


class _Played:
    """A record played to its end, if the table takes every answer of it."""

    def __init__(self, record: History, table: Single) -> None:
        self.record, self.table = record, table
        self.mucked = {action.seat for action in record.actions if action.does == "muck"}
        self.dues = len(table.moves)
        self.checks = answered(record, table)
        self.wagered = len(table.moves)
        self.shows = table._core.asked[0] == SHOWS
        self.ends = self.checks is not None and self._show()

    def _show(self) -> bool:
        """Let everybody show or muck as the record has it; the board must lie there whole."""
        core = self.table._core
        while core.asked[0] == SHOWS:
            if not core.answer(MUCK if self.table.actor in self.mucked else SHOW, 0):
                return False
        return whole(self.record, self.table)

    # --- the log ----------------------------------------------------------------------------

    def log(self, hands: dict[int, tuple[Card, ...]]) -> Iterator[AnyEvent]:
        """Dues, cards, answers and boards in the order of the record, then the pots."""
        record, moves = self.record, self._moves(0)
        yield RoundOpened(
            clause="",
            game=record.game,
            sign=record.sign,
            stacks=record.stacks,
            button=record.button,
            dues=record.dues,
        )
        yield engine_events.Posted(
            clause="", kind="blind", seats=(), owed=(), moves=tuple(moves[: self.dues])
        )
        seats = [seat for seat, cards in hands.items() for _ in cards]
        cards = [card for cards in hands.values() for card in cards]
        yield engine_events.Dealt(clause="", seats=tuple(seats), cards=tuple(cards), faces="")
        yield _BETTING
        yield from self._answers(iter(moves[self.dues :]))
        if self.shows:
            yield engine_events.ShowdownOpened(clause="", waiting=())
        yield from self._pots(moves)

    def _moves(self, since: int) -> list[Move]:
        """The chips that traveled, in the words of the engine."""
        names = {POTS: POT} | {at: stack(seat) for at, seat in enumerate(self.table.order)}
        return [
            Move(names[source], names[target], Chips(chips))
            for source, target, chips in self.table.moves[since:]
        ]

    def _answers(self, moves: Iterator[Move]) -> Iterator[AnyEvent]:
        for place, action in enumerate(self.record.actions):
            match action.does:
                case "board":
                    yield engine_events.BoardDealt(clause="", board=0, cards=action.cards)
                    yield _BETTING
                case "fold":
                    yield engine_events.Folded(clause="", seat=action.seat)
                case "call" if place in (self.checks or ()):
                    yield engine_events.Checked(clause="", seat=action.seat)
                case "call":
                    yield engine_events.Called(clause="", seat=action.seat, moves=(next(moves),))
                case "raise":
                    yield engine_events.Raised(
                        clause="",
                        seat=action.seat,
                        kind="raise",
                        to=action.to,
                        level=action.to,
                        size=action.to,
                        full=True,
                        moves=(next(moves),),
                    )
                case _:
                    pass

    def _pots(self, moves: Sequence[Move]) -> Iterator[AnyEvent]:
        """What went back to a player whom nobody called, and what was won."""
        out = [move for move in moves if move.source == POT]
        before = [move for move in moves[: self.wagered] if move.source == POT]
        back = before if self.shows else out[:-1]
        for move in back:
            yield engine_events.Returned(clause="", seat=SEATS[move.target], moves=(move,))
        for move in out[len(back) :]:
            yield engine_events.PotAwarded(clause="", pot=0, board=0, share="", moves=(move,))
