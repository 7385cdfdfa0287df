"""Page 2: what is accepted is written, what is not stays, and nothing happens unseen."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QPlainTextEdit

from app.models.compare_rows import Mode
from app.models.diff_source import Look
from app.models.review_model import Show
from engine.golden.check import State
from engine.golden.decision import Decision
from tests.app.golden.review_folder import name_of, spoil


def test_the_first_vector_that_waits_is_shown_with_one_sentence(review, fresh_folder):
    spoil(fresh_folder, "case_07", "Pays late", "Pays\u00a0late")
    desk = review(fresh_folder)
    assert desk.chosen.name == name_of("case_07")
    sentence = desk.page.panel.sentence.text()
    assert "expected U+00A0 NO-BREAK SPACE, got U+0020 SPACE." in sentence
    assert desk.page.panel.badge.isVisible()
    assert desk.page.panel.diff.change_count == 1
    assert desk.model.counts[State.STALE] == 1
    assert desk.model.counts[State.FRESH] == 29


def test_accepting_one_of_thirty_writes_exactly_that_file_and_undo_restores_its_bytes(
    review, stale_folder
):
    desk = review(stale_folder)
    before = desk.files()
    desk.choose("case_12")
    desk.page.bar.note.setText("a plain space again")
    desk.act("accept")
    after = desk.files()
    changed = [name for name in after if after[name] != before.get(name)]
    assert changed == [f"{name_of('case_12')}.json"]
    written = json.loads(after[changed[0]])
    assert "Pays late 12 times." in written["rendered_text"]
    assert written["note"] == "a plain space again"
    assert written["accepted"] == "2031-02-03"
    assert desk.model.entry(name_of("case_12")).verdict.state is State.FRESH
    assert desk.chosen.name == name_of("case_13")
    desk.act("undo")
    assert desk.files() == before
    assert desk.chosen.name == name_of("case_12")


def test_the_keys_decide_and_letters_in_the_note_do_not(qtbot, review, stale_folder):
    desk = review(stale_folder)
    before = desk.files()
    desk.page.vectors.list.setFocus()
    qtbot.keyClick(desk.page.vectors.list, Qt.Key.Key_R)
    desk.wait()
    qtbot.keyClick(desk.page.vectors.list, Qt.Key.Key_S)
    desk.wait()
    entries = [desk.model.entry(name_of(f"case_{number:02}")) for number in range(3)]
    assert [entry.decision for entry in entries] == [
        Decision.REJECTED,
        Decision.SKIPPED,
        Decision.OPEN,
    ]
    desk.page.bar.note.setFocus()
    qtbot.keyClicks(desk.page.bar.note, "arsu")
    assert desk.page.bar.note.text() == "arsu"
    assert desk.files() == before
    desk.page.panel.diff.setFocus()
    qtbot.keyClick(desk.page.panel.diff, Qt.Key.Key_U)
    desk.wait()
    assert desk.model.entry(name_of("case_01")).decision is Decision.OPEN


def test_accept_all_accepts_what_is_shown_and_says_what_is_hidden(review, stale_folder):
    desk = review(stale_folder)
    before = desk.files()
    desk.page.vectors.words.setText("case_1")
    desk.choose("case_15")
    desk.act("reject")
    desk.window.actions_table["review_accept_all"].trigger()
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    assert "9 vectors" in box.text()
    assert "20 more are hidden by the filter" in box.informativeText()
    box.button(QMessageBox.StandardButton.Ok).click()
    desk.wait()
    after = desk.files()
    changed = {name for name in after if after[name] != before[name]}
    expected = {f"{name_of(f'case_{n}')}.json" for n in range(10, 20) if n != 15}
    assert changed == expected
    desk.act("undo")
    assert desk.files() == before


def test_accepted_vectors_stay_in_the_list_until_the_review_ends(review, stale_folder):
    desk = review(stale_folder)
    desk.act("accept")
    listed = [entry.name for entry in desk.model.listed()]
    assert name_of("case_00") in listed
    assert desk.model.entry(name_of("case_00")).decision is Decision.ACCEPTED


def test_only_invisible_differences_can_be_listed(review, fresh_folder):
    spoil(fresh_folder, "case_03", "Pays late", "Pays\u200b late")
    spoil(fresh_folder, "case_04", "Pays late", "Paid late")
    desk = review(fresh_folder)
    desk.page.vectors.show_kind(Show.INVISIBLE)
    assert [entry.name for entry in desk.model.listed()] == [name_of("case_03")]


def test_a_file_that_another_program_changed_is_not_overwritten(review, stale_folder):
    desk = review(stale_folder)
    theirs = spoil(stale_folder, "case_00", "manually", "by hand")
    desk.page._outside.watch.follow(None)
    desk.act("accept")
    assert "changed on disk" in desk.banner_text()
    path = stale_folder / f"{name_of('case_00')}.json"
    assert path.read_bytes() == theirs
    desk.press_banner("Compare")
    dialog = QApplication.activeModalWidget()
    assert "by hand" in dialog.findChild(QPlainTextEdit).toPlainText()
    dialog.close()
    desk.press_banner("Reload")
    assert path.read_bytes() == theirs
    assert "by hand" in desk.model.entry(name_of("case_00")).seen.decode()
    desk.choose("case_00")
    desk.act("accept")
    assert b"by hand" not in path.read_bytes()


def test_keep_writes_over_the_other_programs_change_once_it_was_asked(review, stale_folder):
    desk = review(stale_folder)
    spoil(stale_folder, "case_00", "manually", "by hand")
    desk.page._outside.watch.follow(None)
    desk.act("accept")
    desk.press_banner("Keep")
    written = (stale_folder / f"{name_of('case_00')}.json").read_text()
    assert "by hand" not in written
    assert "Pays late 0 times." in written


def test_acceptance_is_refused_where_ci_is_set_and_the_banner_says_so(
    monkeypatch, review, stale_folder
):
    monkeypatch.setenv("CI", "true")
    desk = review(stale_folder)
    assert "CI" in desk.banner_text()
    before = desk.files()
    desk.act("accept")
    assert "CI" in desk.banner_text()
    assert desk.files() == before


def test_a_new_vector_is_made_from_the_document_on_page_1_in_one_action(review, fresh_folder):
    desk = review(fresh_folder)
    desk.window.pages.show_page("page_prompt")
    desk.window.actions_table["review_new"].trigger()
    dialog = QApplication.activeModalWidget()
    assert dialog.case.text() == "sample"
    dialog.note.setText("why not")
    dialog.accept()
    desk.wait()
    vector = json.loads((fresh_folder / f"{name_of('sample')}.json").read_text())
    assert vector["input"]["context"] == "Pays late.\n"
    assert vector["note"] == "why not"
    assert desk.chosen.name == name_of("sample")
    desk.act("undo")
    assert not (fresh_folder / f"{name_of('sample')}.json").exists()
    assert desk.model.entry(name_of("sample")) is None


def test_a_case_that_is_there_already_is_refused_with_its_name(review, fresh_folder):
    desk = review(fresh_folder)
    before = desk.files()
    desk.page.work.new(desk.loupe.session.document, "case_00", "")
    desk.wait()
    assert f"{name_of('case_00')}.json is there already" in desk.banner_text()
    assert desk.files() == before


def test_an_empty_folder_says_how_to_make_the_first_vector(review, tmp_path):
    empty = tmp_path / "golden"
    empty.mkdir()
    desk = review(empty)
    assert "New vector" in desk.page.vectors.list.empty_text
    assert desk.chosen is None


def test_a_folder_with_broken_cases_says_what_is_wrong(review, fresh_folder):
    (fresh_folder / "cases.toml").write_text("[[case]]\nname = 1\n")
    desk = review(fresh_folder)
    assert "cases.toml" in desk.banner_text()
    assert desk.model.rowCount() == 0


def test_all_fresh_lists_all_and_says_that_nothing_waits(review, fresh_folder):
    desk = review(fresh_folder)
    assert desk.model.rowCount() == 30
    assert desk.page.panel.sentence.text().startswith("Fresh")
    assert not desk.window.actions_table["review_accept"].isEnabled()


def test_f7_and_n_go_to_the_next_difference_around_the_end(qtbot, review, fresh_folder):
    spoil(fresh_folder, "case_00", "Pays late 0", "Paid late one")
    desk = review(fresh_folder)
    diff = desk.page.panel.diff
    count = diff.change_count
    assert count == 2
    desk.window.actions_table["next_difference"].trigger()
    assert diff.current == 1
    qtbot.keyClick(diff, Qt.Key.Key_N)
    assert diff.current == 0
    qtbot.keyClick(diff, Qt.Key.Key_P)
    assert diff.current == 1
    assert desk.page.panel.details.differences.currentIndex().row() == 1


def test_choosing_a_difference_in_the_list_goes_there(review, fresh_folder):
    spoil(fresh_folder, "case_00", "Pays late 0", "Paid late one")
    desk = review(fresh_folder)
    desk.page.panel.details.differences.selectRow(1)
    assert desk.page.panel.diff.current == 1


def test_one_key_goes_from_the_difference_to_expected_to_live(review, stale_folder):
    desk = review(stale_folder)
    looks = []
    for _ in range(3):
        desk.act("toggle")
        looks.append(desk.page.panel.diff.look)
    assert looks == [Look.EXPECTED, Look.LIVE, Look.SIDES]


@pytest.mark.parametrize("look", list(Look))
@pytest.mark.parametrize("mode", list(Mode))
def test_every_mode_and_look_is_painted(review, stale_folder, mode, look):
    desk = review(stale_folder)
    desk.page.panel.set_mode(mode)
    desk.page.panel.set_look(look)
    assert desk.page.panel.diff.mode is mode
    assert desk.page.panel.diff.look is look
    picture = desk.page.panel.diff.grab().toImage()
    colors = {picture.pixel(x, y) for x in range(0, picture.width(), 3) for y in (30, 50, 70)}
    assert len(colors) > 2


def test_a_hash_that_alone_differs_opens_the_keys(review, fresh_folder):
    path = fresh_folder / f"{name_of('case_00')}.json"
    table = json.loads(path.read_text())
    table["plan_hash"] = "0" * 64
    path.write_text(json.dumps(table, indent=2, ensure_ascii=False) + "\n")
    desk = review(fresh_folder)
    details = desk.page.panel.details
    assert details.tabs.currentWidget() is details.keys
    keys = [details.key_model.index(row, 0).data() for row in range(details.key_model.rowCount())]
    assert keys == ["plan_hash"]


def test_a_vector_that_was_opened_can_be_reviewed(review, stale_folder):
    desk = review(stale_folder)
    desk.window.pages.show_page("page_prompt")
    desk.window.files.open(stale_folder / f"{name_of('case_21')}.json")
    assert "golden vector" in desk.window.banner.text.text()
    desk.window.actions_table["review_this"].trigger()
    desk.wait()
    assert desk.window.pages.shown() == "page_review"
    assert desk.chosen.name == name_of("case_21")


def test_a_vectors_input_opens_as_the_document(review, stale_folder):
    desk = review(stale_folder)
    desk.choose("case_05")
    desk.act("document")
    assert desk.window.pages.shown() == "page_prompt"
    assert desk.loupe.session.document.context.data == b"Pays late 5 times."


def test_a_vectors_input_does_not_replace_unsaved_work_unasked(review, stale_folder):
    desk = review(stale_folder)
    desk.loupe.session.edit_context(b"unsaved")
    desk.choose("case_05")
    desk.act("document")
    box = QApplication.activeModalWidget()
    assert desk.loupe.session.document.context.data == b"unsaved"
    box.button(QMessageBox.StandardButton.Cancel).click()
    assert desk.window.pages.shown() == "page_review"
    desk.act("document")
    box = QApplication.activeModalWidget()
    box.button(QMessageBox.StandardButton.Discard).click()
    assert desk.window.pages.shown() == "page_prompt"
    assert desk.loupe.session.document.context.data == b"Pays late 5 times."


def test_a_rejected_difference_is_exported_as_a_patch(review, stale_folder, tmp_path):
    desk = review(stale_folder)
    exports = []
    desk.page.work.exported.connect(exports.append)
    desk.act("reject")
    desk.act("patch_all")
    assert "+++ b/golden/qwen3__fake__case_00.json" in exports[0].text
    desk.page.files.save(exports[0], str(tmp_path / "it.patch"))
    assert (tmp_path / "it.patch").read_text() == exports[0].text
    assert desk.model.entry(name_of("case_00")).verdict.state is State.STALE


def test_a_bundle_with_hashes_only_holds_no_word_of_the_texts(review, stale_folder):
    desk = review(stale_folder)
    exports = []
    desk.page.work.exported.connect(exports.append)
    desk.act("hashes")
    assert "Pays" not in exports[0].text
    assert json.loads(exports[0].text)["vector"] == name_of("case_00")


def test_the_keys_that_decide_are_off_on_other_pages(review, stale_folder):
    desk = review(stale_folder)
    assert desk.window.actions_table["review_accept"].isEnabled()
    desk.window.pages.show_page("page_prompt")
    for name in ("accept", "reject", "skip", "accept_all", "undo"):
        assert not desk.window.actions_table[f"review_{name}"].isEnabled()
