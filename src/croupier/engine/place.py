"""Wagers before the cards, until "No more bets"; then each player's choices."""

from functools import lru_cache
from typing import NamedTuple

from croupier.chips import NOTHING, Chips, money
from croupier.engine.accounts import BANK, STACKS, Move, stack
from croupier.engine.commands import Check, Fold, NoMoreBets, Place, Surrender
from croupier.engine.decides import decides
from croupier.engine.events import (
    AnyEvent,
    BetsClosed,
    ChoiceAsked,
    Chose,
    Collected,
    Placed,
    TurnGiven,
)
from croupier.engine.layout import layout, on_spot, posted_spots, purse, span, spot_account
from croupier.engine.round import Round
from croupier.engine.turns import Option, Turn
from croupier.refused import Refused
from croupier.rules.banked import Choice, Spot, Wagers
from croupier.rules.sign import TableSign


def begin_wagers(state: Round, step: Wagers) -> list[AnyEvent]:
    """Offer every spot to every player; the dealer may end it once something is wagered."""
    accounts, alone, turns = state.accounts, len(state.order) == 1, []
    for seat in state.order:
        options = _offers(step, state.sign, accounts[STACKS[seat]], alone=alone)
        if options:
            turns.append(Turn(seat, options))
    if not turns:
        raise Refused("SIGN wager_min", "no player can cover the minimum wager")
    return [TurnGiven(clause=step.clause, turns=tuple(turns))]


class _Span(NamedTuple):
    """What a spot takes, and the least on the spots that must go with it."""

    spot: str
    least: Chips
    most: Chips
    beside: int


@lru_cache  # a table deals many rounds under one sign
def _spans(step: Wagers, sign: TableSign, *, alone: bool) -> tuple[_Span, ...]:
    spots = [spot for spot in posted_spots(step, sign) if not _waived(spot, alone=alone)]

    def beside(spot: Spot) -> int:
        others = (other for other in spots if other is not spot)
        needed = (other for other in others if other.required or other.name == spot.needs)
        return sum(span(other, sign)[0] for other in needed)

    return tuple(_Span(spot.name, *span(spot, sign), beside(spot)) for spot in spots)


