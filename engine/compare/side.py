"""One prompt to compare, live or recorded: a document, a vector, a bundle, a git revision."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from engine.compare.answers import Answer, answers_of
from engine.compare.engine_access import EngineAccess
from engine.compare.git import revision_bytes
from engine.compare.whole_tokens import Spans, control_spans
from engine.complaint import first_problem
from engine.document import Document
from engine.document_file import parse_document, schema_start
from engine.errors import DocumentError, StageFailed
from engine.golden.token_diff import Tokens, expected_tokens, live_tokens
from engine.profiles import Profile
from engine.snapshot import Snapshot
from engine.stages import ids_sha256
from engine.tokenizers.base import Tokenizer
from engine.vector import Vector, looks_like_vector, parse_vector


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side comes from: a document in memory, or a file, perhaps as git once had it.

    `profile` is taken in place of a document's own. `past_name` is what the file was called in
    the revision, from the checkout's root.
    """

    title: str
    document: Document | None = None
    path: Path | None = None
    revision: str | None = None
    past_name: str | None = None
    profile: str | Profile | None = None


@dataclass(frozen=True, slots=True)
class Owned:
    """A byte range of a side's text and the name of its owner."""

    start: int
    end: int
    owner: str


@dataclass(frozen=True, slots=True)
class Side:
    """One prompt; hashes that its file does not record are computed, else empty.

    `kind` is "document", "vector" or "bundle"; `tokens.ids` are empty when a vector lacks them.
    `controls` are the byte ranges of control tokens, as far as the tokenizer is here.
    """

    title: str
    kind: str
    text: str
    tokens: Tokens
    profile: str
    prompt_bytes_sha256: str
    prompt_sha256: str
    plan_hash: str
    nonce: str = ""
    tokenizer_sha256: str = ""
    template_sha256: str = ""
    owners: tuple[Owned, ...] = ()
    controls: Spans = ()
    answers: tuple[Answer, ...] = ()


def load_side(source: Source, access: EngineAccess, *, score: bool = False) -> Side:
    """Read and, for a document, render a side.

    DocumentError, StageFailed or OSError says why that cannot be done.
    """
    if source.document is not None:
        return _rendered(source, source.document, access, score=score)
    assert source.path is not None
    path, where = source.path, source.title
    if source.revision is None:
        data = path.read_bytes()
    else:
        data = revision_bytes(path, source.revision, source.past_name)
    table = _table(data)
    if isinstance(table, dict) and isinstance(table.get("prompt"), dict):
        table = table["prompt"]  # a bundle with its document beside what was rendered
    if isinstance(table, dict) and "prompt" in table and "token_ids" in table:
        return _bundled(where, table, access)
    if looks_like_vector(table):
        return _recorded(where, data, access)
    document, start = parse_document(data, where, access.profile_of), schema_start(data)
    try:
        return _rendered(source, document, access, score=score)
    except StageFailed as error:
        if start is None:
            raise
        located = (start.located(finding, where) for finding in error.findings)
        raise StageFailed(*located) from error


def side_of(title: str, snapshot: Snapshot) -> Side:
    """Take a live prompt; StageFailed with the findings that stopped a stage."""
    rendered = snapshot.rendered
    if rendered is None:
        raise StageFailed(*snapshot.causes)
    prompt, tokens, hashes = rendered.prompt, rendered.tokens, rendered.hashes
    return Side(
        title=title,
        kind="document",
        text=prompt.text,
        tokens=live_tokens(tokens.tokenization.tokens),
        profile=snapshot.document.profile_name,
        prompt_bytes_sha256=hashes.prompt_bytes_sha256,
        prompt_sha256=hashes.prompt_sha256,
        plan_hash=hashes.plan_hash,
        nonce=hashes.nonce,
        tokenizer_sha256=tokens.tokenizer.sha256,
        template_sha256=prompt.template.sha256,
        owners=tuple(Owned(s.byte_start, s.byte_end, str(s.owner)) for s in prompt.segments),
        controls=control_spans(tokens.tokenization.tokens),
        answers=answers_of(snapshot.scores),
    )


