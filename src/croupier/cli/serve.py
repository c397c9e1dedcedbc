"""`croupier serve`: the room over the network."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from socket import socket
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words
from croupier.cli.stored import engine_of
from croupier.refused import Refused

if TYPE_CHECKING:
    from litestar import Litestar

    from croupier.server.cluster.forward import Forward
    from croupier.server.config import Config
    from croupier.server.setup.unopened import FirstRun

NAME = "serve"
EXAMPLES = (
    "\b\nExamples:\n  croupier serve --demo\n  croupier serve --db sqlite:///room.db --port 8080\n"
    "  croupier serve --config room.toml\n  croupier serve --lan\n"
    "  croupier serve --db postgresql://... --workers 4"
)
EMPTY = "the room is not set up yet: open it once with one process, without --workers"


def run(
    db: Annotated[
        str | None, typer.Option(help="The room's database: sqlite:///FILE or postgresql://...")
    ] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on.")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    keys: Annotated[str | None, typer.Option(help="The key file, created the first time.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with the settings.")] = None,
    setup: Annotated[
        Path | None,
        typer.Option(help="A TOML file that sets up an empty room: kind, name, zone ..."),
    ] = None,
    lan: Annotated[
        bool | None,
        typer.Option("--lan/--no-lan", help="Accept phones and computers of the local network."),
    ] = None,
    url: Annotated[
        str | None, typer.Option(help="The room's public address, for links and QR codes.")
    ] = None,
    demo: Annotated[
        bool | None,
        typer.Option("--demo/--no-demo", help="A demo: guests without accounts, and bots."),
    ] = None,
    trusted_proxy: Annotated[
        str | None,
        typer.Option(help="The proxy in front of the room; its X-Forwarded headers are trusted."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, help="Run N processes that share the room, also with those of other machines."
        ),
    ] = None,
    standby: Annotated[
        bool, typer.Option("--standby", help="The same as --workers 1.", hidden=True)
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Open the room: tables, players and staff over the network."""
    from croupier.server.app import create_app
    from croupier.server.config import load_config
    from croupier.server.monitoring.server_log import start_logging
    from croupier.server.setup.first_run import read_setup
    from croupier.server.setup.unopened import FirstRun

    given = {"db": db, "port": port, "host": host, "keys": keys, "demonstration": demo}
    given |= {"trusted_proxy": trusted_proxy, "lan": lan, "url": url}
    settings = load_config(config, given)
    wanted = read_setup(setup) if setup is not None else None
    start_logging(settings.log)
    workers = workers or (1 if standby else None)
    if workers is not None:
        _share(settings, workers, as_json)
        return
    with _kept(settings, shared=False):
        first = FirstRun(wanted) if asyncio.run(_check(settings)) else None
        app = create_app(settings, first=first)
        _serve(app, settings, partial(_tell, settings, first, as_json))


@contextmanager
def _kept(settings: "Config", *, shared: bool) -> Iterator[None]:
    """Keep the database to this process, or to those that share it; stop when it is lost."""
    from croupier.server.store.lock import alone

    with alone(settings.db, lambda: os.kill(os.getpid(), signal.SIGTERM), shared=shared):
        yield


def _share(settings: "Config", workers: int, as_json: bool) -> None:
    """Serve the room with processes that share it, these and those of other machines."""
    from croupier.cli.worker_processes import Worker, run_workers
    from croupier.server.app import create_app
    from croupier.server.cluster.forward import Forward
    from croupier.server.monitoring.server_log import start_logging
    from croupier.server.setup.preflight import check_shared
    from croupier.server.store.lease import this_server

    check_shared(settings)
    with _kept(settings, shared=True):
        if asyncio.run(_check(settings, beside=workers > 1)):
            raise Refused("FIELD workers", EMPTY)

    def work(worker: Worker) -> None:
        start_logging(settings.log, this_server().process)
        with _kept(settings, shared=True):
            app = create_app(settings, shared_at=worker.address)
            around = Forward(app, lambda: getattr(_service_of(app), "shared", None))
            tell = partial(_tell, settings, None, as_json) if worker.number == 0 else _say_nothing
            _serve(around, settings, tell, worker.sockets, around.is_peer)

    run_workers(settings, workers, work)


def _service_of(app: "Litestar") -> object:
    return app.state.get("service")


def _say_nothing() -> None:
    """Another worker says where the room is."""


async def _check(settings: "Config", *, beside: bool = False) -> bool:
    """Refuse settings that would keep the room shut; say whether it must be set up first."""
    from croupier.server.setup.first_run import is_empty, kind_recorded
    from croupier.server.setup.preflight import (
        check_address,
        check_games,
        check_keys,
        check_proxies,
        keep_private,
    )
    from croupier.server.setup.reach import check_url, listens_on

    check_address(listens_on(settings), settings.port, beside=beside)
    check_url(settings.url)
    check_proxies(settings.trusted_proxy)
    async with engine_of(settings, fresh=True) as engine:
        keep_private(engine.url)
        await check_games(engine)
        await check_keys(engine, Path(settings.keys))
        kind = await kind_recorded(engine)
        if settings.demonstration and kind not in (None, "demonstration"):
            why = f"this room was set up as a {kind}: a demonstration needs a database of its own"
            raise Refused("FIELD demo", why)
        return not settings.demonstration and await is_empty(engine)


def _tell(settings: "Config", first: "FirstRun | None", as_json: bool) -> None:
    """Say where the room is, and once, where it is set up."""
    from croupier.server.setup.reach import address

    where = {"address": address(settings)}
    if first is not None and first.wanted is None:
        where["setup"] = f"{where['address']}/setup?token={first.token}"
    if as_json:
        print_json(where)
    elif "setup" in where:
        print_words(f"croupier is at {where['address']}; set the room up at {where['setup']}")
    else:
        print_words(f"croupier is at {where['address']}")
    sys.stdout.flush()


def _serve(
    app: "Litestar | Forward",
    settings: "Config",
    tell: Callable[[], None],
    sockets: "list[socket] | None" = None,
    is_peer: Callable[[str], bool] = lambda host: False,
) -> None:
    """Run the room, and print its address once it answers."""
    import uvicorn  # only here: the other commands start without a server

    from croupier.server.guard.wire import patient_protocol
    from croupier.server.setup.reach import listens_on
    from croupier.server.tables.direct import Direct

    class Opened(uvicorn.Server):
        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            gc.freeze()  # what was there at the start stays: it is never looked through again
            tell()

    gc.set_threshold(100_000, 20, 100)  # logs at hand are large and have no cycles to look for
    config = uvicorn.Config(
        app,
        host=listens_on(settings),
        port=settings.port,
        log_config=None,
        log_level="warning",
        timeout_graceful_shutdown=5,
        ws=Direct,
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        http=patient_protocol(settings, is_peer),
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=settings.trusted_proxy,
        server_header=False,
    )
    room = Opened(config)

    def close(*_: object) -> None:
        room.should_exit = True  # before it is open, or once more when it is closed in order

    signal.signal(signal.SIGTERM, close)
    with suppress(KeyboardInterrupt):
        room.run(sockets)
