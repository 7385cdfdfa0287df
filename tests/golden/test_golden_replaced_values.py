"""Values replaced in a JSON text: the rest of the text stays, byte for byte."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentError
from engine.golden.replaced_values import with_values

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
TABLES = st.dictionaries(st.text(max_size=3), VALUES, min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("text", "path", "value", "expected"),
    [
        ('{ "a" :1,\t"b":2 }', ("a",), 3, '{ "a" :3,\t"b":2 }'),
        ('{"a": "\\u2014", "b": "—"}', ("a",), "é", '{"a": "\\u00e9", "b": "—"}'),
        ('{"a": "\\u2014", "b": "—"}', ("b",), "é", '{"a": "\\u2014", "b": "é"}'),
        ('{"a": "x", "b": "—"}', ("a",), "é", '{"a": "é", "b": "—"}'),
        ('{"a": "x"}', ("a",), "é", '{"a": "\\u00e9"}'),
        ('{"a": [1, 2],\n "b": 1}', ("a",), [3], '{"a": [3],\n "b": 1}'),
        (
            '{\n "a": {\n  "x": 1\n }\n}',
            ("a",),
            {"y": [1]},
            '{\n "a": {\n  "y": [\n   1\n  ]\n }\n}',
        ),
        ('{"a": {"x": 1}}', ("a", "x"), 2, '{"a": {"x": 2}}'),
        ('{"a": 1}', ("b",), 2, '{"a": 1,"b": 2}'),
        ('{\n\t"a" : 1\n}\n', ("b",), "c", '{\n\t"a" : 1,\n\t"b" : "c"\n}\n'),
        ('{\r\n "a": {"x": 1}\r\n}', ("a",), {"x": 2}, '{\r\n "a": {"x": 2}\r\n}'),
        (
            '{\r\n "a": {\r\n  "x": 1\r\n }\r\n}',
            ("a",),
            {"x": 2},
            '{\r\n "a": {\r\n  "x": 2\r\n }\r\n}',
        ),
        ('{"a": 1.50, "b": 1}', ("a",), 1.5, '{"a": 1.50, "b": 1}'),
        ('{"a": 1}', ("a",), True, '{"a": true}'),
    ],
)
def test_a_value_takes_the_style_of_the_one_it_replaces(text, path, value, expected):
    assert with_values(text, ((path, value),)) == expected


@given(TABLES, VALUES, st.sampled_from([None, 2]), st.booleans(), st.data())
def test_the_new_text_means_the_table_with_the_new_value(table, value, indent, is_ascii, data):
    text = json.dumps(table, indent=indent, ensure_ascii=is_ascii)
    key = data.draw(st.sampled_from([*table, "new key"]))
    changed = with_values(text, (((key,), value),))
    assert json.loads(changed) == table | {key: value}
    assert list(json.loads(changed)) == list(table | {key: value})


@given(TABLES, st.sampled_from([None, 1, "\t"]))
def test_equal_values_change_nothing(table, indent):
    text = json.dumps(table, indent=indent)
    assert with_values(text, tuple(((key,), value) for key, value in table.items())) == text


@pytest.mark.parametrize("text", ["", "[1]", '{"a": ', "{}", '{"a": 1}'])
def test_text_that_is_no_such_object_is_refused(text):
    with pytest.raises(DocumentError):
        with_values(text, ((("b", "c"), 1),))
