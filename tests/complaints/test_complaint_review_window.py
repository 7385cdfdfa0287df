"""Complaints 19, 20, 21 and 25 in the window: what a reviewer sees, writes and is asked."""

from __future__ import annotations

import errno
import json
import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest

from app.models.compare_rows import Mode
from app.models.review_model import Show
from engine.atomic_file import write_atomic
from engine.document import Context
from engine.document_file import save_document
from engine.golden.check import State
from engine.golden.decision import Decision
from engine.golden.open_review import comparer_beside
from tests.app.golden.review_desk import ReviewDesk
from tests.app.golden.review_folder import file_bytes_of, make_folder, name_of, spoil
from tests.app.window_fakes import FakeEngine

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
CASES = {f"case_{number}": f"Pays late {number} times, caf\u00e9." for number in range(12)}


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """Twelve fresh vectors, where CI is not set."""
    monkeypatch.delenv("CI", raising=False)
    comparer = comparer_beside(FakeEngine(tmp_path / "assets").stages)
    make_folder(tmp_path / "golden", comparer, CASES)
    return tmp_path / "golden"


@pytest.fixture
def review(qtbot, tmp_path):
    opened: list[ReviewDesk] = []

    def open_review(folder: Path) -> ReviewDesk:
        desk = ReviewDesk(qtbot, folder, tmp_path)
        opened.append(desk)
        desk.show()
        return desk

    yield open_review
    for desk in opened:
        desk.close()


def rewrite(folder: Path, case: str, change) -> bytes:
    """Change a vector's agreed text and rename the file over the old one, as editors save."""
    path = folder / f"{name_of(case)}.json"
    table = json.loads(path.read_text())
    table["rendered_text"] = change(table["rendered_text"])
    data = (json.dumps(table, indent=2, ensure_ascii=False) + "\n").encode()
    write_atomic(path, data)
    return data


@pytest.mark.parametrize(
    ("change", "says", "invisible"),
    [
        (lambda t: t + "\n", "expected ends with LF, live does not", True),
        (lambda t: t.replace("\n", "\r\n", 1), "expected ends this line with CRLF", True),
        (lambda t: "\ufeff" + t, "expected starts with a byte order mark", True),
        (lambda t: unicodedata.normalize("NFD", t), "expected is in NFD, live in NFC", True),
        (lambda t: t.replace("Pays late", "Pays\u00a0late"), "U+00A0 NO-BREAK SPACE", True),
        (lambda t: t.replace("Pays", "Pa\u200bys"), "U+200B ZERO WIDTH SPACE", True),
        (lambda t: t.replace("Pays", "\u202ePays"), "U+202E RIGHT-TO-LEFT OVERRIDE", True),
        (lambda t: t + "x", "expected U+0078 LATIN SMALL LETTER X, got the end", False),
    ],
    ids=["final LF", "CRLF", "BOM", "NFD", "NBSP", "ZWSP", "RLO", "one byte appended"],
)
def test_19_no_pair_of_unequal_texts_is_identical_in_any_view(
    review, folder, change, says, invisible
):
    rewrite(folder, "case_0", change)
    desk = review(folder)
    panel = desk.page.panel
    assert desk.chosen.name == name_of("case_0")
    assert panel._state.text().startswith("stale")
    assert says in panel.sentence.text()
    assert panel.badge.isVisible() == invisible
    for mode in (Mode.TEXT, Mode.BYTES):
        panel.set_mode(mode)
        assert panel.diff.change_count >= 1
        assert panel._counter.text() == "1 of 1"
        row = panel.diff.source.row(panel.diff.source.change_rows[0])
        assert any(glyph.hunk >= 0 for half in row for glyph in half.glyphs)
    assert panel.details.difference_model.rowCount() == 1
    desk.page.vectors.show_kind(Show.INVISIBLE)
    assert [entry.name for entry in desk.model.listed()] == (
        [name_of("case_0")] if invisible else []
    )


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u00a0", "U+00A0 NO-BREAK SPACE"),
        ("\u200b", "U+200B ZERO WIDTH SPACE"),
        ("\ufeff", "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
    ],
)
def test_20_both_sides_are_named_in_sentence_and_list_and_drawn_with_their_code_points(
    review, folder, character, name
):
    rewrite(folder, "case_0", lambda text: text.replace("Pays late", f"Pays{character}late"))
    desk = review(folder)
    panel = desk.page.panel
    assert f"expected {name}, got U+0020 SPACE" in panel.sentence.text()
    model = panel.details.difference_model
    assert (model.index(0, 3).data(), model.index(0, 4).data()) == (name, "U+0020 SPACE")
    here, there = panel.diff.source.row(panel.diff.source.change_rows[0])
    (drawn,) = [glyph.text for glyph in here.glyphs if glyph.hunk >= 0]
    (space,) = [glyph.text for glyph in there.glyphs if glyph.hunk >= 0]
    assert f"U+{ord(character):04X}" in drawn
    assert space == "SP U+0020"


