"""Every hash of a vector or bundle, checked against its own content and against a new rendering."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from engine.golden.compare import missing_keys
from engine.golden.live import Live
from engine.stages import ids_sha256
from engine.vector import FORMAT, Vector

JsonObject = dict[str, JsonValue]
_RECORDED = ("prompt_bytes_sha256", "prompt_sha256", "token_ids_sha256", "plan_hash")


@dataclass(frozen=True, slots=True)
class HashCheck:
    """One hash: as the file has it, and as it comes out of `source`."""

    key: str
    source: str
    recorded: str
    found: str

    @property
    def is_right(self) -> bool:
        """Say whether both are equal."""
        return self.recorded == self.found

    def __str__(self) -> str:
        """Write the check as a line."""
        if self.is_right:
            return f"ok     {self.key} {self.recorded} ({self.source})"
        return f"WRONG  {self.key} is {self.recorded}, but {self.found} ({self.source})"


def verify_vector(vector: Vector, live: Live | None) -> tuple[HashCheck, ...]:
    """Check a vector's hashes; without a live prompt only against its own content."""
    own = _own(
        vector.rendered_text,
        vector.token_ids,
        vector.plan,
        {key: getattr(vector, key) for key in _RECORDED},
    )
    return (*own, *(_rendered(vector, live.vector) if live else ()))


def verify_report(report: JsonObject, again: JsonObject) -> tuple[HashCheck, ...]:
    """Check the hashes of a `render --json` object, given the object of a new rendering."""
    ids, plan = report.get("token_ids"), report.get("plan")
    own = _own(
        str(report.get("prompt", "")),
        tuple(int(str(one)) for one in ids) if isinstance(ids, list) else None,
        None if plan is None else json.dumps(plan, sort_keys=True),
        report,
    )
    pairs = [(key, report.get(key), again[key]) for key in _RECORDED]
    pairs += [
        (f"{key}.sha256", _sha256_of(report.get(key)), _sha256_of(again[key]))
        for key in ("template", "tokenizer")
    ]
    return (*own, *(_check(key, "rendered again", one, other) for key, one, other in pairs))


def _sha256_of(table: JsonValue) -> JsonValue:
    return table.get("sha256") if isinstance(table, dict) else None


def _own(
    text: str, ids: tuple[int, ...] | None, plan: str | None, recorded: Mapping[str, object]
) -> Iterator[HashCheck]:
    """Recompute what the file's own content tells."""
    found = {"prompt_bytes_sha256": hashlib.sha256(text.encode()).hexdigest()}
    if ids is not None:
        found |= dict.fromkeys(("prompt_sha256", "token_ids_sha256"), ids_sha256(ids))
    if plan is not None:
        found["plan_hash"] = hashlib.sha256(plan.encode()).hexdigest()
    for key, value in found.items():
        if recorded.get(key) is not None:
            yield _check(key, "its own content", recorded[key], value)


def _rendered(vector: Vector, live: Vector) -> Iterator[HashCheck]:
    text_sha256 = hashlib.sha256(vector.rendered_text.encode()).hexdigest()
    for key in missing_keys(vector, live):
        yield HashCheck(key, FORMAT, "missing", "required")
    yield _check("rendered_text", "rendered again", text_sha256, live.prompt_bytes_sha256)
    for key in (*_RECORDED, "template_sha256", "tokenizer_sha256"):
        if getattr(vector, key) is not None:
            yield _check(key, "rendered again", getattr(vector, key), getattr(live, key))


def _check(key: str, source: str, recorded: object, found: object) -> HashCheck:
    return HashCheck(key, source, str(recorded), str(found))
