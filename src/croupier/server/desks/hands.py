"""Hand histories over HTTP: a search, and rounds as our log, as PHH and as OHH.

Players get their own hands, as they saw them. Of the staff, those who rule on a round or
watch over it see what a spectator saw; the rest of a round only once two people have opened it.
"""

from datetime import datetime
from typing import Annotated, Literal

from litestar import MediaType, Response, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from croupier.engine.event import is_round_event
from croupier.engine.events import AnyEvent, RoundOpened, write_event
from croupier.histories.about import About
from croupier.histories.ohh import write_ohh, write_ohhs
from croupier.histories.phh import write_phh, write_phhs
from croupier.refused import Refused
from croupier.room.house.disclosure import WITNESSES, opened
from croupier.room.house.hosting import may_watch
from croupier.room.house.people import FLOOR, Actor, Role, check_role
from croupier.room.house.state import House, place
from croupier.room.table import evolve as table_life
from croupier.server.desks.books import Since, Until
from croupier.server.desks.hand_search import Found, Wanted
from croupier.server.service import Service
from croupier.server.store.database import Store
from croupier.server.store.finished import Kept
from croupier.server.store.lines import stream_of
from croupier.server.store.pages import ROUND
from croupier.views.seat import NOBODY, view

READERS: frozenset[Role] = FLOOR | {"surveillance", "ieb_agent"}
CLAUSE = "POKER 6(e)(2)"
EXPORT_MOST = 500
WORDS_MOST = 12  # that one search looks for

Seen = Literal["player", "spectator", "opened"]
Form = Literal["log", "phh", "ohh"]
Text = Annotated[str, QueryParameter(max_length=200)]
Least = Annotated[int, QueryParameter(ge=0, le=10**9)]
Most = Annotated[int, QueryParameter(ge=1, le=200)]


class HandListed(Struct):
    """A finished round, as a spectator saw it."""

    table: str
    game: str
    title: str
    round: int
    line: int
    at: datetime
    ended: datetime
    players: dict[str, int]  # and what each won or lost
    pot: int
    rake: int
    undone: bool
    seen: Seen  # whose view is shown
    opening: Literal["", "asked", "opened", "denied"] = ""


class HandsFound(Struct):
    """How many rounds fit, and some of them, the latest first."""

    total: int
    hands: list[HandListed]


def checked(actor: Actor, wanted: Wanted, house: House) -> Wanted:
    """The caller's search, if allowed: a player's search finds their own hands.

    Among friends everybody is a player.
    """
    if actor.role != "player" and house.kind != "friends":
        check_role(actor, READERS, CLAUSE, "look up the rounds of others")
        return wanted
    if wanted.player not in ("", actor.name):
        check_role(actor, READERS, CLAUSE, "look up the rounds of others")
    return replace(wanted, player=actor.name)


async def found(service: Service, wanted: Wanted, skip: int = 0, limit: int = 1) -> Found:
    """The rounds that fit, the latest first.

    A private game is as good as unknown to those who are not its guests, and never played there.
    """
    if len(wanted.words) > WORDS_MOST:
        raise Refused("FIELD text", f"a search can have at most {WORDS_MOST} words")
    fits = await service.hand_index.find(wanted, skip, limit)
    shown = fits.total or may_watch(service.house.state, wanted.table, wanted.player)
    if wanted.table and (wanted.table not in service.desks or not shown):
        raise Refused("FIELD table", f"there is no table {wanted.table[:40]!r}")
    return fits


def eyes(actor: Actor, kept: Kept, house: House) -> Seen:
    """Whose view of a finished round the caller may see."""
    plays = actor.role == "player" or house.kind == "friends"
    if plays and actor.name in kept.seating:
        return "player"
    if plays:
        actor = Actor(actor.name, "player")
    check_role(actor, READERS, CLAUSE, "look up the rounds of others")
    whole = opened(house, kept.table, kept.line, kept.ended) is not None
    return "opened" if whole and actor.role in WITNESSES else "spectator"


def search_of(
    player: FromQuery[str] = "",
    table: FromQuery[str] = "",
    game: FromQuery[str] = "",
    since: Since = "",
    until: Until = "",
    text: Text = "",
    round: Least = 0,  # noqa: A002  # the name of the parameter
    line: Least = 0,
) -> Wanted:
    """The search that a request asks for."""
    return Wanted(
        player=player,
        table=table,
        game=game,
        since=since,
        until=until,
        text=text,
        round=round,
        line=line,
    )


SEARCH = {"wanted": Provide(search_of, sync_to_thread=False)}


