"""Tokens are written so that everything in them can be seen."""

from __future__ import annotations

import pytest

from engine.prompt.marks import token_text


@pytest.mark.parametrize(
    ("data", "written"),
    [
        (b' "', '␣"'),
        (b"  ", "␣␣"),
        (b"   ", "␣×3"),
        (b"\r\n", "␍⏎"),
        (b"\n\n\n\n", "⏎×4"),
        (b"\t", "→"),
        (b"   \r\n", "␣×3␍⏎"),
        ("\u00a0".encode(), "⟨NBSP⟩"),
        (b"\xe2\xad", "⟨E2⟩⟨AD⟩"),
        (b" \xe2", "␣⟨E2⟩"),
        ("日".encode(), "日"),
    ],
)
def test_a_token_is_written_so_that_all_of_it_can_be_seen(data: bytes, written: str) -> None:
    assert token_text(data) == written
    assert "\ufffd" not in written


def test_a_token_without_bytes_is_written_by_its_piece() -> None:
    assert token_text(b"", "45") == "45"
