"""Aligned differences: hunks, rows, invisible characters, and the sentence for the first one."""

from __future__ import annotations

import random
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.golden.align import Kind, align_ids, align_text
from engine.golden.diff import text_diff
from engine.golden.difference import first_difference
from engine.golden.invisible import mark_of, only_invisible, with_marks
from engine.golden.rows import byte_rows, inline_rows, side_by_side
from engine.prompt.render import RenderedPrompt, TemplateInfo
from engine.prompt.segments import Owner, OwnerKind, Segment
from engine.tokenizers.code_points import CodePointTokenizer

TEXTS = st.text(st.sampled_from("ab \n\r\té\u0301\u00a0\u200b日😀"), max_size=40)


def sentence(expected: str, live: str) -> str:
    """The sentence for a prompt that is one context, cut into code points."""
    data = live.encode()
    segments = (Segment(Owner(OwnerKind.CONTEXT), 0, len(data)),)
    info = TemplateInfo("", "contents", (), (), True)
    prompt = RenderedPrompt(live, data, "", segments, (), info)
    return str(first_difference(expected, prompt, CodePointTokenizer().tokenize(live)))


def changes(expected: str, live: str) -> list[tuple[str, str, str]]:
    diff = text_diff(expected, live)
    return [
        (hunk.kind.value, diff.expected_text(hunk), diff.live_text(hunk)) for hunk in diff.changes
    ]


PAIRS = [
    ("a\n", "a", "U+000A LINE FEED, got the end; expected ends with LF, live does not."),
    ("a", "a\n", "the end, got U+000A LINE FEED; live ends with LF, expected does not."),
    ("a\r\nb", "a\nb", "got U+000A LINE FEED; expected ends this line with CRLF, live with LF."),
    ("a\nb", "a\r\nb", "RETURN; live ends this line with CRLF, expected with LF."),
    ("\ufeffa", "a", "expected starts with a byte order mark, live does not."),
    ("a", "\ufeffa", "live starts with a byte order mark, expected does not."),
    ("caf\u00e9 x", "cafe\u0301 x", "the same characters: expected is in NFC, live in NFD."),
    ("cafe\u0301", "caf\u00e9", "the same characters: expected is in NFD, live in NFC."),
    ("\u212b", "\u00c5", "got U+00C5 LATIN CAPITAL LETTER A WITH RING ABOVE; the same characters"),
    ("a b", "a\u00a0b", "expected U+0020 SPACE, got U+00A0 NO-BREAK SPACE."),
    ("ab", "a\u200bb", "got U+200B ZERO WIDTH SPACE."),
    ("ab", "a\u202eb", "got U+202E RIGHT-TO-LEFT OVERRIDE."),
    ("ab", "a\ufeffb", "got U+FEFF ZERO WIDTH NO-BREAK SPACE."),
    ("a", "a ", "expected the end, got U+0020 SPACE."),
]


@pytest.mark.parametrize(("expected", "live", "part"), PAIRS, ids=[repr(p[:2]) for p in PAIRS])
def test_pairs_that_look_the_same_differ_are_shown_and_named(expected, live, part):
    assert part in sentence(expected, live)
    assert sentence(expected, live).startswith("Differs at byte ")
    assert changes(expected, live) != []
    assert text_diff(expected, live).only_invisible
    assert all(hunk.invisible for hunk in text_diff(expected, live).changes)


@pytest.mark.parametrize(
    ("expected", "live"),
    [
        ("a", "b"),
        ("ab", "a b"),
        ("a\nb", "a\n\nb"),
        ("a", "ax"),
        ("–", "—"),
        ("a\u200bb", "a\u200bc"),
    ],
)
def test_a_difference_that_people_see_is_not_invisible(expected, live):
    assert not only_invisible(expected, live)


def test_equal_texts_have_no_difference():
    assert text_diff("same", "same").changes == ()
    assert not text_diff("same", "same").only_invisible
    assert not only_invisible("same", "same")


def test_the_byte_is_the_first_that_differs_even_inside_a_character():
    # EM DASH is E2 80 94 and EN DASH E2 80 93: bytes 2 and 3 are equal.
    assert sentence("a \u2014 b", "a \u2013 b").startswith(
        "Differs at byte 4 (context, token 2): expected U+2014 EM DASH, got U+2013 EN DASH"
    )


def test_one_byte_inserted_into_a_kilobyte_is_one_inserted_byte():
    letters = random.Random(7)
    text = "".join(letters.choice("abcdefgh \n") for _ in range(1024))
    live = text[:512] + "X" + text[512:]
    diff = text_diff(text, live)
    (hunk,) = diff.changes
    assert (hunk.kind, hunk.expected_start, hunk.expected_end) == (Kind.INSERT, 512, 512)
    assert (hunk.live_start, hunk.live_end) == (512, 513)
    assert [one.kind for one in diff.hunks] == [Kind.EQUAL, Kind.INSERT, Kind.EQUAL]


