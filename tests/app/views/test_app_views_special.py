"""The dialog that takes a character by its code point, or from a list of common ones."""

from __future__ import annotations

from app.views.context_special import COMMON, SpecialCharacterDialog


def test_what_is_no_character_keeps_the_dialog_open(qtbot):
    dialog = SpecialCharacterDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    with qtbot.assertNotEmitted(dialog.chosen):
        qtbot.keyClicks(dialog.line, "U+110000")
        dialog.accept()
    assert "past the last code point" in dialog.said.text()
    assert dialog.isVisible()
    dialog.reject()


def test_a_common_character_is_chosen_from_the_list_by_keyboard(qtbot):
    dialog = SpecialCharacterDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.list.setCurrentIndex(dialog.list.model().index(COMMON.index("U+00A0"), 0))
    with qtbot.waitSignal(dialog.chosen) as chosen:
        dialog.accept()
    assert chosen.args == [b"\xc2\xa0"]
