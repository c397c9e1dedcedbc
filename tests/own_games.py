"""Games of their own that tests register: known during the test, and forgotten after it."""

from collections.abc import Iterator
from contextlib import contextmanager

from croupier import games
from croupier.rankings import OWN_FAMILIES


@contextmanager
def forgotten_after() -> Iterator[None]:
    """Take back the games and families registered inside: in the package that is for good."""
    known, families = dict(games._REGISTERED), dict(OWN_FAMILIES)
    try:
        yield
    finally:
        for kept, before in ((games._REGISTERED, known), (OWN_FAMILIES, families)):
            for key in kept.keys() - before.keys():
                del kept[key]
