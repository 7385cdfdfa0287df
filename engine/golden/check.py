"""Committed vectors compared with what the engine renders now; nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from engine.document import Document
from engine.errors import DocumentError
from engine.golden.difference import Difference, first_difference
from engine.golden.vector import RevisionOf, Vector, profile_of, read_vector
from engine.profiles import Profile
from engine.prompt.messages import PROMPT_VERSION, SYSTEM_TEXT
from engine.snapshot import Failed, Ready, Snapshot

Complete = Callable[[Document], Snapshot]


class State(StrEnum):
    """Name what a vector can be; only FRESH is good."""

    FRESH = "fresh"
    STALE = "stale"
    MISSING = "missing"
    ORPHAN = "orphan"
    UNREADABLE = "unreadable"
    NOT_EVALUATED = "not evaluated"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One vector's state, with one sentence that says why it is not fresh."""

    name: str
    state: State
    sentence: str = ""
    difference: Difference | None = None
    profile: str = ""
    case: str = ""


class Checker:
    """Compare vectors with the engine that renders documents."""

    def __init__(
        self,
        profiles: tuple[Profile, ...],
        revision_of: RevisionOf,
        is_here: Callable[[Profile], bool],
        complete: Complete,
    ) -> None:
        """Take the profiles, each one's tokenizer revision and whether it is here, the engine."""
        self._profiles = profiles
        self._revision_of = revision_of
        self._is_here = is_here
        self._complete = complete

    def check(self, paths: Iterable[Path]) -> Iterator[Verdict]:
        """Judge each file in order."""
        for path in paths:
            try:
                vector = read_vector(path)
            except DocumentError as error:
                yield Verdict(path.stem, State.UNREADABLE, str(error))
                continue
            yield self.judge(path.stem, vector)

    def judge(self, name: str, vector: Vector) -> Verdict:
        """Judge one vector; `name` is its file's name without the ending."""
        state, sentence, difference = self._judge(name, vector)
        return Verdict(name, state, sentence, difference, vector.profile, vector.case)

    def _judge(self, name: str, vector: Vector) -> tuple[State, str, Difference | None]:
        if name != vector.name:
            return State.STALE, f"the file says it is {vector.name}", None
        profile = profile_of(vector, self._profiles, self._revision_of)
        if profile is None:
            return self._unresolved(vector)
        if not self._is_here(profile):
            return State.NOT_EVALUATED, f"the tokenizer of {profile.name} is not here", None
        snapshot = self._complete(vector.document(profile.name))
        if not isinstance(snapshot.hashes, Ready):
            return State.STALE, f"it no longer renders: {_why(snapshot)}", None
        difference = self._text_difference(vector, snapshot)
        sentence = str(difference) if difference else _other_difference(vector, snapshot)
        return (State.STALE if sentence else State.FRESH), sentence, difference

    def _unresolved(self, vector: Vector) -> tuple[State, str, None]:
        named = [one for one in self._profiles if one.golden_name == vector.profile]
        if any(self._revision_of(profile) is None for profile in named):
            return State.NOT_EVALUATED, f"the tokenizer of {vector.profile} is not here", None
        known = " and ".join(str(self._revision_of(profile)) for profile in named)
        sentence = (
            f"profile {vector.profile} has the tokenizer revision {known}, not {vector.revision}"
            if named
            else f"there is no profile {vector.profile}"
        )
        return State.ORPHAN, sentence, None

    def _text_difference(self, vector: Vector, snapshot: Snapshot) -> Difference | None:
        assert isinstance(snapshot.prompt, Ready)
        assert isinstance(snapshot.tokens, Ready)
        tokenization = snapshot.tokens.value.tokenization
        return first_difference(vector.rendered_text, snapshot.prompt.value, tokenization)


def _why(snapshot: Snapshot) -> str:
    for slot in (snapshot.schema, snapshot.plan, snapshot.prompt, snapshot.tokens):
        if isinstance(slot, Failed):
            return slot.findings[0].message
    return "a stage has no value"


def _other_difference(vector: Vector, snapshot: Snapshot) -> str:
    """Name the first thing besides the text in which the vector and the live prompt differ."""
    assert isinstance(snapshot.prompt, Ready)
    assert isinstance(snapshot.tokens, Ready)
    assert isinstance(snapshot.hashes, Ready)
    hashes, template = snapshot.hashes.value, snapshot.prompt.value.template
    ids = snapshot.tokens.value.tokenization.ids
    pairs = (
        ("token_ids", vector.token_ids, ids),
        ("prompt_sha256", vector.prompt_sha256, hashes.prompt_sha256),
        ("token_ids_sha256", vector.token_ids_sha256, hashes.prompt_sha256),
        ("prompt_bytes_sha256", vector.prompt_bytes_sha256, hashes.prompt_bytes_sha256),
        ("plan_hash", vector.plan_hash, hashes.plan_hash),
        ("template_sha256", vector.template_sha256, template.sha256),
        ("input.system", vector.system, SYSTEM_TEXT),
        ("input.template_kwargs", dict(vector.template_kwargs), dict(template.kwargs)),
        ("input.supports_system", vector.supports_system, template.supports_system),
        ("prompt_version", vector.prompt_version, PROMPT_VERSION),
    )
    for key, expected, got in pairs:
        if expected is not None and expected != got:
            return f"The text is the same, but {key} differs: {_both(expected, got)}."
    return ""


def _both(expected: object, got: object) -> str:
    if isinstance(expected, tuple) and isinstance(got, tuple):
        at = next(
            (i for i, (a, b) in enumerate(zip(expected, got, strict=False)) if a != b),
            min(len(expected), len(got)),
        )
        return f"at token {at} expected {_item(expected, at)}, got {_item(got, at)}"
    return f"expected {json.dumps(expected)}, got {json.dumps(got)}"


def _item(ids: tuple[object, ...], at: int) -> str:
    return str(ids[at]) if at < len(ids) else "the end"
