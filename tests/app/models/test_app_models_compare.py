"""Comparisons are laid out in rows that hold every byte and every difference."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.models.change_history import SAME_STEP, ChangeHistory
from app.models.compare_cells import matrix_rows
from app.models.compare_model import CompareModel
from app.models.compare_revisions import RevisionModel
from app.models.compare_rows import Mode, change_count, diff_rows
from engine.compare.answers import Answer
from engine.compare.difference import compare
from engine.compare.git import Revision
from engine.compare.matrix import Column, Effects
from engine.compare.side import Side
from engine.document import Context, Document
from engine.golden.token_diff import Tokens
from engine.prompt.segments import Trimmed
from engine.schema.fields import Schema
from engine.snapshot import Failed, Hashes, Ready, Snapshot


def side(text: str, *, cut: int = 1, tokenizer: str = "t") -> Side:
    """A side whose tokens are pieces of `cut` bytes."""
    data = text.encode()
    pieces = [data[at : at + cut] for at in range(0, len(data), cut)]
    ends = tuple(min(len(data), at + cut) for at in range(0, len(data), cut))
    tokens = Tokens(tuple(int.from_bytes(piece) for piece in pieces), ends)
    return Side("x", "document", text, tokens, "p", "", "", "", tokenizer_sha256=tokenizer)


def shown(half) -> str:
    return "".join(run.text for run in half.runs)


def test_equal_lines_stand_beside_each_other_and_changes_are_marked():
    rows = diff_rows(compare(side("one\ntwo\n"), side("one\ntoo\n")), Mode.TEXT, 40)
    assert [(shown(row.a), shown(row.b)) for row in rows] == [("one↵", "one↵"), ("two↵", "too↵")]
    assert [run.text for run in rows[1].a.runs if run.changed] == ["w"]
    assert [row.changes for row in rows] == [(), (0,)]
    assert [(row.a.label, row.b.label) for row in rows] == [("1", "1"), ("2", "2")]


def test_a_line_that_one_side_lacks_is_a_gap():
    rows = diff_rows(compare(side("a\nb\n"), side("a\nnew\nb\n")), Mode.TEXT, 40)
    assert [row.a.is_gap for row in rows] == [False, True, False]
    assert [row.b.label for row in rows] == ["1", "2", "3"]


def test_invisible_characters_are_written_out_on_both_sides():
    (row,) = diff_rows(compare(side("a b"), side("a\u00a0b")), Mode.TEXT, 40)
    assert (shown(row.a), shown(row.b)) == ("a·b", "a⟨NBSP⟩b")


def test_a_long_line_is_wrapped_into_the_width():
    rows = diff_rows(compare(side("x" * 25), side("x" * 25)), Mode.TEXT, 10)
    assert [shown(row.a) for row in rows] == ["x" * 10, "x" * 10, "x" * 5]
    assert [row.a.label for row in rows] == ["1", "", ""]


def test_long_equal_runs_are_folded_around_a_change():
    lines = [f"line {number}\n" for number in range(40)]
    other = "".join([*lines[:20], "changed\n", *lines[21:]])
    rows = diff_rows(compare(side("".join(lines)), side(other)), Mode.TEXT, 40)
    assert [row.folded for row in rows if row.folded] == [17, 16]
    assert sum(row.folded or 1 for row in rows) == 40


def test_the_middle_of_a_very_long_equal_line_is_left_out_with_its_size():
    long = "y" * 1_000_000
    rows = diff_rows(compare(side(long + "a", cut=1000), side(long + "b", cut=1000)), Mode.TEXT, 80)
    assert len(rows) < 20
    assert any("999,600 bytes" in shown(row.a) for row in rows)


def test_bytes_are_shown_in_hex_and_ascii_with_gaps_for_insertions():
    (row,) = diff_rows(compare(side("abc"), side("abXc")), Mode.BYTES, 80)
    assert [run.text for run in row.a.runs if run.cells == 2] == ["61", "62", "63"]
    assert [run.text for run in row.b.runs if run.cells == 2] == ["61", "62", "58", "63"]
    column = [{run.text: run.column for run in half.runs} for half in (row.a, row.b)]
    assert column[0]["63"] == column[1]["63"]
    assert [run.text for run in row.b.runs if run.changed] == ["58", "X"]
    assert row.changes == (0,)


def test_every_difference_is_found_in_the_bytes_it_is_cut_into():
    one, two = "a" * 40 + "Q" * 40 + "b" * 40, "a" * 40 + "R" * 5 + "b" * 40 + "!"
    rows = diff_rows(compare(side(one), side(two)), Mode.BYTES, 80)
    assert {change for row in rows for change in row.changes} == {0, 1}


def test_tokens_of_one_tokenizer_are_aligned_by_id():
    comparison = compare(side("abcd"), side("abXd"))
    rows = diff_rows(comparison, Mode.TOKENS, 80)
    assert [(row.a.label, row.changes) for row in rows] == [
        ("0", ()),
        ("1", ()),
        ("2", (0,)),
        ("3", ()),
    ]
    assert shown(rows[2].b) == "88X"
    assert change_count(comparison, Mode.TOKENS) == 1


def test_tokens_of_two_tokenizers_are_aligned_by_their_text():
    b = side("abcd", tokenizer="u")
    foreign = replace(b, tokens=replace(b.tokens, ids=(901, 902, 903, 904)))
    comparison = compare(side("abcd"), foreign)
    assert comparison.by_text
    assert change_count(comparison, Mode.TOKENS) == 0
    assert comparison.sentence == (
        "The same 4 bytes, cut at the same places; the tokens' ids are of two vocabularies."
    )
    assert shown(diff_rows(comparison, Mode.TOKENS, 80)[0].b) == "901a"


def test_a_side_without_token_bytes_shows_ids_alone():
    a = replace(side("ab"), tokens=Tokens((5, 6), ()))
    rows = diff_rows(compare(a, a), Mode.TOKENS, 80)
    assert [shown(row.a) for row in rows] == ["5", "6"]


HASHES = Hashes("b" * 64, "p" * 64, "n" * 64, "C0123456789abcdef")


def column(name: str, **more) -> Column:
    return Column(name, name.title(), byte_count=100, token_count=20, hashes=HASHES, **more)


def cells(rows, name: str) -> list[str]:
    return [cell.text for row in rows if row.name == name for cell in row.cells]


def test_numbers_tell_how_far_they_are_from_the_documents_own():
    other = replace(column("b"), byte_count=1130, token_count=19)
    rows = matrix_rows((column("a"), other), "a")
    assert cells(rows, "bytes") == ["100", "1,130  (+1,030)"]
    assert cells(rows, "tokens") == ["20", "19  (−1)"]


def test_what_a_template_did_is_written_in_words():
    effects = Effects(("Be nice.\n",), (Trimmed("user", 4, 3),), merged=True, ignored=("thinking",))
    rows = matrix_rows((column("a", effects=effects),), "a")
    assert cells(rows, "system text") == ["merged into the user turn"]
    assert cells(rows, "added") == ["9 bytes: Be·nice.↵"]
    assert cells(rows, "removed") == ["4 leading, 3 trailing bytes (user)"]
    assert cells(rows, "kwargs ignored") == ["thinking"]


def test_control_tokens_from_the_user_are_counted_out():
    rows = matrix_rows((column("a", control_expected=5, control_found=7),), "a")
    assert cells(rows, "control tokens") == ["expected 5, found 7"]


def test_a_profile_that_is_not_here_has_a_reason_and_nothing_else():
    lacking = Column("b", "B", "asset b is not here; run `loupe fetch b`", is_here=False)
    rows = matrix_rows((column("a"), lacking), "a")
    assert cells(rows, "state") == ["rendered", "not here"]
    assert rows[0].cells[1].full == lacking.problem
    assert cells(rows, "bytes") == ["100", ""]


def test_answers_are_rounded_but_never_to_nothing():
    answers = (Answer("risk", "LOW", (("LOW", 0.99999), ("HIGH", 0.00001))),)
    rows = matrix_rows((column("a", answers=answers), column("b", unscored="no model")), "a")
    assert cells(rows, "risk") == ["LOW  > 0.999", "not scored"]
    answer = next(row for row in rows if row.name == "risk").cells[0]
    assert answer.full == "LOW  > 0.999\nHIGH  < 0.001"


def test_equal_hashes_are_told_from_others():
    other = replace(column("b"), hashes=replace(HASHES, plan_hash="m" * 64))
    rows = {row.name: row for row in matrix_rows((column("a"), other), "a")}
    assert [cell.differs for cell in rows["plan hash"].cells] == [False, True]
    assert [cell.differs for cell in rows["nonce"].cells] == [False, False]
    assert rows["plan hash"].cells[1].full == "m" * 64


def test_the_models_are_well_behaved(qtmodeltester):
    model = CompareModel()
    qtmodeltester.check(model)
    model.set_columns((column("a"), column("b")), "a")
    qtmodeltester.check(model)
    assert model.headerData(1, Qt.Orientation.Horizontal) == "● a (this)"
    one = Revision("c" * 40, "ccccccc", "2026-01-02T03:04:05+00:00", "Ada", "Subject", "a.json")
    revisions = RevisionModel((one,))
    qtmodeltester.check(revisions)
    assert [revisions.index(0, at).data() for at in range(4)] == [
        "2026-01-02 03:04",
        "ccccccc",
        "Ada",
        "Subject",
    ]


class Clock:
    def __init__(self) -> None:
        self.time = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)

    def __call__(self) -> datetime.datetime:
        return self.time


@pytest.fixture
def clock():
    return Clock()


def snapshot(context: str, scoring: str = "labels") -> Snapshot:
    document = Document("{}", (Context("c", context.encode()),), scoring=scoring)
    hashes = Hashes(f"b{context}{scoring}", f"p{context}{scoring}", f"n{scoring}", f"C{context}")
    return Snapshot(1, document, schema=Ready(Schema(())), hashes=Ready(hashes))


def told(history) -> list[tuple[str, str, str, str]]:
    found = (one.change for one in history.changes)
    return [(one.name, one.old, one.new, one.cause) for one in found if one.name == "nonce"]


def test_typing_is_one_step_from_its_beginning_to_its_end(clock):
    history = ChangeHistory(clock)
    for context in ("a", "ab", "abc"):
        history.add(snapshot(context))
    assert told(history) == [("nonce", "Ca", "Cabc", "context: c, 1 to 3 bytes")]


def test_a_pause_begins_another_step_and_the_newest_is_first(clock):
    history = ChangeHistory(clock)
    history.add(snapshot("a"))
    history.add(snapshot("ab"))
    clock.time += SAME_STEP + datetime.timedelta(seconds=1)
    history.add(snapshot("abc"))
    assert [row[1:3] for row in told(history)] == [("Cab", "Cabc"), ("Ca", "Cab")]


def test_another_cause_begins_another_step(clock):
    history = ChangeHistory(clock)
    history.add(snapshot("a"))
    history.add(snapshot("ab"))
    history.add(snapshot("ab", "slots"))
    causes = [one.change.cause for one in history.changes if one.change.name == "prompt_sha256"]
    assert causes == ["scoring mode: labels → slots", "context: c, 1 to 2 bytes"]


def test_what_was_typed_and_taken_back_at_once_leaves_nothing(clock):
    history = ChangeHistory(clock)
    for context in ("a", "ab", "a"):
        history.add(snapshot(context))
    assert history.changes == ()


def test_a_document_half_typed_is_passed_over(clock):
    history = ChangeHistory(clock)
    history.add(snapshot("a"))
    history.add(replace(snapshot("b"), hashes=Failed(())))
    assert history.changes == ()
    history.add(snapshot("c"))
    assert [row[1:3] for row in told(history)] == [("Ca", "Cc")]


def test_the_history_is_bounded(clock):
    history = ChangeHistory(clock, most=7)
    for number in range(20):
        clock.time += 2 * SAME_STEP
        history.add(snapshot(str(number)))
    assert len(history.changes) == 7
    assert told(history)[0][2] == "C19"