def _rendered(source: Source, document: Document, access: EngineAccess, *, score: bool) -> Side:
    if source.profile is not None:
        document = replace(document, profile=source.profile)
    return side_of(source.title, access.complete(document, score=score))


def _table(data: bytes) -> JsonValue:
    try:
        return cast("JsonValue", json.loads(data))
    except (ValueError, RecursionError):
        return None  # the document's reader says what is wrong with it


def _recorded(where: str, data: bytes, access: EngineAccess) -> Side:
    """Take what a vector's file says; its tokens' bytes where its tokenizer is here."""
    try:
        vector = parse_vector(data.decode("utf-8"))
    except (UnicodeDecodeError, DocumentError) as error:
        raise DocumentError(f"{where}: {error}") from error
    profile = _profile_name(vector, access)
    return Side(
        title=where,
        kind="vector",
        text=vector.rendered_text,
        tokens=_tokens(vector, profile, access),
        profile=profile,
        prompt_bytes_sha256=vector.prompt_bytes_sha256 or _sha256(vector.rendered_text),
        prompt_sha256=vector.prompt_sha256,
        plan_hash=vector.plan_hash,
        template_sha256=vector.template_sha256 or "",
        controls=_controls(vector.rendered_text, access.tokenizer(profile)),
    )


def _profile_name(vector: Vector, access: EngineAccess) -> str:
    try:
        return access.profile_of(vector)
    except DocumentError:
        return vector.profile


def _tokens(vector: Vector, profile: str, access: EngineAccess) -> Tokens:
    """Take the recorded ids; without them cut the text now, if that gives the recorded hash."""
    tokenizer = access.tokenizer(profile)
    if tokenizer is None:
        return Tokens(vector.token_ids or (), ())
    if vector.token_ids is not None:
        return expected_tokens(vector.token_ids, vector.rendered_text, tokenizer)
    now = live_tokens(tokenizer.tokenize(vector.rendered_text).tokens)
    return now if ids_sha256(now.ids) == vector.prompt_sha256 else Tokens((), ())


class _Segment(BaseModel):
    model_config = ConfigDict(strict=True)

    owner: str
    byte_start: int
    byte_end: int
    field: str | None = None
    part: str | None = None
    index: int | None = None


class _Named(BaseModel):
    model_config = ConfigDict(strict=True)

    sha256: str = ""


class _Bundle(BaseModel):
    """What `render --json` writes, as far as it is compared."""

    model_config = ConfigDict(strict=True)

    prompt: str
    token_ids: list[int]
    profile: str = ""
    plan_hash: str = ""
    nonce: str = ""
    tokenizer: _Named = _Named()
    template: _Named = _Named()
    segments: list[_Segment] = []


def _bundled(where: str, table: JsonValue, access: EngineAccess) -> Side:
    """Take what a bundle says; the hashes of its prompt and ids are computed from them."""
    try:
        bundle = _Bundle.model_validate(table)
    except ValidationError as error:
        raise DocumentError(f"{where}: not a bundle: {first_problem(error)}") from error
    ids = tuple(bundle.token_ids)
    tokenizer = access.tokenizer(bundle.profile)
    tokens = (
        Tokens(ids, ()) if tokenizer is None else expected_tokens(ids, bundle.prompt, tokenizer)
    )
    return Side(
        title=where,
        kind="bundle",
        text=bundle.prompt,
        tokens=tokens,
        profile=bundle.profile,
        prompt_bytes_sha256=_sha256(bundle.prompt),
        prompt_sha256=ids_sha256(ids),
        plan_hash=bundle.plan_hash,
        nonce=bundle.nonce,
        tokenizer_sha256=bundle.tokenizer.sha256,
        template_sha256=bundle.template.sha256,
        owners=tuple(Owned(s.byte_start, s.byte_end, _owner(s)) for s in bundle.segments),
        controls=_controls(bundle.prompt, tokenizer),
    )


def _controls(text: str, tokenizer: Tokenizer | None) -> Spans:
    return () if tokenizer is None else control_spans(tokenizer.tokenize(text).tokens)


def _owner(segment: _Segment) -> str:
    if segment.field is None:
        return segment.owner
    number = "" if segment.index is None else f" {segment.index}"
    return f"{segment.field} {segment.part}{number}"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
