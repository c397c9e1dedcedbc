"""Where people find the room: the address that links and QR codes carry."""

import socket
from contextlib import closing
from io import BytesIO
from urllib.parse import urlsplit

import segno

from croupier.refused import Refused
from croupier.server.config import Config

EVERYWHERE = ("0.0.0.0", "::")  # compared with, not bound


def listens_on(config: Config) -> str:
    """The address to bind: with `lan` every network of this machine, not the loopback alone."""
    return EVERYWHERE[0] if config.lan and config.host == Config().host else config.host


def address(config: Config) -> str:
    """The address of the room as other people type it, without a slash at its end.

    >>> address(Config(url="https://poker.example.org/"))
    'https://poker.example.org'
    >>> address(Config())
    'http://127.0.0.1:8000'
    """
    if config.url:
        return config.url.rstrip("/")
    host = listens_on(config)
    host = own_address() if host in EVERYWHERE else host
    return f"http://{f'[{host}]' if ':' in host else host}:{config.port}"


def reached_at(config: Config) -> str:
    """Where other servers of the same room reach this one.

    >>> reached_at(Config(advertise="10.0.0.5:8000")), reached_at(Config())
    ('10.0.0.5:8000', '127.0.0.1:8000')
    """
    if config.advertise:
        return config.advertise
    host = listens_on(config)
    host = own_address() if host in EVERYWHERE else host
    return f"[{host}]:{config.port}" if ":" in host else f"{host}:{config.port}"


def own_address() -> str:
    """This machine's address in its own network; nothing is sent to find it."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as tried:
        try:
            tried.connect(("192.0.2.1", 9))  # an address that belongs to nobody
            return str(tried.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def check_url(url: str) -> None:
    """Refuse an address that no browser could open, or that leads below the root of a host.

    >>> check_url("poker.example.org")
    Traceback (most recent call last):
        ...
    croupier.refused.Refused: write the whole address, like https://poker.example.org ...
    """
    if not url:
        return
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise Refused("FIELD url", "write the whole address, like https://poker.example.org")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise Refused("FIELD url", "write only the host, without a path")


def code_of(text: str) -> bytes:
    """The QR code of an address, as a drawing."""
    drawn = BytesIO()
    segno.make(text, micro=False, error="m").save(
        drawn,
        kind="svg",
        scale=4,
        border=3,
        dark="#000",
        light="#fff",
        svgclass=None,
        omitsize=True,
    )
    return drawn.getvalue()
