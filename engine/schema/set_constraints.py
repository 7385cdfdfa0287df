"""Read a multi field's set constraints from the schema text and check that they can be met."""

from __future__ import annotations

from collections.abc import Mapping

from engine.schema.feasibility import (
    MAX_COMPONENT_OPTIONS,
    components,
    is_feasible,
    mentioned,
)
from engine.schema.fields import MAX_MULTI_OPTIONS, FieldKind, SetConstraint
from engine.schema.json_tree import JsonArray, JsonMember, JsonNode, JsonObject, JsonScalar
from engine.schema.members import is_null, members_by_key, name_of, wrong_type
from engine.schema.report import Report, clipped

_PLAIN_KINDS = ("mutually_exclusive", "at_most_one", "at_least_one")
_COUNTED_KINDS = ("at_most_k", "at_least_k", "exact_k")


def read_set_constraints(
    kind: FieldKind, choices: frozenset[str], member: JsonMember | None, report: Report
) -> tuple[SetConstraint, ...]:
    """Read `set_constraints` (specification section 2.2); leave out those with a finding."""
    if member is None or is_null(member.value):
        return ()
    what = f"{report.what}: set_constraints"
    if kind is not FieldKind.MULTI:
        cure = "Remove them, or make the field a multi."
        message = f"{what} apply to multi fields only; this field is of type {kind}"
        report.error("set-constraints-not-multi", member.key_span, message, cure)
        return ()
    if not isinstance(member.value, JsonArray) or not member.value.items:
        wrong_type(member.value, report, what, "a non-empty list of objects")
        return ()
    read = [
        _read_one(item, choices, f"{report.what}: set constraint {number}", report)
        for number, item in enumerate(member.value.items, 1)
    ]
    constraints = tuple(constraint for constraint in read if constraint is not None)
    if len(constraints) == len(read) and len(choices) <= MAX_MULTI_OPTIONS:
        _check_feasible(constraints, member, report)
    return constraints


def _read_one(
    node: JsonNode, choices: frozenset[str], what: str, report: Report
) -> SetConstraint | None:
    if not isinstance(node, JsonObject):
        wrong_type(node, report, what, "an object")
        return None
    members = members_by_key(node, report, what)
    kind_node = members["type"].value if "type" in members else None
    kind = kind_node.value if isinstance(kind_node, JsonScalar) else None
    if kind == "implies":
        return _read_implication(members, node, choices, what, report)
    if isinstance(kind, str) and kind in _PLAIN_KINDS + _COUNTED_KINDS:
        return _read_group(kind, members, node, choices, what, report)
    known = ", ".join(f"'{name}'" for name in (*_PLAIN_KINDS, *_COUNTED_KINDS, "implies"))
    place = node.span if kind_node is None else kind_node.span
    shown = "nothing" if kind_node is None else clipped(repr(kind))
    report.error(
        "set-constraint-type",
        place,
        f"{what}: type must be one of {known}, got {shown}",
        "Give the constraint one of these types.",
    )
    return None


def _read_implication(
    members: Mapping[str, JsonMember],
    node: JsonObject,
    choices: frozenset[str],
    what: str,
    report: Report,
) -> SetConstraint | None:
    what = f"{what} (implies)"
    cause, effect = (
        _end(members.get(key), node, choices, f"{what}: {key}", report)
        for key in ("if_option", "then_option")
    )
    if cause is None or effect is None:
        return None
    if cause == effect:
        report.error(
            "set-constraint-self-implication",
            members["then_option"].value.span,
            f"{what}: '{clipped(cause)}' implies itself, which says nothing",
            "Name two different options.",
        )
        return None
    return SetConstraint("implies", if_option=cause, then_option=effect)


def _end(
    member: JsonMember | None,
    node: JsonObject,
    choices: frozenset[str],
    what: str,
    report: Report,
) -> str | None:
    """Read the option at one end of an implication."""
    if member is None:
        _missing(node, what, "an option", report)
        return None
    return _option(member.value, choices, what, report)


def _read_group(
    kind: str,
    members: Mapping[str, JsonMember],
    node: JsonObject,
    choices: frozenset[str],
    what: str,
    report: Report,
) -> SetConstraint | None:
    what = f"{what} ({kind})"
    options = _options(members.get("options"), node, choices, what, report)
    if options is None:
        return None
    if kind in _PLAIN_KINDS:
        return SetConstraint(kind, options)
    k = members.get("k")
    value = k.value.value if k is not None and isinstance(k.value, JsonScalar) else None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= len(options):
        return SetConstraint(kind, options, value)
    report.error(
        "set-constraint-k",
        node.span if k is None else k.value.span,
        f"{what}: k must be a whole number from 0 to {len(options)}, the size of the group",
        "Correct k, or the list of options.",
    )
    return None


def _options(
    member: JsonMember | None,
    node: JsonObject,
    choices: frozenset[str],
    what: str,
    report: Report,
) -> tuple[str, ...] | None:
    """Read the group of a constraint: known options, each once; None when something is wrong."""
    if member is None:
        _missing(node, f"{what}: options", "a non-empty list of options", report)
        return None
    if not isinstance(member.value, JsonArray) or not member.value.items:
        wrong_type(member.value, report, f"{what}: options", "a non-empty list of options")
        return None
    options: dict[str, None] = {}
    for item in member.value.items:
        option = _option(item, choices, f"{what}: an option", report)
        if option is not None and option in options:
            report.error(
                "set-constraint-duplicate-option",
                item.span,
                f"{what}: the option '{clipped(option)}' stands twice",
                "Name each option once.",
            )
        elif option is not None:
            options[option] = None
    return tuple(options) if len(options) == len(member.value.items) else None


def _option(node: JsonNode, choices: frozenset[str], what: str, report: Report) -> str | None:
    text = name_of(node, report, what)
    if text is None or text in choices:
        return text
    report.error(
        "set-constraint-unknown-option",
        node.span,
        f"{what} names '{clipped(text)}', which is not in the field's choices",
        "Spell the option exactly as in 'choices'.",
    )
    return None


def _missing(node: JsonObject, what: str, wanted: str, report: Report) -> None:
    report.error("set-constraint-incomplete", node.span, f"{what} is missing", f"Add it: {wanted}.")


def _check_feasible(
    constraints: tuple[SetConstraint, ...], member: JsonMember, report: Report
) -> None:
    """Report linked groups that are too large to solve exactly, or that contradict each other."""
    what = f"{report.what}: the set constraints"
    for component in components(constraints):
        options = dict.fromkeys(name for item in component for name in mentioned(item))
        if len(options) > MAX_COMPONENT_OPTIONS:
            report.error(
                "set-constraints-too-large",
                member.key_span,
                f"{what} link {len(options)} options; "
                f"at most {MAX_COMPONENT_OPTIONS} can be solved exactly",
                "Split the constraints into groups that share no option.",
            )
        elif not is_feasible(component):
            listed = ", ".join(f"'{clipped(name)}'" for name in options)
            report.error(
                "set-constraints-infeasible",
                member.key_span,
                f"{what} on {listed} contradict each other: no selection satisfies them all",
                "Relax or remove one of them.",
            )
