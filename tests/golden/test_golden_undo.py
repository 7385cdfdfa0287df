"""Undo goes on over what other programs did to files beside the vectors, and asks about vectors."""

from __future__ import annotations

import pytest

from engine.document import Context, Document
from engine.golden.check import State
from engine.golden.decision import Conflict, Decision, Written
from engine.golden.readme import END, START, refreshed_readme
from tests.golden.folders import bytes_of, make_stale

SCHEMA = '{"flag": {"type": "boolean", "description": "manually flagged"}}'
DOCUMENT = Document(SCHEMA, (Context("late payer", b"Pays late."),), profile="qwen3")
CASE = '[[case]]\nname = "mine"\nscoring = "labels"\n[case.schema.flag]\ntype = "boolean"\n'


@pytest.fixture
def shown(few):
    """Twelve stale vectors and a README that shows them."""
    make_stale(few)
    readme = few / "README.md"
    readme.write_text(f"# Ours\n\n{START}\n{END}\n\nWritten by hand.\n")
    readme.write_bytes(refreshed_readme(few)[1])
    assert refreshed_readme(few) is None
    return few


@pytest.mark.parametrize("names", [1, 3], ids=["one", "three"])
def test_a_word_changed_in_the_readme_stays_and_the_vectors_come_back(names, shown, review_of):
    before = bytes_of(shown)
    readme = shown / "README.md"
    review = review_of(shown)
    chosen = tuple(entry.name for entry in review.entries[:names])
    assert len(list(review.accept_all(names=chosen))) == names
    accepted = readme.read_bytes()
    assert accepted.count(b"You are one.") == 12 - names
    readme.write_bytes(accepted.replace(b"by hand", b"with care"))
    assert {type(one) for one in review.undo()} == {Written}
    wanted = before | {"README.md": before["README.md"].replace(b"by hand", b"with care")}
    assert bytes_of(shown) == wanted
    assert review.undo_text == ""


def test_what_another_program_accepts_in_between_stays_in_vector_and_readme(shown, review_of):
    before = bytes_of(shown)
    here, shell = review_of(shown), review_of(shown)
    first, second = (entry.name for entry in here.entries[:2])
    here.accept(first)
    shell.reload(first)
    shell.accept(second)
    accepted = (shown / f"{second}.json").read_bytes()
    assert [type(one) for one in here.undo()] == [Written]
    after = bytes_of(shown)
    assert after[f"{first}.json"] == before[f"{first}.json"]
    assert after[f"{second}.json"] == accepted
    assert after["README.md"].count(b"You are one.") == 11
    assert refreshed_readme(shown) is None


def test_a_readme_that_was_stale_comes_back_byte_for_byte(shown, review_of):
    readme = shown / "README.md"
    readme.write_bytes(readme.read_bytes().replace(b"You are one.", b"You were one."))
    before = bytes_of(shown)
    review = review_of(shown)
    review.accept(review.entries[0].name)
    review.undo()
    assert bytes_of(shown) == before


def test_a_readme_that_is_gone_stays_gone(shown, review_of):
    review = review_of(shown)
    review.accept(review.entries[0].name)
    (shown / "README.md").unlink()
    assert [type(one) for one in review.undo()] == [Written]
    assert not (shown / "README.md").exists()


@pytest.mark.parametrize(
    ("cases", "wanted"),
    [
        (lambda text: text + "\n# another\n", CASE + "\n# another\n"),
        (lambda text: text.replace("late payer", "x").replace("Pays", "Pay"), None),
        (lambda text: CASE, CASE),
    ],
    ids=["added to", "edited in place", "taken out by hand"],
)
def test_a_new_vector_is_taken_back_after_the_cases_changed(cases, wanted, tmp_path, review_of):
    folder = tmp_path / "golden"
    folder.mkdir()
    (folder / "cases.toml").write_text(CASE)
    review = review_of(folder)
    outcome = review.new(DOCUMENT, "paid")
    assert isinstance(outcome, Written), outcome
    changed = cases((folder / "cases.toml").read_text())
    (folder / "cases.toml").write_text(changed)
    assert [type(one) for one in review.undo()] == [Written]
    assert (folder / "cases.toml").read_text() == (changed if wanted is None else wanted)
    assert list(folder.glob("*.json")) == []


def test_a_vector_that_changed_is_asked_about_and_left_out_once_it_is_reloaded(few, review_of):
    names = make_stale(few, 3)
    before = bytes_of(few)
    review = review_of(few)
    assert len(list(review.accept_all())) == 3
    path = few / f"{names[1]}.json"
    mine = path.read_bytes().replace(b"You are a classifier", b"You are mine")
    path.write_bytes(mine)
    (conflict,) = review.undo()
    assert isinstance(conflict, Conflict)
    assert conflict.sentence == (
        f"{names[1]}.json changed on disk since it was accepted; reload it, and undo leaves it "
        "as it is now"
    )
    assert not conflict.can_keep
    assert review.reload_by_hand(names[1]).verdict.state is State.STALE
    assert review.undo_text == "accept 3 vectors"
    assert {type(one) for one in review.undo()} == {Written}
    assert bytes_of(few) == before | {path.name: mine}
    assert review.entry(names[1]).decision is Decision.OPEN
    assert review.undo_text == ""


def test_undo_goes_on_to_the_step_before_once_what_was_accepted_alone_is_reloaded(few, review_of):
    names = make_stale(few, 2)
    review = review_of(few)
    review.decide(Decision.REJECTED, (names[0],))
    review.accept(names[1])
    path = few / f"{names[1]}.json"
    path.write_bytes(path.read_bytes().replace(b"You are a classifier", b"You are mine"))
    assert isinstance(review.undo()[0], Conflict)
    review.reload_by_hand(names[1])
    assert review.undo_text == f"reject {names[0]}"
