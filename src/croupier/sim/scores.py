"""What a round brought: to every seat, to every wager, and to the house, account by account.

Chips travel only in moves, so the house's part needs no list of what a house may take: whatever
went to or came from an account that is neither a stack nor a wager nor the pot is the house's,
be it the bank, a meter, rake, a jackpot fund or one that is thought of later. What the house moves
from one of its accounts to another is no gain.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from croupier.chips import Chips
from croupier.engine.accounts import BOX, Account, Move
from croupier.engine.events import AnyEvent, BadBeatFound, Chose, Placed, Settled
from croupier.engine.round import Round
from croupier.sim.tally import Tally, count, square

PLAYERS = ("stack:", "spot:", "pot")
# where bins of results begin, in cents: nothing, less than a dollar, then 1, 2, 5, 10, 20 dollars
BOUNDS = (1, *(first * 10**zeros for zeros in range(2, 9) for first in (1, 2, 5)))


def count_round(
    tally: Tally, state: Round, log: Iterable[AnyEvent], brought: Mapping[int, Chips]
) -> None:
    """Add a finished round to the tally."""
    events = list(log)
    nets = {seat: state.stacks[seat] - chips for seat, chips in brought.items()}
    for seat, net in nets.items():
        square(tally, f"seat {seat}", net)
        count(tally, f"seat {seat} won", net > 0)
        count(tally, f"seat {seat} {bin_of(net)}")
    square(tally, "house", -sum(nets.values()))
    if state.game.banked:
        count_spots(tally, events)
    square(tally, "pot", sum(hand.paid for hand in state.hands.values()))
    for account, (came, went) in house_flows(events).items():
        square(tally, f"account {account}", came - went)
        count(tally, f"account {account} in", came)
        count(tally, f"account {account} out", went)
        count(tally, f"account {account} hits", went > 0)
    if any(isinstance(event, BadBeatFound) for event in events):  # paid when it has been verified
        count(tally, f"account {BOX} hits")


def bin_of(net: int) -> str:
    """The bin of a result: for a picture of how results are spread.

    >>> bin_of(0), bin_of(-5_00), bin_of(7_00), bin_of(-99)
    ('bin +0', 'bin -4', 'bin +4', 'bin -1')
    """
    return f"bin {'-' if net < 0 else '+'}{bisect(BOUNDS, abs(net))}"


def moves(log: Iterable[AnyEvent]) -> Iterator[Move]:
    """All chips that traveled in a simulated round, in order."""
    return chain.from_iterable(getattr(event, "moves", ()) for event in log)


def house_flows(log: Iterable[AnyEvent]) -> dict[Account, tuple[int, int]]:
    """What came into each account of the house from players, and what went back to them."""
    flows: dict[Account, tuple[int, int]] = {}
    for move in moves(log):
        from_players = move.source.startswith(PLAYERS)
        to_players = move.target.startswith(PLAYERS)
        if from_players and not to_players:
            came, went = flows.get(move.target, (0, 0))
            flows[move.target] = came + move.chips, went
        elif to_players and not from_players:
            came, went = flows.get(move.source, (0, 0))
            flows[move.source] = came, went + move.chips
    return flows


def count_spots(tally: Tally, log: list[AnyEvent]) -> None:
    """What was placed on each spot of simulated rounds, and what the house kept of it."""
    placed: dict[tuple[int, str], int] = {}
    kept: dict[tuple[int, str], int] = {}
    for event in log:
        match event:
            case Placed():
                placed = {key: chips for key, chips in placed.items() if key[0] != event.seat}
                placed |= {(event.seat, spot): chips for spot, chips in event.spots.items()}
            case Chose() if event.spot:
                placed[event.seat, event.spot] = event.chips
            case Settled():
                for outcome in event.outcomes:
                    key = event.seat, outcome.spot
                    kept[key] = kept.get(key, 0) - outcome.won
            case _:
                pass
    for move in moves(log):
        if move.source.startswith("spot:") and not move.target.startswith(PLAYERS):
            _, number, spot = move.source.split(":")
            kept[int(number), spot] = kept.get((int(number), spot), 0) + move.chips
    for (seat, spot), chips in placed.items():
        if spot == "pot":
            continue
        net = kept.get((seat, spot), 0)
        count(tally, f"spot {spot} placed")
        square(tally, f"spot {spot} wagered", chips)
        square(tally, f"spot {spot} house", net)
        count(tally, f"spot {spot} product", chips * net)
