"""What `golden check` and `accept --all` tell of a folder: nothing is passed over in silence."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.cli.main import main
from engine.workspace import open_workspace
from tests.golden.folders import bytes_of, make_stale

GOLDEN = Path(__file__).parents[2] / "golden"
CASE = """
[[case]]
name = "tags_multi"
profiles = ["qwen3-fake"]
scoring = "slots"
context = "The applicant disputes one charge."
[case.schema.tags]
type = "multi"
description = "observed tags"
choices = ["late_payment", "dispute"]
"""
FAKE = "qwen3__fake__tags_multi"
MARKS = ("<!-- generated: vectors -->", "<!-- /generated: vectors -->")


@pytest.fixture
def one(tmp_path) -> Path:
    """A folder of one fresh vector and its case, with no README."""
    folder = tmp_path / "one"
    folder.mkdir()
    shutil.copy(GOLDEN / f"{FAKE}.json", folder)
    (folder / "cases.toml").write_text(CASE)
    return folder


@pytest.fixture
def run(capfd, quick_cli, monkeypatch):
    monkeypatch.delenv("CI", raising=False)

    def command(*arguments: object) -> tuple[int, str, str]:
        code = main(["golden", *map(str, arguments)])
        told = capfd.readouterr()
        return code, told.out, told.err

    return command


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "missing: there is no such file to show these vectors; `loupe golden accept --all`"),
        (b"# Mine\n", "stale: the marks of its generated section are missing; `loupe golden acc"),
        (MARKS[0].encode(), "stale: a mark of its generated section is missing; put a line"),
        ("\n".join(MARKS[::-1]).encode(), "stale: a mark of its generated section is missing"),
        ("\n".join(MARKS).encode() + b"\xff", "unreadable: not UTF-8 at byte 56: "),
    ],
    ids=["deleted", "no marks", "one mark", "marks turned round", "not UTF-8"],
)
def test_a_readme_that_cannot_show_the_vectors_is_a_problem(data, told, one, run):
    if data is not None:
        (one / "README.md").write_bytes(data)
    code, out, _ = run("check", one)
    assert code == 1
    assert out.splitlines()[0].startswith(f"README.md: {told}")


def test_a_folder_as_readme_is_a_problem(one, run):
    (one / "README.md").mkdir()
    code, out, _ = run("check", one)
    assert code == 1
    assert out.startswith("README.md: unreadable: it is a folder; ")


@pytest.mark.parametrize("before", [None, b"# Mine\n\nText.\n"], ids=["none", "without marks"])
def test_accepting_makes_the_section_and_keeps_what_is_there(before, one, run):
    if before is not None:
        (one / "README.md").write_bytes(before)
    assert run("accept", "--all", "--dir", one)[0] == 0
    written = (one / "README.md").read_bytes()
    assert written.startswith(before or b"# Golden vectors\n")
    assert all(written.count(mark.encode()) == 1 for mark in MARKS)
    assert b"disputes one charge" in written
    assert run("check", one)[:2] == (0, "1 fresh\n")


@pytest.mark.parametrize("data", [MARKS[0].encode(), b"\xff"], ids=["one mark", "not UTF-8"])
def test_a_readme_that_cannot_be_made_right_is_left_and_told(data, one, run):
    (one / "README.md").write_bytes(data)
    code, _, err = run("accept", "--all", "--dir", one)
    assert code == 1
    assert err.startswith("loupe golden: README.md: left ")
    assert (one / "README.md").read_bytes() == data


def test_reports_fail_where_only_the_readme_is_stale(one, run):
    assert run("accept", "--all", "--dir", one)[0] == 0
    report, junit = one.parent / "r.json", one.parent / "r.xml"
    options = ("--json", report, "--junit", junit)
    assert run("check", one, *options)[0] == 0
    names = [case.get("name") for case in ElementTree.parse(junit).iter("testcase")]
    assert names == [FAKE, "README.md"]
    assert [row["name"] for row in json.loads(report.read_text())] == [FAKE]
    readme = one / "README.md"
    readme.write_text(readme.read_text().replace("one charge", "two charges"))
    assert run("check", one, *options)[0] == 1
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["README.md"]
    row = json.loads(report.read_text())[-1]
    assert (row["name"], row["state"]) == ("README.md", "stale")
    assert set(row) == {"name", "profile", "case", "state", "sentence"}


def test_without_cases_check_says_what_cannot_be_known(one, run):
    assert run("accept", "--all", "--dir", one)[0] == 0
    assert run("check", one)[2] == ""
    (one / "cases.toml").unlink()
    (one / "README.md").unlink()
    code, out, err = run("check", one)
    assert (code, out) == (0, "1 fresh\n")
    unknown = "missing and orphan vectors cannot be known"
    assert err == f"loupe golden: there is no cases.toml in {one}: {unknown}\n"


@pytest.mark.parametrize("kind", ["folder", "dangling link"])
def test_cases_that_are_no_file_could_not_run(kind, one, run):
    cases = one / "cases.toml"
    cases.unlink()
    if kind == "folder":
        cases.mkdir()
    else:
        cases.symlink_to(one / "gone.toml")
    code, _, err = run("check", one)
    assert code == 2
    assert err.startswith("loupe golden: cases.toml: it is no file, or a link to none; ")


def test_text_of_a_file_is_one_line_without_controls_in_every_report(one, run):
    table = json.loads((one / f"{FAKE}.json").read_text()) | {"case": "a\nfresh b\x1b[2J\x00\x9b"}
    (one / "odd.json").write_text(json.dumps(table))
    junit = one.parent / "r.xml"
    _, out, _ = run("check", one, "--junit", junit)
    shown = "qwen3__fake__a⟨LF⟩fresh b⟨ESC⟩[2J⟨NUL⟩"
    (line,) = [line for line in out.splitlines() if line.startswith("odd: ")]
    assert line.startswith(f"odd: orphan: the file says it is {shown}")
    assert "rename it to" in line
    assert not any(character in out for character in "\x1b\x00\x9b")
    (failure,) = [
        case.find("failure").text
        for case in ElementTree.parse(junit).iter("testcase")
        if case.get("name") == "odd"
    ]
    assert shown in failure
    _, out, _ = run("diff", one / "odd.json")
    assert shown in out.splitlines()[1]
    _, _, err = run("accept", one / "odd.json")
    assert shown in err
    assert err.count("\n") == 1


def test_accept_all_tells_what_it_leaves_by_state(one, run):
    make_stale(one, 1)
    (one / "bad.json").write_text("{")
    table = json.loads((GOLDEN / f"{FAKE}_labels.json").read_text())
    (one / f"{FAKE}_labels.json").write_text(json.dumps(table))
    code, out, err = run("accept", "--all", "--dir", one)
    assert code == 1
    assert f"wrote {one / FAKE}.json" in out
    lines = err.splitlines()
    assert [line.split(": ")[1:3] for line in lines] == [
        [f"{FAKE}_labels", "left orphan"],
        ["bad", "left unreadable"],
    ]
    assert all(";" in line or ": delete" in line or ": repair" in line for line in lines)


def test_accept_all_that_can_evaluate_nothing_fails_and_writes_nothing(
    folder, tmp_path, monkeypatch, capfd
):
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("LOUPE_ASSETS", str(tmp_path / "none"))
    monkeypatch.setattr("engine.cli.golden_review.open_workspace", open_workspace)
    for path in folder.glob("qwen3__fake*.json"):
        path.unlink()
    cases = (folder / "cases.toml").read_text()
    (folder / "cases.toml").write_text(cases.replace('"qwen3-fake", ', ""))
    readme = folder / "README.md"
    readme.write_text(readme.read_text().replace("The applicant pays late", "He pays late"))
    before = bytes_of(folder)
    assert main(["golden", "accept", "--all", "--dir", str(folder)]) == 1
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.count("left not evaluated: ") == len(list(folder.glob("*.json")))
    assert bytes_of(folder) == before
