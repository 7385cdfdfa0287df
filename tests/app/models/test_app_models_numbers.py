"""Numbers are written for people: rounded, never to a false zero."""

from __future__ import annotations

import pytest

from app.models.number_text import nats_text, percent_text, probability_text


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (0.0, "< 0.001"),
        (0.0009, "< 0.001"),
        (0.001, "0.001"),
        (0.61, "0.610"),
        (0.9994, "> 0.999"),
        (1.0, "1.000"),
    ],
)
def test_a_probability_is_never_rounded_to_nothing_or_to_certainty(
    probability: float, text: str
) -> None:
    assert probability_text(probability) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "< 0.1 %"),
        (0.0153, "1.5 %"),
        (0.07, "7 %"),
        (0.934, "93 %"),
        (0.99999, "> 99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_a_share_is_written_in_per_cent(share: float, text: str) -> None:
    assert percent_text(share) == text


def test_nats_have_two_digits_and_a_minus_sign() -> None:
    assert [nats_text(value) for value in (1.0217, -1.25, -0.001)] == ["1.02", "−1.25", "0.00"]
