"""Tell which parts of a sound schema are checked, but do not change the answer yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.schema.fields import Field
from engine.schema.json_tree import JsonMember, JsonObject
from engine.schema.report import Report

_CONSTRAINTS = "set_constraints"
_PARENT = "depends_on"


def tell_not_applied(
    fields: Iterable[Field], members: Mapping[str, JsonMember], report: Report
) -> None:
    """Say so at each field's set constraints and parent; `members` are the fields in the text."""
    for field in fields:
        own = report.within(field.name)
        if field.set_constraints:
            own.info(
                "set-constraints-not-applied",
                _key(members[field.name], _CONSTRAINTS).key_span,
                f"{own.what}: set_constraints are checked, but not yet applied to the answer",
                "Check the answer against them yourself.",
            )
        if field.depends_on is not None:
            own.info(
                "depends-on-not-applied",
                _key(members[field.name], _PARENT).key_span,
                f"{own.what}: depends_on is checked, but not yet applied to the answer",
                "Read the answer as one given without the other field's.",
            )


def _key(field: JsonMember, key: str) -> JsonMember:
    """Find the member that a field was read from: of two with one key, the first."""
    assert isinstance(field.value, JsonObject), "a field that was read is an object"
    return next(member for member in field.value.members if member.key == key)
