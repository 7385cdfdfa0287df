"""Every hash of a vector or bundle, checked against its own content and against a new rendering."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from engine.golden.live import Live
from engine.golden.vector import Vector
from engine.stages import ids_sha256


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
        {
            "prompt_bytes_sha256": vector.prompt_bytes_sha256,
            "prompt_sha256": vector.prompt_sha256,
            "token_ids_sha256": vector.token_ids_sha256,
            "plan_hash": vector.plan_hash,
        },
    )
    return (*own, *(_rendered(vector, live.vector) if live else ()))


def verify_report(report: Mapping[str, JsonValue], live: Live) -> tuple[HashCheck, ...]:
    """Check the hashes of a bundle's `render --json` object."""
    ids = report.get("token_ids")
    whole = isinstance(ids, list)
    own = _own(
        str(report.get("prompt", "")),
        tuple(int(str(one)) for one in ids) if isinstance(ids, list) and whole else None,
        json.dumps(report["plan"], sort_keys=True) if "plan" in report else None,
        report,
    )
    now = live.vector
    rendered = {
        "prompt_bytes_sha256": now.prompt_bytes_sha256,
        "prompt_sha256": now.prompt_sha256,
        "token_ids_sha256": now.token_ids_sha256,
        "plan_hash": now.plan_hash,
    }
    again = [
        _check(key, "rendered again", report.get(key), found) for key, found in rendered.items()
    ]
    template = report.get("template")
    if isinstance(template, dict):
        found = live.prompt.template.sha256
        again.append(_check("template.sha256", "rendered again", template.get("sha256"), found))
    return (*own, *again)


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
    yield _check("rendered_text", "rendered again", text_sha256, live.prompt_bytes_sha256)
    keys = ("prompt_bytes_sha256", "prompt_sha256", "token_ids_sha256", "plan_hash")
    for key in (*keys, "template_sha256", "tokenizer_sha256"):
        if getattr(vector, key) is not None:
            yield _check(key, "rendered again", getattr(vector, key), getattr(live, key))


def _check(key: str, source: str, recorded: object, found: object) -> HashCheck:
    return HashCheck(key, source, str(recorded), str(found))
