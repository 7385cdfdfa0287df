"""What a profile may call its tokenizer, and how the store finds it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models

from engine.errors import AssetMissing, GgufError
from engine.tokenizers.store import TokenizerStore


@dataclass(frozen=True)
class File:
    path: Path
    sha256: str


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An asset folder with one tiny tokenizer, `tiny`."""
    folder = tmp_path / "assets" / "tiny"
    folder.mkdir(parents=True)
    Tokenizer(models.BPE({"a": 0}, [])).save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "Tiny"}')
    return folder.parent


def test_each_source_is_opened_once(root: Path) -> None:
    store = TokenizerStore(root)
    assert store.open("tiny") is store.open("tiny")
    assert store.open("code-points") is store.open("code-points")
    assert TokenizerStore(root).open("tiny") is not store.open("tiny")


def test_an_asset_a_folder_and_a_file_are_the_same_tokenizer(root: Path) -> None:
    store = TokenizerStore(root)
    sources = ("tiny", str(root / "tiny"), str(root / "tiny" / "tokenizer.json"))
    infos = {store.open(source).info for source in sources}
    assert {(info.name, info.class_name) for info in infos} == {("tiny", "Tiny")}
    assert len(infos) == 1


def test_assets_are_taken_from_the_verified_files(root: Path) -> None:
    asked = []

    def verified(asset: str, file: str) -> File:
        asked.append((asset, file))
        return File(root / asset / file, "not used")

    TokenizerStore(root, verified).open("tiny")
    assert asked == [("tiny", "tokenizer.json"), ("tiny", "tokenizer_config.json")]


def test_a_wrong_asset_is_never_opened(root: Path) -> None:
    def verified(asset: str, file: str) -> File:
        raise AssetMissing(f"{asset}/{file} is not the file that was pinned")

    with pytest.raises(AssetMissing, match=r"tiny/tokenizer\.json is not the file"):
        TokenizerStore(root, verified).open("tiny")


def test_a_gguf_asset_has_the_sha256_that_was_verified(root: Path, asset) -> None:
    (root / "model").mkdir()
    (root / "model" / "m.gguf").symlink_to(asset("smollm2-135m"))
    store = TokenizerStore(root, lambda name, file: File(root / name / file, "5" * 64))
    info = store.open("model").info
    assert (info.name, info.sha256, info.revision) == ("model", "5" * 64, "5" * 12)


def test_a_gguf_path_is_hashed_and_named_after_its_file(root: Path, asset) -> None:
    info = TokenizerStore(root).open(str(asset("smollm2-135m"))).info
    assert info.name == "SmolLM2-135M-Instruct.Q4_1.gguf"
    assert info.revision == "b179c9523d0e"


def test_what_is_not_there_is_named_with_the_cure(root: Path) -> None:
    with pytest.raises(AssetMissing, match=r"qwen9 is neither an asset nor a file or folder; "):
        TokenizerStore(root).open("qwen9")


def test_a_folder_without_exactly_one_tokenizer_is_refused(root: Path) -> None:
    (root / "empty").mkdir()
    with pytest.raises(AssetMissing, match=r"no tokenizer\.json and 0 GGUF files"):
        TokenizerStore(root).open("empty")
    for name in ("a.gguf", "b.gguf"):
        (root / "empty" / name).touch()
    with pytest.raises(AssetMissing, match="2 GGUF files"):
        TokenizerStore(root).open("empty")


def test_a_failed_open_is_tried_again(root: Path) -> None:
    store, late = TokenizerStore(root), root / "late"
    with pytest.raises(AssetMissing):
        store.open("late")
    shutil.copytree(root / "tiny", late)
    assert store.open("late").info.name == "late"


def test_another_kind_of_file_is_refused(root: Path) -> None:
    (root / "notes.txt").write_text("hello")
    with pytest.raises(GgufError, match=r"notes\.txt: not a GGUF file"):
        TokenizerStore(root).open(str(root / "notes.txt"))
