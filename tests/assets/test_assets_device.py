"""Doctor's question about MLX, asked in a process of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cli import doctor


def test_the_facts_come_back_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = 'import sys; print(\'{"device": "gpu", "folder": "\' + sys.argv[1] + \'"}\')'
    monkeypatch.setattr(doctor, "_DEVICE_PROBE", probe)
    facts, problems = doctor.ask_device(tmp_path)
    assert dict(facts) == {"device": "gpu", "folder": str(tmp_path)}
    assert problems == ()


@pytest.mark.parametrize(
    ("probe", "told"),
    [
        ("import no_such_module", "No module named 'no_such_module'"),
        ("import os; os.abort()", "-6"),
    ],
    ids=["not installed", "crashes"],
)
def test_an_mlx_that_fails_is_one_problem(
    probe: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_DEVICE_PROBE", probe)
    facts, (problem,) = doctor.ask_device(tmp_path)
    assert facts == ()
    assert problem.startswith("MLX cannot be used")
    assert told in problem
