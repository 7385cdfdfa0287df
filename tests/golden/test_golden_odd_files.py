"""Files in a golden folder that are no vectors: each is unreadable, and nothing else suffers."""

from __future__ import annotations

import json
import os

import pytest

from engine.cli.main import main
from engine.golden.check import State
from engine.golden.decision import Refused, Written, cure_of
from tests.golden.folders import bytes_of, make_stale

NAME = "qwen3__fake__tags_multi"
MARKS = "<!-- generated: vectors -->\n<!-- /generated: vectors -->\n"


def verdicts(comparer, folder):
    return {judged.verdict.name: judged.verdict for judged in comparer.checker.check(folder)}


def change(folder, key, value, name="odd") -> None:
    table = json.loads((folder / f"{NAME}.json").read_text()) | {key: value}
    (folder / f"{name}.json").write_text(json.dumps(table))


@pytest.mark.parametrize("key", ["case", "profile", "tokenizer_revision", "note", "plan_hash"])
def test_a_lone_surrogate_anywhere_is_unreadable_and_named(key, few, comparer):
    change(few, key, "a\ud800b")
    verdict = verdicts(comparer, few)["odd"]
    assert verdict.state is State.UNREADABLE
    assert verdict.sentence == f"odd.json: {key}: a lone surrogate, which no text holds; remove it"


def test_a_lone_surrogate_in_a_fields_name_is_unreadable_and_named(few, comparer):
    text = (few / f"{NAME}.json").read_text()
    (few / "odd.json").write_text(text.replace('"tags": {', '"ta\\udc80gs": {'))
    sentence = verdicts(comparer, few)["odd"].sentence
    assert sentence.startswith("odd.json: the key 'ta\\udc80gs': a lone surrogate")


def test_an_odd_file_disturbs_neither_check_nor_accept_nor_undo(few, review_of, capfd, quick_cli):
    (few / "README.md").write_text(MARKS)
    make_stale(few, 1)
    change(few, "case", "a\ud800b")
    (few / os.fsdecode(b"caf\xe9.json")).write_text("{}")
    before = bytes_of(few)
    assert main(["golden", "check", str(few), "--junit", str(few.parent / "j.xml")]) == 1
    assert "odd: unreadable: " in capfd.readouterr().out
    review = review_of(few)
    stale = next(one.name for one in review.entries if one.verdict.state is State.STALE)
    assert isinstance(review.accept(stale), Written)
    assert review.undo_text == f"accept {stale}"
    assert isinstance(review.undo()[0], Written)
    assert bytes_of(few) == before


def test_a_step_can_be_undone_though_the_readme_was_not_made(few, review_of, monkeypatch):
    make_stale(few, 1)
    before = bytes_of(few)
    review = review_of(few)
    stale = next(one.name for one in review.entries if one.verdict.state is State.STALE)

    def broken(_folder):
        raise RuntimeError("a bug in the README")

    monkeypatch.setattr("engine.golden.review.refreshed_readme", broken)
    with pytest.raises(RuntimeError):
        review.accept(stale)
    assert bytes_of(few) != before
    assert isinstance(review.undo()[0], Written)
    assert bytes_of(few) == before


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("{", '{"rendered_text": "evil",', "rendered_text"),
        ('"input": {', '"input": {"context": "evil",', "context"),
        ('"tags": {', '"tags": {"description": "evil",', "description"),
    ],
)
def test_a_key_that_stands_twice_makes_a_vector_unreadable(old, new, key, few, comparer):
    path = few / f"{NAME}.json"
    path.write_text(path.read_text().replace(old, new, 1))
    verdict = verdicts(comparer, few)[NAME]
    assert verdict.state is State.UNREADABLE
    assert verdict.sentence == f"{NAME}.json: the key '{key}' stands twice; remove one of the two"


def test_a_pipe_is_not_waited_for(few, comparer, review_of):
    os.mkfifo(few / "pipe.json")
    (few / "README.md").write_text(MARKS)
    verdict = verdicts(comparer, few)["pipe"]
    assert verdict.state is State.UNREADABLE
    assert verdict.sentence.startswith(f"{few / 'pipe.json'}: it is a pipe, a socket or a device")
    (stale,) = make_stale(few, 1)
    review = review_of(few)
    assert isinstance(review.accept(stale), Written)
    assert "\npipe : unreadable\n" in (few / "README.md").read_text()
    assert isinstance(review.accept("pipe"), Refused)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("note", 1, "note: it must be a text"),
        ("token_ids", "x", "token_ids: it must be a list"),
        ("token_ids", ["x"], "token_ids.0: it must be a whole number"),
        ("plan", [], "plan: it must be an object"),
        ("mine", 1, "the key 'mine' is unknown; remove it"),
    ],
)
def test_a_wrong_value_is_told_in_the_words_of_the_file(key, value, said, few, comparer):
    change(few, key, value)
    assert verdicts(comparer, few)["odd"].sentence == f"odd.json: not a vector: {said}"


def test_only_where_a_vector_is_asked_for_accepting_is_a_cure(folder, comparer):
    (folder / "stray.json").write_text("{")
    (folder / f"{NAME}.json").write_text("{")
    found = verdicts(comparer, folder)
    assert cure_of(found["stray"]) == "repair the file, or delete it"
    expected = "repair the file, or delete it and accept the missing vector"
    assert cure_of(found[NAME]) == expected
