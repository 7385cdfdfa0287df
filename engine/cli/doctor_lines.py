"""Doctor's report as lines that people read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cli.doctor import DoctorReport

Rows = list[tuple[str, str]]


def doctor_lines(report: DoctorReport) -> Iterator[str]:
    """Write the report under headings in aligned columns, problems last."""
    parts = (
        ("Program", _program(report)),
        ("Scoring", _scoring(report)),
        ("Folders", _folders(report)),
        ("Assets", [(f"{one.asset}/{one.file}", one.state) for one in report.assets]),
        ("Packages", [(name, version or "not installed") for name, version in report.packages]),
    )
    width = max(len(name) for _, rows in parts for name, _ in rows)
    for heading, rows in parts:
        yield heading
        yield from (f"  {name:<{width}}  {value}" for name, value in rows)
    yield from (f"PROBLEM: {problem}" for problem in report.problems)
    if not report.problems:
        yield "No problem found."


def _program(report: DoctorReport) -> Rows:
    return [("loupe", report.loupe), ("python", report.python), ("platform", report.platform)]


def _scoring(report: DoctorReport) -> Rows:
    """Say what multiplies and how fast; without MLX its problem says it all."""
    facts = dict(report.device)
    if "device" not in facts:
        return [("device", "none")]
    rows = [("device", f"{facts['device']}, {report.cores} cores")]
    if "mlx_gflops" in facts:
        rows.append(("MLX float32 product", _gflops(facts["mlx_gflops"])))
    if facts.get("blas"):
        speed = facts.get("blas_gflops")
        rows.append(("BLAS", f"{facts['blas']}{f', {_gflops(speed)}' if speed else ''}"))
    rows += [
        (name, str(facts[key]))
        for name, key in (("BLAS file", "blas_path"), ("BLAS note", "blas_note"))
        if facts.get(key)
    ]
    return rows


def _gflops(number: object) -> str:
    return f"{number:.0f} GFLOPS" if isinstance(number, float) else str(number)


def _folders(report: DoctorReport) -> Rows:
    access = "writable" if report.writable else "not writable"
    free = f"{report.free_bytes / 1e9:.1f} GB free"
    count = len(report.own_profiles)
    names = f": {', '.join(report.own_profiles)}" if count else ""
    profiles = f"{count} profile{'s' if count != 1 else ''} of your own{names}"
    return [
        ("assets", f"{report.asset_folder} ({access}, {free}; LOUPE_ASSETS names another)"),
        ("profiles", f"{report.profile_folder} ({profiles}; LOUPE_PROFILES names another)"),
    ]
