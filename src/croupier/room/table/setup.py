"""Setting a table up, opening and closing it, and what it posts (POKER 4, 6(a), 14(a), 17)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import field
from msgspec.structs import replace

from croupier.engine.accounts import METER, Move, stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, post, transfer
from croupier.room.custody.decks import Custody, Procedures, check_open, check_procedures, put_away
from croupier.room.house.people import FLOOR, SHIFT, Role
from croupier.room.logbook import Command, Entry, Order, check_order
from croupier.room.seating.orders import Seat, Seating
from croupier.room.table.state import open_table, post_sign
from croupier.rules.game import Game
from croupier.rules.sign import TableSign

if TYPE_CHECKING:
    from croupier.room.house.decide import House
    from croupier.room.table.decide import TableLife


Area = Literal["poker_room", "pit"]


class SetUpTable(Command, frozen=True, kw_only=True):
    """Put a table into the room: a game, its sign, and the area it stands in."""

    name: str
    sign: TableSign
    procedures: Procedures = Procedures()
    area: Area | None = None  # None: where such a game belongs
    roles: ClassVar[frozenset[Role]] = SHIFT
    clause: ClassVar[str] = "POKER 6(a)"
    what: ClassVar[str] = "set a table up"


class OpenTable(Command, frozen=True, kw_only=True):
    """Begin to offer play at the table."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 4(a)"
    what: ClassVar[str] = "open a table"


class CloseTable(Command, frozen=True, kw_only=True):
    """Cease to offer play."""

    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 4(a)"
    what: ClassVar[str] = "close a table"


class PostSign(Command, frozen=True, kw_only=True):
    """Post another sign, between rounds; a machine in use is first taken off the table."""

    sign: TableSign
    notice: str = ""  # how the patrons were told of other wagers before (205 CMR 147.03)
    removed: tuple[str, ...] = ()  # machines: "shuffler", "shoe"
    roles: ClassVar[frozenset[Role]] = FLOOR
    clause: ClassVar[str] = "POKER 17"
    what: ClassVar[str] = "post a sign"


class TableSetUp(Event, frozen=True, kw_only=True):
    """A table stands in the room, closed, under its sign."""

    name: str
    game: str
    sign: TableSign
    area: Area
    procedures: Procedures = Procedures()
    moves: tuple[Move, ...] = ()  # the seed of a progressive meter


class TableOpened(Event, frozen=True, kw_only=True):
    """Play is offered."""


class TableClosed(Event, frozen=True, kw_only=True):
    """Play is no longer offered; every stake went home with its owner."""

    people: dict[int, str] = field(default_factory=dict)  # by seat, whose
    moves: tuple[Move, ...] = ()


class SignPosted(Event, frozen=True, kw_only=True):
    """Another sign is on the table; what it says holds from the next round on."""

    sign: TableSign
    notice: str = ""
    moves: tuple[Move, ...] = ()  # the seed of a progressive meter that is now offered


Fact = TableSetUp | TableOpened | TableClosed | SignPosted


def set_up(order: Order, game: Game, house: "House") -> list[Entry]:
    """Say what founds a table, or refuse it: only an authorised game under an approved sign."""
    says: SetUpTable = order.says
    check_order(order, game.own(says.clause))
    if not says.name.strip():
        raise Refused("FIELD name", "a table has a name")
    area: Area = "pit" if game.banked else "poker_room"
    if says.area not in (None, area):
        where = "the pit" if game.banked else "the poker room"
        raise Refused("POKER 6(a)", f"a table of {game.title} stands in {where}")
    table = open_table(game, says.sign)
    check_procedures(game, table.sign, says.procedures)
    seed = table.sign.progressive_meter or table.sign.progressive_seed
    fact = TableSetUp(
        clause=game.own(says.clause),
        name=says.name,
        game=game.key,
        sign=table.sign,
        procedures=says.procedures,
        area=area,
        moves=transfer(CAGE, METER, seed) if table.sign.progressive else (),
    )
    return [Entry(order.at, order.by, fact)]


def founded(entry: Entry, find: Callable[[str], Game]) -> "TableLife":
    """The table as the first line of its log leaves it."""
    from croupier.room.table.decide import (
        TableLife,  # the whole is made of its parts, and this is one
    )

    fact: TableSetUp = entry.fact
    accounts = post({}, fact.moves)
    return TableLife(
        name=fact.name,
        game=find(fact.game),
        sign=fact.sign,
        accounts=accounts,
        custody=Custody(procedures=fact.procedures),
    )


def _open(life: "TableLife", order: Order, house: "House") -> list[Any]:
    clause = life.game.own(order.says.clause)
    if life.status == "open":
        raise Refused(clause, f"table {life.name} is open already")
    life.check_runs(house)
    check_open(life, order.at, house)
    return [TableOpened(clause=clause)]


def _close(life: "TableLife", order: Order, house: "House") -> list[Any]:
    life.check_open()
    life.check_between("POKER 1 round of play")
    moves = tuple(
        move for seat, chips in life.stacks.items() for move in transfer(stack(seat), CAGE, chips)
    )
    people = {seat: held.person for seat, held in life.seats.items()}
    return [TableClosed(clause=life.game.own(order.says.clause), people=people, moves=moves)]


def _post(life: "TableLife", order: Order, house: "House") -> list[Any]:
    says: PostSign = order.says
    life.check_between("POKER 1 round of play")
    table = post_sign(life.table, says.sign, removed=says.removed)
    if not says.sign.authorised:
        raise Refused("POKER 8(b)", "no table may offer play under this sign")
    if life.seats and not says.notice.strip() and _wagers(says.sign) != _wagers(life.sign):
        why = "patrons at the table are given notice of other wagers, or all agree to a raise"
        raise Refused("POKER 17", why)
    clause = life.game.own(says.clause)
    moves: tuple[Move, ...] = ()
    if table.sign.progressive and METER not in life.accounts:
        moves = transfer(CAGE, METER, table.sign.progressive_meter or table.sign.progressive_seed)
    return [SignPosted(clause=clause, sign=says.sign, notice=says.notice, moves=moves)]


def _wagers(sign: TableSign) -> tuple[object, ...]:
    """The least and the most that may be wagered (POKER 17)."""
    return sign.structure, sign.limits, sign.wager_min, sign.wager_max


DECIDE: dict[type, Callable[["TableLife", Order, "House"], list[Any]]] = {
    OpenTable: _open,
    CloseTable: _close,
    PostSign: _post,
}


def _opened(life: "TableLife", entry: Entry) -> "TableLife":
    return replace(life, status="open", opened=entry.at)


def _closed(life: "TableLife", entry: Entry) -> "TableLife":
    seating, seats = Seating(), dict[int, Seat]()
    return replace(
        life,
        status="closed",
        button=0,
        kill=0,
        seats=seats,
        seating=seating,
        proposal=None,
        custody=put_away(life.custody),
        conduct=replace(life.conduct, leaving={}),
    )


def _sign_posted(life: "TableLife", entry: Entry) -> "TableLife":
    return replace(life, sign=entry.fact.sign, proposal=None)


EVOLVE: dict[type, Callable[["TableLife", Entry], "TableLife"]] = {
    TableOpened: _opened,
    TableClosed: _closed,
    SignPosted: _sign_posted,
}
