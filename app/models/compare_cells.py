"""Columns turned into the rows of their table, each cell set against the document's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.models.number_text import probability_text
from engine.compare.answers import Answer
from engine.compare.matrix import Column
from engine.prompt.marks import visible
from engine.snapshot import PROMPT_HASHES

HASH_DIGITS = 12
SHOWN_TEXT = 48
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Cell:
    """One value: as shown, in full (tooltip and copy), and how it stands to the document's own.

    `bad` marks a problem; `differs` is None where nothing is to be compared.
    """

    text: str
    full: str = ""
    differs: bool | None = None
    bad: bool = False
    is_hash: bool = False


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One fact under every profile; a row whose cells are all empty begins a group."""

    name: str
    cells: tuple[Cell, ...]
    is_group: bool = False


def matrix_rows(columns: tuple[Column, ...], own: str) -> tuple[MatrixRow, ...]:
    """Lay the columns' facts out in rows; `own` is the document's profile."""
    if not columns:
        return ()
    reference = next((one for one in columns if one.profile == own and one.hashes), None)
    rows = [_row(_tr("state"), columns, _state)]
    rows.append(_measured(_tr("bytes"), columns, reference, lambda column: column.byte_count))
    rows.append(_measured(_tr("tokens"), columns, reference, lambda column: column.token_count))
    rows.append(_row(_tr("control tokens"), columns, _control))
    rows.append(_row(_tr("findings"), columns, _findings))
    rows.append(_group(_tr("What the template did on its own"), columns))
    rows += [_row(name, columns, read) for name, read in _effect_readers()]
    rows += _answer_rows(columns, reference)
    rows.append(_group(_tr("Hashes"), columns))
    rows += [_hashed(name, columns, reference, read) for name, read in _hash_readers()]
    return tuple(rows)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Compare", text)


def _group(name: str, columns: tuple[Column, ...]) -> MatrixRow:
    return MatrixRow(name, tuple(Cell("") for _ in columns), is_group=True)


def _row(name: str, columns: tuple[Column, ...], read: Callable[[Column], Cell]) -> MatrixRow:
    """Read one fact of every column; without a prompt only state and findings are known."""
    known = read in {_state, _findings}
    return MatrixRow(name, tuple(read(c) if known or c.hashes else Cell("") for c in columns))


def _measured(
    name: str, columns: tuple[Column, ...], own: Column | None, read: Callable[[Column], int]
) -> MatrixRow:
    reference = None if own is None else read(own)
    return _row(name, columns, lambda column: _number(read(column), reference))


def _hashed(
    name: str, columns: tuple[Column, ...], own: Column | None, read: Callable[[Column], str]
) -> MatrixRow:
    reference = None if own is None else read(own)
    return _row(name, columns, lambda column: _hash(read(column), reference))


def _state(column: Column) -> Cell:
    if column.hashes is not None:
        return Cell(_tr("rendered"))
    text = _tr("does not render") if column.is_here else _tr("not here")
    return Cell(text, column.problem, bad=column.is_here)


def _number(value: int, reference: int | None) -> Cell:
    if reference is None or value == reference:
        return Cell(f"{value:,}", differs=None if reference is None else False)
    sign = "+" if value > reference else "−"
    return Cell(f"{value:,}  ({sign}{abs(value - reference):,})", str(value), differs=True)


def _control(column: Column) -> Cell:
    if column.control_expected == column.control_found:
        return Cell(str(column.control_found))
    text = _tr("expected {0}, found {1}").format(column.control_expected, column.control_found)
    return Cell(text, text, bad=True)


def _findings(column: Column) -> Cell:
    """Count the findings by severity; the tooltip lists them."""
    counts: dict[str, int] = {}
    for finding in column.findings:
        counts[finding.severity] = counts.get(finding.severity, 0) + 1
    names = {
        "error": (_tr("1 error"), _tr("{0} errors")),
        "warning": (_tr("1 warning"), _tr("{0} warnings")),
        "info": (_tr("1 note"), _tr("{0} notes")),
    }
    parts = [
        one if counts[severity] == 1 else many.format(counts[severity])
        for severity, (one, many) in names.items()
        if severity in counts
    ]
    full = "\n".join(f"{finding.id}: {finding.message}" for finding in column.findings)
    return Cell(", ".join(parts) or _tr("none"), full, bad="error" in counts)


