"""The review's list, its tables, and the rows of a difference, without a window."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex

from app.models.diff_bytes import ByteSource
from app.models.diff_source import Look, TextSource
from app.models.diff_tokens import TokenSource
from app.models.difference_model import Column, DifferenceModel
from app.models.key_model import KeyModel
from app.models.review_model import Filter, ReviewModel, Show
from engine.golden.check import State, Verdict
from engine.golden.compare import KeyDifference
from engine.golden.decision import Decision, Entry
from engine.golden.diff import text_diff
from engine.golden.difference import Difference
from engine.golden.laid import LaidText
from engine.golden.rows import inline_rows, side_by_side
from engine.golden.token_diff import Tokens, token_diff

TEXTS = st.text(st.sampled_from("ab é\t\n\r😀\u0301日\u00a0\u200b"), max_size=60)


def entry(name: str, state: State = State.FRESH, decision: Decision = Decision.OPEN, **verdict):
    return Entry(Verdict(name, state, **verdict), Path(f"{name}.json"), decision)


def laid(expected: str, live: str) -> LaidText:
    diff = text_diff(expected, live)
    return LaidText(diff, side_by_side(diff), inline_rows(diff))


def shown(source, width: int = 40) -> list[list[str]]:
    """Write every row's halves as their glyphs, gaps as None."""
    source.wrap(width)
    return [
        ["<gap>" if half.is_gap else "".join(one.text for one in half.glyphs) for half in halves]
        for halves in (source.row(number) for number in range(source.row_count))
    ]


def test_a_list_that_grows_and_shrinks_is_a_valid_model(qtmodeltester):
    model = ReviewModel()
    qtmodeltester.check(model)
    model.put((entry("b", State.STALE), entry("d", State.STALE), entry("a")))
    model.put((entry("c", State.MISSING), entry("e", State.ORPHAN)))
    model.put((entry("b"),))
    model.remove(("d", "unknown"))
    model.set_filter(Filter(Show.ALL))
    model.clear()
    assert model.rowCount() == 0


def test_vectors_stand_in_the_order_of_their_names_however_they_come():
    model = ReviewModel()
    model.set_filter(Filter(Show.ALL))
    for name in "dbeac":
        model.put((entry(name),))
    assert [one.name for one in model.listed()] == ["a", "b", "c", "d", "e"]
    assert [model.row_of(name) for name in "abx"] == [0, 1, -1]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (Filter(), ["decided", "gone", "stale"]),
        (Filter(Show.ALL), ["decided", "gone", "stale", "fresh"]),
        (Filter(State.MISSING), ["gone"]),
        (Filter(Show.INVISIBLE), ["stale"]),
        (Filter(Show.REJECTED), ["gone"]),
        (Filter(Show.ALL, ("e", "d")), ["decided"]),
    ],
    ids=str,
)
def test_the_list_is_narrowed_by_kind_and_by_every_word(wanted, names):
    model = ReviewModel()
    model.put(
        (
            entry("fresh"),
            entry("stale", State.STALE, only_invisible=True),
            entry("decided", State.FRESH, Decision.ACCEPTED),
            entry("gone", State.MISSING, Decision.REJECTED),
        )
    )
    model.set_filter(wanted)
    assert [one.name for one in model.listed()] == names


def test_those_that_wait_stand_before_the_fresh_ones_and_move_with_their_state(qtmodeltester):
    model = ReviewModel()
    model.set_filter(Filter(Show.ALL))
    qtmodeltester.check(model)
    model.put((entry("a"), entry("b"), entry("c", State.STALE), entry("d", State.MISSING)))
    assert [one.name for one in model.listed()] == ["c", "d", "a", "b"]
    chosen = QPersistentModelIndex(model.index(model.row_of("b")))
    model.put((entry("b", State.STALE),))
    assert [one.name for one in model.listed()] == ["b", "c", "d", "a"]
    assert chosen.row() == 0
    model.put((entry("c", State.FRESH, Decision.ACCEPTED),))
    assert [one.name for one in model.listed()] == ["b", "c", "d", "a"]
    model.put((entry("b"), entry("c")))
    assert [one.name for one in model.listed()] == ["d", "a", "b", "c"]
    assert chosen.row() == 2
    assert [model.row_of(name) for name in "dabc"] == [0, 1, 2, 3]


def test_the_list_is_narrowed_by_what_changed():
    difference = Difference(3, "context", 1, "a", "b")
    model = ReviewModel()
    model.put(
        (
            entry("text", State.STALE, difference=difference),
            entry("unseen", State.STALE, difference=difference, only_invisible=True),
            entry("hash", State.STALE, same_text=True),
            entry("gone", State.MISSING),
        )
    )
    for show, names in (
        (Show.TEXT, ["text", "unseen"]),
        (Show.INVISIBLE, ["unseen"]),
        (Show.KEYS, ["hash"]),
    ):
        model.set_filter(Filter(show))
        assert [one.name for one in model.listed()] == names
        assert model.counts[show] == len(names)


def test_counts_follow_a_vector_from_state_to_state():
    model = ReviewModel()
    model.put((entry("a", State.STALE), entry("b", State.STALE), entry("c")))
    model.put((entry("a"),))
    assert (model.counts[State.STALE], model.counts[State.FRESH]) == (1, 2)
    assert (model.counts[Show.ALL], model.counts[Show.TO_REVIEW]) == (3, 1)
    model.remove(("b",))
    assert (model.counts[State.STALE], model.counts[Show.ALL]) == (0, 2)


