"""Gaming days: they begin at a set hour, and are named by the date they began on (A-86).

Every hour is read in the zone that the moment itself names.
"""

from datetime import date, datetime, time, timedelta


def day_of(starts: time, at: datetime) -> str:
    """The gaming day that a moment belongs to.

    >>> from datetime import UTC
    >>> day_of(time(6), datetime(2026, 6, 2, 5, 59, tzinfo=UTC))
    '2026-06-01'
    """
    day = at.date()
    return (day - timedelta(days=1) if at.time() < starts else day).isoformat()


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
    end = datetime.combine(date.fromisoformat(next_day(day)), starts, tzinfo=at.tzinfo)
    return end - timedelta.resolution
