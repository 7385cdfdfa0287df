"""Short ways to parse a schema and look at its findings."""

from __future__ import annotations

import json

from engine.schema.parse import parse_schema

MULTI = {"type": "multi", "choices": ["a", "b", "c"]}


def ids(schema):
    return [finding.id for finding in parse(schema).findings]


def parse(schema):
    return parse_schema(schema if isinstance(schema, str) else json.dumps(schema))


def only(schema):
    result = parse(schema)
    (finding,) = result.findings
    assert (result.schema is None) == (finding.severity == "error")
    assert finding.cure
    assert finding.where.owner == "schema"
    return finding
