"""A round against the bank in which nobody wagers holds nobody up."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from croupier.chips import Chips
from croupier.engine.commands import Place
from croupier.room.seating.orders import Leave, Sit
from croupier.room.table.facts import RoundCalledOff
from croupier.room.table.rounds import Play
from croupier.server.store.audit import audit
from croupier.server.store.database import make_engine
from croupier.server.store.long_reads import read_book
from croupier.server.tables.desk import Desk
from croupier.views.recorded_hands import hands_of
from croupier.views.reports.catalog import REPORTS
from croupier.views.reports.definition import made
from tests.server.rooms import FAST, KEYS, Onlooker, opened, run, say, seated, served, until

BANKED = ["texas-holdem-bonus", "flop-poker", "two-card-joker"]
QUICK = replace(FAST, bets=1.0, turn=0.1, bank=0.0, protection=0.0)


def round_with(*seats: int) -> Callable[[Desk], bool]:
    """Whether a round is open, and these are asked for wagers."""

    def holds(desk: Desk) -> bool:
        state = desk.state.round
        return desk.state.playing and state is not None and set(state.order) == set(seats)

    return holds


@pytest.mark.parametrize("key", BANKED)
def test_who_goes_without_a_wager_is_not_waited_for(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await opened(service, key=key)
            await seated(service, "1", 1)
            await until(desk, round_with(1))
            await say(service, "1", "Ada", Leave())
            await until(desk, lambda desk: not desk.state.seats)
            await say(service, "1", "Bob", Sit(seat=2, chips=Chips(200_00)))
            await until(desk, round_with(2))

    run(work)


@pytest.mark.parametrize("key", BANKED)
def test_who_comes_later_does_not_wait_for_somebody_who_never_wagers(sqlite: str, key: str) -> None:
    async def work() -> None:
        async with served(sqlite, QUICK) as service:
            desk = await opened(service, key=key)
            desk.watch(Onlooker("Ada"))
            await seated(service, "1", 1)
            await until(desk, round_with(1))
            before = desk.number
            await say(service, "1", "Bob", Sit(seat=2, chips=Chips(200_00)))
            await until(desk, round_with(1, 2))
            wagers = {"ante": Chips(5_00), "pot": Chips(5_00)}
            if key != "flop-poker":
                del wagers["pot"]
            await say(service, "1", "Bob", Play(command=Place(2, wagers)))
            await until(desk, lambda desk: desk.state.rounds == 1)
            answer = [entry.entry for entry in desk.tail if entry.number > before]
            assert sum(isinstance(entry.fact, RoundCalledOff) for entry in answer) >= 1
            book = await read_book(service.store)
            first, second, *_ = hands_of("1", book.tables["1"])
            assert (first.number, first.closed, second.number, second.closed) == (1, False, 1, True)
            for kind in REPORTS.values():
                made(kind, book, [], "", "")
        engine = make_engine(sqlite)
        assert [fault async for fault in audit(engine, KEYS)] == []
        await engine.dispose()

    run(work)
