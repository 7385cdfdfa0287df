"""Complaints 11, 19, 20, 21 and 25: what a review says, writes and notices."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from engine.golden.align import Kind
from engine.golden.check import State
from engine.golden.decision import Conflict, Refused, Written
from engine.golden.diff import text_diff
from engine.golden.invisible import only_invisible
from engine.golden.open_review import open_comparer
from engine.golden.review import Review
from engine.workspace import open_workspace

DAY = datetime.date(2026, 5, 1)
GOLDEN = Path(__file__).parents[2] / "golden"
CASE = "qwen3__fake__tags_multi"
FAKE = tuple(sorted(path.name for path in GOLDEN.glob("qwen3__fake__*.json")))


@pytest.fixture(scope="module")
def comparer(tmp_path_factory):
    """A comparer that has no asset: only the code-point tokenizer is here."""
    return open_comparer(open_workspace(tmp_path_factory.mktemp("no-assets")))


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "golden"
    made.mkdir()
    for name in FAKE:
        (made / name).write_bytes((GOLDEN / name).read_bytes())
    return made


def begin(folder, comparer, environment=None, **options):
    review = Review(folder, comparer, today=lambda: DAY, environment=environment or {}, **options)
    assert list(review.load())
    return review


def rewrite(folder: Path, case: str, change) -> bytes:
    """Change a vector's agreed text as another program would, keeping everything else."""
    path = folder / f"{case}.json"
    table = json.loads(path.read_text())
    table["rendered_text"] = change(table["rendered_text"])
    path.write_text(json.dumps(table, indent=2, ensure_ascii=False) + "\n")
    return path.read_bytes()


@pytest.mark.parametrize("text", ["beginning , and", "x != y and a.b == c", "hello !"])
def test_11_the_truth_is_the_templates_text_never_the_decoded_ids(tmp_path, asset_root, text):
    workspace = open_workspace(asset_root)
    comparer = open_comparer(workspace)
    folder = tmp_path / "golden"
    folder.mkdir()
    review = begin_empty(folder, comparer)
    written = review.new(document_of(text, "gemma"), "spaces")
    assert isinstance(written, Written)
    table = json.loads(written.paths[0].read_text())
    assert text in table["rendered_text"]
    assert review.entry(written.name).verdict.state is State.FRESH


def begin_empty(folder, comparer):
    return Review(folder, comparer, today=lambda: DAY, environment={})


def document_of(text: str, profile: str):
    from engine.document import Context, Document

    schema = '{"flag": {"type": "boolean", "description": "manually flagged"}}'
    return Document(schema, (Context("c", text.encode()),), profile=profile)


@pytest.mark.parametrize(
    ("change", "remark"),
    [
        pytest.param(lambda t: t + "\n", "expected ends with LF, live does not", id="final-lf"),
        pytest.param(
            lambda t: t.replace("\n", "\r\n", 1),
            "expected ends this line with CRLF, live with LF",
            id="crlf",
        ),
        pytest.param(
            lambda t: "\ufeff" + t,
            "expected starts with a byte order mark, live does not",
            id="bom",
        ),
    ],
)
def test_19_files_that_look_the_same_differ_and_the_sentence_says_in_what(
    folder, comparer, change, remark
):
    rewrite(folder, CASE, change)
    review = begin(folder, comparer)
    verdict = review.entry(CASE).verdict
    assert verdict.state is State.STALE
    assert remark in verdict.sentence
    assert review.compare(CASE).text.changes
    assert verdict.only_invisible


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u00a0", "U+00A0 NO-BREAK SPACE"),
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ],
)
def test_20_invisible_characters_are_named_on_both_sides(folder, comparer, character, name):
    rewrite(folder, CASE, lambda text: text.replace(" ", character, 1))
    review = begin(folder, comparer)
    sentence = review.entry(CASE).verdict.sentence
    assert f"expected {name}, got U+0020 SPACE" in sentence


def test_20_only_invisible_differences_are_told_from_others():
    assert only_invisible("a\u00a0b", "a b")
    assert only_invisible("caf\u00e9", "cafe\u0301")
    assert not only_invisible("a\u00a0b", "a c")
    diff = text_diff("ab", "a\u200bb")
    assert [(hunk.kind, hunk.invisible) for hunk in diff.changes] == [(Kind.INSERT, True)]


def test_21_accepting_one_of_many_changes_only_its_values_and_undo_restores_the_bytes(
    folder, comparer
):
    for name in FAKE:
        rewrite(folder, name.removesuffix(".json"), lambda text: text.replace(" ", "\u2003", 1))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    review = begin(folder, comparer)
    assert isinstance(review.accept(CASE), Written)
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert [name for name in before if after[name] != before[name]] == [f"{CASE}.json"]
    assert list(json.loads(after[f"{CASE}.json"])["input"]["schema"]) == list(
        json.loads(before[f"{CASE}.json"])["input"]["schema"]
    )
    review.undo()
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("dash", ["\\u2014", "\u2014"])
def test_21_escapes_of_untouched_parts_stay_as_they_are_written(folder, comparer, dash):
    path = folder / f"{CASE}.json"
    table = json.loads(path.read_text())
    table["note"] = "NOTE"
    table["rendered_text"] = table["rendered_text"].replace(" ", "\u2003", 1)
    path.write_text(json.dumps(table, indent=2, ensure_ascii=False).replace("NOTE", f"a {dash} b"))
    review = begin(folder, comparer)
    assert isinstance(review.accept(CASE), Written)
    assert f'"note": "a {dash} b"' in path.read_text()


def test_21_acceptance_is_refused_in_ci(folder, comparer):
    before = rewrite(folder, CASE, lambda text: text + "\n")
    review = begin(folder, comparer, {"CI": "1"})
    outcome = review.accept(CASE)
    assert isinstance(outcome, Refused)
    assert "CI" in outcome.sentence
    assert (folder / f"{CASE}.json").read_bytes() == before


def test_25_a_file_replaced_by_rename_twice_is_noticed_both_times(folder, comparer):
    review = begin(folder, comparer)
    for number in (1, 2):
        replaced = folder / ".new"
        text = (folder / f"{CASE}.json").read_text().replace("dispute", f"dispute{number}", 1)
        replaced.write_text(text)
        replaced.replace(folder / f"{CASE}.json")
        assert review.changed_on_disk() == (CASE,)
        review.reload(CASE)
        assert review.changed_on_disk() == ()


def test_25_a_file_that_changed_since_it_was_read_is_a_conflict(folder, comparer):
    rewrite(folder, CASE, lambda text: text + "\n")
    review = begin(folder, comparer)
    theirs = rewrite(folder, CASE, lambda text: text + "\n")
    outcome = review.accept(CASE)
    assert isinstance(outcome, Conflict)
    assert outcome.disk == theirs
    assert (folder / f"{CASE}.json").read_bytes() == theirs
