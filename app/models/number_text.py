"""Numbers written for people: rounded, but never rounded to nothing or to certainty."""

from __future__ import annotations

SMALLEST = 0.001
CERTAIN = 1.0
NOTICEABLE_PERCENT = 0.1
FINE_BELOW_PERCENT = 10


def probability_text(probability: float) -> str:
    """Write a probability with three digits.

    >>> probability_text(0.6104), probability_text(2e-5), probability_text(0.99998)
    ('0.610', '< 0.001', '> 0.999')
    """
    if probability < SMALLEST:
        return "< 0.001"
    if CERTAIN - SMALLEST < probability < CERTAIN:
        return "> 0.999"
    return f"{probability:.3f}"


def percent_text(share: float) -> str:
    """Write a share of 1 in per cent.

    >>> percent_text(0.07), percent_text(0.123), percent_text(0.0153), percent_text(0.0002)
    ('7 %', '12 %', '1.5 %', '< 0.1 %')
    """
    percent = share * 100
    if percent < NOTICEABLE_PERCENT:
        return "< 0.1 %"
    if CERTAIN - NOTICEABLE_PERCENT / 100 < share < CERTAIN:
        return "> 99.9 %"
    digits = 1 if percent < FINE_BELOW_PERCENT else 0
    return f"{percent:.{digits}f}".removesuffix(".0") + " %"


def nats_text(value: float) -> str:
    """Write a log-probability or a margin with two digits and a real minus sign."""
    return f"{value:.2f}".replace("-0.00", "0.00").replace("-", "−")