@lru_cache(4096)
def _offers(step: Wagers, sign: TableSign, chips: Chips, *, alone: bool) -> tuple[Option, ...]:
    """Every spot, up to what is left of a stack beside what must go with it."""
    unit, options = sign.unit, []
    for name, least, most, beside in _spans(step, sign, alone=alone):
        most = Chips(min(most, (chips - beside) // unit * unit))
        if least <= most:
            options.append(Option("place", least, most, unit, name))
    return tuple(options)


def _waived(spot: Spot, *, alone: bool) -> bool:
    """A player alone at the table places no pot wager (FLOP 6(c))."""
    return alone and spot.name == "pot"


@decides(Place)
def place(state: Round, command: Place, option: Option) -> list[AnyEvent]:
    """Set everything a player has on the layout, or cover the spot of a choice."""
    step = state.script[state.at]
    if isinstance(step, Choice):
        return _place_choice(state, step, command, option)
    seat = command.position or command.seat
    if seat != command.seat:
        _check_position(state, command.seat, seat)
    wagers = {spot: chips for spot, chips in command.wagers.items() if chips}
    _check_layout(state, wagers)
    _check_funds(state, command.seat, seat, wagers)
    _check_coupon(state, wagers, command.coupon)
    return [
        Placed(
            clause=step.clause,
            seat=seat,
            spots=wagers,
            moves=_shifts(state, command.seat, seat, wagers),
            owner=0 if seat == command.seat else command.seat,
            coupon=command.coupon,
        )
    ]


def _check_position(state: Round, owner: int, position: int) -> None:
    """One position a player, unless the sign of Two Card Joker says otherwise (A-75)."""
    most = state.sign.seats or state.game.players.most
    if not state.sign.multi_position:
        clause = state.game.document.one_position or "SIGN multi_position"
        raise Refused(clause, "you can only wager on one position")
    taken = position in state.hands and state.owners.get(position) != owner
    if taken or not 1 <= position <= most:
        raise Refused("FIELD position", f"position {position} is not free")


def _check_coupon(state: Round, wagers: dict[str, Chips], coupon: Chips) -> None:
    if not coupon:
        return
    if not state.sign.match_play:
        raise Refused("SIGN match_play", "this table does not accept match play coupons")
    if not 0 < coupon <= wagers.get("ante", 0):
        raise Refused("A-81", "the ante must be at least the coupon's value")


def _there(state: Round, position: int) -> dict[str, Chips]:
    """A position's wagers so far; an unplayed position has no hand."""
    hand = state.hands.get(position)
    return {} if hand is None else hand.stakes


def _shifts(state: Round, owner: int, position: int, wagers: dict[str, Chips]) -> tuple[Move, ...]:
    """Bring every spot from what lies there to what is wanted; what is withdrawn comes first."""
    there, purse_of = _there(state, position), stack(owner)
    back: list[Move] = []
    out: list[Move] = []
    for spot in sorted(there | wagers):
        more = wagers.get(spot, NOTHING) - there.get(spot, NOTHING)
        if more > 0:
            out.append(Move(purse_of, spot_account(position, spot), Chips(more)))
        elif more:
            back.append(Move(spot_account(position, spot), purse_of, Chips(-more)))
    return (*back, *out)


def _check_layout(state: Round, wagers: dict[str, Chips]) -> None:
    spots, alone = layout(state), len(state.order) == 1
    for name, chips in wagers.items():
        spot = spots.get(name)
        if spot is None:
            why = f"there is no {name[:20]!r} spot at this table"
            raise Refused(_unposted(state, name) or "FIELD wagers", why)
        if _waived(spot, alone=alone):
            clause = state.game.cite(spot.clause)
            raise Refused(clause, f"a player alone at the table cannot place a {name} wager")
        _check_amount(state, spot, chips)
        if spot.needs and spot.needs not in wagers:
            clause = state.game.cite(spot.clause)
            raise Refused(clause, f"a {spot.name} wager requires an {spot.needs} wager")
    for name, spot in spots.items():
        if spot.required and name not in wagers and wagers and not _waived(spot, alone=alone):
            raise Refused(state.game.cite(spot.clause), f"the {name} wager is required")


def _unposted(state: Round, name: str) -> str:
    """The sign key of a spot that the game knows and this table does not post."""
    step = state.step
    assert isinstance(step, Wagers)
    return next(
        (f"SIGN {spot.if_posted}" for spot in step.spots if spot.name == name and spot.if_posted),
        "",
    )


def _check_amount(state: Round, spot: Spot, chips: Chips) -> None:
    least, most = span(spot, state.sign)
    if not least <= chips <= most:
        said = money(least) if least == most else f"{money(least)} to {money(most)}"
        clause = "SIGN wager_max" if chips > most else "SIGN wager_min"
        if least == most or (spot.amount == "side" and chips < least):
            clause = state.game.cite(spot.clause)
        raise Refused(clause, f"the {spot.name} wager must be {said}, not {money(chips)}")
    if chips % state.sign.unit:
        raise Refused("SIGN unit", f"wagers must be whole chips of {money(state.sign.unit)}")


def _check_funds(state: Round, owner: int, position: int, wagers: dict[str, Chips]) -> None:
    chips = state.accounts[stack(owner)] + sum(_there(state, position).values())
    if sum(wagers.values()) > chips:
        raise Refused(state.step.clause, f"seat {owner} has only {money(chips)} to wager")


@decides(NoMoreBets)
def no_more_bets(state: Round, command: NoMoreBets, option: Option) -> list[AnyEvent]:
    """Close the betting; only players who wagered are dealt in."""
    step = state.step
    assert isinstance(step, Wagers)
    seats = tuple(seat for seat in state.order if state.hands[seat].stakes)
    by_method = {"hand": step.by_hand, "automated_shoe": step.by_shoe}
    clause = by_method.get(state.sign.deal_method, step.closing)
    return [BetsClosed(clause=state.game.cite(clause), seats=seats)]


# --- choices ---------------------------------------------------------------------------------


def begin_choice(state: Round, step: Choice) -> list[AnyEvent]:
    """Ask each player concerned, from the dealer's far left."""
    if not state.opened:
        hands, spot = state.hands, step.asks
        asked = [s for s in state.live if not hands[s].out and hands[s].stakes.get(spot)]
        return [ChoiceAsked(clause=step.clause, street=step.street, waiting=tuple(asked))]
    seat = state.waiting[0]
    chips = step.times * state.hands[seat].stakes["ante"]
    if chips > state.accounts[purse(state, seat)]:
        chips = 0
    return [_either(step, seat, chips, state.sign.unit)]


@lru_cache(4096)
def _either(step: Choice, seat: int, chips: int, unit: Chips) -> TurnGiven:
    """Offer the wager, if the stack covers it, and the alternative."""
    options: tuple[Option, ...] = (Option(step.otherwise),)
    if chips:
        options = (Option("place", chips, chips, unit, step.place), *options)
    return TurnGiven(clause=step.clause, turns=(Turn(seat, options),))


def _place_choice(state: Round, step: Choice, command: Place, option: Option) -> list[AnyEvent]:
    seat = command.seat
    asked = command.position in (0, seat) and not command.coupon
    if not asked or command.wagers != {step.place: option.most}:
        raise _unasked(state, step, command, option)
    chips = Chips(option.most)
    moves = (Move(purse(state, seat), spot_account(seat, step.place), chips),)
    return [
        Chose(
            clause=step.clause, seat=seat, does="place", spot=step.place, chips=chips, moves=moves
        )
    ]


def _unasked(state: Round, step: Choice, command: Place, option: Option) -> Refused:
    """Why these wagers do not answer the choice: too late, or the wrong size."""
    seat = command.seat
    late = layout(state).keys() & command.wagers.keys()
    if late or command.position not in (0, seat) or command.coupon:
        why = f"only the {step.place} wager can be placed now"
        return Refused(state.script[0].clause, why)
    return Refused(step.clause, f"the {step.place} wager must be exactly {money(option.most)}")


@decides(Surrender)
def otherwise(state: Round, command: Fold | Check | Surrender, option: Option) -> list[AnyEvent]:
    """Fold, check or surrender instead of placing the wager."""
    step, seat = state.step, command.seat
    assert isinstance(step, Choice)
    moves: tuple[Move, ...] = ()
    if step.forfeits:
        chips = on_spot(state, seat, step.forfeits)
        moves = (Move(spot_account(seat, step.forfeits), BANK, chips),)
    events: list[AnyEvent] = [
        Chose(clause=step.clause, seat=seat, does=option.does, moves=moves)  # type: ignore[arg-type]  # three of Does
    ]
    if step.collects and not _plays_on(state, step, seat):
        events.append(Collected(clause=state.game.cite(step.collects), seats=(seat,)))
    return events


def _plays_on(state: Round, step: Choice, seat: int) -> bool:
    """Whether a wager of a folded hand is still open, so that its cards stay on the table."""
    spots = set(state.hands[seat].stakes) - {step.forfeits}
    return bool(spots if state.sign.progressive_after_fold else spots - {"progressive"})
