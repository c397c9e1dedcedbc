"""Orders that are given between two rounds of play: they wait for the end of the one that is open.

A busy table rests for a few seconds only, which no person should have to hit.
"""

import asyncio
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from croupier.refused import Refused
from croupier.room.logbook import Order
from croupier.room.table.decide import obey
from croupier.room.table.orders import PostSign
from croupier.room.table.state import RoundOpen
from croupier.room.table.written import between
from croupier.server.tables.desk import Desk
from croupier.server.tables.writer import Reply

PATIENCE = 2.0  # seconds of one request: a person who still wants it asks again


async def ask_after_round(
    desk: Desk,
    order: Order,
    client: str = "",
    sequence: int = 0,
    *,
    check: Callable[[], Awaitable[object]],
) -> Reply:
    """Give a table an order, once the round that it must not interrupt is over.

    What has waited is checked again: the person may have been signed out, or lost the role.
    """
    until = asyncio.get_running_loop().time() + PATIENCE
    while True:
        try:
            return await desk.ask(replace(order, at=desk.clock.now()), client, sequence)
        except RoundOpen:
            _foresee(desk, order)
            await _over(desk, until)
            await check()


def _foresee(desk: Desk, order: Order) -> None:
    """Refuse a sign at once that the table could not post after its round either."""
    if isinstance(order.says, PostSign):
        obey(between(desk.state), order, desk.house())


async def _over(desk: Desk, until: float) -> None:
    try:
        async with asyncio.timeout_at(until):
            while desk.state.playing:
                await desk.changed.wait()
    except TimeoutError:
        raise Refused("FIELD after_round", "the round of play is not over yet") from None
