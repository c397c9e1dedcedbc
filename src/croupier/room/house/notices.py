"""Notice to the regulator: which agent of the IEB was notified, and when (POKER 16(b), 19(d))."""

from datetime import datetime

from msgspec import Struct

from croupier.refused import Refused


class Notice(Struct, frozen=True):
    """An agent of the IEB who was notified, and the time."""

    agent: str
    at: datetime


def check_notice(notice: Notice | None, clause: str) -> None:
    """Refuse a record without a notice, or with a notice that lacks its agent or time zone."""
    if notice is None or not notice.agent.strip():
        raise Refused(clause, "an agent of the IEB must be notified and named")
    if notice.at.tzinfo is None:
        raise Refused("FIELD notice", "timestamps must include a time zone")


def check_words(clause: str, **fields: str) -> None:
    """Refuse a record with an empty field."""
    for name, words in fields.items():
        if not words.strip():
            raise Refused(clause, f"the {name.replace('_', ' ')} is required")
