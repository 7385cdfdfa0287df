"""What commands share: the day that they hand to the engine is the user's own."""

from __future__ import annotations

import datetime
import time

import pytest

from engine.cli.arguments import local_today


@pytest.fixture
def in_zone(monkeypatch):
    """Put the process into a zone so many hours east of Greenwich."""

    def put(hours: int) -> None:
        monkeypatch.setenv("TZ", f"<zone>{-hours:+d}")  # POSIX counts to the west
        time.tzset()

    yield put
    monkeypatch.undo()
    time.tzset()


def test_the_day_is_the_one_where_the_user_is(in_zone):
    in_zone(14)
    first_to_begin = local_today()
    in_zone(-12)
    last_to_end = local_today()
    assert last_to_end < first_to_begin <= last_to_end + datetime.timedelta(days=2)