def test_an_unchanged_filter_resets_nothing(qtbot):
    model = ReviewModel()
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_filter(Filter())


def test_the_tables_of_differences_and_keys_are_valid_models(qtmodeltester):
    model = DifferenceModel()
    model.set_text(text_diff("a b", "a\u00a0b"), lambda _: "context")
    qtmodeltester.check(model)
    keys = KeyModel()
    keys.set_rows((KeyDifference("plan_hash", '"a"', '"b"'),))
    qtmodeltester.check(keys)


def test_a_change_is_listed_with_place_owner_and_names():
    model = DifferenceModel()
    model.set_text(text_diff("a b", "a\u00a0b"), lambda byte: f"owner of {byte}")
    cells = [model.index(0, column).data() for column in Column]
    assert cells == [
        "replace, invisible",
        "byte 1, live 1 to 2",
        "owner of 1",
        "U+0020 SPACE",
        "U+00A0 NO-BREAK SPACE",
    ]


def test_what_cannot_be_seen_is_drawn_with_its_code_point():
    rows = shown(TextSource(laid("pays late", "pays\u00a0late\u200b"), Look.SIDES))
    assert rows == [["paysSP U+0020late", "paysNBSP U+00A0lateZWSP U+200B"]]


def test_a_final_line_feed_that_one_side_lacks_is_drawn():
    assert shown(TextSource(laid("end\n", "end"), Look.SIDES)) == [["endLF U+000A", "end"]]


def test_normal_forms_are_told_apart_by_the_combining_characters_code_point():
    rows = shown(TextSource(laid("caf\u00e9", "cafe\u0301"), Look.SIDES))
    assert rows == [["caf\u00e9", "cafeU+0301"]]


def test_an_inserted_line_leaves_a_gap_beside_it():
    rows = shown(TextSource(laid("a\nc\n", "a\nb\nc\n"), Look.SIDES))
    assert rows == [["a↵", "a↵"], ["<gap>", "b↵"], ["c↵", "c↵"]]


def test_inline_what_was_expected_stands_before_what_is_live():
    rows = shown(TextSource(laid("pays late\n", "pays never\n"), Look.INLINE))
    assert rows == [["pays·latenever↵"]]


def test_one_byte_inserted_in_the_middle_of_a_kilobyte_shows_one_byte():
    before = "x" * 500 + "y" * 524
    source = ByteSource(text_diff(before, f"{before[:500]}!{before[500:]}"), Look.SIDES)
    source.wrap(80)
    changed = [
        (half_number, glyph.text)
        for number in range(source.row_count)
        for half_number, half in enumerate(source.row(number))
        for glyph in half.glyphs
        if glyph.hunk >= 0 and not glyph.is_gap
    ]
    assert changed == [(1, "21"), (1, "!")]


def test_inline_bytes_draw_a_changed_row_twice_and_no_other():
    text = "a" * 40
    source = ByteSource(text_diff(text, f"{text[:20]}b{text[21:]}"), Look.INLINE)
    source.wrap(70)
    labels = [source.row(number)[0].label for number in range(source.row_count)]
    signs = [source.row(number)[0].sign for number in range(source.row_count)]
    assert labels == ["000000", "000010", "000010", "000020"]
    assert signs == ["", "−", "+", ""]


def test_changed_ids_stand_beside_each_other_with_their_text():
    text = text_diff("ab", "ab")
    tokens = token_diff(Tokens((7, 8), (1, 2)), Tokens((7, 9), (1, 2)), text)
    rows = shown(TokenSource(text, tokens, Look.SIDES))
    assert rows == [["7a", "7a"], ["8b", "9b"]]


@pytest.mark.parametrize("look", list(Look))
@given(expected=TEXTS, live=TEXTS, width=st.integers(8, 50))
def test_every_row_can_be_laid_out_and_every_change_has_its_row(look, expected, live, width):
    text = laid(expected, live)
    for source in (TextSource(text, look), ByteSource(text.diff, look)):
        source.wrap(width)
        for number in range(source.row_count):
            assert len(source.row(number)) == (2 if look is Look.SIDES else 1)
        assert len(source.change_rows) == len(text.diff.changes)
        assert all(0 <= row <= source.row_count for row in source.change_rows)
        for change, row in enumerate(source.change_rows if look is Look.SIDES else ()):
            hunks = {glyph.hunk for half in source.row(row) for glyph in half.glyphs}
            assert source.hunk_of(change) in hunks


@given(expected=TEXTS, live=TEXTS, width=st.integers(20, 50))
def test_the_character_under_a_column_is_the_texts_at_that_byte(expected, live, width):
    text = laid(expected, live)
    source = TextSource(text, Look.SIDES)
    source.wrap(width)
    for number in range(source.row_count):
        for half, row in enumerate(source.row(number)):
            for glyph in (one for one in row.glyphs if one.cells):
                found = source.place_at(number, half, glyph.column + 0.1)
                assert found is not None
                _, byte, character = found
                data = (text.diff.expected, text.diff.live)[half]
                assert data[byte:].decode().startswith(character)
