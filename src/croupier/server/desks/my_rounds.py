"""A player's own rounds over HTTP: the cards they saw, and rounds they share by a link.

A link carries a MAC of the room over the table, the line and the player, so that only the player
can make one, for their own round and once it is over. It shows what the player saw, and no more.
"""

from base64 import urlsafe_b64encode
from hmac import compare_digest

from litestar import get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from msgspec import Struct

from croupier.cards import UNKNOWN, Card
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.engine.evolve import evolve
from croupier.engine.play import opening
from croupier.games import game_of
from croupier.refused import Refused
from croupier.room.house.people import Actor
from croupier.room.house.state import House
from croupier.server.desks.hand_search import Wanted
from croupier.server.desks.hands import CLAUSE, Least, checked, events_of, found, veil
from croupier.server.desks.reading import RoundSeen, retell
from croupier.server.service import Service
from croupier.server.store.database import Store
from croupier.server.store.finished import Kept
from croupier.server.tables.broadcast import Opened

CARDS_MOST = 50  # rounds in one answer
PURPOSE = b"shared round"


class CardsSeen(Struct, omit_defaults=True):
    """The cards of a round as its player saw them last."""

    table: str
    line: int
    own: tuple[Card, ...]
    boards: tuple[tuple[Card, ...], ...] = ()
    house: tuple[Card, ...] = ()


@get("/api/my/cards")
async def my_cards(
    actor: NamedDependency[Actor], service: NamedDependency[Service], skip: Least = 0
) -> list[CardsSeen]:
    """The cards of the rounds that you have played, the latest first."""
    wanted = checked(actor, Wanted(), service.house.state)
    if wanted.player != actor.name:
        raise Refused(CLAUSE, "only players have rounds: use /api/hands instead")
    kept = (await found(service, wanted, skip, CARDS_MOST)).rounds

    async def work(store: Store) -> list[CardsSeen]:
        return [
            cards_seen(one, veil(await events_of(store, one), one, actor, "player"), actor.name)
            for one in kept
        ]

    return await service.round_reads.read_for(actor.name, work)


def cards_seen(kept: Kept, log: list[AnyEvent], person: str) -> CardsSeen:
    """What lay before a player at the end of a round, out of the log that they may see."""
    first, seat = log[0], kept.seating[person]
    assert isinstance(first, RoundOpened)
    state, own = opening(game_of(first.game), first), tuple[Card, ...]()
    boards, house = state.boards, state.house
    for event in log[1:]:
        state = evolve(state, event)
        hand = state.hands.get(seat)
        own = hand.down + hand.up if hand is not None and hand.down + hand.up else own
        boards = state.boards if any(state.boards) else boards
        house = state.house if UNKNOWN not in state.house and state.house else house
    return CardsSeen(kept.table, kept.line, own, tuple(filter(None, boards)), house)


class Shared(Struct):
    """Where a shared round is seen."""

    path: str


@post("/api/tables/{name:str}/rounds/{line:int}/share")
async def share_round(
    name: FromPath[str],
    line: FromPath[int],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> Shared:
    """A link to your own round, which begins at this line: it shows the round as you saw it."""
    kept = await _over(service, name, line)
    if kept is None or not _played(actor, kept, service.house.state):
        raise NotFoundException(f"you have not finished such a round at table {name[:40]!r}")
    return Shared(f"/shared/{name}/{line}/{_code(service, kept, actor.name)}")


@get("/api/shared/{name:str}/{line:int}/{code:str}")
async def see_shared(
    name: FromPath[str], line: FromPath[int], code: FromPath[str], service: NamedDependency[Service]
) -> RoundSeen:
    """A round that its player shared, as that player saw it."""
    kept = await _over(service, name, line)
    by = _shared_by(service, kept, code) if kept is not None else ""
    if kept is None or not by:
        raise NotFoundException("no player has shared such a round")
    opened = Opened(kept.round, kept.line, kept.at, kept.seating, kept.line)
    seen = await retell(service.desk(name), opened, "player", kept.seating[by])
    seen.seen, seen.by = "shared", by
    return seen


def _played(actor: Actor, kept: Kept, house: House) -> bool:
    """Whether a person played a round; among friends everybody plays."""
    plays = actor.role == "player" or house.kind == "friends"
    return plays and actor.name in kept.seating


def _shared_by(service: Service, kept: Kept, code: str) -> str:
    """The player whose link this is; empty for a link that the room did not make."""
    made = {person: _code(service, kept, person).encode() for person in kept.seating}
    return next((one for one, own in made.items() if compare_digest(own, code.encode())), "")


async def _over(service: Service, name: str, line: int) -> Kept | None:
    """The finished round that begins at a line of a table's log."""
    if name not in service.desks or line < 1:
        return None
    rounds = (await service.hand_index.find(Wanted(table=name, line=line))).rounds
    return rounds[0] if rounds and rounds[0].line == line else None


def _code(service: Service, kept: Kept, person: str) -> str:
    said = service.store.keys.mac(PURPOSE, kept.table, kept.line, kept.round, person)
    return urlsafe_b64encode(said).decode().rstrip("=")


ROUTES = (my_cards, share_round, see_shared)
