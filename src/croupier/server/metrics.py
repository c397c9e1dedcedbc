"""What whoever runs the room looks at: is it in service, and how busy is it."""

from typing import Any

from litestar import get
from litestar.di import NamedDependency

from croupier.server.service import Service
from croupier.server.store.witness import Held, held


@get("/health")
async def health(service: NamedDependency[Service]) -> dict[str, Any]:
    """Whether the room is in service."""
    told = {"status": "open", "tables": len(service.desks)}
    return told | ({"faulty": service.faulty} if service.faulty else {})


@get("/metrics", media_type="text/plain")
async def metrics(service: NamedDependency[Service]) -> str:
    """Counters for a monitoring system, in the usual text form."""
    desks = service.desks.values()
    counts = {
        "croupier_tables": len(desks),
        "croupier_tables_playing": sum(desk.state.playing for desk in desks),
        "croupier_seats_taken": sum(len(desk.state.seats) for desk in desks),
        "croupier_watchers": sum(len(desk.watchers) for desk in desks),
        "croupier_lines_total": sum(number for number, _ in service.store.tips.values()),
        "croupier_commits_total": service.store.commits,
        "croupier_lines_unsigned": service.store.unsigned,
    }
    return "".join(f"# TYPE {name} {_kind(name)}\n{name} {n}\n" for name, n in counts.items())


def _kind(name: str) -> str:
    return "counter" if name.endswith("_total") else "gauge"


@get("/api/checkpoints")
async def list_checkpoints(service: NamedDependency[Service]) -> list[Held]:
    """Where every log was last signed: whoever keeps it is a witness of what was recorded."""
    return [held(one) for _, one in sorted(service.store.signed.items())]


ROUTES = (health, metrics, list_checkpoints)
