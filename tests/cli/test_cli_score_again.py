"""`loupe score` gives the same numbers whatever else the machine does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.mlx import scorer

EXAMPLES = Path(__file__).parents[2] / "resources" / "examples"


@pytest.mark.model
def test_numbers_do_not_hang_on_how_fast_the_passes_were(asset_root, monkeypatch, capsys):
    """The number of BLAS threads moves the last bits, so time must not choose it."""
    counts: list[int] = []
    monkeypatch.setenv("LOUPE_ASSETS", str(asset_root))
    monkeypatch.setattr(scorer, "thread_setter", lambda *_: counts.append)
    assert main(["score", str(EXAMPLES / "support-ticket.loupe.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fields"]
    assert counts == []
