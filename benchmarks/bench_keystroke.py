"""Measure the keystroke path: nonce, template, tokens, hashes and findings after an edit."""

from __future__ import annotations

import datetime
from dataclasses import replace
from statistics import median
from time import perf_counter

from engine.document import Context, Document
from engine.document_file import read_document
from engine.resources import shipped
from engine.session import Engine
from engine.snapshot import Ready
from engine.workspace import open_workspace

_ROUNDS = 15
_EXAMPLE = ("resources", "examples", "credit-risk.loupe.json")
_SENTENCE = b"The applicant pays late sometimes, but called ahead each time. "


def measure() -> dict[str, float]:
    """Give milliseconds of one edit at the example's own size and at 10 kB of context."""
    workspace = open_workspace()
    engine = workspace.engine(datetime.date(2026, 1, 1))
    document = read_document(shipped(*_EXAMPLE), workspace.golden_profile)
    small = _edits(engine, document, document.context.data)
    large = _edits(engine, document, (_SENTENCE * 160)[:10_000])
    return {
        "keystroke_prompt_tokens": float(_tokens(engine, document)),
        "keystroke_min_ms": min(small),
        "keystroke_median_ms": median(small),
        "keystroke_10kb_min_ms": min(large),
        "keystroke_10kb_median_ms": median(large),
    }


def _edits(engine: Engine, document: Document, data: bytes) -> list[float]:
    """Time the same edit at different places, so that nothing is remembered."""
    engine.complete(document)
    times = []
    for round_number in range(1, _ROUNDS + 1):
        context = Context("edited", data + b"!" * round_number)
        edited = replace(document, contexts=(context,), active=0)
        start = perf_counter()
        snapshot = engine.complete(edited)
        times.append((perf_counter() - start) * 1000)
        assert isinstance(snapshot.hashes, Ready)
    return times


def _tokens(engine: Engine, document: Document) -> int:
    snapshot = engine.complete(document)
    assert isinstance(snapshot.tokens, Ready)
    return len(snapshot.tokens.value.tokenization.tokens)
