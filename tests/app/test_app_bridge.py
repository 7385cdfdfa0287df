"""The bridge: the last edit wins, nothing stale passes for fresh, closing joins the thread."""

from __future__ import annotations

import threading

import pytest

from app.bridge.engine_bridge import MAX_LAG_MS, EngineBridge
from engine.snapshot import Blocked, Snapshot
from tests.app.window_fakes import sample_document

DONE = Blocked("test")


class Steps:
    """Publish one unfinished snapshot, wait for `go`, publish a complete one."""

    def __init__(self) -> None:
        self.entered = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.seen: list[str] = []
        self.closed = threading.Event()
        self.bug: Exception | None = None

    def run(self, document, ticket, publish, *, score=True):
        self.seen.append(document.schema_text)
        publish(Snapshot(ticket.generation, document, activity="half"))
        self.entered.release()
        assert self.go.acquire(timeout=20)
        if self.bug is not None:
            raise self.bug
        ticket.check()
        publish(Snapshot(ticket.generation, document, DONE, DONE, DONE, DONE, DONE, DONE))

    def close(self):
        self.closed.set()


class Listener:
    """Collect what the bridge says, with whether it was stale at that moment."""

    def __init__(self, bridge: EngineBridge) -> None:
        self.bridge = bridge
        self.snapshots: list[tuple[str, bool, bool]] = []
        self.threads: set[int] = set()
        bridge.snapshot_changed.connect(self._take)

    def _take(self, snapshot: Snapshot) -> None:
        self.threads.add(threading.get_ident())
        text = snapshot.document.schema_text
        self.snapshots.append((text, snapshot.complete, self.bridge.stale))

    def has_complete(self, text: str) -> bool:
        return any(seen == text and complete for seen, complete, _ in self.snapshots)


@pytest.fixture
def engine():
    return Steps()


@pytest.fixture
def bridge(qtbot, engine):
    made = EngineBridge(lambda: engine)
    yield made
    for _ in range(100):
        engine.go.release()
    made.close()
    qtbot.waitUntil(lambda: made.wait_closed(0))
    assert "loupe-engine" not in {thread.name for thread in threading.enumerate()}


@pytest.fixture
def listener(bridge):
    return Listener(bridge)


def test_a_document_comes_back_as_snapshots_in_the_gui_thread(qtbot, bridge, engine, listener):
    engine.go.release()
    bridge.set_document(sample_document("only"))
    qtbot.waitUntil(lambda: listener.has_complete("only"))
    assert listener.threads == {threading.get_ident()}
    assert [complete for _, complete, _ in listener.snapshots] == [False, True]


def test_numbers_are_stale_from_the_edit_to_its_first_snapshot(qtbot, bridge, engine):
    engine.go.release()
    with qtbot.waitSignal(bridge.stale_changed) as told:
        bridge.set_document(sample_document("one"))
    assert told.args == [True]
    assert bridge.stale
    with qtbot.waitSignal(bridge.snapshot_changed):
        pass
    assert not bridge.stale


def test_typing_thirty_characters_fast_ends_with_the_last_documents_snapshot(
    qtbot, bridge, engine, listener
):
    texts = ["x" * length for length in range(1, 31)]
    for _ in texts:
        engine.go.release()
    for text in texts:
        bridge.set_document(sample_document(text))
    qtbot.waitUntil(lambda: listener.has_complete(texts[-1]))
    assert not bridge.stale
    assert listener.snapshots[-1] == (texts[-1], True, False)
    assert all(stale for text, _, stale in listener.snapshots if text != texts[-1])
    assert len(engine.seen) < len(texts)


def test_a_superseded_result_is_dropped(qtbot, bridge, engine, listener):
    bridge.set_document(sample_document("old"))
    qtbot.waitUntil(lambda: engine.entered.acquire(blocking=False))
    bridge.set_document(sample_document("new"))
    bridge.submit_now()
    engine.go.release()
    engine.go.release()
    qtbot.waitUntil(lambda: listener.has_complete("new"))
    assert not listener.has_complete("old")


