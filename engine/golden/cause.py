"""Why an agreed and a live prompt differ: found by rendering again with one input exchanged."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import JsonValue

from engine.errors import StageFailed
from engine.golden.compare import first_unequal, is_same_value, key_differences
from engine.golden.live import Complete, Live, render_live
from engine.golden.request import Request
from engine.plan.plan import ScoringMode
from engine.profiles import KwargValue, Profile, SystemRole
from engine.stages import ids_sha256
from engine.vector import Vector, order_in_text

Exchange = Callable[[Request], Request]
TemplateOf = Callable[[str], str | None]
TokenizerOf = Callable[[str], str | None]
_FENCED = re.compile(r"<<<CONTEXT:(C[0-9a-f]{16})\n(.*)\nCONTEXT:\1>>>", re.DOTALL)


class CauseKind(StrEnum):
    """Name what can change a prompt."""

    VERSION = "prompt version"
    TEMPLATE = "template text"
    TOKENIZER = "tokenizer"
    KWARGS = "template kwargs"
    SYSTEM_ROLE = "system role"
    SCHEMA = "schema"
    FIELD_ORDER = "field order"
    CONTEXT = "context"
    SCORING = "scoring mode"
    FILE = "the vector's file"
    RENDERER = "renderer"


@dataclass(frozen=True, slots=True)
class Cause:
    """One cause; `proven` when rendering with the agreed input gave the agreed vector."""

    kind: CauseKind
    detail: str
    proven: bool = False

    def __str__(self) -> str:
        """Write the cause as a line."""
        return f"{self.kind}: {self.detail}" if self.detail else str(self.kind)


@dataclass(frozen=True, slots=True)
class Known:
    """Texts and tokenizers that an old hash can still be found by; None where it cannot."""

    template: TemplateOf
    tokenizer: TokenizerOf


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A suspected input, and how to put the agreed one in its place where that can be had.

    `declared`: the vector itself records another input; else the suspicion is only tried.
    """

    cause: Cause
    exchange: Exchange | None
    declared: bool = True


def causes_of(expected: Vector, live: Live, known: Known, complete: Complete) -> tuple[Cause, ...]:
    """Name what makes the live vector another one; empty when they are equal."""
    if is_same(expected, live.vector):
        return ()
    suspects = tuple(_suspects(expected, live, known))
    for suspect in suspects:
        if _explain((suspect,), expected, live.request, complete):
            return (replace(suspect.cause, proven=True),)
    declared = tuple(suspect for suspect in suspects if suspect.declared)
    several = tuple(suspect for suspect in declared if suspect.exchange is not None)
    if _explain(several, expected, live.request, complete):
        return tuple(replace(suspect.cause, proven=True) for suspect in several)
    return tuple(suspect.cause for suspect in declared) or (_last_resort(expected, live.vector),)


def is_same(expected: Vector, live: Vector) -> bool:
    """Say whether text and every key that the agreed vector has are the live ones."""
    return expected.rendered_text == live.rendered_text and not key_differences(expected, live)


def _explain(
    suspects: tuple[_Suspect, ...], expected: Vector, request: Request, complete: Complete
) -> bool:
    """Say whether the agreed vector comes out with the suspects' inputs exchanged."""
    for suspect in suspects:
        if suspect.exchange is None:
            return False
        request = suspect.exchange(request)
    if not suspects:
        return False
    try:
        vector = render_live(request, complete).vector
    except StageFailed:
        return False
    if not all(suspect.declared for suspect in suspects):
        inputs = {key: getattr(expected, key) for key in ("schema", "context", "scoring")}
        vector = replace(vector, **inputs)
    return is_same(expected, vector)


def _suspects(expected: Vector, live: Live, known: Known) -> Iterator[_Suspect]:
    yield from _recorded_inputs(expected, live.request)
    yield from _profile_inputs(expected, live)
    yield from _hashed_inputs(expected, live, known)
    yield from _unrecorded_inputs(expected, live.request)


