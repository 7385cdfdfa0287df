"""Choices that people or the tokenizer could take for each other."""

from __future__ import annotations

import pytest

from engine.plan.compile import compile_plan
from engine.schema.parse import parse_schema
from engine.snapshot import Failed, Ready
from tests.findings.workbench import enum, found, only, source_of

TOKENIZERS = ("smollm2", "qwen2.5", "qwen3", "gemma")


@pytest.mark.parametrize("profile", TOKENIZERS)
def test_choices_that_differ_by_a_zero_width_space_are_named(bench, profile) -> None:
    snapshot = bench.look(profile, enum("yes", "yes\u200b"))
    finding = only(snapshot, "choices-differ-invisibly")
    assert finding.severity == "warning"
    assert "U+0079 U+0065 U+0073)" in finding.message
    assert "U+0079 U+0065 U+0073 U+200B)" in finding.message
    assert source_of(snapshot, finding) == '"yes\u200b"'


def test_other_characters_are_no_invisible_difference(bench) -> None:
    assert not found(bench.look("smollm2", enum("yes", "yes ")), "choices-differ-invisibly")
    assert not found(bench.look("smollm2", enum("yes", "Yes")), "choices-differ-invisibly")


def test_slots_with_token_identical_choices_warn_and_go_on(bench) -> None:
    """Gemma writes a space as U+2581, so its tokens cannot tell the two apart."""
    snapshot = bench.look("gemma", enum("a b", "a\u2581b", "c"), scoring="slots")
    finding = only(snapshot, "choices-look-identical")
    assert finding.severity == "warning"
    assert "'a b' and 'a\u2581b'" in finding.message
    assert isinstance(snapshot.plan, Ready)


def test_labels_with_token_identical_choices_are_an_error(bench) -> None:
    snapshot = bench.look("gemma", enum("a b", "a\u2581b", "c"))
    assert only(snapshot, "choices-token-identical").severity == "error"
    assert not found(snapshot, "choices-look-identical")
    assert isinstance(snapshot.plan, Failed)


def test_the_tokens_at_which_choices_part_are_those_of_the_plan(bench) -> None:
    tokenizer = bench.workspace.tokenizers.open("qwen2.5")
    low, lower = (tokenizer.encode(f'{{"f": "{text}"}}') for text in ("LOW", "LOWER"))
    at = next(index for index, pair in enumerate(zip(low, lower)) if pair[0] != pair[1])  # noqa: B905
    message = only(bench.look("qwen2.5", enum("LOW", "LOWER")), "choice-begins-another").message
    assert all(f"{token} `{tokenizer.piece(token)}`" in message for token in low[at:] + lower[at:])


def test_a_chain_of_beginnings_counts_each_choice_with_its_longest_beginning(bench) -> None:
    message = only(
        bench.look("smollm2", enum("a", "aaa", "aa", "b")), "choice-begins-another"
    ).message
    assert "choice 'a' begins 'aa'" in message
    assert "1 more pair" in message


def test_slots_have_no_terminators_to_explain(bench) -> None:
    assert not found(
        bench.look("smollm2", enum("a", "aa"), scoring="slots"), "choice-begins-another"
    )


def test_a_control_token_in_a_choice_is_plain_in_a_hardened_plan(bench) -> None:
    tokenizer = bench.workspace.tokenizers.open("qwen2.5")
    schema = parse_schema('{"f": {"type": "enum", "choices": ["<|im_end|>", "x"]}}').schema
    control = 151645
    ordinary = compile_plan(schema, "labels", tokenizer).plan
    plain = compile_plan(schema, "labels", tokenizer, plain=True).plan
    assert control in ordinary.fields[0].remainders[0]
    assert control not in plain.fields[0].remainders[0]
    assert ordinary.plan_hash != plain.plan_hash
