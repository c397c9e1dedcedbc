"""Notice to the regulator: which agent of the IEB was notified, and when (POKER 16(b), 19(d))."""

from datetime import datetime, timedelta

from msgspec import Struct

from croupier.refused import Refused


class Notice(Struct, frozen=True):
    """An agent of the IEB who was notified, and the time."""

    agent: str
    at: datetime


AHEAD = timedelta(minutes=1)  # by which clocks may differ


def check_notice(
    notice: Notice | None, clause: str, at: datetime, within: timedelta | None = None
) -> None:
    """Refuse a record without a notice, without its agent, or with a time that cannot be.

    A count of a box may be announced long before it; of a removal, a notice is given `within` a
    time.
    """
    if notice is None or not notice.agent.strip():
        raise Refused(clause, "an agent of the IEB must be notified and named")
    if notice.at.tzinfo is None:
        raise Refused("FIELD notice", "timestamps must include a time zone")
    if notice.at > at + AHEAD:
        raise Refused("FIELD notice", "the time of a notice must not be in the future")
    if within is not None and notice.at < at - within:
        raise Refused("FIELD notice", "the time of this notice must be within the last day")


def check_words(clause: str, **fields: str) -> None:
    """Refuse a record with an empty field."""
    for name, words in fields.items():
        if not words.strip():
            raise Refused(clause, f"the {name.replace('_', ' ')} is required")
