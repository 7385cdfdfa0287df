"""The clock on the wall, for those who hand it on; nothing else in the window reads it."""

from __future__ import annotations

import datetime


def local_now() -> datetime.datetime:
    """Give the time, in the time zone of the system."""
    return datetime.datetime.now(tz=datetime.UTC).astimezone()


def local_today() -> datetime.date:
    """Give the day, in the time zone of the system."""
    return local_now().date()
