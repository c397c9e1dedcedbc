"""Orders that one process gives a log of another one: at least once, and carried out once.

Each carries the name of a client and a number, like a player's command, so an order that is sent
again because the answer was lost gets the answer of the first.
"""

import asyncio
from datetime import datetime
from functools import reduce
from operator import or_
from secrets import token_hex
from time import monotonic, time
from typing import TYPE_CHECKING, Any

import h11
import msgspec
from msgspec import Raw, Struct

from croupier.refused import Refused
from croupier.room.house.decide import COMMANDS as HOUSE_COMMANDS
from croupier.room.house.people import Actor, NotYours
from croupier.room.logbook import Order
from croupier.room.table.decide import COMMANDS as TABLE_COMMANDS
from croupier.server.cluster.wires import PASS, Answer, Sender, digest, exchange, give_pass
from croupier.server.store.lease import Elsewhere
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.tables.writer import Reply

if TYPE_CHECKING:
    from croupier.server.cluster.keeper import Keeper
    from croupier.server.service import Service
    from croupier.server.tables.writer import Writer

PATH = "/between/ask"
PATIENCE_S = 12.0  # for a log to have an owner, and for that one to answer
AGAIN_S = 0.1
AWAY = (OSError, TimeoutError, h11.ProtocolError)

_of_house: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, HOUSE_COMMANDS))
_of_table: msgspec.json.Decoder[Any] = msgspec.json.Decoder(reduce(or_, TABLE_COMMANDS))


class Asked(Struct, frozen=True):
    """An order to a log of another process."""

    stream: str
    at: datetime
    by: Actor
    says: Raw
    client: str
    sequence: int


class Answered(Struct, frozen=True):
    """What came of it: a line of the log, or a refusal."""

    upto: int = 0
    clause: str = ""
    why: str = ""
    not_yours: bool = False
    moved: bool = False  # the log is not this process's


class Post:
    """Carries orders to the processes that have the logs."""

    def __init__(self, service: "Service", keeper: "Keeper") -> None:
        """Carry the orders of this room."""
        self._service, self._keeper = service, keeper

    async def ask(self, stream: str, order: Order, client: str, sequence: int) -> Reply:
        """Give an order to the process that has a log; wait while it changes hands."""
        client, sequence = client or f"errand/{token_hex(8)}", sequence or 1
        asked = Asked(
            stream, order.at, order.by, Raw(msgspec.json.encode(order.says)), client, sequence
        )
        ends = monotonic() + PATIENCE_S
        while monotonic() < ends:
            log = self._log(stream)
            if log.elsewhere is None:  # this process has gained it meanwhile
                return await log.ask(order, client, sequence)
            owner = self._keeper.owner_of(stream)
            if owner is not None and owner.name != self._keeper.owner.process:
                answer = await self._send(owner.address, msgspec.json.encode(asked))
                if answer is not None and not answer.moved:
                    return await self._taken(stream, answer)
            await asyncio.sleep(AGAIN_S)
            await self._keeper.looked()
        raise Elsewhere(stream)

    async def _send(self, address: str, body: bytes) -> Answered | None:
        """What another process answered; None when it did not."""
        sender = Sender(time(), "", "http", "", digest(body))
        proof = give_pass(self._service.store.keys, sender, PATH)
        headers = [(b"host", b"between"), (PASS, proof), (b"content-type", b"application/json")]
        try:
            answer: Answer = await exchange(address, "POST", PATH.encode(), headers, body)
        except AWAY:
            return None
        if answer.status != 200:
            return None
        return msgspec.json.decode(answer.body, type=Answered)

    async def _taken(self, stream: str, answer: Answered) -> Reply:
        """An answer as the log's own writer would give it, once this process knows it too."""
        if answer.why:
            await self._keeper.refresh()  # what it was refused for may be news here
            raise (NotYours if answer.not_yours else Refused)(answer.clause, answer.why)
        await self._keeper.mirrors.read_to({stream: answer.upto})
        return Reply(answer.upto)

    async def receive(self, body: bytes) -> bytes:
        """Carry out an order that another process sent."""
        asked = msgspec.json.decode(body, type=Asked)
        decoder = _of_house if asked.stream == HOUSE else _of_table
        order = Order(asked.at, asked.by, decoder.decode(asked.says))
        return msgspec.json.encode(await self._obeyed(asked, order))

    async def _obeyed(self, asked: Asked, order: Order) -> Answered:
        try:
            log = self._log(asked.stream)
            if log.elsewhere is not None:
                return Answered(moved=True)
            reply = await log.ask(order, asked.client, asked.sequence)
        except Elsewhere:
            return Answered(moved=True)
        except Refused as refusal:
            mine = isinstance(refusal, NotYours)
            return Answered(clause=refusal.clause, why=refusal.why, not_yours=mine)
        return Answered(reply.upto)

    def _log(self, stream: str) -> "Writer[Any]":
        if stream == HOUSE:
            return self._service.house
        return self._service.desk(stream.removeprefix(TABLE))
