"""The room around a table, as its page shows it: who waits, seats that are kept, the jackpot."""

from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from croupier.chips import Chips
from croupier.rankings import HIGH_5
from croupier.room.custody.chores import next_chore
from croupier.room.custody.facts import DeckInspected, DeckRemoved, DecksReceived, DeckVerified
from croupier.room.funds.state import Fund
from croupier.room.house.people import HOUSE_DEALER
from croupier.room.house.staffing import is_staffed
from croupier.room.house.state import House
from croupier.room.seating.decide import called, kind_of
from croupier.room.seating.facts import Seated, SeatLeft
from croupier.room.table.duties import stopped
from croupier.room.table.state import Table
from croupier.rules.stakes import stakes
from croupier.server.tables.automated_staff import KEPT

AROUND = (Seated, SeatLeft, DecksReceived, DeckInspected, DeckVerified, DeckRemoved)
"""What can change the room around a table, of its own facts."""
BOOKED = ("accounts", "cage")  # which change with every chip that leaves a table


class SeatKept(Struct, frozen=True):
    """A free seat to which a player was called, and for how many seconds it is kept."""

    table: str
    title: str
    stakes: str
    seat: int
    person: str
    left: float


class Jackpot(Struct, frozen=True):
    """A bad beat fund that a table feeds, as the room displays it (POKER 19(b))."""

    fund: str
    chips: Chips
    pending: bool  # a bad beat is being verified: the display will change
    least: str  # the least losing hand that wins it, in words
    shares: tuple[int, int, int]  # of the loser, the winner and the others, in percent


class RoomInfo(Struct, frozen=True, tag="room", tag_field="kind"):
    """What a table's page shows of the room around it."""

    waiting: int = 0  # how many wait for a table of this type
    place: int = 0  # the viewer's own place among them; 0: does not wait
    kept: tuple[SeatKept, ...] = ()
    jackpot: Jackpot | None = None
    stopped: str = ""  # why the table deals no more rounds, in plain words
    planned: str = ""  # what the host has the room do after this round


def room_info(life: Table, house: House, person: str, at: datetime) -> RoomInfo:
    """The room around a table as one person sees it."""
    line = [waits.person for waits in house.waiting.of(kind_of(life))]
    return RoomInfo(
        waiting=len(line),
        place=line.index(person) + 1 if person in line else 0,
        kept=kept(life, house, at),
        jackpot=jackpot(life.name, house),
        stopped=stopped(life, house) or awaited(life, house, at),
        planned=planned(life, house),
    )


def planned(life: Table, house: House) -> str:
    """What happens at a private game as soon as no round is on."""
    game = house.games.get(life.name)
    if game is None or game.plan is None:
        return ""
    sign = game.plan.sign
    return f"the stakes change to {stakes(life.game, sign)}" if sign else "the game ends"


def awaited(life: Table, house: House, at: datetime) -> str:
    """What a person of a card room must do with the decks before the next round."""
    if life.status != "open" or not is_staffed(house):
        return ""
    chore = next_chore(life, at, house)
    return f"the staff must {chore.says.what}" if chore and chore.by != HOUSE_DEALER else ""


def kept(life: Table, house: House, at: datetime) -> tuple[SeatKept, ...]:
    """The free seats of a table to which a player was called."""
    found = []
    for call in house.waiting.calls:
        if call.table != life.name or call.seat in life.seats:
            continue
        if called(life, call.seat, house) is call:
            left = max(0.0, (call.at + KEPT - at) / timedelta(seconds=1))
            place = (life.name, life.game.heading, kind_of(life).stakes, call.seat)
            found.append(SeatKept(*place, call.person, round(left, 1)))
    return tuple(found)


def jackpot(table: str, house: House) -> Jackpot | None:
    """The jackpot on a table's page: the fund it feeds, and the amount on the room's displays."""
    for fund in house.funds.named.values():
        if table in fund.tables and fund.status == "offered":
            return _posted(fund)
    return None


def _posted(fund: Fund) -> Jackpot:
    """What the room posts of a fund, and its displays show."""
    hand, shares = HIGH_5.hand(fund.rules.least), fund.rules.shares
    return Jackpot(
        fund=fund.name,
        chips=_displayed(fund),
        pending=fund.pending is not None,
        least=hand.name.short if hand is not None else "",
        shares=(shares.loser, shares.winner, shares.table) if shares else (0, 0, 0),
    )


def _displayed(fund: Fund) -> Chips:
    return max(fund.displays.values(), default=Chips(0))


def around(house: House) -> tuple[Any, ...]:
    """What of the house concerns its tables: all but the chips that are booked."""
    parts = (getattr(house, name) for name in House.__struct_fields__ if name not in BOOKED)
    return (*parts, house.cage.slips, house.cage.closed)
