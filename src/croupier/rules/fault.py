"""One thing wrong with a sign."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.refused import Refused


class Fault(NamedTuple):
    """One thing wrong with a sign: the rule and the reason."""

    clause: str
    why: str


def refuse(found: Iterable[Fault]) -> None:
    """Refuse if there is any fault, naming all of them in one sentence, each once."""
    each = [*dict.fromkeys(found)]
    if each:
        rest = "".join(f"; {fault.why} ({fault.clause})" for fault in each[1:])
        raise Refused(each[0].clause, each[0].why + rest)
