"""Notice to the regulator: which agent of the IEB was told, and when (POKER 16(b), 19(d))."""

from datetime import datetime

from msgspec import Struct

from croupier.refused import Refused


class Notice(Struct, frozen=True):
    """An agent of the IEB who was notified, and the time."""

    agent: str
    at: datetime


def check_notice(notice: Notice | None, clause: str) -> None:
    """Refuse a record without a notice, or with one that names nobody or no zone."""
    if notice is None or not notice.agent.strip():
        raise Refused(clause, "an agent of the IEB is notified, and the record says who")
    if notice.at.tzinfo is None:
        raise Refused("FIELD notice", "a time names its zone")


def check_words(clause: str, **fields: str) -> None:
    """Refuse a record with an empty field: what is not written down did not happen."""
    for name, words in fields.items():
        if not words.strip():
            raise Refused(clause, f"the record lacks its {name.replace('_', ' ')}")
