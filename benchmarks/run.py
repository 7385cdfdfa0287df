"""`loupe bench`: every number of README's performance table, with the bar it must clear."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal

from benchmarks import (
    bench_blas,
    bench_codebook,
    bench_editing,
    bench_golden,
    bench_keystroke,
    bench_review,
    bench_scoring,
    bench_startup,
)

Measured = dict[str, float]


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of the table: a measured number that must be at least or at most the limit."""

    text: str
    key: str
    must: Literal[">=", "<"]
    limit: float
    unit: str

    def holds(self, value: float) -> bool:
        """Say whether a measured value clears the bar."""
        return value >= self.limit if self.must == ">=" else value < self.limit


BARS = (
    Bar("interposed BLAS / the wheel's own, 128x576x1536", "blas_ratio_of_best", ">=", 20, "x"),
    Bar("keystroke path, example", "keystroke_min_ms", "<", 5, " ms"),
    Bar("keystroke path, 10 kB context", "keystroke_10kb_min_ms", "<", 16, " ms"),
    Bar("cold / after an edit, 3 fields", "cold_over_edit", ">=", 1.8, "x"),
    Bar("rows one by one / batched", "one_by_one_over_batched", ">=", 1.5, "x"),
    Bar("longest pause, editing a 1 MB line", "typing_context_longest_gap_ms", "<", 100, " ms"),
    Bar("longest pause, 255 choices as JSON", "typing_choices_longest_gap_ms", "<", 100, " ms"),
    Bar("longest pause, 255 choices as a form", "typing_form_longest_gap_ms", "<", 100, " ms"),
    Bar("longest pause, 10,000 vectors load", "review_loading_longest_gap_ms", "<", 150, " ms"),
    Bar("longest pause, scrolling them", "review_scrolling_longest_gap_ms", "<", 50, " ms"),
    Bar("longest pause, filtering them", "review_filtering_longest_gap_ms", "<", 150, " ms"),
    Bar("longest pause, a 1 MB difference opens", "review_long_opening_gap_ms", "<", 500, " ms"),
    Bar("longest pause, it is shown as bytes", "review_long_look_gap_ms", "<", 300, " ms"),
    Bar("longest pause, scrolling it", "review_long_scrolling_gap_ms", "<", 100, " ms"),
    Bar("golden check, 10,000 vectors", "golden_10000_per_second", ">=", 200, " /s"),
    Bar("its rate / that of 1,000", "golden_rate_10000_over_1000", ">=", 0.7, "x"),
    Bar("its peak memory", "golden_10000_peak_mb", "<", 500, " MB"),
    Bar("codebook, n = 2..36, slowest tokenizer", "codebook_2_to_36_max_of_min_ms", "<", 10, " ms"),
    Bar("codebook, n = 255, the same", "codebook_255_min_ms", "<", 400, " ms"),
    Bar("first painted window", "startup_painted_min_s", "<", 1, " s"),
    Bar("transformers imported before it", "startup_transformers_before_paint", "<", 1, ""),
    Bar("first text, ids and hashes", "startup_text_min_s", "<", 2.5, " s"),
    Bar("first probabilities", "startup_scores_min_s", "<", 6, " s"),
    Bar("model load", "model_load_s", "<", 2, " s"),
    Bar("prefill / sgemm limit", "prefill_over_sgemm_limit", "<", 3, "x"),
)
MEASURES: tuple[Callable[[], Measured], ...] = (
    bench_startup.measure,
    bench_keystroke.measure,
    bench_editing.measure,
    bench_review.measure,
    bench_golden.measure,
    bench_codebook.measure,
    bench_scoring.measure,
    bench_blas.measure,
)


def run(*, as_json: bool) -> int:
    """Measure everything and print the table, or JSON; 1 when a bar is not cleared."""
    measured: Measured = {}
    for measure in MEASURES:
        name = measure.__module__.rpartition(".")[2].removeprefix("bench_")
        print(f"measuring {name} …", file=sys.stderr)
        measured |= measure()
    if as_json:
        bars = [asdict(bar) | {"value": measured[bar.key]} for bar in BARS]
        print(json.dumps({"machine": machine(), "bars": bars, "measured": measured}, indent=2))
    else:
        print("\n".join(table(measured)))
    return int(not all(bar.holds(measured[bar.key]) for bar in BARS))


def table(measured: Measured) -> Iterator[str]:
    """Write the table as Markdown, a line per bar."""
    yield f"Measured on {machine()}."
    yield ""
    yield "| what | measured | bar | |"
    yield "|---|---|---|---|"
    for bar in BARS:
        value = measured[bar.key]
        verdict = "holds" if bar.holds(value) else "MISSED"
        must = "at least" if bar.must == ">=" else "under"
        limit = f"{must} {bar.limit:g}{bar.unit}"
        yield f"| {bar.text} | {value:.3g}{bar.unit} | {limit} | {verdict} |"


def machine() -> str:
    """Name the machine the numbers are from."""
    import os

    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