@pytest.mark.parametrize(
    ("expected", "live", "shown"),
    [
        ("the LOW one", "the HIGH one", [("replace", "LOW", "HIGH")]),
        ("abcdef", "abXdef", [("replace", "c", "X")]),
        ("one two three", "one three", [("delete", "two ", "")]),
        ("x = 1; y = 22222;", "x = 2; y = 22223;", [("replace", "1", "2"), ("replace", "2", "3")]),
        (
            '  "a": x\n  "c": z\n',
            '  "a": x\n  "b": y\n  "c": z\n',
            [("insert", "", '  "b": y\n')],
        ),
        ('  "a": x\n  "b": y\n  "c": z\n', '  "a": x\n  "c": z\n', [("delete", '  "b": y\n', "")]),
        ("", "all new", [("insert", "", "all new")]),
        ("gone", "", [("delete", "gone", "")]),
        ("日本", "日木", [("replace", "本", "木")]),
    ],
)
def test_changes_are_grouped_as_people_read_them(expected, live, shown):
    assert changes(expected, live) == shown


@given(TEXTS, TEXTS)
def test_hunks_cover_both_texts_on_character_borders_and_equal_ones_are_equal(expected, live):
    diff = text_diff(expected, live)
    assert "".join(map(diff.expected_text, diff.hunks)) == expected
    assert "".join(map(diff.live_text, diff.hunks)) == live
    for hunk in diff.hunks:
        same = diff.expected_text(hunk) == diff.live_text(hunk)
        assert same == (hunk.kind is Kind.EQUAL)
    assert bool(diff.changes) == (expected != live)


@given(st.data())
def test_edits_of_a_text_that_repeats_itself_are_changes_and_equal_runs_in_turn(data):
    piece = st.text(st.sampled_from("ab \n"), max_size=14)
    pieces = data.draw(st.lists(st.tuples(piece, piece, piece), max_size=4))
    expected = "".join(kept + old for kept, old, _ in pieces)
    live = "".join(kept + new for kept, _, new in pieces)
    diff = text_diff(expected, live)
    assert "".join(map(diff.expected_text, diff.hunks)) == expected
    assert "".join(map(diff.live_text, diff.hunks)) == live
    kinds = [hunk.kind is Kind.EQUAL for hunk in diff.hunks]
    assert all(one is not other for one, other in pairwise(kinds))


def test_two_long_insertions_of_words_that_follow_each_other_do_not_meet():
    # Found by random edits: each run could slide left over the equal run between them.
    expected = "b\n \nb\nb aa \n a\nb\na\nbabbb ab"
    live = "b\n \nb\n\nb b\nb aa \n b\nb\na\nbabbb ab"
    kinds = [hunk.kind is Kind.EQUAL for hunk in text_diff(expected, live).hunks]
    assert all(one is not other for one, other in pairwise(kinds))


@pytest.mark.parametrize(
    ("expected", "live", "place"),
    [
        ("A b\nc\n\n", "a b\nc\n", (6, 7, 6, 6)),
        ("A b\nc\n", "a b\nc\n\n", (6, 6, 6, 7)),
        ("A long 00000", "a long 0000", (11, 12, 11, 11)),
    ],
    ids=["last line feed gone", "one more line feed", "one zero less"],
)
def test_a_run_that_repeats_what_follows_changes_where_the_texts_first_differ(
    expected, live, place
):
    change = text_diff(expected, live).changes[-1]
    found = change.expected_start, change.expected_end, change.live_start, change.live_end
    assert found == place


def test_a_last_line_feed_too_many_stands_beside_nothing():
    rows = side_by_side(text_diff("A b\nc\n\n", "a b\nc\n"))
    assert [(row.expected_line, row.live_line) for row in rows] == [(1, 1), (2, 2), (3, None)]
    assert [row.is_changed for row in rows] == [True, False, True]


