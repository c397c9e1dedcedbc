"""Reports over HTTP: the catalog, a report in three forms, and the books at a glance."""

from typing import Annotated, Any, Literal

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from croupier.refused import Refused
from croupier.room.house.disclosure import WITNESSES
from croupier.room.house.people import FLOOR, SUPERVISORS, Actor, Role, check_role
from croupier.server.hosting.hosts import hidden_from
from croupier.server.service import Service
from croupier.server.store.database import Store
from croupier.server.store.long_reads import find_report, read_tally
from croupier.views.reports.catalog import REPORTS, report_named
from croupier.views.reports.charts import WIDE, bars
from croupier.views.reports.definition import BYS, Book, By, Kind, Report, check_asked, made
from croupier.views.reports.html_page import PERIODS, as_html, chart_of
from croupier.views.reports.overview import Overview, overview
from croupier.views.reports.report_formats import as_csv, as_json

READERS: frozenset[Role] = SUPERVISORS | {"accounting", "ieb_agent"}
CAGE: frozenset[Role] = READERS | {"cage_cashier"}
ROOM: frozenset[Role] = READERS | FLOOR | {"surveillance"}
OWN_READERS: dict[str, frozenset[Role]] = {  # roles whose duty it is too
    "cage": CAGE,
    "boxes": CAGE,
    "funds": CAGE,
    "payouts": CAGE,
    "displays": CAGE,
    "decks": ROOM | {"security"},
    "absences": ROOM,
    "irregularities": ROOM,
    "removals": ROOM | {"security"},
    "openings": WITNESSES,  # a request reveals who is under suspicion
}
PAPER = (  # a standalone page: no script, nothing from elsewhere
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)

Format = Literal["json", "csv", "html"]
Since = Annotated[str, QueryParameter(name="from", description="The first gaming day.")]
Until = Annotated[str, QueryParameter(name="to", description="The last gaming day.")]


class ReportListed(Struct):
    """A report that can be requested."""

    report: str
    title: str
    clause: str
    columns: list[str]
    spans: tuple[By, ...]


def readers_of(kind: Kind) -> frozenset[Role]:
    """The roles that may read a report."""
    return OWN_READERS.get(kind.name, READERS)


@get("/api/reports")
async def list_reports(actor: NamedDependency[Actor]) -> list[ReportListed]:
    """The reports that the caller may read."""
    found = [
        ReportListed(kind.name, kind.title, kind.clause, [c.name for c in kind.columns], BYS)
        for kind in REPORTS.values()
        if actor.role in readers_of(kind)
    ]
    if not found:
        check_role(actor, READERS, "POKER 19(j)", "read the reports of the house")
    return found


@get("/api/reports/{key:str}")
async def read_report(
    key: FromPath[str],
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    span: FromQuery[str] = "",
    since: Since = "",
    until: Until = "",
    table: FromQuery[str] = "",
    format: FromQuery[Format] = "json",  # noqa: A002  # the name of the parameter
    chart: FromQuery[bool] = False,
) -> Response[Any]:
    """A report, line by line or summed: by `day`, `week`, `day,table` and so on; with a chart."""
    kind = report_named(key)
    check_role(actor, readers_of(kind), kind.clause, f"read the report {kind.name!r}")
    chosen: list[By] = [part.strip() for part in span.split(",") if part.strip()]  # type: ignore[misc]  # checked when it is made
    if table:
        service.shown(table, actor.name)
    dawn, hidden = service.house.state.dawn, hidden_from(service, actor.name)

    async def work(store: Store) -> tuple[Report, int]:
        return await find_report(store, kind, chosen, since, until, table, dawn, hidden)

    made(kind, Book(), chosen, since, until)  # a faulty request is refused at once
    report, lines = await service.long_reads.read(work)
    report = replace(report, notice=service.house.state.notice)
    name = "-".join([kind.name, *chosen, *filter(None, (since, until))])
    if format == "csv":
        return _sent(as_csv(report), "text/csv", f"{name}.csv")
    if format == "html":
        at = f"{service.clock():%Y-%m-%d %H:%M} UTC"
        about = f"Made of {lines:,} lines of the logs at {at}, for {actor.name}."
        page = _sent(as_html(report, about), MediaType.HTML)
        page.headers["content-security-policy"] = PAPER
        return page
    answer = as_json(report) | {"lines": lines} | (_drawn(report) if chart else {})
    return Response(answer, headers={"cache-control": "no-store"})


def _drawn(report: Report) -> dict[str, Any]:
    """The chart of a report as SVG, and the names of what it shows; nothing, where it has none."""
    chart = chart_of(report)
    if chart is None:
        return {"drawing": "", "series": []}
    return {"drawing": bars(chart, WIDE), "series": [one.name for one in chart.series]}


def _sent(text: str, kind: str, name: str = "") -> Response[Any]:
    headers = {"cache-control": "no-store"}
    if name:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    return Response(text, media_type=kind, headers=headers)


@get("/api/books")
async def read_books(
    actor: NamedDependency[Actor],
    service: NamedDependency[Service],
    span: FromQuery[str] = "day",
    since: Since = "",
    until: Until = "",
) -> Overview:
    """The totals of a period, where every chip is, and how the days went."""
    check_role(actor, READERS, "POKER 19(j)", "read the books of the house")
    if span not in PERIODS:
        raise Refused("FIELD span", f"{span[:20]!r} is not one of {', '.join(PERIODS)}")
    check_asked([], since, until)  # as above

    dawn = service.house.state.dawn

    async def work(store: Store) -> Overview:
        return overview(await read_tally(store, dawn), span, since, until)

    return await service.long_reads.read(work)


ROUTES = (list_reports, read_report, read_books)
