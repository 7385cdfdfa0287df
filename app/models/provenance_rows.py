"""Where a prompt's numbers come from: names, values and how to recompute each in a shell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.models.prompt_content import nonce_holds
from engine.prompt.messages import PROMPT_VERSION
from engine.prompt.render import RenderedPrompt
from engine.provenance import Recipe, Sources, recipes
from engine.scoring.result import Scores
from engine.snapshot import Hashes, Ready, Snapshot, TokenView, value_of

STAGES = frozenset({"prompt", "tokens", "hashes", "scores"})


@dataclass(frozen=True, slots=True)
class ProvenanceRow:
    """One value: its name, itself in full, and a command that gives it; stale when it is old."""

    name: str
    value: str
    recipe: Recipe | None = None
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """The last values that the stages gave, and which of them are of an older document.

    `file` holds the document; None where it was never saved, or has changed since.
    """

    prompt: RenderedPrompt | None = None
    tokens: TokenView | None = None
    hashes: Hashes | None = None
    scores: Scores | None = None
    recipes: tuple[Recipe, ...] = ()
    stale: frozenset[str] = frozenset()
    file: Path | None = None

    def aged(self) -> Known:
        """Mark every value as belonging to an older document."""
        return replace(self, stale=STAGES)

    def recipe(self, name: str) -> Recipe | None:
        """Find a value's recipe by its key in `render --json`, as one that reads the file."""
        named = (recipe for recipe in self.recipes if recipe.name == name)
        return next((recipe.reading(self.file) for recipe in named), None)


def known_after(known: Known, snapshot: Snapshot, sources: Sources | None = None) -> Known:
    """Take over what a snapshot has ready; the rest stays and becomes stale."""
    new = recipes(snapshot, sources)
    named = {recipe.name: recipe for recipe in (*known.recipes, *new)}
    slots = (
        ("prompt", snapshot.prompt),
        ("tokens", snapshot.tokens),
        ("hashes", snapshot.hashes),
        ("scores", snapshot.scores),
    )
    return Known(
        value_of(snapshot.prompt) or known.prompt,
        value_of(snapshot.tokens) or known.tokens,
        value_of(snapshot.hashes) or known.hashes,
        value_of(snapshot.scores) or known.scores,
        tuple(named.values()),
        frozenset(name for name, slot in slots if not isinstance(slot, Ready)),
        known.file,
    )


def provenance_rows(known: Known) -> tuple[ProvenanceRow, ...]:
    """Write one row for each value; rows are always the same, unknown values are a dash."""
    return (
        ProvenanceRow(_tr("prompt version"), PROMPT_VERSION),
        *_hash_rows(known),
        _nonce_row(known),
        *_tokenizer_rows(known),
        *_template_rows(known),
        *_model_rows(known),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Provenance", text)


def _row(
    name: str, value: str | None, recipe: Recipe | None = None, *, stale: bool
) -> ProvenanceRow:
    return ProvenanceRow(name, value or "–", recipe, stale and bool(value))


def _hash_rows(known: Known) -> tuple[ProvenanceRow, ...]:
    given, stale = known.hashes or Hashes("", "", "", ""), "hashes" in known.stale
    return tuple(
        _row(name, getattr(given, key), known.recipe(key), stale=stale)
        for name, key in (
            (_tr("prompt bytes sha256"), "prompt_bytes_sha256"),
            (_tr("prompt sha256 (token ids)"), "prompt_sha256"),
            (_tr("plan hash"), "plan_hash"),
        )
    )


def _nonce_row(known: Known) -> ProvenanceRow:
    """Give the nonce with the result of computing it again from the context's bytes."""
    recipe, stale = known.recipe("nonce"), "prompt" in known.stale
    if known.prompt is None:
        return _row(_tr("nonce"), None, recipe, stale=stale)
    holds = nonce_holds(known.prompt)
    check = _tr("recomputed: equal") if holds else _tr("recomputed: NOT EQUAL")
    return _row(_tr("nonce"), f"{known.prompt.nonce}  ({check})", recipe, stale=stale)


def _tokenizer_rows(known: Known) -> tuple[ProvenanceRow, ...]:
    info = None if known.tokens is None else known.tokens.tokenizer
    stale = "tokens" in known.stale
    name = None if info is None else f"{info.name} · {info.class_name}"
    revision = None if info is None else info.revision
    digest = None if info is None else info.sha256
    return (
        _row(_tr("tokenizer"), name, stale=stale),
        _row(_tr("tokenizer revision"), revision, stale=stale),
        _row(_tr("tokenizer sha256"), digest, known.recipe("tokenizer_sha256"), stale=stale),
    )


def _template_rows(known: Known) -> tuple[ProvenanceRow, ...]:
    stale = "prompt" in known.stale
    names = (
        _tr("template sha256"),
        _tr("template engine"),
        _tr("template switches"),
        _tr("switches without effect"),
        _tr("system role"),
    )
    if known.prompt is None:
        return tuple(_row(name, None, stale=stale) for name in names)
    info = known.prompt.template
    role = _tr("in its own turn") if info.supports_system else _tr("merged into the user turn")
    values = (
        info.sha256,
        info.engine,
        ", ".join(f"{name}={value}" for name, value in info.kwargs) or _tr("none"),
        ", ".join(info.ignored_kwargs) or _tr("none"),
        role,
    )
    recipes_of = (known.recipe("template_sha256"), None, None, None, None)
    return tuple(
        _row(name, value, recipe, stale=stale)
        for name, value, recipe in zip(names, values, recipes_of, strict=True)
    )


def _model_rows(known: Known) -> tuple[ProvenanceRow, ...]:
    model = None if known.scores is None else known.scores.model
    stale = "scores" in known.stale
    name = None if model is None else f"{model.name} · {model.architecture}"
    runs = None if model is None else _tr("{0} on {1}").format(model.dtype, model.device)
    digest = None if model is None else model.sha256
    return (
        _row(_tr("model"), name, stale=stale),
        _row(_tr("model sha256"), digest, known.recipe("model_sha256"), stale=stale),
        _row(_tr("model runs as"), runs, stale=stale),
    )
