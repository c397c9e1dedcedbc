"""How clients number their orders: what the database can keep, over HTTP and over sockets."""

import re
from typing import Annotated

from msgspec import Meta

MOST = 2**53  # what every client counts exactly
NAME = r"^[\w.-]+$"

Client = Annotated[str, Meta(min_length=1, max_length=40, pattern=NAME)]
Sequence = Annotated[int, Meta(ge=1, le=MOST)]
OfFrame = Annotated[int, Meta(ge=0, le=MOST)]  # 0: of a frame that is no order


def client_of(text: str) -> str:
    """The name of a client in the address of a socket; empty where it is none.

    >>> client_of("a1b2"), client_of("a/b"), client_of("a" * 41)
    ('a1b2', '', '')
    """
    return text if len(text) <= 40 and re.fullmatch(NAME, text) else ""
