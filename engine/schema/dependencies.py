"""Check which field depends on which: parents exist, are scalar, and form no circle."""

from __future__ import annotations

from collections.abc import Mapping

from engine.schema.fields import Field, FieldKind, Span
from engine.schema.report import Report, clipped


def check_dependencies(
    fields: Mapping[str, Field], names: frozenset[str], spans: Mapping[str, Span], report: Report
) -> None:
    """Report every `depends_on` that cannot be scored (specification section 2.2).

    `names` are all names in the text, also of fields too broken to be in `fields`; `spans` says
    where each `depends_on` value stands.
    """
    for field in fields.values():
        if field.depends_on is not None:
            _check_parent(field, fields, names, spans[field.name], report.within(field.name))
    for circle in _circles(fields):
        path = " -> ".join(f"'{clipped(name)}'" for name in (*circle, circle[0]))
        report.within(circle[0]).error(
            "depends-on-cycle",
            spans[circle[0]],
            f"Field '{clipped(circle[0])}': depends_on goes in a circle: {path}",
            "Remove depends_on from one of these fields.",
        )


def _check_parent(
    field: Field, fields: Mapping[str, Field], names: frozenset[str], span: Span, report: Report
) -> None:
    parent = field.depends_on
    assert parent is not None, "only called for fields with a parent"
    if parent == field.name:
        message = "depends on itself"
    elif parent not in names:
        message = f"depends_on names '{clipped(parent)}', which is no field of this schema"
    elif parent in fields and fields[parent].kind is FieldKind.MULTI:
        message = f"depends_on names '{clipped(parent)}', a multi field; a parent must be scalar"
    elif field.kind is FieldKind.MULTI:
        message = "a multi field cannot depend on another field"
    else:
        return
    cure = "Name an enum or boolean field, or remove depends_on."
    report.error("depends-on", span, f"{report.what}: {message}", cure)


def _circles(fields: Mapping[str, Field]) -> list[tuple[str, ...]]:
    """Find the circles of two or more fields, each once, starting at its first field."""
    circles: list[tuple[str, ...]] = []
    done: set[str] = set()
    for start in fields:
        trail: dict[str, None] = {}
        name: str | None = start
        while name is not None and name in fields and name not in done and name not in trail:
            trail[name] = None
            name = fields[name].depends_on
        if name is not None and name in trail:
            walked = list(trail)
            circle = walked[walked.index(name) :]
            if len(circle) > 1:
                circles.append(tuple(circle))
        done.update(trail)
    return circles
