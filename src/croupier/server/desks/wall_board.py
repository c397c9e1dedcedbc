"""The screen on the wall: games, seats, waiting lists, and jackpots with their rules."""

from datetime import datetime

from litestar import get
from litestar.di import NamedDependency
from msgspec import Struct

from croupier.chips import Chips, money
from croupier.room.funds.state import Fund
from croupier.room.house.state import House
from croupier.room.seating.decide import kind_of
from croupier.room.table.state import Table
from croupier.rules.revenue import BadBeat, Percentage
from croupier.rules.seating_sign import announced
from croupier.rules.stakes import stakes
from croupier.server.service import Service
from croupier.server.tables.room_view import Jackpot, jackpot, kept
from croupier.views.screen.naming import family, table_name


class BoardTable(Struct, frozen=True, kw_only=True):
    """An open table on the wall."""

    name: str
    called: str
    title: str
    family: str
    stakes: str
    taken: int
    places: int
    vacant: int | None  # None: the document lets nobody announce it (BBC wait3)


class BoardList(Struct, frozen=True, kw_only=True):
    """A waiting list on the wall."""

    title: str
    stakes: str
    people: list[str]


class BoardFund(Struct, frozen=True, kw_only=True):
    """A jackpot on the wall, with what must be posted of it (POKER 19(b))."""

    jackpot: Jackpot
    at: list[str]
    rules: list[str]


class BoardSeen(Struct, frozen=True, kw_only=True):
    """Everything on the wall."""

    room: str
    notice: str
    at: datetime
    tables: list[BoardTable]
    lists: list[BoardList]
    funds: list[BoardFund]


@get("/api/board")
async def see_board(service: NamedDependency[Service]) -> BoardSeen:
    """What the screen on the wall shows; private games are not on it."""
    house, at = service.house.state, service.clock()
    lives = [
        desk.state
        for name, desk in service.desks.items()
        if name not in house.games and desk.state.status == "open"
    ]
    return BoardSeen(
        room=house.name,
        notice=house.notice,
        at=at,
        tables=[_table(life, house, at) for life in lives],
        lists=_lists(house, lives),
        funds=_funds(house, lives),
    )


def _table(life: Table, house: House, at: datetime) -> BoardTable:
    places = life.sign.seats or life.game.players.most
    free = places - len(life.seats) - len(kept(life, house, at))
    waits = len(house.waiting.of(kind_of(life)))
    silent = announced(life.game, life.sign) == "waiting" and not waits
    return BoardTable(
        name=life.name,
        called=table_name(life.name, life.game),
        title=life.game.heading,
        family=family(life.game),
        stakes=stakes(life.game, life.sign),
        taken=len(life.seats),
        places=places,
        vacant=None if silent else max(free, 0),
    )


def _lists(house: House, lives: list[Table]) -> list[BoardList]:
    titles = {kind_of(life): life.game.heading for life in lives}
    kinds = dict.fromkeys(waits.kind for waits in house.waiting.line)
    return [
        BoardList(
            title=titles.get(kind, kind.game),
            stakes=kind.stakes,
            people=[waits.person for waits in house.waiting.of(kind)],
        )
        for kind in kinds
    ]


def _funds(house: House, lives: list[Table]) -> list[BoardFund]:
    found = []
    for fund in house.funds.named.values():
        fed = [life for life in lives if life.name in fund.tables]
        shown = jackpot(fed[0].name, house) if fed else None
        if shown is not None:
            at = [table_name(life.name, life.game) for life in fed]
            found.append(BoardFund(jackpot=shown, at=at, rules=rules_of(fund)))
    return found


def rules_of(fund: Fund) -> list[str]:
    """What must be posted of a fund, a sentence each (POKER 19(b)(1)-(4))."""
    rules = fund.rules
    return [words for words in (_contribution(rules), _held(rules), _least(rules)) if words]


def _contribution(rules: BadBeat) -> str:
    if rules.contribution is None:
        return "Fed by the promotional drop"
    if isinstance(rules.contribution, Percentage):
        taken = f"{rules.contribution.percent}% of each pot"
    else:
        levels = rules.contribution.levels
        taken = ", ".join(f"{money(chips)} at {money(level)}" for level, chips in levels)
    return f"{taken}, at most {money(rules.contribution_max)} a pot"


def _held(rules: BadBeat) -> str:
    if rules.reserve_percent is None or rules.jackpot_percent is None:
        return ""
    kept = f"{rules.jackpot_percent}% goes to the jackpot, {rules.reserve_percent}% is held"
    return f"{kept}: {rules.held_returned}" if rules.held_returned else kept


def _least(rules: BadBeat) -> str:
    least = rules.min_pot or Chips(0)
    return f"Pots of {money(least)} or more contribute" if least else ""


ROUTES = (see_board,)
