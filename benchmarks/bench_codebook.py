"""Measure the codebook search under every tokenizer, tokenising included."""

from __future__ import annotations

from statistics import median
from time import perf_counter

from engine.plan.codebook import search_codebook
from engine.tokenizers.base import Tokenizer
from engine.workspace import open_workspace

_RUNS = 5
_FIELD = "risk_tier"
_TOKENIZERS = ("qwen2.5", "qwen3", "gemma", "smollm2-135m")
_FEW = range(2, 37)
_MANY = (64, 255)


def measure() -> dict[str, float]:
    """Give milliseconds by name, of the tokenizer that took longest.

    `max` is the slowest count of a range, in its best run.
    """
    tokenizers = open_workspace().tokenizers
    each = [_measured(tokenizers.open(name)) for name in _TOKENIZERS]
    return {key: max(one[key] for one in each) for key in each[0]}


def _measured(tokenizer: Tokenizer) -> dict[str, float]:
    _times(tokenizer, 2)
    few = [_times(tokenizer, count) for count in _FEW]
    measured = {
        "codebook_2_to_36_max_of_min_ms": max(map(min, few)),
        "codebook_2_to_36_max_of_median_ms": max(map(median, few)),
    }
    for count in _MANY:
        runs = _times(tokenizer, count)
        measured[f"codebook_{count}_min_ms"] = min(runs)
        measured[f"codebook_{count}_median_ms"] = median(runs)
    return measured


def _times(tokenizer: Tokenizer, count: int) -> list[float]:
    found = []
    for _ in range(_RUNS):
        start = perf_counter()
        search_codebook(_FIELD, count, tokenizer.encode)
        found.append((perf_counter() - start) * 1000)
    return found


if __name__ == "__main__":
    for name, milliseconds in measure().items():
        print(f"{name}: {milliseconds:.2f}")
