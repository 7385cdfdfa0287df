"""What the tests of the schema's form do to it, and look at."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.document_session import DocumentSession
from app.views.schema_panel import SchemaPanel
from engine.schema.starters import starters

COUNTRIES = next(one.text for one in starters() if one.name == "countries")
Key = Qt.Key
NONE, ALT, CONTROL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def schema(session: DocumentSession) -> dict[str, dict[str, object]]:
    return dict(json.loads(session.document.schema_text))


def names(panel: SchemaPanel) -> list[str]:
    return [row.name for row in panel.form.tree.rows_model.rows]


def press(qtbot: QtBot, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
    qtbot.keyClick(widget, key, modifier)


def write(qtbot: QtBot, panel: SchemaPanel, text: str) -> None:
    """Type into the row's own editor and press Enter, as one does after F2."""
    [line] = [one for one in panel.form.tree.findChildren(QLineEdit) if one.isVisible()]
    line.selectAll()
    qtbot.keyClicks(line, text)
    with qtbot.waitSignal(panel.form.tree.rows_model.edited):
        press(qtbot, line, Key.Key_Return)
