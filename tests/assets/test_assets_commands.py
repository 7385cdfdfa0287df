"""`loupe fetch` and `loupe doctor` as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.assets.catalog import load_catalog
from engine.assets.store import AssetStore
from engine.cli import doctor
from engine.cli import fetch as fetch_command
from tests.assets.asset_fakes import CONTENT, OTHER


@pytest.fixture(autouse=True)
def tiny_catalog(
    tmp_path: Path, catalog_path: Path, store: AssetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let both commands see the tiny catalog and its empty folder."""
    monkeypatch.setenv("LOUPE_ASSETS", str(store.root))
    monkeypatch.delenv("LOUPE_ASSETS_FROM", raising=False)
    monkeypatch.setenv("LOUPE_PROFILES", str(tmp_path / "profiles"))
    for command in (doctor, fetch_command):
        monkeypatch.setattr(command, "load_catalog", lambda: load_catalog(catalog_path))
    monkeypatch.setattr(doctor, "ask_device", lambda folder: ((("device", "cpu"),), ()))


@pytest.fixture
def local(tmp_path: Path) -> Path:
    """A local folder that holds the asset."""
    path = tmp_path / "mine"
    path.mkdir()
    (path / "tokenizer.json").write_bytes(CONTENT)
    return path


def test_a_list_shows_what_is_missing_and_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert fetch_command.run([], list_only=True) == 1
    assert capsys.readouterr().out == "tiny\tmissing\t0.0 MB\ta tiny asset\n"


def test_a_fetch_from_a_local_folder_keeps_stdout_for_data(
    local: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fetch_command.run(["tiny"], list_only=False, folder=local) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
    assert fetch_command.run([], list_only=True) == 0
    assert capsys.readouterr().out.startswith("tiny\tverified\t")


def test_the_environment_may_name_the_local_folder(
    local: Path, store: AssetStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOUPE_ASSETS_FROM", str(local))
    assert fetch_command.run([], list_only=False) == 0
    assert store.state("tiny", "tokenizer.json") == "verified"


def test_an_unknown_name_exits_2_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert fetch_command.run(["huge"], list_only=False) == 2
    assert capsys.readouterr().err == "loupe fetch: no asset is named huge; there are: tiny\n"


def test_ctrl_c_exits_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fetch_command, "fetch", interrupt)
    assert fetch_command.run([], list_only=False) == 130
    assert "interrupted" in capsys.readouterr().err


def test_doctor_exits_0_when_all_is_usable(local: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fetch_command.run([], list_only=False, folder=local)
    assert doctor.run(as_json=True) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["problems"] == []
    assert report["device"] == {"device": "cpu"}
    assert report["assets"][0]["state"] == "verified"
    assert report["packages"]["numpy"] is not None


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "missing"), (OTHER, "wrong: its sha256 is not the pinned one")],
    ids=["missing", "wrong"],
)
def test_doctor_names_a_file_that_cannot_be_used_and_the_cure(
    content: bytes | None, told: str, store: AssetStore, capsys: pytest.CaptureFixture[str]
) -> None:
    path = store.path("tiny", "tokenizer.json")
    if content is not None:
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
    assert doctor.run(as_json=False) == 1
    assert f"PROBLEM: {path} is {told}; run `loupe fetch tiny`" in capsys.readouterr().out


def test_doctor_names_a_missing_package(
    local: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch_command.run([], list_only=False, folder=local)
    monkeypatch.setattr(doctor, "PACKAGES", ("no-such-package-here",))
    assert doctor.run(as_json=False) == 1
    assert "run `pip install no-such-package-here`" in capsys.readouterr().out


def test_doctor_lists_own_profiles_and_those_that_cannot_be_read(
    local: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch_command.run([], list_only=False, folder=local)
    folder = tmp_path / "profiles"
    folder.mkdir()
    (folder / "mine.toml").write_text('name = "mine"\ntokenizer = "tiny"\n')
    (folder / "torn.toml").write_text("name = \n")
    assert doctor.run(as_json=False) == 1
    out = capsys.readouterr().out
    assert f"{folder} (1 profile of your own: mine;" in out
    (problem,) = [line for line in out.splitlines() if line.startswith("PROBLEM: ")]
    assert problem.startswith("PROBLEM: profile torn.toml: ")
    assert "line 1" in problem


def test_doctor_takes_a_profile_folder_that_is_a_file_as_a_problem(
    local: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch_command.run([], list_only=False, folder=local)
    monkeypatch.setenv("LOUPE_PROFILES", str(local / "tokenizer.json"))
    assert doctor.run(as_json=True) == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert (
        problem == f"LOUPE_PROFILES names {local}/tokenizer.json, which is no folder; name a folder"
    )


def test_doctor_rounds_speeds_leaves_blanks_out_and_repeats_nothing(
    local: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fetch_command.run([], list_only=False, folder=local)
    facts = {
        "mlx": "0.32.4", "mlx_lm": "0.32.2", "device": "cpu", "blas": "OpenBLAS 0.3",
        "blas_path": "", "blas_gflops": 75.9624635613284, "blas_note": "",
        "mlx_gflops": 96.73429294981203,
    }  # fmt: skip
    monkeypatch.setattr(doctor, "ask_device", lambda folder: (tuple(facts.items()), ()))
    assert doctor.run(as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines if line.startswith("  BLAS")] == [
        "OpenBLAS 0.3, 76 GFLOPS"
    ]
    assert any(line.endswith("  97 GFLOPS") for line in lines)
    names = [line[2:].split("  ")[0] for line in lines if line.startswith("  ")]
    assert len(names) == len(set(names))
    assert all(
        line.strip() == line.strip(" ") and line.split()[1:] for line in lines if line[0] == " "
    )
    assert lines[-1] == "No problem found."
