"""The lineup of the next round, and where its button is (POKER 7(c)(3), 10(c), A-26, A-88).

The entry test is taken in dealing order: players who cannot pay are passed over, and the blinds
then fall on those who are left.
"""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.dues import blind_seats, dues, entry_least, forced_most, in_order
from croupier.engine.events import Due, RoundOpened
from croupier.room.seating.state import NextDeal, Seat
from croupier.room.table.state import Table
from croupier.rules.amend import killed

MISSED = "SIGN missed_blinds"


def present(table: Table) -> dict[int, Chips]:
    """Players at the table with chips who are neither sitting out nor away."""
    here = [seat for seat, held in table.seats.items() if not (held.away or held.out)]
    stacks = table.stacks
    return {seat: stacks[seat] for seat in here if stacks[seat]}


def next_deal(table: Table) -> NextDeal:
    """The next lineup: every player present who can pay what the round requires."""
    stacks = present(table)
    while True:
        button = _button(table, stacks)
        late = _late(table, in_order(list(stacks), button))
        short = _first_short(table, stacks, button, late)
        if not short:
            return NextDeal(stacks, button, late)
        del stacks[short]


def _button(table: Table, stacks: dict[int, Chips]) -> int:
    """The button of the next round: it moves forward past players who are not dealt in."""
    if not table.game.button or not stacks:
        return 0
    if not table.button:  # not placed yet: at the dealer's right, or by a card to each
        return max(stacks) if table.sign.button_start == "right_of_dealer" else 0
    return table.button if table.button in stacks else in_order(list(stacks), table.button)[0]


def _first_short(table: Table, stacks: dict[int, Chips], button: int, late: Sequence[Due]) -> int:
    """The first player in dealing order whose funds do not pass the entry test."""
    order = in_order(list(stacks), button)
    kill = table.kill if table.kill in stacks else 0
    force = killed(table.sign) if table.killed else table.sign
    owed = (*dues(table.game, force, order, kill=kill), *late)
    entry = entry_least(table.game, table.sign)
    for seat in order:
        asked = sum(due.chips for due in owed if due.seat == seat) + entry
        if stacks[seat] < asked:
            return seat
    return 0


def _late(table: Table, order: Sequence[int]) -> tuple[Due, ...]:
    """What is owed for missed blinds: the last one is live, the others are dead (A-88).

    Dead ones that would take a player's forced bets above the club's most are not owed.
    """
    if table.sign.missed_blinds == "none" or not order:
        return ()
    sign, posts = table.sign, blind_seats(table.sign, order)
    last = len(sign.blinds) - 1
    owed = [
        Due(seat, "post" if blind == last and seat not in posts else "dead", chips, MISSED)
        for seat in order
        if seat != posts[-1]
        for blind in table.seats[seat].missed
        for chips in sign.blinds[blind : blind + 1]
    ]
    if owed and (most := forced_most(table.game)):
        owed = _within(most, dues(table.game, sign, tuple(order)), owed)
    return tuple(sorted(owed, key=lambda due: due.kind))


def _within(most: int, usual: Sequence[Due], late: Sequence[Due]) -> list[Due]:
    """The late blinds that fit beside the usual dues, live ones first (BBC forced10)."""
    kept: list[Due] = []
    for due in sorted(late, key=lambda due: due.kind, reverse=True):
        forced = sum(other.chips for other in (*usual, *kept) if other.seat == due.seat)
        if forced + due.chips <= most:
            kept.append(due)
    return kept


def seats_after(table: Table, opened: RoundOpened) -> dict[int, Seat]:
    """The seats once a round is open: absent players owe the blinds that went by."""
    if table.sign.missed_blinds == "none":
        return table.seats
    posts = blind_seats(opened.sign, in_order(list(opened.stacks), opened.button))
    return {
        seat: replace(
            held,
            missed=held.missed if opened.bomb else _missed(opened, seat, held, posts),
            posted=() if opened.bomb or seat not in opened.stacks else held.missed,
        )
        for seat, held in table.seats.items()
    }


def _missed(opened: RoundOpened, seat: int, held: Seat, posts: Sequence[int]) -> tuple[int, ...]:
    if seat in opened.stacks:
        return ()
    if not (held.out or held.away):
        return held.missed
    passed = {
        blind
        for blind, (before, at) in enumerate(pairwise((opened.button, *posts)))
        if before != at and in_order([seat, at], before)[0] == seat
    }
    return tuple(sorted(passed.union(held.missed)))


def owed_again(seats: dict[int, Seat]) -> dict[int, Seat]:
    """The seats after a round without a result: all posts have gone back (POKER 15(e), (g))."""
    back = {seat: held for seat, held in seats.items() if held.posted}
    return seats | {seat: replace(held, missed=held.posted) for seat, held in back.items()}


def dealt_in(table: Table) -> dict[int, Chips]:
    """The seats that are dealt in next, with their chips."""
    return next_deal(table).stacks
