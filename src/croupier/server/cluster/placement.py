"""Which process should have a log: every process computes the same answer."""

from collections.abc import Sequence
from hashlib import blake2b

from croupier.server.store.lines import CHAT, HOUSE, TABLE
from croupier.server.store.members import Member


def is_placed(stream: str) -> bool:
    """Whether a log is given to a process by itself; a chat goes with its table.

    >>> [is_placed(one) for one in ("house", "table/1", "chat/1", "people")]
    [True, True, False, False]
    """
    return stream == HOUSE or stream.startswith(TABLE)


def with_chat(stream: str) -> list[str]:
    """A log, and the chat that goes with it.

    >>> with_chat("table/1"), with_chat("house")
    (['table/1', 'chat/1'], ['house'])
    """
    is_table = stream.startswith(TABLE)
    return [stream, CHAT + stream.removeprefix(TABLE)] if is_table else [stream]


def place_of(stream: str, wanted: str, members: Sequence[Member]) -> str:
    """The process that should have a log: the one an operator named, or one by a hash.

    When a process comes or goes, only the logs that it should have, or had, change places. One
    that drains gets nothing, unless all do.
    """
    takers = [one for one in members if not one.draining] or list(members)
    if any(one.name == wanted for one in takers):
        return wanted
    return max((one.name for one in takers), key=lambda name: _weight(stream, name), default="")


def _weight(stream: str, name: str) -> bytes:
    return blake2b(f"{name}\n{stream}".encode(), digest_size=8).digest()
