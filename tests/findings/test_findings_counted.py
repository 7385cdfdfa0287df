"""Many things are told by their commonest few."""

from __future__ import annotations

import pytest

from engine.findings.counted import counted


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ("a", "1 × A"),
        ("aba", "2 × A, 1 × B"),
        ("aaaabbbccd", "4 × A, 3 × B, 2 × C, 1 × D"),
        ("aaaaabbbbcccddef", "5 × A, 4 × B, 3 × C, 2 × D and 2 other letters"),
    ],
)
def test_four_kinds_are_named_and_the_rest_is_counted(found, told):
    assert counted(found, str.upper, "other letters") == told
