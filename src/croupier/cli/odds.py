"""`croupier odds`: the workbench for chances, alone in a browser."""

import sys
import webbrowser
from contextlib import suppress
from socket import socket
from typing import Annotated

import typer

from croupier.cli.given import AsJson
from croupier.cli.screen import print_json, print_words

NAME = "odds"
EXAMPLES = "\b\nExamples:\n  croupier odds\n  croupier odds --port 8080 --no-browser"


def run(
    port: Annotated[int, typer.Option(help="The port to listen at; 0 takes a free one.")] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Open the odds workbench in a browser.

    Equities, edges and strategies follow every change of game, cards, ranges and pay tables.
    """
    import uvicorn  # only here: the other commands start without a server

    from croupier.server.setup.preflight import check_address
    from croupier.server.workbench_app import create_workbench

    host = "127.0.0.1"
    check_address(host, port)

    class Opened(uvicorn.Server):
        async def startup(self, sockets: list[socket] | None = None) -> None:
            await super().startup(sockets)
            at = self.servers[0].sockets[0].getsockname()[1]
            address = f"http://{host}:{at}/odds"
            print_json({"address": address}) if as_json else print_words(f"odds are at {address}")
            sys.stdout.flush()
            if browser:
                webbrowser.open(address)

    config = uvicorn.Config(
        create_workbench(), host=host, port=port, log_config=None, log_level="warning"
    )
    with suppress(KeyboardInterrupt):
        Opened(config).run()
