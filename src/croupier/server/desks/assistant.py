"""The assistant as a page of the room: a human dealer enters actions and cards of a real table.

The dialogue is that of `croupier assist`; every order goes into the room's own logs under the
dealer's account. What other people do, they do at their desks: the dealer's page waits for them.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, ClassVar

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from croupier.assist.dialogue import WORDS, pots
from croupier.assist.glance import board_words, rows
from croupier.assist.now import Now, Press
from croupier.assist.preparing import Said
from croupier.assist.sitting import Sitting, carried_out
from croupier.assist.staff import Staff
from croupier.assist.table_record import Line as RecordLine
from croupier.assist.table_words import ASKS
from croupier.assist.talk import Talk
from croupier.assist.tray_words import TRAY_WORDS
from croupier.cards import DECK_52
from croupier.engine import commands as say
from croupier.engine.event import is_round_event
from croupier.engine.events import AnyEvent, RoundOpened
from croupier.refused import Refused
from croupier.room.house.decide import COMMANDS as OF_THE_HOUSE
from croupier.room.house.people import Actor, NotYours
from croupier.room.logbook import Entry, Order
from croupier.room.table.rounds import Play
from croupier.rules.stakes import stakes
from croupier.server.service import Service
from croupier.server.tables.desk import Desk
from croupier.views.narration.wording import Line

OTHERS = {"floor": "the floorperson", "supervisor": "the shift supervisor"}
NOT_HERE = ("quit", "q", "exit", "dealer", "floor", "supervisor")
OF_PLAYERS = ("sit", "buy", *ASKS)
OF_THE_FLOOR = ("rule", "remove", "close", "recut", "replace", *TRAY_WORDS)


class RoomSitting(Sitting):
    """A table of the room as its dealer sees it; orders are kept until they are given."""

    def __init__(self, desk: Desk, service: Service, dealer: Actor) -> None:
        """Stand at this table, as this dealer."""
        self.desk, self.service, self.dealer = desk, service, dealer
        self.staff = Staff(OTHERS | {"dealer": dealer.name})
        self.look()

    def look(self) -> None:
        """See the table as it is now."""
        self.life, self.house = self.desk.state, self.service.house.state
        self.log = [line.entry for line in self.desk.tail]
        self.number = self.desk.number
        self.given: list[Said] = []

    def clock(self) -> datetime:
        """The room's time."""
        return self.service.clock()

    @property
    def founded(self) -> bool:
        """Whether the table of the dealer's page is on record: one of the room always is."""
        return True

    @property
    def needs_approval(self) -> bool:
        """Whether the dealer's page must ask for an approval: never, the set-up did."""
        return False

    def enter(
        self, typed: str, said: Iterable[Said], duties: Mapping[str, str] | None = None
    ) -> list[Entry]:
        """Take orders of the dealer, and refuse those of others."""
        orders = list(said)
        for by, command in orders:
            if by != self.dealer:
                who = by.name if by.role != "player" else f"the player {by.name}"
                why = f"{who} does this at a page of the room, under their own name"
                raise NotYours(self.life.game.own(command.clause), why)
        done = carried_out(self.life, self.house, orders, self.clock())
        self.life, self.house = done.life, done.house
        self.log += done.entries
        self.given += orders
        self.staff = Staff(self.staff.duties | dict(duties or {}))
        return [*done.of_house, *done.entries]

    def undo(self, typed: str = "u") -> RecordLine:
        """Refuse: the room's log keeps every line."""
        why = "the room's log keeps every line: report an error with oops, and the floor rules"
        raise Refused("FIELD entry", why)

    def spoken(self, command: say.Command) -> Said:
        """A command of the round, entered by the dealer for the player who gave it."""
        return self.dealer, Play(command=command)

    def rounds(self) -> list[list[AnyEvent]]:
        """The events of the rounds at hand, the one in hand last."""
        found: list[list[AnyEvent]] = []
        for entry in self.log:
            if isinstance(entry.fact, RoundOpened):
                found.append([])
            if is_round_event(entry.fact) and found:
                found[-1].append(entry.fact)
        return found


def _elsewhere(where: str) -> Callable[[Talk, Sequence[str]], None]:
    """A word of another person, who does it under their own name."""

    def refuse(talk: Talk, words: Sequence[str]) -> None:
        raise Refused("FIELD entry", where)

    return refuse


