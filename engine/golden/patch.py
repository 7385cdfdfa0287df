"""A vector's difference as a patch that `git apply` takes, with a readable report above it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.golden.accepted import accepted_text
from engine.golden.comparison import VectorComparison
from engine.golden.report import comparison_lines
from engine.golden.unified import lines_of, unified_lines
from engine.vector import dump_vector


def patch_text(comparison: VectorComparison, day: str) -> str:
    """Write the report, and the patch that would accept the live prompt.

    Without a live prompt, or a file that can be read, there is the report alone.
    """
    report = "".join(f"# {line}".rstrip() + "\n" for line in comparison_lines(comparison))
    return report + "".join(_patch(comparison, day))


def name_in_patch(path: Path) -> str:
    """Name a file as `git apply` finds it: from the root of its repository, else as it was given.

    Outside of a repository a path that leads elsewhere is cut to its folder and name.
    """
    whole = path.parent.resolve() / path.name
    root = next((one for one in whole.parents if (one / ".git").exists()), None)
    if root is not None:
        return whole.relative_to(root).as_posix()
    if path.is_absolute() or ".." in path.parts:
        return f"{whole.parent.name}/{whole.name}"
    return path.as_posix()


def _patch(comparison: VectorComparison, day: str) -> Iterator[str]:
    if comparison.live is None:
        return
    live, name = comparison.live.vector, name_in_patch(comparison.path)
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
