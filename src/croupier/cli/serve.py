"""`croupier serve`: the room over the network."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import engine_of

if TYPE_CHECKING:
    from litestar import Litestar

    from croupier.server.config import Config

NAME = "serve"
EXAMPLES = (
    "\b\nExamples:\n  croupier serve --demo\n  croupier serve --db sqlite:///room.db --port 8080\n"
    "  croupier serve --config room.toml"
)


def run(
    db: Annotated[
        str | None, typer.Option(help="The room's database: sqlite:///FILE or postgresql://...")
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    keys: Annotated[str | None, typer.Option(help="The key file, created the first time.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with the settings.")] = None,
    demo: Annotated[
        bool | None,
        typer.Option("--demo/--no-demo", help="A demo: guests without accounts, and bots."),
    ] = None,
    trusted_proxy: Annotated[
        str | None,
        typer.Option(
            help="The proxy in front of the room: its X-Forwarded-For and -Proto are believed."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Open the room: tables, players and staff over the network."""
    from croupier.server.app import create_app
    from croupier.server.config import load_config
    from croupier.server.server_log import start_logging
    from croupier.server.store.lock import alone

    given = {"db": db, "port": port, "host": host, "keys": keys, "demonstration": demo}
    given |= {"trusted_proxy": trusted_proxy}
    settings = load_config(config, given)
    start_logging(settings.log)
    with alone(settings.db, on_lost=lambda: os.kill(os.getpid(), signal.SIGTERM)):
        asyncio.run(_check(settings))
        _serve(create_app(settings), settings, lambda: _tell(settings, as_json))


async def _check(settings: "Config") -> None:
    """Refuse settings that would keep the room shut, before its address is printed."""
    from croupier.server.preflight import (
        check_address,
        check_keys,
        check_proxies,
        keep_private,
    )

    check_address(settings.host, settings.port)
    check_proxies(settings.trusted_proxy)
    async with engine_of(settings, fresh=True) as engine:
        keep_private(engine.url)
        await check_keys(engine, Path(settings.keys))


def _tell(settings: "Config", as_json: bool) -> None:
    address = f"http://{settings.host}:{settings.port}"
    print_json({"address": address}) if as_json else print_words(f"croupier is at {address}")
    sys.stdout.flush()


def _serve(app: "Litestar", settings: "Config", tell: Callable[[], None]) -> None:
    """Run the room, and print its address once it answers."""
    import uvicorn  # only here: the other commands start without a server

    from croupier.server.wire import patient_protocol

    class Opened(uvicorn.Server):
        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            tell()

    signal.signal(signal.SIGTERM, lambda *_: None)  # once the room is closed in order, all is well
    gc.set_threshold(100_000, 20, 100)  # logs at hand are large and have no cycles to look for
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=5,
        ws_max_size=64 * 1024,
        http=patient_protocol(settings),
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=settings.trusted_proxy,
        server_header=False,
    )
    with suppress(KeyboardInterrupt):
        Opened(config).run()