def test_a_snapshot_of_an_older_document_counts_as_stale(qtbot, bridge, engine, listener):
    bridge.set_document(sample_document("old"))
    qtbot.waitUntil(lambda: bool(listener.snapshots))
    assert listener.snapshots[-1] == ("old", False, False)
    bridge._debounce.setInterval(10_000)
    bridge._lag.setInterval(10_000)
    bridge.set_document(sample_document("new"))
    engine.go.release()
    qtbot.waitUntil(lambda: listener.has_complete("old"))
    assert listener.snapshots[-1] == ("old", True, True)
    engine.go.release()
    bridge.submit_now()
    qtbot.waitUntil(lambda: listener.has_complete("new"))


def test_continuous_typing_does_not_put_the_request_off_forever(qtbot, bridge, engine, listener):
    bridge._debounce.setInterval(10_000)
    bridge._lag.setInterval(0)
    engine.go.release()
    bridge.set_document(sample_document("typed"))
    qtbot.waitUntil(lambda: listener.has_complete("typed"))


def test_stop_ends_the_work_and_keeps_the_numbers(qtbot, bridge, engine, listener):
    bridge.set_document(sample_document("long"))
    qtbot.waitUntil(lambda: bool(listener.snapshots))
    with qtbot.waitSignal(bridge.busy_changed) as told:
        bridge.stop()
    assert told.args == [False]
    engine.go.release()
    engine.go.release()
    bridge.set_document(sample_document("next"))
    qtbot.waitUntil(lambda: listener.has_complete("next"))
    assert not listener.has_complete("long")


def test_the_same_document_is_not_sent_twice(qtbot, bridge, engine, listener):
    document = sample_document("same")
    engine.go.release()
    bridge.set_document(document)
    qtbot.waitUntil(lambda: listener.has_complete("same"))
    bridge.set_document(document)
    assert not bridge.stale
    assert not bridge._debounce.isActive()


def test_a_bug_in_the_engine_surfaces_and_the_next_document_works(qtbot, bridge, engine, listener):
    engine.bug = ZeroDivisionError("a bug")
    engine.go.release()
    with qtbot.waitSignal(bridge.failed) as told:
        bridge.set_document(sample_document("bad"))
    assert told.args == [engine.bug]
    qtbot.waitUntil(lambda: listener.has_complete("bad"))
    assert not bridge._busy
    engine.bug = None
    engine.go.release()
    bridge.set_document(sample_document("good"))
    qtbot.waitUntil(lambda: listener.has_complete("good"))


def test_a_bug_in_side_work_surfaces_and_its_next_job_works(qtbot, bridge):
    bug = RuntimeError("a bug")

    def broken(engine, ticket):
        raise bug
        yield

    work = bridge.side_work(bridge)
    bugs = []
    bridge.failed.connect(bugs.append)
    with qtbot.waitSignal(work.ended):
        work.start(broken)
    assert bugs == [bug]
    with qtbot.waitSignal(work.stepped) as told:
        work.start(lambda engine, ticket: iter(("good",)))
    assert told.args == ["good"]


def test_closing_before_anything_was_asked_starts_no_thread(bridge, engine):
    assert not engine.seen


def test_closing_frees_the_engine(qtbot, bridge, engine):
    engine.go.release()
    bridge.set_document(sample_document("x"))
    qtbot.waitUntil(lambda: engine.entered.acquire(blocking=False))
    with qtbot.waitSignal(bridge.closed) as closed:
        bridge.close()
    assert closed.args == [True]
    assert engine.closed.is_set()


def test_a_thread_that_does_not_end_in_time_is_reported(qtbot, engine):
    bridge = EngineBridge(lambda: engine)
    bridge.set_document(sample_document("stuck"))
    qtbot.waitUntil(lambda: engine.entered.acquire(blocking=False))
    with qtbot.waitSignal(bridge.closed, timeout=5000) as closed:
        bridge.close()
    assert closed.args == [False]
    engine.go.release()
    assert bridge.wait_closed(10)


def test_what_is_held_back_is_sent_when_it_is_released(qtbot, engine, bridge, listener):
    bridge.hold()
    bridge.set_document(sample_document("first"))
    bridge.set_document(sample_document("second"))
    bridge.submit_now()
    qtbot.wait(3 * MAX_LAG_MS)
    assert engine.seen == []
    assert bridge.stale
    engine.go.release()
    bridge.release()
    qtbot.waitUntil(lambda: listener.has_complete("second"))
    assert engine.seen == ["second"]
    assert not bridge.stale
