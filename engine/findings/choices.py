"""Choices of one field that people or the tokenizer could take for each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from unicodedata import normalize

from engine.characters import code_point
from engine.errors import Finding, Place, Severity
from engine.findings.invisibles import remove_invisible
from engine.plan.plan import Ids, Plan, ScalarPlan, ScoringMode
from engine.plan.trie import common_prefix
from engine.schema.fields import Choice, Field, FieldKind, Schema, Span
from engine.schema.json_text import json_text
from engine.schema.report import clipped

Encode = Callable[[str], Ids]
Spell = Callable[[int], str]
Pair = tuple[Choice, Choice]
_CODE_POINTS = 24  # of a choice, written out
_PATH = 6  # tokens of a choice, written out


def choice_findings(schema: Schema, mode: ScoringMode, encode: Encode) -> tuple[Finding, ...]:
    """Report choices equal after NFC, equal but for invisible characters, or token-identical.

    Token-identical answers of labels mode are the plan's to report, as errors.
    """
    return tuple(finding for field in schema.fields for finding in _in_field(field, mode, encode))


def told_once(collisions: tuple[Finding, ...], alike: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Join the plan's findings with those about its choices; one mistake is said once.

    Where choices equal after NFC are an error, that tells why their tokens are the same.
    """
    explained = {one.where for one in alike if one.severity == "error"}
    kept = (
        one
        for one in collisions
        if one.id != "choices-token-identical" or one.where not in explained
    )
    return (*kept, *alike)


def terminator_findings(plan: Plan, schema: Schema, piece: Spell) -> tuple[Finding, ...]:
    """Say for choices of which one begins another which token ends the shorter one.

    `piece` spells a token id as the vocabulary does.
    """
    if plan.mode != "labels":
        return ()
    return tuple(
        finding
        for compiled in plan.fields
        if isinstance(compiled, ScalarPlan)
        for finding in _beginnings(compiled, schema.field(compiled.field), piece)
    )


def _in_field(field: Field, mode: ScoringMode, encode: Encode) -> Iterator[Finding]:
    if field.kind is FieldKind.BOOLEAN:
        return
    coded = mode == "slots" or field.kind is FieldKind.MULTI
    said: set[Pair] = set()
    for pair in _equal_pairs(field.choices, lambda text: normalize("NFC", text)):
        said.add(pair)
        same = encode(json_text(pair[0].text)) == encode(json_text(pair[1].text))
        yield _nfc_equal(field, pair, same=same, coded=coded)
    for pair in _equal_pairs(field.choices, remove_invisible):
        if pair not in said:
            said.add(pair)
            yield _invisibly_different(field, pair)
    if coded:
        for pair in _equal_pairs(field.choices, lambda text: encode(json_text(text))):
            if pair not in said:
                yield _token_identical(field, pair)


def _equal_pairs(choices: Sequence[Choice], key: Callable[[str], object]) -> Iterator[Pair]:
    """Pair each choice with the first one before it that has the same key."""
    first: dict[object, Choice] = {}
    for choice in choices:
        earlier = first.setdefault(key(choice.text), choice)
        if earlier is not choice:
            yield earlier, choice


def _nfc_equal(field: Field, pair: Pair, *, same: bool, coded: bool) -> Finding:
    severity: Severity = "error" if same and not coded else "warning"
    tokens = (
        "this tokenizer makes the same tokens of both"
        if same
        else "this tokenizer tells them apart, but people cannot"
    )
    return _finding(
        field,
        pair[1].span,
        ("choices-nfc-equal", severity),
        f"choices '{clipped(pair[0].text)}' ({_code_points(pair[0].text)}) and "
        f"'{clipped(pair[1].text)}' ({_code_points(pair[1].text)}) are equal after NFC; {tokens}",
        "Keep one of the two, or reword one.",
    )


def _invisibly_different(field: Field, pair: Pair) -> Finding:
    return _finding(
        field,
        pair[1].span,
        ("choices-differ-invisibly", "warning"),
        f"choices '{clipped(pair[0].text)}' ({_code_points(pair[0].text)}) and "
        f"'{clipped(pair[1].text)}' ({_code_points(pair[1].text)}) differ only by characters "
        "that are not seen",
        "Remove the invisible characters, or reword one of the two.",
    )


def _token_identical(field: Field, pair: Pair) -> Finding:
    return _finding(
        field,
        pair[1].span,
        ("choices-look-identical", "warning"),
        f"choices '{clipped(pair[0].text)}' and '{clipped(pair[1].text)}' are token-identical: "
        "their codes differ, but the model reads the same answer behind both",
        "Reword one of the two.",
    )


def _beginnings(compiled: ScalarPlan, field: Field, piece: Spell) -> Iterator[Finding]:
    """Report the first choice that begins another one; one finding a field says the principle."""
    pairs = list(_beginning_pairs(compiled.choices))
    if not pairs:
        return
    short, long = pairs[0]
    ends, goes_on = compiled.remainders[short], compiled.remainders[long]
    at = len(common_prefix((ends, goes_on)))
    more = len(pairs) - 1
    others = f"; so it is with {more} more pair{'s' if more > 1 else ''}" if more else ""
    yield _finding(
        field,
        field.choices[short].span if field.kind is FieldKind.ENUM else None,
        ("choice-begins-another", "info"),
        f"choice '{clipped(compiled.choices[short])}' begins '{clipped(compiled.choices[long])}'; "
        f"they part where the one goes on with {_path(ends[at:], piece)}, the other with "
        f"{_path(goes_on[at:], piece)}{others}",
        "Both can win: the token that ends the shorter one is scored as well. Nothing to do.",
    )


def _path(ids: Ids, piece: Spell) -> str:
    shown = " ".join(f"{token_id} `{piece(token_id)}`" for token_id in ids[:_PATH])
    return f"{shown} …" if len(ids) > _PATH else shown


def _beginning_pairs(choices: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pair the indexes of each choice and the longest other one that begins it."""
    begun: list[int] = []  # sorted, a choice follows those that begin it
    for index in sorted(range(len(choices)), key=lambda index: choices[index]):
        while begun and not choices[index].startswith(choices[begun[-1]]):
            begun.pop()
        if begun and choices[begun[-1]]:
            yield begun[-1], index
        begun.append(index)


def _code_points(text: str) -> str:
    shown = " ".join(map(code_point, text[:_CODE_POINTS]))
    return f"{shown} …" if len(text) > _CODE_POINTS else shown


def _finding(
    field: Field, span: Span | None, what: tuple[str, Severity], message: str, cure: str
) -> Finding:
    place = span or field.span
    where = Place("schema", field.name)
    if place is not None:
        where = Place("schema", field.name, source_start=place.start, source_end=place.end)
    return Finding(what[0], what[1], where, f"Field '{field.name}': {message}", cure)