@given(TEXTS, TEXTS)
def test_rows_of_every_kind_hold_every_byte_once_and_in_order(expected, live):
    diff = text_diff(expected, live)
    rows = side_by_side(diff)
    left = [part for row in rows for part in row.expected]
    right = [part for row in rows for part in row.live]
    assert b"".join(diff.expected[part.start : part.end] for part in left) == expected.encode()
    assert b"".join(diff.live[part.start : part.end] for part in right) == live.encode()
    lines = [row.live_line for row in rows if row.live_line is not None]
    assert lines == list(range(1, live.count("\n") + 1 + (not live.endswith("\n") and live != "")))
    inline = [part for row in inline_rows(diff) for part in row.parts]
    kept = [part for part in inline if part.kind is not Kind.DELETE]
    assert b"".join(diff.live[part.start : part.end] for part in kept) == live.encode()
    columns = byte_rows(diff)
    cells = [part for row in columns for part in row.parts]
    assert b"".join(diff.live[one.live_start : one.live_end] for one in cells) == live.encode()
    widths = [
        sum(max(p.expected_end - p.expected_start, p.live_end - p.live_start) for p in row.parts)
        for row in columns
    ]
    assert all(width == 16 for width in widths[:-1])


def test_an_inserted_line_stands_beside_nothing_and_the_rest_stays_aligned():
    rows = side_by_side(text_diff("one\nthree\n", "one\ntwo\nthree\n"))
    assert [(row.expected_line, row.live_line) for row in rows] == [(1, 1), (None, 2), (2, 3)]
    assert [row.is_changed for row in rows] == [False, True, False]


def test_last_lines_that_have_nothing_in_common_are_not_paired():
    rows = side_by_side(text_diff("a. ", ". \na"))
    assert [(row.expected_line, row.live_line) for row in rows] == [(1, 1), (None, 2)]


def test_bytes_after_an_insertion_are_aligned_again():
    first, *_ = byte_rows(text_diff("abcdef", "abXcdef"))
    assert [
        (part.kind, part.expected_end - part.expected_start, part.live_end - part.live_start)
        for part in first.parts
    ] == [(Kind.EQUAL, 2, 2), (Kind.INSERT, 0, 1), (Kind.EQUAL, 4, 4)]


def test_a_large_text_with_many_changes_is_aligned_within_bounds():
    words = random.Random(3)
    lines = [f"line {number} {words.random()}" for number in range(30_000)]
    live = list(lines)
    for at in range(0, 30_000, 1_000):
        live[at] = "changed " + live[at]
    diff = text_diff("\n".join(lines), "\n".join(live))
    assert len(diff.expected) > 700_000
    assert [diff.live_text(hunk) for hunk in diff.changes] == ["changed "] * 30


def test_a_large_single_line_is_aligned_by_its_words():
    words = [f"w{number:05d}" for number in range(100_000)]
    live = [*words[:10], *(f"x{number:05d}" for number in range(1_000)), *words[10:]]
    diff = text_diff(" ".join(words), " ".join(live))
    (hunk,) = diff.changes
    assert (hunk.kind, diff.live_text(hunk)[:13]) == (Kind.INSERT, "x00000 x00001")
    assert hunk.live_end - hunk.live_start == 7_000


def test_a_small_change_of_a_long_text_that_repeats_itself_is_found_exactly():
    text = "The applicant pays late sometimes. " * 20_000
    diff = text_diff(text, f"{text[:350_000]}{text[350_020:]}!")
    assert sum(one.expected_end - one.expected_start for one in diff.changes) == 20
    assert sum(one.live_end - one.live_start for one in diff.changes) == 1


def test_two_large_texts_with_nothing_in_common_are_one_replacement():
    assert [step[0] for step in align_text("a" * 400_000, "b" * 300_000)] == [Kind.REPLACE]


def test_ids_are_aligned_as_texts_are():
    assert align_ids((1, 2, 3, 4), (1, 9, 2, 4)) == (
        (Kind.EQUAL, 0, 1, 0, 1),
        (Kind.INSERT, 1, 1, 1, 2),
        (Kind.EQUAL, 1, 2, 2, 3),
        (Kind.DELETE, 2, 3, 3, 3),
        (Kind.EQUAL, 3, 4, 3, 4),
    )


@pytest.mark.parametrize(
    ("character", "mark"),
    [
        ("\n", "LF"),
        ("\r", "CR"),
        ("\ufeff", "BOM"),
        ("\u00a0", "NBSP"),
        ("\u200b", "ZWSP"),
        ("\u202e", "RLO"),
        ("\u0301", "U+0301"),
        ("\u2009", "U+2009"),
        ("\x1b", "ESC"),
        (" ", None),
        ("é", None),
        ("日", None),
    ],
)
def test_characters_that_people_do_not_see_have_a_mark(character, mark):
    assert mark_of(character) == mark


def test_two_normal_forms_of_a_word_are_written_unlike():
    word = "café"
    written = {with_marks(unicodedata.normalize(form, word)) for form in ("NFC", "NFD")}
    assert written == {"café", "cafe⟨U+0301⟩"}