class RoomTalk(Talk):
    """The dialogue at a table of the room; what others must do is waited for."""

    words: ClassVar[Mapping[str, Any]] = {
        **{word: run for word, run in WORDS.items() if word not in NOT_HERE},
        **dict.fromkeys(
            OF_PLAYERS,
            _elsewhere("the player does this at the page of the table, under their own name"),
        ),
        **dict.fromkeys(
            OF_THE_FLOOR, _elsewhere("the floor does this at its desk, under their own name")
        ),
    }
    sitting: RoomSitting

    def __init__(self, sitting: RoomSitting) -> None:
        """Begin where the table stands."""
        super().__init__(sitting)
        self.turn = asyncio.Lock()  # one line at a time

    @property
    def now(self) -> Now:
        """What the dealer's page says to do now, or whom the table waits for."""
        found = super().now
        first = self.steps[0] if self.steps and self.question is None else None
        if first is None or all(by == self.sitting.dealer for by, _ in first.said):
            return found
        where = "at the floor desk" if first.ask != "looks" else "or until their minute is over"
        return Now(f"wait: {first.words}", where, first.clause)

    def look(self) -> None:
        """See what has happened since; a question that was asked stays."""
        self.sitting.look()
        self.look_ahead()

    async def carry_out(self) -> None:
        """Give the orders of the last line, one after another; the first refusal ends it."""
        given, service = self.sitting.given, self.sitting.service
        try:
            for by, command in given:
                order = Order(service.clock(), by, command)
                if isinstance(command, OF_THE_HOUSE):
                    await service.house.ask(order)
                else:
                    await self.sitting.desk.ask(order)
        except Refused as refused:
            self.refused = str(refused)
        self.look()


class SeatShown(Struct):
    """A seat on the dealer's page."""

    mark: str
    seat: str
    person: str
    chips: str
    bet: str
    cards: str


class LineShown(Struct):
    """A line of words with its clause."""

    words: str
    clause: str = ""
    heading: bool = False
    items: tuple[str, ...] = ()


class AssistSeen(Struct):
    """The dealer's page: what to do now, how to enter it, and the table."""

    number: int  # of the last line of the log, which an answer names
    title: str
    words: str
    clause: str
    keys: str
    hint: LineShown | None
    presses: list[Press]
    cards: int
    jokers: bool
    seats: list[SeatShown]
    board: str
    pots: list[str]
    story: list[LineShown]
    said: str
    refused: str


class Typed(Struct):
    """A line that the dealer typed, and the last line of the log the page had seen."""

    text: str
    number: int


def _talk(service: Service, name: str, actor: Actor) -> RoomTalk:
    desk = service.shown(name, actor.name)
    if not desk.state.dealt_by_person:
        raise Refused("FIELD table", f"table {name[:40]} has an automated dealer")
    if actor.role != "dealer":
        raise NotYours(desk.state.game.own("POKER 6(b)"), "only a dealer can deal at this table")
    found: RoomTalk | None = service.assistants.get((name, actor.name))
    if found is None:
        found = RoomTalk(RoomSitting(desk, service, actor))
        service.assistants[name, actor.name] = found
    return found


def _shown(line: Line) -> LineShown:
    return LineShown(line.words, line.clause, line.kind != "fact", tuple(line.items))


def _seen(talk: RoomTalk) -> AssistSeen:
    now, table = talk.now, talk.sitting.life
    return AssistSeen(
        number=talk.sitting.number,
        title=f"{table.game.title}, {stakes(table.game, table.sign)}",
        words=now.words[:1].upper() + now.words[1:],
        clause=now.clause,
        keys=now.keys,
        hint=_shown(now.hint) if now.hint is not None else None,
        presses=list(now.presses),
        cards=now.cards,
        jokers=table.game.deck > len(DECK_52),
        seats=[SeatShown(*row) for row in rows(talk)],
        board=board_words(table.round),
        pots=[line.words for line in pots(talk.sitting)],
        story=[_shown(line) for line in talk.shows or talk.story],
        said=talk.said,
        refused=talk.refused,
    )


@get("/api/tables/{name:str}/assist")
async def see_assistant(
    name: FromPath[str], actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> AssistSeen:
    """What the dealer of a table does now."""
    talk = _talk(service, name, actor)
    async with talk.turn:
        if talk.sitting.number != talk.sitting.desk.number or talk.steps:
            talk.look()
    return _seen(talk)


@post("/api/tables/{name:str}/assist", status_code=HTTPStatus.OK)
async def tell_assistant(
    name: FromPath[str],
    data: JSONBody[Typed],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
) -> AssistSeen:
    """Enter a line at the dealer's page, as at a terminal, unless the table has moved on."""
    talk = _talk(service, name, actor)
    async with talk.turn:
        if data.number != talk.sitting.desk.number:
            talk.look()
            talk.refused = "the table has moved on: look again (FIELD number)"
            return _seen(talk)
        talk.sitting.look()
        talk.take(data.text[:200])
        await talk.carry_out()
    return _seen(talk)


ROUTES = (see_assistant, tell_assistant)
