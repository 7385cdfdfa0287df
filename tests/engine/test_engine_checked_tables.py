"""What is wrong in a table that people write is said in our words, with key and cure."""

from __future__ import annotations

import re

import pytest

from engine.assets.catalog import parse_catalog
from engine.errors import DocumentError
from engine.golden.cases import parse_cases
from engine.profiles import profile_from_table
from engine.resources import shipped

# How the checking library speaks; none of it may reach the user.
ITS_WORDS = re.compile("Input|should|valid string|parse|pattern|JSON value|at least 1|String")
CASE = '[[case]]\nname = "{0}"\nwhy = "w"\nscoring = "labels"\ncontext = "c"\n[case.schema.a]\n'


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": "\ud800"}, "name: it holds a lone surrogate"),
        ({"name": ""}, "name: it must not be empty"),
        ({"name": 1}, "name: it must be a text"),
        ({"kwargs": {"a": []}}, "kwargs: 'a' must be a text, a number, true, false or null"),
        ({"system": 1}, "system must be one of probe, dedicated, merge"),
    ],
)
def test_a_profile(wrong, said):
    with pytest.raises(DocumentError) as refused:
        profile_from_table({"name": "x", "tokenizer": "t", **wrong}, '"profile"')
    assert f'"profile": {said}' in str(refused.value)
    assert not ITS_WORDS.search(str(refused.value))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CASE.format("a/b"), "case.0.name: it must begin with an ASCII letter or digit"),
        (CASE.format("a") + "type = 2026-01-01", "it must be a text, a number, true"),
        (CASE.format("a").replace("labels", "x"), "scoring: it must be 'labels' or 'slots'"),
    ],
)
def test_a_case(text, said):
    with pytest.raises(DocumentError) as refused:
        parse_cases(text)
    assert said in str(refused.value)
    assert not ITS_WORDS.search(str(refused.value))


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [
        ("sha256 =", 'sha256 = "z"', "sha256: it must be a sha256: 64 hexadecimal digits"),
        ("size =", "size = -1", "size: it must be greater than 0"),
    ],
)
def test_the_catalog(key, wrong, said):
    text = shipped("resources", "assets.toml").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(key))
    with pytest.raises(DocumentError) as refused:
        parse_catalog(text.replace(line, wrong, 1), "assets.toml")
    assert said in str(refused.value)
    assert not ITS_WORDS.search(str(refused.value))
