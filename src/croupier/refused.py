"""The one exception a caller handles."""

from collections.abc import Iterable

WORDS_MOST = 200


def brief(words: object) -> str:
    r"""Write what another library says, or a stranger sent, as one line of bounded length.

    >>> brief("Invalid value 'a\nb'")
    "Invalid value 'a b'"
    """
    line = " ".join(str(words).split())
    return line if len(line) <= WORDS_MOST else line[:WORDS_MOST] + "..."


class Refused(Exception):
    """A request that a clause, a reading, the sign or a field does not allow; nothing has changed.

    >>> str(Refused("POKER 7(d)", "seat 3 is to act"))
    'seat 3 is to act (POKER 7(d))'
    """

    def __init__(self, clause: str, why: str) -> None:
        """Say which rule refuses and why, in words fit for every player at the table."""
        super().__init__(f"{why} ({clause})")
        self.clause = clause
        self.why = why


def meant(typed: str, known: Iterable[str]) -> str:
    """A question to end a refusal with, where what was typed resembles a known name.

    >>> meant("holdm", ["holdem", "omaha"]), meant("chess", ["holdem", "omaha"])
    ('; did you mean holdem?', '')
    """
    from difflib import get_close_matches  # only a refusal needs it

    plain = {name.replace("-", "").replace("_", ""): name for name in known}
    wanted = typed[:40].lower().replace("-", "").replace("_", "").replace(" ", "")
    near = get_close_matches(wanted, plain, n=1, cutoff=0.7)
    return f"; did you mean {plain[near[0]]}?" if near else ""
