"""One thing wrong with a sign."""

from typing import NamedTuple


class Fault(NamedTuple):
    """One thing wrong with a sign: the rule and the reason."""

    clause: str
    why: str
