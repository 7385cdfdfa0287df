"""`loupe golden diff`, `accept`, `new`, `export`, `difftool`, `bundle` and `loupe verify`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.workspace import open_workspace

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "golden"
UPSTREAM = ROOT / "tests" / "data" / "upstream-vectors"
NAME = "qwen3__aeb13307a71a__tags_multi"
FAKE = "qwen3__fake__tags_multi"


@pytest.fixture(scope="module")
def workspace(asset_root):
    return open_workspace()


@pytest.fixture(autouse=True)
def quick(monkeypatch, workspace):
    monkeypatch.delenv("CI", raising=False)
    for module in ("golden", "golden_review", "golden_files"):
        monkeypatch.setattr(f"engine.cli.{module}.open_workspace", lambda: workspace)


@pytest.fixture
def folder(tmp_path):
    copy = tmp_path / "golden"
    shutil.copytree(GOLDEN, copy)
    return copy


def run(capfd, *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    output = capfd.readouterr()
    return code, output.out, output.err


def spoil(
    path: Path,
    old: bytes = b"disputes one charge.\\n",
    new: bytes = b"disputes\\u00a0one charge.\\n",
) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new))


def test_diff_shows_sentence_cause_lines_bytes_and_tokens(folder, capfd):
    spoil(folder / f"{NAME}.json")
    code, out, _ = run(capfd, "golden", "diff", folder / f"{NAME}.json")
    lines = out.splitlines()
    assert code == 1
    assert lines[0] == f"{NAME}: stale"
    assert "expected U+00A0 NO-BREAK SPACE, got U+0020 SPACE." in lines[1]
    assert lines[2].startswith("cause: the vector's file: ")
    assert "- The applicant disputes{⟨NBSP⟩}one charge." in lines
    assert "+ The applicant disputes{ }one charge." in lines
    assert "Only characters that people do not see differ." in lines
    assert any(line.endswith("U+00A0 NO-BREAK SPACE -> U+0020 SPACE") for line in lines)


def test_diff_takes_a_name_and_a_folder_and_is_quiet_about_a_fresh_vector(folder, capfd):
    assert run(capfd, "golden", "diff", NAME, "--dir", folder)[:2] == (0, f"{NAME}: fresh\n")
    assert run(capfd, "golden", "diff", "nothing", "--dir", folder)[0] == 2


def test_diff_of_a_missing_vector_shows_what_would_be_written(folder, capfd):
    (folder / f"{NAME}.json").unlink()
    code, out, _ = run(capfd, "golden", "diff", NAME, "--dir", folder)
    assert code == 1
    assert "+ The applicant disputes one charge." in out


def test_without_a_folder_the_one_in_the_working_folder_is_meant(folder, capfd, monkeypatch):
    # A hook that runs `loupe golden check` in another project must check that project's vectors.
    spoil(folder / f"{NAME}.json")
    monkeypatch.chdir(folder.parent)
    code, out, _ = run(capfd, "golden", "check", "--profile", "qwen3", "--case", "tags_multi")
    assert code == 1
    assert out.startswith(f"{NAME}: stale")
    assert run(capfd, "golden", "diff", NAME)[0] == 1
    monkeypatch.chdir(folder)
    assert run(capfd, "golden", "check", "--profile", "qwen3", "--case", "tags_multi")[0] == 0


def test_accept_writes_only_the_named_vector_and_the_readme(folder, capfd):
    for name in (NAME, FAKE):
        spoil(folder / f"{name}.json")
    before = (folder / f"{FAKE}.json").read_bytes()
    code, out, _ = run(capfd, "golden", "accept", folder / f"{NAME}.json", "--note", "checked")
    assert (code, out.splitlines()[0]) == (0, f"wrote {folder / NAME}.json")
    assert json.loads((folder / f"{NAME}.json").read_text())["note"] == "checked"
    assert (folder / f"{FAKE}.json").read_bytes() == before
    assert run(capfd, "golden", "check", folder)[0] == 1
    assert run(capfd, "golden", "accept", "--all", "--dir", folder)[0] == 0
    assert run(capfd, "golden", "check", folder)[0] == 0


def test_accept_is_refused_in_ci_and_for_what_is_fresh(folder, capfd, monkeypatch):
    spoil(folder / f"{NAME}.json")
    code, _, err = run(capfd, "golden", "accept", FAKE, "--dir", folder)
    assert (code, err) == (1, f"loupe golden: {FAKE}: it is fresh already\n")
    monkeypatch.setenv("CI", "1")
    for arguments in ((NAME,), ("--all",)):
        code, out, err = run(capfd, "golden", "accept", *arguments, "--dir", folder)
        assert (code, out) == (1, "")
        assert "CI is set" in err
    assert run(capfd, "golden", "accept", "--dir", folder)[0] == 2


def test_new_makes_a_vector_of_a_document_that_is_fresh_at_once(folder, tmp_path, capfd):
    document = tmp_path / "d.loupe.json"
    document.write_text(
        '{"format": "loupe-document/1", "profile": "smollm2", "scoring": "slots", "schema": '
        '{"b": {"type": "boolean"}}, "contexts": [{"name": "c", "text": "x"}]}'
    )
    code, out, _ = run(capfd, "golden", "new", document, "--case", "mine", "--dir", folder)
    assert code == 0
    assert "smollm2__b179c9523d0e__mine.json" in out
    assert run(capfd, "golden", "check", folder)[0] == 0
    code, _, err = run(capfd, "golden", "new", document, "--case", "mine", "--dir", folder)
    assert code == 1
    assert "is there already" in err


def test_the_exported_patch_applies_with_git_and_makes_the_vector_fresh(folder, capfd):
    path = folder / f"{NAME}.json"
    spoil(path)
    code, patch, _ = run(capfd, "golden", "export", path)
    assert code == 0
    assert patch.startswith(f"# {NAME}: stale\n# Differs at byte ")
    git = ["git", "apply", "-"]
    subprocess.run(git, cwd=folder.parent, input=patch, text=True, check=True)
    assert run(capfd, "golden", "check", folder, "--case", "tags_multi")[0] == 0


def test_a_bundle_holds_both_sides_and_with_hashes_no_word_of_them(folder, capfd):
    path = folder / f"{NAME}.json"
    spoil(path)
    whole = run(capfd, "golden", "export", path, "--bundle")[1]
    bare = run(capfd, "golden", "export", path, "--hashes")[1]
    assert json.loads(whole)["expected"]["rendered_text"].count("disputes\u00a0one") == 1
    assert json.loads(whole)["document"]["contexts"][0]["text"].startswith("The applicant")
    for word in ("applicant", "late_payment", "classifier", 'tags"', "disputes"):
        assert word not in bare
    assert len(json.loads(bare)["changes"]) == 1
    upstream = json.loads((GOLDEN / f"{NAME}.json").read_text())
    assert json.loads(bare)["live"]["prompt_sha256"] == upstream["prompt_sha256"]


@pytest.mark.parametrize("path", sorted(UPSTREAM.glob("*.json"))[::4], ids=lambda path: path.stem)
def test_verify_finds_every_hash_of_an_upstream_vector_right(path, capfd):
    code, out, _ = run(capfd, "verify", path)
    assert code == 0
    assert {line.split()[0] for line in out.splitlines()} == {"ok"}
    assert json.loads(path.read_text())["plan_hash"] in out


@pytest.mark.parametrize(
    "key",
    [
        "prompt_sha256",
        "token_ids_sha256",
        "plan_hash",
        "prompt_bytes_sha256",
        "template_sha256",
        "tokenizer_sha256",
    ],
)
def test_verify_names_the_hash_that_is_wrong(key, folder, capfd):
    path = folder / f"{NAME}.json"
    table = json.loads(path.read_text()) | {key: "0" * 64}
    path.write_text(json.dumps(table))
    code, out, _ = run(capfd, "verify", path)
    assert code == 1
    wrong = [line for line in out.splitlines() if line.startswith("WRONG")]
    assert {line.split()[1] for line in wrong} == {key}
    code, out, _ = run(capfd, "verify", path, "--json")
    assert {row["key"] for row in json.loads(out) if not row["ok"]} == {key}


def test_verify_checks_bundles_and_says_what_cannot_be_checked(folder, tmp_path, capfd):
    bundle = tmp_path / "b.json"
    bundle.write_text(run(capfd, "golden", "bundle", folder / f"{NAME}.json")[1])
    code, out, _ = run(capfd, "verify", bundle)
    assert code == 0
    assert "template.sha256" in out
    bundle.write_text(bundle.read_text().replace('"prompt_sha256": "', '"prompt_sha256": "0'))
    assert run(capfd, "verify", bundle)[0] == 1
    spoil(folder / f"{NAME}.json")
    path = folder / f"{NAME}.json"
    bundle.write_text(run(capfd, "golden", "export", path, "--bundle")[1])
    assert run(capfd, "verify", bundle)[0] == 0
    bundle.write_text(run(capfd, "golden", "export", path, "--hashes")[1])
    code, _, err = run(capfd, "verify", bundle)
    assert code == 2
    assert "holds no text" in err
    bundle.write_text("{}")
    assert run(capfd, "verify", bundle)[0] == 2
    bundle.write_text("{")
    assert run(capfd, "verify", bundle)[0] == 2


def test_a_bundle_is_a_document_too(folder, tmp_path, capfd):
    bundle = tmp_path / "b.json"
    bundle.write_text(run(capfd, "golden", "bundle", folder / f"{NAME}.json")[1])
    code, out, _ = run(capfd, "render", bundle)
    assert code == 0
    assert out == json.loads((GOLDEN / f"{NAME}.json").read_text())["rendered_text"]


def test_difftool_compares_two_files_as_git_gives_them(folder, tmp_path, capfd):
    old, new = GOLDEN / f"{NAME}.json", folder / f"{NAME}.json"
    assert run(capfd, "golden", "difftool", old, new)[0] == 0
    spoil(new)
    code, out, _ = run(capfd, "golden", "difftool", old, new)
    assert code == 1
    assert "- The applicant disputes{ }one charge." in out
    seven = ("golden/x.json", old, "a" * 40, "100644", new, "b" * 40, "100644")
    code, out, _ = run(capfd, "golden", "difftool", *seven)
    assert code == 0
    assert out.startswith("golden difference: golden/x.json\n")
    assert run(capfd, "golden", "difftool", "/dev/null", new)[0] == 1
    assert run(capfd, "golden", "difftool", old)[0] == 2


def test_git_diff_shows_a_vector_through_the_configured_command(tmp_path):
    def git(*arguments: str) -> str:
        command = ["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout

    path = tmp_path / f"{FAKE}.json"
    shutil.copy(GOLDEN / path.name, path)
    (tmp_path / ".gitattributes").write_text("*.json diff=loupe-vector\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "x")
    command = f"env PYTHONPATH={ROOT} {sys.executable} -m engine golden difftool"
    git("config", "diff.loupe-vector.command", command)
    spoil(path)
    assert "+ The applicant disputes{⟨NBSP⟩}one charge." in git("diff")
