"""A betting round: who opens, what each player may do, and when it is over."""

from collections.abc import Sequence
from typing import Any

from croupier.cards import UNKNOWN
from croupier.chips import NOTHING, Chips, money
from croupier.engine import rake
from croupier.engine.accounts import POT, STACKS, Move, stack
from croupier.engine.commands import Bet as BetCommand
from croupier.engine.commands import Call, Check, Fold, RaiseTo
from croupier.engine.decides import decides
from croupier.engine.dues import last_blind
from croupier.engine.events import (
    AnyEvent,
    BettingClosed,
    BettingOpened,
    Called,
    Checked,
    Folded,
    ForcedBetPlaced,
    Raised,
    Returned,
)
from croupier.engine.offer import Spot, ask, repeated, why_no_raise
from croupier.engine.order import straddler_last
from croupier.engine.round import Hand, Round
from croupier.engine.turns import Option, Turn
from croupier.refused import Refused
from croupier.rules.openers import LeftOfBlinds
from croupier.rules.steps import AnyStep, Bet


def begin(state: Round, step: Bet) -> list[AnyEvent]:
    """Open the round, give the next player the turn, or close."""
    if not state.opened:
        could = state.able
        if nobody_bets(state, could):
            first = _first(state, step, state.live)
            closed = _closed(step, first, skipped=True)
            return uncalled(state) or [*rake.take(state), closed]
        return _open(state, step, could)
    if state.waiting:
        able = state.waiting if len(state.waiting) > 1 else state.able  # every player asked can bet
        if len(able) > 1 or not nobody_bets(state, able):
            spot = _spot(state, step, able)
            fixed = state.sign.structure == "limit"
            return [repeated(*spot) if fixed else ask(Spot(*spot))]
    return uncalled(state) or [*rake.take(state), _closed(step, state.betting.first)]


def _clause(state: Round, step: Bet, seat: int) -> str:
    """The opener acts under the step's own clause, later players under the clause for answers."""
    if seat == state.betting.first and state.hands[seat].answered < 0:
        return step.clause
    return step.answers


def _closed(step: Bet, first: int, *, skipped: bool = False) -> BettingClosed:
    clause = step.clause if skipped else step.answers
    return BettingClosed(clause=clause, street=step.street, first=first, skipped=skipped)


def nobody_bets(state: Round, able: Sequence[int]) -> bool:
    """Whether no decision is left: at most one player has chips, and owes nothing."""
    if len(able) > 1:
        return False
    if not able:
        return True
    mine = state.hands[able[0]].bet  # the wager of a hand thrown away must be called too
    return all(mine >= hand.bet for hand in state.hands.values())


# --- opening ---------------------------------------------------------------------------------


def _open(state: Round, step: Bet, able: list[int]) -> list[AnyEvent]:
    """Set price and order; in stud the opener places the forced bet at once."""
    price = state.betting.price
    size = _size(state, step)
    waiting = _waiting(state, step, able)
    at_once = step.forced and not state.sign.as_recorded
    opened = BettingOpened(
        clause=step.clause,
        street=step.street,
        waiting=waiting[1:] if at_once else waiting,
        price=price,
        level=Chips(price if price >= size else 0),  # a small blind alone can be completed
        size=_least_raise(state, size),
        raises=sum(due.kind == "straddle" for due in state.dues) if price else 0,
    )
    return [opened, _forced(state, step, waiting[0])] if at_once else [opened]


def _forced(state: Round, step: AnyStep, seat: int) -> ForcedBetPlaced:
    owed = state.sign.forced_bet
    chips = min(owed, state.accounts[stack(seat)])
    moves = (Move(stack(seat), POT, chips),)
    return ForcedBetPlaced(clause=step.clause, seat=seat, owed=owed, moves=moves)


def _size(state: Round, step: Bet) -> Chips:
    limits = state.sign.limits
    return limits[1] if state.sign.structure == "limit" and step.tier == "upper" else limits[0]


def _least_raise(state: Round, size: Chips) -> Chips:
    """The least next raise where raises are not fixed: a blind, or a straddle's raise over it."""
    posted = state.sign.structure == "limit" or state.sign.as_recorded  # a record names its own
    if posted or not state.betting.price:
        return size
    blind = max([due.chips for due in state.dues if due.kind == "blind"], default=0)
    straddle = max([due.chips for due in state.dues if due.kind == "straddle"], default=0)
    return Chips(max(size, blind, straddle - blind))


