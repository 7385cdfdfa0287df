"""The JSON tree reads what Python's json reads, and every node stands where it says."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.schema.fields import Span
from engine.schema.json_tree import (
    MAX_DEPTH,
    JsonArray,
    JsonObject,
    JsonScalar,
    JsonSyntaxError,
    parse_json,
    python_value,
)
from tests.work import work_of

SCALARS = st.none() | st.booleans() | st.integers() | st.text()
VALUES = st.recursive(
    SCALARS | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
STYLES = st.sampled_from([{}, {"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}])


def nodes(node):
    yield node
    for child in node.items if isinstance(node, JsonArray) else ():
        yield from nodes(child)
    for member in node.members if isinstance(node, JsonObject) else ():
        yield from nodes(member.value)


def failure(text):
    with pytest.raises(JsonSyntaxError) as caught:
        parse_json(text)
    return caught.value


@given(VALUES, STYLES, st.booleans())
def test_reads_what_json_writes(value, style, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only, **style)
    assert python_value(parse_json(text)) == json.loads(text)


@given(VALUES, STYLES)
def test_every_span_cuts_the_nodes_own_text(value, style):
    text = f" \n{json.dumps(value, ensure_ascii=False, **style)}\t"
    for node in nodes(parse_json(text)):
        own = text[node.span.start : node.span.end]
        assert json.loads(own) == python_value(node)
        assert own == own.strip(" \n\t")
        if isinstance(node, JsonScalar):
            assert node.literal == own
        for member in node.members if isinstance(node, JsonObject) else ():
            assert json.loads(text[member.key_span.start : member.key_span.end]) == member.key


def refuse(constant):
    raise ValueError(constant)


def accepted_by_python(text):
    try:
        return (json.loads(text, parse_constant=refuse),)
    except (ValueError, RecursionError):
        return None


@given(st.text(alphabet='{}[]",:0123.eE+-truefalsn\\ud8 \n', max_size=14))
def test_accepts_exactly_what_python_accepts(text):
    expected = accepted_by_python(text)
    if expected is None:
        failure(text)
    else:
        assert (python_value(parse_json(text)),) == expected


@given(VALUES, st.data())
def test_a_text_cut_anywhere_fails_at_a_place_inside_it(value, data):
    text = json.dumps({"field": value}, indent=1)
    half = text[: data.draw(st.integers(0, len(text) - 1))]
    error = failure(half)
    assert 0 <= error.position <= len(half)
    assert error.line == half.count("\n", 0, error.position) + 1


def test_repeated_keys_stay_in_the_tree_in_order():
    tree = parse_json('{"a": 1, "b": 2, "a": 3}')
    assert [member.key for member in tree.members] == ["a", "b", "a"]
    assert python_value(tree) == {"a": 3, "b": 2}


def test_literals_keep_their_spelling():
    tree = parse_json('[1.50, 1E2, "\\u0041", -0]')
    assert [item.literal for item in tree.items] == ["1.50", "1E2", '"\\u0041"', "-0"]
    assert [item.value for item in tree.items] == [1.5, 100.0, "A", 0]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "the text is empty"),
        (" \n ", 2, 2, "the text is empty"),
        ("\ufeff{}", 1, 1, "byte order mark"),
        ('{"a": 1', 1, 8, "expected ',' or '}', but the text ends here"),
        ('{\n "a" 1}', 2, 6, "expected ':' after the key \"a\", found '1'"),
        ('{"a": }', 1, 7, "expected a value, found '}'"),
        ('{"a": 1,}', 1, 8, "a comma with nothing after it before '}'"),
        ("[1 2]", 1, 4, "expected ',' or ']', found '2'"),
        ("{a: 1}", 1, 2, "expected a key in double quotes, found 'a'"),
        ('{"a": "b', 1, 7, "the string that starts here has no closing quote"),
        ('{"a": "b\n"}', 1, 9, "the line ends inside a string"),
        ('["\t"]', 1, 3, "write it as \\u0009"),
        ('["\\x"]', 1, 3, "a backslash that starts no JSON escape"),
        ("[NaN]", 1, 2, "expected a value, found 'NaN'"),
        ("[-Infinity]", 1, 2, "expected a value, found '-'"),
        ("[True]", 1, 2, "expected a value, found 'True'"),
        ("{} {}", 1, 4, "there is more text after the end"),
        ("[01]", 1, 3, "expected ',' or ']', found '1'"),
        ("1" * 4301, 1, 1, "more than 4300 digits"),
    ],
)
def test_malformed_text_is_named_with_its_place(text, line, column, reason):
    error = failure(text)
    assert (error.line, error.column) == (line, column)
    assert reason in error.reason
    assert str(error).startswith(f"line {line}, column {column}: ")


def test_nesting_is_capped_before_the_stack_is():
    assert parse_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert "nested deeper than 100 levels" in failure("[" * 100_000).reason
    assert "nested deeper" in failure('{"a":' * 100_000).reason


def test_positions_count_code_points():
    error = failure('{"😀": "😀" x}')
    assert (error.line, error.column) == (1, 12 - 1)


@given(st.lists(st.integers(-(10**20), 10**20)), st.sampled_from(["", " ", "\r\n\t"]))
def test_a_list_of_integers_is_read_with_every_span(numbers, space):
    text = f"[{space}" + f"{space},{space}".join(map(str, numbers)) + f"{space}]"
    node = parse_json(text)
    assert isinstance(node, JsonArray)
    assert node.span == Span(0, len(text))
    assert [item.value for item in node.items] == numbers
    for item, number in zip(node.items, numbers, strict=True):
        assert text[item.span.start : item.span.end] == item.literal == str(number)


@pytest.mark.parametrize("text", ["[1, 2,]", "[01]", "[1 2]", "[,1]", "[1, 2", "[-]", "[1, 2}"])
def test_a_broken_list_of_integers_is_no_list(text):
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)
    failure(text)


def test_a_long_list_of_integers_costs_few_steps_a_number():
    text = json.dumps(list(range(5_000)), indent=2)
    assert work_of(lambda: parse_json(text)) < 10 * 5_000
