"""Find candidate answers that a tokenizer cannot tell apart, and say which choices they are."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from engine.errors import Finding, Place
from engine.plan.plan import Ids
from engine.schema.fields import Choice, Field, Span
from engine.schema.report import clipped

_LABELS_CURE = "Reword one of the two, or score with slots."
_TOKENIZER_CURE = "Choose a profile with another tokenizer."


def collision_findings(
    field: Field, choices: Sequence[Choice], rows: Sequence[Ids], class_name: str
) -> tuple[Finding, ...]:
    """Report rows that equal or begin with an earlier choice's row, or that share no first token.

    `rows[i]` are the tokens of the candidate of `choices[i]` (specification section 3.3).
    """
    findings: list[Finding] = []
    owner: dict[Ids, int] = {}
    for index, row in enumerate(rows):
        if row in owner:
            findings.append(_identical(field, choices[owner[row]], choices[index]))
        else:
            owner[row] = index
    lengths = sorted({len(row) for row in owner})
    findings.extend(
        _prefix(field, choices[owner[row[:length]]], choices[index])
        for row, index in owner.items()
        for length in lengths
        if length < len(row) and row[:length] in owner
    )
    if not findings and len({row[:1] for row in rows}) > 1:
        findings.append(_nothing_shared(field, class_name))
    return tuple(findings)


def no_codebook(field: Field, class_name: str) -> Finding:
    """Report that no set of codes can stand for the field's choices."""
    return Finding(
        "no-codebook",
        "error",
        _place(field, field.span),
        f"field '{field.name}': no codebook set of {len(field.choices)} codes tokenizes to "
        f"distinguishable rows under tokenizer {class_name}",
        "Score with labels, or give the field fewer choices.",
    )


def _identical(field: Field, first: Choice, second: Choice) -> Finding:
    return Finding(
        "choices-token-identical",
        "error",
        _place(field, second.span),
        f"Field '{field.name}': choices '{clipped(first.text)}' and '{clipped(second.text)}' "
        "are token-identical; the engine cannot distinguish them",
        _identical_cure(first, second),
    )


def _identical_cure(first: Choice, second: Choice) -> str:
    if second.span is None:
        return _TOKENIZER_CURE
    if normalize("NFC", first.text) == normalize("NFC", second.text):
        return f"They differ only in Unicode normalisation, which is undone. {_LABELS_CURE}"
    return _LABELS_CURE


def _prefix(field: Field, short: Choice, long: Choice) -> Finding:
    return Finding(
        "choice-token-prefix",
        "error",
        _place(field, short.span),
        f"Field '{field.name}': choice '{clipped(short.text)}' is a strict token-prefix of "
        f"'{clipped(long.text)}' in token space; the engine would never distinguish them",
        _TOKENIZER_CURE if short.span is None else _LABELS_CURE,
    )


def _nothing_shared(field: Field, class_name: str) -> Finding:
    return Finding(
        "no-shared-prefix",
        "error",
        _place(field, field.span),
        f"Field '{field.name}': choices share no token prefix (tokenizer {class_name}); "
        "cannot place the decision row",
        _TOKENIZER_CURE,
    )


def _place(field: Field, span: Span | None) -> Place:
    """Point at a span of the schema text; at the field where its part has none."""
    found = span or field.span
    if found is None:
        return Place("schema", field.name)
    return Place("schema", field.name, source_start=found.start, source_end=found.end)
