"""Measure the codebook search under the Qwen2.5 tokenizer, tokenising included."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from time import perf_counter

import platformdirs
import tokenizers

from engine.plan.codebook import search_codebook

_RUNS = 5
_FIELD = "risk_tier"


def measure() -> dict[str, float]:
    """Give milliseconds by name; `max` is the slowest count of a range, in its best run."""
    library = tokenizers.Tokenizer.from_file(str(_tokenizer_file()))

    def encode(text: str) -> tuple[int, ...]:
        return tuple(library.encode_batch_fast([text], add_special_tokens=False)[0].ids)

    def times(count: int) -> list[float]:
        found = []
        for _ in range(_RUNS):
            start = perf_counter()
            search_codebook(_FIELD, count, encode)
            found.append((perf_counter() - start) * 1000)
        return found

    times(2)
    few = [times(count) for count in range(2, 37)]
    measured = {
        "codebook_2_to_36_max_of_min_ms": max(map(min, few)),
        "codebook_2_to_36_max_of_median_ms": max(map(median, few)),
    }
    for count in (64, 255):
        runs = times(count)
        measured[f"codebook_{count}_min_ms"] = min(runs)
        measured[f"codebook_{count}_median_ms"] = median(runs)
    return measured


def _tokenizer_file() -> Path:
    folder = os.environ.get("LOUPE_ASSETS")
    root = Path(folder) if folder else platformdirs.user_cache_path("loupe") / "assets"
    return root / "qwen2.5" / "tokenizer.json"


if __name__ == "__main__":
    for name, milliseconds in measure().items():
        print(f"{name}: {milliseconds:.2f}")
