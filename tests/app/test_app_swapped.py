"""A text that begins with U+FFFE is read by Qt with its bytes swapped: no text may reach it so."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from engine.document import Context, Document
from engine.profiles import CONTENTS_TEMPLATE, Profile

SWAPPED = "\u6800\u6500"  # "he" with the bytes of each character swapped
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.EditRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
)
DEEPEST = 4


def hard(number):
    return f"\ufffehe{number}"


def hard_document():
    schema = {
        hard(0): {
            "type": "enum",
            "description": hard(1),
            "choices": [hard(2), hard(3)],
            "choice_descriptions": {hard(2): hard(4)},
        },
        hard(5): {"type": "boolean", "description": hard(6), "depends_on": hard(0)},
        hard(7): {"type": hard(8), "description": hard(9)},
    }
    profile = Profile(hard(10), hard(11), "code-points", template=CONTENTS_TEMPLATE)
    contexts = (Context(hard(12), hard(13).encode()), Context(hard(14), b""))
    return Document(json.dumps(schema, ensure_ascii=False), contexts, profile=profile)


def cells(model, parent, depth=0):
    for row in range(min(model.rowCount(parent), 60)):
        for column in range(
            1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        ):
            index = model.index(row, column, parent)
            yield from (model.data(index, role) for role in ROLES)
            if column == 0 and depth < DEEPEST:
                yield from cells(model, index, depth + 1)


def widget_texts(widget):
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    yield widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield widget.currentText()
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QPlainTextEdit):
        yield widget.toPlainText()


def texts(window):
    for widget in (window, *window.findChildren(QWidget)):
        for text in widget_texts(widget):
            yield widget, text
    for action in window.findChildren(QAction):
        for text in (action.text(), action.toolTip(), action.statusTip()):
            yield action, text
    for model in window.findChildren(QAbstractItemModel):
        for text in cells(model, QModelIndex()):
            yield model, text
        for section in range(1 if isinstance(model, QAbstractListModel) else model.columnCount()):
            for role in ROLES:
                yield model, model.headerData(section, Qt.Orientation.Horizontal, role)


def swapped(window):
    return {
        f"{type(thing).__name__}: {text!r}"
        for thing, text in texts(window)
        if isinstance(text, str) and (SWAPPED in text or text.startswith("\ufffe"))
    }


@pytest.mark.parametrize("page", ["page_prompt", "page_review", "page_compare", "page_templates"])
def test_no_text_of_the_window_has_swapped_bytes(qtbot, desk, page):
    document = hard_document()
    desk.session.step(document, "replace")
    desk.session.rename_context(hard(15))
    qtbot.waitUntil(desk.settled)
    desk.act(page)
    for part in ((0, None), (0, 1), (1, None), (2, None)):
        desk.page.author.schema.form._select(part)
        assert swapped(desk.window) == set()
    for step in range(3):
        desk.session.set_option("hardened", str(step), f"set {hard(step)}")
        assert swapped(desk.window) == set()
    assert desk.session.document == replace(
        document, contexts=desk.session.document.contexts, options=desk.session.document.options
    )
