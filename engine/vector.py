"""A golden vector: one request, and the prompt and hashes that were agreed on for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engine.complaint import first_problem
from engine.document import Context, Document
from engine.errors import DocumentError
from engine.plain_json import parse_plain_json
from engine.plan.plan import Ids, ScoringMode
from engine.profiles import Profile
from engine.text_file import read_text

FORMAT = "loupe-vector/1"
ONE_LINE = ("token_ids", "plan")
OPTIONAL_TEXTS = ("prompt_bytes_sha256", "template_sha256", "tokenizer_sha256", "note", "accepted")
OURS = ("token_ids", "prompt_bytes_sha256")
FULL = ("plan", "template_sha256", "tokenizer_sha256")  # not in what was taken over from upstream
UPSTREAM_CASES = ("risk_enum_bool", "risk_enum_bool_labels", "tags_multi", "tags_multi_labels")
_OWN_REVISION = re.compile("[0-9a-f]{12}")
SchemaTable = dict[str, JsonValue]
RevisionOf = Callable[[Profile], str | None]


@dataclass(frozen=True, slots=True)
class Vector:
    """One vector file. The keys from `token_ids` on are None where the file lacks them.

    `plan` is the plan's canonical JSON text; `accepted` is the day of the last acceptance; `lacks`
    names the keys that the file should have and has not.
    """

    case: str
    profile: str
    revision: str
    schema: tuple[tuple[str, JsonValue], ...]
    context: str
    scoring: ScoringMode
    system: str
    template_kwargs: tuple[tuple[str, JsonValue], ...]
    supports_system: bool
    prompt_version: str
    rendered_text: str
    prompt_sha256: str
    token_ids_sha256: str
    plan_hash: str
    token_ids: Ids | None = None
    prompt_bytes_sha256: str | None = None
    template_sha256: str | None = None
    tokenizer_sha256: str | None = None
    plan: str | None = None
    note: str | None = None
    accepted: str | None = None
    lacks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Give the name that the vector's file must have, without its ending."""
        return f"{self.profile}__{self.revision}__{self.case}"

    @property
    def is_upstream(self) -> bool:
        """Say whether the values are upstream's own, never accepted here since."""
        return self.accepted is None and (self.note or "").startswith("upstream")

    @property
    def unrecorded(self) -> tuple[str, ...]:
        """Name the keys that upstream's files do not have, and that so are not missing."""
        keys = (*OURS, *FULL)
        return tuple(k for k in keys if getattr(self, k) is None and k not in self.lacks)

    @property
    def field_order(self) -> tuple[str, ...]:
        """List the fields' names in their true order."""
        return tuple(name for name, _ in self.schema)

    def document(self, profile: str) -> Document:
        """Make the document that the vector's input describes, under that profile's name."""
        text = json.dumps(dict(self.schema), indent=2, ensure_ascii=False)
        context = Context(self.case, self.context.encode("utf-8", "surrogatepass"))
        return Document(text, (context,), profile=profile, scoring=self.scoring)


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    schema_: SchemaTable = Field(alias="schema")
    field_order: list[str] | None = None
    context: str
    scoring: ScoringMode
    system: str
    template_kwargs: dict[str, JsonValue]
    supports_system: bool


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: str | None = None
    case: str
    input: _Input
    plan_hash: str
    profile: str
    prompt_sha256: str
    prompt_version: str
    rendered_text: str
    token_ids_sha256: str
    tokenizer_revision: str
    token_ids: list[int] | None = None
    prompt_bytes_sha256: str | None = None
    template_sha256: str | None = None
    tokenizer_sha256: str | None = None
    plan: SchemaTable | None = None
    note: str | None = None
    accepted: str | None = None


def read_vector(path: Path) -> Vector:
    """Read a vector's file; DocumentError names the file and what is wrong in it."""
    text = read_text(path)
    try:
        return parse_vector(text)
    except DocumentError as error:
        raise DocumentError(f"{path.name}: {error}") from error


def parse_vector(text: str) -> Vector:
    """Read a vector's text; DocumentError says what is wrong in it."""
    table = parse_plain_json(text, free=("input.context",))
    try:
        checked = _File.model_validate(table)
    except ValidationError as error:
        raise DocumentError(f"not a vector: {first_problem(error)}") from error
    if checked.format not in {None, FORMAT}:
        raise DocumentError(f"not a vector this version reads: format is {checked.format!r}")
    return _vector(checked)


def profile_of(
    vector: Vector, profiles: tuple[Profile, ...], revision_of: RevisionOf
) -> Profile | None:
    """Find the profile whose golden name and tokenizer revision the vector has.

    `revision_of` gives None for a profile whose tokenizer is not here and that names no revision.
    """
    for profile in profiles:
        if profile.golden_name == vector.profile and revision_of(profile) == vector.revision:
            return profile
    return None


def required_profile(
    vector: Vector, profiles: tuple[Profile, ...], revision_of: RevisionOf
) -> Profile:
    """Find the vector's profile; DocumentError where `profile_of` finds none."""
    profile = profile_of(vector, profiles, revision_of)
    if profile is None:
        raise DocumentError(
            f"no profile here is {vector.profile} with the tokenizer revision "
            f"{vector.revision}; `loupe doctor` lists what is here"
        )
    return profile