def _recorded_inputs(expected: Vector, request: Request) -> Iterator[_Suspect]:
    """Suspect what the vector's input says otherwise than the case."""
    same = is_same_value(dict(expected.schema), dict(request.schema))
    if expected.schema != request.schema or not same:
        kind = CauseKind.FIELD_ORDER if same else CauseKind.SCHEMA
        detail = _orders(expected.field_order, request) if same else _fields(expected, request)
        yield _Suspect(Cause(kind, detail), _with_schema(expected.schema))
    if expected.context != request.context:
        cause = Cause(CauseKind.CONTEXT, "the case has another context than the vector")
        yield _Suspect(cause, lambda one: replace(one, context=expected.context))
    if expected.scoring != request.scoring:
        detail = f"expected {expected.scoring}, got {request.scoring}"
        yield _Suspect(Cause(CauseKind.SCORING, detail), _with_scoring(expected.scoring))


def _profile_inputs(expected: Vector, live: Live) -> Iterator[_Suspect]:
    """Suspect what the vector records of its profile and version."""
    profile, vector = live.request.profile, live.vector
    if not is_same_value(dict(expected.template_kwargs), dict(profile.kwargs)):
        agreed = dict(expected.template_kwargs)
        detail = f"expected {json.dumps(agreed)}, got {json.dumps(dict(profile.kwargs))}"
        kwargs = tuple((key, _scalar(value)) for key, value in agreed.items())
        exchange = _with_profile(lambda one: replace(one, kwargs=kwargs))
        yield _Suspect(Cause(CauseKind.KWARGS, detail), exchange)
    if expected.supports_system != vector.supports_system:
        role: SystemRole = "dedicated" if expected.supports_system else "merge"
        detail = f"expected supports_system {json.dumps(expected.supports_system)}"
        exchange = _with_profile(lambda one: replace(one, system=role))
        yield _Suspect(Cause(CauseKind.SYSTEM_ROLE, detail), exchange)
    if expected.prompt_version != vector.prompt_version or expected.system != vector.system:
        other = " with another system text" if expected.system != vector.system else ""
        detail = f"expected {expected.prompt_version}{other}, got {vector.prompt_version}"
        yield _Suspect(Cause(CauseKind.VERSION, detail), None)


def _hashed_inputs(expected: Vector, live: Live, known: Known) -> Iterator[_Suspect]:
    """Suspect template and tokenizer, which the vector records by hash alone."""
    vector = live.vector
    if expected.template_sha256 not in {None, vector.template_sha256}:
        sha256 = str(expected.template_sha256)
        text = known.template(sha256)
        exchange = _with_profile(lambda one: replace(one, template=text))
        detail = _hashes(sha256, vector.template_sha256)
        yield _Suspect(Cause(CauseKind.TEMPLATE, detail), exchange if text else None)
    if expected.tokenizer_sha256 not in {None, vector.tokenizer_sha256}:
        sha256 = str(expected.tokenizer_sha256)
        detail = _hashes(sha256, vector.tokenizer_sha256)
        yield _Suspect(Cause(CauseKind.TOKENIZER, detail), _with_tokenizer(sha256, live, known))
    elif _only_ids_differ(expected, vector):
        detail = f"{live.tokens.tokenizer.name} cuts the same text into other tokens"
        yield _Suspect(Cause(CauseKind.TOKENIZER, detail), None)


