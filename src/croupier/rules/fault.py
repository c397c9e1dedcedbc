"""One thing wrong with a sign."""

from collections.abc import Iterable
from typing import NamedTuple

from croupier.refused import Refused


class Fault(NamedTuple):
    """One thing wrong with a sign: the rule and the reason."""

    clause: str
    why: str
    key: str = ""  # of the sign, where the clause does not name it

    @property
    def field(self) -> str:
        """The key of the sign that it concerns, empty if it concerns the whole.

        >>> Fault("SIGN unit", "too small").field, Fault("POKER 17", "none", "limits").field
        ('unit', 'limits')
        """
        return self.key or (self.clause[5:] if self.clause.startswith("SIGN ") else "")


def refuse(found: Iterable[Fault]) -> None:
    """Refuse a sign or definition if it has any fault, naming all of them in one sentence."""
    each = [*{(fault.clause, fault.why): fault for fault in found}.values()]
    if each:
        rest = "".join(f"; {fault.why} ({fault.clause})" for fault in each[1:])
        raise Refused(each[0].clause, each[0].why + rest)
