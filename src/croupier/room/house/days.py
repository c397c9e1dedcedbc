"""Gaming days: they begin at a set hour, and are named by the date they began on (A-86).

The hour carries the zone of the room; one without a zone is read in the zone that the moment names.
"""

from datetime import date, datetime, time, timedelta


def day_of(starts: time, at: datetime) -> str:
    """The gaming day that a moment belongs to.

    >>> from datetime import UTC
    >>> day_of(time(6), datetime(2026, 6, 2, 5, 59, tzinfo=UTC))
    '2026-06-01'
    """
    here = local(starts, at)
    began = here.time() >= starts.replace(tzinfo=None)
    return (here.date() if began else here.date() - timedelta(days=1)).isoformat()


def local(starts: time, at: datetime) -> datetime:
    """A moment in the time zone of the house.

    >>> from datetime import UTC
    >>> from zoneinfo import ZoneInfo
    >>> noon = datetime(2026, 6, 2, 12, 0, tzinfo=UTC)
    >>> local(time(6, tzinfo=ZoneInfo("America/New_York")), noon).hour
    8
    """
    return at.astimezone(starts.tzinfo) if starts.tzinfo else at


def next_day(day: str) -> str:
    """The gaming day after this one.

    >>> next_day("2026-06-30")
    '2026-07-01'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def last_moment(starts: time, day: str, at: datetime) -> datetime:
    """The last moment of a gaming day, in the zone of another moment.

    >>> from datetime import UTC
    >>> last_moment(time(6), "2026-06-01", datetime(2026, 6, 1, tzinfo=UTC)).isoformat()
    '2026-06-02T05:59:59.999999+00:00'
    """
    return beginning(starts, next_day(day), at) - timedelta.resolution


def beginning(starts: time, day: str, at: datetime) -> datetime:
    """The first moment of a gaming day; a room without a zone has that of another moment."""
    zone = starts.tzinfo or at.tzinfo
    return datetime.combine(date.fromisoformat(day), starts.replace(tzinfo=None), tzinfo=zone)
