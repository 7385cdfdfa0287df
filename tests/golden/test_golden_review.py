"""Accept, reject, skip, undo: only what was accepted changes, and every byte comes back."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from engine.atomic_file import write_atomic
from engine.document import Document
from engine.golden.check import State
from engine.golden.decision import Conflict, Decision, Refused, Written
from engine.vector import read_vector
from tests.golden.folders import bytes_of, make_stale

GOLDEN = Path(__file__).parents[2] / "golden"
ROOT = GOLDEN.parent
NAME = "qwen2.5__a5339a4131f135d0fdc6a5c8b5bbed2753bbe0f3__risk_enum_bool"


def states(review) -> dict[str, State]:
    return {entry.name: entry.verdict.state for entry in review.entries}


def test_accepting_one_of_thirty_changes_exactly_its_file_and_undo_restores_it(few, review_of):
    for number in range(18):
        source = few / "qwen3__fake__risk_enum_bool.json"
        text = source.read_text().replace('"risk_enum_bool"', f'"more_{number:02d}"')
        (few / f"qwen3__fake__more_{number:02d}.json").write_text(text)
    names = make_stale(few)
    assert len(names) == 30
    before = bytes_of(few)
    review = review_of(few)
    assert isinstance(review.accept(names[7]), Written)
    after = bytes_of(few)
    assert [name for name in after if after[name] != before[name]] == [f"{names[7]}.json"]
    assert [name for name, state in states(review).items() if state is State.FRESH] == [names[7]]
    assert review.undo_text == f"accept {names[7]}"
    assert isinstance(review.undo()[0], Written)
    assert bytes_of(few) == before
    assert review.undo() == ()
    assert set(states(review).values()) == {State.STALE}


def test_accepting_changes_only_the_values_that_differ_and_adds_date_and_note(few, review_of):
    path = few / f"{NAME}.json"
    original = path.read_bytes()
    make_stale(few)
    review = review_of(few)
    review.accept(NAME, 'because "—"')
    assert path.read_bytes() == original.replace(
        b'"tokenizer_revision": "a5339a4131f135d0fdc6a5c8b5bbed2753bbe0f3"',
        b'"tokenizer_revision": "a5339a4131f135d0fdc6a5c8b5bbed2753bbe0f3",\n'
        b'  "accepted": "2026-05-01"',
    ).replace(b'"upstream jevmlx, tests/golden/prompts"', b'"because \\"\\u2014\\""')
    assert not read_vector(path).is_upstream


@pytest.mark.parametrize("ascii_only", [True, False], ids=["escaped", "verbatim"])
@pytest.mark.parametrize("indent", [None, 1, "\t"], ids=["one-line", "one-space", "tabs"])
def test_order_of_keys_escapes_and_indentation_are_kept(ascii_only, indent, few, review_of):
    path = few / f"{NAME}.json"
    table = json.loads(path.read_text())
    shuffled = dict(reversed(table.items())) | {"note": "é kept \u2014 as it is"}
    wanted = json.dumps(
        shuffled | {"accepted": "2026-05-01"}, indent=indent, ensure_ascii=ascii_only
    )
    shuffled["rendered_text"] = table["rendered_text"].replace("LOW", "L—W")
    shuffled["plan_hash"] = "0" * 64
    shuffled["token_ids"] = table["token_ids"][:5]
    shuffled["input"] = table["input"] | {"template_kwargs": {"b": 1, "a": [2, 3]}}
    path.write_text(json.dumps(shuffled, indent=indent, ensure_ascii=ascii_only), encoding="utf-8")
    review = review_of(few)
    assert isinstance(review.accept(NAME), Written)
    assert path.read_text(encoding="utf-8") == wanted


def test_an_upstream_file_without_our_keys_gets_none_but_the_date(few, review_of):
    path = few / f"{NAME}.json"
    source = ROOT / "tests" / "data" / "upstream-vectors" / path.name
    original = source.read_text()
    path.write_text(original.replace("You are a classifier", "You are one"))
    review = review_of(few)
    review.accept(NAME)
    assert path.read_text() == original.rstrip("\n}") + ',\n  "accepted": "2026-05-01"\n}\n'


def test_a_missing_vector_is_accepted_by_writing_it_and_undo_removes_it(folder, review_of):
    path = folder / "smollm2__b179c9523d0e__one_choice.json"
    original = path.read_bytes()
    path.unlink()
    before = bytes_of(folder)
    review = review_of(folder)
    assert isinstance(review.accept(path.stem), Written)
    committed = json.loads(original)
    assert path.read_bytes() == original.replace(committed["accepted"].encode(), b"2026-05-01")
    assert review.undo()
    assert bytes_of(folder) == before


def test_accepting_all_is_one_undo_and_leaves_rejected_and_skipped_alone(few, review_of):
    names = make_stale(few)
    before = bytes_of(few)
    review = review_of(few)
    review.decide(Decision.REJECTED, (names[0],))
    review.decide(Decision.SKIPPED, (names[1],))
    outcomes = list(review.accept_all("checked"))
    assert [outcome.name for outcome in outcomes] == names[2:]
    decisions = [entry.decision for entry in review.entries]
    assert decisions == [Decision.REJECTED, Decision.SKIPPED] + [Decision.ACCEPTED] * 10
    after = bytes_of(few)
    assert [name for name in after if after[name] == before[name]] == [
        f"{name}.json" for name in names[:2]
    ]
    review.undo()
    assert bytes_of(few) == before
    assert [entry.decision for entry in review.entries][2:] == [Decision.OPEN] * 10
    review.undo()
    assert review.undo_text == f"reject {names[0]}"
    review.undo()
    assert {entry.decision for entry in review.entries} == {Decision.OPEN}


def test_closing_accept_all_halfway_leaves_one_undo_for_what_was_written(few, review_of):
    make_stale(few)
    before = bytes_of(few)
    review = review_of(few)
    running = review.accept_all()
    next(running), next(running)
    running.close()
    assert sum(state is State.FRESH for state in states(review).values()) == 2
    review.undo()
    assert bytes_of(few) == before


def test_nothing_is_accepted_when_ci_is_set(few, review_of):
    names = make_stale(few)
    before = bytes_of(few)
    review = review_of(few, {"CI": "true"})
    outcome = review.accept(names[0])
    assert isinstance(outcome, Refused)
    assert "CI is set" in outcome.sentence
    assert {type(one) for one in review.accept_all()} == {Refused}
    assert isinstance(review.new(Document("{}", ()), "x"), Refused)
    assert bytes_of(few) == before


def test_a_folder_that_cannot_be_written_is_said_plainly(few, review_of):
    names = make_stale(few)
    before = bytes_of(few)

    def write(path: Path, data: bytes) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    review = review_of(few, write=write)
    outcome = review.accept(names[0])
    assert outcome == Refused(
        names[0], f"{few} cannot be written (Permission denied); nothing was changed"
    )
    assert bytes_of(few) == before
    assert review.undo_text == ""


def test_a_read_only_folder_is_known_before_anything_is_tried(few, review_of, monkeypatch):
    make_stale(few)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert review_of(few).refusal == f"{few} is read-only; make it writable to accept"


def test_a_folder_that_is_gone_is_not_called_read_only(few, review_of):
    review = review_of(few)
    few.rename(few.with_name("moved"))
    assert review.refusal == f"there is no folder {few}: it was deleted or moved"


@pytest.mark.parametrize("deleted", [False, True])
def test_a_file_that_changed_since_it_was_read_is_a_conflict(deleted, few, review_of):
    names = make_stale(few)
    review = review_of(few)
    path = few / f"{names[0]}.json"
    seen = path.read_bytes()
    path.unlink()
    if not deleted:
        path.write_bytes(seen.replace(b"You are one", b"You are two"))
    now = None if deleted else path.read_bytes()
    assert review.changed_on_disk() == (names[0],)
    outcome = review.accept(names[0])
    assert outcome == Conflict(names[0], path, seen, now)
    assert names[0] in outcome.sentence
    assert (path.read_bytes() if path.exists() else None) == now
    if not deleted:
        review.reload(names[0])
        assert isinstance(review.accept(names[0]), Written)


def test_two_replacements_by_rename_are_both_noticed_and_keep_writes_over_them(few, review_of):
    names = make_stale(few)
    review = review_of(few)
    path = few / f"{names[0]}.json"
    for old, new in ((b"one", b"two"), (b"two", b"three")):
        write_atomic(path, path.read_bytes().replace(b"You are " + old, b"You are " + new))
        assert review.changed_on_disk() == (names[0],)
        review.reload(names[0])
        assert review.changed_on_disk() == ()
    write_atomic(path, path.read_bytes().replace(b"You are three", b"You are four"))
    changed = path.read_bytes()
    assert isinstance(review.accept(names[0]), Conflict)
    assert isinstance(review.accept(names[0], keep=True), Written)
    review.undo()
    assert path.read_bytes() == changed


@pytest.mark.parametrize("after", ["deleted", "broken", "other"])
@pytest.mark.parametrize("between", ["nothing", "load"])
def test_what_is_kept_stays_as_it_was_read_until_it_is_accepted(after, between, few, review_of):
    names = make_stale(few)
    review = review_of(few)
    path = few / f"{names[0]}.json"
    seen = path.read_bytes()
    disk = {"deleted": None, "broken": b"{", "other": seen.replace(b"are one", b"are two")}[after]
    path.unlink()
    if disk is not None:
        path.write_bytes(disk)
    review.keep(names[0], seen, disk)
    if between == "load":
        assert len(list(review.load())) >= len(names) - 1
    assert review.changed_on_disk() == ()
    (laid,) = review.lay_out(names[0])
    assert laid.comparison.data == seen
    assert isinstance(review.accept(names[0]), Written)
    assert b"You are a classifier" in path.read_bytes()
    review.undo()
    assert (path.read_bytes() if path.exists() else None) == disk


def test_what_is_kept_is_asked_about_again_when_the_file_changes_once_more(few, review_of):
    names = make_stale(few)
    review = review_of(few)
    path = few / f"{names[0]}.json"
    seen = path.read_bytes()
    for word in (b"two", b"three"):
        path.write_bytes(seen.replace(b"are one", b"are " + word))
        if word == b"two":
            review.keep(names[0], seen, path.read_bytes())
    assert isinstance(review.accept(names[0]), Conflict)


def test_a_decision_stays_over_a_reload_of_the_same_bytes_and_goes_with_other_bytes(few, review_of):
    names = make_stale(few)
    review = review_of(few)
    review.decide(Decision.REJECTED, (names[0],))
    assert next(iter(review.load())).decision is Decision.REJECTED
    path = few / f"{names[0]}.json"
    path.write_bytes(path.read_bytes().replace(b"You are one", b"You are two"))
    assert review.reload(names[0]).decision is Decision.OPEN


def test_undo_does_not_write_over_a_file_that_was_changed_afterwards(few, review_of):
    names = make_stale(few)
    review = review_of(few)
    review.accept(names[0])
    path = few / f"{names[0]}.json"
    path.write_text("mine")
    (conflict,) = review.undo()
    assert isinstance(conflict, Conflict)
    assert path.read_text() == "mine"
    assert review.undo_text == f"accept {names[0]}"


def test_an_undo_that_cannot_be_finished_leaves_every_file_accepted(few, review_of):
    blocked: set[str] = set()

    def write(path: Path, data: bytes) -> None:
        if path.stem in blocked:
            raise PermissionError(1, "Operation not permitted")
        write_atomic(path, data)

    names = make_stale(few, 3)
    stale = bytes_of(few)
    review = review_of(few, write=write)
    assert len(list(review.accept_all())) == 3
    accepted = bytes_of(few)
    blocked.add(names[1])
    (outcome,) = review.undo()
    assert isinstance(outcome, Refused)
    assert "Operation not permitted" in outcome.sentence
    assert bytes_of(few) == accepted
    blocked.clear()
    assert {type(one) for one in review.undo()} == {Written}
    assert bytes_of(few) == stale


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a__b__c", "it cannot be read: repair the file"),
        ("llama__1__tags_multi", "nothing asks for it: delete the file, or let a case"),
        ("qwen3__fake__renamed", "the file says it is qwen3__fake__tags_multi"),
        ("qwen3__fake__tags_multi_labels", "it is fresh already"),
        ("qwen3__fake__tags_multi", "it does not render: Unsupported field type 'score'"),
    ],
)
def test_what_cannot_be_accepted_says_why(name, sentence, few, review_of):
    source = (few / "qwen3__fake__tags_multi.json").read_text()
    (few / "a__b__c.json").write_text("{}")
    (few / "llama__1__tags_multi.json").write_text(
        source.replace('"qwen3"', '"llama"').replace('"fake"', '"1"')
    )
    (few / "qwen3__fake__renamed.json").write_text(source)
    (few / "qwen3__fake__tags_multi.json").write_text(source.replace('"multi"', '"score"'))
    before = bytes_of(few)
    outcome = review_of(few).accept(name)
    assert isinstance(outcome, Refused)
    assert outcome.sentence.startswith(sentence)
    assert bytes_of(few) == before


def test_the_readme_follows_an_acceptance_and_its_undo(folder, review_of):
    before = bytes_of(folder)
    make_stale(folder, 1)
    stale = bytes_of(folder)
    review = review_of(folder)
    review.refresh_readme()
    assert b"You are one." in (folder / "README.md").read_bytes()
    review.accept(review.entries[0].name)
    assert bytes_of(folder)["README.md"] == before["README.md"]
    review.undo()
    after = bytes_of(folder)
    assert b"You are one." in after.pop("README.md")
    stale.pop("README.md")
    assert after == stale
