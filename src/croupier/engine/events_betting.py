"""The events of a betting round: who is asked, who bets, calls, raises or folds."""

from typing import Literal

from msgspec.structs import replace

from croupier.chips import NOTHING, Chips
from croupier.engine.accounts import Accounts, Move, carry
from croupier.engine.called import counted
from croupier.engine.commands import Say
from croupier.engine.event import RoundEvent
from croupier.engine.evolve import evolves
from croupier.engine.order import straddler_last
from croupier.engine.round import NOTHING_AMISS, Betting, Hand, Pile, Round
from croupier.engine.turns import Turn


class BettingOpened(RoundEvent, frozen=True, kw_only=True):
    """A betting round begins; `waiting` is the order of action."""

    visibility = "public"
    street: str
    waiting: tuple[int, ...]
    price: Chips
    level: Chips
    size: Chips
    raises: int = 0


@evolves(BettingOpened)
def _betting_opened(state: Round, event: BettingOpened) -> Round:
    betting = Betting(
        price=event.price,
        level=event.level,
        size=event.size,
        raises=event.raises,
        first=event.waiting[0] if event.waiting else 0,
    )
    return replace(state, opened=True, betting=betting, waiting=event.waiting)


class TurnGiven(RoundEvent, frozen=True, kw_only=True):
    """It is the turn of one or more players; their options are given."""

    visibility = "public"
    turns: tuple[Turn, ...]


@evolves(TurnGiven)
def _turn_given(state: Round, event: TurnGiven) -> Round:
    return replace(state, turns=event.turns)


class ForcedBetPlaced(RoundEvent, frozen=True, kw_only=True):
    """The up-card made this player open the betting (POKER 7(b)(3))."""

    visibility = "public"
    seat: int
    owed: Chips
    moves: tuple[Move, ...]


@evolves(ForcedBetPlaced)
def _forced_bet_placed(state: Round, event: ForcedBetPlaced) -> Round:
    chips = event.moves[0].chips
    hand = state.hands[event.seat]
    level = Chips(event.owed if event.owed >= state.betting.size else 0)  # less can be completed
    paid = replace(hand, bet=chips, paid=Chips(hand.paid + chips), answered=level)
    betting = replace(state.betting, price=event.owed, level=level, first=event.seat)
    return replace(
        state,
        hands=state.hands | {event.seat: paid},
        betting=betting,
        waiting=tuple(seat for seat in state.waiting if seat != event.seat),
        turns=(),
        amiss=state.amiss.said(),
        accounts=carry(state.accounts, event.moves),
    )


def _mark(state: Round) -> int:
    """The measure of an answer: the level in fixed limit, elsewhere the price of a bet."""
    level = state.betting.level
    return level if not level or state.sign.structure == "limit" else state.betting.price


class Ruled(RoundEvent, frozen=True, kw_only=True):
    """The dealer ruled on what a player said or pushed; the action it amounts to follows."""

    visibility = "public"
    seat: int
    said: Say
    amounts_to: str  # empty: not binding, or not complete
    says: str
    pending: Say | None = None  # a bet announced as not complete, with all chips so far


@evolves(Ruled)
def _ruled(state: Round, event: Ruled) -> Round:
    """A bet once begun narrows the turn, which is given again; later events say the rest."""
    if event.pending is None:
        return state
    return replace(state, amiss=replace(state.amiss, pending=event.pending), turns=())


class Checked(RoundEvent, frozen=True, kw_only=True):
    """A player waived the right to bet."""

    visibility = "public"
    seat: int


@evolves(Checked)
def _checked(state: Round, event: Checked) -> Round:
    hand = replace(state.hands[event.seat], checked=True, answered=_mark(state))
    return answered(state, event.seat, hand, state.accounts, state.wagered)


def answered(
    state: Round, seat: int, hand: Hand, accounts: Accounts, wagered: tuple[int, ...]
) -> Round:
    """The round once a seat has answered with this hand: it waits for that seat no longer."""
    waiting, amiss = state.waiting, state.amiss
    if waiting and waiting[0] == seat:
        waiting = waiting[1:]
    else:  # a wager whose hand was thrown away out of turn
        waiting = tuple(other for other in waiting if other != seat)
    if amiss.pending is not None and amiss.pending.seat == seat:  # the bet that was begun is made
        amiss = amiss.said()
    hands = state.hands.copy()
    hands[seat] = hand
    return replace(
        state,
        hands=hands,
        waiting=waiting,
        turns=(),
        amiss=amiss,
        wagered=wagered,
        accounts=accounts,
    )