def looks_like_vector(table: JsonValue) -> bool:
    """Say whether parsed JSON is a vector rather than a document."""
    return isinstance(table, dict) and "rendered_text" in table and "input" in table


def vector_table(vector: Vector) -> SchemaTable:
    """Give the vector as its file's table, without the keys that it lacks."""
    table: SchemaTable = {
        "format": FORMAT,
        "case": vector.case,
        "input": {
            "schema": dict(vector.schema),
            "field_order": list(vector.field_order),
            "context": vector.context,
            "scoring": vector.scoring,
            "system": vector.system,
            "template_kwargs": dict(vector.template_kwargs),
            "supports_system": vector.supports_system,
        },
        "plan_hash": vector.plan_hash,
        "profile": vector.profile,
        "prompt_sha256": vector.prompt_sha256,
        "prompt_version": vector.prompt_version,
        "rendered_text": vector.rendered_text,
        "token_ids_sha256": vector.token_ids_sha256,
        "tokenizer_revision": vector.revision,
    }
    if vector.token_ids is not None:
        table["token_ids"] = list(vector.token_ids)
    if vector.plan is not None:
        table["plan"] = json.loads(vector.plan)
    for key in OPTIONAL_TEXTS:
        value = getattr(vector, key)
        if value is not None:
            table[key] = value
    return table


def dump_vector(vector: Vector) -> str:
    """Write a vector as its file's text: keys sorted, ASCII, token ids and plan on a line each."""
    members = sorted(vector_table(vector).items())
    lines = (f"  {json.dumps(key)}: {_member_text(key, value)}" for key, value in members)
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _member_text(key: str, value: JsonValue) -> str:
    if key in ONE_LINE:
        return json.dumps(value, sort_keys=True)
    return json.dumps(value, indent=2, sort_keys=True).replace("\n", "\n  ")


def _vector(checked: _File) -> Vector:
    body = checked.input
    ids = checked.token_ids
    vector = Vector(
        case=checked.case,
        profile=checked.profile,
        revision=checked.tokenizer_revision,
        schema=tuple(body.schema_.items()),
        context=body.context,
        scoring=body.scoring,
        system=body.system,
        template_kwargs=tuple(body.template_kwargs.items()),
        supports_system=body.supports_system,
        prompt_version=checked.prompt_version,
        rendered_text=checked.rendered_text,
        prompt_sha256=checked.prompt_sha256,
        token_ids_sha256=checked.token_ids_sha256,
        plan_hash=checked.plan_hash,
        token_ids=None if ids is None else tuple(ids),
        prompt_bytes_sha256=checked.prompt_bytes_sha256,
        template_sha256=checked.template_sha256,
        tokenizer_sha256=checked.tokenizer_sha256,
        plan=None if checked.plan is None else json.dumps(checked.plan, sort_keys=True),
        note=checked.note,
        accepted=checked.accepted,
        lacks=tuple(_lacks(checked)),
    )
    return _ordered(vector, body.field_order)


def _lacks(checked: _File) -> Iterator[str]:
    """Name the keys that should be there.

    A file in upstream's own format has none of ours, one whose values were taken over from upstream
    has neither the plan nor the tokenizer's hash.
    """
    is_ours = any(getattr(checked, key) is not None for key in ("format", *OURS, *FULL))
    if not is_ours and checked.input.field_order is None:
        return
    full = () if _is_taken_over(checked) else FULL
    yield from (key for key in (*OURS, *full) if getattr(checked, key) is None)
    if checked.input.field_order is None:
        yield "input.field_order"
    if checked.format is None:
        yield "format"


def _is_taken_over(checked: _File) -> bool:
    """Say whether the values are upstream's: by the note, or by upstream's cases and revisions.

    Our own vectors of those cases carry a tokenizer revision of twelve hex digits.
    """
    if checked.plan is not None or checked.tokenizer_sha256 is not None:
        return False
    is_upstreams = checked.case in UPSTREAM_CASES and not _OWN_REVISION.fullmatch(
        checked.tokenizer_revision
    )
    return is_upstreams or (checked.note or "").startswith("upstream")


def _ordered(vector: Vector, order: list[str] | None) -> Vector:
    """Put the fields into their true order: the file's list, or where the prompt asks for them.

    Upstream files sort the schema's keys, so only the rendered text tells the order.
    """
    fields = dict(vector.schema)
    if order is None:
        order = order_in_text(vector.rendered_text, tuple(fields))
    if sorted(order) != sorted(fields):
        raise DocumentError("not a vector: input.field_order does not list the schema's fields")
    return replace(vector, schema=tuple((name, fields[name]) for name in order))


def order_in_text(text: str, names: tuple[str, ...]) -> list[str]:
    """Sort fields by the place at which a prompt asks for them."""
    lines = {name: f"\n  {json.dumps(name, ensure_ascii=False)}: " for name in names}
    block = "\n" + text
    return sorted(names, key=lambda name: block.find(lines[name]))
