"""Read a field's choices and their glosses from the schema text, within the protocol's limits."""

from __future__ import annotations

from collections.abc import Mapping

from engine.schema.fields import (
    BOOLEAN_CHOICES,
    MAX_ENUM_CHOICES,
    MAX_MULTI_OPTIONS,
    Choice,
    FieldKind,
    Span,
)
from engine.schema.json_tree import JsonArray, JsonMember, JsonNode, JsonObject
from engine.schema.members import is_null, members_by_key, string_of, wrong_type
from engine.schema.report import Report, clipped

_Located = tuple[str, Span]


def read_choices(
    kind: FieldKind, members: Mapping[str, JsonMember], name_span: Span, report: Report
) -> tuple[Choice, ...]:
    """Read `choices` and `choice_descriptions`; a boolean's choices are always true, false."""
    if kind is FieldKind.BOOLEAN:
        _check_boolean(members, report)
        return tuple(Choice(text) for text in BOOLEAN_CHOICES)
    items = _items(members, report)
    if items is None:
        return ()
    _check_count(kind, items, name_span, report)
    texts = _strings(items, report)
    _check_duplicates(texts, report)
    glosses = _glosses(members, {text for text, _ in texts}, report)
    return tuple(_choice(text, span, glosses.get(text)) for text, span in texts)


def _choice(text: str, span: Span, gloss: _Located | None) -> Choice:
    return Choice(text, "", span) if gloss is None else Choice(text, gloss[0], span, gloss[1])


def _check_boolean(members: Mapping[str, JsonMember], report: Report) -> None:
    """Warn about what a boolean field silently ignores."""
    for key, finding_id, noun in (
        ("choices", "boolean-choices-ignored", "choices"),
        ("choice_descriptions", "boolean-glosses-dropped", "glosses"),
    ):
        member = members.get(key)
        if member is not None and not is_null(member.value):
            report.warning(
                finding_id,
                member.key_span,
                f"{report.what}: a boolean is always asked as 'true', 'false'; "
                f"its {noun} are dropped",
                f"Remove '{key}', or make the field an enum.",
            )


def _items(members: Mapping[str, JsonMember], report: Report) -> tuple[JsonNode, ...] | None:
    """Give the nodes of `choices`; None when its value is no list."""
    member = members.get("choices")
    if member is None or is_null(member.value):
        return ()
    if isinstance(member.value, JsonArray):
        return member.value.items
    wrong_type(member.value, report, f"{report.what}: choices", "a list of strings")
    return None


def _check_count(
    kind: FieldKind, items: tuple[JsonNode, ...], name_span: Span, report: Report
) -> None:
    """Report too few or too many choices (specification section 2.2)."""
    count = len(items)
    if kind is FieldKind.ENUM:
        least, most, suffix = 1, MAX_ENUM_CHOICES, ""
        too_few = f"{report.what} of type enum must have choices defined."
    else:
        least, most, suffix = 2, MAX_MULTI_OPTIONS, " for type multi"
        too_few = f"{report.what} of type multi must have at least 2 choices."
    if count < least:
        cure = f"Add {least} or more texts to 'choices'."
        report.error("too-few-choices", name_span, too_few, cure)
    if count > most:
        report.error(
            "too-many-choices",
            items[most].span,
            f"{report.what} exceeds maximum cardinality of {most} choices{suffix} (got {count}).",
            f"Keep {most} at most; split the question into two fields.",
        )


def _strings(items: tuple[JsonNode, ...], report: Report) -> list[_Located]:
    """Read the choices that are strings; report the others."""
    texts: list[_Located] = []
    for number, item in enumerate(items, 1):
        text = string_of(item, report, f"{report.what}: choice {number}")
        if text is not None:
            texts.append((text, item.span))
        if text == "":
            report.warning(
                "empty-text",
                item.span,
                f'{report.what}: choice {number} is empty: the model is to answer ""',
                "Write a choice, or remove it.",
            )
    return texts


def _check_duplicates(texts: list[_Located], report: Report) -> None:
    seen: set[str] = set()
    for text, span in texts:
        if text in seen:
            report.error(
                "duplicate-choice",
                span,
                f"{report.what}: duplicate choice '{clipped(text)}'; "
                "the engine cannot distinguish duplicate choices",
                "Remove one of them, or tell them apart by their text.",
            )
        seen.add(text)


def _glosses(
    members: Mapping[str, JsonMember], choices: set[str], report: Report
) -> Mapping[str, _Located]:
    """Read `choice_descriptions` as choice to gloss; report keys that name no choice."""
    member = members.get("choice_descriptions")
    if member is None or is_null(member.value):
        return {}
    what = f"{report.what}: choice_descriptions"
    if not isinstance(member.value, JsonObject):
        wrong_type(member.value, report, what, "an object of texts")
        return {}
    by_choice = members_by_key(member.value, report, what)
    unknown = [key for key in by_choice if key not in choices]
    if unknown:
        listed = ", ".join(repr(clipped(key)) for key in sorted(unknown)[:8])
        more = f" and {len(unknown) - 8} more" if len(unknown) > 8 else ""  # noqa: PLR2004
        report.error(
            "gloss-without-choice",
            by_choice[unknown[0]].key_span,
            f"{what} keys not in choices: {listed}{more}",
            "Spell the key exactly as the choice, or remove it.",
        )
    glosses: dict[str, _Located] = {}
    for key, gloss in by_choice.items():
        text = string_of(gloss.value, report, f"{report.what}: gloss of '{clipped(key)}'")
        if text is not None:
            glosses[key] = (text, gloss.value.span)
    return glosses