@get("/api/hands", dependencies=SEARCH)
async def list_hands(
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    wanted: NamedDependency[Wanted],
    skip: Least = 0,
    limit: Most = 50,
) -> HandsFound:
    """Finished rounds: of a player, a table, a game, of gaming days, and with words in them.

    Words are names, clauses, what happened (`bad beat found`) and cards that lay face up (`As Kd`).
    """
    total, rounds = await found(service, checked(actor, wanted, service.house.state), skip, limit)
    house = service.house.state
    return HandsFound(total, [_listed(kept, actor, house) for kept in rounds])


def _listed(kept: Kept, actor: Actor, house: House) -> HandListed:
    assert kept.ended is not None
    asked = house.openings.get(place(kept.table, kept.line)) if actor.role in WITNESSES else None
    opening: Literal["", "asked", "opened", "denied"] = ""
    if asked is not None:
        opening = "opened" if asked.granted else "denied" if asked.answered_by else "asked"
    return HandListed(
        table=kept.table,
        game=kept.game,
        title=kept.title,
        round=kept.round,
        line=kept.line,
        at=kept.at,
        ended=kept.ended,
        players={person: kept.won(person) for person in kept.seating},
        pot=kept.pot,
        rake=kept.rake,
        undone=kept.undone,
        seen=eyes(actor, kept, house),
        opening=opening,
    )


@get("/api/hands/export", dependencies=SEARCH)
async def export_hands(
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    wanted: NamedDependency[Wanted],
    format: FromQuery[Form] = "log",  # noqa: A002  # the name of the parameter
    lossy: FromQuery[bool] = False,
) -> Response[str]:
    """The rounds of a search as one file, each as the caller may see it, the oldest first.

    One round (`table` and `line`) that the format cannot say is refused with the reason; of
    several, those are left out and counted in the header `x-left-out`.
    """
    rounds = (
        await found(service, checked(actor, wanted, service.house.state), limit=EXPORT_MOST)
    ).rounds[::-1]
    if not rounds:
        raise NotFoundException("no finished round fits")
    house = service.house.state
    views = [eyes(actor, kept, house) for kept in rounds]

    async def work(store: Store) -> tuple[str, int]:
        logs = [
            veil(await events_of(store, kept), kept, actor, seen)
            for kept, seen in zip(rounds, views, strict=True)
        ]
        return _file(rounds, logs, actor, format, lossy)

    text_, left = await service.round_reads.read_for(actor.name, work)
    name = f"hands.{'jsonl' if format == 'log' else format + 's' * (format == 'phh')}"
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{name}"',
        "x-left-out": str(left),
    }
    return Response(text_, media_type=MediaType.TEXT, headers=headers)


async def events_of(store: Store, kept: Kept) -> list[AnyEvent]:
    """The events of a finished round, read from the log for an answer over HTTP."""
    events = list[AnyEvent]()
    async for number, body in store.read(stream_of(kept.table), kept.line - 1, ROUND):
        fact = table_life.read_entry(body).fact
        if isinstance(fact, RoundOpened) and number > kept.line:
            break
        if is_round_event(fact):
            events.append(fact)
    return events


def veil(log: list[AnyEvent], kept: Kept, actor: Actor, seen: Seen) -> list[AnyEvent]:
    """The events of a round, veiled for the caller."""
    if seen == "opened":
        return log
    return view(log, kept.seating[actor.name] if seen == "player" else NOBODY)


def _file(
    rounds: list[Kept], logs: list[list[AnyEvent]], actor: Actor, form: Form, lossy: bool
) -> tuple[str, int]:
    """Every round in one text, and how many of them the format cannot say."""
    texts, left = list[str](), 0
    for kept, log in zip(rounds, logs, strict=True):
        try:
            texts.append(_text(kept, log, actor, form, lossy))
        except Refused:
            if len(rounds) == 1:
                raise
            left += 1
    if not texts:
        raise Refused("FIELD format", f"none of these rounds can be written as {form.upper()}")
    if form == "phh":
        return write_phhs(texts), left
    return (write_ohhs(texts) if form == "ohh" else "".join(texts)), left


def _text(kept: Kept, log: list[AnyEvent], actor: Actor, form: Form, lossy: bool) -> str:
    if form == "log":
        return "".join(f"{write_event(event)}\n" for event in log)
    about = About(
        table=kept.table,
        number=f"{kept.table}-{kept.round}" if form == "ohh" else str(kept.round),
        at=kept.at,
        people={seat: person for person, seat in kept.seating.items()},
        viewer=kept.seating.get(actor.name, 0) if actor.role == "player" else 0,
    )
    return (write_ohh if form == "ohh" else write_phh)(log, about, lossy=lossy)


ROUTES = (list_hands, export_hands)
