"""What the operator watches: whether the room is in service, what is broken, how busy it is."""

from collections.abc import Iterator
from http import HTTPStatus
from secrets import compare_digest
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from croupier.server.auth.authentication import bearer_of
from croupier.server.service import Service
from croupier.server.store.lines import CHAT, TABLE
from croupier.server.store.pages import named_checkpoints, snapshot
from croupier.server.store.witness import Held, held

UNNAMED = "a log is not what it should be: the server's log and `croupier verify-log` name it"


async def _faults(service: Service) -> dict[str, str]:
    """What does not work, in words that name no private game."""
    found, private = await service.health.faults(), service.house.state.games
    hidden = any(name in found.get("record", "") for name in private)
    return found | {"record": UNNAMED} if hidden else found


@get("/health")
async def health(service: NamedDependency[Service]) -> dict[str, Any]:
    """Whether the process lives, and what does not work: `open`, `impaired` or `read-only`."""
    faults = await _faults(service)
    status = "impaired" if faults else "open"
    if service.store.faults:
        status = "read-only"
    private = service.house.state.games
    answer: dict[str, Any] = {"status": status, "tables": len(service.desks)}
    answer |= {"faults": faults} if faults else {}
    if service.shared is not None:
        serves = [name for name in service.shared.serves() if name not in private]
        answer |= {"process": service.store.owner.process, "serves": serves}
    faulty = {name: why for name, why in service.faulty.items() if name not in private}
    return answer | ({"faulty": faulty} if faulty else {})


@get("/ready")
async def ready(service: NamedDependency[Service]) -> Response[dict[str, Any]]:
    """Whether orders can be carried out: 503 with the reasons while they cannot."""
    faults = await _faults(service)
    status = HTTPStatus.SERVICE_UNAVAILABLE if faults else HTTPStatus.OK
    return Response({"ready": not faults, "faults": faults}, status_code=status)


@get("/metrics", media_type="text/plain")
async def metrics(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> str:
    """Counters for a monitoring system, in the usual text form; it sends the posted token."""
    token = service.config.metrics_token
    if not token:
        raise NotFoundException("metrics are off: set metrics_token")
    if not compare_digest(bearer_of(request).encode(), token.encode()):
        raise NotAuthorizedException("send the metrics token: Authorization: Bearer TOKEN")
    counts = _Counts(service, len(await service.health.faults()))
    registry = CollectorRegistry()
    registry.register(counts)
    both = generate_latest(registry) + generate_latest(service.store.measures.registry)
    return both.decode()


class _Counts(Collector):
    """What there is of everything now."""

    def __init__(self, service: Service, faults: int) -> None:
        self._service, self._faults = service, faults

    def collect(self) -> Iterator[Metric]:
        for name, words, value in self._gauges():
            yield GaugeMetricFamily(f"croupier_{name}", words, value)
        store = self._service.store
        lines = sum(number for number, _ in store.tips.values())
        yield CounterMetricFamily("croupier_lines", "Lines of all logs, in all processes.", lines)
        yield CounterMetricFamily("croupier_commits", "Transactions of the record.", store.commits)
        server = GaugeMetricFamily(
            "croupier_server", "Logs of this process: tables, the house.", labels=["process"]
        )
        server.add_metric([store.owner.process], 0 if store.faults else self._held())
        yield server
        shared = self._service.shared
        words = "Requests and sockets passed on to other processes."
        yield CounterMetricFamily("croupier_forwarded", words, shared.forwarded if shared else 0)

    def _held(self) -> int:
        """How many logs are served here, chats not counted."""
        shared = self._service.shared
        return len(shared.serves()) if shared is not None else len(self._service.desks) + 1

    def _gauges(self) -> Iterator[tuple[str, str, int]]:
        service, desks = self._service, self._service.desks.values()
        waiting = [desk.waiting for desk in desks] + [service.house.waiting]
        viewers = [watcher for desk in desks for watcher in desk.watchers]
        behind = max((viewer.behind for viewer in viewers), default=0)
        yield "tables", "Tables in service, in all processes.", len(desks)
        keeper = service.shared.keeper if service.shared is not None else None
        yield "processes", "Processes of the room.", len(keeper.members) if keeper else 1
        orphans = len(keeper.orphans) if keeper else 0
        yield "logs_without_owner", "Tables, or the house, that no process has.", orphans
        yield "tables_playing", "Tables with a round in play.", sum(d.state.playing for d in desks)
        yield "seats_taken", "Players at tables.", sum(len(desk.state.seats) for desk in desks)
        yield "watchers", "Viewers of tables.", len(viewers)
        yield "connections", "Open sockets.", len(service.connections)
        yield "faults", "Things that do not work.", self._faults
        yield "lines_unsigned", "Lines that no checkpoint covers.", service.store.unsigned
        mine = service.store.heads if service.store.mine is None else service.store.mine
        yield "logs_leased", "Logs that this process may write to.", len(mine)
        yield "orders_waiting", "Orders that wait, in all logs.", sum(waiting)
        yield "appends_waiting", "Appends that wait to be written.", service.store.waiting
        yield "bytes_waiting", "Bytes that wait for the slowest viewer.", behind


@get("/api/checkpoints")
async def list_checkpoints(service: NamedDependency[Service]) -> list[Held]:
    """Where every log was last signed: a copy kept elsewhere bears witness to what was recorded.

    Private games are not named; the roll, of the log `room`, covers them with all others.
    """
    private = service.house.state.games
    hidden = {log for name in private for log in (TABLE + name, CHAT + name)}
    signed = service.store.signed
    if service.shared is not None:  # other processes sign too
        async with snapshot(service.store.engine) as connection:
            signed = {one.stream: one for one in await named_checkpoints(connection)}
    return [held(one) for log, one in sorted(signed.items()) if log not in hidden]


ROUTES = (health, ready, metrics, list_checkpoints)
