"""The layout of a house-banked table: spots, what lies on them, and what may be placed."""

from functools import lru_cache

from croupier.chips import Chips
from croupier.engine.accounts import POT, Account, stack
from croupier.engine.round import Round
from croupier.rules.banked import Choice, Spot, Wagers
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

DOLLAR = Chips(1_00)


@lru_cache(4096)
def spot_account(seat: int, spot: str) -> Account:
    """Where a wager lies; pot wagers of Flop Poker lie together.

    >>> spot_account(3, "ante")
    'spot:3:ante'
    """
    return POT if spot == "pot" else Account(f"spot:{seat}:{spot}")


def layout(state: Round) -> tuple[Spot, ...]:
    """The spots this table has, as its sign posts them."""
    first = state.script[0]
    assert isinstance(first, Wagers)
    return posted_spots(first, state.sign)


@lru_cache  # a table deals many rounds under one sign
def posted_spots(step: Wagers, sign: TableSign) -> tuple[Spot, ...]:
    """Leave out the spots that the sign does not post."""
    return tuple(spot for spot in step.spots if not spot.if_posted or getattr(sign, spot.if_posted))


def span(spot: Spot, sign: TableSign) -> tuple[Chips, Chips]:
    """The least and the most that may be placed on a spot before the cards."""
    if spot.amount == "dollar":
        return DOLLAR, DOLLAR
    if spot.amount == "pot_wager":
        amount = sign.pot_wager or sign.wager_min
        return amount, amount
    if spot.amount == "side":
        return Chips(-(-DOLLAR // sign.unit) * sign.unit), sign.wager_max
    return sign.wager_min, sign.wager_max


def purse(state: Round, position: int) -> Account:
    """The stack that a position wagers from: its own, or its owner's."""
    return stack(state.owners.get(position, position))


def on_spot(state: Round, seat: int, spot: str) -> Chips:
    """What a seat has on a spot now; its own part of the pot wagers."""
    if spot == "pot":
        return state.hands[seat].paid
    return state.accounts.get(spot_account(seat, spot), Chips(0))


def at_stake(state: Round) -> bool:
    """Whether anything is left to settle."""
    if state.accounts[POT] > 0:
        return True
    for account, chips in reversed(state.accounts.items()):  # spots are the last of them
        if chips and account.startswith("spot:"):
            return True
    return False


def least_wager(game: Game, sign: TableSign, spot: str) -> Chips:
    """The smallest wager a spot can hold at this table (THB 11(e))."""
    first = game.script[0]
    assert isinstance(first, Wagers)
    for entry in posted_spots(first, sign):
        if entry.name == spot:
            return span(entry, sign)[0]
    times = next(
        step.times for step in game.script if isinstance(step, Choice) and step.place == spot
    )
    return Chips(times * sign.wager_min)