class Called(RoundEvent, frozen=True, kw_only=True):
    """A player matched the bet, or went all-in for less."""

    visibility = "public"
    seat: int
    moves: tuple[Move, ...]


@evolves(Called)
def _called(state: Round, event: Called) -> Round:
    hand, chips = state.hands[event.seat], event.moves[0].chips
    hand = replace(hand, bet=hand.bet + chips, paid=hand.paid + chips, answered=_mark(state))
    accounts, wagered = carry(state.accounts, event.moves), _wagered(state, event.seat)
    return answered(state, event.seat, hand, accounts, wagered)


def _wagered(state: Round, seat: int) -> tuple[int, ...]:
    """The seats that have wagered voluntarily, which decides whether a deal stands (15(e))."""
    return state.wagered if seat in state.wagered else (*state.wagered, seat)


class Raised(RoundEvent, frozen=True, kw_only=True):
    """A player bet, completed or raised; `full` when it reopens the betting."""

    visibility = "public"
    seat: int
    kind: Literal["bet", "completion", "raise"]
    to: Chips
    level: Chips
    size: Chips
    full: bool
    moves: tuple[Move, ...]


@evolves(Raised)
def _raised(state: Round, event: Raised) -> Round:
    hand, chips = state.hands[event.seat], event.moves[0].chips
    before = state.betting
    betting = Betting(
        price=event.to,
        level=event.level,
        size=event.size,
        raises=before.raises + (event.full and event.kind == "raise"),
        first=before.first,
        aggressor=event.seat,
    )
    mark = event.level if state.sign.structure == "limit" else event.to
    hands = state.hands.copy()
    hands[event.seat] = replace(hand, bet=event.to, paid=hand.paid + chips, answered=mark)
    able = state.able
    around = state.clockwise(event.seat)[:-1]
    waiting = tuple([seat for seat in around if seat in able])
    return replace(
        state,
        hands=hands,
        betting=betting,
        waiting=straddler_last(state, waiting),
        turns=(),
        amiss=state.amiss.said(),
        wagered=_wagered(state, event.seat),
        accounts=carry(state.accounts, event.moves),
    )


class Folded(RoundEvent, frozen=True, kw_only=True):
    """A player discarded the hand rather than match a wager."""

    visibility = "public"
    seat: int


@evolves(Folded)
def _folded(state: Round, event: Folded) -> Round:
    return thrown(state, event.seat, "folded")


def thrown(state: Round, seat: int, how: str) -> Round:
    """The round once a hand is among the discards; `how` says whether it folded or conceded."""
    hand = state.hands[seat]
    pile = Pile(seat, 0, hand.down, hand.up, step=state.at)
    live = tuple([other for other in state.live if other != seat])
    gone = replace(hand, down=(), up=(), out=how, gone=len(state.order) - len(live))
    after = replace(state, discards=(*state.discards, pile), live=live)
    return answered(after, seat, gone, state.accounts, state.wagered)


class Returned(RoundEvent, frozen=True, kw_only=True):
    """An uncalled bet went back before anything was counted (POKER 14(d))."""

    visibility = "public"
    seat: int
    moves: tuple[Move, ...]


@evolves(Returned)
def _returned(state: Round, event: Returned) -> Round:
    hand, chips = state.hands[event.seat], event.moves[0].chips
    back = replace(hand, bet=Chips(hand.bet - chips), paid=Chips(hand.paid - chips))
    return replace(
        state,
        hands=state.hands | {event.seat: back},
        accounts=carry(state.accounts, event.moves),
    )


class BettingClosed(RoundEvent, frozen=True, kw_only=True):
    """A betting round is over; `skipped` when no player could bet."""

    visibility = "public"
    street: str
    first: int
    skipped: bool = False


@evolves(BettingClosed)
def _betting_closed(state: Round, event: BettingClosed) -> Round:
    hands = state.hands.copy()
    for seat, hand in state.hands.items():
        if hand.bet or hand.answered >= 0:  # most of a round, half of the hands are thrown away
            hands[seat] = replace(hand, bet=NOTHING, answered=-1, checked=False)
    amiss = state.amiss
    if amiss is not NOTHING_AMISS:
        amiss = replace(amiss, pending=None, choosing=())
    betting = Betting(first=event.first, aggressor=state.betting.aggressor)
    if event.skipped:
        betting = Betting(first=event.first)
    return replace(
        state,
        hands=hands,
        betting=betting,
        at=state.at + 1,
        opened=False,
        waiting=(),
        turns=(),
        amiss=amiss,
        counted=counted(state),
    )
