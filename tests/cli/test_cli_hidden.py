"""The command line leaves hidden findings out unless it is asked for all."""

from __future__ import annotations

import json

import pytest

from engine.cli.main import main

DOCUMENT = {
    "format": "loupe-document/1",
    "profile": "qwen3-fake",
    "schema": {"flag": {"type": "boolean", "description": "d"}},
    "contexts": [{"name": "c", "base64": "YQBi"}],  # a NUL b
    "options": {"hidden_findings": [{"id": "context-nul", "reason": "from the scanner"}]},
}


@pytest.mark.parametrize("asked", [False, True])
def test_hidden_findings_are_named_only_with_all(tmp_path, capsys, asked) -> None:
    path = tmp_path / "d.loupe.json"
    path.write_text(json.dumps(DOCUMENT), "utf-8")
    assert main(["render", str(path), "--json", *(["--all"] if asked else [])]) == 0
    said = capsys.readouterr()
    assert ("context-nul" in said.err) is asked
    assert ("(hidden: from the scanner)" in said.err) is asked
    reported = {one["id"]: one.get("hidden") for one in json.loads(said.out)["findings"]}
    assert reported["context-nul"] == "from the scanner"
    assert reported["kwarg-without-effect"] is None
