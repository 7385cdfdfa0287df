"""What the tokenizer did to the prompt's bytes."""

from __future__ import annotations

import pytest

from tests.findings.workbench import bytes_of, found, only


def test_nfc_is_reported_once_with_the_number_of_places(bench) -> None:
    snapshot = bench.look("qwen2.5", context="cafe\u0301 cafe\u0301 cafe\u0301")
    finding = only(snapshot, "normaliser-changed-bytes")
    assert "3 places; at the first, bytes 65 cc 81 became c3 a9" in finding.message
    assert bytes_of(snapshot, finding) == "e\u0301".encode()
    assert "normaliser" in only(snapshot, "decode-differs").message


@pytest.mark.parametrize("profile", ["smollm2", "gemma"])
def test_a_tokenizer_without_a_normaliser_changes_nothing(bench, profile) -> None:
    snapshot = bench.look(profile, context="cafe\u0301")
    assert not found(snapshot, "normaliser-changed-bytes")
    assert not found(snapshot, "decode-differs")


def test_bytes_without_a_token_are_an_error(bench) -> None:
    """SmolLM2's vocabulary has no token for the byte 04."""
    snapshot = bench.look("smollm2", context="a\x04b\x04")
    finding = only(snapshot, "bytes-without-token")
    assert finding.severity == "error"
    assert "2 × 0x04" in finding.message
    assert bytes_of(snapshot, finding) == b"\x04"
    assert not found(snapshot, "normaliser-changed-bytes")
    assert "dropped" in only(snapshot, "decode-differs").message
    assert not found(bench.look("qwen2.5", context="a\x04b"), "bytes-without-token")


def test_a_literal_space_mark_does_not_come_back_from_gemma(bench) -> None:
    message = only(bench.look("gemma", context="a\u2581b"), "decode-differs").message
    assert "normaliser" in message
    assert only(bench.look("gemma", context="a\u2581b"), "normaliser-changed-bytes")
