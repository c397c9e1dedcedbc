"""What the operator watches: whether the room is in service, what is broken, how busy it is."""

from http import HTTPStatus
from secrets import compare_digest
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException

from croupier.server.auth.authentication import bearer_of
from croupier.server.service import Service
from croupier.server.store.witness import Held, held


@get("/health")
async def health(service: NamedDependency[Service]) -> dict[str, Any]:
    """Whether the process lives, and what does not work: `open`, `impaired` or `read-only`."""
    faults = await service.health.faults()
    status = "impaired" if faults else "open"
    if service.store.faults:
        status = "read-only"
    answer: dict[str, Any] = {"status": status, "tables": len(service.desks)}
    answer |= {"faults": faults} if faults else {}
    return answer | ({"faulty": service.faulty} if service.faulty else {})


@get("/ready")
async def ready(service: NamedDependency[Service]) -> Response[dict[str, Any]]:
    """Whether orders can be carried out: 503 with the reasons while they cannot."""
    faults = await service.health.faults()
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
    desks = service.desks.values()
    counts = {
        "croupier_tables": len(desks),
        "croupier_tables_playing": sum(desk.state.playing for desk in desks),
        "croupier_seats_taken": sum(len(desk.state.seats) for desk in desks),
        "croupier_watchers": sum(len(desk.watchers) for desk in desks),
        "croupier_connections": len(service.connections),
        "croupier_faults": len(await service.health.faults()),
        "croupier_lines_total": sum(number for number, _ in service.store.tips.values()),
        "croupier_commits_total": service.store.commits,
        "croupier_lines_unsigned": service.store.unsigned,
    }
    return "".join(f"# TYPE {name} {_kind(name)}\n{name} {n}\n" for name, n in counts.items())


def _kind(name: str) -> str:
    return "counter" if name.endswith("_total") else "gauge"


@get("/api/checkpoints")
async def list_checkpoints(service: NamedDependency[Service]) -> list[Held]:
    """Where every log was last signed: a copy kept elsewhere bears witness to what was recorded."""
    return [held(one) for _, one in sorted(service.store.signed.items())]


ROUTES = (health, ready, metrics, list_checkpoints)
