"""Two snapshots turned into the hashes that changed between them, each with its causes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.schema.fields import Field, Schema
from engine.snapshot import PROMPT_HASHES, Snapshot, value_of


class HashCauseKind(StrEnum):
    """Name what can change a hash."""

    FIELD_ADDED = "field added"
    FIELD_REMOVED = "field removed"
    FIELD_RENAMED = "field renamed"
    FIELD_ORDER = "field order"
    FIELD_TYPE = "field type"
    CHOICE = "choice"
    GLOSS = "gloss"
    DESCRIPTION = "description"
    CONTEXT = "context"
    PROFILE = "profile"
    KWARG = "kwarg"
    TEMPLATE = "template"
    SYSTEM_ROLE = "system role"
    TOKENIZER = "tokenizer"
    SCORING = "scoring mode"
    HARDENED = "hardened tokenization"
    MODEL = "model"


_SHAPE = frozenset(  # not the order: the plan is hashed with sorted keys (specification 3.5)
    {
        HashCauseKind.FIELD_ADDED,
        HashCauseKind.FIELD_REMOVED,
        HashCauseKind.FIELD_RENAMED,
        HashCauseKind.FIELD_TYPE,
        HashCauseKind.CHOICE,
        HashCauseKind.SCORING,
        HashCauseKind.PROFILE,
        HashCauseKind.TOKENIZER,
    }
)
_TEXT = frozenset(HashCauseKind) - {HashCauseKind.MODEL, HashCauseKind.HARDENED}
_BINDS = {
    "prompt_bytes_sha256": _TEXT,
    "prompt_sha256": _TEXT | {HashCauseKind.HARDENED},
    "plan_hash": _SHAPE | {HashCauseKind.HARDENED},
    "nonce": frozenset({HashCauseKind.CONTEXT}),
    "tokenizer_sha256": frozenset({HashCauseKind.PROFILE, HashCauseKind.TOKENIZER}),
    "template_sha256": frozenset({HashCauseKind.PROFILE, HashCauseKind.TEMPLATE}),
    "model_sha256": frozenset({HashCauseKind.PROFILE, HashCauseKind.MODEL}),
}


@dataclass(frozen=True, slots=True)
class HashCause:
    """One thing that was changed, and which."""

    kind: HashCauseKind
    detail: str = ""

    def __str__(self) -> str:
        """Write the cause as people read it: `field added: flag`."""
        return f"{self.kind.value}: {self.detail}" if self.detail else self.kind.value


@dataclass(frozen=True, slots=True)
class HashChange:
    """One hash before and after, and what changed it; no causes means that none is known."""

    name: str
    old: str
    new: str
    causes: tuple[HashCause, ...]

    @property
    def cause(self) -> str:
        """Write all causes on one line."""
        return "; ".join(map(str, self.causes)) or "not known"


def changes(before: Snapshot, after: Snapshot) -> tuple[HashChange, ...]:
    """Name the hashes that both snapshots have ready and that differ."""
    old, new = hash_values(before), hash_values(after)
    differing = [name for name in new if name in old and old[name] != new[name]]
    if not differing:
        return ()
    found = tuple(_causes(before, after))
    return tuple(
        HashChange(
            name,
            old[name],
            new[name],
            tuple(cause for cause in found if cause.kind in _BINDS[name]),
        )
        for name in differing
    )


def hash_values(snapshot: Snapshot) -> dict[str, str]:
    """List the hashes that a snapshot has ready, by the names of `render --json`."""
    values: dict[str, str] = {}
    hashes, tokens = value_of(snapshot.hashes), value_of(snapshot.tokens)
    prompt, scores = value_of(snapshot.prompt), value_of(snapshot.scores)
    if hashes is not None:
        values |= {name: getattr(hashes, name) for name in PROMPT_HASHES}
    if tokens is not None:
        values["tokenizer_sha256"] = tokens.tokenizer.sha256
    if prompt is not None:
        values["template_sha256"] = prompt.template.sha256
    if scores is not None:
        values["model_sha256"] = scores.model.sha256
    return values


def _causes(before: Snapshot, after: Snapshot) -> Iterator[HashCause]:
    one, two = before.document, after.document
    old, new = value_of(before.schema), value_of(after.schema)
    if old is not None and new is not None:
        yield from schema_causes(old, new)
    if one.context.data != two.context.data:
        sizes = f"{len(one.context.data)} to {len(two.context.data)} bytes"
        yield HashCause(HashCauseKind.CONTEXT, _arrow(one.context.name, two.context.name, sizes))
    if one.scoring != two.scoring:
        yield HashCause(HashCauseKind.SCORING, f"{one.scoring} → {two.scoring}")
    if one.hardened != two.hardened:
        yield HashCause(HashCauseKind.HARDENED, "on" if two.hardened else "off")
    yield from _profile_causes(before, after)


def _profile_causes(before: Snapshot, after: Snapshot) -> Iterator[HashCause]:
    """Blame the profile alone when it is another one, else what was changed in it."""
    one, two = before.document, after.document
    if one.profile_name != two.profile_name:
        yield HashCause(HashCauseKind.PROFILE, f"{one.profile_name} → {two.profile_name}")
        return
    old, new = value_of(before.prompt), value_of(after.prompt)
    if old is not None and new is not None:
        here, there = dict(old.template.kwargs), dict(new.template.kwargs)
        for name in (*here, *(name for name in there if name not in here)):
            if here.get(name, _UNSET) != there.get(name, _UNSET):
                values = f"{here.get(name, _UNSET)} → {there.get(name, _UNSET)}"
                yield HashCause(HashCauseKind.KWARG, f"{name} {values}")
        if old.template.sha256 != new.template.sha256:
            yield HashCause(HashCauseKind.TEMPLATE)
        if old.template.supports_system != new.template.supports_system:
            role = "in its own turn" if new.template.supports_system else "merged"
            yield HashCause(HashCauseKind.SYSTEM_ROLE, role)
    tokens, live = value_of(before.tokens), value_of(after.tokens)
    if tokens is not None and live is not None and tokens.tokenizer != live.tokenizer:
        yield HashCause(HashCauseKind.TOKENIZER, _arrow(tokens.tokenizer.name, live.tokenizer.name))
    scores, scored = value_of(before.scores), value_of(after.scores)
    if scores is not None and scored is not None and scores.model.sha256 != scored.model.sha256:
        yield HashCause(HashCauseKind.MODEL, _arrow(scores.model.name, scored.model.name))


_UNSET = "unset"


def schema_causes(before: Schema, after: Schema) -> Iterator[HashCause]:
    """Name what was changed between two schemas, field by field."""
    old = {field.name: field for field in before.fields}
    new = {field.name: field for field in after.fields}
    gone = [name for name in old if name not in new]
    come = [name for name in new if name not in old]
    renamed = dict(_renames(before, after, gone, come))
    yield from (HashCause(HashCauseKind.FIELD_RENAMED, f"{a} → {b}") for a, b in renamed.items())
    yield from (
        HashCause(HashCauseKind.FIELD_REMOVED, name) for name in gone if name not in renamed
    )
    yield from (
        HashCause(HashCauseKind.FIELD_ADDED, name) for name in come if name not in renamed.values()
    )
    kept = [renamed.get(name, name) for name in old if renamed.get(name, name) in new]
    if kept != [name for name in new if name in kept]:
        yield HashCause(HashCauseKind.FIELD_ORDER, ", ".join(new))
    for name, field in old.items():
        counterpart = new.get(renamed.get(name, name))
        if counterpart is not None:
            yield from _field_causes(field, counterpart)


def _renames(
    before: Schema, after: Schema, gone: list[str], come: list[str]
) -> Iterator[tuple[str, str]]:
    """Pair a removed with an added field: the only two at one place, or equal but for the name."""
    if len(gone) == len(come) == 1:
        places = [field.name for field in before.fields], [field.name for field in after.fields]
        if places[0].index(gone[0]) == places[1].index(come[0]):
            yield gone[0], come[0]
            return
    left = list(come)
    for name in gone:
        same = (one for one in left if _content(after.field(one)) == _content(before.field(name)))
        match = next(same, None)
        if match is not None:
            left.remove(match)
            yield name, match


def _content(field: Field) -> tuple[object, ...]:
    choices = tuple((choice.text, choice.gloss) for choice in field.choices)
    return field.kind, field.description, choices, field.ordered


def _field_causes(old: Field, new: Field) -> Iterator[HashCause]:
    if (old.kind, old.ordered) != (new.kind, new.ordered):
        yield HashCause(HashCauseKind.FIELD_TYPE, new.name)
    if old.description != new.description:
        yield HashCause(HashCauseKind.DESCRIPTION, new.name)
    if old.choice_texts != new.choice_texts:
        yield HashCause(
            HashCauseKind.CHOICE, f"{new.name} {_choice_detail(old.choice_texts, new.choice_texts)}"
        )
    glosses = {choice.text: choice.gloss for choice in old.choices}
    for choice in new.choices:
        if choice.gloss != glosses.get(choice.text, choice.gloss):
            yield HashCause(HashCauseKind.GLOSS, f"{new.name} {choice.text}")


def _choice_detail(old: tuple[str, ...], new: tuple[str, ...]) -> str:
    """Say which choices came, went or were renamed, or that only their order changed.

    >>> _choice_detail(("LOW", "HIGH"), ("LOW", "TOP"))
    'HIGH → TOP'
    """
    gone = [text for text in old if text not in new]
    come = [text for text in new if text not in old]
    if not gone and not come:
        return "order: " + ", ".join(new)
    if len(gone) == len(come) == 1 and old.index(gone[0]) == new.index(come[0]):
        return f"{gone[0]} → {come[0]}"
    return ", ".join((*(f"+{text}" for text in come), *(f"−{text}" for text in gone)))


def _arrow(old: str, new: str, same: str = "") -> str:
    if old == new:
        return f"{new}, {same}" if same else new
    return f"{old} → {new}"
