"""The engine thread: the latest request wins, nothing stale is published, closing joins."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.document import Document
from engine.runner import LatestRunner, Superseded, Ticket
from engine.schema.fields import Schema
from engine.snapshot import Blocked, Failed, Ready, Snapshot


def document(text: str) -> Document:
    return Document(schema_text=text, contexts=())


class SteeredEngine:
    """Publish on entry, wait for leave to go on, then publish again."""

    def __init__(self) -> None:
        self.started = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.threads: set[int] = set()
        self.closed_on: int | None = None

    def run(
        self,
        document: Document,
        ticket: Ticket,
        publish: Callable[[Snapshot], None],
        *,
        score: bool = True,
    ) -> None:
        self.threads.add(threading.get_ident())
        publish(Snapshot(ticket.generation, document, activity="rendered"))
        self.started.release()
        assert self.go.acquire(timeout=10)
        if document.schema_text == "bug":
            raise ZeroDivisionError("a bug")
        publish(Snapshot(ticket.generation, document, activity="scored"))

    def close(self) -> None:
        self.closed_on = threading.get_ident()


class Harness:
    def __init__(self) -> None:
        self.engine = SteeredEngine()
        self.published: list[tuple[int, str]] = []
        self.failures: list[tuple[int, BaseException]] = []
        self.scored = threading.Semaphore(0)
        self.failed_signal = threading.Semaphore(0)
        self.runner = LatestRunner(lambda: self.engine, self._publish, self._failed)

    def _publish(self, snapshot: Snapshot) -> None:
        self.published.append((snapshot.generation, snapshot.activity))
        if snapshot.activity == "scored":
            self.scored.release()

    def _failed(self, generation: int, error: BaseException) -> None:
        self.failures.append((generation, error))
        self.failed_signal.release()


@pytest.fixture
def harness():
    made = Harness()
    yield made
    for _ in range(10):
        made.engine.go.release()
    assert made.runner.close(10)


def test_a_superseded_run_publishes_nothing_more(harness):
    harness.runner.submit(document("first"))
    assert harness.engine.started.acquire(timeout=10)
    harness.runner.submit(document("second"))
    harness.engine.go.release()
    assert harness.engine.started.acquire(timeout=10)
    harness.engine.go.release()
    assert harness.scored.acquire(timeout=10)
    assert harness.published == [(1, "rendered"), (2, "rendered"), (2, "scored")]


def test_only_the_last_of_many_waiting_requests_runs(harness):
    harness.runner.submit(document("first"))
    assert harness.engine.started.acquire(timeout=10)
    generations = [harness.runner.submit(document(str(n))) for n in range(30)]
    harness.engine.go.release()
    assert harness.engine.started.acquire(timeout=10)
    harness.engine.go.release()
    assert harness.scored.acquire(timeout=10)
    assert generations == list(range(2, 32))
    assert harness.published == [(1, "rendered"), (31, "rendered"), (31, "scored")]


def test_all_runs_and_the_close_happen_on_one_thread_that_is_not_the_callers(harness):
    for _ in range(3):
        harness.runner.submit(document("x"))
        assert harness.engine.started.acquire(timeout=10)
        harness.engine.go.release()
        assert harness.scored.acquire(timeout=10)
    assert harness.runner.close(10)
    assert harness.engine.threads == {harness.engine.closed_on}
    assert threading.get_ident() not in harness.engine.threads


def test_a_bug_in_a_run_is_reported_and_the_thread_lives_on(harness):
    generation = harness.runner.submit(document("bug"))
    harness.engine.go.release()
    assert harness.failed_signal.acquire(timeout=10)
    assert [(number, type(error)) for number, error in harness.failures] == [
        (generation, ZeroDivisionError)
    ]
    harness.runner.submit(document("fine"))
    harness.engine.go.release()
    assert harness.scored.acquire(timeout=10)


@pytest.mark.parametrize("opens", [True, False], ids=["in a stage", "while the engine opens"])
def test_a_bug_ends_its_request_with_a_snapshot_in_which_nothing_is_pending(opens):
    seen = queue.SimpleQueue()

    class Broken:
        def run(self, document, ticket, publish, *, score=True):
            done = Snapshot(ticket.generation, document, schema=Ready(Schema(())))
            publish(replace(done, activity="opening"))
            raise ZeroDivisionError("a bug")

        def close(self):
            pass

    def refuse():
        raise ZeroDivisionError("a bug")

    runner = LatestRunner(
        Broken if opens else refuse, seen.put, lambda number, error: seen.put(error)
    )
    runner.submit(document("x"))
    told = [seen.get(timeout=10) for _ in range(3 if opens else 2)]
    assert runner.close(10)
    assert isinstance(told[-2], ZeroDivisionError)
    last = told[-1]
    (finding,) = last.findings
    assert (last.complete, last.activity, last.generation) == (True, "", 1)
    assert (finding.id, finding.severity) == ("engine-bug", "error")
    assert "ZeroDivisionError: a bug" in finding.message
    assert finding.cure
    if opens:
        assert last.schema == Ready(Schema(()))
        assert last.plan == Failed((finding,))
        assert last.scores == Blocked("plan", (finding,))
    else:
        assert last.schema == Failed((finding,))


def test_a_bug_of_a_superseded_request_ends_nothing(harness):
    harness.runner.submit(document("bug"))
    assert harness.engine.started.acquire(timeout=10)
    harness.runner.submit(document("fine"))
    harness.engine.go.release(2)
    assert harness.scored.acquire(timeout=10)
    assert harness.published == [(1, "rendered"), (2, "rendered"), (2, "scored")]


def test_cancel_stops_the_running_request_and_is_not_a_failure(harness):
    harness.runner.submit(document("first"))
    assert harness.engine.started.acquire(timeout=10)
    harness.runner.cancel()
    harness.engine.go.release()
    assert harness.runner.close(10)
    assert harness.published == [(1, "rendered")]
    assert harness.failures == []


def test_a_runner_that_never_ran_closes_at_once():
    runner = LatestRunner(SteeredEngine, lambda snapshot: None, lambda number, error: None)
    assert runner.close(0)


def test_a_ticket_raises_only_after_it_was_cancelled():
    ticket = Ticket(1)
    ticket.check()
    ticket.cancel()
    with pytest.raises(Superseded):
        ticket.check()
