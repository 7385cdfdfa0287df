"""What a reviewer decides with: buttons that name their keys, and the note of an acceptance."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

MARGIN = 8


class DecisionBar(QWidget):
    """Offer the actions, and take a note."""

    def __init__(self, actions: tuple[QAction, ...], parent: QWidget | None = None) -> None:
        """Make a button of each action."""
        super().__init__(parent)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(self.tr("Why it changed; kept with the acceptance"))
        label = QLabel(self.tr("N&ote"), self)
        label.setBuddy(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(MARGIN, MARGIN - 2, MARGIN, MARGIN - 2)
        for action in actions:
            row.addWidget(self._button(action))
        row.addSpacing(MARGIN)
        row.addWidget(label)
        row.addWidget(self.note, 1)

    def _button(self, action: QAction) -> QToolButton:
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        text = action.text().replace("&", "")
        action.setIconText(f"{text}  {keys}")
        action.setToolTip(f"{text} ({keys})")
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(text)
        return button