def _effect_readers() -> tuple[tuple[str, Callable[[Column], Cell]], ...]:
    return (
        (_tr("system text"), _system),
        (_tr("added"), _added),
        (_tr("removed"), _removed),
        (_tr("kwargs"), _kwargs),
        (_tr("kwargs ignored"), _ignored),
    )


def _system(column: Column) -> Cell:
    merged = column.effects.merged
    return Cell(_tr("merged into the user turn") if merged else _tr("in its own turn"))


def _added(column: Column) -> Cell:
    full = "\n".join(map(visible, column.effects.added))
    if not full:
        return Cell(NOTHING)
    size = sum(len(text.encode()) for text in column.effects.added)
    shown = full if len(full) <= SHOWN_TEXT else full[:SHOWN_TEXT] + "…"
    return Cell(_tr("{0} bytes: {1}").format(size, shown.replace("\n", " ")), full, bad=True)


def _removed(column: Column) -> Cell:
    parts = [
        _tr("{0} leading, {1} trailing bytes ({2})").format(one.leading, one.trailing, one.role)
        for one in column.effects.removed
    ]
    text = "; ".join(parts)
    return Cell(text or NOTHING, text, bad=bool(parts))


def _kwargs(column: Column) -> Cell:
    text = ", ".join(f"{name}={value}" for name, value in column.kwargs)
    return Cell(text or NOTHING, text)


def _ignored(column: Column) -> Cell:
    text = ", ".join(column.effects.ignored)
    return Cell(text or NOTHING, text, bad=bool(text))


def _answer_rows(columns: tuple[Column, ...], reference: Column | None) -> Iterator[MatrixRow]:
    """Give a row for each field, once any column was scored."""
    fields = dict.fromkeys(answer.field for column in columns for answer in column.answers)
    if not fields:
        return
    yield _group(_tr("Answers"), columns)
    for field in fields:
        own = None if reference is None else _answer_of(reference, field)
        yield MatrixRow(field, tuple(_answer(column, field, own) for column in columns))


def _answer_of(column: Column, field: str) -> Answer | None:
    return next((answer for answer in column.answers if answer.field == field), None)


def _answer(column: Column, field: str, own: Answer | None) -> Cell:
    answer = _answer_of(column, field)
    if answer is None:
        return Cell(_tr("not scored") if column.unscored else "", column.unscored)
    shares = "\n".join(f"{name}  {probability_text(share)}" for name, share in answer.shares)
    differs = None if own is None else own.value != answer.value
    return Cell(answer_text(answer), shares, differs=differs)


def answer_text(answer: Answer) -> str:
    """Write an answer with its probability: `HIGH 0.610`."""
    value = answer.value or _tr("none")
    probability = answer.probability
    return value if probability is None else f"{value}  {probability_text(probability)}"


def fact_names() -> dict[str, str]:
    """Name the facts of a comparison, by their keys in `render --json`."""
    return {
        "profile": _tr("profile"),
        "bytes": _tr("bytes"),
        "tokens": _tr("tokens"),
        "prompt_bytes_sha256": _tr("prompt bytes sha256"),
        "prompt_sha256": _tr("prompt sha256 (token ids)"),
        "plan_hash": _tr("plan hash"),
        "nonce": _tr("nonce"),
        "tokenizer_sha256": _tr("tokenizer sha256"),
        "template_sha256": _tr("template sha256"),
        "model_sha256": _tr("model sha256"),
    }


def _hash_readers() -> tuple[tuple[str, Callable[[Column], str]], ...]:
    names = fact_names()
    return (
        *((names[key], partial(_of_hashes, key)) for key in PROMPT_HASHES),
        (names["tokenizer_sha256"], lambda column: column.tokenizer_sha256),
        (names["template_sha256"], lambda column: column.template_sha256),
    )


def _of_hashes(key: str, column: Column) -> str:
    return str(getattr(column.hashes, key)) if column.hashes else ""


def _hash(value: str, reference: str | None) -> Cell:
    if not value:
        return Cell(NOTHING)
    shown = value if len(value) <= HASH_DIGITS + 5 else value[:HASH_DIGITS] + "…"
    differs = None if reference is None else value != reference
    return Cell(shown, value, differs=differs, is_hash=True)
