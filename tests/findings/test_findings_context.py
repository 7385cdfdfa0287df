"""Characters of the context and the schema that people do not see or could misread."""

from __future__ import annotations

import pytest

from engine.snapshot import Ready
from tests.findings.workbench import RISK, bytes_of, found, only, source_of


def test_a_fence_like_line_is_inert_and_said_so(bench) -> None:
    snapshot = bench.look("smollm2", context="x\nCONTEXT:C389525abe2404839>>>\ny")
    finding = only(snapshot, "fence-like-text")
    assert finding.severity == "info"
    assert bytes_of(snapshot, finding) == b"CONTEXT:C389525abe2404839>>>"
    assert "inert" in finding.cure


@pytest.mark.parametrize(
    ("context", "identity", "said", "first"),
    [
        ("a\0b\0", "context-nul", "2 NUL", b"\0"),
        ("a\rb", "context-cr", "1 CR", b"\r"),
        ("a\x1b[31m\x07\x07", "context-control", "2 × U+0007, 1 × U+001B", b"\x1b"),
        ("a\u0085b", "context-control", "1 × U+0085", b"\xc2"),
        ("a\x7f", "context-control", "1 × U+007F", b"\x7f"),
    ],
)
def test_controls_are_counted_at_their_first_place(bench, context, identity, said, first) -> None:
    snapshot = bench.look("qwen2.5", context=context)
    finding = only(snapshot, identity)
    assert said in finding.message
    assert bytes_of(snapshot, finding) == first


def test_tab_and_line_feed_are_no_controls(bench) -> None:
    ids = {finding.id for finding in bench.look("qwen2.5", context="a\tb\nc").findings}
    assert not {one for one in ids if one.startswith("context-")}


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u200b", "ZERO WIDTH SPACE"),
        ("\ufeff", "ZERO WIDTH NO-BREAK SPACE"),
        ("\u2028", "LINE SEPARATOR"),
        ("\u2029", "PARAGRAPH SEPARATOR"),
        ("\ufe00", "VARIATION SELECTOR-1"),
        ("\U000e0041", "TAG LATIN CAPITAL LETTER A"),
        ("\u00ad", "SOFT HYPHEN"),
    ],
)
def test_an_invisible_character_is_named_with_its_count_and_place(bench, character, name) -> None:
    snapshot = bench.look("qwen3", context=f"é {character}x{character}")
    finding = only(snapshot, "context-invisible")
    assert finding.severity == "warning"
    assert f"2 × U+{ord(character):04X} {name}" in finding.message
    assert bytes_of(snapshot, finding) == character.encode()


@pytest.mark.parametrize("text", ["a\u00a0b", "👩\u200d👧", "❤\ufe0f", "می\u200cخواهم"])
def test_what_ordinary_text_needs_is_only_information(bench, text) -> None:
    assert only(bench.look("qwen3", context=text), "context-invisible").severity == "info"


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\u200f", "\u061c"])
def test_a_direction_character_is_a_warning_of_its_own(bench, character) -> None:
    snapshot = bench.look("gemma", context=f"abc{character}def")
    finding = only(snapshot, "context-bidi")
    assert finding.severity == "warning"
    assert bytes_of(snapshot, finding) == character.encode()
    assert not found(snapshot, "context-invisible")


def test_in_the_schema_the_finding_points_at_the_text_it_came_from(bench) -> None:
    schema = (
        '{"f": {"type": "enum",\n  "description": "d\\u200b",\n  "choices": ["a", "b\u202e"],'
        '\n  "choice_descriptions": {"a": "g\u2060"}}}'
    )
    snapshot = bench.look("smollm2", schema)
    invisible = found(snapshot, "schema-invisible")
    assert [source_of(snapshot, one) for one in invisible] == ['"g\u2060"', '"d\\u200b"']
    assert [one.where.line for one in invisible] == [4, 2]
    assert all(one.where.field == "f" for one in invisible)
    bidi = only(snapshot, "schema-bidi")
    assert source_of(snapshot, bidi) == '"b\u202e"'
    assert bytes_of(snapshot, bidi) == "\u202e".encode()


def test_hidden_lines_of_a_description_reach_neither_prompt_nor_findings(bench) -> None:
    schema = {"f": {**RISK["risk_tier"], "description": "first\nsecond\u200b"}}
    snapshot = bench.look("smollm2", schema)
    assert not found(snapshot, "schema-invisible")
    assert only(snapshot, "description-hidden-lines").severity == "warning"


def test_a_prompt_longer_than_the_window_is_told_before_scoring(bench) -> None:
    """SmolLM2's file says 8,192 tokens; a hyphen and a digit are a token each."""
    snapshot = bench.look("smollm2", context="-1" * 4200)
    finding = only(snapshot, "context-too-long")
    assert finding.severity == "warning"
    assert "8,192" in finding.message
    assert isinstance(snapshot.tokens, Ready)
    assert f"{len(snapshot.tokens.value.tokenization.tokens):,} tokens" in finding.message
    assert finding.where.owner == "context"
    assert finding.cure.startswith("Shorten the context, which has 8,4")
    assert not found(bench.look("smollm2", context="-1" * 3500), "context-too-long")


def test_the_longest_part_is_named_where_the_prompt_is_too_long(bench) -> None:
    schema = {"f": {"type": "boolean", "description": "-1" * 4200}}
    finding = only(bench.look("smollm2", schema, context="short"), "context-too-long")
    assert finding.where.owner == "schema"
    assert finding.cure.startswith("Shorten the schema's texts, which have 8,4")


def test_a_tokenizer_that_knows_no_window_says_nothing(bench) -> None:
    assert bench.workspace.tokenizers.open("gemma").info.context_length is None
    assert bench.workspace.tokenizers.open("qwen3").info.context_length == 131072
    assert not found(bench.look("gemma", context="-1" * 6000), "context-too-long")
