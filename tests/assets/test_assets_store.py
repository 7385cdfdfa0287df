"""The asset folder gives out pinned files only."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from engine.assets import store as store_module
from engine.assets.store import AssetStore, asset_root
from engine.errors import AssetMissing
from tests.assets.asset_fakes import CONTENT, OTHER


def put(store: AssetStore, content: bytes) -> Path:
    path = store.path("tiny", "tokenizer.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files whose bytes were hashed, in order."""
    seen: list[Path] = []

    def hash_and_note(path: Path) -> str:
        seen.append(path)
        return hashlib.sha256(path.read_bytes()).hexdigest()

    monkeypatch.setattr(store_module, "file_sha256", hash_and_note)
    return seen


def test_a_right_file_is_given_with_its_hash(store: AssetStore) -> None:
    path = put(store, CONTENT)
    verified = store.file("tiny", "tokenizer.json")
    assert verified.path == path
    assert verified.sha256 == hashlib.sha256(CONTENT).hexdigest()


def test_a_missing_file_names_asset_path_and_cure(store: AssetStore) -> None:
    with pytest.raises(AssetMissing) as error:
        store.file("tiny", "tokenizer.json")
    assert "asset tiny" in str(error.value)
    assert str(store.root / "tiny" / "tokenizer.json") in str(error.value)
    assert "`loupe fetch tiny`" in str(error.value)


def test_a_wrong_file_is_refused_with_both_hashes(store: AssetStore) -> None:
    path = put(store, OTHER)
    with pytest.raises(AssetMissing) as error:
        store.file("tiny", "tokenizer.json")
    for part in (str(path), hashlib.sha256(OTHER).hexdigest(), hashlib.sha256(CONTENT).hexdigest()):
        assert part in str(error.value)


def test_an_unchanged_file_is_hashed_once(store: AssetStore, hashed: list[Path]) -> None:
    path = put(store, CONTENT)
    for again in (store, store, AssetStore(store.root, store.catalog)):
        again.file("tiny", "tokenizer.json")
    assert hashed == [path]


def test_a_file_changed_with_its_old_time_is_hashed_again(
    store: AssetStore, hashed: list[Path]
) -> None:
    path = put(store, CONTENT)
    store.file("tiny", "tokenizer.json")
    before = path.stat()
    path.write_bytes(OTHER)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert store.state("tiny", "tokenizer.json") == "wrong"
    assert hashed == [path, path]


@pytest.mark.parametrize("stamp", [b"", b"nonsense", b"\xff\xfe", b"1 2 3 4 " + b"0" * 64])
def test_a_damaged_stamp_is_not_believed(store: AssetStore, stamp: bytes) -> None:
    path = put(store, CONTENT)
    (path.parent / ".tokenizer.json.stamp").write_bytes(stamp)
    assert store.state("tiny", "tokenizer.json") == "verified"


def test_a_fresh_hash_looks_past_a_forged_stamp(store: AssetStore) -> None:
    path = put(store, OTHER)
    store.state("tiny", "tokenizer.json")
    stamp = path.parent / ".tokenizer.json.stamp"
    right, wrong = (hashlib.sha256(content).hexdigest() for content in (CONTENT, OTHER))
    stamp.write_text(stamp.read_text().replace(wrong, right))
    assert store.state("tiny", "tokenizer.json") == "verified"
    assert store.state("tiny", "tokenizer.json", hash_again=True) == "wrong"


def test_a_folder_in_the_files_place_is_unreadable(store: AssetStore) -> None:
    store.path("tiny", "tokenizer.json").mkdir(parents=True)
    assert store.state("tiny", "tokenizer.json") == "unreadable"
    with pytest.raises(AssetMissing, match=r"asset tiny is unreadable: .*`loupe fetch tiny`"):
        store.file("tiny", "tokenizer.json")


def test_unknown_names_list_the_known_ones(store: AssetStore) -> None:
    with pytest.raises(AssetMissing, match="no asset is named huge; there are: tiny"):
        store.file("huge", "tokenizer.json")
    with pytest.raises(AssetMissing, match=r"has no file x; it has: tokenizer.json"):
        store.file("tiny", "x")


def test_the_root_is_the_users_cache_unless_the_environment_says_otherwise() -> None:
    assert asset_root({}) == user_cache_path("loupe", appauthor=False) / "assets"
    assert asset_root({"LOUPE_ASSETS": ""}) == asset_root({})
    assert asset_root({"LOUPE_ASSETS": "somewhere"}) == Path("somewhere")


def test_a_root_that_is_a_file_is_refused_by_the_variables_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(AssetMissing, match=rf"LOUPE_ASSETS names {tmp_path}/file, .*name a folder"):
        asset_root({"LOUPE_ASSETS": str(tmp_path / "file")})


def test_every_pinned_asset_is_here_and_right(asset_store: AssetStore) -> None:
    gguf = asset_store.file("smollm2-135m", "SmolLM2-135M-Instruct.Q4_1.gguf")
    assert gguf.path.read_bytes()[:4] == b"GGUF"
