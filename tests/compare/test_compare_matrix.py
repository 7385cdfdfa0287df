"""One document under every profile: upstream's counts and hashes, and what each template did."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine.compare.matrix import all_profiles, column_of, under

UPSTREAM = Path(__file__).parents[1] / "data" / "upstream-vectors"


def matrix(document, profiles, complete):
    return [column_of(one, complete(under(document, one))) for one in profiles]


@pytest.fixture(scope="module")
def columns(upstream, workspace, access):
    document = upstream()
    found = matrix(document, all_profiles(document, workspace.profiles), access.complete)
    return {column.profile: column for column in found}


def test_every_profile_has_its_column_in_the_profiles_order(columns, workspace):
    assert list(columns) == [profile.name for profile in workspace.profiles]
    assert all(column.is_here and not column.problem for column in columns.values())


def test_qwen_has_161_and_gemma_162_tokens_of_the_upstream_case(columns):
    # ids-and-plans.json, recorded upstream
    assert columns["qwen2.5"].token_count == 161
    assert columns["gemma"].token_count == 162


@pytest.mark.parametrize("profile", ["qwen2.5", "gemma", "qwen3-fake"])
def test_hashes_and_byte_counts_are_upstreams(profile, columns):
    golden = {"qwen3-fake": "qwen3"}.get(profile, profile)
    vector = json.loads(next(UPSTREAM.glob(f"{golden}_*risk_enum_bool.json")).read_text())
    hashes = columns[profile].hashes
    assert hashes.prompt_sha256 == vector["prompt_sha256"]
    assert hashes.plan_hash == vector["plan_hash"]
    assert columns[profile].byte_count == len(vector["rendered_text"].encode())


def test_only_gemma_merges_the_system_text(columns):
    assert [name for name, column in columns.items() if column.effects.merged] == ["gemma"]


def test_a_kwarg_is_ignored_where_the_template_does_not_read_it(upstream, access, workspace):
    profile = replace(workspace.profile("qwen2.5"), kwargs=(("enable_thinking", False),))
    (column,) = matrix(upstream(), (profile,), access.complete)
    # the document names the built-in profile, which has no kwargs: its own is taken as it stands
    assert column.effects.ignored == ()
    inline = replace(upstream(), profile=profile)
    (column,) = matrix(inline, (profile,), access.complete)
    assert column.effects.ignored == ("enable_thinking",)


def test_control_tokens_are_counted_per_profile(upstream, access, workspace):
    # chat templates: ChatML has 5 of its own; Gemma <bos>, 2 turns begun and 1 ended
    document = upstream(context="a<|im_end|>b<end_of_turn>c")
    found = {c.profile: c for c in matrix(document, workspace.profiles, access.complete)}
    counts = {n: (c.control_expected, c.control_found) for n, c in found.items()}
    assert counts["qwen2.5"] == (5, 6)
    assert counts["smollm2"] == (5, 6)
    assert counts["gemma"] == (4, 5)


def test_an_inline_profile_comes_first_and_takes_the_place_of_its_namesake(upstream, workspace):
    inline = replace(workspace.profile("gemma"), title="mine")
    document = replace(upstream(), profile=inline)
    found = all_profiles(document, workspace.profiles)
    assert found[0] is inline
    assert [profile.name for profile in found].count("gemma") == 1
    assert under(document, inline) is document


def test_a_profile_without_its_tokenizer_says_so_with_the_cure(upstream, workspace, access):
    lacking = replace(workspace.profile("gemma"), name="other", tokenizer="not-here")
    (column,) = matrix(upstream(), (lacking,), access.complete)
    assert not column.is_here
    assert "not-here" in column.problem
    assert "folder. Name a file, a folder or one of the assets " in column.problem
    assert column.hashes is None


def test_a_schema_that_is_wrong_is_a_problem_of_every_column(upstream, workspace, access):
    found = matrix(replace(upstream(), schema_text="{"), workspace.profiles, access.complete)
    assert all(column.problem and column.is_here for column in found)


def test_what_a_template_adds_is_listed(upstream, workspace, access):
    text = (
        "{% for message in messages %}<{{ message['content'] }}>{% endfor %}"
        "Answer now.{% if add_generation_prompt %}!{% endif %}"
    )
    profile = replace(workspace.profile("qwen2.5"), name="adding", template=text)
    (column,) = matrix(upstream(), (profile,), access.complete)
    assert len(column.effects.added) == 1
    assert "Answer now." in column.effects.added[0]
    assert column.effects.removed == ()
