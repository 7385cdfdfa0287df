"""Objects of Qt in reference cycles die on the GUI thread, whoever makes garbage."""

from __future__ import annotations

import gc
import threading

import pytest

from app.bridge.engine_bridge import EngineBridge
from engine.snapshot import Blocked, Snapshot
from tests.app.window_fakes import sample_document

DONE = Blocked("test")
YOUNG = 100_000  # more than any collector's threshold


class Littering:
    """An engine whose every run leaves many reference cycles behind."""

    def run(self, document, ticket, publish, *, score=True):
        for _ in range(YOUNG):
            circle = []
            circle.append(circle)
        publish(Snapshot(ticket.generation, document, DONE, DONE, DONE, DONE, DONE, DONE))

    def close(self):
        pass


class InCycle:
    """Garbage that tells on which thread it died."""

    def __init__(self, died):
        self.itself = self
        self.died = died

    def __del__(self):
        self.died.append(threading.current_thread())


@pytest.fixture
def bridge(qtbot):
    made = EngineBridge(Littering)
    yield made
    made.close()
    qtbot.waitUntil(lambda: made.wait_closed(0))


def test_garbage_of_the_gui_thread_dies_there_while_the_engine_makes_more(qtbot, bridge):
    died = []
    gc.collect()
    InCycle(died)
    with qtbot.waitSignal(bridge.snapshot_changed, timeout=20_000):
        bridge.set_document(sample_document("x"))
    qtbot.waitUntil(lambda: len(died) == 1)
    assert died == [threading.main_thread()]


def test_after_the_engine_thread_python_collects_by_itself_again(qtbot):
    bridge = EngineBridge(Littering)
    assert not gc.isenabled()
    with qtbot.waitSignal(bridge.closed):
        bridge.close()
    assert gc.isenabled()
