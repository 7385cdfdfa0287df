"""The list of assets that ships, and what a wrong list is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.assets.catalog import load_catalog, parse_catalog
from engine.errors import DocumentError

RIGHT = """
[tiny]
title = "t"
files = [{name = "a.json", sha256 = "%s", size = 1}]
sources = [{kind = "pip", name = "tiny", version = "1"}]
""" % ("0" * 64)


def test_the_shipped_catalog_has_the_four_assets_with_the_pinned_hashes() -> None:
    hashes = {
        (asset.name, file.name): file.sha256[:8]
        for asset in load_catalog().assets
        for file in asset.files
    }
    assert hashes == {  # from the project's contract, not from the file under test
        ("smollm2-135m", "SmolLM2-135M-Instruct.Q4_1.gguf"): "b179c952",
        ("qwen2.5", "tokenizer.json"): "c0382117",
        ("qwen2.5", "tokenizer_config.json"): "5b5d4f65",
        ("qwen3", "tokenizer.json"): "aeb13307",
        ("qwen3", "tokenizer_config.json"): "5a7303fc",
        ("gemma", "tokenizer.json"): "7da53ca2",
        ("gemma", "tokenizer_config.json"): "ee86abd8",
    }


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[tiny]", "[tiny", "not readable as TOML"),
        ("[tiny]", "tiny = 1\n[other]", "must be a table"),
        ('"a.json"', '"../a.json"', "tiny.files.0.name"),
        ('"a.json"', '".stamp"', "tiny.files.0.name"),
        ("size = 1", "size = 0", "tiny.files.0.size"),
        ('sha256 = "0', 'sha256 = "g', "tiny.files.0.sha256"),
        ('"pip"', '"ftp"', "tiny.sources.0.kind"),
        ('name = "tiny"', 'name = "--option"', "tiny.sources.0.name"),
        ('title = "t"', 'titel = "t"', "tiny"),
    ],
)
def test_a_wrong_entry_is_named(old: str, new: str, told: str) -> None:
    assert parse_catalog(RIGHT, "x.toml").assets[0].name == "tiny"
    with pytest.raises(DocumentError, match=r"x\.toml") as error:
        parse_catalog(RIGHT.replace(old, new), "x.toml")
    assert told in str(error.value)


def test_a_missing_catalog_is_named_with_its_cure(tmp_path: Path) -> None:
    path = tmp_path / "assets.toml"
    with pytest.raises(DocumentError) as error:
        load_catalog(path)
    told = "there is no such file or folder; check its name and its folder"
    assert str(error.value) == f"{path}: {told}"
