"""Jobs run beside documents on the engine thread: step by step, cancellable, documents first."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from engine.document import Document
from engine.runner import LatestRunner, Ticket


class QuietEngine:
    def __init__(self) -> None:
        self.log: list[object] = []

    def run(self, document, ticket, publish, *, score=True) -> None:
        self.log.append(document.schema_text)

    def close(self) -> None:
        self.log.append("closed")


class Listener:
    def __init__(self) -> None:
        self.values: list[object] = []
        self.errors: list[Exception | None] = []
        self.over = threading.Semaphore(0)

    def stepped(self, value: object) -> None:
        self.values.append(value)

    def ended(self, error: Exception | None) -> None:
        self.errors.append(error)
        self.over.release()


@pytest.fixture
def engine():
    return QuietEngine()


@pytest.fixture
def runner(engine):
    made = LatestRunner(lambda: engine, lambda _: None, lambda *_: None)
    yield made
    assert made.close(10)


def counting(*values: object):
    def job(engine, ticket: Ticket) -> Iterator[object]:
        yield from values

    return job


def test_every_step_is_told_and_then_the_end(runner):
    listener = Listener()
    runner.start(counting(1, 2, 3), listener)
    assert listener.over.acquire(timeout=10)
    assert (listener.values, listener.errors) == ([1, 2, 3], [None])


def test_a_job_runs_on_the_engines_thread(runner, engine):
    seen: list[object] = []

    def job(given, ticket):
        seen.extend((given, threading.current_thread().name))
        yield None

    listener = Listener()
    runner.start(job, listener)
    assert listener.over.acquire(timeout=10)
    assert seen == [engine, "loupe-engine"]


def test_a_document_goes_between_two_steps(runner, engine):
    submitted = threading.Event()
    entered = threading.Event()

    def job(given, ticket):
        entered.set()
        assert submitted.wait(10)
        yield "first"
        given.log.append("second step")
        yield "second"

    listener = Listener()
    runner.start(job, listener)
    assert entered.wait(10)
    runner.submit(Document("document", ()))
    submitted.set()
    assert listener.over.acquire(timeout=10)
    assert engine.log == ["document", "second step"]
    assert listener.values == ["first", "second"]


def test_a_cancelled_job_tells_nothing_more(runner):
    cancelled, entered = threading.Event(), threading.Event()

    def job(given, ticket):
        entered.set()
        assert cancelled.wait(10)
        yield "late"

    listener, other = Listener(), Listener()
    ticket = runner.start(job, listener)
    assert entered.wait(10)
    ticket.cancel()
    cancelled.set()
    runner.start(counting("next"), other)
    assert other.over.acquire(timeout=10)
    assert (listener.values, listener.errors) == ([], [])


def test_a_bug_in_a_job_is_told_and_the_thread_lives_on(runner):
    def job(given, ticket):
        yield 1
        raise ZeroDivisionError

    listener, other = Listener(), Listener()
    runner.start(job, listener)
    assert listener.over.acquire(timeout=10)
    assert listener.values == [1]
    assert [type(error) for error in listener.errors] == [ZeroDivisionError]
    runner.start(counting("next"), other)
    assert other.over.acquire(timeout=10)


def test_two_jobs_take_turns(runner):
    order: list[str] = []
    started = threading.Event()

    def job(name: str):
        def steps(given, ticket):
            assert started.wait(10)
            for number in (1, 2):
                order.append(f"{name}{number}")
                yield None

        return steps

    one, two = Listener(), Listener()
    runner.start(job("a"), one)
    runner.start(job("b"), two)
    started.set()
    assert one.over.acquire(timeout=10)
    assert two.over.acquire(timeout=10)
    assert order == ["a1", "b1", "a2", "b2"]


def test_closing_cancels_a_job_that_runs(engine):
    runner = LatestRunner(lambda: engine, lambda _: None, lambda *_: None)
    entered = threading.Event()
    tickets: list[Ticket] = []

    def job(given, ticket):
        tickets.append(ticket)
        entered.set()
        while True:
            ticket.check()
            yield None

    listener = Listener()
    runner.start(job, listener)
    assert entered.wait(10)
    assert runner.close(10)
    assert listener.errors == []
    assert engine.log == ["closed"]


def test_after_closing_no_job_starts(engine):
    runner = LatestRunner(lambda: engine, lambda _: None, lambda *_: None)
    assert runner.close(10)
    listener = Listener()
    runner.start(counting(1), listener)
    assert listener.values == []
