"""Clauses, rules and signs to look up, and the rounds a person has played."""

from datetime import datetime
from functools import lru_cache
from typing import Literal

from litestar import get
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from msgspec import Struct
from msgspec.structs import asdict, replace

from croupier.chips import Chips
from croupier.engine.accounts import stack
from croupier.engine.event import is_round_event
from croupier.engine.events import RoundClosed, RoundOpened
from croupier.games import game_of
from croupier.paraphrases import Paraphrase, paraphrase
from croupier.room.house.filings import approval_words
from croupier.room.house.people import Actor
from croupier.room.logbook import Entry
from croupier.room.seating.state import Seat
from croupier.room.table import evolve as table_life
from croupier.room.table.state import Table
from croupier.server.auth.users import Session
from croupier.server.desks.hand_search import Wanted
from croupier.server.desks.hands import Seen, eyes
from croupier.server.service import Service
from croupier.server.store.pages import ROUND
from croupier.server.tables.broadcast import Opened, in_words, line_sent, street_of
from croupier.server.tables.desk import Desk
from croupier.server.tables.frames import LineSent
from croupier.views.entry import seen_entry
from croupier.views.narration.wording import Line
from croupier.views.printed.hand_ranks import RankSheet, hand_ranks
from croupier.views.printed.rulebook import rulebook
from croupier.views.screen.table_view import TableSeen, screen, whole_screen
from croupier.views.seat import NOBODY

AN_HOUR = CacheControlHeader(max_age=3600, public=True)  # in the browser: nothing is kept here


@get("/api/clauses/{citation:str}", cache_control=AN_HOUR)
async def read_clause(citation: FromPath[str]) -> Paraphrase:
    """What a clause says, in plain words, for the page that asks."""
    return paraphrase(citation)


@get("/api/games/{key:str}/rules", cache_control=AN_HOUR)
async def read_rules(key: FromPath[str]) -> list[Line]:
    """How a game is dealt under its usual sign, clause by clause."""
    return _rules(game_of(key).key)


@lru_cache(maxsize=100)
def _rules(key: str) -> list[Line]:
    return list(rulebook(game_of(key)))


@get("/api/games/{key:str}/ranks", cache_control=AN_HOUR)
async def read_ranks(key: FromPath[str]) -> tuple[RankSheet, ...]:
    """How hands rank in a game, the best first, for each share of its pot."""
    return hand_ranks(game_of(key))


@get("/api/tables/{name:str}/rules")
async def read_sign(
    name: FromPath[str], session: NamedDependency[Session | None], service: NamedDependency[Service]
) -> list[Line]:
    """How the game of a table is dealt under the sign it posts."""
    life = service.shown(name, session.actor.name if session is not None else "").state
    notice = service.house.state.notice or approval_words(life.approvals)
    return list(rulebook(life.game, life.sign, notice))


class RoundListed(Struct):
    """A round that the person took part in."""

    table: str
    title: str
    round: int
    at: datetime
    seat: int


class Step(LineSent, frozen=True, omit_defaults=True, kw_only=True):
    """One line of a round, and the table after it, as one person saw both."""

    screen: TableSeen


class RoundSeen(Struct):
    """A round from its opening to its end."""

    table: str
    round: int
    at: datetime
    won: Chips
    done: bool
    steps: list[Step]
    line: int = 0  # of the table's log, where it begins
    seen: Seen | Literal["shared"] = "player"
    by: str = ""  # whose view it is, of a round that was shared


@get("/api/rounds")
async def list_rounds(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> list[RoundListed]:
    """The rounds that you have played, the latest first."""
    found = [
        RoundListed(name, desk.state.game.heading, opened.round, opened.at, seat)
        for name, desk in service.desks.items()
        for opened in desk.rounds
        if (seat := opened.seating.get(actor.name))
    ]
    return sorted(found, key=lambda one: one.at, reverse=True)[:200]


@get("/api/tables/{name:str}/rounds/{number:int}")
async def read_round(
    name: FromPath[str],
    number: FromPath[int],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    line: FromQuery[int] = 0,
) -> RoundSeen:
    """A round as a player saw it then: nothing is shown that was hidden.

    The staff sees what a spectator saw, and every card once two people have opened it. A number
    that was dealt twice, after a misdeal, is identified by the `line` where it begins.
    """
    desk = service.desk(name)
    for opened in desk.rounds:
        if opened.round == number and actor.name in opened.seating and line in (0, opened.number):
            return await retell(desk, opened, "player", opened.seating[actor.name])
    found = (await service.hand_index.find(Wanted(table=name, round=number, line=line))).rounds
    played = bool(found) and actor.name in found[0].seating
    if not played:
        service.shown(name, actor.name)  # or it tells that there is a private game
    if not found or (actor.role == "player" and not played):
        raise NotFoundException(f"you have not played round {number} of table {name[:40]!r}")
    kept = found[0]
    seen = eyes(actor, kept, service.house.state)
    seat = kept.seating[actor.name] if seen == "player" else NOBODY
    opened = Opened(kept.round, kept.line, kept.at, kept.seating, kept.line)
    return await retell(desk, opened, seen, seat)


async def retell(desk: Desk, opened: Opened, by: Seen, seat: int) -> RoundSeen:
    """Fold the lines of the round once more, each under this viewer's veil."""
    steps, won, done = list[Step](), 0, False
    life: Table | None = None
    public = None
    async for number, body in desk.store.read(desk.stream, opened.number - 1, ROUND):
        entry = table_life.read_entry(body)
        fact = entry.fact
        if isinstance(fact, RoundOpened) and number > opened.number:
            break
        life = _before(desk.state, opened, entry) if life is None else life
        if is_round_event(fact):
            life = table_life.evolve(life, entry)
        street = street_of(public)
        said, public = in_words(public, seen_entry(entry).fact, desk.state.game)
        if by == "opened":
            seen, after = entry, whole_screen(life, number)
        else:
            seen, after = seen_entry(entry, seat), screen(life, number, seat)
        line = line_sent(number, seen, said, street)
        steps.append(Step(**asdict(line), screen=after))
        if isinstance(fact, RoundOpened):
            won = -fact.stacks.get(seat, 0)
        if isinstance(fact, RoundClosed):
            won, done = won + fact.stacks.get(seat, -won), True
            break
    return RoundSeen(
        desk.state.name,
        opened.round,
        opened.at,
        Chips(won if done else 0),
        done,
        steps,
        opened.number,
        by,
    )


def _before(now: Table, opened: Opened, first: Entry) -> Table:
    """The table as the round found it: who sat where, and the chips they brought."""
    fact: RoundOpened = first.fact
    people = {seat: person for person, seat in opened.seating.items()}
    return replace(
        now,
        sign=fact.sign,
        seats={seat: Seat(people[seat]) for seat in sorted(people)},
        accounts={stack(seat): chips for seat, chips in fact.stacks.items()},
        button=fact.button,
        kill=0,
        round=None,
        rounds=opened.round - 1,
        awards=(),
    )
