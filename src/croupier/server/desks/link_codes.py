"""Links as QR codes over HTTP: a page of this room, with the address that a phone can reach."""

import re
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from croupier.refused import Refused
from croupier.server.auth.authentication import peer
from croupier.server.service import Service
from croupier.server.setup.reach import address, code_of

LONGEST = 300  # characters of a path that a QR code can carry and a phone still reads
PLAIN = re.compile(r"/(?!/)[!-~]*")  # as browsers write paths


@get("/api/qr", include_in_schema=False)
async def draw_code(
    request: Request[Any, Any, Any], service: NamedDependency[Service], path: FromQuery[str]
) -> Response[bytes]:
    """A QR code for a page of this room."""
    service.door.knock("drawing", peer(request))  # one takes as long as many other requests
    if not PLAIN.fullmatch(path) or len(path) > LONGEST:
        raise Refused("FIELD path", f"a path begins with / and has up to {LONGEST} plain letters")
    drawing = code_of(address(service.config) + path)
    headers = {"cache-control": "no-store"}
    return Response(drawing, media_type="image/svg+xml", headers=headers)
