"""A vector's difference as a patch that `git apply` takes, with a readable report above it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.golden.accepted import accepted_text
from engine.golden.comparison import VectorComparison
from engine.golden.report import comparison_lines
from engine.golden.unified import lines_of, unified_lines
from engine.vector import dump_vector


def patch_text(comparison: VectorComparison, day: str, folder: str = "golden") -> str:
    """Write the report, and the patch that would accept the live prompt.

    Without a live prompt, or a file that can be read, there is the report alone.
    """
    report = "".join(f"# {line}".rstrip() + "\n" for line in comparison_lines(comparison))
    return report + "".join(_patch(comparison, day, folder))


def _patch(comparison: VectorComparison, day: str, folder: str) -> Iterator[str]:
    if comparison.live is None:
        return
    live, name = comparison.live.vector, f"{folder}/{comparison.path.name}"
    if comparison.data is None:
        old, new = "", dump_vector(live)
    elif comparison.expected is not None:
        old = comparison.data.decode()
        new = accepted_text(old, live, "", day)
    else:
        return
    yield "\n"
    source = f"a/{name}" if old else "/dev/null"
    yield from unified_lines(lines_of(old), lines_of(new), source, f"b/{name}")