def _unrecorded_inputs(expected: Vector, request: Request) -> Iterator[_Suspect]:
    """Suspect what only the agreed text tells: another order, context or scoring mode."""
    fields = dict(expected.schema)
    order = order_in_text(expected.rendered_text, expected.field_order)
    schema = tuple((name, fields[name]) for name in order)
    if schema not in (expected.schema, request.schema):
        cause = Cause(CauseKind.FIELD_ORDER, _orders(tuple(order), request))
        yield _Suspect(cause, _with_schema(schema), declared=False)
    fenced = _FENCED.search(expected.rendered_text)
    if fenced and fenced[2] not in {expected.context, request.context}:
        context = fenced[2]
        cause = Cause(CauseKind.CONTEXT, "the agreed text encloses another context")
        yield _Suspect(cause, lambda one: replace(one, context=context), declared=False)
    other: ScoringMode = "labels" if request.scoring == "slots" else "slots"
    cause = Cause(CauseKind.SCORING, f"expected {other}, got {request.scoring}")
    yield _Suspect(cause, _with_scoring(other), declared=False)


def _with_schema(schema: tuple[tuple[str, JsonValue], ...]) -> Exchange:
    return lambda request: replace(request, schema=schema)


def _with_scoring(scoring: ScoringMode) -> Exchange:
    return lambda request: replace(request, scoring=scoring)


def _with_profile(change: Callable[[Profile], Profile]) -> Exchange:
    return lambda request: replace(request, profile=change(request.profile))


def _with_tokenizer(sha256: str, live: Live, known: Known) -> Exchange | None:
    """Take the tokenizer of that hash, and keep the template that renders now."""
    source = known.tokenizer(sha256)
    if source is None:
        return None
    own = known.template(live.prompt.template.sha256)

    def exchanged(profile: Profile) -> Profile:
        template = own if profile.template is None else profile.template
        return replace(profile, tokenizer=source, template=template)

    return _with_profile(exchanged)


def _only_ids_differ(expected: Vector, live: Vector) -> bool:
    """Say whether the file holds other ids for the same text; one hash edited by hand is none."""
    same = expected.rendered_text == live.rendered_text
    is_other = expected.prompt_sha256 != live.prompt_sha256
    return same and is_other and not self_contradiction(expected)


def _last_resort(expected: Vector, live: Vector) -> Cause:
    """Blame the renderer, unless the file does not even agree with itself or is not whole."""
    problem = self_contradiction(expected)
    if problem:
        return Cause(CauseKind.FILE, f"{problem}: it was edited by hand")
    differences = key_differences(expected, live)
    if expected.rendered_text == live.rendered_text and all(one.is_missing for one in differences):
        return Cause(CauseKind.FILE, f"it lacks {', '.join(one.key for one in differences)}")
    return Cause(CauseKind.RENDERER, "no input that the vector records has changed")


def self_contradiction(vector: Vector) -> str:
    """Say in which hash a vector does not fit its own content; empty when all fit."""
    text_sha256 = hashlib.sha256(vector.rendered_text.encode()).hexdigest()
    if vector.prompt_bytes_sha256 not in {None, text_sha256}:
        return "its text does not have its prompt_bytes_sha256"
    if vector.prompt_sha256 != vector.token_ids_sha256:
        return "its prompt_sha256 and token_ids_sha256 are not equal"
    if vector.token_ids is not None and ids_sha256(vector.token_ids) != vector.prompt_sha256:
        return "its token ids do not have its prompt_sha256"
    if vector.plan is not None:
        plan_hash = hashlib.sha256(vector.plan.encode()).hexdigest()
        return "" if plan_hash == vector.plan_hash else "its plan does not have its plan_hash"
    return ""


def _orders(expected: tuple[str, ...], request: Request) -> str:
    got = ", ".join(name for name, _ in request.schema)
    return f"expected {', '.join(expected)}, got {got}"


def _fields(expected: Vector, request: Request) -> str:
    place, here, there = first_unequal(dict(expected.schema), dict(request.schema))
    return f"{place}: expected {here}, got {there}"


def _hashes(expected: str, live: str | None) -> str:
    return f"expected sha256 {expected[:16]}, got {(live or 'none')[:16]}"


def _scalar(value: JsonValue) -> KwargValue:
    return value if isinstance(value, str | int | float | bool | None) else json.dumps(value)
