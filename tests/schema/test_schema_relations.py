"""Parents and set constraints: what cannot be used or satisfied is refused by name."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.schema.feasibility import MAX_COMPONENT_OPTIONS, components, is_feasible
from engine.schema.fields import SetConstraint
from tests.schema.schema_texts import MULTI, only, parse


@pytest.mark.parametrize(
    ("parent", "child_type", "finding_id", "words"),
    [
        ("nobody", "boolean", "depends-on", "names 'nobody', which is no field"),
        ("child", "boolean", "depends-on", "depends on itself"),
        ("tags", "boolean", "depends-on", "a multi field; a parent must be scalar"),
        ("flag", "multi", "depends-on", "a multi field cannot depend"),
    ],
)
def test_a_parent_that_cannot_be_used_is_reported(parent, child_type, finding_id, words):
    child = {**(MULTI if child_type == "multi" else {"type": child_type}), "depends_on": parent}
    finding = only({"flag": {"type": "boolean"}, "tags": MULTI, "child": child})
    assert (finding.id, finding.where.field) == (finding_id, "child")
    assert words in finding.message


def test_a_circle_of_parents_is_reported_once_with_its_path():
    parents = {"entry": "a", "a": "b", "b": "c", "c": "a", "free": None}
    schema = {name: {"type": "boolean", "depends_on": parent} for name, parent in parents.items()}
    finding = only(schema)
    assert finding.id == "depends-on-cycle"
    assert "'a' -> 'b' -> 'c' -> 'a'" in finding.message


def test_a_parent_further_down_is_fine():
    schema = {"a": {"type": "boolean", "depends_on": "b"}, "b": {"type": "boolean"}}
    assert parse(schema).schema.field("a").depends_on == "b"


@pytest.mark.parametrize(
    ("constraint", "finding_id"),
    [
        ({"type": "at_most", "options": ["a"]}, "set-constraint-type"),
        ({"options": ["a"]}, "set-constraint-type"),
        ({"type": "at_most_one"}, "set-constraint-incomplete"),
        ({"type": "at_most_one", "options": []}, "wrong-type"),
        ({"type": "at_most_one", "options": ["a", "z"]}, "set-constraint-unknown-option"),
        ({"type": "at_most_one", "options": ["a", "a"]}, "set-constraint-duplicate-option"),
        ({"type": "exact_k", "options": ["a", "b"]}, "set-constraint-k"),
        ({"type": "exact_k", "options": ["a", "b"], "k": 3}, "set-constraint-k"),
        ({"type": "exact_k", "options": ["a", "b"], "k": -1}, "set-constraint-k"),
        ({"type": "exact_k", "options": ["a", "b"], "k": True}, "set-constraint-k"),
        ({"type": "implies", "if_option": "a"}, "set-constraint-incomplete"),
        ({"type": "implies", "if_option": "a", "then_option": 1}, "wrong-type"),
        (
            {"type": "implies", "if_option": "a", "then_option": "a"},
            "set-constraint-self-implication",
        ),
        ("mutually_exclusive", "wrong-type"),
    ],
)
def test_malformed_set_constraints_are_named(constraint, finding_id):
    assert only({"f": {**MULTI, "set_constraints": [constraint]}}).id == finding_id


def test_set_constraints_on_a_scalar_are_refused():
    schema = {"f": {"choices": ["a"], "set_constraints": [{"type": "at_most_one"}]}}
    assert only(schema).id == "set-constraints-not-multi"


def test_contradicting_set_constraints_are_refused():
    constraints = [
        {"type": "at_least_one", "options": ["a"]},
        {"type": "implies", "if_option": "a", "then_option": "b"},
        {"type": "mutually_exclusive", "options": ["a", "b"]},
    ]
    assert only({"f": {**MULTI, "set_constraints": constraints}}).id == "set-constraints-infeasible"
    assert parse({"f": {**MULTI, "set_constraints": constraints[1:]}}).schema is not None


def test_more_than_twenty_linked_options_are_refused():
    names = [f"o{number}" for number in range(42)]
    field = {"type": "multi", "choices": names}
    group = {"type": "at_least_one", "options": names[:20]}
    apart = {"type": "exact_k", "options": names[20:40], "k": 7}
    link = {"type": "implies", "if_option": "o0", "then_option": "o41"}
    assert parse({"f": {**field, "set_constraints": [group, apart]}}).schema is not None
    finding = only({"f": {**field, "set_constraints": [group, apart, link]}})
    assert finding.id == "set-constraints-too-large"
    assert "link 21 options" in finding.message


OPTIONS = ("a", "b", "c", "d", "e")
GROUPS = st.lists(st.sampled_from(OPTIONS), min_size=1, max_size=5, unique=True).map(tuple)
PLAIN = st.builds(
    SetConstraint,
    st.sampled_from(["mutually_exclusive", "at_most_one", "at_least_one"]),
    GROUPS,
)
COUNTED = st.tuples(
    st.sampled_from(["at_most_k", "at_least_k", "exact_k"]), GROUPS, st.integers(0, 5)
).map(lambda drawn: SetConstraint(drawn[0], drawn[1], min(drawn[2], len(drawn[1]))))
IMPLIES = st.permutations(OPTIONS).map(
    lambda names: SetConstraint("implies", if_option=names[0], then_option=names[1])
)


def holds(constraint, selected):
    count = sum(option in selected for option in constraint.options)
    k = constraint.k
    if constraint.kind == "implies":
        return constraint.if_option not in selected or constraint.then_option in selected
    return {
        "mutually_exclusive": count <= 1,
        "at_most_one": count <= 1,
        "at_least_one": count >= 1,
        "at_most_k": k is None or count <= k,
        "at_least_k": k is None or count >= k,
        "exact_k": count == k,
    }[constraint.kind]


@settings(max_examples=300)
@given(st.lists(PLAIN | COUNTED | IMPLIES, min_size=1, max_size=6))
def test_feasibility_agrees_with_trying_every_selection(constraints):
    selections = [
        {option for option, chosen in zip(OPTIONS, mask, strict=True) if chosen}
        for mask in product([False, True], repeat=len(OPTIONS))
    ]
    possible = any(all(holds(item, chosen) for item in constraints) for chosen in selections)
    assert is_feasible(constraints) == possible
    assert all(map(is_feasible, components(constraints))) == possible


def test_twenty_options_are_within_reach():
    names = tuple(f"o{number}" for number in range(MAX_COMPONENT_OPTIONS))
    assert is_feasible(
        [SetConstraint("exact_k", names, 10), SetConstraint("at_most_one", names[:9])]
    )
    assert not is_feasible(
        [SetConstraint("exact_k", names, 19), SetConstraint("at_most_one", names[:9])]
    )
