"""A snapshot written as the object of `render --json`."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from pydantic import JsonValue

from engine.errors import Finding, Place
from engine.prompt.messages import PROMPT_VERSION
from engine.prompt.segments import Segment
from engine.snapshot import Snapshot, TokenView
from engine.tokenizers.base import Token

JsonObject = dict[str, JsonValue]


def prompt_report(snapshot: Snapshot) -> JsonObject:
    """Give the object of `render --json` for a snapshot whose prompt stages are all ready."""
    rendered = snapshot.rendered
    assert rendered is not None
    prompt, tokens, hashes = rendered.prompt, rendered.tokens, rendered.hashes
    return {
        "prompt_version": PROMPT_VERSION,
        "profile": snapshot.document.profile_name,
        "scoring": snapshot.document.scoring,
        "tokenizer": {
            "name": tokens.tokenizer.name,
            "revision": tokens.tokenizer.revision,
            "sha256": tokens.tokenizer.sha256,
        },
        "template": {
            "sha256": prompt.template.sha256,
            "engine": prompt.template.engine,
            "kwargs": dict(prompt.template.kwargs),
            "ignored_kwargs": list(prompt.template.ignored_kwargs),
            "supports_system": prompt.template.supports_system,
        },
        "nonce": hashes.nonce,
        "prompt": prompt.text,
        "prompt_bytes_sha256": hashes.prompt_bytes_sha256,
        "token_ids": list(tokens.tokenization.ids),
        "prompt_sha256": hashes.prompt_sha256,
        "token_ids_sha256": hashes.prompt_sha256,
        "plan_hash": hashes.plan_hash,
        "plan": json.loads(rendered.plan.canonical_json),
        "segments": _segments(prompt.segments, tokens),
        "control_tokens": {"expected": tokens.control_expected, "found": tokens.control_found},
        "findings": [finding_report(finding) for finding in snapshot.findings],
    }


def finding_report(finding: Finding) -> JsonObject:
    """Give a finding as an object; of its place only what is known, `hidden` if it has a reason."""
    where = {
        key: value for key in Place.__slots__ if (value := getattr(finding.where, key)) is not None
    }
    report: JsonObject = {
        "id": finding.id,
        "severity": finding.severity,
        "where": where,
        "message": finding.message,
        "cure": finding.cure,
    }
    return report | {"hidden": finding.hidden} if finding.hidden else report


def _segments(segments: tuple[Segment, ...], view: TokenView) -> list[JsonValue]:
    tokens = view.tokenization.tokens
    return [_segment(segment, tokens) for segment in segments]


def _segment(segment: Segment, tokens: Sequence[Token]) -> JsonObject:
    """Give a segment with the half-open range of the tokens that hold any of its bytes."""
    first = bisect_right(tokens, segment.byte_start, key=lambda token: token.byte_end)
    last = bisect_left(tokens, segment.byte_end, key=lambda token: token.byte_start)
    report: JsonObject = {"owner": segment.owner.kind.value}
    for key in ("field", "part", "index"):
        value = getattr(segment.owner, key)
        if value is not None:
            report[key] = value
    report |= {"byte_start": segment.byte_start, "byte_end": segment.byte_end}
    return report | {"token_start": first, "token_end": last}
