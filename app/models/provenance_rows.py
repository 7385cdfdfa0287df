"""Where a prompt's numbers come from: names, values and how to recompute each in a shell."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.models.prompt_content import nonce_holds
from engine.prompt.messages import PROMPT_VERSION
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.scoring.result import Scores
from engine.scoring.rows import ModelInfo
from engine.snapshot import Hashes, Ready, Slot, Snapshot, T, TokenView

_HASH = "print(hashlib.sha256({0}.encode()).hexdigest())"
_PYTHON = "loupe render DOCUMENT --json | python3 -c 'import hashlib, json, sys; " + _HASH + "'"
BYTES_RECIPE = "loupe render DOCUMENT | sha256sum"
IDS_RECIPE = _PYTHON.format('json.dumps(json.load(sys.stdin)["token_ids"])')
PLAN_RECIPE = _PYTHON.format('json.dumps(json.load(sys.stdin)["plan"], sort_keys=True)')
NONCE_RECIPE = "printf C; sha256sum < CONTEXT | cut -c 1-16"
TOKENIZER_RECIPE = "sha256sum TOKENIZER_FILE"
TEMPLATE_RECIPE = "jq -j .chat_template tokenizer_config.json | sha256sum"
MODEL_RECIPE = "sha256sum MODEL_FILE"


@dataclass(frozen=True, slots=True)
class ProvenanceRow:
    """One value: its name, itself in full, and a command that gives it; stale when it is old."""

    name: str
    value: str
    recipe: str = ""
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """The last values that the stages gave, and which of them are of an older document."""

    prompt: RenderedPrompt | None = None
    tokens: TokenView | None = None
    hashes: Hashes | None = None
    scores: Scores | None = None
    stale: frozenset[str] = frozenset()


def known_after(known: Known, snapshot: Snapshot) -> Known:
    """Take over what a snapshot has ready; the rest stays and becomes stale."""
    slots = (
        ("prompt", snapshot.prompt),
        ("tokens", snapshot.tokens),
        ("hashes", snapshot.hashes),
        ("scores", snapshot.scores),
    )
    return Known(
        _value(snapshot.prompt, known.prompt),
        _value(snapshot.tokens, known.tokens),
        _value(snapshot.hashes, known.hashes),
        _value(snapshot.scores, known.scores),
        frozenset(name for name, slot in slots if not isinstance(slot, Ready)),
    )


def provenance_rows(known: Known) -> tuple[ProvenanceRow, ...]:
    """Write one row for each value; rows are always the same, unknown values are a dash."""
    return (
        ProvenanceRow(_tr("prompt version"), PROMPT_VERSION),
        *_hash_rows(known.hashes, stale="hashes" in known.stale),
        _nonce_row(known.prompt, stale="prompt" in known.stale),
        *_tokenizer_rows(known.tokens, stale="tokens" in known.stale),
        *_template_rows(
            None if known.prompt is None else known.prompt.template, stale="prompt" in known.stale
        ),
        *_model_rows(
            None if known.scores is None else known.scores.model, stale="scores" in known.stale
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Provenance", text)


def _value(slot: Slot[T], last: T | None) -> T | None:
    return slot.value if isinstance(slot, Ready) else last


def _row(name: str, value: str | None, recipe: str = "", *, stale: bool) -> ProvenanceRow:
    return ProvenanceRow(name, value or "–", recipe, stale and bool(value))


def _hash_rows(hashes: Hashes | None, *, stale: bool) -> tuple[ProvenanceRow, ...]:
    given = hashes or Hashes("", "", "", "")
    return (
        _row(_tr("prompt bytes sha256"), given.prompt_bytes_sha256, BYTES_RECIPE, stale=stale),
        _row(_tr("prompt sha256 (token ids)"), given.prompt_sha256, IDS_RECIPE, stale=stale),
        _row(_tr("plan hash"), given.plan_hash, PLAN_RECIPE, stale=stale),
    )


def _nonce_row(prompt: RenderedPrompt | None, *, stale: bool) -> ProvenanceRow:
    """Give the nonce with the result of computing it again from the context's bytes."""
    if prompt is None:
        return _row(_tr("nonce"), None, NONCE_RECIPE, stale=stale)
    check = _tr("recomputed: equal") if nonce_holds(prompt) else _tr("recomputed: NOT EQUAL")
    return _row(_tr("nonce"), f"{prompt.nonce}  ({check})", NONCE_RECIPE, stale=stale)


def _tokenizer_rows(view: TokenView | None, *, stale: bool) -> tuple[ProvenanceRow, ...]:
    info = None if view is None else view.tokenizer
    name = None if info is None else f"{info.name} · {info.class_name}"
    revision = None if info is None else info.revision
    digest = None if info is None else info.sha256
    return (
        _row(_tr("tokenizer"), name, stale=stale),
        _row(_tr("tokenizer revision"), revision, stale=stale),
        _row(_tr("tokenizer sha256"), digest, TOKENIZER_RECIPE, stale=stale),
    )


def _template_rows(info: TemplateInfo | None, *, stale: bool) -> tuple[ProvenanceRow, ...]:
    names = (
        _tr("template sha256"),
        _tr("template engine"),
        _tr("template switches"),
        _tr("switches without effect"),
        _tr("system role"),
    )
    if info is None:
        return tuple(_row(name, None, stale=stale) for name in names)
    role = _tr("in its own turn") if info.supports_system else _tr("merged into the user turn")
    values = (
        info.sha256,
        info.engine,
        ", ".join(f"{name}={value}" for name, value in info.kwargs) or _tr("none"),
        ", ".join(info.ignored_kwargs) or _tr("none"),
        role,
    )
    recipes = (TEMPLATE_RECIPE, "", "", "", "")
    return tuple(
        _row(name, value, recipe, stale=stale)
        for name, value, recipe in zip(names, values, recipes, strict=True)
    )


def _model_rows(model: ModelInfo | None, *, stale: bool) -> tuple[ProvenanceRow, ...]:
    name = None if model is None else f"{model.name} · {model.architecture}"
    runs = None if model is None else _tr("{0} on {1}").format(model.dtype, model.device)
    digest = None if model is None else model.sha256
    return (
        _row(_tr("model"), name, stale=stale),
        _row(_tr("model sha256"), digest, MODEL_RECIPE, stale=stale),
        _row(_tr("model runs as"), runs, stale=stale),
    )
