"""The one exception a caller handles."""

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
