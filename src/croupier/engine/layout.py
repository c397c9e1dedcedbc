"""The layout of a house-banked table: spots, what lies on them, and what may be placed."""

from functools import lru_cache

from croupier.chips import NOTHING, Chips
from croupier.engine.accounts import BANK, METER, POT, STACKS, Account, Accounts
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


def layout(state: Round) -> dict[str, Spot]:
    """The spots this table has, by name, as its sign posts them."""
    first = state.script[0]
    assert isinstance(first, Wagers)
    return _by_name(first, state.sign)


@lru_cache  # a table deals many rounds under one sign
def _by_name(step: Wagers, sign: TableSign) -> dict[str, Spot]:
    return {spot.name: spot for spot in posted_spots(step, sign)}


def bank_accounts(game: Game, sign: TableSign, seats: tuple[int, ...], meter: Chips) -> Accounts:
    """The accounts of a house-banked table: the bank, the meter, and a spot for every wager."""
    return {BANK: NOTHING, METER: meter, **_empty_spots(game, sign, seats)} if game.banked else {}


@lru_cache  # a table deals many rounds under one sign
def _empty_spots(game: Game, sign: TableSign, seats: tuple[int, ...]) -> Accounts:
    first = game.script[0]
    assert isinstance(first, Wagers)
    names = {spot.name for spot in posted_spots(first, sign)} - {"pot"}
    names |= {step.place for step in game.script if isinstance(step, Choice)}
    return {spot_account(seat, name): NOTHING for seat in seats for name in sorted(names)}


@lru_cache  # a table deals many rounds under one sign
def posted_spots(step: Wagers, sign: TableSign) -> tuple[Spot, ...]:
    """The spots of a step that the sign posts, and that are therefore in play this round."""
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
    """The stack that a position wagers from: its player's."""
    return STACKS[state.owners.get(position, position)]


def on_spot(state: Round, seat: int, spot: str) -> Chips:
    """What a seat has on a spot now; its own part of the pot wagers."""
    if spot == "pot":
        return state.hands[seat].paid
    return state.accounts.get(spot_account(seat, spot), NOTHING)


def at_stake(state: Round) -> bool:
    """Whether any wager of the round is left to settle."""
    if state.accounts[POT] > 0:
        return True
    for account, chips in reversed(state.accounts.items()):  # the spots come after the meter
        if account == METER:
            break
        if chips:
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
