"""A snapshot whose run a bug broke off, turned into a complete one that says so."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import Finding, Place
from engine.snapshot import Blocked, Failed, Pending, Snapshot

# Each stage with the part of the document that its findings are placed at.
_OWNERS = {
    "schema": "schema",
    "plan": "schema",
    "prompt": "template",
    "tokens": "tokenizer",
    "hashes": "tokenizer",
    "scores": "model",
}


def broken_off(snapshot: Snapshot, error: BaseException) -> Snapshot:
    """Fail the first stage that has not run with a finding, and block those after it.

    What was there stays; of a snapshot that is complete the scores fail.
    """
    pending = [name for name in _OWNERS if isinstance(getattr(snapshot, name), Pending)]
    stage, *later = pending or ["scores"]
    finding = _bug(_OWNERS[stage], error)
    slots: dict[str, Failed | Blocked] = dict.fromkeys(later, Blocked(stage, (finding,)))
    slots[stage] = Failed((finding,))
    findings = (*snapshot.findings, finding)
    return replace(snapshot, activity="", findings=findings, **slots)  # type: ignore[arg-type]  # each by its name


def _bug(owner: str, error: BaseException) -> Finding:
    return Finding(
        "engine-bug",
        "error",
        Place(owner),
        f"a bug in Loupe ended the work on this document: {type(error).__name__}: {error}",
        "Change the document, which is then worked on anew, and report the bug.",
    )
