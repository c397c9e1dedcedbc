"""The ledger of a friends' game over HTTP: who bought what, and who pays whom."""

import csv
from io import StringIO

from litestar import Response, get
from litestar.di import NamedDependency

from croupier.refused import Refused
from croupier.room.cage.settling import Ledger, among, circle, ledger
from croupier.room.house.people import Actor
from croupier.server.service import Service


def ledger_of(service: Service, viewer: Actor) -> Ledger:
    """The ledger as it stands: of the whole room for its staff, of their circle for a player."""
    house = service.house.state
    whole = ledger(house, [desk.state for desk in service.desks.values()])
    return among(whole, circle(house, viewer.name)) if viewer.role == "player" else whole


@get("/api/ledger")
async def read_ledger(actor: NamedDependency[Actor], service: NamedDependency[Service]) -> Ledger:
    """What everybody in your circle bought, gave back and owes, among friends."""
    _check_friend(service, actor)
    return ledger_of(service, actor)


@get("/api/ledger.csv")
async def export_ledger(
    actor: NamedDependency[Actor], service: NamedDependency[Service]
) -> Response[str]:
    """The ledger for a spreadsheet."""
    _check_friend(service, actor)
    found, text = ledger_of(service, actor), StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["player", "in", "out", "still out", "net"])
    for one in found.lines:
        amounts = (one.bought, one.returned, one.out, one.net)
        rows.writerow([_plain(one.person), *map(_dollars, amounts)])
    rows.writerow([])
    rows.writerow(["payer", "pays to", "amount"])
    for pay in found.payments:
        rows.writerow([_plain(pay.payer), _plain(pay.payee), _dollars(pay.chips)])
    rows.writerow([])
    rows.writerow(["at", "player", "chips", "approved by"])
    for given in found.given:
        when = given.at.isoformat(timespec="seconds")
        rows.writerow([when, _plain(given.person), _dollars(given.chips), _plain(given.by)])
    named = {"content-disposition": 'attachment; filename="ledger.csv"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=named)


def _dollars(chips: int) -> str:
    """An amount as a spreadsheet reads it.

    >>> _dollars(-1_50)
    '-1.50'
    """
    return f"{'-' if chips < 0 else ''}{abs(chips) // 100}.{abs(chips) % 100:02}"


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


def _check_friend(service: Service, actor: Actor) -> None:
    house = service.house.state
    known = any(actor.name in game.guests for game in house.games.values())
    if house.kind != "friends" or not (known or actor.role != "player"):
        raise Refused("A-96", "only the players of a friends' game can read its ledger")


ROUTES = (read_ledger, export_ledger)