def _waiting(state: Round, step: Bet, able: list[int]) -> tuple[int, ...]:
    first = _first(state, step, able)
    place = able.index(first)
    return straddler_last(state, (*able[place:], *able[:place]))


def _first(state: Round, step: Bet, seats: Sequence[int]) -> int:
    """The opener; if that hand cannot bet, the next one clockwise that can (A-33)."""
    if not step.opener.by_position:
        opener = _by_cards(state, step)
        around = (opener, *state.clockwise(opener))
    elif isinstance(step.opener, LeftOfBlinds):
        around = state.clockwise(last_blind(state.sign, state.order))
    else:
        around = state.order
    for seat in around:
        if seat in seats:
            return seat
    raise AssertionError("no player can open")


def _by_cards(state: Round, step: Bet) -> int:
    up = {seat: state.hands[seat].up for seat in state.live}
    up = {seat: cards for seat, cards in up.items() if UNKNOWN not in cards} or up
    return step.opener.pick(up, state.boards[0])


def highest_showing(state: Round) -> int:
    """The seat whose up-cards are the best, in a betting round that it opens; else 0."""
    step = None if state.done else state.step
    shown = all(state.hands[seat].up for seat in state.live)  # none has one dealt down instead
    if not shown or not isinstance(step, Bet) or not step.opener.highest:
        return 0
    return _by_cards(state, step)


# --- turns -----------------------------------------------------------------------------------


def turn_of(state: Round) -> Turn:
    """What the rules offer the player to act, whatever was announced since."""
    assert isinstance(state.step, Bet)
    return ask(Spot(*_spot(state, state.step, state.able))).turns[0]


def _spot(state: Round, step: Bet, able: Sequence[int]) -> tuple[Any, ...]:
    """The fields of a `Spot`, which is built only for a new turn."""
    seat, sign, betting = state.waiting[0], state.sign, state.betting
    hand, chips, pot = state.hands[seat], state.accounts[STACKS[seat]], NOTHING
    price, level, size = betting.price, betting.level, betting.size
    if sign.structure == "limit":
        enough = price + level + size + sign.forced_bet
        if chips > enough:  # a higher level is useless here
            chips = enough  # type: ignore[assignment]  # a part of the chips
    elif sign.structure == "pot_limit":
        pot = state.gross
    return (
        sign,
        _clause(state, step, seat),
        seat,
        chips,
        hand.bet,
        hand.answered,
        hand.checked,
        price,
        level,
        size,
        betting.raises,
        len(able) > 1,
        step.forced and not price,
        step.opener_must_bet and _must_bet(state, seat),
        pot,
    )


def _must_bet(state: Round, seat: int) -> bool:
    betting = state.betting
    free = state.sign.as_recorded or state.sign.five_stud_opener_must_bet is False
    return not free and seat == betting.first and not betting.price


# --- actions ---------------------------------------------------------------------------------


@decides(Call)
def act(state: Round, command: Fold | Check | Call, option: Option) -> list[AnyEvent]:
    """Take a fold, a check or a call."""
    seat, does, step = command.seat, option.does, state.script[state.at]
    assert isinstance(step, Bet)
    clause = _clause(state, step, seat)
    if does == "fold":
        return [Folded(clause=clause, seat=seat)]
    if does == "check":
        return [Checked(clause=clause, seat=seat)]
    if not state.betting.price:  # the opener posts the forced bet without completing it
        return [_forced(state, step, seat)]
    moves = (Move(STACKS[seat], POT, option.most),)  # type: ignore[arg-type]  # of a call: chips
    return [Called(clause=clause, seat=seat, moves=moves)]


@decides(BetCommand, RaiseTo)
def wager(state: Round, command: BetCommand | RaiseTo, option: Option) -> list[AnyEvent]:
    """Bet, complete or raise, within the option's amounts."""
    if not option.admits(command.to):
        raise why_not(state, command)
    step = state.script[state.at]
    assert isinstance(step, Bet)
    clause = _clause(state, step, command.seat)
    return [_raised(state, command.seat, command.to, clause)]


