"""What a process does with its tables when it gains a log, or loses one to another process."""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from croupier.refused import Refused
from croupier.room.conduct.facts import PlayerRemoved
from croupier.server.cluster.placement import is_placed
from croupier.server.monitoring.server_log import LOG
from croupier.server.store.lines import HOUSE, TABLE
from croupier.server.tables.balanced import compare_balances

if TYPE_CHECKING:
    from croupier.server.service import Service
    from croupier.server.tables.desk import Desk
    from croupier.server.tables.writer import Writer


class Handover:
    """Brings logs into service, and takes them out of it."""

    def __init__(self, service: "Service") -> None:
        """Serve logs in this room."""
        self._service = service

    def serves(self, stream: str) -> bool:
        """Whether a log is one that is served, and can be: a faulty table stays closed."""
        return is_placed(stream) and (stream == HOUSE or self._desk(stream) is not None)

    def _desk(self, stream: str) -> "Desk | None":
        return self._service.desks.get(stream.removeprefix(TABLE))

    def _log(self, stream: str) -> "Writer[Any] | None":
        return self._service.house if stream == HOUSE else self._desk(stream)

    async def took(self, stream: str) -> None:
        """Serve a log that this process has gained; clocks resume as after any restart."""
        service, log, desk = self._service, self._log(stream), self._desk(stream)
        assert log is not None
        dealer = service.appoint(desk) if desk is not None else None
        log.elsewhere = None  # orders may come from here on
        await compare_balances(service.store, log)
        if service.store.faults:
            return
        log.take_over()
        if stream == HOUSE:
            service.walk()
        if desk is not None and dealer is not None:
            service.keep_order(desk.tail[-1].entry.at if desk.tail else None)
            with suppress(Refused):  # it runs already
                await service.wake(desk)
            dealer.start()
            for entry in desk.slips:
                service.courier.hand_in(desk, entry)
            service.courier.run(service.courier.book(desk.state.name))
            self._remove_excluded(desk)
        LOG.info("%s is served here now", stream)

    def _remove_excluded(self, desk: "Desk") -> None:
        """Remove players who were removed at other tables while nobody served this one."""
        for other in self._service.desks.values():
            for entry in other.slips:
                if isinstance(entry.fact, PlayerRemoved):
                    self._service.courier.remove_everywhere(entry, [desk])

    def rest(self, stream: str, *, resting: bool) -> None:
        """Let no round begin at a table that goes to another process."""
        dealer = self._service.dealers.get(stream.removeprefix(TABLE))
        if dealer is not None:
            dealer.resting = resting

    def can_go(self, stream: str) -> bool:
        """Whether a log can go to another process now: a table does between two rounds."""
        desk = self._desk(stream)
        return stream == HOUSE or (desk is not None and not desk.state.playing)

    async def gave(self, stream: str) -> None:
        """Finish what was asked of a log, and let its people go: they come back."""
        service, log = self._service, self._log(stream)
        assert log is not None
        assert service.elsewhere is not None
        await self._dismiss(stream)
        await log.hand_over(service.elsewhere)
        service.connections.let_go(stream.removeprefix(TABLE))
        LOG.info("%s is given to another process", stream)

    def lost(self, stream: str) -> None:
        """Stop serving a log at once: another process has it, or it must be read again."""
        service, log = self._service, self._log(stream)
        if log is None:
            return
        assert service.elsewhere is not None
        log.abandon(service.elsewhere)
        service.connections.let_go(stream.removeprefix(TABLE))
        if (dealer := service.dealers.pop(stream.removeprefix(TABLE), None)) is not None:
            service.courier.run(dealer.stop())
        LOG.warning("%s is lost to this process", stream)

    async def _dismiss(self, stream: str) -> None:
        dealer = self._service.dealers.pop(stream.removeprefix(TABLE), None)
        if dealer is not None:
            await dealer.stop()
