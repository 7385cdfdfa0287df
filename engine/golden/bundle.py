"""A bundle: a document and all that was rendered from it, in one file that can be verified."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from pydantic import JsonValue

from engine.document import Document
from engine.document_file import BUNDLE, dump_document
from engine.golden.comparison import VectorComparison
from engine.report import finding_report, prompt_report
from engine.schema.json_text import with_escaped_surrogates
from engine.snapshot import Snapshot
from engine.vector import Vector, vector_table

JsonObject = dict[str, JsonValue]


def document_bundle(snapshot: Snapshot) -> JsonObject:
    """Give a document with the object of `render --json`, or the findings that stop it."""
    bundle: JsonObject = {
        "format": BUNDLE,
        "document": json.loads(dump_document(snapshot.document)),
    }
    if snapshot.rendered is None:
        bundle["findings"] = [finding_report(finding) for finding in snapshot.findings]
    else:
        bundle["prompt"] = prompt_report(snapshot)
    return bundle


def comparison_bundle(comparison: VectorComparison, *, hashes_only: bool = False) -> JsonObject:
    """Give a vector's difference for a bug report; `hashes_only` leaves every text out."""
    verdict, expected, live = comparison.verdict, comparison.expected, comparison.live
    bundle: JsonObject = {
        "format": BUNDLE,
        "vector": verdict.name,
        "state": verdict.state.value,
        "causes": [cause.kind.value for cause in comparison.causes],
    }
    if hashes_only:
        bundle["expected"] = _hashes(expected)
        bundle["live"] = _hashes(live.vector if live else None)
        bundle["changes"] = _ranges(comparison)
        return bundle
    bundle["sentence"] = verdict.sentence
    bundle["causes"] = [str(cause) for cause in comparison.causes]
    bundle["expected"] = vector_table(expected) if expected else None
    bundle["live"] = vector_table(live.vector) if live else None
    if live is not None:
        bundle["document"] = json.loads(dump_document(_named(live.request.document())))
    return bundle


def bundle_text(bundle: JsonObject) -> str:
    """Write a bundle as its file's text."""
    return with_escaped_surrogates(json.dumps(bundle, indent=2, ensure_ascii=False) + "\n")


def _named(document: Document) -> Document:
    return replace(document, profile=document.profile_name)


def _hashes(vector: Vector | None) -> JsonValue:
    """Give sizes and hashes of a vector; no word of its texts."""
    if vector is None:
        return None
    text = vector.rendered_text.encode()
    keys = ("profile", "case", "revision", "scoring", "prompt_version", "prompt_sha256")
    hashes = ("token_ids_sha256", "plan_hash", "template_sha256", "tokenizer_sha256")
    table: JsonObject = {key: getattr(vector, key) for key in (*keys, *hashes)}
    table["prompt_bytes_sha256"] = hashlib.sha256(text).hexdigest()
    table["context_sha256"] = _sha256(vector.context)
    table["schema_sha256"] = _sha256(json.dumps(list(vector.schema)))
    table["bytes"] = len(text)
    table["tokens"] = None if vector.token_ids is None else len(vector.token_ids)
    return table


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _ranges(comparison: VectorComparison) -> JsonValue:
    """Give the changed byte ranges, without what stands there."""
    changes = comparison.text.changes if comparison.text else ()
    return [
        {
            "kind": change.kind.value,
            "expected": [change.expected_start, change.expected_end],
            "live": [change.live_start, change.live_end],
        }
        for change in changes
    ]