def _raised(state: Round, seat: int, to: Chips, clause: str) -> Raised:
    betting, hand = state.betting, state.hands[seat]
    level, size = _after(state, to)
    kind = "raise" if betting.level else "completion" if betting.price else "bet"
    return Raised(
        clause=clause,
        seat=seat,
        kind=kind,  # type: ignore[arg-type]  # three of the literals
        to=to,
        level=level,
        size=size,
        full=level > betting.level,
        moves=(Move(stack(seat), POT, Chips(to - hand.bet)),),
    )


def _after(state: Round, to: Chips) -> tuple[Chips, Chips]:
    """The level and size after a wager: half a bet counts as a bet in fixed limit (A-91)."""
    betting = state.betting
    if state.sign.structure == "limit":
        half = (to - betting.level) * 2 >= betting.size
        return Chips(betting.level + betting.size if half else betting.level), betting.size
    more = Chips(to - betting.price)
    full = more >= betting.size if betting.level else to >= betting.size
    return (to, max(betting.size, more)) if full else (betting.level, betting.size)


def uncalled(state: Round) -> list[AnyEvent]:
    """Return the unmatched part of a bet before the pots are counted (POKER 14(d))."""
    if not state.betting.price:  # no bet was made
        return []
    bets = [hand.bet for hand in state.hands.values()]
    most = max(bets)
    if bets.count(most) > 1:
        return []
    seat = next(seat for seat, hand in state.hands.items() if hand.bet == most)
    bets.remove(most)
    next_most = max(bets)
    if state.hands[seat].out:  # a hand thrown away still owes what others could call (15(j)(2))
        could = [state.hands[other].bet + state.accounts[stack(other)] for other in state.able]
        next_most = min(most, Chips(max([next_most, *could])))
    if most == next_most:
        return []
    clause = state.game.own("POKER 14(d)")
    moves = (Move(POT, stack(seat), Chips(most - next_most)),)
    return [Returned(clause=clause, seat=seat, moves=moves)]


def why_not(state: Round, command: Fold | Check | Call | BetCommand | RaiseTo) -> Refused:
    """Explain a command that no option admits."""
    turn = state.turn(command.seat)
    assert turn is not None
    hand, own = state.hands[command.seat], state.game.own
    match command:
        case Fold():
            return Refused(own("POKER 1 fold"), "there is no wager to fold to: check or bet")
        case Check() if turn.to_call:
            return Refused(
                own("POKER 1 check"), f"{money(turn.to_call)} is owed: call, raise or fold"
            )
        case Check():
            return Refused(state.step.clause, "the opener must bet")
        case Call():
            return Refused(own("POKER 1 call"), "there is no bet to call: check or bet")
        case _:
            return _why_not_raise(state, turn, hand, command)


def _why_not_raise(state: Round, turn: Turn, hand: Hand, command: BetCommand | RaiseTo) -> Refused:
    option = turn.option("raise") or turn.option("bet")
    stakes = state.game.own("POKER 7(c)")
    if option is None:
        assert isinstance(state.step, Bet)
        found = why_no_raise(Spot(*_spot(state, state.step, state.able)))
        clause, why = found or ("POKER 7(c)", "the stack covers no more than a call")
        return Refused(state.game.own(clause), why)
    if option.does != command.does:
        words = "a bet is open: raise" if option.does == "raise" else "nothing is bet yet: bet"
        return Refused(state.game.own("POKER 1 opening bet"), words)
    if command.to > option.most == state.accounts[stack(turn.actor)] + hand.bet:
        return Refused(stakes, f"the stack covers {money(option.most)} at most")
    if option.least <= command.to <= option.most:
        return Refused("SIGN unit", f"bets must be whole chips of {money(option.unit)}")
    least, most = money(option.least), money(option.most)
    rule = _range_rule(state, command.to < option.least)
    does = "raise to" if option.does == "raise" else "bet"
    if least == most:
        return Refused(rule, f"you can only {does} {least}")
    return Refused(rule, f"you can {does} between {least} and {most}")


def _range_rule(state: Round, below: bool) -> str:
    """What limits a wager: the posted limits, or where they are not fixed the full-raise rule."""
    structure = state.sign.structure
    if below and structure != "limit" and state.betting.price:
        return "A-29"
    if not below and structure == "pot_limit":
        return "A-29"
    return state.game.own("POKER 17")
