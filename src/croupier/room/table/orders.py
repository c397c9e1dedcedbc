"""Orders that set a table up, open and close it, post its sign and place its button.

POKER 4, 6(a), 10(c)(2), 14(a), 17.
"""

from croupier.cards import DECK_52, Card
from croupier.engine.accounts import METER, Move, stack
from croupier.engine.event import Event
from croupier.refused import Refused
from croupier.room.cage.ledger import CAGE, transfer
from croupier.room.custody.decide import check_procedures
from croupier.room.custody.readiness import check_open
from croupier.room.custody.state import Procedures
from croupier.room.house.filings import approvals
from croupier.room.house.people import DEALER, FLOOR, SHIFT
from croupier.room.house.state import House
from croupier.room.logbook import Command, Entry, Order, check_order, given_by
from croupier.room.seating.lineup import present
from croupier.room.shuffle import shuffle
from croupier.room.table.button import first_button
from croupier.room.table.duties import check_runs
from croupier.room.table.facts import (
    Area,
    ButtonPlaced,
    SignPosted,
    TableClosed,
    TableOpened,
    TableSetUp,
)
from croupier.room.table.progress import check_machines, check_offered, open_table
from croupier.room.table.state import Table, TableDeciders
from croupier.rules.fault import refuse
from croupier.rules.game import Game
from croupier.rules.proportions import disproportions
from croupier.rules.readings import posted_in_full
from croupier.rules.sign import TableSign


@given_by(SHIFT, "POKER 6(a)", "set a table up")
class SetUpTable(Command, frozen=True, kw_only=True):
    """Set up a table: a game, its sign, and the area it stands in."""

    name: str
    sign: TableSign
    procedures: Procedures = Procedures()
    area: Area | None = None  # None: where such a game belongs


@given_by(FLOOR, "POKER 4(a)", "open a table")
class OpenTable(Command, frozen=True, kw_only=True):
    """Open the table for play."""


@given_by(FLOOR, "POKER 4(a)", "close a table")
class CloseTable(Command, frozen=True, kw_only=True):
    """Close the table."""


@given_by(FLOOR, "POKER 17", "post a sign")
class PostSign(Command, frozen=True, kw_only=True):
    """Post another sign between rounds; a machine in use must first be taken off the table."""

    sign: TableSign
    notice: str = ""  # how the patrons were notified of other wagers (205 CMR 147.03)
    removed: tuple[str, ...] = ()  # machines: "shuffler", "shoe"


@given_by(DEALER, "POKER 10(c)(2)", "place the button", by_room=True)
class PlaceButton(Command, frozen=True, kw_only=True):
    """Place the first button, by drawn cards if the sign says so."""

    drawn: tuple[Card, ...] = ()  # from the dealer's left; none where the room draws them


def set_up(order: Order[SetUpTable], game: Game, house: House) -> list[Entry]:
    """The first entry of a table's log, or a refusal: only an authorized game, an approved sign."""
    says = order.says
    check_order(order, game.own(says.clause))
    if not says.name.strip():
        raise Refused("FIELD name", "`name` is required")
    area: Area = "pit" if game.banked else "poker_room"
    if says.area not in (None, area):
        where = "the pit" if game.banked else "the poker room"
        raise Refused(game.own("POKER 6(a)"), f"a table of {game.title} must be in {where}")
    table = open_table(game, says.sign, unlicensed=house.kind == "friends")
    refuse(disproportions(game, table.sign))
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


def _open(table: Table, order: Order[OpenTable], house: House) -> list[Event]:
    clause = table.game.own(order.says.clause)
    if table.status == "open":
        raise Refused(clause, f"table {table.name} is already open")
    check_runs(table, house)
    check_open(table, order.at, house)
    granted = approvals(table.game, table.sign, house, by_person=table.dealt_by_person)
    return [TableOpened(clause=clause, approvals=granted)]


def _close(table: Table, order: Order[CloseTable], house: House) -> list[Event]:
    table.check_open()
    table.check_between("POKER 1 round of play")
    moves = tuple(
        move for seat, chips in table.stacks.items() for move in transfer(stack(seat), CAGE, chips)
    )
    people = {seat: held.person for seat, held in table.seats.items()}
    return [TableClosed(clause=table.game.own(order.says.clause), people=people, moves=moves)]


def _post(table: Table, order: Order[PostSign], house: House) -> list[Event]:
    says = order.says
    sign = posted_in_full(table.game, says.sign)
    table.check_between("POKER 1 round of play")
    check_machines(table, sign, says.removed)
    check_offered(table.game, sign, unlicensed=house.kind == "friends")
    refuse(disproportions(table.game, sign))
    if table.seats and not says.notice.strip() and _wagers(sign) != _wagers(table.sign):
        why = "patrons at the table must get notice of other wagers, or all must agree to a raise"
        raise Refused(table.game.own("POKER 17"), why)
    clause = table.game.own(says.clause)
    moves: tuple[Move, ...] = ()
    if sign.progressive and METER not in table.accounts:
        moves = transfer(CAGE, METER, sign.progressive_meter or sign.progressive_seed)
    granted = approvals(table.game, sign, house, by_person=table.dealt_by_person)
    given = says.notice
    return [SignPosted(clause=clause, sign=sign, notice=given, approvals=granted, moves=moves)]


def _wagers(sign: TableSign) -> tuple[object, ...]:
    """The least and the most that may be wagered (POKER 17)."""
    return sign.structure, sign.limits, sign.wager_min, sign.wager_max


def _place(table: Table, order: Order[PlaceButton], house: House) -> list[Event]:
    says = order.says
    if not table.game.button:
        raise Refused(table.game.cite(table.game.players.clause), "no button is used in this game")
    if table.button:
        placed = table.game.own("POKER 10(c)(3)")
        raise Refused(placed, "the button is already placed, and moves automatically")
    table.check_open()
    table.check_between("POKER 1 round of play")
    if len(set(says.drawn)) < len(says.drawn):
        raise Refused("FIELD drawn", "one card was drawn twice")
    by_card = table.sign.button_start == "high_card"
    if says.drawn and not by_card:
        raise Refused(
            "SIGN button_start", "no card can be drawn: the button begins at the dealer's right"
        )
    cards, seats = says.drawn, sorted(present(table))
    if by_card and not cards and order.chance is not None:
        cards = shuffle(DECK_52, order.chance())[: len(seats)]
    seat = first_button(table, seats, cards)
    drawn = dict(zip(seats, cards, strict=True)) if by_card else {}
    return [ButtonPlaced(clause=table.game.own(says.clause), seat=seat, drawn=drawn)]


DECIDE: TableDeciders = {
    OpenTable: _open,
    CloseTable: _close,
    PostSign: _post,
    PlaceButton: _place,
}