def test_21_accepting_one_of_twelve_writes_one_file_and_undo_gives_its_bytes_back(review, folder):
    for case in CASES:
        spoil(folder, case, "Pays late", "Pays\u2003late")
    desk = review(folder)
    before = file_bytes_of(folder)
    desk.choose("case_7")
    desk.act("accept")
    after = file_bytes_of(folder)
    assert [name for name in after if after[name] != before[name]] == [f"{name_of('case_7')}.json"]
    desk.act("undo")
    assert file_bytes_of(folder) == before


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_21_a_folder_that_cannot_be_written_is_said_and_left_as_it_is(
    review, folder, monkeypatch, number
):
    # Root may write anywhere, so the system's answer is given where the file is made.
    spoil(folder, "case_0", "Pays late", "Paid late")
    desk = review(folder)
    before = file_bytes_of(folder)

    def refuse(*_arguments, **_options):
        raise OSError(number, "the system's own words")

    monkeypatch.setattr("engine.atomic_file.os.fsync", refuse)
    desk.act("accept")
    monkeypatch.undo()
    assert "cannot be written (the system's own words); nothing was changed" in desk.banner_text()
    assert file_bytes_of(folder) == before
    assert desk.model.entry(name_of("case_0")).verdict.state is State.STALE


def test_21_the_banner_stays_in_ci_while_differences_are_rejected(review, folder, monkeypatch):
    spoil(folder, "case_0", "Pays late", "Paid late")
    monkeypatch.setenv("CI", "true")
    desk = review(folder)
    assert "CI is set" in desk.banner_text()
    desk.act("reject")
    assert "CI is set" in desk.banner_text()


def test_25_two_renames_are_noticed_and_reload_keeps_place_and_selection(qtbot, review, folder):
    lines = "".join(f"line {number}\n" for number in range(300))
    desk = review(folder)
    document = desk.session.document
    long = Context("long", lines.encode())
    desk.page.work.new(replace(document, contexts=(long,), active=0), "long", "")
    desk.wait()
    rewrite(folder, "long", lambda text: text.replace("line 7\n", "LINE 7\n"))
    desk.page.work.reload(name_of("long"))
    desk.page._choose(name_of("long"))
    desk.wait()
    diff = desk.page.panel.diff
    diff.verticalScrollBar().setValue(120)
    for number in (150, 160):
        rewrite(folder, "long", lambda text, n=number: text.replace(f"e {n}\n", f"E {n}\n"))
        qtbot.waitUntil(lambda: "another program" in desk.banner_text(), timeout=20_000)
        desk.wait()
        assert diff.change_count == (1 if number == 150 else 2)
        desk.press_banner("Reload")
        desk.wait()
        assert diff.change_count == (2 if number == 150 else 3)
        assert diff.verticalScrollBar().value() == 120
        assert diff.current == 0
        assert desk.chosen.name == name_of("long")
        assert desk.banner_text() == ""


def test_25_a_rejection_that_a_reload_dropped_comes_back_with_undo(qtbot, review, folder):
    spoil(folder, "case_0", "Pays late", "Paid late")
    desk = review(folder)
    desk.act("reject")
    desk.choose("case_0")
    theirs = rewrite(folder, "case_0", lambda text: text.replace("Paid", "Pays"))
    qtbot.waitUntil(lambda: "another program" in desk.banner_text(), timeout=20_000)
    desk.press_banner("Reload")
    entry = desk.model.entry(name_of("case_0"))
    assert (entry.verdict.state, entry.decision) == (State.FRESH, Decision.OPEN)
    desk.act("undo")
    assert desk.model.entry(name_of("case_0")).decision is Decision.REJECTED
    assert (folder / f"{name_of('case_0')}.json").read_bytes() == theirs


def test_25_bytes_that_an_editor_writes_into_a_file_beside_are_noticed(qtbot, review, folder):
    desk = review(folder)
    desk.choose("case_0")
    path = folder / f"{name_of('case_5')}.json"
    path.write_text(path.read_text().replace("Pays late", "Paid late"))
    qtbot.waitUntil(
        lambda: desk.model.entry(name_of("case_5")).verdict.state is State.STALE, timeout=20_000
    )


def test_25_a_reloaded_document_keeps_caret_and_scroll_and_can_be_undone(qtbot, review, folder):
    lines = "".join(f"line {number}\n" for number in range(300))
    desk = review(folder)
    desk.window.pages.show_page("page_prompt")
    mine = desk.session.document
    long = replace(mine, contexts=(Context("long", lines.encode()),), active=0)
    save_document(long, desk.path)
    desk.session.reload()
    editor = desk.window.page.author.contexts.editor
    caret = editor.textCursor()
    caret.setPosition(lines.index("line 150") + 3)
    editor.setTextCursor(caret)
    editor.verticalScrollBar().setValue(140)
    place = editor.verticalScrollBar().value()
    for number in (7, 8):
        lines = lines.replace(f"line {number}\n", f"LINE {number}\n")
        theirs = replace(mine, contexts=(Context("long", lines.encode()),), active=0)
        save_document(theirs, desk.path)
        qtbot.waitUntil(desk.window.banner.isVisible, timeout=20_000)
        desk.window.banner.buttons[0].click()
        assert desk.session.document.context.data == lines.encode()
        assert editor.textCursor().position() == lines.index("line 150") + 3
        assert editor.verticalScrollBar().value() == place
    desk.session.undo_stack.undo()
    assert desk.session.document.context.data == lines.replace("LINE 8", "line 8").encode()
