"""Who is dealt into the next round, and where its button lies (POKER 7(c)(3), 10(c), A-26, A-88).

The entry test is taken in dealing order: who cannot pay is passed over, and the blinds then fall
on those who are left.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK_52, Card
from croupier.chips import Chips
from croupier.engine.dues import blind_seats, dues, in_order
from croupier.engine.event import Event
from croupier.engine.events import Due, RoundOpened
from croupier.refused import Refused
from croupier.room.house.people import DEALER, Role
from croupier.room.logbook import Command, Entry, Order
from croupier.room.seating.orders import Seat
from croupier.room.shuffle import shuffle
from croupier.room.table.state import place_button
from croupier.rules.amend import killed
from croupier.rules.offers import ForcedBet

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife

ENTRY = "POKER 7(c)(3)"
MISSED = "SIGN missed_blinds"


class PlaceButton(Command, frozen=True, kw_only=True):
    """Place the first button, by the cards drawn where the sign has it so."""

    drawn: tuple[Card, ...] = ()  # from the dealer's left; none where the room draws them
    roles: ClassVar[frozenset[Role]] = DEALER
    clause: ClassVar[str] = "POKER 10(c)(2)"
    what: ClassVar[str] = "place the button"
    by_room: ClassVar[bool] = True


class ButtonPlaced(Event, frozen=True, kw_only=True):
    """Play commences: the button lies in front of somebody, and who drew which card."""

    seat: int
    drawn: dict[int, Card]


Fact = ButtonPlaced


class NextDeal(Struct, frozen=True):
    """Who plays the next round with what, from which button, and what is owed late."""

    stacks: dict[int, Chips]
    button: int
    late: tuple[Due, ...] = ()


def present(life: "TableLife") -> dict[int, Chips]:
    """Those at the table with chips, who neither sit out nor are away."""
    here = [seat for seat, held in life.seats.items() if not (held.away or held.out)]
    return {seat: life.stacks[seat] for seat in here if life.stacks[seat]}


def next_deal(life: "TableLife") -> NextDeal:
    """Who is dealt in next: everybody present who can pay what the round asks of them."""
    stacks = present(life)
    while True:
        button = _button(life, stacks)
        late = _late(life, in_order(list(stacks), button))
        short = _first_short(life, stacks, button, late)
        if not short:
            return NextDeal(stacks, button, late)
        del stacks[short]


def _button(life: "TableLife", stacks: dict[int, Chips]) -> int:
    """The button never lies in front of somebody who is not dealt in: it goes forward."""
    if not life.game.button or not stacks:
        return 0
    if not life.button:  # not placed yet: at the dealer's right, or by a card to each
        return max(stacks) if life.sign.button_start == "right_of_dealer" else 0
    return life.button if life.button in stacks else in_order(list(stacks), life.button)[0]


def _first_short(
    life: "TableLife", stacks: dict[int, Chips], button: int, late: Sequence[Due]
) -> int:
    """The first player in dealing order whose funds do not pass the entry test."""
    if not life.game.document.checks_entry:
        return 0
    order = in_order(list(stacks), button)
    kill = life.kill if life.kill in stacks else 0
    force = killed(life.sign) if kill else life.sign
    owed = (*dues(life.game, force, order, kill=kill), *late)
    for seat in order:
        asked = sum(due.chips for due in owed if due.seat == seat) + least(life)
        if stacks[seat] < asked:
            return seat
    return 0


def least(life: "TableLife") -> int:
    """What everybody needs besides dues: one minimum bet, and a forced bet that may fall here."""
    forced = any(isinstance(offer, ForcedBet) for offer in life.game.offers)
    return life.sign.lower + (life.sign.forced_bet if forced else 0)


def _late(life: "TableLife", order: Sequence[int]) -> tuple[Due, ...]:
    """What is owed for blinds that went by: the last one is live, the others are dead (A-88)."""
    if life.sign.missed_blinds == "none" or not order:
        return ()
    sign, posts = life.sign, blind_seats(life.sign, order)
    last = len(sign.blinds) - 1
    owed = [
        Due(seat, "post" if blind == last and seat not in posts else "dead", chips, MISSED)
        for seat in order
        if seat != posts[-1]
        for blind in life.seats[seat].missed
        for chips in sign.blinds[blind : blind + 1]
    ]
    return tuple(sorted(owed, key=lambda due: due.kind))


def seats_after(life: "TableLife", opened: RoundOpened) -> dict[int, Seat]:
    """The seats once a round is open: who was not there when a blind came by will owe it."""
    if life.sign.missed_blinds == "none" or opened.bomb:
        return life.seats
    posts = blind_seats(opened.sign, in_order(list(opened.stacks), opened.button))
    return {
        seat: replace(held, missed=_missed(opened, seat, held, posts))
        for seat, held in life.seats.items()
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


def _place(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: PlaceButton = order.says
    if not life.game.button:
        raise Refused(life.game.cite(life.game.players.clause), "no button is used in this game")
    if life.button:
        raise Refused("POKER 10(c)(3)", "the button is placed, and goes round by itself")
    life.check_open()
    life.check_between("POKER 1 round of play")
    if len(set(says.drawn)) < len(says.drawn):
        raise Refused("FIELD drawn", "one card was drawn twice")
    by_card = life.sign.button_start == "high_card"
    if says.drawn and not by_card:
        raise Refused("SIGN button_start", "no card is drawn: it begins at the dealer's right")
    cards = says.drawn
    if by_card and not cards and order.chance is not None:
        cards = shuffle(DECK_52, order.chance())[: len(present(life))]
    table = place_button(replace(life.table, stacks=present(life)), cards)
    drawn = dict(zip(table.seated, cards, strict=True)) if by_card else {}
    return [ButtonPlaced(clause=says.clause, seat=table.button, drawn=drawn)]


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {PlaceButton: _place}


def _placed(life: "TableLife", entry: Entry) -> "TableLife":
    return replace(life, button=entry.fact.seat)


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {ButtonPlaced: _placed}
