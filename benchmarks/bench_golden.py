"""Measure `golden check` over folders of many vectors: rate (of CPU time), growth, peak memory."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time

from engine.golden.check import Checker, State
from engine.golden.diff import text_diff
from engine.golden.live import Live, render_live
from engine.golden.open_review import open_comparer
from engine.golden.request import Request, request_of
from engine.resources import shipped
from engine.vector import dump_vector, profile_of, read_vector
from engine.workspace import Workspace, open_workspace

FEW, MANY = 1_000, 10_000
ROUNDS = 3
CASES = ("risk_enum_bool", "tags_multi", "twelve_slots", "one_choice")
LONG_BYTES = 1_000_000
_KIB = 1024


def measure() -> dict[str, float]:
    """Give vectors per second, the ratio of the two rates, and megabytes at the peak."""
    workspace = open_workspace()
    checker = open_comparer(workspace).checker
    requests = _requests(workspace)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few, many = folder / "few", folder / "many"
        few.mkdir()
        many.mkdir()
        for number, live in enumerate(_many(checker, requests, MANY)):
            text = dump_vector(live.vector)
            for target in (few, many) if number < FEW else (many,):
                (target / f"{live.vector.name}.json").write_text(text)
        small, large = (
            min((_child(folder) for _ in range(ROUNDS)), key=_seconds) for folder in (few, many)
        )
    return {
        "golden_1000_per_second": FEW / small["seconds"],
        "golden_10000_per_second": MANY / large["seconds"],
        "golden_rate_10000_over_1000": small["seconds"] * MANY / FEW / large["seconds"],
        "golden_1000_peak_mb": small["peak_mb"],
        "golden_10000_peak_mb": large["peak_mb"],
        **_long(checker, requests[0]),
    }


def _requests(workspace: Workspace) -> tuple[Request, ...]:
    vectors = (read_vector(path) for path in sorted(shipped("golden").glob("*.json")))
    return tuple(
        request_of(vector, profile)
        for vector in vectors
        if vector.case in CASES
        and (profile := profile_of(vector, workspace.profiles, workspace.revision_of))
    )


def _many(checker: Checker, requests: tuple[Request, ...], count: int) -> Iterator[Live]:
    """Render requests over and over, each with a name and a context of its own."""
    for number in range(count):
        request = requests[number % len(requests)]
        case, context = f"{request.case}_{number:05d}", f"{request.context} ({number})"
        yield render_live(replace(request, case=case, context=context), checker.complete)


def _long(checker: Checker, request: Request) -> dict[str, float]:
    """Render and compare a prompt of a megabyte, changed in its middle."""
    context = ("The applicant pays late sometimes. " * (LONG_BYTES // 35))[:LONG_BYTES]
    start = process_time()
    live = render_live(replace(request, context=context), checker.complete)
    rendered = process_time()
    text = live.vector.rendered_text
    half = len(text) // 2
    text_diff(text, f"{text[:half]}{text[half + 20 :]}!")
    return {
        "golden_1mb_render_s": rendered - start,
        "golden_1mb_diff_ms": (process_time() - rendered) * 1000,
    }


def _child(folder: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.bench_golden", str(folder)]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, check=True, capture_output=True, cwd=root, text=True)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def _seconds(measured: dict[str, float]) -> float:
    return measured["seconds"]


def _main(folder: Path) -> None:
    checker = open_comparer(open_workspace()).checker
    start = process_time()
    states = [judged.verdict.state for judged in checker.check(folder)]
    seconds = process_time() - start
    assert set(states) == {State.FRESH}
    print(json.dumps({"seconds": seconds, "peak_mb": _peak_kib() / _KIB}))


def _peak_kib() -> float:
    """Give the most memory that this process had; on Linux `getrusage` also counts its parent's."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(one for one in status.read_text().splitlines() if one.startswith("VmHWM"))
        return float(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KIB  # bytes on macOS


if __name__ == "__main__":
    if sys.argv[1:]:
        _main(Path(sys.argv[1]))
    else:
        for key, value in measure().items():
            print(f"{key}: {value:.2f}")
