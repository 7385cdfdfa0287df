"""What is checked but does not change the answer yet says so."""

from __future__ import annotations

import json

from engine.schema.parse import parse_schema

CONSTRAINED = {
    "tags": {
        "type": "multi",
        "choices": ["p", "q", "r"],
        "set_constraints": [{"type": "at_most_one", "options": ["p", "q", "r"]}],
    }
}
DEPENDENT = {
    "flag": {"type": "boolean"},
    "why": {"type": "enum", "choices": ["a", "b"], "depends_on": "flag"},
}


def told(schema: object) -> list[tuple[str, str, str | None]]:
    found = parse_schema(json.dumps(schema)).findings
    return [(one.id, one.severity, one.where.field) for one in found]


def test_set_constraints_say_that_the_answer_does_not_follow_them() -> None:
    assert told(CONSTRAINED) == [("set-constraints-not-applied", "info", "tags")]


def test_depends_on_says_that_the_answer_does_not_follow_it() -> None:
    assert told(DEPENDENT) == [("depends-on-not-applied", "info", "why")]


def test_constraints_that_are_wrong_are_only_told_as_wrong() -> None:
    contradiction = [{"type": "exact_k", "options": ["p", "q"], "k": n} for n in (0, 2)]
    wrong = {"tags": CONSTRAINED["tags"] | {"set_constraints": contradiction}}
    assert [one[0] for one in told(wrong)] == ["set-constraints-infeasible"]
    own = {"flag": {"type": "boolean", "depends_on": "flag"}}
    assert [one[0] for one in told(own)] == ["depends-on"]
