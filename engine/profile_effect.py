"""Say in one line what another profile does to a prompt: tokens, bytes, hashes, answers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.scoring.result import MultiScore, ScalarScore
from engine.snapshot import Snapshot, value_of

Answers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PromptFacts:
    """What is compared; `answers` are the fields' values, empty while they are not known."""

    tokens: int
    prompt_bytes_sha256: str
    prompt_sha256: str
    plan_hash: str
    answers: Answers = ()


def prompt_facts(snapshot: Snapshot) -> PromptFacts | None:
    """Take the facts of a snapshot; None while its prompt is not rendered."""
    hashes, tokens = value_of(snapshot.hashes), value_of(snapshot.tokens)
    if hashes is None or tokens is None:
        return None
    return PromptFacts(
        tokens=len(tokens.tokenization.tokens),
        prompt_bytes_sha256=hashes.prompt_bytes_sha256,
        prompt_sha256=hashes.prompt_sha256,
        plan_hash=hashes.plan_hash,
        answers=_answers(snapshot),
    )


def profile_effect(before: PromptFacts, after: PromptFacts) -> str:
    """Write `tokens 163 → 171 · bytes changed · prompt_sha256 changed · plan_hash same`."""
    if before.prompt_sha256 == after.prompt_sha256:
        same_bytes = before.prompt_bytes_sha256 == after.prompt_bytes_sha256
        bytes_part = "same bytes" if same_bytes else "other bytes"
        parts = [f"{bytes_part} and the same {after.tokens:,} token ids"]
    else:
        count = f"tokens {before.tokens:,} → {after.tokens:,}"
        same = before.tokens == after.tokens
        parts = [f"{after.tokens:,} tokens as before" if same else count]
        parts.append(_said("bytes", before.prompt_bytes_sha256, after.prompt_bytes_sha256))
        parts.append(_said("prompt_sha256", before.prompt_sha256, after.prompt_sha256))
    parts.append(_said("plan_hash", before.plan_hash, after.plan_hash))
    if before.answers and after.answers:
        parts.append(_said_answers(dict(before.answers), after.answers))
    return " · ".join(parts)


def _said(name: str, before: str, after: str) -> str:
    return f"{name} {'same' if before == after else 'changed'}"


def _said_answers(before: dict[str, str], after: Answers) -> str:
    changed = [
        f"{field} {before[field]} → {value}"
        for field, value in after
        if field in before and before[field] != value
    ]
    return ", ".join(changed) if changed else "same answers"


def _answers(snapshot: Snapshot) -> Answers:
    scores = value_of(snapshot.scores)
    return () if scores is None else tuple((one.field, _text(one)) for one in scores.fields)


def _text(score: ScalarScore | MultiScore) -> str:
    return score.value if isinstance(score, ScalarScore) else f"[{', '.join(score.value)}]"
